package session

import (
	"context"
	"io/fs"
	"iter"
	"maps"
	"slices"

	"github.com/segls/segls/internal/link"
)

// linkIndex holds the links of a folder of the workspace as last read. It is immutable.
type linkIndex struct {
	site   link.Site
	index  *link.Index
	stamps map[string]Stamp // stamps of the files read from disk
}

// ReadLinks returns the links of a folder, with the open texts of a snapshot and all others from disk. orders are further files that define
// the order. Unchanged files are not read again.
func (s *Session) ReadLinks(ctx context.Context, now *Snapshot, root string, files fs.FS, site link.Site, orders []string) (*link.Index, error) {
	s.reading.Lock()
	defer s.reading.Unlock()
	x := linkIndex{site: site, stamps: make(map[string]Stamp)}
	if was := s.Current().links[root]; was != nil && was.site == site {
		x.index, x.stamps = was.index, maps.Clone(was.stamps)
	}
	changed, err := x.readChanged(ctx, int64(s.Largest), files, orders, now.openFilesIn(root))
	if err != nil {
		return nil, err
	}
	if x.index == nil {
		x.index = link.NewIndex([]link.Site{site}, maps.All(changed))
	} else {
		for name, text := range changed {
			x.index = x.index.WithFile(name, text)
		}
	}
	s.updateSnapshot(func(next *Snapshot) {
		next.links = maps.Clone(next.links)
		if next.links == nil {
			next.links = make(map[string]*linkIndex)
		}
		next.links[root] = &x
	})
	return x.index, nil
}

// Links returns the links of a folder as last read; nil if they never were.
func (now *Snapshot) Links(root string) *link.Index {
	if x := now.links[root]; x != nil {
		return x.index
	}
	return nil
}

// readChanged returns the texts that have changed since they were indexed, and forgets those that are gone.
func (x *linkIndex) readChanged(ctx context.Context, largest int64, files fs.FS, orders []string, open map[string]*File) (map[string]string, error) {
	changed, seen := make(map[string]string), make(map[string]bool)
	var tally link.Tally
	for name, about := range textsAndOrders(files, orders) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if seen[name] {
			continue
		}
		seen[name] = true
		if err := tally.Add(about); err != nil {
			return nil, err
		}
		now := Stamp{about.Size(), about.ModTime()}
		isOpen := open[name] != nil
		if was, isKnown := x.stamps[name]; isKnown && was == now && !isOpen {
			continue
		}
		text, _, err := ReadText(files, name, largest)
		if err != nil {
			delete(seen, name)
			continue
		}
		delete(x.stamps, name)
		if !isOpen {
			x.stamps[name] = now
		}
		if x.index != nil {
			if had, ok := x.index.Text(name); ok && had == text {
				continue
			}
		}
		changed[name] = text
	}
	if x.index != nil {
		for _, name := range x.index.Files() {
			if !seen[name] {
				x.index = x.index.WithoutFile(name)
				delete(x.stamps, name)
			}
		}
	}
	return changed, nil
}

// textsAndOrders yields the files that define an order, and the texts of a file system.
func textsAndOrders(files fs.FS, orders []string) iter.Seq2[string, fs.FileInfo] {
	return func(yield func(string, fs.FileInfo) bool) {
		for _, name := range slices.Compact(slices.Sorted(slices.Values(orders))) {
			if about, err := fs.Stat(files, name); err == nil && !yield(name, about) {
				return
			}
		}
		for name, about := range link.LinkableFiles(files, ".") {
			if !yield(name, about) {
				return
			}
		}
	}
}

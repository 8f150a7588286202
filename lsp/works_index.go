package lsp

import (
	"context"
	"io/fs"
	"iter"
	"maps"
	"slices"
	"sync"

	"github.com/segls/segls/analysis/link"
)

// linkIndex holds the links of a folder of the workspace. It is made when a change of several
// files first asks for it, and after that reads what has changed.
type linkIndex struct {
	mu     sync.Mutex // held while files are read
	site   link.Site
	index  *link.Index      // nil until it is asked for
	stamps map[string]stamp // of the files in it that are read from disk
}

// mostIndexed is how many texts a folder may have in which links are looked for.
const mostIndexed = 10_000

// errIndex says why links cannot be kept.
var errIndex = failed("There are more than 10,000 texts or 256 MB in this folder of the workspace, in which links to this text may be, so nothing has been done.")

// linksIn returns the index of a root with the texts as they are now. Of those that are open, what is
// in the editor counts; files besides the texts are those that say the order.
func (s *Server) linksIn(ctx context.Context, root string, files fs.FS, site link.Site, orders []string) (*link.Index, error) {
	s.works.mu.Lock()
	x := s.works.links[root]
	if x == nil {
		x = new(linkIndex)
		s.works.links[root] = x
	}
	s.works.mu.Unlock()
	open := make(map[string]bool)
	w := &openWork{root: root}
	for _, d := range s.documentsWhere(func(d *document) bool { return w.path(d.uri) != "" }) {
		open[w.path(d.uri)] = true
	}
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.index == nil || x.site != site {
		x.site, x.index, x.stamps = site, nil, make(map[string]stamp)
	}
	changed, err := x.read(ctx, s, files, orders, open)
	if err != nil {
		return nil, err
	}
	if x.index == nil {
		x.index = link.New([]link.Site{site}, maps.All(changed))
		return x.index, nil
	}
	for name, text := range changed {
		x.index = x.index.With(name, text)
	}
	return x.index, nil
}

// read are the texts that the index does not have as they are. It forgets those that are gone.
func (x *linkIndex) read(ctx context.Context, s *Server, files fs.FS, orders []string, open map[string]bool) (map[string]string, error) {
	changed, seen := make(map[string]string), make(map[string]bool)
	size := int64(0)
	for name, about := range withOrders(files, orders) {
		if ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if seen[name] {
			continue
		}
		seen[name] = true
		if size += about.Size(); len(seen) > mostIndexed || size > largestWork {
			return nil, errIndex
		}
		now := stamp{about.Size(), about.ModTime()}
		if was, isKnown := x.stamps[name]; isKnown && was == now && !open[name] {
			continue
		}
		text, _, err := readSource(files, name, int64(s.largest))
		if err != nil {
			delete(seen, name)
			continue
		}
		if x.index != nil {
			if had, ok := x.index.Text(name); ok && had == text {
				continue
			}
		}
		changed[name] = text
		delete(x.stamps, name)
		if !open[name] {
			x.stamps[name] = now
		}
	}
	if x.index != nil {
		for _, name := range x.index.Files() {
			if !seen[name] {
				x.index = x.index.Without(name)
				delete(x.stamps, name)
			}
		}
	}
	return changed, nil
}

// withOrders returns the texts of a file system, and the files that say an order.
func withOrders(files fs.FS, orders []string) iter.Seq2[string, fs.FileInfo] {
	return func(yield func(string, fs.FileInfo) bool) {
		for _, name := range slices.Compact(slices.Sorted(slices.Values(orders))) {
			if about, err := fs.Stat(files, name); err == nil && !yield(name, about) {
				return
			}
		}
		for name, about := range link.Texts(files, ".") {
			if !yield(name, about) {
				return
			}
		}
	}
}

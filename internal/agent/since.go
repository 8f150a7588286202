package agent

import (
	"context"
	"fmt"
	"io/fs"
	"maps"
	"path/filepath"
	"slices"

	"github.com/segls/segls/internal/difference"
	"github.com/segls/segls/internal/ignore"
	"github.com/segls/segls/internal/revision"
	"github.com/segls/segls/internal/work"
)

// readVersionsSince returns the texts at a path that have changed since a git revision, in both versions. For a folder
// whose order has changed, these are all files of its work.
func (s *server) readVersionsSince(ctx context.Context, commit, asked string) (old, new difference.Version, err error) {
	r, name, err := s.resolvePath(asked)
	if err != nil {
		return old, new, err
	}
	changes, then, err := revision.ChangedSince(commit, r.folder, []string{filepath.Join(r.folder, filepath.FromSlash(name))})
	if err != nil {
		return old, new, fmt.Errorf("since: %s; name a branch, tag or commit of this repository, or give \"old\" and \"new\" instead", r.errorText(err))
	}
	isHidden := func(name string) bool { return ignore.Hides(r.fsys, name) }
	maps.DeleteFunc(then.Was, func(name, _ string) bool { return isHidden(name) })
	past := &root{name: r.name, folder: r.folder, fsys: work.NewOverlay(r.fsys, then.Was, then.Gone...)}
	defer s.forget(past)
	var were, are []string
	for _, c := range changes {
		if c.Was && !isHidden(c.Name) {
			were = append(were, c.Name)
		}
		if c.IsThere && !isHidden(c.Name) {
			are = append(are, c.Name)
		}
	}
	before, wasOrdered := work.Find(past.fsys, name)
	now, isOrdered := work.Find(r.fsys, name)
	if r.isFolder(name) && wasOrdered && isOrdered && difference.IsReordered(before.Files(), now.Files()) {
		were, are = withWorkFiles(were, past, before), withWorkFiles(are, r, now)
	}
	if old.Files, err = s.readFiles(ctx, past, were); err != nil {
		return old, new, fmt.Errorf("since %s: %w", commit, err)
	}
	if new.Files, err = s.readFiles(ctx, r, are); err != nil {
		return old, new, err
	}
	shown := func(f difference.File) string { return f.Name }
	if wasOrdered {
		old.SortFiles(before.Files(), shown)
	}
	if isOrdered {
		new.SortFiles(now.Files(), shown)
	}
	return old, new, nil
}

// withWorkFiles returns the names together with those of the existing files of a work.
func withWorkFiles(names []string, r *root, of *work.Work) []string {
	for _, file := range of.Files() {
		if _, err := fs.Stat(r.fsys, file); err == nil && !slices.Contains(names, file) {
			names = append(names, file)
		}
	}
	return names
}

// readFiles returns the texts in a root that are to be compared.
func (s *server) readFiles(ctx context.Context, r *root, names []string) (files []difference.File, err error) {
	bytes := int64(0)
	for _, name := range names {
		if about, err := fs.Stat(r.fsys, name); err == nil {
			bytes += about.Size()
		}
	}
	if len(names) > maxTexts || bytes > maxTextsBytes {
		return nil, fmt.Errorf("more than %d texts or %d MB have changed; give a folder as the path, or a later revision", maxTexts, maxTextsBytes>>20)
	}
	reader := s.newTextReader()
	for _, name := range names {
		d, err := reader.loadDocument(ctx, r, name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", r.displayName(name), err)
		}
		files = append(files, difference.File{Path: r.displayName(name), Name: name, Document: d})
	}
	return files, nil
}

// forget drops the cached documents of a root that is no longer used.
func (s *server) forget(r *root) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kept = slices.DeleteFunc(s.kept, func(d document) bool { return d.root == r })
	s.divisions = slices.DeleteFunc(s.divisions, func(d *dividedWork) bool { return d.root == r })
}

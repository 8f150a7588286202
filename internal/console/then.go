package console

import (
	"io/fs"
	"path/filepath"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/internal/work"
)

// PastFolder is a folder as it was at another time.
type PastFolder struct {
	Root string            // the folder, without links
	Was  map[string]string // what was in files that have changed or are gone, by their paths from Root
	Gone []string          // the files that were not there
}

// AsOf has texts read as they were. It returns another batch.
func (b *Batch) AsOf(then *PastFolder) *Batch {
	past := *b
	past.then = then
	return &past
}

// Undivided has texts read and not divided, each alone. It returns another batch.
func (b *Batch) Undivided() *Batch {
	read := *b
	read.Divides, read.isAlone = func(analysis.Settings) bool { return false }, true
	return &read
}

// textAt returns what was in a file that has changed.
func (t *PastFolder) textAt(path string) (text string, isPast bool) {
	if t == nil {
		return "", false
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return "", false
	}
	name, err := filepath.Rel(t.Root, resolveLinks(absolute))
	if err != nil {
		return "", false
	}
	text, isPast = t.Was[filepath.ToSlash(name)]
	return text, isPast
}

// resolveLinks returns a path without links, as far as there is something.
func resolveLinks(path string) string {
	if found, err := filepath.EvalSymlinks(path); err == nil || filepath.Dir(path) == path {
		return found
	}
	return filepath.Join(resolveLinks(filepath.Dir(path)), filepath.Base(path))
}

// overlay returns a folder as it was, if it is the one that has been another.
func (t *PastFolder) overlay(root string, now fs.FS) fs.FS {
	if t == nil || resolveLinks(root) != t.Root {
		return now
	}
	return work.NewOverlay(now, t.Was, t.Gone...)
}

// findPast adds files as they were.
func (t *PastFolder) findPast(paths []string, add func(input)) {
	for _, path := range paths {
		text, _ := t.textAt(path)
		add(input{path: path, size: int64(len(text))})
	}
}

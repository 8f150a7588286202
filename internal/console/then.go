package console

import (
	"io/fs"
	"path/filepath"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/internal/work"
)

// Then is a folder as it was at another time.
type Then struct {
	Root string            // the folder, without links
	Was  map[string]string // what was in files that have changed or are gone, by their paths from Root
	Gone []string          // the files that were not there
}

// Then has texts read as they were. It returns another batch.
func (b *Batch) Then(then *Then) *Batch {
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

// text is what was in a file that has changed.
func (t *Then) text(path string) (text string, isPast bool) {
	if t == nil {
		return "", false
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return "", false
	}
	name, err := filepath.Rel(t.Root, real(absolute))
	if err != nil {
		return "", false
	}
	text, isPast = t.Was[filepath.ToSlash(name)]
	return text, isPast
}

// real is a path without links, as far as there is something.
func real(path string) string {
	if found, err := filepath.EvalSymlinks(path); err == nil || filepath.Dir(path) == path {
		return found
	}
	return filepath.Join(real(filepath.Dir(path)), filepath.Base(path))
}

// over is a folder as it was, if it is the one that has been another.
func (t *Then) over(root string, now fs.FS) fs.FS {
	if t == nil || real(root) != t.Root {
		return now
	}
	return work.Over(now, t.Was, t.Gone...)
}

// find adds files as they were.
func (t *Then) find(paths []string, add func(input)) {
	for _, path := range paths {
		text, _ := t.text(path)
		add(input{path: path, size: int64(len(text))})
	}
}

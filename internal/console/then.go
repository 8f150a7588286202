package console

import (
	"io/fs"
	"path/filepath"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/internal/work"
)

// PastFolder is a folder at an earlier time.
type PastFolder struct {
	Root string            // the folder, without links
	Was  map[string]string // old texts of files that have changed or been removed, by path relative to Root
	Gone []string          // files that did not exist yet, relative to Root
}

// AsOf returns a batch that reads texts as they were at an earlier time.
func (b *Batch) AsOf(then *PastFolder) *Batch {
	past := *b
	past.then = then
	return &past
}

// WithoutDivision returns a batch that reads texts without dividing them, each alone.
func (b *Batch) WithoutDivision() *Batch {
	read := *b
	read.Divides, read.isAlone = func(analysis.Settings) bool { return false }, true
	return &read
}

// oldText returns the old text of a file that has changed or been removed; isPast is false for other files.
func (t *PastFolder) oldText(path string) (text string, isPast bool) {
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

// resolveLinks resolves the symbolic links in the part of a path that exists.
func resolveLinks(path string) string {
	if found, err := filepath.EvalSymlinks(path); err == nil || filepath.Dir(path) == path {
		return found
	}
	return filepath.Join(resolveLinks(filepath.Dir(path)), filepath.Base(path))
}

// pastFS returns the file system of a folder: as it was at the earlier time if t holds that folder, else as it is now.
func (t *PastFolder) pastFS(root string, now fs.FS) fs.FS {
	if t == nil || resolveLinks(root) != t.Root {
		return now
	}
	return work.NewOverlay(now, t.Was, t.Gone...)
}

// eachPastFile adds the files at these paths, with the sizes of their old texts.
func (t *PastFolder) eachPastFile(paths []string, add func(input)) {
	for _, path := range paths {
		text, _ := t.oldText(path)
		add(input{path: path, size: int64(len(text))})
	}
}

package link

import (
	"bytes"
	"errors"
	"io"
	"io/fs"
	"iter"
	"path"
	"strings"
	"unicode/utf8"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/regular"
)

// LinkableFiles yields the files below a folder that may have links. It skips what is unreadable, hidden or in node_modules.
func LinkableFiles(fsys fs.FS, folder string) iter.Seq2[string, fs.FileInfo] {
	return func(yield func(string, fs.FileInfo) bool) {
		_ = fs.WalkDir(fsys, folder, func(name string, d fs.DirEntry, err error) error { // no error is returned
			base := path.Base(name)
			switch {
			case err != nil:
				return nil
			case d.IsDir() && name != folder && (strings.HasPrefix(base, ".") || base == "node_modules"):
				return fs.SkipDir
			case !d.Type().IsRegular() || strings.HasPrefix(base, "."):
				return nil
			}
			if _, known := markup.ByFileName(base); !known {
				return nil
			}
			if about, err := d.Info(); err == nil && !yield(name, about) {
				return fs.SkipAll
			}
			return nil
		})
	}
}

// MaxTexts is the greatest number of texts in a folder whose links are read.
const MaxTexts = 10_000

// ErrTooMany reports a folder that has more than [MaxTexts] texts, or more than [regular.MaxTextBytes] bytes of them.
var ErrTooMany = errors.New("there are too many texts in the folder")

// Tally counts the texts of a folder whose links are read.
type Tally struct {
	texts int
	bytes int64
}

// Add counts a text. It returns [ErrTooMany] if the limit is exceeded.
func (t *Tally) Add(about fs.FileInfo) error {
	t.texts++
	if t.bytes += about.Size(); t.texts > MaxTexts || t.bytes > regular.MaxTextBytes {
		return ErrTooMany
	}
	return nil
}

// ReadLinkableFiles returns the [LinkableFiles] below a folder, by name, except those that cannot be read or are binary. If there are too
// many, it returns those read so far and [ErrTooMany].
func ReadLinkableFiles(fsys fs.FS, folder string) (map[string]string, error) {
	texts := make(map[string]string)
	var tally Tally
	for name, about := range LinkableFiles(fsys, folder) {
		if err := tally.Add(about); err != nil {
			return texts, err
		}
		if text, err := fs.ReadFile(fsys, name); err == nil && !isBinary(text) {
			texts[name] = string(text)
		}
	}
	return texts, nil
}

// isBinary reports whether a file is not a text, by the same test as git.
func isBinary(file []byte) bool { return bytes.IndexByte(file[:min(len(file), testedBytes)], 0) >= 0 }

const testedBytes = 8000

// readUnlessBinary reads a file, but only the beginning if it is binary. It returns false for a binary file and for one that cannot be read.
func readUnlessBinary(fsys fs.FS, name string) (text []byte, ok bool) {
	f, err := fsys.Open(name)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	head, err := io.ReadAll(io.LimitReader(f, testedBytes))
	if err != nil || isBinary(head) {
		return nil, false
	}
	rest, err := io.ReadAll(f)
	return append(head, rest...), err == nil
}

// The limits on the text that is searched for names of moved text.
const (
	mostSearched    = 1 << 20 // bytes of a file
	mostSearchedAll = 512 << 20
)

// SearchableFiles yields the files below a folder that may name others, with their texts: those in UTF-8 of at most 1 MiB, but not those in
// node_modules or in the folders of version control. If these have more than 512 MiB in total, it stops there and, unless isAll is nil,
// sets *isAll to false.
func SearchableFiles(fsys fs.FS, folder string, isAll *bool) iter.Seq2[string, string] {
	return func(yield func(string, string) bool) {
		size := int64(0)
		_ = fs.WalkDir(fsys, folder, func(name string, d fs.DirEntry, err error) error { // no error is returned
			base := path.Base(name)
			switch {
			case err != nil:
				return nil
			case d.IsDir() && (base == ".git" || base == ".hg" || base == ".svn" || base == ".jj" || base == "node_modules"):
				return fs.SkipDir
			case !d.Type().IsRegular():
				return nil
			}
			about, err := d.Info()
			if err != nil || about.Size() > mostSearched {
				return nil
			}
			text, ok := readUnlessBinary(fsys, name)
			if !ok || !utf8.Valid(text) {
				return nil
			}
			if size += about.Size(); size > mostSearchedAll {
				if isAll != nil {
					*isAll = false
				}
				return fs.SkipAll
			}
			if !yield(name, string(text)) {
				return fs.SkipAll
			}
			return nil
		})
	}
}

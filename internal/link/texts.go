package link

import (
	"io/fs"
	"iter"
	"path"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// Texts are the files of a folder, and of those below it, in which links may be. What cannot be
// read has none; nor has what is hidden, or installed.
func Texts(fsys fs.FS, folder string) iter.Seq2[string, fs.FileInfo] {
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

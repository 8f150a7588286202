package ignore

import (
	"os"
	"path/filepath"

	"github.com/segls/segls/internal/work"
)

// RootOf returns the folder whose texts belong with a file that is in no workspace: the nearest one around it that has an
// order that names the file, a settings file of segls or a repository of git; else the file's own, or the folders of which
// its own is one of a series, or has a weight among. Of what is above it reads nothing else. It returns "" if that would be all that somebody has.
func RootOf(file string) string {
	own := filepath.Dir(file)
	home, _ := os.UserHomeDir()
	for folder := own; folder != home; folder = filepath.Dir(folder) {
		if isRoot(folder, file) {
			return folder
		}
		if filepath.Dir(folder) == folder {
			break
		}
	}
	if work.IsPersonal(filepath.ToSlash(own)) {
		return ""
	}
	for folder := own; ; folder = filepath.Dir(folder) {
		above := filepath.Dir(folder)
		if work.IsPersonal(filepath.ToSlash(above)) || !inSeries(above, own) {
			return folder
		}
	}
}

// isRoot reports whether a folder says of itself that a file in it belongs to it.
func isRoot(folder, file string) bool {
	for _, name := range []string{".git", work.SettingsFile} {
		if _, err := os.Lstat(filepath.Join(folder, name)); err == nil {
			return true
		}
	}
	return in(folder, file, func(f *work.Finder, name string) bool { return f.IsOrdered(".", name) })
}

// inSeries reports whether a folder in another one is one of a series of folders that are a work.
func inSeries(folder, below string) bool {
	return in(folder, below, func(f *work.Finder, name string) bool { return f.IsOrderedByFiles(".", name) })
}

// in asks a finder for the works of a folder about a file or folder in it.
func in(folder, name string, ask func(f *work.Finder, name string) bool) bool {
	relative, err := filepath.Rel(folder, name)
	if err != nil {
		return false
	}
	fsys, closeRoot, err := Open(folder)
	if err != nil {
		return false
	}
	defer func() { _ = closeRoot() }() // nothing was written
	return ask(work.NewFinder(fsys), filepath.ToSlash(relative))
}

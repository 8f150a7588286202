package ignore

import (
	"os"
	"path/filepath"

	"github.com/segls/segls/internal/work"
)

// ProjectRoot returns the folder whose texts belong with a file that is in no workspace: one that claims the file by an order, settings or
// a repository, or else the file's own folder or that of the series around it; "" for a file directly in a personal folder, whose texts do
// not belong together.
func ProjectRoot(file string) string {
	var r RootFinder
	defer r.Close()
	own := filepath.Dir(file)
	if root, ok := r.claimingFolder(own, file); ok {
		return root
	}
	if work.IsPersonal(filepath.ToSlash(own)) {
		return ""
	}
	return r.seriesAround(own)
}

// CommandRoot is [RootFinder.CommandRoot] for one file or folder.
func CommandRoot(path string) string {
	var r RootFinder
	defer r.Close()
	return r.CommandRoot(path)
}

// RootFinder finds the root folders of many files and reads each order once. It is not safe for concurrent use.
type RootFinder struct {
	finders map[string]*work.Finder // by folder; nil if it cannot be opened
	close   []func() error
}

// Close closes the folders.
func (r *RootFinder) Close() {
	for _, closeRoot := range r.close {
		_ = closeRoot() // an error does not matter: nothing was written
	}
}

// CommandRoot returns the folder whose texts a command reads together with a file or folder: its Git repository, or the folder that
// [ProjectRoot] returns. A personal folder without an order is its own root.
func (r *RootFinder) CommandRoot(path string) string {
	if root, ok := RepositoryAround(path); ok {
		return root
	}
	if root, ok := r.claimingFolder(path, path); ok {
		return root
	}
	own := path
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		own = filepath.Dir(path)
		if root, ok := r.claimingFolder(own, own); ok { // there is an order beside the file, but it leaves the file out
			return root
		}
	}
	if work.IsPersonal(filepath.ToSlash(own)) {
		return own
	}
	return r.seriesAround(own)
}

// seriesAround returns the outermost folder that contains a folder through series of folders; without a series, the folder itself.
func (r *RootFinder) seriesAround(own string) string {
	for folder := own; ; folder = filepath.Dir(folder) {
		above := filepath.Dir(folder)
		if work.IsPersonal(filepath.ToSlash(above)) || !r.inSeries(above, own) {
			return folder
		}
	}
}

// RepositoryAround returns the nearest Git repository at or above a file or folder, but not the home folder or the root of the disk.
func RepositoryAround(path string) (root string, ok bool) { return nearest(path, IsRepository) }

// IsRepository reports whether a folder is the top of a Git repository, or of one of its work trees.
func IsRepository(folder string) bool {
	_, err := os.Lstat(filepath.Join(folder, ".git"))
	return err == nil
}

// nearest returns the nearest folder at or above a path for which isRoot returns true, except the home folder and the root of the disk.
func nearest(path string, isRoot func(folder string) bool) (root string, ok bool) {
	home, _ := os.UserHomeDir()
	for folder := path; folder != home && filepath.Dir(folder) != folder; folder = filepath.Dir(folder) {
		if isRoot(folder) {
			return folder, true
		}
	}
	return "", false
}

// claimingFolder returns the nearest folder at or above a file or folder that claims path as its own, or
// the folder above it if the order there claims path, too: book.toml is above SUMMARY.md.
func (r *RootFinder) claimingFolder(from, path string) (root string, ok bool) {
	root, ok = nearest(from, func(folder string) bool { return r.claimsFile(folder, path) })
	if !ok {
		return "", false
	}
	if above := filepath.Dir(root); !work.IsPersonal(filepath.ToSlash(above)) && r.hasOrderNaming(above, path) {
		return above, true
	}
	return root, true
}

// claimsFile reports whether a folder claims a file in it as its own: by its settings, as a repository, or by an order that names the file.
func (r *RootFinder) claimsFile(folder, file string) bool {
	if _, err := os.Lstat(filepath.Join(folder, work.SettingsFile)); err == nil || IsRepository(folder) {
		return true
	}
	return r.hasOrderNaming(folder, file)
}

// hasOrderNaming reports whether a folder has an order that names a file or folder.
func (r *RootFinder) hasOrderNaming(folder, path string) bool {
	f, name := r.finderIn(folder, path)
	return f != nil && f.IsOrdered(".", name)
}

// inSeries reports whether a folder in another one belongs to a series of folders that form a work.
func (r *RootFinder) inSeries(folder, below string) bool {
	f, name := r.finderIn(folder, below)
	return f != nil && f.IsOrderedByFiles(".", name)
}

// finderIn returns a finder for the works of a folder, or nil, and the path of a file in the folder.
func (r *RootFinder) finderIn(folder, path string) (f *work.Finder, name string) {
	relative, err := filepath.Rel(folder, path)
	if err != nil {
		return nil, ""
	}
	f, isKnown := r.finders[folder]
	if !isKnown {
		if fsys, closeRoot, err := OpenVisible(folder); err == nil {
			f = work.NewFinder(fsys)
			r.close = append(r.close, closeRoot)
		}
		if r.finders == nil {
			r.finders = make(map[string]*work.Finder)
		}
		r.finders[folder] = f
	}
	return f, filepath.ToSlash(relative)
}

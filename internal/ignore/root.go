package ignore

import (
	"os"
	"path/filepath"

	"github.com/segls/segls/internal/work"
)

// RootOf returns the folder whose texts belong with a file that is in no workspace: the nearest one
// around it with an order that names the file, a settings file of segls or a git repository; else
// the file's own folder or, if that is one of a series of folders that form a work, the folder that
// contains these, and so on. It reads nothing else above the file. Without an order, settings or a
// repository it returns "" for a file right in a personal folder, whose texts do not belong
// together.
func RootOf(file string) string {
	own := filepath.Dir(file)
	if root, ok := rootAround(own, file); ok {
		return root
	}
	if work.IsPersonal(filepath.ToSlash(own)) {
		return ""
	}
	return seriesAround(own)
}

// RootAround returns the folder whose texts a command reads together with a file or folder: the
// repository of git that it is in, or else what [RootOf] says. It returns the folder itself, or that
// of the file, if it is a personal one without an order.
func RootAround(path string) string {
	if root, ok := RepositoryAround(path); ok {
		return root
	}
	if root, ok := rootAround(path, path); ok {
		return root
	}
	own := path
	if info, err := os.Stat(path); err != nil || !info.IsDir() {
		own = filepath.Dir(path)
		if root, ok := rootAround(own, own); ok { // an order beside the file, which leaves it out
			return root
		}
	}
	if work.IsPersonal(filepath.ToSlash(own)) {
		return own
	}
	return seriesAround(own)
}

// seriesAround returns the folder that contains the series of folders of which a folder is one, and
// so on; else the folder itself.
func seriesAround(own string) string {
	for folder := own; ; folder = filepath.Dir(folder) {
		above := filepath.Dir(folder)
		if work.IsPersonal(filepath.ToSlash(above)) || !inSeries(above, own) {
			return folder
		}
	}
}

// RepositoryAround returns the nearest repository of git at or above a file or folder, but not the home folder or the root of the disk.
func RepositoryAround(path string) (root string, ok bool) { return nearest(path, IsRepository) }

// IsRepository reports whether a folder is the top of a repository of git, or of a work tree of one.
func IsRepository(folder string) bool {
	_, err := os.Lstat(filepath.Join(folder, ".git"))
	return err == nil
}

// nearest returns the nearest folder at or above a file or folder for which is returns true, except the home folder and the root of the disk.
func nearest(path string, is func(folder string) bool) (root string, ok bool) {
	home, _ := os.UserHomeDir()
	for folder := path; folder != home && filepath.Dir(folder) != folder; folder = filepath.Dir(folder) {
		if is(folder) {
			return folder, true
		}
	}
	return "", false
}

// rootAround returns the nearest folder at or above a file or folder that claims path as its own, or
// the folder above that one if its order claims path too: book.toml is above SUMMARY.md.
func rootAround(from, path string) (root string, ok bool) {
	root, ok = nearest(from, func(folder string) bool { return isRoot(folder, path) })
	if !ok {
		return "", false
	}
	if above := filepath.Dir(root); !work.IsPersonal(filepath.ToSlash(above)) && isOrdered(above, path) {
		return above, true
	}
	return root, true
}

// isRoot reports whether a folder claims a file in it as its own.
func isRoot(folder, file string) bool {
	if _, err := os.Lstat(filepath.Join(folder, work.SettingsFile)); err == nil || IsRepository(folder) {
		return true
	}
	return isOrdered(folder, file)
}

// isOrdered reports whether a folder has an order that names a file or folder.
func isOrdered(folder, path string) bool {
	return withFinder(folder, path, func(f *work.Finder, name string) bool { return f.IsOrdered(".", name) })
}

// inSeries reports whether a folder in another one is one of a series of folders that form a work.
func inSeries(folder, below string) bool {
	return withFinder(folder, below, func(f *work.Finder, name string) bool { return f.IsOrderedByFiles(".", name) })
}

// withFinder calls ask with a finder for the works of a folder and the name in it of a file or folder.
func withFinder(folder, name string, ask func(f *work.Finder, name string) bool) bool {
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

package revision

import (
	"bytes"
	"crypto/sha1" //nolint:gosec // git names contents by their SHA-1
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/ignore"
	"github.com/segls/segls/internal/notebook"
	"github.com/segls/segls/internal/regular"
	"github.com/segls/segls/internal/work"
)

// File is a file in a folder that has changed since a revision.
type File struct {
	Name     string // path relative to the folder
	Was, Now []byte // contents; nil if the file did not exist, or no longer does
}

// Changed returns the files in a folder of a repository that have changed since its branch diverged from that of a revision: the files in
// named, and the texts and the files that may define their order, except hidden ones and new ones that git ignores. Links are left out.
func Changed(root, revision string, named ...string) ([]File, error) {
	from, err := mergeBase(root, revision)
	if err != nil {
		return nil, err
	}
	was, err := blobIDs(root, from)
	if err != nil {
		return nil, err
	}
	names, err := filesIn(root)
	if err != nil {
		return nil, err
	}
	for name := range was {
		names = append(names, name)
	}
	names = append(names, named...)
	slices.Sort(names)
	var changed []File
	var ids []string
	for _, name := range slices.Compact(names) {
		if !slices.Contains(named, name) && !isTextOrOrder(name) {
			continue
		}
		now, isThere := contentOf(filepath.Join(root, filepath.FromSlash(name)))
		id := was[name]
		if id == "" && !isThere || id != "" && isThere && hasID(id, now) {
			continue
		}
		f := File{Name: name}
		if isThere {
			f.Now = now
		}
		changed = append(changed, f)
		if id != "" {
			ids = append(ids, id)
		}
	}
	texts, err := readBlobs(root, ids)
	for i := range changed {
		if was[changed[i].Name] != "" && err == nil {
			changed[i].Was, texts = texts[0], texts[1:]
		}
	}
	return changed, err
}

// filesIn returns the visible files in a folder, and all that git tracks there. It leaves out other repositories in the folder.
func filesIn(root string) ([]string, error) {
	names, err := trackedFiles(root)
	if err != nil {
		return nil, err
	}
	fsys, done, err := ignore.OpenVisible(root)
	if err != nil {
		return nil, err
	}
	defer done()
	err = fs.WalkDir(fsys, ".", func(name string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil && name == ".":
			return err
		case err != nil: // like other commands, skip what cannot be read
		case entry.IsDir() && name != ".":
			_, err := os.Lstat(filepath.Join(root, filepath.FromSlash(name), ".git"))
			if isHidden(entry.Name()) || err == nil {
				return fs.SkipDir // another repository has its own history
			}
		case entry.Type().IsRegular():
			names = append(names, name)
		}
		return nil
	})
	return names, err
}

// isTextOrOrder reports whether a file is a text, or may define an order of texts.
func isTextOrOrder(name string) bool {
	folder, base := path.Split(name)
	if isHidden(folder) || isHidden(base) && !work.ReadsHidden(base) {
		return false
	}
	_, isText := markup.ByFileName(name)
	return isText || notebook.HasNotebookName(name) || work.ReadsHidden(base) || slices.Contains([]string{"conf.py", "latexmkrc"}, base) ||
		slices.Contains([]string{".toml", ".yml", ".yaml", ".json", ".js", ".ts", ".mjs", ".cjs", ".mts", ".cts"}, path.Ext(name))
}

// isHidden reports whether a part of a path begins with a dot.
func isHidden(name string) bool { return strings.HasPrefix(name, ".") || strings.Contains(name, "/.") }

// contentOf returns the content of a file, empty if it cannot be read, and whether the file exists. Links and pipes count as missing.
func contentOf(file string) (content []byte, isThere bool) {
	about, err := os.Lstat(file)
	if err != nil || !about.Mode().IsRegular() {
		return nil, false
	}
	content, err = regular.Read(regular.Disk{}, file, math.MaxInt64-1)
	return append([]byte{}, content...), !errors.Is(err, fs.ErrNotExist)
}

// hasID reports whether git gives the ID to this content, either unchanged or with LF as its line ending.
func hasID(id string, content []byte) bool {
	return idOf(content, len(id)) == id ||
		bytes.Contains(content, []byte("\r\n")) && idOf(bytes.ReplaceAll(content, []byte("\r\n"), []byte("\n")), len(id)) == id
}

// idOf returns the ID that git gives to the content of a file, in a repository whose IDs have the given length.
func idOf(content []byte, length int) string {
	head := fmt.Appendf(nil, "blob %d\x00", len(content))
	if length == hex.EncodedLen(sha256.Size) {
		h := sha256.New()
		h.Write(head)
		h.Write(content)
		return hex.EncodeToString(h.Sum(nil))
	}
	h := sha1.New() //nolint:gosec // see the import
	h.Write(head)
	h.Write(content)
	return hex.EncodeToString(h.Sum(nil))
}

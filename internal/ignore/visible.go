package ignore

import (
	"io"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/segls/segls/internal/regular"
	"github.com/segls/segls/internal/work"
)

// OpenVisible returns a folder as a file system. Its Stat and ReadDir leave out files that git ignores, and Stat also hidden ones, except
// those of [work.ReadsHidden]. Open and ReadFile do not check this, but no link leads out of the folder. The file system is safe for
// concurrent use until it is closed.
func OpenVisible(root string) (fsys fs.FS, closeRoot func() error, err error) {
	opened, err := os.OpenRoot(root)
	if err != nil {
		return nil, nil, err
	}
	return &visibleFS{rootFS: opened.FS().(rootFS), opened: opened, root: root, rules: make(map[string]Rules)}, opened.Close, nil
}

// rootFS is the interface of [os.Root.FS].
type rootFS interface {
	fs.StatFS
	fs.ReadFileFS
	fs.ReadDirFS
}

// visibleFS is the file system of [OpenVisible].
type visibleFS struct {
	rootFS
	opened *os.Root
	root   string

	mu    sync.Mutex
	rules map[string]Rules // by folder
	notes []work.Problem   // problems with files that cannot be read
}

// Open implements [fs.FS]. It opens only files and folders, because opening a device may have
// effects, and never blocks, even if a device has taken the place of a file since.
func (v *visibleFS) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	if about, err := v.rootFS.Stat(name); err == nil && !about.IsDir() {
		if err := regular.Check(about, regular.MaxTextBytes); err != nil {
			return nil, &fs.PathError{Op: "open", Path: name, Err: err}
		}
	}
	return v.opened.OpenFile(filepath.FromSlash(name), regular.OpenFlags, 0)
}

// unfilteredFiles is the folder including hidden and ignored files.
type unfilteredFiles struct{ *visibleFS }

// Stat implements [regular.Files].
func (u unfilteredFiles) Stat(name string) (fs.FileInfo, error) { return u.rootFS.Stat(name) }

// Open implements [regular.Files].
func (u unfilteredFiles) Open(name string) (io.ReadCloser, error) { return u.visibleFS.Open(name) }

// ReadFile implements [fs.ReadFileFS].
func (v *visibleFS) ReadFile(name string) ([]byte, error) {
	text, err := regular.Read(unfilteredFiles{v}, name, regular.MaxTextBytes)
	if err != nil {
		return nil, &fs.PathError{Op: "read", Path: name, Err: err}
	}
	return text, nil
}

// AddProblem implements [work.ProblemKeeper].
func (v *visibleFS) AddProblem(p work.Problem) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !slices.ContainsFunc(v.notes, func(q work.Problem) bool { return q.File == p.File }) {
		v.notes = append(v.notes, p)
	}
}

// Locate implements [work.Locator].
func (v *visibleFS) Locate(name string) string {
	return filepath.ToSlash(filepath.Join(v.root, filepath.FromSlash(name)))
}

// Problems implements [work.ProblemKeeper]: it returns the files that could not be read so far, including files of rules.
func (v *visibleFS) Problems() []work.Problem {
	v.mu.Lock()
	defer v.mu.Unlock()
	list := slices.Clone(v.notes)
	for _, folder := range slices.Sorted(maps.Keys(v.rules)) {
		for _, p := range v.rules[folder].Problems() {
			name, err := filepath.Rel(v.root, p.File)
			p.File = filepath.ToSlash(name)
			if err == nil && filepath.IsLocal(name) && !slices.ContainsFunc(list, func(q work.Problem) bool { return q.File == p.File }) {
				list = append(list, p)
			}
		}
	}
	return list
}

// ReadDir implements [fs.ReadDirFS].
func (v *visibleFS) ReadDir(name string) ([]fs.DirEntry, error) {
	listed, err := v.rootFS.ReadDir(name)
	rules, folder := v.rulesOf(name), filepath.Join(v.root, filepath.FromSlash(name))
	return slices.DeleteFunc(listed, func(d fs.DirEntry) bool { return rules.Ignores(filepath.Join(folder, d.Name()), d.IsDir()) }), err
}

// Stat implements [fs.StatFS]: hidden and ignored files do not exist.
func (v *visibleFS) Stat(name string) (fs.FileInfo, error) {
	about, err := v.rootFS.Stat(name)
	if err == nil && v.hides(name, about.IsDir()) {
		return nil, &fs.PathError{Op: "stat", Path: name, Err: fs.ErrNotExist}
	}
	return about, err
}

// Hides reports whether a file system of [OpenVisible], or one below an overlay, leaves out a file of that name, whether or not it
// exists.
func Hides(fsys fs.FS, name string) bool {
	if overlay, isOverlay := fsys.(*work.Overlay); isOverlay {
		fsys = overlay.Underlying()
	}
	v, isOurs := fsys.(*visibleFS)
	return isOurs && v.hides(name, false)
}

func (v *visibleFS) hides(name string, isFolder bool) bool {
	for at := name; at != "."; at = path.Dir(at) {
		base := path.Base(at)
		isHidden := strings.HasPrefix(base, ".") && at != ".." && !work.ReadsHidden(base)
		if isHidden || v.rulesOf(path.Dir(at)).Ignores(filepath.Join(v.root, filepath.FromSlash(at)), at != name || isFolder) {
			return true
		}
	}
	return false
}

func (v *visibleFS) rulesOf(name string) Rules {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.rulesOfLocked(name)
}

// rulesOfLocked is rulesOf for callers that hold mu.
func (v *visibleFS) rulesOfLocked(name string) Rules {
	if rules, isKnown := v.rules[name]; isKnown {
		return rules
	}
	folder := filepath.Join(v.root, filepath.FromSlash(name))
	outer := RulesAbove(v.root)
	if name != "." {
		outer = v.rulesOfLocked(path.Dir(name))
	}
	rules := outer.InFolder(folder)
	v.rules[name] = rules
	return rules
}

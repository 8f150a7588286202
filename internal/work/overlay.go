package work

import (
	"bytes"
	"io"
	"io/fs"
	"path"
	"slices"
	"strings"
	"time"
)

// Overlay is a file system with texts, such as those open in an editor, that replace or add to the files of another one.
type Overlay struct {
	fsys    fs.FS
	texts   map[string]string
	removed map[string]bool
	folders map[string]map[string]bool // by folder: the names of the texts in it, and of its folders that contain texts
}

// NewOverlay returns a file system with texts, by path, over the files of another, and without the removed files.
func NewOverlay(fsys fs.FS, texts map[string]string, removed ...string) *Overlay {
	o := &Overlay{fsys: fsys, texts: texts, removed: make(map[string]bool), folders: make(map[string]map[string]bool)}
	for _, file := range removed {
		o.removed[file] = true
	}
	for file := range texts {
		for at := file; at != "."; at = path.Dir(at) {
			folder := path.Dir(at)
			if o.folders[folder] == nil {
				o.folders[folder] = make(map[string]bool)
			}
			o.folders[folder][path.Base(at)] = true
		}
	}
	return o
}

// Open implements [fs.FS].
func (o *Overlay) Open(name string) (fs.File, error) {
	if !fs.ValidPath(name) {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	if text, ok := o.texts[name]; ok {
		return &overlaid{Reader: strings.NewReader(text), about: overlaidInfo{path.Base(name), int64(len(text))}}, nil
	}
	if o.removed[name] {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrNotExist}
	}
	f, err := o.fsys.Open(name)
	if err != nil && o.folders[name] != nil {
		return &overlaid{Reader: bytes.NewReader(nil), about: overlaidFolder{overlaidInfo{name: path.Base(name)}}}, nil
	}
	return f, err
}

// Underlying returns the file system without the texts.
func (o *Overlay) Underlying() fs.FS { return o.fsys }

// AddProblem implements [ProblemKeeper], for the underlying file system.
func (o *Overlay) AddProblem(p Problem) {
	if noter, notes := o.fsys.(ProblemKeeper); notes {
		noter.AddProblem(p)
	}
}

// Problems implements [ProblemKeeper].
func (o *Overlay) Problems() []Problem {
	if noter, notes := o.fsys.(ProblemKeeper); notes {
		return noter.Problems()
	}
	return nil
}

// Locate implements [Locator], for the underlying file system.
func (o *Overlay) Locate(name string) string { return (&reader{fsys: o.fsys}).absolute(name) }

// Stat implements [fs.StatFS].
func (o *Overlay) Stat(name string) (fs.FileInfo, error) {
	if _, ok := o.texts[name]; !ok && !o.removed[name] && o.folders[name] == nil {
		return fs.Stat(o.fsys, name)
	}
	f, err := o.Open(name)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Stat()
}

// ReadDir implements [fs.ReadDirFS].
func (o *Overlay) ReadDir(name string) ([]fs.DirEntry, error) {
	listed, err := fs.ReadDir(o.fsys, name)
	own := o.folders[name]
	if err != nil && own == nil {
		return nil, err
	}
	listed = slices.DeleteFunc(listed, func(d fs.DirEntry) bool {
		file := path.Join(name, d.Name())
		_, overlaid := o.texts[file]
		return o.removed[file] || overlaid || own[d.Name()] && !d.IsDir()
	})
	for base := range own {
		if !slices.ContainsFunc(listed, func(d fs.DirEntry) bool { return d.Name() == base }) {
			if about, err := o.Stat(path.Join(name, base)); err == nil {
				listed = append(listed, fs.FileInfoToDirEntry(about))
			}
		}
	}
	slices.SortFunc(listed, func(a, b fs.DirEntry) int { return strings.Compare(a.Name(), b.Name()) })
	return listed, nil
}

// overlaid is an open text of an overlay, or a folder that exists only in the overlay.
type overlaid struct {
	io.Reader
	about fs.FileInfo
}

func (f *overlaid) Stat() (fs.FileInfo, error) { return f.about, nil }
func (f *overlaid) Close() error               { return nil }

type overlaidInfo struct {
	name string
	size int64
}

func (i overlaidInfo) Name() string     { return i.name }
func (i overlaidInfo) Size() int64      { return i.size }
func (overlaidInfo) Mode() fs.FileMode  { return 0o600 }
func (overlaidInfo) ModTime() time.Time { return time.Time{} }
func (overlaidInfo) IsDir() bool        { return false }
func (overlaidInfo) Sys() any           { return nil }

type overlaidFolder struct{ overlaidInfo }

func (overlaidFolder) Mode() fs.FileMode { return fs.ModeDir | 0o700 }
func (overlaidFolder) IsDir() bool       { return true }

package config

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"syscall"

	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/analysis/setting"
	"github.com/segls/segls/internal/regular"
)

// Name is the name of settings files in a project.
const Name = ".segls.toml"

// MaxSize is the size in bytes above which a settings file is refused.
const MaxSize = 1 << 20

// UserFile returns the path of the user's own settings file; "" if the system has no folder for it.
func UserFile() string {
	folder, err := os.UserConfigDir()
	if err != nil {
		return ""
	}
	return filepath.Join(folder, "segls", "segls.toml")
}

// Cache finds and reads settings files and remembers their last valid contents. It reads only files
// that may hold settings for the documents in the queries. It must not be used concurrently.
type Cache[S any] struct {
	Declared setting.List[S]
	Disk     regular.Files
	Home     string // the user's home folder, where a search ends; "" if there is none
	User     string // the path of the user's own file; "" if there is none

	files map[string]*File
}

// NewCache returns a cache over the system's disk and the user's folders.
func NewCache[S any](declared setting.List[S]) *Cache[S] {
	home, _ := os.UserHomeDir()
	return &Cache[S]{Declared: declared, Disk: regular.Disk{}, Home: home, User: UserFile()}
}

// Query describes the document whose settings are wanted.
type Query struct {
	Document string // its absolute path; "" if it is not a file
	Root     string // the workspace folder that contains it; "" if none does
	File     string // if not "", the one file to read in place of all that would be found

	// Layers that do not come from files.
	Editor  Layer
	InFile  Layer // in the document itself
	Session Layer // strongest of all, like flags
}

// Settings answers queries from the current files. Each file is read once for all queries.
func (c *Cache[S]) Settings(queries ...Query) []EffectiveSettings[S] {
	read := make(map[string]*File)
	open := func(path string) *File {
		f, ok := read[path]
		if !ok {
			f = c.rereadFile(path)
			read[path] = f
		}
		return f
	}
	answers := make([]EffectiveSettings[S], len(queries))
	for i, q := range queries {
		answers[i] = c.settingsFor(q, open)
	}
	return answers
}

// File returns a file as last read; nil if it did not exist or has never been read.
func (c *Cache[S]) File(path string) *File { return c.files[path] }

// settingsFor merges the layers of a query. open returns nil for a file that does not exist.
func (c *Cache[S]) settingsFor(q Query, open func(path string) *File) EffectiveSettings[S] {
	var user, project []*File
	if q.File != "" {
		project = existingFiles(open, []string{q.File})
	} else {
		if c.User != "" {
			user = existingFiles(open, []string{c.User})
		}
		project = existingFiles(open, c.candidates(q))
		for i, f := range project {
			if c.leadsOut(f.Path, q.Root) {
				problem := Problem{Path: f.Path, Line: 1, Column: 1, Code: Unreadable, Message: sentence.New("this is a symbolic link that leads out of the project")}
				project[i] = &File{Path: f.Path, broken: true, Problems: []Problem{problem}}
			}
		}
	}
	var layers []Layer
	for _, f := range user {
		layers = append(layers, f.generalLayers()...)
		layers = append(layers, f.overridingLayers(q.Document)...)
	}
	layers = append(layers, q.Editor)
	for _, f := range project {
		layers = append(layers, f.generalLayers()...)
	}
	for _, f := range project {
		layers = append(layers, f.overridingLayers(q.Document)...)
	}
	e := Merge(c.Declared, append(layers, q.InFile, q.Session)...)
	e.Files = append(user, project...)
	return e
}

// leadsOut reports whether a project's settings file is a link to a place outside the project. The project is root
// or, if that is "", the repository that contains the file or, without a repository, the file's folder.
func (c *Cache[S]) leadsOut(path, root string) bool {
	real, err := filepath.EvalSymlinks(path)
	if err != nil || real == path {
		return false
	}
	for folder := filepath.Dir(path); root == ""; folder = filepath.Dir(folder) {
		if _, err := c.Disk.Stat(filepath.Join(folder, ".git")); err == nil {
			root = folder
		} else if folder == filepath.Dir(folder) {
			root = filepath.Dir(path)
		}
	}
	if top, err := filepath.EvalSymlinks(root); err == nil {
		root = top
	}
	relative, err := filepath.Rel(root, real)
	return err != nil || !filepath.IsLocal(relative)
}

func existingFiles(open func(path string) *File, paths []string) []*File {
	var files []*File
	for _, path := range paths {
		if f := open(path); f != nil {
			files = append(files, f)
		}
	}
	return files
}

// candidates returns the paths of settings files that may apply to a document, the outermost first.
func (c *Cache[S]) candidates(q Query) []string {
	folder := filepath.Dir(q.Document)
	if q.Document == "" {
		folder = q.Root
	}
	if folder == "" {
		return nil
	}
	var paths []string
	for {
		paths = append(paths, filepath.Join(folder, Name))
		parent := filepath.Dir(folder)
		if parent == folder || samePath(folder, q.Root) || samePath(folder, c.Home) || q.Document == "" {
			slices.Reverse(paths)
			return paths
		}
		folder = parent
	}
}

// samePath reports whether two paths are equal, on Windows regardless of case.
func samePath(a, b string) bool {
	if b == "" {
		return false
	}
	if b = filepath.Clean(b); runtime.GOOS == "windows" {
		return strings.EqualFold(a, b)
	}
	return a == b
}

// rereadFile reads a file again; nil if there is none. Invalid parts keep their last valid contents.
func (c *Cache[S]) rereadFile(path string) *File {
	text, err := regular.Read(c.Disk, path, MaxSize)
	if err != nil && meansNoFile(err) {
		delete(c.files, path)
		return nil
	}
	var f *File
	if err == nil {
		f = Parse(c.Declared, path, string(text))
	} else {
		f = &File{Path: path, broken: true, Problems: []Problem{{Path: path, Line: 1, Column: 1, Code: Unreadable, Message: sentence.FromError(err)}}}
	}
	if path == c.User && c.Home != "" {
		f.folder = c.Home // the folder with the user's documents
	}
	if last := c.files[path]; last != nil {
		f.keepLastGood(last)
	}
	if c.files == nil {
		c.files = make(map[string]*File)
	}
	c.files[path] = f
	return f
}

// meansNoFile reports whether an error means that there is no such file, or that there can be none.
func meansNoFile(err error) bool {
	return slices.ContainsFunc([]error{fs.ErrNotExist, syscall.ENOTDIR, syscall.EINVAL, syscall.ENAMETOOLONG}, func(is error) bool {
		return errors.Is(err, is)
	})
}

package work

import (
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"maps"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
	"github.com/pelletier/go-toml/v2"
	"go.yaml.in/yaml/v3"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/notebook"
	"github.com/segls/segls/internal/regular"
)

// Work is an ordered tree of files that together are one text.
type Work struct {
	Kind    string // one of [Kinds], or "folder"
	Title   string // "" if none
	Folder  string // the folder that contains the files
	Order   string // the file that holds the order; "" if it is given by the names or weights of the files
	Entries []*Entry

	// Orphans are the texts in the folder that are not in the order, in natural order.
	Orphans []string

	Problems []Problem
	// IsBroken means that the order cannot be read; Problems usually has the reason. The entries are then the files of the folder, or come
	// from an order read earlier.
	IsBroken bool

	// Definitions are the commands and environments that the files of a LaTeX document define for each other; see
	// [markup.Format.WithSharedDefinitions].
	Definitions string

	kind    *kind          // the kind with the name Kind
	targets map[string]int // target lengths in words, by path or pattern relative to at; "" is the whole work

	at    string      // the folder in which the work was found
	lists []*itemList // the lists with the top entries
}

// Entry is a file of a work, or a title above several entries.
type Entry struct {
	Title   string // in the order; "" if none
	Path    string // "" for a title without a file
	File    string // the order, a file that includes this one, or the file that holds its weight; "" if none
	Line    int    // line of the entry in File, counted from 0
	Entries []*Entry

	weight *weight // set if the kind of the work has weights

	place *itemPlace  // nil if it is not written anywhere, or where it cannot be moved
	lists []*itemList // the lists with the entries below

	around []string // the conditions around its include, if place is nil
}

// Problem is a mistake in an order.
type Problem struct {
	File    string
	Line    int // from 0
	Message *sentence.Sentence
}

func (p Problem) String() string { return fmt.Sprintf("%s:%d: %s", p.File, p.Line+1, p.Message) }

// Tray is the name of a folder for text that was cut from the files around it and not yet pasted.
const Tray = "tray"

// mostFiles is the largest number of files in a work, including orphans.
const mostFiles = 10_000

// All yields the entries in order, each with its depth, counted from 0.
func (w *Work) All() iter.Seq2[*Entry, int] {
	return func(yield func(*Entry, int) bool) {
		var each func(entries []*Entry, depth int) bool
		each = func(entries []*Entry, depth int) bool {
			for _, e := range entries {
				if !yield(e, depth) || !each(e.Entries, depth+1) {
					return false
				}
			}
			return true
		}
		each(w.Entries, 0)
	}
}

// Files returns the files in the order.
func (w *Work) Files() []string {
	var files []string
	for e := range w.All() {
		if e.Path != "" {
			files = append(files, e.Path)
		}
	}
	return files
}

func newReader(fsys fs.FS, folder string, k *kind) *reader {
	return &reader{fsys: fsys, folder: folder, Work: Work{Kind: k.name, Folder: folder, at: folder, kind: k}, named: make(map[string]bool)}
}

// WorkOfFolder returns the work of the texts in a folder that has no order, in natural order: 2 before 10, introductions first.
func WorkOfFolder(fsys fs.FS, folder string) *Work {
	r := newReader(fsys, folder, &folderKind)
	r.refused = UnreadableFiles(fsys)
	folderKind.read(r)
	r.readTargets()
	r.addUnreadable()
	return &r.Work
}

// reader reads an order.
type reader struct {
	fsys   fs.FS
	folder string
	Work
	named map[string]bool
	items int // the number of items read

	about, beside map[string]bool // caches of [reader.coversName] and [reader.belongsUnnamed]

	refused map[string]bool // files that could not be read, set once the order has been read

	wants  string    // the only root to search for; "" is any
	others []*reader // readers of works with other roots in the same folder

	isFinished bool

	source   *source    // the order, if it is YAML, JSON or Markdown
	settings *yaml.Node // the settings that contain the order, in YAML
}

// mostProblems is the greatest number of problems listed for an order.
const mostProblems = 1000

// addProblem records a problem at a line of a file.
func (r *reader) addProblem(file string, line int, format string, args ...any) {
	switch {
	case len(r.Problems) == mostProblems:
		r.Problems = append(r.Problems, Problem{file, line, sentence.New("Further mistakes are not listed.")})
	case len(r.Problems) < mostProblems:
		r.Problems = append(r.Problems, Problem{file, line, sentence.New(format, args...)})
	}
}

const byteOrderMark = "\ufeff"

// MostOrderBytes is the largest size of a file that holds an order, in bytes.
const MostOrderBytes = 8 << 20

// ProblemKeeper is a file system that records which of its files could not be read.
type ProblemKeeper interface {
	AddProblem(Problem)
	Problems() []Problem
}

// openOrderFile returns the text of a file that holds part of the order; false if it cannot be read, perhaps with a recorded problem.
func (r *reader) openOrderFile(file string) (string, bool) {
	text, err := r.readFile(file)
	if err == nil {
		return text, true
	}
	if noter, notes := r.fsys.(ProblemKeeper); notes && !errors.Is(err, fs.ErrNotExist) && path.Base(file) != SettingsFile { // settings have their own problems
		noter.AddProblem(Problem{file, 0, sentence.FromError(err)})
	}
	return "", false
}

// readFile returns the text of a file without its byte order mark. It records no error.
func (r *reader) readFile(file string) (string, error) {
	text, err := regular.Read(regular.FSFiles{FS: r.fsys}, file, MostOrderBytes)
	return strings.TrimPrefix(string(text), byteOrderMark), err
}

// UnreadableFiles returns the files for which fsys has recorded a problem. They are not texts of a work either.
func UnreadableFiles(fsys fs.FS) map[string]bool {
	files := make(map[string]bool)
	if noter, notes := fsys.(ProblemKeeper); notes {
		for _, p := range noter.Problems() {
			files[p.File] = true
		}
	}
	return files
}

// isFile reports whether a path is that of a regular file.
func (r *reader) isFile(file string) bool {
	if !fs.ValidPath(file) {
		return false
	}
	info, err := fs.Stat(r.fsys, file)
	return err == nil && info.Mode().IsRegular()
}

// absolutePath matches the beginning of a path that begins at the top of a disk.
var absolutePath = regexp.MustCompile(`^(?:/|[A-Za-z]:[/\\])`)

// reportAbsolutePath records a problem and returns true if a path in an order is absolute as written, and neither a file nor a pattern
// of files when it is read from a folder of the work.
func (r *reader) reportAbsolutePath(written, fromFolder, in string, line int) bool {
	if !absolutePath.MatchString(written) || r.isFile(fromFolder) || len(r.glob(fromFolder)) > 0 {
		return false
	}
	r.addProblem(in, line, "%s begins at the top of the disk. Write its path from the folder of the work.", written)
	return true
}

// newEntry returns an entry for a file in an order. If the file cannot be part of the work, it records a problem and returns nil.
func (r *reader) newEntry(title, file, in string, line int) *Entry {
	e := &Entry{Title: title, Path: path.Clean(file), File: in, Line: line}
	switch {
	case !fs.ValidPath(e.Path):
		r.addProblem(in, line, "%s is outside the folder.", r.pathInWork(file))
		return nil
	case !r.isFile(e.Path):
		r.addProblem(in, line, "There is no file %s.", r.pathInWork(e.Path))
		return nil
	case e.Path == in && in == r.Order:
		r.addProblem(in, line, "%s names itself.", r.pathInWork(e.Path))
		return nil
	case r.named[e.Path]:
		r.addProblem(in, line, "%s is named twice.", r.pathInWork(e.Path))
		return nil
	case len(r.named) == mostFiles:
		r.addProblem(in, line, "A work has at most %d files.", mostFiles)
		return nil
	case len(r.named) > mostFiles:
		return nil
	}
	r.named[e.Path] = true
	return e
}

// pathInWork returns a path relative to the folder of the work, for a message.
func (r *reader) pathInWork(file string) string { return strings.TrimPrefix(file, r.Folder+"/") }

// Target returns the target length in words of a file or, if file is "", of the whole work; 0 means none.
func (w *Work) Target(file string) int {
	if file == "" {
		return w.targets[""]
	}
	name, isInside := relative(w.at, file)
	if n := w.targets[name]; n > 0 || !isInside {
		return n
	}
	longest := ""
	for pattern := range w.targets {
		if matches, err := doublestar.Match(pattern, name); err == nil && matches && (len(pattern) > len(longest) || len(pattern) == len(longest) && pattern < longest) {
			longest = pattern
		}
	}
	if longest == "" {
		return 0
	}
	return w.targets[longest]
}

// readTargets reads the target lengths in the table [work] of a settings file.
func (r *reader) readTargets() {
	settings, ok := r.openOrderFile(path.Join(r.folder, SettingsFile))
	if !ok {
		return
	}
	var said struct {
		Work struct {
			TargetWords int `toml:"target-words"`
			Targets     map[string]int
		}
	}
	if err := toml.Unmarshal([]byte(settings), &said); err != nil {
		return // errors in settings are reported where they are read
	}
	r.targets = said.Work.Targets
	r.checkTargets(settings)
	if n := said.Work.TargetWords; n > 0 {
		if r.targets == nil {
			r.targets = make(map[string]int)
		}
		r.targets[""] = n
	}
}

// checkTargets records a problem for each target that applies to no file in the order.
func (r *reader) checkTargets(settings string) {
	if len(r.targets) == 0 {
		return
	}
	var names []string
	for _, file := range r.Files() {
		if name, isInside := relative(r.at, file); isInside {
			names = append(names, name)
		}
	}
	lines := targetLines(settings)
	byLine := func(a, b string) int { return cmp.Or(lines[a]-lines[b], strings.Compare(a, b)) }
	for _, pattern := range slices.SortedFunc(maps.Keys(r.targets), byLine) {
		isFor := func(name string) bool {
			matches, err := doublestar.Match(pattern, name)
			return name == pattern || err == nil && matches
		}
		if !slices.ContainsFunc(names, isFor) {
			r.addProblem(path.Join(r.folder, SettingsFile), lines[pattern], "No file of the work matches %s.", pattern)
		}
	}
}

// findOrphans completes a work whose order has been read: it reads the targets, and finds the orphans and the files that could not be read.
func (r *reader) findOrphans() {
	if r.isFinished {
		return
	}
	r.isFinished = true
	r.readTargets()
	r.refused = UnreadableFiles(r.fsys)
	defer r.addUnreadable()
	for _, e := range flatten(r.takeTextsIn(r.Folder)) {
		if e.Path != "" && e.Path != r.Order {
			r.Orphans = append(r.Orphans, e.Path)
		}
	}
}

// addUnreadable adds a problem for each file that could not be read.
func (r *reader) addUnreadable() {
	if noter, notes := r.fsys.(ProblemKeeper); notes {
		r.Problems = append(r.Problems, noter.Problems()...)
	}
}

// flatten returns the entries of a tree in order.
func flatten(entries []*Entry) []*Entry {
	var list []*Entry
	for e := range (&Work{Entries: entries}).All() {
		list = append(list, e)
	}
	return list
}

// takeTextsIn returns the texts in a folder that have no entry yet, in natural order. Those of a subfolder are below an entry with its name.
func (r *reader) takeTextsIn(folder string) []*Entry {
	listed, err := fs.ReadDir(r.fsys, folder)
	if err != nil {
		return nil
	}
	slices.SortFunc(listed, func(a, b fs.DirEntry) int { return compareNames(a.Name(), b.Name()) })
	var entries []*Entry
	for _, d := range listed {
		file := path.Join(folder, d.Name())
		switch {
		case strings.HasPrefix(d.Name(), ".") || strings.HasPrefix(d.Name(), "_") && d.Name() != "_index.md" || d.Name() == "node_modules":
			// hidden, a part of other texts, or not written by the author
		case d.IsDir() && d.Name() == Tray && r.kind.skipsTray:
		case d.IsDir():
			if below := r.takeTextsIn(file); len(below) > 0 {
				entries = append(entries, &Entry{Title: d.Name(), Entries: below})
			}
		case !d.Type().IsRegular() || r.named[file] || len(r.named) >= mostFiles || r.refused[file]:
		default:
			if r.isText(d.Name()) {
				r.named[file] = true
				entries = append(entries, &Entry{Path: file})
			}
		}
	}
	return entries
}

// isText reports whether a file is a text of the work, judging by its name. Notebooks are texts of some kinds of works.
func (r *reader) isText(name string) bool {
	_, known := markup.ByFileName(name)
	return known || notebook.HasNotebookName(name) && r.kind.hasNotebooks
}

// matching returns entries for the files that match a pattern and have none yet, in natural order. * matches any characters but /, and ** any folders.
func (r *reader) matching(pattern, in string, line int) []*Entry {
	found := r.glob(pattern)
	slices.SortFunc(found, compareNames)
	var entries []*Entry
	for _, file := range found {
		if r.named[file] { // files named individually are left out: a pattern matches the rest
			continue
		}
		if e := r.newEntry("", file, in, line); e != nil {
			entries = append(entries, e)
		}
	}
	if len(found) == 0 {
		r.addProblem(in, line, "No file matches %s.", r.pathInWork(pattern))
	}
	return entries
}

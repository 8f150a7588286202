package work

import (
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"path"
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
	Title   string // "" if the order has none
	Folder  string // in which the files are
	Order   string // the file that says the order; "" of a folder
	Entries []*Entry

	// Orphans are texts in the folder that the order does not name, in natural order.
	Orphans []string

	Problems []Problem
	IsBroken bool // the order cannot be read, for a reason that Problems or the settings have; the files are all of the folder

	// Definitions are the commands and environments that the files of a LaTeX document, and those
	// that only its preamble puts in, define for each other; see [markup.Format.Sharing].
	Definitions string

	kind    *kind          // whose name Kind is
	targets map[string]int // words wanted, by path or pattern from the folder at; of all by ""

	at    string      // the folder in which the order was looked for
	lists []*itemList // in which the entries stand
}

// Entry is a file of a work, or a title over several.
type Entry struct {
	Title   string // as the order has it; "" if it has none
	Path    string // "" of a title without a file
	File    string // in which the entry stands: the order, or a file that includes this one
	Line    int    // of the entry in File, from 0
	Entries []*Entry

	weight *weight // of a work whose kind has some

	place *itemPlace  // where it stands; nil if nothing says it
	lists []*itemList // in which those below it stand
}

// Problem is something wrong in an order.
type Problem struct {
	File    string
	Line    int // from 0
	Message *sentence.Sentence
}

func (p Problem) String() string { return fmt.Sprintf("%s:%d: %s", p.File, p.Line+1, p.Message) }

// Tray is the name of a folder that keeps what has been cut from the texts around it for now. It
// is no part of a work whose order nothing says.
const Tray = "tray"

// mostFiles is how many files a work may have, orphans included.
const mostFiles = 10_000

// All yields the entries in their order, each with its depth, from 0.
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

// Files returns the files that the order names, in their order.
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

// AllIn returns the work of all texts in a folder, in the natural order of their names: 2 before
// 10, what introduces a folder before all else in it.
func AllIn(fsys fs.FS, folder string) *Work {
	r := newReader(fsys, folder, &folderKind)
	r.refused = Refused(fsys)
	folderKind.read(r)
	r.readTargets()
	r.addNoted()
	return &r.Work
}

// reader reads an order.
type reader struct {
	fsys   fs.FS
	folder string
	Work
	named map[string]bool
	items int // of the order that have been read

	about, beside map[string]bool // [reader.isAbout] and [reader.hasBeside], once somebody has asked

	refused map[string]bool // files that are not read, once the order has been

	wants  string    // the only root that is looked for; "" if any will do
	others []*reader // with other roots in the same folder

	isFinished bool

	source   *source    // the order, if it is data
	settings *yaml.Node // that have it, in YAML
}

// mostProblems is how many problems of an order are listed; nobody reads more.
const mostProblems = 1000

// problem notes what is wrong at a line of a file.
func (r *reader) problem(file string, line int, format string, args ...any) {
	switch {
	case len(r.Problems) == mostProblems:
		r.Problems = append(r.Problems, Problem{file, line, sentence.New("From here on nothing more is listed that is wrong.")})
	case len(r.Problems) < mostProblems:
		r.Problems = append(r.Problems, Problem{file, line, sentence.New(format, args...)})
	}
}

const byteOrderMark = "\ufeff"

// MostOrderBytes is how many bytes a file that says an order may have.
const MostOrderBytes = 8 << 20

// A ProblemKeeper is a file system that keeps which of its files could not be read, for whoever shows problems.
type ProblemKeeper interface {
	Note(Problem)
	Noted() []Problem
}

// open reads a file that says something of the order; false if it is not there.
func (r *reader) open(file string) (string, bool) {
	text, err := r.peek(file)
	if err == nil {
		return text, true
	}
	if noter, notes := r.fsys.(ProblemKeeper); notes && !errors.Is(err, fs.ErrNotExist) && path.Base(file) != SettingsFile { // which has problems of its own
		noter.Note(Problem{file, 0, sentence.FromError(err)})
	}
	return "", false
}

// peek returns the text of a file that need not say an order.
func (r *reader) peek(file string) (string, error) {
	text, err := regular.Read(regular.InFS{FS: r.fsys}, file, MostOrderBytes)
	return strings.TrimPrefix(string(text), byteOrderMark), err
}

// Refused returns the files that say an order but could not be read. They are no texts of a work either.
func Refused(fsys fs.FS) map[string]bool {
	files := make(map[string]bool)
	if noter, notes := fsys.(ProblemKeeper); notes {
		for _, p := range noter.Noted() {
			files[p.File] = true
		}
	}
	return files
}

// isFile reports whether there is a file.
func (r *reader) isFile(file string) bool {
	if !fs.ValidPath(file) {
		return false
	}
	info, err := fs.Stat(r.fsys, file)
	return err == nil && info.Mode().IsRegular()
}

// newEntry returns an entry for a file that an order names. If the file is not there, is outside the root, or is named
// twice, it returns nil and notes the problem.
func (r *reader) newEntry(title, file, in string, line int) *Entry {
	e := &Entry{Title: title, Path: path.Clean(file), File: in, Line: line}
	switch {
	case !fs.ValidPath(e.Path):
		r.problem(in, line, "%s is outside the folder.", r.pathInWork(file))
		return nil
	case !r.isFile(e.Path):
		r.problem(in, line, "There is no file %s.", r.pathInWork(e.Path))
		return nil
	case e.Path == in && in == r.Order:
		r.problem(in, line, "%s names itself.", r.pathInWork(e.Path))
		return nil
	case r.named[e.Path]:
		r.problem(in, line, "%s is named twice.", r.pathInWork(e.Path))
		return nil
	case len(r.named) == mostFiles:
		r.problem(in, line, "A work has at most %d files.", mostFiles)
		return nil
	case len(r.named) > mostFiles:
		return nil
	}
	r.named[e.Path] = true
	return e
}

// pathInWork returns a path relative to the folder of the work, for a message.
func (r *reader) pathInWork(file string) string { return strings.TrimPrefix(file, r.Folder+"/") }

// Target returns how many words a file should have by the settings next to the order, or for "" the whole work; 0 if they do
// not say. Of several patterns that match a file the longest counts.
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

// readTargets reads what the table [work] of a settings file wants of lengths.
func (r *reader) readTargets() {
	settings, ok := r.open(path.Join(r.folder, SettingsFile))
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
		return // what is wrong in settings is reported where they are read
	}
	r.targets = said.Work.Targets
	if n := said.Work.TargetWords; n > 0 {
		if r.targets == nil {
			r.targets = make(map[string]int)
		}
		r.targets[""] = n
	}
}

// finish looks for orphans: texts in the folder, but for the order itself.
func (r *reader) finish() {
	if r.isFinished {
		return
	}
	r.isFinished = true
	r.readTargets()
	r.refused = Refused(r.fsys)
	defer r.addNoted()
	for _, e := range flatten(r.inFolder(r.Folder)) {
		if e.Path != "" && e.Path != r.Order {
			r.Orphans = append(r.Orphans, e.Path)
		}
	}
}

// addNoted adds the files that could not be read.
func (r *reader) addNoted() {
	if noter, notes := r.fsys.(ProblemKeeper); notes {
		r.Problems = append(r.Problems, noter.Noted()...)
	}
}

// flatten returns the entries of a tree one after the other.
func flatten(entries []*Entry) []*Entry {
	var list []*Entry
	for e := range (&Work{Entries: entries}).All() {
		list = append(list, e)
	}
	return list
}

// inFolder returns the texts in a folder that have not been named, in natural order, each folder
// with its own below it.
func (r *reader) inFolder(folder string) []*Entry {
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
			// hidden, a part of others, or not the writer's
		case d.IsDir() && d.Name() == Tray && r.kind.skipsTray:
		case d.IsDir():
			if below := r.inFolder(file); len(below) > 0 {
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

// isText reports whether a file is a text of such a work, by its name. Notebooks are where what makes the
// work reads them, and in a folder of which nobody says what it is.
func (r *reader) isText(name string) bool {
	_, known := markup.ByFileName(name)
	return known || notebook.IsNamed(name) && r.kind.hasNotebooks
}

// matching returns the files that a pattern names, in natural order: those with one of its names,
// * for any characters but /, ** for any folders.
func (r *reader) matching(pattern, in string, line int) []*Entry {
	found := r.glob(pattern)
	slices.SortFunc(found, compareNames)
	var entries []*Entry
	for _, file := range found {
		if r.named[file] { // by itself: a pattern takes what is left
			continue
		}
		if e := r.newEntry("", file, in, line); e != nil {
			entries = append(entries, e)
		}
	}
	if len(found) == 0 {
		r.problem(in, line, "No file matches %s.", r.pathInWork(pattern))
	}
	return entries
}

package work

import (
	"io/fs"
	"iter"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// Find returns the work that contains a file or, for a folder, files in it; see [Finder.Find].
func Find(fsys fs.FS, name string) (*Work, bool) { return NewFinder(fsys).Find(name) }

// Read returns the work whose order is in a folder; false if there is none.
func Read(fsys fs.FS, folder string) (*Work, bool) {
	for r := range NewFinder(fsys).worksIn(folder) {
		r.findOrphans()
		return &r.Work, true
	}
	return nil, false
}

// Reread reads the work again from a file system that has changed. It returns false if the work no longer exists.
func (w *Work) Reread(fsys fs.FS) (*Work, bool) {
	switch w.kind {
	case &folderKind:
		return WorkOfFolder(fsys, w.Folder), true
	case &seriesKind:
		return Read(fsys, w.Folder)
	}
	if files := w.Files(); len(files) > 0 {
		return Find(fsys, files[0])
	}
	return Find(fsys, w.at)
}

// WithProblemsOf returns the work with its present order and the problems of broken, the same work with an order that cannot be read.
func (w *Work) WithProblemsOf(broken *Work) *Work {
	kept := *w
	kept.Problems, kept.IsBroken = broken.Problems, true
	return &kept
}

// Finder finds the works in a file system and reads each order once. It is not safe for concurrent use.
type Finder struct {
	fsys    fs.FS
	folders map[string]*ordersIn
}

// ordersIn holds the works read so far whose orders are in a folder.
type ordersIn struct {
	read  []*reader
	tried int // the number of kinds tried so far
}

// NewFinder returns a finder of works.
func NewFinder(fsys fs.FS) *Finder { return &Finder{fsys, make(map[string]*ordersIn)} }

// worksIn yields the works whose orders are in a folder, the most specific kind first.
func (f *Finder) worksIn(folder string) iter.Seq[*reader] {
	o := f.folders[folder]
	if o == nil {
		o = new(ordersIn)
		f.folders[folder] = o
	}
	return func(yield func(*reader) bool) {
		for i := 0; ; i++ {
			for i == len(o.read) && o.tried < len(kinds) {
				k := kinds[o.tried]
				o.tried++
				r := newReader(f.fsys, folder, k)
				isOne := k.read(r)
				if r.IsBroken && len(r.Entries) == 0 {
					r.Entries = r.takeTextsIn(r.Folder)
				}
				if isOne || r.IsBroken {
					o.read = append(append(o.read, r), r.others...)
				}
			}
			if i == len(o.read) || !yield(o.read[i]) {
				return
			}
		}
	}
}

// Find returns the work that contains a file, or files in a folder. It also searches the folders around.
func (f *Finder) Find(name string) (*Work, bool) {
	w := f.find(name)
	if w == nil {
		return nil, false
	}
	w.findOrphans()
	return &w.Work, true
}

// FindAsked is like [Finder.Find], but for a request by the writer: it also accepts long series, and makes a work of any folder.
func (f *Finder) FindAsked(name string) *Work {
	if w, ok := f.Find(name); ok {
		return w
	}
	folder := f.folderOf(name)
	if w := f.findBySeries(name); w != nil {
		w.findOrphans()
		return &w.Work
	}
	return WorkOfFolder(f.fsys, folder)
}

func (f *Finder) folderOf(name string) string {
	if info, err := fs.Stat(f.fsys, name); err != nil || !info.IsDir() {
		return path.Dir(name)
	}
	return name
}

func (f *Finder) find(name string) *reader {
	if w := f.findByTexRoot(name); w != nil {
		return w
	}
	var beside *reader
	for folder := f.folderOf(name); ; folder = path.Dir(folder) {
		for w := range f.worksIn(folder) {
			switch {
			case w.kind.isByFiles():
			case folder == name, w.coversName(name):
				return f.outermost(w)
			case beside == nil && w.belongsUnnamed(name):
				beside = w
			}
		}
		if folder == "." {
			break
		}
	}
	if beside != nil {
		return beside
	}
	if w := f.findByWeights(name); w != nil {
		return w
	}
	if w := f.findBySeries(name); w != nil && len(w.Files()) <= maxSeries {
		return w
	}
	return nil
}

// findByWeights returns the work ordered by weights to which a file belongs, or nil. The outermost that names the file takes precedence.
func (f *Finder) findByWeights(name string) (found *reader) {
	for folder := f.folderOf(name); ; folder = path.Dir(folder) {
		for w := range f.worksIn(folder) {
			if w.kind.weight != "" && (folder == name || w.coversName(name) || found == nil && w.belongsUnnamed(name)) {
				found = w
			}
		}
		if folder == "." {
			return found
		}
	}
}

// texRoot matches the line that tells LaTeX editors the root of a file.
var texRoot = regexp.MustCompile(`(?im)^[ \t]*%[ \t%]*!?[ \t]*TEX[ \t]+root[ \t]*=[ \t]*(.+?)[ \t\r]*$`)

// findByTexRoot returns the work of the root that a LaTeX file names; nil if it names none, or the root does not include it.
func (f *Finder) findByTexRoot(name string) *reader {
	const steps, most = 10, 2000
	file := name
	for range steps {
		if path.Ext(file) != ".tex" {
			return nil
		}
		text, _ := (&reader{fsys: f.fsys}).openOrderFile(file)
		m := texRoot.FindStringSubmatch(text[:min(len(text), most)])
		if m == nil {
			break
		}
		root := path.Join(path.Dir(file), filepath.ToSlash(strings.Trim(m[1], `"'`)))
		if path.Ext(root) == "" {
			root += ".tex"
		}
		if root == file || !fs.ValidPath(root) {
			break
		}
		file = root
	}
	for w := range f.worksIn(path.Dir(file)) {
		if file != name && w.kind == &latexKind && w.Order == file && w.coversName(name) {
			return w
		}
	}
	return nil
}

// findTooLarge returns the work to which a file would belong by its name if the work had fewer files; see maxSeries.
func (f *Finder) findTooLarge(name string) (*Work, bool) {
	if f.find(name) != nil {
		return nil, false
	}
	w := f.findBySeries(name)
	if w == nil {
		return nil, false
	}
	return &w.Work, true
}

// findBySeries returns the work to which a file belongs by its name and those of its neighbours, perhaps in a series of folders, or nil.
func (f *Finder) findBySeries(name string) (found *reader) {
	for folder := f.folderOf(name); ; folder = path.Dir(folder) {
		for w := range f.worksIn(folder) {
			if w.kind == &seriesKind && (folder == name || w.coversName(name) || w.belongsUnnamed(name)) {
				found = w
			}
		}
		if base := path.Base(folder); folder == "." || !mayBeNumbered(base) && !isFolderOfChapters(base) {
			return found
		}
	}
}

// IsOrdered reports whether an order in folder, other than one by names or weights, contains a file or a file in a folder.
func (f *Finder) IsOrdered(folder, name string) bool {
	for w := range f.worksIn(folder) {
		if !w.kind.isByFiles() && w.coversName(name) {
			return true
		}
	}
	return false
}

// IsOrderedByFiles reports whether the names or weights of files in folder form an order that contains a file or a file in a folder.
func (f *Finder) IsOrderedByFiles(folder, name string) bool {
	for w := range f.worksIn(folder) {
		if w.kind.isByFiles() && w.coversName(name) {
			return true
		}
	}
	return false
}

// mayBeNumbered reports whether a folder may belong to a numbered series.
func mayBeNumbered(folder string) bool {
	return slices.ContainsFunc(notations, func(read numberReader) bool { _, ok := read(folder); return ok })
}

// outermost returns the outermost work that contains w: the root of a chapter is not the root of the book that includes it.
func (f *Finder) outermost(w *reader) *reader {
	if !w.kind.includes {
		return w
	}
	for folder := w.at; folder != "."; {
		folder = path.Dir(folder)
		for outer := range f.worksIn(folder) {
			if outer.kind == w.kind && outer.Entry(w.Order) != nil {
				w = outer
			}
		}
	}
	return w
}

// coversName reports whether name is the file of the order, a file that the order names, or a folder with such a file.
func (r *reader) coversName(name string) bool {
	if r.about == nil {
		r.about = filesAndFolders(r.Files())
	}
	return r.Order == name || r.about[name]
}

// filesAndFolders returns the set of files and of the folders that contain them.
func filesAndFolders(files []string) map[string]bool {
	set := make(map[string]bool, len(files))
	for _, file := range files {
		for ; !set[file]; file = path.Dir(file) {
			set[file] = true
		}
	}
	return set
}

// belongsUnnamed reports whether a text that the order does not name still belongs to its work.
func (r *reader) belongsUnnamed(name string) bool {
	isOwn := r.kind == &settingsKind || r.Folder != r.at && !r.kind.isByFiles()
	if !isOwn && !r.hasOfKind(path.Dir(name), path.Ext(name)) {
		return false
	}
	r.findOrphans()
	if r.beside == nil {
		r.beside = filesAndFolders(r.Orphans)
	}
	return name != "." && r.beside[name]
}

// hasOfKind reports whether the order names a file in the folder that has the extension.
func (r *reader) hasOfKind(folder, ending string) bool {
	for e := range r.All() {
		if e.Path != "" && path.Dir(e.Path) == folder && path.Ext(e.Path) == ending {
			return true
		}
	}
	return false
}

// neighbours returns the texts in the folder of a file that have its format and may be part of a book, in natural order.
func (f *Finder) neighbours(name string) []string {
	format, isText := markup.ByFileName(name)
	var list []string
	for _, e := range WorkOfFolder(f.fsys, f.folderOf(name)).Entries {
		if other, _ := markup.ByFileName(e.Path); e.Path != "" && isText && other.Name == format.Name && !isOutsideBook(path.Base(e.Path)) {
			list = append(list, e.Path)
		}
	}
	return list
}

// FileOfCommonFormat returns, of the given files directly in a folder, one whose format is most common there; without one, the folder.
func (f *Finder) FileOfCommonFormat(folder string, files []string) string {
	most, found := 0, folder
	seen := make(map[string]bool)
	for _, file := range files {
		if ending := path.Ext(file); path.Dir(file) == folder && !seen[ending] {
			seen[ending] = true
			if n := len(f.neighbours(file)); n > most {
				most, found = n, file
			}
		}
	}
	return found
}

// CreationHint returns a message on how the folder of a text without a work can become one, and whether [Finder.FilesInSeries] can help.
func (f *Finder) CreationHint(name string) (message *sentence.Sentence, canWrite bool) {
	if large, ok := f.findTooLarge(name); ok {
		return sentence.New("The names of %d files here are a series. Write their order down to read them as one work.", len(large.Files())), true
	}
	switch n := len(f.neighbours(name)); {
	case n > 1 && n < minSeries: // numbers would not make a work of them
		return sentence.New("Nothing says in which order %d texts of this folder belong together. Write their order down to read them as one work.", n), true
	case n > 1:
		return sentence.New("Nothing says in which order %d texts of this folder belong together. Number their names, as in 01-salt, or write their order down.", n), true
	}
	return sentence.New("This text is read by itself. Three or more texts with numbered names, as in 01-salt, are read as one work."), false
}

// FilesInSeries returns the files for a table [work] in the returned folder, relative to it: those in a series with the given file or,
// without a series, the texts of its format in its folder.
func (f *Finder) FilesInSeries(name string) (folder string, files []string, err error) {
	w := f.find(name)
	switch {
	case w != nil && w.kind.weight != "":
		return "", nil, refuse("The texts already define their order, by their %s.", w.kind.weight)
	case w != nil && w.Order != "":
		return "", nil, refuse("%s already holds the order.", w.Order)
	case w == nil:
		w = f.findBySeries(name)
	}
	folder = f.folderOf(name)
	if w != nil {
		folder, files = w.Folder, w.Files()
	} else if files = f.neighbours(name); len(files) == 0 {
		return "", nil, refuse("There are no texts here whose order could be written down.")
	}
	for i, file := range files {
		files[i] = strings.TrimPrefix(file, folder+"/")
	}
	return folder, files, nil
}

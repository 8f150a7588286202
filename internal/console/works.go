package console

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/segls/segls/internal/regular"
	"github.com/segls/segls/internal/session"

	"golang.org/x/sync/errgroup"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/config"
	"github.com/segls/segls/internal/ignore"
	"github.com/segls/segls/internal/work"
)

// Site is a work on disk with the folder that its paths are relative to.
type Site struct {
	*work.Work
	Root   string
	Unread []work.Problem // orders and .gitignore files that could not be read
}

// FindWork returns the work of a file or folder; without an order, the texts of the folder by name.
func FindWork(from string) (Site, error) { return findWork(from, nil) }

// FindWork returns the work of a file, or of the files in a folder, at the time of the batch; see [Batch.AsOf].
func (b *Batch) FindWork(from string) (Site, error) { return findWork(from, b.then) }

func findWork(from string, then *PastFolder) (Site, error) {
	absolute, err := filepath.Abs(from)
	if err != nil {
		return Site{}, err
	}
	if _, err := os.Stat(from); err != nil {
		return Site{}, err
	}
	root := ignore.CommandRoot(absolute)
	fsys, closeRoot, err := ignore.OpenVisible(root)
	if err != nil {
		return Site{}, err
	}
	defer closeRoot()
	fsys = then.pastFS(root, fsys)
	name, err := filepath.Rel(root, absolute)
	if err != nil {
		return Site{}, err
	}
	w := work.NewFinder(fsys).FindAsked(filepath.ToSlash(name))
	if len(w.Entries) == 0 && w.Order == "" {
		return Site{}, fmt.Errorf("there are no texts in %s", from)
	}
	site := Site{Work: w, Root: root}
	if noter, notes := fsys.(work.ProblemKeeper); notes {
		site.Unread = noter.Problems()
	}
	return site, nil
}

// FS returns the file system of the work's paths, without hidden or ignored files.
func (s Site) FS() (fsys fs.FS, closeRoot func() error, err error) { return ignore.OpenVisible(s.Root) }

// WorkHint returns advice on how to make the folder of a text a work for editors; nil if the text is in a work.
func (s Site) WorkHint(text string) *sentence.Sentence {
	fsys, closeRoot, err := s.FS()
	if err != nil {
		return nil
	}
	defer func() { _ = closeRoot() }()
	f, name := work.NewFinder(fsys), s.Relative(text)
	if _, ok := f.Find(name); ok {
		return nil
	}
	if s.Entry(name) == nil {
		name = f.FileOfCommonFormat(name, s.Files())
	}
	hint, _ := f.CreationHint(name)
	return hint
}

// Name returns the title of the work, or the name of its folder; "" if there is no work.
func (s Site) Name() string {
	if s.Work == nil {
		return ""
	}
	if s.Title != "" {
		return s.Title
	}
	return filepath.Base(filepath.Join(s.Root, filepath.FromSlash(s.Folder)))
}

// DiskPath returns the path on disk of a path in the work, relative to the working folder if it is inside.
func (s Site) DiskPath(file string) string {
	return DisplayPath(filepath.Join(s.Root, filepath.FromSlash(file)))
}

// workFinder finds the works that files are in.
type workFinder struct {
	around    ignore.RootFinder
	folders   map[string]searchPlace // by their given paths
	roots     map[string]fs.FS
	finders   map[string]*work.Finder // by root
	divisions map[*work.Work]*workDivision
	close     []func() error
	past      *PastFolder
}

// searchPlace is a folder, with its root: the outermost folder that is searched for its order. folder is relative to root.
type searchPlace struct{ root, folder string }

func newFinder(then *PastFolder) *workFinder {
	return &workFinder{past: then, folders: make(map[string]searchPlace), roots: make(map[string]fs.FS), finders: make(map[string]*work.Finder), divisions: make(map[*work.Work]*workDivision)}
}

// divisionFor returns the division of the work that names a file, or nil if there is none.
func (f *workFinder) divisionFor(file string) *workDivision {
	at, isKnown := f.folders[filepath.Dir(file)]
	if !isKnown {
		at, _ = f.openSearchPlace(filepath.Dir(file))
		f.folders[filepath.Dir(file)] = at
	}
	if at.root == "" {
		return nil
	}
	name := path.Join(at.folder, filepath.Base(file))
	w, ok := f.finders[at.root].Find(name)
	if !ok || w.Entry(name) == nil {
		return nil
	}
	return f.cachedDivision(Site{Work: w, Root: at.root})
}

// checkOrderSize returns an error if a text looked up by [workFinder.divisionFor] is named like an order, but too large for one.
func (f *workFinder) checkOrderSize(in input) error {
	at := f.folders[filepath.Dir(in.path)]
	if noter, notes := f.roots[at.root].(work.ProblemKeeper); notes && in.size > work.MostOrderBytes {
		for _, p := range noter.Problems() {
			if p.File == path.Join(at.folder, filepath.Base(in.path)) {
				return fmt.Errorf("%s: %s", in.path, p.Message)
			}
		}
	}
	return nil
}

// unreadOrderErrors returns an error about each order that could not be read, except those among paths.
func (f *workFinder) unreadOrderErrors(paths []string) (list []error) {
	for root, fsys := range f.roots {
		noter, notes := fsys.(work.ProblemKeeper)
		if !notes {
			continue
		}
		for _, p := range noter.Problems() {
			file := filepath.Join(root, filepath.FromSlash(p.File))
			isTold := func(other string) bool { return absolute(other) == file }
			if path.Base(p.File) != ".gitignore" && !slices.ContainsFunc(paths, isTold) {
				list = append(list, fmt.Errorf("%s: %s", DisplayPath(file), p.Message))
			}
		}
	}
	slices.SortFunc(list, func(a, b error) int { return cmp.Compare(a.Error(), b.Error()) })
	return list
}

// openSearchPlace opens the outermost folder that is searched for the order of a work in a folder.
func (f *workFinder) openSearchPlace(folder string) (searchPlace, error) {
	absolute, err := filepath.Abs(folder)
	if err != nil {
		return searchPlace{}, err
	}
	root := f.around.CommandRoot(absolute)
	if f.roots[root] == nil {
		opened, closeRoot, err := ignore.OpenVisible(root)
		if err != nil {
			return searchPlace{}, err
		}
		f.roots[root] = f.past.pastFS(root, opened)
		f.finders[root] = work.NewFinder(f.roots[root])
		f.close = append(f.close, closeRoot)
	}
	relative, err := filepath.Rel(root, absolute)
	if err != nil {
		return searchPlace{}, err
	}
	return searchPlace{root, filepath.ToSlash(relative)}, nil
}

func (f *workFinder) cachedDivision(site Site) *workDivision {
	d := f.divisions[site.Work]
	if d == nil {
		d = &workDivision{site: site, places: make(map[string]int)}
		for i, file := range site.Files() {
			d.files = append(d.files, workFile{path: site.DiskPath(file)})
			d.places[absolute(d.files[i].path)] = i
		}
		f.divisions[site.Work] = d
	}
	return d
}

func (f *workFinder) closeFolders() {
	f.around.Close()
	for _, closeRoot := range f.close {
		_ = closeRoot() // an error does not matter: nothing was written
	}
}

// workDivision holds the texts of a work, which are divided as one when the first of them is needed.
type workDivision struct {
	site   Site
	files  []workFile
	places map[string]int // for each absolute path, the index in files
	size   int64
	left   atomic.Int64 // number of texts still to be requested

	isPrepared bool
	once       sync.Once
	err        error
}

// workFile is a file of a work.
type workFile struct {
	path     string
	settings config.EffectiveSettings[session.Settings]
	document *analysis.Document
	warning  string // about the text
	err      error  // why it cannot be read
}

// findSettings finds the settings of all files of the work, once, and checks their size.
func (v *workDivision) findSettings(b *Batch, j *textJob) {
	if v.isPrepared {
		return
	}
	v.isPrepared = true
	for i := range v.files {
		f := &v.files[i]
		f.settings, f.err = b.settings.forText(f.path, &j.complaints)
		about, err := os.Stat(f.path)
		switch {
		case err != nil:
		case about.Size() > MaxSize:
			f.err = cmp.Or(f.err, error(fileError{tooLargeError(f.path)}))
		default:
			v.size += about.Size()
		}
	}
	if v.size > regular.MaxTextBytes {
		v.err = fmt.Errorf("the work of %s is larger than %d MB; --no-work reads each file alone", j.path, regular.MaxTextBytes>>20)
	}
}

// documentOf returns the document of a file as a part of the work.
func (v *workDivision) documentOf(ctx context.Context, b *Batch, file string) (d *analysis.Document, warning string, err error) {
	v.once.Do(func() {
		if v.err == nil {
			v.err = v.divide(ctx, b)
		}
	})
	if v.err != nil {
		return nil, "", v.err
	}
	i := v.places[absolute(file)]
	d, warning, err = v.files[i].document, v.files[i].warning, v.files[i].err
	if v.left.Add(-1) == 0 {
		v.files = nil
	}
	return d, warning, err
}

func (v *workDivision) divide(ctx context.Context, b *Batch) error {
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := range v.files {
		f := &v.files[i]
		group.Go(func() error {
			if f.err != nil {
				return nil
			}
			s := f.settings.Settings.Analysis
			text, format, warning, err := b.readTextOrNotebook(f.path, false, &s)
			f.warning = warning
			if err != nil {
				f.err = fileError{err}
				return nil
			}
			f.document, err = analysis.Read(ctx, rope.New(text), format.WithSharedDefinitions(v.site.Definitions), s, b.settings.NamesSetByFlags()...)
			if err == nil && b.AsShown != nil {
				f.document = b.AsShown(f.path, f.document)
			}
			return err
		})
	}
	if err := group.Wait(); err != nil {
		return err
	}
	var read []*workFile
	var documents []*analysis.Document
	for i := range v.files {
		if f := &v.files[i]; f.document != nil {
			read, documents = append(read, f), append(documents, f.document)
		}
	}
	if !slices.ContainsFunc(documents, func(d *analysis.Document) bool { return b.needsDivision(d.Settings) }) {
		return nil
	}
	w, err := analysis.ShowWork(ctx, documents...)
	if err != nil {
		return err
	}
	for i, d := range w.Documents() {
		read[i].document = d
	}
	return nil
}

// absolute returns an absolute path, so that paths can be compared.
func absolute(file string) string {
	if absolute, err := filepath.Abs(file); err == nil {
		return absolute
	}
	return file
}

// textsWithWorks lists the texts with the works that contain them or, with --work, the texts of one work. It releases
// the finder's memory, because an order may have 300,000 entries.
func (b *Batch) textsWithWorks(paths []string) (list inputList, failed []error) {
	f := newFinder(b.then)
	defer f.closeFolders()
	isWanted := func(path string) bool { return b.Keep == nil || b.Keep(path) }
	if b.isAlone || !b.Whole {
		var refused []error
		told := slices.Clone(paths)
		add := func(in input) {
			if !isWanted(in.path) {
				return
			}
			if !b.isAlone && !in.isStdin && b.settings.allowsWholeWork(in.path) {
				if in.division = f.divisionFor(in.path); in.division != nil {
					in.division.left.Add(1)
				}
				if why := f.checkOrderSize(in); why != nil && !slices.Contains(paths, in.path) {
					refused, told = append(refused, why), append(told, in.path)
					return
				}
			}
			list.add(in)
		}
		if b.then != nil {
			b.then.eachPastFile(paths, add)
			return list, nil
		}
		failed = b.selection().find(paths, add)
		return list, slices.Concat(failed, refused, f.unreadOrderErrors(told))
	}
	from := "."
	switch {
	case len(paths) > 1:
		return list, []error{errors.New("--work takes one path: a file of the work, or a folder")}
	case len(paths) == 1:
		from = paths[0]
	}
	if from == StandardInput {
		return list, []error{errors.New("standard input is not a file of a work")}
	}
	site, err := FindWork(from)
	if err != nil {
		return list, []error{err}
	}
	b.Site = site
	for _, p := range site.Unread {
		failed = append(failed, fmt.Errorf("%s: %s", site.DiskPath(p.File), p.Message))
	}
	if folder := site.DiskPath(site.Folder); site.Order == "" { // all texts in the folder
		if about, err := os.Stat(folder); err == nil {
			failed = append(failed, b.selection().addPath(folder, about, func(string, int64) {})...)
		}
	}
	d := f.cachedDivision(site)
	for _, file := range d.files {
		if !isWanted(file.path) {
			continue
		}
		in := input{path: file.path, division: d}
		if about, err := os.Stat(file.path); err == nil {
			in.size = about.Size()
		}
		d.left.Add(1)
		list.add(in)
	}
	return list, failed
}

// IgnoreWorks makes the batch read each text alone, as --no-work does.
func (b *Batch) IgnoreWorks() { b.isAlone = true }

// OrderPath returns the displayed path of the order of the work that a text was divided with; "" if it was divided alone.
func (b *Batch) OrderPath(file string) string {
	for _, d := range b.divided {
		if d.site.Order != "" && d.site.Entry(d.site.Relative(file)) != nil {
			return d.site.DiskPath(d.site.Order)
		}
	}
	return ""
}

// Relative returns the path in the work for a path on disk.
func (s Site) Relative(file string) string {
	absolute, err := filepath.Abs(file)
	if err != nil {
		return file
	}
	relative, err := filepath.Rel(s.Root, absolute)
	if err != nil {
		return file
	}
	return strings.TrimPrefix(filepath.ToSlash(relative), "./")
}

// AnalyseAll returns the texts at these paths, analysed, in order with their paths. It reports those that could not be
// read, and returns an [ExitCode] with the others.
func (b *Batch) AnalyseAll(paths []string) (read []string, documents []*analysis.Document, err error) {
	err = b.AnalyseEach(paths, func(file string, d *analysis.Document) func() error {
		return func() error {
			read, documents = append(read, file), append(documents, d)
			return nil
		}
	})
	return read, documents, err
}

// DivideUnder returns texts divided again under other settings; several texts are divided as one work.
func DivideUnder(ctx context.Context, documents []*analysis.Document, s analysis.Settings) ([]*analysis.Document, error) {
	others := make([]*analysis.Document, len(documents))
	for i, d := range documents {
		other, err := d.With(ctx, s, analysis.SettingNames...)
		if err != nil {
			return nil, err
		}
		others[i] = other
	}
	if len(others) == 1 {
		return others, nil
	}
	w, err := analysis.NewWork(ctx, others...)
	if err != nil {
		return nil, err
	}
	return w.Documents(), nil
}

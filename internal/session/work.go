package session

import (
	"maps"
	"path/filepath"
	"slices"
	"time"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/internal/notebook"
	"github.com/segls/segls/internal/work"
)

// Work is a work of several files in a snapshot. It is immutable: when it changes, another Work with the same ID replaces it.
type Work struct {
	ID      int
	Root    string // the folder of the workspace that paths are relative to
	IsAsked bool   // it may be a folder without an order
	Order   *work.Work

	// Whole holds the files at Paths, divided as one text; nil until they have been read.
	Whole *analysis.Work
	Paths []string

	index            map[string]int // positions in Paths, by path
	stamps           map[string]Stamp
	orders           map[string]Stamp             // stamps of the files that define the order, and of the folder
	settingsWhenRead map[string]analysis.Settings // settings with which each file was read
	age              int                          // counts the events that make it necessary to read its files again
	readAt           int                          // the age of the work when its files were last read

	orphans  map[string]sourceFile // orphans that have been read, by path
	expected map[string]ShownText  // the fragments to show in the files that a pending change creates or changes, by path

	expectations int // counts how often expected was set
}

// Stamp is the size and time of a file on disk.
type Stamp struct {
	Size int64
	Time time.Time
}

// sourceFile is a file of a work that has been read.
type sourceFile struct {
	path     string
	stamp    Stamp
	settings analysis.Settings
	document *analysis.Document // of a part of the work, perhaps not divided yet
}

// Relative returns the path of a file relative to a folder, with slashes; "" if it is outside. It
// is also "" for a notebook, whose text in the editor differs from that on disk.
func Relative(root, file string) string {
	relative := RelativeOnDisk(root, file)
	if notebook.HasNotebookName(relative) {
		return ""
	}
	return relative
}

// RelativeOnDisk returns the path of a file of any kind relative to a folder, with slashes; "" if it is outside.
func RelativeOnDisk(root, file string) string {
	if root == "" || file == "" {
		return ""
	}
	relative, err := filepath.Rel(root, file)
	if err != nil || !filepath.IsLocal(relative) {
		return ""
	}
	return filepath.ToSlash(relative)
}

// Path returns the path of a file in the root of the work; see [Relative].
func (w *Work) Path(file string) string { return Relative(w.Root, file) }

// DiskPath returns the path on disk of a path in the work.
func (w *Work) DiskPath(path string) string { return filepath.Join(w.Root, filepath.FromSlash(path)) }

// Has reports whether a file on disk belongs to the work, is an orphan in it, or defines its order.
func (w *Work) Has(file string) bool {
	path := w.Path(file)
	return path != "" && (w.IsPart(path) || slices.Contains(w.Order.Orphans, path) || w.HoldsOrder(path))
}

// IsPart reports whether the work has a file at the path.
func (w *Work) IsPart(path string) bool {
	_, ok := w.index[path]
	return ok
}

// HoldsOrder reports whether the file at a path defines the order or a part of it.
func (w *Work) HoldsOrder(path string) bool {
	if path == w.Order.Order {
		return true
	}
	for e := range w.Order.All() {
		if e.File == path {
			return true
		}
	}
	return false
}

// MayHoldOrder reports whether the text of the file at a path may define a part of the order.
func (w *Work) MayHoldOrder(path string) bool {
	return w.HoldsOrder(path) || w.IsPart(path) && w.Order.OrderInTexts()
}

// Document returns a file of the work as it was last shown or read; nil if it has not been read.
func (w *Work) Document(path string) *analysis.Document {
	if i, ok := w.index[path]; ok && w.Whole != nil {
		return w.Whole.Document(i)
	}
	return nil
}

// Stamps returns the stamps of the work's files, folder and order as last read, by path.
func (w *Work) Stamps() map[string]Stamp {
	all := maps.Clone(w.orders)
	maps.Copy(all, w.stamps)
	return all
}

// withOrder returns the work with another order. Files that have been read are kept.
func (w *Work) withOrder(order *work.Work, stamps map[string]Stamp) *Work {
	next := *w
	next.Order, next.orders = order, stamps
	if next.Whole == nil {
		next.Paths, next.index = order.Files(), make(map[string]int)
		for i, path := range next.Paths {
			next.index[path] = i
		}
	}
	return &next
}

// withDocument returns the work with another document for a file.
func (w *Work) withDocument(index int, d *analysis.Document) *Work {
	next := *w
	next.Whole = w.Whole.WithDocument(index, d)
	return &next
}

// workMember is the place of a file in a work that has been read. The zero value means no work.
type workMember struct {
	work  *Work
	index int
}

// memberOf returns the place of an open file in a work, if any.
func (s *Snapshot) memberOf(f *File) workMember {
	if !f.Settings.WholeWork || f.Path == "" {
		return workMember{}
	}
	for _, w := range s.works {
		if i, ok := w.index[w.Path(f.Path)]; ok && w.Whole != nil {
			return workMember{w, i}
		}
	}
	return workMember{}
}

// inContext returns a document in the context of the other files of the work.
func (m workMember) inContext(d *analysis.Document) *analysis.Document {
	if m.work == nil {
		return d
	}
	return m.work.Whole.AsSource(m.index, d)
}

// divideInWork returns an open file divided as a part of its work. If the file is unchanged, that is the document in the work.
func (m workMember) divideInWork(f *File, d *analysis.Document) (*analysis.Document, error) {
	if m.work == nil {
		return d, nil
	}
	own := m.work.Whole.Document(m.index)
	isAsRead := own.Format.Name == d.Format.Name && m.work.settingsWhenRead[m.work.Paths[m.index]] == f.Settings.Analysis && len(f.Fixed) == 0
	if !f.IsEdited && isAsRead && own.Text.Equal(d.Text) {
		return own, nil
	}
	if format := d.Format.WithSharedDefinitions(m.work.Order.Definitions); !d.Format.Equal(format.WithOwnDefinitions(d.Text.String(), d.Settings.LatexIgnore)) {
		var err error
		if d, err = f.session.Analyst.Analyze(f.ctx, d.Text, format, f.Settings.Analysis, f.Fixed...); err != nil {
			return nil, err
		}
	}
	return m.work.Whole.AsSource(m.index, d).Settle(f.ctx)
}

// Works returns the works that have not ended.
func (s *Snapshot) Works() []*Work { return s.works }

// Work returns the newest state of a work; nil if it has ended.
func (s *Snapshot) Work(id int) *Work {
	if i := s.indexOf(id); i >= 0 {
		return s.works[i]
	}
	return nil
}

// WorkOf returns the work of a file on disk; nil if none is known.
func (s *Snapshot) WorkOf(file string) *Work {
	for _, w := range s.works {
		if w.Has(file) {
			return w
		}
	}
	return nil
}

// OpenFilesOf returns the open files of a work, by path.
func (s *Snapshot) OpenFilesOf(w *Work) map[string]*File {
	open := make(map[string]*File)
	for _, f := range s.files {
		if w.Has(f.Path) {
			open[w.Path(f.Path)] = f
		}
	}
	return open
}

// expectedShown returns the fragments to show in a file after a pending change, if there is such a change.
func (s *Snapshot) expectedShown(file string) (e ShownText, ok bool) {
	for _, w := range s.works {
		if e, ok = w.expected[w.Path(file)]; ok {
			return e, true
		}
	}
	return ShownText{}, false
}

func (s *Snapshot) indexOf(id int) int {
	return slices.IndexFunc(s.works, func(w *Work) bool { return w.ID == id })
}

// putWork replaces the work with its ID, unless it has ended.
func (s *Snapshot) putWork(w *Work) {
	if i := s.indexOf(w.ID); i >= 0 {
		s.works = slices.Clone(s.works)
		s.works[i] = w
	}
}

// modifyWork changes a work, unless it has ended. change gets a copy, must not modify what its fields refer to, and may be called again.
func (s *Session) modifyWork(id int, change func(w *Work)) {
	for isDone := false; !isDone; {
		was := s.Current().Work(id)
		if was == nil {
			return
		}
		changed := *was
		change(&changed)
		s.updateSnapshot(func(next *Snapshot) {
			if isDone = next.Work(id) == was; isDone {
				next.putWork(&changed)
			}
		})
	}
}

// EndWork removes a work from the newest snapshot.
func (s *Session) EndWork(id int) { s.endWorkIf(id, func(*Snapshot, *Work) bool { return true }) }

// EndWorkIfUnused removes a work without open files from the newest snapshot, and reports whether it did.
func (s *Session) EndWorkIfUnused(id int) bool {
	return s.endWorkIf(id, func(next *Snapshot, w *Work) bool { return len(next.OpenFilesOf(w)) == 0 })
}

func (s *Session) endWorkIf(id int, is func(next *Snapshot, w *Work) bool) (isDropped bool) {
	s.updateSnapshot(func(next *Snapshot) {
		if i := next.indexOf(id); i >= 0 && is(next, next.works[i]) {
			next.works = slices.Delete(slices.Clone(next.works), i, i+1)
			isDropped = true
		}
	})
	return isDropped
}

// ExpectShown sets, by path, the fragments to show in files of a work after a pending change.
func (s *Session) ExpectShown(id int, expected map[string]ShownText) {
	s.modifyWork(id, func(w *Work) { w.expected, w.expectations = expected, w.expectations+1 })
}

// ForgetShown returns a function that forgets what the last [Session.ExpectShown] has set, unless that has been called again since.
func (s *Session) ForgetShown(id int) func() {
	was := s.Current().Work(id)
	return func() {
		s.modifyWork(id, func(w *Work) {
			if was != nil && w.expectations == was.expectations {
				w.expected = nil
			}
		})
	}
}

// MarkWorksStale records that the settings of the files of all works may have changed.
func (s *Session) MarkWorksStale() {
	s.updateSnapshot(func(next *Snapshot) {
		works := make([]*Work, len(next.works))
		for i, w := range next.works {
			stale := *w
			stale.age++
			works[i] = &stale
		}
		next.works = works
	})
}

// PutDocuments replaces documents of closed files of a work with those that a change has made.
func (s *Session) PutDocuments(id int, made map[string]*analysis.Document) {
	s.modifyWork(id, func(w *Work) {
		for _, path := range slices.Sorted(maps.Keys(made)) {
			d := made[path]
			if e, ok := w.expected[path]; ok && e.isOf(d.Text) {
				d = d.Reading.WithShown(e.shown)
			}
			if i, ok := w.index[path]; ok && w.Whole != nil {
				w.Whole = w.Whole.WithDocument(i, d)
			} else if known, ok := w.orphans[path]; ok {
				known.document = d
				w.orphans = maps.Clone(w.orphans)
				w.orphans[path] = known
			}
		}
	})
}

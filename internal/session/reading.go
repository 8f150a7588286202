package session

import (
	"cmp"
	"context"
	"errors"
	"io"
	"io/fs"
	"maps"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"

	"golang.org/x/sync/errgroup"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/ignore"
	"github.com/segls/segls/internal/regular"
	"github.com/segls/segls/internal/work"
)

// OpenFolder returns the visible files in a folder, with the text in the editor if they are open. Symbolic links out of the folder are not
// followed. The caller must call done after reading.
func (s *Snapshot) OpenFolder(root string) (files fs.FS, done func(), err error) {
	onDisk, closeRoot, err := ignore.OpenVisible(root)
	if err != nil {
		return nil, nil, err
	}
	texts := make(map[string]string)
	for path, f := range s.openFilesIn(root) {
		texts[path] = f.Text.String()
	}
	return work.NewOverlay(onDisk, texts), func() { _ = closeRoot() }, nil
}

// openFilesIn returns the open files in a folder, by path.
func (s *Snapshot) openFilesIn(root string) map[string]*File {
	open := make(map[string]*File)
	for _, f := range s.files {
		if path := Relative(root, f.Path); path != "" {
			open[path] = f
		}
	}
	return open
}

// FindWork returns the work of a file on disk, or nil, and whether it is new; the files of a new
// work have not been read. If isAsked is set, a folder without an order is a work.
func (s *Session) FindWork(root, file string, isAsked bool) (w *Work, isNew bool) {
	s.reading.Lock()
	defer s.reading.Unlock()
	if w = s.Current().WorkOf(file); w != nil {
		return w, false
	}
	path := Relative(root, file)
	order, stamps, ok := s.findOrder(root, path, isAsked)
	if !ok {
		return nil, false
	}
	w = (&Work{Root: root, IsAsked: isAsked}).withOrder(order, stamps)
	if !w.Has(file) {
		return nil, false
	}
	s.updateSnapshot(func(next *Snapshot) {
		if isNew = len(next.OpenFilesOf(w)) > 0; isNew { // otherwise its file has been closed meanwhile
			s.lastWork++
			w.ID = s.lastWork
			next.works = append(slices.Clip(next.works), w)
		}
	})
	if !isNew {
		return nil, false
	}
	return w, true
}

// findOrder finds the order of the work of a file, and the stamps that show later whether it must be read again.
func (s *Session) findOrder(root, path string, isAsked bool) (order *work.Work, stamps map[string]Stamp, ok bool) {
	if path == "" {
		return nil, nil, false
	}
	files, done, err := s.Current().OpenFolder(root)
	if err != nil {
		return nil, nil, false
	}
	defer done()
	if isAsked {
		order = work.NewFinder(files).FindAsked(path)
	} else if order, ok = work.Find(files, path); !ok {
		return nil, nil, false
	}
	stamps = make(map[string]Stamp)
	names := []string{order.Folder, order.Order}
	for e := range order.All() {
		names = append(names, e.File)
	}
	for _, name := range names {
		if about, err := fs.Stat(files, name); name != "" && err == nil {
			stamps[name] = Stamp{about.Size(), about.ModTime()}
		}
	}
	return order, stamps, true
}

// OrderOutcome is the result of rereading an order.
type OrderOutcome int

// The outcomes of [Session.RereadOrder].
const (
	OrderIsGone OrderOutcome = iota // there is no order any more, or it is now the order of another work
	OrderIsSame                     // the same files with the same definitions and settings
	OrderIsNew                      // the files have to be read
)

// RereadOrder rereads the order of a work. If the new order is broken, the work keeps the old one and gets the new problems.
func (s *Session) RereadOrder(id int) (*Work, OrderOutcome) {
	s.reading.Lock()
	defer s.reading.Unlock()
	was := s.Current().Work(id)
	if was == nil {
		return nil, OrderIsGone
	}
	from := was.Order.Order
	if from == "" { // a folder, or one ordered by file names
		from = was.Order.Folder
	}
	order, stamps, ok := s.findOrder(was.Root, from, was.IsAsked)
	if !ok || order.Folder != was.Order.Folder && !order.IsBroken || order.Kind != was.Order.Kind {
		return was, OrderIsGone
	}
	if order.IsBroken {
		order = was.Order.WithProblemsOf(order)
	}
	outcome := OrderIsSame
	s.modifyWork(id, func(w *Work) {
		outcome = OrderIsSame
		if w.age != w.readAt || w.Whole == nil || !slices.Equal(w.Paths, order.Files()) || w.Order.Definitions != order.Definitions {
			outcome = OrderIsNew
		}
		*w = *w.withOrder(order, stamps)
		if outcome == OrderIsNew {
			w.age++
		}
	})
	w := s.Current().Work(id)
	if w == nil {
		return was, OrderIsGone
	}
	return w, outcome
}

// ReadWork reads all files of a work and divides them as one text.
func (s *Session) ReadWork(ctx context.Context, id int) error {
	s.reading.Lock()
	defer s.reading.Unlock()
	w := s.Current().Work(id)
	if w == nil {
		return nil
	}
	if s.Reading != nil {
		defer s.Reading()()
	}
	read, err := s.readSources(ctx, w)
	if err != nil {
		return err
	}
	documents := make([]*analysis.Document, len(read))
	for i, src := range read {
		documents[i] = src.document
	}
	whole, err := s.divide(ctx, documents)
	if err != nil {
		return err
	}
	began := w
	s.modifyWork(id, func(w *Work) {
		was := *w
		w.Whole, w.Paths, w.readAt = whole, make([]string, len(read)), began.age
		w.index, w.stamps, w.settingsWhenRead = make(map[string]int), make(map[string]Stamp), make(map[string]analysis.Settings)
		for i, src := range read {
			w.Paths[i], w.index[src.path] = src.path, i
			w.stamps[src.path], w.settingsWhenRead[src.path] = src.stamp, src.settings
			// A document that has changed meanwhile is newer than the text read.
			if now, then := was.Document(src.path), began.Document(src.path); now != nil && then != nil && !now.Text.Equal(then.Text) {
				w.Whole = w.Whole.WithDocument(i, now)
			}
		}
	})
	debug.FreeOSMemory() // reading leaves as much garbage as text
	return nil
}

// divide divides the documents as one text.
func (s *Session) divide(ctx context.Context, documents []*analysis.Document) (whole *analysis.Work, err error) {
	defer func() { err = errors.Join(err, s.Caught("dividing a work", recover())) }()
	return analysis.ShowWork(ctx, documents...)
}

// unchangedDocument returns the document of a text of the work, or nil if it must be read again.
func (w *Work) unchangedDocument(path, text string, settings analysis.Settings) *analysis.Document {
	if d := w.Document(path); d != nil && w.settingsWhenRead[path] == settings && d.Text.String() == text {
		return d
	}
	return nil
}

// readSources reads and analyses the readable files of a work. It leaves a processor to the writer.
func (s *Session) readSources(ctx context.Context, w *Work) ([]sourceFile, error) {
	files, done, err := s.Current().OpenFolder(w.Root)
	if err != nil {
		return nil, err
	}
	defer done()
	paths := w.Order.Files()
	settings := s.settingsOfClosed(w, paths...)
	sources := make([]sourceFile, len(paths))
	var group errgroup.Group
	group.SetLimit(max(1, runtime.GOMAXPROCS(0)-1))
	total := int64(0)
	for i, path := range paths {
		if ctx.Err() != nil {
			break
		}
		text, stamp, err := ReadText(files, path, min(int64(s.Largest), regular.MaxTextBytes-total))
		if err != nil {
			continue
		}
		total += int64(len(text))
		format, ok := settings[i].Analysis.FormatOf(path, "")
		if !ok {
			continue
		}
		format = format.WithSharedDefinitions(w.Order.Definitions)
		sources[i] = sourceFile{path: path, stamp: stamp, settings: settings[i].Analysis}
		group.Go(func() error {
			if d := w.unchangedDocument(path, text, settings[i].Analysis); d != nil && d.Format.Equal(format.WithOwnDefinitions(text, d.Settings.LatexIgnore)) {
				sources[i].document = d
				return nil
			}
			d, err := s.CatchPanic("reading a file of a work", func() (*analysis.Document, error) {
				d, err := analysis.Read(ctx, rope.New(text), format, settings[i].Analysis)
				if err != nil {
					return nil, err
				}
				if e, ok := w.expected[path]; ok && e.isOf(d.Text) {
					return d.Reading.WithShown(e.shown), nil
				}
				return s.restoreShown(w.DiskPath(path), &settings[i], d), nil
			})
			sources[i].document = d
			if errors.Is(err, ErrPanicked) {
				return nil
			}
			return err
		})
	}
	if err := errors.Join(group.Wait(), ctx.Err()); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(sources, func(src sourceFile) bool { return src.document == nil }), nil
}

// restoreShown returns the document with the fragments last shown, if they are known.
func (s *Session) restoreShown(file string, settings *Settings, d *analysis.Document) *analysis.Document {
	if s.Restore == nil {
		return d
	}
	restored, err := s.CatchPanic("what is kept of a text", func() (*analysis.Document, error) {
		restored, _ := s.Restore(s.URIOf(file), settings, d)
		return restored, nil
	})
	if err != nil {
		return d
	}
	return restored
}

func (s *Session) settingsOfClosed(w *Work, paths ...string) []Settings {
	files := make([]string, len(paths))
	for i, path := range paths {
		files[i] = w.DiskPath(path)
	}
	return s.SettingsOf(w.Root, files)
}

var (
	errNoText   = errors.New("this is not a text file")
	errTooLarge = errors.New("this file is too large to read")
)

// ReadText reads a text of at most limit bytes. It refuses binary files, which it recognizes by a NUL byte near the start.
func ReadText(files fs.FS, path string, limit int64) (string, Stamp, error) {
	file, err := files.Open(path)
	if err != nil {
		return "", Stamp{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	switch {
	case err != nil || !info.Mode().IsRegular():
		return "", Stamp{}, errors.Join(err, errNoText)
	case info.Size() > limit:
		return "", Stamp{}, errTooLarge
	}
	var b strings.Builder
	b.Grow(int(info.Size())) // exactly sized, because texts are kept for a long time
	if _, err = io.CopyN(&b, file, limit+1); err != io.EOF {
		return "", Stamp{}, cmp.Or(err, errTooLarge) // it has grown meanwhile
	}
	text := b.String()
	if strings.IndexByte(text[:min(len(text), 8000)], 0) >= 0 {
		return "", Stamp{}, errNoText
	}
	return text, Stamp{info.Size(), info.ModTime()}, nil
}

// RereadFile rereads a file of a work, unless it is open, and reports whether it has changed.
func (s *Session) RereadFile(ctx context.Context, id int, path string) (hasChanged bool) {
	s.reading.Lock()
	defer s.reading.Unlock()
	return s.rereadFile(ctx, id, path)
}

func (s *Session) rereadFile(ctx context.Context, id int, path string) (hasChanged bool) {
	now := s.Current()
	w := now.Work(id)
	if w == nil || w.Document(path) == nil || now.OpenFilesOf(w)[path] != nil {
		return false
	}
	files, done, err := now.OpenFolder(w.Root)
	if err != nil {
		return false
	}
	defer done()
	text, stamp, err := ReadText(files, path, int64(s.Largest))
	if err != nil {
		return false
	}
	was := w.Document(path)
	d, err := s.documentWithText(ctx, w, was, path, text)
	if err != nil {
		return false
	}
	s.modifyWork(id, func(w *Work) {
		i, ok := w.index[path]
		if !ok || w.Whole == nil || s.Current().OpenFilesOf(w)[path] != nil {
			return
		}
		w.stamps = maps.Clone(w.stamps)
		w.stamps[path] = stamp
		if d != was {
			w.Whole = w.Whole.WithDocument(i, d)
		}
	})
	return d != was
}

// documentWithText returns a file of a work with its new text, or the same document if the text is unchanged.
func (s *Session) documentWithText(ctx context.Context, w *Work, was *analysis.Document, path, text string) (*analysis.Document, error) {
	span, with := rope.Difference(was.Text.String(), text)
	if span.Len() == 0 && with == "" {
		return was, nil
	}
	return s.CatchPanic("reading a file of a work again", func() (*analysis.Document, error) {
		edit := analysis.Replace(was.Text, span, with)
		if e, ok := w.expected[path]; ok && e.isOf(edit.Text) {
			r, err := was.Reading.Edit(ctx, edit.Text, edit.Change)
			if err != nil {
				return nil, err
			}
			return r.WithShown(e.shown), nil
		}
		edited, err := was.Edit(ctx, edit)
		if err != nil {
			return nil, err
		}
		return edited.Settle(ctx)
	})
}

// ReadOrphan reads a text in the folder of a work that its order does not name, and divides it alone. It returns nil if it cannot.
func (s *Session) ReadOrphan(ctx context.Context, id int, path string) *analysis.Document {
	s.reading.Lock()
	defer s.reading.Unlock()
	now := s.Current()
	w := now.Work(id)
	if w == nil || !slices.Contains(w.Order.Orphans, path) {
		return nil
	}
	files, done, err := now.OpenFolder(w.Root)
	if err != nil {
		return nil
	}
	defer done()
	text, stamp, err := ReadText(files, path, int64(s.Largest))
	if err != nil {
		return nil
	}
	settings := s.settingsOfClosed(w, path)[0]
	format, ok := settings.Analysis.FormatOf(path, "")
	if !ok {
		return nil
	}
	read, known := sourceFile{path, stamp, settings.Analysis, nil}, w.orphans[path]
	if known.document != nil && known.settings == read.settings && known.document.Format.Name == format.Name {
		read.document, err = s.documentWithText(ctx, w, known.document, path, text)
	} else {
		read.document, err = s.CatchPanic("reading a file beside a work", func() (*analysis.Document, error) {
			d, err := s.Analyst.Analyze(ctx, rope.New(text), format, settings.Analysis)
			if err != nil {
				return nil, err
			}
			return s.restoreShown(w.DiskPath(path), &settings, d), nil
		})
	}
	if err != nil {
		return nil
	}
	s.modifyWork(id, func(w *Work) {
		w.orphans = maps.Clone(w.orphans)
		if w.orphans == nil {
			w.orphans = make(map[string]sourceFile)
		}
		w.orphans[path] = read
	})
	return read.document
}

package lsp

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
	"golang.org/x/sync/errgroup"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/config"
	"github.com/segls/segls/analysis/ignore"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/analysis/work"
)

// largestWork is how many bytes of all files of a work are read.
const largestWork = 256 << 20

// stamp is the size and time of a file.
type stamp struct {
	size int64
	time time.Time
}

// filesOf are those under the root of a work, as they are in the editor or else on disk, without
// what is hidden or ignored. No link leads out of the root.
func (s *Server) filesOf(w *openWork) (files fs.FS, done func(), err error) {
	onDisk, closeRoot, err := ignore.Open(w.root)
	if err != nil {
		return nil, nil, err
	}
	texts := make(map[string]string)
	for _, d := range s.documentsWhere(func(d *document) bool { return w.path(d.uri) != "" }) {
		texts[w.path(d.uri)] = d.snapshot().mapper.text.String()
	}
	return work.Over(onDisk, texts), func() { _ = closeRoot() }, nil
}

// orderOf finds the order of a file's work.
func (s *Server) orderOf(w *openWork, path string) (*work.Work, bool) {
	files, done, err := s.filesOf(w)
	if err != nil || path == "" {
		return nil, false
	}
	defer done()
	if order, ok := work.Find(files, path); ok || !w.isAsked {
		return order, ok
	}
	folder := path[:max(0, strings.LastIndexByte(path, '/'))]
	if folder == "" {
		folder = "."
	}
	return work.Folder(files, folder), true
}

// readWork reads all files of a work and divides them as one text. What is open of it becomes
// a part of it.
func (s *Server) readWork(ctx context.Context, w *openWork) {
	w.reading.Lock()
	defer w.reading.Unlock()
	w.mu.Lock()
	paths := slices.Clone(w.order.Files())
	old, oldIndex, asked := w.whole, w.index, w.asked
	w.mu.Unlock()
	known := func(path, text string, s analysis.Settings) *analysis.Document {
		if d := w.come(path, text); d != nil {
			return d
		}
		if i, ok := oldIndex[path]; ok && old != nil && asked[path] == s && old.Document(i).Text.String() == text {
			return old.Document(i)
		}
		return nil
	}
	defer s.collector.readWork()()
	read, err := s.readSources(ctx, w, paths, known)
	if err != nil {
		s.log.Warn("a work cannot be read", "root", w.root, "error", err)
		return
	}
	whole, err := s.divideWork(ctx, read)
	if err != nil {
		s.log.Warn("a work cannot be divided", "root", w.root, "error", err)
		return
	}
	w.mu.Lock()
	if w.isOver {
		w.mu.Unlock()
		return
	}
	w.whole, w.paths = whole, nil
	w.index, w.stamps, w.asked = make(map[string]int), make(map[string]stamp), make(map[string]analysis.Settings)
	for i, src := range read {
		w.paths = append(w.paths, src.path)
		w.index[src.path] = i
		w.stamps[src.path], w.asked[src.path] = src.stamp, src.asked
	}
	w.mu.Unlock()
	for _, d := range s.documentsWhere(func(d *document) bool { return w.has(d.uri) }) {
		s.enter(ctx, d, w)
	}
	s.announceWork(ctx, w)
	debug.FreeOSMemory() // reading leaves as much garbage as text
}

// divideWork divides what has been read as one text.
func (s *Server) divideWork(ctx context.Context, read []source) (whole *analysis.Work, err error) {
	documents := make([]*analysis.Document, len(read))
	for i, src := range read {
		documents[i] = src.document
	}
	defer func() { err = errors.Join(err, s.failures.caught("dividing a work", recover())) }()
	return analysis.NewWork(ctx, documents...)
}

// source is a file of a work that has been read.
type source struct {
	path     string
	stamp    stamp
	asked    analysis.Settings
	document *analysis.Document // not divided, unless it was known
}

// readSources reads files, as many beside each other as leave a processor to who types. What
// cannot be read is left out. Of a file that says what it said, the document that is known is
// kept.
func (s *Server) readSources(ctx context.Context, w *openWork, paths []string, known func(path, text string, s analysis.Settings) *analysis.Document) ([]source, error) {
	files, done, err := s.filesOf(w)
	if err != nil {
		return nil, err
	}
	defer done()
	definitions := w.definitions()
	settings := s.settingsOf(w, paths)
	sources := make([]source, len(paths))
	var group errgroup.Group
	group.SetLimit(max(1, runtime.GOMAXPROCS(0)-1))
	total := int64(0)
	for i, path := range paths {
		if ctx.Err() != nil {
			break
		}
		text, st, err := readSource(files, path, min(int64(s.largest), largestWork-total))
		if err != nil {
			continue
		}
		total += int64(len(text))
		format, ok := formatOf("", w.uri(path), &settings[i])
		if !ok {
			continue
		}
		format = format.Sharing(definitions)
		sources[i] = source{path: path, stamp: st, asked: settings[i].Analysis}
		group.Go(func() error {
			if d := known(path, text, settings[i].Analysis); d != nil && d.Format.Equal(format.Own(text, d.Settings.LatexIgnore)) {
				sources[i].document = d
				return nil
			}
			d, err := s.analyst.attempt("reading a file of a work", func() (*analysis.Document, error) {
				return analysis.Read(ctx, rope.New(text), format, settings[i].Analysis)
			})
			sources[i].document = d
			if errors.Is(err, errPanicked) {
				return nil
			}
			return err
		})
	}
	if err := errors.Join(group.Wait(), ctx.Err()); err != nil {
		return nil, err
	}
	return slices.DeleteFunc(sources, func(src source) bool { return src.document == nil }), nil
}

var errNoText = errors.New("this is no text")

// readSource reads a text of at most so many bytes.
func readSource(files fs.FS, path string, most int64) (string, stamp, error) {
	file, err := files.Open(path)
	if err != nil {
		return "", stamp{}, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() || info.Size() > most {
		return "", stamp{}, errors.Join(err, errNoText)
	}
	var b strings.Builder
	b.Grow(int(info.Size())) // a text is kept for long, so nothing is left free behind it
	if _, err = io.CopyN(&b, file, most+1); err != io.EOF {
		return "", stamp{}, errors.Join(err, errNoText)
	}
	text := b.String()
	if strings.IndexByte(text[:min(len(text), 8000)], 0) >= 0 {
		return "", stamp{}, errNoText
	}
	return text, stamp{info.Size(), info.ModTime()}, nil
}

// settingsOf returns the settings of files, open or not.
func (s *Server) settingsOf(w *openWork, paths []string) []Settings {
	s.mu.Lock()
	editor := s.settings.layer()
	s.mu.Unlock()
	queries := make([]config.Query, len(paths))
	for i, path := range paths {
		queries[i] = config.Query{Document: filePath(w.uri(path)), Root: w.root, Editor: editor}
	}
	s.files.mu.Lock()
	defer s.files.mu.Unlock()
	settings := make([]Settings, len(paths))
	for i, e := range s.files.cache.Settings(queries...) {
		settings[i] = e.Settings
	}
	return settings
}

// rereadFile reads one file of a work again, unless it is open, and divides what has changed
// in it.
func (s *Server) rereadFile(ctx context.Context, w *openWork, path string) {
	w.reading.Lock()
	defer w.reading.Unlock()
	if d, _ := s.document(w.uri(path)); d != nil {
		return
	}
	w.mu.Lock()
	i, ok := w.index[path]
	whole := w.whole
	w.mu.Unlock()
	files, done, err := s.filesOf(w)
	if !ok || whole == nil || err != nil {
		return
	}
	defer done()
	text, st, err := readSource(files, path, int64(s.largest))
	if err != nil {
		return
	}
	was := whole.Document(i)
	next, err := s.reread(ctx, w, was, path, text)
	if err != nil {
		return
	}
	if next != was {
		next = whole.Around(i, next)
	}
	w.mu.Lock()
	if w.whole != nil {
		w.stamps[path] = st
		w.whole = w.whole.Join(i, next.Bare())
	}
	w.mu.Unlock()
	if next != was {
		s.announceWork(ctx, w)
	}
}

// reread returns a file of a work after its text has become another one; the same document if it has not.
func (s *Server) reread(ctx context.Context, w *openWork, was *analysis.Document, path, text string) (*analysis.Document, error) {
	if come := w.come(path, text); come != nil {
		return come, nil
	}
	span, with := replaced(was.Text.String(), text)
	if span.Len() == 0 && with == "" {
		return was, nil
	}
	return s.analyst.attempt("reading a file of a work again", func() (*analysis.Document, error) {
		edited, err := was.Edit(ctx, analysis.Replace(was.Text, span, with))
		if err != nil {
			return nil, err
		}
		return edited.Rest(ctx)
	})
}

// reorderSoon schedules reading the order of a work again.
func (s *Server) reorderSoon(w *openWork) {
	const pause = 300 * time.Millisecond // files are often changed together
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.isOver {
		return
	}
	if w.timer != nil {
		w.timer.Stop()
	}
	w.timer = time.AfterFunc(pause, func() { s.run(func(ctx context.Context) { s.reorder(ctx, w) }) })
}

// reorderNow reads the order of a work again at once, if that is scheduled.
func (s *Server) reorderNow(ctx context.Context, w *openWork) {
	w.mu.Lock()
	isDue := w.timer != nil && w.timer.Stop()
	w.mu.Unlock()
	if isDue {
		s.reorder(ctx, w)
	}
}

// reorder reads the order of a work again, and the work itself if other files are named.
func (s *Server) reorder(ctx context.Context, w *openWork) {
	w.mu.Lock()
	was := w.order
	from := was.Order
	if len(was.Files()) > 0 {
		from = was.Files()[0]
	}
	w.mu.Unlock()
	order, ok := s.orderOf(w, from)
	if !ok || order.Folder != was.Folder || order.Kind != was.Kind {
		s.dissolve(ctx, w)
		return
	}
	w.mu.Lock()
	w.order = order
	isSame := w.whole != nil && slices.Equal(w.paths, order.Files()) && was.Definitions == order.Definitions
	w.mu.Unlock()
	s.publishOrder(ctx, w, was.Problems)
	if !w.isStale.Swap(false) && isSame {
		s.announceWork(ctx, w)
		return
	}
	s.readWork(ctx, w)
}

// dissolve ends a work whose order is gone. Its documents look for another one.
func (s *Server) dissolve(ctx context.Context, w *openWork) {
	documents := s.documentsWhere(func(d *document) bool { return w.has(d.uri) })
	s.works.mu.Lock()
	s.works.list = slices.DeleteFunc(s.works.list, func(other *openWork) bool { return other == w })
	s.works.mu.Unlock()
	w.mu.Lock()
	w.isOver, w.whole = true, nil
	problems := w.order.Problems
	w.order = &work.Work{}
	w.mu.Unlock()
	s.publishOrder(ctx, w, problems)
	for _, d := range documents {
		d.seat.Store(nil)
		s.findWork(ctx, d, w.isAsked)
	}
	s.announceWork(ctx, w)
}

// followDisk follows files that have changed on disk.
func (s *Server) followDisk(events []protocol.FileEvent) {
	for _, w := range s.openWorks() {
		for _, e := range events {
			path := w.path(e.URI)
			if path == "" {
				continue
			}
			w.mu.Lock()
			_, isOfIt := w.index[path]
			bearsOnOrder := e.Type != protocol.FileChangeTypeChanged || w.saysOrder(path) || !isOfIt || s.holdsSettings(e.URI)
			w.mu.Unlock()
			if isOfIt && e.Type == protocol.FileChangeTypeChanged {
				s.run(func(ctx context.Context) { s.rereadFile(ctx, w, path) })
			}
			if bearsOnOrder {
				s.reorderSoon(w)
			}
		}
	}
}

// lookAtDisk polls for changes where the client does not watch files.
func (s *Server) lookAtDisk(ctx context.Context) {
	for _, w := range s.openWorks() {
		root, err := os.OpenRoot(w.root)
		if err != nil {
			continue
		}
		w.mu.Lock()
		stamps := w.stamps
		w.mu.Unlock()
		for path, was := range stamps {
			if ctx.Err() != nil {
				break
			}
			info, err := root.Stat(path)
			switch {
			case err != nil:
				s.reorderSoon(w)
			case was != stamp{info.Size(), info.ModTime()}:
				if d, _ := s.document(w.uri(path)); d == nil {
					s.rereadFile(ctx, w, path)
				}
			}
		}
		root.Close()
	}
}

// watchWork asks the client to watch the texts and the orders around a work.
func (s *Server) watchWork(ctx context.Context, w *openWork) {
	if !s.able.watchesFiles {
		return
	}
	s.works.mu.Lock()
	isWatched := s.works.watched[w.root]
	s.works.watched[w.root] = true
	s.works.mu.Unlock()
	if isWatched {
		return
	}
	endings := []string{"yml", "yaml", "toml", "json", "txt"}
	for _, f := range markup.Formats {
		for _, ending := range f.Extensions {
			endings = append(endings, strings.TrimPrefix(ending, "."))
		}
	}
	slices.Sort(endings)
	glob := protocol.Pattern("**/*.{" + strings.Join(slices.Compact(endings), ",") + "}")
	watcher := protocol.FileSystemWatcher{GlobPattern: glob}
	if s.able.watchesAnywhere {
		watcher.GlobPattern = &protocol.RelativePattern{BaseURI: protocol.URI(fileURI(w.root)), Pattern: glob}
	}
	s.try("registerCapability", s.client.RegisterCapability(ctx, &protocol.RegistrationParams{Registrations: []protocol.Registration{{
		ID: "works in " + w.root, Method: protocol.MethodWorkspaceDidChangeWatchedFiles,
		RegisterOptions: encode(&protocol.DidChangeWatchedFilesRegistrationOptions{Watchers: []protocol.FileSystemWatcher{watcher}}),
	}}}))
}

// publishOrder publishes what is wrong in the order of a work, at its place, and takes back what
// no longer is.
func (s *Server) publishOrder(ctx context.Context, w *openWork, before []work.Problem) {
	w.mu.Lock()
	now := w.order.Problems
	w.mu.Unlock()
	var paths []string
	for _, p := range slices.Concat(before, now) {
		paths = append(paths, p.File)
	}
	slices.Sort(paths)
	for _, path := range slices.Compact(paths) {
		u := w.uri(path)
		if s.holdsSettings(u) {
			s.files.mu.Lock()
			s.publishProblems(ctx)
			s.files.mu.Unlock()
			continue
		}
		if d, _ := s.document(u); d != nil {
			s.publish(ctx, d)
			if v, _ := s.view(ctx, u); v != nil {
				continue
			}
		}
		s.try("diagnostics of an order", s.client.PublishDiagnostics(ctx, &protocol.PublishDiagnosticsParams{
			URI: u, Diagnostics: s.orderProblems(u),
		}))
	}
}

// orderProblems returns what is wrong in an order, by file.
func (s *Server) orderProblems(u uri.URI) []protocol.Diagnostic {
	diagnostics := []protocol.Diagnostic{}
	for _, w := range s.openWorks() {
		path := w.path(u)
		w.mu.Lock()
		problems := w.order.Problems
		w.mu.Unlock()
		for _, p := range problems {
			if p.File == path && path != "" {
				line := uint32(max(0, p.Line))
				diagnostics = append(diagnostics, protocol.Diagnostic{
					Range:    protocol.Range{Start: protocol.Position{Line: line}, End: protocol.Position{Line: line + 1}},
					Severity: protocol.DiagnosticSeverityWarning,
					Code:     protocol.String("order"),
					Source:   protocol.NewOptional(section),
					Message:  protocol.String(p.Message.In(s.able.Language)),
				})
			}
		}
	}
	return diagnostics
}

// announceWork tells the client that a work has changed, if it asked to know.
func (s *Server) announceWork(ctx context.Context, w *openWork) {
	if s.announces {
		_ = s.conn.Notify(ctx, notificationDidUpdateWork, rawMessage(fmt.Appendf(nil, `{"root":%s}`, encode(fileURI(w.root)))))
	}
}

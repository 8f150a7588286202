package lsp

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/config"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/session"
	"github.com/segls/segls/internal/work"
)

// A document that is a file of a work is divided as part of it.
//
// When a document is opened, the folders of the workspace around it are searched for the order of its work. If there is one, its other
// files are read in the background and divided together with the open ones as one text ([session.Work]). Until then the document is
// divided alone.

// uriIn returns the URI of a file of a work.
func uriIn(w *session.Work, path string) uri.URI { return fileURI(w.DiskPath(path)) }

// workOf returns the work of a document or another file, or nil if none has been found.
func (s *Server) workOf(u uri.URI) *session.Work { return s.session.Current().WorkOf(filePath(u)) }

// findWork searches for the work of an open document, reads it, and makes the document part of it. If isAsked is set,
// it also makes a folder without an order a work.
func (s *Server) findWork(ctx context.Context, d *openDocument, isAsked bool) *session.Work {
	root := s.folderOf(d.uri) // only files in this folder may be read
	if root == "" || d.holdsSettings || d.isNotebook() || isNameless(d.uri) || !s.mayJoinWork(d) {
		return nil
	}
	s.runInBackground(func(ctx context.Context) { s.watchFolder(ctx, root) })
	w, isNew := s.session.FindWork(root, filePath(d.uri), isAsked)
	switch {
	case w == nil:
	case isNew:
		s.log.Info("found a work", "kind", w.Order.Kind, "files", len(w.Paths))
		s.runInBackground(func(ctx context.Context) {
			s.publishOrderProblems(ctx, w, nil)
			s.readWork(ctx, w)
		})
	case s.session.EnterWork(ctx, string(d.uri)):
		s.publish(ctx, d)
	}
	return w
}

// findWorks searches for the works of documents that are in none, after changes of files that may hold an order.
func (s *Server) findWorks(ctx context.Context) {
	s.mu.Lock()
	clear(s.roots)
	s.mu.Unlock()
	now := s.session.Current()
	for _, d := range s.documentsWhere(func(d *openDocument) bool { return now.WorkOf(filePath(d.uri)) == nil }) {
		s.findWork(ctx, d, false)
	}
}

func (s *Server) scheduleFindWorks() {
	const pause = 300 * time.Millisecond // files are often changed together
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.finding == nil {
		s.finding = time.AfterFunc(pause, func() { s.runInBackground(s.findWorks) })
	}
	s.finding.Reset(pause)
}

// mayJoinWork reports whether a document is open and its settings allow it to be part of a work.
func (s *Server) mayJoinWork(d *openDocument) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return d.settings.WholeWork && !d.isClosed
}

func isSamePath(a, b string) bool { return b != "" && filepath.Clean(a) == filepath.Clean(b) }

// readWork reads all files of a work. Its open documents become part of it.
func (s *Server) readWork(ctx context.Context, w *session.Work) {
	if err := s.session.ReadWork(ctx, w.ID); err != nil {
		s.log.Warn("cannot read a work", "root", w.Root, "error", err)
		return
	}
	for _, d := range s.documentsWhere(func(d *openDocument) bool { return w.Has(filePath(d.uri)) }) {
		if s.session.EnterWork(ctx, string(d.uri)) {
			s.publish(ctx, d)
		}
	}
	s.announceWork(ctx, w)
}

// leaveWork ends the work of a closed document if no other document of it is open. Otherwise it reads the file from disk again.
func (s *Server) leaveWork(ctx context.Context, d *openDocument) {
	now := s.session.Current()
	w := now.WorkOf(filePath(d.uri))
	if w == nil {
		return
	}
	if !s.session.EndWorkIfUnused(w.ID) {
		s.rereadFile(ctx, w, w.Path(filePath(d.uri)))
		return
	}
	s.cancelWorkTasks(w)
	s.publishOrderProblems(ctx, w, w.Order.Problems)
}

// cancelWorkTasks cancels the tasks scheduled for a work that has ended.
func (s *Server) cancelWorkTasks(w *session.Work) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.reordering[w.ID]; r != nil && r.timer.Stop() {
		close(r.done)
	}
	delete(s.reordering, w.ID)
	delete(s.changing, w.ID)
}

// rereadFile reads a file of a work again, unless it is open.
func (s *Server) rereadFile(ctx context.Context, w *session.Work, path string) {
	if s.session.RereadFile(ctx, w.ID, path) {
		s.announceWork(ctx, w)
	}
}

// settingsOfClosed returns the settings that files have when they are not open.
func (s *Server) settingsOfClosed(root string, files []string) []session.Settings {
	s.mu.Lock()
	editor := s.settings.layer()
	s.mu.Unlock()
	queries := make([]config.Query, len(files))
	for i, file := range files {
		queries[i] = config.Query{Document: file, Root: root, Editor: editor}
	}
	s.files.mu.Lock()
	defer s.files.mu.Unlock()
	settings := make([]session.Settings, len(files))
	for i, e := range s.files.cache.Settings(queries...) {
		settings[i] = session.WithPaperDefaults(e, false).Settings
	}
	return settings
}

// orderReread is a scheduled or running reading of the order of a work.
type orderReread struct {
	timer *time.Timer
	done  chan struct{} // closed when it has ended
}

// scheduleOrderReread schedules another reading of the order of a work.
func (s *Server) scheduleOrderReread(w *session.Work) {
	const pause = 300 * time.Millisecond // files are often changed together
	s.mu.Lock()
	defer s.mu.Unlock()
	if r := s.reordering[w.ID]; r != nil && r.timer.Stop() {
		r.timer.Reset(pause)
		return
	}
	r := &orderReread{done: make(chan struct{})}
	r.timer = time.AfterFunc(pause, func() { s.runInBackground(func(ctx context.Context) { s.rereadOrder(ctx, w, r) }) })
	s.reordering[w.ID] = r
}

// rereadOrderNow reads the order of a work at once if that is scheduled, and waits until it is done.
func (s *Server) rereadOrderNow(ctx context.Context, w *session.Work) {
	s.mu.Lock()
	r := s.reordering[w.ID]
	s.mu.Unlock()
	if r == nil {
		return
	}
	if r.timer.Stop() {
		s.runInBackground(func(ctx context.Context) { s.rereadOrder(ctx, w, r) })
	}
	select {
	case <-r.done:
	case <-ctx.Done():
	}
}

// rereadOrder reads the order of a work again, and the work itself if the order has changed.
func (s *Server) rereadOrder(ctx context.Context, w *session.Work, r *orderReread) {
	defer func() {
		s.mu.Lock()
		if s.reordering[w.ID] == r {
			delete(s.reordering, w.ID)
		}
		s.mu.Unlock()
		close(r.done)
	}()
	was := s.session.Current().Work(w.ID)
	if was == nil {
		return
	}
	next, outcome := s.session.RereadOrder(w.ID)
	if outcome == session.OrderIsGone || len(s.documentsWhere(func(d *openDocument) bool { return w.Has(filePath(d.uri)) && d.settings.WholeWork })) == 0 {
		s.closeWork(ctx, was)
		return
	}
	s.publishOrderProblems(ctx, next, was.Order.Problems)
	if outcome == session.OrderIsSame {
		s.announceWork(ctx, next)
		return
	}
	s.readWork(ctx, next)
}

// closeWork ends a work whose order no longer exists, or of which no open document may be part. It then searches for a
// new work of each of its documents.
func (s *Server) closeWork(ctx context.Context, w *session.Work) {
	documents := s.documentsWhere(func(d *openDocument) bool { return w.Has(filePath(d.uri)) })
	s.session.EndWork(w.ID)
	s.cancelWorkTasks(w)
	s.publishOrderProblems(ctx, w, w.Order.Problems)
	for _, d := range documents {
		s.findWork(ctx, d, w.IsAsked)
	}
	s.announceWork(ctx, w)
}

// followFileEvents updates works after files have changed on disk.
func (s *Server) followFileEvents(events []protocol.FileEvent) {
	if len(events) > 0 {
		s.scheduleFindWorks()
	}
	for _, w := range s.session.Current().Works() {
		for _, e := range events {
			path := w.Path(filePath(e.URI))
			if path == "" {
				continue
			}
			isChange := e.Type == protocol.FileChangeTypeChanged
			if isChange && w.IsPart(path) {
				s.runInBackground(func(ctx context.Context) { s.rereadFile(ctx, w, path) })
			}
			if !isChange || w.MayHoldOrder(path) || !w.IsPart(path) || s.isSettingsFile(e.URI) {
				s.scheduleOrderReread(w)
			}
		}
	}
}

// pollWorkFiles rereads the files of works that have changed on disk, for clients that do not watch files.
func (s *Server) pollWorkFiles(ctx context.Context) {
	now := s.session.Current()
	for _, w := range now.Works() {
		root, err := os.OpenRoot(w.Root)
		if err != nil {
			continue
		}
		open := now.OpenFilesOf(w)
		for path, was := range w.Stamps() {
			if ctx.Err() != nil {
				break
			}
			info, err := root.Stat(path)
			switch {
			case err != nil:
				s.scheduleOrderReread(w)
			case was == session.Stamp{Size: info.Size(), Time: info.ModTime()} || open[path] != nil:
			default:
				if w.IsPart(path) {
					s.rereadFile(ctx, w, path)
				}
				if !w.IsPart(path) || w.MayHoldOrder(path) {
					s.scheduleOrderReread(w)
				}
			}
		}
		root.Close()
	}
}

// watchFolder asks the client to watch the texts and orders in a folder.
func (s *Server) watchFolder(ctx context.Context, root string) {
	if !s.clientCaps.watchesFiles {
		return
	}
	s.mu.Lock()
	isWatched := s.watched[root]
	s.watched[root] = true
	s.mu.Unlock()
	if isWatched {
		return
	}
	names := []string{"*.yml", "*.yaml", "*.toml", "*.json", "*.txt", "conf.py", "docusaurus.config.*", "sidebars.*", ".latexmkrc", "latexmkrc"}
	for _, f := range markup.Formats {
		for _, ending := range f.Extensions {
			names = append(names, "*"+ending)
		}
	}
	slices.Sort(names)
	glob := protocol.Pattern("**/{" + strings.Join(slices.Compact(names), ",") + "}")
	watcher := protocol.FileSystemWatcher{GlobPattern: glob}
	if s.clientCaps.watchesAnywhere {
		watcher.GlobPattern = &protocol.RelativePattern{BaseURI: protocol.URI(fileURI(root)), Pattern: glob}
	}
	err := s.client.RegisterCapability(ctx, &protocol.RegistrationParams{Registrations: []protocol.Registration{{
		ID: "works in " + root, Method: protocol.MethodWorkspaceDidChangeWatchedFiles,
		RegisterOptions: encode(&protocol.DidChangeWatchedFilesRegistrationOptions{Watchers: []protocol.FileSystemWatcher{watcher}}),
	}}})
	s.logSendError("registerCapability", err)
	if err != nil {
		s.mu.Lock()
		delete(s.watched, root)
		s.mu.Unlock()
	}
}

// publishOrderProblems publishes the problems in the order of a work as diagnostics, and clears those that have been solved.
func (s *Server) publishOrderProblems(ctx context.Context, w *session.Work, before []work.Problem) {
	var problems []work.Problem
	if now := s.session.Current().Work(w.ID); now != nil {
		problems = now.Order.Problems
	}
	var paths []string
	for _, p := range slices.Concat(before, problems) {
		paths = append(paths, p.File)
	}
	slices.Sort(paths)
	for _, path := range slices.Compact(paths) {
		u := uriIn(w, path)
		if s.isSettingsFile(u) {
			s.publishSettingProblems(ctx)
			continue
		}
		if d, _ := s.document(u); d != nil {
			s.publish(ctx, d)
			if v, _ := s.analysedFile(ctx, u); v != nil {
				continue
			}
		}
		s.publishDiagnostics(ctx, publishDiagnosticsParams{URI: u, Diagnostics: s.orderDiagnostics(u)})
	}
}

// orderDiagnostics returns the problems that the orders of works have in a file.
func (s *Server) orderDiagnostics(u uri.URI) []diagnostic {
	diagnostics := []diagnostic{}
	for _, w := range s.session.Current().Works() {
		path := w.Path(filePath(u))
		for _, p := range w.Order.Problems {
			if p.File == path && path != "" {
				line := max(0, p.Line)
				at := textRange{position{Line: line}, position{Line: line + 1}}
				diagnostics = append(diagnostics, newDiagnostic(at, protocol.DiagnosticSeverityWarning, "order", p.Message.In(s.clientCaps.Language)))
			}
		}
	}
	return diagnostics
}

// patienceForWork is the time that a change waits for the files of the work to be read.
const patienceForWork = 30 * time.Second

// awaitWork waits until all files of a work have been read.
func (s *Server) awaitWork(ctx context.Context, id int) (*session.Work, error) {
	enough := time.After(patienceForWork)
	for {
		now := s.session.Current()
		w := now.Work(id)
		switch {
		case w == nil:
			return nil, newFailure("This text is no longer part of a work of several files.")
		case w.Whole != nil:
			return w, nil
		}
		select {
		case <-enough:
			return nil, newFailure("The other files of the work have not been read yet. Try again.")
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-now.Replaced():
		}
	}
}

// closedFileView returns a view of a file of a work, or of an orphan next to one, as last read; nil for other files.
func (s *Server) closedFileView(ctx context.Context, u uri.URI) *analysedFile {
	w := s.workOf(u)
	if w == nil {
		return nil
	}
	path := w.Path(filePath(u))
	d := w.Document(path)
	if d == nil {
		d = s.session.ReadOrphan(ctx, w.ID, path)
	}
	if d == nil {
		return nil
	}
	return s.newClosedView(u, d, s.settingsOfClosed(w.Root, []string{w.DiskPath(path)})[0])
}

// viewsOf returns views of the texts of a work in a snapshot, by path: open ones in their current state, the others as last read.
func (s *Server) viewsOf(ctx context.Context, now *session.Snapshot, w *session.Work) (map[string]*analysedFile, error) {
	views, open := make(map[string]*analysedFile, len(w.Paths)), now.OpenFilesOf(w)
	var closed, files []string
	for _, path := range w.Paths {
		if f := open[path]; f != nil {
			v, err := s.analysedFile(ctx, uri.URI(f.URI))
			if ctx.Err() != nil {
				return nil, ctx.Err()
			}
			if err == nil && v != nil { // otherwise it has been closed, or the client has opened it as another kind of document
				views[path] = v
				continue
			}
		}
		if w.Document(path) != nil {
			closed, files = append(closed, path), append(files, w.DiskPath(path))
		}
	}
	for i, settings := range s.settingsOfClosed(w.Root, files) {
		views[closed[i]] = s.newClosedView(uriIn(w, closed[i]), w.Document(closed[i]), settings)
	}
	return views, nil
}

// newClosedView returns a view of a document that is not open.
func (s *Server) newClosedView(u uri.URI, d *analysis.Document, settings session.Settings) *analysedFile {
	f := s.session.NewClosedFile(session.Content{URI: string(u), Path: filePath(u), Text: d.Text, Format: d.Format, Settings: settings}, d)
	return &analysedFile{d, mapper{d.Text, s.clientCaps.encoding}, f, new(cards), s.clientCaps, nil}
}

// errTooManyTexts is returned if a folder has too many texts to index their links.
var errTooManyTexts = newFailure("This folder of the workspace has more than 10,000 texts or 256 MB, too many to search for links to this text, so nothing has been done.")

// toLinkError returns the error for the writer if the links of a folder cannot be read.
func toLinkError(err error) error {
	if errors.Is(err, link.ErrTooMany) {
		return errTooManyTexts
	}
	return err
}

package lsp

import (
	"context"
	"fmt"
	"maps"
	"path"
	"path/filepath"
	"reflect"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/config"
	"github.com/segls/segls/internal/session"
)

// Settings come from the editor (settings.go) and from files. Files are read again when the client reports a change or, if it does not
// watch them, at intervals.

// settingsFiles holds the settings files of open documents.
type settingsFiles struct {
	// mu is held while files are read and documents get their settings, so that the files last read win. Reading may be
	// slow, so handlers of notifications must not lock it.
	mu    sync.Mutex
	due   atomic.Bool // the files of all documents are about to be read
	cache *config.Cache[session.Settings]

	publishing publishLock                         // guards published
	published  map[string]publishDiagnosticsParams // by path: the last problems published, if there were any

	remember    atomic.Pointer[string] // the user's value of the setting remember; nil until it has been read
	memoryLimit int                    // in megabytes, as set
	environment int64                  // the memory limit at the start of the process, in bytes
}

// reconfigure updates the settings of all documents in the background. Later requests wait for the new settings.
func (s *Server) reconfigure() {
	s.mu.Lock()
	s.changes++
	clear(s.roots)
	for _, d := range s.documents {
		d.expectSettings(s.changes)
	}
	s.mu.Unlock()
	if s.files.due.Swap(true) {
		return // the scheduled reading will include this change
	}
	s.runInBackground(func(ctx context.Context) {
		s.readSettings(func() []*openDocument {
			s.files.due.Store(false)
			return s.documentsWhere(anyDocument)
		})
		s.publishSettingProblems(ctx)
		s.rereadWorks()
	})
}

// rereadWorks reads all works again after a change of settings files.
func (s *Server) rereadWorks() {
	s.session.MarkWorksStale()
	for _, w := range s.session.Current().Works() {
		s.scheduleOrderReread(w)
	}
	s.scheduleFindWorks()
}

// configure reads the settings files of documents and gives each document its settings. It reports whether any file has changed.
func (s *Server) configure(ctx context.Context, documents ...*openDocument) (isNew bool) {
	isNew = s.readSettings(func() []*openDocument { return documents })
	s.publishSettingProblems(ctx)
	return isNew
}

// readSettings gives documents the settings of their files, and reports whether any file has changed. It calls `of`, which returns the
// documents, once it holds the lock.
func (s *Server) readSettings(of func() []*openDocument) (isNew bool) {
	s.files.mu.Lock()
	defer s.files.mu.Unlock()
	documents := of()
	s.mu.Lock()
	editor, folders, changes := s.settings.layer(), s.folders, s.changes
	layers := make([]config.Layer, len(documents))
	for i, d := range documents {
		layers[i] = s.layer(d)
	}
	s.mu.Unlock()
	own := s.files.cache.Settings(config.Query{Editor: editor})[0].Settings
	s.limitMemory(own.MemoryLimit)
	s.files.remember.Store(&own.Remember)
	queries := make([]config.Query, len(documents))
	for i, d := range documents {
		queries[i] = d.settingsQuery(folders)
		queries[i].Editor = layers[i]
	}
	for i, e := range s.files.cache.Settings(queries...) {
		e = session.WithPaperDefaults(e, false)
		d := documents[i]
		isNew = isNew || !slices.EqualFunc(d.effective.Files, e.Files, func(a, b *config.File) bool { return a.Path == b.Path && a.Text == b.Text })
		d.effective = e
		if said := session.NoticeOnce(e); said != nil {
			s.runInBackground(func(ctx context.Context) {
				s.showMessage(ctx, protocol.MessageTypeInfo, s.clientCaps.All([]*sentence.Sentence{said}))
			})
		}
		isLooking := s.mayJoinWork(d)
		if s.configureDocument(d, e.Settings, changes) {
			s.runInBackground(func(ctx context.Context) { s.publish(ctx, d) })
		}
		if !isLooking && e.Settings.WholeWork {
			s.runInBackground(func(ctx context.Context) { s.findWork(ctx, d, false) })
		}
	}
	return isNew
}

// patience is the time that requests wait for a document's settings. A disk that takes longer is assumed to hang.
const patience = time.Second

// expectedSettings represents settings that a document is about to get.
type expectedSettings struct {
	changes int           // the number of changes they will reflect
	since   time.Time     // when they were first expected
	met     chan struct{} // closed when they arrive
	first   bool          // the document has no settings yet
}

// expectSettings makes requests wait for settings that reflect the given number of changes. The caller holds the server's mu.
func (d *openDocument) expectSettings(changes int) {
	d.expected.changes = changes
	if first := d.expected.met == nil; first || d.expected.haveArrived() {
		d.expected.since, d.expected.met, d.expected.first = time.Now(), make(chan struct{}), first
	}
}

func (x *expectedSettings) haveArrived() bool {
	select {
	case <-x.met:
		return true
	default:
		return false
	}
}

// awaitSettings waits until the expected settings of a document have arrived, or until patience has elapsed since they were first expected.
func (s *Server) awaitSettings(ctx context.Context, d *openDocument) error {
	s.mu.Lock()
	x := d.expected
	s.mu.Unlock()
	if x.haveArrived() {
		return nil
	}
	select {
	case <-x.met:
	case <-time.After(time.Until(x.since.Add(patience))):
	case <-ctx.Done():
		return ctx.Err()
	}
	return nil
}

// configureDocument gives a document settings that reflect the given number of changes. It reports whether there is anything to publish.
func (s *Server) configureDocument(d *openDocument, settings session.Settings, changes int) (due bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if settings != d.settings && !d.isClosed {
		due = true
		d.settings = settings
		s.session.Configure(string(d.uri), d.configureContent)
	}
	if changes >= d.expected.changes && !d.expected.haveArrived() {
		due = due || d.expected.first
		close(d.expected.met)
	}
	return due
}

// settingsQuery returns the query for the document's settings files.
func (d *openDocument) settingsQuery(folders []string) config.Query {
	file := filePath(d.uri)
	if isNameless(d.uri) {
		file = ""
	}
	switch {
	case d.holdsSettings:
		return config.Query{File: file}
	case file != "":
		return config.Query{Document: file, Root: innermostFolder(file, folders)}
	case len(folders) > 0:
		return config.Query{Root: folders[0]}
	}
	return config.Query{}
}

// didChangeWorkspaceFolders updates where the search for settings files ends, and which of the editor's settings apply to a document.
func (s *Server) didChangeWorkspaceFolders(_ context.Context, params *protocol.DidChangeWorkspaceFoldersParams) error {
	removed := pathsOf(params.Event.Removed)
	s.mu.Lock()
	kept := slices.DeleteFunc(slices.Clone(s.folders), func(f string) bool { return slices.Contains(removed, f) })
	s.folders = append(kept, pathsOf(params.Event.Added)...)
	s.mu.Unlock()
	s.reconfigure()
	if s.clientCaps.pullsConfiguration {
		s.runInBackground(s.pullAllSettings)
	}
	return nil
}

// isSettingsFile reports whether a URI names a settings file.
func (s *Server) isSettingsFile(u uri.URI) bool {
	file := filePath(u)
	return path.Base(u.Path()) == config.Name || file != "" && file == s.files.cache.User
}

// settingsWatchers returns the settings files that the client is asked to watch. Not every client can watch the user's own file.
func (s *Server) settingsWatchers() []protocol.FileSystemWatcher {
	watchers := []protocol.FileSystemWatcher{{GlobPattern: protocol.Pattern("**/" + config.Name)}}
	if user := s.files.cache.User; user != "" && s.clientCaps.watchesAnywhere {
		folder, name := filepath.Split(user)
		watchers = append(watchers, protocol.FileSystemWatcher{GlobPattern: &protocol.RelativePattern{
			BaseURI: protocol.URI(fileURI(folder)), Pattern: protocol.Pattern(name),
		}})
	}
	return watchers
}

// didChangeWatchedFiles reads settings again if one of their files has changed, and updates the files of works.
func (s *Server) didChangeWatchedFiles(_ context.Context, params *protocol.DidChangeWatchedFilesParams) error {
	if slices.ContainsFunc(params.Changes, func(e protocol.FileEvent) bool { return s.isSettingsFile(e.URI) }) {
		s.reconfigure()
	}
	s.followFileEvents(params.Changes)
	return nil
}

// lookInterval is the interval at which settings files that the client does not watch are read.
const lookInterval = 2 * time.Second

// pollDisk reads at intervals the files that the client does not watch.
func (s *Server) pollDisk(ctx context.Context) {
	ticker := time.NewTicker(lookInterval)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		s.mu.Lock()
		folders := s.folders
		s.mu.Unlock()
		unwatched := s.documentsWhere(func(d *openDocument) bool {
			return !s.clientCaps.watchesFiles || !s.clientCaps.watchesAnywhere || innermostFolder(filePath(d.uri), folders) == ""
		})
		if len(unwatched) > 0 && s.configure(ctx, unwatched...) {
			s.rereadWorks()
		}
		if !s.clientCaps.watchesFiles {
			s.pollWorkFiles(ctx)
			s.findWorks(ctx)
		}
	}
}

// publishSettingProblems publishes the problems in the settings files of open documents, and clears those that have been solved.
func (s *Server) publishSettingProblems(ctx context.Context) {
	s.files.publishing.Lock()
	defer s.files.publishing.Unlock()
	problems := s.settingDiagnostics()
	paths := slices.AppendSeq(slices.Collect(maps.Keys(problems)), maps.Keys(s.files.published))
	slices.Sort(paths)
	for _, file := range slices.Compact(paths) {
		diagnostics := append([]diagnostic{}, problems[file]...)
		params := s.publishParams(fileURI(file), append(diagnostics, s.orderDiagnostics(fileURI(file))...))
		before, known := s.files.published[file]
		switch {
		case len(params.Diagnostics) > 0:
			s.files.published[file] = params
		case known:
			delete(s.files.published, file)
		default:
			continue
		}
		if !reflect.DeepEqual(params, before) {
			s.publishDiagnostics(ctx, params)
			s.showMistake(ctx, params, before.Diagnostics)
		}
	}
}

// settingDiagnostics returns the problems in the settings files of open documents, by their paths.
func (s *Server) settingDiagnostics() map[string][]diagnostic {
	s.files.mu.Lock()
	defer s.files.mu.Unlock()
	problems := make(map[string][]diagnostic)
	uses := make(settingUses)
	for _, d := range s.documentsWhere(anyDocument) {
		for _, f := range d.effective.Files {
			problems[f.Path] = nil
		}
		uses.add(d.effective)
	}
	for file := range problems {
		if f := s.files.cache.File(file); f != nil {
			problems[file] = append(problemDiagnostics(f, s.clientCaps.encoding, s.clientCaps.Language), uses.unusedSettingHints(f, s.clientCaps.encoding, s.clientCaps.Language)...)
		}
	}
	return problems
}

// showMistake shows the first new mistake in a settings file, once. For an open file, the editor shows the diagnostics.
func (s *Server) showMistake(ctx context.Context, params publishDiagnosticsParams, before []diagnostic) {
	if params.Version != nil {
		return
	}
	for _, d := range params.Diagnostics {
		isKnown := slices.ContainsFunc(before, func(old diagnostic) bool { return old.Message == d.Message })
		if d.Severity == protocol.DiagnosticSeverityError && !isKnown {
			message := fmt.Sprintf("%s:%d: %s", filePath(params.URI), d.Range.Start.Line+1, d.Message)
			s.showMessage(ctx, protocol.MessageTypeWarning, message)
			return
		}
	}
}

// publishParams returns the parameters that publish the diagnostics of a settings file, with its version if it is open.
func (s *Server) publishParams(u uri.URI, diagnostics []diagnostic) publishDiagnosticsParams {
	params := publishDiagnosticsParams{URI: u, Diagnostics: diagnostics}
	s.mu.Lock()
	d := s.documents[u]
	s.mu.Unlock()
	if d != nil {
		if f := s.currentFile(d); f != nil {
			params.Version = new(f.Version)
		}
	}
	return params
}

// settingUses maps each assignment in a settings file that applies to an open document, and each setting it sets, to the method that
// ignores it; "" if some document uses the setting.
type settingUses map[config.Origin]map[string]string

func (u settingUses) add(e config.EffectiveSettings[session.Settings]) {
	if len(e.Origins) == 0 {
		return // a document just opened has no settings yet
	}
	unused := e.Settings.Analysis.Unused()
	for name, origin := range e.Origins {
		if origin.Line == 0 {
			continue
		}
		if u[origin] == nil {
			u[origin] = make(map[string]string)
		}
		method, known := u[origin][name]
		switch {
		case !slices.Contains(unused, name):
			u[origin][name] = ""
		case !known || method != "":
			u[origin][name] = e.Settings.Analysis.Method
		}
	}
}

// unusedSettingHints returns a diagnostic for each setting of a file that no open document uses.
func (u settingUses) unusedSettingHints(f *config.File, e encoding, l sentence.Language) []diagnostic {
	m := mapper{rope.New(f.Text), e}
	var hints []diagnostic
	for line := range m.text.LineCount() {
		methods := u[config.Origin{Source: f.Path, Line: line + 1}]
		for _, name := range slices.Sorted(maps.Keys(methods)) {
			if methods[name] == "" {
				continue
			}
			at := m.textRange(m.text.Trim(m.text.Line(line)))
			hints = append(hints, newDiagnostic(at, protocol.DiagnosticSeverityHint, "unused-setting", l.Say("The method %s does not use %s.", methods[name], name)))
		}
	}
	return hints
}

// problemDiagnostics returns the problems of a settings file as diagnostics.
func problemDiagnostics(f *config.File, e encoding, l sentence.Language) []diagnostic {
	m := mapper{rope.New(f.Text), e}
	diagnostics := make([]diagnostic, len(f.Problems))
	for i, p := range f.Problems {
		at := m.textRange(markup.Span{Start: p.Start, End: p.End})
		diagnostics[i] = newDiagnostic(at, protocol.DiagnosticSeverityError, string(p.Code), p.Message.In(l))
	}
	return diagnostics
}

package lsp

import (
	"context"
	"strings"
	"time"

	"github.com/segls/segls/internal/session"

	"github.com/segls/segls/analysis"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/config"
)

// didOpen opens a document. If it is open already, it is opened again with the new text.
func (s *Server) didOpen(_ context.Context, params *protocol.DidOpenTextDocumentParams) error {
	item := params.TextDocument
	if isForeign(item.URI, string(item.LanguageID)) {
		return nil
	}
	s.openDocument(item.URI, string(item.LanguageID), item.Version, rope.New(item.Text), nil)
	return nil
}

// openDocument opens a document, or a notebook with its cells.
func (s *Server) openDocument(u uri.URI, languageID string, version int32, text rope.Text, cells []session.Cell) {
	// The strings are copied because they are substrings of the message, which may be megabytes long and would stay in memory.
	u, languageID = uri.URI(strings.Clone(string(u))), strings.Clone(languageID)
	s.mu.Lock()
	if old, isOpen := s.documents[u]; isOpen {
		s.log.Warn("opened twice", "uri", string(u))
		old.close()
	}
	d := &openDocument{
		uri: u, languageID: languageID, inFlight: newEditInFlight(),
		holdsSettings: s.isSettingsFile(u), settings: config.Merge(session.DeclaredSettings, s.settings.layer()).Settings,
		opened: text, publishedIn: make(map[uri.URI][]diagnostic),
	}
	d.expectSettings(s.changes)
	f := s.session.Open(d.newContent(version, text, cells))
	s.documents[u] = d
	// The analysis starts before the settings arrive, because they usually equal the current ones.
	if _, isOurs := formatOf(languageID, u, &d.settings); isOurs && !d.holdsSettings && text.Len() <= s.session.Largest {
		f.StartAnalysis()
	}
	s.mu.Unlock()
	s.runInBackground(func(ctx context.Context) { s.prepareDocument(ctx, d) })
	s.runInBackground(func(ctx context.Context) { s.warnInterrupted(ctx, u) })
}

// prepareDocument sets the settings of an opened document: those of files, and the editor's if they arrive within patience. It
// then searches for the work of the document.
func (s *Server) prepareDocument(ctx context.Context, d *openDocument) {
	if s.clientCaps.pullsConfiguration && s.isInitialized.Load() && !d.holdsSettings {
		pulled := make(chan struct{})
		s.runInBackground(func(ctx context.Context) {
			defer close(pulled)
			s.pullSettings(ctx, d)
		})
		select {
		case <-pulled:
		case <-time.After(patience):
		case <-ctx.Done():
			return
		}
	}
	s.configure(ctx, d)
	s.findWork(ctx, d, false)
}

// didChange applies the client's changes to the text.
func (s *Server) didChange(_ context.Context, params *protocol.DidChangeTextDocumentParams) error {
	u := params.TextDocument.URI
	d, err := s.document(u)
	if d == nil || d.isNotebook() { // notebooks are changed with notebookDocument/didChange
		return err
	}
	s.changeText(d, params)
	s.schedulePublish(d)
	s.scheduleRest(d)
	return nil
}

func (s *Server) changeText(d *openDocument, params *protocol.DidChangeTextDocumentParams) {
	before := s.currentFile(d)
	if before == nil {
		return
	}
	if params.TextDocument.Version <= before.Version {
		s.log.Warn("change of an old version", "have", before.Version, "sent", params.TextDocument.Version)
	}
	m, changes := mapper{before.Text, s.clientCaps.encoding}.applyChanges(params.ContentChanges)
	s.session.ApplyEdits(before.URI, params.TextDocument.Version, m.text, nil, changes...)
	d.inFlight.addTexts(changes)
}

// applyChanges applies changes in order, each to the text that the previous one left.
func (m mapper) applyChanges(events []protocol.TextDocumentContentChangeEvent) (mapper, []analysis.Edit) {
	changes := make([]analysis.Edit, 0, len(events))
	for _, c := range events {
		var span markup.Span
		var with string
		switch c := c.(type) {
		case *protocol.TextDocumentContentChangePartial:
			span, with = m.span(c.Range), c.Text
		case *protocol.TextDocumentContentChangeWholeDocument:
			span, with = rope.Difference(m.text.String(), c.Text)
		}
		edit := analysis.Replace(m.text, span, with)
		m.text = edit.Text
		changes = append(changes, edit)
	}
	return m, changes
}

// didSave reads settings and orders again that may have changed, and schedules searches. The server already has the text itself.
func (s *Server) didSave(_ context.Context, params *protocol.DidSaveTextDocumentParams) error {
	u := params.TextDocument.URI
	if s.isSettingsFile(u) {
		s.reconfigure()
	}
	if w := s.workOf(u); w != nil && (s.isSettingsFile(u) || w.MayHoldOrder(w.Path(filePath(u)))) {
		s.scheduleOrderReread(w)
	}
	s.scheduleFindWorks()
	if d, err := s.document(u); err == nil && d != nil {
		s.scheduleDuplicates(d, true)
	}
	return nil
}

// didClose closes a document and clears its diagnostics.
func (s *Server) didClose(ctx context.Context, params *protocol.DidCloseTextDocumentParams) error {
	d, err := s.document(params.TextDocument.URI)
	if d == nil || d.isNotebook() {
		return err
	}
	s.closeDocument(ctx, d)
	return nil
}

// closeDocument closes a document or a notebook.
func (s *Server) closeDocument(ctx context.Context, d *openDocument) {
	s.storeClosedShape(s.session.Current(), s.currentFile(d))
	s.mu.Lock()
	delete(s.documents, d.uri)
	d.close()
	s.session.Close(string(d.uri))
	s.mu.Unlock()
	s.clearDiagnostics(ctx, d)
	s.runInBackground(func(ctx context.Context) {
		s.configure(ctx) // its settings files may no longer apply to any document
		s.leaveWork(ctx, d)
	})
}

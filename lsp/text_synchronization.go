package lsp

import (
	"context"
	"strings"
	"time"

	"github.com/segls/segls/analysis"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
	"go.uber.org/zap"

	"github.com/segls/segls/analysis/config"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
)

// DidOpen opens a document. One that is open already is opened again: the client knows best.
func (s *Server) DidOpen(_ context.Context, params *protocol.DidOpenTextDocumentParams) error {
	item := params.TextDocument
	if isForeign(item.URI, string(item.LanguageID)) {
		return nil
	}
	// These are parts of the message, which would be kept with them, and may be megabytes.
	item.URI, item.LanguageID = uri.URI(strings.Clone(string(item.URI))), protocol.LanguageKind(strings.Clone(string(item.LanguageID)))
	coming := s.isComing(item.URI)
	s.mu.Lock()
	defer s.mu.Unlock()
	if old, ok := s.documents[item.URI]; ok {
		s.log.Warn("opened twice", zap.String("uri", string(item.URI)))
		old.close()
	}
	d := &document{
		uri: item.URI, languageID: string(item.LanguageID), encoding: s.able.encoding, analyst: &s.analyst, turn: make(chan struct{}, 1), course: newCourse(),
		holdsSettings: s.holdsSettings(item.URI), settings: config.Merge(Declared, s.settings.layer()).Settings,
	}
	d.expectSettings(s.changes)
	d.opened = rope.New(item.Text)
	d.replace(item.Version, d.opened)
	if coming != nil { // it is opened so that a change can be made in it
		d.versions.remember(coming, d.current)
	}
	s.documents[item.URI] = d
	s.run(func(ctx context.Context) { s.prepare(ctx, d) })
	return nil
}

// prepare gives an opened document its settings: the editor's, if they come soon enough, and
// those of files.
func (s *Server) prepare(ctx context.Context, d *document) {
	if s.able.pullsConfiguration && s.greeted.Load() && !d.holdsSettings {
		told := make(chan struct{})
		s.run(func(ctx context.Context) {
			defer close(told)
			s.pullSettings(ctx, d)
		})
		select {
		case <-told:
		case <-time.After(patience):
		case <-ctx.Done():
			return
		}
	}
	s.configure(ctx, d)
	s.findWork(ctx, d, false)
}

// DidChange applies the client's changes to the text.
func (s *Server) DidChange(_ context.Context, params *protocol.DidChangeTextDocumentParams) error {
	u := params.TextDocument.URI
	d, err := s.document(u)
	if d == nil {
		return err
	}
	s.change(d, params)
	s.publishSoon(d)
	s.restSoon(d)
	return nil
}

func (s *Server) change(d *document, params *protocol.DidChangeTextDocumentParams) {
	d.mu.Lock()
	defer d.mu.Unlock()
	before := d.current
	if params.TextDocument.Version <= before.version {
		s.log.Warn("a change to an old version", zap.Int32("have", before.version), zap.Int32("sent", params.TextDocument.Version))
	}
	m, changes := before.mapper.changed(params.ContentChanges)
	d.isEdited = true
	d.replace(params.TextDocument.Version, m.text, changes...)
	d.course.note(changes)
}

// changed applies changes in their order, each to the text that the one before it left.
func (m mapper) changed(events []protocol.TextDocumentContentChangeEvent) (mapper, []analysis.Edit) {
	changes := make([]analysis.Edit, 0, len(events))
	for _, c := range events {
		var span markup.Span
		var with string
		switch c := c.(type) {
		case *protocol.TextDocumentContentChangePartial:
			span, with = m.span(c.Range), c.Text
		case *protocol.TextDocumentContentChangeWholeDocument:
			span, with = replaced(m.text.String(), c.Text)
		}
		edit := analysis.Replace(m.text, span, with)
		m.text = edit.Text
		changes = append(changes, edit)
	}
	return m, changes
}

// replaced is the change from one text to another: all but the ends that they share.
func replaced(before, after string) (span markup.Span, with string) {
	start := 0
	for start < min(len(before), len(after)) && before[start] == after[start] {
		start++
	}
	end := 0
	for end < min(len(before), len(after))-start && before[len(before)-1-end] == after[len(after)-1-end] {
		end++
	}
	return markup.Span{Start: start, End: len(before) - end}, after[start : len(after)-end]
}

// DidSave reads settings files again if one has been saved. Of other documents the server has
// the text already.
func (s *Server) DidSave(_ context.Context, params *protocol.DidSaveTextDocumentParams) error {
	u := params.TextDocument.URI
	if s.holdsSettings(u) {
		s.reconfigure()
	}
	if w := s.workOf(u); w != nil && (s.holdsSettings(u) || w.mayOrder(w.path(u))) {
		s.reorderSoon(w)
	}
	return nil
}

// DidClose forgets a document and takes its diagnostics back.
func (s *Server) DidClose(ctx context.Context, params *protocol.DidCloseTextDocumentParams) error {
	u := params.TextDocument.URI
	d, err := s.document(u)
	if d == nil {
		return err
	}
	s.mu.Lock()
	delete(s.documents, u)
	s.mu.Unlock()
	d.close()
	s.retract(ctx, d)
	s.run(func(ctx context.Context) {
		s.configure(ctx) // its settings files may concern nobody now
		s.leaveWork(ctx, d)
	})
	return nil
}

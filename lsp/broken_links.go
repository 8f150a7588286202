package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/command"
	"github.com/segls/segls/internal/restructure"
)

// linkDiagnostics returns a diagnostic for each broken link of a document, if the settings ask for them.
func (s *Server) linkDiagnostics(ctx context.Context, v *view) (list []diagnostic) {
	found, t := s.brokenLinks(ctx, v)
	if t != nil {
		t.close()
	}
	for _, f := range found {
		list = append(list, v.diagnostic(f))
	}
	return list
}

// brokenLinks returns the broken links of a document, and the texts around it, which the caller closes. Both are nil if the settings do not
// ask for broken links. Other texts are used as last read.
func (s *Server) brokenLinks(ctx context.Context, v *view) ([]check.Finding, *folderTexts) {
	if !v.file.Settings.Diagnostics || v.file.Cells != nil || !v.Settings.Reports(check.BrokenLink) {
		return nil, nil
	}
	t, err := s.linksAsRead(ctx, v.documentURI())
	if t == nil {
		if err != nil && ctx.Err() == nil {
			s.log.Warn("the links of a text cannot be looked at", "error", err)
		}
		return nil, nil
	}
	path := t.path(v.documentURI())
	if text, _ := t.Index.Text(path); text != v.Text.String() {
		t.Index = t.Index.With(path, v.Text.String())
	}
	return v.Rated(t.Index.Findings(path)), t
}

// offerLinkFix offers the likeliest target for a broken link at the cursor.
func (m *menu) offerLinkFix(ctx context.Context) {
	list, t := m.server.brokenLinks(ctx, m.view)
	if t == nil || !m.clientCaps.codeActionLiterals {
		return
	}
	defer t.close()
	for _, f := range list {
		if m.offset < f.Span.Start || f.Span.End < m.offset {
			continue
		}
		a := m.argument
		a.Rule = string(f.Rule)
		mends := m.withDiagnostics(f)
		path := t.path(m.documentURI())
		l, _ := t.Index.LinkAt(path, f.Span.Start)
		if text := t.Index.Likeliest(path, l); text != "" && m.wants(protocol.CodeActionKindQuickFix) {
			edit := restructure.Edit{Title: sentence.New("Lead to “%s”", text), Replacements: []restructure.Replacement{{Span: f.Span, Text: text}}}
			action := &protocol.CodeAction{Title: edit.Title.In(m.clientCaps.Language), Kind: new(protocol.CodeActionKindQuickFix), Edit: m.workspaceEdit(edit)}
			mends(action)
			m.preferred(action)
			m.items = append(m.items, item{action, "", rankFix})
		}
		m.offer(m.clientCaps.Say("Ignore %s in this file", f.Rule), command.IgnoreInFile, a, mends)
	}
}

package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/command"
	"github.com/segls/segls/internal/ignore"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/record"
	"github.com/segls/segls/internal/restructure"
)

// linkDiagnostics returns diagnostics of broken links and of a missing place in the order, as far as the settings enable them.
func (s *Server) linkDiagnostics(ctx context.Context, v *analysedFile) (list []diagnostic) {
	found, t := s.linkFindings(ctx, v)
	if t != nil {
		t.close()
	}
	for _, f := range found {
		list = append(list, v.diagnostic(f))
	}
	return list
}

// linkFindings returns findings for the broken links of a document, and for a document missing from its order, with the texts around it,
// which the caller closes. Both are nil if the settings enable neither rule or the texts are not known.
func (s *Server) linkFindings(ctx context.Context, v *analysedFile) ([]check.Finding, *workspaceTexts) {
	if !v.file.Settings.Diagnostics || !v.Settings.Reports(check.BrokenLink) && !v.Settings.Reports(check.NotInOrder) {
		return nil, nil
	}
	t := s.textsForLinks(ctx, v)
	if t == nil {
		return nil, nil
	}
	return v.Rated(s.allLinkFindings(v, t)), t
}

// textsForLinks returns the texts around a document, which the caller closes; nil for a notebook, and if they cannot be read. It does not read
// the other texts again.
func (s *Server) textsForLinks(ctx context.Context, v *analysedFile) *workspaceTexts {
	if v.file.Cells != nil {
		return nil
	}
	t, err := s.textsAsRead(ctx, v.documentURI())
	if t == nil {
		if err != nil && ctx.Err() == nil {
			s.log.Warn("cannot check the links of a text", "error", err)
		}
		return nil
	}
	path := t.path(v.documentURI())
	if text, _ := t.Index.Text(path); text != v.Text.String() {
		t.Index = t.Index.WithFile(path, v.Text.String())
	}
	return t
}

// allLinkFindings is linkFindings regardless of the settings, given the texts around the document.
func (s *Server) allLinkFindings(v *analysedFile, t *workspaceTexts) []check.Finding {
	path := t.path(v.documentURI())
	recipes := link.NewRecipes(t.Files)
	isMade := func(name string) bool { return ignore.Hides(t.Files, name) || recipes.Has(name) }
	return t.Index.Findings(path, cachedOrder(s.session.Current(), t.root, path), record.IsRecord(path, v.Document), isMade)
}

// offerLinkFix offers the likeliest target for a broken link at the cursor and, if broken links are reported, to ignore
// them in the file. If they are not reported, it offers the target only when the writer requests the menu.
func (m *menu) offerLinkFix(ctx context.Context) {
	isReported := m.file.Settings.Diagnostics && m.Settings.Reports(check.BrokenLink)
	if !m.clientCaps.codeActionLiterals || !isReported && m.context.TriggerKind == protocol.CodeActionTriggerKindAutomatic {
		return
	}
	t := m.server.textsForLinks(ctx, m.analysedFile)
	if t == nil {
		return
	}
	defer t.close()
	path := t.path(m.documentURI())
	l, ok := t.Index.LinkAt(path, m.offset)
	if !ok { // editors ask at each movement of the cursor, and to judge a broken link all texts are searched
		return
	}
	list := m.server.allLinkFindings(m.analysedFile, t)
	if isReported {
		list = m.Rated(list)
	}
	for _, f := range list {
		if f.Rule != check.BrokenLink || f.Span != l.Span {
			continue
		}
		a := m.argument
		a.Rule = string(f.Rule)
		mends := m.withDiagnostics(f)
		if text := t.Index.LikeliestAddress(path, l); text != "" && m.wants(protocol.CodeActionKindQuickFix) {
			edit := restructure.Edit{Title: sentence.New("Link to “%s”", text), Replacements: []restructure.Replacement{{Span: f.Span, Text: text}}}
			action := &protocol.CodeAction{Title: edit.Title.In(m.clientCaps.Language), Kind: new(protocol.CodeActionKindQuickFix), Edit: m.workspaceEdit(edit)}
			mends(action)
			m.markPreferred(action)
			m.items = append(m.items, menuItem{action, "", rankFix})
		}
		if isReported {
			m.offer(m.clientCaps.Say("Ignore %s in this file", f.Rule), command.IgnoreInFile, a, mends)
		}
	}
}

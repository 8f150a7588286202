package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis/markup"
)

// references answers with the links to the heading, label, footnote or file that is named at a position or that a link
// there leads to; elsewhere with the uses of a key term.
func (s *Server) references(ctx context.Context, params *protocol.ReferenceParams) ([]protocol.Location, error) {
	u := params.TextDocument.URI
	v, err := s.analysedFile(ctx, u)
	if v == nil {
		return nil, err
	}
	offset := v.offset(params.Position)
	if s.answersLinks(v) && !s.clientHandlesLinks(v) {
		t, n, err := s.linkNameAt(ctx, u, params.Position, true)
		if t != nil {
			defer t.close()
		}
		if n != nil {
			list := []protocol.Location{}
			if params.Context.IncludeDeclaration && n.Given.Len() > 0 {
				list = append(list, protocol.Location{URI: t.clientURI(n.Path), Range: t.rangeAt(n.Path, n.Given)})
			}
			for _, p := range t.Index.UsesOf(*n) {
				list = append(list, protocol.Location{URI: t.clientURI(p.Path), Range: t.rangeAt(p.Path, p.Link.Span)})
			}
			return list, nil
		}
		if err != nil {
			return nil, err
		}
	}
	if !v.file.Settings.KeyTerms {
		return nil, nil
	}
	return s.termReferences(ctx, v, offset, params.Context.IncludeDeclaration)
}

// documentHighlight answers with the places in the document that define or use the name or key term at a position. If there are none, it
// answers null: after an empty list, editors do not highlight the word at the cursor themselves.
func (s *Server) documentHighlight(ctx context.Context, params *protocol.DocumentHighlightParams) (any, error) {
	u := params.TextDocument.URI
	v, err := s.analysedFile(ctx, u)
	if v == nil {
		return nil, err
	}
	if s.answersLinks(v) {
		t, n, err := s.linkNameAt(ctx, u, params.Position, false)
		if t != nil {
			defer t.close()
		}
		if n != nil {
			return nilIfEmpty(t.highlights(v, *n)), nil
		}
		if err != nil {
			return nil, err
		}
	}
	if !v.file.Settings.KeyTerms {
		return nil, nil
	}
	return nilIfEmpty(v.termHighlights(v.offset(params.Position))), nil
}

func nilIfEmpty(highlights []protocol.DocumentHighlight) any {
	if len(highlights) == 0 {
		return nil
	}
	return highlights
}

// rangeAt returns the range of a span in a text of the folder.
func (t *workspaceTexts) rangeAt(path string, span markup.Span) protocol.Range {
	return t.mapperOf(path).rangeOf(span)
}

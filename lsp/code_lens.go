package lsp

import (
	"context"

	"go.lsp.dev/protocol"
)

// CodeLens puts a lens above the first line of each fragment that is suggested; a
// click selects the fragment. The command is there from the start, so that no
// client has to ask twice.
func (s *Server) CodeLens(ctx context.Context, params *protocol.CodeLensParams) ([]protocol.CodeLens, error) {
	v, err := s.view(ctx, params.TextDocument.URI)
	if v == nil {
		return nil, err
	}
	s.told(v, func(t *served) *uint64 { return &t.lenses })
	return v.codeLenses(), nil
}

func (v *view) codeLenses() []protocol.CodeLens {
	mode := v.snapshot.settings.CodeLens
	if mode == off {
		return nil
	}
	var lenses []protocol.CodeLens
	for _, i := range v.suggestions(mode == fragments) {
		at := v.lineStart(v.firstParagraph(i).Span.Start)
		lenses = append(lenses, protocol.CodeLens{
			Range: protocol.Range{Start: at, End: at},
			Command: protocol.Command{
				Title:     v.boundary(i, v.preview(i)),
				Command:   commandSelectFragment,
				Arguments: []protocol.LSPAny{commandArgument{URI: v.snapshot.uri, Position: at}.encode()},
			},
		})
	}
	return lenses
}

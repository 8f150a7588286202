package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis/markup"
)

// inlayHint answers with hints that describe fragments, for clients without code lenses or if the settings enable them.
func (s *Server) inlayHint(ctx context.Context, params *protocol.InlayHintParams) ([]protocol.InlayHint, error) {
	v, err := s.analysedFile(ctx, params.TextDocument.URI)
	if v == nil {
		return nil, err
	}
	s.markSent(v, func(t *sentSignatures) **viewSignature { return &t.hints })
	return v.inlayHints(params.Range), nil
}

// inlayHints returns the hints in a range of the document.
func (v *analysedFile) inlayHints(within protocol.Range) []protocol.InlayHint {
	settings := &v.file.Settings
	if settings.InlayHints == off || settings.InlayHints == auto && v.clientCaps.codeLens {
		return nil
	}
	span := v.span(within)
	var hints []protocol.InlayHint
	if v.IsQuiet() {
		return nil
	}
	// The hint of the next fragment may be on the blank line above it, which is still in the range.
	last := min(v.FragmentAt(span.End)+1, v.FragmentAt(v.Text.Len()))
	for i := max(0, v.FragmentAt(span.Start)); i <= last; i++ {
		if !v.Fragment(i).Suggested && settings.CodeLens != fragments {
			continue
		}
		at := v.hintOffset(v.firstParagraph(i).Span)
		if at < span.Start || at > span.End {
			continue
		}
		hints = append(hints, protocol.InlayHint{
			Position:    v.position(at),
			Label:       protocol.String(v.withBoundaryMark(i, v.summary(i))), // VS Code truncates hints at 43 characters
			PaddingLeft: new(true),
		})
	}
	return hints
}

// hintOffset returns the offset of the hint for a fragment: on the blank line above its first
// paragraph, where it shifts no text, or else at the end of the paragraph's first line.
func (v *analysedFile) hintOffset(paragraph markup.Span) int {
	line := v.Text.LineAt(paragraph.Start)
	if first, _ := v.viewLines(); line > first {
		if above := v.Text.Line(line - 1); v.Text.Trim(above).Len() == 0 {
			return above.End
		}
	}
	return v.Text.Line(line).End
}

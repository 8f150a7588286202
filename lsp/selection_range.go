package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis/markup"
)

// selectionRange answers with the sentence, paragraph, fragment, sections and document around each position.
func (s *Server) selectionRange(ctx context.Context, params *protocol.SelectionRangeParams) ([]protocol.SelectionRange, error) {
	v, err := s.analysedFile(ctx, params.TextDocument.URI)
	if err != nil {
		return nil, err
	}
	ranges := make([]protocol.SelectionRange, len(params.Positions))
	for i, position := range params.Positions {
		if v == nil { // LSP requires a range for each position
			ranges[i].Range = protocol.Range{Start: position, End: position}
			continue
		}
		ranges[i] = *v.selection(v.offset(position))
	}
	return ranges, nil
}

// selection returns the chain of spans around an offset, the smallest first.
func (v *analysedFile) selection(offset int) *protocol.SelectionRange {
	var chain *protocol.SelectionRange
	for _, s := range v.spansAround(offset) {
		chain = &protocol.SelectionRange{Range: v.rangeOf(s), Parent: chain}
	}
	return chain
}

// spansAround returns the spans that contain an offset or end there, from the largest to the smallest. Of equal spans it returns only one.
func (v *analysedFile) spansAround(offset int) []markup.Span {
	seen := v.viewSpan()
	spans := []markup.Span{seen}
	add := func(s markup.Span) {
		outer := spans[len(spans)-1]
		s = v.Text.Trim(markup.Span{Start: max(s.Start, seen.Start), End: min(s.End, seen.End)})
		if s.Start <= offset && offset <= s.End && outer.Start <= s.Start && s.End <= outer.End && s.Len() < outer.Len() {
			spans = append(spans, s)
		}
	}
	for _, s := range v.Sections() { // outer sections come first
		add(s.Span)
	}
	if i := v.FragmentAt(offset); i >= 0 {
		add(v.Fragment(i).Span)
	}
	if i := v.ParagraphAt(offset); i >= 0 {
		paragraph := v.Paragraph(i)
		add(paragraph.Span)
		for _, sentence := range paragraph.Sentences() {
			if sentence.Start <= offset && offset <= sentence.End {
				add(sentence)
				break
			}
		}
	}
	return spans
}

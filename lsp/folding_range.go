package lsp

import (
	"cmp"
	"context"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// FoldingRanges folds sections from their heading on, and in a section of several
// fragments each fragment from its first line on. Ranges nest and never cross:
// where they do, VS Code drops one and Neovim counts both.
func (s *Server) FoldingRanges(ctx context.Context, params *protocol.FoldingRangeParams) ([]protocol.FoldingRange, error) {
	v, err := s.view(ctx, params.TextDocument.URI)
	if v == nil {
		return nil, err
	}
	s.told(v, func(t *served) *uint64 { return &t.folds })
	return v.foldingRanges(), nil
}

func (v *view) foldingRanges() []protocol.FoldingRange {
	mode := v.snapshot.settings.FoldingRanges
	if mode == off {
		return nil
	}
	var ranges []protocol.FoldingRange
	for _, s := range v.Sections() {
		ranges = v.appendFold(ranges, s.Span, "", "")
	}
	if mode == fragments && v.Settings.Headings == analysis.HeadingsHard && !v.IsQuiet() {
		all := v.Fragments()
		for i, g := range v.Glimpses(0) {
			if all[i].Suggested || i+1 < len(all) && all[i+1].Suggested { // it has a sibling right before or after it
				ranges = v.appendFold(ranges, all[i].Span, protocol.FoldingRangeKindRegion, v.shown(i, g).preview)
			}
		}
	}
	if limit := v.able.foldingLimit; limit > 0 && len(ranges) > limit {
		ranges = ranges[:limit] // sections come first, and of fragments those at the top
	}
	slices.SortStableFunc(ranges, func(a, b protocol.FoldingRange) int {
		return cmp.Or(cmp.Compare(a.StartLine, b.StartLine), cmp.Compare(b.EndLine, a.EndLine))
	})
	return ranges
}

// appendFold folds the lines of a span if there is more than one.
func (v *view) appendFold(dst []protocol.FoldingRange, s markup.Span, kind protocol.FoldingRangeKind, collapsed string) []protocol.FoldingRange {
	start, end := v.lines(s)
	if end <= start {
		return dst
	}
	fold := protocol.FoldingRange{StartLine: uint32(start), EndLine: uint32(end), Kind: kind}
	if collapsed != "" && v.able.collapsedText {
		fold.CollapsedText = &collapsed
	}
	return append(dst, fold)
}

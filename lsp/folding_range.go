package lsp

import (
	"cmp"
	"slices"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis"
)

// foldingRange is a range of lines that can be folded.
type foldingRange struct {
	StartLine     int                       `json:"startLine"`
	EndLine       int                       `json:"endLine"`
	Kind          protocol.FoldingRangeKind `json:"kind,omitempty"` // of a fragment; a section has none
	CollapsedText string                    `json:"collapsedText,omitempty"`
}

// foldingRange answers with folds of sections and of fragments. They may nest but not overlap otherwise: VS Code would drop one.
func (s *Server) foldingRange(v *analysedFile) any {
	s.markSent(v, func(t *sentSignatures) **viewSignature { return &t.folds })
	return v.foldingRanges()
}

func (v *analysedFile) foldingRanges() []foldingRange {
	folds := []foldingRange{}
	mode := v.file.Settings.FoldingRanges
	if mode == off {
		return folds
	}
	folds = v.sectionFolds(folds)
	if mode == fragments && v.Settings.Headings == analysis.HeadingsHard && !v.IsQuiet() {
		folds = v.appendFragmentFolds(folds)
	}
	if v.cell != nil {
		folds = v.foldsInView(folds)
	}
	folds = slices.DeleteFunc(folds, func(f foldingRange) bool { return f.EndLine <= f.StartLine })
	if limit := v.clientCaps.foldingLimit; limit > 0 && len(folds) > limit {
		folds = folds[:limit] // sections come first, then the topmost fragments
	}
	slices.SortStableFunc(folds, func(a, b foldingRange) int {
		return cmp.Or(cmp.Compare(a.StartLine, b.StartLine), cmp.Compare(b.EndLine, a.EndLine))
	})
	return folds
}

// foldsInView returns the folds that begin in a cell of a notebook, clipped to it.
func (v *analysedFile) foldsInView(folds []foldingRange) []foldingRange {
	first, last := v.viewLines()
	list := []foldingRange{}
	for _, f := range folds {
		if f.StartLine == first-1 && f.Kind != "" { // a fragment that begins on the line that marks the cell
			f.StartLine = first
		}
		if v.isLineInView(f.StartLine) {
			f.StartLine, f.EndLine = f.StartLine-first, min(f.EndLine, last)-first
			list = append(list, f)
		}
	}
	return list
}

func (v *analysedFile) sectionFolds(folds []foldingRange) []foldingRange {
	for _, s := range v.Sections() {
		start, end := v.contentLines(s.Span)
		folds = append(folds, foldingRange{StartLine: start, EndLine: end})
	}
	return folds
}

// appendFragmentFolds adds folds for fragments at suggested boundaries. For clients with foldsFromBlank it adds one for every fragment,
// beginning at the blank line above it.
func (v *analysedFile) appendFragmentFolds(folds []foldingRange) []foldingRange {
	all := v.Fragments()
	if v.clientCaps.collapsedText {
		v.describeLabelled(all)
	}
	for i, card := range v.fragmentCards(all) {
		if !v.clientCaps.foldsFromBlank && !all[i].Suggested && (i+1 == len(all) || !all[i+1].Suggested) {
			continue
		}
		extent := v.extent(&all[i], card)
		fold := foldingRange{StartLine: extent.Start.Line, EndLine: extent.End.Line, Kind: protocol.FoldingRangeKindRegion}
		if v.clientCaps.foldsFromBlank && fold.StartLine > 0 && strings.TrimSpace(v.Text.Slice(v.Text.Line(fold.StartLine-1))) == "" {
			fold.StartLine--
		}
		if v.clientCaps.collapsedText {
			fold.CollapsedText = v.labels(i, card).preview
		}
		folds = append(folds, fold)
	}
	return folds
}

package lsp

import (
	"cmp"
	"slices"
	"strconv"
	"strings"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis"
)

// foldingRange folds sections from their heading on, and in a section of several
// fragments each fragment from its first line on. Ranges nest and never cross:
// where they do, VS Code drops one and Neovim counts both.
func (s *Server) foldingRange(v *view) rawMessage {
	s.told(v, func(t *served) **signed { return &t.folds })
	return v.foldingRanges()
}

// fold is a range of lines that can be folded.
type fold struct {
	start, end int
	preview    string // of a fragment
	isFragment bool
}

func (v *view) foldingRanges() rawMessage {
	mode := v.file.Settings.FoldingRanges
	if mode == off {
		return rawMessage("[]")
	}
	folds := v.sectionFolds(nil)
	if mode == fragments && v.Settings.Headings == analysis.HeadingsHard && !v.IsQuiet() {
		folds = v.fragmentFolds(folds)
	}
	if v.cell != nil {
		folds = v.inCell(folds)
	}
	folds = slices.DeleteFunc(folds, func(f fold) bool { return f.end <= f.start })
	if limit := v.able.foldingLimit; limit > 0 && len(folds) > limit {
		folds = folds[:limit] // sections come first, and of fragments those at the top
	}
	slices.SortStableFunc(folds, func(a, b fold) int {
		return cmp.Or(cmp.Compare(a.start, b.start), cmp.Compare(b.end, a.end))
	})
	ranges := rawMessage{'['}
	for i, f := range folds {
		if i > 0 {
			ranges = append(ranges, ',')
		}
		ranges = v.appendFold(ranges, f)
	}
	return append(ranges, ']')
}

// inCell are the folds that begin in a cell of a notebook, as far as they reach in it.
func (v *view) inCell(folds []fold) []fold {
	first, last := v.linesSeen()
	var list []fold
	for _, f := range folds {
		if f.start == first-1 && f.isFragment { // from the line that marks the cell
			f.start = first
		}
		if v.seesLine(f.start) {
			f.start, f.end = f.start-first, min(f.end, last)-first
			list = append(list, f)
		}
	}
	return list
}

func (v *view) sectionFolds(folds []fold) []fold {
	for _, s := range v.Sections() {
		start, end := v.lines(s.Span)
		folds = append(folds, fold{start: start, end: end})
	}
	return folds
}

// fragmentFolds folds the fragments that have a sibling right before or after them; for clients
// that want that, each from the blank line above it.
func (v *view) fragmentFolds(folds []fold) []fold {
	v.Describe()
	all := v.Fragments()
	for i, r := range v.renderedFragments(all) {
		if !v.able.foldsFromBlank && !all[i].Suggested && (i+1 == len(all) || !all[i+1].Suggested) {
			continue
		}
		extent := v.extent(&all[i], r)
		start := extent.startLine
		if v.able.foldsFromBlank && start > 0 && strings.TrimSpace(v.Text.Slice(v.Text.Line(start-1))) == "" {
			start--
		}
		folds = append(folds, fold{start, extent.endLine, v.words(i, r).preview, true})
	}
	return folds
}

func (v *view) appendFold(dst []byte, f fold) []byte {
	dst = append(dst, `{"startLine":`...)
	dst = strconv.AppendInt(dst, int64(f.start), 10)
	dst = append(dst, `,"endLine":`...)
	dst = strconv.AppendInt(dst, int64(f.end), 10)
	if f.isFragment {
		dst = append(dst, `,"kind":"`+string(protocol.FoldingRangeKindRegion)+`"`...)
		if v.able.collapsedText {
			dst = append(append(dst, `,"collapsedText":`...), encode(f.preview)...)
		}
	}
	return append(dst, '}')
}

package analysis

import (
	"fmt"
	"slices"

	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/fragment"
)

// AdjustBoundaries adds the n most confident rejected gaps to the boundaries of a document or, if n is negative, removes the -n least
// confident boundaries: see [method.AdjustBoundaries]. Headings and directives keep theirs. It returns an error if the method has no
// confidence.
func (d *Document) AdjustBoundaries(n int) (*Document, error) {
	confidence := slices.Clone(d.Confidence())
	if confidence == nil && d.numParagraphs() > 1 {
		return nil, fmt.Errorf("the method %s does not say how sure it is of a boundary; %s does", d.Settings.Method, MethodBlend)
	}
	for g, gap := range d.methodGaps(0, d.numParagraphs()) {
		switch gap.Constraint {
		case fragment.Break: // removed last, and added again below
			confidence[g] = 1
		case fragment.NoBreak:
			confidence[g] = 0
		}
	}
	var boundaries []int
	at := 0
	for _, p := range d.parts.From(0) {
		if at > 0 {
			boundaries = append(boundaries, at)
		}
		at += p.size.paragraphs
	}
	starts := append([]int{0}, method.AdjustBoundaries(boundaries, confidence, n)...)
	for g, gap := range d.methodGaps(0, d.numParagraphs()) {
		if gap.Constraint == fragment.Break {
			starts = append(starts, g+1)
		}
	}
	slices.Sort(starts)
	if d.numParagraphs() == 0 {
		starts = nil
	}
	finer := *d
	finer.memos = new(memos)
	finer.parts = finer.newFragmentSequence(slices.Compact(starts), d.shownFragmentsIn(0, d.parts.Len(), replacedParagraphs{}), editedWords{})
	return &finer, nil
}

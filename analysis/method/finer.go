package method

import (
	"cmp"
	"slices"
)

// Finer returns the boundaries of a division with some more of them, or for a negative
// number fewer, without looking at the text again: the surest of the gaps that are none, or
// all but the least sure of those that are. A gap next to a boundary, or less sure than a
// neighbour, is taken for the same turn of the topic and is not added. Without a confidence
// nothing changes.
func (d Division) Finer(by int) []int {
	if d.Confidence == nil {
		return slices.Clone(d.Boundaries)
	}
	sure := func(boundary int) float64 {
		if boundary < 1 || boundary > len(d.Confidence) {
			return 0
		}
		return d.Confidence[boundary-1]
	}
	surest := func(a, b int) int { return cmp.Or(cmp.Compare(sure(b), sure(a)), cmp.Compare(a, b)) }
	if by <= 0 {
		kept := slices.Clone(d.Boundaries)
		slices.SortFunc(kept, surest)
		kept = kept[:max(0, len(kept)+by)]
		slices.Sort(kept)
		return kept
	}
	var open []int
	for b := 1; b <= len(d.Confidence); b++ {
		isPeak := sure(b) > 0 && sure(b) >= sure(b-1) && sure(b) > sure(b+1)
		isNear := slices.ContainsFunc(d.Boundaries, func(at int) bool { return at >= b-1 && at <= b+1 })
		if isPeak && !isNear {
			open = append(open, b)
		}
	}
	slices.SortFunc(open, surest)
	finer := append(slices.Clone(d.Boundaries), open[:min(by, len(open))]...)
	slices.Sort(finer)
	return finer
}

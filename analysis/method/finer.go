package method

import (
	"cmp"
	"slices"
)

// AdjustBoundaries adds the n most confident gaps to the boundaries or, if n is negative, removes the
// -n least confident boundaries. A gap next to a boundary, or less confident than its neighbour,
// counts as the same turn of the topic and is not added; nor is a gap of confidence 0. If confidence
// is nil, it returns the boundaries unchanged.
func AdjustBoundaries(boundaries []int, confidence []float64, n int) []int {
	if confidence == nil {
		return slices.Clone(boundaries)
	}
	sure := func(boundary int) float64 {
		if boundary < 1 || boundary > len(confidence) {
			return 0
		}
		return confidence[boundary-1]
	}
	surest := func(a, b int) int { return cmp.Or(cmp.Compare(sure(b), sure(a)), cmp.Compare(a, b)) }
	if n <= 0 {
		kept := slices.Clone(boundaries)
		slices.SortFunc(kept, surest)
		kept = kept[:max(0, len(kept)+n)]
		slices.Sort(kept)
		return kept
	}
	var open []int
	for b := 1; b <= len(confidence); b++ {
		isPeak := sure(b) > 0 && sure(b) >= sure(b-1) && sure(b) > sure(b+1)
		isNear := slices.ContainsFunc(boundaries, func(at int) bool { return at >= b-1 && at <= b+1 })
		if isPeak && !isNear {
			open = append(open, b)
		}
	}
	slices.SortFunc(open, surest)
	finer := append(slices.Clone(boundaries), open[:min(n, len(open))]...)
	slices.Sort(finer)
	return finer
}

package analysis

import (
	"cmp"
	"slices"

	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/fragment"
)

// Beside the sections that an author has made, few suggestions are worth anything. Where fragments are as long as these, a section that is
// hardly longer than usual gets none, and of the others only the surest stay.

const (
	calmWords = 600 // there is at most one suggestion in so many words
	calmLong  = 1.2 // times the preferred length, from which on a section gets suggestions
)

// keepShort keeps the sections whole that are not longer than usual.
func (d *Document) keepShort(gaps []method.Gap) {
	if !d.statistics.isOwn {
		return
	}
	first := 0
	for end := 1; end <= len(gaps)+1; end++ {
		if end <= len(gaps) && gaps[end-1].Constraint != fragment.Break {
			continue
		}
		if float64(d.wordsTo(end)-d.wordsTo(first)) < calmLong*float64(d.Preferred()) {
			for g := first; g < end-1; g++ {
				if gaps[g].Constraint == fragment.Free {
					gaps[g].Constraint = fragment.NoBreak
				}
			}
		}
		first = end
	}
}

// surest returns the starts of a division without the suggestions that are too many, beside some that are kept: the least sure ones.
func (d *Document) surest(starts []int, gaps []method.Gap, kept int, confidence func() []float64) []int {
	if !d.statistics.isOwn || d.Settings.MaxWords > 0 { // a maximum comes first
		return starts
	}
	isSuggested := func(start int) bool { return start > 0 && gaps[start-1].Constraint == fragment.Free }
	suggested := slices.DeleteFunc(slices.Clone(starts), func(start int) bool { return !isSuggested(start) })
	most := max(0, d.Words()/calmWords-kept)
	if len(suggested) <= most {
		return starts
	}
	sure := confidence()
	if sure == nil {
		return starts
	}
	slices.SortStableFunc(suggested, func(a, b int) int { return cmp.Compare(sure[b-1], sure[a-1]) })
	out := suggested[most:]
	return slices.DeleteFunc(slices.Clone(starts), func(start int) bool { return slices.Contains(out, start) })
}

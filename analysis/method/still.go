package method

import (
	"slices"

	"github.com/segls/segls/fragment"
)

// stillness is what a boundary that is shown already is spared.
const stillness = 0.25

// Still divides under statistics that are kept while a text is being written, so that what
// is shown holds still. shown are the boundaries shown before the edit, each the number of
// units before it, as the units now are; edited is a unit that the edit has touched.
//
// Boundaries stay as they are but around the edit: from the start of the fragment before the
// one edited to the end of the one after it. There the blend divides anew, and charges
// less for a boundary that is shown. When the writer rests, [Statistics] are measured
// anew and the text divided without any of this, so that it looks as if it had just been
// opened.
func Still(s Statistics, units []Unit, shown []int, edited int, g Goal) Division {
	at, _ := slices.BinarySearch(shown, edited+1) // the fragment edited ends with this boundary
	first, end := 0, len(units)
	if at >= 2 {
		first = shown[at-2]
	}
	if at+1 < len(shown) {
		end = shown[at+1]
	}
	whole := g.constrain(units, Blend(units, s))
	e := fragment.Energy{Segments: make([][]float64, end-first)}
	if end > first {
		e.Boundary = slices.Clone(whole.Boundary[first : end-1])
	}
	for j := range e.Segments {
		row := whole.Segments[first+j]
		e.Segments[j] = row[:min(len(row), j+1)]
	}
	for _, b := range shown {
		if first < b && b < end {
			e.Boundary[b-first-1] -= stillness
		}
	}
	from, _ := slices.BinarySearch(shown, first+1)
	to, _ := slices.BinarySearch(shown, end)
	anew := e.Divide(s.Price())
	for i := range anew {
		anew[i] += first
	}
	return Division{Boundaries: slices.Replace(slices.Clone(shown), from, to, anew...)}
}

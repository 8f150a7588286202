package method

import "slices"

// stillness is what a boundary that is shown already is spared.
const stillness = 0.25

// Still divides under statistics that are kept while a text is being written, so that what
// is shown holds still. Boundaries stay as they are but around the edit: in the fragment
// edited and its neighbours. The units of these are divided anew, by what [Statistics.Charges]
// has for their gaps, and less is charged for the boundaries that are shown, as they stand after the
// edit. When the writer rests, [Statistics] are measured anew and the text divided without any
// of this, so that it looks as if it had just been opened.
func Still(s Statistics, units []Unit, charges []float64, shown []int, g Goal) []int {
	e := g.constrain(units, s.Energy(units, slices.Clone(charges)))
	for _, b := range shown {
		e.Boundary[b-1] -= stillness
	}
	return e.Divide(s.Price())
}

// Around is the fragment that a unit is in and its neighbours, as units from first to end,
// exclusive, of so many.
func Around(shown []int, units, edited int) (first, end int) {
	at, _ := slices.BinarySearch(shown, edited+1) // the fragment edited ends with this boundary
	end = units
	if at >= 2 {
		first = shown[at-2]
	}
	if at+1 < len(shown) {
		end = shown[at+1]
	}
	return first, end
}

package analysis

import (
	"math"
	"slices"
	"sort"
	"sync"

	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/fragment"
)

// longerFragments are a document divided for longer and longer fragments.
type longerFragments struct {
	sync.Mutex
	paragraphs []fragment.Paragraph
	divisions  map[int]fragment.Division // by how many steps longer
}

// The preferred lengths that are looked at grow by a twentieth each, to many times the
// document's length, where only what is forced is left.
const (
	longerStep = 1.05
	longerMost = 64
)

// VanishesAt is the preferred length, in words and to within a twentieth, at which there
// would be no boundary in gap g any more, all else being as it is; under `blend`, the other
// boundaries around it among all else. It is 0 where there is none or where no length would
// do that, and for the other methods that find segments by themselves, whose answer would cost an
// analysis for each length.
func (d *Document) VanishesAt(g int) int {
	if !d.IsBoundary(g) || d.constraint(g) == fragment.Break {
		return 0
	}
	var stands func(steps int) bool
	switch {
	case d.Settings.Method == MethodBlend:
		stands = d.standsInBlend(g)
	case MethodOf(d.Settings).Segment != nil:
		return 0
	default:
		stands = func(steps int) bool { return d.startsAt(steps, g+1) }
	}
	steps := int(math.Ceil(math.Log(longerMost*float64(max(d.Words(), d.Preferred()))/float64(d.Preferred())) / math.Log(longerStep)))
	// It may come back at a greater length, so the least is looked for between the last
	// doubling at which it is there and the first at which it is not.
	const doubling = 14
	stays, goes := 0, doubling
	for stands(goes) {
		if stays, goes = goes, goes+doubling; goes > steps {
			return 0
		}
	}
	least := stays + 1 + sort.Search(goes-stays-1, func(i int) bool { return !stands(stays + 1 + i) })
	return int(math.Round(d.longerBy(least)))
}

// longerBy is the preferred length some steps above the document's.
func (d *Document) longerBy(steps int) float64 {
	return float64(d.Preferred()) * math.Pow(longerStep, float64(steps))
}

// standsInBlend tells whether a boundary still stands where fragments should be some steps
// longer: whether the two fragments beside it are not joined, alone or with their neighbours.
func (d *Document) standsInBlend(g int) func(steps int) bool {
	after := d.FragmentAfter(g)
	first, end := d.division.Start(max(0, after-2)), d.division.Start(after+2)
	firstGap, endGap := max(0, first-1), min(end, d.division.Len()-1) // a gap beside has a say in a charge
	low, high := d.withinSight(d, touched{}, firstGap, endGap+1)
	units := d.methodUnitsIn(low, high)
	charges := d.whole.blend.Charges(d.whole.blend.Curves(units, firstGap-low, endGap-low))

	var fragments []method.Unit
	var between []float64
	goal, constraints := d.goal(first, end), []fragment.Constraint(nil)
	at := 0 // that of the boundary among them
	for k := max(0, after-2); d.division.Start(k) < end; k++ {
		start, next := d.division.Start(k), d.division.Start(k+1)
		if k == after {
			at = len(fragments)
		}
		if start > first {
			between = append(between, charges[start-1-firstGap])
			constraints = append(constraints, goal.Constraints[start-1-first])
		}
		fragments = append(fragments, method.Join(units[start-low:next-low]))
	}
	goal.Constraints = constraints
	divide := d.whole.blend.Longer(fragments, between, goal)
	return func(steps int) bool {
		return slices.Contains(divide(math.Pow(longerStep, float64(steps))), at)
	}
}

// startsAt tells whether a fragment starts with a paragraph where fragments should be some
// steps longer.
func (d *Document) startsAt(steps, paragraph int) bool {
	l := d.answers.longer.get(func() *longerFragments {
		l := &longerFragments{divisions: make(map[int]fragment.Division)}
		for p := range d.division.All(0) {
			l.paragraphs = append(l.paragraphs, p)
		}
		return l
	})
	l.Lock()
	defer l.Unlock()
	division, known := l.divisions[steps]
	if !known {
		division = d.undivided(d.longerBy(steps))
		division, _ = division.Replace(0, 0, l.paragraphs)
		l.divisions[steps] = division
	}
	return division.Starts(paragraph)
}

package method

import (
	"cmp"
	"math"
	"slices"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/fragment"
)

// This file holds the methods, other than the blend, that find segments themselves.

// maxUnits is the greatest number of units that a method compares with each other. Most books have fewer paragraphs.
const maxUnits = 4000

// divideInBlocks divides units, or blocks of neighbours if there are too many. Constraints within a block are left to [applyConstraints].
func divideInBlocks(units []Unit, g Goal, divide func([]Unit, Goal) []int) []int {
	if len(units) <= maxUnits {
		return divide(units, g)
	}
	size := (len(units) + maxUnits - 1) / maxUnits
	var blocks []Unit
	var gaps []Gap
	for first := 0; first < len(units); first += size {
		if first > 0 && g.Gaps != nil {
			gaps = append(gaps, g.Gaps[first-1])
		}
		blocks = append(blocks, JoinUnits(units[first:min(first+size, len(units))]))
	}
	g.Gaps = gaps
	boundaries := divide(blocks, g)
	for i := range boundaries {
		boundaries[i] *= size
	}
	return boundaries
}

// defaultValues returns the similarities of gaps to display for a method without a curve of its own.
func defaultValues(s UnitRange, g Goal) []float64 { return Paper{Window: 4}.Values(s, g) }

// costMethod is a method with a cost for every segment.
type costMethod struct {
	about     About
	of        func(units []Unit, longest, preferred float64) fragment.SegmentCosts
	hasLength bool // it uses the preferred length or, if none is given, the length of the topics
}

func (m costMethod) About() About                         { return m.about }
func (m costMethod) Reach(Goal) Reach                     { return Reach{IsWhole: true} }
func (m costMethod) Values(s UnitRange, g Goal) []float64 { return defaultValues(s, g) }
func (m costMethod) Divide(s UnitRange, g Goal) []int {
	units := s.ownUnits()
	boundaries := divideInBlocks(units, g, m.divide)
	if len(units) > maxUnits {
		return applyConstraints(units, g, boundaries)
	}
	return boundaries
}

func (m costMethod) divide(units []Unit, g Goal) []int {
	if len(units) == 0 {
		return nil
	}
	if m.hasLength {
		g.Words = g.preferredWords(units)
	}
	j := g.joinUnits(units)
	g.Gaps = j.gaps
	e := g.constrainCosts(j.units, m.of(j.units, g.longestWords(units), g.Words))
	if g.Segments > 0 || g.Words > 0 {
		return j.originalBoundaries(e.DivideInto(g.numSegments(units, 0)))
	}
	return j.originalBoundaries(e.Divide(0))
}

func (m costMethod) Explain(s UnitRange, g Goal) func(first, end int) Decide {
	return func(first, end int) Decide {
		units := s.Units[first:end]
		e := m.of(units, math.Inf(1), g.preferredWords(units))
		return func(cut int, _ Gap) Decision {
			value := e.Cost([]int{cut - first}) - e.Cost(nil)
			return newDecision(func(float64) []Part { return []Part{{Name: "words", Value: value, Unit: unitCost}} })
		}
	}
}

// rankingMethod is a method that orders the gaps and cuts at the lowest.
type rankingMethod struct {
	about About
	rank  func(units []Unit) (curve []float64, suggested int)
}

func (m rankingMethod) About() About     { return m.about }
func (m rankingMethod) Reach(Goal) Reach { return Reach{IsWhole: true} }

func (m rankingMethod) Values(s UnitRange, _ Goal) []float64 {
	if s.numGaps() == 0 {
		return nil
	}
	if len(s.Units) > maxUnits { // the curve would be that of blocks
		return defaultValues(s, Goal{})
	}
	curve, _ := m.rank(s.Units)
	return curve[s.From : s.To-1]
}

func (m rankingMethod) Divide(s UnitRange, g Goal) []int {
	units := s.ownUnits()
	return applyConstraints(units, g, divideInBlocks(units, g, func(units []Unit, g Goal) []int {
		if len(units) == 0 {
			return nil
		}
		curve, suggested := m.rank(units)
		return g.lowestGaps(curve, g.numSegments(units, suggested))
	}))
}

// Explain compares the value of a gap with the threshold under which gaps are cut.
func (m rankingMethod) Explain(s UnitRange, g Goal) func(first, end int) Decide {
	if len(s.Units) > maxUnits {
		return func(int, int) Decide { return func(int, Gap) Decision { return Decision{} } }
	}
	curve, suggested := m.rank(s.Units)
	g.Gaps = nil
	threshold := 0.0
	chosen := g.lowestGaps(curve, g.numSegments(s.Units, suggested))
	for i, b := range chosen {
		if threshold = max(threshold, curve[b-1]); i == 0 {
			threshold = curve[b-1]
		}
	}
	decide := func(cut int, _ Gap) Decision {
		return newDecision(func(float64) []Part {
			return []Part{{Name: "value", Value: curve[cut-1], Unit: "rank"}, {Name: "threshold", Value: -threshold, Unit: "rank"}}
		})
	}
	return func(int, int) Decide { return decide }
}

// lowestGaps returns the boundaries at the lowest gaps of a curve, for a number of segments.
func (g Goal) lowestGaps(curve []float64, segments int) []int {
	order := make([]int, 0, len(curve))
	forced := 0
	for i := range curve {
		switch g.gapAt(i).Constraint {
		case fragment.NoBreak:
			continue
		case fragment.Break:
			forced++
		}
		order = append(order, i)
	}
	isForced := func(i int) int {
		if g.gapAt(i).Constraint == fragment.Break {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(cmp.Compare(isForced(a), isForced(b)), cmp.Compare(curve[a], curve[b]))
	})
	order = order[:min(len(order), max(forced, segments-1))]
	slices.Sort(order)
	for i := range order {
		order[i]++
	}
	return order
}

// fixedWindows makes segments of equal size.
type fixedWindows struct {
	about   About
	size    func(units []Unit, g Goal) int // returns the size if neither number nor length is given
	measure func(Unit) int
	isFixed bool // the size holds even if a length is given
}

func (m fixedWindows) About() About                         { return m.about }
func (m fixedWindows) Reach(Goal) Reach                     { return Reach{} }
func (m fixedWindows) Values(s UnitRange, g Goal) []float64 { return defaultValues(s, g) }

// Divide returns the boundaries nearest to the ends of equal parts, the size of which may follow from the goal.
func (m fixedWindows) Divide(s UnitRange, g Goal) []int {
	units := s.ownUnits()
	if len(units) == 0 {
		return nil
	}
	total := 0
	for _, u := range units {
		total += m.measure(u)
	}
	size := m.size(units, g)
	segments := max(1, (total+size/2)/size)
	if !m.isFixed && (g.Segments > 0 || g.Words > 0) || m.isFixed && g.Segments > 0 {
		segments = g.numSegments(units, 0)
	}
	var boundaries []int
	sum := 0
	for i, u := range units {
		// The multiples of total/segments up to the middle of this unit.
		middle := 2*sum + m.measure(u)
		if k := len(boundaries) + 1; i > 0 && k < segments && middle*segments > 2*k*total {
			boundaries = append(boundaries, i)
		}
		sum += m.measure(u)
	}
	return applyConstraints(units, g, boundaries)
}

// applyConstraints applies the constraints and the greatest length to boundaries found without them. A segment that is too long is divided
// by [defaultValues].
func applyConstraints(units []Unit, g Goal, boundaries []int) []int {
	if g.Gaps == nil && g.Limits.Max == 0 {
		return boundaries
	}
	found := make(map[int]bool, len(boundaries))
	for _, b := range boundaries {
		found[b] = true
	}
	gaps := make([]Gap, max(0, len(units)-1))
	for i := range gaps {
		if gaps[i] = g.gapAt(i); gaps[i].Constraint == fragment.Free && found[i+1] {
			gaps[i].Constraint = fragment.Break
		}
	}
	first := 0
	for b := 1; b <= len(units); b++ {
		if b < len(units) && gaps[b-1].Constraint != fragment.Break {
			continue
		}
		if g.Limits.Max == 0 || countWords(units[first:b]) <= g.Limits.Max { // otherwise its gaps stay open
			for i := first; i < b-1; i++ {
				gaps[i].Constraint = fragment.NoBreak
			}
		}
		first = b
	}
	g.Gaps, g.Segments = gaps, 0
	g.Words = g.preferredWords(units)
	s := AllUnits(units)
	return divideByValues(s, g, defaultValues(s, g))
}

// noBoundaries is the baseline without any boundary.
type noBoundaries struct{}

func (noBoundaries) About() About {
	return About{Name: "none", Doc: "No boundaries, to compare with.", Needs: "nothing", IsBaseline: true}
}
func (noBoundaries) Reach(Goal) Reach                     { return Reach{} }
func (noBoundaries) Values(s UnitRange, g Goal) []float64 { return defaultValues(s, g) }
func (noBoundaries) Divide(s UnitRange, g Goal) []int     { return applyConstraints(s.ownUnits(), g, nil) }

// Sides returns a function that returns how often terms occur on the two sides of a cut: the weights for a method that compares whole
// segments.
func Sides(s UnitRange, terms []language.Term) func(cut int) (before, after []float64) {
	return newSideWeightsFunc(s, terms, func(_, _, count int) float64 { return float64(count) })
}

// newSideWeightsFunc returns a function that sums up the weights of terms on the two sides of a cut. `weight` gets the cut, the unit, and
// the count of the term in the unit.
func newSideWeightsFunc(s UnitRange, terms []language.Term, weight func(cut, unit, count int) float64) func(cut int) (before, after []float64) {
	occurrences := occurrencesOf(s, terms)
	return func(cut int) (before, after []float64) {
		before, after = make([]float64, len(terms)), make([]float64, len(terms))
		for _, o := range occurrences {
			side := before
			if int(o.unit) >= cut {
				side = after
			}
			side[o.term] += weight(cut, int(o.unit), int(o.count))
		}
		return before, after
	}
}

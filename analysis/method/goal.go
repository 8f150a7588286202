package method

import (
	"cmp"
	"math"
	"slices"

	"github.com/segls/segls/fragment"
)

// Goal is what is known of the division that is wanted.
type Goal struct {
	Segments int     // so many; 0 if their number is not known
	Words    float64 // of about so many words each; 0 if that is not known

	Cost        fragment.Cost // of lengths, where the method leaves it open; Preferred is not looked at
	Constraints []fragment.Constraint
	Limits      fragment.Limits
}

// Division is what comes of a goal.
type Division struct {
	Boundaries []int // each the number of units before it
	// Confidence is how sure each gap's boundary is, from 0 to 1; nil if the method cannot tell.
	Confidence []float64
}

// preferred is the length in words that the goal implies.
func (g Goal) preferred(units []Unit) float64 {
	switch {
	case g.Segments > 0:
		return max(1, float64(words(units))/float64(g.Segments))
	case g.Words > 0:
		return g.Words
	}
	return countTopics(units).average()
}

// segments is the number of segments that the goal implies, where the method has
// suggested one; 0 is no suggestion.
func (g Goal) segments(units []Unit, suggested int) int {
	switch {
	case g.Segments > 0:
		return g.Segments
	case g.Words > 0:
		return max(1, int(math.Round(float64(words(units))/g.Words)))
	case suggested > 0:
		return suggested
	}
	return max(1, Topics(units))
}

// byCurve divides where a curve is low and lengths are near the preferred one: Heinonen's
// programme, or, where their number is given, its sums over just so many segments.
func (g Goal) byCurve(units []Unit, curve []float64) Division {
	g.Cost.Preferred = g.preferred(units)
	if g.Segments == 0 {
		problem := fragment.Problem{Words: lengths(units), Similarity: curve, Constraints: g.Constraints, Cost: g.Cost, Limits: g.Limits}
		s, err := fragment.Split(problem)
		if err != nil {
			panic("method: " + err.Error()) // a curve has a number for each gap
		}
		return Division{Boundaries: s.Boundaries}
	}
	e := fragment.Energy{Boundary: slices.Clone(curve), Segments: triangle(reach(units, blendLonger*g.Cost.Preferred))}
	for j, row := range e.Segments {
		length := 0
		for l := range row {
			length += units[j-l].Words
			row[l] = g.Cost.Length(length)
		}
	}
	return g.byEnergy(units, e, 0)
}

// byOrder divides at the lowest gaps of a curve.
func (g Goal) byOrder(units []Unit, curve []float64, suggested int) Division {
	order := make([]int, 0, len(curve))
	forced := 0
	for gap := range curve {
		if g.constraint(gap) != fragment.NoBreak {
			order = append(order, gap)
		}
		if g.constraint(gap) == fragment.Break {
			forced++
		}
	}
	slices.SortStableFunc(order, func(a, b int) int {
		return cmp.Or(-cmp.Compare(g.constraint(a)&fragment.Break, g.constraint(b)&fragment.Break), cmp.Compare(curve[a], curve[b]))
	})
	order = order[:min(len(order), max(forced, g.segments(units, suggested)-1))]
	slices.Sort(order)
	for i := range order {
		order[i]++
	}
	return Division{Boundaries: order}
}

// byEnergy divides at least cost, each boundary costing price more where no number of
// segments is asked for.
func (g Goal) byEnergy(units []Unit, e fragment.Energy, price float64) Division {
	e = g.constrain(units, e)
	if g.Segments > 0 || g.Words > 0 {
		return Division{Boundaries: e.DivideInto(g.segments(units, 0))}
	}
	return Division{Boundaries: e.Divide(price)}
}

func (g Goal) constraint(gap int) fragment.Constraint {
	if g.Constraints == nil {
		return fragment.Free
	}
	return g.Constraints[gap]
}

// tooShort is what it costs to have a segment below the least length: more than anything
// else, but not forbidden, for it may be unavoidable.
const tooShort = 1e6

// constrain forbids what the constraints and limits forbid. It writes over the costs of e.
func (g Goal) constrain(units []Unit, e fragment.Energy) fragment.Energy {
	if g.Constraints == nil && g.Limits == (fragment.Limits{}) {
		return e
	}
	for gap := range e.Boundary {
		if g.constraint(gap) == fragment.NoBreak {
			e.Boundary[gap] = math.Inf(1)
		}
	}
	for j, row := range e.Segments {
		length, isOne, isForbidden := 0, true, false
		for l := range row {
			if l > 0 {
				switch g.constraint(j - l) {
				case fragment.Break:
					isForbidden = true
				case fragment.Free:
					isOne = false
				}
			}
			length += units[j-l].Words
			isForbidden = isForbidden || g.Limits.Max > 0 && length > g.Limits.Max && !isOne
			switch {
			case isForbidden:
				row[l] = math.Inf(1)
			case length < g.Limits.Min:
				row[l] += tooShort
			}
		}
	}
	return e
}

func lengths(units []Unit) []int {
	lengths := make([]int, len(units))
	for i, u := range units {
		lengths[i] = u.Words
	}
	return lengths
}

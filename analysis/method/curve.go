package method

import (
	"slices"

	"github.com/segls/segls/fragment"
)

// curveMethod is a method with a value for each gap, divided by Heinonen's programme.
type curveMethod struct {
	about  About
	values func(units []Unit) []float64
}

func (c curveMethod) About() About {
	a := c.about
	a.IsCurve, a.Settings = true, []string{settingScaling, settingCost}
	return a
}

func (c curveMethod) Reach(Goal) Reach { return Reach{IsWhole: true} }

func (c curveMethod) Values(s UnitRange, _ Goal) []float64 {
	if s.numGaps() == 0 {
		return nil
	}
	return c.values(s.Units)[s.From : s.To-1]
}

func (c curveMethod) Divide(s UnitRange, g Goal) []int { return divideByValues(s, g, c.Values(s, g)) }

func (c curveMethod) Explain(s UnitRange, g Goal) func(first, end int) Decide {
	return newLengthExplainer(s, g, "value", c.Values(s, g))
}

// unitCost is the unit of the parts of a decision.
const unitCost = "cost"

// limits returns the limits of the goal, with Min reduced to Max.
func (g Goal) limits() fragment.Limits {
	l := g.Limits
	if l.Max > 0 {
		l.Min = min(l.Min, l.Max)
	}
	return l
}

// divideByValues divides by Heinonen's programme, at low values and into lengths near the preferred one. If the goal gives a number of
// segments, it compares only divisions into that number, without a discount for soft headings.
func divideByValues(s UnitRange, g Goal, values []float64) []int {
	units := s.ownUnits()
	if len(units) == 0 {
		return nil
	}
	cost := g.Cost
	cost.Preferred = g.preferredWords(units)
	charges := make([]float64, len(values))
	for i, v := range values {
		charges[i] = g.gapAt(i).Charge(v)
	}
	if g.Segments == 0 {
		problem := fragment.Problem{Words: unitLengths(units), Similarity: charges, Constraints: g.constraints(), Cost: cost, Limits: g.limits()}
		split, err := fragment.Split(problem)
		if err != nil {
			panic("method: " + err.Error()) // values are finite, one for each gap
		}
		return split.Boundaries
	}
	e := fragment.SegmentCosts{Boundary: slices.Clone(values), Segments: costRows(maxUnitsWithinLength(units, maxLengthFactor*cost.Preferred, maxSegmentUnits(units)))}
	return g.constrainCosts(units, fragment.SegmentCosts{Boundary: e.Boundary, Segments: addLengthCosts(e.Segments, units, cost)}).DivideInto(g.Segments)
}

// newLengthExplainer returns a function that explains a decision of Heinonen's programme: the value of a gap against lengths.
func newLengthExplainer(s UnitRange, g Goal, name string, values []float64) func(first, end int) Decide {
	return func(first, end int) Decide {
		cost := g.Cost
		cost.Preferred = g.preferredWords(s.Units[first:end])
		return func(cut int, gap Gap) Decision {
			value := Part{Name: name, Value: gap.Charge(values[cut-s.From-1]), Unit: unitCost}
			left, right := countWords(s.Units[first:cut]), countWords(s.Units[cut:end])
			return newDecision(func(longer float64) []Part { return []Part{value, lengthsPart(left, right, cost, longer)} })
		}
	}
}

// lengthsPart returns the extra length cost of two segments compared with one.
func lengthsPart(left, right int, cost fragment.Cost, longer float64) Part {
	cost.Preferred *= longer
	return Part{Name: "lengths", Value: cost.Length(left) + cost.Length(right) - cost.Length(left+right), Unit: unitCost}
}

// newDecision returns a Decision, given a function that returns its parts at any length.
func newDecision(parts func(longer float64) []Part) Decision {
	sum := func(longer float64) float64 {
		total := 0.0
		for _, p := range parts(longer) {
			total += p.Value
		}
		return total
	}
	return Decision{Parts: parts(1), Sum: sum}
}

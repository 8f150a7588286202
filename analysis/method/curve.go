package method

import (
	"slices"

	"github.com/segls/segls/fragment"
)

// curveMethod is a method that has a value for each gap and leaves it to Heinonen's programme to
// weigh them against lengths.
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

func (c curveMethod) Values(s Stretch, _ Goal) []float64 {
	if s.gaps() == 0 {
		return nil
	}
	return c.values(s.Units)[s.From : s.To-1]
}

func (c curveMethod) Divide(s Stretch, g Goal) []int { return divideByValues(s, g, c.Values(s, g)) }

func (c curveMethod) Explain(s Stretch, g Goal) func(first, end int) Decide {
	return explainAgainstLengths(s, g, "value", c.Values(s, g))
}

// unitCost is the unit of what is added up and compared.
const unitCost = "cost"

// limits are those of the goal, the least no more than the greatest.
func (g Goal) limits() fragment.Limits {
	l := g.Limits
	if l.Max > 0 {
		l.Min = min(l.Min, l.Max)
	}
	return l
}

// divideByValues divides where values are low and lengths near the preferred one: Heinonen's
// programme, or, where their number is given, its sums over just so many segments.
func divideByValues(s Stretch, g Goal, values []float64) []int {
	units := s.ownUnits()
	if len(units) == 0 {
		return nil
	}
	cost := g.Cost
	cost.Preferred = g.preferred(units)
	charges := make([]float64, len(values))
	for i, v := range values {
		charges[i] = g.gapAt(i).Charge(v)
	}
	if g.Segments == 0 {
		problem := fragment.Problem{Words: lengths(units), Similarity: charges, Constraints: g.constraints(), Cost: cost, Limits: g.limits()}
		split, err := fragment.Split(problem)
		if err != nil {
			panic("method: " + err.Error()) // values are finite, one for each gap
		}
		return split.Boundaries
	}
	e := fragment.Energy{Boundary: slices.Clone(values), Segments: costRows(unitsWithinLength(units, maxLengthFactor*cost.Preferred, mostUnits(units)))}
	return g.constrain(units, fragment.Energy{Boundary: e.Boundary, Segments: withLengths(e.Segments, units, cost)}).DivideInto(g.Segments)
}

// explainAgainstLengths decides as Heinonen's programme does: the value of a gap against lengths.
func explainAgainstLengths(s Stretch, g Goal, name string, values []float64) func(first, end int) Decide {
	return func(first, end int) Decide {
		cost := g.Cost
		cost.Preferred = g.preferred(s.Units[first:end])
		return func(cut int, gap Gap) Decision {
			value := Part{Name: name, Value: gap.Charge(values[cut-s.From-1]), Unit: unitCost}
			left, right := words(s.Units[first:cut]), words(s.Units[cut:end])
			return decision(func(longer float64) []Part { return []Part{value, lengthsPart(left, right, cost, longer)} })
		}
	}
}

// lengthsPart is what two segments cost for their lengths, more than joined.
func lengthsPart(left, right int, cost fragment.Cost, longer float64) Part {
	cost.Preferred *= longer
	return Part{Name: "lengths", Value: cost.Length(left) + cost.Length(right) - cost.Length(left+right), Unit: unitCost}
}

// decision is one of which the parts can be told at any length.
func decision(parts func(longer float64) []Part) Decision {
	sum := func(longer float64) float64 {
		total := 0.0
		for _, p := range parts(longer) {
			total += p.Value
		}
		return total
	}
	return Decision{Parts: parts(1), Sum: sum}
}

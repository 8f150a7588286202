package method

import (
	"fmt"
	"math"
)

// Given is a method whose values come from another program: a number for each gap of one text, lower where a boundary is better. Heinonen's
// programme weighs them against lengths.
type Given struct{ values []float64 }

const givenName = "given"

// NewGiven returns the method with these values for the gaps between the given number of units. It returns an error if a value is not
// finite, or if there are too many or too few values.
func NewGiven(values []float64, units int) (Given, error) {
	if gaps := max(0, units-1); len(values) != gaps {
		return Given{}, fmt.Errorf("%d numbers for the %d gaps of %d paragraphs", len(values), gaps, units)
	}
	for g, v := range values {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return Given{}, fmt.Errorf("number %d is %v, which is not finite", g+1, v)
		}
	}
	return Given{append([]float64{}, values...)}, nil
}

// About describes the method.
func (m Given) About() About {
	return About{Name: givenName, Doc: "A curve from a file.", Needs: "nothing", IsCurve: true, Settings: []string{settingScaling, settingCost}}
}

// Reach returns zero: the values do not depend on the text.
func (m Given) Reach(Goal) Reach { return Reach{} }

// Values returns the given values.
func (m Given) Values(s UnitRange, _ Goal) []float64 {
	if s.numGaps() == 0 {
		return nil
	}
	return m.values[s.First+s.From : s.First+s.To-1]
}

// Divide divides by Heinonen's programme.
func (m Given) Divide(s UnitRange, g Goal) []int { return divideByValues(s, g, m.Values(s, g)) }

// Explain weighs the value of a gap against lengths.
func (m Given) Explain(s UnitRange, g Goal) func(first, end int) Decide {
	return newLengthExplainer(s, g, "value", m.Values(s, g))
}

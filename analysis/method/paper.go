package method

import (
	"math"

	"github.com/segls/segls/analysis/language"
)

// Paper is Heinonen's method as published. Its fields are the choices that the article leaves open.
type Paper struct {
	Window    int  // units compared on each side of a gap; at least 1
	IsEqual   bool // all units weigh the same; otherwise nearer ones weigh more
	IsBalance bool // both sides have as many units as the shorter one
	IsUnit    bool // vectors are normalised to length 1; otherwise they are raw frequencies
}

const paperName = "paper"

// About describes the method.
func (p Paper) About() About {
	return About{
		Name:    paperName,
		Doc:     "Heinonen's method, to the letter: the cosine of windows of paragraphs, weighed against lengths.",
		Source:  "Heinonen 1998, Optimal Multi-Paragraph Text Segmentation by Dynamic Programming, sections 1 and 2",
		Needs:   needsTerms,
		IsCurve: true,
		Settings: []string{
			settingScaling, settingCost, settingWindowParagraphs, settingWindowWeights, settingWindowEnds,
			settingTopTerms, settingTermTies, settingParagraphVectors,
		},
	}
}

// Reach returns the width of the window, in units.
func (p Paper) Reach(Goal) Reach { return Reach{Units: p.Window} }

// Divide divides by Heinonen's programme.
func (p Paper) Divide(s UnitRange, g Goal) []int { return divideByValues(s, g, p.Values(s, g)) }

// Explain weighs the similarity of a gap against lengths.
func (p Paper) Explain(s UnitRange, g Goal) func(first, end int) Decide {
	return newLengthExplainer(s, g, "similarity", p.Values(s, g))
}

// Values returns the curve of Heinonen (1998), section 1: for each gap the cosine between the
// units before and after it,
//
//	sim(g) = L·R / (|L| |R|),   L = Σ weight(d) v[g-d],  R = Σ weight(d) v[g+1+d],  d = 0 … w-1
//
// where v are the term vectors of the units, and d is the distance from the gap in units. It lies between 0 and 1,
// and is 0 where a side has no terms.
//
// L·R and the norms are sums of products of pairs of units, at most 2w-1 apart, so only the dot products in that
// band are needed. Unless vectors are normalized, these are whole numbers, so a gap's value does not depend on the order of
// summation.
func (p Paper) Values(s UnitRange, _ Goal) []float64 {
	if s.numGaps() == 0 {
		return nil
	}
	low, high := max(0, s.From+1-p.Window), min(len(s.Units), s.To-1+p.Window)
	b := p.band(s.Units[low:high])
	weights := make([]float64, p.Window)
	for d := range weights {
		weights[d] = float64(p.weightAtDistance(d))
	}
	values := make([]float64, s.numGaps())
	for k := range values {
		gap := s.From + k
		before, after := p.windowSizes(gap, len(s.Units))
		last, next := gap-low, gap+1-low // the units at the gap
		lr := b.weightedSumAcross(last, next, weights[:before], weights[:after])
		ll := b.weightedSquareSum(last, -1, weights[:before])
		rr := b.weightedSquareSum(next, +1, weights[:after])
		if lr > 0 {
			values[k] = min(1, lr/math.Sqrt(ll*rr))
		}
	}
	return values
}

// Sides returns a function that returns the weights of terms in the windows on both sides of a cut.
func (p Paper) Sides(s UnitRange, _ Goal, terms []language.Term) func(cut int) (before, after []float64) {
	return newSideWeightsFunc(s, terms, func(cut, unit, count int) float64 {
		left, right := p.windowSizes(cut-1, len(s.Units))
		switch {
		case cut-left <= unit && unit < cut:
			return float64(p.weightAtDistance(cut-1-unit) * count)
		case cut <= unit && unit < cut+right:
			return float64(p.weightAtDistance(unit-cut) * count)
		}
		return 0
	})
}

// windowSizes returns the numbers of units compared before and after a gap, of n units.
func (p Paper) windowSizes(gap, n int) (before, after int) {
	before, after = min(p.Window, gap+1), min(p.Window, n-1-gap)
	if p.IsBalance {
		before = min(before, after)
		after = before
	}
	return before, after
}

// weightAtDistance returns the weight of a unit at distance d from the gap, up to a factor, which cancels in the cosine.
func (p Paper) weightAtDistance(d int) int {
	if p.IsEqual {
		return 1
	}
	return p.Window - d
}

// productBand holds the dot products of units fewer than width apart.
type productBand struct {
	width int
	dots  []float64 // of i and i+k at i*width+k
}

func (p Paper) band(units []Unit) productBand {
	n := len(units)
	width := min(2*p.Window, n)
	b := productBand{width, make([]float64, n*width)}
	c := newCollection(units)
	counts := make([]int, len(c.names))
	for i := range c.units {
		terms := c.terms(i)
		for _, t := range terms {
			counts[t.term] = int(t.count)
		}
		for k := 0; k < width && i+k < n; k++ {
			dot := 0
			for _, t := range c.terms(i + k) {
				dot += counts[t.term] * int(t.count)
			}
			b.dots[i*width+k] = float64(dot)
		}
		for _, t := range terms {
			counts[t.term] = 0
		}
	}
	if p.IsUnit {
		b.normalize(n)
	}
	return b
}

// normalize divides each product by the lengths of its two vectors.
func (b productBand) normalize(n int) {
	lengths := make([]float64, n)
	for i := range lengths {
		lengths[i] = math.Sqrt(b.dots[i*b.width])
	}
	for i := range lengths {
		for k := 0; k < b.width && i+k < n; k++ {
			if product := lengths[i] * lengths[i+k]; product > 0 {
				b.dots[i*b.width+k] /= product
			}
		}
	}
}

// weightedSumAcross returns the weighted sum of the products of units across a gap; `last` and `next` are the units at the gap.
func (b productBand) weightedSumAcross(last, next int, before, after []float64) float64 {
	total := 0.0
	for d, wd := range before {
		i := last - d
		row := b.dots[i*b.width : (i+1)*b.width]
		for e, we := range after {
			total += wd * we * row[next+e-i]
		}
	}
	return total
}

// weightedSquareSum returns the weighted sum of the products of units with each other, from the unit at `from` in the direction of `step`.
func (b productBand) weightedSquareSum(from, step int, weights []float64) float64 {
	total := 0.0
	for d, wd := range weights {
		i := from + step*d
		total += wd * wd * b.dots[i*b.width]
		for e, we := range weights[:d] {
			j := from + step*e
			total += 2 * wd * we * b.dots[min(i, j)*b.width+max(i, j)-min(i, j)]
		}
	}
	return total
}

package method

import "math"

// This file holds what several curves share: stretches of about a number of words on each side of a gap, and the cosine of two of them.

// windowStart returns the first unit of the shortest stretch before gap g that has at least the given number of words, or of all before g.
func windowStart(units []Unit, g, words int) int {
	first, sum := g, units[g].Words
	for first > 0 && sum < words {
		first--
		sum += units[first].Words
	}
	return first
}

// windowEnd returns the index after the last unit of the stretch that begins with gap g.
func windowEnd(units []Unit, g, words int) int {
	end, sum := g+2, units[g+1].Words
	for end < len(units) && sum < words {
		sum += units[end].Words
		end++
	}
	return end
}

// mapGaps returns a value for each gap.
func mapGaps(units []Unit, value func(g int) float64) []float64 {
	if len(units) < 2 {
		return nil
	}
	curve := make([]float64, len(units)-1)
	for g := range curve {
		curve[g] = value(g)
	}
	return curve
}

// vector holds a weight for each of a collection's terms, and lists those that are not 0.
type vector struct {
	weight  []float64
	present []int
}

func newVector(c collection) *vector { return &vector{weight: make([]float64, len(c.names))} }

func (v *vector) add(term int, weight float64) {
	if v.weight[term] == 0 {
		v.present = append(v.present, term)
	}
	v.weight[term] += weight
}

// addUnits adds the frequencies of the terms of units.
func (v *vector) addUnits(c collection, first, end int) {
	for i := first; i < end; i++ {
		for _, t := range c.terms(i) {
			v.add(int(t.term), float64(t.count))
		}
	}
}

func (v *vector) clear() {
	for _, t := range v.present {
		v.weight[t] = 0
	}
	v.present = v.present[:0]
}

// cosine returns the cosine of two vectors, 0 if one of them is 0.
func cosine(a, b *vector) float64 {
	var ab, aa, bb float64
	for _, t := range a.present {
		ab += a.weight[t] * b.weight[t]
		aa += a.weight[t] * a.weight[t]
	}
	for _, t := range b.present {
		bb += b.weight[t] * b.weight[t]
	}
	if ab == 0 {
		return 0
	}
	return min(1, ab/math.Sqrt(aa*bb))
}

// inverseDocumentFrequencies returns the weight of each term: the logarithm of n/df, the number of units divided by the number of units
// with the term (Spärck Jones, "A Statistical Interpretation of Term Specificity", 1972).
func inverseDocumentFrequencies(c collection) []float64 {
	units, _ := c.frequencies()
	weights := make([]float64, len(units))
	for t, df := range units {
		weights[t] = math.Log(float64(len(c.units)) / float64(df))
	}
	return weights
}

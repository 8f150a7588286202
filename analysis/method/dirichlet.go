package method

import (
	"math"
	"slices"
)

// dirichlet tells how badly a segment's words fit together, as the length of their code
// under the Dirichlet compound multinomial: each occurrence of a term is the more
// probable the more often the segment has had the term before,
//
//	D = Σ ln(N + A) - ln(c(t) + a(t)),  then c(t)++, N++
//
// over the segment's occurrences, c(t) and N being the occurrences before of the term and
// of all, a(t) what a term is taken to have occurred before the segment began, and A the
// sum of a. The order of the occurrences makes no difference to the sum. (Eisenstein and
// Barzilay, "Bayesian Unsupervised Topic Segmentation", 2008, section 3, equation 3,
// whose prior is symmetric; a background as prior is an addition.)
type dirichlet struct {
	prior func(term int) float64 // a(t)
	total float64                // A
}

// costs returns rows of D for segments of at most so many units.
func (d dirichlet) costs(c collection, back []int) [][]float64 {
	rows := triangle(back)
	fits, none, tokens := d.fits(c)
	// all[n] is the sum of ln(N + A) over N < n.
	all := make([]float64, tokens+1)
	for n := range tokens {
		all[n+1] = all[n] + math.Log(float64(n)+d.total)
	}
	seen := slices.Clone(none)
	for j, row := range rows {
		tokens, fit := 0, 0.0
		for l := range row {
			for _, t := range c.terms[j-l] {
				before := seen[t.term]
				after := before + int32(t.count)
				fit += fits[after] - fits[before]
				seen[t.term] = after
				tokens += t.count
			}
			row[l] = all[tokens] - fit
		}
		for l := range row {
			for _, t := range c.terms[j-l] {
				seen[t.term] = none[t.term]
			}
		}
	}
	return rows
}

// segment returns D of the units from one to another, exclusive.
func (d dirichlet) segment(c collection, from, to int) float64 {
	seen := make([]int, len(c.names))
	tokens, sum := 0, 0.0
	for _, unit := range c.terms[from:to] {
		for _, t := range unit {
			for range t.count {
				sum += math.Log(float64(tokens)+d.total) - math.Log(float64(seen[t.term])+d.prior(t.term))
				seen[t.term]++
				tokens++
			}
		}
	}
	return sum
}

// fits returns the sums of ln(c + a(t)) over c < n, for all n up to the occurrences of t in
// the collection, one term after the other; where those of each term begin; and the number of
// all occurrences.
func (d dirichlet) fits(c collection) (fits []float64, none []int32, tokens int) {
	occurrences := make([]int, len(c.names))
	for _, unit := range c.terms {
		for _, t := range unit {
			occurrences[t.term] += t.count
			tokens += t.count
		}
	}
	fits, none = make([]float64, 0, tokens+len(c.names)), make([]int32, len(c.names))
	for t, most := range occurrences {
		none[t] = int32(len(fits))
		sum, prior := 0.0, d.prior(t)
		for n := range most + 1 {
			fits = append(fits, sum)
			sum += math.Log(float64(n) + prior)
		}
	}
	return fits, none, tokens
}

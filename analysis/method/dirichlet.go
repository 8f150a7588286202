package method

import "math"

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
	terms := make([]term, len(c.names))
	for t := range terms {
		terms[t].prior = d.prior(t)
	}
	// all[n] is the sum of ln(N + A) over N < n.
	all := make([]float64, c.tokens+1)
	for n := range c.tokens {
		all[n+1] = all[n] + math.Log(float64(n)+d.total)
	}
	seen := make([]int, len(c.names))
	for j, row := range rows {
		tokens, fit := 0, 0.0
		for l := range row {
			for _, t := range c.terms[j-l] {
				before := seen[t.term]
				seen[t.term] += t.count
				fit += terms[t.term].fit(before, before+t.count)
				tokens += t.count
			}
			row[l] = all[tokens] - fit
		}
		for l := range row {
			for _, t := range c.terms[j-l] {
				seen[t.term] = 0
			}
		}
	}
	return rows
}

// term keeps the sums of ln(c + a(t)) over c < n, as far as they have been needed.
type term struct {
	prior float64
	sums  []float64
}

// fit returns the sum of ln(c + a(t)) from one count to another.
func (t *term) fit(from, to int) float64 {
	if t.sums == nil {
		t.sums = append(t.sums, 0)
	}
	for n := len(t.sums); n <= to; n++ {
		t.sums = append(t.sums, t.sums[n-1]+math.Log(float64(n-1)+t.prior))
	}
	return t.sums[to] - t.sums[from]
}

package method

import "math"

// sides compares the two sides of each gap as the eye does, which sees near things
// sharply and far things dimly: each unit counts the less the more words lie between
// it and the gap,
//
//	L = Σ exp(-dist/W) v,   R likewise,   similarity = L·R / (|L| |R|)
//
// with v a vector of the weights of the unit's terms and W the reach in words. An edit a
// distance of d words away so changes a gap's value in proportion to exp(-d/W).
//
// The sums need not be made for each gap. With q = exp(-words/W) of the unit between two
// gaps, L' = qL + v and R = v + qR', from which
//
//	L'·R' = L·R - L·v + v·R'      |L'|² = q²|L|² + 2qL·v + |v|²
//
// so that one pass forward and one back over the terms make the whole curve.
func sides(c collection, weight []float64, reach float64) []float64 {
	n := len(c.units)
	if n < 2 {
		return nil
	}
	own := make([]float64, n) // |v|²
	for i, terms := range c.terms {
		for _, t := range terms {
			own[i] += weight[t.term] * weight[t.term]
		}
	}
	left, leftNorm := c.sweep(weight, own, reach, false)
	right, rightNorm := c.sweep(weight, own, reach, true)
	curve := make([]float64, n-1)
	product := 0.0 // L·R of the gap before unit j
	for g := range curve {
		product += right[g] - left[g]
		if norms := leftNorm[g] * rightNorm[g+1]; norms > 0 {
			curve[g] = max(0, min(1, product/math.Sqrt(norms)))
		}
	}
	return curve
}

// sweep goes through the units in one direction and returns for each its product with
// all before it, and the square of the norm of the sum that ends with it.
func (c collection) sweep(weight, own []float64, reach float64, backward bool) (products, norms []float64) {
	n := len(c.units)
	products, norms = make([]float64, n), make([]float64, n)
	sum := make([]float64, len(c.names))  // of each term, as it was when last touched,
	last := make([]float64, len(c.names)) // at this many words from the start
	at, norm := 0.0, 0.0
	for k := range n {
		i := k
		if backward {
			i = n - 1 - k
		}
		for _, t := range c.terms[i] {
			faded := sum[t.term] * math.Exp((last[t.term]-at)/reach)
			products[i] += faded * weight[t.term]
			// The unit's own words are not between it and the next gap.
			sum[t.term], last[t.term] = faded, at
		}
		fade := math.Exp(-float64(c.units[i].Words) / reach)
		at += float64(c.units[i].Words)
		for _, t := range c.terms[i] {
			sum[t.term] = sum[t.term]*fade + weight[t.term]
			last[t.term] = at
		}
		norm = fade*fade*norm + 2*fade*products[i] + own[i]
		norms[i] = norm
	}
	return products, norms
}

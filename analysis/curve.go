package analysis

import "math"

// A gap is what lies between two neighbouring paragraphs. Gap g has g+1 paragraphs
// before it: gap 0 follows the first paragraph, and n paragraphs have n-1 gaps.

// similarityCurve is the curve of Heinonen (1998), section 1: for each gap the
// cosine between what stands before and after it,
//
//	sim(g) = L·R / (|L| |R|),   L = Σ weight(d) v[g-d],  R = Σ weight(d) v[g+1+d],  d = 0 … w-1
//
// with v the term vectors of the paragraphs and d the distance from the gap in
// paragraphs. It lies between 0 and 1, and is 0 where a side has no terms.
//
// L·R and the norms are sums of products of pairs of paragraphs, at most 2w-1
// apart, so the dot products in that band are all that is needed. They are whole
// numbers: a gap's value does not depend on the order of any sum elsewhere.
func similarityCurve(paragraphs []Paragraph, s *Settings) []float64 {
	if len(paragraphs) < 2 {
		return nil
	}
	w := s.WindowParagraphs
	band := newBand(paragraphs, 2*w, s.ParagraphVectors == VectorsUnit)
	weights := make([]float64, w)
	for d := range weights {
		weights[d] = float64(s.weight(d))
	}
	curve := make([]float64, len(paragraphs)-1)
	for g := range curve {
		before, after := s.window(g, len(paragraphs))
		left := func(d int) int { return g - d }
		right := func(d int) int { return g + 1 + d }
		lr := band.sum(left, right, weights[:before], weights[:after])
		ll := band.sum(left, left, weights[:before], weights[:before])
		rr := band.sum(right, right, weights[:after], weights[:after])
		if lr > 0 {
			curve[g] = min(1, lr/math.Sqrt(ll*rr))
		}
	}
	return curve
}

// window is how many of n paragraphs are compared on each side of gap g.
func (s *Settings) window(g, n int) (before, after int) {
	before, after = min(s.WindowParagraphs, g+1), min(s.WindowParagraphs, n-1-g)
	if s.WindowEnds == EndsBalance {
		before = min(before, after)
		after = before
	}
	return before, after
}

// weight is what a paragraph at distance d from the gap weighs in its window, up to
// a factor, which the cosine does not see.
func (s *Settings) weight(d int) int {
	if s.WindowWeights == WeightsEqual {
		return 1
	}
	return s.WindowParagraphs - d
}

// band is the dot products of paragraphs fewer than width apart.
type band struct {
	width int
	dots  []float64 // of i and i+k at i*width+k
}

func newBand(paragraphs []Paragraph, width int, unit bool) band {
	width = min(width, len(paragraphs))
	b := band{width, make([]float64, len(paragraphs)*width)}
	for i := range paragraphs {
		for k := 0; k < width && i+k < len(paragraphs); k++ {
			b.dots[i*width+k] = dot(paragraphs[i].Terms, paragraphs[i+k].Terms)
		}
	}
	if unit {
		b.normalize(len(paragraphs))
	}
	return b
}

// normalize divides each product by the lengths of its two vectors.
func (b band) normalize(n int) {
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

// sum is the weighted sum of the products of the paragraphs on two sides.
func (b band) sum(one, other func(d int) int, onesWeights, othersWeights []float64) float64 {
	total := 0.0
	for d, wd := range onesWeights {
		i := one(d)
		for e, we := range othersWeights {
			j := other(e)
			total += wd * we * b.dots[min(i, j)*b.width+max(i, j)-min(i, j)]
		}
	}
	return total
}

// dot is the inner product of two vectors sorted by term.
func dot(a, b []TermCount) float64 {
	sum := 0
	for len(a) > 0 && len(b) > 0 {
		switch {
		case a[0].Term < b[0].Term:
			a = a[1:]
		case a[0].Term > b[0].Term:
			b = b[1:]
		default:
			sum += a[0].Count * b[0].Count
			a, b = a[1:], b[1:]
		}
	}
	return float64(sum)
}

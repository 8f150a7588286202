package analysis

import (
	"math"
	"sync"
)

// A gap is what lies between two neighbouring paragraphs. Gap g has g+1 paragraphs
// before it: gap 0 follows the first paragraph, and n paragraphs have n-1 gaps.

// stretch is some neighbouring paragraphs of a document, to be compared.
type stretch struct {
	paragraphs []*Paragraph
	first      int // index of the first of them
	total      int // paragraphs of the document
}

// similarityCurve is the curve of Heinonen (1998), section 1: for each gap the
// cosine between what stands before and after it,
//
//	sim(g) = L·R / (|L| |R|),   L = Σ weight(d) v[g-d],  R = Σ weight(d) v[g+1+d],  d = 0 … w-1
//
// with v the term vectors of the paragraphs and d the distance from the gap in
// paragraphs. It lies between 0 and 1, and is 0 where a side has no terms. It is made
// for the gaps from one to another, exclusive; the stretch must have all paragraphs
// within their windows.
//
// L·R and the norms are sums of products of pairs of paragraphs, at most 2w-1
// apart, so the dot products in that band are all that is needed. They are whole
// numbers: a gap's value does not depend on the order of any sum elsewhere.
func similarityCurve(s stretch, from, to int, settings *Settings) []float64 {
	if from >= to {
		return nil
	}
	w := settings.WindowParagraphs
	band := newBand(s, 2*w, settings.ParagraphVectors == VectorsUnit)
	weights := make([]float64, w)
	for d := range weights {
		weights[d] = float64(settings.weight(d))
	}
	curve := make([]float64, to-from)
	for k := range curve {
		g := from + k
		before, after := settings.window(g, s.total)
		last, next := g-s.first, g+1-s.first // the paragraphs at the gap
		lr := band.across(last, next, weights[:before], weights[:after])
		ll := band.square(last, -1, weights[:before])
		rr := band.square(next, +1, weights[:after])
		if lr > 0 {
			curve[k] = min(1, lr/math.Sqrt(ll*rr))
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

func newBand(s stretch, width int, unit bool) band {
	n := len(s.paragraphs)
	width = min(width, n)
	b := band{width, make([]float64, n*width)}
	counts := tallies.Get().(*tally)
	for i, p := range s.paragraphs {
		counts.add(p.Terms, 1)
		for k := 0; k < width && i+k < n; k++ {
			b.dots[i*width+k] = float64(counts.dot(s.paragraphs[i+k].Terms))
		}
		counts.clear()
	}
	tallies.Put(counts)
	if unit {
		b.normalize(n)
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

// across is the weighted sum of the products of the paragraphs up to last with those
// from next on.
func (b band) across(last, next int, before, after []float64) float64 {
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

// square is the weighted sum of the products of the paragraphs from one on, in a
// direction, with each other.
func (b band) square(from, step int, weights []float64) float64 {
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

// tally counts terms. It keeps what it allocates; those not in use are in tallies.
type tally struct {
	counts  []int32 // by term
	touched []TermCount
}

var tallies = sync.Pool{New: func() any { return new(tally) }}

// add counts the terms of a paragraph, each with a weight.
func (t *tally) add(terms []TermCount, weight int32) {
	for _, term := range terms {
		t.counts = reach(t.counts, int(term.Term))
		if t.counts[term.Term] == 0 {
			t.touched = append(t.touched, term)
		}
		t.counts[term.Term] += weight * int32(term.Count)
	}
}

// dot is the inner product with the terms of a paragraph.
func (t *tally) dot(terms []TermCount) int64 {
	sum := int64(0)
	for _, term := range terms {
		if int(term.Term) < len(t.counts) {
			sum += int64(t.counts[term.Term]) * int64(term.Count)
		}
	}
	return sum
}

// clear counts all terms as none.
func (t *tally) clear() {
	for _, term := range t.touched {
		t.counts[term.Term] = 0
	}
	t.touched = t.touched[:0]
}

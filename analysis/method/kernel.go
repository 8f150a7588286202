package method

import (
	"math"
	"slices"
	"sync"
)

// sideSums compares the two sides of each gap. A unit counts less with its distance in words from
// the gap: half as much with each half-life h, and nothing beyond [halvings] half-lives,
//
//	L = Σ 2^-⌊dist/h⌋ v,   R the same for the right side,   similarity = L·R / (|L| |R|)
//
// where v is a vector of the weights of the unit's terms, in whole numbers. So a gap's value
// depends only on the units around it, to the last bit, because whole numbers add up to the same
// sum in any order.
//
// The sums are updated from one gap to the next: the unit between the two changes sides, and others
// pass a multiple of h.
type sideSums struct {
	collection
	halfLife int // h, in words

	reach []int       // the words before each unit, and last the total
	sums  []termSides // by term
	gapProducts
	// The first unit on the left, and the one after the last on the right, that is less than k+1 half-lives away.
	first, end [halvings]int
}

// termSides holds a term's L and R, and its weight.
type termSides struct{ left, right, weight int64 }

// gapProducts holds L·R, |L|² and |R|² of a gap.
type gapProducts struct{ both, left, right int64 }

// addLeft returns the products after the term's weight has been added on the left the given number of times.
func (p gapProducts) addLeft(t *termSides, times int64) gapProducts {
	more := times * t.weight
	p.left += more * (2*t.left + more)
	p.both += more * t.right
	t.left += more
	return p
}

// addRight returns the products after the term's weight has been added on the right the given number of times.
func (p gapProducts) addRight(t *termSides, times int64) gapProducts {
	more := times * t.weight
	p.right += more * (2*t.right + more)
	p.both += more * t.left
	t.right += more
	return p
}

// similarity returns the cosine of the two sides, 0 if one has no terms.
func (p gapProducts) similarity() float64 {
	if p.both == 0 {
		return 0
	}
	return min(1, float64(p.both)/(math.Sqrt(float64(p.left))*math.Sqrt(float64(p.right))))
}

// sideSumsPool holds sums that are not in use, so that their slices are reused.
var sideSumsPool = sync.Pool{New: func() any { return new(sideSums) }}

// halvings is the number of half-lives after which a unit no longer counts. A longer range changed no figure in docs/research/methods.md by
// more than a tenth.
const halvings = 4

// weightAtHalfLives returns the weight of a unit at a distance in [k, k+1) half-lives.
func weightAtHalfLives(k int) int64 { return (1 << halvings >> 1) >> min(k, halvings) }

func gapSimilarities(gaps []gapProducts) []float64 {
	curve := make([]float64, len(gaps))
	for i, p := range gaps {
		curve[i] = p.similarity()
	}
	return curve
}

// setGapProducts sets gaps to the products of consecutive gaps, the first of which has the index `from`.
func (c collection) setGapProducts(weight []int64, halfLife, from int, gaps []gapProducts) {
	if len(gaps) == 0 {
		return
	}
	s := sideSumsPool.Get().(*sideSums)
	defer func() {
		s.collection = collection{} // the pool must not retain it
		sideSumsPool.Put(s)
	}()
	*s = sideSums{
		collection: c, halfLife: halfLife,
		reach: s.reach[:0], sums: slices.Grow(s.sums[:0], len(c.names))[:len(c.names)],
	}
	s.reach = appendCumulativeWords(slices.Grow(s.reach, len(c.units)+1), c.units)
	for t := range s.sums {
		s.sums[t] = termSides{weight: weight[t]}
	}
	s.begin(from)
	gaps[0] = s.gapProducts
	for i := 1; i < len(gaps); i++ {
		s.advance(from + i)
		gaps[i] = s.gapProducts
	}
}

// cumulativeWords returns the number of words before each unit, and last the total.
func cumulativeWords(units []Unit) []int {
	return appendCumulativeWords(make([]int, 0, len(units)+1), units)
}

func appendCumulativeWords(to []int, units []Unit) []int {
	sum := 0
	to = append(to, sum)
	for _, u := range units {
		sum += u.Words
		to = append(to, sum)
	}
	return to
}

// begin computes the sums for a gap from scratch: each unit in sight is added once.
func (s *sideSums) begin(gap int) {
	at := s.reach[gap+1]
	end := gap + 1
	for k := range halvings {
		within := (k + 1) * s.halfLife
		for ; end < len(s.units) && s.reach[end]-at < within; end++ {
			s.add(end, 0, weightAtHalfLives(k))
		}
		s.end[k] = end
	}
	first := gap
	for k := range halvings {
		within := (k + 1) * s.halfLife
		for ; first >= 0 && at-s.reach[first+1] < within; first-- {
			s.add(first, weightAtHalfLives(k), 0)
		}
		s.first[k] = first + 1
	}
}

// advance turns the sums for the previous gap into those for gap.
func (s *sideSums) advance(gap int) {
	s.add(gap, weightAtHalfLives(0), -weightAtHalfLives(0))
	for k := range halvings {
		step := weightAtHalfLives(k) - weightAtHalfLives(k+1)
		within := (k + 1) * s.halfLife
		for ; s.end[k] < len(s.units) && s.reach[s.end[k]]-s.reach[gap+1] < within; s.end[k]++ {
			s.add(s.end[k], 0, step)
		}
		for ; s.first[k] < gap && s.reach[gap+1]-s.reach[s.first[k]+1] >= within; s.first[k]++ {
			s.add(s.first[k], -step, 0)
		}
	}
}

// add adds to the weights of a unit on each side.
func (s *sideSums) add(unit int, left, right int64) {
	terms, sums, p := s.terms(unit), s.sums, s.gapProducts // local copies: these loops take most of the time
	if left != 0 {
		for _, t := range terms {
			p = p.addLeft(&sums[t.term], left)
		}
	}
	if right != 0 {
		for _, t := range terms {
			p = p.addRight(&sums[t.term], right)
		}
	}
	s.gapProducts = p
}

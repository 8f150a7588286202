package method

import (
	"math"
	"slices"
	"sync"
)

// sides compares the two sides of each gap as the eye does, which sees near things sharply and
// far things dimly: the more words lie between a unit and the gap, the less it counts, half as
// much with each h of them, and not at all beyond [halvings] times h,
//
//	L = Σ 2^-⌊dist/h⌋ v,   R likewise,   similarity = L·R / (|L| |R|)
//
// where v is a vector of the weights of the unit's terms, in whole numbers, and h is the
// half-life. So a gap's value depends only on the units around it, to the last bit, for whole
// numbers add up to the same sum in any order.
//
// The sums are not made anew for each gap. From one gap to the next, the unit between the two
// changes sides, and others pass a multiple of h.
type sides struct {
	collection
	halfLife int // h, in words

	reach []int       // the words before each unit, and of all
	sums  []termSides // by term
	products
	// The first unit on the left and the one after the last on the right that are less than k+1
	// half-lives away.
	first, end [halvings]int
}

// termSides are a term's L and R, and its weight.
type termSides struct{ left, right, weight int64 }

// products are L·R, |L|² and |R|² of a gap.
type products struct{ both, left, right int64 }

// addLeft adds to how often a term counts on the left.
func (p products) addLeft(t *termSides, times int64) products {
	more := times * t.weight
	p.left += more * (2*t.left + more)
	p.both += more * t.right
	t.left += more
	return p
}

// addRight adds to how often a term counts on the right.
func (p products) addRight(t *termSides, times int64) products {
	more := times * t.weight
	p.right += more * (2*t.right + more)
	p.both += more * t.left
	t.right += more
	return p
}

// similarity is the cosine of the two sides, 0 where one has no terms.
func (p products) similarity() float64 {
	if p.both == 0 {
		return 0
	}
	return min(1, float64(p.both)/(math.Sqrt(float64(p.left))*math.Sqrt(float64(p.right))))
}

// kernels are sides not in use, kept for their slices.
var kernels = sync.Pool{New: func() any { return new(sides) }}

// halvings is the number of half-lives after which a unit is out of sight, where it would count
// a sixteenth. Seeing farther changed no figure in docs/research/methods.md by more than a
// tenth.
const halvings = 4

// seen is how much a unit counts at a distance of k half-lives, but less than k+1.
func seen(k int) int64 { return (1 << halvings >> 1) >> min(k, halvings) }

// curveOf are the similarities of several gaps.
func curveOf(gaps []products) []float64 {
	curve := make([]float64, len(gaps))
	for i, p := range gaps {
		curve[i] = p.similarity()
	}
	return curve
}

// sides sets the products of the gaps from one on.
func (c collection) sides(weight []int64, halfLife, from int, gaps []products) {
	if len(gaps) == 0 {
		return
	}
	s := kernels.Get().(*sides)
	defer func() {
		s.collection = collection{} // which is not the kernel's to keep
		kernels.Put(s)
	}()
	*s = sides{
		collection: c, halfLife: halfLife,
		reach: s.reach[:0], sums: slices.Grow(s.sums[:0], len(c.names))[:len(c.names)],
	}
	s.reach = appendReach(slices.Grow(s.reach, len(c.units)+1), c.units)
	for t := range s.sums {
		s.sums[t] = termSides{weight: weight[t]}
	}
	s.begin(from)
	gaps[0] = s.products
	for i := 1; i < len(gaps); i++ {
		s.advance(from + i)
		gaps[i] = s.products
	}
}

// reachOf is the words before each unit, and of all.
func reachOf(units []Unit) []int { return appendReach(make([]int, 0, len(units)+1), units) }

func appendReach(to []int, units []Unit) []int {
	sum := 0
	to = append(to, sum)
	for _, u := range units {
		sum += u.Words
		to = append(to, sum)
	}
	return to
}

// begin makes the sums for a gap from scratch: each unit in sight is added once.
func (s *sides) begin(gap int) {
	at := s.reach[gap+1]
	end := gap + 1
	for k := range halvings {
		within := (k + 1) * s.halfLife
		for ; end < len(s.units) && s.reach[end]-at < within; end++ {
			s.add(end, 0, seen(k))
		}
		s.end[k] = end
	}
	first := gap
	for k := range halvings {
		within := (k + 1) * s.halfLife
		for ; first >= 0 && at-s.reach[first+1] < within; first-- {
			s.add(first, seen(k), 0)
		}
		s.first[k] = first + 1
	}
}

// advance turns the sums for the gap before one into those for the gap itself.
func (s *sides) advance(gap int) {
	s.add(gap, seen(0), -seen(0))
	for k := range halvings {
		step := seen(k) - seen(k+1)
		within := (k + 1) * s.halfLife
		for ; s.end[k] < len(s.units) && s.reach[s.end[k]]-s.reach[gap+1] < within; s.end[k]++ {
			s.add(s.end[k], 0, step)
		}
		for ; s.first[k] < gap && s.reach[gap+1]-s.reach[s.first[k]+1] >= within; s.first[k]++ {
			s.add(s.first[k], -step, 0)
		}
	}
}

// add adds to what a unit counts on each side.
func (s *sides) add(unit int, left, right int64) {
	terms, sums, p := s.terms(unit), s.sums, s.products // not through s in the loops, which make up the time
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
	s.products = p
}

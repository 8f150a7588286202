package fragment

import "slices"

// programme is Heinonen's dynamic programme over the units of one section. Row j is the
// best division of the first j units:
//
//	F[0] = 0
//	F[j] = min over starts i < j of  F[i] + similarity[i] + length(i..j)
//
// where i is the unit at which the last fragment starts. A fragment of several units must not be longer than
// Limits.Max; a single unit may be, so that every row has a start.
//
// Trying all starts in every row would take quadratic time, and the paper's early
// exit, which compares a length cost with an accumulated cost, looks back further
// the longer the text has grown. This programme relies on the convexity of the
// length cost alone. Let a < b be two starts, x the words from b to row j and d
// those from a to b. In row j, a costs more than b by
//
//	(F[a] + similarity[a]) - (F[b] + similarity[b]) + length(x+d) - length(x)
//
// The first part is the same in all rows. The rest never falls as x grows, because the length cost is convex. So once b is as
// good as a, it stays so, and a can be dropped; while a is still better, the row in which b overtakes it can be found by
// bisection. A zone keeps the starts that are the best in some row in a queue, and drops them once their fragments are too long
// for it: no row looks back further than Limits.Max. There is no condition on the similarities: they may be negative, or so high
// that fragments grow as long as they may. (The rule is the quadrangle inequality; the queue is known from Hirschberg and
// Larmore, "The least weight subsequence problem", 1987.)
type programme struct {
	costs      integerCosts
	least      int64     // words below which a fragment is too short
	similarity []float64 // of the gap before each unit
	reach      []int64   // reach[j]: the words of the first j units
	rows       []row     // rows[j]: the best division of the first j units; filled in order
	zones      []lengthZone
}

// row is the best division of the first j units.
type row struct {
	cost  divisionCost
	start int // the unit with which its last fragment starts
}

// newProgramme returns the programme of a section with row 0 only.
func newProgramme(s section, t integerCosts, l Limits) *programme {
	n := len(s.words)
	least, _ := l.bounds()
	p := &programme{
		costs:      t,
		least:      least,
		similarity: s.similarity,
		reach:      make([]int64, n+1),
		rows:       make([]row, 1, n+1),
		zones:      newZones(l),
	}
	for i, words := range s.words {
		// One more than maxWords is above any maximum and keeps the sum from overflowing.
		p.reach[i+1] = p.reach[i] + min(int64(words), maxWords+1)
	}
	return p
}

// divide computes all rows and returns the units, except the first, that begin a fragment.
func (p *programme) divide() []int {
	for j := 1; j < len(p.reach); j++ {
		start, cost := p.bestStart(j)
		p.rows = append(p.rows, row{cost, start})
	}
	var starts []int
	for j := len(p.rows) - 1; p.rows[j].start > 0; j = p.rows[j].start {
		starts = append(starts, p.rows[j].start)
	}
	slices.Reverse(starts)
	return starts
}

// bestStart returns the start that makes row j cheapest, the latest of several, and the cost of the row.
func (p *programme) bestStart(j int) (start int, cost divisionCost) {
	// A single unit may be a fragment even above the maximum, where no zone holds it.
	start = j - 1
	cost = p.rowCost(p.newCandidate(start), j)
	if p.words(start, j) < p.least {
		cost.short++
	}
	// Zones of later starts come first, so only a cheaper start replaces the one found.
	for k := range p.zones {
		z := &p.zones[k]
		z.advance(p, j)
		if len(z.queue) == 0 {
			continue
		}
		front := z.queue[0]
		price := p.rowCost(front, j)
		price.short += z.short
		if price.less(cost) {
			start, cost = front.start, price
		}
	}
	return start, cost
}

// words returns the length of the fragment from a start to row j.
func (p *programme) words(start, j int) int64 {
	return p.reach[j] - p.reach[start]
}

// candidate is a start with the part of its price that is the same in every row.
type candidate struct {
	start int
	fixed divisionCost // F[start] + similarity[start]
	from  int          // row from which it is the best of its zone
}

// newCandidate returns the candidate for a start at a unit.
func (p *programme) newCandidate(start int) candidate {
	fixed := p.rows[start].cost
	fixed.cost = fixed.cost.plus(p.costs.boundaryCharge(p.similarity[start]))
	return candidate{start: start, fixed: fixed}
}

// rowCost returns the cost of row j with c as the start of its last fragment.
func (p *programme) rowCost(c candidate, j int) divisionCost {
	c.fixed.cost = c.fixed.cost.plus(p.costs.lengthCharge(p.chargedWords(c.start, j)))
	return c.fixed
}

// chargedWords returns the number of words charged for the fragment from a start to row j. Words of the section beyond the first maxWords
// are not charged. Bounding each fragment instead would not keep the charge convex.
func (p *programme) chargedWords(start, j int) int64 {
	return min(p.reach[j], maxWords) - min(p.reach[start], maxWords)
}

package method

import "math"

const (
	chainBreak = 400 // words without the term end a chain
	chainWords = 60  // on each side of a gap
)

// chainsCurve links the occurrences of a term into chains, which break where the term is missing
// for long. A chain weighs more if it has more occurrences, and if it is shorter. A gap's value is
// the cosine of the chains that pass through the units before it and those that pass through the
// units after it. (Jane Morris and Graeme Hirst, "Lexical Cohesion Computed by Thesaural Relations
// as an Indicator of the Structure of Text", 1991, section 3; as a curve, from repetition alone,
// Michel Galley and others, "Discourse Segmentation of Multi-Party Conversation", 2003, section 3,
// LCseg.)
func chainsCurve(units []Unit) []float64 {
	c := newCollection(units)
	chains := c.chains()
	through := make([][]int, len(units)) // the chains that pass through a unit
	for k, chain := range chains {
		for i := chain.first; i <= chain.last; i++ {
			through[i] = append(through[i], k)
		}
	}
	side := func(first, end int, in map[int]bool) (norm float64) {
		clear(in)
		for i := first; i < end; i++ {
			for _, k := range through[i] {
				if !in[k] {
					in[k] = true
					norm += chains[k].weight * chains[k].weight
				}
			}
		}
		return norm
	}
	left, right := make(map[int]bool), make(map[int]bool)
	return mapGaps(units, func(g int) float64 {
		leftNorm := side(windowStart(units, g, chainWords), g+1, left)
		rightNorm := side(g+1, windowEnd(units, g, chainWords), right)
		// A chain passes through all units from its first to its last, so one on both sides of the gap passes through the unit before it.
		product := 0.0
		for _, k := range through[g] {
			if right[k] {
				product += chains[k].weight * chains[k].weight
			}
		}
		if product == 0 {
			return 0
		}
		return min(1, product/math.Sqrt(leftNorm*rightNorm))
	})
}

// chain is a run of occurrences of one term in the units [first, last].
type chain struct {
	first, last int
	count       int
	weight      float64
}

// chains returns the chains with more than one occurrence.
func (c collection) chains() []chain {
	total := float64(countWords(c.units))
	open := make([]int, len(c.names)) // for each term, the index of its last chain plus one
	at := make([]int, len(c.units)+1)
	var all []chain
	for i := range c.units {
		at[i+1] = at[i] + c.units[i].Words
		for _, t := range c.terms(i) {
			if k := open[t.term] - 1; k >= 0 && at[i]-at[all[k].last+1] <= chainBreak {
				all[k].last = i
				all[k].count += int(t.count)
				continue
			}
			all = append(all, chain{first: i, last: i, count: int(t.count)})
			open[t.term] = len(all)
		}
	}
	kept := all[:0]
	for _, k := range all {
		if k.count < 2 {
			continue
		}
		length := max(1, float64(at[k.last+1]-at[k.first]))
		k.weight = float64(k.count) * math.Log(max(1, total/length))
		kept = append(kept, k)
	}
	return kept
}

package analysis

import "sync"

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

// clear counts all terms as none.
func (t *tally) clear() {
	for _, term := range t.touched {
		t.counts[term.Term] = 0
	}
	t.touched = t.touched[:0]
}

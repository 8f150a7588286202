package method

import (
	"math/bits"
	"slices"
	"sync"

	"github.com/segls/segls/analysis/language"
)

// Unit is a stretch of text that is never cut: a paragraph, or a sentence. All that a
// method knows of it is how long it is and which terms it has.
type Unit struct {
	Words int     // all of them, stop words too
	Bytes int     // of its prose
	Terms []Count // in the order of their first occurrence, each once
}

// Count is a term and how often it occurs.
type Count struct {
	Term  language.Term
	Form  language.Form // how it is most often written; no method looks at it
	Count uint32
}

// words returns the length of several units.
func words(units []Unit) int {
	sum := 0
	for _, u := range units {
		sum += u.Words
	}
	return sum
}

// collection is the units of one text with their terms numbered from 0 in the order in
// which the units bring them in, so that what is known of a term can stand in a slice.
type collection struct {
	units  []Unit
	store  []counted       // the terms of each unit, in the unit's own order, so that no sum over them hangs on other units
	ends   []int32         // in the store, of each unit
	names  []language.Term // by number
	tokens int             // occurrences of all terms

	buffer *collectionBuffer // that the slices are in
}

// collectionBuffer is what a collection is stored in. An edit makes several collections of as many units as
// the one before it, so those that are done with their room give it back.
type collectionBuffer struct {
	store []counted
	ends  []int32
	names []language.Term
}

var collectionPool = sync.Pool{New: func() any { return new(collectionBuffer) }}

// release gives the room of the collection back. Nothing may look at the collection any more.
func (c collection) release() { collectionPool.Put(c.buffer) }

// terms are those of a unit.
func (c *collection) terms(unit int) []counted { return c.store[c.start(unit):c.ends[unit]] }

// start is where the terms of a unit begin in the store.
func (c *collection) start(unit int) int32 {
	if unit == 0 {
		return 0
	}
	return c.ends[unit-1]
}

// counted is a term's number and how often it occurs.
type counted struct{ term, count int32 }

// numberingPool give numbers to terms: one more than the number, by term, and 0 where a
// term has none. Those in the pool are all 0.
var numberingPool = sync.Pool{New: func() any { return new([]int32) }}

// growNumbers are the numbers, with room for a term.
func growNumbers(numbers []int32, t language.Term) []int32 {
	if int(t) < len(numbers) {
		return numbers
	}
	return append(numbers, make([]int32, int(t)+1-len(numbers)+len(numbers)/2)...)
}

func collect(units []Unit) collection {
	r := collectionPool.Get().(*collectionBuffer)
	all := 0
	for _, u := range units {
		all += len(u.Terms)
	}
	r.ends, r.store = slices.Grow(r.ends[:0], len(units)), slices.Grow(r.store[:0], all)
	c := collection{units: units, store: r.store, ends: r.ends, names: r.names[:0], buffer: r}
	numbering := numberingPool.Get().(*[]int32)
	numbers := *numbering
	for _, u := range units {
		for _, t := range u.Terms {
			numbers = growNumbers(numbers, t.Term)
			n := numbers[t.Term]
			if n == 0 {
				c.names = append(c.names, t.Term)
				n = int32(len(c.names))
				numbers[t.Term] = n
			}
			c.store = append(c.store, counted{n - 1, int32(t.Count)})
			c.tokens += int(t.Count)
		}
		c.ends = append(c.ends, int32(len(c.store)))
	}
	for _, name := range c.names {
		numbers[name] = 0
	}
	*numbering = numbers
	numberingPool.Put(numbering)
	r.store, r.ends, r.names = c.store, c.ends, c.names
	return c
}

// unitOccurrence is an occurrence of one of some terms, perhaps several times, in a unit.
type unitOccurrence struct{ unit, term, count int32 }

// locationPool are lists that no one uses, in which others grow until their length is known.
var locationPool = sync.Pool{New: func() any { return new([]unitOccurrence) }}

// occurrencesOf are the occurrences of terms in the units to divide, in their order.
func occurrencesOf(s Stretch, terms []language.Term) []unitOccurrence {
	if len(terms) == 0 {
		return nil
	}
	numbering := numberingPool.Get().(*[]int32)
	numbers := *numbering
	for i, t := range terms {
		numbers = growNumbers(numbers, t)
		numbers[t] = int32(i + 1)
	}
	scratch := locationPool.Get().(*[]unitOccurrence)
	defer locationPool.Put(scratch)
	found := (*scratch)[:0]
	for i, u := range s.ownUnits() {
		for _, t := range u.Terms {
			if int(t.Term) < len(numbers) && numbers[t.Term] > 0 {
				found = append(found, unitOccurrence{int32(s.From + i), numbers[t.Term] - 1, int32(t.Count)})
			}
		}
	}
	for _, t := range terms {
		numbers[t] = 0
	}
	*numbering, *scratch = numbers, found
	numberingPool.Put(numbering)
	return slices.Clone(found)
}

// frequencies returns for each term the units that have it and its occurrences.
func (c collection) frequencies() (units, occurrences []int) {
	units, occurrences = make([]int, len(c.names)), make([]int, len(c.names))
	for _, t := range c.store {
		units[t.term]++
		occurrences[t.term] += int(t.count)
	}
	return units, occurrences
}

// Join is several neighbouring units in one.
func Join(units []Unit) Unit {
	var joined Unit
	all := 0
	for _, u := range units {
		all += len(u.Terms)
	}
	joined.Terms = make([]Count, 0, all)
	numbering := numberingPool.Get().(*[]int32)
	numbers := *numbering
	for _, u := range units {
		joined.Words += u.Words
		joined.Bytes += u.Bytes
		for _, t := range u.Terms {
			numbers = growNumbers(numbers, t.Term)
			if n := numbers[t.Term]; n > 0 {
				joined.Terms[n-1].Count += t.Count
				continue
			}
			joined.Terms = append(joined.Terms, t)
			numbers[t.Term] = int32(len(joined.Terms))
		}
	}
	for _, t := range joined.Terms {
		numbers[t.Term] = 0
	}
	*numbering = numbers
	numberingPool.Put(numbering)
	return joined
}

// mostSegments is for how many segments of a text of so many words costs are kept. Only a text with very short
// paragraphs, or one whose segments are to be very long, would have more; there it is the memory that counts.
func mostSegments(words int) int { return max(1<<20, min(4*words, 8<<20)) }

// mostUnits is how many units a segment of a text may have, so that there is room for the costs of all. It is a
// power of two: a text that grows a little has the same.
func mostUnits(text []Unit) int {
	share := max(1, mostSegments(words(text))/max(1, len(text)))
	return 1 << (bits.Len(uint(share)) - 1)
}

// unitsWithinLength returns for each unit how many units a segment that ends with it may have: as many as have
// at most so many words together, no more than are allowed, and at least one.
func unitsWithinLength(units []Unit, longest float64, most int) []int {
	back := make([]int, len(units))
	start, sum := 0, 0
	for i, u := range units {
		sum += u.Words
		for start < i && (float64(sum) > longest || i-start >= most) {
			sum -= units[start].Words
			start++
		}
		back[i] = i - start + 1
	}
	return back
}

// costRows makes rows for so many units back, of segments without cost.
func costRows(back []int) [][]float64 { return costRowsIn(new([]float64), back) }

// costRowsIn makes rows in some room, which is made larger if need be. If it was used before, the
// segments cost what is left there.
func costRowsIn(room *[]float64, back []int) [][]float64 {
	all := 0
	for _, n := range back {
		all += n
	}
	if cap(*room) < all {
		*room = make([]float64, all)
	}
	rows, store := make([][]float64, len(back)), (*room)[:all]
	for j, n := range back {
		rows[j], store = store[:n:n], store[n:]
	}
	return rows
}

package method

import (
	"math/bits"
	"slices"
	"sync"

	"github.com/segls/segls/analysis/language"
)

// Unit is a stretch of text that is never divided: a paragraph or a sentence. Methods know only its length and its terms.
type Unit struct {
	Words int     // including stop words
	Bytes int     // its length
	Terms []Count // in the order of their first occurrence, each once
}

// Count is a term and how often it occurs.
type Count struct {
	Term  language.Term
	Form  language.Form // its most frequent spelling; no method reads it
	Count uint32
}

func countWords(units []Unit) int {
	sum := 0
	for _, u := range units {
		sum += u.Words
	}
	return sum
}

// collection holds the units of one text, with their terms numbered from 0, so that the data of a term can be kept in a slice.
type collection struct {
	units  []Unit
	store  []termCount     // the terms of each unit, in the unit's own order, so that no sum over them depends on other units
	ends   []int32         // the end of each unit's terms in store
	names  []language.Term // by number
	tokens int             // occurrences of all terms

	buffer *collectionBuffer // holds the slices
}

// collectionBuffer is the memory of a collection. Successive edits make several collections of about the same size, so buffers are reused.
type collectionBuffer struct {
	store []termCount
	ends  []int32
	names []language.Term
}

var collectionPool = sync.Pool{New: func() any { return new(collectionBuffer) }}

// release returns the memory of the collection to the pool. The collection must not be used afterwards.
func (c collection) release() { collectionPool.Put(c.buffer) }

func (c *collection) terms(unit int) []termCount { return c.store[c.start(unit):c.ends[unit]] }

// start returns the index in the store at which the terms of a unit begin.
func (c *collection) start(unit int) int32 {
	if unit == 0 {
		return 0
	}
	return c.ends[unit-1]
}

// termCount is a term's number and how often it occurs.
type termCount struct{ term, count int32 }

// numberingPool holds lists that number terms: for each term, its number plus one, or 0. The lists in the pool contain only zeros.
var numberingPool = sync.Pool{New: func() any { return new([]int32) }}

// growNumbers returns the list, enlarged if necessary to hold a term.
func growNumbers(numbers []int32, t language.Term) []int32 {
	if int(t) < len(numbers) {
		return numbers
	}
	return append(numbers, make([]int32, int(t)+1-len(numbers)+len(numbers)/2)...)
}

func newCollection(units []Unit) collection {
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
			c.store = append(c.store, termCount{n - 1, int32(t.Count)})
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

// unitOccurrence says how often a term, given by its index, occurs in a unit.
type unitOccurrence struct{ unit, term, count int32 }

// locationPool holds lists of occurrences that are not in use.
var locationPool = sync.Pool{New: func() any { return new([]unitOccurrence) }}

// occurrencesOf returns the occurrences of terms in the units of a stretch, in their order.
func occurrencesOf(s UnitRange, terms []language.Term) []unitOccurrence {
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

// frequencies returns, for each term, the number of units that have it and the number of its occurrences.
func (c collection) frequencies() (units, occurrences []int) {
	units, occurrences = make([]int, len(c.names)), make([]int, len(c.names))
	for _, t := range c.store {
		units[t.term]++
		occurrences[t.term] += int(t.count)
	}
	return units, occurrences
}

// JoinUnits returns several neighbouring units as one.
func JoinUnits(units []Unit) Unit {
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

// maxSegments returns the greatest number of segments whose costs are kept for a text of a number of words, to limit memory.
func maxSegments(words int) int { return max(1<<20, min(4*words, 8<<20)) }

// maxSegmentUnits returns the greatest number of units in a segment, so that a text has no more than maxSegments segments. It is a power of
// two, so it stays the same while a text grows a little.
func maxSegmentUnits(text []Unit) int {
	share := max(1, maxSegments(countWords(text))/max(1, len(text)))
	return 1 << (bits.Len(uint(share)) - 1)
}

// maxUnitsWithinLength returns for each unit the greatest number of units in a segment that ends with it: as many as together have at most
// `longest` words, but no more than `most` units, and at least one.
func maxUnitsWithinLength(units []Unit, longest float64, most int) []int {
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

// costRows returns rows of back[j] zeros.
func costRows(back []int) [][]float64 { return costRowsIn(new([]float64), back) }

// costRowsIn returns rows of back[j] values in a buffer, which is enlarged if necessary. A reused buffer is not cleared.
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

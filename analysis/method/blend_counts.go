package method

import (
	"math"
	"slices"
	"sync"

	"github.com/segls/segls/analysis/language"
)

// blendCounts are what is counted of one source in a frame.
type blendCounts struct {
	length        float64 // of the frame
	units, words  int
	tokens        int
	ends          []uint32      // of the units, in words
	once          []onceCounted // terms that only one unit has: most of a short source
	terms         []termCounts  // the others
	gaps          int
	first, second [2]float64 // of each curve: the sum of its values, and of their squares
	product       float64    // the sum of the products of the two
}

// termCounts are what is counted of a term in a source.
type termCounts struct {
	term               language.Term
	units, occurrences uint32

	// near is Σ exp(-distance/W) over the pairs of units that have it; head and tail are the
	// same between its units and the beginning, and the end, of the source.
	near, head, tail float64
}

// onceCounted is what is counted of a term that only one unit of a source has. A work of many
// files holds most of its terms in this form, so it is small; a unit or number that it has no
// room for is counted as other terms are.
type onceCounted struct {
	term              language.Term
	unit, occurrences uint16
}

// counted are the counts of a term that only one unit has.
func (b *blendCounts) counted(o onceCounted) termCounts {
	start, end := 0, int(b.ends[o.unit])
	if o.unit > 0 {
		start = int(b.ends[o.unit-1])
	}
	return termCounts{
		term: o.term, units: 1, occurrences: uint32(o.occurrences),
		head: math.Exp(-float64(start) / b.length), tail: math.Exp(-float64(b.words-end) / b.length),
	}
}

// all yields the counts of each term, in no particular order.
func (b *blendCounts) all(yield func(termCounts) bool) {
	for _, o := range b.once {
		if !yield(b.counted(o)) {
			return
		}
	}
	for _, t := range b.terms {
		if !yield(t) {
			return
		}
	}
}

// measure counts what has not been counted, weighs the terms and takes the scales of the
// curves. It returns the counts of each source.
func (s *BlendStatistics) measure(sources []Source) []Counts {
	counts, list := make([]*blendCounts, len(sources)), make([]Counts, len(sources))
	isOld := make([]bool, len(sources))
	for i, source := range sources {
		if kept, ok := source.Counts.(*blendCounts); ok && kept.length == s.length {
			counts[i], isOld[i] = kept, true
		} else {
			counts[i] = countTerms(source.Units, s.length)
		}
		list[i] = counts[i]
	}
	s.weigh(counts)
	var sum blendCounts
	for i, c := range counts {
		if !isOld[i] {
			c.countCurves(s, sources, i)
		}
		sum.gaps += c.gaps
		sum.product += c.product
		for k := range sum.first {
			sum.first[k] += c.first[k]
			sum.second[k] += c.second[k]
		}
	}
	for k := range s.scales {
		s.scales[k] = scaleOf(sum.gaps, sum.first[k], sum.second[k])
	}
	a, b := 1/s.scales[0].deviation, 1/s.scales[1].deviation
	s.sum = scaleOf(sum.gaps, a*sum.first[0]+b*sum.first[1], a*a*sum.second[0]+b*b*sum.second[1]+2*a*b*sum.product)
	s.sum.deviation *= 1 + 2/float64(max(1, s.units)) // in a short text some gap is always the lowest by far
	return list
}

// weigh weighs a term by its rarity and by how its units crowd together: a term that keeps to
// one stretch of the text says what the stretch is about, and one that is strewn over the whole
// text says little, however rare it is. Each pair of units with the term counts
// exp(-distance/W), where W is the length of a segment in words, compared with what random
// places would give.
func (s *BlendStatistics) weigh(counts []*blendCounts) {
	last, at := -1, 0
	for _, c := range counts {
		for _, o := range c.once {
			last = max(last, int(o.term))
		}
		for _, t := range c.terms {
			last = max(last, int(t.term))
		}
	}
	pooled := crowdPool.Get().(*[]crowd)
	if len(*pooled) <= last {
		*pooled = make([]crowd, last+1+last/4)
	}
	crowds := *pooled
	for _, c := range counts {
		end := at + c.words
		for t := range c.all {
			k := &crowds[t.term]
			if k.units == 0 {
				s.distinctTerms++
			}
			k.units += t.units
			k.occurrences += t.occurrences
			faded := k.pending * math.Exp(-float64(at-k.at)/s.length)
			k.near += t.near + faded*t.head
			k.pending = faded*math.Exp(-float64(c.words)/s.length) + t.tail
			k.at = end
		}
		at = end
		s.units += c.units
		s.tokens += float64(c.tokens)
	}
	s.terms = newStandings(last, s.distinctTerms)
	spread := min(1, 2*s.length/max(1, float64(at)))
	for _, c := range counts {
		for t := range c.all {
			k := crowds[t.term]
			if k.units == 0 {
				continue // it was in a source before
			}
			crowds[t.term] = crowd{}
			n := float64(k.units)
			expected := spread * n * (n - 1) / 2
			weight := max(0.1, 0.5*math.Log(float64(s.units)/n)+math.Log((k.near+1)/(expected+1)))
			known := standing{int32(math.Round(weightUnit * weight)), k.occurrences}
			s.terms.set(t.term, known)
			if known.occurrences == 1 {
				s.unknown = max(s.unknown, known.weight)
			}
		}
	}
	crowdPool.Put(pooled) // not after a panic, for it would not be empty
}

// crowd is how the units with a term crowd together.
type crowd struct {
	units, occurrences uint32
	near, pending      float64 // of the pairs so far; of the units before, seen from at
	at                 int
}

// crowdPool has lists of crowds by the numbers of their terms, all empty. The numbers are those of
// all texts so far, so a list is long for a short text, and made once.
var crowdPool = sync.Pool{New: func() any { return new([]crowd) }}

// countTerms counts the terms of a source for segments of a length.
func countTerms(units []Unit, length float64) *blendCounts {
	c := collect(units)
	counts := &blendCounts{length: length, units: len(units), words: words(units), tokens: c.tokens, ends: make([]uint32, len(units))}
	all := make([]termCounts, len(c.names))
	pending := make([]float64, len(c.names)) // of the units before, seen from the end of the last,
	last := make([]int32, len(c.names))      // which is this one
	at := 0
	for i, terms := range c.terms {
		end := at + units[i].Words
		head := math.Exp(-float64(at) / length)
		across := math.Exp(-float64(end-at) / length)
		for _, t := range terms {
			k := &all[t.term]
			k.term = c.names[t.term]
			k.units++
			k.occurrences += uint32(t.count)
			k.head += head
			if seen := pending[t.term]; seen > 0 {
				faded := seen * math.Exp(-float64(at-int(counts.ends[last[t.term]]))/length)
				k.near += faded
				pending[t.term] = faded * across
			}
			pending[t.term]++
			last[t.term] = int32(i)
		}
		counts.ends[i], at = uint32(end), end
	}
	isOnce := func(i int) bool {
		return all[i].units == 1 && all[i].occurrences <= math.MaxUint16 && last[i] <= math.MaxUint16
	}
	once := 0
	for i := range all {
		if isOnce(i) {
			once++
		}
	}
	counts.terms, counts.once = make([]termCounts, 0, len(all)-once), make([]onceCounted, 0, once)
	for i, k := range all {
		if isOnce(i) {
			counts.once = append(counts.once, onceCounted{k.term, uint16(last[i]), uint16(k.occurrences)})
			continue
		}
		k.tail = pending[i] * math.Exp(-float64(at-int(counts.ends[last[i]]))/length)
		counts.terms = append(counts.terms, k)
	}
	return counts
}

// countCurves adds up the curves of a source under the weights of the whole text. The gap before
// the first unit counts as one of its own.
func (b *blendCounts) countCurves(s *BlendStatistics, sources []Source, i int) {
	sight := s.sight()
	low, high := []Unit(nil), []Unit(nil)
	for k, seen := i-1, 0; k >= 0 && seen <= sight; k-- {
		low = append(slices.Clone(sources[k].Units), low...)
		seen += words(sources[k].Units)
	}
	for k, seen := i+1, 0; k < len(sources) && seen <= sight; k++ {
		high = append(high, sources[k].Units...)
		seen += words(sources[k].Units)
	}
	units := sources[i].Units
	if len(low)+len(high) > 0 {
		units = slices.Concat(low, units, high)
	}
	from := max(0, len(low)-1)
	curves := s.curves(units, from, max(from, len(low)+len(sources[i].Units)-1))
	b.gaps = len(curves[0])
	for g := range curves[0] {
		for k := range curves {
			b.first[k] += curves[k][g]
			b.second[k] += curves[k][g] * curves[k][g]
		}
		b.product += curves[0][g] * curves[1][g]
	}
}

// joined are the units of all sources.
func joined(sources []Source) []Unit {
	if len(sources) == 1 {
		return sources[0].Units
	}
	var units []Unit
	for _, source := range sources {
		units = append(units, source.Units...)
	}
	return units
}

package method

import (
	"iter"
	"math"
	"slices"
	"sync"
)

// blendCounts holds the sums over one source in a frame. Its size does not depend on the length of the source: counting terms afresh
// whenever a text is measured is cheaper than keeping their counts.
type blendCounts struct {
	frame         *byte // identifies the frame; see frame.self
	gaps          int
	first, second [2]float64 // for each curve, the sum of its values and of their squares
	product       float64    // the sum of the products of the two curves
}

// measureSources counts the sources that have no counts for this frame, weighs the terms and computes the scales of the curves. It returns
// the counts of each source and, if there is only one and it was not counted before, its curves.
func (s *BlendStatistics) measureSources(sources []SourceUnits) (list []Counts, only curvePair) {
	counts := make([]*blendCounts, len(sources))
	list = make([]Counts, len(sources))
	isOld := make([]bool, len(sources))
	for i, source := range sources {
		if kept, ok := source.Counts.(*blendCounts); ok && kept.frame == s.self {
			counts[i], isOld[i] = kept, true
		} else {
			counts[i] = &blendCounts{frame: s.self}
		}
		list[i] = counts[i]
	}
	s.weighTerms(sources)
	var sum blendCounts
	for i, c := range counts {
		if !isOld[i] {
			only = c.addCurves(s, sources, i)
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
	if len(sources) > 1 {
		only = curvePair{}
	}
	return list, only
}

// weighTerms weighs a term by its rarity and by how closely its units are clustered: a term that occurs
// in one stretch of the text says what the stretch is about, and one that is spread over the whole
// text says little, however rare it is. Each pair of units with the term counts exp(-distance/W),
// where W is the length of a segment in words, compared with the value for random places.
func (s *BlendStatistics) weighTerms(sources []SourceUnits) {
	last, at := -1, 0
	for t := range eachTerm(sources) {
		last = max(last, int(t.Term))
	}
	pooled := clusteringPool.Get().(*[]termClustering)
	if len(*pooled) <= last {
		*pooled = make([]termClustering, last+1+last/4)
	}
	crowds := *pooled
	for _, source := range sources {
		for _, u := range source.Units {
			end, across := at+u.Words, math.Exp(-float64(u.Words)/s.length())
			for _, t := range u.Terms {
				k := &crowds[t.Term]
				if k.units == 0 {
					s.distinctTerms++
				} else {
					faded := k.pending * math.Exp(-float64(at-k.at)/s.length())
					k.near += faded
					k.pending = faded * across
				}
				k.units++
				k.occurrences += t.Count
				k.pending++
				k.at = end
				s.tokens += float64(t.Count)
			}
			at = end
		}
		s.units += len(source.Units)
	}
	s.terms = newTermTable(last, s.distinctTerms)
	spread := min(1, 2*s.length()/max(1, float64(at)))
	for t := range eachTerm(sources) {
		k := crowds[t.Term]
		if k.units == 0 {
			continue // it was in an earlier unit
		}
		crowds[t.Term] = termClustering{}
		n := float64(k.units)
		expected := spread * n * (n - 1) / 2
		weight := max(0.1, 0.5*math.Log(float64(s.units)/n)+math.Log((k.near+1)/(expected+1)))
		known := termStatistics{int32(math.Round(weightUnit * weight)), k.occurrences}
		s.terms.set(t.Term, known)
		if known.occurrences == 1 {
			s.unknown = max(s.unknown, known.weight)
		}
	}
	const most = 1 << 18 // terms: longer lists are not kept
	if len(crowds) <= most {
		clusteringPool.Put(pooled) // not deferred, because after a panic the list would not be empty
	}
}

// termClustering holds how closely the units with a term are clustered.
type termClustering struct {
	units, occurrences uint32
	near               float64 // sum over the pairs of units so far
	pending            float64 // sum over the units so far, each faded by its distance to the last one
	at                 int     // end of the last unit, in words from the start of the text
}

// clusteringPool holds lists of termClustering, indexed by term number, whose elements are all zero. Terms are numbered across all texts,
// so even a short text needs a long list.
var clusteringPool = sync.Pool{New: func() any { return new([]termClustering) }}

// eachTerm yields the terms of each unit.
func eachTerm(sources []SourceUnits) iter.Seq[Count] {
	return func(yield func(Count) bool) {
		for _, source := range sources {
			for _, u := range source.Units {
				for _, t := range u.Terms {
					if !yield(t) {
						return
					}
				}
			}
		}
	}
}

// addCurves sums up the curves of a source under the weights of the whole text. The gap before its first unit belongs to the source.
func (b *blendCounts) addCurves(s *BlendStatistics, sources []SourceUnits, i int) curvePair {
	sight := s.reachInWords()
	low, high := []Unit(nil), []Unit(nil)
	for k, seen := i-1, 0; k >= 0 && seen <= sight; k-- {
		low = append(slices.Clone(sources[k].Units), low...)
		seen += countWords(sources[k].Units)
	}
	for k, seen := i+1, 0; k < len(sources) && seen <= sight; k++ {
		high = append(high, sources[k].Units...)
		seen += countWords(sources[k].Units)
	}
	units := sources[i].Units
	if len(low)+len(high) > 0 {
		units = slices.Concat(low, units, high)
	}
	from := max(0, len(low)-1)
	curves := s.gapCurves(units, from, max(from, len(low)+len(sources[i].Units)-1))
	b.gaps = len(curves[0])
	for g := range curves[0] {
		for k := range curves {
			b.first[k] += curves[k][g]
			b.second[k] += curves[k][g] * curves[k][g]
		}
		b.product += curves[0][g] * curves[1][g]
	}
	return curves
}

func allUnits(sources []SourceUnits) []Unit {
	if len(sources) == 1 {
		return sources[0].Units
	}
	var units []Unit
	for _, source := range sources {
		units = append(units, source.Units...)
	}
	return units
}

package method

import (
	"math"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/fragment"
)

func (s *BlendStatistics) weight(t language.Term) int32 {
	if known := s.terms.statisticsOf(t); known.occurrences > 0 {
		return known.weight
	}
	return s.unknown
}

// weights returns the weights of a collection's terms. An unknown term weighs as much as the heaviest term that occurs once.
func (s *BlendStatistics) weights(c collection) []int64 {
	weights := make([]int64, len(c.names))
	for t, name := range c.names {
		weights[t] = int64(s.weight(name))
	}
	return weights
}

// reachInWords returns the distance in words beyond which a unit does not affect the cost of a boundary.
func (s *BlendStatistics) reachInWords() int {
	return halvings * max(s.halfLife(s.constants.Near), s.halfLife(s.constants.Far))
}

// halfLife returns the half-life in words of a curve in which a unit's weight falls to 1/e over the given number of segment lengths.
func (s *BlendStatistics) halfLife(lengths float64) int {
	return int(math.Round(math.Ln2 * max(20, min(2000, lengths*s.length()))))
}

// newCurveWeightFunc returns a function from a distance in words to the weight of a unit in both curves together.
func (s *BlendStatistics) newCurveWeightFunc() func(distance int) float64 {
	h := s.halfLives()
	return func(distance int) float64 {
		return float64(weightAtHalfLives(distance/h[0]) + weightAtHalfLives(distance/h[1]))
	}
}

// defaultPrice returns the price of a boundary for a length of segments in words. It grows: long segments have more gaps to begin at.
func defaultPrice(length float64) float64 { return max(1, 0.9*math.Log(length/30)) }

// curvePair holds the near-sighted and the far-sighted similarities of gaps.
type curvePair [2][]float64

// gapCurves returns the curves of the gaps [from, to) between units.
func (s *BlendStatistics) gapCurves(units []Unit, from, to int) curvePair {
	c := newCollection(units)
	defer c.release()
	weights := s.weights(c)
	const worthwhile = 1 << 7 // gaps that justify a goroutine
	gaps := make([]gapProducts, max(0, to-from))
	stretches := max(1, min(len(gaps)/worthwhile, runtime.GOMAXPROCS(0)))
	var list curvePair
	for k, h := range s.halfLives() {
		var group errgroup.Group
		for i := range stretches {
			low, high := i*len(gaps)/stretches, (i+1)*len(gaps)/stretches
			fill := func() error {
				c.setGapProducts(weights, h, from+low, gaps[low:high])
				return nil
			}
			if i == stretches-1 {
				_ = fill()
			} else {
				group.Go(fill)
			}
		}
		_ = group.Wait()
		list[k] = gapSimilarities(gaps)
	}
	return list
}

func (s *BlendStatistics) halfLives() [2]int {
	return [2]int{s.halfLife(s.constants.Near), s.halfLife(s.constants.Far)}
}

// sumCurves returns the sum of the curves, each divided by its deviation.
func (s *BlendStatistics) sumCurves(curves curvePair) []float64 {
	sum := make([]float64, len(curves[0]))
	for i, curve := range curves {
		for g, v := range curve {
			sum[g] += v / s.scales[i].deviation
		}
	}
	return sum
}

// gapCharges returns the z of each gap, bounded for a gap next to a lower one. Where the topic changes abruptly, the curves are low in
// several gaps, but that is one change.
func (s *BlendStatistics) gapCharges(curves curvePair) []float64 {
	z := s.sumCurves(curves)
	for g := range z {
		z[g] = (z[g] - s.sum.mean) / s.sum.deviation
	}
	charges := slices.Clone(z)
	for g := range z {
		if g > 0 && z[g-1] < z[g] || g+1 < len(z) && z[g+1] < z[g] {
			charges[g] = max(z[g], -s.largestGain())
		}
	}
	return charges
}

// largestGain returns the most that a gap next to a lower one can earn.
func (s *BlendStatistics) largestGain() float64 { return min(1.5, max(0, s.price)) }

// segmentCosts returns the costs of the divisions of a stretch under a goal. Units that no boundary may separate are joined.
func (s *BlendStatistics) segmentCosts(t UnitRange, g Goal) (fragment.SegmentCosts, joinedUnits) {
	first, end := t.gapsWithNeighbours()
	j := g.joinUnits(t.ownUnits())
	g.Gaps = j.gaps
	charges := s.gapCharges(s.gapCurves(t.Units, first, end))[t.From-first:][:t.numGaps()]
	boundary := make([]float64, len(j.units)-1)
	for i := range boundary {
		boundary[i] = charges[j.starts[i+1]-1]
		if g.gapAt(i).Mark != "" {
			boundary[i] -= headingSpares
		}
	}
	return g.constrainCosts(j.units, fragment.SegmentCosts{Boundary: boundary, Segments: addLengthCosts(s.segmentMisfits(j.units, g), j.units, s.cost)}), j
}

// gapsWithNeighbours returns the gaps [first, end) of a stretch with their two neighbours, which affect their cost.
func (s UnitRange) gapsWithNeighbours() (first, end int) {
	return max(0, s.From-1), max(0, min(len(s.Units)-1, s.To))
}

// newDipPartsFunc returns a function that returns the parts of z at a cut.
func (s *BlendStatistics) newDipPartsFunc(t UnitRange) func(cut int) []Part {
	first, end := t.gapsWithNeighbours()
	curves := s.gapCurves(t.Units, first, end)
	charges := s.gapCharges(curves)
	return func(cut int) []Part {
		gap := cut - 1 - first
		parts, z := make([]Part, 2, 8), 0.0
		for i, name := range []string{"near", "far"} {
			value := (curves[i][gap] - s.scales[i].mean) / s.scales[i].deviation / s.sum.deviation
			parts[i] = Part{Name: name, Value: value, Unit: unitCost}
			z += value
		}
		if more := charges[gap] - z; math.Abs(more) > 1e-9 {
			parts = append(parts, Part{Name: "beside", Value: more, Unit: unitCost})
		}
		return parts
	}
}

// newMisfitSavingFunc returns a function that returns how much worse words fit in two segments than in one; below 0 they fit better.
func (s *BlendStatistics) newMisfitSavingFunc(units []Unit) func(cut int) float64 {
	c := newCollection(units) // used for all cuts
	d, weight := s.newDirichlet(c.names), s.misfitWeight()
	whole := d.costsFrom(c, 0)
	return func(cut int) float64 {
		second := d.costsFrom(c, cut)
		return weight * (whole[cut] + second[len(second)-1] - whole[len(whole)-1])
	}
}

// costBufferPool holds buffers for the costs of segments.
var costBufferPool = sync.Pool{New: func() any { return new([]float64) }}

// releaseBuffer returns a buffer to the pool unless it is very large.
func releaseBuffer(room *[]float64) {
	if cap(*room) <= maxPooledSize {
		costBufferPool.Put(room)
	}
}

// segmentMisfits returns g·D of segments.
func (s *BlendStatistics) segmentMisfits(units []Unit, g Goal) [][]float64 {
	return s.weighMisfits(s.unweightedMisfits(units, s.maxUnitsPerSegment(units, g), new([]float64)))
}

// unweightedMisfits returns D of the segments that end with each unit, up to back[unit] units long.
func (s *BlendStatistics) unweightedMisfits(units []Unit, back []int, room *[]float64) [][]float64 {
	c := newCollection(units)
	defer c.release()
	return s.newDirichlet(c.names).costs(c, back, room)
}

// maxUnitsPerSegment returns for each unit the greatest number of units in a segment that ends with it. Of several units, a segment is at
// most four times as long as preferred and does not cross a forced boundary.
func (s *BlendStatistics) maxUnitsPerSegment(units []Unit, g Goal) []int {
	back := maxUnitsWithinLength(units, maxLengthFactor*s.length(), s.mostUnits)
	if g.Gaps != nil {
		since := 1 // units since a forced boundary
		for i := 1; i < len(units); i++ {
			if since++; g.gapAt(i-1).Constraint == fragment.Break {
				since = 1
			}
			back[i] = min(back[i], since)
		}
	}
	return back
}

// weighMisfits multiplies D by g, in place.
func (s *BlendStatistics) weighMisfits(rows [][]float64) [][]float64 {
	weight := s.misfitWeight()
	for _, row := range rows {
		for l := range row {
			row[l] *= weight
		}
	}
	return rows
}

// misfitWeight returns g. Short segments have few words to judge by, so each word counts more.
func (s *BlendStatistics) misfitWeight() float64 {
	return s.constants.Weight * math.Pow(max(1, 150/s.tokensPerSegment()), s.constants.Short)
}

// tokensPerSegment returns the approximate number of terms in a segment.
func (s *BlendStatistics) tokensPerSegment() float64 { return tokensPerWord * s.length() }

// addLengthCosts adds the costs of lengths to the costs of segments.
func addLengthCosts(segments [][]float64, units []Unit, cost fragment.Cost) [][]float64 {
	for j, row := range segments {
		length := 0
		for l := range row {
			length += units[j-l].Words
			row[l] += cost.Length(length)
		}
	}
	return segments
}

// newDirichlet returns a model whose prior for each term is a constant plus a share by the term's frequency in the text.
func (s *BlendStatistics) newDirichlet(terms []language.Term) dirichlet {
	background := blendPriorShare * s.tokensPerSegment()
	occurrences := make([]int32, len(terms))
	for t, name := range terms {
		occurrences[t] = max(1, int32(s.terms.statisticsOf(name).occurrences))
	}
	return dirichlet{
		group: func(t int) int { return int(occurrences[t]) },
		prior: func(occurrences int) float64 {
			return blendPrior + background*float64(occurrences)/max(1, s.tokens)
		},
		total: blendPrior*float64(s.distinctTerms) + background,
	}
}

// confidenceFactor returns the factor for the model's confidence in prose, which is lower for a given length that is not the text's own. It
// was measured on texts with known boundaries: see docs/research/methods.md.
func confidenceFactor(g Goal) float64 {
	if g.Segments == 0 && g.Words > 0 {
		return 0.46
	}
	return 0.6
}

// boundaryConfidences returns the confidence of each gap between units, from p, which is about joined units that begin at those in starts.
// In a collection it equals the model's probability. In prose it is lower: the model does not know why a writer begins a new section, and
// is right in about half of the cases that it is sure of.
func (s *BlendStatistics) boundaryConfidences(p fragment.Posterior, starts []int, gaps int) []float64 {
	confidence := make([]float64, gaps)
	for i, probability := range p.Boundary {
		confidence[starts[i+1]-1-starts[0]] = probability * (s.trust + (1-s.trust)*s.distinct)
	}
	return confidence
}

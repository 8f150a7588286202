package method

import (
	"math"
	"slices"

	"github.com/segls/segls/fragment"
)

// Constants are those numbers of the blend that nothing in a text tells. Those in use are
// [Chosen]; others are for measuring what the choice is worth.
type Constants struct {
	Weight    float64 // g, the weight of the words of a segment, with 150 tokens or more in it
	Short     float64 // with how high a power of 150/tokens it grows in shorter segments
	Near, Far float64 // how far the two curves see, in lengths of a segment
	Rate      float64 // of the posterior, for a text whose segments fit a good deal better than the whole
}

// Chosen are the constants as they were chosen on the sets of docs/methods.md.
var Chosen = Constants{Weight: 0.012, Short: 0.75, Near: 0.2, Far: 0.5, Rate: 6}

// These were not varied.
const (
	blendEach   = 0.05 // a(t), what each term is taken to have occurred, and
	blendShare  = 0.05 // per token of a segment, by its share in the text
	blendLonger = 4    // a segment has at most so many times the length wanted
	tokensAWord = 0.45 // terms per word of ordinary prose
)

// Blend is what the blend charges for dividing units: a pure function of the units and of
// Statistics, which need not be those of the same units.
//
// For a boundary it charges z, the similarity of its two sides as two curves have it, one
// near-sighted, one far-sighted (see sides), each made comparable between texts by the
// average and the deviation of the curve. For a segment of x words it charges
//
//	g·D + h(x/p-1)²
//
// or h|x/p-1|, as the goal has it, with D how badly the words of the segment fit together (see
// dirichlet).
//
// What depends on what, the Statistics being given: z of a gap on the units less than
// [Statistics.Sight] away from it and its neighbours; a segment's charge on the units in it,
// which have at most 4p words; nothing on anything else.
func Blend(units []Unit, s Statistics) fragment.Energy {
	return s.Energy(units, s.Charges(s.Curves(units, 0, max(0, len(units)-1))))
}

// Energy is what [Blend] charges for dividing units, with these charges for boundaries.
func (s Statistics) Energy(units []Unit, boundary []float64) fragment.Energy {
	misfits := s.misfits(units, blendLonger*s.length)
	return fragment.Energy{Segments: withLengths(misfits, units, s.cost), Boundary: boundary}
}

// misfits are the g·D of segments of at most so many words.
func (s Statistics) misfits(units []Unit, longest float64) [][]float64 {
	c := collect(units)
	each := tokensAWord * s.length
	segments := s.priors(c, blendEach, blendShare*each).costs(c, reach(units, longest))
	// Short segments have few words to tell them by, and each then says more.
	g := s.constants.Weight * math.Pow(max(1, 150/each), s.constants.Short)
	for _, row := range segments {
		for l := range row {
			row[l] *= g
		}
	}
	return segments
}

// withLengths adds what segments cost for their lengths.
func withLengths(segments [][]float64, units []Unit, cost fragment.Cost) [][]float64 {
	for j, row := range segments {
		length := 0
		for l := range row {
			length += units[j-l].Words
			row[l] += cost.Length(length)
		}
	}
	return segments
}

// Charges are the z of gaps. Where the topic turns sharply the curves are low in the gaps beside
// the right one too. That is one turn and not several: a gap with a lower one beside it earns a
// boundary no more than so many deviations, nor more than its price.
func (s Statistics) Charges(curves Curves) []float64 {
	most := min(1.5, max(0, s.price))
	z := s.add(curves)
	for g := range z {
		z[g] = (z[g] - s.sum.mean) / s.sum.deviation
	}
	charges := slices.Clone(z)
	for g := range z {
		if g > 0 && z[g-1] < z[g] || g+1 < len(z) && z[g+1] < z[g] {
			charges[g] = max(z[g], -most)
		}
	}
	return charges
}

// Sight is how many words away from a gap the units may be that have a say in what a boundary
// costs there.
func (s Statistics) Sight() int {
	return halvings * max(s.halfLife(s.constants.Near), s.halfLife(s.constants.Far))
}

// halfLife is that of a curve which sees so many lengths of a segment far before anything
// counts less than the e-th part.
func (s Statistics) halfLife(lengths float64) int {
	return int(math.Round(math.Ln2 * max(20, min(2000, lengths*s.length))))
}

// Price is what each boundary costs besides, where the number of segments is not given.
func (s Statistics) Price() float64 { return s.price }

// usualPrice is the more the longer segments should be, for a long one has more gaps to begin at.
func usualPrice(length float64) float64 { return max(1, 0.9*math.Log(length/30)) }

// Cost is what segments cost for their lengths. Its scaling need not be that of the goal for
// which the text was measured: see [NewStatistics].
func (s Statistics) Cost() fragment.Cost { return s.cost }

// Divide divides by the blend in one of two ways. So many segments: by what is expected to
// be least wrong, of all divisions that may have about that number. Else: at least cost.
func (k Constants) Divide(units []Unit, g Goal) Division {
	s := k.statistics(units, g)
	if g.Segments == 0 {
		return DivideUnder(s, units, g)
	}
	segments := min(g.Segments, len(units))
	rate := k.Rate * math.Sqrt(max(0.1, s.gain)/0.3)
	p := g.constrain(units, Blend(units, s)).PosteriorOf(rate, segments)
	d := Division{Confidence: s.confidence(p)}
	if segments > 1 {
		d.Boundaries = p.Decide(fragment.Window(len(units), segments))
	}
	return d
}

// DivideUnder divides at least cost under statistics that may be older than the units. It
// depends on nothing else: neither the length nor the number of segments that a goal may
// name.
func DivideUnder(s Statistics, units []Unit, g Goal) Division {
	e := g.constrain(units, Blend(units, s))
	return Division{e.Divide(s.Price()), s.confidence(e.Posterior(s.constants.Rate, s.Price()))}
}

// Longer divides some units of a text, with these charges for boundaries, at least cost where
// segments should be so many times longer than the text was measured for: curves, and how words
// fit together, are taken as they are. Units may be segments of a division, to see which of them
// would be one.
func (s Statistics) Longer(units []Unit, charges []float64, g Goal) func(times float64) []int {
	misfits := s.misfits(units, math.Inf(1))
	return func(times float64) []int {
		cost := s.cost
		cost.Preferred *= times
		price := s.price + usualPrice(s.length*times) - usualPrice(s.length)
		e := fragment.Energy{Segments: withLengths(cloned(misfits), units, cost), Boundary: slices.Clone(charges)}
		return g.constrain(units, e).Divide(price)
	}
}

// BlendCurve is the average of the blend's two curves, for segments of the length that the
// text's own topics have: between 0 and 1, to look at.
func BlendCurve(units []Unit) []float64 {
	return NewStatistics(units, Goal{}).Curves(units, 0, max(0, len(units)-1)).Average()
}

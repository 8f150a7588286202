package method

import (
	"math"

	"github.com/segls/segls/fragment"
)

// The constants of the blend, chosen on the sets of docs/methods.md.
const (
	blendScaling = 0.5   // h, the weight of lengths
	blendWeight  = 0.012 // g, the weight of the words of a segment, with 150 tokens or more in it
	blendEach    = 0.05  // a(t), what each term is taken to have occurred, and
	blendShare   = 0.05  // per token of a segment, by its share in the text
	blendLonger  = 4     // a segment has at most so many times the length wanted
	blendRate    = 6     // of the posterior, for a text whose segments fit a good deal better than the whole
	tokensAWord  = 0.45  // terms per word of ordinary prose
)

// blendReaches are how far the curves see, in lengths of a segment.
var blendReaches = []float64{0.2, 0.5}

// Blend is what the blend charges for dividing units: a pure function of the units and of
// Statistics, which need not be those of the same units.
//
// For a boundary it charges z, the similarity of its two sides as two curves have it, one
// near-sighted, one far-sighted (see sides), each made comparable between texts by the
// average and the deviation of the curve. For a segment of x words it charges
//
//	g·D + h(x/p-1)²
//
// with D how badly the words of the segment fit together (see dirichlet).
//
// What depends on what, the Statistics being given: z of a gap on the units around it,
// with a weight of exp(-d/W) at d words, W at most half of p, so that beyond three p an edit
// moves it by less than a hundredth; a segment's charge on the units in it, which have at
// most 4p words; nothing on anything else.
func Blend(units []Unit, s Statistics) fragment.Energy {
	c := collect(units)
	each := tokensAWord * s.length
	segments := s.priors(c, blendEach, blendShare*each).costs(c, reach(units, blendLonger*s.length))
	// Short segments have few words to tell them by, and each then says more.
	g := blendWeight * math.Pow(max(1, 150/each), 0.75)
	for j, row := range segments {
		length := 0
		for l := range row {
			length += units[j-l].Words
			deviation := float64(length)/s.length - 1
			row[l] = g*row[l] + blendScaling*deviation*deviation
		}
	}
	e := fragment.Energy{Segments: segments}
	if len(units) > 1 {
		e.Boundary = s.add(s.curves(c))
		for i := range e.Boundary {
			e.Boundary[i] = (e.Boundary[i] - s.sum.mean) / s.sum.deviation
		}
	}
	return e
}

// Price is what each boundary costs besides, where the number of segments is not given:
// the more the longer they are, for a long segment has more gaps to begin at.
func (s Statistics) Price() float64 {
	return max(1, 0.9*math.Log(s.length/30))
}

// divideByBlend divides in one of two ways. So many segments: by what is expected to be
// least wrong, of all divisions that may have about that number. Else: at least cost.
func divideByBlend(units []Unit, g Goal) Division {
	s := NewStatistics(units, g)
	if g.Segments == 0 {
		return DivideUnder(s, units, g)
	}
	segments := min(g.Segments, len(units))
	rate := blendRate * math.Sqrt(max(0.1, s.gain)/0.3)
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
	return Division{e.Divide(s.Price()), s.confidence(e.Posterior(blendRate, s.Price()))}
}

// BlendCurve is the average of the blend's two curves, for segments of the length that the
// text's own topics have: between 0 and 1, to look at.
func BlendCurve(units []Unit) []float64 {
	if len(units) < 2 {
		return nil
	}
	s := NewStatistics(units, Goal{})
	curve := make([]float64, len(units)-1)
	for _, near := range s.curves(collect(units)) {
		for g, v := range near {
			curve[g] += v / float64(len(blendReaches))
		}
	}
	return curve
}

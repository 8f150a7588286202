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
	blendLonger  = 4     // a segment has at most so many times the preferred length
	tokensAWord  = 0.45  // terms per word of ordinary prose
)

// blendReaches are how far the curves see, in preferred lengths.
var blendReaches = []float64{0.2, 0.5}

// Blend is what the blend charges for dividing units into segments of about a preferred
// length: a pure function of the units and of Statistics, which need not be those of the
// same units.
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
// with a weight of exp(-d/W) at d words, W at most half the preferred length, so that beyond
// three preferred lengths an edit moves it by less than a hundredth; a segment's
// charge on the units in it, which are at most four preferred lengths; nothing on
// anything else.
func Blend(units []Unit, s Statistics) fragment.Energy {
	return variant{reaches: blendReaches, weight: 1}.energy(collect(units), s)
}

// variant is one way to set the constants.
type variant struct {
	reaches []float64
	weigh   weighing
	weight  float64 // times blendWeight
}

func (v variant) energy(c collection, s Statistics) fragment.Energy {
	p := s.preferred
	back := reach(c.units, blendLonger*p)
	each := tokensAWord * p
	segments := s.priors(c, blendEach, blendShare*each).costs(c, back)
	g := v.weight * blendWeight * math.Sqrt(max(1, 150/each))
	for j, row := range segments {
		length := 0
		for l := range row {
			length += c.units[j-l].Words
			deviation := float64(length)/p - 1
			row[l] = g*row[l] + blendScaling*deviation*deviation
		}
	}
	e := fragment.Energy{Segments: segments}
	if len(c.units) > 1 {
		e.Boundary = s.add(s.curves(c, v.reaches))
		for i := range e.Boundary {
			e.Boundary[i] = (e.Boundary[i] - s.sum.mean) / s.sum.deviation
		}
	}
	return e
}

// BlendCurve is the average of the blend's two curves, for segments of the length that the
// text's own topics have: between 0 and 1, to look at.
func BlendCurve(units []Unit) []float64 {
	if len(units) < 2 {
		return nil
	}
	c := collect(units)
	s := newStatistics(c, Goal{}.preferred(units), clumping, blendReaches)
	curve := make([]float64, len(units)-1)
	for _, near := range s.curves(c, blendReaches) {
		for g, v := range near {
			curve[g] += v / float64(len(blendReaches))
		}
	}
	return curve
}

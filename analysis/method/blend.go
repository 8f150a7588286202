package method

import (
	"math"
	"slices"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/fragment"
)

// Constants are the parameters of the blend that do not depend on the text. [BlendConstants] are the ones in use; other values are only for
// comparisons.
type Constants struct {
	Weight    float64 // g, the weight of the words of a segment that has at least 150 tokens
	Short     float64 // the weight grows with this power of 150/tokens in shorter segments
	Near, Far float64 // the range of the two curves, in lengths of a segment
	Rate      float64 // rate of the posterior
}

// BlendConstants are the constants in use, chosen on the sets of docs/research/methods.md.
var BlendConstants = Constants{Weight: 0.012, Short: 0.75, Near: 0.2, Far: 0.5, Rate: 6}

// These constants were not tuned.
const (
	blendPrior      = 0.05 // the constant part of a(t), the number of times that a term is assumed to have occurred before
	blendPriorShare = 0.05 // the part of a(t) that grows with the term's share in the text, per token of a segment
	maxLengthFactor = 4    // a segment is at most this many times the preferred length
	tokensPerWord   = 0.45 // terms per word of ordinary prose
)

const blendName = "blend"

// headingSpares is the discount for a boundary at a soft heading or scene break.
const headingSpares = 1

// Blend charges for boundaries and for segments. A boundary costs a price and z, the similarity of its two sides
// according to two curves, one near-sighted, one far-sighted (see sideSums), each made comparable between texts by
// its average and deviation. A segment of x words costs
//
//	g·D + h(x/p-1)²
//
// or h|x/p-1|, depending on the goal, where D says how badly the words of the segment fit
// together (see dirichlet).
//
// Given the statistics of the text, z depends only on the units within [Blend.Reach], and the
// cost of a segment only on the units in it.
type Blend struct{ Constants }

// About describes the method.
func (b Blend) About() About {
	return About{
		Name:     blendName,
		Doc:      "Curves and a model of segments together: where the two sides of a gap differ, near and far, and the words within segments agree.",
		Source:   "this project; see docs/research/methods.md",
		Needs:    needsTerms,
		Settings: []string{settingScaling, settingCost},
	}
}

// statistics returns the statistics of the goal, or measures the units if there are none.
func (b Blend) statistics(units []Unit, g Goal) *BlendStatistics {
	if s, ok := g.Statistics.(*BlendStatistics); ok && s != nil {
		return s
	}
	return b.measureSource(units, g)
}

// Reach returns the range of the curves plus one unit, because a gap's neighbours affect its cost.
func (b Blend) Reach(g Goal) Reach {
	s, ok := g.Statistics.(*BlendStatistics)
	if !ok || s == nil {
		return Reach{IsWhole: true}
	}
	return Reach{Units: 1, Words: s.reachInWords()}
}

// Values returns the averages of the two curves, between 0 and 1.
func (b Blend) Values(s UnitRange, g Goal) []float64 {
	if s.numGaps() == 0 {
		return nil
	}
	curves := b.statistics(s.Units, g).gapCurves(s.Units, s.From, s.To-1)
	values := make([]float64, len(curves[0]))
	for i := range values {
		values[i] = (curves[0][i] + curves[1][i]) / 2
	}
	return values
}

// Divide returns the cheapest division if the goal has no number of segments. Otherwise it returns the division with about that number of
// segments that has the least expected error.
func (b Blend) Divide(s UnitRange, g Goal) []int {
	units := s.ownUnits()
	if len(units) < 2 {
		return nil
	}
	if g.Segments == 0 {
		return b.Plan(s, g).Divide()
	}
	segments := min(g.Segments, len(units))
	if segments == 1 {
		return nil
	}
	_, p, j := b.posterior(s, g)
	return j.originalBoundaries(p.Decide(fragment.Window(len(j.units), segments)))
}

// Plan returns the costs of all divisions, for a goal without a number of segments.
func (b Blend) Plan(s UnitRange, g Goal) Plan {
	measured := b.statistics(s.Units, g)
	e, j := measured.segmentCosts(s, g)
	return blendPlan{measured, b.Rate, e, joinedUnits{starts: j.starts}, s.To - s.From}
}

// blendPlan holds the costs of units, some of them joined.
type blendPlan struct {
	*BlendStatistics
	rate  float64
	costs fragment.SegmentCosts
	joint joinedUnits // without the units, because a text may have very many
	units int         // before they were joined
}

func (p blendPlan) Divide() []int { return p.joint.originalBoundaries(p.costs.Divide(p.price)) }

func (p blendPlan) Confidence(from, to int) []float64 {
	starts := p.joint.starts
	first, isFirst := slices.BinarySearch(starts, from)
	end, isEnd := slices.BinarySearch(starts, to)
	if !isFirst || !isEnd && to < p.units {
		return nil
	}
	return p.boundaryConfidences(p.costs.Part(first, end).Posterior(p.rate, p.price), starts[first:end], to-from-1)
}

// Confidence returns for each gap the share of boundaries with its probability that can be expected to be right.
func (b Blend) Confidence(s UnitRange, g Goal) []float64 {
	if s.numGaps() == 0 {
		return nil
	}
	measured, p, j := b.posterior(s, g)
	return measured.boundaryConfidences(p, j.starts, s.numGaps())
}

// posterior returns the probabilities of boundaries under the model.
func (b Blend) posterior(s UnitRange, g Goal) (*BlendStatistics, fragment.Posterior, joinedUnits) {
	measured := b.statistics(s.Units, g)
	e, j := measured.segmentCosts(s, g)
	if g.Segments == 0 {
		return measured, e.Posterior(b.Rate, measured.price), j
	}
	rate := b.Rate * math.Sqrt(max(0.1, measured.gain)/0.3)
	return measured, e.PosteriorOf(rate, min(g.Segments, len(j.units))), j
}

// Explain returns the parts of a decision in the order in which they are added.
func (b Blend) Explain(s UnitRange, g Goal) func(first, end int) Decide {
	measured := b.statistics(s.Units, g)
	dips := measured.newDipPartsFunc(s)
	return func(first, end int) Decide {
		units := s.Units[first:end]
		fit, length := measured.newMisfitSavingFunc(units), countWords(units)
		return func(cut int, gap Gap) Decision {
			parts := dips(cut)
			if fit := fit(cut - first); fit != 0 {
				parts = append(parts, Part{Name: "words", Value: fit, Unit: unitCost})
			}
			if gap.Mark != "" {
				parts = append(parts, Part{Name: gap.Mark, Value: -headingSpares, Unit: unitCost})
			}
			left := countWords(s.Units[first:cut])
			return newDecision(func(longer float64) []Part {
				price := measured.price + defaultPrice(measured.length()*longer) - defaultPrice(measured.length())
				return append(slices.Clip(parts), lengthsPart(left, length-left, measured.cost, longer), Part{Name: "price", Value: price, Unit: unitCost})
			})
		}
	}
}

// Sides returns a function that returns the weights of terms in the two curves, on both sides of a cut.
func (b Blend) Sides(s UnitRange, g Goal, terms []language.Term) func(cut int) (before, after []float64) {
	if len(terms) == 0 {
		return func(int) (before, after []float64) { return nil, nil }
	}
	measured := b.statistics(s.Units, g)
	reach := cumulativeWords(s.Units)
	seen := measured.newCurveWeightFunc()
	sides := newSideWeightsFunc(s, terms, func(cut, unit, _ int) float64 { // whole numbers: the sum is the same in any order
		if unit < cut {
			return seen(reach[cut] - reach[unit+1])
		}
		return seen(reach[unit] - reach[cut])
	})
	return func(cut int) (before, after []float64) {
		before, after = sides(cut)
		for i, t := range terms {
			weight := float64(measured.weight(t))
			before[i] *= weight
			after[i] *= weight
		}
		return before, after
	}
}

// Compare returns by how much cutting a stretch before the unit at index cut costs more than keeping it whole, by the sums that Divide
// uses. It returns false if no division can keep the stretch whole.
func (b Blend) Compare(s UnitRange, g Goal, cut int) (cost float64, ok bool) {
	measured := b.statistics(s.Units, g)
	e, _ := measured.segmentCosts(s, g)
	whole := e.Cost(nil)
	return e.Cost([]int{cut}) + measured.price - whole, !math.IsInf(whole, 1)
}

// SegmentCosts returns the costs of the divisions of a stretch, and the price to add for each boundary. A caller with limits that a [Goal]
// cannot express can change the costs before dividing; infinity forbids a boundary or segment. The units need not be those that were
// measured.
func (b Blend) SegmentCosts(s UnitRange, g Goal) (e fragment.SegmentCosts, price float64) {
	measured := *b.statistics(s.Units, g)
	measured.mostUnits = maxSegmentUnits(s.Units)
	e, _ = measured.segmentCosts(s, g)
	return e, measured.price
}

package method

import (
	"math"
	"slices"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/fragment"
)

// weight is what a term weighs.
func (s *BlendStatistics) weight(t language.Term) int32 {
	if int(t) < len(s.terms) && s.terms[t].occurrences > 0 {
		return s.terms[t].weight
	}
	return s.unknown
}

// weights are those of a collection's terms. One that has come since the text was measured
// weighs like the heaviest of those that occur once.
func (s *BlendStatistics) weights(c collection) []int64 {
	weights := make([]int64, len(c.names))
	for t, name := range c.names {
		weights[t] = int64(s.weight(name))
	}
	return weights
}

// sight is how many words away from a gap the units may be that have a say in what a
// boundary costs there.
func (s *BlendStatistics) sight() int {
	return halvings * max(s.halfLife(s.constants.Near), s.halfLife(s.constants.Far))
}

// halfLife is that of a curve which sees so many lengths of a segment far before anything
// counts less than the e-th part.
func (s *BlendStatistics) halfLife(lengths float64) int {
	return int(math.Round(math.Ln2 * max(20, min(2000, lengths*s.length))))
}

// seen is how much a unit at a distance of so many words counts for the two curves together.
func (s *BlendStatistics) seen(distance int) float64 {
	total := 0.0
	for _, lengths := range []float64{s.constants.Near, s.constants.Far} {
		if k := distance / s.halfLife(lengths); k < halvings {
			total += float64(seen(k))
		}
	}
	return total
}

// usualPrice is the more the longer the segments should be, for a long one has more gaps to
// begin at.
func usualPrice(length float64) float64 { return max(1, 0.9*math.Log(length/30)) }

// curves are the similarities of gaps, near-sighted and far-sighted.
type curves [2][]float64

// curves are those of the gaps between units from one to another, exclusive.
func (s *BlendStatistics) curves(units []Unit, from, to int) curves {
	c := collect(units)
	defer c.release()
	weights := s.weights(c)
	return curves{
		c.sides(weights, s.halfLife(s.constants.Near), from, to),
		c.sides(weights, s.halfLife(s.constants.Far), from, to),
	}
}

// add is the sum of the curves, each in units of its own deviation.
func (s *BlendStatistics) add(curves curves) []float64 {
	sum := make([]float64, len(curves[0]))
	for i, curve := range curves {
		for g, v := range curve {
			sum[g] += v / s.scales[i].deviation
		}
	}
	return sum
}

// charges are the z of gaps. Where the topic turns sharply the curves are low in the gaps
// beside the right one too. That is one turn and not several: a gap with a lower one beside
// it earns a boundary no more than so many deviations, nor more than its price.
func (s *BlendStatistics) charges(curves curves) []float64 {
	z := s.add(curves)
	for g := range z {
		z[g] = (z[g] - s.sum.mean) / s.sum.deviation
	}
	charges := slices.Clone(z)
	for g := range z {
		if g > 0 && z[g-1] < z[g] || g+1 < len(z) && z[g+1] < z[g] {
			charges[g] = max(z[g], -s.most())
		}
	}
	return charges
}

// most is what a gap beside a lower one may earn.
func (s *BlendStatistics) most() float64 { return min(1.5, max(0, s.price)) }

// energy is what the divisions of a stretch cost, under the constraints of a goal, with the
// units that no boundary may part joined.
func (s *BlendStatistics) energy(t Stretch, g Goal) (fragment.Energy, joint) {
	first, end := t.beside()
	charges := s.charges(s.curves(t.Units, first, end))[t.From-first:][:t.gaps()]
	j := g.join(t.inside())
	boundary := make([]float64, len(j.units)-1)
	for i := range boundary {
		gap := j.starts[i+1] - 1
		boundary[i] = charges[gap] - spared(g.gap(gap))
	}
	g.Gaps = j.gaps
	segments := withLengths(s.misfits(j.units, g), j.units, s.cost)
	return g.constrain(j.units, fragment.Energy{Boundary: boundary, Segments: segments}), j
}

// spared is what a boundary is spared for more than the words around it.
func spared(g Gap) float64 {
	sum := 0.0
	if g.IsHeading {
		sum += headingSpares
	}
	if g.IsShown {
		sum += stillness * (1 - g.Doubt)
	}
	return sum
}

// beside are the gaps of a stretch with those beside them, which have a say in what they
// cost, the end exclusive.
func (s Stretch) beside() (first, end int) {
	return max(0, s.From-1), max(0, min(len(s.Units)-1, s.To))
}

// dips are the parts of z at a cut.
func (s *BlendStatistics) dips(t Stretch, cut int) []Part {
	gap := cut - 1
	first, end := max(0, gap-1), min(len(t.Units)-1, gap+2)
	curves := s.curves(t.Units, first, end)
	parts, z := make([]Part, 2, 8), 0.0
	for i, name := range []string{"near", "far"} {
		value := (curves[i][gap-first] - s.scales[i].mean) / s.scales[i].deviation / s.sum.deviation
		parts[i] = Part{Name: name, Value: value, Unit: unitCost}
		z += value
	}
	if more := s.charges(curves)[gap-first] - z; math.Abs(more) > 1e-9 {
		parts = append(parts, Part{Name: "beside", Value: more, Unit: unitCost})
	}
	return parts
}

// fit is how much worse the words of two segments fit than those of both as one; below 0
// they fit better.
func (s *BlendStatistics) fit(t Stretch, cut int) float64 {
	units := t.inside()
	c := collect(units)
	defer c.release()
	d := s.priors(c)
	at := cut - t.From
	first, whole := d.segment(c, 0, at)
	second, _ := d.segment(c, at, len(units))
	return s.misfitWeight() * (first + second - whole)
}

// misfits are the g·D of segments of at most four times the length wanted. None reaches over
// a forced boundary.
func (s *BlendStatistics) misfits(units []Unit, g Goal) [][]float64 {
	c := collect(units)
	defer c.release()
	back := reach(units, blendLonger*s.length)
	if g.Gaps != nil {
		since := 1 // units, since a forced boundary
		for i := 1; i < len(units); i++ {
			if since++; g.gap(i-1).Constraint == fragment.Break {
				since = 1
			}
			back[i] = min(back[i], since)
		}
	}
	segments := s.priors(c).costs(c, back)
	weight := s.misfitWeight()
	for _, row := range segments {
		for l := range row {
			row[l] *= weight
		}
	}
	return segments
}

// misfitWeight is g. Short segments have few words to tell them by, and each then says more.
func (s *BlendStatistics) misfitWeight() float64 {
	return s.constants.Weight * math.Pow(max(1, 150/s.tokensEach()), s.constants.Short)
}

// tokensEach is about how many terms occur in a segment.
func (s *BlendStatistics) tokensEach() float64 { return tokensAWord * s.length }

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

// priors are what the terms of a collection are taken to have occurred before a segment
// began: a little each, and a share by how common they are in the text.
func (s *BlendStatistics) priors(c collection) dirichlet {
	background := blendShare * s.tokensEach()
	a := make([]float64, len(c.names))
	for t, name := range c.names {
		occurrences := 1.0
		if int(name) < len(s.terms) && s.terms[name].occurrences > 0 {
			occurrences = float64(s.terms[name].occurrences)
		}
		a[t] = blendEach + background*occurrences/max(1, s.tokens)
	}
	return dirichlet{
		prior: func(t int) float64 { return a[t] },
		total: blendEach*float64(s.distinctTerms) + background,
	}
}

// trust is how much of the model's own confidence is right in prose, by how the length of
// segments was chosen: told how many there are, or left to itself, the model is better than
// with a length that is not the text's own. It was measured on texts whose boundaries are
// known: see docs/research/methods.md.
func trust(g Goal) float64 {
	if g.Segments == 0 && g.Words > 0 {
		return 0.46
	}
	return 0.6
}

// confidenceIn makes of how probable a boundary is under the model how often such a boundary
// is right, for so many gaps between units, those joined that begin where starts say. In a
// collection it is the same; in prose the model knows nothing of most of what makes a writer
// begin anew, and is right in about half of what it is sure of.
func (s *BlendStatistics) confidenceIn(p fragment.Posterior, starts []int, gaps int) []float64 {
	confidence := make([]float64, gaps)
	for i, probability := range p.Boundary {
		confidence[starts[i+1]-1-starts[0]] = probability * (s.trust + (1-s.trust)*s.distinct)
	}
	return confidence
}

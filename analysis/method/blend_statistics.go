package method

import (
	"math"
	"slices"
	"sort"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/fragment"
)

// Statistics is all that the blend knows of a text as a whole: how common its terms are
// and how high its curves run. It is a value apart from the text. What the blend charges
// depends on the units and on a Statistics, and on nothing else, so that while a text is
// being written the same Statistics may be kept, and then an edit has effect only where it
// is made: see [Blend].
type Statistics struct {
	constants Constants
	cost      fragment.Cost // of lengths
	length    float64       // of segments, in words, for which the text was measured
	price     float64       // see Price
	gain      float64       // see survey
	distinct  float64       // see survey
	trust     float64       // see confidence
	terms     map[language.Term]standing
	unknown   float64  // the weight of a term that is not among them
	tokens    float64  // occurrences of all terms
	scales    [2]scale // of each curve
	sum       scale    // of their sum
}

// standing is what a text as a whole says about a term.
type standing struct {
	weight      float64
	occurrences float64
}

// scale is the average of a curve and how far it strays from it.
type scale struct{ mean, deviation float64 }

func measure(curve []float64) scale {
	if len(curve) == 0 {
		return scale{deviation: 1}
	}
	var s scale
	for _, v := range curve {
		s.mean += v
	}
	s.mean /= float64(len(curve))
	for _, v := range curve {
		s.deviation += (v - s.mean) * (v - s.mean)
	}
	s.deviation = math.Sqrt(s.deviation / float64(len(curve)))
	if s.deviation < 1e-9 {
		s.deviation = 1 // a flat curve has nothing to say, however it is stretched
	}
	return s
}

// NewStatistics measures a text for segments as a goal has them. Their length in words is
// that of so many segments; or what is preferred and, a little, what the topics of the text
// have; or, if nothing is preferred, that which [TopicWords] has. The goal's cost has the shape and
// the scaling of what lengths cost; of a text whose segments would be far too long by it, the scaling
// is raised.
func NewStatistics(units []Unit, g Goal) Statistics { return Chosen.statistics(units, g) }

func (k Constants) statistics(units []Unit, g Goal) Statistics {
	c := collect(units)
	survey := surveyed(units)
	s := Statistics{constants: k, cost: g.Cost, gain: survey.gain, distinct: survey.distinctness, trust: trust(g), terms: make(map[language.Term]standing, len(c.names)), tokens: float64(c.tokens)}
	wanted := survey.topicWords()
	if g.Segments > 0 || g.Words > 0 {
		wanted = g.preferred(units)
	}
	s.cost.Preferred, s.length = wanted, wanted
	if g.Segments == 0 && g.Words > 0 {
		s.length *= max(1/1.5, min(1.5, math.Pow(survey.average()/wanted, 0.3)))
	}
	weights := clumping(c, s.length)
	_, occurrences := c.frequencies()
	for t, name := range c.names {
		s.terms[name] = standing{weights[t], float64(occurrences[t])}
	}
	s.unknown = s.heaviestOnce()
	curves := s.Curves(units, 0, max(0, len(units)-1))
	for i, curve := range curves {
		s.scales[i] = measure(curve)
	}
	s.sum = measure(s.add(curves))
	s.sum.deviation *= 1 + 2/float64(max(1, len(units))) // in a short text some gap is always the lowest by far
	s.price = usualPrice(s.length)
	s.calibrate(samples(units, curves, wanted), wanted)
	return s
}

// sample is a stretch of a text, with the curves of its gaps.
type sample struct {
	units  []Unit
	curves Curves
}

// samples are the text itself, or of one with more than so many lengths of a segment a few
// stretches, evenly strewn: how long the segments of a book come out is seen from them.
func samples(units []Unit, curves Curves, length float64) []sample {
	const lengths, stretches = 200, 5
	if float64(words(units)) <= lengths*length {
		return []sample{{units, curves}}
	}
	var all []sample
	step := float64(words(units)) / stretches
	first, before := 0, 0
	for i := range stretches {
		for ; float64(before) < float64(i)*step; first++ {
			before += units[first].Words
		}
		end, after := first, before
		for ; float64(after) < float64(i)*step+lengths/stretches*length; end++ {
			after += units[end].Words
		}
		if end > first { // else one unit is longer than all of it
			all = append(all, sample{units[first:end], Curves{curves[0][first : end-1], curves[1][first : end-1]}})
		}
	}
	return all
}

// calibrate sees to it that segments come out no longer on average than so many times the
// length wanted. What a boundary earns, and what words that fit badly cost, differs from text to
// text; where it is little, boundaries are made cheaper and lengths dearer, step by step.
// To do only the one would give pieces of all lengths, only the other pieces cut with a ruler.
func (s *Statistics) calibrate(samples []sample, wanted float64) {
	const longest, cheaper, dearer, steps = 1.4, 0.1, 1.05, 100
	misfits, length := make([][][]float64, len(samples)), 0
	for i, sample := range samples {
		misfits[i] = s.misfits(sample.units, blendLonger*s.length)
		length += words(sample.units)
	}
	after := func(steps int) Statistics {
		changed := *s
		changed.price -= cheaper * float64(steps)
		changed.cost.Scaling *= math.Pow(dearer, float64(steps))
		return changed
	}
	isShort := func(steps int) bool {
		changed := after(steps)
		segments := 1 // to be lenient: a text of few segments does not tell
		for i, sample := range samples {
			e := fragment.Energy{Segments: withLengths(cloned(misfits[i]), sample.units, changed.cost), Boundary: changed.Charges(sample.curves)}
			segments += 1 + len(e.Divide(changed.price))
		}
		return float64(length) < longest*wanted*float64(segments)
	}
	if s.cost.Scaling > 0 { // else no length is preferred
		*s = after(sort.Search(steps, isShort))
	}
}

func cloned(rows [][]float64) [][]float64 {
	clones := make([][]float64, len(rows))
	for i, row := range rows {
		clones[i] = slices.Clone(row)
	}
	return clones
}

// trust is how much of the model's own confidence is right in prose, by how the length of its
// segments was chosen: told how many there are, or left to itself, the model is better than with a length that is
// not the text's own. It was measured on texts whose boundaries are known: see docs/methods.md.
func trust(g Goal) float64 {
	if g.Segments == 0 && g.Words > 0 {
		return 0.46
	}
	return 0.6
}

// confidence makes of how probable a boundary is under the model how often such a boundary is
// right. In a collection it is the same; in prose the model knows nothing of most of what
// makes a writer begin anew, and is right in about half of what it is sure of.
func (s Statistics) confidence(p fragment.Posterior) []float64 {
	confidence := make([]float64, len(p.Boundary))
	for g, probability := range p.Boundary {
		confidence[g] = probability * (s.trust + (1-s.trust)*s.distinct)
	}
	return confidence
}

// Curves are the similarities of gaps, near-sighted and far-sighted.
type Curves [2][]float64

// Curves are those of the gaps from one to another, exclusive.
func (s Statistics) Curves(units []Unit, from, to int) Curves {
	c := collect(units)
	weights := s.weights(c)
	return Curves{
		c.sides(weights, s.halfLife(s.constants.Near), from, to),
		c.sides(weights, s.halfLife(s.constants.Far), from, to),
	}
}

// Average is the middle of the two curves, between 0 and 1, to look at.
func (c Curves) Average() []float64 {
	average := make([]float64, len(c[0]))
	for g := range average {
		average[g] = (c[0][g] + c[1][g]) / 2
	}
	return average
}

// add is the sum of the curves, each in units of its own deviation.
func (s Statistics) add(curves Curves) []float64 {
	sum := make([]float64, len(curves[0]))
	for i, curve := range curves {
		for g, v := range curve {
			sum[g] += v / s.scales[i].deviation
		}
	}
	return sum
}

// weights are those of a collection's terms, in whole numbers. One that has come since the text
// was measured weighs like the heaviest of those that occur once.
func (s Statistics) weights(c collection) []int64 {
	const unit = 256 // finer makes no difference
	weights := make([]int64, len(c.names))
	for t, name := range c.names {
		weight := s.unknown
		if known, ok := s.terms[name]; ok {
			weight = known.weight
		}
		weights[t] = int64(math.Round(unit * weight))
	}
	return weights
}

// heaviestOnce is the greatest weight of the terms that occur once.
func (s Statistics) heaviestOnce() float64 {
	heaviest := 0.0
	for _, known := range s.terms {
		if known.occurrences == 1 {
			heaviest = max(heaviest, known.weight)
		}
	}
	return heaviest
}

// rarity weighs a term by the logarithm of n/df, the units against those that have it
// (Spärck Jones, "A Statistical Interpretation of Term Specificity", 1972).
func rarity(c collection) []float64 {
	units, _ := c.frequencies()
	weights := make([]float64, len(units))
	for t, df := range units {
		weights[t] = math.Log(float64(len(c.units)) / float64(df))
	}
	return weights
}

// clumping weighs a term by its rarity and by how its units crowd together: a term that
// keeps to one stretch of the text says what the stretch is about, one that is strewn over
// all of it says little, however rare. Pairs of units that have it count exp(-distance/W),
// with W the length of a segment in words, against what random places would give.
func clumping(c collection, reach float64) []float64 {
	units, _ := c.frequencies()
	total := float64(words(c.units))
	near := make([]float64, len(units))    // of the pairs so far
	pending := make([]float64, len(units)) // of the units before, seen from the end of the last,
	last := make([]float64, len(units))    // which is at this word
	at := 0.0
	for i, terms := range c.terms {
		end := at + float64(c.units[i].Words)
		for _, t := range terms {
			if seen := pending[t.term]; seen > 0 {
				faded := seen * math.Exp(-(at-last[t.term])/reach)
				near[t.term] += faded
				pending[t.term] = faded * math.Exp(-(end-at)/reach)
			}
			pending[t.term]++
			last[t.term] = end
		}
		at = end
	}
	weights := make([]float64, len(units))
	for t, df := range units {
		n := float64(df)
		expected := min(1, 2*reach/max(1, total)) * n * (n - 1) / 2
		weights[t] = max(0.1, 0.5*math.Log(float64(len(c.units))/n)+math.Log((near[t]+1)/(expected+1)))
	}
	return weights
}

// priors are what the terms of a collection are taken to have occurred before a segment
// began: a little each, and a share of `background` by how common they are in the text.
func (s Statistics) priors(c collection, each, background float64) dirichlet {
	a := make([]float64, len(c.names))
	for t, name := range c.names {
		occurrences := 1.0
		if known, ok := s.terms[name]; ok {
			occurrences = known.occurrences
		}
		a[t] = each + background*occurrences/max(1, s.tokens)
	}
	return dirichlet{
		prior: func(t int) float64 { return a[t] },
		total: each*float64(len(s.terms)) + background,
	}
}

// Equal tells whether two Statistics charge alike.
func (s Statistics) Equal(t Statistics) bool {
	if s.constants != t.constants || s.cost != t.cost || s.length != t.length || s.price != t.price || s.gain != t.gain || s.distinct != t.distinct || s.trust != t.trust || s.tokens != t.tokens || s.sum != t.sum || s.scales != t.scales || len(s.terms) != len(t.terms) {
		return false
	}
	for name, known := range s.terms {
		if t.terms[name] != known {
			return false
		}
	}
	return true
}

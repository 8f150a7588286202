package method

import (
	"math"
	"slices"
	"sort"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/fragment"
)

// BlendStatistics is all that the blend knows of a text as a whole: how common its terms
// are, how high its curves run, and the frame in which it divides. It is a value apart from
// the text: while the text is written the same statistics may be kept, and then an edit has
// effect only where it is made.
type BlendStatistics struct {
	constants Constants
	frame

	words         int        // of the text when its frame was taken
	terms         []standing // by term
	distinctTerms int
	unknown       int32    // the weight of a term that is not among them
	units         int      // of the text
	tokens        float64  // occurrences of all terms
	scales        [2]scale // of each curve
	sum           scale    // of their sum
}

// frame is by what measure a text is divided.
type frame struct {
	cost   fragment.Cost // of lengths
	length float64       // of segments, in words, for which the text is measured
	price  float64       // of each boundary

	gain     float64 // see survey
	distinct float64 // see survey
	trust    float64 // see confidence

	goal frameGoal // for which it was taken
}

// standing is what a text as a whole says about a term. The zero value is that of a term
// that the text does not have.
type standing struct {
	weight      int32 // in units of 1/weightUnit
	occurrences uint32
}

// weightUnit is the part of a weight in which it is counted. Finer makes no difference, and
// whole numbers have the same sum in any order.
const weightUnit = 256

// scale is the average of a curve and how far it strays from it.
type scale struct{ mean, deviation float64 }

// scaleOf returns the scale of n values by their sum and the sum of their squares. A flat
// curve has nothing to say, however it is stretched.
func scaleOf(n int, sum, squares float64) scale {
	if n == 0 {
		return scale{deviation: 1}
	}
	s := scale{mean: sum / float64(n)}
	if s.deviation = math.Sqrt(max(0, squares/float64(n)-s.mean*s.mean)); s.deviation < 1e-6 {
		s.deviation = 1
	}
	return s
}

// survey measures the units of one source.
func (b Blend) survey(units []Unit, g Goal) *BlendStatistics {
	s, _ := b.Survey([]Source{{Units: units}}, g, nil)
	return s.(*BlendStatistics)
}

// Survey measures a text for segments as a goal has them. Their length in words is that of
// so many segments; or what is preferred and, a little, what the topics of the text have; or,
// if nothing is preferred, that which [TopicWords] has. The goal's cost has the shape and the
// scaling of what lengths cost; of a text whose segments would be far too long by it, the
// scaling is raised.
//
// Of several sources the frame is taken again only when the text has become a tenth longer or
// shorter, and no source that has its counts is counted again in the same frame.
func (b Blend) Survey(sources []Source, g Goal, before Statistics) (Statistics, []Counts) {
	s := &BlendStatistics{constants: b.Constants}
	for _, source := range sources {
		s.words += words(source.Units)
	}
	old, _ := before.(*BlendStatistics)
	if old != nil && old.goal != frameGoalOf(g) {
		old = nil
	}
	if old != nil && len(sources) > 1 && 10*max(s.words-old.words, old.words-s.words) < old.words {
		s.frame, s.words = old.frame, old.words
		return s, s.measure(sources)
	}
	units := joined(sources)
	s.take(units, g)
	if old != nil && isNear(old.length, s.length) {
		s.length = old.length
	}
	counts := s.measure(sources)
	s.price = usualPrice(s.length)
	samples := s.samples(units)
	s.calibrate(samples)
	if old != nil && s.length == old.length && s.yieldsAs(old.frame, samples) {
		s.price, s.cost = old.price, old.cost
	}
	return s, counts
}

// yieldsAs reports whether another frame for the same length is no more than a step of the
// calibration away, or makes segments of the same length but for a twentieth.
func (s *BlendStatistics) yieldsAs(other frame, samples []sample) bool {
	if math.Abs(s.price-other.price) < 1.5*cheaper {
		return true
	}
	count := func(f frame) float64 {
		framed := *s
		framed.frame = f
		segments := 0
		for _, sample := range samples {
			segments += 1 + len(framed.divide(sample, framed.misfits(sample.units, Goal{})))
		}
		return float64(segments)
	}
	return isNear(count(other), count(s.frame))
}

// divide divides a sample whose segments fit so badly, at least cost.
func (s *BlendStatistics) divide(sample sample, misfits [][]float64) []int {
	e := fragment.Energy{Segments: withLengths(misfits, sample.units, s.cost), Boundary: s.charges(sample.curves)}
	return e.Divide(s.price)
}

// isNear reports whether a fresh number differs from an old one by less than a twentieth of it.
func isNear(old, fresh float64) bool { return math.Abs(fresh-old) <= math.Abs(old)/20 }

// frameGoal is as much of a goal as bears on the frame.
type frameGoal struct {
	segments int
	words    float64
	shape    fragment.Shape
	scaling  float64
}

func frameGoalOf(g Goal) frameGoal {
	return frameGoal{g.Segments, g.Words, g.Cost.Shape, g.Cost.Scaling}
}

// take begins a frame: how long segments should be.
func (s *BlendStatistics) take(units []Unit, g Goal) {
	survey := surveyed(units)
	s.gain, s.distinct, s.trust, s.goal = survey.gain, survey.distinctness, trust(g), frameGoalOf(g)
	wanted := survey.topicWords()
	if g.Segments > 0 || g.Words > 0 {
		wanted = g.preferred(units)
	}
	s.cost, s.length = g.Cost, wanted
	s.cost.Preferred = wanted
	if g.Segments == 0 && g.Words > 0 {
		s.length *= max(1/1.5, min(1.5, math.Pow(survey.average()/wanted, 0.3)))
	}
}

// blendCounts are what is counted of one source in a frame.
type blendCounts struct {
	length        float64 // of the frame
	units, words  int
	tokens        int
	terms         []termCounts
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

// weigh weighs a term by its rarity and by how its units crowd together: a term that keeps
// to one stretch of the text says what the stretch is about, one that is strewn over all of
// it says little, however rare. Pairs of units that have it count exp(-distance/W), with W
// the length of a segment in words, against what random places would give.
func (s *BlendStatistics) weigh(counts []*blendCounts) {
	type crowd struct {
		units, occurrences uint32
		near, pending      float64 // of the pairs so far; of the units before, seen from at
		at                 int
	}
	last, at := -1, 0
	for _, c := range counts {
		for _, t := range c.terms {
			last = max(last, int(t.term))
		}
	}
	crowds := make([]crowd, last+1)
	for _, c := range counts {
		end := at + c.words
		for _, t := range c.terms {
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
	s.terms = make([]standing, last+1)
	spread := min(1, 2*s.length/max(1, float64(at)))
	for t, k := range crowds {
		if k.units == 0 {
			continue
		}
		n := float64(k.units)
		expected := spread * n * (n - 1) / 2
		weight := max(0.1, 0.5*math.Log(float64(s.units)/n)+math.Log((k.near+1)/(expected+1)))
		known := standing{int32(math.Round(weightUnit * weight)), k.occurrences}
		s.terms[t] = known
		if known.occurrences == 1 {
			s.unknown = max(s.unknown, known.weight)
		}
	}
}

// countTerms counts the terms of a source, for segments of such a length.
func countTerms(units []Unit, length float64) *blendCounts {
	c := collect(units)
	counts := &blendCounts{length: length, units: len(units), words: words(units), tokens: c.tokens, terms: make([]termCounts, len(c.names))}
	for i, name := range c.names {
		counts.terms[i].term = name
	}
	pending := make([]float64, len(c.names)) // of the units before, seen from the end of the last,
	last := make([]int, len(c.names))        // which is at this word
	at := 0
	for i, terms := range c.terms {
		end := at + units[i].Words
		head := math.Exp(-float64(at) / length)
		across := math.Exp(-float64(end-at) / length)
		for _, t := range terms {
			k := &counts.terms[t.term]
			k.units++
			k.occurrences += uint32(t.count)
			k.head += head
			if seen := pending[t.term]; seen > 0 {
				faded := seen * math.Exp(-float64(at-last[t.term])/length)
				k.near += faded
				pending[t.term] = faded * across
			}
			pending[t.term]++
			last[t.term] = end
		}
		at = end
	}
	for i := range counts.terms {
		counts.terms[i].tail = pending[i] * math.Exp(-float64(at-last[i])/length)
	}
	return counts
}

// countCurves adds up the curves of a source under the weights of the whole text. The gap
// before its first unit is one of its own.
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
	curves := s.curves(collect(units), from, max(from, len(low)+len(sources[i].Units)-1))
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

// curves are those of the gaps from one to another, exclusive.
func (s *BlendStatistics) curves(c collection, from, to int) curves {
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
	charges := s.charges(s.curves(collect(t.Units), first, end))[t.From-first:][:t.gaps()]
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
	curves := s.curves(collect(t.Units), first, end)
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
	d := s.priors(c)
	whole := d.segment(c, 0, len(units))
	at := cut - t.From
	return s.misfitWeight() * (d.segment(c, 0, at) + d.segment(c, at, len(units)) - whole)
}

// misfits are the g·D of segments of at most four times the length wanted. None reaches over
// a forced boundary.
func (s *BlendStatistics) misfits(units []Unit, g Goal) [][]float64 {
	c := collect(units)
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

// sample is a stretch of a text, with the curves of its gaps.
type sample struct {
	units  []Unit
	curves curves
}

// samples are the text itself, or of one with more than so many lengths of a segment a few
// stretches, evenly strewn: how long the segments of a book come out is seen from them.
func (s *BlendStatistics) samples(units []Unit) []sample {
	const lengths, stretches = 200, 5
	of := func(first, end int) sample {
		some := units[first:end]
		return sample{some, s.curves(collect(some), 0, max(0, len(some)-1))}
	}
	length := s.cost.Preferred
	if float64(words(units)) <= lengths*length {
		return []sample{of(0, len(units))}
	}
	var some []sample
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
			some = append(some, of(first, end))
		}
	}
	return some
}

// cheaper is how much less a boundary costs after a step of the calibration.
const cheaper = 0.1

// calibrate sees to it that segments come out no longer on average than so many times the
// length wanted. What a boundary earns, and what words that fit badly cost, differs from text
// to text; where it is little, boundaries are made cheaper and lengths dearer, step by step.
// To do only the one would give pieces of all lengths, only the other pieces cut with a ruler.
func (s *BlendStatistics) calibrate(samples []sample) {
	const longest, dearer, steps = 1.4, 1.05, 100
	if s.cost.Scaling == 0 { // no length is preferred
		return
	}
	misfits, length := make([][][]float64, len(samples)), 0
	for i, sample := range samples {
		misfits[i] = s.misfits(sample.units, Goal{})
		length += words(sample.units)
	}
	after := func(steps int) BlendStatistics {
		changed := *s
		changed.price -= cheaper * float64(steps)
		changed.cost.Scaling *= math.Pow(dearer, float64(steps))
		return changed
	}
	isShort := func(steps int) bool {
		changed := after(steps)
		segments := 1 // to be lenient: a text of few segments does not tell
		for i, sample := range samples {
			segments += 1 + len(changed.divide(sample, cloned(misfits[i])))
		}
		return float64(length) < longest*s.cost.Preferred*float64(segments)
	}
	*s = after(sort.Search(steps, isShort))
}

func cloned(rows [][]float64) [][]float64 {
	clones := make([][]float64, len(rows))
	for i, row := range rows {
		clones[i] = slices.Clone(row)
	}
	return clones
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

// confidence makes of how probable a boundary is under the model how often such a boundary is
// right. In a collection it is the same; in prose the model knows nothing of most of what
// makes a writer begin anew, and is right in about half of what it is sure of.
func (s *BlendStatistics) confidence(p fragment.Posterior) []float64 {
	confidence := make([]float64, len(p.Boundary))
	for g, probability := range p.Boundary {
		confidence[g] = probability * (s.trust + (1-s.trust)*s.distinct)
	}
	return confidence
}

// Equal reports whether two statistics charge alike.
func (s *BlendStatistics) Equal(other Statistics) bool {
	t, ok := other.(*BlendStatistics)
	return ok && s.constants == t.constants && s.cost == t.cost && s.length == t.length && s.price == t.price &&
		s.gain == t.gain && s.distinct == t.distinct && s.trust == t.trust && s.distinctTerms == t.distinctTerms && s.unknown == t.unknown &&
		s.units == t.units && s.tokens == t.tokens && s.scales == t.scales && s.sum == t.sum && slices.Equal(s.terms, t.terms)
}

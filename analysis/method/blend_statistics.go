package method

import (
	"maps"
	"math"
	"slices"
	"sort"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/fragment"
)

// BlendStatistics holds what the blend needs of a text as a whole: the frequencies of its terms, the scales of its curves, and the frame in
// which it is divided. While a text is edited the same statistics can be kept, so that an edit affects only its surroundings.
type BlendStatistics struct {
	constants Constants
	frame

	words         int // number of words of the text when its frame was set
	terms         termTable
	distinctTerms int
	unknown       int32         // the weight of a term that is not in terms
	units         int           // of the text
	tokens        float64       // occurrences of all terms
	scales        [2]curveScale // of each curve
	sum           curveScale    // of their sum
}

// frame holds the length, price and scaling by which a text is divided.
type frame struct {
	cost  fragment.Cost // the cost of lengths; its Preferred is the length of segments that the text is measured for
	price float64       // the price of each boundary

	mostUnits int // in a segment

	gain     float64 // see topicSurvey
	distinct float64 // see topicSurvey
	trust    float64 // see confidenceFactor

	goal frameGoal // the goal that the frame was made for
	self *byte     // a unique pointer that identifies the frame
}

// termStatistics holds the weight and frequency of a term in a text. The zero value is for a term that is not in the text.
type termStatistics struct {
	weight      int32 // in units of 1/weightUnit
	occurrences uint32
}

// termTable holds the statistics of a text's terms. In a short text they are in a map, because terms are numbered across all texts.
type termTable struct {
	list  []termStatistics
	table map[language.Term]termStatistics
}

func newTermTable(last, terms int) termTable {
	if 16*terms < last {
		return termTable{table: make(map[language.Term]termStatistics, terms)}
	}
	return termTable{list: make([]termStatistics, last+1)}
}

func (s termTable) set(t language.Term, k termStatistics) {
	if s.table != nil {
		s.table[t] = k
	} else {
		s.list[t] = k
	}
}

func (s termTable) statisticsOf(t language.Term) termStatistics {
	if int(t) < len(s.list) {
		return s.list[t]
	}
	return s.table[t]
}

func (s termTable) equal(other termTable) bool {
	return slices.Equal(s.list, other.list) && maps.Equal(s.table, other.table)
}

// weightUnit is the number of parts in a weight of 1. Whole numbers add up to the same sum in any order.
const weightUnit = 256

// curveScale is the mean of a curve and its deviation.
type curveScale struct{ mean, deviation float64 }

// scaleOf returns the scale of n values from their sum and that of their squares. A flat curve gets the deviation 1, so it is not
// stretched.
func scaleOf(n int, sum, squares float64) curveScale {
	if n == 0 {
		return curveScale{deviation: 1}
	}
	s := curveScale{mean: sum / float64(n)}
	if s.deviation = math.Sqrt(max(0, squares/float64(n)-s.mean*s.mean)); s.deviation < 1e-6 {
		s.deviation = 1
	}
	return s
}

// measureSource measures the units of one source.
func (b Blend) measureSource(units []Unit, g Goal) *BlendStatistics {
	s, _ := b.Survey([]SourceUnits{{Units: units}}, g, nil)
	return s.(*BlendStatistics)
}

// Survey measures a text for the segments of a goal. Their length in words follows from their number if that is
// given; otherwise it is the preferred length or, if there is none, that of [TopicWords]. The goal's cost gives the
// shape and the scaling of the length cost; if the segments would become far too long, Survey raises the scaling and
// lowers the price of boundaries.
//
// With several sources, Survey keeps the frame of the earlier statistics until the goal changes or the text has become
// a tenth longer or shorter, and does not recount sources that have counts for this frame.
func (b Blend) Survey(sources []SourceUnits, g Goal, before Statistics) (Statistics, []Counts) {
	s := &BlendStatistics{constants: b.Constants}
	for _, source := range sources {
		s.words += countWords(source.Units)
	}
	old, ok := before.(*BlendStatistics)
	if ok && len(sources) > 1 && old.goal == frameGoalOf(g) && 10*max(s.words-old.words, old.words-s.words) < old.words {
		s.frame, s.words = old.frame, old.words
		counts, _ := s.measureSources(sources)
		return s, counts
	}
	units := allUnits(sources)
	s.setFrame(units, g)
	counts, whole := s.measureSources(sources)
	s.price = defaultPrice(s.length())
	s.calibrate(s.chooseSamples(units, whole))
	return s, counts
}

// divideSample returns the cheapest division of a sample, given its misfits.
func (s *BlendStatistics) divideSample(sample sample, misfits [][]float64) []int {
	e := fragment.SegmentCosts{Segments: addLengthCosts(misfits, sample.units, s.cost), Boundary: s.gapCharges(sample.curves)}
	return e.Divide(s.price)
}

// frameGoal holds the parts of a goal that a frame depends on.
type frameGoal struct {
	segments int
	words    float64
	shape    fragment.Shape
	scaling  float64
}

func frameGoalOf(g Goal) frameGoal {
	return frameGoal{g.Segments, g.Words, g.Cost.Shape, g.Cost.Scaling}
}

// setFrame sets the frame for the goal's length of segments.
func (s *BlendStatistics) setFrame(units []Unit, g Goal) {
	survey := surveyTopics(units)
	s.self = new(byte)
	s.gain, s.distinct, s.trust, s.goal = survey.gain, survey.distinctness, confidenceFactor(g), frameGoalOf(g)
	wanted := survey.topicWords()
	if g.Segments > 0 || g.Words > 0 {
		wanted = g.preferredWords(units)
	}
	s.cost = g.Cost
	s.cost.Preferred = wanted
	s.mostUnits = maxSegmentUnits(units)
}

// length returns the length of segments, in words, for which the text is measured.
func (f *frame) length() float64 { return f.cost.Preferred }

// sample is a stretch of a text, with the curves of its gaps.
type sample struct {
	units  []Unit
	curves curvePair
}

// chooseSamples returns the text itself or, if it is very long, a few stretches, which suffice to show how long the segments become.
// `whole` holds the curves of the text if known.
func (s *BlendStatistics) chooseSamples(units []Unit, whole curvePair) []sample {
	const lengths, stretches = 200, 5
	of := func(some []Unit) sample { return sample{some, s.gapCurves(some, 0, max(0, len(some)-1))} }
	length := s.length()
	if float64(countWords(units)) <= lengths*length {
		if whole[0] != nil {
			return []sample{{units, whole}}
		}
		return []sample{of(units)}
	}
	var some []sample
	step := float64(countWords(units)) / stretches
	first, before := 0, 0
	for i := range stretches {
		for ; float64(before) < float64(i)*step; first++ {
			before += units[first].Words
		}
		end, after := first, before
		for ; float64(after) < float64(i)*step+lengths/stretches*length; end++ {
			after += units[end].Words
		}
		if end > first { // otherwise one unit is longer than the stretch
			some = append(some, of(slices.Clone(units[first:end]))) // a copy, so that the other units can be freed
		}
	}
	return some
}

// cheaper is the amount by which a step of the calibration lowers the price of a boundary.
const cheaper = 0.1

// calibrate makes sure that segments are on average not much longer than preferred: step by step, it makes boundaries cheaper and lengths
// more expensive. Cheaper boundaries alone would give pieces of all lengths; more expensive lengths alone would make all pieces equally
// long.
func (s *BlendStatistics) calibrate(samples []sample) {
	const longest, dearer, steps = 1.4, 1.05, 100
	if s.cost.Scaling == 0 { // no length is preferred
		return
	}
	misfits, length := make([][][]float64, len(samples)), 0
	for i, sample := range samples {
		room := costBufferPool.Get().(*[]float64)
		defer releaseBuffer(room)
		misfits[i] = s.weighMisfits(s.unweightedMisfits(sample.units, s.maxUnitsPerSegment(sample.units, Goal{}), room))
		length += countWords(sample.units)
	}
	room := costBufferPool.Get().(*[]float64) // for all steps
	defer releaseBuffer(room)
	after := func(steps int) BlendStatistics {
		changed := *s
		changed.price -= cheaper * float64(steps)
		changed.cost.Scaling *= math.Pow(dearer, float64(steps))
		return changed
	}
	isShort := func(steps int) bool {
		changed := after(steps)
		segments := 1 // one more than there are, to be lenient: few segments prove little
		for i, sample := range samples {
			rows := cloneRows(misfits[i], room)
			segments += 1 + len(changed.divideSample(sample, rows))
		}
		return float64(length) < longest*s.cost.Preferred*float64(segments)
	}
	*s = after(sort.Search(steps, isShort))
}

// cloneRows copies rows into a buffer, which is enlarged if necessary.
func cloneRows(rows [][]float64, room *[]float64) [][]float64 {
	all := 0
	for _, row := range rows {
		all += len(row)
	}
	clones, store := make([][]float64, len(rows)), slices.Grow((*room)[:0], all)
	for i, row := range rows {
		from := len(store)
		store = append(store, row...)
		clones[i] = store[from:len(store):len(store)]
	}
	*room = store
	return clones
}

// Equal reports whether two statistics give the same costs.
func (s *BlendStatistics) Equal(other Statistics) bool {
	t, ok := other.(*BlendStatistics)
	return ok && s.constants == t.constants && s.cost == t.cost && s.price == t.price && s.mostUnits == t.mostUnits &&
		s.gain == t.gain && s.distinct == t.distinct && s.trust == t.trust && s.distinctTerms == t.distinctTerms && s.unknown == t.unknown &&
		s.units == t.units && s.tokens == t.tokens && s.scales == t.scales && s.sum == t.sum && s.terms.equal(t.terms)
}

package method

import (
	"math"

	"github.com/segls/segls/fragment"
)

// Goal says how to divide a text.
type Goal struct {
	Segments int     // number of segments; 0 if it is not given
	Words    float64 // length of segments in words; 0 if it is not given

	Cost   fragment.Cost // the cost of lengths, for methods that leave it open; its Preferred is ignored
	Limits fragment.Limits

	// Gaps holds an entry for each gap of the stretch that is divided; nil if all are zero.
	Gaps []Gap

	// Statistics holds what a [Surveyor] has measured of the whole text; if nil, the method measures the stretch.
	Statistics Statistics
}

// Gap holds what affects a gap apart from the words around it.
type Gap struct {
	Constraint fragment.Constraint
	Mark       string // the mark that makes a boundary cheaper here, "heading" or "scene-break"; "" for none
}

// gapAt returns the goal's entry for a gap of the stretch.
func (g Goal) gapAt(i int) Gap {
	if g.Gaps == nil {
		return Gap{}
	}
	return g.Gaps[i]
}

func (g Goal) constraints() []fragment.Constraint {
	if g.Gaps == nil {
		return nil
	}
	constraints := make([]fragment.Constraint, len(g.Gaps))
	for i, gap := range g.Gaps {
		constraints[i] = gap.Constraint
	}
	return constraints
}

// softDiscount multiplies the cost of a boundary at a soft heading or scene break, where the cost is a similarity.
const softDiscount = 0.5

// Charge returns the cost of a boundary at a gap of this value in Heinonen's programme.
func (g Gap) Charge(value float64) float64 {
	if g.Mark != "" {
		value *= softDiscount
	}
	return fragment.BoundaryCost(value)
}

// preferredWords returns the length of a segment in words that the goal implies.
func (g Goal) preferredWords(units []Unit) float64 {
	switch {
	case g.Segments > 0:
		return max(1, float64(countWords(units))/float64(g.Segments))
	case g.Words > 0:
		return g.Words
	}
	return surveyTopicLengths(units).averageTopicWords()
}

// numSegments returns the number of segments that the goal implies, given the number that the method suggests; 0 means no suggestion.
func (g Goal) numSegments(units []Unit, suggested int) int {
	switch {
	case g.Segments > 0:
		return g.Segments
	case g.Words > 0:
		return max(1, int(math.Round(float64(countWords(units))/g.Words)))
	case suggested > 0:
		return suggested
	}
	return max(1, topicCount(units))
}

// longestWords returns the length in words that no segment should exceed.
func (g Goal) longestWords(units []Unit) float64 {
	if g.Segments > 0 || g.Words > 0 {
		return maxLengthFactor * g.preferredWords(units)
	}
	return countReach
}

// tooShort is the cost of a segment below the minimum: more than anything else, but finite, because such a segment may be unavoidable.
const tooShort = 1e6

// constrainCosts adds the constraints and limits of the goal to the costs of e, which it overwrites.
func (g Goal) constrainCosts(units []Unit, e fragment.SegmentCosts) fragment.SegmentCosts {
	if g.Gaps == nil && g.Limits == (fragment.Limits{}) {
		return e
	}
	for i := range e.Boundary {
		if g.gapAt(i).Constraint == fragment.NoBreak {
			e.Boundary[i] = math.Inf(1)
		}
	}
	since := 0 // the unit after the last forced boundary
	for j, row := range e.Segments {
		if j > 0 && g.gapAt(j-1).Constraint == fragment.Break {
			since = j
		}
		for l := j - since + 1; l < len(row); l++ {
			row[l] = math.Inf(1)
		}
		if g.Limits == (fragment.Limits{}) {
			continue
		}
		length, isOne := 0, true
		for l := range row[:min(len(row), j-since+1)] {
			isOne = isOne && (l == 0 || g.gapAt(j-l).Constraint != fragment.Free)
			length += units[j-l].Words
			switch {
			case g.Limits.Max > 0 && length > g.Limits.Max && !isOne:
				row[l] = math.Inf(1)
			case length < g.Limits.Min:
				row[l] += tooShort
			}
		}
	}
	return e
}

// joinedUnits holds units after joining those that no boundary may separate.
type joinedUnits struct {
	units  []Unit
	gaps   []Gap // between units; nil if all are zero
	starts []int // the first original unit of each
}

// joinUnits joins the units that must stay together. Otherwise a run of them might be longer than any segment that a method considers.
func (g Goal) joinUnits(units []Unit) joinedUnits {
	j := joinedUnits{units: units, gaps: g.Gaps, starts: make([]int, 0, len(units))}
	isParted := func(i int) bool { return i == 0 || g.gapAt(i-1).Constraint != fragment.NoBreak }
	for i := range units {
		if isParted(i) {
			j.starts = append(j.starts, i)
		}
	}
	if len(j.starts) == len(units) {
		return j
	}
	j.units, j.gaps = make([]Unit, len(j.starts)), nil
	for k, start := range j.starts {
		end := len(units)
		if k+1 < len(j.starts) {
			end = j.starts[k+1]
		}
		if j.units[k] = units[start]; end > start+1 {
			j.units[k] = JoinUnits(units[start:end])
		}
		if k > 0 {
			j.gaps = append(j.gaps, g.Gaps[start-1])
		}
	}
	return j
}

// originalBoundaries converts boundaries between joined units into boundaries between the original units, in place.
func (j joinedUnits) originalBoundaries(boundaries []int) []int {
	for i, b := range boundaries {
		boundaries[i] = j.starts[b]
	}
	return boundaries
}

func unitLengths(units []Unit) []int {
	lengths := make([]int, len(units))
	for i, u := range units {
		lengths[i] = u.Words
	}
	return lengths
}

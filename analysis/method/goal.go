package method

import (
	"math"

	"github.com/segls/segls/fragment"
)

// Goal is what is wanted of a division.
type Goal struct {
	Segments int     // so many; 0 if their number is not known
	Words    float64 // of about so many words each; 0 if that is not known

	Cost   fragment.Cost // of lengths, where the method leaves it open; Preferred is not looked at
	Limits fragment.Limits

	// Gaps are those of the stretch that is divided; nil if there is nothing to say of any.
	Gaps []Gap

	// Statistics are what a [Surveyor] has measured of the whole text; nil if nothing has
	// been measured, and then the method measures the stretch.
	Statistics Statistics
}

// Gap is what bears on a gap apart from the words around it.
type Gap struct {
	Constraint fragment.Constraint
	IsHeading  bool // a heading makes a boundary cheaper in it
}

// gapAt returns what the goal says about a gap of the stretch.
func (g Goal) gapAt(i int) Gap {
	if g.Gaps == nil {
		return Gap{}
	}
	return g.Gaps[i]
}

// constraints are those of the gaps.
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

// softDiscount is the share of its value that a boundary costs at a soft heading, where the
// value is a similarity.
const softDiscount = 0.5

// Charge is what a boundary costs at a gap of this value, in Heinonen's programme.
func (g Gap) Charge(value float64) float64 {
	if g.IsHeading {
		value *= softDiscount
	}
	return fragment.BoundaryCost(value)
}

// preferred is the length in words that the goal implies.
func (g Goal) preferred(units []Unit) float64 {
	switch {
	case g.Segments > 0:
		return max(1, float64(words(units))/float64(g.Segments))
	case g.Words > 0:
		return g.Words
	}
	return countTopics(units).averageTopicWords()
}

// segments is the number of segments that the goal implies, where the method has
// suggested one; 0 is no suggestion.
func (g Goal) segments(units []Unit, suggested int) int {
	switch {
	case g.Segments > 0:
		return g.Segments
	case g.Words > 0:
		return max(1, int(math.Round(float64(words(units))/g.Words)))
	case suggested > 0:
		return suggested
	}
	return max(1, Topics(units))
}

// longest is the length in words that no segment should exceed.
func (g Goal) longest(units []Unit) float64 {
	if g.Segments > 0 || g.Words > 0 {
		return maxLengthFactor * g.preferred(units)
	}
	return countReach
}

// tooShort is what a segment below the minimum costs: more than anything else, but it is not
// forbidden, for it may be unavoidable.
const tooShort = 1e6

// constrain forbids what the constraints and limits forbid. It writes over the costs of e.
func (g Goal) constrain(units []Unit, e fragment.Energy) fragment.Energy {
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

// joinedUnits is units of which those that no boundary may separate are joined, and what follows from
// that.
type joinedUnits struct {
	units  []Unit
	gaps   []Gap // between them; nil if nothing is known of any
	starts []int // the first of the units that each is made of
}

// join joins the units that must stay together. Otherwise a run of them might be longer than any
// segment that a method considers.
func (g Goal) join(units []Unit) joinedUnits {
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
			j.units[k] = Join(units[start:end])
		}
		if k > 0 {
			j.gaps = append(j.gaps, g.Gaps[start-1])
		}
	}
	return j
}

// splitBoundaries turns boundaries between joined units into boundaries between the original units.
func (j joinedUnits) splitBoundaries(boundaries []int) []int {
	for i, b := range boundaries {
		boundaries[i] = j.starts[b]
	}
	return boundaries
}

func lengths(units []Unit) []int {
	lengths := make([]int, len(units))
	for i, u := range units {
		lengths[i] = u.Words
	}
	return lengths
}

package method

import (
	"github.com/segls/segls/analysis/language"
)

// Method finds where the topics of a text turn. It is a pure function of units and a [Goal].
// Optional abilities are separate interfaces: [Surveyor], [Explainer], [Weigher], [Confident], [Planner].
type Method interface {
	About() About

	// Reach returns the distance beyond which a unit does not affect the value of a gap.
	Reach(g Goal) Reach

	// Values returns a number for each gap of a stretch; the lower it is, the better the gap is as a boundary.
	Values(s UnitRange, g Goal) []float64

	// Divide returns the boundaries of a stretch, each as the number of units before it. They respect the goal's constraints and greatest
	// length.
	Divide(s UnitRange, g Goal) []int
}

// About describes a method.
type About struct {
	Name   string
	Doc    string // a sentence
	Source string // where it was published
	Needs  string // what it reads of the text

	// IsBaseline marks a method that exists only for comparison.
	IsBaseline bool

	// IsCurve marks a method that has a value for each gap, which Heinonen's programme weighs against lengths. Another curve can take its
	// place.
	IsCurve bool

	// Settings holds the names of the settings that this method uses and some others do not.
	Settings []string
}

// Reach is a distance from a gap on each side: a number of units, then a number of words beyond them, or the whole text.
type Reach struct {
	Units, Words int
	IsWhole      bool
}

// UnitRange is a run of neighbouring units, of which [From, To) are to be divided. The others affect only gaps near the ends.
type UnitRange struct {
	Units    []Unit
	From, To int
	First    int // the index in the text of Units[0]
}

// AllUnits returns the stretch of all units of a text.
func AllUnits(units []Unit) UnitRange { return UnitRange{Units: units, To: len(units)} }

// ownUnits returns the units to divide.
func (s UnitRange) ownUnits() []Unit { return s.Units[s.From:s.To] }

// numGaps returns the number of gaps between the units to divide.
func (s UnitRange) numGaps() int { return max(0, s.To-s.From-1) }

// Statistics holds what a [Surveyor] has measured of a whole text. It does not change, and only the method that made it can use it.
type Statistics interface {
	// Equal reports whether two statistics give the same costs.
	Equal(Statistics) bool
}

// Surveyor is a method that needs statistics of the whole text. Given these, its results depend only on the units within reach.
type Surveyor interface {
	// Survey measures a text of one or more sources for a goal, and returns the counts of each. It may keep the frame of earlier statistics
	// (length, price, scaling) if the text has hardly changed; `before` may be nil.
	Survey(sources []SourceUnits, g Goal, before Statistics) (Statistics, []Counts)
}

// SourceUnits is one source of a text: its units, and its counts from an earlier survey, or nil if the units have changed since.
type SourceUnits struct {
	Units  []Unit
	Counts Counts
}

// Counts holds what a [Surveyor] keeps of one source. Counts add up, so in a text of many files only changed sources are counted again.
type Counts any

// Explainer is a method that can give the parts of a decision.
type Explainer interface {
	// Explain returns a function that explains the segment [first, end) of a stretch: it compares the segment cut
	// in two, before the unit at an index, with the same units as one segment. What all segments and cuts share is
	// computed once; of the gaps, only the one at the cut matters.
	Explain(s UnitRange, g Goal) func(first, end int) Decide
}

// Decide explains a cut of a segment.
type Decide func(cut int, gap Gap) Decision

// Decision is the cost of a cut compared with that of no cut. If it is negative, the cut is better.
type Decision struct {
	Parts []Part

	// Sum returns the cost if fragments were to be this many times as long; at 1 it is the sum of the parts, in their order.
	Sum func(longer float64) float64
}

// Part is one of the reasons for a decision.
type Part struct {
	Name  string
	Value float64
	Unit  string
}

// Weigher is a method that can give the weights of terms in the value of a gap.
type Weigher interface {
	// Sides returns a function that returns the weights of the terms on the two sides of a cut, 0 for terms that do not occur there.
	Sides(s UnitRange, g Goal, terms []language.Term) func(cut int) (before, after []float64)
}

// Confident is a method that can estimate the probability that a careful reader would see a boundary in each gap of a stretch.
type Confident interface {
	Confidence(s UnitRange, g Goal) []float64
}

// Planner is a [Confident] method that can derive its confidence from the computations for a division.
type Planner interface {
	Confident

	// Plan returns the plan of a stretch, for a goal without a number of segments.
	Plan(s UnitRange, g Goal) Plan
}

// Plan holds the costs of the divisions of a stretch.
type Plan interface {
	// Divide divides the stretch, as [Method] does.
	Divide() []int

	// Confidence returns the confidence of the gaps between the units [from, to) of the stretch, to the last bit as if these were a stretch
	// of their own; nil if other units would be joined in such a stretch.
	Confidence(from, to int) []float64
}

// ByName returns the method of [All] with the name.
func ByName(name string) (Method, bool) {
	for _, m := range All {
		if m.About().Name == name {
			return m, true
		}
	}
	return nil, false
}

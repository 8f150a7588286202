package method

import (
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/fragment"
)

// Method finds where the topics of a text turn. It is a pure function of units and of a
// [Goal]. What only some methods can do is an interface of its own: [Surveyor],
// [Programmed], [Explainer], [Weigher], [Confident].
type Method interface {
	About() About

	// Reach is how far from a gap the units are that have a say in its value.
	Reach(g Goal) Reach

	// Values returns a number for each gap of a stretch: the lower, the better a place to
	// cut it is.
	Values(s Stretch, g Goal) []float64

	// Divide returns the boundaries of a stretch, each the number of its units before it.
	// They keep the constraints of the goal and its greatest length.
	Divide(s Stretch, g Goal) []int
}

// About says what a method is.
type About struct {
	Name   string
	Doc    string // a sentence
	Source string // where it was published
	Needs  string // what it looks at

	// IsBaseline marks a method that is there only for others to be compared with.
	IsBaseline bool

	// Settings are the names of the settings that this method uses and not every other one.
	Settings []string
}

// Reach is a distance from a gap: so many units and so many words on each side, whichever
// is more, or the whole text.
type Reach struct {
	Units, Words int
	IsWhole      bool
}

// Stretch is a row of neighbouring units, of which those From one To another, exclusive,
// are asked about. The others are there to be seen from them.
type Stretch struct {
	Units    []Unit
	From, To int
	First    int // the index in the text of Units[0]
}

// Whole is the stretch of all units of a text.
func Whole(units []Unit) Stretch { return Stretch{Units: units, To: len(units)} }

// inside is the units that are asked about.
func (s Stretch) inside() []Unit { return s.Units[s.From:s.To] }

// gaps is the number of gaps between them.
func (s Stretch) gaps() int { return max(0, s.To-s.From-1) }

// Statistics are what a [Surveyor] knows of a whole text. They do not change, and are of
// use only to the method that made them.
type Statistics interface {
	// Equal reports whether two statistics charge alike.
	Equal(Statistics) bool
}

// Surveyor is a method that charges by statistics of the whole text. Given the same
// statistics, what it makes of a gap or a segment depends only on the units within reach.
type Surveyor interface {
	// Survey measures a text of one or more sources, for a goal. It keeps the frame of earlier
	// statistics (length, price, scaling) where its own would differ by less than a twentieth;
	// before may be nil. The counts that it returns are those of each source.
	Survey(sources []Source, g Goal, before Statistics) (Statistics, []Counts)
}

// Source is the units of one source of a text, and what was counted of them before if they
// are the same still; else nil.
type Source struct {
	Units  []Unit
	Counts Counts
}

// Counts are what a [Surveyor] counts of one source. They add up, so that measuring a text
// of many sources anew counts only those that have changed.
type Counts any

// Programmed is a method that weighs the values of gaps against the lengths of fragments and
// looks at nothing else: Heinonen's programme, which can be repaired after an edit.
type Programmed interface {
	// Programme returns the division of no units under a goal.
	Programme(g Goal) fragment.Division
}

// Explainer is a method that can tell the parts of a decision.
type Explainer interface {
	// Explain compares the units of a stretch cut in two, before the unit at an index, with
	// the same units as one segment.
	Explain(s Stretch, g Goal, cut int) Decision
}

// Decision is what a cut costs more than none: below 0 it pays.
type Decision struct {
	Parts []Part

	// Sum returns the cost if fragments should be so many times longer; at 1 it is the sum
	// of the parts, added from the first to the last.
	Sum func(longer float64) float64
}

// Part is one of the reasons for a decision.
type Part struct {
	Name  string
	Value float64
	Unit  string
}

// Weigher is a method that can tell what the terms on the two sides of a gap weigh in its
// value, each side in the order in which the text has them.
type Weigher interface {
	Sides(s Stretch, g Goal, cut int) (before, after []Weight)
}

// Weight is what a term weighs.
type Weight struct {
	Term  language.Term
	Value float64
}

// Confident is a method that can tell how probable it is that a careful reader would see
// a boundary in each gap of a stretch: from 0 to 1.
type Confident interface {
	Confidence(s Stretch, g Goal) []float64
}

// Planner is a [Confident] method that tells how confident it is by what it has reckoned for a
// division already.
type Planner interface {
	Confident

	// Plan is for a goal without a number of segments.
	Plan(s Stretch, g Goal) Plan
}

// Plan is what the divisions of a stretch cost.
type Plan interface {
	// Divide divides the stretch, as [Method] does.
	Divide() []int

	// Confidence is that of the units from one to another of the stretch, exclusive, as if
	// they were a stretch of their own, to the last bit; nil if such a stretch would have
	// other units joined.
	Confidence(from, to int) []float64
}

// ByName returns a method of [All].
func ByName(name string) (Method, bool) {
	for _, m := range All {
		if m.About().Name == name {
			return m, true
		}
	}
	return nil, false
}

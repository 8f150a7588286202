package method

import (
	"github.com/segls/segls/analysis/language"
)

// Method finds where the topics of a text turn. It is a pure function of units and a [Goal].
// What only some methods can do is an interface of its own: [Surveyor], [Explainer], [Weigher],
// [Confident].
type Method interface {
	About() About

	// Reach is how far away a unit can be and still bear on the value of a gap.
	Reach(g Goal) Reach

	// Values returns a number for each gap of a stretch; the lower it is, the better the gap is
	// as a boundary.
	Values(s Stretch, g Goal) []float64

	// Divide returns the boundaries of a stretch, each as the number of units before it. They
	// respect the constraints of the goal and its greatest length.
	Divide(s Stretch, g Goal) []int
}

// About says what a method is.
type About struct {
	Name   string
	Doc    string // a sentence
	Source string // where it was published
	Needs  string // what it looks at

	// IsBaseline marks a method that exists only to compare others with.
	IsBaseline bool

	// IsCurve marks a method that has a value for each gap and leaves it to Heinonen's programme to
	// weigh them against lengths. Another curve can take its place.
	IsCurve bool

	// Settings are the names of the settings that this method uses and some others do not.
	Settings []string
}

// Reach is a distance from a gap: so many units and so many words on each side, whichever
// is more, or the whole text.
type Reach struct {
	Units, Words int
	IsWhole      bool
}

// Stretch is a row of neighbouring units, of which [From, To) are to be divided. The others only
// affect the values of gaps near the ends.
type Stretch struct {
	Units    []Unit
	From, To int
	First    int // the index in the text of Units[0]
}

// WholeStretch is the stretch of all units of a text.
func WholeStretch(units []Unit) Stretch { return Stretch{Units: units, To: len(units)} }

// ownUnits is the units to divide.
func (s Stretch) ownUnits() []Unit { return s.Units[s.From:s.To] }

// gaps is the number of gaps between them.
func (s Stretch) gaps() int { return max(0, s.To-s.From-1) }

// Statistics are what a [Surveyor] knows of a whole text. They do not change, and only the
// method that made them can use them.
type Statistics interface {
	// Equal reports whether two statistics give the same costs.
	Equal(Statistics) bool
}

// Surveyor is a method that needs statistics of the whole text. Given the same statistics, what
// it says of a gap or a segment depends only on the units within reach.
type Surveyor interface {
	// Survey measures a text of one or more sources for a goal. It keeps the frame of earlier
	// statistics (length, price, scaling) if its own would differ by less than a twentieth;
	// before may be nil. It also returns the counts of each source.
	Survey(sources []Source, g Goal, before Statistics) (Statistics, []Counts)
}

// Source is the units of one source of a text, with its counts from before if the units are
// still the same, else nil.
type Source struct {
	Units  []Unit
	Counts Counts
}

// Counts are what a [Surveyor] keeps of one source: what is expensive to compute and takes little memory.
// They add up, so that only changed sources of a text of many files are counted again.
type Counts any

// Explainer is a method that can give the parts of a decision.
type Explainer interface {
	// Explain returns a function that explains the segment [first, end) of a stretch: it
	// compares the segment cut in two, before the unit at an index, with the same units as one. What
	// all segments and cuts share is computed once; of the gaps only the one at the cut matters.
	Explain(s Stretch, g Goal) func(first, end int) Decide
}

// Decide explains a cut of a segment.
type Decide func(cut int, gap Gap) Decision

// Decision is how much more a cut costs than none; below 0 it pays.
type Decision struct {
	Parts []Part

	// Sum returns the cost if fragments should be this many times longer; at 1 it is the sum of
	// the parts, added from first to last.
	Sum func(longer float64) float64
}

// Part is one of the reasons for a decision.
type Part struct {
	Name  string
	Value float64
	Unit  string
}

// Weigher is a method that can say how much terms weigh in the value of a gap.
type Weigher interface {
	// Sides returns what weighs some terms on the two sides of a cut; those that do not occur
	// there weigh nothing.
	Sides(s Stretch, g Goal, terms []language.Term) func(cut int) (before, after []float64)
}

// Confident is a method that can say how probable it is, from 0 to 1, that a careful reader
// would see a boundary in each gap of a stretch.
type Confident interface {
	Confidence(s Stretch, g Goal) []float64
}

// Planner is a [Confident] method that gets its confidence from what it has already computed for
// a division.
type Planner interface {
	Confident

	// Plan is for a goal without a number of segments.
	Plan(s Stretch, g Goal) Plan
}

// Plan is what the divisions of a stretch cost.
type Plan interface {
	// Divide divides the stretch, as [Method] does.
	Divide() []int

	// Confidence returns that of the units [from, to) of the stretch as if they
	// were a stretch of their own, to the last bit; it is nil if other units would be joined in
	// such a stretch.
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

package analysis

import (
	"math"
	"slices"
	"sort"
	"sync"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/fragment"
)

// Explanation says why a gap is a boundary or is not. It compares what the method itself
// compared: the cost of the shown fragments with a boundary there and without, all other
// boundaries being what they are.
type Explanation struct {
	Gap        int
	IsBoundary bool

	// DecidedBy is what decided: ByCost, or something that left nothing to weigh.
	DecidedBy Reason

	// Parts are the parts of the cost of a boundary, in the method's own terms, and Sum adds
	// them in their order: below 0 a boundary pays. They are set where the cost decided and
	// the method can explain itself.
	Parts []method.Part
	Sum   float64

	// Ends, Begins and Bridges are the terms that matter most: those that end here, those that
	// begin here, and those on both sides, as written. None comes from beyond a hard heading or scene break.
	Ends, Begins, Bridges []string

	// VanishesAt is the preferred length in words, to within a twentieth, from which this
	// boundary would not pay, all others being what they are; 0 if there is none.
	VanishesAt int
}

// Reason is what decides about a gap before its cost does.
type Reason string

// The reasons, the strongest first.
const (
	ByHeading  Reason = "heading"
	ByScene    Reason = "scene-break"
	ByBreak    Reason = "break"    // a directive
	ByNoBreak  Reason = "no-break" // a directive
	ByLimit    Reason = "limit"    // the least or greatest length of a fragment
	BySections Reason = "sections" // the author's own: beside them little is suggested
	ByHold     Reason = "held"     // a fragment that has been moved
	ByShown    Reason = "shown"    // what was shown stays for now, though a fresh division disagrees
	ByEdit     Reason = "edited"   // where the writer is writing, nothing changes until a rest
	ByCost     Reason = ""
)

// Explain says why gap g is a boundary or is not. Gaps of one fragment share most of the work, so
// it is best to explain them one after the other.
func (d *Document) Explain(g int) Explanation {
	x := d.explainerOf(g)
	e := Explanation{Gap: g, IsBoundary: d.fragmentStartingAfter(g) > 0, DecidedBy: d.decidedBy(g, x.first, x.end)}
	if x.decide != nil && e.DecidedBy == ByCost {
		decided := x.decide()(x.cutOf(g), d.gaps(g, g+2)[0])
		e.Parts = decided.Parts
		for _, p := range e.Parts {
			e.Sum += p.Value
		}
		e.VanishesAt = d.vanishesAt(e.IsBoundary, decided)
	}
	if e.DecidedBy == ByCost && d.staysAsShown(g, e) {
		e.DecidedBy, e.Parts, e.Sum, e.VanishesAt = ByShown, nil, 0, 0
	}
	e.Ends, e.Begins, e.Bridges = x.sides()(x.cutOf(g))
	return e
}

// VanishesAt is [Explanation].VanishesAt of gap g, for a fraction of what the explanation costs.
func VanishesAt(d *Document, g int) int {
	if d.fragmentStartingAfter(g) == 0 {
		return 0
	}
	x := d.explainerOf(g)
	if x.decide == nil || d.decidedBy(g, x.first, x.end) != ByCost {
		return 0
	}
	return d.vanishesAt(true, x.decide()(x.cutOf(g), d.gaps(g, g+2)[0]))
}

// gapExplainer explains the gaps of paragraphs that are one fragment, or the one between two.
type gapExplainer struct {
	first, end int            // of the paragraphs
	stretch    method.Stretch // with what the method sees from there
	view       *explainedStretch

	// What its gaps share is computed when it is first asked for.
	decide func() method.Decide // nil if the method cannot explain
	sides  func() func(cut int) (ends, begins, bridges []string)
}

// explainedStretch is some paragraphs with those around them that the method sees: several fragments, if they are short.
type explainedStretch struct {
	first, end int
	stretch    method.Stretch
	explain    func() func(first, end int) method.Decide // nil if the method cannot explain
}

// cutOf is a gap as a cut of the stretch.
func (x *gapExplainer) cutOf(g int) int { return x.stretch.From + g + 1 - x.first }

// explainerOf is what explains gap g. The last one is kept for the next gap.
func (d *Document) explainerOf(g int) *gapExplainer {
	first, end := d.paragraphsAcross(g)
	last := d.answers.explainer.Load()
	if last != nil && last.first == first && last.end == end {
		return last
	}
	x := &gapExplainer{first: first, end: end}
	if last != nil && last.view.first <= first && end <= last.view.end {
		x.view = last.view
	} else {
		x.view = d.viewFrom(first, end, last != nil)
	}
	x.stretch = x.view.part(d, first, end)
	if explain := x.view.explain; explain != nil {
		from := first - x.view.stretch.First
		x.decide = sync.OnceValue(func() method.Decide {
			decide := explain()(from, from+end-first)
			return func(cut int, gap method.Gap) method.Decision {
				return decide(cut+x.stretch.First-x.view.stretch.First, gap)
			}
		})
	}
	x.sides = sync.OnceValue(func() func(int) (ends, begins, bridges []string) { return d.termsOnSides(x.stretch, x.cutOf(g)) })
	d.answers.explainer.Store(x)
	return x
}

// viewed is how many words there are to see from, at least, where one gap is explained after another.
const viewed = 2000

// viewFrom returns a view of the paragraphs [first, end), and of some that follow if goesOn.
func (d *Document) viewFrom(first, end int, goesOn bool) *explainedStretch {
	v := &explainedStretch{first: first, end: end}
	if goesOn {
		v.end = max(end, d.paragraphBeyond(d.wordsTo(first)+viewed))
	}
	v.stretch = d.stretchBetween(v.first, v.end)
	if m, ok := d.method.(method.Explainer); ok {
		v.explain = sync.OnceValue(func() func(int, int) method.Decide { return m.Explain(v.stretch, d.goal()) })
	}
	return v
}

// part is the stretch of some of the paragraphs, as [Document.stretchBetween] has it.
func (v *explainedStretch) part(d *Document, first, end int) method.Stretch {
	low, high := d.paragraphsInSight(first, end)
	s := v.stretch
	from, to := 0, len(s.Units)
	if low > 0 {
		from = low - s.First
	}
	if high < d.paragraphs() {
		to = high - s.First
	}
	return method.Stretch{Units: s.Units[from:to], From: first - s.First - from, To: end - s.First - from, First: s.First + from}
}

// paragraphsAcross returns the paragraphs [first, end) that are one fragment if gap g is no
// boundary, and two if it is, with all other boundaries unchanged.
func (d *Document) paragraphsAcross(g int) (first, end int) {
	i, before := d.parts.Find(func(s size) bool { return s.paragraphs > g })
	first = before.paragraphs
	end = first + d.parts.At(i).size.paragraphs
	if end == g+1 {
		end += d.parts.At(i + 1).size.paragraphs
	}
	return first, end
}

// staysAsShown reports whether a gap is as it was shown, though a fresh division disagrees. Which boundary that one would have within
// a fragment is not known: it is where one would pay.
func (d *Document) staysAsShown(g int, e Explanation) bool {
	i, _ := d.parts.Find(func(s size) bool { return s.paragraphs > g })
	if e.IsBoundary {
		return d.parts.At(i+1).dispute.beginning > 0
	}
	return d.parts.At(i).dispute.inside > 0 && len(e.Parts) > 0 && e.Sum < 0
}

// decidedBy is what decides about a gap between the paragraphs of two fragments or one.
func (d *Document) decidedBy(g, first, end int) Reason {
	if by := d.constraint(g); by != ByCost {
		return by
	}
	limits := d.Settings.Goal().Limits
	at := d.wordsTo(g + 1)
	left, right := at-d.wordsTo(first), d.wordsTo(end)-at
	if limits.Max > 0 && left+right > limits.Max || left < limits.Min || right < limits.Min {
		return ByLimit
	}
	i, before := d.parts.Find(func(s size) bool { return s.paragraphs > g })
	here := d.parts.At(i)
	isHeld := here.hold != nil
	if g+1 == before.paragraphs+here.size.paragraphs {
		next := d.parts.At(i + 1)
		isHeld = isHeld || next.hold != nil || next.isSeam
	}
	if isHeld {
		return ByHold
	}
	if d.touched.has(g + 1) {
		return ByEdit
	}
	if d.fragmentStartingAfter(g) > 0 || d.Settings.MaxWords > 0 {
		return ByCost
	}
	return d.forbids(g, d.hardStretch(d.hardSection(g+1)))
}

// Preferred lengths are tried in steps of a twentieth, up to many times the length of the
// document, where only what is forced is left.
const (
	preferredStep = 1.05
	mostPreferred = 64
)

// vanishesAt is the preferred length at which a decision for a boundary would be another one.
func (d *Document) vanishesAt(isBoundary bool, decided method.Decision) int {
	preferred := float64(d.Preferred())
	if !isBoundary || len(decided.Parts) == 0 || decided.Sum(1) > 0 {
		return 0
	}
	steps := int(math.Ceil(math.Log(mostPreferred*max(float64(d.Words()), preferred)/preferred) / math.Log(preferredStep)))
	at := func(steps int) float64 { return math.Pow(preferredStep, float64(steps)) }
	// It may pay again at a greater length: the first doubling at which it does not is bisected.
	const doubling = 14
	for stays, goes := 0, doubling; goes <= steps; stays, goes = goes, goes+doubling {
		if decided.Sum(at(goes)) > 0 {
			least := stays + 1 + sort.Search(goes-stays-1, func(i int) bool { return decided.Sum(at(stays+1+i)) > 0 })
			return int(math.Round(preferred * at(least)))
		}
	}
	return 0
}

// termsOnSides returns what finds the terms that carry most of what the method sees on the two sides of a
// cut, from within the same hard section. All cuts have the same fragments beside them as a first one.
func (d *Document) termsOnSides(s method.Stretch, cut int) func(cut int) (ends, begins, bridges []string) {
	m, isWeigher := d.method.(method.Weigher)
	if isWeigher {
		// As far as the method sees, but not over a forced boundary.
		low, high := d.hardSection(s.First + cut)
		s.From, s.To = max(0, low-s.First), min(len(s.Units), high-s.First)
	}
	written := d.nameableTerms(max(0, s.First+s.From), min(d.paragraphs(), s.First+s.To), s.First+cut)
	weigh := method.Sides
	if isWeigher {
		weigh = func(s method.Stretch, terms []language.Term) func(int) (before, after []float64) {
			return m.Sides(s, d.goal(), terms)
		}
	}
	weighed := weigh(s, written.terms)
	return func(cut int) (ends, begins, bridges []string) {
		left, right := weighed(cut)
		both := make([]float64, len(left))
		for i := range both {
			if left[i] > 0 && right[i] > 0 {
				both[i] = min(left[i], right[i])
				left[i], right[i] = 0, 0
			}
		}
		ends, begins, bridges = written.bestWritten(left), written.bestWritten(right), written.bestWritten(both)
		// In two languages a word may have two stems.
		begins = slices.DeleteFunc(begins, func(term string) bool { return slices.Contains(ends, term) })
		return ends, begins, bridges
	}
}

// nameableTerms returns the terms of the paragraphs [from, to) that a reader would name:
// the fragments of a paragraph and of the one before have them as such.
func (d *Document) nameableTerms(from, to, paragraph int) *candidateTerms {
	last, _ := d.parts.Find(func(s size) bool { return s.paragraphs > paragraph })
	first, _ := d.parts.Find(func(s size) bool { return s.paragraphs > paragraph-1 })
	return d.gather(from, to, d.nameableTermsIn(first), d.nameableTermsIn(last))
}

// Confidence is the probability, from 0 to 1, that a careful reader would see a boundary in each
// of the given gaps, or in every gap if none is given. It is nil if the method cannot tell.
// It is computed from stretches that only the text fixes, so that one gap costs the same in a
// book as on a page.
func (d *Document) Confidence(gaps ...int) []float64 {
	if !d.canTellConfidence() {
		return nil
	}
	if len(gaps) == 0 {
		return d.answers.confidence.get(d.allConfidence)
	}
	confidence := make([]float64, len(gaps))
	for i, g := range gaps {
		v := d.judgedStretchOf(g)
		confidence[i] = d.confidenceIn(v)[g-v.first]
	}
	return confidence
}

// allConfidence is the confidence of all gaps.
func (d *Document) allConfidence() []float64 {
	confidence := make([]float64, max(0, d.paragraphs()-1))
	for at := 0; at < len(confidence); {
		v := d.judgedStretchOf(at)
		values := d.confidenceIn(v)
		at = copy(confidence[at:v.until], values[at-v.first:]) + at
	}
	return confidence
}

// canTellConfidence reports whether the method can tell how probable boundaries are.
func (d *Document) canTellConfidence() bool {
	_, ok := d.method.(method.Confident)
	return ok
}

// judgedStretch is the stretch of paragraphs from which a gap is judged, and the gap up to which
// others are judged from the same.
type judgedStretch struct{ first, end, until int }

// judgedFragments is how many fragments of the preferred length a gap is judged among, at most.
const judgedFragments = 12

// judgedStretchOf is where gap g is judged from: its section between hard headings or scene breaks, or of a long one
// a stretch in whose middle half it lies. Stretches are counted from the
// beginning of the section.
func (d *Document) judgedStretchOf(g int) judgedStretch {
	first, end := d.hardSection(g + 1)
	if first > g { // the gap is the end of a section itself
		return judgedStretch{g, g + 2, g + 1}
	}
	half := judgedFragments / 2 * d.Preferred()
	start, all := d.wordsTo(first), d.wordsTo(end)-d.wordsTo(first)
	if all <= 2*half {
		return judgedStretch{first, end, end - 1}
	}
	// Halves are numbered from 0. A gap in the second half of one or the first half of the
	// next is judged from the stretch of both.
	last := (all+half-1)/half - 2
	halfOf := func(g int) int { return max(0, min(last, (d.wordsTo(g+1)-start-half/2)/half)) }
	at := func(words int) int { // the paragraph that begins within so many words
		return max(first, min(d.paragraphBeyond(start+words), end))
	}
	k := halfOf(g)
	until := g + 1 + sort.Search(end-1-(g+1), func(i int) bool { return halfOf(g+1+i) > k })
	v := judgedStretch{at(k * half), at((k + 2) * half), until}
	if k == last {
		v.end = end
	}
	return judgedStretch{min(v.first, g), max(v.end, until+1), until} // a paragraph may be longer than all that
}

// hardSection returns the paragraphs [first, end) around one, up to the nearest hard headings and
// rules.
func (d *Document) hardSection(paragraph int) (first, end int) {
	hard := func(c blockCounts) (n int) {
		if d.Settings.Headings == HeadingsHard {
			n += c.headings
		}
		if d.Settings.SceneBreaks == HeadingsHard {
			n += c.rules
		}
		return n
	}
	before := hard(d.blockOf(paragraph).before)
	first, end = 0, d.paragraphs()
	if before > 0 {
		i, _ := d.blocks.Find(func(c blockCounts) bool { return hard(c) >= before })
		first = d.blocks.SumTo(i).paragraphs
	}
	if i, at := d.blocks.Find(func(c blockCounts) bool { return hard(c) > before }); i < d.blocks.Len() {
		end = at.paragraphs
	}
	return first, end
}

// confidenceIn is how confident the method is of the gaps in a stretch, whatever is shown.
func (d *Document) confidenceIn(v judgedStretch) []float64 {
	goal := d.goal()
	goal.Gaps = d.gaps(v.first, v.end)
	return d.method.(method.Confident).Confidence(d.stretchBetween(v.first, v.end), goal)
}

// Gap is the place between two paragraphs.
type Gap struct {
	IsBoundary bool
	Fragment   int    // the index of the fragment that begins after it, 0 if none does
	Constraint Reason // a heading or directive that decides whatever the value is, or ""
	Heading    int    // the index of the first block in it that is a heading, or -1
}

// Gap is the gap after paragraph g.
func (d *Document) Gap(g int) Gap {
	i := d.fragmentStartingAfter(g)
	return Gap{IsBoundary: i > 0, Fragment: i, Constraint: d.constraint(g), Heading: d.headingIn(g)}
}

// fragmentStartingAfter is the index of the fragment that begins after gap g, or 0 if none does.
func (d *Document) fragmentStartingAfter(g int) int {
	i, before := d.parts.Find(func(s size) bool { return s.paragraphs > g+1 })
	if before.paragraphs != g+1 {
		return 0
	}
	return i
}

// constraint is what overrules the value of a gap. A heading or a scene break is stronger than a directive.
func (d *Document) constraint(g int) Reason {
	for _, before := range d.eachWithContext(g+1, g+2) {
		switch constraint := before.methodGap(&d.Settings).Constraint; {
		case constraint == fragment.Free:
			return ByCost
		case constraint == fragment.NoBreak:
			return ByNoBreak
		case d.Settings.Headings == HeadingsHard && (before.heading || before.afterBox):
			return ByHeading
		case d.Settings.SceneBreaks == HeadingsHard && before.isScene():
			return ByScene
		}
		return ByBreak
	}
	return ByCost
}

// headingIn is the index of the first block that is a heading in gap g, or -1.
func (d *Document) headingIn(g int) int {
	at := d.blockOf(g + 1)
	first := -1
	if at.before.paragraphs < g+1 {
		return first // within one block
	}
	for i, c := range d.blocks.Back(at.block) {
		if len(c.paragraphs) > 0 {
			break
		}
		if c.Kind == markup.Heading {
			first = i
		}
	}
	return first
}

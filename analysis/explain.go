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

// Explanation says why a gap is a boundary or is not: it compares the costs with and without a boundary in the gap, with all others
// unchanged.
type Explanation struct {
	Gap        int
	IsBoundary bool

	// DecidedBy is ByCost, or the reason why the cost did not decide.
	DecidedBy Reason

	// Parts are the parts of the cost of a boundary, in the method's own terms, and Sum is their sum: a negative sum favours a boundary.
	// They are empty if the cost did not decide or the method cannot explain itself.
	Parts []method.Part
	Sum   float64

	// Ends, Begins and Bridges are important terms, as written: those that occur before the gap, after it, and on both sides.
	Ends, Begins, Bridges []string

	// VanishesAt is the preferred length in words, in steps of a twentieth, at which this boundary would disappear while all others stay; 0
	// if none is known.
	VanishesAt int
}

// Reason is the reason why a gap is a boundary or is not.
type Reason string

// The reasons. Headings, scene breaks and directives take precedence over all others.
const (
	ByHeading  Reason = "heading"
	ByScene    Reason = "scene-break"
	ByBreak    Reason = "break"    // a directive
	ByNoBreak  Reason = "no-break" // a directive
	ByLimit    Reason = "limit"    // the minimum or maximum length of a fragment
	ByNearEnd  Reason = "near-end" // a heading, a break or an end of the text is near: nothing is suggested close to these
	BySections Reason = "sections" // the author's own sections or scenes: few suggestions are made in them
	ByHold     Reason = "held"     // a fragment that is held
	ByShown    Reason = "shown"    // the shown division stays for now, although a fresh division disagrees
	ByEdit     Reason = "edited"   // where the writer is writing, nothing changes until a rest
	ByCost     Reason = ""         // none of the others
)

// Explain says why gap g is a boundary or is not; g is from 0 to d.NumParagraphs()-2. An [Explainer] explains several gaps faster.
func (d *Document) Explain(g int) Explanation { return d.Explainer().Explain(g) }

// Explainer explains gaps of a document, in one goroutine. Successive explanations share most of the work.
type Explainer struct {
	d    *Document
	last *gapExplainer // the explainer of the gap explained last; nil at first
}

// Explainer returns an explainer of the document.
func (d *Document) Explainer() *Explainer { return &Explainer{d: d} }

// Explain says why gap g is a boundary or is not.
func (x *Explainer) Explain(g int) Explanation {
	d, in := x.d, x.explainerOfGap(g)
	e := Explanation{Gap: g, IsBoundary: d.fragmentStartingAfter(g) > 0, DecidedBy: d.reasonForGap(g, in.first, in.end)}
	if in.decide != nil && e.DecidedBy == ByCost {
		decided := in.decide()(in.cutOf(g), d.methodGaps(g, g+2)[0])
		e.Parts = decided.Parts
		for _, p := range e.Parts {
			e.Sum += p.Value
		}
		e.VanishesAt = d.vanishingLength(e.IsBoundary, decided)
	}
	if e.DecidedBy == ByCost && d.staysAsShown(g, e) {
		e.DecidedBy, e.Parts, e.Sum, e.VanishesAt = ByShown, nil, 0, 0
	}
	e.Ends, e.Begins, e.Bridges = in.sides()(in.cutOf(g))
	return e
}

// VanishesAt returns [Explanation].VanishesAt of gap g at a fraction of the cost of an explanation.
func (x *Explainer) VanishesAt(g int) int {
	d := x.d
	if d.fragmentStartingAfter(g) == 0 {
		return 0
	}
	in := x.explainerOfGap(g)
	if in.decide == nil || d.reasonForGap(g, in.first, in.end) != ByCost || d.staysAsShown(g, Explanation{IsBoundary: true}) {
		return 0
	}
	return d.vanishingLength(true, in.decide()(in.cutOf(g), d.methodGaps(g, g+2)[0]))
}

// gapExplainer explains the gaps between the paragraphs of one fragment, or of the two fragments around a boundary.
type gapExplainer struct {
	first, end int              // the paragraphs [first, end)
	stretch    method.UnitRange // the paragraphs with those around them that the method sees
	view       *explainedStretch

	// The explanations of the gaps share these functions, which are computed on first use.
	decide func() method.Decide // nil if the method cannot explain
	sides  func() func(cut int) (ends, begins, bridges []string)
}

// explainedStretch holds the paragraphs [first, end), which may be several fragments, with the context that the method takes into account.
type explainedStretch struct {
	first, end int
	stretch    method.UnitRange
	explain    func() func(first, end int) method.Decide // nil if the method cannot explain
}

// cutOf returns the index of gap g as a cut of the stretch.
func (x *gapExplainer) cutOf(g int) int { return x.stretch.From + g + 1 - x.first }

func (x *Explainer) explainerOfGap(g int) *gapExplainer {
	d := x.d
	first, end := d.paragraphsAroundGap(g)
	last := x.last
	if last != nil && last.first == first && last.end == end {
		return last
	}
	in := &gapExplainer{first: first, end: end}
	if last != nil && last.view.first <= first && end <= last.view.end {
		in.view = last.view
	} else {
		in.view = d.newExplainedStretch(first, end, last != nil)
	}
	in.stretch = in.view.stretchWithContext(d, first, end)
	if explain := in.view.explain; explain != nil {
		from := first - in.view.stretch.First
		in.decide = sync.OnceValue(func() method.Decide {
			decide := explain()(from, from+end-first)
			return func(cut int, gap method.Gap) method.Decision {
				return decide(cut+in.stretch.First-in.view.stretch.First, gap)
			}
		})
	}
	in.sides = sync.OnceValue(func() func(int) (ends, begins, bridges []string) { return d.newSideTermsFunc(in.stretch, in.cutOf(g)) })
	x.last = in
	return in
}

// leastViewWords is the least number of words in a stretch when gaps are explained one after another.
const leastViewWords = 2000

// newExplainedStretch returns a stretch with the paragraphs [first, end) and, if goesOn is set, with some after them.
func (d *Document) newExplainedStretch(first, end int, goesOn bool) *explainedStretch {
	v := &explainedStretch{first: first, end: end}
	if goesOn {
		v.end = max(end, d.paragraphOfWord(d.wordsBefore(first)+leastViewWords))
	}
	v.stretch = d.stretchWithContext(v.first, v.end)
	if m, ok := d.method.(method.Explainer); ok {
		v.explain = sync.OnceValue(func() func(int, int) method.Decide { return m.Explain(v.stretch, d.divisionGoal()) })
	}
	return v
}

// stretchWithContext returns what [Document.stretchWithContext] returns for the paragraphs [first, end), as a part of the stretch of v.
func (v *explainedStretch) stretchWithContext(d *Document, first, end int) method.UnitRange {
	low, high := d.divisionContext(first, end)
	s := v.stretch
	from, to := 0, len(s.Units)
	if low > 0 {
		from = low - s.First
	}
	if high < d.numParagraphs() {
		to = high - s.First
	}
	return method.UnitRange{Units: s.Units[from:to], From: first - s.First - from, To: end - s.First - from, First: s.First + from}
}

// paragraphsAroundGap returns the paragraphs of the fragment that contains gap g or, if g is a boundary, of the two fragments around it.
func (d *Document) paragraphsAroundGap(g int) (first, end int) {
	i, before := d.parts.Find(func(s size) bool { return s.paragraphs > g })
	first = before.paragraphs
	end = first + d.parts.At(i).size.paragraphs
	if end == g+1 {
		end += d.parts.At(i + 1).size.paragraphs
	}
	return first, end
}

// staysAsShown reports whether a gap stays as it was shown although a fresh division disagrees. Where that division has its boundary within
// a fragment is not recorded, so any gap that would reduce the cost is assumed to be one.
func (d *Document) staysAsShown(g int, e Explanation) bool {
	i, _ := d.parts.Find(func(s size) bool { return s.paragraphs > g })
	if e.IsBoundary {
		return d.parts.At(i+1).dispute.beginning > 0
	}
	return d.parts.At(i).dispute.inside > 0 && len(e.Parts) > 0 && e.Sum < 0
}

// reasonForGap returns the reason for gap g, given the paragraphs [first, end) of the one or two fragments around it.
func (d *Document) reasonForGap(g, first, end int) Reason {
	if by := d.overridingReason(g); by != ByCost {
		return by
	}
	limits := d.Settings.Goal().Limits
	at := d.wordsBefore(g + 1)
	left, right := at-d.wordsBefore(first), d.wordsBefore(end)-at
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
	if d.touched.includesParagraph(g + 1) {
		return ByEdit
	}
	if d.fragmentStartingAfter(g) > 0 || d.Settings.MaxWords > 0 {
		return ByCost
	}
	return d.forbiddenReason(g, d.hardStretch(d.hardSection(g+1)))
}

// Preferred lengths are tried in steps of a twentieth, up to a multiple of the text's length.
const (
	preferredStep = 1.05
	mostPreferred = 64
)

// vanishingLength returns the preferred length at which a boundary would disappear, or 0.
func (d *Document) vanishingLength(isBoundary bool, decided method.Decision) int {
	preferred := float64(d.Preferred())
	if !isBoundary || len(decided.Parts) == 0 || decided.Sum(1) > 0 {
		return 0
	}
	steps := int(math.Ceil(math.Log(mostPreferred*max(float64(d.Words()), preferred)/preferred) / math.Log(preferredStep)))
	at := func(steps int) float64 { return math.Pow(preferredStep, float64(steps)) }
	// A boundary may return at a greater length, so the search bisects the first interval at whose end it is missing.
	const doubling = 14
	for stays, goes := 0, doubling; goes <= steps; stays, goes = goes, goes+doubling {
		if decided.Sum(at(goes)) > 0 {
			least := stays + 1 + sort.Search(goes-stays-1, func(i int) bool { return decided.Sum(at(stays+1+i)) > 0 })
			return int(math.Round(preferred * at(least)))
		}
	}
	return 0
}

// newSideTermsFunc returns a function that finds important terms on the two sides of a cut, for cuts with the same neighbouring fragments.
func (d *Document) newSideTermsFunc(s method.UnitRange, cut int) func(cut int) (ends, begins, bridges []string) {
	m, isWeigher := d.method.(method.Weigher)
	if isWeigher {
		// The search extends as far as the method's view, but not across a hard heading or scene break.
		low, high := d.hardSection(s.First + cut)
		s.From, s.To = max(0, low-s.First), min(len(s.Units), high-s.First)
	}
	written := d.nameableTerms(max(0, s.First+s.From), min(d.numParagraphs(), s.First+s.To), s.First+cut)
	weigh := method.Sides
	if isWeigher {
		weigh = func(s method.UnitRange, terms []language.Term) func(int) (before, after []float64) {
			return m.Sides(s, d.divisionGoal(), terms)
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
		ends, begins, bridges = written.bestRatedForms(left), written.bestRatedForms(right), written.bestRatedForms(both)
		// In two languages a word may have two stems.
		begins = slices.DeleteFunc(begins, func(term string) bool { return slices.Contains(ends, term) })
		return ends, begins, bridges
	}
}

// nameableTerms returns the terms of the paragraphs [from, to) that are nameable in the fragment of a paragraph or of the one before it.
func (d *Document) nameableTerms(from, to, paragraph int) *candidateTerms {
	last, _ := d.parts.Find(func(s size) bool { return s.paragraphs > paragraph })
	first, _ := d.parts.Find(func(s size) bool { return s.paragraphs > paragraph-1 })
	return d.gatherCandidateTerms(from, to, d.nameableTermsIn(first), d.nameableTermsIn(last))
}

// Confidence returns the probability, from 0 to 1, that a careful reader would see a boundary in each of the given gaps; by default in
// every gap. It returns nil if the method has no confidence. A gap is judged from a stretch that depends only on the text, so one gap costs
// the same in a book as on a page.
func (d *Document) Confidence(gaps ...int) []float64 {
	if !d.hasConfidence() {
		return nil
	}
	if len(gaps) == 0 {
		return d.memos.confidence.get(d.gapConfidences)
	}
	confidence := make([]float64, len(gaps))
	for i, g := range gaps {
		v := d.judgedStretchOf(g)
		confidence[i] = d.gapConfidencesIn(v)[g-v.first]
	}
	return confidence
}

// gapConfidences returns the confidence of all gaps.
func (d *Document) gapConfidences() []float64 {
	confidence := make([]float64, max(0, d.numParagraphs()-1))
	for at := 0; at < len(confidence); {
		v := d.judgedStretchOf(at)
		values := d.gapConfidencesIn(v)
		at = copy(confidence[at:v.until], values[at-v.first:]) + at
	}
	return confidence
}

// hasConfidence reports whether the method is [method.Confident].
func (d *Document) hasConfidence() bool {
	_, ok := d.method.(method.Confident)
	return ok
}

// judgedStretch is the stretch [first, end) of paragraphs from which the gaps up to `until` are judged.
type judgedStretch struct{ first, end, until int }

// judgedFragments is the greatest number of fragments of the preferred length in a judged stretch.
const judgedFragments = 12

// judgedStretchOf returns the stretch from which gap g is judged: its section or a part of it, usually with the gap near its middle.
func (d *Document) judgedStretchOf(g int) judgedStretch {
	first, end := d.hardSection(g + 1)
	if first > g { // the gap is at the end of a section
		return judgedStretch{g, g + 2, g + 1}
	}
	half := judgedFragments / 2 * d.Preferred()
	start, all := d.wordsBefore(first), d.wordsBefore(end)-d.wordsBefore(first)
	if all <= 2*half {
		return judgedStretch{first, end, end - 1}
	}
	// A stretch consists of two neighbouring halves, numbered from 0. The gaps from the middle of the first to the middle of the second are
	// judged from it.
	last := (all+half-1)/half - 2
	halfOf := func(g int) int { return max(0, min(last, (d.wordsBefore(g+1)-start-half/2)/half)) }
	at := func(words int) int { // the paragraph that contains a word of the section
		return max(first, min(d.paragraphOfWord(start+words), end))
	}
	k := halfOf(g)
	until := g + 1 + sort.Search(end-1-(g+1), func(i int) bool { return halfOf(g+1+i) > k })
	v := judgedStretch{at(k * half), at((k + 2) * half), until}
	if k == last {
		v.end = end
	}
	return judgedStretch{min(v.first, g), max(v.end, until+1), until} // a single paragraph may be longer than the stretch
}

// hardSection returns the paragraphs [first, end) around a paragraph, up to the nearest hard headings and scene breaks.
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
	before := hard(d.blockPlaceOf(paragraph).before)
	first, end = 0, d.numParagraphs()
	if before > 0 {
		i, _ := d.blocks.Find(func(c blockCounts) bool { return hard(c) >= before })
		first = d.blocks.SumTo(i).paragraphs
	}
	if i, at := d.blocks.Find(func(c blockCounts) bool { return hard(c) > before }); i < d.blocks.Len() {
		end = at.paragraphs
	}
	return first, end
}

// gapConfidencesIn returns the method's confidence for the gaps in a stretch, independent of the shown fragments.
func (d *Document) gapConfidencesIn(v judgedStretch) []float64 {
	goal := d.divisionGoal()
	goal.Gaps = d.methodGaps(v.first, v.end)
	return d.method.(method.Confident).Confidence(d.stretchWithContext(v.first, v.end), goal)
}

// Gap is the place between two paragraphs.
type Gap struct {
	IsBoundary bool
	Fragment   int    // index of the fragment that begins after it, or 0
	Constraint Reason // what decides regardless of the cost, or ""
	Heading    int    // index of the first block in it that is a heading, or -1
}

// Gap returns the gap after paragraph g.
func (d *Document) Gap(g int) Gap {
	i := d.fragmentStartingAfter(g)
	return Gap{IsBoundary: i > 0, Fragment: i, Constraint: d.overridingReason(g), Heading: d.headingIndexInGap(g)}
}

// fragmentStartingAfter returns the index of the fragment that begins after gap g, or 0 if none does.
func (d *Document) fragmentStartingAfter(g int) int {
	i, before := d.parts.Find(func(s size) bool { return s.paragraphs > g+1 })
	if before.paragraphs != g+1 {
		return 0
	}
	return i
}

// overridingReason returns the reason that overrides the cost of a gap, or ByCost. A heading or a scene
// break takes precedence over a directive.
func (d *Document) overridingReason(g int) Reason {
	for _, before := range d.eachParagraphWithGap(g+1, g+2) {
		switch constraint := before.methodGap(&d.Settings).Constraint; {
		case constraint == fragment.Free:
			return ByCost
		case constraint == fragment.NoBreak:
			return ByNoBreak
		case d.Settings.Headings == HeadingsHard && (before.heading || before.afterBox):
			return ByHeading
		case d.Settings.SceneBreaks == HeadingsHard && before.beginsScene():
			return ByScene
		}
		return ByBreak
	}
	return ByCost
}

// headingIndexInGap returns the index of the first block in gap g that is a heading, or -1.
func (d *Document) headingIndexInGap(g int) int {
	at := d.blockPlaceOf(g + 1)
	first := -1
	if at.before.paragraphs < g+1 {
		return first // the gap is within a block
	}
	for i, c := range d.blocks.Backward(at.block) {
		if len(c.paragraphs) > 0 {
			break
		}
		if c.Kind == markup.Heading {
			first = i
		}
	}
	return first
}

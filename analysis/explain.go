package analysis

import (
	"math"
	"slices"
	"sort"

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
	// begin here, and those on both sides, as written. None comes from beyond a hard heading.
	Ends, Begins, Bridges []string

	// VanishesAt is the preferred length in words, to within a twentieth, from which this
	// boundary would not pay, all others being what they are; 0 if there is none.
	VanishesAt int
}

// Reason is what decides about a gap before its cost does.
type Reason string

// The reasons, the strongest first.
const (
	ByHeading Reason = "heading"
	ByBreak   Reason = "break"    // a directive
	ByNoBreak Reason = "no-break" // a directive
	ByLimit   Reason = "limit"    // the least or greatest length of a fragment
	ByHold    Reason = "held"     // a fragment that has been moved
	ByEdit    Reason = "edited"   // where the writer is writing, nothing changes until a rest
	ByCost    Reason = ""
)

// Explain says why gap g is a boundary or is not.
func (d *Document) Explain(g int) Explanation {
	first, end := d.parted(g)
	e := Explanation{Gap: g, IsBoundary: d.startAfter(g) > 0, DecidedBy: d.decidedBy(g, first, end)}
	s, goal, cut := d.decision(g, first, end)
	if explainer, ok := d.method.(method.Explainer); ok && e.DecidedBy == ByCost {
		decided := explainer.Explain(s, goal, cut)
		e.Parts = decided.Parts
		for _, p := range e.Parts {
			e.Sum += p.Value
		}
		if e.IsBoundary {
			e.VanishesAt = d.vanishesAt(decided)
		}
	}
	e.Ends, e.Begins, e.Bridges = d.sides(s, goal, cut)
	return e
}

// parted are the paragraphs, the end exclusive, that are one fragment if gap g is no
// boundary, and two if it is, all other boundaries as they stand.
func (d *Document) parted(g int) (first, end int) {
	i, before := d.parts.Find(func(s size) bool { return s.paragraphs > g })
	first = before.paragraphs
	end = first + d.parts.At(i).size.paragraphs
	if end == g+1 {
		end += d.parts.At(i + 1).size.paragraphs
	}
	return first, end
}

// decision is what a method has to know to explain a gap.
func (d *Document) decision(g, first, end int) (s method.Stretch, goal method.Goal, cut int) {
	goal = d.goal()
	goal.Gaps = d.gaps(first, end)
	if gap, i := &goal.Gaps[g-first], d.startAfter(g); i > 0 {
		gap.IsShown, gap.Doubt = d.parts.At(i).spared.isShown, d.parts.At(i).spared.doubt
	}
	s = d.seen(first, end)
	return s, goal, s.From + g + 1 - first
}

// seenStretch is a stretch of paragraphs with what a method sees from there.
type seenStretch struct {
	first, end int
	method.Stretch
}

// seen is [Document.stretch]. The last one is kept, as gaps are often explained one after the other and
// those within a fragment have the same.
func (d *Document) seen(first, end int) method.Stretch {
	last := d.answers.explained.Load()
	if last == nil || last.first != first || last.end != end {
		last = &seenStretch{first, end, d.stretch(first, end)}
		d.answers.explained.Store(last)
	}
	return last.Stretch
}

// decidedBy is what decides about a gap between the paragraphs of two fragments or one.
func (d *Document) decidedBy(g, first, end int) Reason {
	if by := d.constraint(g); by != ByCost {
		return by
	}
	words := func(from, to int) int { return d.wordsTo(to) - d.wordsTo(from) }
	left, right := words(first, g+1), words(g+1, end)
	limits := d.Settings.Goal().Limits
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
	if d.touched.has(g+1) && !d.isProgrammed() {
		return ByEdit
	}
	return ByCost
}

func (d *Document) isProgrammed() bool {
	_, ok := d.method.(method.Programmed)
	return ok
}

// Preferred lengths are tried in steps of a twentieth, up to many times the length of the
// document, where only what is forced is left.
const (
	longerStep = 1.05
	longerMost = 64
)

// vanishesAt is the preferred length at which a decision would be another one.
func (d *Document) vanishesAt(decided method.Decision) int {
	preferred := float64(d.Preferred())
	if len(decided.Parts) == 0 || decided.Sum(1) > 0 {
		return 0
	}
	steps := int(math.Ceil(math.Log(longerMost*max(float64(d.Words()), preferred)/preferred) / math.Log(longerStep)))
	at := func(steps int) float64 { return math.Pow(longerStep, float64(steps)) }
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

// sides are the terms that carry most of what the method sees on the two sides of a cut,
// from within the same hard section.
func (d *Document) sides(s method.Stretch, goal method.Goal, cut int) (ends, begins, bridges []string) {
	var before, after []method.Weight
	if weigher, ok := d.method.(method.Weigher); ok {
		// As far as the method sees, but not over a forced boundary.
		low, high := d.hardSection(s.First + cut)
		s.From, s.To = max(0, low-s.First), min(len(s.Units), high-s.First)
		before, after = weigher.Sides(s, goal, cut)
	} else {
		before, after = method.Sides(s, cut)
	}
	written := d.gather(max(0, s.First+s.From), min(d.paragraphs(), s.First+s.To))
	defer written.release()
	left, right := written.lay(before, after)
	only := func(one, other []float64) []float64 {
		for i := range one {
			if other[i] > 0 {
				one[i] = 0
			}
		}
		return one
	}
	both := make([]float64, len(left))
	for i := range both {
		both[i] = min(left[i], right[i])
	}
	isNameable := d.nameableAbout(s.First + cut)
	ends = written.best(only(slices.Clone(left), right), isNameable)
	begins = written.best(only(right, left), isNameable)
	bridges = written.best(both, isNameable)
	return ends, begins, bridges
}

// nameableAbout reports of a term whether the fragments of a paragraph and of the one before have it as
// a word that a reader would name.
func (d *Document) nameableAbout(paragraph int) func(language.Term) bool {
	last, _ := d.parts.Find(func(s size) bool { return s.paragraphs > paragraph })
	first, _ := d.parts.Find(func(s size) bool { return s.paragraphs > paragraph-1 })
	d.describe(first, last+1)
	one, other := d.parts.At(first).said.Load().nameable, d.parts.At(last).said.Load().nameable
	return func(t language.Term) bool {
		_, isInOne := slices.BinarySearch(one, t)
		_, isInOther := slices.BinarySearch(other, t)
		return isInOne || isInOther
	}
}

// Confidence is the probability, from 0 to 1, that a careful reader would see a boundary in each
// of the given gaps, or in every gap if none is given. It is nil if the method cannot tell.
// It is computed from stretches that only the text fixes, so that one gap costs the same in a
// book as on a page.
func (d *Document) Confidence(gaps ...int) []float64 {
	if !d.isConfident() {
		return nil
	}
	if len(gaps) == 0 {
		return d.answers.confidence.get(d.allConfidence)
	}
	confidence := make([]float64, len(gaps))
	for i, g := range gaps {
		v := d.viewpoint(g)
		confidence[i] = d.confidenceIn(v)[g-v.first]
	}
	return confidence
}

// allConfidence is the confidence of all gaps.
func (d *Document) allConfidence() []float64 {
	confidence := make([]float64, max(0, d.paragraphs()-1))
	for at := 0; at < len(confidence); {
		v := d.viewpoint(at)
		values := d.confidenceIn(v)
		at = copy(confidence[at:v.until], values[at-v.first:]) + at
	}
	return confidence
}

// isConfident reports whether the method can tell how probable boundaries are.
func (d *Document) isConfident() bool {
	_, ok := d.method.(method.Confident)
	return ok
}

// viewpoint is the stretch of paragraphs from which a gap is judged, and the gap up to which
// others are judged from the same.
type viewpoint struct{ first, end, until int }

// seenFragments is how many fragments of the preferred length a gap is judged among, at most.
const seenFragments = 12

// viewpoint is where gap g is judged from: its section between hard headings, or of a long one
// a stretch in whose middle half it lies. Stretches are counted from the
// beginning of the section.
func (d *Document) viewpoint(g int) viewpoint {
	first, end := d.hardSection(g + 1)
	if first > g { // the gap is the end of a section itself
		return viewpoint{g, g + 2, g + 1}
	}
	half := seenFragments / 2 * d.Preferred()
	start, all := d.wordsTo(first), d.wordsTo(end)-d.wordsTo(first)
	if all <= 2*half {
		return viewpoint{first, end, end - 1}
	}
	// Halves are numbered from 0. A gap in the second half of one or the first half of the
	// next is judged from the stretch of both.
	last := (all+half-1)/half - 2
	halfOf := func(g int) int { return max(0, min(last, (d.wordsTo(g+1)-start-half/2)/half)) }
	at := func(words int) int { // the paragraph that begins within so many words
		_, before := d.blocks.Find(func(c contents) bool { return c.words > start+words })
		return max(first, min(before.paragraphs, end))
	}
	k := halfOf(g)
	until := g + 1 + sort.Search(end-1-(g+1), func(i int) bool { return halfOf(g+1+i) > k })
	v := viewpoint{at(k * half), at((k + 2) * half), until}
	if k == last {
		v.end = end
	}
	return viewpoint{min(v.first, g), max(v.end, until+1), until} // a paragraph may be longer than all that
}

// hardSection are the paragraphs around one up to the nearest forced boundaries, the end
// exclusive.
func (d *Document) hardSection(paragraph int) (first, end int) {
	if d.Settings.Headings != HeadingsHard {
		return 0, d.paragraphs()
	}
	before := d.blockOf(paragraph).before.headings
	first, end = 0, d.paragraphs()
	if before > 0 {
		i, _ := d.blocks.Find(func(c contents) bool { return c.headings >= before })
		first = d.blocks.SumTo(i).paragraphs
	}
	if i, at := d.blocks.Find(func(c contents) bool { return c.headings > before }); i < d.blocks.Len() {
		end = at.paragraphs
	}
	return first, end
}

// confidenceIn is how confident the method is of the gaps in a stretch, whatever is shown.
func (d *Document) confidenceIn(v viewpoint) []float64 {
	goal := d.goal()
	goal.Gaps = d.gaps(v.first, v.end)
	return d.method.(method.Confident).Confidence(d.stretch(v.first, v.end), goal)
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
	i := d.startAfter(g)
	return Gap{IsBoundary: i > 0, Fragment: i, Constraint: d.constraint(g), Heading: d.headingIn(g)}
}

// startAfter is the index of the fragment that begins after gap g, or 0 if none does.
func (d *Document) startAfter(g int) int {
	i, before := d.parts.Find(func(s size) bool { return s.paragraphs > g+1 })
	if before.paragraphs != g+1 {
		return 0
	}
	return i
}

// constraint is what overrules the value of a gap. A heading is stronger than a directive.
func (d *Document) constraint(g int) Reason {
	for _, before := range d.leads(g+1, g+2) {
		switch constraint := before.gap(d.Settings.Headings).Constraint; {
		case constraint == fragment.Free:
			return ByCost
		case constraint == fragment.NoBreak:
			return ByNoBreak
		case d.Settings.Headings == HeadingsHard && before.heading:
			return ByHeading
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

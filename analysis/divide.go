package analysis

import (
	"math"
	"slices"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/fragment"
)

// This file divides the paragraphs of a source by its method, under the constraints of headings, directives and held fragments.

// Methods returns all methods that can divide a text. The first is Heinonen's, with settings for the choices that his article leaves open.
func (s Settings) Methods() []method.Method {
	return append([]method.Method{newPaperMethod(s)}, method.All...)
}

// Method returns the method that divides the document if no curve is given.
func (d *Document) Method() method.Method { return methodOf(d.Settings) }

// methodOf returns the method that settings name.
func methodOf(s Settings) method.Method {
	if s.Method == MethodPaper {
		return newPaperMethod(s)
	}
	m, ok := method.ByName(s.Method)
	if !ok {
		panic("analysis: no method is called " + s.Method) // the setting's choices rule it out
	}
	return m
}

// ForPaper adapts settings to Heinonen's method, which knows neither scene breaks nor the usual length of the author's sections. The
// settings for these get the values in the literature, except those for which isSet returns true.
func (s Settings) ForPaper(isSet func(name string) bool) Settings {
	if s.PreferredWords == WordsOfAuthor && !isSet(settingPreferredWords) {
		s.PreferredWords = usualWords
	}
	if !isSet(settingSceneBreaks) {
		s.SceneBreaks = HeadingsIgnore
	}
	return s
}

func newPaperMethod(s Settings) method.Method {
	return method.Paper{
		Window: max(1, s.WindowParagraphs), IsEqual: s.WindowWeights == WeightsEqual,
		IsBalance: s.WindowEnds == EndsBalance, IsUnit: s.ParagraphVectors == VectorsUnit,
	}
}

// methodNames returns the names of all methods except the baselines, the default first.
func methodNames() []string {
	names := []string{MethodBlend}
	for _, m := range (Settings{}).Methods() {
		if about := m.About(); !about.IsBaseline && about.Name != MethodBlend {
			names = append(names, about.Name)
		}
	}
	return names
}

// numTopTerms returns how many of the most frequent terms of a paragraph are used.
func (s *Settings) numTopTerms() int {
	if s.Method != MethodPaper {
		return math.MaxInt
	}
	return s.TopTerms
}

// Unused returns the names of the settings that only other methods use.
func (s Settings) Unused() []string {
	used := methodOf(s).About().Settings
	var unused []string
	for _, d := range DeclaredSettings {
		isOwn := slices.ContainsFunc(s.Methods(), func(m method.Method) bool { return slices.Contains(m.About().Settings, d.Name) })
		if isOwn && !slices.Contains(used, d.Name) {
			unused = append(unused, d.Name)
		}
	}
	return unused
}

// Goal returns the lengths, costs and limits that the settings set for a division.
func (s Settings) Goal() method.Goal {
	var shape fragment.Shape
	if err := shape.UnmarshalText([]byte(s.Cost)); err != nil {
		panic("analysis: " + err.Error()) // the settings' choices rule it out
	}
	g := method.Goal{
		Words:  float64(max(0, s.PreferredWords)),
		Cost:   fragment.Cost{Shape: shape, Preferred: float64(max(1, s.PreferredWords)), Scaling: s.Scaling},
		Limits: fragment.Limits{Min: s.MinWords, Max: s.MaxWords},
	}
	if g.Limits.Max > 0 {
		g.Limits.Min = min(g.Limits.Min, g.Limits.Max)
	}
	return g
}

// divisionGoal returns the goal of this document's division, from its settings and statistics, without the constraints of gaps.
func (d *Document) divisionGoal() method.Goal {
	g := d.Settings.Goal()
	if g.Words == 0 {
		g.Words = d.statistics.preferredLength()
	}
	g.Cost.Preferred = g.Words
	g.Statistics = d.statistics.method
	return g
}

// divisionContext returns the paragraphs [low, high) that the division of [from, to) depends on.
func (d *Document) divisionContext(from, to int) (low, high int) {
	reach := d.method.Reach(d.divisionGoal())
	if reach.IsWhole {
		return 0, d.numParagraphs()
	}
	low, high = max(0, from-reach.Units), min(d.numParagraphs(), to+reach.Units)
	if reach.Words > 0 {
		before, after := d.wordsBefore(low)-reach.Words-1, d.wordsBefore(high)+reach.Words
		low = min(low, d.paragraphOfWord(before))
		high = max(high, min(d.numParagraphs(), d.paragraphOfWord(after)+1))
	}
	return low, high
}

// stretchWithContext returns the paragraphs [from, to) with those around them that their division depends on.
func (d *Document) stretchWithContext(from, to int) method.UnitRange {
	low, high := d.divisionContext(from, to)
	s := method.UnitRange{First: low, From: from - low, To: to - low, Units: d.unitsIn(low, high)}
	before, after := d.unitsOfNeighbourSources()
	if low == 0 && len(before) > 0 {
		s.Units = slices.Concat(before, s.Units)
		s.From, s.To, s.First = s.From+len(before), s.To+len(before), s.First-len(before)
	}
	if high == d.numParagraphs() && len(after) > 0 {
		s.Units = slices.Concat(s.Units, after)
	}
	return s
}

// unitsIn returns the paragraphs [from, to) as units for a method.
func (d *Reading) unitsIn(from, to int) []method.Unit {
	return d.appendUnits(make([]method.Unit, 0, max(0, to-from)), from, to)
}

func (d *Reading) appendUnits(units []method.Unit, from, to int) []method.Unit {
	for p := range d.eachParagraphIn(from, to) {
		units = append(units, p.Unit())
	}
	return units
}

// Unit returns the paragraph as a unit for a method.
func (p *CountedParagraph) Unit() method.Unit {
	return method.Unit{Words: p.Words, Bytes: int(p.bytes), Terms: p.Terms}
}

// Lines returns one unit for each line, as in the collections used to evaluate methods. A line may have no words.
func Lines(lines []string, s Settings) []method.Unit {
	c := counter{format: markup.PlainText, language: chooseLanguageOfLines(lines, &s), settings: &s}
	units := make([]method.Unit, len(lines))
	for i, line := range lines {
		whole := markup.Span{End: len(line)}
		p := c.countBlock(line, markup.Block{Kind: markup.Paragraph, Span: whole, Runs: []markup.Run{{whole}}})
		units[i] = p.Unit()
	}
	return units
}

// chooseLanguageOfLines returns the language of lines under settings; see [Reading.chooseLanguage].
func chooseLanguageOfLines(lines []string, s *Settings) *language.Language {
	var sample []byte
	for _, line := range lines {
		if len(sample) >= language.SampleSize {
			break
		}
		sample = append(append(sample, line...), '\n')
	}
	return s.chooseLanguage(sample)
}

// gapContext holds what precedes a paragraph and affects the gap before it.
type gapContext struct {
	heading, rule bool
	afterBox      bool // the end of a box with a heading in it
	pin           fragment.Constraint
}

// beginsScene reports whether a scene begins with the paragraph. A rule next to a heading is decoration.
func (l gapContext) beginsScene() bool { return l.rule && !l.heading }

// methodGap returns the gap as input for the method, under the settings.
func (l gapContext) methodGap(s *Settings) method.Gap {
	if (l.heading || l.afterBox) && s.Headings == HeadingsHard || l.beginsScene() && s.SceneBreaks == HeadingsHard {
		return method.Gap{Constraint: fragment.Break}
	}
	gap := method.Gap{Constraint: l.pin}
	switch {
	case l.heading && s.Headings == HeadingsSoft:
		gap.Mark = string(ByHeading)
	case l.beginsScene() && s.SceneBreaks == HeadingsSoft:
		gap.Mark = string(ByScene)
	}
	return gap
}

// eachParagraphWithGap yields the paragraphs [from, to), each with the context of the gap before it.
func (d *Reading) eachParagraphWithGap(from, to int) func(yield func(p *CountedParagraph, before gapContext) bool) {
	return func(yield func(*CountedParagraph, gapContext) bool) {
		if from >= to {
			return
		}
		var before gapContext
		at := d.blockPlaceOf(max(0, from-1)) // the context of a paragraph begins after the paragraph before it
		q, start := at.before.paragraphs, at.before.bytes
		for _, c := range d.blocks.From(at.block) {
			before.heading = before.heading || c.Kind == markup.Heading
			before.rule = before.rule || c.Kind == markup.Rule
			if c.directive != nil {
				before.pin = c.directive.constraintAfter(before.pin)
			}
			end := start + int(c.size)
			_, turns := d.lastBoxEndIn(start, end)
			start = end
			before.afterBox = before.afterBox || turns && len(c.paragraphs) == 0
			skipped := max(0, from-q)
			if skipped > 0 && len(c.paragraphs) > 0 {
				before = gapContext{}
			}
			for i := skipped; i < len(c.paragraphs); i++ {
				if q+i == to || !yield(&c.paragraphs[i], before) {
					return
				}
				before = gapContext{}
			}
			before.afterBox = before.afterBox || turns
			if q += len(c.paragraphs); q >= to {
				return
			}
		}
	}
}

// methodGaps returns the gaps between the paragraphs [from, to) as input for the method.
func (d *Reading) methodGaps(from, to int) []method.Gap {
	gaps := make([]method.Gap, 0, max(0, to-from-1))
	for _, before := range d.eachParagraphWithGap(from+1, to) {
		gaps = append(gaps, before.methodGap(&d.Settings))
	}
	return gaps
}

// gapValuesBetween returns the method's values of the gaps between the paragraphs [from, to).
func (d *Document) gapValuesBetween(from, to int) []float64 {
	if to-from < 2 {
		return nil
	}
	return d.method.Values(d.stretchWithContext(from, to), d.divisionGoal())
}

// divide divides the whole source and returns the first paragraph of each fragment. Held fragments stay whole. If isFresh is not nil, other
// shown fragments change only where [Document.constrainShownGaps] allows it.
func (d *Document) divide(was []placedFragment, isFresh []bool) []int {
	n := d.numParagraphs()
	if n == 0 {
		return nil
	}
	goal := d.divisionGoal()
	goal.Gaps = d.methodGaps(0, n)
	ends := hardEnds(goal.Gaps)
	d.constrainHeldGaps(goal.Gaps, was)
	kept := 0
	if isFresh != nil {
		kept = d.constrainShownGaps(goal.Gaps, was, isFresh)
	}
	d.forbidSuggestions(goal.Gaps, ends)
	stretch := d.stretchWithContext(0, n)
	starts := append([]int{0}, d.method.Divide(stretch, goal)...)
	return d.mostConfidentStarts(starts, goal.Gaps, kept, func() []float64 {
		if confident, ok := d.method.(method.Confident); ok {
			return confident.Confidence(stretch, goal)
		}
		return nil
	})
}

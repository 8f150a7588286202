package analysis

import (
	"math"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/fragment"
)

// Methods are all methods: Heinonen's first, whose open choices are settings, then those
// of package method.
func Methods(s Settings) []method.Method { return append([]method.Method{paper(s)}, method.All...) }

// paper is Heinonen's method.
func paper(s Settings) method.Method {
	return method.Method{
		Name:   MethodPaper,
		Doc:    "Heinonen's method, to the letter: the cosine of windows of paragraphs, weighed against lengths.",
		Source: "Heinonen 1998, Optimal Multi-Paragraph Text Segmentation by Dynamic Programming, sections 1 and 2",
		Needs:  "terms",
		Reach:  method.Window,
		Curve:  func(units []method.Unit) []float64 { return similarityCurve(ofUnits(units), 0, len(units)-1, &s) },
	}
}

// MethodOf is the method that settings ask for.
func MethodOf(s Settings) method.Method {
	if s.Method == MethodPaper {
		return paper(s)
	}
	for _, m := range method.All {
		if m.Name == s.Method {
			return m
		}
	}
	panic("analysis: no method is called " + s.Method) // the setting's choices rule it out
}

// methodNames are those of the methods that a text can be read by, first the one that it is
// read by where nobody says.
func methodNames() []string {
	names := []string{MethodBlend}
	for _, m := range Methods(Settings{}) {
		if !m.IsBaseline && m.Name != MethodBlend {
			names = append(names, m.Name)
		}
	}
	return names
}

// isLocal tells whether what a boundary costs, and whether there is one for sure, depends
// on no paragraphs but those in the window around it.
func (s *Settings) isLocal() bool { return MethodOf(*s).Reach == method.Window }

// Units are the paragraphs as methods see them.
func Units(paragraphs []Paragraph) []method.Unit {
	units := make([]method.Unit, len(paragraphs))
	for i := range paragraphs {
		units[i] = paragraphs[i].unit()
	}
	return units
}

func (p *Paragraph) unit() method.Unit {
	u := method.Unit{Words: p.Words, Bytes: p.Span.Len(), Terms: make([]method.Count, len(p.Terms))}
	for i, t := range p.Terms {
		u.Terms[i] = method.Count{Term: t.Term, Count: int(t.Count)}
	}
	return u
}

// methodUnits are all paragraphs of the document as methods see them.
func (d *Document) methodUnits() []method.Unit { return d.methodUnitsIn(0, d.chunks.Sum().paragraphs) }

// methodUnitsIn are the paragraphs from one to another, exclusive.
func (d *Document) methodUnitsIn(from, to int) []method.Unit {
	units := make([]method.Unit, 0, to-from)
	for _, p := range d.paragraphsIn(from, to) {
		units = append(units, p.unit())
	}
	return units
}

// ofUnits is the other way about, as far as a curve needs it.
func ofUnits(units []method.Unit) stretch {
	s := stretch{total: len(units)}
	for _, u := range units {
		p := &Paragraph{Words: u.Words}
		for _, t := range u.Terms {
			p.Terms = append(p.Terms, TermCount{Term: t.Term, Count: uint32(t.Count)})
		}
		s.paragraphs = append(s.paragraphs, p)
	}
	return s
}

// Lines are the units of a text that has one in each line, with all that stands in it:
// how collections of texts to evaluate methods with are written. A line may have no words.
func Lines(lines []string, s Settings) []method.Unit {
	c := counter{format: markup.PlainText, language: spoken(lines, &s), settings: &s}
	units := make([]method.Unit, len(lines))
	for i, line := range lines {
		whole := markup.Span{End: len(line)}
		p := c.count(line, markup.Block{Kind: markup.Paragraph, Span: whole, Runs: []markup.Run{{whole}}})
		units[i] = p.unit()
	}
	return units
}

// spoken is the language of lines under settings, as [Document.languageOf] tells it.
func spoken(lines []string, s *Settings) *language.Language {
	if s.Language != LanguageAuto {
		return language.ByCode(s.Language).Newest()
	}
	var sample []byte
	for _, line := range lines {
		if len(sample) >= language.SampleSize {
			break
		}
		sample = append(append(sample, line...), '\n')
	}
	return language.Detect(sample[:min(len(sample), language.SampleSize)]).Newest()
}

// Goal is what settings say of the division that is wanted, without its length.
func (s Settings) Goal() method.Goal {
	g := method.Goal{Cost: (&Document{Settings: s}).Cost(), Limits: fragment.Limits{Min: s.MinWords, Max: s.MaxWords}}
	if g.Limits.Max > 0 {
		g.Limits.Min = min(g.Limits.Min, g.Limits.Max)
	}
	return g
}

// topTerms is how many terms of a paragraph are looked at.
func (s *Settings) topTerms() int {
	if s.Method != MethodPaper {
		return math.MaxInt
	}
	return s.TopTerms
}

// measure is the curve of the document's method for the gaps from one to another,
// exclusive. Of a segmenter that has none it is the paper's, for whoever wants to look.
func (d *Document) measure(from, to int) []float64 {
	switch m := MethodOf(d.Settings); {
	case from >= to:
		return nil
	case d.curve != nil:
		return d.curve[from:to]
	case m.Curve != nil && m.Reach != method.Window:
		return m.Curve(d.methodUnits())[from:to]
	}
	w, n := d.Settings.WindowParagraphs, d.chunks.Sum().paragraphs
	around := stretch{first: max(0, from+1-w), total: n}
	around.paragraphs = d.paragraphsIn(around.first, min(n, to+w))
	return similarityCurve(around, from, to, &d.Settings)
}

// decide is, for the gaps from one to another, exclusive, where a method that finds the
// segments itself leaves the programme little to choose: nearly all are decided. It is
// nil for a curve.
func (d *Document) decide(from, to int) []fragment.Constraint {
	if from >= to || MethodOf(d.Settings).Segment == nil {
		return nil
	}
	units, g := d.methodUnits(), d.goal(0, d.chunks.Sum().paragraphs)
	return d.follow(d.segmented(units, g).Boundaries, g.Constraints, units)[from:to]
}

// blended is what [Document.measure] and [Document.decide] are of the whole text under blend, which
// takes the same curves for both.
func (d *Document) blended() (curve []float64, decided []fragment.Constraint) {
	units, g := d.methodUnits(), d.goal(0, d.chunks.Sum().paragraphs)
	curves := d.whole.blend.Curves(units, 0, max(0, len(units)-1))
	boundaries := method.Still(d.whole.blend, units, d.whole.blend.Charges(curves), nil, g)
	return curves.Average(), d.follow(boundaries, g.Constraints, units)
}

// segmented divides units by the document's method, which finds the segments itself.
func (d *Document) segmented(units []method.Unit, g method.Goal) method.Division {
	if d.Settings.Method == MethodBlend {
		return method.DivideUnder(d.whole.blend, units, g)
	}
	return MethodOf(d.Settings).Divide(units, g)
}

// follow makes of boundaries constraints that lead to them, where those that are there
// leave the choice.
func (d *Document) follow(boundaries []int, constraints []fragment.Constraint, units []method.Unit) []fragment.Constraint {
	first := 0
	for _, b := range append(boundaries, len(units)) {
		length := 0
		for _, u := range units[first:b] {
			length += u.Words
		}
		// What is too long, as a method that does not know of limits leaves it, is left to
		// the programme.
		isFree := d.Settings.MaxWords > 0 && length > d.Settings.MaxWords
		for gap := first; gap < b-1; gap++ {
			if constraints[gap] == fragment.Free && !isFree {
				constraints[gap] = fragment.NoBreak
			}
		}
		if b < len(units) && constraints[b-1] == fragment.Free {
			constraints[b-1] = fragment.Break
		}
		first = b
	}
	return constraints
}

// goal is what the document's settings and constraints say of the division of the paragraphs
// from one to another, exclusive.
func (d *Document) goal(from, to int) method.Goal {
	g := d.Settings.Goal()
	g.Words = float64(d.Settings.PreferredWords)
	for _, before := range d.leads(from+1, to) {
		g.Constraints = append(g.Constraints, before.constraint(d.Settings.Headings))
	}
	return g
}

// Confidence is how probable it is, for each gap, that a careful reader would see a
// boundary there: 0 to 1, and nil where the method cannot tell.
func (d *Document) Confidence() []float64 {
	return d.answers.confidence.get(func() []float64 {
		if MethodOf(d.Settings).Segment == nil {
			return nil
		}
		return d.segmented(d.methodUnits(), d.goal(0, d.chunks.Sum().paragraphs)).Confidence
	})
}

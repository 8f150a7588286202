package analysis

import (
	"math"
	"slices"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/fragment"
)

// Methods are all methods: Heinonen's first, whose open choices are settings, then those
// of package method.
func Methods(s Settings) []method.Method {
	paper := method.Method{
		Name:   MethodPaper,
		Doc:    "Heinonen's method, to the letter: the cosine of windows of paragraphs, weighed against lengths.",
		Source: "Heinonen 1998, Optimal Multi-Paragraph Text Segmentation by Dynamic Programming, sections 1 and 2",
		Needs:  "terms",
		Reach:  method.Window,
		Curve:  func(units []method.Unit) []float64 { return similarityCurve(ofUnits(units), &s) },
	}
	return append([]method.Method{paper}, method.All...)
}

// MethodOf is the method that settings ask for.
func MethodOf(s Settings) method.Method {
	for _, m := range Methods(s) {
		if m.Name == s.Method {
			return m
		}
	}
	panic("analysis: no method is called " + s.Method) // the setting's choices rule it out
}

// methodNames are those of the methods that a text can be read by.
func methodNames() []string {
	var names []string
	for _, m := range Methods(Settings{}) {
		if !m.IsBaseline {
			names = append(names, m.Name)
		}
	}
	return names
}

// Units are the paragraphs as methods see them.
func Units(paragraphs []Paragraph) []method.Unit {
	units := make([]method.Unit, len(paragraphs))
	for i, p := range paragraphs {
		units[i] = method.Unit{Words: p.Words, Bytes: p.Span.End - p.Span.Start, Terms: make([]method.Count, len(p.Terms))}
		for k, t := range p.Terms {
			units[i].Terms[k] = method.Count{Term: t.Term, Count: t.Count}
		}
	}
	return units
}

// ofUnits is the other way about, as far as a curve needs it.
func ofUnits(units []method.Unit) []Paragraph {
	paragraphs := make([]Paragraph, len(units))
	for i, u := range units {
		paragraphs[i].Words = u.Words
		for _, t := range u.Terms {
			paragraphs[i].Terms = append(paragraphs[i].Terms, TermCount{Term: t.Term, Count: t.Count})
		}
	}
	return paragraphs
}

// Lines are the units of a text that has one in each line, with all that stands in it:
// how collections of texts to evaluate methods with are written. A line may have no words.
func Lines(lines []string, s Settings) []method.Unit {
	paragraphs := make([]Paragraph, len(lines))
	c := counter{language: language.ByCode(s.Language), settings: &s}
	for i, line := range lines {
		c.text, c.format = line, markup.PlainText
		whole := markup.Span{End: len(line)}
		paragraphs[i] = c.count(markup.Block{Kind: markup.Paragraph, Span: whole, Runs: []markup.Run{{whole}}})
	}
	return Units(paragraphs)
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

// measure is the curve of the document's method. Of a segmenter that has none it is the
// paper's, for whoever wants to look.
func (d *Document) measure() []float64 {
	if m := MethodOf(d.Settings); d.Settings.Method != MethodPaper && m.Curve != nil {
		return m.Curve(Units(d.paragraphs))
	}
	return similarityCurve(d.paragraphs, &d.Settings)
}

// decided are the constraints under which the paragraphs are divided. Where the method
// finds the segments itself they decide nearly every gap, and there is little left to
// choose.
func (d *Document) decided() []fragment.Constraint {
	m := MethodOf(d.Settings)
	if m.Segment == nil {
		return d.constraints
	}
	decided := slices.Clone(d.constraints)
	first := 0
	for _, b := range append(m.Divide(Units(d.paragraphs), d.goal()).Boundaries, len(d.paragraphs)) {
		words := 0
		for _, p := range d.paragraphs[first:b] {
			words += p.Words
		}
		// A method that does not know of limits leaves what is too long to the programme.
		isFree := d.Settings.MaxWords > 0 && words > d.Settings.MaxWords
		for g := first; g < b-1; g++ {
			if decided[g] == fragment.Free && !isFree {
				decided[g] = fragment.NoBreak
			}
		}
		if b < len(d.paragraphs) && decided[b-1] == fragment.Free {
			decided[b-1] = fragment.Break
		}
		first = b
	}
	return decided
}

// goal is what the document's settings and constraints say of the division.
func (d *Document) goal() method.Goal {
	g := d.Settings.Goal()
	g.Words, g.Constraints = float64(d.Settings.PreferredWords), d.constraints
	return g
}

// Confidence is how probable it is, for each gap, that a careful reader would see a
// boundary there: 0 to 1, and nil where the method cannot tell. It is worked out when it
// is asked for.
func (d *Document) Confidence() []float64 {
	if m := MethodOf(d.Settings); m.Segment != nil {
		return m.Divide(Units(d.Paragraphs()), d.goal()).Confidence
	}
	return nil
}

package answer

import (
	"slices"

	"github.com/segls/segls/analysis"
)

// Figure is what `segls curve --format json` writes: words counted from the
// start of the text, lines from 1.
type Figure struct {
	Path     string    `json:"path"`
	Markup   string    `json:"markup,omitempty"` // of a single text
	Files    []File    `json:"files,omitempty"`  // of a work, in their order
	Headings []Heading `json:"headings"`
	Curves   []Curve   `json:"curves"` // the first under the settings of the command
}

// Heading is a heading of a [Figure].
type Heading struct {
	Path  string `json:"path,omitempty"` // of a file of a work
	Word  int    `json:"word"`           // words of the first curve before the heading
	Cell  int    `json:"cell,omitempty"`
	Line  int    `json:"line"`
	Level int    `json:"level"`
	Title string `json:"title"`
}

// Curve is the texts of a [Figure] under one choice of settings.
type Curve struct {
	Label      string         `json:"label"` // the settings in which the curves differ
	Settings   map[string]any `json:"settings"`
	Words      int            `json:"words"`
	Gaps       []Point        `json:"gaps"`
	Statistics Statistics     `json:"statistics"`
}

// Point is a gap of a [Curve].
type Point struct {
	Gap
	Path string `json:"path,omitempty"` // of a file of a work
	Word int    `json:"word"`           // words before the gap
	Cell int    `json:"cell,omitempty"` // of a notebook
	Line int    `json:"line"`           // of the paragraph after it
}

// Labelled is texts that are drawn as one curve.
type Labelled struct {
	Label string
	Texts []Text
}

// FigureOf is the curves of the same texts under several settings; there is at least one.
func FigureOf(title string, curves ...Labelled) Figure {
	texts := curves[0].Texts
	f := Figure{Path: title, Markup: texts[0].Format.Name, Headings: []Heading{}}
	path := func(Text) string { return "" }
	if len(texts) > 1 {
		path = func(t Text) string { return t.Path }
		f.Markup = ""
		for _, t := range texts {
			f.Files = append(f.Files, fileOf(t))
		}
	}
	for _, m := range Marks(texts) {
		at := analysis.PlaceOf(m.In.Document, m.Span.Start)
		f.Headings = append(f.Headings, Heading{path(m.In), m.Word, at.Cell, at.Line, m.Level, m.Title})
	}
	for _, c := range curves {
		f.Curves = append(f.Curves, curveOf(c, path))
	}
	return f
}

func curveOf(l Labelled, path func(Text) string) Curve {
	settings := l.Texts[0].Settings
	c := Curve{Label: l.Label, Settings: analysis.Declared.Map(&settings), Gaps: []Point{}}
	var lengths []int
	for _, t := range l.Texts {
		c.Gaps = slices.Grow(c.Gaps, len(t.Curve()))
		for gap := range gapsOf(t.Document) {
			c.Words += t.Paragraphs()[gap.After-1].Words
			at := After(t.Document, gap.After-1)
			c.Gaps = append(c.Gaps, Point{gap, path(t), c.Words, at.Cell, at.Line})
		}
		if last := len(t.Paragraphs()) - 1; last >= 0 {
			c.Words += t.Paragraphs()[last].Words
		}
		for _, f := range t.Fragments() {
			lengths = append(lengths, f.Words)
		}
	}
	c.Statistics = StatisticsOf(lengths, l.Texts[0].Preferred())
	return c
}

// Mark is a heading, the text that it stands in, and the words of all texts before it.
type Mark struct {
	In Text
	analysis.Section
	Word int
}

// Marks are the headings of texts, in their order.
func Marks(texts []Text) []Mark {
	var marks []Mark
	words := 0
	for _, t := range texts {
		p := 0
		for _, s := range t.Sections() {
			for ; p < len(t.Paragraphs()) && t.Paragraphs()[p].Span.Start < s.Span.Start; p++ {
				words += t.Paragraphs()[p].Words
			}
			marks = append(marks, Mark{t, s, words})
		}
		for ; p < len(t.Paragraphs()); p++ {
			words += t.Paragraphs()[p].Words
		}
	}
	return marks
}

// After is where the paragraph after a gap begins.
func After(d *analysis.Document, gap int) analysis.Place {
	return analysis.PlaceOf(d, d.Paragraph(gap+1).Span.Start)
}

package answer

import (
	"iter"
	"slices"

	"github.com/segls/segls/analysis"
)

// Figure is the output of `segls curve --format json`. Words are counted from the start of the text, and lines from 1.
type Figure = GenericFigure[[]CurvePoint]

// GenericFigure is a [Figure] with another type for lists of gaps, like [GenericDocument].
type GenericFigure[G any] struct {
	Path     string     `json:"path"`
	Markup   string     `json:"markup,omitempty"` // of a single text
	Files    []File     `json:"files,omitempty"`  // of a work, in their order
	Headings []Heading  `json:"headings"`
	Curves   []Curve[G] `json:"curves"` // the first has the settings of the command
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

// Curve holds the texts of a [Figure] under one choice of settings.
type Curve[G any] struct {
	Label      string         `json:"label"` // the settings in which the curves differ
	Settings   map[string]any `json:"settings"`
	Words      int            `json:"words"`
	Gaps       G              `json:"gaps"`
	Statistics Statistics     `json:"statistics"`
}

// CurvePoint is a gap of a [Curve].
type CurvePoint struct {
	Gap
	Path string `json:"path,omitempty"` // of its file, in a work
	Word int    `json:"word"`           // words before the gap
	Cell int    `json:"cell,omitempty"` // of a notebook
	Line int    `json:"line"`           // of the paragraph after it
}

// LabelledTexts holds texts that are drawn as one curve.
type LabelledTexts struct {
	Label string
	Texts []Text
}

// FigureOf returns a figure of the same texts under one or more settings.
func FigureOf(title string, curves ...LabelledTexts) Figure {
	return FigureWithLists(title, func(gaps iter.Seq[CurvePoint]) []CurvePoint { return slices.AppendSeq([]CurvePoint{}, gaps) }, curves...)
}

// FigureWithLists returns a figure with the given type for lists of gaps.
func FigureWithLists[G any](title string, listed func(gaps iter.Seq[CurvePoint]) G, curves ...LabelledTexts) GenericFigure[G] {
	texts := curves[0].Texts
	f := GenericFigure[G]{Path: title, Markup: texts[0].Format.Name, Headings: []Heading{}}
	path := func(Text) string { return "" }
	if len(texts) > 1 {
		path = func(t Text) string { return t.Path }
		f.Markup = ""
		for _, t := range texts {
			f.Files = append(f.Files, fileOf(t))
		}
	}
	for _, m := range HeadingMarks(texts) {
		at := m.In.Document.Position(m.Span.Start)
		f.Headings = append(f.Headings, Heading{path(m.In), m.Word, at.Cell, at.Line, m.Level, m.Title})
	}
	for _, c := range curves {
		f.Curves = append(f.Curves, curveOf(c, listed, path))
	}
	return f
}

func curveOf[G any](l LabelledTexts, listed func(iter.Seq[CurvePoint]) G, path func(Text) string) Curve[G] {
	settings := l.Texts[0].Settings
	c := Curve[G]{Label: l.Label, Settings: analysis.DeclaredSettings.Map(&settings), Gaps: listed(pointsOf(l.Texts, path))}
	var lengths []int
	for _, t := range l.Texts {
		c.Words += t.Words()
		for i := range t.Document.NumFragments() {
			lengths = append(lengths, t.Fragment(i).Words)
		}
	}
	c.Statistics = StatisticsOf(lengths, l.Texts[0].Preferred())
	return c
}

// pointsOf yields the gaps of texts.
func pointsOf(texts []Text, path func(Text) string) iter.Seq[CurvePoint] {
	return func(yield func(CurvePoint) bool) {
		words := 0
		for _, t := range texts {
			gap, before := newGapFunc(t.Document), -1
			for p := range t.Document.AllParagraphs() {
				at := t.Document.Position(p.Span.Start)
				if before >= 0 && !yield(CurvePoint{gap(before), path(t), words, at.Cell, at.Line}) {
					return
				}
				words += p.Words
				before++
			}
		}
	}
}

// HeadingMark is a heading in a text, with the number of words before it in all texts.
type HeadingMark struct {
	In Text
	analysis.Section
	Word int
}

// HeadingMarks returns the headings of texts, in their order.
func HeadingMarks(texts []Text) []HeadingMark {
	var marks []HeadingMark
	words := 0
	for _, t := range texts {
		sections := t.Sections()
		mark := func() {
			marks = append(marks, HeadingMark{t, sections[0], words})
			sections = sections[1:]
		}
		for p := range t.Document.AllParagraphs() {
			for len(sections) > 0 && sections[0].Span.Start <= p.Span.Start {
				mark()
			}
			words += p.Words
		}
		for len(sections) > 0 {
			mark()
		}
	}
	return marks
}

// PositionAfterGap returns the start of the paragraph after a gap.
func PositionAfterGap(d *analysis.Document, gap int) analysis.Position {
	return d.Position(d.Paragraph(gap + 1).Span.Start)
}

package answer

import (
	"iter"
	"slices"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/fragment"
)

// Document is what `segls fragment --format json` writes: offsets in bytes of the file, the
// end exclusive, lines from 1; in a notebook lines of a cell, and cells from 1.
type Document struct {
	Path       string         `json:"path"`
	Markup     string         `json:"markup"`
	Language   string         `json:"language"`
	Words      int            `json:"words"`
	Target     int            `json:"target"` // of a fragment; what auto comes to
	Settings   map[string]any `json:"settings"`
	Paragraphs []Paragraph    `json:"paragraphs"`
	Gaps       []Gap          `json:"gaps"`
	Fragments  []Fragment     `json:"fragments"`
	Statistics Statistics     `json:"statistics"`
}

// Paragraph is a paragraph of a [Document].
type Paragraph struct {
	Start int `json:"start"`
	End   int `json:"end"`
	Cell  int `json:"cell,omitempty"`
	Line  int `json:"line"`
	Words int `json:"words"`
}

// Gap is the place between two paragraphs.
type Gap struct {
	After      int     `json:"after"`      // paragraphs before the gap
	Similarity float64 `json:"similarity"` // as it was charged
	Boundary   bool    `json:"boundary"`
	Constraint *string `json:"constraint"` // "heading", "break", "no-break" or null
	// Confidence is how probable a boundary is here, where the method can tell.
	Confidence *float64 `json:"confidence,omitempty"`
	// VanishesAt is the preferred length at which there would be no boundary here.
	VanishesAt int `json:"vanishes-at,omitempty"`
}

// Fragment is a fragment of a [Document].
type Fragment struct {
	Start      int      `json:"start"`
	End        int      `json:"end"`
	Cell       int      `json:"cell,omitempty"`
	Line       int      `json:"line"`
	Paragraphs int      `json:"paragraphs"`
	Words      int      `json:"words"`
	Terms      []string `json:"terms"`
	Title      string   `json:"title"`
	TitleKind  string   `json:"title-kind"` // what it is made of: given, phrase, first-words, none
}

// Statistics are the lengths of fragments in words.
type Statistics struct {
	Average   float64 `json:"average"`
	Min       int     `json:"min"`
	Max       int     `json:"max"`
	Deviation float64 `json:"deviation"` // mean distance from the preferred length
}

// StatisticsOf are the lengths of fragments of so many words.
func StatisticsOf(words []int, preferred int) Statistics {
	return statistics(fragment.Measure(words, float64(preferred)))
}

func statistics(l fragment.Lengths) Statistics {
	return Statistics{l.Average, l.Min, l.Max, l.Deviation}
}

// DocumentOf is all that is found in a text.
func DocumentOf(path string, d *analysis.Document) Document {
	j := Document{
		Path: path, Markup: d.Format.Name, Language: d.Language.Code, Words: d.Words(), Target: d.Preferred(), Settings: analysis.Declared.Map(&d.Settings),
		Paragraphs: make([]Paragraph, len(d.Paragraphs())), Gaps: slices.AppendSeq(make([]Gap, 0, len(d.Curve())), gapsOf(d)), Fragments: make([]Fragment, len(d.Fragments())),
		Statistics: statistics(analysis.Lengths(d)),
	}
	for i, p := range d.Paragraphs() {
		from, to := analysis.PlaceOf(d, p.Span.Start), analysis.PlaceOf(d, p.Span.End)
		j.Paragraphs[i] = Paragraph{from.Offset, to.Offset, from.Cell, from.Line, p.Words}
	}
	d.Describe()
	for i, f := range d.Fragments() {
		title := f.Title()
		from, to := analysis.PlaceOf(d, f.Span.Start), analysis.PlaceOf(d, f.Span.End)
		j.Fragments[i] = Fragment{from.Offset, to.Offset, from.Cell, from.Line, f.End - f.First, f.Words, f.Terms(), title.Text, string(title.Kind)}
	}
	return j
}

// gapsOf yields the gaps of a text.
func gapsOf(d *analysis.Document) iter.Seq[Gap] {
	return func(yield func(Gap) bool) {
		confidence := d.Confidence()
		for g, similarity := range d.Curve() {
			gap := d.Gap(g)
			told := Gap{After: g + 1, Similarity: similarity, Boundary: gap.IsBoundary}
			if gap.IsBoundary {
				told.VanishesAt = analysis.VanishesAt(d, g)
			}
			if c := string(gap.Constraint); c != "" {
				told.Constraint = &c
			}
			if confidence != nil {
				told.Confidence = &confidence[g]
			}
			if !yield(told) {
				return
			}
		}
	}
}

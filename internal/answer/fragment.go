package answer

import (
	"iter"
	"slices"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/fragment"
)

// Document is the output of `segls fragment --format json`. Offsets are bytes of the file, ends are exclusive, and lines are counted from
// 1; in a notebook, cells are counted from 1, and lines within their cell.
type Document = GenericDocument[[]Paragraph, []Gap, []Fragment]

// GenericDocument is a [Document] with other types for its lists, for code that only writes them and does not hold them in memory.
type GenericDocument[P, G, F any] struct {
	Path       string         `json:"path"`
	Markup     string         `json:"markup"`
	Language   string         `json:"language"`
	Words      int            `json:"words"`
	Target     int            `json:"target"` // preferred length of a fragment in words, also with auto
	Settings   map[string]any `json:"settings"`
	Paragraphs P              `json:"paragraphs"`
	Gaps       G              `json:"gaps"`
	Fragments  F              `json:"fragments"`
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
	Similarity float64 `json:"similarity"` // see [analysis.Document.Curve]
	Boundary   bool    `json:"boundary"`
	Constraint *string `json:"constraint"` // "heading", "scene-break", "break", "no-break" or null
	// Confidence is the probability of a boundary, if the method can estimate it.
	Confidence *float64 `json:"confidence,omitempty"`
	// VanishesAt is the shortest preferred length at which there would be no boundary here.
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
	TitleKind  string   `json:"title-kind"` // origin of the title: given, phrase, first-words, none
}

// Statistics describes the lengths of fragments in words.
type Statistics struct {
	Average   float64 `json:"average"`
	Min       int     `json:"min"`
	Max       int     `json:"max"`
	Deviation float64 `json:"deviation"` // mean distance from the preferred length
}

// StatisticsOf returns the statistics of fragments with these numbers of words.
func StatisticsOf(words []int, preferred int) Statistics {
	return statistics(fragment.Measure(words, float64(preferred)))
}

func statistics(l fragment.Lengths) Statistics {
	return Statistics{l.Average, l.Min, l.Max, l.Deviation}
}

// DocumentOf returns the document for a text.
func DocumentOf(path string, d *analysis.Document) Document {
	paragraphs := slices.AppendSeq(make([]Paragraph, 0, d.NumParagraphs()), ParagraphsOf(d))
	gaps := slices.AppendSeq(make([]Gap, 0, len(d.Curve())), GapsOf(d))
	fragments := slices.AppendSeq(make([]Fragment, 0, d.NumFragments()), FragmentsOf(d))
	return DocumentWithLists(path, d, paragraphs, gaps, fragments)
}

// DocumentWithLists returns the document for a text, with the given lists of its paragraphs, gaps and fragments.
func DocumentWithLists[P, G, F any](path string, d *analysis.Document, paragraphs P, gaps G, fragments F) GenericDocument[P, G, F] {
	return GenericDocument[P, G, F]{
		Path: path, Markup: d.Format.Name, Language: d.Language.Code, Words: d.Words(), Target: d.Preferred(), Settings: analysis.DeclaredSettings.Map(&d.Settings),
		Paragraphs: paragraphs, Gaps: gaps, Fragments: fragments, Statistics: statistics(d.Lengths()),
	}
}

// ParagraphsOf yields the paragraphs of a text.
func ParagraphsOf(d *analysis.Document) iter.Seq[Paragraph] {
	return func(yield func(Paragraph) bool) {
		for p := range d.AllParagraphs() {
			from, to := d.Position(p.Span.Start), d.Position(p.Span.End)
			if !yield(Paragraph{from.Offset, to.Offset, from.Cell, from.Line, p.Words}) {
				return
			}
		}
	}
}

// FragmentsOf yields the fragments of a text.
func FragmentsOf(d *analysis.Document) iter.Seq[Fragment] {
	return func(yield func(Fragment) bool) {
		d.DescribeWithTitles()
		for i := range d.NumFragments() {
			f := d.Fragment(i)
			title := f.Title()
			from, to := d.Position(f.Span.Start), d.Position(f.Span.End)
			if !yield(Fragment{from.Offset, to.Offset, from.Cell, from.Line, f.End - f.First, f.Words, f.Terms(), title.Text, string(title.Kind)}) {
				return
			}
		}
	}
}

// GapsOf yields the gaps of a text.
func GapsOf(d *analysis.Document) iter.Seq[Gap] {
	return func(yield func(Gap) bool) {
		gap := newGapFunc(d)
		for g := range d.Curve() {
			if !yield(gap(g)) {
				return
			}
		}
	}
}

// newGapFunc returns a function that describes a gap of a text.
func newGapFunc(d *analysis.Document) func(g int) Gap {
	curve, confidence, explainer := d.Curve(), d.Confidence(), d.Explainer()
	return func(g int) Gap {
		gap := d.Gap(g)
		told := Gap{After: g + 1, Similarity: curve[g], Boundary: gap.IsBoundary}
		if gap.IsBoundary {
			told.VanishesAt = explainer.VanishesAt(g)
		}
		if c := string(gap.Constraint); c != "" {
			told.Constraint = &c
		}
		if confidence != nil {
			told.Confidence = &confidence[g]
		}
		return told
	}
}

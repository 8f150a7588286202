package command

import (
	"context"
	"slices"
	"sort"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/restructure"
)

// checkIndex returns i, or the error [restructure.ErrGone] if i is negative.
func checkIndex(i int) (int, error) {
	if i < 0 {
		return 0, restructure.ErrGone
	}
	return i, nil
}

// placeIn returns the place in a text that ToID and Side of the argument name. For a section it is before or after another section, or
// at the end of one; for a fragment it is before or after another fragment, or at the end of a section. Without ToID it is the end of
// the text. Without a side it is before a fragment, or at the end of a section.
func (a Argument) placeIn(d *analysis.Document, isSection bool) (restructure.Place, error) {
	if a.ToID == "" {
		return restructure.Place{}, nil
	}
	fragment, section := restructure.FragmentByID(d, a.ToID), restructure.SectionByID(d, a.ToID)
	switch {
	case fragment >= 0 && !isSection && a.Side == sideAfter:
		return restructure.After.PlaceBeside(fragment), nil
	case fragment >= 0 && !isSection:
		return restructure.Before.PlaceBeside(fragment), nil
	case section < 0:
		return restructure.Place{}, restructure.ErrGone
	case isSection && a.Side == sideBefore:
		return restructure.Before.PlaceBeside(section), nil
	case isSection && a.Side == sideAfter:
		return restructure.After.PlaceBeside(section), nil
	}
	return restructure.Under.PlaceBeside(section), nil
}

// FragmentNear returns the fragment at an offset, or -1. Blank lines belong to the fragment after them, because code lenses and marks
// of boundaries are shown there.
func FragmentNear(d *analysis.Document, offset int) int {
	at := offset
	for text := d.Text.String(); at < len(text) && isBlank(text[at]); at++ {
	}
	if i := restructure.FragmentAt(d, at); i >= 0 && d.Text.LineAt(offset) != d.Text.LineAt(at) {
		if start := d.Text.Trim(d.Fragments()[i].Span).Start; start == at && d.Text.Trim(d.Text.Line(d.Text.LineAt(offset))).Len() == 0 {
			return i
		}
	}
	return restructure.FragmentAt(d, offset)
}

func isBlank(c byte) bool { return c == ' ' || c == '\t' || c == '\n' || c == '\r' }

// ParagraphsTouched returns the paragraphs [first, end) that a span overlaps.
func ParagraphsTouched(d *analysis.Document, span markup.Span) (first, end int) {
	p := d.Paragraphs()
	first = sort.Search(len(p), func(i int) bool { return p[i].Span.End > span.Start })
	end = first + sort.Search(len(p)-first, func(i int) bool { return p[first+i].Span.Start >= max(span.End, span.Start+1) })
	return first, end
}

// selectAsFragment returns a document in which the paragraphs [first, end) are one fragment, and the index of that fragment.
func selectAsFragment(d *analysis.Document, first, end int) (*analysis.Document, int, error) {
	if first >= end {
		return nil, 0, sentence.New("There is no paragraph here.")
	}
	if s := d.Settings; s.MinWords > 0 || s.MaxWords > 0 { // limits would override the selection
		s.MinWords, s.MaxWords = 0, 0
		unlimited, err := d.With(context.Background(), s, analysis.SettingNames...) // this context is never cancelled
		if err != nil {
			return nil, 0, err
		}
		d = unlimited
	}
	var starts []int
	for q := range d.Paragraphs() {
		if q <= first || q >= end {
			starts = append(starts, q)
		}
	}
	shown := d.WithFragmentsAt(starts)
	i := slices.IndexFunc(shown.Fragments(), func(f analysis.Fragment) bool { return f.First == first && f.End == end })
	if i < 0 {
		return nil, 0, sentence.New("There is a heading or a scene break among these paragraphs. Select paragraphs with neither between them.")
	}
	return shown, i, nil
}

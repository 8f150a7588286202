package answer

import (
	"encoding/json"
	"io"
	"iter"
	"unicode/utf8"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/chunk"
	"github.com/segls/segls/analysis/describe"
	"github.com/segls/segls/analysis/markup"
)

// Chunk is a line of what `segls fragment --format jsonl` writes. Start and end are where the text
// is in the file, the ends exclusive but for the last line; lines count from 1.
type Chunk struct {
	Path      string   `json:"path"`
	Index     int      `json:"index"`    // in the document, from 0
	Fragment  *int     `json:"fragment"` // that it is, or in which it begins, from 0; null if it is in none
	Start     int      `json:"start"`    // in bytes
	End       int      `json:"end"`
	StartChar int      `json:"start-char"` // in Unicode code points
	EndChar   int      `json:"end-char"`
	StartCell int      `json:"start-cell,omitempty"` // of a notebook, from 1
	EndCell   int      `json:"end-cell,omitempty"`
	StartLine int      `json:"start-line"`
	EndLine   int      `json:"end-line"`
	Words     int      `json:"words"`
	Chars     int      `json:"chars"`
	Tokens    *int     `json:"tokens,omitempty"` // under a limit in tokens
	Overlap   int      `json:"overlap"`          // bytes at its start that the one before has too
	CutBefore string   `json:"cut-between"`      // what it was cut between: scenes, fragments, paragraphs, … characters
	Terms     []string `json:"terms"`
	Title     string   `json:"title"`
	TitleKind string   `json:"title-kind"`         // what it is made of: given, phrase, first-words, none
	Section   []string `json:"section"`            // titles, the outermost first
	Headings  string   `json:"headings,omitempty"` // that the text begins with, if that was asked for
	Header    string   `json:"header,omitempty"`   // of the table in which it begins, if that was cut
	Text      string   `json:"text"`
}

// cutBetween says between what a chunk was cut from the one before it.
func cutBetween(d *analysis.Document, c chunk.Chunk) string {
	if c.Joint == chunk.BetweenFragments && c.Fragment >= 0 {
		if f := d.Fragments()[c.Fragment]; f.First > 0 && c.Span.Contains(d.Paragraph(f.First).Span.Start) && d.Gap(f.First-1).Constraint == analysis.ByScene {
			return "scenes"
		}
	}
	return c.Joint.String()
}

// ChunksOf yields the chunks of a text, which were cut under some limits.
func ChunksOf(path string, d *analysis.Document, limits chunk.Limits, chunks []chunk.Chunk) iter.Seq[Chunk] {
	return func(yield func(Chunk) bool) {
		d.DescribeWithTitles()
		at, chars := 0, 0 // the place in the text that was counted last
		for i, p := range chunks {
			if p.Span.Start >= at {
				chars += utf8.RuneCountInString(d.Text.Slice(markup.Span{Start: at, End: p.Span.Start}))
			} else {
				chars -= utf8.RuneCountInString(d.Text.Slice(markup.Span{Start: p.Span.Start, End: at}))
			}
			at = p.Span.Start
			text := d.Format.WithoutCellMarks(d.Text.Slice(p.Span))
			from, to := analysis.PlaceOf(d, p.Span.Start), analysis.PlaceOf(d, p.Span.End-1)
			told := Chunk{
				Path: path, Index: i, Terms: []string{}, TitleKind: string(describe.None),
				Start: from.Offset, End: analysis.PlaceOf(d, p.Span.End).Offset, StartChar: chars, EndChar: chars + utf8.RuneCountInString(text),
				StartCell: from.Cell, EndCell: to.Cell, StartLine: from.Line, EndLine: to.Line,
				Words: p.Words, Chars: p.Chars, Overlap: p.Overlap, CutBefore: cutBetween(d, p),
				Section: chunk.Path(d, p.Section), Headings: p.Headings, Header: d.Format.WithoutCellMarks(p.Header), Text: p.Headings + text,
			}
			if p.Fragment >= 0 {
				f := d.Fragments()[p.Fragment]
				title := f.Title()
				told.Fragment, told.Terms, told.Title, told.TitleKind = &chunks[i].Fragment, nonNilTerms(f.Terms()), title.Text, string(title.Kind)
			}
			if limits.Tokens != nil {
				told.Tokens = &chunks[i].Tokens
			}
			if !yield(told) {
				return
			}
		}
	}
}

// EncodeLine writes a value as JSON on a line of its own.
func EncodeLine(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}

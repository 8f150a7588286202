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

// Chunk is a line of the output of `segls fragment --format jsonl`. Starts and ends are places in
// the file; ends are exclusive except EndCell and EndLine, and lines are counted from 1.
type Chunk struct {
	Path      string   `json:"path"`
	Index     int      `json:"index"`    // in the document, from 0
	Fragment  *int     `json:"fragment"` // index of the fragment in which it begins; null if there is none
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
	Tokens    *int     `json:"tokens,omitempty"` // if there is a limit in tokens
	Overlap   int      `json:"overlap"`          // bytes at its start that it shares with the chunk before
	CutBefore string   `json:"cut-between"`      // the units at whose boundary it begins: scenes, fragments, paragraphs, … characters
	Terms     []string `json:"terms"`
	Title     string   `json:"title"`
	TitleKind string   `json:"title-kind"`         // origin of the title: given, phrase, first-words, none
	Section   []string `json:"section"`            // titles, the outermost first
	Headings  string   `json:"headings,omitempty"` // headings before the text, if requested
	Header    string   `json:"header,omitempty"`   // header of the table in which it begins, if the table was cut
	Text      string   `json:"text"`
}

// cutBetween returns the name of the units at whose boundary a chunk was cut off from the chunk before it.
func cutBetween(d *analysis.Document, c chunk.Chunk) string {
	if c.Joint == chunk.BetweenFragments && c.Fragment >= 0 {
		if f := d.Fragments()[c.Fragment]; f.First > 0 && c.Span.Contains(d.Paragraph(f.First).Span.Start) && d.Gap(f.First-1).Constraint == analysis.ByScene {
			return "scenes"
		}
	}
	return c.Joint.String()
}

// ChunksOf yields the chunks of a text, cut under the given limits.
func ChunksOf(path string, d *analysis.Document, limits chunk.Limits, chunks []chunk.Chunk) iter.Seq[Chunk] {
	return func(yield func(Chunk) bool) {
		d.DescribeWithTitles()
		at, chars := 0, 0 // chars is the number of characters before at
		for i, p := range chunks {
			if p.Span.Start >= at {
				chars += utf8.RuneCountInString(d.Text.Slice(markup.Span{Start: at, End: p.Span.Start}))
			} else {
				chars -= utf8.RuneCountInString(d.Text.Slice(markup.Span{Start: p.Span.Start, End: at}))
			}
			at = p.Span.Start
			text := d.Format.WithoutCellMarks(d.Text.Slice(p.Span))
			from, to := d.Position(p.Span.Start), d.Position(p.Span.End-1)
			told := Chunk{
				Path: path, Index: i, Terms: []string{}, TitleKind: string(describe.None),
				Start: from.Offset, End: d.Position(p.Span.End).Offset, StartChar: chars, EndChar: chars + utf8.RuneCountInString(text),
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

// EncodeLine writes a value as a line of JSON.
func EncodeLine(w io.Writer, value any) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	return encoder.Encode(value)
}

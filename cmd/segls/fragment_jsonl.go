package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/chunk"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/cmd/segls/console"
)

// chunkJSON is a line of what `segls fragment --format jsonl` writes. Start and end
// are where the text stands in the file, the ends exclusive but for the last line;
// lines count from 1.
type chunkJSON struct {
	Path      string   `json:"path"`
	Index     int      `json:"index"`    // in the document, from 0
	Fragment  int      `json:"fragment"` // that it is, or is a part of, from 0
	Start     int      `json:"start"`    // in bytes
	End       int      `json:"end"`
	StartChar int      `json:"start-char"` // in Unicode code points
	EndChar   int      `json:"end-char"`
	StartLine int      `json:"start-line"`
	EndLine   int      `json:"end-line"`
	Words     int      `json:"words"`
	Chars     int      `json:"chars"`
	Overlap   int      `json:"overlap"`     // bytes at its start that the one before has too
	CutBefore string   `json:"cut-between"` // what it was cut between: fragments, paragraphs, … characters
	Terms     []string `json:"terms"`
	Title     string   `json:"title"`
	TitleKind string   `json:"title-kind"` // what it is made of: given, phrase, first-words, none
	Section   []string `json:"section"`    // titles, the outermost first
	Text      string   `json:"text"`
}

// showChunks writes a document's chunks, and notes about limits that led to cuts
// inside paragraphs or could not be kept.
func showChunks(w, notes io.Writer, path string, d *analysis.Document, limits chunk.Limits) error {
	limits.MaxWords = d.Settings.MaxWords
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	chunks, cuts := chunk.Of(d, limits)
	d.Describe()
	at, chars := 0, 0 // the place in the text that was counted last
	for i, p := range chunks {
		if p.Span.Start >= at {
			chars += utf8.RuneCountInString(d.Text.Slice(markup.Span{Start: at, End: p.Span.Start}))
		} else {
			chars -= utf8.RuneCountInString(d.Text.Slice(markup.Span{Start: p.Span.Start, End: at}))
		}
		at = p.Span.Start
		f := d.Fragments()[p.Fragment]
		title := f.Title()
		err := encoder.Encode(chunkJSON{
			Path: path, Index: i, Fragment: p.Fragment,
			Start: p.Span.Start, End: p.Span.End, StartChar: chars, EndChar: chars + p.Chars,
			StartLine: d.Text.LineAt(p.Span.Start) + 1, EndLine: d.Text.LineAt(p.Span.End-1) + 1,
			Words: p.Words, Chars: p.Chars, Overlap: p.Overlap, CutBefore: p.Joint.String(),
			Terms: append([]string{}, f.Terms()...), Title: title.Text, TitleKind: string(title.Kind), Section: sectionPath(d, f.Section), Text: d.Text.Slice(p.Span),
		})
		if err != nil {
			return err
		}
		if own := p.Words - p.Repeated; own < d.Settings.MinWords {
			note(notes, path, d, p.Span.Start+p.Overlap, "%s, fewer than min-words (%d)", console.Count(own, "word"), d.Settings.MinWords)
		}
	}
	for _, x := range cuts {
		if limits.MaxWords > 0 && x.Words > limits.MaxWords {
			note(notes, path, d, x.Span.Start, "cut between %v into %d: %d words, more than max-words (%d)", x.Joint, x.Chunks, x.Words, limits.MaxWords)
		} else {
			note(notes, path, d, x.Span.Start, "cut between %v into %d: %d characters, more than max-chars (%d)", x.Joint, x.Chunks, x.Chars, limits.MaxChars)
		}
	}
	return nil
}

func note(w io.Writer, path string, d *analysis.Document, offset int, format string, a ...any) {
	fmt.Fprintf(w, "segls: %s:%d: %s\n", path, d.Text.LineAt(offset)+1, fmt.Sprintf(format, a...))
}

// sectionPath is the titles of a section and those that it is a part of, the outermost first;
// of -1 it is empty.
func sectionPath(d *analysis.Document, section int) []string {
	path := []string{}
	for ; section >= 0; section = d.Sections()[section].Parent {
		path = append(path, strings.TrimSpace(d.Sections()[section].Title))
	}
	slices.Reverse(path)
	return path
}

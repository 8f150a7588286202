package main

import (
	"fmt"
	"io"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/chunk"
	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
)

// showChunks writes a document's chunks, and notes about limits that led to cuts
// inside paragraphs or could not be kept.
func showChunks(w, notes io.Writer, path string, d *analysis.Document, limits chunk.Limits) error {
	chunks, cuts, err := chunk.Of(d, limits)
	if err != nil {
		return err
	}
	for told := range answer.ChunksOf(path, d, limits, chunks) {
		if err := answer.EncodeLine(w, told); err != nil {
			return err
		}
	}
	for _, p := range chunks {
		if own := p.Words - p.Repeated; own < limits.MinWords {
			printNote(notes, path, d, p.Span.Start+p.Overlap, "%s, fewer than min-words (%d)", console.Count(own, "word"), limits.MinWords)
		}
		if p.Tokens < limits.MinTokens {
			printNote(notes, path, d, p.Span.Start+p.Overlap, "%s, fewer than min-tokens (%d)", console.Count(p.Tokens, "token"), limits.MinTokens)
		}
	}
	for _, x := range cuts {
		what := ""
		switch {
		case limits.MaxWords > 0 && x.Words > limits.MaxWords:
			what = fmt.Sprintf("%d words, more than max-words (%d)", x.Words, limits.MaxWords)
		case limits.MaxChars > 0 && x.Chars > limits.MaxChars:
			what = fmt.Sprintf("%d characters, more than max-chars (%d)", x.Chars, limits.MaxChars)
		default:
			what = fmt.Sprintf("%d tokens, too many for max-tokens (%d)", x.Tokens, limits.MaxTokens)
		}
		printNote(notes, path, d, x.Span.Start, "cut between %v into %d: %s", x.Joint, x.Chunks, what)
	}
	return nil
}

func printNote(w io.Writer, path string, d *analysis.Document, offset int, format string, a ...any) {
	fmt.Fprintf(w, "segls: %s:%s: %s\n", path, analysis.PlaceOf(d, offset).Short(), fmt.Sprintf(format, a...))
}

package main

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/chunk"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
)

// showChunks writes a document's chunks, and notes about passages that were cut and minimums that could not be kept.
func showChunks(w, notes io.Writer, path string, d *analysis.Document, limits chunk.Limits, left *omittedCounts) error {
	chunks, cuts, err := chunk.Of(d, limits)
	if err != nil {
		return err
	}
	for out := range answer.ChunksOf(path, d, limits, chunks) {
		if err := answer.EncodeLine(w, out); err != nil {
			return err
		}
	}
	if !limits.ProseOnly {
		left.add(d, chunk.LeftOut(d, chunks))
	}
	for _, p := range chunks {
		if own := p.Words - p.Repeated; own < limits.MinWords {
			printNote(notes, path, d, p.Span.Start+p.Overlap, "%s, fewer than min-words (%d)", console.FormatCount(own, "word"), limits.MinWords)
		}
		if own := p.Chars - utf8.RuneCountInString(d.Text.Slice(markup.Span{Start: p.Span.Start, End: p.Span.Start + p.Overlap})); own < limits.MinChars {
			printNote(notes, path, d, p.Span.Start+p.Overlap, "%s, fewer than min-chars (%d)", console.FormatCount(own, "character"), limits.MinChars)
		}
		if p.Tokens < limits.MinTokens {
			printNote(notes, path, d, p.Span.Start+p.Overlap, "%s, fewer than min-tokens (%d)", console.FormatCount(p.Tokens, "token"), limits.MinTokens)
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
	fmt.Fprintf(w, "segls: %s:%s: %s\n", path, d.Position(offset).Short(), fmt.Sprintf(format, a...))
}

// omittedCounts counts the blocks that are in no chunk.
type omittedCounts struct {
	sync.Mutex
	counts [markup.OmittedMark + 1]int
	chars  int
}

// leftOutNouns name the kinds of blocks that are left out, in the singular and plural.
var leftOutNouns = [...][2]string{
	markup.OmittedHeading: {"heading", "headings"}, markup.OmittedFrontMatter: {"front matter", "front matter"}, markup.OmittedPreamble: {"preamble", "preamble"},
	markup.OmittedComment: {"comment", "comments"}, markup.OmittedDirective: {"directive to segls", "directives to segls"},
	markup.OmittedMaker:  {"table of contents or include", "tables of contents or includes"},
	markup.OmittedTarget: {"link target", "link targets"}, markup.OmittedAttributes: {"line of attributes", "lines of attributes"},
	markup.OmittedLink: {"link definition", "link definitions"}, markup.OmittedOff: {"passage that is turned off", "passages that are turned off"},
	markup.OmittedMark: {"lone rule or tag", "lone rules or tags"},
}

func (l *omittedCounts) add(d *analysis.Document, omitted []markup.Omitted) {
	l.Lock()
	defer l.Unlock()
	for _, o := range omitted {
		l.counts[o.Kind]++
		l.chars += utf8.RuneCountInString(d.Text.Slice(o.Span))
	}
}

// String describes the blocks left out, or returns "" if there are none.
func (l *omittedCounts) String() string {
	var list []string
	for kind, n := range l.counts {
		switch noun := leftOutNouns[kind]; {
		case n == 0:
		case noun[0] == noun[1]:
			list = append(list, noun[0])
		case n == 1:
			list = append(list, "1 "+noun[0])
		default:
			list = append(list, fmt.Sprintf("%d %s", n, noun[1]))
		}
	}
	if len(list) == 0 {
		return ""
	}
	return fmt.Sprintf("Left out: %s (%s).", strings.Join(list, ", "), console.FormatCount(l.chars, "character"))
}

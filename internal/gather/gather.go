package gather

import (
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/restructure"
)

// Text is a text made of pieces.
type Text struct {
	Text string

	// Pieces holds the places of the pieces in their files, in the order of the text.
	Pieces []rearrange.Passage

	// Documents holds the files of the work, by path. This package sets it.
	Documents map[string]*analysis.Document
}

// MarkLines returns the lines of the marks of the pieces, counted from 0.
func (t Text) MarkLines() (lines []int) {
	key := ""
	for i, line := range strings.Split(t.Text, "\n") {
		if m := markLine.FindStringSubmatch(line); m != nil && (key == "" || key == m[3]) {
			key = m[3]
			lines = append(lines, i)
		}
	}
	return lines
}

// Gather returns the text of passages, in their order. Each is extended by [restructure.StandaloneSpan]; those that overlap become one.
func Gather(w rearrange.Work, passages ...rearrange.Passage) (Text, error) {
	var pieces []rearrange.Passage
	for _, p := range passages {
		d := w.Documents[p.Path]
		switch {
		case d == nil:
			return Text{}, sentence.New("%s cannot be read.", p.Path)
		case d.IsNotebook():
			return Text{}, sentence.New("%s is a notebook, whose cells cannot be gathered.", p.Path)
		case !utf8.ValidString(d.Text.String()):
			return Text{}, sentence.New("%s is not in UTF-8, so it cannot be gathered.", p.Path)
		}
		span, err := restructure.StandaloneSpan(d, p.Span)
		if err != nil {
			return Text{}, sentence.New("%s: %s", p.Path, err)
		}
		pieces = addMerged(pieces, rearrange.Passage{Path: p.Path, Span: withoutBlankLines(d.Text.String(), span)})
	}
	if len(pieces) == 0 {
		return Text{}, sentence.New("There is nothing to gather.")
	}
	numbers := make([]int, len(pieces))
	for i := range numbers {
		numbers[i] = i + 1
	}
	return compose(w, pieces, numbers, newKey(w, pieces)), nil
}

// addMerged adds a piece, merged with those that it overlaps.
func addMerged(pieces []rearrange.Passage, p rearrange.Passage) []rearrange.Passage {
	at := len(pieces)
	for i := 0; i < len(pieces); i++ {
		other := pieces[i]
		if other.Path != p.Path || other.Span.End <= p.Span.Start || p.Span.End <= other.Span.Start {
			continue
		}
		p.Span = markup.Span{Start: min(p.Span.Start, other.Span.Start), End: max(p.Span.End, other.Span.End)}
		pieces = slices.Delete(pieces, i, i+1)
		at, i = min(at, i), -1
	}
	return slices.Insert(pieces, min(at, len(pieces)), p)
}

// newKey returns a key that occurs in no file of the pieces. It depends on the place and text of each piece, so that other pieces get another
// key, except by chance.
func newKey(w rearrange.Work, pieces []rearrange.Passage) string {
	sum := fnv.New64a()
	for _, p := range pieces {
		fmt.Fprintln(sum, p.Path, p.Span.Start, w.Documents[p.Path].Text.Slice(p.Span))
	}
	const letters = "bcdfghjkmnpqrstvwxz23456789" // without vowels, so that it is no word
	for {
		key, n := "", sum.Sum64()
		for range 4 {
			key += string(letters[n%uint64(len(letters))])
			n /= uint64(len(letters))
		}
		isIn := func(p rearrange.Passage) bool {
			return strings.Contains(p.Path, key) || strings.Contains(w.Documents[p.Path].Text.String(), key)
		}
		if !slices.ContainsFunc(pieces, isIn) {
			return key
		}
		fmt.Fprintln(sum, key)
	}
}

// compose returns a text made of pieces as they are in their files.
func compose(w rearrange.Work, pieces []rearrange.Passage, numbers []int, key string) Text {
	var b strings.Builder
	for i, p := range pieces {
		if i > 0 {
			b.WriteByte('\n')
		}
		d := w.Documents[p.Path]
		b.WriteString(mark{numbers[i], nameOf(d, p), key}.String() + "\n")
		if text := withLF(d.Text.Slice(p.Span)); text != "" {
			b.WriteString("\n" + text + "\n")
		}
	}
	return Text{b.String(), pieces, w.Documents}
}

// nameOf returns the name of a piece in its mark: its file, and the sections that it is in or begins.
func nameOf(d *analysis.Document, p rearrange.Passage) string {
	at := restructure.SectionAt(d, p.Span.Start)
	var titles []string
	for at >= 0 {
		titles = append(titles, d.Sections()[at].Title)
		at = d.Sections()[at].Parent
	}
	slices.Reverse(titles)
	return strings.Join(strings.Fields(strings.Join(slices.Concat([]string{p.Path}, titles), betweenTitles)), " ")
}

// withLF returns a text with LF in place of each line terminator.
func withLF(text string) string {
	if !strings.Contains(text, "\r") {
		return text
	}
	return strings.ReplaceAll(strings.ReplaceAll(text, "\r\n", "\n"), "\r", "\n")
}

const whiteSpace = " \t\n\v\f\r"

func isBlank(line string) bool { return strings.Trim(line, whiteSpace) == "" }

// withoutBlankLines returns a span without the blank lines at either end.
func withoutBlankLines(text string, span markup.Span) markup.Span {
	source := text[span.Start:span.End]
	said := strings.TrimLeft(source, whiteSpace)
	span.Start += strings.LastIndexAny(source[:len(source)-len(said)], "\r\n") + 1
	source = text[span.Start:span.End]
	words := len(strings.TrimRight(source, whiteSpace))
	if end := strings.IndexAny(source[words:], "\r\n"); end >= 0 {
		span.End = span.Start + words + end
	}
	return span
}

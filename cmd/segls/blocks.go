package main

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"strings"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/console"
)

func blocksCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "blocks [flags] PATH...|-",
		Short: "Show what is taken for prose",
		Long: `Blocks shows the blocks that a text consists of (paragraphs, headings, lists, code and so
on), each with its line, and which part of it is prose. Headings are prose, but their words
are not counted. If a figure or a boundary looks wrong, this is where to look first.

In a terminal, prose is bright and everything else is dim. Elsewhere, or if colour is
off, what is not prose is between ⟦ and ⟧.

` + pathsHelp,
		Example: `  segls blocks chapter.md
  segls blocks --format json chapter.md | jq '.blocks[] | select(.words > 0)'
  segls blocks --markup markdown - < draft.txt`,
		Args: console.RequirePaths,
	}
	texts := console.AddBatchFlags(cmd)
	texts.Notebooks = true
	texts.Divides = func(analysis.Settings) bool { return false }
	output := console.AddOutputFlag(cmd)
	console.AddChoiceFlag(cmd, &format, "format", "output: text, or json with byte offsets", "text", "json")
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		return console.WriteToFileOrStdout(cmd, *output, func(w io.Writer) error {
			if format == "json" {
				return console.WriteJSON(w, texts, paths, func(path string, d *analysis.Document) (any, error) { return blocksToJSON(path, d), nil })
			}
			style := console.StylesFor(cmd, w)
			return texts.AnalyseEach(paths, func(path string, d *analysis.Document) func() error {
				return texts.InTurn(w, func(w io.Writer) error { return showBlocks(w, style, path, d) })
			})
		})
	}
	return cmd
}

// blocksJSON is the output of `segls blocks --format json` for a text. Offsets are in bytes, lines count from 1, and
// the ends of offsets, but not of lines, are exclusive.
type blocksJSON struct {
	Path   string                           `json:"path"`
	Markup string                           `json:"markup"`
	Words  int                              `json:"words"`
	Blocks console.StreamedArray[blockJSON] `json:"blocks"`
}

type blockJSON struct {
	Kind    string     `json:"kind"`
	Level   int        `json:"level,omitempty"` // of a heading
	Start   int        `json:"start"`
	End     int        `json:"end"`
	Cell    int        `json:"cell,omitempty"` // of a notebook
	Line    int        `json:"line"`
	EndLine int        `json:"end-line"`
	Words   int        `json:"words"`
	Prose   []spanJSON `json:"prose"`
}

type spanJSON struct {
	Start int `json:"start"`
	End   int `json:"end"`
}

// countedBlock is a block with its counts.
type countedBlock struct {
	markup.Block
	words int
	prose []markup.Span // the spans of prose in the text
}

// countedBlocks yields the blocks of a document with their counts.
func countedBlocks(d *analysis.Document) iter.Seq[countedBlock] {
	return func(yield func(countedBlock) bool) {
		content, paragraphs, next := d.Text.String(), d.Paragraphs(), 0
		i := -1
		for b := range d.AllBlocks() {
			i++
			counted := countedBlock{Block: b}
			for ; next < len(paragraphs) && paragraphs[next].Block == i; next++ {
				p := paragraphs[next]
				counted.words += p.Words
				counted.prose = appendProse(counted.prose, content, p.Span.Start, p.Prose())
			}
			if b.Kind == markup.Heading { // its words are listed, though not counted
				counted.prose = appendProse(nil, content, b.Span.Start, d.Format.AppendMask(nil, content, b))
			}
			if !yield(counted) {
				return
			}
		}
	}
}

// appendProse appends the spans of prose that a mask marks in the text from start on. White space does not separate them.
func appendProse(spans []markup.Span, text string, start int, mask []byte) []markup.Span {
	isSpace := func(c byte) bool { return c == ' ' || c == '\n' || c == '\r' || c == '\t' }
	isJoined := false // only white space has followed the last byte of prose
	for i, c := range mask {
		at := start + i
		switch {
		case isSpace(c):
			isJoined = isJoined && isSpace(text[at])
		case isJoined:
			spans[len(spans)-1].End = at + 1
		default:
			spans = append(spans, markup.Span{Start: at, End: at + 1})
			isJoined = true
		}
	}
	return spans
}

func blocksToJSON(path string, d *analysis.Document) blocksJSON {
	return blocksJSON{path, d.Format.Name, d.Words(), func(yield func(blockJSON) bool) {
		for b := range countedBlocks(d) {
			from, to := d.Position(b.Span.Start), d.Position(max(b.Span.Start, b.Span.End-1))
			end := d.Position(b.Span.End).Offset
			block := blockJSON{b.Kind.String(), b.Level, from.Offset, end, from.Cell, from.Line, to.Line, b.words, make([]spanJSON, len(b.prose))}
			for i, s := range b.prose {
				block.Prose[i] = spanJSON{d.Position(s.Start).Offset, d.Position(s.End).Offset}
			}
			if !yield(block) {
				return
			}
		}
	}}
}

// showBlocks writes the blocks for a reader, and the text between them if it is more than white space.
func showBlocks(w io.Writer, style console.Styles, path string, d *analysis.Document) error {
	v := newBlockView(w, style, d.Text.String())
	fmt.Fprintf(v, "%s  %s, %s\n", v.Strong(console.EscapeForTerminal(path)), d.Format.Name, console.FormatCount(d.Words(), "word"))
	at := 0
	for b := range countedBlocks(d) {
		v.writeBetween(d, markup.Span{Start: at, End: b.Span.Start})
		about := b.Kind.String()
		if b.Level > 0 {
			about += fmt.Sprint(" ", b.Level)
		}
		if b.Kind.IsProse() {
			about += ", " + console.FormatCount(b.words, "word")
		}
		v.block(d, about, b.Span, b.prose)
		at = b.Span.End
	}
	v.writeBetween(d, markup.Span{Start: at, End: len(v.text)})
	return v.Flush()
}

// blockView writes blocks as text: prose bright and the rest dim, or the rest between marks.
type blockView struct {
	*bufio.Writer
	console.Styles
	text         string
	prose, other func(a ...any) string
}

func newBlockView(w io.Writer, style console.Styles, text string) *blockView {
	v := &blockView{bufio.NewWriter(w), style, text, style.Strong, style.Faint}
	if !style.IsPainted {
		v.other = func(a ...any) string { return "⟦" + fmt.Sprint(a...) + "⟧" }
	}
	return v
}

func (v *blockView) writeBetween(d *analysis.Document, s markup.Span) {
	content := v.text[s.Start:s.End]
	s.Start += len(content) - len(strings.TrimLeft(content, " \t\r\n\ufeff"))
	s.End -= len(content) - len(strings.TrimRight(content, " \t\r\n\ufeff"))
	if s.Start < s.End {
		v.block(d, "around blocks", s, nil)
	}
}

func (v *blockView) block(d *analysis.Document, about string, span markup.Span, prose []markup.Span) {
	at := d.Position(span.Start).Short()
	fmt.Fprintf(v, "\n%s\n", v.Accent(fmt.Sprintf("%6s  %s", at, about)))
	for line := range markup.Lines(v.text[span.Start:span.End]) {
		line = line.Shift(span.Start)
		v.WriteString("        ")
		for line.Start < line.End {
			for len(prose) > 0 && prose[0].End <= line.Start {
				prose = prose[1:]
			}
			paint, end := v.other, line.End
			switch {
			case len(prose) == 0:
			case prose[0].Start <= line.Start:
				paint, end = v.prose, min(end, prose[0].End)
			default:
				end = min(end, prose[0].Start)
			}
			v.writeLinePart(v.text[line.Start:end], paint)
			line.Start = end
		}
		v.WriteByte('\n')
	}
}

// writeLinePart writes a part of a line. It does not colour the white space at either end.
func (v *blockView) writeLinePart(text string, paint func(a ...any) string) {
	text = console.EscapeForTerminal(strings.ReplaceAll(text, "\t", "    "))
	left := strings.TrimLeft(text, " ")
	inner := strings.TrimRight(left, " ")
	v.WriteString(text[:len(text)-len(left)])
	if inner != "" {
		v.WriteString(paint(inner))
	}
	v.WriteString(left[len(inner):])
}

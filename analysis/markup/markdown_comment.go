package markup

import (
	"bytes"
	"cmp"
	"slices"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"
)

// inComment replaces each byte of an Obsidian comment, after its first line, in the text that goldmark reads.
const inComment = 0x01

// commentedParagraphParser is goldmark's paragraph parser, except that it keeps an Obsidian comment (%% text %%) in its
// paragraph, even if the comment contains blank lines. An unclosed comment extends to the end of the text.
type commentedParagraphParser struct{ parser.BlockParser }

func (p commentedParagraphParser) Open(parent ast.Node, reader gmtext.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, at := reader.PeekLine()
	node, state := p.BlockParser.Open(parent, reader, pc)
	if node != nil {
		joinComment(line, at, reader, pc)
	}
	return node, state
}

func (p commentedParagraphParser) Continue(node ast.Node, reader gmtext.Reader, pc parser.Context) parser.State {
	line, at := reader.PeekLine()
	state := p.BlockParser.Continue(node, reader, pc)
	if state&parser.Continue != 0 {
		joinComment(line, at, reader, pc)
	}
	return state
}

// joinComment replaces each byte of a comment after its first line by [inComment], so that goldmark reads it in the same paragraph.
func joinComment(line []byte, at gmtext.Segment, reader gmtext.Reader, pc parser.Context) {
	from := findUnclosedComment(line)
	source := reader.Source()
	if from < 0 || at.Stop >= len(source) {
		return
	}
	end := len(bytes.TrimRight(source, "\r\n"))
	if n := bytes.Index(source[at.Stop:], []byte("%%")); n >= 0 {
		end = at.Stop + n + len("%%")
	}
	if end <= at.Stop {
		return
	}
	fillBytes(source[at.Stop:end], inComment)
	if found, ok := pc.Get(commentsKey).(*obsidianComments); ok {
		found.spans = append(found.spans, Span{at.Start + from, end})
	}
}

// findUnclosedComment returns the offset of the mark of a comment that begins on a line and does not end on it, or -1.
func findUnclosedComment(line []byte) (at int) {
	if !bytes.Contains(line, []byte("%%")) {
		return -1
	}
	text := []byte(WithoutCodeSpans(string(line)))
	at = -1
	for i := 0; i < len(text); {
		n := countRepeats(text, i, '%')
		switch {
		case n != len("%%"):
		case at >= 0:
			at = -1
		case i == 0 || isSpace(text[i-1]) || text[i-1] == inComment:
			at = i
		}
		i += max(1, n)
	}
	return at
}

// obsidianComments collects the comments of a text that span several lines, in order.
type obsidianComments struct{ spans []Span }

var commentsKey = parser.NewContextKey()

// newContext returns a context that stores the comments.
func (c *obsidianComments) newContext() parser.Context {
	pc := parser.NewContext()
	pc.Set(commentsKey, c)
	return pc
}

// shifted moves the comments by a number of bytes, in place, and returns them.
func (c *obsidianComments) shifted(by int) []Span {
	for i := range c.spans {
		c.spans[i] = c.spans[i].Shift(by)
	}
	return c.spans
}

// spansOutsideComments returns the parts of a line outside the comments, which must be in order. A part may be empty.
func spansOutsideComments(text string, line Span, comments []Span) []Span {
	first, _ := slices.BinarySearchFunc(comments, line.Start+1, func(c Span, end int) int { return cmp.Compare(c.End, end) })
	var parts []Span
	for _, c := range comments[first:] {
		if line.End <= c.Start {
			break
		}
		parts = append(parts, trimSpan(text, Span{line.Start, max(line.Start, c.Start)}))
		line.Start = min(line.End, c.End)
	}
	return append(parts, trimSpan(text, line))
}

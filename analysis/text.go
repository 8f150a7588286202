package analysis

import (
	"sort"

	"github.com/segls/segls/analysis/markup"
)

// Text is a document's bytes with an index of its lines. Lines end at LF, CRLF or a
// lone CR, as in LSP; the last one may be empty. A Text does not change.
type Text struct {
	content string
	starts  []int // offset of each line's first byte
}

// NewText indexes a text.
func NewText(content string) Text {
	starts := make([]int, 1, 16+len(content)/64)
	for i := 0; i < len(content); i++ {
		switch content[i] {
		case '\r':
			if i+1 < len(content) && content[i+1] == '\n' {
				i++
			}
			fallthrough
		case '\n':
			starts = append(starts, i+1)
		}
	}
	return Text{content: content, starts: starts}
}

// String is the whole text.
func (t Text) String() string { return t.content }

// Len is the number of bytes.
func (t Text) Len() int { return len(t.content) }

// Slice is the text of a span.
func (t Text) Slice(s markup.Span) string { return t.content[s.Start:s.End] }

// LineCount is the number of lines, at least 1.
func (t Text) LineCount() int { return max(1, len(t.starts)) }

// LineAt is the number, from 0, of the line that holds the byte at offset.
func (t Text) LineAt(offset int) int {
	return max(0, sort.SearchInts(t.starts, offset+1)-1)
}

// Line is the extent of a line, without its terminator.
func (t Text) Line(n int) markup.Span {
	if n >= len(t.starts) {
		return markup.Span{Start: len(t.content), End: len(t.content)}
	}
	end := len(t.content)
	if n+1 < len(t.starts) {
		end = t.starts[n+1]
		if t.content[end-1] == '\n' {
			end--
		}
		if end > t.starts[n] && t.content[end-1] == '\r' {
			end--
		}
	}
	return markup.Span{Start: t.starts[n], End: end}
}

// Replace is the text with the bytes of span replaced.
func (t Text) Replace(span markup.Span, with string) Text {
	return NewText(t.content[:span.Start] + with + t.content[span.End:])
}

// Trim is the span without the white space at its ends; empty if it holds nothing
// else.
func (t Text) Trim(s markup.Span) markup.Span {
	for s.End > s.Start && isSpace(t.content[s.End-1]) {
		s.End--
	}
	for s.Start < s.End && isSpace(t.content[s.Start]) {
		s.Start++
	}
	return s
}

func isSpace(c byte) bool { return c == ' ' || '\t' <= c && c <= '\r' }

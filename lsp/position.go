package lsp

import (
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// An encoding says in what units an editor counts the characters of a line.
type encoding = protocol.PositionEncodingKind

// width is how many units a rune takes that is n bytes long.
func width(e encoding, r rune, n int) int {
	switch {
	case e == protocol.PositionEncodingKindUTF8:
		return n
	case e == protocol.PositionEncodingKindUTF16 && r > 0xFFFF:
		return 2
	}
	return 1
}

// A mapper turns bytes of a text into positions and back.
type mapper struct {
	text     analysis.Text
	encoding encoding
}

// offset is the byte that a position means. Positions outside the text mean, as
// LSP has it, the end of their line, and those below it the end of the text; one
// inside a character means its start.
func (m mapper) offset(p protocol.Position) int {
	if int64(p.Line) >= int64(m.text.LineCount()) {
		return m.text.Len()
	}
	line := m.text.Line(int(p.Line))
	content := m.text.Slice(line)
	units := int64(p.Character)
	for i := 0; i < len(content); {
		r, n := rune(content[i]), 1
		if r >= utf8.RuneSelf {
			r, n = utf8.DecodeRuneInString(content[i:])
		}
		if units -= int64(width(m.encoding, r, n)); units < 0 {
			return line.Start + i
		}
		i += n
	}
	return line.End
}

// position is where a byte stands. A byte inside a line's terminator stands at the
// end of the line.
func (m mapper) position(offset int) protocol.Position {
	number := m.text.LineAt(offset)
	line := m.text.Line(number)
	content := m.text.Slice(line)
	units := 0
	for i, r := range content[:min(offset, line.End)-line.Start] {
		n := 1
		if r >= utf8.RuneSelf {
			n = utf8.RuneLen(r)
			if r == utf8.RuneError {
				_, n = utf8.DecodeRuneInString(content[i:])
			}
		}
		units += width(m.encoding, r, n)
	}
	return protocol.Position{Line: uint32(number), Character: uint32(units)}
}

// rangeOf is where a span stands.
func (m mapper) rangeOf(s markup.Span) protocol.Range {
	return protocol.Range{Start: m.position(s.Start), End: m.position(s.End)}
}

// span is what a range covers. A range that ends before it begins is turned round.
func (m mapper) span(r protocol.Range) markup.Span {
	start, end := m.offset(r.Start), m.offset(r.End)
	return markup.Span{Start: min(start, end), End: max(start, end)}
}

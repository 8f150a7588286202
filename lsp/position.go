package lsp

import (
	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
)

// encoding is the unit in which an editor counts the characters of a line.
type encoding = protocol.PositionEncodingKind

// ropeEncoding returns the unit in which an encoding counts.
func ropeEncoding(e encoding) rope.Encoding {
	switch e {
	case protocol.PositionEncodingKindUTF8:
		return rope.UTF8
	case protocol.PositionEncodingKindUTF32:
		return rope.CodePoints
	}
	return rope.UTF16
}

// mapper converts offsets of a text to positions and back.
type mapper struct {
	text     rope.Text
	encoding encoding
}

// offset returns the offset of a position. As LSP requires, a position beyond the end of a line means the end of that
// line; a position below the text means the end of the text. A position inside a character means the character's start.
func (m mapper) offset(p protocol.Position) int {
	if int64(p.Line) >= int64(m.text.LineCount()) {
		return m.text.Len()
	}
	line := m.text.Line(int(p.Line))
	if int64(p.Character) >= int64(line.Len()) { // a line has no more characters than bytes
		return line.End
	}
	return min(line.End, m.text.Advance(line.Start, int(p.Character), ropeEncoding(m.encoding)))
}

// position returns the position of an offset. An offset inside a line's terminator has the position of the end of the line.
func (m mapper) position(offset int) protocol.Position {
	number := m.text.LineAt(offset)
	line := m.text.Line(number)
	units := m.text.Count(markup.Span{Start: line.Start, End: min(offset, line.End)}, ropeEncoding(m.encoding))
	return protocol.Position{Line: uint32(number), Character: uint32(units)}
}

// rangeOf returns the range of a span.
func (m mapper) rangeOf(s markup.Span) protocol.Range {
	return protocol.Range{Start: m.position(s.Start), End: m.position(s.End)}
}

const byteOrderMark = "\ufeff"

// rangeOnDisk is rangeOf for the text of a file on disk. When an editor opens the file, it does not count a byte order mark as text.
func (m mapper) rangeOnDisk(s markup.Span) protocol.Range {
	r := m.rangeOf(s)
	if start := (markup.Span{End: min(len(byteOrderMark), m.text.Len())}); m.text.Slice(start) != byteOrderMark {
		return r
	}
	mark := m.position(len(byteOrderMark)).Character
	for _, end := range []*protocol.Position{&r.Start, &r.End} {
		if end.Line == 0 {
			end.Character -= min(mark, end.Character)
		}
	}
	return r
}

// span returns the span of a range. If the end comes before the start, it exchanges them.
func (m mapper) span(r protocol.Range) markup.Span {
	start := m.offset(r.Start)
	end := start
	if r.End != r.Start { // when the writer types, the range is empty
		end = m.offset(r.End)
	}
	return markup.Span{Start: min(start, end), End: max(start, end)}
}

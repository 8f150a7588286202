package analysis

import (
	"strings"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/fragment/sequence"
)

// Text is a document's bytes with an index of its lines. Lines end at LF, CRLF or a
// lone CR, as in LSP; the last one may be empty. A Text does not change: replacing a
// part of it makes another one that shares the rest.
type Text struct {
	pieces sequence.Sequence[piece, extent]
	whole  string // all of it, while it is in one string: until the first replacement
}

// piece is some whole lines; only the last piece may end otherwise than in a line's
// terminator.
type piece struct {
	content string
	extent  extent
}

func (p piece) Sum() extent { return p.extent }

// extent is a number of bytes and of the terminators among them.
type extent struct{ bytes, lines int }

func (e extent) Plus(f extent) extent { return extent{e.bytes + f.bytes, e.lines + f.lines} }

// NewText indexes a text.
func NewText(content string) Text {
	return Text{sequence.Of[piece, extent](cut(content)), content}
}

// pieceLength is how many bytes a piece has, unless one line is longer.
const pieceLength = 1 << 10

// cut cuts a text into pieces.
func cut(content string) []piece {
	pieces := make([]piece, 0, 1+len(content)/pieceLength)
	for len(content) > 0 {
		end := len(content)
		if end > pieceLength {
			end = lineEnd(content, pieceLength)
		}
		pieces = append(pieces, piece{content[:end], extent{end, terminators(content[:end])}})
		content = content[end:]
	}
	return pieces
}

// lineEnd is the end, with its terminator, of the line that holds the byte at offset.
func lineEnd(content string, offset int) int {
	rest := content[offset:]
	end := strings.IndexByte(rest, '\n') + 1
	if end == 0 {
		end = len(rest)
	}
	if cr := strings.IndexByte(rest[:end], '\r'); cr >= 0 && !strings.HasPrefix(rest[cr+1:], "\n") {
		end = cr + 1
	}
	return offset + end
}

// terminators is the number of line terminators in a text. A CR at its end counts.
func terminators(s string) int {
	n := strings.Count(s, "\n")
	for rest := s; ; n++ {
		i := strings.IndexByte(rest, '\r')
		if i < 0 {
			return n
		}
		rest = rest[i+1:]
		if strings.HasPrefix(rest, "\n") {
			n--
		}
	}
}

// String is the whole text.
func (t Text) String() string { return t.Slice(markup.Span{Start: 0, End: t.Len()}) }

// Len is the number of bytes.
func (t Text) Len() int { return t.pieces.Sum().bytes }

// Slice is the text of a span.
func (t Text) Slice(s markup.Span) string {
	if t.whole != "" {
		return t.whole[s.Start:s.End]
	}
	if s.Len() <= 0 {
		return ""
	}
	i, before := t.pieceAt(s.Start)
	if first := t.pieces.At(i); s.End <= before+len(first.content) {
		return first.content[s.Start-before : s.End-before]
	}
	var b strings.Builder
	b.Grow(s.Len())
	for _, p := range t.pieces.From(i) {
		b.WriteString(p.content[max(0, s.Start-before):min(len(p.content), s.End-before)])
		if before += len(p.content); before >= s.End {
			break
		}
	}
	return b.String()
}

// pieceAt is the index of the piece that holds the byte at offset, and how many bytes
// are before it.
func (t Text) pieceAt(offset int) (index, before int) {
	i, sum := t.pieces.Find(func(e extent) bool { return e.bytes > offset })
	return i, sum.bytes
}

// LineCount is the number of lines, at least 1.
func (t Text) LineCount() int { return t.pieces.Sum().lines + 1 }

// LineAt is the number, from 0, of the line that holds the byte at offset.
func (t Text) LineAt(offset int) int {
	i, before := t.pieces.Find(func(e extent) bool { return e.bytes > offset })
	if i == t.pieces.Len() {
		return before.lines
	}
	p := t.pieces.At(i)
	offset -= before.bytes
	n := terminators(p.content[:offset])
	if offset > 0 && p.content[offset-1] == '\r' && p.content[offset] == '\n' {
		n-- // it ends with this byte
	}
	return before.lines + n
}

// Line is the extent of a line, without its terminator.
func (t Text) Line(n int) markup.Span {
	i, before := t.pieces.Find(func(e extent) bool { return e.lines > n })
	if i == t.pieces.Len() {
		return t.lastLine(n)
	}
	p := t.pieces.At(i)
	start := 0
	for range n - before.lines {
		start = lineEnd(p.content, start)
	}
	end := start + strings.IndexAny(p.content[start:], "\r\n")
	return markup.Span{Start: start, End: end}.Shift(before.bytes)
}

// lastLine is the extent of the line after the last terminator, or of one below it.
func (t Text) lastLine(n int) markup.Span {
	span := markup.Span{Start: t.Len(), End: t.Len()}
	if last := t.pieces.Len() - 1; last >= 0 && n == t.pieces.Sum().lines {
		p := t.pieces.At(last)
		span.Start -= len(p.content) - (strings.LastIndexAny(p.content, "\r\n") + 1)
	}
	return span
}

// Replace is the text with the bytes of span replaced.
func (t Text) Replace(span markup.Span, with string) Text {
	// From the piece with the byte before, whose CR may get its LF, to that with the
	// byte after, for the same reason.
	first, before := t.pieceAt(max(0, span.Start-1))
	last, reach := t.pieceAt(span.End)
	end := t.Len()
	if last < t.pieces.Len() {
		end = reach + len(t.pieces.At(last).content)
		last++
	}
	content := t.Slice(markup.Span{Start: before, End: span.Start}) + with + t.Slice(markup.Span{Start: span.End, End: end})
	return Text{pieces: t.pieces.Replace(first, last, cut(content)...)}
}

// Trim is the span without the white space at its ends; empty if it holds nothing
// else.
func (t Text) Trim(s markup.Span) markup.Span {
	const step = 64 // what is looked at at a time
	for s.Len() > 0 {
		end := t.Slice(markup.Span{Start: max(s.Start, s.End-step), End: s.End})
		rest := strings.TrimRightFunc(end, isSpace)
		if s.End -= len(end) - len(rest); rest != "" {
			break
		}
	}
	for s.Len() > 0 {
		start := t.Slice(markup.Span{Start: s.Start, End: min(s.End, s.Start+step)})
		rest := strings.TrimLeftFunc(start, isSpace)
		if s.Start += len(start) - len(rest); rest != "" {
			break
		}
	}
	return s
}

func isSpace(r rune) bool { return r == ' ' || '\t' <= r && r <= '\r' }

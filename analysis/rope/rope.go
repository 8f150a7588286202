package rope

import (
	"strings"
	"unicode/utf8"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/sequence"
)

// Text is a document's bytes with an index of its lines. Lines end at LF, CRLF or a
// lone CR, as in LSP; the last one may be empty. A Text does not change: replacing a
// part of it makes another one that shares the rest.
type Text struct {
	pieces sequence.Sequence[piece, extent]
	whole  string // all of it, while it is in one string: until the first replacement
}

// piece is some of the bytes: whole lines, unless one is long. A CR and its LF are in one
// piece, and so are the bytes of a character.
type piece struct {
	content string
	extent  extent
}

func (p piece) Sum() extent { return p.extent }

// extent is a number of bytes, of the terminators among them, and of the code units and
// code points that the bytes are; and a hash of them, with what it is to be multiplied by if
// as many bytes follow it.
type extent struct {
	bytes, lines, utf16, runes int
	hash, power                uint64
}

func (e extent) Plus(f extent) extent {
	return extent{
		e.bytes + f.bytes, e.lines + f.lines, e.utf16 + f.utf16, e.runes + f.runes,
		e.hash*f.multiplier() + f.hash, e.multiplier() * f.multiplier(),
	}
}

// multiplier is power, which is 0 for no bytes, so that the zero extent is that of none.
func (e extent) multiplier() uint64 {
	if e.bytes == 0 {
		return 1
	}
	return e.power
}

// hashBase is the base of the polynomial that hashes a text: any odd number with many bits.
// However a text is cut, it has one hash, and an edit makes a few of its terms anew.
const hashBase = 0x9E3779B97F4A7C15

// Hash is the same for equal texts, and hardly ever for others that nobody has made to
// collide.
func (t Text) Hash() uint64 {
	sum := t.pieces.Sum()
	return sum.hash ^ uint64(sum.bytes)
}

// New indexes a text.
func New(content string) Text {
	return Text{sequence.Of[piece, extent](cutIntoPieces(content)), content}
}

// A piece ends with the line that holds its byte at pieceLength, or within a line that is
// longer than that by far.
const (
	pieceLength  = 1 << 10
	longestPiece = 1 << 12
)

// cutIntoPieces cuts a text into pieces.
func cutIntoPieces(content string) []piece {
	pieces := make([]piece, 0, 1+len(content)/pieceLength)
	for len(content) > 0 {
		end := len(content)
		if end > pieceLength {
			end = lineEnd(content[:min(end, longestPiece)], pieceLength)
			end += bytesJoinedToPrevious(content[end-1:])
		}
		pieces = append(pieces, piece{content[:end], extentOf(content[:end])})
		content = content[end:]
	}
	return pieces
}

// bytesJoinedToPrevious is how many bytes after the first belong to it: a LF to its CR, and those that
// continue a character, of which there are three at most.
func bytesJoinedToPrevious(content string) int {
	n := 0
	for n < 3 && n+1 < len(content) && !utf8.RuneStart(content[n+1]) {
		n++
	}
	if n == 0 && strings.HasPrefix(content, "\r\n") {
		return 1
	}
	return n
}

// extentOf is the extent of some bytes.
func extentOf(content string) extent {
	e := extent{bytes: len(content), lines: terminators(content), power: 1}
	for i := range len(content) {
		e.hash = e.hash*hashBase + uint64(content[i]) + 1
		e.power *= hashBase
	}
	for i := range len(content) {
		if content[i] >= utf8.RuneSelf {
			e.utf16, e.runes = i, i
			for _, r := range content[i:] {
				e.utf16 += UTF16.unitsOfRune(r, 1)
				e.runes++
			}
			return e
		}
	}
	e.utf16, e.runes = len(content), len(content)
	return e
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

// LineStart is where the line starts that holds the byte at offset.
func (t Text) LineStart(offset int) int {
	i, before := t.pieceAt(offset)
	if i < t.pieces.Len() {
		content, end := t.pieces.At(i).content, offset-before
		if end > 0 && content[end-1] == '\r' && content[end] == '\n' {
			end-- // the line ends with this byte
		}
		if terminator := strings.LastIndexAny(content[:end], "\r\n"); terminator >= 0 {
			return before + terminator + 1
		}
	}
	return t.Line(t.LineAt(offset)).Start
}

// Line is the extent of a line, without its terminator. Those below the last are at the
// end of the text.
func (t Text) Line(n int) markup.Span {
	span := markup.Span{End: t.Len()}
	if n > 0 {
		_, span.Start = t.terminator(n - 1)
	}
	if n < t.LineCount() {
		span.End, _ = t.terminator(n)
	}
	return span
}

// terminator is where the terminator of a line starts and ends: at the end of the text, if
// there is none.
func (t Text) terminator(line int) (start, end int) {
	i, before := t.pieces.Find(func(e extent) bool { return e.lines > line })
	if i == t.pieces.Len() {
		return t.Len(), t.Len()
	}
	content := t.pieces.At(i).content
	for range line - before.lines + 1 {
		end = lineEnd(content, end)
	}
	start = end - 1
	if strings.HasSuffix(content[:end], "\r\n") {
		start--
	}
	return before.bytes + start, before.bytes + end
}

// An Encoding is what positions in a line are counted in.
type Encoding uint8

// The encodings. A byte that is part of no character counts as a character.
const (
	UTF8 Encoding = iota // bytes
	UTF16
	CodePoints
)

// unitsOfRune is how many units a character takes that is n bytes long.
func (e Encoding) unitsOfRune(r rune, n int) int {
	switch {
	case e == UTF8:
		return n
	case e == UTF16 && r > 0xFFFF:
		return 2
	}
	return 1
}

// unitsOfExtent is the length of an extent.
func (e Encoding) unitsOfExtent(x extent) int { return [...]int{x.bytes, x.utf16, x.runes}[e] }

// Count is the length of a span in units.
func (t Text) Count(s markup.Span, e Encoding) int {
	if s.Len() == 0 || e == UTF8 {
		return s.Len()
	}
	i, before := t.pieces.Find(func(e extent) bool { return e.bytes > s.Start })
	if i < t.pieces.Len() { // most often a line, in one piece
		here, content := s.Shift(-before.bytes), t.pieces.At(i).content
		if here.End <= len(content) && utf8.RuneStart(content[here.Start]) {
			return e.count(content[here.Start:], here.Len())
		}
	}
	return t.unitsTo(s.End, e) - t.unitsTo(s.Start, e)
}

// count is how many units the characters have that begin in the first so many bytes.
func (e Encoding) count(content string, length int) (units int) {
	for at, r := range content {
		if at >= length {
			break
		}
		units += e.unitsOfRune(r, 1)
	}
	return units
}

// unitsTo is how many units stand before an offset. One inside a character is after it.
func (t Text) unitsTo(offset int, e Encoding) int {
	if e == UTF8 {
		return offset
	}
	i, before := t.pieces.Find(func(e extent) bool { return e.bytes > offset })
	if i == t.pieces.Len() {
		return e.unitsOfExtent(before)
	}
	return e.unitsOfExtent(before) + e.count(t.pieces.At(i).content, offset-before.bytes)
}

// Advance is the offset so many units after another: of one inside a character its start,
// and at most the end of the text.
func (t Text) Advance(offset, units int, e Encoding) int {
	target := t.unitsTo(offset, e) + units
	i, before := t.pieces.Find(func(x extent) bool { return e.unitsOfExtent(x) > target })
	if i == t.pieces.Len() {
		return t.Len()
	}
	content := t.pieces.At(i).content
	at := 0
	for left := target - e.unitsOfExtent(before); at < len(content); {
		r, n := utf8.DecodeRuneInString(content[at:])
		if left -= e.unitsOfRune(r, n); left < 0 {
			break
		}
		at += n
	}
	return before.bytes + at
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
	return Text{pieces: t.pieces.Replace(first, last, cutIntoPieces(content)...)}
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

// Equal reports whether two texts are the same. What they share is not read.
func (t Text) Equal(u Text) bool {
	if t.Len() != u.Len() || t.Hash() != u.Hash() {
		return false
	}
	first, last := t.pieces.Shared(u.pieces)
	middle := markup.Span{Start: t.pieces.SumTo(first).bytes, End: t.pieces.SumTo(t.pieces.Len() - last).bytes}
	return t.Slice(middle) == u.Slice(middle)
}

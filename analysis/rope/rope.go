package rope

import (
	"strings"
	"unicode/utf8"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/sequence"
)

// Text is a document's bytes with an index of its lines. Lines end at LF, CRLF or a lone CR, as in LSP; the last one may be empty. A Text
// does not change: replacing a part of it makes another one that shares the rest.
type Text struct {
	pieces sequence.Sequence[piece, extent]
	whole  string // the whole text while it is in one string: until the first replacement
}

// piece is some of the bytes: whole lines, unless one is long. It separates no CR from its LF, and no bytes of one character.
type piece struct {
	content string
	extent  extent
}

func (p piece) Sum() extent { return p.extent }

// extent holds counts of bytes, line terminators, UTF-16 code units and code points; and the hash of the bytes, with the factor by which a
// hash is multiplied when they follow.
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

// multiplier returns power, or 1 for no bytes, so that the zero extent is the extent of an empty text.
func (e extent) multiplier() uint64 {
	if e.bytes == 0 {
		return 1
	}
	return e.power
}

// hashBase is the base of a polynomial hash, which does not depend on how the text is cut into pieces: any odd number with many bits.
const hashBase = 0x9E3779B97F4A7C15

// Hash returns a hash of the text: equal for equal texts, and hardly ever equal for different ones, unless they were made to collide.
func (t Text) Hash() uint64 {
	sum := t.pieces.Sum()
	return sum.hash ^ uint64(sum.bytes)
}

// New returns the text with this content.
func New(content string) Text {
	return Text{sequence.Of[piece, extent](cutIntoPieces(content)), content}
}

// A piece ends with the line that holds its byte at pieceLength, or earlier if that line is very long.
const (
	pieceLength  = 1 << 10
	longestPiece = 1 << 12
)

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

// bytesJoinedToPrevious returns the number of bytes that must stay with the first: a LF after a CR, or a character's continuation bytes.
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

func extentOf(content string) extent {
	e := extent{bytes: len(content), lines: countTerminators(content), power: 1}
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

// lineEnd returns the end, with its terminator, of the line that holds the byte at offset.
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

// countTerminators returns the number of line terminators in a text. A CR at its end counts.
func countTerminators(s string) int {
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

// String returns the whole text.
func (t Text) String() string { return t.Slice(markup.Span{Start: 0, End: t.Len()}) }

// Len returns the length in bytes.
func (t Text) Len() int { return t.pieces.Sum().bytes }

// Slice returns the text of a span.
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

// pieceAt returns the index of the piece that holds the byte at offset, and the number of bytes before that piece.
func (t Text) pieceAt(offset int) (index, before int) {
	i, sum := t.pieces.Find(func(e extent) bool { return e.bytes > offset })
	return i, sum.bytes
}

// LineCount returns the number of lines, at least 1.
func (t Text) LineCount() int { return t.pieces.Sum().lines + 1 }

// LineAt returns the number, from 0, of the line that holds the byte at offset.
func (t Text) LineAt(offset int) int {
	i, before := t.pieces.Find(func(e extent) bool { return e.bytes > offset })
	if i == t.pieces.Len() {
		return before.lines
	}
	p := t.pieces.At(i)
	offset -= before.bytes
	n := countTerminators(p.content[:offset])
	if offset > 0 && p.content[offset-1] == '\r' && p.content[offset] == '\n' {
		n-- // the line ends with this byte
	}
	return before.lines + n
}

// LineStart returns the start of the line that holds the byte at offset.
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

// Line returns the span of a line without its terminator, or the end of the text for a line beyond the last.
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

// terminator returns the start and end of the terminator of a line; both are the end of the text if there is none.
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

// Encoding is a unit in which positions in a line are counted.
type Encoding uint8

// The encodings. A byte that is not part of a character counts as a character.
const (
	UTF8 Encoding = iota // bytes
	UTF16
	CodePoints
)

// unitsOfRune returns the number of units of a character that has n bytes.
func (e Encoding) unitsOfRune(r rune, n int) int {
	switch {
	case e == UTF8:
		return n
	case e == UTF16 && r > 0xFFFF:
		return 2
	}
	return 1
}

// unitsOfExtent returns the length of an extent in units.
func (e Encoding) unitsOfExtent(x extent) int { return [...]int{x.bytes, x.utf16, x.runes}[e] }

// Count returns the length of a span in units.
func (t Text) Count(s markup.Span, e Encoding) int {
	if s.Len() == 0 || e == UTF8 {
		return s.Len()
	}
	i, before := t.pieces.Find(func(e extent) bool { return e.bytes > s.Start })
	if i < t.pieces.Len() { // usually a line, in one piece
		here, content := s.Shift(-before.bytes), t.pieces.At(i).content
		if here.End <= len(content) && utf8.RuneStart(content[here.Start]) {
			return e.countUnits(content[here.Start:], here.Len())
		}
	}
	return t.unitsBefore(s.End, e) - t.unitsBefore(s.Start, e)
}

// countUnits returns the number of units of the characters that begin in the first length bytes.
func (e Encoding) countUnits(content string, length int) (units int) {
	for at, r := range content {
		if at >= length {
			break
		}
		units += e.unitsOfRune(r, 1)
	}
	return units
}

// unitsBefore returns the number of units before an offset, including a character that contains the offset.
func (t Text) unitsBefore(offset int, e Encoding) int {
	if e == UTF8 {
		return offset
	}
	i, before := t.pieces.Find(func(e extent) bool { return e.bytes > offset })
	if i == t.pieces.Len() {
		return e.unitsOfExtent(before)
	}
	return e.unitsOfExtent(before) + e.countUnits(t.pieces.At(i).content, offset-before.bytes)
}

// Advance returns the offset that is a number of units after another: the start of a character if it would be inside one, and at most the
// end of the text.
func (t Text) Advance(offset, units int, e Encoding) int {
	target := t.unitsBefore(offset, e) + units
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

// Replace returns the text with the bytes of span replaced.
func (t Text) Replace(span markup.Span, with string) Text {
	// Start at the piece with the byte before span, whose CR may get its LF, and end at the piece with the byte after it.
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

// Trim returns the span without the white space at its ends; empty if it holds nothing else.
func (t Text) Trim(s markup.Span) markup.Span {
	const step = 64 // bytes examined at a time
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

// Equal reports whether two texts are equal. It does not read the pieces that they share at both ends.
func (t Text) Equal(u Text) bool {
	if t.Len() != u.Len() || t.Hash() != u.Hash() {
		return false
	}
	first, last := t.pieces.SharedEnds(u.pieces)
	middle := markup.Span{Start: t.pieces.SumTo(first).bytes, End: t.pieces.SumTo(t.pieces.Len() - last).bytes}
	return t.Slice(middle) == u.Slice(middle)
}

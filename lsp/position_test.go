package lsp

import (
	"strings"
	"testing"
	"unicode/utf8"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis/rope"
)

var encodings = []encoding{
	protocol.PositionEncodingKindUTF8, protocol.PositionEncodingKindUTF16, protocol.PositionEncodingKindUTF32,
}

func TestPositions(t *testing.T) {
	text := rope.New("aé😀潮\r\nb\rc\n\xff😀\n")
	for _, test := range []struct {
		at                 string // the text right after the position
		line               uint32
		utf8, utf16, utf32 uint32
	}{
		{"aé", 0, 0, 0, 0},
		{"é", 0, 1, 1, 1},
		{"😀潮", 0, 3, 2, 2},
		{"潮", 0, 7, 4, 3},
		{"\r\n", 0, 10, 5, 4},
		{"b", 1, 0, 0, 0},
		{"c", 2, 0, 0, 0},
		{"\xff", 3, 0, 0, 0},
		{"😀\n", 3, 1, 1, 1},
	} {
		offset := strings.Index(text.String(), test.at)
		for i, want := range []uint32{test.utf8, test.utf16, test.utf32} {
			m := mapper{text, encodings[i]}
			position := protocol.Position{Line: test.line, Character: want}
			if got := m.position(offset); got != position {
				t.Errorf("%s position of %q: %v, want %v", encodings[i], test.at, got, position)
			}
			if got := m.offset(position); got != offset {
				t.Errorf("%s offset of %v: %d, want %d", encodings[i], position, got, offset)
			}
		}
	}
}

func TestPositionsOutsideTheText(t *testing.T) {
	m := mapper{rope.New("a😀b\nc"), protocol.PositionEncodingKindUTF16}
	for _, test := range []struct {
		line, character uint32
		want            int
	}{
		{0, 2, 1},         // inside the surrogate pair: before it
		{0, 99, 6},        // beyond the line: its end
		{7, 0, 8},         // below the text: its end
		{1<<32 - 1, 0, 8}, // overflows int32
		{0, 1<<32 - 1, 6}, // overflows int32
		{1, 1<<31 + 7, 8}, // overflows int32
	} {
		if got := m.offset(protocol.Position{Line: test.line, Character: test.character}); got != test.want {
			t.Errorf("offset of %d:%d: %d, want %d", test.line, test.character, got, test.want)
		}
	}
}

// FuzzPositions checks that the offset of a character is the same after conversion to a position and back, in every encoding.
func FuzzPositions(f *testing.F) {
	f.Add("aé😀\r\nb\rc\n\xff", uint(3))
	f.Fuzz(func(t *testing.T, content string, at uint) {
		text := rope.New(content)
		offset := int(at % uint(len(content)+1))
		for offset > 0 && offset < len(content) && !utf8.RuneStart(content[offset]) {
			offset--
		}
		line := text.Line(text.LineAt(offset))
		for _, e := range encodings {
			m := mapper{text, e}
			got := m.offset(m.position(offset))
			if want := min(offset, line.End); got != want && utf8.ValidString(content) {
				t.Errorf("%s: %d became %v became %d, want %d", e, offset, m.position(offset), got, want)
			}
		}
	})
}

package rope

import (
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// TestDifference checks what Difference replaces, and that a client that does so gets the new text in every encoding.
func TestDifference(t *testing.T) {
	for name, c := range map[string]struct{ before, after, replaced, with string }{
		"nothing":            {"salt", "salt", "", ""},
		"from nothing":       {"", "Пермь", "", "Пермь"},
		"to nothing":         {"塩", "", "塩", ""},
		"Cyrillic":           {"в Мире", "в Пире", "М", "П"},
		"Cyrillic added":     {"МП", "МММП", "", "ММ"},
		"last bytes alike":   {"aМa", "aܜa", "М", "ܜ"},
		"CJK":                {"塩の道", "塩の遒", "道", "遒"},
		"CJK, last byte":     {"一丁", "一东丁", "", "东"},
		"emoji":              {"a 😀 b", "a 😁 b", "😀", "😁"},
		"joined emoji":       {"👩\u200d🚀!", "👩\u200d🚒!", "🚀", "🚒"},
		"joiner removed":     {"👩\u200d🚀", "👩🚀", "\u200d", ""},
		"combining mark":     {"cafe\u0301", "cafe\u0300", "\u0301", "\u0300"},
		"CRLF to LF":         {"a\r\nb", "a\nb", "\r\n", "\n"},
		"LF to CRLF":         {"a\nb", "a\r\nb", "\n", "\r\n"},
		"CR to CRLF":         {"a\rb", "a\r\nb", "\r", "\r\n"},
		"CRLF at the end":    {"a\r", "a\r\n", "\r", "\r\n"},
		"another line":       {"a\r\nb\r\n", "a\r\n\r\nb\r\n", "", "\r\n"},
		"no characters":      {"\x80\x81\x82", "\x80\x83\x82", "\x80\x81\x82", "\x80\x83\x82"},
		"half a character":   {"a\xd0", "aМ", "\xd0", "М"},
		"longer by a letter": {"ППП", "ПП", "П", ""},
	} {
		span, with := Difference(c.before, c.after)
		if got := c.before[span.Start:span.End]; got != c.replaced || with != c.with {
			t.Errorf("%s: %q is replaced by %q, want %q by %q", name, got, with, c.replaced, c.with)
		}
		checkPositions(t, name, c.before, c.after)
	}
}

// checkPositions checks that a client turns one text into another, in whatever unit it counts.
func checkPositions(t *testing.T, name, before, after string) {
	t.Helper()
	span, with := Difference(before, after)
	text := New(before)
	for encoding := UTF8; encoding <= CodePoints; encoding++ {
		at := func(offset int) int {
			line := text.LineStart(offset)
			return text.Advance(line, text.Count(markup.Span{Start: line, End: offset}, encoding), encoding)
		}
		if got := before[:at(span.Start)] + with + before[at(span.End):]; got != after {
			t.Errorf("%s: in encoding %d a client has %q, want %q", name, encoding, got, after)
		}
	}
}

func FuzzDifference(f *testing.F) {
	f.Add("в Мире\r\n", "в Пире\n")
	f.Add("塩の道👩\u200d🚀", "塩の遒👩🚀")
	f.Fuzz(func(t *testing.T, before, after string) {
		checkPositions(t, "", strings.ToValidUTF8(before, "é"), strings.ToValidUTF8(after, "塩"))
	})
}

package rope

import (
	"math/rand/v2"
	"regexp"
	"strings"
	"testing"
	"unicode/utf16"
	"unicode/utf8"

	"github.com/segls/segls/analysis/markup"
)

var terminator = regexp.MustCompile(`\r\n|\r|\n`)

// checkLines compares the index of lines with the definition: the line of an offset is the number of terminators that end at or before it.
func checkLines(t *testing.T, text Text) {
	t.Helper()
	lines, ends := terminator.Split(text.String(), -1), terminator.FindAllStringIndex(text.String(), -1)
	if text.LineCount() != len(lines) {
		t.Fatalf("%q has %d lines, want %d", text.String(), text.LineCount(), len(lines))
	}
	for n, want := range lines {
		start := 0
		if n > 0 {
			start = ends[n-1][1]
		}
		if got := text.Line(n); got != (markup.Span{Start: start, End: start + len(want)}) {
			t.Errorf("line %d of %q is %v, want %q at %d", n, text.String(), got, want, start)
		}
	}
	line := 0
	for offset := range len(text.String()) + 1 {
		for line < len(ends) && ends[line][1] <= offset {
			line++
		}
		if got := text.LineAt(offset); got != line {
			t.Errorf("offset %d of %q is on line %d, want %d", offset, text.String(), got, line)
		}
		if got, want := text.LineStart(offset), text.Line(line).Start; got != want {
			t.Errorf("the line of offset %d of %q starts at %d, want %d", offset, text.String(), got, want)
		}
	}
	if end := text.Line(len(lines)); end.Start != len(text.String()) || end.Len() != 0 {
		t.Errorf("the line after the last of %q is %v", text.String(), end)
	}
}

var texts = []string{
	"", "a", "\n", "\r\n", "\r", "a\nb", "a\r\nb\r\n", "a\rb\r", "\r\r\n\n", "\n\r", "a\n\nb\r\n\r\nc\r\rd", "é\r\n😀\n潮\r", "\x00\xff\r\xff",
}

func TestLines(t *testing.T) {
	for _, text := range texts {
		checkLines(t, New(text))
	}
	if zero := (Text{}); zero.LineCount() != 1 || zero.LineAt(0) != 0 || zero.Line(0).Len() != 0 {
		t.Error("the zero Text is not one empty line")
	}
}

func FuzzText(f *testing.F) {
	for i, text := range texts {
		f.Add(text, i/2, i, texts[(5*i+1)%len(texts)])
	}
	f.Fuzz(func(t *testing.T, content string, start, end int, with string) {
		text := New(content)
		checkLines(t, text)
		if 0 > start || start > end || end > len(content) {
			return
		}
		replaced := text.Replace(markup.Span{Start: start, End: end}, with)
		if want := content[:start] + with + content[end:]; replaced.String() != want {
			t.Errorf("%q with %q at %d to %d: %q, want %q", content, with, start, end, replaced, want)
		}
		checkLines(t, replaced)
	})
}

// TestReplaceInLongText replaces parts of a text of many pieces, and compares all look-ups with the plain string.
func TestReplaceInLongText(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1998))
	pieces := []string{"salt ", "\n", "\r", "\r\n", "\n\n", "潮汐 😀\n", strings.Repeat("sea ", 300), strings.Repeat("road\n", 300), strings.Repeat("潮汐 sea 😀", 400), strings.Repeat("\xbf", 90)}
	content := ""
	text := New(content)
	for range 600 {
		start := r.IntN(len(content) + 1)
		end := start + r.IntN(min(len(content)-start, []int{1, 3, 900, 9000}[r.IntN(4)])+1)
		with := pieces[r.IntN(len(pieces))]
		text = text.Replace(markup.Span{Start: start, End: end}, with)
		content = content[:start] + with + content[end:]
		if text.String() != content || text.Len() != len(content) {
			t.Fatalf("%d bytes %q, want %d bytes %q", text.Len(), text, len(content), content)
		}
		scratch := New(content)
		if text.LineCount() != scratch.LineCount() {
			t.Fatalf("%d lines, want %d", text.LineCount(), scratch.LineCount())
		}
		for range 5 {
			offset, n := r.IntN(len(content)+1), r.IntN(text.LineCount()+1)
			if got, want := text.LineAt(offset), len(terminator.FindAllString(content[:offset], -1)); got != want && got != want-1 || got != scratch.LineAt(offset) {
				t.Fatalf("offset %d is on line %d, want %d", offset, got, want)
			}
			if got, want := text.Line(n), scratch.Line(n); got != want {
				t.Fatalf("line %d is %v, want %v", n, got, want)
			}
			for offset > 0 && offset < len(content) && !utf8.RuneStart(content[offset]) {
				offset--
			}
			if got, want := text.LineStart(offset), text.Line(text.LineAt(offset)).Start; got != want {
				t.Fatalf("the line of offset %d starts at %d, want %d", offset, got, want)
			}
			checkUnits(t, text, markup.Span{Start: text.LineStart(offset), End: offset})
		}
	}
}

// checkUnits counts the units of a span, one character after the other, and advances by that number from its start.
func checkUnits(t *testing.T, text Text, s markup.Span) {
	t.Helper()
	var units [3]int
	for _, r := range text.Slice(s) {
		units[UTF16] += max(1, utf16.RuneLen(r))
		units[CodePoints]++
	}
	units[UTF8] = s.Len()
	for u, want := range units {
		if got := text.Count(s, Encoding(u)); got != want {
			t.Fatalf("%v has %d of the units %d, want %d", s, got, u, want)
		}
		if got := text.Advance(s.Start, want, Encoding(u)); got != s.End {
			t.Fatalf("%d of the units %d after %d is %d, want %d", want, u, s.Start, got, s.End)
		}
	}
}

func TestTrim(t *testing.T) {
	for _, test := range []struct{ before, trimmed, after string }{
		{"", "", ""}, {"", "a", ""}, {" \t\r\n\v\f", "a b", "\n "}, {"", "", " \n"}, {"", "\u00a0a", " "},
	} {
		text := test.before + test.trimmed + test.after
		got := New(text).Trim(markup.Span{Start: 0, End: len(text)})
		if want := (markup.Span{Start: len(test.before), End: len(test.before + test.trimmed)}); got != want {
			t.Errorf("trimmed %q: %v, want %v", text, got, want)
		}
	}
}

// TestEqual checks that a text restored by an edit equals the original, however it is cut, and that another one does not.
func TestEqual(t *testing.T) {
	content := strings.Repeat("The tide rises, and the sea is salt.\n", 3000)
	text := New(content)
	at := markup.Span{Start: len(content) / 2, End: len(content) / 2}
	edited := text.Replace(at, "x")
	back := edited.Replace(markup.Span{Start: at.Start, End: at.Start + 1}, "")
	other := edited.Replace(markup.Span{Start: at.Start, End: at.Start + 1}, "y")
	for _, test := range []struct {
		a, b Text
		want bool
	}{{text, text, true}, {text, edited, false}, {text, back, true}, {back, New(content), true}, {edited, other, false}, {Text{}, New(""), true}, {Text{}, text, false}} {
		if got := test.a.Equal(test.b); got != test.want || test.b.Equal(test.a) != test.want {
			t.Errorf("texts of %d and %d bytes: equal %t, want %t", test.a.Len(), test.b.Len(), got, test.want)
		}
	}
}

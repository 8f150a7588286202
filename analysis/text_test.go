package analysis

import (
	"reflect"
	"regexp"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

var terminator = regexp.MustCompile(`\r\n|\r|\n`)

// checkLines holds an index of lines to the definition: the lines are what stands
// between terminators, and an offset's line is the number of terminators that end
// at or before it.
func checkLines(t *testing.T, text Text) {
	t.Helper()
	lines, ends := terminator.Split(text.content, -1), terminator.FindAllStringIndex(text.content, -1)
	if text.LineCount() != len(lines) {
		t.Fatalf("%q has %d lines, want %d", text.content, text.LineCount(), len(lines))
	}
	for n, want := range lines {
		start := 0
		if n > 0 {
			start = ends[n-1][1]
		}
		if got := text.Line(n); got != (markup.Span{Start: start, End: start + len(want)}) {
			t.Errorf("line %d of %q is %v, want %q at %d", n, text.content, got, want, start)
		}
	}
	line := 0
	for offset := range len(text.content) + 1 {
		for line < len(ends) && ends[line][1] <= offset {
			line++
		}
		if got := text.LineAt(offset); got != line {
			t.Errorf("offset %d of %q is in line %d, want %d", offset, text.content, got, line)
		}
	}
	if end := text.Line(len(lines)); end.Start != len(text.content) || end.Len() != 0 {
		t.Errorf("the line after the last of %q is %v", text.content, end)
	}
}

var texts = []string{
	"", "a", "\n", "\r\n", "\r", "a\nb", "a\r\nb\r\n", "a\rb\r", "\r\r\n\n", "\n\r", "a\n\nb\r\n\r\nc\r\rd", "é\r\n😀\n潮\r", "\x00\xff\r\xff",
}

func TestLines(t *testing.T) {
	for _, text := range texts {
		checkLines(t, NewText(text))
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
		text := NewText(content)
		checkLines(t, text)
		if 0 > start || start > end || end > len(content) {
			return
		}
		replaced := text.Replace(markup.Span{Start: start, End: end}, with)
		if want := NewText(content[:start] + with + content[end:]); !reflect.DeepEqual(replaced, want) {
			t.Errorf("%q with %q at %d to %d: %+v, want %+v", content, with, start, end, replaced, want)
		}
		checkLines(t, replaced)
	})
}

func TestTrim(t *testing.T) {
	for _, test := range []struct{ before, trimmed, after string }{
		{"", "", ""}, {"", "a", ""}, {" \t\r\n\v\f", "a b", "\n "}, {"", "", " \n"}, {"", "\u00a0a", " "},
	} {
		text := test.before + test.trimmed + test.after
		got := NewText(text).Trim(markup.Span{Start: 0, End: len(text)})
		if want := (markup.Span{Start: len(test.before), End: len(test.before + test.trimmed)}); got != want {
			t.Errorf("trimmed %q: %v, want %v", text, got, want)
		}
	}
}

package language

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// sentenceCases are the hard cases of a language, one on each line: a text with a stroke
// where a sentence ends and another one begins.
func sentenceCases(t *testing.T, l *Language) []string {
	t.Helper()
	cases, err := os.ReadFile("testdata/sentences/" + l.Code + ".txt")
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(cases)), "\n")
}

// splits reports whether the sentences of a case are the right ones, and which they are.
func splits(l *Language, marked string) (is bool, got []string) {
	text := strings.ReplaceAll(marked, "|", "")
	for start, end := range l.Sentences([]byte(text)) {
		got = append(got, text[start:end])
	}
	var want []string
	for sentence := range strings.SplitSeq(marked, "|") {
		want = append(want, strings.TrimSpace(sentence))
	}
	return slices.Equal(got, want), got
}

// TestHardCases holds the numbers in docs/languages.md: how many of the cases of each
// language come out right.
func TestHardCases(t *testing.T) {
	for _, l := range Languages {
		right, cases := 0, sentenceCases(t, l)
		for _, marked := range cases {
			is, got := splits(l, marked)
			if is {
				right++
			} else {
				t.Logf("%s: %q", l.Code, got)
			}
		}
		t.Logf("%s: %d of %d", l.Code, right, len(cases))
		if row := fmt.Sprintf("| %d of %d |", right, len(cases)); !strings.Contains(rowOf(t, l), row) {
			t.Errorf("docs/languages.md has another number for %s than %s", l.Name, row)
		}
	}
}

// rowOf is what docs/languages.md says of a language.
func rowOf(t *testing.T, l *Language) string {
	t.Helper()
	page, err := os.ReadFile("../../docs/languages.md")
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.SplitSeq(string(page), "\n") {
		if strings.HasPrefix(line, "| "+l.Name+", `"+l.Code+"` |") {
			return line
		}
	}
	t.Errorf("docs/languages.md has no row for %s", l.Name)
	return ""
}

// FuzzSentences: of any bytes the sentences are in order and in bounds, and none is
// empty.
func FuzzSentences(f *testing.F) {
	for _, text := range []string{"a. b. C", "A b.\u2014C d. \u2014 E!", "他。“他。”“", "1. A\nb.\xff", "„A.“ B… » c", "I. J. K"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, l := range Languages {
			last := 0
			for start, end := range l.Sentences([]byte(text)) {
				if start < last || end <= start || end > len(text) {
					t.Fatalf("%s: a sentence from %d to %d after one that ends at %d of %q", l.Code, start, end, last, text)
				}
				last = end
			}
		}
	})
}

package language

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"
)

// sentenceCases returns the hard cases of a language: texts with a vertical bar where a sentence ends and another begins.
func sentenceCases(t *testing.T, l *Language) []string {
	t.Helper()
	cases, err := os.ReadFile("testdata/sentences/" + l.Code + ".txt")
	if os.IsNotExist(err) && l.Grammar().And == "" {
		return nil // it is recognized, but has no further lists
	}
	if err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSpace(string(cases)), "\n")
}

// splits reports whether the sentences of a case are right, and returns them.
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

// rightCases returns how many hard cases of a language are split right, and how many there are.
func rightCases(t *testing.T, l *Language) (right, all int) {
	t.Helper()
	cases := sentenceCases(t, l)
	for _, marked := range cases {
		if is, got := splits(l, marked); is {
			right++
		} else {
			t.Logf("%s: %q", l.Code, got)
		}
	}
	return right, len(cases)
}

// TestRecognized checks that the language of each file of hard cases is recognized, and compares the results for single cases
// with testdata/cases.txt; -update writes it.
func TestRecognized(t *testing.T) {
	var got strings.Builder
	for _, l := range Languages {
		cases := sentenceCases(t, l)
		if cases == nil {
			continue
		}
		if is := Detect([]byte(strings.ReplaceAll(strings.Join(cases, "\n"), "|", ""))); is.Code != l.Code {
			t.Errorf("the hard cases of %s are recognized as %s", l.Name, is.Name)
		}
		right := 0
		var wrong []string
		for _, c := range cases {
			c = strings.ReplaceAll(c, "|", "")
			if is := Detect([]byte(c)).Code; is == l.Code {
				right++
			} else {
				wrong = append(wrong, fmt.Sprintf("\t%s: %s", is, c))
			}
		}
		fmt.Fprintf(&got, "%s %d of %d\n%s", l.Code, right, len(cases), strings.Join(append(wrong, ""), "\n"))
	}
	const file = "testdata/cases.txt"
	if *update {
		if err := os.WriteFile(file, []byte(got.String()), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if want, err := os.ReadFile(file); err != nil || string(want) != got.String() {
		t.Errorf("other cases than those in %s are recognized; make golden writes\n%s", file, got.String())
	}
}

// FuzzSentences checks that for any bytes the sentences are in order and in bounds, and none is empty.
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

package chunk_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/chunk"
	"github.com/segls/segls/analysis/markup"
)

// TestProseOnly compares chunks with ProseOnly, no minimum and no scene breaks with those of the first version, whose spans are in
// testdata/prose-only.txt. In that version, discrete AsciiDoc headings divided chunks.
func TestProseOnly(t *testing.T) {
	golden, err := os.ReadFile("testdata/prose-only.txt")
	if err != nil {
		t.Fatal(err)
	}
	seen := make(map[string]bool)
	for line := range strings.Lines(string(golden)) {
		words := strings.Fields(line)
		text, err := os.ReadFile(filepath.Join("../../testdata/formats", words[0]))
		if err != nil {
			t.Fatal(err)
		}
		format, _ := markup.ByFileName(words[0])
		seen[format.Name] = true
		s := analysis.Defaults()
		s.PreferredWords, s.SceneBreaks = 500, analysis.HeadingsIgnore
		limits := chunk.Limits{ProseOnly: true, MinChars: -1}
		switch words[1] {
		case "max-chars=800":
			limits.MaxChars = 800
		case "max-words=120":
			s.MaxWords, limits.MaxWords = 120, 120
		}
		chunks, _, err := chunk.Of(analysis.New(string(text), format, s), limits)
		if err != nil {
			t.Fatal(err)
		}
		var got []string
		for _, c := range chunks {
			got = append(got, fmt.Sprintf("%d-%d", c.Span.Start, c.Span.End))
		}
		if !slices.Equal(got, words[2:]) {
			t.Errorf("%s under %s: the chunks are at\n%s\nwant\n%s", words[0], words[1], strings.Join(got, " "), strings.Join(words[2:], " "))
		}
	}
	for _, f := range markup.Formats {
		if !seen[f.Name] {
			t.Errorf("there is no text in %s", f.Name)
		}
	}
}

// TestProseOnlyIsFragments checks that ProseOnly without limits gives each fragment as one chunk, without white space around it.
func TestProseOnlyIsFragments(t *testing.T) {
	paths, err := filepath.Glob("../../testdata/formats/*")
	if err != nil {
		t.Fatal(err)
	}
	compared := 0
	for _, path := range paths {
		format, isText := markup.ByFileName(path)
		if !isText {
			continue
		}
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, preferred := range []int{0, 60, 500} {
			for _, headings := range []string{"auto", "off"} {
				s := analysis.Defaults()
				s.PreferredWords, s.PlainHeadings, s.SceneBreaks = preferred, headings, analysis.HeadingsIgnore
				d := analysis.New(string(text), format, s)
				chunks, _, err := chunk.Of(d, chunk.Limits{ProseOnly: true, MinChars: -1})
				if err != nil {
					t.Fatal(err)
				}
				var got, want []string
				for _, c := range chunks {
					got = append(got, fmt.Sprintf("%d words: %q", c.Words, strings.TrimSpace(d.Text.Slice(c.Span))))
				}
				for _, f := range d.Fragments() {
					want = append(want, fmt.Sprintf("%d words: %q", f.Words, strings.TrimSpace(d.Text.Slice(f.Span))))
				}
				if !slices.Equal(got, want) {
					t.Errorf("%s, %d words, plain headings %s: the chunks are\n%s\nthe fragments are\n%s", path, preferred, headings, strings.Join(got, "\n"), strings.Join(want, "\n"))
				}
				compared += len(got)
			}
		}
	}
	if compared == 0 {
		t.Error("no text has a fragment")
	}
}

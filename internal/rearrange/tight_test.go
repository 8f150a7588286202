package rearrange

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// tightBreaks are breaks of each format, with the line endings around them, without blank lines on at least one side if possible.
var tightBreaks = []struct {
	format markup.Format
	breaks []string
}{
	{markup.PlainText, []string{"\n***\n", "\n* * *\n", "\n⁂\n", "\n***\n\n", "\n\n* * *\n"}},
	{markup.Markdown, []string{"\n***\n", "\n* * *\n", "\n___\n", "\n\n---\n", "\n***\n\n", "\n   * * *\n"}},
	{markup.LaTeX, []string{"\n\\hrule\n", "\n\\scenebreak\n", "\n\\fancybreak{* * *}\n", "\n\\bigskip\\hrule\\bigskip\n", "\n\n\\scenebreak\n", "\n\\pfbreak\n\n"}},
	{markup.Org, []string{"\n-----\n", "\n  -----\n", "\n\n-----\n", "\n-----\n\n"}},
	{markup.AsciiDoc, []string{"\n\n'''\n", "\n\n***\n"}},
	{markup.ReStructuredText, []string{"\n\n----\n\n"}},
	{markup.HyperText, []string{"\n<hr>\n", "\n<p>* * *</p>\n", "\n\n<hr>\n"}},
	{markup.Typst, []string{"\n#line(length: 100%)\n", "\n\n#line(length: 100%)\n", "\n#line(length: 100%)\n\n", "\n\n#align(center)[* * *]\n"}},
}

// TestTightBreaks is like TestSeparators and TestScenesInFiles, for breaks without blank lines around them. Where all breaks of a text are
// alike, actions and their inverses restore each byte, except in HTML.
func TestTightBreaks(t *testing.T) {
	rounds := 12
	if testing.Short() {
		rounds = 1
	}
	settings := analysis.Defaults()
	settings.PreferredWords, settings.Scaling, settings.ParagraphMinWords = 1, 1000, 0
	for _, test := range tightBreaks {
		f := test.format
		c := newCensus()
		for kind := range len(test.breaks) + 1 {
			breaks := test.breaks
			if kind < len(test.breaks) {
				breaks = test.breaks[kind : kind+1]
			}
			c.isExact = len(breaks) == 1 && f.Name != markup.HyperText.Name // there blank lines mean nothing
			for round := range rounds {
				r := rand.New(rand.NewPCG(52, uint64(kind*1000+round)))
				files := map[string]string{"one" + f.Extensions[0]: tightNovel(r, f, 'a', breaks), "two" + f.Extensions[0]: tightNovel(r, f, 'n', breaks)}
				c.moves(r, f, settings, files, 8, round%2 == 0, len(breaks) == 1)
				c.actions(r, f, settings, files, 4, len(breaks) == 1)
			}
		}
		t.Logf("%s: %d moves and actions, %d over files, %v, %d refused %v", f.Name, c.made, c.across, c.kinds, c.refused, c.refusals)
		for kind, example := range c.example {
			t.Errorf("%s, %d times: %s", kind, c.wrong[kind], example)
		}
		if c.made < 10*rounds || c.across < rounds {
			t.Errorf("%s: only %d moves were made, %d over files", f.Name, c.made, c.across)
		}
	}
}

// tightNovel returns a text of two or three chapters whose scenes are separated by breaks, each with the line endings around it.
func tightNovel(r *rand.Rand, f markup.Format, letter rune, breaks []string) string {
	var b strings.Builder
	count := 0
	for chapter := range 2 + r.IntN(2) {
		if chapter > 0 {
			b.WriteString("\n\n")
		}
		switch {
		case f.Name == markup.PlainText.Name:
			fmt.Fprintf(&b, "CHAPTER %s\n\n", strings.Repeat("I", chapter+1))
		case f.Notation().FirstLevel() > 0:
			b.WriteString(f.Notation().Heading(fmt.Sprintf("Chapter %c%c", letter, 'A'+chapter), f.Notation().FirstLevel()) + "\n\n")
		}
		for scene := range 1 + r.IntN(4) {
			if scene > 0 {
				b.WriteString(breaks[r.IntN(len(breaks))])
			}
			for i := range 1 + r.IntN(2) {
				if i > 0 {
					b.WriteString("\n\n")
				}
				paragraph := fmt.Sprintf("The %c%c tide is salt and\nfar away.", letter, 'a'+count)
				switch count++; f.Name {
				case markup.HyperText.Name:
					paragraph = "<p>" + paragraph + "</p>"
				case markup.PlainText.Name: // longer than a title
					paragraph += strings.Repeat("\nNobody has seen it since the gate was shut.", 4)
				}
				b.WriteString(paragraph)
			}
		}
	}
	return b.String() + "\n"
}

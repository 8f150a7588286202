package analysis

import (
	"fmt"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// TestNothingNearEnds: under blend no suggestion leaves less than a third of the length at either end of what lies between hard boundaries.
func TestNothingNearEnds(t *testing.T) {
	near := 0 // of another method, which shows that there is something to leave out
	for _, name := range []string{"salt.md", "tides.md", "kitchen.md", "notebook.txt"} {
		text, format := read(t, "../testdata/samples/"+name)
		for _, words := range []int{100, 200, 500} {
			for _, method := range []string{"blend", "u00"} {
				s := with(t, fmt.Sprint("preferred-words=", words))
				s.Method = method
				d := New(text, format, s)
				for _, f := range d.Fragments() {
					if !f.Suggested {
						continue
					}
					first, end := d.hardSection(f.First)
					at := d.wordsTo(f.First)
					if 3*min(at-d.wordsTo(first), d.wordsTo(end)-at) >= words {
						continue
					}
					if near++; method == "blend" {
						t.Errorf("%s at %d words: a fragment begins at word %d, between %d and %d", name, words, at, d.wordsTo(first), d.wordsTo(end))
					}
				}
			}
		}
	}
	if near == 0 {
		t.Error("no method suggests anything near an end")
	}
}

// TestOwnLength: fragments are as long as the author's own sections or scenes, in which few suggestions are made, and none before a list or a
// paragraph that goes on from the one before.
func TestOwnLength(t *testing.T) {
	section := func(n int, topic string) string {
		return strings.Repeat(strings.Repeat(topic+" and more of it. ", 5)+"\n\n", n)
	}
	turns := func(opening string) string {
		return section(20, "The salt of the pans dries under the sun") + opening + section(20, "The ferry crosses the river with its rope")
	}
	heading := func(text string) string { return "## A\n\n" + text }
	short := heading(section(6, "The tide rises in the harbour"))
	for _, test := range []struct{ name, text, settings, said, begins string }{
		{"three sections are too few", short + short + short, "", "", ""},
		{"sections", short + short + short + heading(turns("")), "", "your sections have about 850 words", "The ferry"},
		{"scenes", strings.Repeat(section(6, "The tide rises in the harbour")+"***\n\n", 4) + turns(""), "", "your scenes have about 750 words", "The ferry"},
		{"sections that are ignored", short + short + short + heading(turns("")), "headings=ignore", "", "The salt, The ferry"},
		{"before a list", short + short + short + heading(turns("- One thing.\n- Another thing.\n\n")), "", "your sections have about 850 words", "The ferry"},
		{"before what goes on", short + short + short + heading(turns("However, there is more. ")), "", "your sections have about 850 words", "The salt"},
		{"hardly longer than the others", strings.Repeat(short, 5), "", "your sections have about 300 words", ""},
	} {
		s := with(t, test.settings)
		s.PreferredWords = WordsOfAuthor
		d := New(test.text, markup.Markdown, s)
		said := ""
		if own := d.OwnLength(); own != nil {
			said = own.String()
		}
		var begins []string
		for _, f := range d.Fragments() {
			if f.Suggested {
				begins = append(begins, strings.Join(strings.Fields(d.Paragraph(f.First).Opening(20))[:2], " "))
			}
		}
		if got := strings.Join(begins, ", "); said != test.said || got != test.begins {
			t.Errorf("%s: %q, suggested %q; want %q, %q", test.name, said, got, test.said, test.begins)
		}
	}
}

package analysis

import (
	"fmt"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// TestNothingNearEnds checks that with blend no suggestion leaves a very short rest at an end of a stretch between hard boundaries.
func TestNothingNearEnds(t *testing.T) {
	near := 0 // boundaries that another method makes near an end, to show that the test can fail
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
					at := d.wordsBefore(f.First)
					if 3*min(at-d.wordsBefore(first), d.wordsBefore(end)-at) >= words {
						continue
					}
					if near++; method == "blend" {
						t.Errorf("%s at %d words: a fragment begins at word %d, between %d and %d", name, words, at, d.wordsBefore(first), d.wordsBefore(end))
					}
				}
			}
		}
	}
	if near == 0 {
		t.Error("no method suggests anything near an end")
	}
}

// TestOwnLength checks that with preferred-words = auto, fragments have the length of the author's own sections or scenes.
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
		{"sections", short + short + short + heading(turns("")), "", "your sections have about 850 words on average", "The ferry"},
		{"scenes", strings.Repeat(section(6, "The tide rises in the harbour")+"***\n\n", 4) + turns(""), "", "your scenes have about 750 words on average", "The ferry"},
		{"scenes of a chapter", "# One\n\n" + strings.Repeat(section(6, "The tide rises in the harbour")+"***\n\n", 4) + turns(""), "", "your scenes have about 750 words on average", "The ferry"},
		{"scenes of several chapters", strings.Repeat(short+"***\n\n"+section(6, "The tide rises in the harbour"), 3) + turns(""), "", "your scenes have about 700 words on average", "The salt, The ferry"},
		{"a scene in every other section", strings.Repeat(short, 4) + "***\n\n" + turns(""), "", "your sections and scenes have about 750 words on average", "The ferry"},
		{"sections that are ignored", short + short + short + heading(turns("")), "headings=ignore", "", "The salt, The ferry"},
		{"before a list", short + short + short + heading(turns("- One thing.\n- Another thing.\n\n")), "", "your sections have about 850 words on average", "The ferry"},
		{"before what goes on", short + short + short + heading(turns("However, there is more. ")), "", "your sections have about 850 words on average", "The salt"},
		{"chapters", strings.Repeat(heading(section(22, "The tide rises in the harbour")), 4), "", "your sections have 1000 words or more on average", ""},
		{"hardly longer than the others", strings.Repeat(short, 5), "", "your sections have about 300 words on average", ""},
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

// TestFewSuggestionsBesideOwnSections checks that there are few suggestions with the length of the author's own sections, and none in a
// short section. The first limit does not hold if the same length is set by hand.
func TestFewSuggestionsBesideOwnSections(t *testing.T) {
	made, busy := 0, 0 // suggestions with auto, and texts with too many if the length is set by hand
	paragraphs := func(n int, topic string) string {
		return strings.Repeat(strings.Repeat(topic+" and more of it. ", 5)+"\n\n", n)
	}
	hardlyLonger := strings.Repeat("## A\n\n"+paragraphs(6, "The tide rises in the harbour"), 8) +
		"## A\n\n" + paragraphs(3, "The salt of the pans dries under the sun") + paragraphs(3, "The ferry crosses the river with its rope")
	manyTurns := strings.Repeat("## A\n\n"+paragraphs(3, "The tide rises in the harbour"), 12) + "## A\n\n"
	for _, topic := range strings.Fields("salt ferry bread tower garden letter winter bridge candle market") {
		manyTurns += paragraphs(3, "The "+topic+" keeps its "+topic)
	}
	texts := map[string]string{"hardly longer": hardlyLonger, "many turns": manyTurns}
	for _, name := range []string{"salt.md", "tides.md", "kitchen.md"} {
		texts[name], _ = read(t, "../testdata/samples/"+name)
	}
	for name, text := range texts {
		own := 0
		for _, isOwn := range []bool{true, false} {
			s := Defaults()
			if s.PreferredWords = own; isOwn {
				s.PreferredWords = WordsOfAuthor
			}
			d := New(text, markup.Markdown, s)
			own = d.Preferred()
			suggested, inShort := 0, 0
			for _, f := range d.Fragments() {
				if !f.Suggested {
					continue
				}
				suggested++
				if first, end := d.hardSection(f.First); 10*(d.wordsBefore(end)-d.wordsBefore(first)) < 12*own {
					inShort++
				}
			}
			isBusy := suggested > d.Words()/600
			switch {
			case !isOwn && isBusy:
				busy++
			case isOwn && isBusy:
				t.Errorf("%s: %d suggestions in %d words", name, suggested, d.Words())
			}
			if !isOwn {
				continue
			}
			if made += suggested; inShort > 0 {
				t.Errorf("%s: %d suggestions in sections below 1.2 times %d words", name, inShort, own)
			}
		}
	}
	if made == 0 || busy == 0 {
		t.Errorf("%d suggestions, %d texts with too many where the number is set by hand: this proves nothing", made, busy)
	}
}

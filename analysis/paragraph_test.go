package analysis

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// describeParagraph returns a paragraph's kind and words, and its terms in the order of the text, each as it is written, with its count.
func describeParagraph(d *Document, p Paragraph) string {
	text := fmt.Sprintf("%v %d:", p.Kind, p.Words)
	for _, term := range p.Terms {
		text += " " + d.Language.Vocabulary.Written(term.Form)
		if term.Count > 1 {
			text += fmt.Sprintf("×%d", term.Count)
		}
	}
	return text
}

func TestParagraphs(t *testing.T) {
	const list = "- salt\n- the sea\n\n  of salt\n  - and the road\n- `code`\n- tide"
	const quote = "> Salt of the sea.\n>\n> - road\n> - tide\n>\n>       code"
	for _, test := range []struct {
		text, settings string
		want           []string
	}{
		{"", "", nil},
		{"Salt and the sea.", "", []string{"paragraph 4: Salt sea"}},
		{"# Salt\n\nsalt\n\nsea", "", []string{"paragraph 1: salt", "paragraph 1: sea"}},
		{"the of and", "", []string{"paragraph 3:"}},

		// Line wrapping does not change a paragraph.
		{"salt sea road", "", []string{"paragraph 3: salt sea road"}},
		{"salt\nsea\r\nroad", "", []string{"paragraph 3: salt sea road"}},

		// A list and a quote are one unit, unless longer than a fragment should be.
		{list, "", []string{"list 9: salt×2 sea road tide"}},
		{list, "preferred-words=9", []string{"list 9: salt×2 sea road tide"}},
		{list, "preferred-words=8", []string{"item 1: salt", "item 7: sea salt road", "item 1: tide"}},
		{"- salt\n- ![a figure](of.png)", "preferred-words=1", []string{"list 1: salt"}},
		{"- salt and sea", "preferred-words=1", []string{"list 3: salt sea"}},
		{"1. salt\n1. `code`\n1. sea", "preferred-words=1", []string{"item 1: salt", "item 1: sea"}},
		{quote, "", []string{"quote 6: Salt sea road tide"}},
		{quote, "preferred-words=6", []string{"quote 6: Salt sea road tide"}},
		{quote, "preferred-words=5", []string{"quote 4: Salt sea", "quote 2: road tide"}},
		{"salt sea", "preferred-words=1", []string{"paragraph 2: salt sea"}},

		// A block without words is not a paragraph.
		{"`code`\n\n![a figure](of.png)\n\n<https://a.b>\n\n[@key]\n\n- `code`\n\n> $x$\n\n***", "", nil},
		{"salt `code` [sea](https://a.b) $x$", "", []string{"paragraph 2: salt sea"}},

		// Words with the same stem are one term, shown in its most frequent form; of equally frequent forms, the one in lower case, and of
		// several of these, the one that reached that count first.
		{"Salts salt sea salt", "", []string{"paragraph 4: salt×3 sea"}},
		{"Salts salt", "", []string{"paragraph 2: salt×2"}},
		{"Sea seas SEA", "", []string{"paragraph 3: seas×3"}},
		{"Salt salts Salts salts salt salt", "", []string{"paragraph 6: salts×6"}},
		{"salt salts Salts salt salts Salts", "", []string{"paragraph 6: salt×6"}},
		{"sea salt salt road road road tide", "top-terms=2", []string{"paragraph 7: salt×2 road×3"}},
		{"sea salt sea road road tide", "top-terms=2", []string{"paragraph 6: sea×2 road×2"}},
		{"sea salt road", "top-terms=2", []string{"paragraph 3: sea salt"}},
		{"sea sea salt road", "top-terms=2 term-ties=all", []string{"paragraph 4: sea×2 salt road"}},
		{"sea 1913 3.14", "", []string{"paragraph 3: sea"}},
		{"sea 1913 3.14 1913", "numbers=true", []string{"paragraph 4: sea 1913×2 3.14"}},
		{"de la mer et du sel", "language=fr", []string{"paragraph 6: mer sel"}},
	} {
		d := New(test.text, markup.Markdown, with(t, "method=paper "+test.settings))
		var got []string
		words := 0
		for _, p := range d.Paragraphs() {
			got = append(got, describeParagraph(d, p))
			words += p.Words
		}
		if !slices.Equal(got, test.want) || d.Words() != words {
			t.Errorf("%q with %q: %d words in\n\t%s\nwant\n\t%s", test.text, test.settings,
				d.Words(), strings.Join(got, "\n\t"), strings.Join(test.want, "\n\t"))
		}
	}
}

func TestIsQuiet(t *testing.T) {
	const sentence = "The sea is salt. "
	for _, test := range []struct {
		text string
		want bool
	}{
		{"", true},
		{strings.Repeat(sentence, 4), true},
		{strings.Repeat(sentence, 5), false},
		{strings.Repeat("17 warn disk full\n\n", 5), true},
		{strings.Repeat("17 warn disk full\n\n", 5) + strings.Repeat(sentence, 5), false},
		{strings.Repeat("17 warn disk full\n\n", 6) + strings.Repeat(sentence, 5), true},
	} {
		if got := New(test.text, markup.PlainText, with(t, "preferred-words=10")).IsQuiet(); got != test.want {
			t.Errorf("IsQuiet of %q is %v", test.text, got)
		}
	}
}

func TestOpening(t *testing.T) {
	for _, test := range []struct {
		text string
		n    int
		want string
	}{
		{"The *lines* form\na [net](https://a.b) &amp; more.", 60, "The lines form a net & more."},
		{"The lines, they say, form a net.", 32, "The lines, they say, form a net."},
		{"The lines, they say, form a net.", 31, "The lines, they say, form a…"},
		{"The lines, they say, form a net.", 22, "The lines, they say…"},
		{"潮汐潮汐潮汐潮汐", 4, "潮汐潮…"},
		{"- First item\n- second", 60, "First item"},
	} {
		d := New(test.text, markup.Markdown, Defaults())
		if got := d.Paragraphs()[0].Opening(test.n); got != test.want {
			t.Errorf("the first %d of %q are %q, want %q", test.n, test.text, got, test.want)
		}
	}
}

// TestLongestTerm checks that an overlong word is counted but is not a term.
func TestLongestTerm(t *testing.T) {
	for n, terms := range map[int]int{40: 2, 41: 1} {
		p := New("Salt "+strings.Repeat("ö", n)+".\n", markup.PlainText, Defaults()).Paragraph(0)
		if p.Words != 2 || len(p.Terms) != terms {
			t.Errorf("%d letters: %d words, %d terms", n, p.Words, len(p.Terms))
		}
	}
}

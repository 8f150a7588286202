package analysis

import (
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// TestFootnoteWords checks that two words of each text are prose, and five are in footnotes.
func TestFootnoteWords(t *testing.T) {
	for name, test := range map[string]struct {
		format markup.Format
		text   string
	}{
		"Markdown":         {markup.Markdown, "Grey salt.[^1][^b]\n\n[^1]: One *two*.\n[^b]: Three.\n\n    Four five.\n\n`^[code]`\n"},
		"inline":           {markup.Markdown, "Grey^[One [two](three.md) three four five.] salt.\n"},
		"reStructuredText": {markup.ReStructuredText, "Grey salt. [1]_\n\n.. [1] One two\n   three.\n.. [#b] Four five.\n"},
		"Org":              {markup.Org, "Grey salt.[fn:1]\n\n[fn:1] One two three four five.\n"},
		"LaTeX":            {markup.LaTeX, "Grey\\footnote{One \\emph{two} three.} salt.\n\n\\footnotetext[2]{Four five.}\n"},
		"AsciiDoc":         {markup.AsciiDoc, "Grey footnote:[One two three.] salt footnote:b[Four five.].\n"},
		"AsciiDoc, named":  {markup.AsciiDoc, "Grey footnoteref:[a,One two three.] salt footnoteref:[b, Four five.] footnoteref:[a] footnote:b[].\n"},
		"Typst":            {markup.Typst, "Grey#footnote[One two _three_ four five.] salt.\n"},
		"HTML":             {markup.HyperText, "<p>Grey<a href='#a'><sup>*</sup></a> salt.</p>\n<section role='doc-endnotes'><hr>\n<ol><li id=a><p>One <em>two</em> three.<a href='#b'>↩</a></p></li></ol>\n</section>\n<aside class=x role=doc-footnote>Four five.</aside>\n"},
		"off":              {markup.Markdown, "Grey salt.^[One two three four five.]\n\n<!-- segls: off -->\n\nNo.^[No.]\n"},
	} {
		d := New(test.text, test.format, Defaults())
		if d.Words() != 2 || d.FootnoteWords() != 5 {
			t.Errorf("%s: %d words, %d in footnotes", name, d.Words(), d.FootnoteWords())
		}
	}
}

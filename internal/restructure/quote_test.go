package restructure

import (
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// TestInsertQuote checks where and how two paragraphs are quoted at the mark ‸.
func TestInsertQuote(t *testing.T) {
	for name, c := range map[string]struct {
		format     markup.Format
		text, want string
	}{
		"in a paragraph":    {markup.Markdown, "One ‸word.\n\nTwo words.\n", "One word.\n\n> Salt\n> keeps.\n>\n> Fish.\n\nTwo words.\n"},
		"among blank lines": {markup.Markdown, "One word.\n\n‸\n\nTwo words.\n", "One word.\n\n\n\n> Salt\n> keeps.\n>\n> Fish.\n\nTwo words.\n"},
		"at the end":        {markup.Markdown, "One word.‸", "One word.\n\n> Salt\n> keeps.\n>\n> Fish.\n\n"},
		"LaTeX":             {markup.LaTeX, "One ‸word.\n\nTwo words.\n", "One word.\n\n\\begin{quote}\nSalt\nkeeps.\n\nFish.\n\\end{quote}\n\nTwo words.\n"},
		"rST":               {markup.ReStructuredText, "One ‸word.\n\nTwo words.\n", "One word.\n\n   Salt\n   keeps.\n\n   Fish.\n\nTwo words.\n"},
		"AsciiDoc":          {markup.AsciiDoc, "One ‸word.\n\nTwo words.\n", "One word.\n\n____\nSalt\nkeeps.\n\nFish.\n____\n\nTwo words.\n"},
		"Org":               {markup.Org, "One ‸word.\n\nTwo words.\n", "One word.\n\n#+begin_quote\nSalt\nkeeps.\n\nFish.\n#+end_quote\n\nTwo words.\n"},
		"plain text":        {markup.PlainText, "One ‸word.\n", ""},
	} {
		t.Run(name, func(t *testing.T) {
			at := strings.Index(c.text, "‸")
			d := analysis.New(strings.Replace(c.text, "‸", "", 1), c.format, analysis.Defaults())
			e, err := InsertQuote(d, at, []string{"Salt\nkeeps.", "Fish."})
			if (err == nil) != (c.want != "") {
				t.Fatal(err)
			}
			if err == nil && e.Apply(d.Text.String()) != c.want {
				t.Errorf("%q\nand not\n%q", e.Apply(d.Text.String()), c.want)
			}
		})
	}
}

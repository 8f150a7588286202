package restructure

import (
	"errors"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// TestRenameFragment checks the text after the fragment marked with ‸ has been given a title, or the reason for the refusal. The title is
// “Brine & ants” unless a case names another.
func TestRenameFragment(t *testing.T) {
	const sea, reeds = "Salt keeps fish, and salt keeps meat.", "Ferries cross on ropes, and ropes hold ferries."
	for name, c := range map[string]struct {
		format        markup.Format
		text          string
		as            TitlePlace
		title         string
		want, refused string // a part of the text after the edit, or of the error
	}{
		"a comment":                                 {markup.Markdown, sea + "\n\n‸" + reeds + "\n", AsComment, "", sea + "\n\n<!-- segls: title Brine & ants -->\n\n" + reeds + "\n", ""},
		"a comment replaced":                        {markup.Markdown, sea + "\n\n<!-- segls: title Old -->\n\n<!-- segls: break -->\n\n‸" + reeds + "\n", AsComment, "", sea + "\n\n<!-- segls: title Brine & ants -->\n\n<!-- segls: break -->\n\n" + reeds + "\n", ""},
		"the second of two comments replaced":       {markup.Markdown, "<!-- segls: title One -->\n\n<!-- segls: title Two -->\n\n‸" + sea + "\n", AsComment, "", "<!-- segls: title One -->\n\n<!-- segls: title Brine & ants -->\n\n" + sea, ""},
		"a comment in LaTeX":                        {markup.LaTeX, sea + "\n\n‸" + reeds + "\n", AsComment, "", sea + "\n\n% segls: title Brine & ants\n\n" + reeds + "\n", ""},
		"a comment in plain text":                   {markup.PlainText, sea + "\n\n‸" + reeds + "\n", AsComment, "", sea + "\n\nsegls: title Brine & ants\n\n" + reeds + "\n", ""},
		"a heading":                                 {markup.Markdown, "# Book\n\n" + sea + "\n\n‸" + reeds + "\n", AsHeading, "", sea + "\n\n## Brine & ants\n\n" + reeds + "\n", ""},
		"a heading with the adornment of its level": {markup.ReStructuredText, "Book\n====\n\nMore\n----\n\n" + sea + "\n\nAll\n===\n\n" + sea + "\n\n‸" + reeds + "\n", AsHeading, "", sea + "\n\nBrine & ants\n------------\n\n" + reeds + "\n", ""},
		"a heading in place of a comment":           {markup.Markdown, sea + "\n\n<!-- segls: title Old -->\n\n‸" + reeds + "\n", AsHeading, "", sea + "\n\n## Brine & ants\n\n" + reeds + "\n", ""},
		"a heading replaced":                        {markup.Markdown, "# Book\n\n## Old {#old} ##\n\n‸" + sea + "\n\n" + reeds + "\n", AsHeading, "", "# Book\n\n## Brine & ants {#old} ##\n\n" + sea, ""},
		"a heading and a comment replaced":          {markup.Markdown, "## Old\n\n<!-- segls: title Old -->\n\n‸" + sea + "\n", AsHeading, "", "## Brine & ants\n\n" + sea, ""},
		"an underlined heading":                     {markup.Markdown, "Old\n===\n\n‸" + sea + "\n", AsHeading, "", "Brine & ants\n===\n\n" + sea, ""},
		"a heading between two lines":               {markup.ReStructuredText, "===\nOld\n===\n\n‸" + sea + "\n", AsHeading, "", "============\nBrine & ants\n============\n\n" + sea, ""},
		"an underlined heading of AsciiDoc":         {markup.AsciiDoc, "Book\n====\n\n[#old]\nOld\n---\n\n‸" + sea + "\n", AsHeading, "", "[#old]\nBrine & ants\n------------\n\n" + sea, ""},
		"a heading of LaTeX":                        {markup.LaTeX, "\\section[O]{Old}\\label{old}\n\n‸" + sea + "\n", AsHeading, "", "\\section[O]{Brine \\& ants}\\label{old}\n\n" + sea, ""},
		"a heading of HTML":                         {markup.HyperText, "<h2 class=x>Old</h2>\n<p>‸" + sea + "</p>\n", AsHeading, "", "<h2 class=x>Brine &amp; ants</h2>\n<p>" + sea, ""},
		"a heading of Org":                          {markup.Org, "* TODO Old :tag:\n:PROPERTIES:\n:ID: x\n:END:\n\n‸" + sea + "\n", AsHeading, "", "* TODO Brine & ants :tag:\n:PROPERTIES:", ""},
		"a heading after a byte order mark":         {markup.Markdown, byteOrderMark + "# Old\n\n‸" + sea + "\n", AsHeading, "", byteOrderMark + "# Brine & ants\n\n" + sea, ""},
		"an underlined heading after a mark inside": {markup.Markdown, reeds + "\n\n" + byteOrderMark + "Old\n===\n\n‸" + sea + "\n", AsHeading, "", byteOrderMark + "Brine & ants\n===\n\n" + sea, ""},
		"a link to the heading":                     {markup.Markdown, "# Old\n\n‸See [it](#old). " + sea + "\n", AsHeading, "", "", "A link leads to “#old”"},
		"a link to the heading by its id":           {markup.Markdown, "# Old {#id}\n\n‸See [it](#id). " + sea + "\n", AsHeading, "", "# Brine & ants {#id}", ""},
		"a format without headings":                 {markup.PlainText, sea + "\n\n‸" + reeds + "\n", AsHeading, "", "", "This format has no headings"},
		"a title without a word":                    {markup.Markdown, "‸" + sea + "\n", AsComment, " -- ", "", "needs a word"},
		"a title that reads as a setting":           {markup.Markdown, "‸" + sea + "\n", AsComment, "= 3", "", "equals sign"},
		"a title that would end the comment":        {markup.Markdown, "‸" + sea + "\n", AsComment, "Salt --> water", "", "“"},
		"a title of several lines":                  {markup.Markdown, "‸" + sea + "\n", AsComment, " Salt\n\nand  water ", "<!-- segls: title Salt and water -->", ""},
		"a title with emphasis":                     {markup.Markdown, "‸" + sea + "\n", AsHeading, "The *Essex*", "## The *Essex*\n", ""},
		"a title that reads as attributes":          {markup.Markdown, "‸" + sea + "\n", AsHeading, "Salt {#x}", "", "would not be read"},
		"a heading before a list item":              {markup.Markdown, "- " + sea + "\n- ‸" + reeds + "\n", AsHeading, "", sea + "\n\n## Brine & ants\n\n- " + reeds, ""},
		"a footnote in the heading":                 {markup.Markdown, "# Old[^1]\n\n‸" + sea + "\n\n[^1]: Note.\n", AsHeading, "", "", "contains more than words"},
		"a label in the heading":                    {markup.LaTeX, "\\section{Old\\label{old}}\n\n‸" + sea + "\n", AsHeading, "", "\\section{Brine \\& ants\\label{old}}", ""},
		"a footnote of LaTeX in the heading":        {markup.LaTeX, "\\section{Old\\footnote{Note.}}\n\n‸" + sea + "\n", AsHeading, "", "", "contains more than words"},
		"emphasis in the heading":                   {markup.Markdown, "# *Old* one\n\n‸" + sea + "\n", AsHeading, "", "# Brine & ants\n\n" + sea, ""},
	} {
		t.Run(name, func(t *testing.T) {
			s := analysis.Defaults()
			s.PreferredWords, s.Scaling = 5, 1000
			at := strings.Index(c.text, "‸")
			text := strings.Replace(c.text, "‸", "", 1)
			d := analysis.New(text, c.format, s)
			title := c.title
			if title == "" {
				title = "Brine & ants"
			}
			e, err := RenameFragment(d, FragmentAt(d, at), title, c.as)
			if c.refused != "" {
				if r := (*sentence.Sentence)(nil); !errors.As(err, &r) || !strings.Contains(err.Error(), c.refused) {
					t.Errorf("refused with %v, not with %q:\n%s", err, c.refused, e.Apply(text))
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if got := e.Apply(text); !strings.Contains(got, c.want) {
				t.Errorf("%q is not in\n%s", c.want, got)
			}
		})
	}
}

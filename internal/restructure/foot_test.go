package restructure

import (
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// TestEditorCommentsStay checks that the comments that an editor looks for at the bottom of a file stay there, whatever moves.
func TestEditorCommentsStay(t *testing.T) {
	for name, text := range map[string][3]string{
		"a.tex":  {"\\section{A}\n\nSalt.\n\n", "\\section{B}\n\nIron.\n\n", "% LocalWords:  Faerie\n\n%%% Local Variables:\n%%% mode: latex\n%%% TeX-master: \"main\"\n%%% End:\n"},
		"a.md":   {"# A\n\nSalt.\n\n", "# B\n\nIron.\n\n", "<!-- Local Variables: -->\n<!-- mode: markdown -->\n<!-- End: -->\n"},
		"a.org":  {"* A\n\nSalt.\n\n", "* B\n\nIron.\n\n", "# Local Variables:\n# mode: org\n# End:\n"},
		"a.rst":  {"A\n=\n\nSalt.\n\n", "B\n=\n\nIron.\n\n", "..\n   Local Variables:\n   mode: rst\n   End:\n"},
		"a.adoc": {"== A\n\nSalt.\n\n", "== B\n\nIron.\n\n", "// vim: set tw=80:\n"},
		"a.typ":  {"= A\n\nSalt.\n\n", "= B\n\nIron.\n\n", "// vim: set tw=80:\n"},
		"a.html": {"<h1>A</h1>\n\n<p>Salt.</p>\n\n", "<h1>B</h1>\n\n<p>Iron.</p>\n\n", "<!-- vim: set tw=80: -->\n"},
	} {
		f, _ := markup.ByFileName(name)
		before, after := text[0]+text[1]+text[2], text[1]+text[0]+text[2]
		for _, step := range []struct{ from, to string }{{before, after}, {after, before}} {
			d := analysis.New(step.from, f, analysis.Defaults())
			e, err := MoveSectionDown(d, 0, Keep)
			if err != nil {
				t.Errorf("%s: %v", name, err)
			} else if got := e.Apply(step.from); got != step.to {
				t.Errorf("%s: moved down\n%s\nwant\n%s", name, got, step.to)
			}
		}
	}
}

// TestTypstSettingsWithinParagraphs checks that a section with a #set or #show within a paragraph does not move, because the statement
// applies to all text after it, unless it is within brackets.
func TestTypstSettingsWithinParagraphs(t *testing.T) {
	for said, isRefused := range map[string]bool{
		"Salt #set text(red)\nis white.":         true,
		"Salt #show emph: strong\nis _white_.":   true,
		"Salt #[#set text(red); is] white.":      false,
		"Salt `#set text(red)` is white.":        false,
		"Salt #let depth = 3\nis white.":         false,
		"Salt is #text(red)[white], #emph[too].": false,
	} {
		text := "= A\n\n" + said + "\n\n= B\n\nIron.\n\n= C\n\nWax.\n"
		if _, err := MoveSectionDown(analysis.New(text, markup.Typst, analysis.Defaults()), 0, Keep); (err != nil) != isRefused {
			t.Errorf("%s: %v", said, err)
		}
	}
}

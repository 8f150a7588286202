package markup

import "testing"

// TestSceneBreaks: whatever a format writes between two paragraphs to part scenes is one block, and nothing else is.
func TestSceneBreaks(t *testing.T) {
	const own = "\\documentclass{book}\n\\newcommand{\\stars}{\\bigskip\\centerline{* * *}\\bigskip}\n\\def\\turn{\\par\\hrule\\par}\n"
	for _, test := range []struct {
		format Format
		breaks []string
		others []string
	}{
		{
			PlainText,
			[]string{"***", "* * *", "      * * *", "#", "~", "⁂", "-----", "\t— — —", "* * * * *"},
			[]string{"...", "…", "?", "-", "“—”", "No. 7", "#7", "* * * and so on"},
		},
		{
			Markdown,
			[]string{
				"***", "* * *", "---", "___", "~", "⁂", `\* \* \*`, "&#8258;", "<hr>", `<hr class="scene" />`, "<center>***</center>",
				"<p align=\"center\">* * *</p>", "<div style=\"text-align:center\">\n***\n</div>", "::: center\n* * *\n:::",
			},
			[]string{"…", "<!-- *** -->", "<br>", "::: center\nWords\n:::", "[x](y)", `\#`},
		},
		{ReStructuredText, []string{"----", "* * *", "⁂", `\* \* \*`, "***"}, []string{"...", ".. ***", "::"}},
		{AsciiDoc, []string{"'''", "***", "* * *", "⁂", "~"}, []string{"...", "// ***"}},
		{Org, []string{"-----", "⁂", "***", " * * *", "#+BEGIN_CENTER\n***\n#+END_CENTER"}, []string{"...", "# ***"}},
		{
			LaTeX,
			[]string{
				"\\bigskip\n* * *\n\\bigskip", "\\begin{center}* * *\\end{center}", "\\begin{center}\n***\n\\end{center}", "\\centerline{* * *}",
				"\\fancybreak{* * *}", "\\fancybreak*{$\\ast$}", "\\scenebreak", "\\scenebreak{}", "\\pfbreak*", "\\hrule", "\\plainbreak{2}",
				"\\noindent\\rule{\\textwidth}{1pt}", "* * *", "$*$ $*$ $*$", "\\begin{center}\n$\\ast$~$\\ast$~$\\ast$\n\\end{center}",
				"{\\centering * * *\\par}", "\\par\\bigskip\\centerline{***}\\bigskip\\par", "⁂",
			},
			[]string{"\\bigskip", "\\vspace{1em}", "~", "% ***", "\\newpage", "\\stars", "}"},
		},
		{LaTeX.Own(own+"\\begin{document}\n", ""), []string{"\\stars", "\\turn{}"}, []string{"\\stares", "\\bigskip"}},
		{
			HyperText,
			[]string{"<hr>", "<p>***</p>", `<p class="c">* * *</p>`, "<p>⁂</p>", "<p>&#8258;</p>", "<p>*&nbsp;*&nbsp;*</p>"},
			[]string{"<p>&nbsp;</p>", "<p>…</p>", "<p>-</p>"},
		},
		{
			Typst,
			[]string{
				"#line(length: 100%)", "#align(center)[* * *]", "#align(center)[#line(length: 3cm)]", "* * *", "⁂", "#align(center, [\\*\\*\\*])",
				"#align(center)[⁂]", "\\* \\* \\*", "---", "#align(center)[\n  \\* \\* \\*\n]",
			},
			[]string{"#pagebreak()", "#align(center)[]", "#v(2em)", "$*$"},
		},
	} {
		between := func(source string) (kinds []Kind) {
			blocks := test.format.Scan("Salt is one.\n\n" + source + "\n\nSea is two.\n")
			for _, b := range blocks[1 : len(blocks)-1] {
				kinds = append(kinds, b.Kind)
			}
			return kinds
		}
		for _, source := range test.breaks {
			if kinds := between(source); len(kinds) != 1 || kinds[0] != Rule {
				t.Errorf("%s: %q is %v", test.format.Name, source, kinds)
			}
		}
		for _, source := range test.others {
			for _, kind := range between(source) {
				if kind == Rule {
					t.Errorf("%s: %q is a break", test.format.Name, source)
				}
			}
		}
	}
}

package markup

import (
	"strings"
	"testing"
)

// TestSceneBreaks checks that each way to write a scene break in a format is read as one [Rule], and that other text is not.
func TestSceneBreaks(t *testing.T) {
	const own = "\\documentclass{book}\n\\newcommand{\\stars}{\\bigskip\\centerline{* * *}\\bigskip}\n\\def\\turn{\\par\\hrule\\par}\n\\newcommand{\\twice}{\\stars}\n" +
		"\\let\\alias\\pfbreak\n\\newcommand*{\\of}[1][*]{\\fancybreak{#1 #1 #1}}\n\\newcommand{\\said}[1]{\\bigskip #1}\n\\NewDocumentCommand{\\lines}{}{%\n  \\begin{center}\n  * * *\n  \\end{center}\n}\n"
	for _, test := range []struct {
		format Format
		breaks []string
		others []string
	}{
		{
			PlainText,
			[]string{"***", "* * *", "      * * *", "#", "~", "⁂", "-----", "\t— — —", "* * * * *", "         #", "\u00a0\u00a0***", "◊", "❦", "x x x", ". . .", "+ + +", "--oOo--", "      o0o", "♦ ♦ ♦", "●", "■", "────", "━━━", "⋆ ⋆ ⋆", "✱✱✱"},
			[]string{"─", "...", "…", "?", "-", "o", "xxx", "+++", "No", "“—”", "No. 7", "#7", "* * * and so on"},
		},
		{
			Markdown,
			[]string{
				"***", "* * *", "---", "___", "~", "⁂", `\* \* \*`, "&#8258;", "<hr>", `<hr class="scene" />`, "<center>***</center>",
				"<p align=\"center\">* * *</p>", "<div style=\"text-align:center\">\n***\n</div>", "::: center\n* * *\n:::", "            * * *", "<p>&#42; &#42; &#42;</p>", "&nbsp;&nbsp;***", "<br>\n***\n<br>", "> ***", "> \\* \\* \\*\n", "   > * * *", "<p\n>***</p>",
			},
			[]string{"…", "> …", "> Words\n> ***", "<!-- *** -->", "<br>", "::: center\nWords\n:::", "[x](y)", `\#`},
		},
		{ReStructuredText, []string{"----", "* * *", "⁂", `\* \* \*`, "***", ".. centered:: ⁂", ".. centered:: * * *", ".. rubric:: * * *", ".. raw:: html\n\n   <hr>", ".. class:: center\n\n\\* \\* \\*", ".. rst-class:: c d\n\n\n----", ".. class:: center\n\n   \\* \\* \\*", ".. container:: center\n\n   * * *"}, []string{"...", ".. container:: center\n\n   Words", ".. class:: center", ".. class:: center\n\nWords", ".. note::\n\n   ***", ".. raw:: html\n\n   <hr>x", ".. ***", "::"}},
		{AsciiDoc, []string{"'''", "'''''", "<<<", "<<<<<", "___", "_ _ _", "*  *  *", "-   -   -", "[.text-center]\n*{nbsp}*{nbsp}*", "***", "* * *", "⁂", "~", "[.text-center]\n\\* * *", "[.text-center]\n{asterisk} {asterisk} {asterisk}", "pass:[* * *]", "++++\n<hr>\n++++"}, []string{"...", "// ***", "<<", "''", "_ _", "- -"}},
		{Org, []string{"-----", "⁂", "***", " * * *", "#+BEGIN_CENTER\n***\n#+END_CENTER", "#+begin_center\n⁂\n#+end_center", `\ast \ast \ast`, "#+begin_export html\n<hr>\n#+end_export", "#+HTML: <hr>", "@@html:<hr>@@", "#+begin_quote\n***\n#+end_quote"}, []string{"...", "#+HTML: Words", "@@html:Words@@", "#+TITLE: ***x", "# ***"}},
		{
			LaTeX,
			[]string{
				"\\bigskip\n* * *\n\\bigskip", "\\begin{center}* * *\\end{center}", "\\begin{center}\n***\n\\end{center}", "\\centerline{* * *}",
				"\\fancybreak{* * *}", "\\fancybreak*{$\\ast$}", "\\scenebreak", "\\scenebreak{}", "\\sceneline", "\\scenestars", "\\pfbreak*", "\\hrule", "\\plainbreak{2}",
				"\\noindent\\rule{\\textwidth}{1pt}", "* * *", "$*$ $*$ $*$", "\\begin{center}\n$\\ast$~$\\ast$~$\\ast$\n\\end{center}",
				"{\\centering * * *\\par}", "\\par\\bigskip\\centerline{***}\\bigskip\\par", "⁂", "\\plainfancybreak{3}{2}{* * *}",
				"\\vspace{1em}\\noindent\\hfil***\\hfil\\vspace{1em}", "\\bigskip\\noindent\\textbf{* * *}\\bigskip", "\\begin{center} \\decofourleft \\end{center}",
				"\\vskip 1em\n\\centerline{***}\n\\vskip 1em", "\\bigbreak\\centerline{***}\\bigbreak", "\\noindent\\makebox[\\linewidth]{***}",
				"\\vskip\\baselineskip\\centerline{***}\\vskip 2\\baselineskip plus 1fill", "\\begin{quote}\\centering * * *\\end{quote}", "\\centerline{\\S}", "\\dotfill", "\\begin{center}\\psvectorian{1}\\end{center}",
				"\\begin{center}\n***\n\\end{center}\n\\vspace{1em}",
			},
			[]string{"\\bigskip", "\\vspace{1em}", "~", "% ***", "\\newpage", "\\stars", "}"},
		},
		{LaTeX.WithOwnDefinitions(own+"\\begin{document}\n", ""), []string{"\\stars", "\\turn{}", "\\twice", "\\alias", "\\of", "\\of[+]", "\\lines", "\\centerline{\\Large\\bfseries * * *}", "\\newscene"}, []string{"\\stares", "\\bigskip", "\\said{Words}"}},
		{
			HyperText,
			[]string{"<hr>", "<p>***</p>", `<p class="c">* * *</p>`, "<p>⁂</p>", "<p>&#8258;</p>", "<p>*&nbsp;*&nbsp;*</p>", "<p>*</p>", "<p>~</p>", "<p><b>***</b></p>", "<center>***</center>", "<blockquote><p>* * *</p></blockquote>", "<blockquote><center>***</center></blockquote>", "<blockquote><br>* * *<br></blockquote>", "<blockquote><div><p>⁂</p></div></blockquote>", "<div><p>***</p></div>"},
			[]string{"<blockquote><p>Words</p></blockquote>", "<blockquote><img src=x></blockquote>", "<blockquote><br></blockquote>", "<p>&nbsp;</p>", "<p>…</p>", "<p>-</p>"},
		},
		{
			Typst,
			[]string{
				"#line(length: 100%)", "#align(center)[* * *]", "#align(center)[#line(length: 3cm)]", "* * *", "⁂", "#align(center, [\\*\\*\\*])",
				"#align(center)[⁂]", "\\* \\* \\*", "---", "#align(center)[\n  \\* \\* \\*\n]", "#align(center, line(length: 30%))", "#align(center)[#sym.ast.triple]",
				"#align(center, \"* * *\")", "#scene-break()", "#align(center, text(size: 14pt)[\\* \\* \\*])",
				"#divider()", "#hr()", "#asterism", "#align(center, divider)", "#align(center, divider())", "#align(center)[#hr]", "#box(line(length: 1cm))", "#par[\\* \\* \\*]", "#center[* * *]", "#place(center)[\\* \\* \\*]",
			},
			[]string{"#pagebreak()", "#align(center)[]", "#v(2em)", "$*$", "#stars()", "hr", "divider", "Asterism, dinkus", "asterism"},
		},
		{
			Typst.WithOwnDefinitions("#let stars() = {\n  v(1em)\n  align(center)[\\* \\* \\*]\n  v(1em)\n}\n#let turn = line(length: 100%)\n#let rule(width: 30%) = align(center, line(length: width))\n#let said(x) = [x]\n#let horizontalrule = line(start: (25%,0%), end: (75%,0%))\n#let old = [\n#line(start: (25%,0%), end: (75%,0%))\n]\n#let tight = align(center)[⁂]\nText.\n", ""),
			[]string{"#horizontalrule", "#old", "#tight", "#align(center)[#line(length: 30%, stroke: rgb(\"#888\"))]", "#stars()", "#turn", "#rule(width: 5cm)"},
			[]string{"#said()", "#turning"},
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
			for _, source := range []string{source, strings.ReplaceAll(source, "\n", "\r\n")} {
				if kinds := between(source); len(kinds) != 1 || kinds[0] != Rule {
					t.Errorf("%s: %q is %v", test.format.Name, source, kinds)
				}
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

// TestDashesThatTrailOff checks that dashes right below a sentence are not a scene break, although other marks are.
func TestDashesThatTrailOff(t *testing.T) {
	for mark, want := range map[string]int{"            ------\n                  ------": 0, "        * * *": 1} {
		rules := 0
		for _, b := range PlainText.Scan("The sea is salt and so\nis death in the end.\n" + mark + "\n   Halfpenny, Sir, he said\nand he ran away.\nThe sea was salt\nand far and so\nwas he.\n") {
			if b.Kind == Rule {
				rules++
			}
		}
		if rules != want {
			t.Errorf("%q: %d scene breaks, want %d", mark, rules, want)
		}
	}
}

// TestElementsAroundBreaks checks that an element around a lone break is part of the break. Otherwise, a split would leave
// its end tag behind.
func TestElementsAroundBreaks(t *testing.T) {
	for mark, want := range map[string]string{
		`<div class="break">⁂</div>`:       `<div class="break">⁂</div>`,
		"<center>* * *</center>":           "<center>* * *</center>",
		"<div><hr></div>":                  "<div><hr></div>",
		"<DIV>\n<hr/>\n</div>":             "<DIV>\n<hr/>\n</div>",
		"<section><p>* * *</p></section>":  "<section><p>* * *</p></section>",
		"<div><div><hr></div></div>":       "<div><div><hr></div></div>",
		"<div><p>Words.</p><hr></div>":     "<hr>",
		"<div><hr><p>Words.</p></div>":     "<hr>",
		"<section><div><hr></section>":     "<hr>",
		"<div><span>***</span></div><br/>": "<div><span>***</span></div>",
	} {
		text := "<p>One is here.</p>\n" + mark + "\n<p>Two is here.</p>\n"
		got := ""
		for _, b := range HyperText.Scan(text) {
			if b.Kind == Rule {
				got += text[b.Span.Start:b.Span.End]
			}
		}
		if got != want {
			t.Errorf("the break in %q is %q, want %q", mark, got, want)
		}
	}
}

// TestBreaksWithoutBlankLines checks breaks right between two lines of prose, as the formats' own tools read them.
func TestBreaksWithoutBlankLines(t *testing.T) {
	for _, test := range []struct {
		format Format
		breaks []string
		others []string
	}{
		{PlainText, []string{"***", "* * *", "⁂"}, []string{"—", "-----", "*"}},
		{Markdown, []string{"***", "* * *", "___"}, []string{"---", "⁂"}},
		{Org, []string{"-----", "  --------"}, []string{"----", "-----x", "***"}},
		{AsciiDoc, nil, []string{"'''", "---"}},
		{ReStructuredText, nil, []string{"----"}},
		{LaTeX, []string{"\\hrule", "\\bigskip\\hrule\\bigskip", "\\fancybreak{* * *}", "\\hrule\n\\bigskip"}, []string{"\\bigskip", "\\rule{1cm}{1pt}", "\\linebreak", "\\\\"}},
		{HyperText, []string{"<hr>"}, nil},
		{Typst, []string{"#line(length: 100%)"}, nil},
	} {
		for i, mark := range append(test.breaks, test.others...) {
			rules := 0
			for _, b := range test.format.Scan("One is here.\n" + mark + "\nTwo is here.\n") {
				if b.Kind == Rule {
					rules++
				}
			}
			if want := i < len(test.breaks); (rules == 1) != want {
				t.Errorf("%s: %q between two lines is %d breaks", test.format.Name, mark, rules)
			}
		}
	}
}

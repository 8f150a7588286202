package markup

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// TestOmissions checks which parts are omissions: in each text, those in ⟦…⟧. A number gives the kind.
func TestOmissions(t *testing.T) {
	for name, test := range map[string]struct {
		format Format
		marked string
	}{
		"comments":        {Markdown, "⟦3<!-- a\n\nb -->⟧\n\n⟦3{/* c */}⟧\n\n⟦3%%\nd\n%%⟧\n\n⟦3% e⟧\n\n```\n<!-- f -->\n```\n"},
		"targets":         {Markdown, "⟦6(salt)=⟧\n⟦0# Salt⟧\n\n⟦6<a id=\"b\"></a>⟧\n\nWool.\n\n⟦6^abc⟧\n\n⟦7{: .wide}⟧\n"},
		"makers":          {Markdown, "⟦5[TOC]⟧\n\n⟦5{{#include a.md}}⟧\n\n⟦5--8<-- \"a.md\"⟧\n\n⟦5```{toctree}\na\n```⟧\n\n```{note}\nSalt.\n```\n\n⟦5{{< include a.qmd >}}⟧\n"},
		"definitions":     {Markdown, "⟦8[a]: b.md \"c\"⟧\n⟦8[d]: e.md⟧\n\n[^1]: Salt.\n\n*[HTML]: Hyper\n"},
		"module":          {Markdown, "⟦2import A from './a'⟧\n\n<A b={1} />\n\n⟦2<style>\na {}\n</style>⟧\n"},
		"explicit markup": {ReStructuredText, "⟦5.. contents:: Salt\n   :local:⟧\n\n.. image:: a.png\n\n⟦3.. a comment\n   of two lines⟧\n\n⟦6.. _wool:⟧\n\n⟦8.. _web: https://example.org⟧\n\n.. [1] Tow.\n\n.. only:: html\n\n   Rope.\n\n⟦7:orphan:⟧\n"},
		"asciidoc":        {AsciiDoc, "⟦0= A⟧\nB. C. <b@example.org>\n⟦7:toc: left⟧\n\n⟦3// no⟧\n\n⟦3////\nno\n////⟧\n\n⟦5include::b.adoc[]⟧\n\n.Salt\nimage::a.png[]\n"},
		"org":             {Org, "⟦1#+TITLE: A⟧\n⟦7#+OPTIONS: toc:nil⟧\n\n⟦3# no⟧\n\n⟦5#+TOC: headlines 2⟧\n\n#+CAPTION: Salt\n⟦7#+NAME: salt⟧\n| 1 |\n\n⟦0* B⟧\n⟦7:PROPERTIES:\n:ID: 1\n:END:⟧\n"},
		"latex":           {LaTeX, "⟦2\\documentclass{book}\n\\begin{document}⟧\n⟦5\\tableofcontents⟧\n\n⟦3% no\n% no⟧\n\n⟦3\\iffalse\nno\n\\fi⟧\n\n⟦6\\label{a}⟧\n\n⟦5\\input{b}⟧\n\n\\includegraphics{c}\n\n⟦2\\end{document}\nno⟧\n"},
		"html":            {HyperText, "⟦2<!DOCTYPE html>⟧\n⟦2<html>⟧⟦2<head><title>A</title></head>⟧\n⟦2<body>⟧\n⟦3<!-- no -->⟧\n<img src=\"a\">\n<p>Salt.</p>\n⟦2<script>1</script>⟧\n⟦2</body>⟧⟦2</html>⟧\n"},
		"typst":           {Typst, "⟦2#import \"a.typ\": b⟧\n⟦2#set text(1pt)⟧\n\n⟦3// no⟧\n\n⟦5#outline()⟧\n\n#figure(image(\"a.png\"))\n\n⟦3/* no\n\nno */⟧\n"},
		"a book's end":    {PlainText, "Salt.\n\n⟦2*** END OF THE PROJECT GUTENBERG EBOOK SALT ***\n\nA licence.⟧\n"},
	} {
		source := ""
		for i, part := range strings.Split(test.marked, "⟦") {
			if i > 0 {
				part = part[1:]
			}
			source += strings.ReplaceAll(part, "⟧", "")
		}
		got := source
		omitted := test.format.Omissions(source, test.format.Scan(source))
		for _, o := range slices.Backward(omitted) {
			got = got[:o.Start] + fmt.Sprintf("⟦%d", o.Kind) + got[o.Start:o.End] + "⟧" + got[o.End:]
		}
		if got != test.marked {
			t.Errorf("%s:\n%s\nnot\n%s", name, got, test.marked)
		}
	}
}

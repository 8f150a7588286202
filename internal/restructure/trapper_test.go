package restructure

import (
	"fmt"
	"math/rand/v2"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

type trapper struct {
	*rand.Rand
	format markup.Format
	kit    kit
	n      int // the number of unique words so far
}

// kit holds the constructs of documents in a format. @ is a line terminator. In zaq$, nte$, hed# and lab&, the last character is a new
// number, which makes the word unique.
type kit struct {
	top      []string    // blocks allowed at the top
	heading  []string    // by depth
	belongs  []string    // right under a heading
	around   [][2]string // containers
	blocks   []string    // blocks other than paragraphs
	inline   []string    // in a paragraph
	prose    [2]string   // around a paragraph
	branches [][3]string // conditional markup: before, between and after two branches
}

var kits = map[string]kit{
	"markdown": {
		top:     []string{"---@title: lab&@---@@", "% lab&@% Author@@", "\ufeff", "<!-- -*- mode: markdown -*- -->@@"},
		heading: []string{"# hed#", "## hed#", "### hed#", `<a id="lab&"></a>@@## hed#`},
		belongs: []string{"{: .lab&}@@", "@[TOC]@@", " {#lab&}@@"},
		around: [][2]string{
			{"<details>@<summary>More</summary>", "</details>"},
			{`<div class="a">`, "</div>"},
			{"::: {.note}", ":::"},
			{"/// note | Salt", "///"},
			{"{% if draft %}", "{% endif %}"},
			{"<!-- segls: off -->", "<!-- segls: on -->"},
			{"<!-- prettier-ignore-start -->", "<!-- prettier-ignore-end -->"},
			{"{{< box >}}", "{{< /box >}}"},
			{"{::comment}", "{:/comment}"},
			{`<span class="x">`, "</span>"},
			{"<table><tr><td>", "</td></tr></table>"},
		},
		blocks: []string{
			"```@# code zaq$@<div>@```", "- zaq$ one.@- zaq$ two.", "> zaq$ quoted.@>@> [ref]: quoted.html", "1. zaq$ one.@2. zaq$ two.", "[ref]: there$.html", "[^n]: nte$ a note.",
			"zaq$ says:@@    zaq$ code", "| a |@|---|@| zaq$ |", "<!-- a comment -->", "* * *", "!!! note@@    zaq$ indented", "$$@x@$$", "<p>zaq$ raw.</p>", "Term@: zaq$ means.", "Term zaq$@@:   zaq$ means.", "--8<-- \"a.md\"", "=== \"One\"@@    zaq$ tab@@=== \"Two\"@@    zaq$ tab",
			`<a id="lab&"></a>@@zaq$ named.`, "(lab&)=@@zaq$ named.",
		},
		inline: []string{"[x][ref]", "[x](#hed1)", "y[^n]", "`<div>`", "![a](img/a.png)", "*em*", "[x](#lab2)", `<a id="lab&"></a>`},
	},
	"latex": {
		top:     []string{"% !TEX root = book.tex@@", "\\documentclass{article}@\\begin{document}@@"},
		heading: []string{`\section{hed#}`, `\subsection{hed#}`, `\subsubsection{hed#}`, `\phantomsection@\addcontentsline{toc}{section}{lab&}@\section*{hed#}`},
		belongs: []string{`@\label{lab&}@`, `@@\label{lab&}@@`, `\label{lab&}@@`},
		around: [][2]string{
			{`\begin{theorem}`, `\end{theorem}`},
			{`\iffalse`, `\fi`},
			{`{\small`, "}"},
			{`\begingroup`, `\endgroup`},
			{`\begin{center}`, `\end{center}`},
			{"% segls: off", "% segls: on"},
			{`{`, `}`},
		},
		branches: [][3]string{{`\ifdraft`, `\else`, `\fi`}},
		blocks: []string{
			`\begin{verbatim}@\end{center} zaq$ \iffalse@\end{verbatim}`, `\begin{itemize}@\item zaq$ one.@\item zaq$ two.@\end{itemize}`, `\begin{quote}@zaq$ quoted.@\end{quote}`,
			`\newcommand{\own}{nte$}`, `% a comment with } and \fi`, `\[ x \]`, `\begin{figure}@\caption{zaq$}\label{lab&}@\end{figure}`, `\small`, `\obeylines`, `\parindent=0pt`, `\catcode` + "`" + `\@=11`, `\footnotetext{A note.}`, `\appendix`, `\setcounter{section}{5}`,
		},
		inline: []string{`\own`, `\emph{em}`, `x\footnotemark`, `x\footnote{A note.}`, `\ref{lab1}`, `{\small x}`, `\verb|{|`},
	},
	"restructuredtext": {
		top:     []string{":orphan:@@", ".. -*- coding: utf-8 -*-@@"},
		heading: []string{"hed#@======", "hed#@------", "hed#@~~~~~~"},
		belongs: []string{"@@.. contents::@@", "@@:Author: lab&@@"},
		blocks: []string{
			"Code zaq$::@@   zaq$ code", "- zaq$ one.@- zaq$ two.", "   zaq$ quoted.", ".. note:: zaq$ noted.", ".. _lab&:@@zaq$ named.", ".. image:: a.png", ".. a comment",
			".. [1] nte$ a note.", "----", ".. code-block:: c@@   zaq$", ".. _lab&:@@.. image:: b.png", "Term zaq$@   means.", "| zaq$ line", ".. default-role:: math", ".. [#] nte$ auto.", ".. sidebar:: Title@@   zaq$ one.@@   zaq$ two.",
		},
		inline: []string{"x [1]_", "*em*", "``code``", "`x`", "x [#]_", "`link <x.html>`_"},
	},
	"asciidoc": {
		top:     []string{"= Book@:toc:@:lab&: x@@", ":lab&: x@@", "// -*- mode: adoc -*-@@"},
		heading: []string{"== hed#", "=== hed#", "==== hed#"},
		belongs: []string{"@@:lab&: x@@"},
		around: [][2]string{
			{"ifdef::draft[]", "endif::[]"}, {"// tag::a[]", "// end::a[]"}, {"// segls: off", "// segls: on"}, {"ifndef::draft[]", "endif::[]"},
		},
		blocks: []string{
			"----@== code zaq$@----", "* zaq$ one.@* zaq$ two.", "====@zaq$ example.@====", "[[lab&]]@zaq$ named.", "[[lab&]]@@zaq$ named.", ".Title lab&@image::a.png[]", "NOTE: zaq$ noted.",
			"|===@| zaq$@|===", "// a comment", "'''", ":own: nte$", "[quote]@zaq$ quoted.", ". zaq$ one.@. zaq$ two.", "[.lead]@zaq$ lead.", "----@code <1>@----@<1> zaq$ callout.", "====@zaq$ one.@@zaq$ two.@====",
		},
		inline: []string{"{own}", "footnote:n[Note.]", "footnote:n[]", "*em*", "<<lab1>>", "`code`"},
	},
	"org": {
		top:     []string{"#+TITLE: lab&@#+OPTIONS: toc:nil@@", "# -*- mode: org -*-@@"},
		heading: []string{"* hed#", "** hed#", "*** hed#"},
		belongs: []string{"@:PROPERTIES:@:CUSTOM_ID: lab&@:END:@", "@SCHEDULED: <2026-01-01 Thu>@:PROPERTIES:@:ID: lab&@:END:@"},
		around:  [][2]string{{":NOTES:", ":END:"}, {"# segls: off", "# segls: on"}, {"#+HTML: <div>", "#+HTML: </div>"}},
		blocks: []string{
			"#+BEGIN_SRC c@zaq$@#+END_SRC", "- zaq$ one.@- zaq$ two.", "#+BEGIN_QUOTE@zaq$ quoted.@#+END_QUOTE", "[fn:1] nte$ a note.@@nte$ of two.@@@", "[fn:1] nte$ a note.@@@",
			"#+CAPTION: lab&@| zaq$ |", "#+NAME: lab&@#+BEGIN_EXAMPLE@zaq$@#+END_EXAMPLE", "-----", "# a comment", ": zaq$ code", "| zaq$ |",
		},
		inline: []string{"x[fn:1]", "*em*", "=code=", "[[*hed1]]", "[[file:a.org]]"},
	},
	"html": {
		top:     []string{"<!DOCTYPE html>@<html><head><title>lab&</title></head>@<body>@@", "<?xml version=\"1.0\"?>@@", "---@title: lab&@---@"},
		heading: []string{"<h1>hed#</h1>", `<h2 id="lab&">hed#</h2>`, "<h3>hed#</h3>"},
		around: [][2]string{
			{"<details><summary>More</summary>", "</details>"},
			{`<div class="a">`, "</div>"},
			{"<aside>", "</aside>"},
			{"<!-- segls: off -->", "<!-- segls: on -->"},
			{"<blockquote>", "</blockquote>"},
			{"<section>", "</section>"},
			{`<table role="presentation"><tr><td>`, "</td></tr></table>"},
			{"<!--[if !IE]><!-->", "<!--<![endif]-->"},
		},
		blocks: []string{
			"<pre>@<div> zaq$@</pre>", "<ul><li>zaq$ one.</li><li>zaq$ two.</li></ul>", "<table><tr><td>zaq$</td></tr></table>", "<hr>", "<!-- a comment -->",
			"<figure><img src=\"a.png\"><figcaption>zaq$ said.</figcaption></figure>",
		},
		prose:  [2]string{"<p>", "</p>"},
		inline: []string{"<em>em</em>", `<a href="#lab1">x</a>`, "&amp;", `<a id="lab&"></a>`, "<code>x</code>"},
	},
	"typst": {
		top:     []string{"#import \"lab&.typ\": note@#set page(width: 10cm)@@", "// -*- mode: typst -*-@@", "#show: doc => {@  doc@}@@"},
		heading: []string{"= hed#", "== hed#", "=== hed#"},
		belongs: []string{" <lab&>@", "@<lab&>@@", "@@<lab&>@@"},
		around: [][2]string{
			{"#note[", "]"}, {"#block(width: 5cm)[", "]"}, {"#[", "]"}, {"#if draft [", "]"}, {"// segls: off", "// segls: on"}, {"#align(center)[", "]"},
		},
		blocks: []string{
			"```@= code zaq$@]@```", "- zaq$ one.@- zaq$ two.", "+ zaq$ one.@@+ zaq$ two.", "/ Term: zaq$ means.", "#quote(block: true)[zaq$ quoted.]", "#figure(@  image(\"a.png\"),@@  caption: [zaq$],@) <lab&>",
			"#table(columns: 2, [zaq$], [b])", "// a comment with ] and #[", "/* = zaq$@@] */", "#line(length: 100%)", "#let own = [nte$]", "#set text(red)", "#counter(heading).update(5)", "#{@@  [zaq$]@}", "#align(center, [zaq$ says.])",
		},
		inline: []string{"#own", "_em_", "x#footnote[A note.]", "#ref(<lab1>)", "#text(red)[x]", "`]`", "\\["},
	},
	"text": {around: [][2]string{{"segls: off", "segls: on"}}, blocks: []string{"* * *"}},
}

func (w *trapper) one(of []string) string { return of[w.IntN(len(of))] }

// fill returns a piece of a kit with unique words.
func (w *trapper) fill(piece string) string {
	var b strings.Builder
	for i := range len(piece) {
		switch piece[i] {
		case '@':
			b.WriteByte('\n')
		case '$':
			if i > 0 && piece[i-1] == '$' || i+1 < len(piece) && piece[i+1] == '$' {
				b.WriteByte('$')
				continue
			}
			w.n++
			fmt.Fprint(&b, w.n)
		case '#', '&':
			if isNumbered := strings.HasSuffix(piece[:i], "hed") && piece[i] == '#' || strings.HasSuffix(piece[:i], "lab") && piece[i] == '&'; isNumbered {
				w.n++
				fmt.Fprint(&b, w.n)
				continue
			}
			b.WriteByte(piece[i])
		default:
			b.WriteByte(piece[i])
		}
	}
	return b.String()
}

func (w *trapper) paragraph() string {
	topic := topics[w.IntN(len(topics))]
	w.n++
	words := []string{fmt.Sprintf("zaq%d", w.n)}
	for range 3 + w.IntN(8) {
		word := topic[w.IntN(len(topic))]
		if len(w.kit.inline) > 0 && w.IntN(9) == 0 {
			word = w.fill(w.one(w.kit.inline))
		}
		words = append(words, word)
	}
	text := strings.Join(words, " ") + "."
	if w.IntN(3) == 0 {
		w.n++
		text += fmt.Sprintf(" Then zaq%d %s.", w.n, strings.Join(topic[:3], " "))
	}
	return w.kit.prose[0] + text + w.kit.prose[1]
}

// items returns the blocks under a heading or in a container.
func (w *trapper) items(depth int) []string {
	var items []string
	for range 1 + w.IntN(3) {
		switch n := w.IntN(10); {
		case n < 5 || depth > 1:
			items = append(items, w.paragraph())
		case n < 7 && len(w.kit.blocks) > 0:
			items = append(items, w.fill(w.one(w.kit.blocks)))
		case n == 7 && len(w.kit.branches) > 0:
			b := w.kit.branches[w.IntN(len(w.kit.branches))]
			items = append(items, b[0])
			items = append(items, w.items(depth+1)...)
			items = append(items, b[1])
			items = append(items, w.items(depth+1)...)
			items = append(items, b[2])
		case len(w.kit.around) > 0:
			around := w.kit.around[w.IntN(len(w.kit.around))]
			if around[0] == ":NOTES:" && depth > 0 {
				continue // Org has no drawers in drawers, and programs disagree on them
			}
			items = append(items, w.fill(around[0]))
			items = append(items, w.items(depth+1)...)
			items = append(items, w.fill(around[1]))
		}
	}
	return items
}

func (w *trapper) document() string {
	w.kit = kits[w.format.Name]
	top, bottom := "", ""
	if len(w.kit.top) > 0 && w.IntN(2) == 0 {
		top = w.fill(w.one(w.kit.top))
		switch {
		case strings.Contains(top, `\begin{document}`):
			bottom = "\n\\end{document}\n"
		case strings.Contains(top, "<body>"):
			bottom = "\n</body></html>\n"
		}
	}
	var parts []string
	depth := 0
	for range 2 + w.IntN(4) {
		if len(w.kit.heading) > 0 && w.IntN(5) > 0 {
			heading := w.fill(w.kit.heading[depth])
			depth = w.IntN(min(depth+2, len(w.kit.heading)))
			if len(w.kit.belongs) > 0 && w.IntN(3) == 0 {
				b := w.fill(w.one(w.kit.belongs))
				if !strings.HasPrefix(b, "\n") && !strings.HasPrefix(b, " ") && !strings.HasPrefix(b, `\`) {
					b = "\n" + b
				}
				heading += strings.TrimRight(b, "\n")
			}
			parts = append(parts, heading)
		}
		parts = append(parts, w.items(0)...)
	}
	return top + strings.Join(parts, "\n\n") + "\n" + bottom
}

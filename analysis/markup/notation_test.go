package markup

import (
	"slices"
	"strings"
	"testing"
)

// TestNotations checks that every format reads the markup that it writes.
func TestNotations(t *testing.T) {
	for _, f := range Formats {
		n := f.Notation()
		for _, level := range n.Levels() {
			for _, other := range n.Levels() {
				heading := n.Relevel(n.Heading("Salt and *ice*", level), other)
				blocks := f.Scan("One.\n\n" + heading + "\n\nTwo.\n")
				if len(blocks) != 3 || blocks[1].Kind != Heading || blocks[1].Level != other {
					t.Errorf("%s: Relevel returns %q, which Scan does not read as a heading of level %d", f.Name, heading, other)
				}
			}
		}
		if blocks := f.Scan("One.\n\n" + n.Break() + "\n\nTwo.\n"); n.Break() != "" && (len(blocks) != 3 || blocks[1].Kind != Rule) {
			t.Errorf("%s: Break returns %q, which Scan does not read as a scene break", f.Name, n.Break())
		}
		for _, title := range []string{"Salt", "Salt [and] \\ ice"} {
			path := "parts/salt-海" + f.Extensions[0]
			source := n.Include(title, path)
			read, target, ok := n.Included(source)
			if !ok || target != path || read != "" && read != title {
				t.Errorf("%s: Include returns %q, which Included reads as %q, %q", f.Name, source, read, target)
			}
			blocks := f.Scan("One.\n\n" + source + "\n\nTwo.\n")
			if isMenu := f.Name == HyperText.Name; len(blocks) != 3 && !isMenu { // a link alone is not prose there
				t.Errorf("%s: Include returns %q, which Scan does not read as one block", f.Name, source)
			}
			text := "One.\n\n" + source + "\n\nTwo.\n"
			if targets := n.Targets(text, blocks); len(targets) != 1 || !strings.HasPrefix(path, text[targets[0].Start:targets[0].End]) {
				t.Errorf("%s: Targets returns %v for %q", f.Name, targets, source)
			}
		}
		for _, name := range []string{"a b", "a:b", "#a", "a[b]", "a{b}", `a"b`, "a::*b", "<a>", "a ", "50%"} {
			path := name + f.Extensions[0]
			source := n.Include("Salt", path)
			if _, target, ok := n.Included(source); source != "" && (!ok || target != path) {
				t.Errorf("%s: Include returns %q for %q, which Included reads as %q", f.Name, source, path, target)
			}
		}
		comment := f.Comment("break")
		if blocks := f.Scan(comment + "\n"); len(blocks) != 1 || blocks[0].Kind != Directive {
			t.Errorf("%s: Comment returns %q, which Scan does not read as a directive", f.Name, comment)
		}
	}
}

func TestRelevel(t *testing.T) {
	for _, c := range []struct {
		source string
		level  int
		want   string
	}{
		{"# Salt", 3, "### Salt"},
		{"  ## Salt ##", 1, "  # Salt #"},
		{"## C#", 3, "### C#"},
		{"#", 2, "##"},
		{"Salt\n====", 2, "Salt\n----"},
		{"Salt\n-", 1, "Salt\n="},
		{"Salt\nand ice\r\n===", 3, "### Salt and ice"},
		{"Salt\n===", 6, "###### Salt"},
	} {
		if got := (markdownNotation{}).Relevel(c.source, c.level); got != c.want {
			t.Errorf("%q at level %d is %q, want %q", c.source, c.level, got, c.want)
		}
	}
	for _, c := range []struct {
		format Format
		source string
		level  int
		want   string
	}{
		{Org, "** TODO [#A] Salt :ice:", 1, "* TODO [#A] Salt :ice:"},
		{AsciiDoc, "== Salt", 4, "==== Salt"},
		{AsciiDoc, "# Salt", 2, "## Salt"},
		{AsciiDoc, "Salt = ice\r\n==========", 3, "Salt = ice\r\n~~~~~~~~~~"},
		{AsciiDoc, "Salt\n----", 6, "====== Salt"},
		{LaTeX, `\section*[S]{Salt}\label{s}`, 2, `\chapter*[S]{Salt}\label{s}`},
		{LaTeX, "  \\part{Salt\nand ice}", 5, "  \\subsubsection{Salt\nand ice}"},
		{LaTeX, `\addchap[S]{Salt}`, 3, `\addsec[S]{Salt}`},
		{LaTeX, `\addsec*{Salt}`, 2, `\addchap*{Salt}`},
		{LaTeX, `\addsec{Salt}`, 1, `\addpart{Salt}`},
		{LaTeX, `\addsec{Salt}`, 4, `\subsection*{Salt}`},
		{LaTeX, `\minisec{Salt}`, 5, `\subsubsection*{Salt}`},
		{Typst, "== Salt <a>", 4, "==== Salt <a>"},
		{Typst, `#heading(level: 2, numbering: none)[Salt]`, 3, `#heading(level: 3, numbering: none)[Salt]`},
		{Typst, `#heading(outlined: false)[Salt]`, 2, `#heading(level: 2, outlined: false)[Salt]`},
		{Typst, `#heading[Salt] <a>`, 2, `#heading(level: 2)[Salt] <a>`},
		{HyperText, `<h2 id="h2">Salt <em>ice</em></h2>`, 3, `<h3 id="h2">Salt <em>ice</em></h3>`},
		{HyperText, "<H1>Salt", 6, "<H6>Salt"},
		{HyperText, "  <h2>Salt</h2>", 4, "  <h4>Salt</h4>"},
		{Typst, "  == Salt [x]", 4, "  ==== Salt [x]"},
		{Typst, "  #heading[Salt]", 2, "  #heading(level: 2)[Salt]"},
		{AsciiDoc, ".Caption\n== Salt", 4, ".Caption\n==== Salt"},
		{AsciiDoc, "== Salt ==", 4, "==== Salt ===="},
		{AsciiDoc, "== Salt =", 4, "==== Salt ="},
	} {
		got := c.format.Notation().Relevel(c.source, c.level)
		if blocks := c.format.Scan(got); got != c.want || len(blocks) != 1 || blocks[0].Level != c.level {
			t.Errorf("%s: %q at level %d is %q, want %q", c.format.Name, c.source, c.level, got, c.want)
		}
	}
}

// TestTargets checks that the addresses found in each text are those in ‹›.
func TestTargets(t *testing.T) {
	for _, marked := range []string{
		"[a](‹b.md›) ![c](‹d.png› \"t\") [e](<‹f g.md›>) `[h](i)` [j][k]\n",
		"[a]: ‹b›\n",
		"- [a](‹#b›)\n- ![c](‹d.png›)\n",
		"[a]: ‹b.md› \"t\"\n[c]: <‹d e.md›>\n",
		"[^1]: See [a](‹b.md›).\n",
		"    [a](b)\n",
		"| [a](‹b›) |\n|---|\n| ![c](‹d›) |\n",
		"[a](b\n",
		"- The ` key.\n- [a](‹b›) `[c](d)`\n- Another ` key.\n",
		"> Press ` [a](‹b›)\n>\n> or ` once, \\` [c](‹d›) \\` and `[e](f)\n> g` ` [h](‹i›)\n",
		"- ```\n  ` [a](b)\n\n  ` [c](d)\n  ```\n",
	} {
		text := strings.NewReplacer("‹", "", "›", "").Replace(marked)
		got := text
		targets := Markdown.Notation().Targets(text, Markdown.Scan(text))
		for _, s := range slices.Backward(targets) {
			got = got[:s.Start] + "‹" + got[s.Start:s.End] + "›" + got[s.End:]
		}
		if got != marked {
			t.Errorf("targets %q, want %q", got, marked)
		}
	}
}

// TestTargetsOfFormats checks which addresses are found: those in ‹› are relative to the main text, those in «» to their own file.
func TestTargetsOfFormats(t *testing.T) {
	for _, c := range []struct {
		format Format
		marked string
	}{
		{LaTeX, "See \\includegraphics[width=1cm]{‹img/a›} and \\input{‹b›}, \\url{https://x.org}.\n\n\\bibliography{‹refs›}\n"},
		{ReStructuredText, "See `a <‹a.html›>`_ and :doc:`b <‹sub/b›>`, `c <https://x.org>`_.\n\n.. image:: ‹d.png›\n\n.. include:: «e.rst»\n\n.. include:: «e f.rst» \r\n\n.. include:: <isonum.txt>\n\n.. _f: ‹f.html›\n"},
		{AsciiDoc, "See link:‹a.html›[a], xref:‹b.adoc›#c[b], <<‹d.adoc›#e,e>>, <<f>>.\n\nimage::‹g.png›[]\n\ninclude::«h.adoc»[]\n\ninclude::{dir}/i.adoc[]\n"},
		{Org, "See [[file:«a.org»::*b][b]], [[«./c.png»]], [[*d]] and [[https://x.org][e]].\n\n#+INCLUDE: \"«f.org»\"\n\n#+INCLUDE: \"«f g.org»::*h\" :minlevel 2\n#+SETUPFILE: «i.org»\n#+SETUPFILE: https://x.org/i.org\n"},
		{PlainText, "[see «a.txt»]\n\n[see https://x.org/a.txt]\n"},
		{Typst, "See #image(\"«a.png»\"), #link(\"https://x.org\")[b] and #link(\"«c.pdf»\").\n\n#include \"«d.typ»\"\n#import \"«e.typ»\": f\n#import \"@preview/g:0.1.0\": h\n\n#bibliography((\"«i.bib»\", \"«j.yml»\"))\n\n// #image(\"k.png\")\n\n#{ read(\"«l.txt»\") }\n"},
		{HyperText, "<p>See <a href=\"«a.html»\">a</a>.</p>\n<p><img class=b src='«c.png»'></p>\n"},
	} {
		text := strings.NewReplacer("‹", "", "›", "", "«", "", "»", "").Replace(c.marked)
		got := text
		for _, target := range slices.Backward(c.format.Notation().Targets(text, c.format.Scan(text))) {
			open, end := "«", "»"
			if target.OfMain {
				open, end = "‹", "›"
			}
			got = got[:target.Start] + open + got[target.Start:target.End] + end + got[target.End:]
		}
		if got != c.marked {
			t.Errorf("%s: targets %q, want %q", c.format.Name, got, c.marked)
		}
	}
}

// TestCutsOfRun checks whether a run can be cut at the bar in each text.
func TestCutsOfRun(t *testing.T) {
	for text, want := range map[string]bool{
		"One. | Two.":            true,
		"*One. | Two.*":          false,
		"*One.* | *Two.*":        true,
		"**a *b* | c**":          false,
		"[One. | Two.](x)":       false,
		"[One.](x) | [Two.](y)":  true,
		"`a | b`":                false,
		"$a | b$":                false,
		"a_b_c | d":              true,
		"2 * 3 | 4":              true,
		"![a | b](c)":            false,
		"~~One. | Two.~~":        false,
		"<b>One.</b> | Two.":     true,
		"[One. | Two.] no link.": true,
	} {
		at := strings.Index(text, "|")
		text = strings.Replace(text, "|", "", 1)
		run := Run{{0, len(text)}}
		if got := Markdown.Notation().CutsOfRun(text, run)(at); got != want {
			t.Errorf("%q can be cut at %d: %v", text, at, got)
		}
	}
}

func TestDefinitions(t *testing.T) {
	text := "[Foo  bar]: x\n[b]: y\n\n[^1]: Note [b].\n\n    More.\n\nText [foo BAR] and [^1].\n"
	blocks := Markdown.Scan(text)
	var got []string
	for _, l := range Markdown.Notation().Definitions(text, blocks) {
		got = append(got, l.Name+"="+text[l.Span.Start:l.Span.End])
	}
	want := []string{"[foo bar]=[Foo  bar]: x", "[b]=[b]: y", "[^1]=[^1]: Note [b].\n\n    More."}
	if !slices.Equal(got, want) {
		t.Errorf("definitions %q, want %q", got, want)
	}
	last := blocks[len(blocks)-1:]
	if got := Markdown.Notation().References(text, last); !slices.Equal(got, []string{"[foo bar]", "[^1]"}) {
		t.Errorf("references %q", got)
	}
	for _, quoted := range []string{"> [a]: x\n> [b]: y\n", "> [a]: x\r\n> [b]: y\r\n"} {
		if got := Markdown.Notation().Definitions(quoted, Markdown.Scan(quoted)); len(got) != 2 {
			t.Errorf("%q has the definitions %v", quoted, got)
		}
	}
}

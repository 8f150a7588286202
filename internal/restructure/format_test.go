package restructure

import (
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/filename"
)

// TestFormats checks a move, an extraction to another folder, and its inverse in formats other than Markdown.
func TestFormats(t *testing.T) {
	for _, c := range []struct {
		format        markup.Format
		text          string
		section       int
		moved         string // the text after the section has moved up
		extracted     string // the text after the section has gone into a file
		file, content string
	}{
		{
			markup.LaTeX,
			"\\documentclass{book}\n\\begin{document}\n\n\\section{Ice}\nIt melts.\n\n\\section{Salt}\\label{salt}\nSalt\\footnote{NaCl.} keeps, see \\ref{ice}.\n\n\\input{brine}\n\n\\subsection{Sea}\n\\includegraphics{img/sea}\n\n\\bibliography{salt}\n\\end{document}\n",
			1,
			"\\documentclass{book}\n\\begin{document}\n\n\\section{Salt}\\label{salt}\nSalt\\footnote{NaCl.} keeps, see \\ref{ice}.\n\n\\input{brine}\n\n\\subsection{Sea}\n\\includegraphics{img/sea}\n\n\\section{Ice}\nIt melts.\n\n\\bibliography{salt}\n\\end{document}\n",
			"\\documentclass{book}\n\\begin{document}\n\n\\section{Ice}\nIt melts.\n\n\\section{Salt}\\label{salt}\n\\input{parts/salt}\n\n\\bibliography{salt}\n\\end{document}\n",
			"parts/salt.tex",
			"Salt\\footnote{NaCl.} keeps, see \\ref{ice}.\n\n\\input{brine}\n\n\\subsection{Sea}\n\\includegraphics{img/sea}\n",
		},
		{
			markup.ReStructuredText,
			"====\nBook\n====\n\nIce\n---\n\nIt melts.\n\n.. _salt:\n\nSalt\n----\n\nSalt [1]_ keeps, see `ice <ice.html>`_.\n\n.. include:: brine.rst\n\n.. image:: img/sea.png\n\nSea\n~~~\n\nIt is wet.\n\n.. [1] NaCl.\n",
			2,
			"====\nBook\n====\n\n.. _salt:\n\nSalt\n----\n\nSalt [1]_ keeps, see `ice <ice.html>`_.\n\n.. include:: brine.rst\n\n.. image:: img/sea.png\n\nSea\n~~~\n\nIt is wet.\n\nIce\n---\n\nIt melts.\n\n.. [1] NaCl.\n",
			"====\nBook\n====\n\nIce\n---\n\nIt melts.\n\n.. _salt:\n\nSalt\n----\n\n.. include:: parts/salt.rst\n\n.. [1] NaCl.\n",
			"parts/salt.rst",
			"Salt [1]_ keeps, see `ice <ice.html>`_.\n\n.. include:: ../brine.rst\n\n.. image:: img/sea.png\n\nSea\n~~~\n\nIt is wet.\n",
		},
		{
			markup.AsciiDoc,
			"= Book\n:toc:\n\n== Ice\n\nIt melts.\n\n[[salt]]\n== Salt\n\nSalt footnote:[NaCl.] keeps, see <<ice>>.\n\ninclude::brine.adoc[]\n\nimage::img/sea.png[]\n\n=== Sea\n\nIt is wet.\n",
			2,
			"= Book\n:toc:\n\n[[salt]]\n== Salt\n\nSalt footnote:[NaCl.] keeps, see <<ice>>.\n\ninclude::brine.adoc[]\n\nimage::img/sea.png[]\n\n=== Sea\n\nIt is wet.\n\n== Ice\n\nIt melts.\n",
			"= Book\n:toc:\n\n== Ice\n\nIt melts.\n\n[[salt]]\n== Salt\n\ninclude::parts/salt.adoc[]\n",
			"parts/salt.adoc",
			"Salt footnote:[NaCl.] keeps, see <<ice>>.\n\ninclude::../brine.adoc[]\n\nimage::img/sea.png[]\n\n=== Sea\n\nIt is wet.\n",
		},
		{
			markup.Org,
			"#+TITLE: Book\n\n* Ice\nIt melts.\n\n* Salt\nSalt[fn:1] keeps, see [[file:ice.org][ice]] and [[*Ice]].\n\n#+INCLUDE: \"brine.org\"\n\n** Sea\n[[file:img/sea.png]]\n\n[fn:1] NaCl.\n",
			1,
			"#+TITLE: Book\n\n* Salt\nSalt[fn:1] keeps, see [[file:ice.org][ice]] and [[*Ice]].\n\n#+INCLUDE: \"brine.org\"\n\n** Sea\n[[file:img/sea.png]]\n\n* Ice\nIt melts.\n\n[fn:1] NaCl.\n",
			"#+TITLE: Book\n\n* Ice\nIt melts.\n\n* Salt\n#+INCLUDE: \"parts/salt.org\"\n\n[fn:1] NaCl.\n",
			"parts/salt.org",
			"Salt[fn:1] keeps, see [[file:../ice.org][ice]] and [[*Ice]].\n\n#+INCLUDE: \"../brine.org\"\n\n** Sea\n[[file:../img/sea.png]]\n\n[fn:1] NaCl.\n",
		},
		{
			markup.Typst,
			"#import \"pans.typ\": note, tide as ebb\n#let depth = 12\n#set text(lang: \"en\")\n\n= Ice\nIt melts.\n\n= Salt <salt>\n#note[Salt] keeps #depth years, see @ice.\n\n#include \"brine.typ\"\n\n== Sea\n#figure(image(\"img/sea.png\"), caption: [Sea]) <sea>\n",
			1,
			"#import \"pans.typ\": note, tide as ebb\n#let depth = 12\n#set text(lang: \"en\")\n\n= Salt <salt>\n#note[Salt] keeps #depth years, see @ice.\n\n#include \"brine.typ\"\n\n== Sea\n#figure(image(\"img/sea.png\"), caption: [Sea]) <sea>\n\n= Ice\nIt melts.\n",
			"#import \"pans.typ\": note, tide as ebb\n#let depth = 12\n#set text(lang: \"en\")\n\n= Ice\nIt melts.\n\n= Salt <salt>\n#include \"parts/salt.typ\"\n",
			"parts/salt.typ",
			"#import \"../pans.typ\": note, tide as ebb\n#let depth = 12\n\n#note[Salt] keeps #depth years, see @ice.\n\n#include \"../brine.typ\"\n\n== Sea\n#figure(image(\"../img/sea.png\"), caption: [Sea]) <sea>\n",
		},
		{
			markup.HyperText,
			"<!DOCTYPE html>\n<html><head><title>Book</title></head>\n<body>\n<section id=\"ice\">\n<h2>Ice</h2>\n<p>It melts.</p>\n</section>\n<section id=\"salt\">\n<h2>Salt &amp; sea</h2>\n<p>Salt keeps, see <a href=\"#ice\">ice</a>.</p>\n<h3>Sea</h3>\n<p><img src=\"img/sea.png\" alt=\"\"></p>\n</section>\n</body></html>\n",
			1,
			"<!DOCTYPE html>\n<html><head><title>Book</title></head>\n<body>\n<section id=\"salt\">\n<h2>Salt &amp; sea</h2>\n<p>Salt keeps, see <a href=\"#ice\">ice</a>.</p>\n<h3>Sea</h3>\n<p><img src=\"img/sea.png\" alt=\"\"></p>\n</section>\n<section id=\"ice\">\n<h2>Ice</h2>\n<p>It melts.</p>\n</section>\n</body></html>\n",
			"<!DOCTYPE html>\n<html><head><title>Book</title></head>\n<body>\n<section id=\"ice\">\n<h2>Ice</h2>\n<p>It melts.</p>\n</section>\n<section id=\"salt\">\n<h2>Salt &amp; sea</h2>\n<p><a href=\"parts/salt-sea.html\">Salt &amp; sea</a></p>\n</section>\n</body></html>\n",
			"parts/salt-sea.html",
			"<!DOCTYPE html>\n<meta charset=\"utf-8\">\n<title>Salt &amp; sea</title>\n\n<h1>Salt &amp; sea</h1>\n<p>Salt keeps, see <a href=\"../book.html#ice\">ice</a>.</p>\n<h2>Sea</h2>\n<p><img src=\"../img/sea.png\" alt=\"\"></p>\n",
		},
	} {
		check := func(what, got, want string) {
			t.Helper()
			if got != want {
				t.Errorf("%s: %s is\n%s\nwant\n%s", c.format.Name, what, got, want)
			}
		}
		d := analysis.New(c.text, c.format, analysis.Defaults())
		e, err := MoveSectionUp(d, c.section, Keep)
		if err != nil {
			t.Errorf("%s: %v", c.format.Name, err)
		}
		check("the text after the move", e.Apply(c.text), c.moved)
		ending := c.format.Extensions[0]
		x := Extraction{
			NewFilePlace: NewFilePlace{Source: "book" + ending, Folder: "parts", Back: ".."},
			Name:         func(title string) string { return filename.Slug(title) + ending },
		}
		e, err = ExtractSection(d, c.section, x)
		if err != nil {
			t.Errorf("%s: %v", c.format.Name, err)
			continue
		}
		check("the text after the extraction", e.Apply(c.text), c.extracted)
		check("the file's name", e.Files[0].Path, c.file)
		check("the file", e.Files[0].Text, c.content)
		after := reanalysed(d, e)
		notation := notation(pageOf(after))
		back, err := Inline(after, strings.Index(after.Text.String(), notation.Include(d.Sections()[c.section].Title, c.file)), x.NewFilePlace, c.content)
		if err != nil {
			t.Errorf("%s: %v", c.format.Name, err)
			continue
		}
		check("the text with the file put back", back.Apply(after.Text.String()), c.text)
	}
}

// TestUnsafe checks that edits that would change the meaning for other programs are refused, or made in a safe way.
func TestUnsafe(t *testing.T) {
	check := func(format markup.Format, text string, do func(d *analysis.Document) (Edit, error), want string) {
		t.Helper()
		s := analysis.Defaults()
		s.PreferredWords, s.Scaling = 1, 1000
		d := analysis.New(text, format, s)
		e, err := do(d)
		if err != nil {
			if want != "" {
				t.Errorf("%q: %v", text, err)
			}
		} else if got := e.Apply(text); got != want {
			t.Errorf("%q: %s gives\n%q, want\n%q", text, e.Title, got, want)
		}
	}
	promote := func(section int) func(d *analysis.Document) (Edit, error) {
		return func(d *analysis.Document) (Edit, error) { return Promote(d, section) }
	}
	demote := func(section int) func(d *analysis.Document) (Edit, error) {
		return func(d *analysis.Document) (Edit, error) { return Demote(d, section) }
	}
	up := func(section int) func(d *analysis.Document) (Edit, error) {
		return func(d *analysis.Document) (Edit, error) { return MoveSectionUp(d, section, Keep) }
	}
	fragmentUp := func(fragment int) func(d *analysis.Document) (Edit, error) {
		return func(d *analysis.Document) (Edit, error) { return MoveFragmentUp(d, fragment) }
	}
	heading := func(fragment int) func(d *analysis.Document) (Edit, error) {
		return func(d *analysis.Document) (Edit, error) { return InsertHeading(d, fragment, "") }
	}

	// The adornments that the text uses, and a new one below all of them.
	check(markup.ReStructuredText, "AAAA\n====\n\nBBBB\n^^^^\n\nCCCC\n^^^^\n", demote(1), "")
	check(markup.ReStructuredText, "AAAA\n====\n\nBBBB\n----\n\nCCCC\n----\n", demote(2), "AAAA\n====\n\nBBBB\n----\n\nCCCC\n~~~~\n")
	check(markup.ReStructuredText, "AAAA\n====\n\nBBBB\n~~~~\n\nCCCC\n^^^^\n", promote(2), "AAAA\n====\n\nBBBB\n~~~~\n\nCCCC\n~~~~\n")
	check(markup.ReStructuredText, "AAAA\n====\n\nBBBB\n~~~~\n\nCCCC\n^^^^\n", demote(1), "")  // there is no level between
	check(markup.ReStructuredText, "AAAA\n~~~~\n\nBBBB\n----\n\nCCCC\n----\n", promote(1), "") // the adornment above ~ is - here
	check(markup.ReStructuredText, "AAAA\n====\n\nOne.\n\nTwo.\n", heading(1), "AAAA\n====\n\nOne.\n\nTitle\n-----\n\nTwo.\n")
	check(markup.ReStructuredText, "One.\n\nTwo.\n\nAAAA\n----\n\nThree.\n", heading(1), "One.\n\nTitle\n-----\n\nTwo.\n\nAAAA\n----\n\nThree.\n")
	check(markup.ReStructuredText, "海\n----\n\nTwo.\n\n海海海\n------\n\nThree.\n", demote(1), "海\n----\n\nTwo.\n\n海海海\n~~~~~~\n\nThree.\n")

	check(markup.ReStructuredText, "AAAA\n====\n\nOne.\n\n----\n\nBBBB\n====\n\nTwo.\n", up(1), "BBBB\n====\n\nTwo.\n\n----\n\nAAAA\n====\n\nOne.\n") // a transition stays between the two

	// Links without a name are matched to their targets by order.
	check(markup.ReStructuredText, "One [#]_.\n\nTwo [#]_.\n\n.. [#] First.\n.. [#] Second.\n", fragmentUp(1), "")
	check(markup.ReStructuredText, "One [#]_.\n\nTwo.\n\n.. [#] First.\n", fragmentUp(1), "Two.\n\nOne [#]_.\n\n.. [#] First.\n")

	// Some constructs begin in one part and end in another.
	check(markup.HyperText, "<h1>A</h1><div>\n<p>One.</p>\n<h1>B</h1>\n<p>Two.</p></div>\n", up(1), "")
	check(markup.Markdown, "# A\n\n<details>\n\nOne.\n\n# B\n\n</details>\n\nTwo.\n", up(1), "")
	check(markup.LaTeX, "\\section{A}\n\nOne.\n\n\\appendix\n\n\\section{B}\n\nTwo.\n\n\\section{C}\n\nThree.\n", up(2),
		"\\section{A}\n\nOne.\n\n\\appendix\n\n\\section{C}\n\nThree.\n\n\\section{B}\n\nTwo.\n")
	check(markup.AsciiDoc, "== A\n\nifdef::x[]\nOne.\n\n== B\n\nendif::[]\n\nTwo.\n", up(1), "")

	const sections = "<section id=\"a\">\n<h1>A</h1>\n<p>One.</p>\n</section>\n<section id=\"b\">\n<a name=\"x\"></a><h1>B</h1>\n<p>Two.</p>\n<p>Three.</p>\n</section>\n"
	check(markup.HyperText, sections, fragmentUp(1),
		"<section id=\"a\">\n<h1>A</h1>\n<p>One.</p>\n<p>Two.</p>\n</section>\n<section id=\"b\">\n<a name=\"x\"></a><h1>B</h1>\n<p>Three.</p>\n</section>\n")
	check(markup.HyperText, sections, func(d *analysis.Document) (Edit, error) { return MoveFragmentDown(d, 0) },
		"<section id=\"a\">\n<h1>A</h1>\n</section>\n<section id=\"b\">\n<a name=\"x\"></a><h1>B</h1>\n<p>One.</p>\n<p>Two.</p>\n<p>Three.</p>\n</section>\n")
	check(markup.HyperText, sections, up(1),
		"<section id=\"b\">\n<a name=\"x\"></a><h1>B</h1>\n<p>Two.</p>\n<p>Three.</p>\n</section>\n<section id=\"a\">\n<h1>A</h1>\n<p>One.</p>\n</section>\n")

	check(markup.HyperText, "<h1>A</h1>\n<p>One.</p>\n<p><a name=\"b\"></a></p>\n<h1>B</h1>\n<p>Two.</p>\n<p><a name=\"c\"></a></p>\n<h1>C</h1>\n<p>Three.</p>\n", up(1),
		"<p><a name=\"b\"></a></p>\n<h1>B</h1>\n<p>Two.</p>\n<h1>A</h1>\n<p>One.</p>\n<p><a name=\"c\"></a></p>\n<h1>C</h1>\n<p>Three.</p>\n")

	check(markup.Org, "* A\n\n[[./a.png]] is a picture.\n", func(d *analysis.Document) (Edit, error) {
		return ExtractSection(d, 0, Extraction{Name: func(string) string { return "a.org" }})
	}, "* A\n\n#+INCLUDE: \"a.org\"\n")

	// Blocks that belong to a heading stay under it, and separate definitions stay where they are.
	byHeadings := func(d *analysis.Document) (Edit, error) {
		return SplitDocument(d, ByHeadings, Extraction{Name: func(title string) string { return filename.Slug(title) + d.Format.Extensions[0] }})
	}
	check(markup.Org, "* A\n:PROPERTIES:\n:ID: a\n:END:\nOne.\n\n* Footnotes\n\n[fn:1] Two.\n", byHeadings,
		"* A\n:PROPERTIES:\n:ID: a\n:END:\n\n#+INCLUDE: \"a.org\"\n\n* Footnotes\n\n[fn:1] Two.\n")
	check(markup.LaTeX, "\\section{A}\n\\label{a}\n\nOne.\n", byHeadings, "\\section{A}\n\\label{a}\n\n\\input{a}\n")

	// The title of an AsciiDoc text.
	check(markup.AsciiDoc, "= A\n\n== B\n\nOne.\n", promote(1), "")
}

// TestSplitHyperText checks that the parts of a paragraph are elements, and that merging them restores one.
func TestSplitHyperText(t *testing.T) {
	text := "<p class=\"a\" id=\"x\">One <em>two</em> three. Four five six.</p>\n"
	d := analysis.New(text, markup.HyperText, analysis.Defaults())
	e, err := SplitParagraphAt(d, 0, strings.Index(text, "five"))
	if want := "<p class=\"a\" id=\"x\">One <em>two</em> three.</p>\n\n<p class=\"a\">Four five six.</p>\n"; err != nil || e.Apply(text) != want {
		t.Fatalf("%v\n%s", err, e.Apply(text))
	}
	after := reanalysed(d, e)
	if e, err = MergeParagraphWithNext(after, 0); err != nil || e.Apply(after.Text.String()) != text {
		t.Errorf("%v\n%s", err, e.Apply(after.Text.String()))
	}
	other := analysis.New("<p>One two.</p><p class=\"b\">Three.</p>\n", markup.HyperText, analysis.Defaults())
	if _, err := MergeParagraphWithNext(other, 0); err == nil {
		t.Error("a paragraph of another class is merged")
	}
}

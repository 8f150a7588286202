package restructure

import (
	"cmp"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

var topics = [][]string{
	strings.Fields("salt crystal brine mine evaporate harvest pan grain iodine taste"),
	strings.Fields("ferry river bank rope passenger current landing toll pilot mud"),
	strings.Fields("orchard apple graft bough blossom frost ladder basket cider bee"),
}

type writer struct {
	*rand.Rand
	format markup.Format
	end    string
	depth  int // depth of the last heading, if levels may not be skipped
}

func (w *writer) pick(from ...string) string { return from[w.IntN(len(from))] }

func (w *writer) sentence(topic []string) string {
	words := make([]string, 4+w.IntN(9))
	for i := range words {
		words[i] = topic[w.IntN(len(topic))]
		if inline := inlineOf[w.format.Name]; len(inline) > 0 && w.IntN(14) == 0 {
			words[i] = strings.ReplaceAll(w.pick(inline...), "%s", topic[0])
		}
	}
	words[0] = strings.ToUpper(words[0][:1]) + words[0][1:]
	return strings.Join(words, w.pick(" ", " ", " ", w.end)) + w.pick(".", ".", ".", "!", "?”", ".)")
}

// inlineOf holds the inline constructs of each format; %s is a word.
var inlineOf = map[string][]string{
	"markdown": {
		"*%s*", "**%s**", "[%s](other.md)", "[%s](sub/pic.md#part)", "`%s`", "[%s][ref]", "%s[^1]", "![%s](img/a.png)",
		"[%s](https://example.org/a.b)", "[%s](#salt-1)", "_%s",
	},
	"latex": {
		`\emph{%s}`, `%s\footnote{A note.}`, `\ref{%s}`, `$x_1$`, `\includegraphics[width=1cm]{img/a}`, `{\em %s}`, `%s~%s`, `\cite[p. 3]{%s}`,
	},
	"restructuredtext": {"*%s*", "**%s**", "``%s``", "`%s <other.rst>`_", "%s [#]_", "%s [1]_", "|%s|", ":doc:`%s <sub/other>`", "`%s`__", "%s_"},
	"asciidoc":         {"*%s*", "_%s_", "`%s`", "link:other.adoc[%s]", "<<%s>>", "xref:sub/other.adoc#x[%s]", "footnote:[A note.]", "image:img/a.png[]"},
	"org":              {"*%s*", "/%s/", "=%s=", "[[file:other.org][%s]]", "[[./img/a.png]]", "[fn:1]", "[[*%s]]", "$x$"},
	"typst":            {"*%s*", "_%s_", "`%s`", "#emph[%s]", "#link(\"other.pdf\")[%s]", "@%s", "#footnote[A note.]", "#image(\"img/a.png\")", "$x_1$", "#own", "[%s]"},
	"html":             {"<em>%s</em>", "<a href=\"other.html\">%s</a>", "<a href='#%s'>%s</a>", "<img src=\"img/a.png\">", "<code>%s</code>", "&amp;"},
}

// partsOf holds the blocks of each format other than paragraphs; @ is a line terminator.
var partsOf = map[string][]string{
	"latex": {
		`\begin{itemize}@\item %s@\item %s@\end{itemize}`, `\begin{figure}@\includegraphics{b}@\end{figure}`, `\input{other}`, `\begin{verbatim}@x@\end{verbatim}`,
		`\appendix`, `\[ x @ y \]`, `\label{%s}`,
	},
	"restructuredtext": {
		"- %s@- %s", ".. image:: img/a.png", ".. include:: other.rst", ".. _%s:", ".. [#] A note.", "__ https://example.org", ".. code-block:: c@@   x", "   A quote of %s.",
		".. note:: The %s.", "1. %s@2. %s", ".. [1] Another note.",
	},
	"asciidoc": {"* %s@* %s", "image::img/a.png[]", "include::other.adoc[]", "----@code@----", "ifdef::x[]", "endif::[]", "[[%s]]", ". %s@. %s", "|===@| a@|==="},
	"org":      {"- %s@- %s", "#+INCLUDE: \"other.org\"", "#+BEGIN_SRC c@x@#+END_SRC", "[fn:1] A note.", "1. %s@2. %s", "[[file:img/a.png]]", ": code"},
	"typst": {
		"- %s@- %s", "+ %s@+ %s", "#figure(image(\"img/a.png\"), caption: [%s])", "#include \"other.typ\"", "```c@x@```", "#let own = [%s]", "#set text(red)", "#note[", "]", "<%s>", "$ x $",
		"#table([a], [b])", "/ %s: text", "#import \"other.typ\": own", "// %s",
	},
	"html": {"<ul><li>%s</li><li>%s</li></ul>", "<pre>@x@</pre>", "<section id=\"%s\">", "</section>", "<div class='a'>", "</div>", "<p id=\"%s\">One.@<p>Two.", "<figure><img src=\"img/b.png\"></figure>"},
}

func (w *writer) paragraph(topic []string) string {
	var sentences []string
	for range 1 + w.IntN(6) {
		sentences = append(sentences, w.sentence(topic))
	}
	return strings.Join(sentences, w.pick(" ", " ", w.end, "  "+w.end))
}

func (w *writer) block(topic []string) string {
	if w.format.Name != "markdown" {
		prose := w.paragraph(topic)
		if w.format.Name == "html" {
			prose = "<p>" + prose + "</p>"
		}
		part := prose
		if parts := partsOf[w.format.Name]; len(parts) > 0 {
			part = strings.NewReplacer("%s", topic[0], "@", w.end).Replace(w.pick(parts...))
		}
		mark := cmp.Or(w.format.Notation().Break(), w.format.Comment("break"))
		return w.pick(prose, prose, prose, prose, prose, mark, w.format.Comment("break"), w.format.Comment("no-break"), part, part)
	}
	one, two := w.sentence(topic), w.sentence(topic)
	oneLine := strings.Join(strings.Fields(one), " ")
	switch w.IntN(16) {
	case 0:
		return "- " + oneLine + w.end + "- " + strings.Join(strings.Fields(two), " ")
	case 1:
		return w.numbered(topic)
	case 2:
		return "> " + oneLine + w.end + ">" + w.end + "> " + strings.Join(strings.Fields(two), " ")
	case 3:
		return "```" + w.end + "code" + w.end + w.end + "# no heading" + w.end + "```"
	case 4:
		return "    indented code"
	case 5:
		return w.pick("<!-- segls: break -->", "<!-- segls: no-break -->", "<!-- a comment -->", "* * *", "---")
	case 6:
		return w.pick("[ref]: there.md", "[^1]: A note about "+topic[0]+".", "[other]: <x y.md> \"t\"")
	case 7:
		return "| a | b |" + w.end + "|---|---|" + w.end + "| " + topic[0] + " | c |"
	default:
		return w.paragraph(topic)
	}
}

// numbered returns a numbered list, sometimes with nested blocks.
func (w *writer) numbered(topic []string) string {
	var items []string
	first := w.IntN(10)
	for n := first; n < first+2+w.IntN(4); n++ {
		mark := fmt.Sprintf("%d. ", n)
		item := mark + strings.Join(strings.Fields(w.sentence(topic)), " ")
		if w.IntN(6) == 0 {
			item += w.end + strings.Repeat(" ", len(mark)) + "- " + topic[0]
		}
		items = append(items, item)
	}
	return strings.Join(items, w.end)
}

func (w *writer) heading(n int) string {
	title := fmt.Sprintf("%s %d", topics[n%3][0], n)
	if w.format.Name != "markdown" {
		levels := w.format.Notation().Levels()
		switch w.format.Name {
		case "asciidoc":
			levels = levels[1:] // the first level is for the title of the text
		case "restructuredtext":
			w.depth = min(w.IntN(w.depth+1)+1, len(levels)) // no level is skipped
			levels = levels[w.depth-1 : w.depth]
		}
		return strings.ReplaceAll(w.format.Notation().Heading(title, levels[w.IntN(min(len(levels), 4))]), "\n", w.end)
	}
	if w.IntN(4) == 0 {
		return title + w.end + w.pick("===", "---", "-")
	}
	return strings.Repeat("#", 1+w.IntN(4)) + " " + title + w.pick("", "", " ##")
}

// document returns a random document. Most blocks have a blank line between them.
func (w *writer) document() string {
	var b strings.Builder
	gap := func() {
		b.WriteString(w.pick(w.end+w.end, w.end+w.end, w.end+w.end, w.end+w.end, w.end+w.end+w.end, w.end, w.end+" "+w.end))
	}
	end := ""
	if begin := beginOf[w.format.Name]; begin[0] != "" && w.IntN(2) == 0 {
		b.WriteString(strings.ReplaceAll(begin[0], "@", w.end))
		end = strings.ReplaceAll(begin[1], "@", w.end)
	}
	if w.format.Name == "markdown" && w.IntN(6) == 0 {
		b.WriteString(w.pick("\ufeff", "---"+w.end+"title: x"+w.end+"---"+w.end))
	}
	for n := range 2 + w.IntN(8) {
		topic := topics[w.IntN(len(topics))]
		if len(w.format.Notation().Levels()) > 0 && w.IntN(2) == 0 {
			b.WriteString(w.heading(n))
			gap()
		}
		for range 1 + w.IntN(3) {
			b.WriteString(w.block(topic))
			gap()
		}
	}
	return strings.TrimRight(b.String(), "\r\n") + end + w.pick("", w.end, w.end, w.end+w.end)
}

// beginOf holds the optional beginnings and ends of documents, by format.
var beginOf = map[string][2]string{
	"latex":    {`\documentclass{article}@\begin{document}@@`, `@@\end{document}`},
	"html":     {"<!DOCTYPE html>@<html><head><title>Salt</title></head>@<body>@", "@</body></html>"},
	"asciidoc": {"= Salt@:toc:@@", ""},
	"org":      {"#+TITLE: Salt@@", ""},
	"typst":    {"#import \"other.typ\": *@#set page(width: 10cm)@@", ""},
}

// documents is the number of random documents in Markdown and in plain text; other formats get a quarter of that.
var documents = flag.Int("documents", 60, "the number of random documents, each with all actions")

// eachDocument calls f with random documents of every format, the same at every run.
func eachDocument(t *testing.T, f func(t *testing.T, w *writer, d *analysis.Document)) {
	t.Helper()
	for _, format := range markup.Formats {
		n := *documents
		if format.Name != markup.Markdown.Name && format.Name != markup.PlainText.Name {
			n /= 4 // there are many formats
		}
		if testing.Short() {
			n /= 4
		}
		for seed := range n {
			w := &writer{Rand: rand.New(rand.NewPCG(uint64(seed), 1)), format: format}
			w.end = w.pick("\n", "\n", "\n", "\r\n", "\r")
			s := analysis.Defaults()
			s.PreferredWords, s.ParagraphMaxWords = 5+w.IntN(60), 20
			s.Headings = w.pick("hard", "hard", "soft", "ignore")
			f(t, w, analysis.New(w.document(), format, s))
			if t.Failed() {
				t.Fatalf("%s, seed %d", format.Name, seed)
			}
		}
	}
}

// words returns the words of texts, sorted.
func words(texts ...string) []string {
	w := strings.Fields(strings.ReplaceAll(strings.Join(texts, " "), byteOrderMark, ""))
	slices.Sort(w)
	return w
}

func reanalysed(d *analysis.Document, e Edit) *analysis.Document {
	return analysis.New(e.Apply(d.Text.String()), d.Format, d.Settings)
}

// wellFormed checks the properties that every edit must have.
func wellFormed(t *testing.T, d *analysis.Document, e Edit) {
	t.Helper()
	at := 0
	for _, r := range e.Replacements {
		if r.Span.Start < at || r.Span.End < r.Span.Start || r.Span.End > d.Text.Len() {
			t.Errorf("%s: replacements overlap or are out of order: %+v", e.Title, e.Replacements)
		}
		at = r.Span.End
	}
	if text := d.Text.String(); e.Inverse(text).Apply(e.Apply(text)) != text {
		t.Errorf("%s: the inverse does not give the text again: %+v", e.Title, e.Replacements)
	}
	if e.Title == nil {
		t.Error("an edit without a title")
	}
}

package markup

import (
	"flag"
	"strings"
	"testing"
	"time"
)

var linear = flag.Bool("linear", false, "whether TestLinearTime measures; it wants a machine to itself")

// TestLinearTime: a text of one piece of markup, over and over, takes time in
// proportion to its length; four times the length may take ten times as long, on a
// busy machine, where quadratic time would take sixteen times as long at least.
func TestLinearTime(t *testing.T) {
	if !*linear {
		t.Skip("it measures times, by -linear: see make linear")
	}
	const size = 16_000
	for _, format := range Formats {
		for _, piece := range append(pieces[format.Name], adversarial[format.Name]...) {
			text := strings.Repeat(piece, size/len(piece))
			once := scanTime(format, text)
			if fourTimes := scanTime(format, strings.Repeat(text, 4)); fourTimes > 10*once && fourTimes > 300*time.Millisecond {
				t.Errorf("%s: %q takes %v for %d bytes and %v for %d", format.Name, piece, once, len(text), fourTimes, 4*len(text))
			}
		}
	}
}

// adversarial are further pieces that would be slow to read if the reader went back
// for each.
var adversarial = map[string][]string{
	"markdown":         {"[[", "![", "](", "> - ", "<a ", "{{", "[@", "*a _b ", "| a ", "&amp", "http://(", "- a\n", "[a](b", "%% ", "\\(", "[a]: b 'c\n", "[a]: b\n'c\n", "> [a]: b\n", "- [a]: b\n", ":  a\n", ":  a\n\n    b\n", "{>>", ":a", "++a+", "\\a{", "[a:: ", "{% highlight a %}\n", "<A>\n", "---\n", "-- --\n"},
	"restructuredtext": {"- a\n\n", "  ", ":a", ":a:`b ", "| a\n\n", ".. a::\n\n", "a\n  b\n", "==  ==\n\n", "- - ", "[a", "|a ", "`a <", "a_"},
	"asciidoc":         {"* a\n+\n", "* a\n+\n====\n", "[a", "<<a,", "a::b[", "link:a[", "((a", "====\n\n=====\n", "a:: b\n\n", "{a", "|===\n", "[a]\n"},
	"org":              {"- a\n", "- - ", "[[a][", "[fn:", "=a ", "\\(", "@@a:", "#+BEGIN_QUOTE\n- ", "<<a", "<2024", ":A:\n", "\\begin{a}\n", "ref:a"},
	"latex":            {"\\a[", "\\a{", "{", "\\begin{quote}\n", "\\begin{a}", "\\begin{figure} ", "\\(a ", "$a \\", "\\verb|", "\\footnote{", "\\section{a\n", "\\begin{quote} a \\end{quote} ", "\\section{a} b ", "\\iffalse ", "a \\iffalse b \\fi ", "\\begin{figure} a ", "\\item[", "\\begin{itemize}\n\\item a\n", "\\'{", "\\a<1", "\\aref{", "\\begin{itemize} "},
	"typst":            {"#a(", "#a[", "#a[b](", "#a[\n", "$a \\", "$ \n", "`a ", "```a ", "/* ", "<a", "@a", "#let a = (", "#let a = [", "- a\n\n", "- - ", "- #a[\n", "#if a [", "] else [", "[", "]", "][", "]\n", "#{\n\n", "\"", "#a(\"", "#a(\n\n= b", "https://(", "#context ", "#a.b", "#a(b: [", "/ a: b\n", "_a", "#a()[b]\n"},
	"html":             {"<a b='", "<ul><li>a", "<blockquote>a", "<code>a", "<!-- a ", "&a", "<p>a<br>", "<h1>a", "<div>", "<em>", "<table>a", "<a ", "</p", "<pre>A,\n", "<pre>A,\nB.</pre>"},
}

// scanTime is the lesser time of two that it takes to find the blocks of a text and
// their prose.
func scanTime(f Format, text string) time.Duration {
	least := time.Hour
	for range 2 {
		start := time.Now()
		for _, b := range f.Scan(text) {
			f.AppendMask(nil, text, b)
		}
		least = min(least, time.Since(start))
	}
	return least
}

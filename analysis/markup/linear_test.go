package markup

import (
	"strconv"
	"strings"
	"testing"

	"github.com/segls/segls/internal/growth"
)

// BenchmarkLinear reads texts that repeat one piece of markup. The time must be proportional to the length of the text.
func BenchmarkLinear(b *testing.B) {
	for _, format := range Formats {
		for _, piece := range append(pieces[format.Name], adversarial[format.Name]...) {
			b.Run(format.Name+"/"+strconv.Quote(piece), func(b *testing.B) {
				growth.Report(b, 16_000, func(size int) func() {
					text := strings.Repeat(piece, size/len(piece))
					return func() {
						for _, block := range format.Scan(text) {
							format.AppendMask(nil, text, block)
						}
					}
				})
			})
		}
	}
}

// adversarial are further pieces of markup. A text that repeats one takes quadratic time to read if each piece makes the reader scan the rest.
var adversarial = map[string][]string{
	"markdown":         {"[[", "![", "](", "> - ", "<a ", "{{", "[@", "*a _b ", "| a ", "&amp", "http://(", "- a\n", "[a](b", "%% ", "\\(", "[a]: b 'c\n", "[a]: b\n'c\n", "> [a]: b\n", "- [a]: b\n", ":  a\n", ":  a\n\n    b\n", "{>>", ":a", "++a+", "\\a{", "[a:: ", "{% highlight a %}\n", "<A>\n", "---\n", "-- --\n"},
	"restructuredtext": {"- a\n\n", "  ", ":a", ":a:`b ", "| a\n\n", ".. a::\n\n", "a\n  b\n", "==  ==\n\n", "- - ", "[a", "|a ", "`a <", "a_"},
	"asciidoc":         {"* a\n+\n", "* a\n+\n====\n", "[a", "<<a,", "a::b[", "link:a[", "((a", "====\n\n=====\n", "a:: b\n\n", "{a", "|===\n", "[a]\n"},
	"org":              {"- a\n", "- - ", "[[a][", "[fn:", "=a ", "\\(", "@@a:", "#+BEGIN_QUOTE\n- ", "<<a", "<2024", ":A:\n", "\\begin{a}\n", "ref:a"},
	"latex":            {"\\a[", "\\a{", "{", "\\begin{quote}\n", "\\begin{a}", "\\begin{figure} ", "\\(a ", "$a \\", "\\verb|", "\\footnote{", "\\section{a\n", "\\begin{quote} a \\end{quote} ", "\\section{a} b ", "\\iffalse ", "a \\iffalse b \\fi ", "\\begin{figure} a ", "\\item[", "\\begin{itemize}\n\\item a\n", "\\'{", "\\a<1", "\\aref{", "\\begin{itemize} "},
	"typst":            {"#a(", "#a[", "#a[b](", "#a[\n", "$a \\", "$ \n", "`a ", "```a ", "/* ", "<a", "@a", "#let a = (", "#let a = [", "- a\n\n", "- - ", "- #a[\n", "#if a [", "] else [", "[", "]", "][", "]\n", "#{\n\n", "\"", "#a(\"", "#a(\n\n= b", "https://(", "#context ", "#a.b", "#a(b: [", "/ a: b\n", "_a", "#a()[b]\n"},
	"html":             {"<a b='", "<ul><li>a", "<blockquote>a", "<code>a", "<!-- a ", "&a", "<p>a<br>", "<h1>a", "<div>", "<em>", "<table>a", "<a ", "</p", "<pre>A,\n", "<pre>A,\nB.</pre>"},
}

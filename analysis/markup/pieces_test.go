package markup

import "strings"

// pieces are what random documents of a format are made of, joined without
// anything between them: whatever opens, closes or continues a block, in many
// orders that no writer would think of.
var pieces = map[string][]string{
	"text": {
		"a", "word ", "\n", "\n", "\n\n", "\r\n", "\r", "\f", " ", "\t", "segls: break", "segls:", "* * *", "\u00a0", "\ufeff", "é",
		"    indented", strings.Repeat("long line ", 30), "\n  indented\nflush\n",
	},
	"markdown": {
		"a", "word ", "\n", "\n", "\n", "\n\n", "\n\n", "\r\n", "\r", "\t", "    ", "  ", "# ", "## ", "- ", "1. ", "> ", "---\n", "+++\n", "...\n", "===\n", "***\n",
		"```\n", "```r\n", "~~~\n", "$$\n", "$$x$$\n", "<!--", "-->", "<!-- segls: off -->\n", "{/* segls: on */}\n", "<div>\n", "</div>\n", "<pre>", "</pre>\n", "<script>",
		"[a]: b\n", "[a]:\n", "'title", "[^n]: note\n", "[^n]:", "|a|b|\n|-|-|\n", "|c|d|\n", "\ufeff", "\\", "`", "*", "é", ": ", "::: note\n", ":::\n", "!!! note\n", "[!NOTE]", "%%", " ^x", "import a from 'b'\n",
	},
	"restructuredtext": {
		"a", "word ", "Title\n", "\n", "\n", "\n\n", "\n\n", "\r\n", "\r", "  ", "    ", "\t", "====\n", "----\n", "~~~~~\n", "=====\n", "::\n", "::", ".. ", ".. note:: ",
		".. code-block:: c\n", "..\n", ".. _x: y\n", ".. segls: off\n", ".. |a| b\n", ".. [1] n\n", "- ", "* ", "1. ", "#. ", "(a) ", "iv. ", "| ", ":field: v\n", "-a  option\n",
		"+--+\n", "== ==\n", ">>> x\n", "``", "`", ":ref:`", "`_", "*", "_", "term\n  definition\n", "\ufeff", "\\",
	},
	"asciidoc": {
		"a", "word ", "Title\n", "\n", "\n", "\n\n", "\n\n", "\r\n", "\r", "  ", "\t", "====\n", "=====\n", "----\n", "....\n", "```\n", "****\n", "____\n", "--\n", "++++\n",
		"////\n", "|===\n", "= ", "== ", "# ", "[source]\n", "[stem]\n", "[quote]\n", "[[id]]\n", ".Caption\n", ".", "* ", "** ", "- ", ". ", "1. ", "<1> ", "+\n", "term:: ",
		":name: value\n", "// note\n", "// segls: off\n", "image::x[]\n", "'''\n", "<<<\n", "NOTE: ", "`", "<<", ">>", "[", "]", "\ufeff", "\\",
	},
	"org": {
		"a", "word ", "\n", "\n", "\n\n", "\n\n", "\r\n", "\r", "  ", "\t", "* ", "** ", "* TODO ", "- ", "+ ", "1. ", " * ", "- term :: ", "#+BEGIN_SRC c\n", "#+END_SRC\n",
		"#+BEGIN_QUOTE\n", "#+end_quote\n", "#+BEGIN_EXAMPLE\n", "#+END_EXAMPLE\n", "#+TITLE: x\n", "# note\n", "# segls: off\n", ": fixed\n", "| a | b |\n", ":PROPERTIES:\n",
		":ID: x\n", ":END:\n", "SCHEDULED: <2024-01-01>\n", "[fn:1] note\n", "-----\n", "\\begin{equation}\n", "\\end{equation}\n", "\\[\n", "\\]\n", "[[", "]]", "=", "~", "\ufeff",
	},
	"latex": {
		"a", "word ", "\n", "\n", "\n\n", "\n\n", "\r\n", "\r", "  ", "\\documentclass{book}\n", "\\begin{document}\n", "\\end{document}\n", "\\section{Title}", "\\section{", "\\subsection*{",
		"}", "{", "[", "]", "% note\n", "%", "% segls: off\n", "\\begin{equation}\n", "\\end{equation}\n", "\\begin{verbatim}\n", "\\end{verbatim}\n", "\\begin{itemize}\n", "\\item ",
		"\\end{itemize}\n", "\\begin{quote}\n", "\\end{quote}\n", "\\begin{figure}\n", "\\end{figure}\n", "\\begin{theorem}\n", "\\end{theorem}\n", "\\[\n", "\\]\n", "$$\n", "$", "\\(",
		"\\cite{x}", "\\emph{", "\\'e", "\\", "\\verb|x|", "\\newcommand{\\x}{y}\n", "\ufeff",
	},
	"html": {
		"a", "word ", "\n", "\n\n", "\r\n", "\r", "  ", "<p>", "</p>", "<p>\n", "<div>", "</div>", "<h1>", "</h1>", "<h2 id='x'>", "</h2>", "<ul>", "<li>", "</li>", "</ul>", "<blockquote>",
		"</blockquote>", "<pre>", "</pre>", "<script>", "</script>", "<style>", "<table>", "</table>", "<td>", "<!-- note -->", "<!--", "-->", "<!-- segls: off -->\n", "<br>", "<em>", "</em>", "<code>",
		"</code>", "<head>", "</head>", "<title>", "</title>", "<!DOCTYPE html>", "&amp;", "<", ">", "<a href=\"", "\">", "<textarea>", "<![CDATA[", "<?", "</", "<plaintext>", "\ufeff", "<math>", "<hr>",
	},
}

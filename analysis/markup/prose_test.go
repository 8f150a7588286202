package markup

import (
	"bytes"
	"fmt"
	"strings"
	"testing"
)

// TestProse checks the prose of each block of short texts, except headings, in the order of the text.
func TestProse(t *testing.T) {
	for _, test := range []struct {
		format Format
		in     string
		want   string // with a slash between runs
	}{
		{Markdown, strings.Repeat("[a]: b\n", 300) + "text", "text"},
		{Markdown, strings.Repeat("[a]: b\n  'c\n  d'\n", 100) + "[a] text\n" + strings.Repeat("[a]: b\n", 100), "[a] text" + strings.Repeat(" [a]: b", 100)},
		{Markdown, "\n---\ndate: 2020\n---\nText", "Text"},
		{Markdown, "\n---\ntext\n---\nText", "Text"}, // a rule and a heading, not metadata
		{Markdown, "> two words\n--\n\n| a |\n|---|\n| b |\n", "two words --"},
		{Markdown, "See [that]({{ site.url }}/issues/1), [this]({% link a b.md %}) and [more](a/{{< ref \"x\" >}} 'T'), not [so]({{ a).", "See that , this and more , not [so]({{ a)."},
		{HyperText, "<p><code>make</code> builds it; run <code>make test</code></p>", "builds it; run"},
		{HyperText, "<p>The <em>first</em></p><p><b>Second</b>, then</p>", "The first / Second , then"},
		{HyperText, "<ul><li><code>a b</code> opens</li><li>and <code>c</code></li></ul>", "opens / and"},
		{HyperText, "<ul><li><a href='x'>Home</a></li><li><a href='y'>About <b>us</b></a></li></ul><p>Text</p>", "Text"},
		{HyperText, "<ul><li><a href='x'>Home</a> is here</li><li><a href='y'>About</a></li></ul>", "Home is here / About"},
		{HyperText, "{{ range .Pages }}<p>Hello, {{ .Name }}.</p>{{ end }}{% if x %}<% y %>", "Hello, ."},
		{HyperText, "<p>See https://x.org/{{ site.v | default: 'a' }}/b, or {{ c }}.</p><p>https://x.org/{% v %} and https://x.org/{{ on.</p>", "See , or . / and on."},
		{HyperText, "<table role='presentation'><tr><td><h1>T</h1>Prose.<table><td>cell</td></table>More.</td></table>", "Prose. / More."},
		{HyperText, "<table border=0 width='100%'><tr><td><p>Prose.</p></table><table border=1><td>cell</table>", "Prose."},
		{Markdown, "See https://x.org/{{ site.v }}/b, or <https://x.org/{{ c }}>.", "See , or ."},
		{Markdown, "% A comment\n% of two lines\nThe text\n% of it.\n\n- % Another\n  item\n\n%x and\n", "The text % of it. / % Another item / %x and"},
		{ReStructuredText, "A\n=\n\nOne.\n\nB\n-\n\nAB\n=\n\n章\n=\n\n- \n=\n", "One. / AB = / 章 ="},
		{ReStructuredText, ".. function:: f(x)\n              g(x)\n   :module: m\n\n   It folds.\n\n   It holds.\n", "It folds. / It holds."},
		{ReStructuredText, ".. py:class:: A(b)\n\n   .. method:: c()\n\n      A method.\n", "A method."},
		{ReStructuredText, ".. Note:: A note\n   goes on.\n\n.. flat-table:: T\n\n   * - a\n", "A note goes on."},
		{ReStructuredText, ".. deprecated-removed:: 3.1 3.4\n   Use it not.\n\n.. versionadded:: 2.0 An option\n   that is new.\n\n   More.\n", "Use it not. / An option that is new. / More."},
		{ReStructuredText, ".. admonition:: A title\n   and text.\n\n.. note:: Said\n   :class: x\n\n   and more.\n\n/V  An option.\n", "and text. / Said / and more."},
		{LaTeX, "\\newcommand*\\sample[1]\n  {Some #1 text}\n\\def\\x#1{body}\nProse.", "Prose."},
		{LaTeX, "\\setbox1=\\hbox{She}\n\\newlength{\\y}\\setlength\\y{3cm}\n\n\\let\\a=\\b\nWord", "Word"},
		{LaTeX, "\\lettrine[lines=2]{T}{he} tide; \\lettrine{\\'E}%\n  {tat} \\lettrine{I}{} was. \\IEEEPARstart{S}{alt}.", "T\u00adhe tide; E\u0301\u00ad\u00ad\u00adtat I\u00ad was. S\u00adalt ."},
		{LaTeX, "{\\bfseries\\'Etat} and \\itshape\\\"{O}de.", "Etat and \u00adO\u0308de."},
		{LaTeX, "\\begin{minipage}[t]{6cm}\nIn a box.\n\\end{minipage}", "In a box."},
		{LaTeX, "\\begin{pseudo}[pause]\n one \\\\\n\\end{pseudo}\n\n\\input chapter and on", "and on"},
		{LaTeX, "\\begin{slide}\\def\\x{15pt}\n {\\large A tax is said.}", "A tax is said."},
		{LaTeX, "\\begin{a}\n\\take#1\\and\n}\n{\n\nItem \\#1 of \\LaTeX.\n\n\\at@name is it", "Item #1 of ."},
		{LaTeX, "\\columnsposition{R}\n\n\\emph{Why?}\n\n\\begin{tabularht*}{1in}\na & b\n\\end{tabularht*}", "Why?"},
		{LaTeX, "A \\define{word}\\indexdef{word}\\indexsee{a}{b} is here.\n\\begin{narrowmultline*}\nx = y\n\\end{narrowmultline*}", "A word is here."},
		{LaTeX, "The \\xymatrix@C=4pc{A \\ar[r] & B} commutes, and \\verb|\\foo@bar| is code.", "The commutes, and is code."},
		{LaTeX, "\\section{A}\\label{a} Text. \\subsection{B} More.\n\\chapter*{C} Right here.", "Text. / More. / Right here."},
		{LaTeX, "\\begin{itemize} \\item One \\item Two \\begin{enumerate} \\item in it \\end{enumerate} \\end{itemize} After. \\begin{quote} Said. \\end{quote} Then.", "One / Two / in it / After. / Said. / Then."},
		{LaTeX, "\\begin{verbatim}\nx\n\\end{verbatim} After.\n\n\\begin{figure}\ny\n\\end{figure}\\begin{figure}\nz\n\\end{figure} More: \\begin{lstlisting}\n\nw\n\\end{lstlisting}", "After. / More:"},
		{LaTeX, "\\iffalse\nHidden.\n\n\\ifx x y \\fi Too.\n\\else Seen.\n\\fi\n\nOne \\iffalse two \\fi three.", "Seen. / One three."},
		{LaTeX, "\\if11\n\nSeen.\n\n\\fi\n\n\\if01\nHidden.\n\nToo.\n\\fi\n\n\\ifnum1=1 Two.\\fi\n\n\\ifdim\\parindent>0pt Three.\\fi \\ifodd 2 no \\fi\n\n\\ifcsname a b\\endcsname Four.\\fi\n\n\\ifnum\\value{page}<2\\relax Five.\\fi\n\n\\ifvoid0 Six.\\fi", "Seen. / Two. / Three. / Four. / Five. / Six."},
		{LaTeX.WithOwnDefinitions("\\documentclass{a}\\newif\\ifdraft \\draftfalse\n\\begin{document}\\boolean{draft}", ""), "One \\ifdraft two \\ifx a b c\\fi \\else three\\fi.\n\n\\ifdraft\nFour.\n\nFive.\n\\else Six.\n\\fi", "One three . / Six."},
		{LaTeX.WithOwnDefinitions("\\documentclass{a}\\newif\\ifdraft  % \\drafttrue\n\\begin{document}", ""), "One \\ifdraft two \\ifx a b c\\fi \\else three\\fi.\n\n\\ifdraft\nFour.\n\nFive.\n\\else Six.\n\\fi", "One three . / Six."},
		{LaTeX.WithOwnDefinitions("\\documentclass{a}\\newif\\ifdraft \\drafttrue\n\\begin{document}", ""), "One \\ifdraft two \\ifx a b c\\fi \\else three\\fi.\n\n\\ifdraft\nFour.\n\nFive.\n\\else Six.\n\\fi", "One two . / Four. / Five. Six."},
		{LaTeX.WithOwnDefinitions("\\documentclass{a}\\newboolean{draft}\\setboolean{draft}{true}\n\\begin{document}", ""), "One \\ifdraft two\\else three\\fi. \\unless\\ifdraft Four\\else Five \\ifx a b c\\else d\\fi\\fi.", "One two three . Four Five d ."},
		{LaTeX.WithOwnDefinitions("\\documentclass{a}\\newboolean{draft}\n\\begin{document}", ""), "One \\ifdraft two\\else three\\fi. \\unless\\ifdraft Four\\else Five \\ifx a b c\\else d\\fi\\fi.", "One three . Four ."},
		{LaTeX.WithOwnDefinitions("\\documentclass{a}\\newif\\ifdraft\n\\drafttrue\n\\begin{document}", ""), "One \\ifdraft two\\else three\\fi. \\unless\\ifdraft Four\\else Five \\ifx a b c\\else d\\fi\\fi.", "One two . Five d ."},
		{LaTeX.WithOwnDefinitions("\\documentclass{a}\\newif\\ifdraft\\drafttrue\\ifx\\a\\b\\draftfalse\\fi\n\\begin{document}", ""), "One \\ifdraft two\\else three\\fi. \\unless\\ifdraft Four\\else Five \\ifx a b c\\else d\\fi\\fi.", "One two three . Four Five d ."},
		{LaTeX.WithOwnDefinitions("\\documentclass{x}\\provideboolean{a}\\newbool{b}\\newtoggle{c}\n\\begin{document}", ""), "\\ifthenelse{\\boolean{a}}{one}{two} \\ifthenelse{\\NOT \\boolean{a}}{four}{three} \\ifbool{b}{five}\n{six} \\notbool{b}{seven}{eight} \\iftoggle{c}{nine}{ten}", "two four six seven ten"},
		{LaTeX.WithOwnDefinitions("\\documentclass{x}\\newif\\ifa\\atrue\\newbool{b}\\booltrue{b}\\newtoggle{c}\\toggletrue{c}\n\\begin{document}", ""), "\\ifthenelse{\\boolean{a}}{one}{two} \\ifthenelse{\\NOT \\boolean{a}}{four}{three} \\ifbool{b}{five}\n{six} \\notbool{b}{seven}{eight} \\iftoggle{c}{nine}{ten}", "one three five six seven eight nine ten"},
		{LaTeX, "A \\iftrue b\\else c\\fi.\n\n\\begin{xcomment}{figure}\nHidden.\n\\end{xcomment}\n\nD.", "A b . / D."},
		{LaTeX.WithOwnDefinitions("\\documentclass{a}\\newif\\ifdraft \n\\begin{document}\n\\newcommand{\\a}{\\drafttrue}", ""), "One \\ifdraft two \\ifx a b c\\fi \\else three\\fi.\n\n\\ifdraft\nFour.\n\nFive.\n\\else Six.\n\\fi", "One two three . / Four. / Five. Six."},
		{LaTeX.WithOwnDefinitions("\\documentclass{a}\\newif\\ifdraft \n\\begin{document}\\input{b}", ""), "One \\ifdraft two \\ifx a b c\\fi \\else three\\fi.\n\n\\ifdraft\nFour.\n\nFive.\n\\else Six.\n\\fi", "One two three . / Four. / Five. Six."},
		{LaTeX.WithOwnDefinitions("\\documentclass{a}\\newif\\ifdraft \\let\\ifdraft\\iftrue\n\\begin{document}", ""), "One \\ifdraft two \\ifx a b c\\fi \\else three\\fi.\n\n\\ifdraft\nFour.\n\nFive.\n\\else Six.\n\\fi", "One two three . / Four. / Five. Six."},
		{LaTeX.WithOwnDefinitions("\\documentclass{a}\\newif\\ifdraft \\setboolean{draft}{true}\n\\begin{document}", ""), "One \\ifdraft two \\ifx a b c\\fi \\else three\\fi.\n\n\\ifdraft\nFour.\n\nFive.\n\\else Six.\n\\fi", "One two three . / Four. / Five. Six."},
		{LaTeX.WithOwnDefinitions("\\documentclass{a}\\newif\\ifdraft \\def\\x#1{\\csname #1true\\endcsname}\n\\begin{document}", ""), "One \\ifdraft two \\ifx a b c\\fi \\else three\\fi.\n\n\\ifdraft\nFour.\n\nFive.\n\\else Six.\n\\fi", "One two three . / Four. / Five. Six."},
		{LaTeX.WithSharedDefinitions(LaTeXDefinitions("\\newif\\ifdraft\n")).WithOwnDefinitions("", ""), "One \\ifdraft two \\ifx a b c\\fi \\else three\\fi.\n\n\\ifdraft\nFour.\n\nFive.\n\\else Six.\n\\fi", "One three . / Six."},
		{LaTeX.WithSharedDefinitions(LaTeXDefinitions("\\newif\\ifdraft\n")).WithOwnDefinitions("\\drafttrue", ""), "One \\ifdraft two \\ifx a b c\\fi \\else three\\fi.\n\n\\ifdraft\nFour.\n\nFive.\n\\else Six.\n\\fi", "One two three . / Four. / Five. Six."},
		{LaTeX, "Five \\ifthenelse{\\boolean{draft}}{six yes}{seven no} eight. Loose \\else nine \\fi ten.", "Five six yes seven no eight. Loose nine ten."},
		{LaTeX.WithOwnDefinitions("\\documentclass{a}\\excludecomment{no}\\includecomment{yes}\\includeversion{also}\\excludeversion{nor}\n\\begin{document}", ""), "\\begin{no}\nNo words.\n\\end{no}\n\n\\begin{yes}\nYes.\n\\end{yes}\n\n\\begin{also}\nAlso.\n\\end{also}\n\n\\begin{nor}\nNor words.\n\\end{nor}", "Yes. / Also."},
		{LaTeX, "So:\n\\begin{tikzcd}\nA \\arrow[r] & B\n\\end{tikzcd}\n\\subimport{a/}{b} it goes on.", "So: / it goes on."},
		{LaTeX.WithOwnDefinitions("\\documentclass{a}\\newtheorem{algorithm}{A}\\newenvironment{listing}{\\begin{quote}}{\\end{quote}}\n\\begin{document}", ""), "\\begin{algorithm}\nSort them.\n\\end{algorithm}\n\n\\begin{listing}\nThree names.\n\\end{listing}", "Sort them. / Three names."},
		{LaTeX, "\\begin{itemize}[label=x]\\itemsep 0pt\n\\pitch{part:a}\nWe begin with a study.\n\\pitch{part:b}\n\\end{itemize}\n\n\\begin{itemize}\\setlength{\\x}{2pt}\\item One.\\end{itemize}", "0pt We begin with a study. / One."},
		{LaTeX.WithOwnDefinitions("\\documentclass{a}\\newcommand{\\py}{\\verb}\n\\begin{document}", ""), "Here \\py{n} counts.", "Here counts."},
		{LaTeX.WithOwnDefinitions("\\documentclass{a}\\newcommand{\\bq}{\\begin{quote}}\\newcommand{\\eq}{\\end{quote}}\\newcommand{\\bm}{\\begin{align}}\\newcommand{\\em}{\\end{align}}\n\\begin{document}", ""), "\\bq\nSalt is old.\n\\eq\n\nSo \\bq it is \\eq dear, if \\bm x \\em holds.", "Salt is old. / So it is dear, if holds."},
		{LaTeX.WithOwnDefinitions("\\documentclass{a}\\newcommand{\\ii}{\\item}\n\\begin{document}", ""), "\\begin{itemize}\n\\ii One.\n\\ii Two, \\ii Three.\n\\end{itemize}", "One. / Two, / Three."},
		{LaTeX, "\\olfileid{a}{b}\n\\olsection{Title of it}\n\nSee \\olref{eq:a} and \\href{x}{there}.\n\n\\begin{corollary}\n  [Name of it]\n  Text.\n\n\\only<2->{Seen} \\item<1,3>; \\uncover<handout:0| 2>{too}, if a<b.", "See and there . / Text. / Seen ; too , if a<b."},
		{Markdown, "Set max\\_words, a\\_b\\_c and \\_d\\_.", "Set max_words , a_b_c and _d_ ."},
		{LaTeX, "Set max\\_words, a\\_b\\_c and \\_d\\_; \\verb|e\\_f| not.", "Set max_words , a_b_c and _d_ ; not."},
		{Typst, "Set max\\_words, a\\_b\\_c.", "Set max_words , a_b_c ."},
		{LaTeX, "A word.\\marginnote{aside} \\end{document} nothing", "A word."},
		{Markdown, "$$\nx\n$$ (eq:a-b)\n\nText.\n\n$$ y $$ (b)\n\nMore (c).", "Text. / More (c)."},
		{Markdown, "Term\n\n:   Meaning of it\n\n    and more.\n\n        code\n\nEnd.\n\n: Caption\n\n~ other", "Term / Meaning of it / and more. / End. / : Caption / ~ other"},
		{Markdown, "{% highlight c %}\nint x\n\nint y\n{% endhighlight %}\n\nText.\n\n{{< highlight go >}}\nx := 1\n{{< /highlight >}}\n\n{%- comment -%}\nno\n{%- endcomment -%}\n\n{% if x %}\nYes.\n{% endif %}", "Text. / Yes."},
		{Markdown, "/// note | Title\n    type: warning\nIn it.\n///\n\nPress ++ctrl+alt+del++ :smile: at 10:30:45, {>>hm<<}{--gone--}{++new++} ++ is not.", "In it. / Press at 10:30:45, {++new++} ++ is not."},
		{Markdown, "Text\\index{key} with \\emph{x}, [due:: 2024] and [a:: b](c).\n\n[ref]: http://x {.a}\n[two]: y \"T\" {#b}\n\n+++ {\"a\": 1}\n\nEnd.", "Text with x , and a:: b . / End."},
		{Markdown, "<Card title=\"x\">\n  Words in it.\n</Card>\n\n<CodeGroup>\n  code\n</CodeGroup>\n\n<details><summary>Title</summary>Folded words</details>\n\n<details>\n<summary>Title</summary>\n\nMore.\n\n</details>\n\n{\n  list.map(x)\n}", "Words in it. / Folded words / More."},
		{Markdown, "- One\n  ```{note} T\n  :class: x\n  In a list.\n\n  Twice.\n  ```\n  ```{code} c\n  no\n  ```\n\n```{note} This is\nits text.\n```", "One / In a list. / Twice. / This is its text."},
		{HyperText, "<pre>\nThe hills are &mdash; white,\n  And <i>so</i> is the sea.\n</pre><pre>x = 1\nY = 2.</pre><pre>Run it now\nThen again</pre><div class='box code'>a &lt; b</div><div class=coder>Text.</div>", "The hills are \u2014\u00ad\u00ad white, And so is the sea. / Text."},
		{Org, "* A\n\\[ a \\]\nSalt.\n* B\n\\[ b\n  c \\].\nTow.\n* C\n$$\nd\n$$\nRope.\n* D\n\\[ e \\] is wool.\nYarn.\n* E\n\\[ open\n* F\nJute.\n", "Salt. / Tow. / Rope. / is wool. Yarn. / Jute."},
		{Org, "See ref:fig:one, cite:&a-b;&c and [[id:x][that]] (eqref:eq:two). A note: so it is, e.g. this:that.\n\nindex:label!figure", "See , and that ( ). A note: so it is, e.g. this:that."},
		{LaTeX, "\\makeatletter\n\\def\\a@b#1{c}\n\\makeatother\n\nA \\foo@bar word of a sentence, 3 \\% of it.", "A word of a sentence, 3 % of it."},
		{LaTeX, "\\makeatletter\n\\@ifundefined{foo.sty.read}%\n  {\\@namedef{foo.sty.read}{}%\n   \\newcommand\\foo{x}%\n  }{}\n\nA word etc.\\@ and NASA\\@. More.", "A word etc. and NASA . More."},
		{Markdown, "![A](b){width=50% fig-align=\"center\"} and [this](x){.btn target=\"_blank\"}, `c`{.r}, [d]{.smallcaps #e} or {x = y}.", "and this , , d or {x = y}."},
		{Markdown, "| a |\n|---|\n| b |\n\n: {tbl-colwidths=\"[40,60]\"}\n\n[]{#anchor width=3}\n\n## A {.unnumbered x=\"y\"}\n\nText {{< meta t >}}.", "Text ."},
		{Markdown, "=== \"Tab\"\n\n    In a tab.\n\n    - More.\n\n=== \"Other\"\n    Below.\n\n!!! note \"Title\"\n    One.\n\n        code\n\n    Two.\n\nThree.", "In a tab. / More. / Below. / One. / Two. / Three."},
		{Markdown, "\\begin{align}\nx &= y\n\\end{align}\n\nSo \\begin{cases} a \\end{cases} it is.\n\n\\begin{center}\n\nHere.", "So it is. / Here."},
		{Markdown, "*[HTML]: Markup\n*[CSS]: Style\n\n[TOC]\n\n#tag #other\n\nkey:: value\n\n% comment\n\n%%\nhidden\n\ntoo\n%%\n\nText.", "Text."},
		{Markdown, "<div class=\"x\">\nProse in it, `code` and <code>more</code>.\n</div>\n\n<p align=\"center\">And <b>here</b>.</p>\n\n<p align=\"center\">\n<img src=\"x.png\">\n</p>\n\n<script>\nno\n</script>", "Prose in it, and . / And here ."},
		{Markdown, "Text with _x_—a, snake_case and “_y_”.", "Text with x —a, snake_case and “ y ”."},
		{Markdown, "-----------------\n Head    Other\n below\n------- ---------\n a       goes on\n         here\n\n b       more\n-----------------\n\nText.", "Text."},
		{Markdown, "------- ---------\n a       goes on\n\n b       more\n------- ---------\n\nText.\n\n---\n\nMore.", "Text. / More."},
		{Markdown, "-----------------\r\n Größe   Other\r\n------- ---------\r\n é       goes on\r\n\r\n         more\r\n\r\nText.", "Text."},
		{Markdown, "--- ---\nThis text keeps to no columns.\n\n---\nNor does this.\n\nMore.", "This text keeps to no columns. / Nor does this. / More."},
		{Markdown, "+---+---+\n| a | b |\n+===+===+\n| c | d |\n+---+---+\n\n  a     b\n----  ----\n1      2\n\nText.", "Text."},
		{Markdown, "```{note} Title\n:class: x\nOne.\n\n- Two.\n```\n\n````{tip}\n---\na: b\n---\nThree.\n```{code} c\nx\n```\n````\n\n```{code-block} c\nx\n```\n\n:::{note}\n:class: x\nFour {ref}`a`.\n:::", "One. / Two. / Three. / Four ."},
		{Markdown, "A **[[#Text]]** b **[c](d)** e **`f`** g *[[h]]*, a * b.", "A Text b c e g h , a * b."},
		{Markdown, "\\href{https://x.y/z}{See} \\textbf{Part {II}} is {sub}`so` {span .a}`red`, {ref}`x`.", "See Part {II} is so red , ."},
		{ReStructuredText, ".. tab-set::\n\n   .. tab-item:: Title\n\n      One.\n\n.. grid:: 2\n\n   .. grid-item-card:: Title\n\n      Two.\n\n.. prf:theorem:: Title\n\n   Three.\n\n.. rubric:: Four", "One. / Two. / Three. / Four"},
		{Markdown, "```{proof:lemma} Title\n:label: x\n\nOne.\n```\n\n```{prf:axiom}\nTwo.\n```", "One. / Two."},
		{Markdown, "> [!note]- Title\n> Text. ^id\n\n![[embed]]\n\n> [!tip] Title\n>\n> More.\n\n> [!tip] Alone.\n\n> [!NOTE] This goes on\n> in the next line.\n\n> [ ] Task\n> One.", "Text. / More. / Alone. / This goes on in the next line. / Task One."},
		{Markdown, "r[a.b-c]\nText of r[x].\n\nr[a.d]\n\n::: mkdocs.structure.nav\n    options:\n      level: 5\n\n::: note\nMore.\n:::", "Text of r[x]. / More."},
		{AsciiDoc, "He said \"`so it *is*`\" and '`one`', `code`, \"`it's`\".", "He said \" so it is \" and ' one ', , \" it's \"."},
		{AsciiDoc, "++++\n<p>Words of it.</p>\n++++\n\n++++\n<script>no</script>\n++++\n\n---\n", "Words of it."},
		{ReStructuredText, "PEP: 1\nTitle: Purpose\nPost-History: 1,\n  2\n\nText.", "Text."},
		{Org, "Use ~(a \"~/.b/c/\")~ here, =a~=; /~b~/ and ~'~(c)~. *=d=*", "Use here, ; and ."},
		{Org, "---\ntitle: x\n---\n* Head\nText.", "Text."},
		{PlainText, "+++\ntitle = 'x'\n+++\nText.", "Text."},
		{LaTeX, "---\ntitle: x\n---\nText.", "Text."},
		{AsciiDoc, "+++\ntitle = 'x'\n+++\nText.", "Text."},
		{HyperText, "<p><a href='x'>Next</a> | <a href='y'>Back</a></p><p>See <a href='z'>there</a>.</p>", "See there ."},
		{HyperText, "<div class='admonition note'><p class='admonition-title'>Title</p><p>One.</p></div><details><summary>Title</summary>Two.</details>", "One. / Two."},
		{HyperText, "<figure><img><figcaption>A <b>mill</b></figcaption></figure><p>Text <a href='#r'>↩</a></p>", "Text"},
		{HyperText, "<section role=doc-endnotes><ol><li>A <section>note</section>.</ol></section><section>Text<div class=a>more</div></section>", "Text / more"},
		{LaTeX, "See https://a.b/c, \\href{x}{https://d.e/f/} and www.g.h/\\_x, with him.", "See , and _x, with him."},
		{LaTeX, "Say \\lstinline[language=C]|a b|, \\lstinline{c d} or \\mintinline{python}{e f} and \\mintinline[x]{c}!g h!; na\\\"\\i ve.", "Say , or and ; nai\u0308\u00adve."},
		{AsciiDoc, "See {base}/page.html[the page], {url}[that] or {version}.", "See the page , that or ."},
		{AsciiDoc, "See link:x[the page^], https://x.y[that,window=_blank] and https://x.y[this, too].", "See the page , that and this, too ."},
		{AsciiDoc, "* [x] One\n+\nmore of it\n* [ ] Two\n** [red]#three#\n\nText\n* that goes on", "One / more of it / Two / three / Text * that goes on"},
		{Typst, "A *b* _c_ snake_case `d` ```rust e``` $x$ @f[p. 3] <g> h~i \\#1 https://x.y/(z). End\\\nof #x.y it.", "A b c snake_case h i #1 . End of it."},
		{Typst, "A#footnote[note #emph[b]] #text(red)[c #link(\"x\")[d]] #align(center, [e], f: [g]) [h] #smallcaps[i]. // j\nk /* l /* m */ n */ o", "A c d e [h] i . k o"},
		{Typst, "#image(\"a.png\") /* a */ <b>. /* c */ // d\n\n#image(\"b.png\") /* a */ words here /* b */\n", "words here"},
		{Typst, "#let a = [b\n\nc]\n#set text(red)\nText #set text(blue)\nmore.\n#show: it => {\n\n  it\n}\n\nLast; #let c = 1; end.", "Text more. / Last; end."},
		{Typst, "#let f(it) = {\n  if a {\n    b[\n      #set text(9pt)\n      #c\n    ]\n    d\n  }\n  e\n\n  g\n}\n\nLast.", "Last."},
		{Typst, "One $a #f($b c$, g(d)) e$ two\n$ h #f($i j$) = k $\nthree, $#f( k$ four.", "One two three, four."},
		{Typst, "= a /* b\n\nc */ d\n\ne", "e"},
		{Typst, "One\n#footnote[\n  note\n\n  - of two\n]\ngoes on.\n\n#figure(\n  caption: [a]\n)[\n  ```\n  b\n\n  c\n  ```\n] <d>\nTwo.", "One goes on. / Two."},
		{Typst, "#if a [One] else if b [two] else [three], #for x in (1, 2) [four #x] five.\n#context [Six.] #context counter(page).get() seven", "One two three , four five. Six. seven"},
		{Typst, "#note[\n  One.\n\n  - Two.\n] <a>\n\n#slide[Three.\n\nFour.][\n  Five.\n]\nSix.", "One. / Two. / Three. / Four. / Five. / Six."},
		{Typst, "- a\n\n  b\n- #note[\nc\n\nd]\n  e\n\n- ```\nno\n```\n/ Term: f\n2. g\nh", "a / b / c / d e / Term: f / g / h"},
		{Typst, "#figure([a], caption: [b])\n#quote(block: true, attribution: [c])[d]\n#table([e])\nf\n$ x $\ng\n\n$\n\ny\n\n$\n\n#figure(\n\n= Head\nText", "d / f g / Text"},
		{AsciiDoc, "* a\n\t** b\n\t** c\n\nd::\te\n\nf\n\n*\t[ ] g\n", "a / b / c / d:: e / f / g"},
		{Org, "-\t[ ] a\n-\tb", "a / b"},
		{ReStructuredText, "| a\nélan\n  and so\n| on", "a élan and so on"},
		{Typst, "word ```code éab", "word"},
		{LaTeX, "\\section{Café\n\nOne.", "One."},
		{LaTeX, "A \\url{http://x.y/%20z}% not this\nb.", "A b."},
		{ReStructuredText, "#. x\n\nA. Text is here\nand goes on.\n\n1. One\n2. Two\n\n3. Three\n   more\n\n- a\n- b\n", "x / A. Text is here and goes on. / One / Two / Three more / a / b"},
		{Markdown, "A caf&eacute; here.&nbsp;It&#39;s AT&T; all<br>day `&amp;`.", "A caf\u00e9\u00ad\u00ad\u00ad here. It'\u00ad\u00ads AT&T; all day ."},
		{LaTeX, "\\documentclass{a}\n\\begin{document}Salt is wet.\nIce is dry.", "Salt is wet. Ice is dry."},
		{LaTeX, "\\documentclass{a}\n\\begin{document}[x] \\section{One} More.\nSalt.", "More. Salt."},
		{LaTeX, "\\documentclass{a}\n\\begin{document}\\begin{verbatim}\nno\n\\end{verbatim}\nSalt.", "Salt."},
		{LaTeX, "\\documentclass{a}\n\\begin{document} \\maketitle % no\nSalt.", "Salt."},
		{LaTeX, "Salt \\verb|a%b| and sea, \\verb+%+ and \\lstinline!a % b! here, \\lstinline[x]{50%} % not \\verb|this|\nor that.", "Salt and sea, and here, or that."},
		{LaTeX, "\\begin{quote}\nOne \\verb|%| two. \\end{quote} Three \\verb#%# four. \\section{A} Five.", "One two. / Three four. / Five."},
		{Markdown, "| a |\n|---|\n| b |\n\n: What it says. {#tbl-a}\n\n: A definition.", ": A definition."},
	} {
		var got []string
		for _, b := range test.format.Scan(test.in) {
			if b.Kind.IsProse() {
				for run := range strings.SplitSeq(string(test.format.AppendMask(nil, test.in, b)), "\n") {
					if words := strings.Join(strings.Fields(run), " "); words != "" {
						got = append(got, words)
					}
				}
			}
		}
		if prose := strings.Join(got, " / "); prose != test.want {
			t.Errorf("%s: %q is read as %q, not %q", test.format.Name, test.in, prose, test.want)
		}
		checkBlocks(t, test.format, test.in)
	}
}

// TestMayHaveAddresses checks that mayHaveAddresses misses no usual address, and that a colon in prose does not cause a full search.
func TestMayHaveAddresses(t *testing.T) {
	for _, prefix := range addressPrefixes {
		for _, address := range [][]byte{prefix, bytes.ToUpper(prefix), append(bytes.ToUpper(prefix[:1]), prefix[1:]...)} {
			text := fmt.Sprintf("He said: see %sexample.org", address)
			if !mayHaveAddresses([]byte(text)) {
				t.Errorf("%q: no address is seen", text)
			}
			want := "He said: see " + strings.Repeat(" ", len(address)+len("example.org"))
			run := []byte(text)
			if blankAddresses(run); string(run) != want {
				t.Errorf("%q became %q", text, run)
			}
		}
	}
	if mayHaveAddresses([]byte("He said: at 10:30, dew: and then")) {
		t.Error("prose is taken for an address")
	}
}

// TestReadPassage checks that ReadPassage returns the text of a passage, and nothing of the text around it.
func TestReadPassage(t *testing.T) {
	for _, test := range []struct {
		format     Format
		text, want string
	}{
		{Markdown, "# A\n\n|## B\n\nThe *salt* of the [sea](x.md).<!-- no -->\n\n- One\n- `two`\n|\nthree\n", "The salt of the sea. One two"},
		{Markdown, "|<!-- segls: synopsis Why they leave -->\n\n<!-- segls: label red cut -->\n\nThe salt.|", "The salt."},
		{PlainText, "|segls: status first draft\n\nThe salt.|", "The salt."},
		{LaTeX, "|\\section{B}\nThe \\emph{salt}~\\cite{x}. % no\n|", "The salt."},
		{LaTeX.WithOwnDefinitions("\\documentclass{book}\\newcommand{\\NaCl}{salt}\n\\begin{document}\n", ""), "|The \\NaCl{} here.|", "The salt here."},
		{PlainText, "|A B\n\nThe salt.|", "A B The salt."},
		{AsciiDoc, "|The salt +\nand 2 + 3 +\r\nof C+\nor +\n\nso +x+ +|", "The salt and 2 + 3 of C+ or so x"},
		{ReStructuredText, "|H\\ :sub:`2`\\ O is *re*\\ named, a\\ b \\*c\\*, d\\\ne, by __init__ and that__ or my_name_.|", "H2O is renamed, ab *c*, de, by __init__ and that or my_name."},
		{Markdown, "|The *salt*<br>and<br/>sea<BR >\nare `<br>`.|", "The salt and sea are <br>."},
		{HyperText, "|<p>The <b>salt</b> &amp; more.</p>|", "The salt & more."},
		{HyperText, "|<p>The salt.<br>More.</p>|", "The salt. More."},
		{PlainText, "|" + strings.Repeat("塩", 70) + "|", strings.Repeat("塩", 66)}, // 200 bytes
		{Markdown, "|When a == b, ==salt== is c == d.|", "When a == b, salt is c == d."},
		{LaTeX, "|A \\emph{b} \\url{http://x.y/%20z} c.|", "A b c."},
		{LaTeX, "|The \\texorpdfstring{$x$}{x} axis.|", "The x axis."},
	} {
		before, rest, _ := strings.Cut(test.text, "|")
		passage, after, _ := strings.Cut(rest, "|")
		at := Span{len(before), len(before) + len(passage)}
		if got := test.format.ReadPassage(before+passage+after, at, 200); got != test.want {
			t.Errorf("%s: %q is %q, not %q", test.format.Name, passage, got, test.want)
		}
	}
}

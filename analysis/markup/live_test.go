package markup

import (
	"strings"
	"testing"
)

// TestLive checks that [Format.Interpreted] blanks the text between « and ».
func TestLive(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"latex", `a\input{b} «% \input{c} d»`},
		{"latex", "a\\begin{verbatim}«\n\\input{b}\n»\\end{verbatim} \\input{c}"},
		{"latex", "\\begin{lstlisting}«[language=TeX]\n\\input{b} % \\end{x}\n»\\end{lstlisting}"},
		{"latex", "\\begin{minted}«{tex}\n\\input{b}\n»\\end{minted}"},
		{"latex", "\\begin{comment}«\n\\input{b}\n»\\end{comment}"},
		{"latex", "\\lstnewenvironment{shell}«{}{}» x\n\\begin{shell}«\n\\input{b}\n»\\end{shell}"},
		{"latex", "\\excludecomment{notes}\n\\begin{notes}«\n\\input{b}\n»\\end{notes}"},
		{"latex", `a \verb«|\input{b}|» c \verb*«+\x+» \lstinline[x]«!\x!» \lstinline«{\x{y}}» \mintinline{tex}«|\x|»`},
		{"latex", "«\\iffalse \\input{b} \\ifx a \\fi \\fi» \\input{c}"},
		{"latex", "«\\iffalse a \\else» b \\fi"},
		{"latex", "\\iftrue a \\ifx\\b\\c \\input{d} \\else \\input{e} \\fi \\else«\n\\input{f} \\ifx\\b\\c \\else \\fi\n»\\fi \\input{g}"},
		{"latex", "\\iftrue «\\iffalse a \\else» b \\fi \\newif\\ifc \\ifthenelse{d}{e}{f} \\else« \\input{g} »\\fi h \\ifc \\else i \\fi"},
		{"latex", "«\\if0\n\\input{b}\n\\fi» c"},
		{"latex", "\\if11 a \\else« \\input{b} »\\fi c «\\if01 \\input{d} \\fi» «\\if 0 1 \\input{e} \\fi» \\if00 f \\fi \\if\\a\\b \\input{g} \\else h \\fi"},
		{"latex", "«\\ifnum1=0 \\input{a} \\ifcase 1 b \\or c \\fi \\ifthenelse{d}{e}{f} \\fi» \\ifnum 2>1\\relax g \\else« h »\\fi \\ifnum1=1\\a i \\else j \\fi «\\ifodd 2 k \\fi»"},
		{"latex", "\\ifx\\a\\a b \\else« c »\\fi \\unless«\\iftrue d \\fi» \\ifx\\a\\b e \\else f \\fi \\ifdefined\\a g \\else h \\fi «\\ifx ab \\input{c} \\else» i \\fi"},
		{"latex", `\Verb[x]«{\input{b}}» \mint{tex}«|\x|» \string«\input»{b} \detokenize«{\input{b}}» \path{a}`},
		{"latex", "\\begin{spverbatim}«\n\\input{b}\n»\\end{spverbatim} a\n\\end{document}«\n\\input{b}\n»"},
		{"latex", "a \\endinput \\input{b}«\n\\input{c}\n»"},
		{"latex", "\\ifx\\a\\b\n\\endinput\n\\fi\n\\input{c}"},
		{"latex", "«\\iffalse \\filbreak \\input{b} \\fi» c"},
		{"latex", "\\newcommand{\\x}[1]«{\\input{#1}}» \\def\\y#1«{\n\\input{b}}» \\input{c}"},
		{"latex", "\\newenvironment{x}«{\\input{b}}\n{\\input{c}}» \\NewDocumentCommand{\\x}«{m}{\\input{b}}»"},
		{"latex", "\\begin{quote}\n\\input{b}\n\\end{quote} \\% \\input{c}"},
		{"restructuredtext", ".. toctree::\n\n   a\n\n.. code-block:: rst\n   :name: x\n\n«   .. toctree::\n\n      b\n»\nText."},
		{"restructuredtext", "Text::\n\n«   .. toctree::»\n\nMore."},
		{"restructuredtext", "«.. A comment.»\n«   .. toctree::\n»\n.. toctree::\n   a"},
		{"restructuredtext", "«..»\n«   .. include:: a»\n\nText."},
		{"restructuredtext", "- a::\n\n«    .. include:: b\n»\n- .. include:: c"},
		{"restructuredtext", ".. note::\n\n   .. code::\n\n«      .. include:: a\n»\n   .. include:: b"},
		{"restructuredtext", ".. |x| image:: a\n.. _b: c\n.. [1] d"},
		{"markdown", "```{toctree}\na\n```\n\n````md\n«```{toctree}\nb\n```»\n````\n\n```{note}\n```{toctree}\nc\n```\n```"},
		{"markdown", "a «<!-- [b](c) -->» d «{/* e */}»"},
		{"markdown", "a\n\n«    ```{toctree}\n    b\n    ```»\n\nc"},
		{"markdown", ":::{note}\na\n:::\n\n:::{code-block} x\n«a»\n:::\n\n::: box\nb\n:::"},
		{"markdown", "- a\n\n  ```\n«  b»\n  ```"},
		{"asciidoc", "«////\ninclude::a[]\n////»\ninclude::b[]\n\n«----\nc\n----»\n\n====\ninclude::d[]\n===="},
		{"asciidoc", "[source,adoc]\n«--\ninclude::a[]\n--»\n\n[source]\n«a»\n\nb\n«// c»"},
		{"asciidoc", "«```adoc\ninclude::a[]\n```»\ninclude::b[]"},
		{"org", "«#+begin_example\n#+include: a\n#+end_example»\n#+include: b\n#+begin_quote\n#+include: c\n#+end_quote"},
		{"org", "«#+BEGIN_SRC org\n#+include: a\n#+END_SRC»\n«: b»\n«# c»\n#+begin_src\nd"},
		{"org", "* A\n«* COMMENT B\n** C\nd»\n* E"},
		{"org", "#+begin_verse\n«#+include: a»\n[[b]]\n#+end_verse\n#+include: c\n#+begin_verse\n#+include: d"},
		{"typst", "\\#«include» \"a\" You «include» \"b\". #emph[«import» \"c\"] #figure(include \"d\") #{ include \"e\" }"},
		{"typst", "#include \"a\" «/* #include \"b\" */»\n«```typ\n#include \"c\"\n```»\n«// d»"},
	} {
		f, ok := ByName(c.name)
		if !ok {
			t.Fatal(c.name)
		}
		var want strings.Builder
		text, rest := "", c.text
		for rest != "" {
			live, after, _ := strings.Cut(rest, "«")
			dead, next, _ := strings.Cut(after, "»")
			text, rest = text+live+dead, next
			want.WriteString(live)
			want.WriteString(strings.Map(func(r rune) rune {
				if r == '\n' {
					return r
				}
				return ' '
			}, dead))
		}
		if got := f.Interpreted(text); got != want.String() {
			t.Errorf("%s: %q\nis read as\n%s\nnot as\n%s", c.name, text, got, want.String())
		}
	}
}

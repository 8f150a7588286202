package markup

import (
	"strings"
	"testing"

	"golang.org/x/text/unicode/norm"
)

// TestLaTeXShown checks that titles contain the expansions of the document's own commands and acronyms, and that masks do not.
func TestLaTeXShown(t *testing.T) {
	const preamble = `\documentclass{book}
\newcommand{\SFL}{systemic functional linguistics\xspace}
\newcommand\etal{et~al.\@\xspace}
\newcommand{\term}[1]{\emph{#1}}
\newcommand{\pair}[2][salt]{#1 and \term{#2}}
\NewDocumentCommand{\ship}{s o m}{the \textit{#3}}
\def\two#1#2{#1--#2}
\def\parted#1,#2.{#1 #2}
\newcommand{\twice}{\SFL, \SFL}
\newcommand{\loop}{x\loop\loop}
\newcommand{\boxed}[1]{\parbox{2cm}{\vspace{3pt}#1}}
\newcommand{\note}[1]{}
\newcommand{\mark}[1]{secret #1}
\newcommand{\R}{\mathbb{R}}
% \newcommand{\no}{commented}
\newacronym[sort=x]{dna}{DNA}{deoxyribonucleic acid}
\DeclareAcronym{nmr}{
  short = NMR ,
  long = {nuclear magnetic resonance},
  class = method
}
\newglossaryentry{mill}{name={salt mill}, description={grinds}}
\begin{document}
`
	const body = `\begin{acronym}\acro{UN}{United Nations}\acro{eu}[EU]{European Union}\end{acronym}`
	f := LaTeX.WithOwnDefinitions(preamble+body, "mark")
	for _, test := range []struct{ in, want string }{
		{`On \SFL{} and \SFL, or \SFL\ today.`, "On systemic functional linguistics and systemic functional linguistics, or systemic functional linguistics today."},
		{`Smith \etal say so.`, "Smith et al. say so."},
		{`a \term{mill} and \pair{sea}, \pair[ash]{oak}`, "a mill and salt and sea, ash and oak"},
		{`\ship{Argo} and \ship*[x]{Beagle}`, "the Argo and the Beagle"},
		{`\two{one}{ten}, \two a b, \parted a,b.`, "one–ten, a b, a,b."},
		{`\twice`, "systemic functional linguistics, systemic functional linguistics"},
		{`\boxed{code} \note{gone}stays \mark{gone} in \R`, "code stays in"},
		{`\no{} it`, "it"},
		{`\verb|\SFL| and $\SFL$`, `\SFL and \SFL`},
		{`\ac{dna}, \ac{dna}, \gls{dna}s`, "deoxyribonucleic acid, DNA, DNAs"},
		{`\acl{nmr}, \acs{nmr}, \acf{nmr}, \Aclp{nmr}`, "nuclear magnetic resonance, NMR, nuclear magnetic resonance (NMR), Nuclear magnetic resonances"},
		{`\glspl{mill}, \Gls{mill}, \acrlong{dna}`, "salt mills, Salt mill, deoxyribonucleic acid"},
		{`\acl{UN} and \acs{eu}, \acl{eu}, \acl{none}`, "United Nations and EU, European Union, none"},
		{`The sea~\cite{a}. The mill (\citep[p.~3]{b}), the ash~\cite{c}; \footnote{not}it is in Section~\ref{x}.`, "The sea. The mill, the ash; it is in Section [x]."},
		{`It was introduced by \cite{smith2010salt} and \cite{DBLP:conf/icse/J11}, as in~\cite[p.~3]{b,c}.`, "It was introduced by [Smith 2010] and [J11], as in [b; c]."},
		{`\cite{a} shows it. Later, \cite{b} shows it. \citet{lee1999} and \textcite{o} do.`, "[a] shows it. Later, [b] shows it. [Lee 1999] and [o] do."},
		{`Ways~\cite{a}, \cite{b} and \cite{c}, and more \cite{d}, \cite{e}. Or so, \cite{f}.`, "Ways, and more. Or so."},
		{`\citeauthor{smith2010}~\cite{smith2010} say (see \cite{a}) so (\cite{a}, \cite{b}).`, "Smith say (see [a]) so."},
		{`\newthought{After the} ebb, Figure\,\ref{f} of Dietz et al.\cite{dietz2011} is in`, "After the ebb, Figure [f] of Dietz et al. [Dietz 2011] is in"},
		{`The end.\cite{a} Eq.~(\ref{eq:a}), \eqref{eq:b}, \autoref{fig:c}`, "The end. Eq. (eq:a), [eq:b], [fig:c]"},
		{`One\\two\\[2pt]three`, "One two three"},
		{`gro\ss. Gro\ss-stadt, {\ss}, \ae, \OE, Pla\c ca, \v Salt, \verb|\ss, \o| Malm\o`, "groß. Groß-stadt, ß, æ, Œ, Plac\u0327a, S\u030calt, \\ss, \\o Malmø"},
		{`\lettrine[lines=2]{T}{he} tide; \lettrine{\'E} {tat}`, "The tide; E\u0301tat"},
		{`\emph{\'E}tat Pok{\'e}mon`, "E\u0301tat Poke\u0301mon"},
		{`\protect\acs{dna} by \bfseries\SFL{} on \protect\ship{Argo}`, "DNA by systemic functional linguistics on the Argo"},
		{`{\bfseries\'Etat} of \itshape\"{O}de`, "E\u0301tat of O\u0308de"},
		{`Over \SI{5}{\kilo\metre}, \qty[mode=text]{20}{\celsius}, \num{1000} boats, \SIrange{1}{2}{m}, \SI{3}{\metre\per\second\squared}.`, "Over 5 kilometre, 20 °C, 1000 boats, 1–2 m, 3 metre per second squared."},
		{`\ce{H2O} at \SI{50}{\percent} and \ang{30}, \numrange{5}{6}, \qty{4}`, "H2O at 50 % and 30°, 5–6,"},
		{`5\,km, z.\,B. or \,\;this\/.`, "5 km, z. B. or this."},
		{`Dr.\ Salt, e.g.\ Sea`, "Dr. Salt, e.g. Sea"},
		{`And then\ldots{} the sea \dots{} 1\textendash2 or {\ldots}`, "And then… the sea … 1–2 or …"},
	} {
		block := Block{Span: Span{0, len(test.in)}, Runs: []Run{{{0, len(test.in)}}}}
		if got := f.Title(test.in, block); got != test.want {
			t.Errorf("%s\nis shown as %q\nnot         %q", test.in, got, test.want)
		}
		for name, mask := range map[string][]byte{"mask": f.AppendMask(nil, test.in, block), "shown": f.AppendShown(nil, test.in, block)} {
			if len(mask) != len(test.in) || strings.Contains(string(mask), "functional") {
				t.Errorf("%s: the %s is %q", test.in, name, mask)
			}
		}
	}
	if got := f.ReadRun(`\loop`, Run{{0, len(`\loop`)}}); len(got) > longestExpansion {
		t.Errorf("a command that calls itself is shown as %d bytes", len(got))
	}
}

// TestLaTeXExpandNames checks that a title contains expansions in place of names, unless the names are also words of the text.
func TestLaTeXExpandNames(t *testing.T) {
	f := LaTeX.WithOwnDefinitions(`\documentclass{book}
\newcommand{\SFL}{systemic functional linguistics}\newcommand{\On}{operator norm}
\newacronym{dna}{DNA}{deoxyribonucleic acid}
\begin{document}
`, "")
	for _, test := range []struct{ title, source, want string }{
		{"SFL and the clause", `\SFL{} and the clause`, "Systemic functional linguistics and the clause"},
		{"The clause in SFL", `the clause in \SFL`, "The clause in systemic functional linguistics"},
		{"Dna", `\ac{dna} here`, "Deoxyribonucleic acid"},
		{"On the sea", `On the sea, \On.`, "On the sea"},
		{"SFL", "SFL by itself", "SFL"},
	} {
		if got := f.ExpandNames(test.title, func() string { return test.source }); got != test.want {
			t.Errorf("%q of %q is %q, not %q", test.title, test.source, got, test.want)
		}
	}
}

// TestAppendShown checks that a block is shown with letters in place of accent macros and character references, except in code that shows these as written.
func TestAppendShown(t *testing.T) {
	for _, test := range []struct {
		format   Format
		in, want string
	}{
		{LaTeX, "\\emph{M\\\"uller} \\'Etat \\verb|\\\"u| $\\'e$.", "Mu\u0308ller E\u0301tat \\\"u \\'e ."},
		{Markdown, "*M&uuml;ller* `&uuml;`<br>and.", "Mu\u0308ller &uuml; and."},
		{HyperText, "<p>M&uuml;ller <code>x &lt; y &amp;&amp; z</code>.</p>", "Mu\u0308ller x < y && z ."},
		{Markdown, "<kbd>&lt;</kbd> `&lt;`.", "< &lt; ."},
		{AsciiDoc, "A `&lt;x`.", "A <x ."},
	} {
		b := test.format.Scan(test.in)[0]
		if got := onOneLine(norm.NFD.String(strings.NewReplacer(softHyphen, "", zeroWidthJoiner, "").Replace(string(test.format.AppendShown(nil, test.in, b))))); got != test.want {
			t.Errorf("%s: %s is shown as %q, not %q", test.format.Name, test.in, got, test.want)
		}
	}
}

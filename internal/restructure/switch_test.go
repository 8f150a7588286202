package restructure

import (
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// TestSwitchesOfLaTeX checks that a section with a command that applies to the text after it does not move, but others do.
func TestSwitchesOfLaTeX(t *testing.T) {
	move := func(first string) error {
		_, err := MoveSectionDown(analysis.New("\\section{A}\n\n"+first+"\n\n\\section{B}\n\nTwo \\emph{three} \\ref{a}.\n\n\\begin{quote}\nFour.\n\\end{quote}\n\n\\section{C}\n\nFive.\n", markup.LaTeX, analysis.Defaults()), 0, Keep)
		return err
	}
	for line := range strings.Lines(`
\obeylines
\obeyspaces
\parskip=0pt
\parskip 6pt plus 1pt
\global\parindent=0pt
\setlength{\parskip}{0pt}
\setlength\parindent{0pt}
\addtolength{\textwidth}{1cm}
\settowidth{\parindent}{xx}
\settoheight\parskip{xx}
\settodepth{\parskip}{xx}
\advance\leftskip by 1cm
\catcode` + "`" + `\@=11
\catcode` + "`" + `\"=\active
\everypar{\small}
\everymath={x}
\let\emph\textbf
\let\emph=\textbf
\global\let\emph\textbf
\renewcommand{\emph}[1]{x}
\renewcommand\emph[1]{x}
\def\emph#1{x}
\DeclareRobustCommand{\emph}[1]{x}
\let\thefootnote\relax
\def\baselinestretch{2}
\renewcommand\baselinestretch{2}
\renewcommand{\baselinestretch}{2}
\renewcommand{\thefootnote}{x}
\renewenvironment{quote}{a}{b}
\rmfamily
\sffamily
\ttfamily
\tt
\bfseries
\itshape
\normalfont
\small
\Large
\normalsize
\fontsize{10}{12}\selectfont
\color{red}
\urlstyle{same}
\MakeShortVerb{\|}
\MakeShortVerb|
\MakeShortVerb*{\|}
\DeleteShortVerb{\|}
\lstMakeShortInline|
\DefineShortVerb{\|}
\UndefineShortVerb{\|}
\shorthandoff{"}
\shorthandon{"}
\useshorthands{"}
\languageshorthands{german}
\AtBeginEnvironment{quote}{\small}
\AtEndEnvironment{quote}{x}
\BeforeBeginEnvironment{quote}{x}
\AfterEndEnvironment{quote}{x}
\AddToHook{env/quote/begin}{\small}
\RemoveFromHook{env/quote/begin}
\pretocmd{\emph}{x}{}{}
\apptocmd{\emph}{x}{}{}
\patchcmd{\emph}{x}{y}{}{}
\selectlanguage{german}
\pagestyle{empty}
\pagenumbering{roman}
\setcounter{section}{5}
\setcounter{secnumdepth}{1}
\addtocounter{footnote}{1}
\linespread{2}
\setstretch{2}
\onehalfspacing
\DoubleSpacing
\OnehalfSpacing
\SingleSpacing
\hyphenation{ma-nu-script}
\graphicspath{{a/}}
\svgpath{{a/}}
\DeclareGraphicsExtensions{.png}
\sloppy
\raggedright
\RaggedRight
\centering
\raggedbottom
\frenchspacing
\linenumbers
\appendix
\hypersetup{colorlinks}
\lstset{language=C}
\captionsetup{font=small}
\setlist{nosep}
\setitemize{nosep}
\setenumerate{nosep}
\sisetup{x=y}
\setcitestyle{round}
\citestyle{authoryear}
\bibpunct{(}{)}{;}{a}{,}{,}
\setkomafont{section}{\small}
\addtokomafont{section}{\small}
\KOMAoptions{parskip=half}
\ihead{x}
\fancyhead[L]{x}
\setbeamertemplate{footline}{x}
\rowcolors{1}{red}{blue}
\setmainfont{X}
\newgeometry{top=1cm}
\boldmath
\twocolumn
\tolerance=500
\sfcode` + "`" + `\.=1000
\swapnumbers
\theoremstyle{plain}
\numberwithin{equation}{section}
\counterwithout{figure}{chapter}
\makeatletter
\UseRawInputEncoding
\inputencoding{latin1}
\ExplSyntaxOn
`) {
		if line = strings.TrimSpace(line); line == "" {
			continue
		}
		for _, first := range []string{line + "\n\nOne.", "One.\n\n" + line, line + "\nOne.", "One.\n" + line} {
			if move(first) == nil {
				t.Errorf("%q moves below the text that it applies to", first)
			}
		}
	}
	for _, line := range []string{
		`\noindent`, `\medskip`, `\vspace{1em}`, `\thispagestyle{empty}`, `\nocite{x}`, `\index{x}`, `\clearpage`, `\textbf{x}`, `{\small x}`, `\textcolor{red}{x}`,
		`\begin{small} x \end{small}`, `\foreignlanguage{german}{x}`, `\verb|\small|`, `% \small`, `\newcommand{\own}{\small x}`, `\let\own\small`, `\let\own=\small`, `\def\own{\small x}`, `\stepcounter{footnote}`, `\markboth{x}{y}`, `\newlength{\own}`, `\emph{x}`, `\hspace{\parindent}`, `\the\parskip`,
	} {
		for _, first := range []string{line + "\n\nOne.", "One.\n\n" + line, line + "\nOne.", "One.\n" + line} {
			if err := move(first); err != nil {
				t.Errorf("%q does not move: %v", first, err)
			}
		}
	}
}

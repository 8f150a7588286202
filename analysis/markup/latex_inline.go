package markup

import (
	"bytes"
	"regexp"
	"unicode/utf8"
)

// The inline part of LaTeX, without comments:
//
//	\name  \name[x]{y}        a macro: its name and options are markup; its arguments
//	                          are prose, except those of the macros listed below
//	\begin{x} … \end{x}       a formula, table, figure or code in the line
//	$x$  $$x$$  \(x\)  \[x\]  formulas
//	\def\x#1{y}               a definition: not prose, to its end; also \newcommand …
//	\verb|x|                  code
//	\GPU                      a command for a name: readers see the name, but it is not prose
//	\'e  \"{o}  {\^a}         a letter with its accent, read as one letter
//	\%  \&                    an escaped character
//	https://x                 an address, up to a brace or a backslash
//	~  \\  { }                a space, a line break, a group

// hiddenMacros have no prose in their arguments.
var hiddenMacros = wordSet(`label ref eqref pageref autoref nameref cref Cref vref cpageref crefrange Crefrange hyperlink hypertarget subref
	cite citep citet citealt citealp citeauthor citeyear citeyearpar Citet Citep parencite textcite autocite footcite fullcite nocite
	parencites textcites autocites footcites supercite citetitle smartcite
	input include subimport subinputfrom subincludefrom inputfrom includefrom import subfileinclude includeonly includegraphics includepdf import subfile bibliography bibliographystyle addbibresource printbibliography
	url nolinkurl path index glossary newacronym
	documentclass documentstyle usepackage RequirePackage setlist ProvidesPackage ProvidesClass ProvidesFile
	vspace hspace vskip hskip vfill rule raisebox phantom vphantom hphantom pagestyle thispagestyle pagenumbering
	footnote footnotetext footnotemark thanks marginpar marginnote sidenote endnote tablefootnote todo caption captionof captionsetup title author date institute affiliation email
	color definecolor fontsize selectfont fontfamily usefont setmainfont lstset lstinputlisting inputminted hypersetup geometry graphicspath
	begin end newblock bibitem tikz draw node fill si SI num qty unit ang SIrange numrange ce
	hyphenation markboth markright addcontentsline tableofcontents usetikzlibrary theoremstyle acmConference keywords subjclass
	textwidth linewidth hline cline multicolumn multirow`)

// definingMacros define or set something; the whole definition is markup. See also definingName.
var definingMacros = wordSet(`def gdef edef xdef long global protected let setcounter addtocounter stepcounter refstepcounter setlength addtolength
	sbox savebox setbox tikzset tikzstyle pgfkeys pgfplotsset titleformat titlespacing acro acrodef colorlet AtBeginDocument AtEndDocument catcode
	crefname Crefname crefformat Crefformat crefrangeformat crefmultiformat creflabelformat crefalias externaldocument spnewtheorem
	longnewglossaryentry setabbreviationstyle setacronymstyle setglossarystyle includecomment excludecomment floatstyle floatname usetikzlibrary`)

// definingName matches the names of further commands that define something: \newtheorem, \DeclareSIUnit, \lstdefinestyle.
var definingName = regexp.MustCompile(`^(?:re|provide)?new[a-z]{2}|^(?:New|Renew|Provide|Declare)[A-Z]|^(?:provide|declare|define)[a-z]|^lst(?:new|define)|^def(?:bib|citealias)`)

// notDefining match definingName, but define nothing.
var notDefining = wordSet("newline newpage newblock newgeometry newrefsection newrefsegment newlabel newthought")

func isDefiningMacro(macro string) bool {
	return definingMacros[macro] || definingName.MatchString(macro) && !notDefining[macro]
}

// oneGroup are the defining macros whose definition is a single group.
var oneGroup = wordSet("def gdef edef xdef setbox let newif newlength newcounter newsavebox newtoks newbox newdimen newskip newcount catcode")

// literalMacros have an argument that readers see as it is written, but that is not prose.
var literalMacros = wordSet("texttt code ensuremath mbox* file cmd cs env pkg gls Gls glspl Glspl acrshort acrlong acrfull ac acs acl acp")

// secondMacros have no prose in their first argument, such as a colour or a test.
var secondMacros = wordSet("href textcolor colorbox hyperref foreignlanguage selectlanguage textlang adjustbox parbox makebox framebox texorpdfstring " +
	"ifthenelse ifbool notbool iftoggle nottoggle ifboolexpr ifdef ifundef ifcsdef ifcsundef ifdefempty ifblank notblank")

// blankLaTeXMarkup blanks text that is not prose, and replaces accent macros by letters. What pads a letter to the length of
// its macro is not part of a word.
func blankLaTeXMarkup(run []byte) { (*latexDefinitions)(nil).blankNonProse(run) }

func visibleLaTeXText(run []byte, formula func(string) string) string {
	return (*latexDefinitions)(nil).visibleText(run, formula)
}

func scanLaTeXInline(run []byte, report func(Span, inlineKind)) {
	(*latexDefinitions)(nil).scanRun(run, report)
}

func (s *inlineScanner) scanLaTeXConstruct(i int) int {
	switch s.run[i] {
	case '\\':
		return s.scanCommand(i)
	case '$':
		return s.scanDollarFormula(i)
	case '{', '}':
		return s.reportMark(i, 1)
	case '~':
		s.report(Span{i, i + 1}, inlineEntity)
		return 1
	case 'h', 'H', 'w', 'W', 'f', 'F', 'm', 'M':
		n := bareAddressLen(s.run[:min(len(s.run), i+longestSearch)], i)
		if stop := bytes.IndexAny(s.run[i:i+n], `{}\`); stop >= 0 {
			n = stop
		}
		return s.reportLiteral(i, n)
	}
	return 0
}

// scanDollarFormula recognizes a formula between dollars.
func (s *inlineScanner) scanDollarFormula(i int) int {
	n := countRepeats(s.run[:min(len(s.run), i+2)], i, '$')
	for j := i + n; j < min(len(s.run), i+10*longestSearch); j++ {
		switch s.run[j] {
		case '\\':
			j++
		case '$':
			end := j + countRepeats(s.run[:min(len(s.run), j+n)], j, '$')
			return s.reportMarkedFormula(i, i+n, j, end)
		}
	}
	return s.reportMark(i, n)
}

// reportMarkedFormula reports a formula [from, to) and the marks around it, [open, from) and [to, end).
func (s *inlineScanner) reportMarkedFormula(open, from, to, end int) int {
	return s.reportMarkedStretch(inlineFormula, open, from, to, end)
}

// reportMarkedLiteral reports literal text [from, to) and the marks around it, [open, from) and [to, end).
func (s *inlineScanner) reportMarkedLiteral(open, from, to, end int) int {
	return s.reportMarkedStretch(inlineLiteral, open, from, to, end)
}

func (s *inlineScanner) reportMarkedStretch(kind inlineKind, open, from, to, end int) int {
	s.reportMark(open, from-open)
	s.reportStretch(from, to-from, kind)
	s.reportMark(to, end-to)
	return end - open
}

// scanCommand recognizes the command at i with the arguments that are not prose, and returns the length of the text that it has read.
func (s *inlineScanner) scanCommand(i int) int {
	if i+1 >= len(s.run) {
		return s.reportMark(i, 1)
	}
	end := s.commandNameEnd(i + 1)
	if end == i+1 {
		if name := s.lettersEnd(i + 2); s.run[i+1] == '@' && name > i+2 {
			return s.reportHidden(i, s.internalArgumentsEnd(name)-i)
		}
		return s.scanSymbolCommand(i)
	}
	macro := string(s.run[i+1 : end])
	if n := s.scanIrregularCommand(i, end, macro); n > 0 {
		return n
	}
	if n := s.scanHiddenCommand(i, end, macro); n > 0 {
		return n
	}
	if n := s.scanLiteralCommand(i, end, macro); n > 0 {
		return n
	}
	if s.standsForName(i, end) {
		return s.reportMarkedLiteral(i, i+1, end, end)
	}
	if secondMacros[macro] {
		first := s.argumentsEnd(end, 1)
		s.hideUntakenBranch(macro, end, first)
		return s.reportMark(i, first-i)
	}
	return s.scanProseCommand(i, end)
}

// commandNameEnd returns the end of the command name at i: letters and, in the macros of packages, @ between letters.
func (s *inlineScanner) commandNameEnd(i int) int {
	end := s.lettersEnd(i)
	for end > i && end+1 < len(s.run) && s.run[end] == '@' && isAlpha(s.run[end+1]) && !mayTakeAtSign(s.run[i:end]) {
		end = s.lettersEnd(end + 1)
	}
	return end
}

// internalArgumentsEnd returns the end of the arguments at i of a command that only packages use, such as \@ifundefined. They
// may be on several lines, with a % at the end of each.
func (s *inlineScanner) internalArgumentsEnd(i int) int {
	for {
		end := s.argumentsEnd(i, 9)
		i = s.skipSpace(end)
		for i < len(s.run) && s.run[i] == '%' {
			line := bytes.IndexByte(s.run[i:], '\n')
			if line < 0 {
				return end
			}
			i = s.skipSpace(i + line)
		}
		if s.groupEnd(i) == 0 {
			return end
		}
	}
}

// mayTakeAtSign reports whether an @ after the name of a command begins its argument.
func mayTakeAtSign(name []byte) bool { return string(name) == "verb" || string(name) == "xymatrix" }

func (s *inlineScanner) lettersEnd(i int) int {
	for i < len(s.run) && isAlpha(s.run[i]) {
		i++
	}
	return i
}

// scanIrregularCommand recognizes the command [i, end) if its arguments are not groups in braces or it begins an environment.
// It returns 0 for any other command.
func (s *inlineScanner) scanIrregularCommand(i, end int, macro string) int {
	if isTeXConditional(macro, string(s.run[end:min(len(s.run), end+1)])) {
		return s.scanConditional(i, end, "")
	}
	switch macro {
	case "unless":
		if test := s.skipSpace(end); bytes.HasPrefix(s.run[test:], []byte(`\if`)) {
			return s.reportMark(i, test-i) + s.scanConditional(test, s.commandNameEnd(test+1), `\unless`)
		}
	case "xymatrix", "xygraph":
		if open := bytes.IndexByte(s.run[end:min(len(s.run), end+longestSearch)], '{'); open >= 0 { // options such as @C=4pc precede it
			return s.reportHidden(i, s.argumentsEnd(end+open, 1)-i)
		}
		return s.reportMark(i, end-i)
	case "verb":
		return s.scanVerbatim(i, end)
	case "begin":
		if n := s.scanEnvironment(i, end); n > 0 {
			return n
		}
		end = s.argumentsEnd(end, 9)
		if title := s.skipSpace(end); title > end && title < len(s.run) && s.run[title] == '[' {
			end = s.optionsEnd(title) // options after white space
		}
		return s.reportHidden(i, end-i)
	case "input":
		if end < len(s.run) && s.run[end] == ' ' {
			return s.reportHidden(i, s.wordEnd(end+1)-i) // the name of a file, as in plain TeX
		}
	}
	return 0
}

// scanHiddenCommand recognizes the command [i, end) if none of its arguments is prose, or if the document
// defines it to begin an environment without prose. It returns 0 for any other command.
func (s *inlineScanner) scanHiddenCommand(i, end int, macro string) int {
	switch {
	case isDefiningMacro(macro):
		return s.reportHidden(i, s.definitionEnd(end, oneGroup[macro])-i)
	case s.own.hidesArguments(macro):
		return s.reportHidden(i, s.argumentsEnd(end, 9)-i)
	case s.own != nil && s.own.opens[macro] != "":
		closing := `\` + s.own.opens[macro]
		if at := s.findMark(end, closing); at > 0 {
			return s.reportHidden(i, at+len(closing)-i)
		}
		return s.scanProseCommand(i, end)
	}
	return 0
}

// scanLiteralCommand recognizes the command [i, end) if readers see its argument as it is written, such as code. It returns 0
// for any other command.
func (s *inlineScanner) scanLiteralCommand(i, end int, macro string) int {
	switch {
	case macro == "lstinline", macro == "mintinline", macro == "Verb", macro == "spverb":
		end = s.optionsEnd(end)
		if language := s.groupEnd(end); macro == "mintinline" && language > 0 {
			end = language
		}
		if closing := s.groupEnd(end); closing > 0 {
			return s.reportMarkedLiteral(i, end+1, closing-1, closing)
		}
		return s.scanVerbatim(i, end)
	case literalMacros[macro] && end < len(s.run) && s.run[end] == '{':
		if closing := s.groupEnd(end); closing > 0 {
			return s.reportMarkedLiteral(i, end+1, closing-1, closing)
		}
	}
	return 0
}

// notNames are commands that look like names.
var notNames = wordSet("Large LARGE Huge HUGE RaggedRight RaggedLeft FloatBarrier Needspace Alph Roman")

// standsForName reports whether the command [i, end) seems to represent a name that the author has defined, such as \GPU.
func (s *inlineScanner) standsForName(i, end int) bool {
	name := s.run[i+1 : end]
	if len(name) < 2 || name[0] < 'A' || name[0] > 'Z' || notNames[string(name)] {
		return false
	}
	hasArgument := end+1 < len(s.run) && (s.run[end] == '{' && s.run[end+1] != '}' || s.run[end] == '[')
	isAlone := (i == 0 || s.run[i-1] == '\n') && (end == len(s.run) || s.run[end] == '\n')
	return !hasArgument && !isAlone
}

// scanProseCommand recognizes the command [i, end) with its options. Its arguments are prose.
func (s *inlineScanner) scanProseCommand(i, end int) int {
	if end < len(s.run) && s.run[end] == '*' {
		end++
	}
	if end < len(s.run) && s.run[end] == '<' {
		end += len(overlay.Find(s.run[end:min(len(s.run), end+longestSearch/10)]))
	}
	end = s.optionsEnd(end)
	if end < len(s.run) && s.run[end] == '{' {
		end += len(latexKey.Find(s.run[end:min(len(s.run), end+longestSearch/10)]))
	}
	return s.reportMark(i, end-i)
}

// latexKey matches an argument that must be a key, whatever the command: {sec:salt}.
var latexKey = regexp.MustCompile(`^\{[A-Za-z][\w-]*:[\w:./-]*[\w]\}`)

// overlay matches the slides of Beamer on which a command takes effect: <2->, <1,3| handout:0>.
var overlay = regexp.MustCompile(`^<(?:[a-z]+:)?[\d+.](?:[\d+,.|@ -]|[a-z]+[@:])*>|^<(?:alert|only)@[^<>]*>`)

// scanConditional recognizes the conditional [i, end) with its test and, if known, the branch that is never taken. `unless`
// is \unless or empty.
func (s *inlineScanner) scanConditional(i, end int, unless string) int {
	window := unless + string(s.run[i:min(len(s.run), end+longestSearch)])
	from := len(unless)
	result, after := s.own.evalTest(window, from, from+end-i)
	if result == never {
		if n := s.branchLen(i, 0); n > 0 {
			return s.reportHidden(i, n)
		}
	}
	if result == always {
		if n := s.branchLen(i, 0); n > 0 && bytes.HasSuffix(s.run[i:i+n], []byte(`\else`)) {
			s.hide(i+n-len(`\else`), i+n+s.branchLen(i+n, 1))
		}
	}
	if after == from+end-i {
		return s.reportMark(i, end-i)
	}
	return s.reportHidden(i, after-from)
}

// hide has the scan report the text [from, to) as hidden when it gets there.
func (s *inlineScanner) hide(from, to int) {
	if s.hidden == nil {
		s.hidden = make(map[int]int)
	}
	s.hidden[from] = to
}

// hideUntakenBranch hides the branch that a command never takes. [from, to) is its test, in braces.
func (s *inlineScanner) hideUntakenBranch(macro string, from, to int) {
	if from+1 >= to {
		return
	}
	result := s.own.evalArgumentTest(macro, string(s.run[from+1:to-1]))
	if result == unknown {
		return
	}
	first := s.skipSpace(to)
	if result == always {
		first = s.skipSpace(max(first, s.groupEnd(first)))
	}
	if end := s.groupEnd(first); end > 0 {
		s.hide(first, end)
	}
}

// branchLen returns the length of the text from i to the end of the branch, with its \else or \fi, or 0 if it has no end
// nearby. depth is 0 if i is at the conditional, and 1 if it is after it.
func (s *inlineScanner) branchLen(i, depth int) int {
	if s.unclosed > 100 {
		return 0
	}
	window := string(s.run[i:min(len(s.run), i+10*longestSearch)])
	for from := 0; ; {
		at := latexConditionals.FindStringIndex(window[from:])
		if at == nil {
			break
		}
		depth = depthAfterConditional(depth, window, from+at[0], from+at[1])
		if from += at[1]; depth == 0 {
			return from
		}
	}
	s.unclosed++
	return 0
}

// definitionEnd returns the offset after a definition at i, such as `*\x[2]{y}` or `\x#1{y}`. isSingle means that it is a single group.
func (s *inlineScanner) definitionEnd(i int, isSingle bool) int {
	for groups := 0; i < len(s.run); {
		switch c := s.run[i]; {
		case c == '{':
			end := s.groupEnd(i)
			if end == 0 {
				return i
			}
			if i, groups = end, groups+1; isSingle {
				return i
			}
			continue
		case c == '[':
			if end := s.optionsEnd(i); end > i {
				i = end
				continue
			}
			return i
		case isSpace(c):
			next := s.skipSpace(i)
			if groups == 0 && next < len(s.run) && s.run[next] == '\\' || next < len(s.run) && (s.run[next] == '{' || s.run[next] == '[') {
				i = next
				continue
			}
			return i
		case groups > 0:
			return i
		}
		i++
	}
	return i
}

// wordEnd returns the offset of the next white space at or after i.
func (s *inlineScanner) wordEnd(i int) int {
	for i < len(s.run) && !isSpace(s.run[i]) {
		i++
	}
	return i
}

// scanSymbolCommand recognizes a command whose name is a symbol: an escape, a break, a formula.
func (s *inlineScanner) scanSymbolCommand(i int) int {
	switch c := s.run[i+1]; c {
	case '(', '[':
		closing := `\)`
		if c == '[' {
			closing = `\]`
		}
		if end := s.findMark(i+2, closing); end > 0 {
			return s.reportMarkedFormula(i, i+2, end, end+2)
		}
	case '\\':
		return s.reportMark(i, s.optionsEnd(i+2)-i)
	case '%', '&', '_', '#', '$', '{', '}':
		s.reportMark(i, 1)
		return 2
	}
	return s.reportMark(i, min(len(s.run)-i, 1+firstRuneLen(s.run[i+1:])))
}

func firstRuneLen(b []byte) int {
	_, n := utf8.DecodeRune(b)
	return n
}

// scanVerbatim recognizes \verb or a similar command with its delimited argument.
func (s *inlineScanner) scanVerbatim(i, end int) int {
	if end < len(s.run) && s.run[end] == '*' {
		end++
	}
	if end >= len(s.run) || isSpace(s.run[end]) || isAlnum(s.run[end]) {
		return s.reportMark(i, end-i)
	}
	closing := s.findMark(end+1, string(s.run[end:end+1]))
	if closing < 0 {
		return s.reportMark(i, end-i)
	}
	return s.reportMarkedLiteral(i, end+1, closing, closing+1)
}

// scanEnvironment recognizes an environment that is not prose, to its end.
func (s *inlineScanner) scanEnvironment(i, open int) int {
	end := s.groupEnd(open)
	if end == 0 {
		return 0
	}
	name := string(s.run[open+1 : end-1])
	if !s.own.hidesEnvironment(name) {
		return 0
	}
	closing := `\end{` + name + "}"
	at := bytes.Index(s.run[end:min(len(s.run), end+10*longestSearch)], []byte(closing))
	if at < 0 {
		return 0
	}
	return s.reportHidden(i, end+at+len(closing)-i)
}

// argumentsEnd returns the offset after the options and up to n arguments at i.
func (s *inlineScanner) argumentsEnd(i, n int) int {
	if i < len(s.run) && s.run[i] == '*' {
		i++
	}
	for {
		i = s.optionsEnd(i)
		if i >= len(s.run) || s.run[i] != '{' || n == 0 {
			return i
		}
		end := s.groupEnd(i)
		if end == 0 {
			return i
		}
		i, n = end, n-1
	}
}

// optionsEnd returns the offset after the optional arguments at i.
func (s *inlineScanner) optionsEnd(i int) int {
	for i < len(s.run) && s.run[i] == '[' {
		end := s.groupEnd(i)
		if end == 0 {
			break
		}
		i = end
	}
	return i
}

// groupEnd returns the offset after the brace or bracket that closes the one at i, or 0.
func (s *inlineScanner) groupEnd(i int) int {
	if i >= len(s.run) || s.run[i] != '{' && s.run[i] != '[' {
		return 0
	}
	limit := min(len(s.run), i+10*longestSearch)
	if s.unclosed > 100 {
		limit = min(limit, i+longestSearch/10) // so that many unclosed brackets are read in linear time
	}
	end := groupEnd(s.run, i, limit)
	if end == 0 {
		s.unclosed++
	}
	return end
}

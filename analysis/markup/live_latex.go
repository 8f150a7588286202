package markup

import (
	"regexp"
	"strings"
)

// interpretedLaTeX hides comments, verbatim text, untaken branches, bodies of definitions, and what follows the end of the document.
func interpretedLaTeX(f Format, text string) string {
	l := uninterpretedLaTeX{text: text, verbatim: make(map[string]bool)}
	for _, source := range []string{text, f.shared} {
		for _, m := range latexShowing.FindAllStringSubmatch(source, -1) {
			l.verbatim[m[2]] = true
			l.verbatim[m[2]+"code"] = m[1] == "newminted"
		}
	}
	for i := 0; i < len(text); {
		switch text[i] {
		case '%':
			i = l.hide(i, lineEndAfter(text, i))
		case '\\':
			i = l.readCommand(i)
		default:
			next := strings.IndexAny(text[i+1:], `\%`)
			if next < 0 {
				return blankSpans(text, l.spans)
			}
			i += 1 + next
		}
	}
	return blankSpans(text, l.spans)
}

// uninterpretedLaTeX collects the parts of a text that LaTeX does not interpret.
type uninterpretedLaTeX struct {
	text     string
	verbatim map[string]bool // environments that the document defines, in which commands are not interpreted
	isTrue   []bool          // for each open conditional, whether its test is always true
	spans    []Span
}

// hide adds the part [from, to) and returns its end.
func (l *uninterpretedLaTeX) hide(from, to int) int {
	l.spans = append(l.spans, Span{from, to})
	return to
}

// readCommand reads the command at i, hides what LaTeX does not interpret because of it, and returns the offset at which to continue.
func (l *uninterpretedLaTeX) readCommand(i int) int {
	text := l.text
	end := latexNameEnd(text, i+1)
	switch name := text[i+1 : end]; {
	case name == "":
		return min(i+2, len(text))
	case name == "string":
		if strings.HasPrefix(text[end:], `\`) {
			return l.hide(end, latexNameEnd(text, end+1))
		}
	case latexVerbatimCommands[name]:
		return l.hide(latexVerbatimArgument(text, name, end))
	case name == "begin":
		return l.hideVerbatimContent(i, end)
	case name == "newif":
		return latexNameEnd(text, min(end+1, len(text)))
	case isTeXConditional(name, text[end:]):
		return l.hideUntakenBranch(i, end)
	case name == "else" && len(l.isTrue) > 0 && l.isTrue[len(l.isTrue)-1]:
		l.isTrue[len(l.isTrue)-1] = false
		return l.hide(end, end+len(strings.TrimSuffix(text[end:latexHiddenEnd(text, end, 1)], `\fi`)))
	case name == "fi":
		l.isTrue = l.isTrue[:max(0, len(l.isTrue)-1)]
	case name == "end" && strings.HasPrefix(text[end:], "{document}"):
		return l.hide(end+len("{document}"), len(text))
	case name == "endinput" && !isBranch.MatchString(text[:i]): // LaTeX may skip a branch
		if line := lineEndAfter(text, i); !isBranch.MatchString(text[i:line]) {
			return l.hide(line, len(text))
		}
	case latexBodies[name] > 0:
		return max(end, l.hide(latexBodiesSpan(text, end, latexBodies[name])))
	}
	return end
}

// hideVerbatimContent hides the content of the environment that begins at i if commands are not interpreted in it.
func (l *uninterpretedLaTeX) hideVerbatimContent(i, end int) int {
	name, length := environmentAt(l.text[i:min(len(l.text), i+longestSearch)], `\begin{`)
	i = max(end, i+length)
	if length == 0 || !verbatimEnvironments[strings.TrimSuffix(name, "*")] && !l.verbatim[name] {
		return i
	}
	to := len(l.text)
	if closing := strings.Index(l.text[i:], `\end{`+name+"}"); closing >= 0 {
		to = i + closing
	}
	return l.hide(i, to)
}

// hideUntakenBranch hides the branch of the conditional at i if it is never taken.
func (l *uninterpretedLaTeX) hideUntakenBranch(i, end int) int {
	result, to := evalLaTeXTest(l.text, i, end)
	if result == never {
		to = l.hide(i, latexHiddenEnd(l.text, i, 0))
	}
	if result != never || strings.HasSuffix(l.text[:to], `\else`) {
		l.isTrue = append(l.isTrue, result == always)
	}
	return to
}

// latexNameEnd returns the end of the command name that begins at i.
func latexNameEnd(text string, i int) int {
	for i < len(text) && (isAlpha(text[i]) || text[i] == '@') {
		i++
	}
	return i
}

// verbatimEnvironments are environments in which commands are not interpreted.
var verbatimEnvironments = wordSet(`verbatim Verbatim lstlisting minted filecontents comment BVerbatim LVerbatim SaveVerbatim VerbatimOut verbatimtab listing
	spverbatim scontents codeexample sourcecode luacode pycode pyverbatim sageblock gnuplot asy asydef dot2tex Sinput Soutput Code CodeInput CodeOutput tcblisting macrocode`)

// latexShowing matches the definition of an environment in which commands are not interpreted.
var latexShowing = regexp.MustCompile(`\\(lstnewenvironment|newtcblisting|DefineVerbatimEnvironment|newminted|excludecomment|excludeversion)\*?(?:\[[^\]\n]*\])?\{([A-Za-z]+\*?)\}`)

// latexBodies are the commands that define others, with the number of groups after the name.
var latexBodies = map[string]int{
	"newcommand": 1, "renewcommand": 1, "providecommand": 1, "newrobustcmd": 1, "renewrobustcmd": 1, "DeclareRobustCommand": 1,
	"def": 1, "gdef": 1, "edef": 1, "xdef": 1, "newenvironment": 2, "renewenvironment": 2, "provideenvironment": 2,
	"lstnewenvironment": 2, "NewDocumentCommand": 2, "RenewDocumentCommand": 2, "ProvideDocumentCommand": 2, "DeclareDocumentCommand": 2, "NewDocumentEnvironment": 3,
	"RenewDocumentEnvironment": 3, "DeclareDocumentEnvironment": 3,
}

// latexVerbatimCommands are the commands whose argument is shown as it is written.
var latexVerbatimCommands = wordSet(`verb Verb spverb lstinline mintinline mint detokenize`)

// latexVerbatimArgument returns the argument [from, to) of \verb or a similar command, given the offset after the command's name.
func latexVerbatimArgument(text, name string, at int) (from, to int) {
	line := lineEndAfter(text, at)
	if at < line && text[at] == '*' {
		at++
	}
	if name != "verb" && at < line && text[at] == '[' {
		at = groupEndOrLimit(text, at, line)
	}
	if strings.HasPrefix(name, "mint") && at < line && text[at] == '{' {
		at = groupEndOrLimit(text, at, line)
	}
	switch {
	case at >= line:
		return at, at
	case name != "verb" && text[at] == '{':
		return at, groupEndOrLimit(text, at, line)
	}
	if end := strings.IndexByte(text[at+1:line], text[at]); end >= 0 {
		return at, at + 1 + end + 1
	}
	return at, at
}

// verbatimEnd returns the end of the \verb or similar command that begins at i in a line, with its argument, or 0 if
// there is no such command.
func verbatimEnd(line string, i int) int {
	end := latexNameEnd(line, i+1)
	name := line[i+1 : end]
	if !latexVerbatimCommands[name] {
		return 0
	}
	_, to := latexVerbatimArgument(line[:min(len(line), end+longestSearch)], name, end)
	return to
}

// latexHiddenEnd returns the end of the text that a conditional hides, given the beginning of that text
// and the number of conditionals that are open there.
func latexHiddenEnd(text string, at, depth int) int {
	for {
		m := latexConditionals.FindStringIndex(text[at:])
		if m == nil {
			return len(text)
		}
		from, to := at+m[0], at+m[1]
		line := at + strings.LastIndexAny(text[at:from], "\r\n") + 1
		if len(withoutComment(text[line:from])) < from-line {
			at = lineEndAfter(text, from)
			continue
		}
		if depth = depthAfterConditional(depth, text, from, to); depth == 0 {
			return to
		}
		at = to
	}
}

// latexBodiesSpan returns the range of the bodies of a definition, at most n groups in braces. at is the offset after its command.
func latexBodiesSpan(text string, at, n int) (from, to int) {
	skip := func() {
		for at < len(text) && isSpace(text[at]) {
			at++
		}
	}
	if at < len(text) && text[at] == '*' {
		at++
	}
	skip()
	switch {
	case at < len(text) && text[at] == '{':
		at = groupEndOrLimit(text, at, len(text))
	case at < len(text) && text[at] == '\\':
		at = latexNameEnd(text, at+1)
	default:
		return at, at
	}
	for at < len(text) && text[at] != '{' && text[at] != '\\' && text[at] != '\n' { // parameters and options
		if text[at] == '[' {
			at = groupEndOrLimit(text, at, len(text))
			continue
		}
		at++
	}
	skip()
	from = at
	for ; n > 0 && at < len(text) && text[at] == '{'; n-- {
		at = groupEndOrLimit(text, at, len(text))
		if n > 1 {
			skip()
		}
	}
	return from, at
}

// lineEndAfter returns the end, before the terminator, of the line that contains an offset.
func lineEndAfter(text string, at int) int {
	if end := strings.IndexAny(text[at:], "\r\n"); end >= 0 {
		return at + end
	}
	return len(text)
}

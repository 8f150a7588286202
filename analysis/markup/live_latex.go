package markup

import (
	"regexp"
	"strings"
)

// liveLaTeX hides comments, verbatim environments and \verb, branches that are never taken, the bodies
// of definitions, and text after the end.
func liveLaTeX(f Format, text string) string {
	own := make(map[string]bool)
	for _, source := range []string{text, f.shared} {
		for _, m := range latexShowing.FindAllStringSubmatch(source, -1) {
			own[m[2]] = true
			own[m[2]+"code"] = m[1] == "newminted"
		}
	}
	var spans []Span
	var isTrue []bool // of the open conditionals
	pass := func(from, to int) { spans = append(spans, Span{from, to}) }
	for i := 0; i < len(text); {
		switch text[i] {
		case '%':
			end := lineEndAfter(text, i)
			pass(i, end)
			i = end
			continue
		case '\\':
		default:
			next := strings.IndexAny(text[i+1:], `\%`)
			if next < 0 {
				return withoutSpans(text, spans)
			}
			i += 1 + next
			continue
		}
		end := i + 1
		for end < len(text) && (isAlpha(text[end]) || text[end] == '@') {
			end++
		}
		switch name := text[i+1 : end]; {
		case name == "":
			i = min(i+2, len(text))
		case name == "string":
			to := end
			if strings.HasPrefix(text[end:], `\`) {
				for to = end + 1; to < len(text) && (isAlpha(text[to]) || text[to] == '@'); to++ {
				}
			}
			pass(end, to)
			i = to
		case latexVerbatimCommands[name]:
			from, to := latexVerbatimArgument(text, name, end)
			pass(from, to)
			i = to
		case name == "begin":
			environment, length := environmentAt(text[i:min(len(text), i+longestSearch)], `\begin{`)
			i = max(end, i+length)
			if length == 0 || !verbatimEnvironments[strings.TrimSuffix(environment, "*")] && !own[environment] {
				continue
			}
			to := len(text)
			if closing := strings.Index(text[i:], `\end{`+environment+"}"); closing >= 0 {
				to = i + closing
			}
			pass(i, to)
			i = to
		case name == "newif":
			for end = min(end+1, len(text)); end < len(text) && (isAlpha(text[end]) || text[end] == '@'); end++ {
			}
			i = end
		case beginsConditional(name, text[end:]):
			result, to := latexTest(text, i, end)
			if result == never {
				to = latexHiddenEnd(text, i, 0)
				pass(i, to)
			}
			if result != never || strings.HasSuffix(text[:to], `\else`) {
				isTrue = append(isTrue, result == always)
			}
			i = to
		case name == "else" && len(isTrue) > 0 && isTrue[len(isTrue)-1]:
			to := end + len(strings.TrimSuffix(text[end:latexHiddenEnd(text, end, 1)], `\fi`))
			isTrue[len(isTrue)-1] = false
			pass(end, to)
			i = to
		case name == "fi":
			isTrue = isTrue[:max(0, len(isTrue)-1)]
			i = end
		case name == "end" && strings.HasPrefix(text[end:], "{document}"):
			pass(end+len("{document}"), len(text))
			return withoutSpans(text, spans)
		case name == "endinput" && !isBranch.MatchString(text[:i]): // a branch may not be read
			line := lineEndAfter(text, i)
			if !isBranch.MatchString(text[i:line]) {
				pass(line, len(text))
				return withoutSpans(text, spans)
			}
			i = end
		case latexBodies[name] > 0:
			from, to := latexBodiesAt(text, end, latexBodies[name])
			pass(from, to)
			i = max(end, to)
		default:
			i = end
		}
	}
	return withoutSpans(text, spans)
}

// verbatimEnvironments are environments in which commands are not interpreted.
var verbatimEnvironments = wordSet(`verbatim Verbatim lstlisting minted filecontents comment BVerbatim LVerbatim SaveVerbatim VerbatimOut verbatimtab listing
	spverbatim scontents codeexample sourcecode luacode pycode pyverbatim sageblock gnuplot asy asydef dot2tex Sinput Soutput Code CodeInput CodeOutput tcblisting macrocode`)

// latexShowing matches the definition of an environment in which commands are not interpreted.
var latexShowing = regexp.MustCompile(`\\(lstnewenvironment|newtcblisting|DefineVerbatimEnvironment|newminted|excludecomment)\*?(?:\[[^\]\n]*\])?\{([A-Za-z]+\*?)\}`)

// latexBodies are the commands that define others, with the number of groups after the name.
var latexBodies = map[string]int{
	"newcommand": 1, "renewcommand": 1, "providecommand": 1, "newrobustcmd": 1, "renewrobustcmd": 1, "DeclareRobustCommand": 1,
	"def": 1, "gdef": 1, "edef": 1, "xdef": 1, "newenvironment": 2, "renewenvironment": 2, "provideenvironment": 2,
	"lstnewenvironment": 2, "NewDocumentCommand": 2, "RenewDocumentCommand": 2, "ProvideDocumentCommand": 2, "DeclareDocumentCommand": 2, "NewDocumentEnvironment": 3,
	"RenewDocumentEnvironment": 3, "DeclareDocumentEnvironment": 3,
}

// latexVerbatimCommands are the commands whose argument is shown as it is written.
var latexVerbatimCommands = wordSet(`verb Verb spverb lstinline mintinline mint detokenize`)

// latexVerbatimArgument returns the argument of \verb and similar commands, given the offset after
// the command's name.
func latexVerbatimArgument(text, name string, at int) (from, to int) {
	line := lineEndAfter(text, at)
	if at < line && text[at] == '*' {
		at++
	}
	if name != "verb" && at < line && text[at] == '[' {
		at = closingBracket(text, at, line)
	}
	if strings.HasPrefix(name, "mint") && at < line && text[at] == '{' {
		at = closingBracket(text, at, line)
	}
	switch {
	case at >= line:
		return at, at
	case name != "verb" && text[at] == '{':
		return at, closingBracket(text, at, line)
	}
	if end := strings.IndexByte(text[at+1:line], text[at]); end >= 0 {
		return at, at + 1 + end + 1
	}
	return at, at
}

// latexHiddenEnd returns the end of the text that a conditional hides, given its beginning and how many
// conditionals are open there.
func latexHiddenEnd(text string, at, depth int) int {
	for line := range Lines(text[at:]) {
		source := withoutComment(text[at+line.Start : at+line.End])
		for _, m := range latexConditionals.FindAllStringIndex(source, -1) {
			if depth = conditionalDepth(depth, source, m[0], m[1]); depth == 0 {
				return at + line.Start + m[1]
			}
		}
	}
	return len(text)
}

// latexBodiesAt returns the groups of a definition, given the offset after the command.
func latexBodiesAt(text string, at, groups int) (from, to int) {
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
		at = closingBracket(text, at, len(text))
	case at < len(text) && text[at] == '\\':
		for at++; at < len(text) && (isAlpha(text[at]) || text[at] == '@'); at++ {
		}
	default:
		return at, at
	}
	for at < len(text) && text[at] != '{' && text[at] != '\\' && text[at] != '\n' { // parameters and options
		if text[at] == '[' {
			at = closingBracket(text, at, len(text))
			continue
		}
		at++
	}
	skip()
	from = at
	for ; groups > 0 && at < len(text) && text[at] == '{'; groups-- {
		at = closingBracket(text, at, len(text))
		if groups > 1 {
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

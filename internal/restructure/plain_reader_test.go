package restructure

import (
	"regexp"
	"slices"
	"strings"
)

// plainReader is an independent reader of the documents of the census. It works line by line and knows only the constructs in the kits.
func plainReader(format, text string) (reading, bool) {
	text = unreferred(text)
	r := make(reading)
	var stack []string
	heading, code := "", ""
	rules := lineRules[format]
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		trimmed := strings.TrimSpace(line)
		if code != "" {
			for _, word := range ownWord.FindAllString(line, -1) {
				r[word] = standing{strings.Join(stack, "/") + "/code", heading}
			}
			if trimmed == code {
				code = ""
			}
			continue
		}
		for opening, closing := range rules.code {
			if trimmed == opening {
				code = closing
			}
		}
		close := rules.closes(trimmed)
		if trimmed == `\else` {
			close = `\fi` // ends the first branch
		}
		if close != "" && code == "" {
			for i := len(stack) - 1; i >= 0; i-- {
				if rules.pairs[stack[i]] == close {
					stack = stack[:i]
					break
				}
			}
		}
		named := ""
		if anchorLine.MatchString(line) {
			named = rules.headingBelow(lines[i+1:])
		}
		isHeading := rules.heading.MatchString(line) || strings.HasPrefix(trimmed, "hed") && format == "restructuredtext"
		if isHeading {
			if i := slices.Index(stack, ":NOTES:"); i >= 0 {
				stack = slices.Delete(stack, i, i+1) // a headline is never in a drawer
			}
			heading = headingWord.FindString(line)
		}
		kind := ""
		switch {
		case strings.HasPrefix(line, "> "):
			kind = "quote"
		case rules.item.MatchString(line):
			kind = "item"
		case strings.HasPrefix(line, "    ") || strings.HasPrefix(line, "   ") && format == "restructuredtext":
			kind = "indented"
		}
		for _, word := range ownWord.FindAllString(line, -1) {
			if named != "" {
				r[word] = standing{strings.Join(stack, "/") + "/anchor", named}
				continue
			}
			if isHeading && word == heading {
				r[word] = standing{strings.Join(stack, "/") + "/heading", ""}
				continue
			}
			if strings.HasPrefix(word, "nte") {
				r[word] = standing{strings.Join(stack, "/") + "/" + kind, ""}
				continue
			}
			if _, twice := r[word]; !twice {
				r[word] = standing{strings.Join(stack, "/") + "/" + kind, heading}
			}
		}
		isInDrawer := format == "org" && slices.Contains(stack, ":NOTES:") // drawers do not nest
		if open := rules.opens(trimmed); open != "" && code == "" && !(isInDrawer && open == ":NOTES:") {
			stack = append(stack, open)
		}
	}
	return r, true
}

// anchorLine matches a line that names the heading below it.
var anchorLine = regexp.MustCompile(`^(?:<a id="lab\d+"></a>|\\phantomsection|\\addcontentsline\{.*\}|\\hypertarget\{.*\}\{\})$`)

// headingBelow returns the unique word of the heading at the start of lines, after any blank lines and lines that name it, or "".
func (l lineRule) headingBelow(lines []string) string {
	for _, line := range lines {
		switch {
		case l.heading.MatchString(line):
			return headingWord.FindString(line)
		case strings.TrimSpace(line) != "" && !anchorLine.MatchString(line):
			return ""
		}
	}
	return ""
}

var headingWord = regexp.MustCompile(`hed\d+`)

// unreferred returns a text without references to unique words, with line feeds as line terminators.
func unreferred(text string) string {
	text = strings.ReplaceAll(strings.TrimPrefix(text, "\ufeff"), "\r\n", "\n")
	return ownReference.ReplaceAllString(text, "${1}x$2")
}

var ownReference = regexp.MustCompile(`(\]\([^()\s]*#|\[\[\*|<<|\\ref\{|href="#|#ref\(<)(?:hed|lab)(\d)`)

// lineRule describes how the lines of a format open and close the constructs of its kit.
type lineRule struct {
	pairs   map[string]string // from opening to closing lines
	code    map[string]string
	heading *regexp.Regexp
	item    *regexp.Regexp
}

func (l lineRule) opens(line string) string {
	for open := range l.pairs {
		if line == open {
			return open
		}
	}
	return ""
}

func (l lineRule) closes(line string) string {
	for _, close := range l.pairs {
		if line == close {
			return close
		}
	}
	return ""
}

var lineRules = func() map[string]lineRule {
	rules := make(map[string]lineRule)
	for name, k := range kits {
		l := lineRule{pairs: make(map[string]string), code: make(map[string]string), heading: regexp.MustCompile(`^(?:#+|=+|\*+|\\(?:sub)*section\*?\{|<h\d[^>]*>) ?hed\d+`), item: regexp.MustCompile(`^\s*(?:[-*.] |\d\. |\\item )`)}
		for _, around := range k.around {
			open := around[0][strings.LastIndexByte(around[0], '@')+1:]
			if strings.HasPrefix(around[0], "<details>@") {
				open = "<summary>More</summary>"
			}
			l.pairs[open] = around[1]
		}
		for _, b := range k.branches {
			l.pairs[b[0]], l.pairs[b[1]] = b[2], b[2]
		}
		for open, close := range map[string]string{
			"```": "```", `\begin{verbatim}`: `\end{verbatim}`, "----": "----", "<pre>": "</pre>", "#+BEGIN_SRC c": "#+END_SRC", "#+BEGIN_EXAMPLE": "#+END_EXAMPLE",
			"$$": "$$", "#+BEGIN_QUOTE": "#+END_QUOTE", "====": "====", `\begin{quote}`: `\end{quote}`, `\begin{figure}`: `\end{figure}`, `\begin{itemize}`: `\end{itemize}`,
		} {
			if open == "----" && name != "asciidoc" || open == "====" && name != "asciidoc" {
				continue
			}
			l.code[open] = close
		}
		rules[name] = l
	}
	return rules
}()

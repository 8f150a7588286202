package markup

import (
	"regexp"
	"strconv"
	"strings"
)

// Conditionals of TeX: \iffalse … \else … \fi. A test whose result does not depend on anything else in the document, such as \if01 or
// \ifnum1=1, is decided; of all others both branches count.

var latexConditionals = regexp.MustCompile(`\\(?:if[a-zA-Z@]*|else\b|fi\b)`)

// conditionalDepth returns the depth of nested conditionals after the word [from, to) of a text, which latexConditionals matches. The text
// after \else is shown, so \else ends the outermost one.
func conditionalDepth(depth int, text string, from, to int) int {
	switch word := text[from:to]; {
	case word == `\fi`:
		return depth - 1
	case word == `\else` && depth == 1:
		return 0
	case word == `\else`, !beginsConditional(word[1:], text[to:]):
		return depth
	}
	return depth + 1
}

// beginsConditional reports whether a command is a conditional of TeX. Commands like \iff and \ifthenelse{…} are not.
func beginsConditional(name, after string) bool {
	return strings.HasPrefix(name, "if") && name != "iff" && name != "ifthenelse" && !strings.HasPrefix(after, "{") && !strings.HasPrefix(after, "[")
}

// hidesText reports whether a text begins with a conditional whose first branch is never read.
func hidesText(text string) bool {
	if !strings.HasPrefix(text, `\if`) {
		return false
	}
	result, _ := latexTest(text, 0, latexNameEnd(text, 1))
	return result == never
}

// truth is the result of a test, as far as it is known without running TeX.
type truth int8

const (
	unknown truth = iota
	always
	never
)

// latexTest returns the result of the test of the conditional [from, end) in a text, such as the 11 of \if11, and the offset after the test.
func latexTest(text string, from, end int) (result truth, after int) {
	result, after = latexTestAt(text[from+1:end], text[end:min(len(text), end+longestSearch)])
	if result != unknown && strings.HasSuffix(text[:from], `\unless`) {
		result = always + never - result
	}
	return result, end + after
}

func latexTestAt(name, rest string) (result truth, length int) {
	of := func(isTrue bool) truth {
		if isTrue {
			return always
		}
		return never
	}
	switch name {
	case "iftrue", "iffalse":
		return of(name == "iftrue"), 0
	case "if", "ifcat", "ifx":
		m := latexTokens.FindStringSubmatch(rest)
		if m == nil {
			return unknown, 0
		}
		isPlain := !strings.ContainsAny(m[1]+m[2], `\~#%`)
		second := m[2]
		if strings.TrimSpace(second) == "" {
			second = " "
		}
		switch {
		case name == "ifx" && m[1] == m[2], name == "if" && isPlain && m[1] == second:
			result = always
		case name != "ifcat" && isPlain:
			result = never
		}
		return result, len(m[0])
	case "ifdefined", "ifvoid", "ifhbox", "ifvbox", "ifeof":
		return unknown, len(latexOperand.FindString(rest))
	case "ifcsname":
		return unknown, len(latexCSName.FindString(rest))
	case "ifodd", "ifcase":
		m := latexNumber.FindStringSubmatch(rest)
		if m == nil {
			return unknown, 0
		}
		if n, err := strconv.Atoi(m[1]); err == nil && name == "ifodd" && m[2] != "" {
			result = of(n%2 != 0)
		}
		return result, len(m[0])
	case "ifnum", "ifdim":
		m := latexRelation.FindStringSubmatch(rest)
		if m == nil {
			return unknown, 0
		}
		a, errA := strconv.Atoi(m[1])
		b, errB := strconv.Atoi(m[3])
		if errA == nil && errB == nil && name == "ifnum" && m[4] != "" {
			result = of(m[2] == "=" && a == b || m[2] == "<" && a < b || m[2] == ">" && a > b)
		}
		return result, len(m[0])
	}
	return unknown, 0
}

// latexTokens matches the two tokens that \if and \ifx compare, and the others the operands of tests. What may follow a number is a space,
// \relax or the end of a branch; otherwise TeX expands what comes next.
var (
	latexTokens   = regexp.MustCompile(`^[ \t]*(\\(?:[a-zA-Z@]+|[^a-zA-Z@])|[^\s\\%])(\\(?:[a-zA-Z@]+|[^a-zA-Z@])|\s|[^\\%])`)
	latexOperand  = regexp.MustCompile(`^[ \t]*(?:\\[a-zA-Z@]+|\d+)`)
	latexCSName   = regexp.MustCompile(`^[^\n]*?\\endcsname\b`)
	latexNumber   = regexp.MustCompile(`^[ \t]*([-+]?\d+|\\(?:value\{[^{}\n]*\}|[a-zA-Z@]+))(\s|\\relax\b|)`)
	latexRelation = regexp.MustCompile(`^[ \t]*(` + latexQuantity + `)[ \t]*([<=>])[ \t]*(` + latexQuantity + `)(\s|\\relax\b|)`)
)

const latexQuantity = `[-+]?(?:\d+(?:\.\d+)?[ \t]?(?:pt|cm|mm|in|em|ex|bp|pc|sp|dd|cc)?\b|\d+(?:\.\d+)?|\\(?:value\{[^{}\n]*\}|[a-zA-Z@]+))`

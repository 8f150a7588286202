package markup

import (
	"regexp"
	"strconv"
	"strings"
)

// Conditionals of TeX: \iffalse … \else … \fi. A test whose result does not depend on anything else in the document, such as \if01 or
// \ifnum1=1, is decided, and so is the test of a switch that nothing turns on; of all others both branches count.

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
func (o *latexDefinitions) hidesText(text string) bool {
	if !strings.HasPrefix(text, `\if`) {
		return false
	}
	result, _ := o.test(text, 0, latexNameEnd(text, 1))
	return result == never
}

// test is [latexTest] with the document's own switches. \unless is not applied to them.
func (o *latexDefinitions) test(text string, from, end int) (result truth, after int) {
	if o != nil && o.off[text[from+1:end]] && !strings.HasSuffix(text[:from], `\unless`) {
		return never, end
	}
	return latexTest(text, from, end)
}

// latexSwitchParts matches what defines a switch, as \newif\ifdraft does, and what may turn one on: \drafttrue, \setboolean{draft}{…},
// \csname draft…, \let\ifdraft=…
var latexSwitchParts = regexp.MustCompile(`\\newif\s*\\if([a-zA-Z@]+)|\\([a-zA-Z@]+)true\b|\\(?:(?:set|new|provide)bool(?:ean)?|booltrue)\s*\{([a-zA-Z@]+)\}|` +
	`\\csname[^\\\n]*#|\\csname\s*(?:if)?([a-zA-Z@]+)|(?:let|def)\s*\\if([a-zA-Z@]+)|\.is ?if\s*=\s*([a-zA-Z@]+)`)

// latexSwitchesIn returns the parts of a text that latexSwitchParts matches, without those in comments.
func latexSwitchesIn(text string) string {
	var b strings.Builder
	for _, part := range latexSwitchParts.FindAllString(string(latexCode(text)), -1) {
		b.WriteString(part)
		b.WriteByte('\n')
	}
	return b.String()
}

// switchesOff returns the names of the conditionals of the switches that nothing turns on, given the parts of all texts of a document.
func switchesOff(parts string) map[string]bool {
	off, isSet := make(map[string]bool), make(map[string]bool)
	for _, m := range latexSwitchParts.FindAllStringSubmatch(parts, -1) {
		if m[1] != "" {
			off["if"+m[1]] = true
			continue
		}
		if strings.HasSuffix(m[0], "#") { // any switch
			return nil
		}
		for _, name := range m[2:] {
			isSet["if"+name], isSet["if"+strings.TrimSuffix(name, "true")] = true, true
		}
	}
	for name := range isSet {
		delete(off, name)
	}
	return off
}

// readsFiles matches the commands that read another file, which may turn on a switch.
var readsFiles = regexp.MustCompile(`\\(?:input|include|subfile|import|subimport|InputIfFileExists|includefrom|loadconfig)\b`)

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

package markup

import (
	"regexp"
	"strconv"
	"strings"
)

// Conditionals of TeX: \iffalse … \else … \fi. The result of a test is known if it does not depend on the rest of the
// document, as in \if01, or if it tests a switch that keeps its value. Any other conditional is read with both branches. A
// branch after \else that is never taken is found only in the paragraph of its test.

var latexConditionals = regexp.MustCompile(`\\(?:if[a-zA-Z@]*|else\b|fi\b)`)

// depthAfterConditional returns the depth of nested conditionals after the match [from, to) of latexConditionals in a text.
// An \else of the outermost conditional ends it, because the branch after that \else is read.
func depthAfterConditional(depth int, text string, from, to int) int {
	switch word := text[from:to]; {
	case word == `\fi`:
		return depth - 1
	case word == `\else` && depth == 1:
		return 0
	case word == `\else`, !isTeXConditional(word[1:], text[to:]):
		return depth
	}
	return depth + 1
}

// isTeXConditional reports whether a command is a conditional of TeX. Commands like \iff and \ifthenelse{…} are not.
func isTeXConditional(name, after string) bool {
	return strings.HasPrefix(name, "if") && name != "iff" && name != "ifthenelse" && !strings.HasPrefix(after, "{") && !strings.HasPrefix(after, "[")
}

// beginsHidden reports whether a text begins with a conditional whose first branch is never read.
func (o *latexDefinitions) beginsHidden(text string) bool {
	if !strings.HasPrefix(text, `\if`) {
		return false
	}
	result, _ := o.evalTest(text, 0, latexNameEnd(text, 1))
	return result == never
}

// evalTest is like [evalLaTeXTest], but knows the document's own switches.
func (o *latexDefinitions) evalTest(text string, from, end int) (result truth, after int) {
	result, after = evalLaTeXTest(text, from, end)
	if o != nil && o.switches[text[from+1:end]] != unknown {
		result = o.switches[text[from+1:end]].negateIf(strings.HasSuffix(text[:from], `\unless`))
	}
	return result, after
}

// evalArgumentTest returns the result of the test of a macro whose branches are arguments, such as \ifthenelse{\boolean{draft}}.
func (o *latexDefinitions) evalArgumentTest(macro, test string) truth {
	if o == nil {
		return unknown
	}
	switch macro {
	case "ifthenelse":
		if m := latexBooleanTest.FindStringSubmatch(test); m != nil {
			return o.switches["if"+m[2]].negateIf(m[1] != "")
		}
	case "ifbool", "notbool":
		return o.switches["if"+test].negateIf(macro == "notbool")
	case "iftoggle", "nottoggle":
		return o.switches["toggle "+test].negateIf(macro == "nottoggle")
	}
	return unknown
}

var latexBooleanTest = regexp.MustCompile(`^\s*(\\(?:NOT|not)\b\s*)?\\boolean\s*\{\s*([a-zA-Z@]+)\s*\}\s*$`)

// latexSwitchParts matches definitions of switches, which may be on (\newif\ifdraft \drafttrue), and commands that may set a switch.
var latexSwitchParts = regexp.MustCompile(`\\newif\s*\\if([a-zA-Z@]+)(?:\s*\\([a-zA-Z@]+)true\b)?|\\(?:new|provide)bool(?:ean)?\s*\{([a-zA-Z@]+)\}|\\(?:new|provide)toggle\s*\{([a-zA-Z@]+)\}|` +
	`\\(?:setbool(?:ean)?|settoggle|(?:bool|toggle)(?:true|false))\s*\{([a-zA-Z@]+)\}|\\([a-zA-Z@]+)false\b|\\([a-zA-Z@]+)true\b|` +
	`\\csname[^\\\n]*#|\\csname\s*(?:if)?([a-zA-Z@]+)|(?:let|def)\s*\\if([a-zA-Z@]+)|\.is ?if\s*=\s*([a-zA-Z@]+)`)

// newSwitch matches the beginning of the definition of a switch.
var newSwitch = regexp.MustCompile(`\\(?:newif|(?:new|provide)(?:bool|toggle))`)

// latexSwitchSource returns the parts of a text outside comments that latexSwitchParts matches.
func latexSwitchSource(text string) string {
	var b strings.Builder
	for _, part := range latexSwitchParts.FindAllString(string(withoutLaTeXComments(text)), -1) {
		b.WriteString(strings.Join(strings.Fields(part), ""))
		b.WriteString(";\n")
	}
	return b.String()
}

// evalSwitches returns the test results of the switches that nothing sets after their definition; nil if a command may set
// any switch. `parts` is from [latexSwitchSource]. The key of a switch is the name of its conditional; the key of a toggle is
// "toggle " and its name.
func evalSwitches(parts string) map[string]truth {
	switches, isSet, isOff := make(map[string]truth), make(map[string]bool), make(map[string]bool)
	for _, m := range latexSwitchParts.FindAllStringSubmatch(parts, -1) {
		switch {
		case strings.HasSuffix(m[0], "#"): // it may set any switch
			return nil
		case m[1] != "" && m[1] == m[2]:
			switches["if"+m[1]] = always
			continue
		case m[1] != "", m[3] != "":
			switches["if"+m[1]+m[3]] = never
		case m[4] != "":
			switches["toggle "+m[4]] = never
		}
		isOff["if"+m[6]] = true
		isSet["if"+m[2]] = true
		for _, name := range append(m[7:], m[5]) {
			name = strings.TrimPrefix(name, "if")
			for _, name := range []string{name, strings.TrimSuffix(name, "true")} {
				isSet["if"+name], isSet["toggle "+name] = true, true
			}
		}
	}
	for name, result := range switches {
		if isSet[name] || result == always && isOff[name] {
			delete(switches, name)
		}
	}
	return switches
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

// evalLaTeXTest returns the result of the test of the conditional [from, end) in a text, such as the 11 of \if11, and the offset after the test.
func evalLaTeXTest(text string, from, end int) (result truth, after int) {
	result, after = evalNamedTest(text[from+1:end], text[end:min(len(text), end+longestSearch)])
	return result.negateIf(strings.HasSuffix(text[:from], `\unless`)), end + after
}

// negateIf returns the opposite of a known result if isOpposite is set, and otherwise the result itself.
func (t truth) negateIf(isOpposite bool) truth {
	if isOpposite && t != unknown {
		return always + never - t
	}
	return t
}

func evalNamedTest(name, rest string) (result truth, length int) {
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

// latexTokens matches the two tokens that \if and \ifx compare; the others match operands of tests. If the last group of
// latexNumber or latexRelation is empty, TeX expands the text after the number, so the number is not known.
var (
	latexTokens   = regexp.MustCompile(`^[ \t]*(\\(?:[a-zA-Z@]+|[^a-zA-Z@])|[^\s\\%])(\\(?:[a-zA-Z@]+|[^a-zA-Z@])|\s|[^\\%])`)
	latexOperand  = regexp.MustCompile(`^[ \t]*(?:\\[a-zA-Z@]+|\d+)`)
	latexCSName   = regexp.MustCompile(`^[^\n]*?\\endcsname\b`)
	latexNumber   = regexp.MustCompile(`^[ \t]*([-+]?\d+|\\(?:value\{[^{}\n]*\}|[a-zA-Z@]+))(\s|\\relax\b|)`)
	latexRelation = regexp.MustCompile(`^[ \t]*(` + latexQuantity + `)[ \t]*([<=>])[ \t]*(` + latexQuantity + `)(\s|\\relax\b|)`)
)

const latexQuantity = `[-+]?(?:\d+(?:\.\d+)?[ \t]?(?:pt|cm|mm|in|em|ex|bp|pc|sp|dd|cc)?\b|\d+(?:\.\d+)?|\\(?:value\{[^{}\n]*\}|[a-zA-Z@]+))`

package markup

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// This file expands a document's own commands, for titles and first words. Masks are not expanded, because they keep offsets.

// latexMacro is a command that expands to text.
type latexMacro struct {
	parameters []latexParameterSpec
	body       string
}

type latexParameterSpec struct {
	isOptional bool
	isStar     bool
	fallback   string // value of an optional argument if the command has none
}

// latexAcronym is an abbreviation, or a term of a glossary, which has the same forms.
type latexAcronym struct {
	span             Span // span of its definition
	key, short, long string
}

// latexAcronymForm is the form of an acronym that a command shows.
type latexAcronymForm struct {
	isShort, isLong bool // both are set for the long form followed by the short one; neither for the long form at the first use and the short one afterwards
	isPlural        bool
}

// latexAcronymForms are the forms that the commands of the packages acronym, acro and glossaries show. The keys are in lower case.
var latexAcronymForms = map[string]latexAcronymForm{
	"ac": {}, "gls": {}, "acp": {isPlural: true}, "glspl": {isPlural: true},
	"acs": {isShort: true}, "acrshort": {isShort: true}, "glsentryshort": {isShort: true}, "glsxtrshort": {isShort: true},
	"acsp": {isShort: true, isPlural: true}, "acrshortpl": {isShort: true, isPlural: true}, "glsxtrshortpl": {isShort: true, isPlural: true},
	"acl": {isLong: true}, "acrlong": {isLong: true}, "glsentrylong": {isLong: true}, "glsxtrlong": {isLong: true},
	"aclp": {isLong: true, isPlural: true}, "acrlongpl": {isLong: true, isPlural: true}, "glsxtrlongpl": {isLong: true, isPlural: true},
	"acf": {isShort: true, isLong: true}, "acrfull": {isShort: true, isLong: true}, "glsxtrfull": {isShort: true, isLong: true},
	"acfp": {isShort: true, isLong: true, isPlural: true}, "acrfullpl": {isShort: true, isLong: true, isPlural: true},
}

// inlineMacros are commands that print text or a symbol, or affect only fonts and spacing: with these, the body of a command is text.
var inlineMacros = wordSet(`emph textit textbf textsc textsf textrm textsl textup textmd textnormal text mbox underline uline enquote textquote
	xspace relax protect itshape slshape bfseries mdseries scshape sffamily rmfamily ttfamily upshape normalfont em it bf sc sf rm tt small
	ldots dots textellipsis textendash textemdash nobreakdash textbackslash textregistered texttrademark textsuperscript textsubscript nolinebreak`)

var (
	latexAnyCommand = regexp.MustCompile(`\\([A-Za-z]+|.)`)
	latexArity      = regexp.MustCompile(`^\s*\[([1-9])\](?:\s*\[([^\[\]]*)\])?`)
	latexArguments  = regexp.MustCompile(`^\s*((?:#[1-9])*)\s*\{`)
	latexSpecified  = regexp.MustCompile(`^(?:[mos+!]|O\{[^{}]*\}|\s)*$`)
	latexSpecifier  = regexp.MustCompile(`[mos]|O\{([^{}]*)\}`)
	latexAcronyms   = regexp.MustCompile(`\\(acro|acrodef|newacro|newacronym|newabbreviation|DeclareAcronym|newglossaryentry)\*?[ \t]*(?:\[[^\[\]]*\])?[ \t]*\{`)
	latexShort      = regexp.MustCompile(`^\s*\[([^\[\]]*)\]`)
)

// recordMacro records the body and the parameters of a command, if the parameters have a form that can be expanded.
func (o *latexDefinitions) recordMacro(d ownDefinition) {
	m := latexMacro{body: d.groups[0]}
	switch {
	case strings.HasSuffix(d.command, "DocumentCommand"):
		if len(d.groups) < 2 || !latexSpecified.MatchString(d.groups[0]) {
			return
		}
		m.body = d.groups[1]
		for _, s := range latexSpecifier.FindAllStringSubmatch(d.groups[0], -1) {
			m.parameters = append(m.parameters, latexParameterSpec{isOptional: s[0] != "m" && s[0] != "s", isStar: s[0] == "s", fallback: s[1]})
		}
	case d.command == "def":
		arguments := latexArguments.FindStringSubmatch(d.after)
		if arguments == nil {
			return // symbols separate the parameters
		}
		m.parameters = make([]latexParameterSpec, len(arguments[1])/len("#1"))
	default:
		if at := latexArity.FindStringSubmatchIndex(d.after); at != nil {
			m.parameters = make([]latexParameterSpec, d.after[at[2]]-'0')
			if at[4] >= 0 {
				m.parameters[0] = latexParameterSpec{isOptional: true, fallback: d.after[at[4]:at[5]]}
			}
		}
	}
	if former, isKnown := o.macros[d.name]; isKnown && (former.body != "" && m.body == "" || d.command == "providecommand") || len(m.body) > longestSearch {
		return
	}
	o.macros[d.name] = m
}

// dropCodeMacros removes the commands whose bodies are code, which cannot be shown as text.
func (o *latexDefinitions) dropCodeMacros() {
	isText := func(m latexMacro) bool {
		for _, c := range latexAnyCommand.FindAllStringSubmatch(m.body, -1) {
			name := c[1]
			_, isLetter := letterMacros[name]
			_, isOwn := o.macros[name]
			_, isAcronym := latexAcronymForms[strings.ToLower(name)]
			isSign := !isAlpha(name[0]) && name != "(" && name != "["
			if isLetter || isOwn || isAcronym || isSign || inlineMacros[name] || literalMacros[name] || secondMacros[name] || hiddenMacros[name] && name != "begin" && name != "end" {
				continue
			}
			if len(name) != 1 || accents[name[0]] == "" {
				return false
			}
		}
		return !strings.Contains(m.body, "##")
	}
	for name, m := range o.macros {
		if hiddenMacros[name] || !isText(m) {
			delete(o.macros, name)
		}
	}
}

// acronymDefinitions yields the acronyms that a text defines.
func acronymDefinitions(text string) func(yield func(latexAcronym) bool) {
	return func(yield func(latexAcronym) bool) {
		if !strings.Contains(text, `\acro`) && !strings.Contains(text, `\new`) && !strings.Contains(text, `\DeclareAcronym`) {
			return
		}
		code := string(withoutLaTeXComments(text))
		for _, m := range latexAcronyms.FindAllStringSubmatchIndex(code, -1) {
			command, open := code[m[2]:m[3]], m[1]-1
			most := 2
			if command == "newacronym" || command == "newabbreviation" {
				most = 3
			}
			groups, end := groupsAfter(code, open, most)
			if len(groups) < most || end-open > 2*longestSearch {
				continue
			}
			key := strings.TrimSpace(groups[0])
			a := latexAcronym{Span{m[0], end}, key, key, groups[1]}
			switch command {
			case "newacronym", "newabbreviation":
				a.short, a.long = groups[1], groups[2]
			case "DeclareAcronym":
				a.short, a.long = settingValue(groups[1], "short"), settingValue(groups[1], "long")
			case "newglossaryentry":
				a.short = settingValue(groups[1], "name")
				a.long = a.short
			default:
				if short := latexShort.FindStringSubmatch(code[open+len(groups[0])+2 : end]); short != nil {
					a.short = short[1]
				}
			}
			if a.short != "" && a.long != "" && !yield(a) {
				return
			}
		}
	}
}

// settingValue returns the value of a key among settings, as in `short = SFL, long = {systemic linguistics}`.
func settingValue(settings, key string) string {
	at := regexp.MustCompile(`(?:^|,)\s*` + key + `\s*=\s*`).FindStringIndex(settings)
	if at == nil {
		return ""
	}
	rest := settings[at[1]:]
	if strings.HasPrefix(rest, "{") {
		if closing := groupEndOrLimit(rest, 0, len(rest)); closing > 1 {
			return rest[1 : closing-1]
		}
	}
	value, _, _ := strings.Cut(rest, ",")
	return strings.TrimSpace(value)
}

// acronymSource returns the source of the definitions of acronyms in a text.
func acronymSource(text string) string {
	var b strings.Builder
	for a := range acronymDefinitions(text) {
		b.WriteString(text[a.span.Start:a.span.End])
		b.WriteByte('\n')
	}
	return b.String()
}

// Limits on the depth of expansions and on their total length in bytes.
const (
	deepestExpansion = 5
	longestExpansion = 8 * longestSearch
)

// latexExpander expands the document's own commands in a run. room is the number of bytes that expansions may still add.
type latexExpander struct {
	own  *latexDefinitions
	seen map[string]bool // acronyms that have been shown in their long form
	room int
}

// expandRun returns a run with the document's own commands expanded and hidden ones removed, except for citations that sentences need.
func (o *latexDefinitions) expandRun(run []byte) []byte {
	if bytes.IndexByte(run, '\\') < 0 {
		return run
	}
	e := latexExpander{own: o, seen: make(map[string]bool), room: longestExpansion}
	return e.expand(run, 0)
}

func (e *latexExpander) expand(run []byte, depth int) []byte {
	isInside := make([]bool, len(run)) // for each byte, whether it is in hidden or literal text
	hidden := make(map[int]int)
	e.own.scanRun(run, func(s Span, kind inlineKind) {
		from := s.Start
		switch kind {
		case inlineHidden:
			hidden[from] = s.End
			from++ // one of the document's own commands may be hidden and also have an expansion
		case inlineLiteral, inlineFormula:
		default:
			return
		}
		for i := from; i < s.End; i++ {
			isInside[i] = true
		}
	})
	s := inlineScanner{run: run, report: func(Span, inlineKind) {}, own: e.own}
	to := make([]byte, 0, len(run))
	for i := 0; i < len(run); {
		if run[i] != '\\' || isInside[i] || i+1 == len(run) {
			to = append(to, run[i])
			i++
			continue
		}
		if text, end, ok := e.expandCommand(&s, i, depth); ok {
			if joinsCommandName(to, string(text)) {
				to = append(to, "{}"...)
			}
			to = append(to, text...)
			i = end
			continue
		}
		if end, ok := hidden[i]; ok {
			if cited, next := e.appendCitations(to, run, i, hidden); next > 0 {
				to, i = cited, next
				continue
			}
			to, i = joinAroundHidden(to, run, end)
			continue
		}
		switch run[i+1] {
		case '\\':
			to = append(to, ' ')
			i = s.optionsEnd(i + 2)
		case ' ', ',', ';', ':', '>':
			to = append(to, ' ')
			i += 2
		default:
			to = append(to, run[i], run[i+1])
			i += 2
		}
	}
	return to
}

// joinAroundHidden returns the text before hidden text that ends at `end`, and the offset in run at which to continue,
// without spaces or brackets that only the hidden text needs.
func joinAroundHidden(before, run []byte, end int) (rest []byte, next int) {
	if end == len(run) {
		return before, end
	}
	if n := len(before); n > 0 && (before[n-1] == '(' && run[end] == ')' || before[n-1] == '[' && run[end] == ']') {
		before, end = before[:n-1], end+1
	}
	if end < len(run) && bytes.IndexByte([]byte(".,;:!?)"), run[end]) >= 0 {
		before = bytes.TrimRight(before, " ~")
	}
	return before, end
}

// expandCommand returns the expansion of the command at i, and the offset after its arguments.
func (e *latexExpander) expandCommand(s *inlineScanner, i, depth int) (text []byte, end int, ok bool) {
	nameEnd := s.commandNameEnd(i + 1)
	name := string(s.run[i+1 : nameEnd])
	if name == "" || depth == deepestExpansion {
		return nil, 0, false
	}
	source := ""
	if e.own != nil {
		source, end, ok = e.expandAcronym(s, name, nameEnd)
		if !ok {
			source, end, ok = e.expandMacro(s, name, nameEnd)
		}
	}
	if !ok {
		source, end, ok = expandNumber(s, name, nameEnd)
	}
	if e.room -= len(source); !ok || e.room < 0 {
		return nil, 0, false
	}
	return e.expand([]byte(source), depth+1), end, true
}

// expandAcronym returns the text that a command for an acronym prints, and the end of the command.
func (e *latexExpander) expandAcronym(s *inlineScanner, name string, at int) (text string, end int, ok bool) {
	form, ok := latexAcronymForms[strings.ToLower(name)]
	if !ok {
		return "", 0, false
	}
	open := s.argumentsEnd(at, 0)
	if end = s.groupEnd(open); end == 0 {
		return "", 0, false
	}
	key := strings.TrimSpace(string(s.run[open+1 : end-1]))
	a, ok := e.own.acronyms[key]
	if !ok {
		return "", 0, false
	}
	if !form.isShort && !form.isLong {
		form.isLong, form.isShort = !e.seen[key], e.seen[key]
		e.seen[key] = true
	}
	if form.isPlural {
		a.short, a.long = pluralOf(a.short), pluralOf(a.long)
	}
	switch {
	case form.isShort && form.isLong:
		text = a.long + " (" + a.short + ")"
	case form.isLong:
		text = a.long
	default:
		text = a.short
	}
	if first, size := utf8.DecodeRuneInString(text); unicode.IsUpper(rune(name[0])) {
		text = string(unicode.ToUpper(first)) + text[size:]
	}
	return text, end, true
}

// pluralOf returns an acronym with an s at its end, as the packages form plurals, unless it already has one.
func pluralOf(text string) string {
	if strings.HasSuffix(text, "s") {
		return text
	}
	return text + "s"
}

// expandMacro returns the expansion of a command of the document with its arguments, and the end of the last argument.
func (e *latexExpander) expandMacro(s *inlineScanner, name string, at int) (text string, end int, ok bool) {
	m, ok := e.own.macros[name]
	if !ok {
		return "", 0, false
	}
	values := make([]string, len(m.parameters))
	for k, p := range m.parameters {
		if p.isStar {
			if at < len(s.run) && s.run[at] == '*' {
				at++
			}
			continue
		}
		open := s.skipSpace(at)
		bracket := byte('{')
		if p.isOptional {
			bracket = '['
			values[k] = p.fallback
		}
		end := 0
		if open < len(s.run) && s.run[open] == bracket {
			end = s.groupEnd(open)
		}
		if end > 0 {
			values[k], at = string(s.run[open+1:end-1]), end
		} else if !p.isOptional {
			return "", 0, false
		}
	}
	return latexParameter.ReplaceAllStringFunc(m.body, func(parameter string) string {
		if k := int(parameter[1] - '1'); k < len(values) {
			return values[k]
		}
		return ""
	}), at, true
}

// ExpandNames returns a title with names of commands and keys of acronyms replaced by what a reader sees for them in the
// title's source. A word that also occurs there by itself stays.
func (f Format) ExpandNames(title string, source func() string) string {
	if f.own == nil || len(f.own.macros) == 0 && len(f.own.acronyms) == 0 {
		return title
	}
	words := strings.Fields(title)
	for i, word := range words {
		name := strings.TrimFunc(word, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
		if name == "" {
			continue
		}
		first, size := utf8.DecodeRuneInString(name)
		names := []string{name}
		if i == 0 {
			names = append(names, string(unicode.ToLower(first))+name[size:])
		}
		k := slices.IndexFunc(names, func(name string) bool {
			_, isMacro := f.own.macros[name]
			_, isAcronym := f.own.acronyms[name]
			return isMacro || isAcronym
		})
		if k < 0 {
			continue
		}
		if shown := f.expandName(names[k], source()); shown != "" {
			if i == 0 {
				first, size := utf8.DecodeRuneInString(shown)
				shown = string(unicode.ToUpper(first)) + shown[size:]
			}
			words[i] = strings.Replace(word, name, shown, 1)
		}
	}
	return strings.Join(words, " ")
}

// expandName returns what a reader sees for a name in a source, where it is a command or the key of an acronym; "" if it is
// not, or if the name also occurs there by itself.
func (f Format) expandName(name, source string) string {
	quoted := regexp.QuoteMeta(name)
	uses := regexp.MustCompile(`\\(?:`+quoted+`\b|[A-Za-z]+\*?(?:\[[^\[\]]*\])?\{\s*`+quoted+`\s*\})`).FindAllString(source, -1)
	if len(uses) == 0 || len(uses) != len(regexp.MustCompile(`\b`+quoted+`\b`).FindAllString(source, -1)) {
		return ""
	}
	return strings.Join(strings.Fields(f.read([]byte(uses[0]), nil)), " ")
}

package markup

import (
	"regexp"
	"slices"
	"strings"
)

// latexDefinitions holds what a document defines, and what its writer wants segls to skip. For Typst it holds only the scene breaks.
type latexDefinitions struct {
	source string         // the definitions as text
	call   *regexp.Regexp // matches the use of a command, whose name is its first group

	hidden   map[string]bool   // commands whose arguments contain no prose
	kinds    map[string]Kind   // environments whose content is not ordinary text
	plain    map[string]bool   // environments of ordinary text, whatever their names mean elsewhere
	items    map[string]bool   // commands that begin an item of a list
	breaks   map[string]bool   // commands that write a scene break
	boxes    map[string]bool   // environments that are boxes; see [Format.Boxes]
	opens    map[string]string // for each command that begins an environment without prose, the command that ends it
	switches map[string]truth  // see [evalSwitches]

	macros   map[string]latexMacro // commands that expand to text
	acronyms map[string]latexAcronym
}

// WithSharedDefinitions returns the format for one of several texts: in LaTeX, with what [LaTeXDefinitions] returns for the others.
func (f Format) WithSharedDefinitions(definitions string) Format {
	if _, isLaTeX := f.notation.(latexNotation); isLaTeX {
		f.shared = definitions
	}
	return f
}

// WithOwnDefinitions returns the format with the definitions in the first [LongestHead] bytes of a text: in Typst, of scene
// breaks; in LaTeX, of acronyms and, in the preamble, of commands and environments, besides the shared definitions. The words
// of `ignored`, separated by white space or commas, are commands and environments without prose.
func (f Format) WithOwnDefinitions(text, ignored string) Format {
	isWhole := len(text) < LongestHead
	text = text[:min(len(text), LongestHead)]
	if _, isTypst := f.notation.(typstNotation); isTypst {
		return f.withTypstBreaks(text)
	}
	if !f.CanDefineCommands() {
		return f
	}
	head := latexHeadLen(text)
	switches := ""
	if isNew := newSwitch.MatchString(text) || newSwitch.MatchString(f.shared); isNew && isWhole && (f.shared != "" || !readsFiles.MatchString(text)) { // otherwise text that is not read may turn a switch on
		switches = f.shared + latexSwitchSource(text)
	}
	source := ignored + "\n" + f.shared + text[:head] + acronymSource(text[head:]) + switches
	if f.own != nil && f.own.source == source {
		return f
	}
	own := parseLatexDefinitions(source, ignored)
	own.switches = evalSwitches(switches)
	f.own = own
	f.blank = func(run []byte) { own.blankNonProse(run) }
	f.inline = own.scanRun
	f.read = own.visibleText
	return f
}

// CanDefineCommands reports whether texts in the format can define commands.
func (f Format) CanDefineCommands() bool {
	switch f.notation.(type) {
	case latexNotation, typstNotation:
		return true
	}
	return false
}

// Equal reports whether two formats read the same blocks from every text. It ignores the gaps of plain text, which come from the text.
func (f Format) Equal(g Format) bool {
	source := func(o *latexDefinitions) string {
		if o == nil {
			return "\n"
		}
		return o.source
	}
	return f.Name == g.Name && source(f.own) == source(g.own) && f.outlines == g.outlines && f.isMDX == g.isMDX && f.isKnitr == g.isKnitr
}

// parseLatexDefinitions parses the definitions in source. The words of ignored are commands and environments to skip.
func parseLatexDefinitions(source, ignored string) *latexDefinitions {
	own := &latexDefinitions{
		source: source, call: latexCall, hidden: make(map[string]bool), kinds: make(map[string]Kind), plain: make(map[string]bool),
		items: make(map[string]bool), breaks: make(map[string]bool), boxes: make(map[string]bool), opens: make(map[string]string),
		macros: make(map[string]latexMacro), acronyms: make(map[string]latexAcronym),
	}
	begins, ends := make(map[string]string), make(map[string]string)
	for d := range ownDefinitions(source) {
		switch {
		case strings.HasSuffix(strings.ToLower(d.command), "tcolorbox"), d.command == "newmdenv", d.command == "tcolorboxenvironment", d.command == "surroundwithmdframed":
			own.boxes[d.name] = true
		case strings.HasSuffix(d.command, "theorem"), d.command == "newmdtheoremenv":
			own.plain[d.name] = true
		case d.command == "lstnewenvironment", d.command == "newtcblisting", d.command == "DefineVerbatimEnvironment", d.command == "newminted":
			own.kinds[d.name] = Code
		case d.command == "newfloat", d.command == "excludecomment", d.command == "excludeversion", d.command == "specialcomment", d.command == "DeclareFloatingEnvironment":
			own.kinds[d.name] = HTML
		case strings.HasSuffix(d.command, "nvironment"):
			own.readEnvironment(d)
		case len(d.groups) > 0:
			own.readCommand(d, begins, ends)
			own.recordMacro(d)
		}
	}
	for _, m := range latexAlias.FindAllStringSubmatch(source, -1) {
		if (Format{breaks: latexBreaks, own: own}).isBareBreak(m[2]) {
			own.breaks[m[1]] = true
		}
	}
	for a := range acronymDefinitions(source) {
		own.acronyms[a.key] = a
	}
	own.dropCodeMacros()
	for _, name := range strings.FieldsFunc(ignored, func(r rune) bool { return strings.ContainsRune(" \t\r\n,;\\", r) }) {
		own.hidden[name], own.kinds[name], own.plain[name] = true, HTML, false
		delete(own.macros, name)
	}
	for name, environment := range begins {
		for end, of := range ends {
			if of == environment && own.hidesEnvironment(environment) {
				own.opens[name] = end
			}
		}
	}
	return own
}

// ownDefinition is the definition of a command or an environment.
type ownDefinition struct {
	span    Span
	command string   // the defining command
	name    string   // the defined name
	after   string   // the source after the name
	groups  []string // the contents of up to three groups in braces after the name
}

// ownDefinitions yields the definitions in a text.
func ownDefinitions(text string) func(yield func(ownDefinition) bool) {
	return func(yield func(ownDefinition) bool) {
		if !strings.Contains(text, `\`) {
			return
		}
		code := string(withoutLaTeXComments(text))
		for _, m := range latexDefining.FindAllStringSubmatchIndex(code, -1) {
			groups, end := groupsAfter(code, m[1], 3)
			d := ownDefinition{Span{m[0], end}, code[m[2]:m[3]], code[m[4]:m[5]], code[m[1]:], groups}
			if !yield(d) {
				return
			}
		}
	}
}

// LaTeXDefinitions returns the definitions in a text, and commands that may set switches, for [Format.WithSharedDefinitions].
func LaTeXDefinitions(text string) string {
	var b strings.Builder
	for d := range ownDefinitions(text) {
		b.WriteString(text[d.span.Start:d.span.End])
		b.WriteByte('\n')
	}
	return b.String() + acronymSource(text) + latexSwitchSource(text)
}

var (
	latexDefining = regexp.MustCompile(`\\((?:new|renew|provide)command|(?:DeclareRobust|(?:New|Renew|Provide|Declare)Document)Command|def|(?:new|renew|provide)environment|(?:New|Renew|Provide|Declare)DocumentEnvironment|` +
		`lstnewenvironment|newtcblisting|DefineVerbatimEnvironment|newminted|newfloat|DeclareFloatingEnvironment|excludecomment|excludeversion|specialcomment|(?:new|declare|newtcb)theorem|newmdtheoremenv|newtcolorbox|(?:New|Renew|Provide|Declare)TColorBox|tcolorboxenvironment|newmdenv|surroundwithmdframed)\*?[ \t]*(?:\[[^\]]*\])?[ \t]*\{?\\?([A-Za-z@]+\*?)\}?`)
	latexBegin     = regexp.MustCompile(`^[^{}]*\\begin\{([A-Za-z]+\*?)\}`)
	latexParameter = regexp.MustCompile(`#[1-9]`)
	latexAlias     = regexp.MustCompile(`\\let[ \t]*\\([A-Za-z@]+)[ \t]*=?[ \t]*(\\[A-Za-z@]+)`)
	latexCall      = regexp.MustCompile(`\\([A-Za-z@]+)(?:\[[^\[\]]*\])?`)
)

// readEnvironment reads the definition of an environment. It has the kind of the environment with which it begins, if any.
func (o *latexDefinitions) readEnvironment(d ownDefinition) {
	i := slices.IndexFunc(d.groups, func(group string) bool { return strings.Contains(group, `\`) })
	if i < 0 {
		return
	}
	begin := d.groups[i]
	if inner := latexBegin.FindStringSubmatch(begin); inner != nil {
		o.boxes[d.name] = LaTeX.isBoxDelimiter("", delimiter{name: inner[1]}) || o.boxes[inner[1]]
		if k, ok := o.kindOfEnvironment(inner[1]); ok {
			o.kinds[d.name] = k
			return
		}
	}
	if strings.Contains(begin, `\verbatim`) || strings.Contains(begin, `\Verbatim`) {
		o.kinds[d.name] = Code
		return
	}
	_, isKnown := environmentKind(d.name)
	o.plain[d.name] = isKnown && !strings.HasPrefix(d.command, "renew")
}

// readCommand reads the definition of a command. In \NewDocumentCommand and its variants, a group of parameters precedes the body.
func (o *latexDefinitions) readCommand(d ownDefinition, begins, ends map[string]string) {
	name, definition, groups := d.name, d.after, d.groups
	body := groups[0]
	if len(groups) > 1 && !strings.Contains(body, `\`) && strings.Trim(body, "mosOvrRdDeE !+{}>t#") == "" {
		body = groups[1]
	}
	hasArguments := latexParameter.MatchString(definition[:strings.Index(definition, "{")+1]) || latexCount.MatchString(definition) || strings.ContainsAny(groups[0], "mo") && body != groups[0]
	if itemAlone.MatchString(body) {
		o.items[name] = true
	}
	if (Format{breaks: latexBreaks, own: o}).isBareBreak(latexParameter.ReplaceAllString(body, "")) {
		o.breaks[name] = true
	}
	if !hasArguments {
		if m := latexBegin.FindStringSubmatch(body); m != nil {
			begins[name] = m[1]
		} else if m := latexEndAlone.FindStringSubmatch(body); m != nil {
			ends[name] = m[1]
		} else if other := strings.TrimPrefix(strings.TrimSpace(body), `\`); other == "verb" || literalMacros[other] {
			o.hidden[name] = true // an alias of a literal command
		}
		return
	}
	const word = "xqx" // replaces the arguments
	run := []byte(latexParameter.ReplaceAllString(body, " "+word+" "))
	blankLaTeXMarkup(run)
	_, isKnown := o.hidden[name]
	o.hidden[name] = !strings.Contains(string(run), word) && (!isKnown || o.hidden[name]) // if there are two definitions, no prose of either is lost
}

var (
	latexCount    = regexp.MustCompile(`^\s*\[[1-9]\]`)
	itemAlone     = regexp.MustCompile(`^\s*\\item\b(?:\s*\[[^\[\]]*\])?\s*$`)
	latexEndAlone = regexp.MustCompile(`^\s*\\end\{([A-Za-z]+\*?)\}`)
)

// groupsAfter returns the contents of up to n groups in braces after an offset, without options, and the offset after the last of them.
func groupsAfter(code string, at, n int) (groups []string, end int) {
	end = at
	for at < len(code) && len(groups) < n {
		switch c := code[at]; {
		case c == '{':
			closing := groupEndOrLimit(code, at, len(code))
			if closing <= at+1 || code[closing-1] != '}' {
				return groups, end
			}
			groups = append(groups, code[at+1:closing-1])
			at, end = closing, closing
		case c == '[':
			closing := groupEndOrLimit(code, at, len(code))
			if closing <= at+1 {
				return groups, end
			}
			at = closing
		case isSpace(c), len(groups) == 0 && (c == '#' || isDigit(c)):
			at++
		default:
			return groups, end
		}
	}
	return groups, end
}

// kindOfEnvironment returns the kind of an environment whose content is not ordinary text.
func (o *latexDefinitions) kindOfEnvironment(name string) (kind Kind, ok bool) {
	if o != nil {
		if o.plain[name] {
			return 0, false
		}
		if kind, ok = o.kinds[name]; ok {
			return kind, true
		}
	}
	return environmentKind(name)
}

// hidesEnvironment reports whether the content of an environment is not prose.
func (o *latexDefinitions) hidesEnvironment(name string) bool {
	kind, ok := o.kindOfEnvironment(name)
	return ok && kind != List && kind != Quote
}

// hidesArguments reports whether the arguments of a command are not prose.
func (o *latexDefinitions) hidesArguments(name string) bool {
	return hiddenMacros[name] || strings.HasPrefix(name, "index") || o != nil && o.hidden[name] || hasKeyArguments(name)
}

// hasKeyArguments reports whether the name of a command indicates that its arguments are not prose, as in \olref, \mylabel
// and \mychapter.
func hasKeyArguments(name string) bool {
	for _, ending := range [...]string{"ref", "label", "import", "include", "fileid", "section", "chapter"} {
		if strings.HasSuffix(name, ending) && len(name) > len(ending) && name != "href" && name != "hyperref" {
			return true
		}
	}
	return false
}

// blankNonProse is like [blankLaTeXMarkup], but knows the document's own commands.
func (o *latexDefinitions) blankNonProse(run []byte) {
	joinInitials(run)
	composeAccents(run)
	newBlankFunc(o.scanRun)(run)
}

// visibleText returns a run as a reader sees it, with the document's own commands expanded.
func (o *latexDefinitions) visibleText(run []byte, formula func(string) string) string {
	joinInitials(run)
	run = withAccents(o.expandRun(run))
	return latexLetters.Replace(newVisibleTextFunc(o.scanRun, nil)(run, formula))
}

func (o *latexDefinitions) scanRun(run []byte, report func(Span, inlineKind)) {
	s := inlineScanner{run: run, report: report, own: o}
	for i := 0; i < len(run); {
		if end := s.hidden[i]; end > 0 {
			i += s.reportHidden(i, end-i)
			continue
		}
		i += max(1, s.scanLaTeXConstruct(i))
	}
}

package markup

import (
	"regexp"
	"slices"
	"strings"
)

// latexOwn is what a document makes of LaTeX: its own commands and environments, read from its
// preamble, and those that its writer wants to be passed over.
type latexOwn struct {
	source string // what it was read from

	hidden map[string]bool   // commands with nothing in their arguments that is read as prose
	kinds  map[string]Kind   // environments whose content is not ordinary text
	opens  map[string]string // commands that begin an environment, each with that which ends it
}

// Own is the format as a text uses it: in LaTeX, with the commands and environments that its
// preamble defines. ignored are the names, separated by white space or commas, of commands whose
// arguments, and of environments whose content, are no prose.
func (f Format) Own(text, ignored string) Format {
	if _, isLaTeX := f.notation.(latexNotation); !isLaTeX {
		return f
	}
	source := ignored + "\n" + text[:latexHead(text[:min(len(text), LongestHead)])]
	if f.own != nil && f.own.source == source {
		return f
	}
	own := readLatexOwn(source, ignored)
	f.own = own
	f.blank = func(run []byte) { own.blank(run) }
	f.read = func(run []byte) string { return own.read(run) }
	return f
}

// Equal reports whether two formats read every text alike.
func (f Format) Equal(g Format) bool {
	source := func(o *latexOwn) string {
		if o == nil {
			return "\n"
		}
		return o.source
	}
	return f.Name == g.Name && source(f.own) == source(g.own)
}

func readLatexOwn(source, ignored string) *latexOwn {
	own := &latexOwn{source: source, hidden: make(map[string]bool), kinds: make(map[string]Kind), opens: make(map[string]string)}
	begins, ends := make(map[string]string), make(map[string]string)
	code := string(latexCode(source))
	for _, m := range latexOwnDefinition.FindAllStringSubmatchIndex(code, -1) {
		name := code[m[4]:m[5]]
		groups := groupsAfter(code, m[1], 3)
		switch kind := code[m[2]:m[3]]; {
		case kind == "newenvironment", kind == "renewenvironment", kind == "NewDocumentEnvironment":
			if i := slices.IndexFunc(groups, func(group string) bool { return strings.Contains(group, `\`) }); i >= 0 {
				if inner := latexBegin.FindStringSubmatch(groups[i]); inner != nil {
					if k, ok := environmentKind(inner[1]); ok {
						own.kinds[name] = k
					}
				} else if strings.Contains(groups[i], `\verbatim`) || strings.Contains(groups[i], `\Verbatim`) {
					own.kinds[name] = Code
				}
			}
		case kind == "lstnewenvironment", kind == "newtcblisting", kind == "DefineVerbatimEnvironment", kind == "newminted":
			own.kinds[name] = Code
		case kind == "newfloat", kind == "excludecomment", kind == "specialcomment", kind == "DeclareFloatingEnvironment":
			own.kinds[name] = HTML
		case len(groups) == 0:
		default:
			own.command(name, code[m[1]:], groups, begins, ends)
		}
	}
	for name, environment := range begins {
		for end, of := range ends {
			if of == environment {
				own.opens[name] = end
			}
		}
	}
	for _, name := range strings.FieldsFunc(ignored, func(r rune) bool { return strings.ContainsRune(" \t\r\n,;\\", r) }) {
		own.hidden[name], own.kinds[name] = true, HTML
	}
	return own
}

var (
	latexOwnDefinition = regexp.MustCompile(`\\(newcommand|renewcommand|providecommand|DeclareRobustCommand|NewDocumentCommand|RenewDocumentCommand|ProvideDocumentCommand|def|newenvironment|renewenvironment|NewDocumentEnvironment|lstnewenvironment|newtcblisting|DefineVerbatimEnvironment|newminted|newfloat|DeclareFloatingEnvironment|excludecomment|specialcomment)\*?[ \t]*\{?\\?([A-Za-z@]+\*?)\}?`)
	latexBegin         = regexp.MustCompile(`^[^{}]*\\begin\{([A-Za-z]+\*?)\}`)
	latexParameter     = regexp.MustCompile(`#[1-9]`)
)

// command reads the definition of a command: its groups are its body, or in the newer form its
// parameters and its body.
func (o *latexOwn) command(name, definition string, groups []string, begins, ends map[string]string) {
	body := groups[0]
	if len(groups) > 1 && !strings.Contains(body, `\`) && strings.Trim(body, "mosOvrRdDeE !+{}>t#") == "" {
		body = groups[1]
	}
	hasArguments := latexParameter.MatchString(definition[:strings.Index(definition, "{")+1]) || latexCount.MatchString(definition) || strings.ContainsAny(groups[0], "mo") && body != groups[0]
	if !hasArguments {
		if m := latexBegin.FindStringSubmatch(body); m != nil {
			begins[name] = m[1]
		} else if m := latexEndAlone.FindStringSubmatch(body); m != nil {
			ends[name] = m[1]
		}
		return
	}
	const word = "xqx" // where an argument stands
	run := []byte(latexParameter.ReplaceAllString(body, " "+word+" "))
	blankLaTeX(run)
	if !strings.Contains(string(run), word) {
		o.hidden[name] = true
	}
}

var (
	latexCount    = regexp.MustCompile(`^\s*\[[1-9]\]`)
	latexEndAlone = regexp.MustCompile(`^\s*\\end\{([A-Za-z]+\*?)\}`)
)

// groupsAfter are the contents of up to n groups in braces at an offset, options and parameters
// between them passed over.
func groupsAfter(code string, at, n int) (groups []string) {
	for at < len(code) && len(groups) < n {
		switch c := code[at]; {
		case c == '{':
			end := closingBracket(code, at, len(code))
			if end <= at+1 || code[end-1] != '}' {
				return groups
			}
			groups = append(groups, code[at+1:end-1])
			at = end
		case c == '[':
			end := closingBracket(code, at, len(code))
			if end <= at+1 {
				return groups
			}
			at = end
		case isSpace(c), len(groups) == 0 && (c == '#' || isDigit(c)):
			at++
		default:
			return groups
		}
	}
	return groups
}

// kind is the kind of an environment whose content is not ordinary text.
func (o *latexOwn) kind(name string) (kind Kind, ok bool) {
	if o != nil {
		if kind, ok = o.kinds[name]; ok {
			return kind, true
		}
	}
	return environmentKind(name)
}

// hides reports whether the arguments of a command are no prose.
func (o *latexOwn) hides(name string) bool {
	return hiddenMacros[name] || strings.HasPrefix(name, "index") || o != nil && o.hidden[name]
}

// blank and read are [blankLaTeX] and [readLaTeX] for the document's own commands.
func (o *latexOwn) blank(run []byte) {
	composeAccents(run)
	blanking(o.scan)(run)
}

func (o *latexOwn) read(run []byte) string {
	composeAccents(run)
	return latexLetters.Replace(reading(o.scan)(run))
}

func (o *latexOwn) scan(run []byte, report func(Span, inlineKind)) {
	s := inlineScanner{run: run, report: report, own: o}
	for i := 0; i < len(run); {
		i += max(1, s.latex(i))
	}
}

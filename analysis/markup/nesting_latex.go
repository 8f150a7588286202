package markup

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
)

// delimiters returns environments, groups, conditionals, and commands that apply to the text after them.
func (latexNotation) delimiters(text string, blocks []Block) []delimiter {
	var delimiters []delimiter
	for _, b := range blocks {
		if b.Kind == Code || b.Kind == FrontMatter || b.Kind == Directive || b.Kind == Conflict {
			continue
		}
		source := text[b.Span.Start:b.Span.End]
		if strings.IndexByte(source, '\\') < 0 && strings.IndexByte(source, '{') < 0 && strings.IndexByte(source, '}') < 0 {
			continue
		}
		delimiters = append(delimiters, latexDelimiters(source, b.Span.Start)...)
	}
	return delimiters
}

// latexDelimiters returns the delimiters in a block at the offset `from` whose partners are outside, and commands that apply
// to the text after it.
func latexDelimiters(source string, from int) []delimiter {
	code := withoutLaTeXComments(source)
	var lone, open []delimiter
	add := func(f delimiter, at Span) {
		f.at = at.Shift(from)
		switch i := len(open) - 1; {
		case f.closes:
			isInGroup := f.name != "{" && slices.ContainsFunc(open, func(o delimiter) bool { return o.name == "{" })
			for i >= 0 && open[i].name != f.name {
				i--
			}
			if i < 0 {
				if !isInGroup { // in a group, it belongs to the definition of an environment
					lone = append(lone, f)
				}
				return
			}
			if open = open[:i]; f.opens {
				open = append(open, f)
			}
		case f.opens:
			open = append(open, f)
		case i < 0:
			lone = append(lone, f)
		}
	}
	for i := 0; i < len(code); {
		switch code[i] {
		case '{':
			add(delimiter{name: "{", opens: true}, Span{i, i + 1})
			i++
		case '}':
			add(delimiter{name: "{", closes: true}, Span{i, i + 1})
			i++
		case '\\':
			f, length := latexDelimiterAt(code, i)
			if f.name != "" {
				add(f, Span{i, i + length})
			}
			i += length
		default:
			next := bytes.IndexAny(code[i:], `\{}`)
			if next < 0 {
				next = len(code) - i
			}
			i += next
		}
	}
	lone = append(lone, open...)
	slices.SortStableFunc(lone, func(a, b delimiter) int { return a.at.Start - b.at.Start })
	return lone
}

// withoutLaTeXComments returns source with comments and \verb commands replaced by spaces.
func withoutLaTeXComments(source string) []byte {
	code := []byte(source)
	for line := range Lines(source) {
		fillBytes(code[line.Start+len(withoutComment(source[line.Start:line.End])):line.End], ' ')
	}
	for _, at := range latexVerb.FindAllIndex(code, -1) {
		fillBytes(code[at[0]:at[1]], ' ')
	}
	return code
}

var latexVerb = regexp.MustCompile(`\\(?:[vV]erb|spverb|lstinline)\*?(?:\|[^|\n]*\||![^!\n]*!|\+[^+\n]*\+|/[^/\n]*/|"[^"\n]*"|=[^=\n]*=)`)

// latexDelimiterAt returns the delimiter of the command at i, if any, and the length of the command.
func latexDelimiterAt(code []byte, i int) (f delimiter, length int) {
	end := i + 1
	for end < len(code) && (isAlpha(code[end]) || code[end] == '@') {
		end++
	}
	if end == i+1 {
		return delimiter{}, min(2, len(code)-i)
	}
	name := string(code[i+1 : end])
	length = end - i
	next := byte(0)
	if end < len(code) {
		next = code[end]
	}
	switch {
	case name == "begin" || name == "end":
		if closing := bytes.IndexByte(code[end:], '}'); next == '{' && closing > 0 {
			env := string(code[end+1 : end+closing])
			return delimiter{name: env, opens: name == "begin", closes: name == "end"}, length + closing + 1
		}
	case name == "newif" && next == '\\':
		for end++; end < len(code) && isAlpha(code[end]); end++ {
		}
		return delimiter{}, end - i
	case name == "begingroup" || name == "bgroup":
		return delimiter{name: "group", opens: true}, length
	case name == "endgroup" || name == "egroup":
		return delimiter{name: "group", closes: true}, length
	case name == "else" || name == "or":
		return delimiter{name: "if", opens: true, closes: true, overlaps: true}, length
	case name == "fi":
		return delimiter{name: "if", closes: true, overlaps: true}, length
	case isTeXConditional(name, string(code[end:min(len(code), end+1)])):
		return delimiter{name: "if", opens: true, pairs: !primitiveConditionals[name]}, length
	case (strings.HasSuffix(name, "true") || strings.HasSuffix(name, "false")) && len(name) > len("false") && !strings.HasPrefix(name, "if"):
		return delimiter{name: "condition"}, length
	case name == "endinput":
		return delimiter{name: `\endinput`}, length
	case name == "input" && next == '{':
		if m := latexMacros.Find(code[i:min(len(code), i+longestSearch)]); m != nil {
			return delimiter{name: string(m)}, len(m)
		}
	case name == "advance" && next == '\\':
		if parameter := latexAdvanced.FindSubmatch(code[end:min(len(code), end+longestSearch)]); parameter != nil && latexParameters[string(parameter[1])] {
			return delimiter{name: "parameter " + string(parameter[1])}, length + len(parameter[0])
		}
	case latexParameters[name]:
		if m := latexAssignment.FindIndex(code[end:min(len(code), end+longestSearch)]); m != nil {
			return delimiter{name: "parameter " + name}, length + m[1]
		}
	case name == "renewcommand" || name == "let" || name == "def" || name == "gdef" || name == "edef" || name == "xdef":
		rest := code[end:min(len(code), end+longestSearch)]
		if name == "let" {
			length += len(latexLet.Find(rest)) // the command on the right is not carried out
		}
		if m := latexRenewed.FindSubmatchIndex(rest); m != nil {
			to := m[3]
			if bytes.IndexByte(rest[:to], '{') >= 0 && rest[to] == '}' {
				to++
			}
			return delimiter{name: "meaning of " + string(rest[m[2]:m[3]])}, max(length, end-i+to)
		}
	case latexSwitches[name] != "":
		for end < len(code) && (code[end] == '{' || code[end] == '[') {
			end = groupEndOrLimit(string(code), end, len(code))
		}
		return delimiter{name: latexSwitches[name]}, end - i
	}
	return delimiter{}, length
}

// primitiveConditionals are TeX's own, which need an end even if a package redefines them. Other conditionals may be ordinary macros.
var primitiveConditionals = wordSet(`iffalse iftrue ifx ifnum ifdim ifodd ifmmode ifcase ifdefined ifcsname ifcat if ifhmode ifvmode ifinner ifvoid ifhbox ifvbox ifeof iffontchar`)

// latexMacros matches a command that includes a file whose name says that it defines commands.
var latexMacros = regexp.MustCompile(`^\\input\{[^{}]*(?i:macros?|preamble|newcommands?|commands|shortcuts|settings|defs)(?:\.tex)?\}`)

// latexParameters are lengths, penalties and codes of TeX. Setting one applies to everything after it.
var latexParameters = wordSet(`parindent parskip baselineskip lineskip leftskip rightskip parfillskip hangindent hangafter hsize vsize textwidth textheight
	linewidth columnwidth columnsep tabcolsep arraycolsep arrayrulewidth fboxsep fboxrule itemsep topsep parsep leftmargin rightmargin
	tolerance pretolerance emergencystretch hyphenpenalty exhyphenpenalty clubpenalty widowpenalty interlinepenalty looseness righthyphenmin lefthyphenmin
	abovedisplayskip belowdisplayskip abovecaptionskip belowcaptionskip floatsep intextsep textfloatsep catcode lccode uccode sfcode mathcode
	everypar everymath everydisplay endlinechar escapechar footnotesep skip spaceskip xspaceskip`)

// latexRenewed matches the name of a command that LaTeX itself calls. A new meaning applies to everything after it.
var latexRenewed = regexp.MustCompile(`^\*?\s*\{?\s*(\\(?:the[a-zA-Z]+|[a-zA-Z]*(?:name|stretch|symbol|color|width|label|skip|sep|mark)|label(?:item|enum)[iv]+))(?:[^a-zA-Z@]|$)`)

// latexLet matches the two commands after \let.
var latexLet = regexp.MustCompile(`^\s*\\(?:[a-zA-Z@]+|[^a-zA-Z@])\s*=? ?(?:\\(?:[a-zA-Z@]+|[^a-zA-Z@])|[^\s\\])`)

// latexAdvanced matches a parameter that is increased or decreased.
var latexAdvanced = regexp.MustCompile(`^\\([a-zA-Z]+)\s*(?:by\b)?\s*-?\\?[\w.]+`)

// latexAssignment matches the value after a parameter.
var latexAssignment = regexp.MustCompile("^(?:`\\\\?[^\\s=]|\\d+)?\\s*=?\\s*(?:[-+]?[\\d.]+\\s*[a-z]*|\\\\[a-zA-Z]+|\\{[^{}]*\\}|`.)")

// setsParameters reports whether a text only sets parameters of TeX.
func setsParameters(source string) bool {
	rest := strings.TrimSpace(source)
	for strings.HasPrefix(rest, `\`) {
		end := 1
		for end < len(rest) && isAlpha(rest[end]) {
			end++
		}
		if !latexParameters[rest[1:end]] {
			return false
		}
		value := latexAssignment.FindString(rest[end:])
		if rest = strings.TrimLeft(rest[end+len(value):], " \t\r\n%"); rest == "" {
			return value != ""
		}
	}
	return false
}

// latexSwitches are the commands that apply to everything after them, with the name of what each of them sets.
var latexSwitches = func() map[string]string {
	switches := make(map[string]string)
	for name, commands := range map[string]string{
		"size": "tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge", "family": "rmfamily sffamily ttfamily sf tt",
		"shape": "itshape slshape scshape upshape em it sl sc", "series": "bfseries mdseries bf", "font": "normalfont rm", "fonts": "setmainfont setsansfont setmonofont setmathfont", "main language": "setdefaultlanguage setmainlanguage",
		"align": "centering raggedright raggedleft justifying justify Centering RaggedRight RaggedLeft FlushLeft FlushRight", "language": "selectlanguage", "breaks": "sloppy fussy",
		"spacing": "singlespacing onehalfspacing doublespacing SingleSpacing OnehalfSpacing DoubleSpacing linespread setstretch", "columns": "onecolumn twocolumn",
		"page style": "pagestyle", "page numbers": "pagenumbering", "counter": "setcounter addtocounter", "length": "setlength addtolength settowidth settoheight settodepth", "pictures": "graphicspath svgpath DeclareGraphicsExtensions", "listings": "lstset", "captions": "captionsetup", "setup": "microtypesetup hypersetup sisetup tcbset pgfplotsset setlist setitemize setenumerate titleformat titlespacing theoremstyle swapnumbers numberwithin counterwithin counterwithout hyphenation",
		"page heads": "fancyhead fancyfoot fancyhf lhead chead rhead lfoot cfoot rfoot ihead ohead ifoot ofoot", "matter": "appendix frontmatter mainmatter backmatter", "color": "color",
		"lines": "obeylines", "spaces": "obeyspaces", "letters": "makeatletter makeatother", "line numbers": "linenumbers nolinenumbers",
		"sentence spacing": "frenchspacing nonfrenchspacing", "page ends": "raggedbottom flushbottom", "bold formulas": "boldmath unboldmath",
		"page geometry": "newgeometry restoregeometry", "page colour": "pagecolor", "selected font": "selectfont usefont fontsize fontfamily fontseries fontshape",
		"units": "sisetup", "pictures in text": "tikzset", "plots": "pgfplotsset", "boxes": "tcbset", "links": "hypersetup", "minted": "setminted",
		"names of references": "crefname Crefname crefformat Crefformat crefrangeformat crefmultiformat creflabelformat crefalias newrefformat",
		"glossary":            "setabbreviationstyle setacronymstyle glsresetall glsunsetall glsreset glsunset", "drawings": "usetikzlibrary tikzstyle pgfkeys",
		"breaks of formulas": "allowdisplaybreaks", "outer labels": "externaldocument", "floats": "floatstyle floatname floatplacement",
		"URLs": "urlstyle", "short verbatim": "MakeShortVerb DeleteShortVerb DefineShortVerb UndefineShortVerb lstMakeShortInline lstDeleteShortInline",
		"shorthands": "shorthandoff shorthandon useshorthands languageshorthands defineshorthand aliasshorthand",
		"hooks":      "AtBeginEnvironment AtEndEnvironment BeforeBeginEnvironment AfterEndEnvironment AddToHook RemoveFromHook", "patches": "pretocmd apptocmd patchcmd",
		"citations": "setcitestyle citestyle bibpunct", "classes": "setkomafont addtokomafont KOMAoptions", "rows": "rowcolors",
		"slides": "setbeamertemplate setbeamercolor setbeamerfont", "encoding": "inputencoding UseRawInputEncoding", "syntax": "ExplSyntaxOn ExplSyntaxOff",
		"end matter": "bibliography bibliographystyle printbibliography printindex printglossary printglossaries",
	} {
		for command := range wordSet(commands) {
			switches[command] = name
		}
	}
	return switches
}()

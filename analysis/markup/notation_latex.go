package markup

import (
	"iter"
	"regexp"
	"strings"
)

// latexNotation writes LaTeX. \input makes a file part of the text: labels, footnotes and the levels of headings apply across
// both, and all paths are relative to the folder of the main text.
type latexNotation struct {
	defaultNotation
	isBook bool // the text has chapters
}

// forText returns the notation of a text: an article has no chapters.
func (latexNotation) forText(text string, _ []Block) Notation {
	return latexNotation{isBook: latexBook.MatchString(text)}
}

// latexBook matches a class that has chapters, or the command of a chapter or part.
var latexBook = regexp.MustCompile(`\\documentclass(?:\[[^\[\]]*\])?\{[^{}]*(?:book|report|reprt|memoir|thesis)[^{}]*\}|\\(?:chapter|part|addchap|addpart)\*?[\[{]`)

func (n latexNotation) Levels() []int {
	if n.isBook {
		return levelsTo(len(sectioning))
	}
	return levelsTo(len(sectioning))[n.FirstLevel()-1:]
}

func (latexNotation) FirstLevel() int { return 3 }

func (latexNotation) Heading(title string, level int) string {
	return `\` + sectioning[level-1] + "{" + latexEscapes.Replace(title) + "}"
}

var latexEscapes = strings.NewReplacer(`\`, `\textbackslash{}`, "&", `\&`, "%", `\%`, "$", `\$`, "#", `\#`, "_", `\_`, "{", `\{`, "}", `\}`, "~", `\~{}`, "^", `\^{}`)

// Relevel changes the command's name. A star, a short title and the text after it stay, and a heading of KOMA-Script stays without
// a number.
func (latexNotation) Relevel(source string, level int) string {
	from := strings.IndexByte(source, '\\') + 1
	end := from
	for isAlpha(source[end]) {
		end++
	}
	name, rest := sectioning[level-1], source[end:]
	if komaHeadings[source[from:end]] > 0 {
		if level <= komaHeadings["addsec"] {
			name = "add" + strings.TrimSuffix(strings.TrimSuffix(name, "ter"), "tion")
		} else if strings.HasPrefix(rest, "{") {
			name += "*"
		}
	}
	return source[:from] + name + rest
}

// Retitle does not change a short title.
func (n latexNotation) Retitle(source string, words Span, title string) string {
	return n.defaultNotation.Retitle(source, words, latexEscapes.Replace(title))
}

// MovableBody ends before \end{document}, or \endinput.
func (latexNotation) MovableBody(text string, blocks []Block) Span {
	body := Span{fixedTopEnd(text, blocks, nil), fixedBottomStart(text, blocks)}
	if last := len(blocks) - 1; last >= 0 && isEndCommand(firstLine(text[blocks[last].Span.Start:])) {
		body.End = blocks[last].Span.Start
	}
	return body
}

// StretchAdjuster considers environments, groups, conditionals, and commands that apply to the rest of the text.
func (n latexNotation) StretchAdjuster(text string, blocks []Block) func(stretch Span) (Span, bool) {
	return newStretchAdjuster(text, n.delimiters(text, blocks))
}

// BelongsToHeading reports whether source consists of labels, entries of an index or of the contents, page headers and the like.
func (latexNotation) BelongsToHeading(source string) bool { return latexLabels.MatchString(source) }

// NamesBlockBelow reports whether source is an anchor, perhaps with a new page before it and an entry in the contents after it.
func (latexNotation) NamesBlockBelow(source string) bool { return latexAnchor.MatchString(source) }

var latexAnchor = regexp.MustCompile(`^(?:\\(?:clear(?:double)?page|newpage)\s*)*\\(?:phantomsection|hypertarget\{[^{}]*\}\{\})\s*(?:\\addcontentsline(?:\{[^{}]*\})+\s*)?$`)

// labelsAfterTitle matches the labels and index entries after a heading on its line.
var labelsAfterTitle = regexp.MustCompile(`^(?:[ \t]*\\(?:label|index)\{[^{}\n]*\})+`)

var latexLabels = regexp.MustCompile(`^\s*(?:\\(?:label|index|addcontentsline|markboth|markright|chaptermark|sectionmark|thispagestyle|minitoc|localtableofcontents)\b(?:\{[^{}]*\})*\s*)+(?:%.*)?$`)

func (latexNotation) CutsOfRun(text string, run Run) func(offset int) bool {
	return cutsOfRun(scanLaTeXInline, "$", text, run)
}

func (latexNotation) IncludesFiles() bool { return true }

func (n latexNotation) Include(_, path string) string {
	source := `\input{` + strings.TrimSuffix(path, ".tex") + "}"
	if _, _, ok := n.Included(source); !ok {
		return ""
	}
	return source
}

// Included returns the path with the extension that LaTeX adds.
func (latexNotation) Included(source string) (title, path string, ok bool) {
	m := latexInput.FindStringSubmatch(source)
	if m == nil || !isRelative(m[1]) {
		return "", "", false
	}
	if f, _ := ByFileName(m[1]); f.Name != LaTeX.Name {
		return "", m[1] + ".tex", true
	}
	return "", m[1], true
}

var latexInput = regexp.MustCompile(`^\\input\{([^{}%#$&~^\\]+)\}$`)

func (latexNotation) Break() string { return "\\begin{center}\n* * *\n\\end{center}" }

func (latexNotation) Targets(text string, blocks []Block) []Target {
	return targetsMatching(text, withoutCodeBlocks(text, blocks, nil), true, latexTarget, `\`)
}

var latexTarget = regexp.MustCompile(`\\(?:input|include|includegraphics|includepdf|lstinputlisting|verbatiminput|addbibresource|bibliography|subfile|InputIfFileExists)\*?(?:\[[^\[\]]*\])?\{([^{}\\,]+)\}`)

// PositionalTies considers commands, which have the meaning defined last; labels, which refer to the heading above them; and
// texts of notes, which refer to the mark above them.
func (latexNotation) PositionalTies(text string, blocks []Block) []string {
	ties := commandTies(text, blocks, func(source string) string { return source })
	heading, marks := "", make(map[string]string) // the last mark of each kind of note
	for _, b := range blocks {
		if b.Kind == FrontMatter || b.Kind == Code {
			continue
		}
		source := text[b.Span.Start:b.Span.End]
		if strings.Contains(source, "note") {
			for _, m := range latexNote.FindAllStringSubmatchIndex(source, -1) {
				kind := source[m[2]:m[3]]
				if m[4] >= 0 { // \footnotetext refers to the mark before it
					ties = append(ties, kind+"text "+strings.Join(strings.Fields(source[m[0]:min(len(source), m[0]+longestSearch)]), " ")+" -> "+marks[kind])
					continue
				}
				marks[kind] = strings.Join(strings.Fields(source[max(0, m[0]-longestSearch):m[1]]), " ")
			}
		}
		if b.Kind == Heading {
			heading = beginningOf(source)
		}
		if b.Kind == Paragraph || b.Kind == HTML {
			for _, m := range latexLabel.FindAllStringIndex(source, -1) {
				if before := source[:m[0]]; !latexCounted.MatchString(before) {
					ties = append(ties, source[m[0]:m[1]]+" -> "+heading)
				}
			}
		}
	}
	return ties
}

// commandTies returns the ties of commands to their last definitions above. latex returns what LaTeX reads of the source of a block.
func commandTies(text string, blocks []Block, latex func(source string) string) (ties []string) {
	defined := make(map[string]string)
	eachSource := func(f func(source string)) {
		for _, b := range blocks {
			if b.Kind != FrontMatter && b.Kind != Code {
				f(latex(text[b.Span.Start:b.Span.End]))
			}
		}
	}
	eachSource(func(source string) {
		for name := range definitionsIn(source) {
			defined[name] = "nothing"
		}
	})
	if len(defined) == 0 {
		return nil
	}
	eachSource(func(source string) {
		for name, definition := range definitionsIn(source) {
			defined[name] = definition
		}
		for _, name := range latexCommand.FindAllString(source, -1) {
			if what, ok := defined[strings.TrimLeft(strings.TrimPrefix(name, "\\begin"), "{[,=| \t\r\n")]; ok {
				ties = append(ties, beginningOf(source)+" "+name+" -> "+what)
			}
		}
	})
	return ties
}

// beginningOf returns the words at the beginning of a source, which identify it.
func beginningOf(source string) string {
	return strings.Join(strings.Fields(source[:min(len(source), longestSearch)]), " ")
}

// definitionsIn yields the commands and other names that a source defines, each with the first line of its definition.
func definitionsIn(source string) iter.Seq2[string, string] {
	return func(yield func(name, definition string) bool) {
		for at := 0; ; {
			m := latexDefinition.FindStringSubmatchIndex(source[at:])
			if m == nil {
				return
			}
			rest := source[at:]
			at += m[3]
			if macro := rest[m[2]:m[3]]; !isDefiningMacro(macro) || latexSwitches[macro] != "" || latexChanges[macro] {
				continue
			}
			name := ""
			switch {
			case m[4] >= 0:
				name = `\` + rest[m[4]:m[5]]
			case m[6] >= 0:
				name = rest[m[6]:m[7]]
			default:
				name = rest[m[8]:m[9]]
			}
			names := []string{name}
			if rest[m[2]:m[3]] == "newcolumntype" {
				names = latexTables
			}
			for _, name := range names {
				if !yield(name, strings.Join(strings.Fields(firstLine(rest[m[0]:])), " ")) {
					return
				}
			}
		}
	}
}

// latexTables are the environments that use types of columns.
var latexTables = []string{"tabular", "tabularx", "tabulary", "longtable", "array", "tabu", "xltabular", "supertabular"}

// latexChanges are commands that change a value that another command has defined, or precede a definition.
var latexChanges = wordSet("long global protected stepcounter refstepcounter addtocounter setcounter setlength addtolength AtBeginDocument AtEndDocument catcode")

var (
	latexLabel = regexp.MustCompile(`\\label\{[^{}]*\}`)

	latexNote = regexp.MustCompile(`\\(footnote|endnote|sidenote|tablenote)(?:(text)\{|mark\b|\b)`)

	// latexCounted matches the beginning of a counted construct. A label inside refers to the construct.
	latexCounted = regexp.MustCompile(`\\(?:begin\{|caption\b|item\b|footnote\b|refstepcounter\b)`)

	// latexDefinition matches the beginning of a command that may define another one, or something else with a name.
	latexDefinition = regexp.MustCompile(`\\([a-zA-Z]+)\*?\s*(?:\[[^\[\]]*\]\s*)?(?:\\csname\s*([\w@:.-]+)\\endcsname|\{?\s*(\\[a-zA-Z@]+)|\{\s*([\w:.-]+)\*?\s*\})`)
	latexCommand    = regexp.MustCompile(`\\begin\{[a-zA-Z]+|\\[a-zA-Z@]+|[{\[,=|]\s*[\w:.-]+`)
)

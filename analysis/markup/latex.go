package markup

import (
	"regexp"
	"slices"
	"strings"
)

// LaTeX is the markup of LaTeX documents and of the files that they include. The
// grammar covered:
//
//	\documentclass … \begin{document}   front matter, if the text begins with it; what
//	                                    follows \end{document} is nothing
//	\section{Title}                     a heading, from \part to \subsubsection, starred
//	                                    and with a short title too
//	text                                a paragraph, to a blank line or what follows here
//	\begin{verbatim} … \end{verbatim}   code; also lstlisting, minted, tikzpicture …
//	\begin{equation}  \[ \]  $$ $$      a formula, to its end or a blank line; with no
//	                                    blank line around it the paragraph goes on
//	\begin{tabular}, table, figure      a table; a figure is nothing, nor its caption
//	\begin{itemize} \item               a list; also enumerate and description
//	\begin{quote}                       a quote; also quotation, verse, displayquote
//	\begin{thebibliography}             references
//	\begin{theorem}                     any other environment: its lines are markup, and
//	                                    what stands in it is text like any other
//	% text                              a comment; a paragraph goes on across it
//
// Environments begin and end at the start of a line; inside one they are inline. One
// that never ends runs to the next heading, code to the end of the text. Which macros
// have prose as arguments is said in latex_inline.go. \paragraph{…} begins a
// paragraph and is no heading. What follows a blank line begins afresh: the
// environments that may lie around a block leave no trace in it. A preamble is one only
// if it ends in the first [LongestHead] bytes.
var LaTeX = Format{
	Name:        "latex",
	Extensions:  []string{".tex", ".ltx", ".latex"},
	LanguageIDs: []string{"latex", "tex"},
	comments:    []comment{{"%", ""}},
	hardBreaks:  []string{`\\`},
	scan:        scanLaTeX,
	head:        latexHead,
	blank:       blankLaTeX,
	read:        readLaTeX,
	notation:    latexNotation{},
}

func scanLaTeX(f Format, text string, isPart bool) []Block {
	l := latexReader{format: f, sheet: sheetOf(text, isPart), atMargin: true}
	var blocks []Block
	if head := f.Head(text); !isPart && head > 0 {
		blocks = append(blocks, Block{Kind: FrontMatter, Span: Span{0, head}})
		for len(l.lines) > 0 && l.lines[0].Start < head {
			l.lines = l.lines[1:]
		}
	}
	return append(blocks, l.read()...)
}

// latexReader reads a sheet of LaTeX.
type latexReader struct {
	sheet
	format   Format
	atMargin bool // headings and directives to segls can stand here
}

func (l *latexReader) read() []Block { return l.readSheet(l.blockAt) }

// latexHead is the length of the preamble, up to the line of \begin{document}, if a text begins
// like a document.
func latexHead(text string) int {
	isDocument := false
	for line := range Lines(strings.TrimPrefix(text, byteOrderMark)) {
		line = line.Shift(len(text) - len(strings.TrimPrefix(text, byteOrderMark)))
		content := strings.Trim(text[line.Start:line.End], " \t")
		switch {
		case isDocument && strings.HasPrefix(content, `\begin{document}`):
			return trimEnd(text, Span{0, line.End}).End
		case isDocument, content == "", content[0] == '%':
		case documentStart.MatchString(content):
			isDocument = true
		default:
			return 0
		}
	}
	return 0
}

var documentStart = regexp.MustCompile(`^\\(?:documentclass|documentstyle|RequirePackage|PassOptionsToPackage|DocumentMetadata)\b`)

// within is the blocks of a sheet in this one.
func (l *latexReader) within(s sheet) []Block {
	return s.blocksOf(func(s sheet) []Block {
		in := latexReader{sheet: s, format: l.format}
		return in.read()
	})
}

// environments are those whose content is not ordinary text.
var environments = func() map[string]Kind {
	kinds := make(map[string]Kind)
	for kind, names := range map[Kind]string{
		Code: `verbatim Verbatim lstlisting minted alltt filecontents comment tikzpicture pgfpicture picture forest asy
			luacode pycode sageblock pseudo pseudocode semiverbatim codeexample LTXexample tcblisting sourcecode Code CodeInput
			CodeOutput Sinput Soutput Schunk Highlighting macrocode algorithm algorithmic algorithm2e verbatimtab listing BVerbatim LVerbatim`,
		Math: `equation align alignat gather multline eqnarray displaymath math flalign array dmath split cases subequations
			IEEEeqnarray aligned gathered prooftree mathpar xalignat`,
		Table:      `tabular tabularx tabulary tabbing table longtable supertabular sidewaystable wraptable tblr longtblr`,
		HTML:       `figure wrapfigure sidewaysfigure subfigure keywords CCSXML textblock teaserfigure SCfigure marginfigure`,
		List:       `itemize enumerate description compactitem compactenum compactdesc inparaenum easylist trivlist asparaenum asparaitem`,
		Quote:      `quote quotation verse displayquote displayquotation epigraphs`,
		Definition: `thebibliography theindex theglossary acronym`,
	} {
		for name := range wordSet(names) {
			kinds[name], kinds[name+"*"] = kind, kind
		}
	}
	return kinds
}()

// environmentKind is the kind of an environment whose content is not ordinary text. The variants
// of tabular are many.
func environmentKind(name string) (kind Kind, ok bool) {
	if strings.HasPrefix(name, "tabular") {
		return Table, true
	}
	kind, ok = environments[name]
	return kind, ok
}

// environmentAt is the name in a \begin or \end that a line begins with, and the
// length of it all.
func environmentAt(line, command string) (name string, length int) {
	from := leading(line, 8*len(line))
	if !strings.HasPrefix(line[from:], command) {
		return "", 0
	}
	from += len(command)
	end := strings.IndexByte(line[from:], '}')
	if end < 0 {
		return "", 0
	}
	return line[from : from+end], from + end + 1
}

func (l *latexReader) blockAt(i int) (Block, int) {
	line := l.trimmed(i)
	if said, ok := l.format.directive(l.text, l.lines[i]); ok && l.atMargin {
		b, next := l.block(Directive, i, i+1)
		return b.withRuns([]Run{{said}}), next
	}
	switch {
	case line[0] == '%':
		end := i + 1
		for !l.ends(end) && l.trimmed(end)[0] == '%' && !l.isDirective(end) {
			end++
		}
		return l.block(HTML, i, end)
	case l.atMargin && strings.HasPrefix(line, `\end{document}`):
		return l.block(HTML, i, len(l.lines))
	}
	if end, ok := l.formula(i); ok && l.ends(end) {
		return l.block(Math, i, end)
	}
	if name, length := environmentAt(l.line(i), `\begin{`); length > 0 {
		if kind, ok := environmentKind(name); ok && kind != Math {
			return l.environment(i, length, name, kind)
		}
	}
	if b, next, ok := l.heading(i); ok {
		return b, next
	}
	return l.body(i)
}

func (l *latexReader) isDirective(i int) bool {
	_, ok := l.format.directive(l.text, l.lines[i])
	return ok && l.atMargin
}

// environment reads an environment whose content is not ordinary text.
func (l *latexReader) environment(i, length int, name string, kind Kind) (Block, int) {
	end := l.environmentEnd(i, name, kind == Code)
	b, _ := l.block(kind, i, end)
	last := end // the line of \end, which is no content
	if end > i+1 {
		if closing, _ := environmentAt(l.line(end-1), `\end{`); closing == name {
			last = end - 1
		}
	}
	switch kind {
	case Quote:
		b = b.quoting(l.within(l.inner(i, last, length, 0)))
	case List:
		return listOf(b.Span, l.items(i+1, last)), end
	}
	return b, end
}

// environmentEnd is the line after the \end of an environment, or that of the next
// heading. Verbatim environments have nothing in them, not even headings.
func (l *latexReader) environmentEnd(i int, name string, isVerbatim bool) int {
	begin, end := `\begin{`+name+"}", `\end{`+name+"}"
	first := i
	for depth := 0; i < len(l.lines); i++ {
		line := l.line(i)
		if !strings.Contains(line, `\`) {
			continue
		}
		if isVerbatim {
			if strings.Contains(line, end) {
				return i + 1
			}
			continue
		}
		if i > first && (l.isHeading(i) || strings.Contains(line, `\end{document}`)) {
			return i
		}
		line = beforeComment(line)
		depth += strings.Count(line, begin) - strings.Count(line, end)
		if depth <= 0 && strings.Contains(line, end) {
			return i + 1
		}
	}
	return i
}

// items reads the items of a list, which begin with the \item commands that are in
// no list inside it.
func (l *latexReader) items(i, end int) []Block {
	var items []Block
	depth, from := 0, -1
	flush := func(to int) {
		if from >= 0 {
			marker := strings.Index(l.line(from), `\item`) + len(`\item`)
			items = append(items, Block{Kind: Item, Span: l.span(from, to), Runs: prose(nil, l.within(l.inner(from, to, marker, 0)))})
		}
	}
	for ; i < end; i++ {
		line := l.trimmed(i)
		if strings.HasPrefix(line, `\item`) && depth == 0 {
			flush(i)
			from = i
		}
		if strings.Contains(line, `\`) {
			depth = max(0, depth+strings.Count(line, `\begin{`)-strings.Count(line, `\end{`))
		}
	}
	flush(end)
	return items
}

// formula is the line after the displayed formula that begins in line i, if one does.
func (l *latexReader) formula(i int) (end int, ok bool) {
	line := l.trimmed(i)
	closing := ""
	if name, length := environmentAt(line, `\begin{`); length > 0 && environments[name] == Math {
		closing = `\end{` + name + "}"
	}
	rest := line
	switch {
	case closing != "":
	case strings.HasPrefix(line, `\[`):
		closing = `\]`
	case strings.HasPrefix(line, "$$"):
		closing, rest = "$$", line[2:]
	}
	if closing == "" {
		return 0, false
	}
	for ; !l.ends(i) && !l.isHeading(i); i++ {
		if at := strings.Index(rest, closing); at >= 0 {
			after := strings.TrimLeft(rest[at+len(closing):], " \t.,;:")
			return i + 1, after == "" || after[0] == '%'
		}
		if i+1 < len(l.lines) {
			rest = l.line(i + 1)
		}
	}
	return i, true
}

// body reads a paragraph. It goes on across formulas and comments that no blank line
// parts from it.
func (l *latexReader) body(start int) (Block, int) {
	var run Run
	i := start
	for !l.ends(i) && (i == start || !l.interrupts(i)) {
		if end, ok := l.formula(i); ok {
			i = end
			continue
		}
		line := l.lines[i]
		line.End = line.Start + len(beforeComment(l.line(i)))
		if _, length := environmentAt(l.line(i), `\end{`); length > 0 {
			line.Start += length
		}
		run = appendLine(run, l.text, Span{min(line.Start, line.End), line.End})
		i++
	}
	b, _ := l.block(Paragraph, start, max(i, start+1))
	b.Runs = run.runs()
	if len(run) == 0 || !l.isProse(b) {
		b.Kind, b.Runs = HTML, nil
	}
	return b, max(i, start+1)
}

// isProse reports whether a paragraph has words and is not code of macros: with parameters, with
// names that only packages have, or a word or two in the braces of a macro.
func (l *latexReader) isProse(b Block) bool {
	source := l.text[b.Span.Start:b.Span.End]
	prose := string(l.format.Mask(nil, l.text, b))
	if !hasWord(prose) || packageMacro.MatchString(source) {
		return false
	}
	for i := range len(prose) - 1 {
		if prose[i] == '#' && isDigit(prose[i+1]) && (i == 0 || source[i-1] != '\\') {
			return false
		}
	}
	if words := strings.Fields(prose); strings.HasPrefix(strings.TrimLeft(source, " \t"), `\`) && len(words) < 3 {
		endsSentence := len(words) > 0 && strings.ContainsAny(words[len(words)-1], ".?!…") // not all that is no space is a word
		return endsSentence || !strings.HasSuffix(strings.TrimRight(source, " \t%"), "}")
	}
	return true
}

var packageMacro = regexp.MustCompile(`\\[a-zA-Z]+@[a-zA-Z]`)

// interrupts reports whether a line ends the paragraph before it.
func (l *latexReader) interrupts(i int) bool {
	line := l.trimmed(i)
	if line[0] == '%' {
		return l.isDirective(i)
	}
	if line[0] != '\\' {
		return false
	}
	if name, length := environmentAt(line, `\begin{`); length > 0 {
		kind, ok := environmentKind(name)
		return !ok || kind != Math
	}
	if name, length := environmentAt(line, `\end{`); length > 0 {
		_, ok := environmentKind(name)
		return !ok || name == "document"
	}
	return l.isHeading(i) || strings.HasPrefix(line, `\paragraph`) || strings.HasPrefix(line, `\subparagraph`) || line == `\par`
}

// beforeComment is a line without the comment at its end.
func beforeComment(line string) string {
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			i++
		case '%':
			return line[:i]
		}
	}
	return line
}

// sectioning is the commands of headings, the highest first.
var sectioning = [...]string{"part", "chapter", "section", "subsection", "subsubsection"}

// sectionAt is the level of the sectioning command that a line begins with, and the
// offset after its name.
func sectionAt(line string) (level, after int) {
	from := leading(line, 8*len(line))
	if from == len(line) || line[from] != '\\' {
		return 0, 0
	}
	end := from + 1
	for end < len(line) && isAlpha(line[end]) {
		end++
	}
	level = 1 + slices.Index(sectioning[:], line[from+1:end])
	if end < len(line) && line[end] == '*' {
		end++
	}
	if level == 0 || end == len(line) || line[end] != '{' && line[end] != '[' {
		return 0, 0
	}
	return level, end
}

func (l *latexReader) isHeading(i int) bool {
	level, _ := sectionAt(l.line(i))
	return l.atMargin && level > 0
}

// heading reads a sectioning command with its title, which may take several lines.
// What follows on its last line belongs to it.
func (l *latexReader) heading(i int) (Block, int, bool) {
	level, at := sectionAt(l.line(i))
	if level == 0 || !l.atMargin {
		return Block{}, 0, false
	}
	offset := l.lines[i].Start + at
	end := l.nextBlank(i)
	limit := l.lines[end-1].End
	if l.text[offset] == '[' {
		if offset = closingBracket(l.text, offset, limit); offset == limit || l.text[offset] != '{' {
			return Block{}, 0, false
		}
	}
	closing := closingBracket(l.text, offset, limit)
	last := i
	for last+1 < end && l.lines[last].End < closing {
		last++
	}
	title := last
	for last+1 < end && latexLabels.MatchString(l.line(last+1)) {
		last++ // it speaks of the heading
	}
	b, next := l.block(Heading, i, last+1)
	b.Level = level
	var run Run
	for n := i; n <= title; n++ {
		part := Span{max(l.lines[n].Start, offset+1), min(l.lines[n].End, closing-1)}
		if part.Start < part.End {
			run = appendLine(run, l.text, part)
		}
	}
	return b.withRuns(run.runs()), next, true
}

// closingBracket is the offset after the bracket or brace that closes the one at
// offset, or limit.
func closingBracket(text string, offset, limit int) int {
	depth := 0
	for ; offset < limit; offset++ {
		switch text[offset] {
		case '\\':
			offset++
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return offset + 1
			}
		}
	}
	return limit
}

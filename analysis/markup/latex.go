package markup

import (
	"cmp"
	"regexp"
	"slices"
	"strings"
)

// LaTeX is the markup of LaTeX documents and of the files that they include. The
// grammar covered:
//
//	\documentclass … \begin{document}   front matter, if the text begins with it; text after
//	                                    \end{document} or \endinput is not prose
//	\section{Title}                     a heading, from \part to \subsubsection; also starred
//	                                    or with a short title; also \addchap, \addsec …
//	text                                a paragraph, to a blank line or any of the following
//	\begin{verbatim} … \end{verbatim}   code; also lstlisting, minted, tikzpicture …
//	\begin{equation}  \[ \]  $$ $$      a formula, to its end or a blank line; with no
//	                                    blank line around it, the paragraph continues
//	\begin{tabular}, table, figure      a table; a figure and its caption are not prose
//	\begin{itemize} \item               a list; also enumerate and description
//	\begin{quote}                       a quote; also quotation, verse, displayquote
//	\begin{thebibliography}             references
//	\begin{theorem}                     any other environment: its \begin and \end are
//	                                    markup, and its content is ordinary text
//	% text                              a comment; a paragraph continues across it
//
//	\iffalse, \if01, \ifnum1=0 … \fi    not prose, up to \else if there is one; the same for
//	                                    \ifdraft after \newif\ifdraft, without \drafttrue
//
// All of these, and the items of a list, may be within a line, after or before text. Tables, figures
// and code that begin and end within a line are part of its text. An environment without an end
// extends to the next heading, code to the end of the text. latex_inline.go lists the macros whose
// arguments are not prose. \paragraph{…} begins a paragraph and is not a heading. Text after a blank
// line is read independently of the text before it: environments around a block do not affect the
// block. A preamble must end in the first [LongestHead] bytes.
var LaTeX = Format{
	Name:        "latex",
	Extensions:  []string{".tex", ".ltx", ".latex"},
	LanguageIDs: []string{"latex", "tex"},
	comments:    []commentStyle{{"%", ""}},
	hardBreaks:  []string{`\\`},

	restartsAfter: restartsUnlessEnded,

	scan:      scanLaTeX,
	head:      latexHeadLen,
	inline:    (*latexDefinitions)(nil).scanRun,
	blank:     blankLaTeXMarkup,
	read:      visibleLaTeXText,
	breaks:    latexBreaks,
	spacing:   latexSpaces,
	omissions: latexOmissions,
	live:      interpretedLaTeX,
	notation:  latexNotation{},
}

func scanLaTeX(f Format, text string, isPart bool) []Block {
	l := latexReader{format: f, lineRange: newLineRange(text, isPart), atMargin: true}
	var blocks []Block
	if head := f.Head(text); !isPart && head > 0 {
		blocks = append(blocks, Block{Kind: FrontMatter, Span: Span{0, head}})
		for len(l.lines) > 0 && l.lines[0].Start < head {
			first := &l.lines[0]
			rest := text[min(head, first.End):first.End]
			if isBlank(rest) {
				l.lines = l.lines[1:]
				continue
			}
			first.Start = first.End - len(rest) + leadingSpaceLength(rest, 8*len(rest))
		}
	}
	return append(blocks, l.read()...)
}

// latexReader reads the blocks of LaTeX line by line, because lines mean something to writers, although not to TeX. Where a
// block begins or ends within a line, the reader cuts the line.
type latexReader struct {
	lineRange
	format   Format
	atMargin bool // headings and directives are allowed

	cuts   []int // offsets within lines at which a block begins
	known  int   // the offset up to which cuts are known
	limit  int   // the line at which the current block must end; 0 for none
	resume int   // the offset at which text follows the block on its last line; 0 if none does
	ended  bool  // \endinput is above; LaTeX reads no further
}

func (l *latexReader) read() []Block {
	return l.readBlocks(func(i int) (Block, int) {
		b, next := l.readToCut(i)
		if l.resume > 0 {
			next--
			l.lines[next].Start, l.resume = l.resume, 0
		}
		return b, next
	})
}

// readToCut reads the block at line i, which usually ends where another one begins within a line.
func (l *latexReader) readToCut(i int) (Block, int) {
	start := l.lines[i].Start + leadingSpaceLength(l.line(i), len(l.line(i))*8)
	if start >= l.known {
		l.findCuts(i)
	}
	for len(l.cuts) > 0 && l.cuts[0] <= start {
		l.cuts = l.cuts[1:]
	}
	if len(l.cuts) == 0 || l.isOpaque(i) {
		return l.readBlock(i)
	}
	cut := l.cuts[0]
	n, _ := slices.BinarySearchFunc(l.lines[i:], cut, func(line Span, cut int) int { return cmp.Compare(line.End, cut+1) })
	n += i
	end := l.lines[n].End
	l.lines[n].End, l.limit = cut, n+1
	b, next := l.readBlock(i)
	l.lines[n].End, l.limit = end, 0
	if next == n+1 && l.resume == 0 {
		l.resume = cut
	}
	return b, next
}

// isOpaque reports whether the block at line i extends to its own end, whatever is inside.
func (l *latexReader) isOpaque(i int) bool {
	line := l.trimmedLine(i)
	if line[0] == '%' || l.format.own.beginsHidden(line) {
		return true
	}
	name, length := environmentAt(line, `\begin{`)
	kind, ok := l.format.own.kindOfEnvironment(name)
	return length > 0 && ok && kind != Math
}

// findCuts finds the places within lines at which a block begins, from line i to the next blank one.
func (l *latexReader) findCuts(i int) {
	l.cuts = nil
	end := l.nextParagraphEnd(i)
	l.known = l.lines[end-1].End
	if !strings.Contains(l.text[l.lines[i].Start:l.known], `\`) {
		return
	}
	depth := 0
	for n := i; n < end; n++ {
		eachLaTeXCommand(l.line(n), &depth, func(at int) {
			if at > leadingSpaceLength(l.line(n), len(l.line(n))*8) && l.beginsBlock(l.line(n)[at:]) {
				l.cuts = append(l.cuts, l.lines[n].Start+at)
			}
		})
	}
}

// eachLaTeXCommand calls `found` with the offset of each command of a line outside groups, comments and \verb. depth is the
// number of groups that are open before the line, and afterwards that after it.
func eachLaTeXCommand(line string, depth *int, found func(at int)) {
	for at := 0; at < len(line); at++ {
		switch line[at] {
		case '%':
			return
		case '{':
			*depth++
		case '}':
			*depth = max(0, *depth-1)
		case '\\':
			if *depth == 0 {
				found(at)
			}
			at = max(at+2, verbatimEnd(line, at)) - 1
		}
	}
}

// beginsBlock reports whether a block begins at a command within a line.
func (l *latexReader) beginsBlock(rest string) bool {
	if level, _ := parseSectionCommand(rest); level > 0 {
		return l.atMargin
	}
	if isEndCommand(rest) {
		return l.atMargin
	}
	if l.format.own.beginsHidden(rest) {
		return !strings.Contains(rest[:min(len(rest), 10*longestSearch)], `\fi`)
	}
	name, length := environmentAt(rest, `\begin{`)
	kind, ok := l.format.own.kindOfEnvironment(name)
	if length == 0 || !ok {
		return false
	}
	return kind == List || kind == Quote || kind != Math && !strings.Contains(rest[:min(len(rest), 10*longestSearch)], `\end{`+name+"}")
}

// isEndCommand reports whether a text begins with a command that ends the document or the file.
func isEndCommand(rest string) bool {
	return strings.HasPrefix(rest, `\end{document}`) || endsInput.MatchString(rest)
}

var endsInput = regexp.MustCompile(`^\\endinput[ \t]*(?:%|$)`)

// hasEndInput reports whether LaTeX reads nothing beyond a line because of its \endinput. In a conditional or a group, it may read on.
func hasEndInput(line string) bool {
	i := strings.Index(line, `\endinput`)
	if i < 0 || isBranch.MatchString(line) {
		return false
	}
	depth, isLast := 0, false
	eachLaTeXCommand(line, &depth, func(at int) {
		rest := strings.TrimPrefix(line[at:], `\endinput`)
		isLast = isLast || len(rest) < len(line)-at && (rest == "" || !isAlpha(rest[0]) && rest[0] != '@')
	})
	return isLast
}

var isBranch = regexp.MustCompile(`\\(?:if[a-zA-Z]*|else|or|fi)\b`)

// restartsUnlessEnded is like [restartsAfterBlankLine], but false if LaTeX does not read the text after a block.
func restartsUnlessEnded(block, gap string) bool {
	return restartsAfterBlankLine(block, gap) && !endsLaTeXInput(block)
}

// endsLaTeXInput reports whether an \endinput in a block keeps LaTeX from reading the text after it.
func endsLaTeXInput(block string) bool {
	if !strings.Contains(block, `\endinput`) {
		return false
	}
	for line := range Lines(block) {
		if hasEndInput(withoutComment(block[line.Start:line.End])) {
			return true
		}
	}
	return false
}

// endsBlockAbove reports whether the block above line i ends before it.
func (l *latexReader) endsBlockAbove(i int) bool {
	return l.limit > 0 && i >= l.limit || l.lineRange.isParagraphEnd(i)
}

// lineAfter returns the line after a block that ends at an offset on line i. If more than markup follows there, it sets l.resume.
func (l *latexReader) lineAfter(i, offset int) int {
	rest := l.text[min(offset, l.lines[i].End):l.lines[i].End]
	if len(rest) > longestSearch { // more than labels; avoids reading the rest again for each of many blocks in one line
		l.resume = offset + leadingSpaceLength(rest, 8*longestSearch)
		return i + 1
	}
	rest = withoutComment(rest)
	if strings.Contains(rest, `\begin{`) || strings.Contains(rest, `\item`) || l.hasProse(rest) {
		l.resume = offset + leadingSpaceLength(rest, 8*len(rest))
	}
	return i + 1
}

func (l *latexReader) hasProse(text string) bool { return hasLaTeXProse(text, l.format.blank) }

// hasLaTeXProse reports whether a text without comments has words that blank leaves.
func hasLaTeXProse(text string, blank func([]byte)) bool {
	if !hasWord(text) {
		return false
	}
	run := []byte(text)
	blank(run)
	return hasWord(string(run))
}

// latexHeadLen returns the length of the preamble, including the line of \begin{document} up to its first text, or of metadata
// for a site generator; 0 if the text begins with neither or the preamble has no end.
func latexHeadLen(text string) int {
	if n := siteMetadataLen(text); n > 0 {
		return n
	}
	isDocument := false
	for line := range Lines(strings.TrimPrefix(text, byteOrderMark)) {
		line = line.Shift(len(text) - len(strings.TrimPrefix(text, byteOrderMark)))
		content := strings.Trim(text[line.Start:line.End], " \t")
		switch {
		case isDocument && strings.HasPrefix(content, `\begin{document}`):
			begin := Span{0, line.Start + strings.Index(text[line.Start:line.End], content) + len(`\begin{document}`)}
			begin.End = latexOptionsEnd(text, Span{begin.End, line.End})
			if rest := withoutComment(text[begin.End:line.End]); strings.Contains(rest, `\begin{`) || hasLaTeXProse(rest, blankLaTeXMarkup) {
				return begin.End
			}
			return trimSpanEnd(text, Span{0, line.End}).End
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

func (l *latexReader) readInner(s lineRange) []Block {
	return s.readNested(func(s lineRange) []Block {
		in := latexReader{lineRange: s, format: l.format}
		return in.read()
	})
}

func (l *latexReader) readBlock(i int) (Block, int) {
	line := l.trimmedLine(i)
	if said, ok := l.format.directiveSpan(l.text, l.lines[i]); ok && l.atMargin {
		b, next := l.blockOfLines(Directive, i, i+1)
		return b.withRuns([]Run{{said}}), next
	}
	switch {
	case line[0] == '%':
		end := i + 1
		for !l.endsBlockAbove(end) && l.trimmedLine(end)[0] == '%' && !l.isDirective(end) {
			end++
		}
		return l.blockOfLines(HTML, i, end)
	case l.atMargin && (l.ended || isEndCommand(line)):
		return l.blockOfLines(HTML, i, len(l.lines))
	case l.format.own.beginsHidden(line):
		return l.readHidden(i)
	}
	if end, ok := l.formulaEnd(i); ok && l.endsBlockAbove(end) {
		return l.blockOfLines(Math, i, end)
	}
	if name, length := environmentAt(l.line(i), `\begin{`); length > 0 {
		if kind, ok := l.format.own.kindOfEnvironment(name); ok && kind != Math {
			return l.readEnvironment(i, length, name, kind)
		}
	}
	if b, next, ok := l.readHeading(i); ok {
		return b, next
	}
	if l.isParagraphBreak(i) {
		end := i + 1
		for !l.endsBlockAbove(end) && l.format.isBareBreak(l.text[l.lines[i].Start:l.lines[end].End]) {
			end++ // more lines of layout
		}
		return l.blockOfLines(HTML, i, end)
	}
	return l.readParagraph(i)
}

// isParagraphBreak reports whether a line is only a break that ends the paragraph above it without a blank line.
func (l *latexReader) isParagraphBreak(i int) bool {
	return endsParagraph.MatchString(l.line(i)) && l.format.isBareBreak(l.line(i))
}

var endsParagraph = regexp.MustCompile(`\\(?:hrule|newscene|[a-zA-Z]*[bB]reak)\b`)

func (l *latexReader) isDirective(i int) bool {
	_, ok := l.format.directiveSpan(l.text, l.lines[i])
	return ok && l.atMargin
}

func (l *latexReader) isMathEnvironment(name string) bool {
	kind, ok := l.format.own.kindOfEnvironment(name)
	return ok && kind == Math
}

// formulaEnd returns the line after the displayed formula that begins line i. ok is false if there is none or text follows it
// on its last line.
func (l *latexReader) formulaEnd(i int) (end int, ok bool) {
	line := l.trimmedLine(i)
	closing := ""
	if name, length := environmentAt(line, `\begin{`); length > 0 && l.isMathEnvironment(name) {
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
	for ; !l.endsBlockAbove(i) && !l.isHeading(i); i++ {
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

// readParagraph reads a paragraph, which continues across formulas and comments without blank lines around them.
func (l *latexReader) readParagraph(start int) (Block, int) {
	var run Run
	i := start
	for !l.endsBlockAbove(i) && (i == start || !l.interruptsParagraph(i) && !(l.isParagraphBreak(i) && l.isReadAlone(l.text[l.lines[start].Start:l.lines[i].Start]))) {
		if end, ok := l.formulaEnd(i); ok {
			i = end
			continue
		}
		line := l.lines[i]
		line.End = line.Start + len(withoutComment(l.line(i)))
		if _, length := environmentAt(l.line(i), `\end{`); length > 0 {
			line.Start = min(line.Start+length, line.End)
		}
		run = appendLine(run, l.text, line)
		i++
		if l.ended = l.atMargin && hasEndInput(l.text[line.Start:line.End]); l.ended {
			break
		}
	}
	b, _ := l.blockOfLines(Paragraph, start, max(i, start+1))
	b.Runs = run.nonEmptyRuns()
	if len(run) == 0 || !l.isProse(b) {
		b.Kind, b.Runs = HTML, nil
	}
	return b, max(i, start+1)
}

// isReadAlone reports whether source, above a break, is a block of its own: it has prose, or it reads the prose of a file.
func (l *latexReader) isReadAlone(source string) bool {
	return l.hasProse(source) || readsFiles.MatchString(source)
}

// isProse reports whether a paragraph has words and does not look like macro code.
func (l *latexReader) isProse(b Block) bool {
	source := l.text[b.Span.Start:b.Span.End]
	if setsParameters(source) {
		return false
	}
	prose := string(l.format.AppendMask(nil, l.text, b))
	if !hasWord(prose) || isMacroCode(source, prose) {
		return false
	}
	for i := range len(prose) - 1 {
		if prose[i] == '#' && isDigit(prose[i+1]) && (i == 0 || source[i-1] != '\\') {
			return false
		}
	}
	if words := strings.Fields(prose); strings.HasPrefix(strings.TrimLeft(source, " \t"), `\`) && len(words) < 3 {
		endsSentence := len(words) > 0 && strings.ContainsAny(words[len(words)-1], ".?!…") // the prose may be only Unicode spaces
		return endsSentence || !strings.HasSuffix(strings.TrimRight(source, " \t%"), "}")
	}
	return true
}

// isMacroCode reports whether a paragraph is code: it names an internal macro, such as \name@part, and has many commands.
func isMacroCode(source, prose string) bool {
	if !strings.Contains(source, "@") {
		return false
	}
	source = string(withoutLaTeXComments(source))
	return packageMacro.MatchString(source) && len(strings.Fields(prose)) <= 2*strings.Count(source, `\`)
}

var packageMacro = regexp.MustCompile(`\\[a-zA-Z]+@[a-zA-Z]`)

func (l *latexReader) interruptsParagraph(i int) bool {
	line := l.trimmedLine(i)
	if line[0] == '%' {
		return l.isDirective(i)
	}
	if line[0] != '\\' {
		return false
	}
	if endsInput.MatchString(line) {
		return l.atMargin
	}
	if name, length := environmentAt(line, `\begin{`); length > 0 {
		kind, ok := l.format.own.kindOfEnvironment(name)
		return !ok || kind != Math
	}
	if name, length := environmentAt(line, `\end{`); length > 0 {
		_, ok := l.format.own.kindOfEnvironment(name)
		return !ok || name == "document"
	}
	return l.isHeading(i) || strings.HasPrefix(line, `\paragraph`) || strings.HasPrefix(line, `\subparagraph`) || line == `\par`
}

// addressArgument matches a command with an address that may contain percent signs.
var addressArgument = regexp.MustCompile(`^\\(?:url|href|nolinkurl|path)\{[^{}]*\}`)

// withoutComment returns a line without the comment at its end. In code and addresses, a percent sign begins none.
func withoutComment(line string) string {
	for i := 0; i < len(line); i++ {
		switch line[i] {
		case '\\':
			next := max(i+2, verbatimEnd(line, i))
			if at := addressArgument.FindStringIndex(line[i:]); at != nil {
				next = i + at[1]
			}
			i = next - 1
		case '%':
			return line[:i]
		}
	}
	return line
}

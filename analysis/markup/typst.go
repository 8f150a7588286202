package markup

import (
	"regexp"
	"slices"
	"strings"
)

// Typst is the markup of the Typst compiler. The grammar covered:
//
//	text                       a paragraph, to a blank line or any of the following
//	= Title <label>            a heading; also #heading(level: 2)[Title]
//	- a  + a  1. a  / T: a     lists, with the blocks indented below the items
//	``` … ```                  code
//	$ x $                      a formula, if it is alone; otherwise the paragraph continues
//	#let  #import              definitions
//	#set  #show  #include      not prose; they end with the line, or with the brackets open on it
//	#quote[…]                  a quote, and #table(…) and #grid(…) a table
//	#figure(…)  #f(…)          not prose, unless it contains content to be read: arguments
//	                           in brackets that have no name, as in #align(center, [Text])
//	#f(…)[                     at the end of a line: markup, and so is the line with ] that
//	                           closes it; the text between is ordinary text
//	#{ … }                     code
//	#line(length: 100%)        a rule
//	// text  /* text */        comments; a paragraph continues across them
//
// Text after a blank line is read independently of the text before it: content in brackets around a
// block does not affect it. Code in parentheses or braces, comments, formulas that begin with a
// line of their own and text between three or more backticks may contain blank lines. Parentheses, braces and
// formulas that are not closed end before a heading at the margin. typst_inline.go says which text
// within a paragraph is prose.
var Typst = Format{
	Name:               "typst",
	Extensions:         []string{".typ"},
	LanguageIDs:        []string{"typst"},
	comments:           []commentStyle{{"// ", ""}, {"//", ""}, {"/*", "*/"}},
	hardBreaks:         []string{`\`},
	scan:               scanTypst,
	inline:             scanTypstInline,
	read:               visibleTypstText,
	formula:            plainBareFormula,
	appliesToWholeText: regexp.MustCompile(`^#(?:set|show)\b|^/[/*]`),
	breaks:             typstBreaks,
	spacing:            typstSpaces,
	omissions:          typstOmissions,
	live:               interpretedTypst,
	notation:           typstNotation{},
}

func scanTypst(f Format, text string, isPart bool) []Block {
	t := typstReader{format: f, lineRange: newLineRange(text, isPart), atMargin: true}
	return t.readBlocks(t.readBlock)
}

type typstReader struct {
	lineRange
	format   Format
	atMargin bool // headings and directives for segls are allowed
}

func (t *typstReader) readInner(s lineRange) []Block {
	return s.readNested(func(s lineRange) []Block {
		in := typstReader{lineRange: s, format: t.format}
		return s.readBlocks(in.readBlock)
	})
}

// newLexerAt returns a lexer that begins at the first byte of line i that is not white space.
func (t *typstReader) newLexerAt(i int) *typstLexer {
	line := t.lines[i]
	return newTypstLexer(t.text, line.Start+leadingSpaceLength(t.line(i), 8*line.Len()), t.lines[len(t.lines)-1].End)
}

// lineContaining returns the first line, from line i on, that does not end before an offset, or the last line.
func (t *typstReader) lineContaining(i, offset int) int {
	for i+1 < len(t.lines) && t.lines[i].End < offset {
		i++
	}
	return i
}

func (t *typstReader) readBlock(i int) (Block, int) {
	line := t.trimmedLine(i)
	if said, ok := t.format.directiveSpan(t.text, t.lines[i]); ok && t.atMargin {
		b, next := t.blockOfLines(Directive, i, i+1)
		return b.withRuns([]Run{{said}}), next
	}
	var b Block
	next, ok := 0, false
	switch {
	case strings.HasPrefix(line, "//"):
		return t.readComments(i)
	case strings.HasPrefix(line, "/*"):
		b, next, ok = t.readAlone(i, HTML)
	case strings.HasPrefix(line, "```"):
		b, next, ok = t.readAlone(i, Code)
	case line[0] == '$':
		if b, next, ok = t.readAlone(i, Math); ok && !t.isParagraphEnd(next) && !t.interruptsParagraph(next) {
			ok = false // the paragraph continues
		}
	case t.isHeading(i):
		return t.readHeading(i)
	case line[0] == '#':
		b, next, ok = t.readCall(i)
	case isTypstClosing(line), typstLabels.MatchString(line):
		b, next = t.blockOfLines(HTML, i, i+1)
		ok = true
	default:
		if n, _ := parseTypstItemMarker(line); n > 0 {
			return t.readList(i)
		}
	}
	if ok {
		return b, next
	}
	return t.readParagraph(i)
}

// typstLabels matches a line that consists of labels, which belong to the block above.
var typstLabels = regexp.MustCompile(`^(?:<[\pL\pN_:.-]+>\s*)+$`)

// isTypstClosing reports whether a line closes content in brackets and has no words of its own. It may open content, as in `] else [`.
func isTypstClosing(line string) bool {
	if line[0] != ']' {
		return false
	}
	rest := strings.TrimLeft(line, "] \t")
	if strings.HasPrefix(rest, "else") {
		return strings.HasSuffix(rest, "[")
	}
	rest = typstClosing.ReplaceAllString(rest, "")
	return strings.Trim(rest, "[]();, \t") == ""
}

var typstClosing = regexp.MustCompile(`^(?:\s|[;,.]|<[\pL\pN_:.-]+>)*|//.*`)

func (t *typstReader) isHeading(i int) bool {
	return t.atMargin && typstHeadingSignCount(t.trimmedLine(i)) > 0
}

func (t *typstReader) readComments(i int) (Block, int) {
	end := i + 1
	for !t.isParagraphEnd(end) && strings.HasPrefix(t.trimmedLine(end), "//") && !t.isDirective(end) {
		end++
	}
	return t.blockOfLines(HTML, i, end)
}

func (t *typstReader) isDirective(i int) bool {
	_, ok := t.format.directiveSpan(t.text, t.lines[i])
	return ok && t.atMargin
}

// readAlone returns a block of the token at the beginning of line i; false if more follows than typstAfter allows.
func (t *typstReader) readAlone(i int, kind Kind) (Block, int, bool) {
	l := t.newLexerAt(i)
	token, _ := l.next()
	return t.blockEndingAt(i, token.End, kind)
}

// blockEndingAt returns a block from line i to an offset, with the labels after it; false if more follows than typstAfter allows.
func (t *typstReader) blockEndingAt(i, end int, kind Kind) (Block, int, bool) {
	last := t.lineContaining(i, end)
	if end > t.lines[last].End || !typstAfter.MatchString(t.text[end:t.lines[last].End]) {
		return Block{}, 0, false
	}
	if next := last + 1; !t.isParagraphEnd(next) && typstLabels.MatchString(t.trimmedLine(next)) {
		last = next
	}
	b, next := t.blockOfLines(kind, i, last+1)
	return b, next, true
}

// typstAfter matches the labels, punctuation and comments that may follow a block on its last line.
var typstAfter = regexp.MustCompile(`^(?:[\s;.,:]|<[\pL\pN_:.-]+>|/\*(?:[^*]|\*+[^*/])*\*+/)*(?://.*)?$`)

// readHeading reads a heading. A label and a comment are not part of its title.
func (t *typstReader) readHeading(i int) (Block, int) {
	l := t.newLexerAt(i)
	signs := typstHeadingSignCount(t.trimmedLine(i))
	title := Span{l.at + signs, t.lines[i].End}
	l.at = title.Start
	last, isOver := i, false
	for {
		token, ok := l.next()
		if !ok || token.kind == typstNewline && !l.isOpaque() {
			break
		}
		last = t.lineContaining(last, token.End)
		switch {
		case isOver:
		case (token.kind == typstComment || token.kind == typstLabel) && len(l.open) == 0:
			title.End, isOver = token.Start, true
		case last > i:
			title.End = token.End // the code continues
		}
	}
	b, next := t.blockOfLines(Heading, i, last+1)
	b.Level = min(signs, deepestHeading)
	if title = trimSpan(t.text, title); title.Len() > 0 {
		b.Runs = []Run{{title}}
	}
	return b, next
}

// typstParts are functions whose result is a block of its own, which ends the paragraph before it.
var typstParts = wordSet(`figure table grid image quote align block heading line pagebreak colbreak v outline bibliography columns
	place pad rect box stack parbreak figure-block lorem`)

// typstCall is the code at the beginning of a line: a statement, or a function call.
type typstCall struct {
	from, end   int    // [from, end) is the code, with the opening bracket at its end if it is an opener
	name        string // of the function; "" for other code
	content     Span   // the last argument in brackets
	isStatement bool
	isOpener    bool // it ends with the bracket before content that continues in the lines after it
}

// readCall reads a statement, or a function call that is alone; false if the code belongs to a paragraph.
func (t *typstReader) readCall(i int) (Block, int, bool) {
	c, ok := t.parseCall(i)
	switch {
	case !ok:
		return Block{}, 0, false
	case c.isOpener:
		return t.callOpeningBlock(i, c.end)
	case c.isStatement:
		kind := HTML
		if word := t.text[c.from+1:]; strings.HasPrefix(word, "let") || strings.HasPrefix(word, "import") {
			kind = Definition
		}
		return t.blockEndingAt(i, c.end, kind)
	}
	kind := t.kindOfCall(c)
	b, next, ok := t.blockEndingAt(i, c.end, kind)
	if !ok || !typstParts[c.name] && kind != Code && !t.isParagraphEnd(next) && !t.interruptsParagraph(next) {
		return b, next, false
	}
	if heading, ok := t.callAsHeading(b, c); ok {
		return heading, next, true
	}
	if kind != HTML {
		return b, next, true
	}
	return t.callAsProse(b, i, next, c.name), next, true
}

// parseCall reads the code at the beginning of line i; false if the lines after it are blocks of their own within its brackets.
func (t *typstReader) parseCall(i int) (typstCall, bool) {
	l := t.newLexerAt(i)
	c := typstCall{from: l.at}
	from := c.from
	c.isStatement = typstStatements[t.text[from+1:from+1+typstIdentifierLen(t.text[from+1:l.end])]]
	for l.at == from || !l.isCodeComplete() {
		before := len(l.open)
		token, ok := l.next()
		if !ok || c.isStatement && l.lastStatement().Start == from {
			break
		}
		if c.name == "" && l.call != nil {
			c.name = l.call.name
		}
		switch {
		case token.kind == typstNewline && !l.isOpaque():
			if c.isOpener {
				c.end = token.Start
				return c, true
			}
			if n := t.lineContaining(i, token.End); t.isParagraphEnd(n) || token.End >= l.end || t.interruptsParagraph(n) {
				return c, false
			}
		case token.kind == typstOpen && !l.isOpaque():
			if c.isOpener = true; before == 0 {
				c.content.Start = token.End
			}
			continue
		case token.kind == typstClose && len(l.open) == 0:
			c.content.End = token.Start
		}
		if token.kind != typstComment && (token.kind != typstText || strings.TrimSpace(t.text[token.Start:token.End]) != "") {
			c.isOpener = false
		}
	}
	switch c.end = l.at; {
	case c.isOpener:
		c.end = l.end
	case c.isStatement:
		l.finish()
		c.end = l.lastStatement().End
	}
	return c, true
}

// kindOfCall returns the kind of the block that a call makes; HTML if there is no special one.
func (t *typstReader) kindOfCall(c typstCall) Kind {
	switch {
	case t.text[c.from:min(len(t.text), c.from+2)] == "#{":
		return Code
	case c.name == "table" || c.name == "grid":
		return Table
	case c.name == "line":
		return Rule
	}
	return HTML
}

// callAsHeading returns the block of a call as a heading; false if the call does not make one.
func (t *typstReader) callAsHeading(b Block, c typstCall) (Block, bool) {
	if c.name != "heading" || c.content.Start >= c.content.End || !t.atMargin || strings.ContainsAny(t.text[c.content.Start:c.content.End], "\r\n") {
		return b, false
	}
	title := trimSpan(t.text, c.content)
	if title.Len() == 0 {
		return b, false
	}
	b.Kind, b.Level = Heading, parseTypstLevel(t.text[c.from:c.content.Start])
	return b.withRuns([]Run{{title}}), true
}

// callAsProse returns the block of a call in lines [i, next) as a paragraph or quote if it contains prose, and otherwise unchanged.
func (t *typstReader) callAsProse(b Block, i, next int, name string) Block {
	whole, _ := t.newParagraph(i, next)
	switch {
	case whole.Kind != Paragraph:
		return b
	case name == "quote":
		return b.asQuote([]Block{whole})
	}
	b.Kind = Paragraph
	return b.withRuns(whole.Runs)
}

// callOpeningBlock returns a block of the lines up to an offset, at which the content of a call begins.
func (t *typstReader) callOpeningBlock(i, end int) (Block, int, bool) {
	b, next := t.blockOfLines(HTML, i, t.lineContaining(i, end)+1)
	return b, next, true
}

var typstLevelArgument = regexp.MustCompile(`\b(?:level|depth)\s*:\s*(\d)`)

// parseTypstLevel returns the level of a heading made by a function, given its arguments.
func parseTypstLevel(arguments string) int {
	if m := typstLevelArgument.FindStringSubmatch(arguments); m != nil {
		return min(max(1, int(m[1][0]-'0')), deepestHeading)
	}
	return 1
}

func (t *typstReader) interruptsParagraph(i int) bool {
	line := t.trimmedLine(i)
	switch line[0] {
	case '/':
		if strings.HasPrefix(line, "//") || strings.HasPrefix(line, "/*") {
			return t.isDirective(i)
		}
	case '=':
		return t.isHeading(i)
	case '`':
		return strings.HasPrefix(line, "```") && !strings.Contains(strings.TrimLeft(line, "`"), "```")
	case '#':
		n := typstIdentifierLen(line[1:])
		word := line[1 : 1+n]
		isOpener := strings.HasSuffix(line, "[") && !strings.Contains(line, "//") && !typstUnreadable[word]
		return typstStatements[word] || typstParts[word] || strings.HasPrefix(line, "#{") || isOpener
	case ']':
		return isTypstClosing(line)
	}
	n, _ := parseTypstItemMarker(line)
	return n > 0
}

// readParagraph reads a paragraph, which continues across comments, formulas and code that span several lines.
func (t *typstReader) readParagraph(i int) (Block, int) {
	l := t.newLexerAt(i)
	end := i + 1
	for {
		token, ok := l.next()
		if !ok {
			end = len(t.lines)
			break
		}
		if end = t.lineContaining(end-1, token.End) + 1; token.kind == typstNewline && !l.isOpaque() {
			if end--; t.isParagraphEnd(end) || t.interruptsParagraph(end) || strings.HasSuffix(t.trimmedLine(end-1), "][") {
				break
			}
		}
	}
	return t.newParagraph(i, end)
}

// newParagraph returns a paragraph of the lines [i, end), or markup if they contain no word.
func (t *typstReader) newParagraph(i, end int) (Block, int) {
	b, next := t.blockOfLines(Paragraph, i, end)
	l := t.newLexerAt(i)
	l.end = max(l.at, b.Span.End)
	var left []Span // the spans that are left out
	for {
		token, ok := l.next()
		if !ok {
			break
		}
		if token.kind == typstComment {
			left = append(left, token.Span)
		}
	}
	l.finish()
	left = append(left, l.statements...)
	slices.SortFunc(left, func(a, b Span) int { return a.Start - b.Start })
	var run Run
	for _, line := range t.lines[i:end] {
		line.End = min(line.End, b.Span.End)
		for len(left) > 0 && left[0].Start < line.End {
			if left[0].Start > line.Start {
				run = appendLine(run, t.text, Span{line.Start, left[0].Start})
			}
			line.Start = min(line.End, max(line.Start, left[0].End))
			if left[0].End > line.End {
				break
			}
			left = left[1:]
		}
		if line.Start < line.End {
			run = appendLine(run, t.text, line)
		}
	}
	b.Runs = run.nonEmptyRuns()
	if len(run) > 0 && hasWord(string(t.format.AppendMask(nil, t.text, b))) {
		return b, next
	}
	b.Kind = HTML
	b.Runs = nil
	return b, next
}

// parseTypstItemMarker returns the length of an item's marker at the beginning of a line, and its sign, which is + for numbers.
func parseTypstItemMarker(line string) (n int, sign byte) {
	switch {
	case line == "":
		return 0, 0
	case line[0] == '-' || line[0] == '+' || line[0] == '/' && strings.Contains(line, ":"):
		n, sign = 1, line[0]
	default:
		for n < len(line) && n < 9 && isDigit(line[n]) {
			n++
		}
		if n == 0 || n == len(line) || line[n] != '.' {
			return 0, 0
		}
		n, sign = n+1, '+'
	}
	if n < len(line) && line[n] != ' ' && line[n] != '\t' {
		return 0, 0
	}
	return n, sign
}

// readList reads the items with the sign and the indentation of the first. Blank lines may separate them.
func (t *typstReader) readList(start int) (Block, int) {
	indent := t.indent(start)
	_, sign := parseTypstItemMarker(t.trimmedLine(start))
	var items []Block
	i, end := start, start
	for i < len(t.lines) && !t.beginsConflict(i) && t.indent(i) == indent {
		marker, other := parseTypstItemMarker(t.trimmedLine(i))
		if marker == 0 || other != sign {
			break
		}
		end = t.itemEnd(i, indent)
		marker += leadingSpaceLength(t.line(i), 8*t.lines[i].Len())
		items = append(items, Block{Kind: Item, Span: t.spanOfLines(i, end), Runs: appendProseRuns(nil, t.readInner(t.innerLines(i, end, marker, marker)))})
		for i = end; i < len(t.lines) && t.isBlankLine(i); {
			i++
		}
	}
	return newListBlock(t.spanOfLines(start, end), items), end
}

// itemEnd returns the end of the lines of the item on line i: those with more indentation, and those within its code and brackets.
func (t *typstReader) itemEnd(i, indent int) int {
	l := t.newLexerAt(i)
	l.isItem = true
	end := i + 1
	for {
		token, ok := l.next()
		if !ok {
			return len(t.lines) - t.countBlankAtEnd()
		}
		n := t.lineContaining(end-1, token.End)
		if token.kind != typstNewline || l.isOpaque() {
			end = n + 1
			continue
		}
		next := n
		for next < len(t.lines) && t.isBlankLine(next) {
			next++
		}
		if next == len(t.lines) || t.beginsConflict(next) || t.indent(next) <= indent {
			return end
		}
		l.at, end = t.lines[next].Start, next+1
	}
}

// countBlankAtEnd returns the number of blank lines at the end of the lines.
func (t *typstReader) countBlankAtEnd() int {
	n := 0
	for n < len(t.lines)-1 && t.isBlankLine(len(t.lines)-1-n) {
		n++
	}
	return n
}

package markup

import (
	"regexp"
	"strings"
)

// Org is the markup of Emacs' Org mode. The grammar covered:
//
//	text                       a paragraph, to a blank line or the line of a block
//	* TODO [#A] Title :tag:    a heading; it ends any block before it. With 15 stars or
//	                           more it is an inline task: a quote, and its END not prose
//	SCHEDULED: <x>             planning, and :PROPERTIES: … :END: drawers: not prose
//	#+NAME: value              keywords: not prose
//	#+BEGIN_X … #+END_X        a block, to its end or the next heading: SRC and EXAMPLE
//	                           are code, COMMENT and EXPORT not prose, others quotes
//	- a  + a  1. a   * a       lists, with the blocks indented under the items, the
//	                           star not at the margin; checkboxes, and term :: text
//	| a | b |                  a table
//	: text                     code
//	\begin{x} … \end{x}, \[    formulas
//	[fn:1] text                a footnote, to two blank lines or the next one
//	-----                      a rule
//	# text                     a comment
//
// Text after a blank line is read independently of the text before it, except after a footnote,
// which ends with two blank lines.
var Org = Format{
	Name:          "org",
	Extensions:    []string{".org"},
	LanguageIDs:   []string{"org", "orgmode"},
	comments:      []commentStyle{{"# ", ""}},
	hardBreaks:    []string{`\\`},
	scan:          newScanAfterMetadata(scanOrg),
	head:          siteMetadataLen,
	heads:         siteMetadataHeads,
	restartsAfter: restartsAfterFootnote,
	inline:        scanOrgInline,
	breaks:        orgBreaks,
	spacing:       orgSpaces,
	attributes:    orgAttributes,
	omissions:     orgOmissions,
	live:          interpretedOrg,
	notation:      orgNotation{},
}

// restartsAfterFootnote is like [restartsAfterBlankLine], but requires two blank lines after a footnote.
func restartsAfterFootnote(block, gap string) bool {
	return restartsAfterBlankLine(block, gap) && (countLineBreaks(gap) > 2 || !orgFootnote.MatchString(block))
}

func scanOrg(f Format, text string, isPart bool) []Block {
	o := orgReader{format: f, lineRange: newLineRange(text, isPart), atMargin: true}
	return o.read()
}

// headlineStarCount returns the number of stars at the beginning of a heading, or 0.
func headlineStarCount(line string) int {
	n := 0
	for n < len(line) && line[n] == '*' {
		n++
	}
	if n == len(line) || line[n] != ' ' {
		return 0
	}
	return n
}

type orgReader struct {
	lineRange
	format   Format
	atMargin bool // headings and directives for segls are allowed
}

func (o *orgReader) read() []Block { return o.readBlocks(o.readBlock) }

func (o *orgReader) readInner(s lineRange) []Block {
	return s.readNested(func(s lineRange) []Block {
		in := orgReader{lineRange: s, format: o.format}
		return in.read()
	})
}

func (o *orgReader) isHeading(i int) bool {
	n := headlineStarCount(o.line(i))
	return o.atMargin && 0 < n && n < inlineTaskStars
}

// inlineTaskStars is the minimum number of stars of an inline task: a headline that is not part of the outline.
const inlineTaskStars = 15

func (o *orgReader) isInlineTask(i int) bool {
	return o.atMargin && headlineStarCount(o.line(i)) >= inlineTaskStars
}

// readInlineTask reads the headline of an inline task, or its end.
func (o *orgReader) readInlineTask(i int) (Block, int) {
	b, next := o.readHeading(i)
	b.Kind, b.Level = Quote, 0
	if isInlineTaskEnd(o.line(i)) {
		b.Kind, b.Runs = HTML, nil
	}
	return b.withRunsOrMarkup(b.Runs), next
}

// isInlineTaskEnd reports whether a headline with the stars of an inline task ends one.
func isInlineTaskEnd(line string) bool {
	return strings.TrimSpace(strings.TrimLeft(line, "*")) == "END"
}

func (o *orgReader) readBlock(i int) (Block, int) {
	if o.isHeading(i) {
		return o.readHeading(i)
	}
	if o.isInlineTask(i) {
		return o.readInlineTask(i)
	}
	line := o.trimmedLine(i)
	if name, ok := orgBlockName(line); ok {
		return o.readDelimitedBlock(i, name)
	}
	switch {
	case orgItemMarkerLen(o.line(i)) > 0:
		return o.readList(i)
	case strings.HasPrefix(line, "#+"):
		return o.readLinesWhile(Definition, i, func(line string) bool {
			_, isBlock := orgBlockName(line)
			return strings.HasPrefix(line, "#+") && !isBlock
		})
	case line == "#" || strings.HasPrefix(line, "# "):
		b, next := o.blockOfLines(HTML, i, i+1)
		if said, ok := o.format.directiveSpan(o.text, o.lines[i]); ok && o.atMargin {
			b.Kind, b.Runs = Directive, []Run{{said}}
		}
		return b, next
	case line[0] == '|':
		return o.readLinesWhile(Table, i, func(line string) bool { return line[0] == '|' })
	case line == ":" || strings.HasPrefix(line, ": "):
		return o.readLinesWhile(Code, i, func(line string) bool { return line == ":" || strings.HasPrefix(line, ": ") })
	case isDrawer(line):
		return o.readLinesUntil(HTML, i, func(line string) bool { return strings.EqualFold(line, ":END:") })
	case isPlanning(line):
		return o.blockOfLines(HTML, i, i+1)
	case isOrgRule(line):
		return o.blockOfLines(Rule, i, i+1)
	case o.beginsFootnote(i):
		return o.blockOfLines(Definition, i, o.footnoteEnd(i))
	case strings.HasPrefix(line, `\begin{`):
		name, _, _ := strings.Cut(line[len(`\begin{`):], "}")
		return o.readLinesUntil(Math, i, func(line string) bool { return strings.HasPrefix(line, `\end{`+name+"}") })
	case strings.HasPrefix(line, `\[`):
		return o.readFormula(i, `\[`, `\]`)
	case strings.HasPrefix(line, "$$"):
		return o.readFormula(i, "$$", "$$")
	}
	return o.paragraphOfLines(i, o.paragraphEnd(i))
}

// readFormula returns a formula that is alone on its lines, or the paragraph that begins with it.
func (o *orgReader) readFormula(i int, opening, closing string) (Block, int) {
	line := o.trimmedLine(i)[len(opening):]
	for end := i; ; line = o.trimmedLine(end) {
		if _, after, isClosed := strings.Cut(line, closing); isClosed {
			if strings.Trim(after, ".,;") == "" {
				return o.blockOfLines(Math, i, end+1)
			}
			return o.paragraphOfLines(i, o.paragraphEnd(i))
		}
		if end++; o.isParagraphEnd(end) || o.isHeading(end) {
			return o.blockOfLines(Math, i, end)
		}
	}
}

// readLinesWhile returns a block of line i and the lines after it for which matches returns true.
func (o *orgReader) readLinesWhile(kind Kind, i int, matches func(line string) bool) (Block, int) {
	end := i + 1
	for !o.isParagraphEnd(end) && !o.isHeading(end) && matches(o.trimmedLine(end)) {
		end++
	}
	return o.blockOfLines(kind, i, end)
}

// readLinesUntil returns a block of the lines from i through the first for which isLast returns true, or up to a blank line or heading.
func (o *orgReader) readLinesUntil(kind Kind, i int, isLast func(line string) bool) (Block, int) {
	end := i
	for ; !o.isParagraphEnd(end) && (end == i || !o.isHeading(end)); end++ {
		if isLast(o.trimmedLine(end)) {
			return o.blockOfLines(kind, i, end+1)
		}
	}
	return o.blockOfLines(kind, i, end)
}

// readHeading reads a headline. Keyword, priority, statistics and tags are not part of its title.
func (o *orgReader) readHeading(i int) (Block, int) {
	b, next := o.blockOfLines(Heading, i, i+1)
	n := headlineStarCount(o.line(i))
	b.Level = min(n, deepestHeading)
	title := trimSpan(o.text, Span{o.lines[i].Start + n, o.lines[i].End})
	for {
		word, _, _ := strings.Cut(o.text[title.Start:title.End], " ")
		isPriority := len(word) == 4 && strings.HasPrefix(word, "[#") && word[3] == ']'
		if !todoKeywords[word] && !isPriority {
			break
		}
		title = trimSpan(o.text, Span{title.Start + len(word), title.End})
	}
	if read := o.text[title.Start:title.End]; strings.HasSuffix(read, ":") {
		from := strings.LastIndexAny(read, " \t") + 1
		if tags := read[from:]; len(tags) > 2 && tags[0] == ':' {
			title = trimSpan(o.text, Span{title.Start, title.Start + from})
		}
	}
	if at := statistics.FindStringIndex(o.text[title.Start:title.End]); at != nil {
		title = trimSpan(o.text, Span{title.Start, title.Start + at[0]})
	}
	if title.Len() > 0 {
		b.Runs = []Run{{title}}
	}
	return b, next
}

// statistics matches the share of the tasks below a headline that are done: [1/3], [33%].
var statistics = regexp.MustCompile(`\[(?:\d*/\d*|\d*%)\]$`)

var todoKeywords = wordSet("TODO DONE NEXT WAITING STARTED CANCELED CANCELLED HOLD COMMENT")

// orgBlockName returns the name of the block that a line begins, in capitals.
func orgBlockName(line string) (name string, ok bool) {
	const begin = "#+BEGIN_"
	if len(line) <= len(begin) || !strings.EqualFold(line[:len(begin)], begin) {
		return "", false
	}
	name, _, _ = strings.Cut(line[len(begin):], " ")
	return strings.ToUpper(name), name != ""
}

var orgBlocks = map[string]Kind{"SRC": Code, "EXAMPLE": Code, "COMMENT": HTML, "EXPORT": HTML}

func (o *orgReader) readDelimitedBlock(i int, name string) (Block, int) {
	end := i + 1
	for end < len(o.lines) && !o.isHeading(end) && !strings.EqualFold(o.trimmedLine(end), "#+END_"+name) {
		end++
	}
	next := end
	if end < len(o.lines) && !o.isHeading(end) {
		next = end + 1
	}
	kind, ok := orgBlocks[name]
	if ok {
		return o.blockOfLines(kind, i, next)
	}
	b, _ := o.blockOfLines(Quote, i, next)
	return b.asQuote(o.readInner(o.innerLines(i+1, end, 0, 0))), next
}

// isDrawer reports whether a line begins a drawer: `:NAME:`.
func isDrawer(line string) bool {
	return len(line) > 2 && line[0] == ':' && line[len(line)-1] == ':' && !strings.ContainsAny(line[1:len(line)-1], ": \t")
}

func isPlanning(line string) bool {
	return strings.HasPrefix(line, "SCHEDULED:") || strings.HasPrefix(line, "DEADLINE:") || strings.HasPrefix(line, "CLOSED:") || strings.HasPrefix(line, "CLOCK:")
}

// isOrgRule reports whether a line is a rule, which needs no blank lines around it.
func isOrgRule(line string) bool { return len(line) >= 5 && strings.Trim(line, "-") == "" }

// paragraphEnd returns the first line after the paragraph that begins on line i.
func (o *orgReader) paragraphEnd(i int) int {
	for i++; !o.isParagraphEnd(i) && !o.isHeading(i) && !o.isInlineTask(i); i++ {
		line := o.trimmedLine(i)
		if line[0] == '|' || strings.HasPrefix(line, "#+") || strings.HasPrefix(line, "# ") || strings.HasPrefix(line, `\begin{`) ||
			isDrawer(line) || orgItemMarkerLen(o.line(i)) > 0 || strings.HasPrefix(line, ": ") || isOrgRule(line) || o.beginsFootnote(i) {
			break
		}
	}
	return i
}

func (o *orgReader) beginsFootnote(i int) bool {
	return o.atMargin && orgFootnote.MatchString(o.line(i))
}

// footnoteEnd returns the line after the footnote on line i. Two blank lines, a headline, a merge conflict or the next footnote end it.
func (o *orgReader) footnoteEnd(i int) int {
	end := i + 1
	for n := end; n < len(o.lines); n++ {
		if o.isBlankLine(n) {
			if n+1 < len(o.lines) && o.isBlankLine(n+1) {
				break
			}
			continue
		}
		if o.isHeading(n) || o.isInlineTask(n) || o.beginsFootnote(n) || o.beginsConflict(n) {
			break
		}
		end = n + 1
	}
	return end
}

// orgItemMarkerLen returns the length of the marker of a list item at the beginning of a line, with white space and a checkbox, or 0.
func orgItemMarkerLen(line string) int {
	from := leadingSpaceLength(line, len(line)*8)
	n := from
	switch {
	case n == len(line):
		return 0
	case line[n] == '-', line[n] == '+', line[n] == '*' && from > 0:
		n++
	default:
		for n < len(line) && isDigit(line[n]) {
			n++
		}
		if n == from && isAlpha(line[n]) {
			n++
		}
		if n == from || n == len(line) || line[n] != '.' && line[n] != ')' {
			return 0
		}
		n++
	}
	if n < len(line) && !isSpace(line[n]) {
		return 0
	}
	n += leadingSpaceLength(line[n:], 8*len(line))
	for _, box := range []string{"[ ]", "[X]", "[-]"} {
		if strings.HasPrefix(line[n:], box) {
			return n + len(box)
		}
	}
	return n
}

// readList reads the items with the indentation of the first, up to two blank lines or a line that is not in an item.
func (o *orgReader) readList(start int) (Block, int) {
	indent := o.indent(start)
	var items []Block
	i, end := start, start
	for i < len(o.lines) && !o.isBlankLine(i) && orgItemMarkerLen(o.line(i)) > 0 && o.indent(i) == indent && !o.isHeading(i) {
		end = o.itemEnd(i, indent)
		marker := orgItemMarkerLen(o.line(i))
		items = append(items, Block{Kind: Item, Span: o.spanOfLines(i, end), Runs: appendProseRuns(nil, o.readInner(o.innerLines(i, end, marker, marker)))})
		i = end
		if i+1 < len(o.lines) && o.isBlankLine(i) && !o.isBlankLine(i+1) {
			i++
		}
	}
	return newListBlock(o.spanOfLines(start, end), items), end
}

// itemEnd returns the end of the lines of the item on line i: those with more indentation, up to two blank lines in a row.
func (o *orgReader) itemEnd(i, indent int) int {
	end := i + 1
	for n := i + 1; n < len(o.lines); n++ {
		if o.isBlankLine(n) {
			if n+1 < len(o.lines) && o.isBlankLine(n+1) {
				break
			}
			continue
		}
		if o.indent(n) <= indent {
			break
		}
		end = n + 1
	}
	return end
}

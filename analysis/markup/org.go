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
	comments:      []comment{{"# ", ""}},
	hardBreaks:    []string{`\\`},
	scan:          scanAfterMetadata(scanOrg),
	head:          siteMetadata,
	heads:         siteMetadataHeads,
	restartsAfter: restartsAfterFootnote,
	inline:        scanOrgInline,
	breaks:        orgBreaks,
	omissions:     orgOmissions,
	live:          liveOrg,
	notation:      orgNotation{},
}

// restartsAfterFootnote is like [restartsAfterBlankLine], but returns false after a footnote unless
// two blank lines follow it.
func restartsAfterFootnote(block, gap string) bool {
	return restartsAfterBlankLine(block, gap) && (lineBreaks(gap) > 2 || !orgFootnote.MatchString(block))
}

func scanOrg(f Format, text string, isPart bool) []Block {
	o := orgReader{format: f, lineRange: linesOf(text, isPart), atMargin: true}
	return o.read()
}

// headlineStars returns the number of stars at the beginning of a heading, or 0.
func headlineStars(line string) int {
	n := 0
	for n < len(line) && line[n] == '*' {
		n++
	}
	if n == len(line) || line[n] != ' ' {
		return 0
	}
	return n
}

// orgReader reads the blocks of Org.
type orgReader struct {
	lineRange
	format   Format
	atMargin bool // headings and directives for segls are allowed
}

func (o *orgReader) read() []Block { return o.readBlocks(o.blockAt) }

// within returns the blocks of a range of lines in this one.
func (o *orgReader) within(s lineRange) []Block {
	return s.blocksOf(func(s lineRange) []Block {
		in := orgReader{lineRange: s, format: o.format}
		return in.read()
	})
}

// isHeading reports whether a line is a headline.
func (o *orgReader) isHeading(i int) bool {
	n := headlineStars(o.line(i))
	return o.atMargin && 0 < n && n < inlineTaskStars
}

// inlineTaskStars is the least number of stars of an inline task: a headline that is not part of the outline.
const inlineTaskStars = 15

func (o *orgReader) isInlineTask(i int) bool {
	return o.atMargin && headlineStars(o.line(i)) >= inlineTaskStars
}

// inlineTask reads the headline of an inline task, or its end.
func (o *orgReader) inlineTask(i int) (Block, int) {
	b, next := o.heading(i)
	b.Kind, b.Level = Quote, 0
	if isInlineTaskEnd(o.line(i)) {
		b.Kind, b.Runs = HTML, nil
	}
	return b.orMarkup(b.Runs), next
}

// isInlineTaskEnd reports whether the headline of an inline task is the end of one.
func isInlineTaskEnd(line string) bool {
	return strings.TrimSpace(strings.TrimLeft(line, "*")) == "END"
}

func (o *orgReader) blockAt(i int) (Block, int) {
	if o.isHeading(i) {
		return o.heading(i)
	}
	if o.isInlineTask(i) {
		return o.inlineTask(i)
	}
	line := o.trimmed(i)
	if name, ok := orgBlock(line); ok {
		return o.delimited(i, name)
	}
	switch {
	case orgMarker(o.line(i)) > 0:
		return o.list(i)
	case strings.HasPrefix(line, "#+"):
		return o.linesWhile(Definition, i, func(line string) bool { _, isBlock := orgBlock(line); return strings.HasPrefix(line, "#+") && !isBlock })
	case line == "#" || strings.HasPrefix(line, "# "):
		b, next := o.block(HTML, i, i+1)
		if said, ok := o.format.directive(o.text, o.lines[i]); ok && o.atMargin {
			b.Kind, b.Runs = Directive, []Run{{said}}
		}
		return b, next
	case line[0] == '|':
		return o.linesWhile(Table, i, func(line string) bool { return line[0] == '|' })
	case line == ":" || strings.HasPrefix(line, ": "):
		return o.linesWhile(Code, i, func(line string) bool { return line == ":" || strings.HasPrefix(line, ": ") })
	case isDrawer(line):
		return o.linesUntil(HTML, i, func(line string) bool { return strings.EqualFold(line, ":END:") })
	case isPlanning(line):
		return o.block(HTML, i, i+1)
	case isOrgRule(line):
		return o.block(Rule, i, i+1)
	case o.beginsFootnote(i):
		return o.block(Definition, i, o.footnoteEnd(i))
	case strings.HasPrefix(line, `\begin{`):
		name, _, _ := strings.Cut(line[len(`\begin{`):], "}")
		return o.linesUntil(Math, i, func(line string) bool { return strings.HasPrefix(line, `\end{`+name+"}") })
	case strings.HasPrefix(line, `\[`):
		return o.formula(i, `\[`, `\]`)
	case strings.HasPrefix(line, "$$"):
		return o.formula(i, "$$", "$$")
	}
	return o.paragraph(i, o.paragraphEnd(i))
}

// formula returns a formula that is alone on its lines, or the paragraph that begins with it.
func (o *orgReader) formula(i int, opening, closing string) (Block, int) {
	line := o.trimmed(i)[len(opening):]
	for end := i; ; line = o.trimmed(end) {
		if _, after, isClosed := strings.Cut(line, closing); isClosed {
			if strings.Trim(after, ".,;") == "" {
				return o.block(Math, i, end+1)
			}
			return o.paragraph(i, o.paragraphEnd(i))
		}
		if end++; o.isParagraphEnd(end) || o.isHeading(end) {
			return o.block(Math, i, end)
		}
	}
}

// linesWhile returns a block of line i and the lines after it that satisfy is.
func (o *orgReader) linesWhile(kind Kind, i int, is func(line string) bool) (Block, int) {
	end := i + 1
	for !o.isParagraphEnd(end) && !o.isHeading(end) && is(o.trimmed(end)) {
		end++
	}
	return o.block(kind, i, end)
}

// linesUntil returns a block of the lines from i up to the first that satisfies is, or up to the next
// blank line if that comes first.
func (o *orgReader) linesUntil(kind Kind, i int, is func(line string) bool) (Block, int) {
	end := i
	for ; !o.isParagraphEnd(end) && (end == i || !o.isHeading(end)); end++ {
		if is(o.trimmed(end)) {
			return o.block(kind, i, end+1)
		}
	}
	return o.block(kind, i, end)
}

// heading reads a headline. Keyword, priority, statistics and tags are not part of its title.
func (o *orgReader) heading(i int) (Block, int) {
	b, next := o.block(Heading, i, i+1)
	n := headlineStars(o.line(i))
	b.Level = min(n, deepestHeading)
	title := trim(o.text, Span{o.lines[i].Start + n, o.lines[i].End})
	for {
		word, _, _ := strings.Cut(o.text[title.Start:title.End], " ")
		isPriority := len(word) == 4 && strings.HasPrefix(word, "[#") && word[3] == ']'
		if !todoKeywords[word] && !isPriority {
			break
		}
		title = trim(o.text, Span{title.Start + len(word), title.End})
	}
	if read := o.text[title.Start:title.End]; strings.HasSuffix(read, ":") {
		from := strings.LastIndexAny(read, " \t") + 1
		if tags := read[from:]; len(tags) > 2 && tags[0] == ':' {
			title = trim(o.text, Span{title.Start, title.Start + from})
		}
	}
	if at := statistics.FindStringIndex(o.text[title.Start:title.End]); at != nil {
		title = trim(o.text, Span{title.Start, title.Start + at[0]})
	}
	if title.Len() > 0 {
		b.Runs = []Run{{title}}
	}
	return b, next
}

// statistics matches the share of the tasks below a headline that are done: [1/3], [33%].
var statistics = regexp.MustCompile(`\[(?:\d*/\d*|\d*%)\]$`)

var todoKeywords = wordSet("TODO DONE NEXT WAITING STARTED CANCELED CANCELLED HOLD COMMENT")

// orgBlock returns the name of the block that a line begins, in capitals.
func orgBlock(line string) (name string, ok bool) {
	const begin = "#+BEGIN_"
	if len(line) <= len(begin) || !strings.EqualFold(line[:len(begin)], begin) {
		return "", false
	}
	name, _, _ = strings.Cut(line[len(begin):], " ")
	return strings.ToUpper(name), name != ""
}

var orgBlocks = map[string]Kind{"SRC": Code, "EXAMPLE": Code, "COMMENT": HTML, "EXPORT": HTML}

func (o *orgReader) delimited(i int, name string) (Block, int) {
	end := i + 1
	for end < len(o.lines) && !o.isHeading(end) && !strings.EqualFold(o.trimmed(end), "#+END_"+name) {
		end++
	}
	next := end
	if end < len(o.lines) && !o.isHeading(end) {
		next = end + 1
	}
	kind, ok := orgBlocks[name]
	if ok {
		return o.block(kind, i, next)
	}
	b, _ := o.block(Quote, i, next)
	return b.asQuote(o.within(o.innerLines(i+1, end, 0, 0))), next
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

// paragraphEnd returns the line that ends the paragraph that begins in line i.
func (o *orgReader) paragraphEnd(i int) int {
	for i++; !o.isParagraphEnd(i) && !o.isHeading(i) && !o.isInlineTask(i); i++ {
		line := o.trimmed(i)
		if line[0] == '|' || strings.HasPrefix(line, "#+") || strings.HasPrefix(line, "# ") || strings.HasPrefix(line, `\begin{`) ||
			isDrawer(line) || orgMarker(o.line(i)) > 0 || strings.HasPrefix(line, ": ") || isOrgRule(line) || o.beginsFootnote(i) {
			break
		}
	}
	return i
}

func (o *orgReader) beginsFootnote(i int) bool {
	return o.atMargin && orgFootnote.MatchString(o.line(i))
}

// footnoteEnd returns the line that ends the footnote that begins in line i: the first of two blank
// ones, a headline, or the next footnote.
func (o *orgReader) footnoteEnd(i int) int {
	end := i + 1
	for n := end; n < len(o.lines); n++ {
		if o.isBlank(n) {
			if n+1 < len(o.lines) && o.isBlank(n+1) {
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

// orgMarker returns the length of the marker of a list item at the beginning of a line, including
// white space, a checkbox and the mark of a term, or 0.
func orgMarker(line string) int {
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
	n += leadingSpaceLength(line[n:], len(line))
	for _, box := range []string{"[ ]", "[X]", "[-]"} {
		if strings.HasPrefix(line[n:], box) {
			return n + len(box)
		}
	}
	return n
}

// list reads the items with the indentation of the first, up to two blank lines or a line with less
// indentation.
func (o *orgReader) list(start int) (Block, int) {
	indent := o.indent(start)
	var items []Block
	i, end := start, start
	for i < len(o.lines) && !o.isBlank(i) && orgMarker(o.line(i)) > 0 && o.indent(i) == indent && !o.isHeading(i) {
		end = o.itemEnd(i, indent)
		marker := orgMarker(o.line(i))
		items = append(items, Block{Kind: Item, Span: o.span(i, end), Runs: appendProseRuns(nil, o.within(o.innerLines(i, end, marker, marker)))})
		i = end
		if i+1 < len(o.lines) && o.isBlank(i) && !o.isBlank(i+1) {
			i++
		}
	}
	return listOf(o.span(start, end), items), end
}

// itemEnd returns the end of the lines that belong to the item in line i: those with more
// indentation, without two blank lines in a row.
func (o *orgReader) itemEnd(i, indent int) int {
	end := i + 1
	for n := i + 1; n < len(o.lines); n++ {
		if o.isBlank(n) {
			if n+1 < len(o.lines) && o.isBlank(n+1) {
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

package markup

import (
	"strings"
)

// AsciiDoc is the markup of Asciidoctor. The grammar covered:
//
//	= Title              a heading, at the margin; also # and Title over ====
//	:name: value         an attribute entry: not prose, like all text directly
//	                     under a title of the first level
//	text                 a paragraph, to a blank line or the first line of a block
//	NOTE: text           an admonition: a paragraph without its label
//	  text               a literal paragraph: code
//	* a  - a  . a  1. a  lists, also <1>; a block after a line of + belongs to the item
//	term:: text          a description list: a list
//	----  ....  ```      delimited code, to the same delimiter or the end
//	====  ****  ____  -- delimited prose: a quote
//	++++  |===  ////     delimited raw text or math, tables, comments
//	[style]  [[id]]      attributes, and .Title, a title: part of the block below
//	image::x[]           a block macro; also include, ifdef and so on
//	'''  ---  ***  <<<   a thematic or page break
//	// text              a comment
//
// Styles such as [source], [listing], [stem] and [verse] determine the kind of the paragraph or
// open block below them. Attributes apply to a block only if there is no blank line between them.
// Text after a blank line is read independently of the text before it.
var AsciiDoc = Format{
	Name:        "asciidoc",
	Extensions:  []string{".adoc", ".asciidoc", ".asc"},
	LanguageIDs: []string{"asciidoc", "asciidoctor", "adoc"},
	comments:    []commentStyle{{"//", ""}},
	hardBreaks:  []string{adocHardBreak},
	scan:        newScanAfterMetadata(scanAsciiDoc),
	head:        siteMetadataLen,
	heads:       siteMetadataHeads,
	inline:      scanAsciiDocInline,
	formula:     plainBareFormula,
	breaks:      asciidocBreaks,
	spacing:     asciidocSpaces,
	omissions:   asciidocOmissions,
	live:        interpretedAsciiDoc,
	notation:    asciidocNotation{},
}

const adocHardBreak = " +"

func scanAsciiDoc(f Format, text string, isPart bool) []Block {
	a := adocReader{format: f, lineRange: newLineRange(text, isPart), atMargin: true}
	return a.read()
}

type adocReader struct {
	lineRange
	format   Format
	atMargin bool // headings and directives are allowed
	attached bool // the lines are attached to an item of a list; the next item ends a paragraph
}

func (a *adocReader) read() []Block { return a.readBlocks(a.readBlock) }

func (a *adocReader) readInner(s lineRange) []Block {
	return s.readNested(func(s lineRange) []Block {
		in := adocReader{lineRange: s, format: a.format}
		return in.read()
	})
}

// readBlock reads a block, with the attributes and the title above it.
func (a *adocReader) readBlock(i int) (Block, int) {
	if i > 0 && strings.HasPrefix(a.line(i-1), "= ") && a.isHeading(i-1) {
		return a.blockOfLines(Definition, i, a.nextParagraphEnd(i))
	}
	start, style := i, ""
	for ; i < len(a.lines) && isAdocAttributes(a.line(i)); i++ {
		if s := adocBlockStyle(a.trimmedLine(i)); s != "" {
			style = s
		}
	}
	if a.isParagraphEnd(i) {
		return a.blockOfLines(Definition, start, i)
	}
	b, next := a.readStyledBlock(i, style)
	b.Span.Start = a.lines[start].Start
	return b, next
}

// isAdocAttributes reports whether a line has attributes or the title of the block below it.
func isAdocAttributes(line string) bool {
	line = strings.TrimRight(line, " \t")
	isTitle := len(line) > 1 && line[0] == '.' && !isSpace(line[1]) && line[1] != '.'
	return isTitle || len(line) > 2 && line[0] == '[' && line[len(line)-1] == ']' && (isAlnum(line[1]) || strings.IndexByte("[#.%,\"'{", line[1]) >= 0)
}

// adocBlockStyle returns the style in an attribute line: the start of the first positional attribute.
func adocBlockStyle(line string) string {
	if line[0] != '[' || line[1] == '[' {
		return ""
	}
	end := strings.IndexAny(line[1:], ",#.%]= ")
	return line[1 : 1+end]
}

var adocStyles = map[string]Kind{
	"source": Code, "listing": Code, "literal": Code, "plantuml": Code, "mermaid": Code, "graphviz": Code, "ditaa": Code,
	"stem": Math, "latexmath": Math, "asciimath": Math, "comment": HTML, "pass": HTML,
	"quote": Quote, "verse": Quote, "bibliography": Definition,
}

// readStyledBlock reads the block below its attributes. style is empty if they have none.
func (a *adocReader) readStyledBlock(i int, style string) (Block, int) {
	kind, isStyled := adocStyles[style]
	line := strings.TrimRight(a.line(i), " \t")
	if inside, isDelimiter := adocDelimitedKind(line); isDelimiter {
		if isStyled && kind != Quote && (inside == Quote || inside == HTML) {
			inside = kind
		}
		end := a.findLine(i+1, line)
		b, next := a.blockOfLines(inside, i, min(end+1, len(a.lines)))
		switch {
		case inside == Quote:
			b = b.asQuote(a.readInner(a.innerLines(i+1, end, 0, 0)))
		case line[0] == '+' && end > i+1 && htmlWithProse.MatchString(a.line(i+1)):
			body := a.spanOfLines(i+1, end)
			inner := HyperText.Scan(a.text[body.Start:body.End])
			for n := range inner {
				inner[n].Shift(body.Start)
			}
			b = b.asQuote(inner)
		}
		return b, next
	}
	if style == "discrete" || style == "float" { // a heading that is not part of the outline
		if b, end := a.readUnstyledBlock(i); b.Kind == Heading {
			b.Kind, b.Level = Quote, 0
			return b, end
		}
	}
	if isStyled && !a.isHeading(i) {
		b, end := a.blockOfLines(kind, i, a.paragraphEnd(i))
		if kind == Quote {
			b = b.withRunsOrMarkup(a.runOfLines(i, end).nonEmptyRuns())
		}
		return b, end
	}
	return a.readUnstyledBlock(i)
}

// adocDelimitedKind returns the kind of the block that a line delimits, or false if it is no delimiter.
func adocDelimitedKind(line string) (Kind, bool) {
	if len(line) < 2 {
		return 0, false
	}
	isLine := len(line) >= 4 && strings.Trim(line, line[:1]) == ""
	switch {
	case line == "--", isLine && (line[0] == '=' || line[0] == '*' || line[0] == '_'):
		return Quote, true
	case isLine && (line[0] == '-' || line[0] == '.'), strings.HasPrefix(line, "```") && !strings.Contains(line[3:], "`"):
		return Code, true
	case isLine && (line[0] == '+' || line[0] == '/'):
		return HTML, true
	case len(line) >= 4 && strings.IndexByte("|,:!", line[0]) >= 0 && strings.Trim(line[1:], "=") == "":
		return Table, true
	}
	return 0, false
}

func (a *adocReader) readUnstyledBlock(i int) (Block, int) {
	line := strings.TrimRight(a.line(i), " \t")
	switch {
	case a.isHeading(i):
		return a.readHeading(i)
	case a.isTwoLineHeading(i):
		b, next := a.blockOfLines(Heading, i, i+2)
		b.Level = 1 + strings.IndexByte(adocUnderlines, a.line(i + 1)[0])
		return b.withRuns(a.runOfLines(i, i+1).nonEmptyRuns()), next
	case isAdocBreak(line):
		return a.blockOfLines(Rule, i, i+1)
	case strings.HasPrefix(line, "//"):
		b, next := a.blockOfLines(HTML, i, i+1)
		if said, ok := a.format.directiveSpan(a.text, a.lines[i]); ok && a.atMargin {
			b.Kind, b.Runs = Directive, []Run{{said}}
		}
		return b, next
	case line[0] == ':' && isAttributeEntry(line):
		end := i + 1
		for !a.isParagraphEnd(end) && (isAttributeEntry(a.line(end)) || strings.HasSuffix(a.line(end-1), " \\") || strings.HasSuffix(a.line(end-1), " +")) {
			end++
		}
		return a.blockOfLines(Definition, i, end)
	case isBlockMacro(line):
		return a.blockOfLines(HTML, i, i+1)
	case line == "+":
		return a.blockOfLines(HTML, i, i+1) // no item to continue
	}
	if n, _ := parseAdocItemMarker(a.line(i)); n > 0 {
		return a.readList(i)
	}
	if a.isIndented(i) {
		return a.blockOfLines(Code, i, a.nextParagraphEnd(i))
	}
	end := a.paragraphEnd(i)
	b, _ := a.paragraphOfLines(i, end)
	if b.Kind == Paragraph {
		for _, label := range []string{"NOTE: ", "TIP: ", "IMPORTANT: ", "CAUTION: ", "WARNING: "} {
			if strings.HasPrefix(a.line(i), label) {
				b.Runs[0][0] = trimSpan(a.text, Span{b.Runs[0][0].Start + len(label) - 1, b.Runs[0][0].End})
			}
		}
	}
	return b, end
}

// isAdocBreak reports whether a line is a thematic break, including those of Markdown, or a page break.
func isAdocBreak(line string) bool {
	switch mark := line[:1]; mark {
	case "'", "<":
		return len(line) >= len("'''") && strings.Trim(line, mark) == ""
	case "-", "*", "_":
		gap := strings.Repeat(" ", max(0, len(line)-len("***"))/2)
		return line == mark+gap+mark+gap+mark
	}
	return false
}

// adocUnderlines are the characters that underline titles, the highest level first.
const adocUnderlines = "=-~^+"

// isHeading reports whether a line is a title after equals or number signs.
func (a *adocReader) isHeading(i int) bool {
	line := a.line(i)
	n := countRepeats([]byte(line[:min(len(line), 7)]), 0, line[0])
	return a.atMargin && (line[0] == '=' || line[0] == '#') && n <= 6 && n < len(line) && isSpace(line[n]) && strings.TrimSpace(line[n:]) != ""
}

func (a *adocReader) readHeading(i int) (Block, int) {
	line := a.line(i)
	level := countRepeats([]byte(line), 0, line[0])
	b, next := a.blockOfLines(Heading, i, i+1)
	b.Level = level
	title := Span{a.lines[i].Start + level, a.lines[i].End}
	opened, _ := cutAdocClosingSigns(a.text[title.Start:title.End], line[:level])
	return b.withRuns([]Run{{trimSpan(a.text, Span{title.Start, title.Start + len(opened)})}}), next
}

// cutAdocClosingSigns removes the signs after a title that repeat those before it, as in `== Salt ==`, and reports whether
// there are any.
func cutAdocClosingSigns(title, signs string) (opened string, ok bool) {
	opened, ok = strings.CutSuffix(strings.TrimRight(title, " \t"), signs)
	if !ok || opened == "" || !isSpace(opened[len(opened)-1]) || strings.TrimSpace(opened) == "" {
		return title, false
	}
	return opened, true
}

// isTwoLineHeading reports whether a line is a title with an underline of nearly the same length.
func (a *adocReader) isTwoLineHeading(i int) bool {
	if !a.atMargin || i+1 >= len(a.lines) || a.isIndented(i) || a.isBlankLine(i+1) || !hasWord(a.line(i)) || strings.HasPrefix(a.line(i), "|") {
		return false
	}
	under := strings.TrimRight(a.line(i+1), " \t")
	width := len([]rune(a.trimmedLine(i)))
	return len(under) > 2 && strings.IndexByte(adocUnderlines, under[0]) >= 0 && strings.Trim(under, under[:1]) == "" &&
		width-3 < len(under) && len(under) < width+3
}

// paragraphEnd returns the line after the paragraph that begins on line i: a blank one, or one that begins something else.
func (a *adocReader) paragraphEnd(i int) int {
	for i++; !a.isParagraphEnd(i); i++ {
		line := strings.TrimRight(a.line(i), " \t")
		if _, isDelimiter := adocDelimitedKind(line); isDelimiter || line == "+" || line[0] == '[' && isAdocAttributes(line) {
			break
		}
		if n, _ := parseAdocItemMarker(a.line(i)); n > 0 && a.attached {
			break
		}
		if _, ok := a.format.directiveSpan(a.text, a.lines[i]); ok && a.atMargin {
			break
		}
	}
	return i
}

// isAttributeEntry reports whether a line is `:name: value`.
func isAttributeEntry(line string) bool {
	name, _, ok := strings.Cut(strings.TrimPrefix(line, ":"), ":")
	return ok && line[0] == ':' && name != "" && !strings.ContainsAny(name, " \t")
}

// isBlockMacro reports whether a line consists of `name::target[attributes]`.
func isBlockMacro(line string) bool {
	name, rest, ok := strings.Cut(line, "::")
	return ok && name != "" && !strings.ContainsAny(name, " \t") && strings.HasSuffix(rest, "]") && strings.Contains(rest, "[") &&
		!strings.HasPrefix(rest, " ")
}

// parseAdocItemMarker returns the length of a list item's marker at the beginning of a line, with white space, or 0, and a
// class that distinguishes the markers of different levels.
func parseAdocItemMarker(line string) (n int, class string) {
	from := leadingSpaceLength(line, 8*len(line))
	rest := line[from:]
	if rest == "" {
		return 0, ""
	}
	switch c := rest[0]; {
	case c == '*', c == '.', c == '-':
		n = countRepeats([]byte(rest[:min(len(rest), 8)]), 0, c)
		if c == '-' && n > 1 || n > 6 {
			return 0, ""
		}
		class = rest[:n]
	case c == '<':
		n = strings.IndexByte(rest[:min(len(rest), 5)], '>') + 1
		class = "<"
	case isDigit(c):
		for n < len(rest) && n < 9 && isDigit(rest[n]) {
			n++
		}
		if n == len(rest) || rest[n] != '.' {
			return 0, ""
		}
		n++
		class = "1"
	case isAlpha(c) && len(rest) > 1 && rest[1] == '.':
		n, class = 2, "a"
	}
	if n > 0 && n < len(rest) && isSpace(rest[n]) {
		return from + n + leadingSpaceLength(rest[n:], 8*len(rest)), class
	}
	return parseAdocTermMarker(line, from)
}

// parseAdocTermMarker is like [parseAdocItemMarker] for a term, `term::`. The term is prose, so the length is that of the
// white space before it, but at least 1.
func parseAdocTermMarker(line string, from int) (n int, class string) {
	end := strings.Index(line, "::")
	mark := "::"
	if semicolons := strings.Index(line, ";;"); semicolons > 0 && end < 0 {
		end, mark = semicolons, ";;"
	}
	if end <= from {
		return 0, ""
	}
	colons := countRepeats([]byte(line), end, mark[0])
	if after := end + colons; colons > 4 || after < len(line) && !isSpace(line[after]) {
		return 0, ""
	}
	return max(from, 1), line[end : end+colons]
}

// readList reads consecutive items of a list, including nested ones. A comment after a blank line ends the list.
func (a *adocReader) readList(start int) (Block, int) {
	_, first := parseAdocItemMarker(a.line(start))
	var items []Block
	i, end := start, start
	for i < len(a.lines) {
		n, class := parseAdocItemMarker(a.line(i))
		if n == 0 {
			break
		}
		from := i
		runs, next := a.readItem(i, n, class)
		i, end = next, next
		if class == first || len(items) == 0 {
			items = append(items, Block{Kind: Item, Span: a.spanOfLines(from, next), Runs: runs})
		} else {
			last := &items[len(items)-1]
			last.Span.End = a.spanOfLines(from, next).End
			last.Runs = append(last.Runs, runs...)
		}
		for i < len(a.lines) && a.isBlankLine(i) {
			i++
		}
		if i < len(a.lines) && i > end && isAdocComment(a.line(i)) {
			break
		}
	}
	return newListBlock(a.spanOfLines(start, end), items), end
}

func isAdocComment(line string) bool { return strings.HasPrefix(line, "//") }

// readItem reads one item: its text, and the blocks that lines of + attach to it.
func (a *adocReader) readItem(i, marker int, class string) (runs []Run, next int) {
	isTerm := strings.HasPrefix(class, "::") || strings.HasPrefix(class, ";;")
	end := i + 1
	for !a.isParagraphEnd(end) && !a.endsItem(end) {
		end++
	}
	if isTerm && end < len(a.lines) && a.isBlankLine(end) && end == i+1 && strings.HasSuffix(strings.TrimRight(a.line(i), " \t"), class) {
		// The description may be below a blank line.
		at := end
		for at < len(a.lines) && a.isBlankLine(at) {
			at++
		}
		if at < len(a.lines) && a.isIndented(at) && !a.endsItem(at) {
			for end = at + 1; !a.isParagraphEnd(end) && !a.endsItem(end); end++ {
			}
		}
	}
	if isTerm {
		marker = leadingSpaceLength(a.line(i), 8*len(a.line(i)))
	}
	if isCheckbox(a.line(i)[marker:]) {
		marker += len("[x] ")
	}
	var run Run
	for n := i; n < end; n++ {
		line := a.lines[n]
		if n == i {
			line.Start += marker
		}
		run = appendLine(run, a.text, line)
	}
	runs = run.nonEmptyRuns()
	for end < len(a.lines) && a.trimmedLine(end) == "+" {
		end++
		if a.isParagraphEnd(end) {
			break
		}
		in := adocReader{lineRange: lineRange{a.text, a.lines[end:], a.depth + 1}, format: a.format, attached: true}
		if in.depth > deepest {
			break
		}
		b, n := in.readBlock(0)
		runs = appendProseRuns(runs, []Block{b})
		end += max(1, n)
	}
	return runs, end
}

func isCheckbox(item string) bool {
	return strings.HasPrefix(item, "[ ] ") || strings.HasPrefix(item, "[x] ") || strings.HasPrefix(item, "[*] ")
}

// endsItem reports whether a line ends the text of an item.
func (a *adocReader) endsItem(i int) bool {
	line := strings.TrimRight(a.line(i), " \t")
	n, _ := parseAdocItemMarker(a.line(i))
	_, isDelimiter := adocDelimitedKind(line)
	return n > 0 || isDelimiter || line == "+" || isAdocComment(line) || line[0] == '[' && isAdocAttributes(line) || isBlockMacro(line)
}

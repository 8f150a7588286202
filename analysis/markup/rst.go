package markup

import (
	"regexp"
	"strings"
)

// ReStructuredText is the markup of Docutils and Sphinx. The grammar covered:
//
//	Title          a section title, underlined, or also overlined; its level is
//	=====          the usual one of its adornment: = over -, - over ~, ~ over the rest
//	----           a transition, between blank lines
//	text           a paragraph, to a blank line
//	text::         a paragraph; the indented lines after it are code
//	- a   1. a     lists, also (a), #., i.; an item includes the blocks indented under it
//	term           a definition list: a list
//	  text
//	  text         a block quote
//	| text         a line block: a quote
//	:name: text    a field list: not prose
//	-a, --all  b   an option list, +--+ a grid table, ==  == a simple table: tables
//	>>> code       a doctest
//	.. name:: x    a directive: those with prose, such as admonitions and descriptions
//	               of objects (.. function:: f(x)), are quotes; others are code,
//	               math, tables, or not prose
//	.. _x: y       a target, .. [1] a footnote, .. |x| a substitution
//	.. text        a comment
//
// Headings are only at the margin. Docutils assigns levels to adornments in the order in which they
// appear; here a level depends only on the adornment, so no edit changes headings elsewhere
// (docs/formats.md says how often the two differ). Text after a blank line is read independently of
// the text before it, unless the block before it ends in two colons, which announce code, or is a class
// directive.
var ReStructuredText = Format{
	Name:          "restructuredtext",
	Extensions:    []string{".rst", ".rest"},
	LanguageIDs:   []string{"restructuredtext", "rst"},
	comments:      []commentStyle{{".. ", ""}},
	scan:          newScanAfterMetadata(scanRST),
	head:          rstHeadLen,
	heads:         append([]string{"PEP:", byteOrderMark + "PEP:"}, siteMetadataHeads...),
	restartsAfter: restartsUnlessLiteral,
	inline:        scanRSTInline,
	breaks:        rstBreaks,
	spacing:       rstSpaces,
	omissions:     rstOmissions,
	live:          interpretedRST,
	notation:      rstNotation{},
}

// restartsUnlessLiteral is like [restartsAfterBlankLine], but false if the block announces code or sets the look of the next block.
func restartsUnlessLiteral(block, gap string) bool {
	return restartsAfterBlankLine(block, gap) && !strings.HasSuffix(strings.TrimRight(block, " \t\r\n"), "::") && !rstClass.MatchString(block)
}

// rstClass matches a directive that sets the look of the next block. Above a scene break it is a part of the break.
var rstClass = regexp.MustCompile(`^\.\. (?:rst-)?class::[^\r\n]*$`)

func scanRST(f Format, text string, isPart bool) []Block {
	r := rstReader{format: f, lineRange: newLineRange(text, isPart), atMargin: true}
	return r.read()
}

// rstHeadLen returns the length of metadata, or of the fields at the beginning of a PEP.
func rstHeadLen(text string) int {
	if header := pepHeader.FindString(text); header != "" {
		return len(strings.TrimRight(header, "\r\n"))
	}
	return siteMetadataLen(text)
}

var pepHeader = regexp.MustCompile(`^(?:\x{feff})?PEP:[^\r\n]*(?:\r\n|\r|\n)(?:(?:[A-Z][\w-]*:|[ \t]+\S)[^\r\n]*(?:\r\n|\r|\n|$))+`)

// adornmentLevel returns the level that headings with an adornment usually have. `over` is set if there is also a line above the title.
func adornmentLevel(mark byte, over bool) int {
	switch {
	case over && (mark == '#' || mark == '='):
		return 1 // the title of a text
	case over, mark == '#':
		return 2
	case mark == '=':
		return 3
	case mark == '-':
		return 4
	case mark == '~':
		return 5
	}
	return deepestHeading
}

// deepestHeading is the deepest level of headings; deeper headings get this level too.
const deepestHeading = 6

type rstReader struct {
	lineRange
	format   Format
	atMargin bool // headings and directives for segls are allowed

	announced int // the line after a paragraph that announces code; 0 if the last block was not such a paragraph
}

func (r *rstReader) read() []Block {
	return r.readBlocks(func(i int) (Block, int) {
		literal := r.announced > 0
		for n := r.announced; literal && n < i; n++ {
			literal = r.isBlankLine(n) // a merge conflict announces nothing
		}
		r.announced = 0
		if r.isIndented(i) {
			return r.readIndented(i, literal)
		}
		return r.readBlockAtMargin(i, literal)
	})
}

func (r *rstReader) readInner(s lineRange) []Block {
	return s.readNested(func(s lineRange) []Block {
		in := rstReader{lineRange: s, format: r.format}
		return in.read()
	})
}

// readIndented reads indented lines: code if the paragraph before announced it, otherwise a quote.
func (r *rstReader) readIndented(i int, literal bool) (Block, int) {
	end := r.indentedEnd(i, 1)
	if literal {
		return r.blockOfLines(Code, i, end)
	}
	b, _ := r.blockOfLines(Quote, i, end)
	indent := r.indent(i)
	for n := i; n < end; n++ {
		if !r.isBlankLine(n) {
			indent = min(indent, r.indent(n))
		}
	}
	return b.asQuote(r.readInner(r.innerLines(i, end, leadingSpaceLength(r.line(i), indent), indent))), end
}

// readBlockAtMargin reads a block that begins at the margin of the lines.
func (r *rstReader) readBlockAtMargin(i int, literal bool) (Block, int) {
	if read := r.findBlockReader(i, literal); read != nil {
		return read()
	}
	return r.readParagraphOrDefinitions(i)
}

// findBlockReader returns a function that reads the block that a line at the margin opens, or nil for ordinary text.
func (r *rstReader) findBlockReader(i int, literal bool) (read func() (Block, int)) {
	line := r.line(i)
	untilBlank := func(k Kind) func() (Block, int) {
		return func() (Block, int) { return r.blockOfLines(k, i, r.nextParagraphEnd(i)) }
	}
	switch {
	case line == ".." || strings.HasPrefix(line, ".. "):
		return func() (Block, int) { return r.readExplicitMarkup(i) }
	case strings.HasPrefix(line, "__ "):
		return untilBlank(Definition)
	case strings.HasPrefix(line, ">>> "):
		return untilBlank(Code)
	case strings.HasPrefix(line, "| ") || line == "|":
		return func() (Block, int) { return r.readLineBlock(i) }
	case strings.HasPrefix(line, "+-") && consistsOf(line, "+-") || strings.HasPrefix(line, "+=") && consistsOf(line, "+="):
		return untilBlank(Table)
	case isSimpleTableBorder(line):
		return func() (Block, int) { return r.blockOfLines(Table, i, r.simpleTableEnd(i)) }
	case isRSTField(line):
		return func() (Block, int) { return r.readFields(i) }
	case isRSTOption(line):
		return func() (Block, int) { return r.blockOfLines(Table, i, r.indentedEnd(i+1, 1)) }
	case literal && strings.IndexByte("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~", line[0]) >= 0 && r.isQuotedLiteral(i):
		return untilBlank(Code)
	}
	if b, next, ok := r.readHeading(i); ok {
		return func() (Block, int) { return b, next }
	}
	if rstItemMarkerLen(line) > 0 && r.continuesListBelow(i) {
		return func() (Block, int) { return r.readList(i) }
	}
	return nil
}

// readLineBlock reads lines that begin with a bar.
func (r *rstReader) readLineBlock(i int) (Block, int) {
	b, end := r.blockOfLines(Quote, i, r.nextParagraphEnd(i))
	var run Run
	for n := i; n < end; n++ {
		line := r.lines[n]
		if strings.HasPrefix(r.line(n), "|") { // otherwise it continues the line above
			line.Start++
		}
		run = appendLine(run, r.text, line)
	}
	return b.withRunsOrMarkup(run.nonEmptyRuns()), end
}

func (r *rstReader) readFields(i int) (Block, int) {
	end := i
	for !r.isParagraphEnd(end) && isRSTField(r.line(end)) {
		end = r.indentedEnd(end+1, 1)
	}
	return r.blockOfLines(Definition, i, end)
}

// readParagraphOrDefinitions reads a paragraph or, if line i is a term, a list of definitions.
func (r *rstReader) readParagraphOrDefinitions(i int) (Block, int) {
	if r.isTerm(i) {
		return r.readDefinitions(i)
	}
	end := i + 1
	for !r.isParagraphEnd(end) && !(r.atMargin && r.isDirective(end)) {
		end++
	}
	b, _ := r.paragraphOfLines(i, end)
	if strings.HasSuffix(strings.TrimRight(r.line(end-1), " \t"), "::") {
		r.announced = end
	}
	return b, end
}

// isTerm reports whether a line is a term: the next line, its definition, is indented, and the line opens no other block.
func (r *rstReader) isTerm(i int) bool {
	return i+1 < len(r.lines) && !r.isBlankLine(i) && !r.isIndented(i) && r.isIndented(i+1) &&
		!strings.HasSuffix(r.line(i), "::") && r.findBlockReader(i, false) == nil
}

func (r *rstReader) readDefinitions(i int) (Block, int) {
	var items []Block
	start := i
	for r.isTerm(i) {
		end := r.indentedEnd(i+1, 1)
		indent := r.indent(i + 1)
		runs := appendProseRuns(r.runOfLines(i, i+1).nonEmptyRuns(), r.readInner(r.innerLines(i+1, end, leadingSpaceLength(r.line(i+1), indent), indent)))
		items = append(items, Block{Kind: Item, Span: r.spanOfLines(i, end), Runs: runs})
		i = end
		for i < len(r.lines) && r.isBlankLine(i) {
			i++
		}
	}
	end := start + 1
	for n := start; n < i; n++ {
		if !r.isBlankLine(n) {
			end = n + 1
		}
	}
	return newListBlock(r.spanOfLines(start, end), items), end
}

// readHeading reads a title with its adornment, or a transition.
func (r *rstReader) readHeading(i int) (Block, int, bool) {
	over := isAdornment(r.line(i))
	title, under := i, i+1
	if over {
		title, under = i+1, i+2
	}
	switch {
	case over && r.isParagraphEnd(i+1) && len(strings.TrimRight(r.line(i), " \t")) >= 4:
		b, next := r.blockOfLines(Rule, i, i+1)
		return b, next, true
	case !r.atMargin || under >= len(r.lines) || r.isBlankLine(title) || !over && r.isIndented(title):
		return Block{}, 0, false
	}
	width, mark := len([]rune(r.trimmedLine(title))), strings.TrimRight(r.line(under), " \t")
	isLetter := !over && width == 1 && len(mark) == 1 && len(r.trimmedLine(title)) < len("章") && isPunct(mark[0]) // a letter over a mark, as in an index
	if !isLetter && !isAdornment(mark) || len(mark) < width && len(mark) < 4 || over && r.line(i)[0] != mark[0] || !hasWord(r.line(title)) {
		return Block{}, 0, false
	}
	b, next := r.blockOfLines(Heading, i, under+1)
	b.Level = adornmentLevel(mark[0], over)
	b.Runs = r.runOfLines(title, title+1).nonEmptyRuns()
	return b, next, true
}

// isAdornment reports whether a line consists of one punctuation character, repeated.
func isAdornment(line string) bool {
	line = strings.TrimRight(line, " \t")
	return len(line) >= 2 && isPunct(line[0]) && strings.Trim(line, line[:1]) == ""
}

func consistsOf(line, characters string) bool { return strings.Trim(line, characters+" \t") == "" }

func isSimpleTableBorder(line string) bool {
	return strings.HasPrefix(line, "==") && consistsOf(line, "=") && strings.Contains(strings.TrimRight(line, " \t"), " ")
}

// simpleTableEnd returns the line after a table. A blank line may separate two rows, but not right below a second or further border.
func (r *rstReader) simpleTableEnd(i int) int {
	for n := i + 1; n < len(r.lines); n++ {
		isClosed := n-1 > i && isSimpleTableBorder(r.line(n-1))
		if r.isBlankLine(n) && (isClosed || r.isParagraphEnd(n+1) || !strings.Contains(r.trimmedLine(n+1), "  ") && !isSimpleTableBorder(r.line(n+1))) {
			return n
		}
	}
	return len(r.lines)
}

// isRSTField reports whether a line begins a field, `:name: value`, and not a role.
func isRSTField(line string) bool {
	if len(line) < 3 || line[0] != ':' || isSpace(line[1]) || line[1] == ':' {
		return false
	}
	end := strings.Index(line[1:min(len(line), longestSearch)], ":")
	for end >= 0 && end+2 < len(line) && !isSpace(line[end+2]) {
		n := strings.Index(line[end+2:min(len(line), longestSearch)], ":")
		if n < 0 || line[end+2] == '`' {
			return false
		}
		end += n + 1
	}
	return end > 0
}

// isRSTOption reports whether a line begins an option with its description: `-a`, `--all=x, -b  text`, `/V  text`.
func isRSTOption(line string) bool {
	if len(line) > 3 && line[0] == '/' && isAlpha(line[1]) && line[2:4] == "  " {
		return true
	}
	if len(line) < 2 || line[0] != '-' || !isAlnum(line[1]) && line[1] != '-' || strings.Trim(line, "-") == "" {
		return false
	}
	option, _, described := strings.Cut(line, "  ")
	return described || len(strings.Fields(option)) <= 2
}

// isQuotedLiteral reports whether all lines up to the next blank one begin with the same punctuation mark.
func (r *rstReader) isQuotedLiteral(i int) bool {
	mark := r.line(i)[0]
	for n := i; !r.isParagraphEnd(n); n++ {
		if r.line(n)[0] != mark {
			return false
		}
	}
	return true
}

// isDirective reports whether a line is a directive for segls.
func (r *rstReader) isDirective(i int) bool {
	_, ok := r.format.directiveSpan(r.text, r.lines[i])
	return ok
}

// proseDirectives are the directives of reStructuredText and MyST whose content is prose.
var proseDirectives = wordSet(`note warning tip important caution danger attention hint error admonition topic sidebar seealso
	versionadded versionchanged versionremoved deprecated deprecated-removed epigraph highlights pull-quote container
	rubric centered compound only tab tabs todo dropdown card glossary impl-detail margin aside abstract figure-md
	tab-set tab-item group-tab grid grid-item grid-item-card quote blockquote div
	exercise solution proof theorem lemma definition example remark axiom conjecture corollary algorithm criterion
	proposition assumption observation`)

// isRSTProseDirective reports whether a directive's content is prose. It ignores a domain, as in prf:theorem.
func isRSTProseDirective(directive string) bool {
	return proseDirectives[directive[strings.LastIndexByte(directive, ':')+1:]]
}

// untitledDirectives are directives whose argument is the beginning of their text. The argument of other directives is a title.
var untitledDirectives = wordSet(`note warning tip important caution danger attention hint error seealso todo impl-detail compound
	versionadded versionchanged versionremoved deprecated deprecated-removed epigraph highlights pull-quote quote blockquote`)

// versionsOf is the number of versions at the beginning of a directive's argument.
var versionsOf = map[string]int{"versionadded": 1, "versionchanged": 1, "versionremoved": 1, "deprecated": 1, "deprecated-removed": 2}

// objectDirectives describe an object of a program, which their arguments name. A domain, as in c:function, is ignored.
var objectDirectives = wordSet(`function method attribute data class exception classmethod staticmethod abstractmethod
	coroutinefunction coroutinemethod decorator decoratormethod property module describe object option cmdoption envvar confval
	setting program macro struct union enum enumerator type var member opcode pdbcommand event signal directive role
	autofunction autoclass automethod autoattribute autoexception autodata automodule`)

var directiveKinds = map[string]Kind{
	"code": Code, "code-block": Code, "sourcecode": Code, "literalinclude": Code, "highlight": Code, "doctest": Code, "testcode": Code,
	"testoutput": Code, "prompt": Code, "productionlist": Code, "graphviz": Code, "parsed-literal": Code,
	"math": Math, "table": Table, "csv-table": Table, "list-table": Table, "flat-table": Table, "tabularcolumns": Table,
}

// readExplicitMarkup reads a block that begins with two full stops, with the lines indented below it.
func (r *rstReader) readExplicitMarkup(i int) (Block, int) {
	end := r.indentedEnd(i+1, 1)
	b, _ := r.blockOfLines(HTML, i, end)
	body := strings.TrimLeft(r.line(i)[2:], " \t")
	if r.atMargin && end == i+1 {
		if said, ok := r.format.directiveSpan(r.text, r.lines[i]); ok {
			b.Kind, b.Runs = Directive, []Run{{said}}
			return b, end
		}
	}
	if strings.HasPrefix(body, "[") || strings.HasPrefix(body, "_") || strings.HasPrefix(body, "|") {
		b.Kind = Definition
		return b, end
	}
	name, argument, ok := strings.Cut(body, "::")
	name = strings.ToLower(name)
	if !ok || strings.ContainsAny(name, " \t") {
		return b, end // a comment
	}
	if kind, ok := directiveKinds[name]; ok {
		b.Kind = kind
		return b, end
	}
	isObject := objectDirectives[name[strings.LastIndexByte(name, ':')+1:]]
	if !isRSTProseDirective(name) && !isObject {
		return b, end
	}
	argument = strings.TrimSpace(argument)
	for range versionsOf[name] {
		argument = strings.TrimSpace(strings.TrimLeftFunc(argument, func(c rune) bool { return c != ' ' && c != '\t' }))
	}
	var blocks []Block
	switch isSaid := argument != "" && !isObject && name != "container" && name != "only"; {
	case isSaid && untitledDirectives[name] && i+1 < end && !r.isBlankLine(i+1) && !isRSTField(strings.TrimLeft(r.line(i+1), " \t")):
		// A paragraph that begins after the name continues below it.
		first, indent := len(strings.TrimRight(r.line(i), " \t"))-len(argument), r.indent(i+1)
		return b.asQuote(r.readInner(r.innerLines(i, end, first, indent))), end
	case isSaid && (untitledDirectives[name] || i+1 == end):
		title := r.spanOfLines(i, i+1)
		title.Start = title.End - len(argument)
		blocks = append(blocks, Block{Kind: Paragraph, Span: title, Runs: []Run{{title}}})
	}
	if i+1 < end {
		from := i + 1
		if isObject {
			from = r.nextParagraphEnd(from)
		}
		for from < end && (r.isBlankLine(from) || isRSTField(strings.TrimLeft(r.line(from), " \t"))) {
			from++ // options
		}
		if from < end {
			indent := r.indent(from)
			blocks = append(blocks, r.readInner(r.innerLines(from, end, leadingSpaceLength(r.line(from), indent), indent))...)
		}
	}
	return b.asQuote(blocks), end
}

// rstItemMarkerLen returns the length of the marker of a list item at the beginning of a line, with white space, or 0.
func rstItemMarkerLen(line string) int {
	n := 0
	switch {
	case line[0] == '-' || line[0] == '*' || line[0] == '+':
		n = 1
	case strings.HasPrefix(line, "•"), strings.HasPrefix(line, "‣"), strings.HasPrefix(line, "⁃"):
		n = len("•")
	default:
		if line[0] == '(' {
			n++
		}
		from := n
		for n < len(line) && isDigit(line[n]) {
			n++
		}
		if n == from && n < len(line) && line[n] == '#' {
			n++
		}
		for n == from || n < len(line) && n-from < 5 && isRoman(line[from]) && isRoman(line[n]) {
			if n >= len(line) || !isAlpha(line[n]) {
				return 0
			}
			n++
		}
		if n >= len(line) || line[n] != ')' && (line[n] != '.' || from > 0) {
			return 0
		}
		n++
	}
	if n == len(line) {
		return n
	}
	if !isSpace(line[n]) {
		return 0
	}
	return n + leadingSpaceLength(line[n:], 8)
}

func isRoman(c byte) bool { return strings.IndexByte("ivxlcdmIVXLCDM", c) >= 0 }

// continuesListBelow reports whether line i, which begins with a marker, is an item. If text at the margin is below it, the
// marker was the first word of a paragraph.
func (r *rstReader) continuesListBelow(i int) bool {
	return r.isParagraphEnd(i+1) || r.isIndented(i+1) || rstItemMarkerLen(r.line(i+1)) > 0
}

func (r *rstReader) readList(i int) (Block, int) {
	var items []Block
	start, end := i, i
	for i < len(r.lines) && !r.isBlankLine(i) && !r.isIndented(i) && r.isItemOf(start, i) {
		n := rstItemMarkerLen(r.line(i))
		end = r.indentedEnd(i+1, 1)
		columns := n
		if i+1 < end && !r.isBlankLine(i+1) {
			columns = min(n, r.indent(i+1))
		}
		items = append(items, Block{Kind: Item, Span: r.spanOfLines(i, end), Runs: appendProseRuns(nil, r.readInner(r.innerLines(i, end, n, columns)))})
		for i = end; i < len(r.lines) && r.isBlankLine(i); i++ {
		}
	}
	return newListBlock(r.spanOfLines(start, end), items), end
}

// isItemOf reports whether line i is an item of the list that begins on line start. A paragraph after a numbered list may begin with an
// initial.
func (r *rstReader) isItemOf(start, i int) bool {
	class := markerClass(r.line(i))
	return rstItemMarkerLen(r.line(i)) > 0 && class == markerClass(r.line(start)) && (class != '1' || r.continuesListBelow(i))
}

// markerClass returns a class that distinguishes ASCII bullets from each other and from numbers.
func markerClass(line string) byte {
	if isAlnum(line[0]) || line[0] == '#' || line[0] == '(' {
		return '1'
	}
	return line[0]
}

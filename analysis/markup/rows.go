package markup

import (
	"regexp"
	"slices"
	"strings"
)

// Rows returns the length of the header of a table in bytes, which is also the offset of the first row,
// and the offsets of the rows. source is the source of a [Table]. What a row is depends on how the table
// is written. A format may have several ways:
//
//	| a | b |      a line of Markdown or Org; the header ends with the rule below it
//	+---+---+      a grid: the lines between two rules; the header ends with +===+
//	==  ==         columns of reStructuredText or pandoc: a line that is not indented or, if blank lines separate them,
//	               the lines between these; the header ends with the second rule, or with the first if there is text above it
//	<tr>           an HTML element; the header ends with thead, or a first row of th
//	a & b \\       a row of LaTeX, of which a line may have several; the header ends with \endhead, or a rule below the first row
//	|===           cells of AsciiDoc, as many as there are columns, or a line of values separated by commas or colons
//	* - a          an item of list-table; a line of csv-table; in MyST too
//	[a], [b],      arguments of Typst's table, as many as there are columns; the header is table.header
//
// A table without a header has a header of length 0. If there is no row below the header, there are no rows and
// the header has length 0.
func (f Format) Rows(source string) (header int, rows []int) {
	at := Span{}
	first := ""
	for at = range Lines(source) {
		if first = strings.TrimSpace(source[at.Start:at.End]); first != "" {
			break
		}
	}
	switch {
	case strings.Contains(source, "<tr") || strings.Contains(source, "<TR") || strings.HasPrefix(first, "<table"):
		header, rows = findHTMLRows(source)
	case f.Name == LaTeX.Name || strings.HasPrefix(first, `\begin{`):
		header, rows = findLaTeXRows(source)
	case f.Name == AsciiDoc.Name:
		header, rows = findAsciidocRows(source)
	case f.Name == Typst.Name:
		header, rows = findTypstRows(source)
	case rstTable.MatchString(first), f.Name == Markdown.Name && mystTable.MatchString(first):
		header, rows = findDirectiveRows(source)
	default:
		header, rows = findDrawnRows(source)
	}
	for len(rows) > 0 && rows[0] < header {
		rows = rows[1:]
	}
	if len(rows) == 0 || strings.TrimSpace(source[rows[0]:]) == "" {
		return 0, nil
	}
	if header > 0 {
		header = rows[0]
	}
	return header, rows
}

// TableSpans is a table in a text, with the end of its header and the offsets of its rows. Without a header, HeaderEnd is its start.
type TableSpans struct {
	Span
	HeaderEnd int
	Rows      []int
}

// Tables returns the tables of a text, including those in blocks that are quotes or lists, in order.
// blocks are the blocks of the text.
func (f Format) Tables(text string, blocks []Block) []TableSpans { return f.tablesAt(text, blocks, 0) }

// tablesAt is like [Format.Tables], for a text that is in depth quotes and lists.
func (f Format) tablesAt(text string, blocks []Block, depth int) []TableSpans {
	var tables []TableSpans
	for _, b := range blocks {
		if source := text[b.Span.Start:b.Span.End]; f.isTableOrWrapper(b, source) {
			header, rows := f.Rows(source)
			for i := range rows {
				rows[i] += b.Span.Start
			}
			tables = append(tables, TableSpans{b.Span, b.Span.Start + header, rows})
			continue
		}
		if depth == deepest {
			continue
		}
		for _, in := range f.innerTextsOf(text, b) {
			for _, t := range f.tablesAt(in.text, f.Scan(in.text), depth+1) {
				for i := range t.Rows {
					t.Rows[i] = in.offsetInText(t.Rows[i])
				}
				t.Span, t.HeaderEnd = Span{in.offsetInText(t.Start), in.offsetInText(t.End)}, in.offsetInText(t.HeaderEnd)
				tables = append(tables, t)
			}
		}
	}
	return tables
}

// innerText is the text in a quote or an item of a list, without the markers and indentation before its lines.
type innerText struct {
	text  string
	lines []innerLine
}

// innerLine is the start of a line of an inner text as three offsets: in the inner text (inside), and in the text around it,
// before (outside) and after (bare) the line's marker and indentation.
type innerLine struct{ inside, outside, bare int }

// offsetInText converts an offset in the inner text to one in the text around it; at the start of a line, to that before its marker.
func (c innerText) offsetInText(at int) int {
	i, isStart := slices.BinarySearchFunc(c.lines, at, func(l innerLine, at int) int { return l.inside - at })
	if isStart {
		return c.lines[i].outside
	}
	return c.lines[i-1].bare + at - c.lines[i-1].inside
}

// innerTextsOf returns the inner text of a quote, or of each item of a list, if the block may contain a table.
func (f Format) innerTextsOf(text string, b Block) (list []innerText) {
	if b.Kind != Quote && b.Kind != List || !mayHoldTable.MatchString(text[b.Span.Start:b.Span.End]) {
		return nil
	}
	items := []Span{b.Span}
	if b.Kind == List && len(b.Children) > 0 { // a list without words has no items
		items = items[:0]
		for _, item := range b.Children {
			items = append(items, item.Span)
		}
	}
	for _, item := range items {
		source := text[item.Start:item.End]
		marker, indent := 0, commonIndentBelow(source)
		if b.Kind == List {
			marker = len(itemMarker.FindString(source))
			indent = item.Start - (strings.LastIndexAny(text[:item.Start], "\r\n") + 1) + marker
		}
		var c innerText
		var inner strings.Builder
		isSame := true
		for line := range Lines(source) {
			said, n := source[line.Start:line.End], 0
			switch m := quoteMarker.FindString(said); {
			case b.Kind == Quote && m != "":
				n = len(m)
			case line.Start == 0 && marker > 0:
				n = marker
			case strings.TrimSpace(said) == "+": // of AsciiDoc, between the blocks of an item
				n = len(said)
			case line.Start == 0:
				n = leadingSpaceLength(said, len(said)*8)
			default:
				n = leadingSpaceLength(said, indent)
			}
			c.lines = append(c.lines, innerLine{inner.Len(), item.Start + line.Start, item.Start + line.Start + n})
			inner.WriteString(said[n:] + "\n")
			isSame = isSame && n == 0
		}
		c.text = inner.String()
		if isSame { // only its first and last line are markup
			if len(c.lines) < 3 {
				continue
			}
			c = c.withoutEnds()
		}
		list = append(list, c)
	}
	return list
}

// commonIndentBelow returns the number of columns by which all lines below the first are indented.
func commonIndentBelow(source string) int {
	least := 8 * len(source) // a tab is up to eight columns
	for line := range Lines(source) {
		if said := source[line.Start:line.End]; line.Start > 0 && !isBlank(said) {
			least = min(least, indentOf(said))
		}
	}
	return least
}

// withoutEnds returns the inner text without its first and last line.
func (c innerText) withoutEnds() innerText {
	from, to := c.lines[1].inside, c.lines[len(c.lines)-1].inside
	inner := innerText{text: c.text[from:to]}
	for _, l := range c.lines[1:] {
		inner.lines = append(inner.lines, innerLine{l.inside - from, l.outside, l.bare})
	}
	return inner
}

var (
	mayHoldTable = regexp.MustCompile(`(?i)\||\+--|==+ +==|<table|\\begin\{|table(?:\(|::|\})`)
	quoteMarker  = regexp.MustCompile(`^[ \t]*> ?`)
	itemMarker   = regexp.MustCompile(`^(?:[*.-]{1,5}|[+•–/]|\(?(?:\d{1,9}|[A-Za-z#])[.)]|\\item\b)[ \t]+`)
)

// isTableOrWrapper reports whether a block is a table, or markup around one.
func (f Format) isTableOrWrapper(b Block, source string) bool {
	return b.Kind == Table || b.Kind == Code && mystTable.MatchString(source) || b.Kind == HTML && tableMarkup.MatchString(source)
}

var tableMarkup = regexp.MustCompile(`(?i)<table\b|\\begin\{(?:tabular|longtable|tblr)|(?:^|[(\[\s#])table\(`)

var (
	gridRule   = regexp.MustCompile(`^\+(?:[-=:]+\+)+$`)
	gridHead   = regexp.MustCompile(`^\+(?:[=:]+\+)+$`)
	pipeRule   = regexp.MustCompile(`^\|?[ \t]*:?[-+]+:?[ \t]*(?:[|+][ \t]*:?[-+]+:?[ \t]*)*\|?$`)
	columnRule = regexp.MustCompile(`^(?:={2,}|-{2,})(?:[ \t]+(?:={2,}|-{2,}))*$`)
	rstTable   = regexp.MustCompile(`^\.\.[ \t]+(?:(?:csv|list|flat)-)?table::`)
	mystTable  = regexp.MustCompile("^(?:`{3,}|~{3,}|:{3,})\\{(?:csv|list)-table\\}")
	rstOptions = regexp.MustCompile(`^:[\w-]+:`)
	headerRows = regexp.MustCompile(`(?m)^[ \t]*:header-rows:[ \t]*([1-9])`)
)

// findDrawnRows returns the rows of a table that is drawn with characters.
func findDrawnRows(source string) (header int, rows []int) {
	var lines []Span
	for line := range Lines(source) {
		lines = append(lines, line)
	}
	said := func(i int) string { return strings.TrimSpace(source[lines[i].Start:lines[i].End]) }
	next := func(i int) int { // returns the start of the line after line i
		if i+1 < len(lines) {
			return lines[i+1].Start
		}
		return len(source)
	}
	i := 0
	for i < len(lines) && !gridRule.MatchString(said(i)) && !columnRule.MatchString(said(i)) && !strings.Contains(said(i), "|") {
		i++ // a caption, or the head of a table that does not begin with a rule
	}
	if i == len(lines) {
		for _, line := range lines {
			if c := source[line.Start]; line.Len() > 0 && !isSpace(c) {
				rows = append(rows, line.Start)
			}
		}
		return 0, rows
	}
	switch {
	case gridRule.MatchString(said(i)):
		for n := i; n < len(lines); n++ {
			if gridHead.MatchString(said(n)) && n > i {
				header = next(n)
			}
			if gridRule.MatchString(said(n)) && n+1 < len(lines) && said(n+1) != "" {
				rows = append(rows, next(n))
			}
		}
		return header, rows
	case columnRule.MatchString(said(i)):
		return findColumnRows(source, lines, i)
	}
	top := i
	for n := i; n < len(lines); n++ {
		if isRule := strings.Contains(said(n), "-") && pipeRule.MatchString(said(n)); isRule {
			if header == 0 && n > top {
				header = next(n)
			} else if n == top {
				top++ // a rule above the header
			}
			continue
		}
		rows = append(rows, lines[n].Start)
	}
	return header, rows
}

// findColumnRows returns the rows of a table in columns, whose first rule is line i.
func findColumnRows(source string, lines []Span, i int) (header int, rows []int) {
	said := func(n int) string { return strings.TrimSpace(source[lines[n].Start:lines[n].End]) }
	var rules []int
	hasBlanks := false
	for n := i; n < len(lines); n++ {
		if columnRule.MatchString(said(n)) {
			rules = append(rules, n)
		}
		hasBlanks = hasBlanks || said(n) == ""
	}
	body := rules[0] + 1
	indent := leadingSpaceLength(source[lines[i].Start:lines[i].End], lines[i].Len()*8)
	switch {
	case i > 0: // the head of pandoc's tables is above the rule
		header = lines[rules[0]].End
	case len(rules) > 2, len(rules) == 2 && strings.HasPrefix(said(i), "-") && rules[1]+1 < len(lines):
		body = rules[1] + 1
		header = lines[rules[1]].End
	}
	isFirst := true
	for n := body; n < len(lines); n++ {
		c := said(n)
		switch {
		case c == "":
			isFirst = true
			continue
		case columnRule.MatchString(c):
			continue
		case hasBlanks && strings.HasPrefix(said(i), "-"):
			if isFirst {
				rows = append(rows, lines[n].Start)
			}
		case leadingSpaceLength(source[lines[n].Start:lines[n].End], lines[n].Len()*8) <= indent || i > 0:
			rows = append(rows, lines[n].Start)
		}
		isFirst = false
	}
	return header, rows
}

var (
	htmlRow     = regexp.MustCompile(`(?i)<tr\b[^<>]*>`)
	htmlHeadEnd = regexp.MustCompile(`(?i)</thead\s*>`)
	htmlCell    = regexp.MustCompile(`(?i)<t[hd]\b`)
)

func findHTMLRows(source string) (header int, rows []int) {
	for _, m := range htmlRow.FindAllStringIndex(source, -1) {
		rows = append(rows, m[0])
	}
	if m := htmlHeadEnd.FindStringIndex(source); m != nil {
		return m[1], rows
	}
	if len(rows) > 1 {
		cells := htmlCell.FindAllString(source[rows[0]:rows[1]], -1)
		isHead := len(cells) > 0
		for _, c := range cells {
			isHead = isHead && strings.EqualFold(c, "<th")
		}
		if isHead {
			return rows[1], rows
		}
	}
	return 0, rows
}

var (
	latexRow   = regexp.MustCompile(`\\\\\*?(?:\[[^\]\n]*\])?|\\tabularnewline\b`)
	latexRule  = regexp.MustCompile(`^(?:\s|%[^\n]*\n|\\(?:hline|toprule|midrule|bottomrule|specialrule(?:\{[^{}]*\}){3}|addlinespace(?:\[[^\]]*\])?|(?:c|cmid)(?:line|rule)(?:\([^()]*\))?\{[^{}]*\}|endhead|endfirsthead|endfoot|endlastfoot|noalign\{[^{}]*\}|hdashline))*`)
	latexHeads = regexp.MustCompile(`\\end(?:first)?head\b`)
	latexStart = regexp.MustCompile(`\\begin\{(?:tabular|tabularx|tabulary|longtable|longtblr|tblr|supertabular|array)[a-z*]*\}(?:\[[^\]]*\])?(?:\{(?:[^{}]|\{[^{}]*\})*\})*`)
)

func findLaTeXRows(source string) (header int, rows []int) {
	start := latexStart.FindStringIndex(source)
	if start == nil {
		return 0, nil
	}
	at := start[1]
	at += len(latexRule.FindString(source[at:]))
	rows = append(rows, at)
	for _, m := range latexRow.FindAllStringIndex(source[at:], -1) {
		end := at + m[1]
		rule := latexRule.FindString(source[end:])
		end += len(rule)
		if strings.HasPrefix(source[end:], `\end{`) {
			break
		}
		if len(rows) == 1 && strings.Contains(rule, `\`) && header == 0 {
			header = end
		}
		rows = append(rows, end)
	}
	if all := latexHeads.FindAllStringIndex(source, -1); all != nil {
		header = all[len(all)-1][1]
	}
	return header, rows
}

var (
	asciidocCols   = regexp.MustCompile(`\bcols\s*=\s*(?:"([^"]*)"|([^,\]\s]+))`)
	asciidocTimes  = regexp.MustCompile(`^\s*(\d+)\*`)
	asciidocCell   = regexp.MustCompile(`(?:^|[^\\])\|`)
	asciidocValues = regexp.MustCompile(`\bformat\s*=\s*"?(?:[ct]sv|dsv)`)
	asciidocHead   = regexp.MustCompile(`(?m)^\[[^\n]*(?:%[\w%]*header|options\s*=\s*"?[^"\n\]]*header|opts\s*=\s*"?[^"\n\]]*header)`)
)

func findAsciidocRows(source string) (header int, rows []int) {
	attributes, columns, cells := "", 0, 0
	isIn, isHead, afterFirst := false, asciidocHead.MatchString(source), false
	isValues, isQuoted := false, false // values between commas or colons, a row to a line
	for line := range Lines(source) {
		said := source[line.Start:line.End]
		bare := strings.TrimSpace(said)
		isDelimiter := len(bare) >= 4 && strings.IndexByte("|,:!", bare[0]) >= 0 && strings.Trim(bare[1:], "=") == ""
		switch {
		case isDelimiter && isIn:
			isIn = false
		case isDelimiter:
			isIn = true
			columns = asciidocColumnCount(attributes)
			isValues = bare[0] == ',' || bare[0] == ':' || asciidocValues.MatchString(attributes)
		case !isIn:
			attributes += said + "\n"
		case bare == "":
			if len(rows) > 0 && afterFirst && cells <= columns {
				isHead = true
			}
			afterFirst = false
		case isValues:
			if !isQuoted {
				rows = append(rows, line.Start)
			}
			isQuoted = isQuoted != (strings.Count(said, `"`)%2 == 1)
			afterFirst = len(rows) == 1
		default:
			n := len(asciidocCell.FindAllString(said, -1))
			if columns == 0 && n > 0 {
				columns = n
			}
			if n > 0 && (columns == 0 || cells%columns == 0) {
				rows = append(rows, line.Start)
			}
			afterFirst = len(rows) == 1 && cells == 0 && n > 0
			cells += n
		}
	}
	if isHead && len(rows) > 1 {
		header = rows[1]
	}
	return header, rows
}

// asciidocColumnCount returns the number of columns that the attributes of a table set, or 0.
func asciidocColumnCount(attributes string) (n int) {
	m := asciidocCols.FindStringSubmatch(attributes)
	if m == nil {
		return 0
	}
	for part := range strings.FieldsFuncSeq(m[1]+m[2], func(r rune) bool { return r == ',' || r == ';' }) {
		if times := asciidocTimes.FindStringSubmatch(part); times != nil {
			for _, c := range times[1] {
				n = min(n*10+int(c-'0'), 1000)
			}
		} else {
			n++
		}
	}
	return n
}

// findDirectiveRows returns the rows of a table directive of reStructuredText or MyST.
func findDirectiveRows(source string) (header int, rows []int) {
	name, _, _ := strings.Cut(source[2:], "::")
	fence := mystTable.FindString(source)
	if fence != "" {
		name, fence = fence, fence[:strings.IndexByte(fence, '{')]
	}
	isList, isDrawn := strings.Contains(name, "list") || strings.Contains(name, "flat"), !strings.Contains(name, "-")
	heads := 0
	if m := headerRows.FindStringSubmatch(source); m != nil {
		heads = int(m[1][0] - '0')
	}
	body, isFirst, named := len(source), true, false
	for line := range Lines(source) {
		said := strings.TrimSpace(source[line.Start:line.End])
		if isFirst || rstOptions.MatchString(said) {
			named = named || strings.HasPrefix(said, ":header:")
			isFirst = false
			continue
		}
		if said != "" {
			body = line.Start
			break
		}
	}
	if isDrawn {
		inner, list := findDrawnRows(source[body:])
		for i := range list {
			list[i] += body
		}
		if inner > 0 {
			inner += body
		}
		return inner, list
	}
	indent := -1
	for line := range Lines(source[body:]) {
		line = line.Shift(body)
		said := source[line.Start:line.End]
		trimmed := strings.TrimLeft(said, " \t")
		if fence != "" && strings.HasPrefix(trimmed, fence) {
			break
		}
		if trimmed == "" || isList && !strings.HasPrefix(trimmed, "*") && !strings.HasPrefix(trimmed, "-") {
			continue
		}
		if n := len(said) - len(trimmed); indent < 0 || n == indent || !isList {
			indent = n
			rows = append(rows, line.Start)
		}
	}
	switch {
	case heads > 0 && heads < len(rows):
		header = rows[heads]
	case named && len(rows) > 0:
		header = rows[0]
	}
	return header, rows
}

var (
	typstColumns = regexp.MustCompile(`columns\s*:\s*(?:(\d+)|\(([^()]*)\))`)
	typstTable   = regexp.MustCompile(`(?:table|grid)\(`)
	typstHead    = regexp.MustCompile(`(?:table|grid)\.header\s*\(`)
)

func findTypstRows(source string) (header int, rows []int) {
	columns := 0
	if m := typstColumns.FindStringSubmatch(source); m != nil {
		for _, c := range m[1] {
			columns = min(columns*10+int(c-'0'), 1000)
		}
		if m[2] != "" {
			columns = len(strings.FieldsFunc(m[2], func(r rune) bool { return r == ',' }))
		}
	}
	body := 0
	if m := typstTable.FindStringIndex(source); m != nil {
		body = m[1]
	}
	if m := typstHead.FindStringIndex(source); m != nil {
		header = visitTypstCells(source, m[1], func(int) {})
		body = header
	}
	cells := 0
	visitTypstCells(source, body, func(at int) {
		if columns == 0 || cells%columns == 0 {
			rows = append(rows, at)
		}
		cells++
	})
	return header, rows
}

// visitTypstCells calls `visit` with the offset of each content block among the arguments of a call, and returns the offset
// after the call.
func visitTypstCells(source string, at int, visit func(at int)) int {
	for depth := 0; at < len(source); at++ {
		switch source[at] {
		case '[', '(', '{':
			if depth == 0 && source[at] == '[' {
				visit(at)
			}
			depth++
		case ']', ')', '}':
			if depth--; depth < 0 {
				return min(len(source), at+len("),"))
			}
		case '\\':
			at++
		}
	}
	return at
}

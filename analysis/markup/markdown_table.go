package markup

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"
)

// tableParser reads pandoc's multiline tables, in which blank lines separate the rows. The
// lines above the one that shows the columns may be missing:
//
//	--------------------------
//	 Head      Another
//	--------- ----------------
//	 a cell    goes on in the
//	           next line
//
//	 another   row
//	--------------------------
//
// The rows continue as long as they fit the columns. The table need not end with a line: if it had to, a
// line added at its end could change how text far above is read.
type tableParser struct{}

var kindTable = ast.NewNodeKind("SeglsTable")

// openTable is a table that is being read.
type openTable struct {
	opaqueBlock
	columns []Span
	until   int // end of the lines that are known to belong to it
}

func (tableParser) Trigger() []byte { return []byte{'-'} }

func (tableParser) Open(parent ast.Node, reader gmtext.Reader, _ parser.Context) (ast.Node, parser.State) {
	_, at := reader.PeekLine()
	if parent.Kind() != ast.KindDocument || at.Padding > 0 || reader.LineOffset() > 0 {
		return nil, parser.NoChildren
	}
	columns, n, closed := parseTableHead(stretchAt(reader, at.Start, 3))
	if columns == nil {
		return nil, parser.NoChildren
	}
	reader.AdvanceToEOL()
	return &openTable{opaqueBlock{kind: kindTable, closed: closed}, columns, at.Start + n}, parser.NoChildren
}

func (tableParser) Continue(node ast.Node, reader gmtext.Reader, _ parser.Context) parser.State {
	table := node.(*openTable)
	line, at := reader.PeekLine()
	if at.Start >= table.until && !isBlank(string(line)) {
		n, closed := 0, false
		if !table.closed {
			n, closed = tableRowsLen(stretchAt(reader, at.Start, 1), table.columns)
		}
		if n == 0 {
			return parser.Close
		}
		table.until, table.closed = at.Start+n, closed
	}
	reader.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

func (tableParser) Close(ast.Node, gmtext.Reader, parser.Context) {}
func (tableParser) CanInterruptParagraph() bool                   { return false }
func (tableParser) CanAcceptIndentedLine() bool                   { return false }

// stretchAt returns the lines from an offset up to a blank line, or through the given number of lines of hyphens, which saves
// time in a text of such lines. A table does not extend further.
func stretchAt(reader gmtext.Reader, offset, rules int) string {
	rest := reader.Source()[offset:]
	end := 0
	for end < len(rest) && rules > 0 {
		n := bytes.IndexByte(rest[end:], '\n') + 1
		if n == 0 {
			n = len(rest) - end
		}
		line := rest[end : end+n]
		if len(bytes.TrimSpace(line)) == 0 {
			break
		}
		if parseRuleColumns(strings.TrimRight(string(line), "\r\n")) != nil {
			rules--
		}
		end += n
	}
	return string(rest[:end])
}

// restartsAfterTable is like [restartsAfterBlankLine], but false if the text after the block may be the next row of a table.
func restartsAfterTable(block, gap string) bool {
	if !restartsAfterBlankLine(block, gap) {
		return false
	}
	columns, n, closed := parseTableHead(block)
	for columns != nil && !closed && n < len(block) {
		for line := range Lines(block[n:]) {
			if !isBlank(block[n:][line.Start:line.End]) {
				n += line.Start
				break
			}
		}
		var more int
		if more, closed = tableRowsLen(block[n:], columns); more == 0 {
			break
		}
		n += more
	}
	return columns == nil || closed
}

// parseTableHead returns the columns of the multiline table at the beginning of a text, or nil, the length of its lines up to
// a blank one, and whether the table ends there.
func parseTableHead(text string) (columns []Span, n int, closed bool) {
	var head []string
	for line := range Lines(text) {
		content := text[line.Start:line.End]
		if columns != nil {
			n, closed = tableRowsLen(text[line.Start:], columns)
			if n == 0 || slices.ContainsFunc(head, func(line string) bool { return !fitsColumns(line, columns) }) {
				return nil, 0, false
			}
			return columns, line.Start + n, closed
		}
		switch ruled := parseRuleColumns(content); {
		case len(ruled) > 1 && (line.Start == 0 || len(head) > 0):
			columns = ruled
		case line.Start == 0 && len(ruled) == 1:
		case line.Start == 0 || len(ruled) > 0 || isBlank(content):
			return nil, 0, false
		default:
			head = append(head, content)
		}
	}
	return nil, 0, false
}

// tableRowsLen returns the length of the table rows at the beginning of a text, up to a blank line or through the line that
// closes the table, or 0 if these are no rows.
func tableRowsLen(text string, columns []Span) (n int, closed bool) {
	isWide := false
	for line := range Lines(text) {
		content := text[line.Start:line.End]
		if isBlank(content) {
			break
		}
		if parseRuleColumns(content) != nil {
			return line.End, true
		}
		if !fitsColumns(content, columns) {
			return 0, false
		}
		isWide = isWide || utf8.RuneCountInString(content) > columns[1].Start
		n = line.End
	}
	if !isWide {
		return 0, false
	}
	return n, false
}

// parseRuleColumns returns the columns of a line of hyphens, in characters; nil if the line is anything else.
func parseRuleColumns(line string) (columns []Span) {
	line = strings.TrimRight(line, " \t")
	if strings.Trim(line, " -") != "" || !strings.Contains(line, "--") {
		return nil
	}
	for at := 0; at < len(line); {
		start := at + strings.IndexByte(line[at:], '-')
		width := len(line[start:]) - len(strings.TrimLeft(line[start:], "-"))
		at = start + width
		columns = append(columns, Span{start, at})
	}
	return columns
}

// fitsColumns reports whether a line has only spaces between columns.
func fitsColumns(line string, columns []Span) bool {
	column, at := 0, 0
	for _, r := range line {
		for column+1 < len(columns) && at >= columns[column+1].Start {
			column++
		}
		if at >= columns[column].End && column+1 < len(columns) && !unicode.IsSpace(r) {
			return false
		}
		at++
	}
	return true
}

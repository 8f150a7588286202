package markup

import (
	"sort"
	"strings"
)

// The text of a notebook is the text of its cells in order, each below a line with a mark: a form feed for a cell in
// Markdown, a vertical tab for any other. Both are white space, so they are never prose, and the cells can be found in the
// text alone, even after an edit. Within a cell, spaces replace these characters.
const (
	proseMark = '\f'
	otherMark = '\v'
)

// CellMark is the line above a cell until [MarkCell] marks the kind of the cell.
const CellMark = "\v\n"

// MarkCell marks the kind of the last cell of a text, which begins at `start`, right after a [CellMark]. In the cell, spaces
// replace marks.
func MarkCell(text []byte, start int, isProse bool) {
	if isProse {
		text[start-len(CellMark)] = proseMark
	}
	for i, c := range text[start:] {
		if c == proseMark || c == otherMark {
			text[start+i] = ' '
		}
	}
}

// AppendCell appends a cell to the text of a notebook.
func AppendCell(dst []byte, text string, isProse bool) []byte {
	if len(dst) > 0 {
		dst = append(dst, '\n')
	}
	dst = append(dst, CellMark...)
	start := len(dst)
	dst = append(dst, text...)
	MarkCell(dst, start, isProse)
	return dst
}

// CellText returns the text of a cell, or a part of it, as in the text of a notebook: with spaces in place of mark characters.
func CellText(text string) string { return inCell.Replace(text) }

var inCell = strings.NewReplacer("\f", " ", "\v", " ")

// Cell is a cell of a notebook. Its span is that of the cell's own text in the text of all cells.
type Cell struct {
	Span
	Number  int  // from 1, among all cells
	IsProse bool // the cell is in Markdown; others are code or raw text
}

// CellsOf returns the cells in the text of a notebook, or in a part of it. Text above the first mark is a cell in Markdown.
func CellsOf(text string) []Cell {
	var cells []Cell
	add := func(c Cell) {
		c.Number = len(cells) + 1
		cells = append(cells, c)
	}
	current := Cell{IsProse: true}
	for at := 0; ; {
		i := strings.IndexAny(text[at:], "\f\v")
		if i < 0 {
			current.End = len(text)
			if current.End > 0 {
				add(current)
			}
			return cells
		}
		mark := at + i
		at = mark + 1
		if mark > 0 && text[mark-1] != '\n' || at < len(text) && text[at] != '\n' {
			continue
		}
		if mark > 0 {
			current.End = max(current.Start, mark-1)
			add(current)
		}
		current = Cell{Span: Span{Start: min(mark+len(CellMark), len(text))}, IsProse: text[mark] == proseMark}
	}
}

// Notebook is the format of a text that consists of cells. A part that is moved to a file of its own is in Markdown.
var Notebook = baseNotebookFormat()

func baseNotebookFormat() Format {
	f := Markdown
	f.Name, f.LanguageIDs = "notebook", nil
	f.head, f.heads = nil, nil
	f.scan = scanCells
	f.restartsAfter = func(block, gap string) bool {
		prose, other := strings.LastIndex(gap, "\n\f\n"), strings.LastIndex(gap, "\n\v\n")
		if prose == other { // there are no marks
			return restartsAfterBlankLine(block, gap)
		}
		return prose > other // a part of the text that begins within a code cell does not contain the mark of that cell
	}
	return f
}

func scanCells(_ Format, text string, _ bool) []Block {
	var blocks []Block
	for _, c := range CellsOf(text) {
		if !c.IsProse {
			if span := trimSpan(text, c.Span); span.Len() > 0 {
				blocks = append(blocks, Block{Kind: Code, Span: span})
			}
			continue
		}
		span := trimSpanEnd(text, c.Span)
		for _, b := range Markdown.ScanPart(text[span.Start:span.End]) {
			b.Shift(span.Start)
			blocks = append(blocks, b)
		}
	}
	return blocks
}

// WithoutCellMarks returns a part of a text for other programs to read: in a notebook, spaces replace the marks of cells.
func (f Format) WithoutCellMarks(part string) string {
	if f.Name == Notebook.Name {
		return CellText(part)
	}
	return part
}

// Origin is the place from which a byte in the text of a notebook was read: its cell, its offset At in the text, and its
// place in the file. Lines and columns count from 1, columns in bytes. For a byte after the cell, At and the place are those
// of the cell's end.
type Origin struct {
	Cell
	At                   int
	Offset, Line, Column int
}

// NotebookFormat returns the format of a notebook that was read from a file. `locate` converts an offset in the text to a
// place in the file.
func NotebookFormat(cells []Cell, locate func(offset int) (at, line, column int)) Format {
	f := Notebook
	f.origin = func(offset int) Origin {
		i := sort.Search(len(cells), func(i int) bool { return cells[i].Start > offset }) - 1
		if i < 0 {
			return Origin{}
		}
		o := Origin{Cell: cells[i], At: min(offset, cells[i].End)}
		o.Offset, o.Line, o.Column = locate(o.At)
		return o
	}
	return f
}

// Origin returns the place from which a byte of a notebook was read; false if the format is not from [NotebookFormat].
func (f Format) Origin(offset int) (Origin, bool) {
	if f.origin == nil {
		return Origin{}, false
	}
	return f.origin(offset), true
}

package analysis

import "fmt"

// Position is the place of a byte of a document as readers count: lines and columns from 1, columns in bytes.
type Position struct {
	Cell   int // number of the cell in a notebook, from 1; otherwise 0
	Line   int // in a notebook, the line of the cell
	Column int

	// The place in the file from which the text was read: the file of a notebook contains more than its text.
	Offset, FileLine, FileColumn int
}

// Position returns the position of the byte at an offset.
func (d *Document) Position(offset int) Position {
	o, isNotebook := d.Format.Origin(offset)
	if isNotebook {
		offset = o.At
	}
	line := d.Text.LineAt(offset)
	column := offset - d.Text.LineStart(offset) + 1
	if !isNotebook {
		return Position{Line: line + 1, Column: column, Offset: offset, FileLine: line + 1, FileColumn: column}
	}
	return Position{o.Number, line - d.Text.LineAt(o.Start) + 1, column, o.Offset, o.Line, o.Column}
}

// IsNotebook reports whether a document is the text of a notebook, which segls does not write to.
func (d *Document) IsNotebook() bool {
	_, is := d.Format.Origin(0)
	return is
}

// String returns the place in words: “line 12”, or “cell 3, line 2”.
func (p Position) String() string {
	if p.Cell > 0 {
		return fmt.Sprintf("cell %d, %s", p.Cell, Position{Line: p.Line})
	}
	return fmt.Sprintf("line %d", p.Line)
}

// Short returns the place for a context in which a number is clearly that of a line: “12”, or “cell 3, line 2”.
func (p Position) Short() string {
	if p.Cell > 0 {
		return p.String()
	}
	return fmt.Sprint(p.Line)
}

package lsp

import (
	"context"
	"slices"
	"sort"
	"strings"

	"github.com/segls/segls/internal/session"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/restructure"
)

// A notebook is one document: the text of all its cells, divided as one ([markup.Notebook]). Each cell has its own URI, which the client
// uses. The view for it holds the whole notebook but is restricted to the cell: positions count from its first line.

// notebookID is the language identifier of notebooks. No client sends it.
const notebookID = "\fnotebook"

func (d *openDocument) isNotebook() bool { return d.languageID == notebookID }

func kindOf(c session.Cell) protocol.NotebookCellKind {
	if c.IsProse {
		return protocol.NotebookCellKindMarkup
	}
	return protocol.NotebookCellKindCode
}

// firstCellLine returns the line of the notebook on which a cell begins.
func firstCellLine(c *session.Cell, text rope.Text) int { return text.LineAt(c.Span.Start) }

// offsetInNotebook returns the offset in the notebook of a position in a cell.
func offsetInNotebook(c *session.Cell, m mapper, p protocol.Position) int {
	first := firstCellLine(c, m.text)
	if int64(p.Line)+int64(first) > int64(m.text.LineAt(c.Span.End)) {
		return c.Span.End
	}
	p.Line += uint32(first)
	return min(max(m.offset(p), c.Span.Start), c.Span.End)
}

// positionInCell returns the position in a cell of an offset in the notebook, clamped to the cell.
func positionInCell(c *session.Cell, m mapper, offset int) protocol.Position {
	p := m.position(min(max(offset, c.Span.Start), c.Span.End))
	p.Line -= uint32(firstCellLine(c, m.text))
	return p
}

// cellAt returns the cell that contains an offset of a notebook, or else a neighbouring one; nil if there are no cells.
func cellAt(f *session.File, offset int) *session.Cell {
	if len(f.Cells) == 0 {
		return nil
	}
	i := sort.Search(len(f.Cells), func(i int) bool { return f.Cells[i].Span.Start > offset }) - 1
	return &f.Cells[max(0, i)]
}

// viewOfCell returns the view restricted to a cell; nil means the whole notebook.
func (v *analysedFile) viewOfCell(c *session.Cell) *analysedFile {
	if v == nil || v.cell == c {
		return v
	}
	other := *v
	other.cell = c
	return &other
}

// wholeNotebook returns the view of the whole notebook. For any other document it returns v.
func (v *analysedFile) wholeNotebook() *analysedFile { return v.viewOfCell(nil) }

// uri returns the URI of the cell, or else of the document.
func (v *analysedFile) uri() uri.URI {
	if v.cell != nil {
		return uri.URI(v.cell.URI)
	}
	return v.documentURI()
}

func (v *analysedFile) offset(p protocol.Position) int {
	if v.cell != nil {
		return offsetInNotebook(v.cell, v.mapper, p)
	}
	return v.mapper.offset(p)
}

func (v *analysedFile) position(offset int) protocol.Position {
	if v.cell != nil {
		return positionInCell(v.cell, v.mapper, offset)
	}
	return v.mapper.position(offset)
}

func (v *analysedFile) rangeOf(s markup.Span) protocol.Range {
	return protocol.Range{Start: v.position(s.Start), End: v.position(s.End)}
}

func (v *analysedFile) span(r protocol.Range) markup.Span {
	start, end := v.offset(r.Start), v.offset(r.End)
	return markup.Span{Start: min(start, end), End: max(start, end)}
}

// viewSpan returns the span of the cell, or else of the whole text.
func (v *analysedFile) viewSpan() markup.Span {
	if v.cell != nil {
		return v.cell.Span
	}
	return markup.Span{End: v.Text.Len()}
}

// viewLines returns the first and the last line of the cell, or else of the whole text.
func (v *analysedFile) viewLines() (first, last int) {
	seen := v.viewSpan()
	return v.Text.LineAt(seen.Start), v.Text.LineAt(seen.End)
}

// isLineInView reports whether a line is in the cell. Without a cell it returns true.
func (v *analysedFile) isLineInView(line int) bool {
	first, last := v.viewLines()
	return v.cell == nil || first <= line && line <= last
}

// location returns the location of a span, in the cell where it begins if there are cells.
func (v *analysedFile) location(s markup.Span) protocol.Location {
	at := v.viewOfCell(cellAt(v.file, s.Start))
	return protocol.Location{URI: at.uri(), Range: at.rangeOf(s)}
}

// lineInWords returns the line of an offset in words: “line 12”, or “cell 3, line 2”.
func (v *analysedFile) lineInWords(offset int) *sentence.Sentence {
	c := cellAt(v.file, offset)
	if c == nil {
		return sentence.New("line %d", v.Text.LineAt(offset)+1)
	}
	number := 1 + slices.IndexFunc(v.file.Cells, func(other session.Cell) bool { return other.URI == c.URI })
	return sentence.New("cell %d, line %d", number, positionInCell(c, v.mapper, offset).Line+1)
}

// placeAfterEdit returns the place of an offset in the text after an edit, in a cell if there are any.
func (v *analysedFile) placeAfterEdit(after mapper, offset int) (uri.URI, protocol.Position) {
	if v.file.Cells != nil {
		for i, c := range markup.CellsOf(after.text.String()) {
			if i < len(v.file.Cells) && c.Start <= offset && offset <= c.End {
				return uri.URI(v.file.Cells[i].URI), positionInCell(&session.Cell{Span: c.Span}, after, offset)
			}
		}
	}
	return v.documentURI(), after.position(offset)
}

// cellResult is a cell with its lines in the text of all cells.
type cellResult struct {
	URI   uri.URI `json:"uri"`
	Line  int     `json:"line"` // its first
	Lines int     `json:"lines"`
	Prose bool    `json:"prose"`
}

func (v *analysedFile) cellResults() []cellResult {
	list := make([]cellResult, len(v.file.Cells))
	for i := range v.file.Cells {
		c := &v.file.Cells[i]
		first, last := v.viewOfCell(c).viewLines()
		list[i] = cellResult{uri.URI(c.URI), first, last - first + 1, c.IsProse}
	}
	return list
}

// sendCellDiagnostics sends the diagnostics of each cell of a notebook.
func (s *Server) sendCellDiagnostics(ctx context.Context, d *openDocument, v *analysedFile) {
	d.publishing.Lock()
	defer d.publishing.Unlock()
	if s.currentFile(d) != v.file {
		return
	}
	for i := range v.file.Cells {
		c := &v.file.Cells[i]
		found := v.viewOfCell(c).diagnostics()
		before, isKnown := d.publishedIn[uri.URI(c.URI)]
		if isKnown && slices.Equal(found, before) || !isKnown && len(found) == 0 {
			continue
		}
		d.publishedIn[uri.URI(c.URI)] = found
		s.publishDiagnostics(ctx, publishDiagnosticsParams{uri.URI(c.URI), &c.Version, found})
	}
	for u := range d.publishedIn {
		if v.file.CellOf(string(u)) == nil {
			delete(d.publishedIn, u)
			s.publishDiagnostics(ctx, publishDiagnosticsParams{URI: u, Diagnostics: []diagnostic{}})
		}
	}
}

// The errors for edits that cannot be applied to a notebook.
var (
	errHasNoCells       = sentence.New("This notebook has no cells, so nothing has been changed.")
	errCrossesCells     = sentence.New("This would reach from one cell of the notebook into another, so nothing has been changed.")
	errChangesCode      = sentence.New("This would change a cell that is not in Markdown, so nothing has been changed.")
	errMovesAttachments = sentence.New("An image would end up in a different cell from the one it is attached to, so nothing has been changed.")
)

// confineToCells adapts an edit that changes a single Markdown cell of a notebook, and refuses others.
func (v *analysedFile) confineToCells(e restructure.Edit) (restructure.Edit, error) {
	if v.file.Cells == nil || len(e.Replacements) == 0 {
		return e, nil
	}
	if len(v.file.Cells) == 0 {
		return e, errHasNoCells
	}
	e.Replacements = slices.Clone(e.Replacements)
	var changed *session.Cell
	for i := range e.Replacements {
		r := &e.Replacements[i]
		if top := v.file.Cells[0].Span.Start; r.Span.End == 0 {
			r.Span = markup.Span{Start: top, End: top}
		}
		c := cellAt(v.file, r.Span.Start)
		switch {
		case r.Span.Start < c.Span.Start || r.Span.End > c.Span.End, changed != nil && changed != c:
			return e, errCrossesCells
		case !c.IsProse:
			return e, errChangesCode
		}
		changed, r.Text = c, markup.CellText(r.Text)
	}
	return e, nil
}

// editedCell is a cell of a notebook after an edit. With only From, it is an existing cell. With Text, it is a Markdown
// cell with that text and, if From is set, the metadata of that cell.
type editedCell struct {
	From *uri.URI `json:"from,omitempty"`
	Text *string  `json:"text,omitempty"`
}

// cellsAfter returns the cells of a notebook after an edit that changes more than one of them, and the edit that
// results in their text. Code cells may move but not change.
func (v *analysedFile) cellsAfter(e restructure.Edit) (restructure.Edit, []editedCell, error) {
	if !v.clientCaps.setsCells || len(e.Files) > 0 {
		return e, nil, errCrossesCells
	}
	text := v.Text.String()
	after := e.Apply(text)
	next := markup.CellsOf(after)
	said := func(s markup.Span, in string) string { return strings.TrimSpace(in[s.Start:s.End]) }
	taken, from := make([]bool, len(v.file.Cells)), make([]int, len(next))
	take := func(i int, is func(c *session.Cell) bool) bool {
		from[i] = -1
		for k := range v.file.Cells {
			if c := &v.file.Cells[k]; !taken[k] && c.IsProse == next[i].IsProse && is(c) {
				taken[k], from[i] = true, k
				return true
			}
		}
		return false
	}
	for i, n := range next {
		if !take(i, func(c *session.Cell) bool { return said(c.Span, text) == said(n.Span, after) }) && !n.IsProse {
			return e, nil, errChangesCode
		}
	}
	list := make([]editedCell, len(next))
	var joined []byte
	for i, n := range next {
		isSame := from[i] >= 0
		if !isSame {
			take(i, func(*session.Cell) bool { return true })
		}
		own, base := strings.Trim(after[n.Start:n.End], "\r\n"), ""
		if from[i] >= 0 {
			c := &v.file.Cells[from[i]]
			list[i].From, base = (*uri.URI)(&c.URI), text[c.Span.Start:c.Span.End]
		}
		if isSame {
			own = base
		} else {
			list[i].Text = &own
		}
		if strings.Count(own, attachmentPrefix) > strings.Count(base, attachmentPrefix) {
			return e, nil, errMovesAttachments
		}
		joined = markup.AppendCell(joined, own, n.IsProse)
	}
	for k, c := range v.file.Cells {
		if !taken[k] && !c.IsProse {
			return e, nil, errChangesCode
		}
	}
	span, with := rope.Difference(text, string(joined))
	return restructure.Edit{Title: e.Title, Move: e.Move, Replacements: []restructure.Replacement{{Span: span, Text: with}}}, list, nil
}

// attachmentPrefix begins the address of an image that is attached to its cell.
const attachmentPrefix = "(attachment:"

// setCellsParams are the parameters of segls/setCells.
type setCellsParams struct {
	NotebookDocument protocol.VersionedNotebookDocumentIdentifier `json:"notebookDocument"`
	// Before are the cells of which the new ones were made. The version of the notebook does not tell whether they have
	// changed: it also grows when code runs.
	Before []protocol.VersionedTextDocumentIdentifier `json:"before"`
	Cells  []editedCell                               `json:"cells"`
}

// setCells has the client replace the cells of a notebook.
func (s *Server) setCells(ctx context.Context, v *analysedFile, cells []editedCell) error {
	before := make([]protocol.VersionedTextDocumentIdentifier, len(v.file.Cells))
	for i, c := range v.file.Cells {
		before[i] = protocol.VersionedTextDocumentIdentifier{TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: uri.URI(c.URI)}, Version: c.Version}
	}
	p := setCellsParams{protocol.VersionedNotebookDocumentIdentifier{URI: v.documentURI(), Version: v.file.Version}, before, cells}
	var answer protocol.ApplyWorkspaceEditResult
	if _, err := s.conn.Call(ctx, requestSetCells, p, &answer); err != nil {
		s.log.Warn("the client did not set cells", "error", err)
	}
	if !answer.Applied {
		result := clientAnswer{}
		if answer.FailureReason != nil {
			result.reason = *answer.FailureReason
		}
		return newFailure("The editor did not change the cells%s. segls has changed nothing.", result.reasonClause())
	}
	return nil
}

// cellEdits returns replacements in a notebook as edits of the cells that they are in; nil for other documents.
func (v *analysedFile) cellEdits(replacements []restructure.Replacement) []*protocol.TextDocumentEdit {
	if v.file.Cells == nil {
		return nil
	}
	var list []*protocol.TextDocumentEdit
	var last *session.Cell
	for _, r := range replacements {
		c := cellAt(v.file, r.Span.Start)
		if c != last {
			list = append(list, newTextDocumentEdit(uri.URI(c.URI), &c.Version))
			last = c
		}
		edit := list[len(list)-1]
		edit.Edits = append(edit.Edits, v.viewOfCell(c).editElement(r))
	}
	return list
}

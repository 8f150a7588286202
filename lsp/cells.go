package lsp

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"sort"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/restructure"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/analysis/sentence"
)

// A notebook is one document: the text of all its cells, divided as one ([markup.Notebook]). Each
// cell has an address of its own, under which the client asks about it, shows what is found in it and
// applies edits. A view under such an address is of the whole notebook, seen through a cell:
// positions count from the first line of the cell, and what stands elsewhere is left out.

// notebookID is the language identifier of notebooks. No client sends it.
const notebookID = "\fnotebook"

func (d *document) isNotebook() bool { return d.languageID == notebookID }

// cell is a cell of a notebook.
type cell struct {
	uri     uri.URI
	version int32
	isProse bool
	span    markup.Span // of its own text in that of the notebook
}

func (c *cell) kind() protocol.NotebookCellKind {
	if c.isProse {
		return protocol.NotebookCellKindMarkup
	}
	return protocol.NotebookCellKindCode
}

// firstLine is the line of the notebook in which a cell begins.
func (c *cell) firstLine(text rope.Text) int { return text.LineAt(c.span.Start) }

// offset is the byte of the notebook that a position in a cell means.
func (c *cell) offset(m mapper, p protocol.Position) int {
	first := c.firstLine(m.text)
	if int64(p.Line)+int64(first) > int64(m.text.LineAt(c.span.End)) {
		return c.span.End
	}
	p.Line += uint32(first)
	return min(max(m.offset(p), c.span.Start), c.span.End)
}

// position is where a byte of the notebook stands in a cell, or else the nearer end of the cell.
func (c *cell) position(m mapper, offset int) protocol.Position {
	p := m.position(min(max(offset, c.span.Start), c.span.End))
	p.Line -= uint32(c.firstLine(m.text))
	return p
}

// cellAt is the cell that holds a byte of a notebook, or ends before it; nil in other documents.
func (sn *snapshot) cellAt(offset int) *cell {
	if len(sn.cells) == 0 {
		return nil
	}
	i := sort.Search(len(sn.cells), func(i int) bool { return sn.cells[i].span.Start > offset }) - 1
	return &sn.cells[max(0, i)]
}

// cellOf is the cell with an address, or nil.
func (sn *snapshot) cellOf(u uri.URI) *cell {
	if i := slices.IndexFunc(sn.cells, func(c cell) bool { return c.uri == u }); i >= 0 {
		return &sn.cells[i]
	}
	return nil
}

// through is the view seen through a cell, or for nil the whole.
func (v *view) through(c *cell) *view {
	if v == nil || v.cell == c {
		return v
	}
	other := *v
	other.cell = c
	return &other
}

// whole is the view of the whole notebook. Of any other document it is the view itself.
func (v *view) whole() *view { return v.through(nil) }

// uri is the address of what is seen.
func (v *view) uri() uri.URI {
	if v.cell != nil {
		return v.cell.uri
	}
	return v.snapshot.uri
}

func (v *view) offset(p protocol.Position) int {
	if v.cell != nil {
		return v.cell.offset(v.mapper, p)
	}
	return v.mapper.offset(p)
}

func (v *view) position(offset int) protocol.Position {
	if v.cell != nil {
		return v.cell.position(v.mapper, offset)
	}
	return v.mapper.position(offset)
}

func (v *view) rangeOf(s markup.Span) protocol.Range {
	return protocol.Range{Start: v.position(s.Start), End: v.position(s.End)}
}

func (v *view) span(r protocol.Range) markup.Span {
	start, end := v.offset(r.Start), v.offset(r.End)
	return markup.Span{Start: min(start, end), End: max(start, end)}
}

// extentSeen is the span of what is seen.
func (v *view) extentSeen() markup.Span {
	if v.cell != nil {
		return v.cell.span
	}
	return markup.Span{End: v.Text.Len()}
}

// linesSeen are the first and the last line of what is seen.
func (v *view) linesSeen() (first, last int) {
	seen := v.extentSeen()
	return v.Text.LineAt(seen.Start), v.Text.LineAt(seen.End)
}

// seesLine reports whether a line is in what is seen.
func (v *view) seesLine(line int) bool {
	first, last := v.linesSeen()
	return v.cell == nil || first <= line && line <= last
}

// location is where a span begins, in a cell if there are any.
func (v *view) location(s markup.Span) protocol.Location {
	at := v.through(v.snapshot.cellAt(s.Start))
	return protocol.Location{URI: at.uri(), Range: at.rangeOf(s)}
}

// lineInWords is where a byte stands: “line 12”, or “cell 3, line 2”.
func (v *view) lineInWords(offset int) *sentence.Sentence {
	c := v.snapshot.cellAt(offset)
	if c == nil {
		return sentence.New("line %d", v.Text.LineAt(offset)+1)
	}
	number := 1 + slices.IndexFunc(v.snapshot.cells, func(other cell) bool { return other.uri == c.uri })
	return sentence.New("cell %d, line %d", number, c.position(v.mapper, offset).Line+1)
}

// placeIn is where a byte stands in the text after an edit, in a cell if there are any.
func (v *view) placeIn(after mapper, offset int) (uri.URI, protocol.Position) {
	if v.snapshot.cells != nil {
		for i, c := range markup.CellsOf(after.text.String()) {
			if i < len(v.snapshot.cells) && c.Start <= offset && offset <= c.End {
				return v.snapshot.cells[i].uri, (&cell{span: c.Span}).position(after, offset)
			}
		}
	}
	return v.snapshot.uri, after.position(offset)
}

// cellResult is a cell, in the lines of all cells.
type cellResult struct {
	URI   uri.URI `json:"uri"`
	Line  int     `json:"line"` // its first
	Lines int     `json:"lines"`
	Prose bool    `json:"prose"`
}

func (v *view) cellResults() []cellResult {
	list := make([]cellResult, len(v.snapshot.cells))
	for i := range v.snapshot.cells {
		c := &v.snapshot.cells[i]
		first, last := v.through(c).linesSeen()
		list[i] = cellResult{c.uri, first, last - first + 1, c.isProse}
	}
	return list
}

// sendCellDiagnostics sends what is found in each cell of a notebook.
func (s *Server) sendCellDiagnostics(ctx context.Context, d *document, v *view) {
	d.publishing.Lock()
	defer d.publishing.Unlock()
	if d.snapshot() != v.snapshot || d.isClosed() {
		return
	}
	send := func(u uri.URI, rest string, diagnostics []byte) {
		params := fmt.Appendf(nil, `{"uri":%s%s,"diagnostics":%s}`, encode(u), rest, diagnostics)
		s.try("diagnostics", s.conn.Notify(ctx, protocol.MethodTextDocumentPublishDiagnostics, rawMessage(params)))
	}
	for i := range v.snapshot.cells {
		c := &v.snapshot.cells[i]
		found := []byte(v.through(c).diagnostics())
		before, isKnown := d.publishedIn[c.uri]
		if isKnown && bytes.Equal(found, before) || !isKnown && string(found) == "[]" {
			continue
		}
		d.publishedIn[c.uri] = found
		send(c.uri, fmt.Sprintf(`,"version":%d`, c.version), found)
	}
	for u := range d.publishedIn {
		if v.snapshot.cellOf(u) == nil {
			delete(d.publishedIn, u)
			send(u, "", []byte("[]"))
		}
	}
}

// The refusals of edits that a notebook cannot take.
var (
	crossesCells     = sentence.New("This would reach from one cell of the notebook into another, so nothing has been changed.")
	changesCode      = sentence.New("This would change a cell that is not in Markdown, so nothing has been changed.")
	movesAttachments = sentence.New("An image would come into another cell than the one that it is attached to, so nothing has been changed.")
)

// intoCells is an edit of a notebook with each replacement in the one cell that it changes; what
// goes to the top of the text goes to the top of the first cell.
func (v *view) intoCells(e restructure.Edit) (restructure.Edit, error) {
	if len(v.snapshot.cells) == 0 || len(e.Replacements) == 0 {
		return e, nil
	}
	e.Replacements = slices.Clone(e.Replacements)
	var changed *cell
	for i := range e.Replacements {
		r := &e.Replacements[i]
		if top := v.snapshot.cells[0].span.Start; r.Span.End == 0 {
			r.Span = markup.Span{Start: top, End: top}
		}
		c := v.snapshot.cellAt(r.Span.Start)
		switch {
		case r.Span.Start < c.span.Start || r.Span.End > c.span.End, changed != nil && changed != c:
			return e, crossesCells
		case !c.isProse:
			return e, changesCode
		}
		changed, r.Text = c, markup.CellText(r.Text)
	}
	return e, nil
}

// newCell is a cell of a notebook after an edit: one that it has, or one in Markdown with another text, with
// what belongs to a cell that it has, if there is one.
type newCell struct {
	From *uri.URI `json:"from,omitempty"`
	Text *string  `json:"text,omitempty"`
}

// cellsAfter are the cells of a notebook after an edit that changes more than one of them, and that edit. Cells of
// code only move.
func (v *view) cellsAfter(e restructure.Edit) (restructure.Edit, []newCell, error) {
	if !v.able.setsCells || len(e.Files) > 0 {
		return e, nil, crossesCells
	}
	text := v.Text.String()
	after := e.Apply(text)
	next := markup.CellsOf(after)
	said := func(s markup.Span, in string) string { return strings.TrimSpace(in[s.Start:s.End]) }
	taken, from := make([]bool, len(v.snapshot.cells)), make([]int, len(next))
	take := func(i int, is func(c *cell) bool) bool {
		from[i] = -1
		for k := range v.snapshot.cells {
			if c := &v.snapshot.cells[k]; !taken[k] && c.isProse == next[i].IsProse && is(c) {
				taken[k], from[i] = true, k
				return true
			}
		}
		return false
	}
	for i, n := range next {
		if !take(i, func(c *cell) bool { return said(c.span, text) == said(n.Span, after) }) && !n.IsProse {
			return e, nil, changesCode
		}
	}
	list := make([]newCell, len(next))
	var joined []byte
	for i, n := range next {
		isSame := from[i] >= 0
		if !isSame {
			take(i, func(*cell) bool { return true })
		}
		own, base := strings.Trim(after[n.Start:n.End], "\r\n"), ""
		if from[i] >= 0 {
			c := &v.snapshot.cells[from[i]]
			list[i].From, base = &c.uri, text[c.span.Start:c.span.End]
		}
		if isSame {
			own = base
		} else {
			list[i].Text = &own
		}
		if strings.Count(own, attached) > strings.Count(base, attached) {
			return e, nil, movesAttachments
		}
		joined = markup.AppendCell(joined, own, n.IsProse)
	}
	for k, c := range v.snapshot.cells {
		if !taken[k] && !c.isProse {
			return e, nil, changesCode
		}
	}
	span, with := replaced(text, string(joined))
	return restructure.Edit{Title: e.Title, Move: e.Move, Replacements: []restructure.Replacement{{Span: span, Text: with}}}, list, nil
}

// attached is how the addresses of images begin that belong to their cell.
const attached = "(attachment:"

// setCellsParams go out with segls/setCells.
type setCellsParams struct {
	NotebookDocument protocol.VersionedNotebookDocumentIdentifier `json:"notebookDocument"`
	Cells            []newCell                                    `json:"cells"`
}

// setCells has the client give a notebook other cells.
func (s *Server) setCells(ctx context.Context, v *view, cells []newCell) error {
	p := setCellsParams{protocol.VersionedNotebookDocumentIdentifier{URI: v.snapshot.uri, Version: v.snapshot.version}, cells}
	var answer protocol.ApplyWorkspaceEditResult
	if _, err := s.conn.Call(ctx, requestSetCells, p, &answer); err != nil {
		s.log.Warn("the client did not set cells", "error", err)
	}
	if !answer.Applied {
		result := sent{}
		if answer.FailureReason != nil {
			result.reason = *answer.FailureReason
		}
		return failed("The editor did not change the cells%s. The notebook is as it was.", result.because())
	}
	return nil
}

// cellEdits are replacements as edits of the cells that they are in.
func (v *view) cellEdits(replacements []restructure.Replacement) []*protocol.TextDocumentEdit {
	if v.snapshot.cells == nil {
		return nil
	}
	var list []*protocol.TextDocumentEdit
	var last *cell
	for _, r := range replacements {
		c := v.snapshot.cellAt(r.Span.Start)
		if c != last {
			list = append(list, textDocumentEdit(c.uri, &c.version))
			last = c
		}
		edit := list[len(list)-1]
		edit.Edits = append(edit.Edits, v.through(c).element(r))
	}
	return list
}

package lsp

import (
	"context"
	"slices"
	"strings"

	"github.com/segls/segls/internal/session"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
)

// notebookSync requests all cells of notebooks. Code cells are included, because they lie between those in Markdown.
func (s *Server) notebookSync() protocol.NotebookDocumentSync {
	if !s.clientCaps.sendsNotebooks {
		return nil
	}
	return &protocol.NotebookDocumentSyncOptions{
		NotebookSelector: []protocol.NotebookSelector{&protocol.NotebookDocumentFilterWithNotebook{
			Notebook: &protocol.NotebookDocumentFilterNotebookType{NotebookType: "jupyter-notebook"},
		}},
		Save: new(true),
	}
}

// didOpenNotebookDocument opens a notebook.
func (s *Server) didOpenNotebookDocument(_ context.Context, params *protocol.DidOpenNotebookDocumentParams) error {
	n := params.NotebookDocument
	if isForeign(n.URI, "") {
		return nil
	}
	opened := make(cellTexts)
	opened.add(params.CellTextDocuments)
	text, cells := opened.joined(n.Cells)
	s.openDocument(n.URI, notebookID, n.Version, text, cells)
	return nil
}

// cellTexts holds the texts of cells by URI.
type cellTexts map[uri.URI]cellText

type cellText struct {
	version int32
	text    string
}

func (t cellTexts) add(items []protocol.TextDocumentItem) {
	for _, item := range items {
		t[item.URI] = cellText{item.Version, item.Text}
	}
}

// joined returns the text of a notebook with the given cells, and the cells. The text of a cell that the client has not sent is empty.
func (t cellTexts) joined(list []protocol.NotebookCell) (rope.Text, []session.Cell) {
	cells := make([]session.Cell, len(list))
	var text []byte
	for i, c := range list {
		isProse := c.Kind == protocol.NotebookCellKindMarkup
		text = markup.AppendCell(text, t[c.Document].text, isProse)
		cells[i] = session.Cell{
			URI: strings.Clone(string(c.Document)), Version: t[c.Document].version, IsProse: isProse,
			Span: markup.Span{Start: len(text) - len(t[c.Document].text), End: len(text)},
		}
	}
	return rope.New(string(text)), cells
}

// didChangeNotebookDocument applies changes of the cells and of their texts.
func (s *Server) didChangeNotebookDocument(_ context.Context, params *protocol.DidChangeNotebookDocumentParams) error {
	d, err := s.document(params.NotebookDocument.URI)
	if d == nil || !d.isNotebook() {
		return err
	}
	changed := params.Change.Cells
	if changed == nil { // only metadata has changed
		return nil
	}
	s.changeCells(d, params.NotebookDocument.Version, changed)
	s.schedulePublish(d)
	s.scheduleRest(d)
	return nil
}

func (s *Server) changeCells(d *openDocument, version int32, changed *protocol.NotebookDocumentCellChanges) {
	before := s.currentFile(d)
	if before == nil {
		return
	}
	text, cells := before.Text, slices.Clone(before.Cells)
	var changes []analysis.Edit
	if changed.Structure != nil || len(changed.Data) > 0 {
		var next rope.Text
		next, cells = applyCellChanges(text, cells, changed)
		span, with := rope.Difference(text.String(), next.String())
		if span.Len() > 0 || with != "" {
			changes = append(changes, analysis.Replace(text, span, with))
			text = next
		}
	}
	for _, c := range changed.TextContent {
		i := slices.IndexFunc(cells, func(known session.Cell) bool { return known.URI == string(c.Document.URI) })
		if i < 0 {
			s.log.Warn("change of an unknown cell", "uri", string(c.Document.URI))
			continue
		}
		for _, event := range c.Changes {
			edit := cellEdit(&cells[i], mapper{text, s.clientCaps.encoding}, event)
			text = edit.Text
			shift := edit.Shift()
			cells[i].Span.End += shift
			for k := i + 1; k < len(cells); k++ {
				cells[k].Span = cells[k].Span.Shift(shift)
			}
			changes = append(changes, edit)
		}
		cells[i].Version = c.Document.Version
	}
	s.session.ApplyEdits(before.URI, version, text, cells, changes...)
	d.inFlight.addTexts(changes)
}

// applyCellChanges returns a notebook after cells were added or removed, or changed their kind.
func applyCellChanges(text rope.Text, cells []session.Cell, changed *protocol.NotebookDocumentCellChanges) (rope.Text, []session.Cell) {
	texts := make(cellTexts)
	list := make([]protocol.NotebookCell, len(cells))
	for i, c := range cells {
		texts[uri.URI(c.URI)] = cellText{c.Version, text.Slice(c.Span)}
		list[i] = protocol.NotebookCell{Kind: kindOf(c), Document: uri.URI(c.URI)}
	}
	if changed.Structure != nil {
		texts.add(changed.Structure.DidOpen)
		array := changed.Structure.Array
		start := min(int(array.Start), len(list))
		end := start + min(int(array.DeleteCount), len(list)-start)
		list = slices.Replace(list, start, end, array.Cells...)
	}
	for _, c := range changed.Data {
		for i := range list {
			if list[i].Document == c.Document {
				list[i].Kind = c.Kind
			}
		}
	}
	return texts.joined(list)
}

// cellEdit returns a change of a cell as an edit of the notebook.
func cellEdit(c *session.Cell, m mapper, event protocol.TextDocumentContentChangeEvent) analysis.Edit {
	var span markup.Span
	var with string
	switch event := event.(type) {
	case *protocol.TextDocumentContentChangePartial:
		start, end := offsetInNotebook(c, m, event.Range.Start), offsetInNotebook(c, m, event.Range.End)
		span, with = markup.Span{Start: min(start, end), End: max(start, end)}, markup.CellText(event.Text)
	case *protocol.TextDocumentContentChangeWholeDocument:
		span, with = rope.Difference(m.text.Slice(c.Span), markup.CellText(event.Text))
		span = span.Shift(c.Span.Start)
	}
	return analysis.Replace(m.text, span, with)
}

// didSaveNotebookDocument does nothing: the server has the text already.
func (s *Server) didSaveNotebookDocument(context.Context, *protocol.DidSaveNotebookDocumentParams) error {
	return nil
}

// didCloseNotebookDocument closes a notebook and clears the diagnostics of its cells.
func (s *Server) didCloseNotebookDocument(ctx context.Context, params *protocol.DidCloseNotebookDocumentParams) error {
	d, err := s.document(params.NotebookDocument.URI)
	if d == nil || !d.isNotebook() {
		return err
	}
	s.closeDocument(ctx, d)
	return nil
}

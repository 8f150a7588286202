package lsp

import (
	"encoding/json"
	"fmt"
	"log/slog"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/command"
	"github.com/segls/segls/internal/session"
)

// sentCell is a cell that a client sends. Its text shows whether it is code.
type sentCell struct{ uri, text string }

func (c sentCell) isProse() bool { return !strings.HasPrefix(c.text, "import ") }

func (c sentCell) cell() map[string]any {
	kind := 1
	if !c.isProse() {
		kind = 2
	}
	return map[string]any{"kind": kind, "document": c.uri}
}

func (c sentCell) document() map[string]any {
	languageID := "markdown"
	if !c.isProse() {
		languageID = "python"
	}
	return map[string]any{"uri": c.uri, "languageId": languageID, "version": 1, "text": c.text}
}

func (c sentCell) identifier() map[string]any { return map[string]any{"uri": c.uri} }

func each(cells []sentCell, of func(sentCell) map[string]any) []any {
	list := []any{}
	for _, c := range cells {
		list = append(list, of(c))
	}
	return list
}

// notebookBuffers holds buffers and an open notebook.
type notebookBuffers struct {
	*buffers
	uri   string
	cells []sentCell
}

// openNotebook opens a notebook in an editor. The editor can set cells if setsCells is true.
func openNotebook(t *testing.T, setsCells bool, settings map[string]any, texts ...string) *notebookBuffers {
	t.Helper()
	capabilities := fullWithEdits("utf-16")
	capabilities["notebookDocument"] = map[string]any{"synchronization": map[string]any{}}
	options := map[string]any{"debounceMs": 0, "settleMs": 0, "setCells": setsCells}
	for k, v := range settings {
		options[k] = v
	}
	e := launch(t)
	n := &notebookBuffers{uri: string(uri.File(t.TempDir() + "/tides.ipynb")), buffers: &buffers{
		editor: e, resolves: true, encoding: "utf-16", texts: make(map[string]string), version: make(map[string]int), undos: make(map[string]int), notebooks: make(map[string]string),
	}}
	e.buffers = n.buffers
	e.settings = options
	e.replies = map[string]func(json.RawMessage) any{requestSetCells: func(json.RawMessage) any { return map[string]any{"applied": true} }}
	e.initialize(map[string]any{"rootUri": nil, "capabilities": capabilities, "initializationOptions": options})
	for i, text := range texts {
		n.cells = append(n.cells, sentCell{fmt.Sprintf("vscode-notebook-cell:/tides.ipynb#W%d", i), text})
	}
	n.take(n.cells)
	n.version[n.uri] = 1
	e.notify("notebookDocument/didOpen", map[string]any{
		"notebookDocument":  map[string]any{"uri": n.uri, "notebookType": "jupyter-notebook", "version": 1, "cells": each(n.cells, sentCell.cell)},
		"cellTextDocuments": each(n.cells, sentCell.document),
	})
	return n
}

func (n *notebookBuffers) take(cells []sentCell) {
	n.mu.Lock()
	defer n.mu.Unlock()
	for _, c := range cells {
		n.texts[c.uri], n.version[c.uri], n.notebooks[c.uri] = c.text, 1, n.uri
	}
}

// splice replaces the cells [start, start+count) and opens those that are new.
func (n *notebookBuffers) splice(start, count int, cells ...sentCell) {
	n.t.Helper()
	isNew := func(c sentCell) bool { _, known := n.notebooks[c.uri]; return !known }
	fresh := slices.DeleteFunc(slices.Clone(cells), func(c sentCell) bool { return !isNew(c) })
	n.take(fresh)
	n.mu.Lock()
	n.version[n.uri]++
	n.mu.Unlock()
	before := n.cells
	n.cells = slices.Replace(slices.Clone(n.cells), start, start+count, cells...)
	gone := slices.DeleteFunc(slices.Clone(before), func(c sentCell) bool { return slices.Contains(n.cells, c) })
	n.notify("notebookDocument/didChange", map[string]any{
		"notebookDocument": map[string]any{"uri": n.uri, "version": n.version[n.uri]},
		"change": map[string]any{"cells": map[string]any{"structure": map[string]any{
			"array":   map[string]any{"start": start, "deleteCount": count, "cells": each(cells, sentCell.cell)},
			"didOpen": each(fresh, sentCell.document), "didClose": each(gone, sentCell.identifier),
		}}},
	})
}

// fragments returns the answer to segls/fragments.
func (n *notebookBuffers) fragments(about map[string]any) fragmentsResult {
	n.t.Helper()
	var r fragmentsResult
	if err := json.Unmarshal(n.request("segls/fragments", about), &r); err != nil {
		n.t.Fatal(err)
	}
	return r
}

const (
	saltCell = `Salt keeps fish for a year. The salt draws the water from the fish, and what is dry does not spoil. A barrel of salt
lasts a household through one winter, and fish in salt is what the household eats.

Salt was carried inland on mules. Each mule carried two sacks of salt, and the carriers sold salt by weight in every village.`
	tideCell = `The tide turns twice a day. The moon pulls at the sea, and the tide follows the moon around the earth. At new moon the tide
is highest, and at half moon the tide is low and the sea is calm.`
	codeCell = "import numpy as np\nmoon = np.arange(28)"
	rulerTwo = `A gauge measures the tide. The gauge is a pipe with a float, and the float draws the tide on paper. The tide of a year is a
long strip of paper from one gauge.`
)

// TestNotebook checks that the text of all cells is divided as one, and that each cell shows the fragments that begin in it.
func TestNotebook(t *testing.T) {
	n := openNotebook(t, true, map[string]any{"preferredWords": 25, "codeLens": "fragments"}, "# Sea", saltCell, codeCell, tideCell, rulerTwo)
	var text []byte
	for _, c := range n.cells {
		text = markup.AppendCell(text, c.text, c.isProse())
	}
	settings := analysis.Defaults()
	settings.PreferredWords = 25
	d := analysis.New(string(text), markup.Notebook, settings)
	if len(d.Fragments()) < 3 {
		t.Fatalf("%d fragments show too little", len(d.Fragments()))
	}
	all := n.fragments(about(n.uri))
	if len(all.Fragments) != len(d.Fragments()) || len(all.Cells) != len(n.cells) {
		t.Fatalf("%d fragments in %d cells, want %d in %d", len(all.Fragments), len(all.Cells), len(d.Fragments()), len(n.cells))
	}
	if of := n.fragments(about(n.cells[3].uri)); len(of.Fragments) != len(all.Fragments) || of.Fragments[0].ID != all.Fragments[0].ID {
		t.Error("asked about a cell, segls/fragments does not answer for the notebook")
	}
	lenses := 0
	for i, c := range n.cells {
		cell := all.Cells[i]
		if want := strings.Split(c.text, "\n"); cell.Lines != len(want) || cell.Prose != c.isProse() || string(cell.URI) != c.uri {
			t.Errorf("cell %d is said to be %+v", i+1, cell)
		}
		var list []struct {
			Range   protocol.Range
			Command struct {
				Arguments []struct {
					URI      string
					Position protocol.Position
					ID       string
				}
			}
		}
		if err := json.Unmarshal(n.request("textDocument/codeLens", about(c.uri)), &list); err != nil {
			t.Fatal(err)
		}
		for _, l := range list {
			f := d.Fragments()[lenses]
			lenses++
			if got := l.Command.Arguments[0]; int(l.Range.Start.Line) != f.Line-cell.Line || got.URI != c.uri || got.Position != l.Range.Start || got.ID != all.Fragments[lenses-1].ID {
				t.Errorf("in cell %d a lens %+v, of a fragment on line %d of all cells; the cell begins on line %d", i+1, l, f.Line, cell.Line)
			}
			if !f.Suggested {
				continue
			}
			if h := n.request("textDocument/hover", about(c.uri, map[string]any{"position": l.Range.Start})); string(h) == "null" {
				t.Errorf("no hover at the lens on line %d of cell %d", l.Range.Start.Line, i+1)
			}
		}
		for _, method := range []string{"textDocument/foldingRange", "textDocument/documentSymbol"} {
			for _, r := range n.ranges(method, c.uri) {
				if r.Start.Line > r.End.Line || int(r.End.Line) >= cell.Lines {
					t.Errorf("%s of cell %d, which has %d lines: %v", method, i+1, cell.Lines, r)
				}
			}
		}
	}
	if lenses != len(d.Fragments()) {
		t.Errorf("%d lenses in all cells, want %d", lenses, len(d.Fragments()))
	}
	if names := n.ranges("textDocument/documentSymbol", n.cells[0].uri); len(names) != 1 {
		t.Errorf("the cell with the heading has the symbols %v", names)
	}
}

// applySetCells waits for a segls/setCells request of the server and applies its cells.
func (n *notebookBuffers) applySetCells() {
	n.t.Helper()
	m := n.wait(requestSetCells, func(m message) bool { return m.Method == requestSetCells })
	var p setCellsParams
	if err := json.Unmarshal(m.Params, &p); err != nil {
		n.t.Fatal(err)
	}
	for i, c := range n.cells {
		if i >= len(p.Before) || string(p.Before[i].URI) != c.uri || int(p.Before[i].Version) != n.version[c.uri] {
			n.t.Errorf("the cells before are %v, want %v with their versions", p.Before, n.cells)
			break
		}
	}
	var cells []sentCell
	for i, c := range p.Cells {
		if c.Text != nil {
			cells = append(cells, sentCell{fmt.Sprintf("vscode-notebook-cell:/tides.ipynb#S%d", i), *c.Text})
			continue
		}
		cells = append(cells, n.cells[slices.IndexFunc(n.cells, func(known sentCell) bool { return known.uri == string(*c.From) })])
	}
	n.splice(0, len(n.cells), cells...)
}

// ranges returns the ranges in an answer, at any depth.
func (n *notebookBuffers) ranges(method, u string) []protocol.Range {
	n.t.Helper()
	var list []protocol.Range
	var walk func(v any)
	walk = func(v any) {
		switch v := v.(type) {
		case []any:
			for _, e := range v {
				walk(e)
			}
		case map[string]any:
			if start, ok := v["startLine"].(float64); ok {
				list = append(list, protocol.Range{Start: protocol.Position{Line: uint32(start)}, End: protocol.Position{Line: uint32(v["endLine"].(float64))}})
			}
			if raw, ok := v["range"]; ok {
				var r protocol.Range
				_ = json.Unmarshal(mustEncode(raw), &r)
				list = append(list, r)
			}
			for _, e := range v {
				walk(e)
			}
		}
	}
	var answer any
	if err := json.Unmarshal(n.request(method, about(u)), &answer); err != nil {
		n.t.Fatal(err)
	}
	walk(answer)
	return list
}

// TestNotebookCommands checks which changes of cells are made, and that others are refused with a message.
func TestNotebookCommands(t *testing.T) {
	settings := map[string]any{"preferredWords": 40}
	t.Run("in a cell", func(t *testing.T) {
		n := openNotebook(t, true, settings, "# Sea", saltCell, codeCell, tideCell, rulerTwo)
		if refused := n.run(command.SplitParagraph, n.cells[1].uri, at(0, 5)); refused != "" {
			t.Fatal(refused)
		}
		if got := strings.Count(n.text(n.cells[1].uri), "\n\n"); got != 2 {
			t.Errorf("the cell is %q", n.text(n.cells[1].uri))
		}
		lines := strings.Split(n.text(n.cells[1].uri), "\n")
		last := slices.IndexFunc(lines, func(line string) bool { return strings.HasPrefix(line, "Salt was") })
		if refused := n.run(command.MergeParagraphWithPrevious, n.cells[1].uri, at(last, 5)); refused != "" {
			t.Fatal(refused)
		}
		if refused := n.run(command.IgnoreInFile, n.cells[3].uri, at(0, 0), map[string]any{"rule": "paragraph-too-long"}); refused != "" {
			t.Fatal(refused)
		}
		if got := n.text(n.cells[0].uri); !strings.HasPrefix(got, "<!-- segls: ignore paragraph-too-long -->") || !strings.HasSuffix(got, "# Sea") {
			t.Errorf("the first cell is %q", got)
		}
	})
	t.Run("a scene that begins with a cell", func(t *testing.T) {
		n := openNotebook(t, true, settings, "# Sea\n\n"+saltCell+"\n\n* * *\n\n"+tideCell, codeCell, rulerTwo)
		if refused := n.run(command.NewScene, n.cells[2].uri, at(0, 5)); refused != "" {
			t.Fatal(refused)
		}
		if got := n.text(n.cells[2].uri); got != "* * *\n\n"+rulerTwo {
			t.Errorf("the cell is %q", got)
		}
	})
	t.Run("parts of cells", func(t *testing.T) {
		n := openNotebook(t, true, map[string]any{"preferredWords": 60}, "# Sea\n\n"+saltCell, codeCell, tideCell, rulerTwo)
		all := n.fragments(about(n.uri))
		if refused := n.run(command.MoveFragmentDown, n.cells[0].uri, at(2, 0), map[string]any{"id": all.Fragments[0].ID}); refused != "" {
			t.Fatal(refused)
		}
		was := n.cells
		n.applySetCells()
		if len(n.cells) != 4 || n.cells[0].text != "# Sea\n\n"+tideCell || n.cells[1].text != rulerTwo || n.cells[2].text != saltCell || n.cells[3] != was[1] {
			t.Errorf("the cells are %q", n.cells)
		}
		after := n.fragments(about(n.uri))
		if len(after.Fragments) != 2 || after.Fragments[1].ID != all.Fragments[0].ID {
			t.Errorf("after the move the fragments are %+v", after.Fragments)
		}
	})
	t.Run("by the addresses of a cell and of the notebook", func(t *testing.T) {
		n := openNotebook(t, true, map[string]any{"preferredWords": 60}, "# Sea", saltCell, codeCell, tideCell, rulerTwo)
		all := n.fragments(about(n.uri))
		if refused := n.run(command.MoveFragmentTo, n.cells[3].uri, at(0, 0), map[string]any{"id": all.Fragments[1].ID, "toUri": n.uri, "toId": all.Fragments[0].ID, "side": "before"}); refused != "" {
			t.Fatal(refused)
		}
		was := n.cells
		n.applySetCells()
		if want := []sentCell{was[0], was[3], was[4], was[1], was[2]}; !slices.Equal(n.cells, want) {
			t.Errorf("the cells are %q, want %q", n.cells, want)
		}
	})
	t.Run("into a file", func(t *testing.T) {
		n := openNotebook(t, true, map[string]any{"preferredWords": 25}, "# Sea\n\n"+saltCell+"\n\n"+tideCell, codeCell)
		all := n.fragments(about(n.uri))
		if refused := n.run(command.ExtractFragment, n.cells[0].uri, at(2, 0), map[string]any{"id": all.Fragments[0].ID, "file": "salt.md"}); refused != "" {
			t.Fatal(refused)
		}
		if got := n.text(n.cells[0].uri); !strings.Contains(got, "](salt.md)") || !strings.HasPrefix(got, "# Sea\n\n") {
			t.Errorf("the cell is %q", got)
		}
		file := strings.TrimSuffix(n.uri, "tides.ipynb") + "salt.md"
		if got := n.text(file); !strings.Contains(got, "Salt keeps fish") || strings.ContainsAny(got, "\f\v") {
			t.Errorf("the file is %q", got)
		}
	})
	t.Run("an image that is attached", func(t *testing.T) {
		n := openNotebook(t, true, map[string]any{"preferredWords": 60}, "# Sea\n\n"+saltCell+"\n\n![a](attachment:a.png)", codeCell, tideCell, rulerTwo)
		all := n.fragments(about(n.uri))
		if refused := n.run(command.MoveFragmentDown, n.cells[0].uri, at(2, 0), map[string]any{"id": all.Fragments[0].ID}); refused != errMovesAttachments.String() {
			t.Errorf("%q", refused)
		}
	})
	t.Run("across cells", func(t *testing.T) {
		n := openNotebook(t, false, settings, saltCell, tideCell, codeCell)
		if refused := n.run(command.MergeParagraphWithNext, n.cells[0].uri, at(3, 5)); refused != errCrossesCells.String() {
			t.Errorf("merging paragraphs of two cells: %q", refused)
		}
		for _, c := range n.cells {
			if n.text(c.uri) != c.text {
				t.Errorf("a cell has become %q", n.text(c.uri))
			}
		}
	})
	for _, setsCells := range []bool{true, false} {
		t.Run(fmt.Sprint("whole cells, ", setsCells), func(t *testing.T) {
			n := openNotebook(t, setsCells, map[string]any{"preferredWords": 60}, "# Sea", saltCell+"\n", codeCell, tideCell, rulerTwo)
			before := n.fragments(about(n.uri))
			if len(before.Fragments) != 2 {
				t.Fatalf("%d fragments, want one about salt and one about tides", len(before.Fragments))
			}
			m := n.ask("segls/move", about(n.uri, map[string]any{"unit": "fragment", "id": before.Fragments[1].ID, "before": before.Fragments[0].ID}))
			if !setsCells {
				if m.Error == nil || m.Error.Message != errCrossesCells.String() {
					t.Errorf("an editor that cannot set cells: %+v", m.Error)
				}
				return
			}
			if m.Error != nil {
				t.Fatal(m.Error.Message)
			}
			was := n.cells
			n.applySetCells()
			if want := []sentCell{was[0], was[3], was[4], was[1], was[2]}; !slices.Equal(n.cells, want) {
				t.Errorf("the cells are %q, want %q", n.cells, want)
			}
			after := n.fragments(about(n.uri))
			if len(after.Fragments) != 2 || after.Fragments[0].ID != before.Fragments[1].ID || after.Fragments[1].ID != before.Fragments[0].ID {
				t.Errorf("after the move the fragments are %+v", after.Fragments)
			}
		})
	}
}

// TestNotebookDiagnostics checks that diagnostics are in the right cell, move with the text, and disappear with the cell.
func TestNotebookDiagnostics(t *testing.T) {
	long := strings.TrimSpace(strings.Repeat("The tide turns when the moon has passed. ", 60))
	n := openNotebook(t, true, map[string]any{"preferredWords": 100}, "# Sea", codeCell, saltCell+"\n\n"+long)
	found := func(u string, line int) func(message) bool {
		return func(m message) bool {
			var p struct {
				URI         string
				Diagnostics []struct {
					Range protocol.Range
					Code  string
				}
			}
			_ = json.Unmarshal(m.Params, &p)
			if m.Method != "textDocument/publishDiagnostics" || p.URI != u {
				return false
			}
			if line < 0 {
				return len(p.Diagnostics) == 0
			}
			return slices.ContainsFunc(p.Diagnostics, func(d struct {
				Range protocol.Range
				Code  string
			},
			) bool {
				return d.Code == "paragraph-too-long" && int(d.Range.Start.Line) == line
			})
		}
	}
	last := n.cells[2]
	n.wait("a finding in the last cell", found(last.uri, 5))
	n.types(last.uri, "New.\n\n"+n.text(last.uri))
	n.wait("the finding two lines below", found(last.uri, 7))
	n.splice(2, 1)
	n.wait("no finding in a cell that is gone", found(last.uri, -1))
	n.splice(2, 0, sentCell{"vscode-notebook-cell:/tides.ipynb#W9", long})
	n.wait("a finding in a new cell", found("vscode-notebook-cell:/tides.ipynb#W9", 0))
	_, hover := n.begin("textDocument/hover", about("vscode-notebook-cell:/tides.ipynb#W9", map[string]any{"position": at(0, 0)}))
	n.notify("notebookDocument/didClose", map[string]any{"notebookDocument": map[string]any{"uri": n.uri}, "cellTextDocuments": each(n.cells, sentCell.identifier)})
	n.await("hover", hover)
	for _, c := range n.cells {
		for _, method := range []string{"textDocument/codeLens", "textDocument/foldingRange"} {
			if got := string(n.request(method, about(c.uri))); got != "[]" {
				t.Errorf("%s of a cell of a closed notebook: %s", method, got)
			}
		}
	}
}

// TestNotebookWithoutProse checks that unusual notebooks are answered, and that a cell can be added to them.
func TestNotebookWithoutProse(t *testing.T) {
	for _, texts := range [][]string{nil, {codeCell}, {""}, {"\f\v"}, {"a\r"}} {
		n := openNotebook(t, true, nil, texts...)
		all := n.fragments(about(n.uri))
		if len(all.Cells) != len(texts) {
			t.Errorf("%q has %d cells", texts, len(all.Cells))
		}
		if texts == nil {
			target := map[string]any{"setting": "scaling", "value": 1, "scope": "file"}
			if failure := n.run(command.SetTarget, n.uri, at(0, 0), target); failure != "This notebook has no cells, so nothing has been changed." {
				t.Errorf("without cells: %q", failure)
			}
		}
		n.splice(len(texts), 0, sentCell{"vscode-notebook-cell:/tides.ipynb#new", "Text."})
		if all := n.fragments(about(n.uri)); all.Words < 1 {
			t.Errorf("%q with another cell has %d words", texts, all.Words)
		}
		m := n.ask("segls/fragments", about("vscode-notebook-cell:/tides.ipynb#other"))
		if m.Error != nil || string(m.Result) != "null" {
			t.Errorf("a cell that is not there: %s", m.Result)
		}
	}
}

// FuzzCells changes the cells of a notebook and their texts at random. A simple list of cells must have the same text.
func FuzzCells(f *testing.F) {
	f.Add(uint64(1), "a\nb")
	f.Add(uint64(2), "\f\nx\r\n\v")
	f.Fuzz(func(t *testing.T, seed uint64, with string) {
		if !utf8.ValidString(with) { // JSON is always valid UTF-8
			return
		}
		r := rand.New(rand.NewPCG(seed, 0))
		s := New("test", slog.New(slog.DiscardHandler))
		s.clientCaps.encoding = encodings[r.IntN(len(encodings))]
		d := &openDocument{uri: "file:///n.ipynb", languageID: notebookID, settings: session.DeclaredSettings.Defaults(), inFlight: newEditInFlight()}
		var model []protocol.NotebookCell
		texts := make(map[uri.URI]string)
		text, cells := cellTexts{}.joined(nil)
		s.session.Open(d.newContent(0, text, cells))
		for n := range 30 {
			change := &protocol.NotebookDocumentCellChanges{}
			if start := r.IntN(len(model) + 1); r.IntN(3) == 0 {
				count := r.IntN(len(model) - start + 1)
				fresh := protocol.NotebookCell{Kind: protocol.NotebookCellKind(1 + r.IntN(2)), Document: uri.URI(fmt.Sprint("cell:", n))}
				list := append([]protocol.NotebookCell{fresh}, model[start:start+count/2]...)
				change.Structure = &protocol.NotebookDocumentCellChangeStructure{
					Array:   protocol.NotebookCellArrayChange{Start: uint32(start), DeleteCount: uint32(count), Cells: list},
					DidOpen: []protocol.TextDocumentItem{{URI: fresh.Document, Text: with}},
				}
				model, texts[fresh.Document] = slices.Replace(slices.Clone(model), start, start+count, list...), with
			} else if start < len(model) {
				u := model[start].Document
				m := mapper{rope.New(texts[u]), s.clientCaps.encoding}
				at := func() int { return r.IntN(len(texts[u]) + 1) }
				span := m.span(m.rangeOf(markup.Span{Start: at(), End: at()}))
				change.TextContent = []protocol.NotebookDocumentCellContentChanges{{
					Document: protocol.VersionedTextDocumentIdentifier{TextDocumentIdentifier: protocol.TextDocumentIdentifier{URI: u}, Version: int32(n)},
					Changes:  []protocol.TextDocumentContentChangeEvent{&protocol.TextDocumentContentChangePartial{Range: m.rangeOf(span), Text: with}},
				}}
				texts[u] = texts[u][:span.Start] + with + texts[u][span.End:]
			}
			s.changeCells(d, int32(n), change)
			var want []byte
			for _, c := range model {
				want = markup.AppendCell(want, texts[c.Document], c.Kind == protocol.NotebookCellKindMarkup)
			}
			f := s.currentFile(d)
			got := f.Text.String()
			if got != string(want) {
				t.Fatalf("after %d changes %q, want %q", n+1, got, want)
			}
			for i, c := range f.Cells {
				if got[c.Span.Start:c.Span.End] != markup.CellText(texts[uri.URI(c.URI)]) || c.URI != string(model[i].Document) {
					t.Fatalf("cell %d is %q", i, got[c.Span.Start:c.Span.End])
				}
			}
			if found := markup.CellsOf(got); len(found) != len(f.Cells) {
				t.Fatalf("%d cells in %q, want %d", len(found), got, len(f.Cells))
			}
		}
	})
}

// TestRenameInNotebook checks that a rename is refused, with the reason unless link features are off.
func TestRenameInNotebook(t *testing.T) {
	for value, want := range map[string]string{"auto": "does not follow the links of notebooks", "off": "nothing here that segls can rename"} {
		n := openNotebook(t, false, map[string]any{"linkFeatures": value}, "# Salt\n\nSee [it](#salt).\n")
		point := pointAt(n.cells[0].uri, n.cells[0].text, "Salt")
		if m := n.ask("textDocument/prepareRename", point); (m.Error != nil) != (value == "auto") {
			t.Errorf("%s: prepared %s", value, m.Result)
		}
		point["newName"] = "Iron"
		if m := n.ask("textDocument/rename", point); m.Error == nil || !strings.Contains(m.Error.Message, want) {
			t.Errorf("%s: %s", value, m.Result)
		}
	}
}

package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis/rope"
)

// buffers holds the open texts of a fake editor and applies edits to them, as strictly as LSP requires or as leniently as real editors do.
type buffers struct {
	label string // of the last edit
	*editor
	encoding encoding

	// lenient ignores version 0 and the versions of all entries but the first, as Neovim does.
	lenient bool

	resolves bool // it resolves actions

	mu      sync.Mutex
	texts   map[string]string
	version map[string]int
	undos   map[string]int      // the number of undo steps, by text
	before  func()              // called before an edit is applied, to simulate typing
	behind  func(string) string // changes a text right after an edit, in the same message
	late    time.Duration       // the delay before the server learns of an applied edit
	silent  bool                // an edit is applied but its request is never answered, as in ALE

	// create creates a file; nil keeps it in memory.
	create func(path string) error

	// saves makes edits of closed texts go to disk.
	saves bool

	// notebooks maps texts that are cells to their notebooks.
	notebooks map[string]string

	// fails reports whether the edit of a text fails; nil means never.
	fails func(uri string) bool
}

// fullWithEdits returns the capabilities of an editor that supports all kinds of edits, except those in without.
func fullWithEdits(encoding string, without ...string) map[string]any {
	c := full(encoding)
	workspace, text := c["workspace"].(map[string]any), c["textDocument"].(map[string]any)
	edits := map[string]any{
		"documentChanges": true, "resourceOperations": []string{"create", "rename", "delete"},
		"changeAnnotationSupport": map[string]any{}, "snippetEditSupport": true, "failureHandling": "abort", "metadataSupport": true,
	}
	actions := map[string]any{
		"codeActionLiteralSupport": map[string]any{"codeActionKind": map[string]any{"valueSet": []string{"quickfix", "refactor"}}},
		"isPreferredSupport":       true, "dataSupport": true, "resolveSupport": map[string]any{"properties": []string{"edit"}},
	}
	workspace["applyEdit"], workspace["workspaceEdit"], text["codeAction"] = true, edits, actions
	for _, name := range without {
		delete(workspace, name)
		delete(edits, name)
		delete(actions, name)
	}
	return c
}

// openBuffers starts an editor with buffers in a new workspace.
func openBuffers(t *testing.T, encoding string, without ...string) (d *buffers, folder string) {
	t.Helper()
	return openBuffersWith(t, encoding, nil, without...)
}

// openBuffersWith is openBuffers for a client with initialization options; nil means the default ones.
func openBuffersWith(t *testing.T, encoding string, options map[string]any, without ...string) (d *buffers, folder string) {
	t.Helper()
	folder = t.TempDir()
	e := launch(t)
	d = &buffers{editor: e, resolves: !slices.Contains(without, "resolveSupport"), encoding: protocol.PositionEncodingKind(encoding), texts: make(map[string]string), version: make(map[string]int), undos: make(map[string]int)}
	e.buffers = d
	e.initialize(map[string]any{
		"rootUri": string(uri.File(folder)), "capabilities": fullWithEdits(encoding, without...), "initializationOptions": options,
	})
	return d, folder
}

// openFile opens a document that is also on disk.
func (d *buffers) openFile(folder, name, text string) string {
	d.t.Helper()
	path := folder + "/" + name
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		d.t.Fatal(err)
	}
	u := string(uri.File(path))
	d.mu.Lock()
	d.texts[u], d.version[u] = text, 1
	d.mu.Unlock()
	d.open(u, text)
	return u
}

// text returns the text of a document, or of a file created by an edit.
func (d *buffers) text(u string) string {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.texts[u]
}

// types changes a document as a person does.
func (d *buffers) types(u, text string) {
	d.mu.Lock()
	defer d.mu.Unlock()
	d.set(u, text)
}

// set sends the server a document's new text.
func (d *buffers) set(u, text string) {
	d.version[u]++
	d.texts[u] = text
	if n, isCell := d.notebooks[u]; isCell {
		d.version[n]++
		_ = d.post(map[string]any{"method": "notebookDocument/didChange", "params": map[string]any{
			"notebookDocument": map[string]any{"uri": n, "version": d.version[n]},
			"change": map[string]any{"cells": map[string]any{"textContent": []any{map[string]any{
				"document": map[string]any{"uri": u, "version": d.version[u]}, "changes": []any{map[string]any{"text": text}},
			}}}},
		}})
		return
	}
	changes := []any{map[string]any{"text": text}}
	if d.behind != nil {
		d.texts[u] = d.behind(text)
		changes = append(changes, map[string]any{"text": d.texts[u]})
	}
	_ = d.post(map[string]any{"method": "textDocument/didChange", "params": map[string]any{
		"textDocument": map[string]any{"uri": u, "version": d.version[u]}, "contentChanges": changes,
	}})
}

// bufferEdit is a workspace edit as decoded by buffers.
type bufferEdit struct {
	Changes         map[string][]bufferTextEdit
	DocumentChanges []struct {
		Kind, URI string
		Options   struct{ IgnoreIfExists, Overwrite bool }

		TextDocument struct {
			URI     string
			Version *int
		}
		Edits []bufferTextEdit
	}
}

type bufferTextEdit struct {
	Range   protocol.Range
	NewText string
	Snippet *struct{ Value string }
}

// apply applies the edit of a workspace/applyEdit request and returns the answer.
func (d *buffers) apply(params json.RawMessage) map[string]any {
	var p struct {
		Label string
		Edit  bufferEdit
	}
	if err := json.Unmarshal(params, &p); err != nil {
		return map[string]any{"applied": false, "failureReason": err.Error()}
	}
	if d.before != nil {
		d.before()
	}
	if err := d.applyAll(p.Edit); err != nil {
		return map[string]any{"applied": false, "failureReason": err.Error()}
	}
	d.mu.Lock()
	d.label = p.Label
	d.mu.Unlock()
	return map[string]any{"applied": true}
}

func (d *buffers) applyAll(e bufferEdit) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	for u, edits := range e.Changes {
		d.edit(u, edits)
	}
	if !d.lenient { // all versions are checked before the first change
		for _, c := range e.DocumentChanges {
			if v := c.TextDocument.Version; c.Kind == "" && v != nil && *v != d.version[c.TextDocument.URI] {
				return fmt.Errorf("%s has changed", c.TextDocument.URI)
			}
		}
	}
	for i, c := range e.DocumentChanges {
		switch {
		case c.Kind == "create":
			if d.create != nil {
				if err := d.create(uri.URI(c.URI).FsPath()); err != nil {
					return err
				}
			}
			if _, exists := d.texts[c.URI]; exists && !c.Options.IgnoreIfExists {
				d.texts[c.URI] = "" // as Neovim does if the file exists
			} else if !exists {
				d.texts[c.URI] = ""
			}
		case c.Kind == "delete":
			delete(d.texts, c.URI)
			if d.saves {
				_ = os.Remove(uri.URI(c.URI).FsPath())
			}
		case c.Kind != "":
			return fmt.Errorf("the server must not request %s", c.Kind)
		default:
			isChecked := d.lenient && i == 0
			if v := c.TextDocument.Version; isChecked && v != nil && *v > 0 && *v != d.version[c.TextDocument.URI] {
				return fmt.Errorf("%s has changed", c.TextDocument.URI)
			}
			if d.fails != nil && d.fails(c.TextDocument.URI) {
				return fmt.Errorf("%s cannot be changed", c.TextDocument.URI)
			}
			d.edit(c.TextDocument.URI, c.Edits)
		}
	}
	return nil
}

func (d *buffers) edit(u string, edits []bufferTextEdit) {
	path := uri.URI(u).FsPath()
	if _, isOpen := d.version[u]; d.saves && !isOpen {
		mark := "" // editors do not count the byte order mark as text
		if text, err := os.ReadFile(path); err == nil {
			d.texts[u] = strings.TrimPrefix(string(text), byteOrderMark)
			mark = string(text[:len(text)-len(d.texts[u])])
		}
		defer func() {
			if err := os.WriteFile(path, []byte(mark+d.texts[u]), 0o600); err != nil {
				d.t.Error(err)
			}
			delete(d.texts, u)
		}()
	}
	m := mapper{rope.New(d.texts[u]), d.encoding}
	slices.SortStableFunc(edits, func(a, b bufferTextEdit) int { return m.offset(b.Range.Start) - m.offset(a.Range.Start) })
	text := d.texts[u]
	for _, e := range edits {
		if e.Snippet != nil {
			e.NewText = strings.NewReplacer("${0:", "", "}", "").Replace(e.Snippet.Value)
		}
		s := m.span(e.Range)
		text = text[:s.Start] + e.NewText + text[s.End:]
	}
	d.undos[u]++
	if _, isOpen := d.version[u]; isOpen && d.late > 0 {
		d.texts[u] = text
		time.AfterFunc(d.late, func() { d.types(u, d.text(u)) })
	} else if isOpen {
		d.set(u, text)
	} else {
		d.texts[u] = text
	}
}

// run executes a command and returns the reason if it failed.
func (d *buffers) run(command, u string, at map[string]any, more ...map[string]any) string {
	d.t.Helper()
	argument := map[string]any{"uri": u, "position": at}
	for _, m := range more {
		for k, v := range m {
			argument[k] = v
		}
	}
	m := d.ask("workspace/executeCommand", map[string]any{"command": command, "arguments": []any{argument}})
	if m.Error != nil {
		return m.Error.Message
	}
	return ""
}

// action is a code action as decoded by buffers.
type action struct {
	Title, Kind string
	IsPreferred bool
	Data        json.RawMessage
	Edit        *bufferEdit
	Diagnostics []json.RawMessage
	Command     json.RawMessage
}

func (d *buffers) actions(u string, r map[string]any, only ...string) []action {
	d.t.Helper()
	context := map[string]any{"diagnostics": []any{}}
	if len(only) > 0 {
		context["only"] = only
	}
	var list []action
	raw := d.request("textDocument/codeAction", about(u, map[string]any{"range": r, "context": context}))
	if err := json.Unmarshal(raw, &list); err != nil {
		d.t.Fatal(err)
	}
	return list
}

// choose executes the first action whose title begins with the given one, as an editor does. It returns the reason if it failed.
func (d *buffers) choose(list []action, title string) string {
	d.t.Helper()
	i := slices.IndexFunc(list, func(a action) bool { return strings.HasPrefix(a.Title, title) })
	if i < 0 {
		return fmt.Sprintf("no action %q among %q", title, titles(list))
	}
	chosen := list[i]
	if chosen.Edit == nil && d.resolves {
		asked := map[string]any{"title": chosen.Title, "kind": chosen.Kind}
		if chosen.Data != nil {
			asked["data"] = chosen.Data
		}
		if chosen.Command != nil {
			asked["command"] = chosen.Command
		}
		m := d.ask("codeAction/resolve", asked) // as VS Code does, with data or without
		if m.Error != nil {
			return m.Error.Message
		}
		if err := json.Unmarshal(m.Result, &chosen); err != nil {
			d.t.Fatal(err)
		}
	}
	if chosen.Edit != nil {
		if err := d.applyAll(*chosen.Edit); err != nil {
			return err.Error()
		}
		return ""
	}
	call := chosen.Command
	if len(call) > 0 && call[0] == '"' { // a command instead of an action
		return "a bare command"
	}
	var c struct {
		Command   string
		Arguments []any
	}
	if err := json.Unmarshal(call, &c); err != nil {
		d.t.Fatal(err)
	}
	m := d.ask("workspace/executeCommand", map[string]any{"command": c.Command, "arguments": c.Arguments})
	if m.Error != nil {
		return m.Error.Message
	}
	return ""
}

func titles(list []action) []string {
	var t []string
	for _, a := range list {
		t = append(t, a.Title)
	}
	return t
}

func mustEncode(v any) []byte {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return raw
}

package lsp

import (
	"encoding/json"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/segls/segls/internal/command"
)

// TestStatus checks the status of the server, and that a report of it does not contain names or words of documents.
func TestStatus(t *testing.T) {
	e := edit(t, full("utf-8"), nil)
	e.open("file:///home/ann/secret.md", read(t, essay))
	e.request("textDocument/codeLens", about("file:///home/ann/secret.md"))
	var status statusResult
	if err := json.Unmarshal(e.request("segls/status", map[string]any{}), &status); err != nil {
		t.Fatal(err)
	}
	if len(status.Documents) != 1 || status.Version != "test" || status.PositionEncoding != "utf-8" || status.Panics != 0 || status.Memory.Bytes == 0 || status.Seconds <= 0 {
		t.Fatalf("%+v", status)
	}
	if d := status.Documents[0]; d.Bytes != len(read(t, essay)) || d.Words < 1000 || d.Fragments < 2 || d.Markup != "markdown" || d.Lines < 10 || d.Milliseconds <= 0 {
		t.Errorf("%+v", d)
	}
	counts := make(map[string]int)
	for _, r := range status.Requests {
		counts[r.Method] = r.Count
	}
	if counts["initialize"] != 1 || counts["textDocument/didOpen"] != 1 || counts["textDocument/codeLens"] != 1 {
		t.Errorf("%+v", status.Requests)
	}
	var report string
	if err := json.Unmarshal(e.request("workspace/executeCommand", map[string]any{"command": command.Report}), &report); err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"## segls test", "| 1 | markdown |", "| textDocument/codeLens | 1 |"} {
		if !strings.Contains(report, part) {
			t.Errorf("%q is not in\n%s", part, report)
		}
	}
	for _, part := range []string{"secret", "ann", "brine", "Salt"} {
		if strings.Contains(report, part) {
			t.Errorf("%q is in\n%s", part, report)
		}
	}
}

// TestMemoryLimit checks that the process uses the limit set by the editor or in the environment, never one from a project.
func TestMemoryLimit(t *testing.T) {
	before := debug.SetMemoryLimit(-1)
	defer debug.SetMemoryLimit(before)
	e := launch(t)
	e.settings = map[string]any{"memoryLimit": 700}
	e.disk.write("/book/.segls.toml", "memory-limit = 1\n")
	e.initialize(map[string]any{"rootUri": "file:///book", "capabilities": full("utf-16")})
	e.open("file:///book/a.md", read(t, essay))
	e.request("textDocument/codeLens", about("file:///book/a.md"))
	limit := func() int64 {
		var status statusResult
		_ = json.Unmarshal(e.request("segls/status", map[string]any{}), &status)
		return status.Memory.Limit
	}
	set := func(megabytes any) {
		e.mu.Lock()
		e.settings = map[string]any{"memoryLimit": megabytes}
		e.mu.Unlock()
		n := e.count("workspace/configuration")
		e.notify("workspace/didChangeConfiguration", map[string]any{"settings": nil})
		e.wait("configuration", func(message) bool { return e.count("workspace/configuration") > n })
		for e.request("textDocument/codeLens", about("file:///book/a.md")); ; {
			if limit() == int64(megabytes.(int))<<20 {
				return
			}
		}
	}
	set(700)
	set(900)
	set(0)
	if got := debug.SetMemoryLimit(-1); got != before {
		t.Errorf("the limit is %d, was %d", got, before)
	}
}

// TestTooLarge checks that nothing is shown in a text beyond the limit, not even earlier diagnostics, that this is reported once, and
// that a shorter text gets answers again.
func TestTooLarge(t *testing.T) {
	text := read(t, essay)
	e := launch(t, func(s *Server) { s.session.Largest = len(text) })
	e.initialize(map[string]any{"rootUri": nil, "capabilities": full("utf-16")})
	e.open("file:///a%20book.md", text)
	want := string(e.request("textDocument/foldingRange", about("file:///a%20book.md")))
	diagnostics := func(are func(string) bool) {
		t.Helper()
		e.wait("diagnostics", func(m message) bool { return m.Method == "textDocument/publishDiagnostics" && are(string(m.Params)) })
	}
	diagnostics(func(sent string) bool { return !strings.Contains(sent, `"diagnostics":[]`) })
	for version := 2; version < 8; version += 2 {
		e.change("file:///a%20book.md", version, map[string]any{"range": between(0, 0, 0, 0), "text": "xx"})
		for method, params := range views("file:///a%20book.md") {
			if m := e.ask(method, params); method != "workspace/executeCommand" && m.Error != nil {
				t.Errorf("%s: %+v", method, m.Error)
			}
		}
		if folds := string(e.request("textDocument/foldingRange", about("file:///a%20book.md"))); folds != "[]" {
			t.Errorf("%s", folds)
		}
		diagnostics(func(sent string) bool { return strings.Contains(sent, `"diagnostics":[]`) })
		e.change("file:///a%20book.md", version+1, map[string]any{"range": between(0, 0, 0, 2), "text": ""})
		if folds := string(e.request("textDocument/foldingRange", about("file:///a%20book.md"))); folds != want {
			t.Errorf("%s, want %s", folds, want)
		}
	}
	said := e.wait("a message", func(m message) bool { return m.Method == "window/showMessage" })
	if n := e.count("window/showMessage"); n != 1 || !strings.Contains(string(said.Params), "a book.md is 0 MB in size. segls reads texts of up to 0 MB") {
		t.Errorf("%d messages, %s", n, said.Params)
	}
}

package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/internal/command"
	"github.com/segls/segls/internal/regular"
)

// openAlone starts an editor without a workspace, with buffers that are written to disk.
func openAlone(t *testing.T, files map[string]string) (e *editor, folder string) {
	t.Helper()
	isolate(t)
	folder, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range files {
		write(t, filepath.Join(folder, name), text)
	}
	e = launch(t, func(s *Server) { s.files.cache.Disk = regular.Disk{} })
	e.initialize(map[string]any{"rootUri": nil, "capabilities": fullWithEdits("utf-16"), "initializationOptions": map[string]any{"debounceMs": 0, "settleMs": 0, "didUpdate": true}})
	d := &buffers{
		editor: e, saves: true, encoding: protocol.PositionEncodingKindUTF16, texts: make(map[string]string), version: make(map[string]int), undos: make(map[string]int),
		create: func(path string) error { return os.WriteFile(path, nil, 0o600) },
	}
	e.mu.Lock()
	e.buffers = d
	e.mu.Unlock()
	return e, folder
}

// awaitKind requests the work of a text until it has the wanted kind; "" means no work.
func (e *editor) awaitKind(t *testing.T, u, want string) {
	t.Helper()
	for deadline := time.Now().Add(30 * time.Second); ; time.Sleep(20 * time.Millisecond) {
		var w *workAnswer
		if err := json.Unmarshal(e.request("segls/work", about(u)), &w); err != nil {
			t.Fatal(err)
		}
		got := ""
		if w != nil {
			got = w.Kind
		}
		if got == want {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("a work of the kind %q, want %q", got, want)
		}
	}
}

// TestFolderIsABook checks that a folder whose file names form a series is a work, and that orders and settings take effect when they
// change.
func TestFolderIsABook(t *testing.T) {
	prose := "Salt keeps meat.\n\nBrine runs into the pans.\n"
	e, folder := openAlone(t, map[string]string{"01-salt.md": prose, "02-grave.md": prose, "03-end.md": prose, "notes/a.md": prose})
	u := string(uri.File(filepath.Join(folder, "02-grave.md")))
	e.open(u, prose)
	e.awaitKind(t, u, "series")
	if raw := e.request("segls/workHint", about(u)); string(raw) != "null" {
		t.Error(string(raw))
	}
	settings := filepath.Join(folder, ".segls.toml")
	change := func(text string) {
		write(t, settings, text)
		e.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": string(uri.File(settings)), "type": 2}}})
	}
	change("[work]\nfiles = [\"02-grave.md\", \"01-salt.md\"]\n")
	e.awaitKind(t, u, "segls")
	change("whole-work = false\n")
	e.awaitKind(t, u, "")
	if raw := e.request("segls/workHint", about(u)); !strings.Contains(string(raw), "whole-work") {
		t.Error(string(raw))
	}
	change("")
	e.awaitKind(t, u, "series")
	change("whole-work = false\n")
	e.awaitKind(t, u, "")
}

// TestOrdersAreTyped checks that mistakes in an order are reported at their lines, that an order that cannot be
// parsed does not replace the previous one, and that a changed order takes effect.
func TestOrdersAreTyped(t *testing.T) {
	prose := "Salt keeps meat.\n\nBrine runs into the pans.\n"
	weighed := func(w string) string { return "---\nweight: " + w + "\n---\n\n" + prose }
	cases := []struct {
		order, first, then, problem string // problem has the form line: message
		want                        string // files
	}{
		{"mkdocs.yml", "docs_dir: .\nnav:\n  - b.md\n  - a.md\n", "docs_dir: .\nnav:\n  - b.md\n - a.md\n", "3: This is not YAML: did not find expected key.", "b a"},
		{"mkdocs.yml", "docs_dir: .\nnav:\n  - b.md\n  - a.md\n", "docs_dir: .\nnav: b.md\n", "1: This is not a list of pages.", ""},
		{"_quarto.yml", "book:\n  chapters:\n    - b.md\n    - a.md\n", "book:\n  chapters: [\n", "2: This is not YAML: did not find expected node content.", "b a"},
		{"_quarto.yml", "book:\n  chapters:\n    - b.md\n    - a.md\n", "book:\n  chapter:\n    - b.md\n", "1: The book has no list of chapters.", ""},
		{"_toc.yml", "root: b\nchapters:\n- file: a\n", "root: b\nchapters:\n- file: a\n- fil: c\n", "3: This entry names no file.", "b a"},
		{".segls.toml", "[work]\nfiles = [\"b.md\", \"a.md\"]\n", "[work]\nfiles = [\"b.md\", \"a.md\"\n", "1: this is not TOML: array is incomplete", "b a"},
		{"c.md", weighed("9"), weighed("two"), "1: weight is not a number: two.", "a b c"},
		{"c.md", weighed("9"), weighed("1"), "", "c a b"},
	}
	for _, c := range cases {
		files := map[string]string{"a.md": weighed("3"), "b.md": weighed("4"), "c.md": weighed("5"), "d.md": weighed("2")}
		if c.order == "c.md" {
			delete(files, "d.md")
		}
		files[c.order] = c.first
		e, folder := openAlone(t, files)
		u, order := string(uri.File(filepath.Join(folder, "a.md"))), string(uri.File(filepath.Join(folder, c.order)))
		shown := func() (problems string) {
			e.mu.Lock()
			defer e.mu.Unlock()
			var p publishDiagnosticsParams
			if raw := e.published[order].Params; raw != nil && json.Unmarshal(raw, &p) == nil {
				for _, d := range p.Diagnostics {
					problems += fmt.Sprintf("%d: %s", d.Range.Start.Line, d.Message)
				}
			}
			return problems
		}
		e.open(u, files["a.md"])
		e.readWork(u)
		write(t, filepath.Join(folder, c.order), c.then)
		e.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": order, "type": 2}}})
		is := func() bool {
			var names []string
			for _, entry := range e.work(u).Entries {
				names = append(names, strings.TrimSuffix(path.Base(entry.URI), ".md"))
			}
			return strings.Join(names, " ") == c.want && shown() == c.problem
		}
		for deadline := time.Now().Add(30 * time.Second); !is(); time.Sleep(20 * time.Millisecond) {
			if time.Now().After(deadline) {
				t.Fatalf("%s: %q, files %+v, problems %q", c.order, c.then, e.work(u).Entries, shown())
			}
		}
	}
}

// TestWriteOrder checks the hint in a folder without an order, and the command that writes one.
func TestWriteOrder(t *testing.T) {
	prose := "Salt keeps meat.\n\nBrine runs into the pans.\n"
	e, folder := openAlone(t, map[string]string{"salt.md": prose, "grave.md": prose, "other.tex": prose, "README.md": prose})
	u := string(uri.File(filepath.Join(folder, "salt.md")))
	e.open(u, prose)
	e.awaitKind(t, u, "")
	var hint workHintResult
	if err := json.Unmarshal(e.request("segls/workHint", about(u)), &hint); err != nil || !hint.CanWrite || !strings.Contains(hint.Message, "2 texts") {
		t.Errorf("%+v %v", hint, err)
	}
	e.request("workspace/executeCommand", map[string]any{"command": command.WriteOrder, "arguments": []any{map[string]any{"uri": u}}})
	text := e.buffers.now(string(uri.File(filepath.Join(folder, ".segls.toml"))))
	if want := "[work]\nfiles = [\n  \"grave.md\",\n  \"salt.md\",\n]\n"; text != want {
		t.Error(text)
	}
	write(t, filepath.Join(folder, ".segls.toml"), text)
	e.awaitKind(t, u, "segls")
}

package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/segls/segls/internal/command"
	"go.lsp.dev/uri"
)

// TestSpeaksGerman compares the views in a German editor with a golden file.
func TestSpeaksGerman(t *testing.T) {
	e := launch(t)
	e.initialize(map[string]any{"rootUri": nil, "locale": "de", "capabilities": full("utf-8")})
	const uri = "file:///salt.md"
	text := read(t, "../testdata/samples/salt.md")
	e.open(uri, text)
	golden(t, "testdata/salt.md.de.views", e.views(uri, text))
}

// TestRefusesInGerman checks that refusals, changes and undo messages are in the language of the editor, including their values.
func TestRefusesInGerman(t *testing.T) {
	folder := t.TempDir()
	e := launch(t)
	d := &buffers{editor: e, encoding: "utf-8", texts: make(map[string]string), version: make(map[string]int), undos: make(map[string]int)}
	e.buffers = d
	e.initialize(map[string]any{"rootUri": string(uri.File(folder)), "locale": "de-AT", "capabilities": fullWithEdits("utf-8")})
	u := d.openFile(folder, "voyage.md", voyage)
	check := func(about, got, want string) {
		t.Helper()
		if got != want {
			t.Errorf("%s: %q\nwant %q", about, got, want)
		}
	}
	check("a paragraph", d.run(command.MergeParagraphWithPrevious, u, place(voyage, "keeps meat", d.encoding)), "Über diesem Absatz steht kein anderer.")
	check("a file", d.run(command.ExtractFragment, u, place(voyage, "Ferries 🌊", d.encoding), map[string]any{"file": "../x.md"}), "„../x.md“ ist kein Pfad, den eine neue Datei haben kann.")
	check("a work", d.run(command.MergeFiles, u, place(voyage, "Ferries 🌊", d.encoding)), "Dieser Text gehört zu keinem Werk aus mehreren Dateien.")
	check("what is gone", d.run(command.MoveFragmentUp, u, place(voyage, "Ferries 🌊", d.encoding), map[string]any{"id": "gone"}), "der Text hat sich geändert")
	var answer changesResult
	before := map[string]any{"before": []any{map[string]any{"uri": u, "text": voyage + "\n## Gulls\n\nNobody has ever counted the gulls.\n"}}}
	if err := json.Unmarshal(d.request(requestChanges, about(u, before)), &answer); err != nil || len(answer.Changes) != 1 {
		t.Fatalf("%+v, %v", answer, err)
	}
	check("a change", answer.Changes[0].Message, "Abschnitt „Gulls“ gestrichen in „🧂 Salt and ferries“: 7 Wörter")
	check("the change at its place", answer.Changes[0].Here, "gestrichen: 7 Wörter")
	if failure := d.run(command.SetAside, u, place(voyage, "keeps meat", d.encoding)); failure != "" {
		t.Fatal(failure)
	}
	check("what an editor calls the edit", d.label, "Passage in die Ablage legen")
	check("undo", d.messageShown(), "„Rückgängig“ entfernt nicht, was neu ist: tray/salt.md.")
}

// TestReportsProblemsInGerman checks that problems in directives, settings and orders are reported in the language of the editor.
func TestReportsProblemsInGerman(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		"book.toml":      "[book]\ntitle = \"Salt\"\n",
		"src/SUMMARY.md": "# Summary\n\n- [Salt](salt.md)\n- [Gulls](gulls.md)\n",
		".segls-journal": "[]\n\"ready\"\n",
		"src/salt.md":    "# Salt\n\n<!-- segls: braek -->\n\nNobody has ever counted the gulls.\n",
	} {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	e := launch(t)
	e.disk.write(filepath.Join(folder, ".segls.toml"), "preferred-words = \"many\"\n")
	e.initialize(map[string]any{"rootUri": string(uri.File(folder)), "locale": "de", "capabilities": full("utf-8")})
	for _, name := range []string{"src/salt.md", "src/SUMMARY.md"} {
		e.open(string(uri.File(filepath.Join(folder, filepath.FromSlash(name)))), read(t, filepath.Join(folder, filepath.FromSlash(name))))
	}
	e.wait("what an earlier version left", func(m message) bool {
		return m.Method == "window/showMessage" && strings.Contains(string(m.Params), "Eine frühere Version von segls hat "+filepath.Join(folder, ".segls-journal"))
	})
	for _, want := range []string{
		"Eine Anweisung „braek“ gibt es nicht; meinten Sie „break“?",
		"preferred-words: \\\"many\\\" passt nicht; erlaubt ist eine ganze Zahl von ",
		"Eine Datei gulls.md gibt es nicht.",
	} {
		e.wait(want, func(m message) bool {
			return m.Method == "textDocument/publishDiagnostics" && strings.Contains(string(m.Params), want)
		})
	}
}

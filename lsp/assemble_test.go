package lsp

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/internal/command"
)

// TestAssemble checks that passages of files, open or not, become a new file, and that a trial returns their lengths.
func TestAssemble(t *testing.T) {
	salt := "# Salt\n\n🧂 keeps meat, see [the sea](deep/sea.md).[^1]\n\n[^1]: And fish.\n"
	e, folder := openAlone(t, map[string]string{"salt.md": salt, "deep/sea.md": "# Sea\n\n## Tide\n\nThe tide of [salt](../salt.md#salt) comes.\n\n![A wave](wave.png)\n", "other.tex": "Text.\n"})
	at := func(name string) string { return string(uri.File(filepath.Join(folder, filepath.FromSlash(name)))) }
	e.open(at("salt.md"), salt)
	place := func(name string, from, to uint32) map[string]any {
		return map[string]any{"uri": at(name), "range": protocol.Range{Start: protocol.Position{Line: from}, End: protocol.Position{Line: to}}}
	}
	ask := func(more map[string]any, places ...map[string]any) message {
		more["uri"], more["places"] = at("salt.md"), places
		return e.ask("workspace/executeCommand", map[string]any{"command": command.Assemble, "arguments": []any{more}})
	}
	var told assembledResult
	m := ask(map[string]any{"trial": true}, place("deep/sea.md", 4, 5), place("salt.md", 2, 2))
	if err := json.Unmarshal(m.Result, &told); err != nil || told.Words != 10 || len(told.Places) != 2 || told.Places[0].Title != "Tide" || told.Places[0].Words != 5 || told.Places[1].Path != "salt.md" {
		t.Fatalf("%+v %v", told, m)
	}
	if e.server.session.Current().Links(folder) != nil {
		t.Error("a trial reads all texts of the folder")
	}
	m = ask(map[string]any{"toUri": at("new.md")}, place("deep/sea.md", 4, 7), place("salt.md", 2, 2))
	const want = "# Tide\n\n<!-- From deep/sea.md, Sea > Tide -->\n\nThe tide of [salt](#salt) comes.\n\n![A wave](deep/wave.png)\n\n" +
		"# Salt\n\n<!-- From salt.md, Salt -->\n\n🧂 keeps meat, see [the sea](deep/sea.md).[^1]\n\n[^1]: And fish.\n"
	if text := e.buffers.now(at("new.md")); text != want {
		t.Errorf("%s\n%v", text, m)
	}
	for refused, m := range map[string]message{
		"A document has one format": ask(map[string]any{"toUri": at("more.md")}, place("salt.md", 2, 2), place("other.tex", 0, 0)),
		"already exists":            ask(map[string]any{"toUri": at("deep/sea.md")}, place("salt.md", 2, 2)),
		"outside the workspace":     ask(map[string]any{"toUri": string(uri.File("/x.md"))}, place("salt.md", 2, 2)),
		"is a notebook":             ask(map[string]any{"toUri": at("more.md")}, place("salt.md", 2, 2), place("tides.ipynb", 0, 1)),
		"Save the document first":   ask(map[string]any{"toUri": at("more.md")}, map[string]any{"uri": "untitled:Untitled-1", "range": protocol.Range{}}),
		"no passages":               ask(map[string]any{"toUri": at("more.md")}),
	} {
		if m.Error == nil || !strings.Contains(m.Error.Message, refused) {
			t.Errorf("%s: %+v", refused, m)
		}
	}
}

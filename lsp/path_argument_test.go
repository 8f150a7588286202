package lsp

import (
	"encoding/json"
	"strings"
	"testing"

	"go.lsp.dev/jsonrpc2"

	"github.com/segls/segls/internal/command"
)

// TestPathArgument checks that a command also finds its file by path, however the client encodes the URI.
func TestPathArgument(t *testing.T) {
	e := launch(t)
	e.initialize(map[string]any{"rootUri": nil, "capabilities": full("utf-8"), "initializationOptions": map[string]any{"debounceMs": 0}})
	for path, u := range map[string]string{
		"/book/a$(touch X).md": "file:///book/a$(touch%20X).md", "/book/part #1.md": "file:///book/part%20%231.md",
		"/book/50%20off.md": "file:///book/50%2520off.md", "/book/a'b.md": "file:///book/a%27b.md", "/book/ü ü.md": "file:///book/%C3%BC%20%C3%BC.md",
	} {
		e.open(u, "# One\n\nSalt is a rock.\n\n# Two\n\nWool is hair.\n")
		argument := map[string]any{"path": path, "line": 7}
		var selected struct{ Start struct{ Line int } }
		answer := e.request("workspace/executeCommand", map[string]any{"command": command.SelectFragment, "arguments": []any{argument}})
		if err := json.Unmarshal(answer, &selected); err != nil || selected.Start.Line != 6 {
			t.Errorf("%s: %s", path, answer)
		}
	}
}

// TestMalformedArgument checks that a command with a field of the wrong type changes nothing: without the field it would do something else.
func TestMalformedArgument(t *testing.T) {
	const salt, iron = "src/salt.md", "src/iron.md"
	d, at := openWork(t, islandBook(), []string{salt, iron})
	fragments, _ := d.ids(at(salt))
	for field, value := range map[string]any{
		"trial": 1, "version": "7", "id": 5, "toId": 7, "mendLevels": 1, "renumber": 1, "force": "false", "side": true, "position": 3, "line": "7", "places": "",
	} {
		argument := map[string]any{"uri": at(salt), "id": fragments["second"], "toUri": at(iron), "path": nil}
		argument[field] = value
		m := d.ask("workspace/executeCommand", map[string]any{"command": command.MoveFragmentTo, "arguments": []any{argument}})
		if m.Error == nil || m.Error.Code != int(jsonrpc2.InvalidParams) || !strings.Contains(m.Error.Message, field) {
			t.Errorf("%s: %v answers %s, %+v", field, value, m.Result, m.Error)
		}
		for name, text := range islandBook() {
			if got := d.now(at(name)); got != text {
				t.Fatalf("%s: %v: %s says\n%s", field, value, name, got)
			}
		}
	}
}

package lsp

import (
	"encoding/json"
	"testing"

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

package lsp

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/segls/segls/internal/command"
)

// TestPlacesThatMayBreak: a client that is not segls's own is asked in one message, which lists the places with their lines, and told
// in one message where something has gone, with which it is shown or taken back.
func TestPlacesThatMayBreak(t *testing.T) {
	const salt, iron = "src/salt.md", "src/iron.md"
	for name, c := range map[string]struct{ before, after string }{
		"left":       {"Leave It", ""},
		"made":       {"Do It Anyway", ""},
		"taken back": {"Do It Anyway", "Undo"},
		"shown":      {"Do It Anyway", "Show"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := islandBook()
			files["theme/nav.json"] = "[\n{\"page\": \"salt.md\", \"part\": \"pans\"}]\n"
			capabilities := able("utf-16")
			capabilities["window"] = map[string]any{"showMessage": map[string]any{}, "showDocument": map[string]any{"support": true}}
			d, at := sitAtWorkWith(t, capabilities, files, []string{salt, iron})
			isBack := make(chan struct{})
			d.mu.Lock()
			d.replies = make(map[string]func(json.RawMessage) any)
			d.replies["workspace/applyEdit"] = func(raw json.RawMessage) any {
				if strings.Contains(string(raw), "Take back") {
					close(isBack)
				}
				return map[string]any{"applied": true}
			}
			d.replies["window/showMessageRequest"] = func(raw json.RawMessage) any {
				var p struct{ Type int }
				_ = json.Unmarshal(raw, &p)
				title := c.before
				if p.Type == 3 {
					title = c.after
				}
				if title == "" {
					return nil
				}
				return map[string]any{"title": title}
			}
			d.mu.Unlock()
			before := d.text(at(salt))
			_, sections := d.ids(at(salt))
			if _, failure := d.command(command.MoveSectionTo, map[string]any{"uri": at(salt), "id": sections["Pans"], "toUri": at(iron)}); failure != "" {
				t.Fatal(failure)
			}
			asked := d.wait("a question", func(m message) bool { return m.Method == "window/showMessageRequest" })
			if !strings.Contains(string(asked.Params), "nav.json:2: “{\\\"page\\\": \\\"salt.md\\\"") {
				t.Errorf("asked %s", asked.Params)
			}
			if c.before == "Leave It" {
				if d.text(at(salt)) != before {
					t.Error("it has been done")
				}
				return
			}
			d.wait("a message", func(m message) bool {
				return m.Method == "window/showMessageRequest" && strings.Contains(string(m.Params), "Moved to src/iron.md.")
			})
			switch c.after {
			case "Undo":
				<-isBack
				if got := d.text(at(salt)); got != before {
					t.Errorf("taken back, %s says\n%s", salt, got)
				}
			case "Show":
				d.wait("the place", func(m message) bool { return m.Method == "window/showDocument" })
			}
		})
	}
}

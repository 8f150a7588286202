package lsp

import (
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/uri"

	"github.com/segls/segls/internal/journal"
)

// TestInterruptedChangeIsReported checks that an interrupted change of files around a document is reported once and is not completed.
func TestInterruptedChangeIsReported(t *testing.T) {
	state, folder := t.TempDir(), t.TempDir()
	t.Setenv("XDG_STATE_HOME", state)
	t.Setenv("LocalAppData", state)
	func() {
		defer func() {
			if recover() == nil {
				t.Error("the run was not killed")
			}
		}()
		text := "# Salt\n"
		_ = journal.ChangeFiles(folder, []journal.FileChange{{Path: "a.md", After: &text}, {Path: "b.md", After: &text}}, func(call, path string) {
			if call == "place" && path == "b.md" {
				panic("killed")
			}
		})
	}()
	e := launch(t)
	e.initialize(map[string]any{"rootUri": string(uri.File(folder)), "capabilities": full("utf-8")})
	for _, name := range []string{"a.md", "c.md"} {
		e.open(string(uri.File(filepath.Join(folder, name))), "# Salt\n\nText.\n")
	}
	e.wait("that it was interrupted", func(m message) bool {
		return m.Method == "window/showMessage" && strings.Contains(string(m.Params), "was interrupted. To finish it, run “segls recover”")
	})
	e.request("segls/status", map[string]any{})
	if n := e.count("window/showMessage"); n != 1 {
		t.Errorf("said %d times", n)
	}
	if found := journal.FindInterrupted(folder); len(found) != 1 {
		t.Errorf("%v", found)
	}
}

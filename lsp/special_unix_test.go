//go:build unix

package lsp

import (
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestPipes checks that pipes in place of files do not block, and that those in place of .gitignore and book.toml are reported.
func TestPipes(t *testing.T) {
	e, folder := openFolder(t, full("utf-8"), map[string]string{"one.md": "# One\n\nSalt is a rock.\n", "SUMMARY.md": "# Summary\n\n- [One](one.md)\n- [Three](three.md)\n"})
	for _, name := range []string{".gitignore", "book.toml", ".segls.toml", "three.md"} {
		if err := syscall.Mkfifo(filepath.Join(folder, name), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	u := string(fileURI(filepath.Join(folder, "one.md")))
	e.open(u, "# One\n\nSalt is a rock.\n")
	answer := string(e.request("segls/work", about(u)))
	for _, name := range []string{".gitignore", "book.toml"} {
		if !strings.Contains(answer, name) {
			t.Errorf("of %s: %s", name, answer)
		}
	}
	if lenses := e.request("textDocument/codeLens", about(u)); len(lenses) == 0 {
		t.Error("no answer")
	}
	e.request("segls/find", map[string]any{"query": "salt"})
	e.request("segls/related", about(u, map[string]any{"position": at(2, 0)}))
}

package lsp

import (
	"fmt"
	"strings"
	"testing"
)

// TestFoldsFromBlankLine checks that, if the client requests it, the fold of every fragment begins at the blank line above it.
func TestFoldsFromBlankLine(t *testing.T) {
	const uri = "file:///essay.md"
	e := edit(t, full("utf-16"), map[string]any{"foldsFromBlankLine": true})
	e.open(uri, voyage)
	folds := string(e.request("textDocument/foldingRange", about(uri)))
	lines := strings.Split(voyage, "\n")
	want := 0
	for i, line := range lines {
		// Each fragment of this text has one paragraph, except the one about ferries.
		if strings.HasPrefix(line, "Salt 🧂") || strings.HasPrefix(line, "Ferries") || strings.HasPrefix(line, "Apples") {
			want++
			if start := fmt.Sprintf(`{"startLine":%d,`, i-1); !strings.Contains(folds, start) {
				t.Errorf("no fold from line %d: %s", i-1, folds)
			}
		}
	}
	if regions := strings.Count(folds, `"kind":"region"`); regions != want {
		t.Errorf("%d regions, and not %d: %s", regions, want, folds)
	}
}

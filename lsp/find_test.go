package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// TestFindPassages checks that a query finds passages in the files of the workspace, even before its last word is complete.
func TestFindPassages(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	isolate(t)
	write := func(name, text string) uri.URI {
		t.Helper()
		path := filepath.Join(root, name)
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return uri.File(path)
	}
	write("salt.md", "# Salt\n\n## Caravans\n\nThe 🐫 “caravans” of camels took the slabs through the desert.\n")
	u := write("bread.md", "# Bread\n\nFlour, water, yeast. Knead the dough and let it rest.\n")

	e := launch(t)
	e.initialize(map[string]any{"rootUri": string(uri.File(root)), "capabilities": full("utf-16")})
	ask := func(query string, more map[string]any) (answer *findResult) {
		t.Helper()
		params := map[string]any{"query": query}
		for k, v := range more {
			params[k] = v
		}
		if err := json.Unmarshal(e.request("segls/find", params), &answer); err != nil {
			t.Fatal(err)
		}
		return answer
	}
	check := func(a *findResult, want ...string) {
		t.Helper()
		if a == nil || a.Texts != 2 {
			t.Fatalf("%+v", a)
		}
		got := []string{}
		for _, h := range a.Hits {
			got = append(got, h.Path+" "+h.Title+" "+strings.Join(h.Answer, "|"))
		}
		if !slices.Equal(got, append([]string{}, want...)) {
			t.Errorf("%q", got)
		}
	}
	const caravans = "salt.md Caravans The 🐫 “|caravans|” of |camels| took the slabs through the desert."
	a := ask("caravan camel", nil)
	check(a, caravans)
	if h := a.Hits[0]; h.At.Start != (protocol.Position{Line: 4, Character: 8}) || h.Range.Start.Line != 4 || h.Words != 10 || !slices.Equal(h.Section, []string{"Salt", "Caravans"}) {
		t.Errorf("%+v", h)
	}
	check(ask("camels cara", map[string]any{"isTyping": true, "textDocument": map[string]any{"uri": string(u)}}), caravans)
	check(ask("camels cara", nil), "salt.md Caravans The 🐫 “caravans” of |camels| took the slabs through the desert.")
	check(ask("zebra", nil))
	write("bread.md", "# Bread\n\nZebras eat no bread.\n") // simulates a change by another program
	check(ask("zeb", map[string]any{"isTyping": true}), "bread.md Bread |Zebras| eat no bread.")
	if a := ask("zebras", map[string]any{"minScore": 1000}); len(a.Hits) != 0 {
		t.Errorf("with a score of 1000: %+v", a.Hits)
	}
	if a := ask("the", map[string]any{"textDocument": map[string]any{"uri": "untitled:1"}}); a != nil {
		t.Errorf("%+v", a)
	}
	if m := e.ask("segls/find", map[string]any{"query": "x", "minWords": 9, "maxWords": 3}); m.Error == nil {
		t.Error("limits that cannot be kept are taken")
	}
}

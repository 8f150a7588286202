package lsp

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/uri"
)

// TestRelated checks that related passages in other files of the workspace are found for the editor's text, saved or not.
func TestRelated(t *testing.T) {
	root, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	isolate(t)
	write := func(name, text string) uri.URI {
		t.Helper()
		path := filepath.Join(root, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		return uri.File(path)
	}
	write("notes/salt.md", "# Salt\n\nThe “*pans*” of the coast are shallow. Brine runs into them in spring.\n\n## Caravans\n\nCaravans of camels took the slabs through the desert to the market.\n")
	write("bread.md", "# Bread\n\nFlour, water, yeast. Knead the dough and let it rest.\n")
	u := write("draft.md", "# Draft\n\nNothing yet.\n")

	e := launch(t)
	e.initialize(map[string]any{"rootUri": string(uri.File(root)), "capabilities": full("utf-16")})
	e.open(string(u), "# Draft\n\nThe camels cross the desert.\n\nThe shallow pans dry.\n")
	ask := func(more ...map[string]any) (answer *relatedResult) {
		t.Helper()
		if err := json.Unmarshal(e.request("segls/related", about(string(u), more...)), &answer); err != nil {
			t.Fatal(err)
		}
		return answer
	}
	first := func(line int) string {
		t.Helper()
		a := ask(map[string]any{"position": at(line, 0), "minScore": 0})
		if a == nil || len(a.Related) == 0 || a.Texts != 3 {
			t.Fatalf("%+v", a)
		}
		r := a.Related[0]
		if r.Path != "notes/salt.md" || len(r.Shared) == 0 || strings.Contains(r.Opening, "*") {
			t.Errorf("%+v", r)
		}
		if r.Range.Start.Line == 2 && (r.Range.End.Line != 2 || r.Range.End.Character != 70) {
			t.Errorf("%+v", r.Range)
		}
		return r.Title
	}
	if got := first(2); got != "Caravans" {
		t.Error(got)
	}
	if got := first(4); got != "Salt" {
		t.Error(got)
	}
	if a := ask(map[string]any{"top": 1, "minScore": 0}); a == nil || len(a.Related) != 1 {
		t.Errorf("of the file: %+v", a)
	}
	if all, none := ask(map[string]any{"position": at(2, 0), "minScore": 0}), ask(map[string]any{"position": at(2, 0), "minScore": 1000}); len(all.Related) < 2 || len(none.Related) > 0 {
		t.Errorf("with a score of 0: %+v, of 1000: %+v", all, none)
	}
	// Texts that another program writes are found.
	write("bread.md", "# Bread\n\nCamels cross the desert with bread, the desert of camels.\n")
	a := ask(map[string]any{"position": at(2, 0), "minScore": 0})
	if a == nil || a.Related[0].Path != "bread.md" && a.Related[1].Path != "bread.md" {
		t.Errorf("%+v", a)
	}
	// Without a workspace, the folder of the file is used, unless it is the writer's home.
	alone := edit(t, full("utf-16"), nil)
	alone.open(string(u), "The camels cross the desert.\n")
	if raw := alone.request("segls/related", about(string(u), map[string]any{"minScore": 0})); !strings.Contains(string(raw), "bread.md") {
		t.Error(string(raw))
	}
	home, _ := os.UserHomeDir()
	atHome := string(uri.File(filepath.Join(home, "letter.md")))
	alone.open(atHome, "The camels cross the desert.\n")
	if raw := alone.request("segls/related", about(atHome)); string(raw) != "null" {
		t.Error(string(raw))
	}
}

// isolate sets the home and cache folders to new ones for the duration of a test.
func isolate(t *testing.T) {
	t.Helper()
	for _, name := range []string{"XDG_CACHE_HOME", "LocalAppData", "HOME"} {
		t.Setenv(name, t.TempDir())
	}
}

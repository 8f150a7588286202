package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/shape"
)

// TestShownLast checks that --as-shown shows the fragments last shown in an editor, and does not change the stored shapes.
func TestShownLast(t *testing.T) {
	folder := t.TempDir()
	t.Chdir(folder)
	path := filepath.Join(folder, "a.md")
	if err := os.WriteFile(path, []byte(chapter), 0o600); err != nil {
		t.Fatal(err)
	}
	open := func() *shape.Store {
		store := shape.Open(filepath.Join(folder, "shapes"))
		store.Temporary = nil
		return store
	}
	fresh := analysis.New(chapter, markup.Markdown, analysis.Settings{})
	if got := newShownRestorer(open())("a.md", fresh); got != fresh {
		t.Error("a shape is restored for a text that was never shown")
	}
	shown := fresh.WithFragmentsAt([]int{0, 1})
	if err := open().Save(path, shown, true); err != nil {
		t.Fatal(err)
	}
	got := newShownRestorer(open())("a.md", fresh)
	if len(got.Fragments()) != 2 || got.Fragment(1).ID != shown.Fragment(1).ID {
		t.Errorf("shown are %d fragments", len(got.Fragments()))
	}
	if got := newShownRestorer(open())("a.md", analysis.New("# Another\n\nText of other words.\n", markup.Markdown, analysis.Settings{})); len(got.Fragments()) != 1 {
		t.Errorf("of another text, %d fragments are shown", len(got.Fragments()))
	}
	if texts, damaged, _ := open().CountShapes(); texts != 1 || damaged != 0 {
		t.Errorf("%d texts are kept, %d damaged", texts, damaged)
	}
}

// TestForget checks that forget removes shapes and reports how many, and that doctor reports shapes that are damaged.
func TestForget(t *testing.T) {
	state := t.TempDir()
	for _, name := range []string{"XDG_STATE_HOME", "HOME", "LocalAppData"} {
		t.Setenv(name, state)
	}
	t.Chdir(t.TempDir())
	say := func(want string, args ...string) {
		t.Helper()
		if _, out, errs := segls("", args...); !strings.Contains(out, want) {
			t.Errorf("%v: %q is not in\n%s%s", args, want, out, errs)
		}
	}
	say("There is nothing to forget.", "forget")
	folder := shape.Folder()
	if err := os.MkdirAll(folder, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "x.shape"), []byte("{}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	say("1 file; a text whose file is damaged is divided afresh", "doctor")
	say("There is nothing to forget.", "forget", "a.md")
	if code, _, errs := segls("", "forget"); code != console.ExitOK || errs != "" {
		t.Errorf("exit code %d, %s", code, errs)
	}
	if _, err := os.Stat(folder); err == nil {
		t.Error("a damaged shape has not been removed")
	}
	if err := os.WriteFile("a.md", []byte(chapter), 0o600); err != nil {
		t.Fatal(err)
	}
	path, err := filepath.Abs("a.md")
	if err != nil {
		t.Fatal(err)
	}
	store := shape.Open(folder)
	store.Temporary = nil
	if err := store.Save(path, analysis.New(chapter, markup.Markdown, analysis.Settings{}).WithFragmentsAt([]int{0, 1}), true); err != nil {
		t.Fatal(err)
	}
	say("segls has forgotten how it had divided 1 text.", "forget", "a.md")
	if err := os.RemoveAll(folder); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(folder, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	say("is not a folder; nothing is kept", "doctor")
}

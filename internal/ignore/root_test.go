package ignore

import (
	"os"
	"path/filepath"
	"testing"
)

// TestRoots checks the roots of files in folders with an order, in a series of folders, and with neither, one by one and all together.
func TestRoots(t *testing.T) {
	top := t.TempDir()
	write := func(name, text string) {
		path := filepath.Join(top, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	roots := map[string]string{
		"book/part-1/01.md":       "book", // one of a series of folders
		"book/part-2/01.md":       "book",
		"book/part-2/notes.md":    "book",
		"manual/src/SUMMARY.md":   "manual/src",
		"manual/src/deep/salt.md": "manual/src", // named by SUMMARY.md
		"manual/src/deep/road.md": "manual/src", // beside one that is
		"site/_index.md":          "site",
		"site/a/_index.md":        "site", // ordered by weights
		"site/a/salt.md":          "site",
		"site/b/road.md":          "site",
		"loose/salt.md":           "loose",
	}
	for name := range roots {
		write(name, "Salt.\n")
	}
	for _, name := range []string{"part-1/02.md", "part-1/03.md", "part-2/02.md", "part-2/03.md"} {
		write("book/"+name, "Salt.\n")
	}
	write("manual/src/SUMMARY.md", "# Summary\n\n- [Salt](deep/salt.md)\n")
	for i, name := range []string{"_index.md", "a/_index.md", "a/salt.md", "b/_index.md", "b/road.md", "c/_index.md"} {
		write("site/"+name, "---\nweight: "+string(rune('1'+i))+"\n---\nSalt.\n")
	}
	var all RootFinder
	defer all.Close()
	for name, want := range roots {
		path := filepath.Join(top, filepath.FromSlash(name))
		got, err := filepath.Rel(top, CommandRoot(path))
		if err != nil || filepath.ToSlash(got) != want {
			t.Errorf("%s: %s, not %s", name, got, want)
		}
		if again := all.CommandRoot(path); again != CommandRoot(path) {
			t.Errorf("%s: %s with others, %s alone", name, again, CommandRoot(path))
		}
	}
}

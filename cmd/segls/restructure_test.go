package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/internal/console"
)

// draft writes a document into a new folder and returns its path.
func draft(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o640); err != nil {
		t.Fatal(err)
	}
	return path
}

func contentOf(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

const book = `# Book

Before the parts: [ferries](#ferries).

## Salt

Salt is ![old](img/old.png), see [ferries](#ferries) and [the book](#book).

## Ferries

Ferries cross[^1] rivers.

[^1]: On ropes.
`

// TestSplit checks the files, the links between them, and that nothing is overwritten.
func TestSplit(t *testing.T) {
	path := draft(t, "book.md", book)
	to := filepath.Join(filepath.Dir(path), "my parts")
	code, dry, errs := segls("", "split", "--by", "headings", "--to", to, "--dry-run", path)
	if code != console.ExitOK || strings.Count(dry, "--- /dev/null\n+++ ") != 3 || !strings.Contains(dry, "+Salt is ![old](../img/old.png)") {
		t.Fatalf("%d %s\n%s", code, errs, dry)
	}
	if _, err := os.Stat(to); err == nil {
		t.Error("the dry run creates a file")
	}
	if code, out, errs := segls("", "split", "--by", "headings", "--to", to, path); code != console.ExitOK || strings.Count(out, "\n") != 3 {
		t.Fatalf("%d %s %s", code, out, errs)
	}
	for name, want := range map[string]string{
		"index.md":      "# Book\n\nBefore the parts: [ferries](#ferries).\n\n## Salt\n\n[Salt](01-salt.md)\n\n## Ferries\n\n[Ferries](02-ferries.md)\n\n[^1]: On ropes.\n",
		"01-salt.md":    "# Salt\n\nSalt is ![old](../img/old.png), see [ferries](index.md#ferries) and [the book](index.md#book).\n",
		"02-ferries.md": "# Ferries\n\nFerries cross[^1] rivers.\n\n[^1]: On ropes.\n",
	} {
		if got := contentOf(t, filepath.Join(to, name)); got != want {
			t.Errorf("%s:\n%s\nwant\n%s", name, got, want)
		}
	}
	if got := contentOf(t, path); got != book {
		t.Errorf("the text has become\n%s", got)
	}
	if err := os.Remove(filepath.Join(to, "index.md")); err != nil {
		t.Fatal(err)
	}
	code, _, errs = segls("", "split", "--by", "headings", "--to", to, path)
	if _, err := os.Stat(filepath.Join(to, "index.md")); code != console.ExitUsage || !strings.Contains(errs, "01-salt.md") || err == nil {
		t.Errorf("a file that exists: %d %s, and an index is left: %v", code, errs, err)
	}
}

// TestFrontMatter checks front matter from the setting, and from a file that the flag names.
func TestFrontMatter(t *testing.T) {
	path := draft(t, "book.md", book)
	folder := filepath.Dir(path)
	for name, text := range map[string]string{
		".segls.toml":   "front-matter = \"\"\"---\ntitle: {title}\n---\"\"\"\n",
		"template.yaml": "---\nname: {title}\ndraft: true\n---\n",
	} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for to, c := range map[string]struct {
		flags []string
		want  string
	}{
		"one":   {nil, "---\ntitle: Ferries\n---\n\n# Ferries\n"},
		"other": {[]string{"--front-matter", filepath.Join(folder, "template.yaml")}, "---\nname: Ferries\ndraft: true\n---\n\n# Ferries\n"},
	} {
		args := append([]string{"split", "--by", "headings", "--to", filepath.Join(folder, to), path}, c.flags...)
		if code, _, errs := segls("", args...); code != console.ExitOK {
			t.Errorf("%d %s", code, errs)
		} else if got := contentOf(t, filepath.Join(folder, to, "02-ferries.md")); !strings.HasPrefix(got, c.want) {
			t.Errorf("%s:\n%s", to, got)
		}
	}
}

// TestSplitSample checks that real texts split into files keep all their words there, except for rewritten addresses.
func TestSplitSample(t *testing.T) {
	for _, sample := range []string{"salt.md", "tides.md", "notebook.txt", "kitchen.md"} {
		text := contentOf(t, "../../testdata/samples/"+sample)
		for _, by := range []string{"fragments", "headings"} {
			path := draft(t, sample, text)
			to := filepath.Join(filepath.Dir(path), "to")
			code, out, errs := segls("", "split", "--preferred-words", "200", "--by", by, "--to", to, path)
			if code != console.ExitOK {
				if !strings.Contains(errs, "no parts") {
					t.Errorf("%s by %s: %s", sample, by, errs)
				}
				continue
			}
			all := ""
			for _, file := range strings.Fields(out) {
				all += contentOf(t, file) + "\n"
			}
			have := make(map[string]int)
			for _, w := range strings.Fields(all) {
				have[strings.Trim(w, "#")]++
			}
			for _, w := range strings.Fields(text) {
				if w = strings.Trim(w, "#"); !strings.Contains(w, "/") && !strings.Contains(w, "](") {
					if have[w]--; have[w] < 0 {
						t.Errorf("%s by %s: %q is lost", sample, by, w)
					}
				}
			}
		}
	}
}

// TestMove checks moves in a file and in standard input, and moves that are refused.
func TestMove(t *testing.T) {
	text := "# A\n\n## B\n\nOne.\n\n## C\n\nTwo.\n"
	moved := "# A\n\n## C\n\nTwo.\n\n## B\n\nOne.\n"
	path := draft(t, "a.md", text)
	code, diff, errs := segls("", "move", "--unit", "section", "--from", "3", "--before", "2", "--dry-run", path)
	if code != console.ExitOK || contentOf(t, path) != text || !strings.Contains(diff, "\n+## C\n") || !strings.HasPrefix(diff, "--- "+path+"\n+++ "+path+"\n@@") {
		t.Errorf("%d %s\n%s", code, errs, diff)
	}
	link := filepath.Join(filepath.Dir(path), "link.md")
	if err := os.Symlink(path, link); err != nil {
		link = path // symbolic links are not available
	}
	if code, _, errs := segls("", "move", "--unit", "section", "--from", "3", "--before", "2", link); code != console.ExitOK || contentOf(t, path) != moved {
		t.Errorf("%d %s\n%s", code, errs, contentOf(t, path))
	}
	if about, _ := os.Stat(path); about.Mode().Perm() != 0o640 {
		t.Errorf("its mode is %v", about.Mode())
	}
	if entries, _ := os.ReadDir(filepath.Dir(path)); slices.ContainsFunc(entries, func(e os.DirEntry) bool { return strings.HasPrefix(e.Name(), ".") }) {
		t.Error("a temporary file is left")
	}
	if code, out, errs := segls(text, "move", "--markup", "markdown", "--from", "2", "--before", "1", "-"); code != console.ExitOK || out != "# A\n\n## B\n\nTwo.\n\nOne.\n\n## C\n" {
		t.Errorf("%d %s\n%s", code, errs, out)
	}
	for _, args := range [][]string{
		{"--from", "9", "--before", "1", path},
		{"--from", "1", "--before", "1", path},
		{"--from", "1", "--before", "2", "--unit", "chapter", path},
		{"--from", "1", path},
		{"--from", "1", "--before", "3", path + ".none"},
	} {
		if code, _, errs := segls("", append([]string{"move"}, args...)...); code != console.ExitUsage || errs == "" {
			t.Errorf("%q: %d %s", args, code, errs)
		}
	}
	if contentOf(t, path) != moved {
		t.Error("a move that failed has changed the text")
	}
}

// TestReplaceFile checks that a file that another program has changed stays unchanged, and that no other file is left.
func TestReplaceFile(t *testing.T) {
	path := draft(t, "a.md", "new\n")
	if err := replaceFile(path, "old\n", "mine\n", false); err == nil || contentOf(t, path) != "new\n" {
		t.Errorf("%v, the file has %q", err, contentOf(t, path))
	}
	entries, _ := os.ReadDir(filepath.Dir(path))
	if len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}

// TestMoveNamesTheUnit checks that the refusal of a place that does not exist says how many scenes, sections or fragments there are.
func TestMoveNamesTheUnit(t *testing.T) {
	path := draft(t, "road.md", "# Road\n\nSalt keeps.\n\n* * *\n\nBees build.\n\n# Sea\n\nTides turn.\n")
	for unit, want := range map[string]string{"scene": "This text has 3 scenes.", "section": "This text has 2 sections.", "fragment": "This text has 3 fragments."} {
		if code, _, errs := segls("", "move", "--unit", unit, "--from", "1", "--after", "99", path); code == console.ExitOK || !strings.Contains(errs, want) {
			t.Errorf("%s: %d %s", unit, code, errs)
		}
	}
}

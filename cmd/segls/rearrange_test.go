package main

import (
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/foldertest"
	"github.com/segls/segls/internal/work"
)

// smallBook returns a work with links between its files, and a file outside the work that links to it.
func smallBook() map[string]string {
	return map[string]string{
		"book.toml":       "[book]\n",
		"README.md":       "# About\n\nRead of [the pans](src/road.md#pans).\n",
		"src/SUMMARY.md":  "# Summary\n\n- [The road](road.md) <!-- first -->\n- [Wax](wax.md)\n- [End](deep/end.md)\n",
		"src/road.md":     "# The road\n\nSalt goes inland.\n\n## Pans\n\nThe sun dries the pans. See [wax](wax.md).\n\n## Mules\n\nMules carry it past [the pans](#pans).\n",
		"src/wax.md":      "# Wax\n\nBees make wax, see [the pans](road.md#pans).\n\n## Cells\n\nCells are of wax.\n",
		"src/deep/end.md": "# The end\n\nAll ends at [the mules](../road.md#mules).\n",
	}
}

// inRepository writes the files to a folder that looks like a repository, so that all of it is the workspace.
func inRepository(t *testing.T, files map[string]string) string {
	t.Helper()
	files = maps.Clone(files)
	files[".git/HEAD"] = ""
	return foldertest.Write(t, files)
}

func without(files map[string]string, name string) map[string]string {
	files = maps.Clone(files)
	delete(files, name)
	return files
}

// TestLinesOfMessages checks the line numbers in messages about places that may be wrong after a change, for each kind of line ending.
func TestLinesOfMessages(t *testing.T) {
	for name, end := range map[string]string{"LF": "\n", "CRLF": "\r\n", "CR": "\r"} {
		files := map[string]string{
			"conf.py": "project = \"Roads\"\n", "index.rst": "Roads\n=====\n\n.. toctree::\n\n   road\n   other\n",
			"road.rst":  strings.ReplaceAll("Road\n====\n\nWe walk along `The road`_ today.\n\nThe road\n--------\n\nIt is long.\n", "\n", end),
			"other.rst": "Other\n=====\n\nNothing.\n",
			"sea.adoc":  strings.ReplaceAll("= Sea\n\nOne.\n\n== Salt\n\nFirst {counter:n}.\n\n== Tide\n\nSecond {counter:n}.\n", "\n", end),
		}
		t.Chdir(inRepository(t, files))
		for want, args := range map[string]string{
			"segls: road.rst:4: “The road” is known only in its own file, other.rst.\n": "move --dry-run --unit section road.rst:6 --to other.rst",
			"segls: sea.adoc:7: From here on, the counter “n” prints other numbers.\n":  "move --dry-run --unit section --from 3 --before 2 sea.adoc",
			"segls: road.rst:4: “The road” is known only in its own file, road.rst.\n":  "assemble - road.rst:4",
		} {
			if code, _, errs := segls("", strings.Fields(args)...); code != console.ExitOK || !strings.Contains(errs, want) {
				t.Errorf("%s: %s: %d, %q, want %q", name, args, code, errs, want)
			}
		}
	}
}

// TestMoveAcrossFiles checks moves to other files, with the links in all files and the order, and that a dry run changes nothing.
func TestMoveAcrossFiles(t *testing.T) {
	for name, x := range map[string]struct {
		args []string
		want map[string]string // the texts that differ
	}{
		"a section to the end of a file": {
			[]string{"--unit", "section", "src/road.md:5", "--to", "src/wax.md"},
			map[string]string{
				"README.md":   "# About\n\nRead of [the pans](src/wax.md#pans).\n",
				"src/road.md": "# The road\n\nSalt goes inland.\n\n## Mules\n\nMules carry it past [the pans](wax.md#pans).\n",
				"src/wax.md":  "# Wax\n\nBees make wax, see [the pans](#pans).\n\n## Cells\n\nCells are of wax.\n\n## Pans\n\nThe sun dries the pans. See [wax](wax.md).\n",
			},
		},
		"a section before another": {
			[]string{"--unit", "section", "src/road.md:11", "--to", "src/wax.md:6"},
			map[string]string{
				"src/road.md":     "# The road\n\nSalt goes inland.\n\n## Pans\n\nThe sun dries the pans. See [wax](wax.md).\n",
				"src/wax.md":      "# Wax\n\nBees make wax, see [the pans](road.md#pans).\n\n## Mules\n\nMules carry it past [the pans](road.md#pans).\n\n## Cells\n\nCells are of wax.\n",
				"src/deep/end.md": "# The end\n\nAll ends at [the mules](../wax.md#mules).\n",
			},
		},
		"a fragment by its number into a section": {
			[]string{"--from", "2", "src/road.md", "--to", "src/deep/end.md:1", "--place", "end"},
			map[string]string{
				"src/road.md":     "# The road\n\nSalt goes inland.\n\n## Pans\n\n## Mules\n\nMules carry it past [the pans](#pans).\n",
				"src/deep/end.md": "# The end\n\nAll ends at [the mules](../road.md#mules).\n\nThe sun dries the pans. See [wax](../wax.md).\n",
			},
		},
		"a file in the order": {
			[]string{"--unit", "file", "src/deep/end.md", "--to", "src/road.md", "--place", "before"},
			map[string]string{"src/SUMMARY.md": "# Summary\n\n- [End](deep/end.md)\n- [The road](road.md) <!-- first -->\n- [Wax](wax.md)\n"},
		},
		"a file below another": {
			[]string{"--unit", "file", "src/wax.md", "--to", "src/road.md", "--place", "below"},
			map[string]string{"src/SUMMARY.md": "# Summary\n\n- [The road](road.md) <!-- first -->\n  - [Wax](wax.md)\n- [End](deep/end.md)\n"},
		},
	} {
		t.Run(name, func(t *testing.T) {
			folder := inRepository(t, smallBook())
			var args []string
			for _, arg := range x.args {
				if strings.HasPrefix(arg, "src/") {
					arg = filepath.Join(folder, filepath.FromSlash(arg))
				}
				args = append(args, arg)
			}
			before := without(foldertest.WithoutOwnFiles(foldertest.Read(t, folder)), ".git/HEAD")
			code, diff, errs := segls("", append([]string{"move", "--dry-run"}, args...)...)
			if code != console.ExitOK || !maps.Equal(without(foldertest.WithoutOwnFiles(foldertest.Read(t, folder)), ".git/HEAD"), before) {
				t.Fatalf("a dry run: %d, %s", code, errs)
			}
			for file, text := range x.want {
				for line := range strings.Lines(text) {
					if !strings.Contains(before[file], line) && !strings.Contains(diff, "+"+line) {
						t.Errorf("%q of %s is not in\n%s", line, file, diff)
					}
				}
			}
			code, out, errs := segls("", append([]string{"move"}, args...)...)
			if code != console.ExitOK {
				t.Fatalf("%d, %s", code, errs)
			}
			want := maps.Clone(before)
			for file, text := range x.want {
				want[file] = text
				if !strings.Contains(out, filepath.FromSlash(file)) {
					t.Errorf("%s is not in %q", file, out)
				}
			}
			got := without(foldertest.WithoutOwnFiles(foldertest.Read(t, folder)), ".git/HEAD")
			for _, file := range slices.Sorted(maps.Keys(want)) {
				if got[file] != want[file] {
					t.Errorf("%s is\n%s\nwant\n%s", file, got[file], want[file])
				}
			}
			if len(got) != len(want) {
				t.Errorf("%d files, want %d", len(got), len(want))
			}
		})
	}
}

// TestMoveBetweenFolders checks that a section moves to a file in another folder, where no order lists the files.
func TestMoveBetweenFolders(t *testing.T) {
	for _, to := range []string{"docs/other.md", "docs/b/c/other.md", "other.md"} {
		folder := inRepository(t, map[string]string{"docs/a/long.md": "# Reference\n\n## A\n\nSalt a.\n", to: "# Other\n\nSee it.\n", "index.md": "[A](docs/a/long.md#a)\n"})
		in := func(name string) string { return filepath.Join(folder, filepath.FromSlash(name)) }
		if code, _, errs := segls("", "move", "--unit", "section", in("docs/a/long.md:5"), "--to", in(to)); code != console.ExitOK {
			t.Fatalf("%d, %s", code, errs)
		}
		got := foldertest.WithoutOwnFiles(foldertest.Read(t, folder))
		if got[to] != "# Other\n\nSee it.\n\n## A\n\nSalt a.\n" || got["index.md"] != "[A]("+to+"#a)\n" {
			t.Errorf("after a move to %s: %q", to, got)
		}
	}
}

// TestSplitInWork checks how a file of a work is split: in two, or with one or all sections in their own files.
func TestSplitInWork(t *testing.T) {
	long := "# Reference\n\nSee [b](#b).\n\n## A\n\nSalt a.\n\n## B\n\nSalt b, see [a](#a).\n\n## C\n\nSalt c.\n"
	files := map[string]string{"mkdocs.yml": "nav:\n  - long.md # all\n  - other.md\n", "docs/long.md": long, "docs/other.md": "# Other\n\nSee [b](long.md#b) and [c](long.md#c).\n"}
	for name, x := range map[string]struct {
		args []string
		want map[string]string
		out  string
	}{
		"in two": {
			[]string{"--by", "headings", "docs/long.md:10", "--name", "rest"},
			map[string]string{
				"mkdocs.yml": "nav:\n  - long.md # all\n  - rest.md\n  - other.md\n", "docs/long.md": "# Reference\n\nSee [b](rest.md#b).\n\n## A\n\nSalt a.\n",
				"docs/rest.md": "# B\n\nSalt b, see [a](long.md#a).\n\n# C\n\nSalt c.\n", "docs/other.md": "# Other\n\nSee [b](rest.md#b) and [c](rest.md#c).\n",
			},
			"rest.md",
		},
		"at a heading": {
			[]string{"docs/long.md:9", "--name", "rest"},
			map[string]string{
				"mkdocs.yml": "nav:\n  - long.md # all\n  - rest.md\n  - other.md\n", "docs/long.md": "# Reference\n\nSee [b](rest.md#b).\n\n## A\n\nSalt a.\n",
				"docs/rest.md": "# B\n\nSalt b, see [a](long.md#a).\n\n# C\n\nSalt c.\n", "docs/other.md": "# Other\n\nSee [b](rest.md#b) and [c](rest.md#c).\n",
			},
			"rest.md",
		},
		"all sections": {
			[]string{"--by", "headings", "docs/long.md", "--redirects", "text"},
			map[string]string{
				"mkdocs.yml": "nav:\n  - long.md # all\n  - a.md\n  - b.md\n  - c.md\n  - other.md\n", "docs/long.md": "# Reference\n\nSee [b](b.md#b).\n",
				"docs/a.md": "# A\n\nSalt a.\n", "docs/b.md": "# B\n\nSalt b, see [a](a.md#a).\n", "docs/c.md": "# C\n\nSalt c.\n", "docs/other.md": "# Other\n\nSee [b](b.md#b) and [c](c.md#c).\n",
			},
			"/long/#b /b/#b\n",
		},
		"one section": {
			[]string{"--by", "section", "docs/long.md:10"},
			map[string]string{
				"mkdocs.yml": "nav:\n  - long.md # all\n  - b.md\n  - other.md\n", "docs/long.md": "# Reference\n\nSee [b](b.md#b).\n\n## A\n\nSalt a.\n\n## C\n\nSalt c.\n",
				"docs/b.md": "# B\n\nSalt b, see [a](long.md#a).\n", "docs/other.md": "# Other\n\nSee [b](b.md#b) and [c](long.md#c).\n",
			},
			"b.md",
		},
		"all sections in a folder without an order": {
			[]string{"--by", "headings", "docs/long.md"},
			map[string]string{
				"docs/long.md": "# Reference\n\nSee [b](b.md#b).\n",
				"docs/a.md":    "# A\n\nSalt a.\n", "docs/b.md": "# B\n\nSalt b, see [a](a.md#a).\n", "docs/c.md": "# C\n\nSalt c.\n", "docs/other.md": "# Other\n\nSee [b](b.md#b) and [c](c.md#c).\n",
			},
			"c.md",
		},
	} {
		t.Run(name, func(t *testing.T) {
			files := maps.Clone(files)
			if strings.HasSuffix(name, "without an order") {
				delete(files, "mkdocs.yml")
			}
			folder := inRepository(t, files)
			for i, arg := range x.args {
				if strings.HasPrefix(arg, "docs/") {
					x.args[i] = filepath.Join(folder, filepath.FromSlash(arg))
				}
			}
			if code, diff, errs := segls("", append([]string{"split", "--dry-run"}, x.args...)...); code != console.ExitOK || !strings.Contains(diff, "--- /dev/null\n") {
				t.Fatalf("%d, %s, %s", code, errs, diff)
			}
			code, out, errs := segls("", append([]string{"split"}, x.args...)...)
			if code != console.ExitOK || !strings.Contains(out, x.out) {
				t.Fatalf("%d, %s, %s", code, errs, out)
			}
			got := without(foldertest.WithoutOwnFiles(foldertest.Read(t, folder)), ".git/HEAD")
			for _, file := range slices.Sorted(maps.Keys(x.want)) {
				if got[file] != x.want[file] {
					t.Errorf("%s is\n%s\nwant\n%s", file, got[file], x.want[file])
				}
			}
			if len(got) != len(x.want) {
				t.Errorf("the files are %q", slices.Sorted(maps.Keys(got)))
			}
		})
	}
}

// TestRearrangeRefused checks that an impossible change is reported, and nothing is changed.
func TestRearrangeRefused(t *testing.T) {
	folder := inRepository(t, smallBook())
	in := func(name string) string { return filepath.Join(folder, filepath.FromSlash(name)) }
	if err := os.WriteFile(in("src/orphan.md"), []byte("# Orphan\n\nSalt keeps fish.\n\n## Bees\n\nBees build.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	before := foldertest.WithoutOwnFiles(foldertest.Read(t, folder))
	for _, x := range []struct {
		want string
		args []string
	}{
		{"which fragment?", []string{"move", in("src/road.md"), "--to", in("src/wax.md")}},
		{"where to?", []string{"move", in("src/road.md:3")}},
		{"where to?", []string{"move", "--unit", "file", in("src/road.md")}},
		{"is not a text of the work", []string{"move", in("src/road.md:3"), "--to", in("README.md")}},
		{"SUMMARY.md first", []string{"move", in("src/orphan.md:5"), "--to", in("src/wax.md")}},
		{"no such file", []string{"move", in("src/road.md:3"), "--to", in("gone.md")}},
		{"before what?", []string{"move", in("src/road.md:3"), "--to", in("src/wax.md"), "--place", "before"}},
		{"goes before or after another one", []string{"move", in("src/road.md:3"), "--to", in("src/wax.md"), "--place", "below"}},
		{"a file goes before, after or below", []string{"move", "--unit", "file", in("src/road.md"), "--to", in("src/wax.md"), "--place", "end"}},
		{"is not in the order", []string{"move", "--unit", "file", in("src/road.md"), "--to", in("README.md")}},
		{"that is the same file", []string{"move", in("src/road.md:3"), "--to", in("src/road.md:7")}},
		{"none of the others can be", []string{"move", in("src/road.md:3"), "--to", in("src/wax.md"), "--before", "2"}},
		{"redirects: \"x\" is not one of text", []string{"move", in("src/road.md:3"), "--to", in("src/wax.md"), "--redirects", "x"}},
		{"That section is the whole file", []string{"move", "--unit", "section", in("src/road.md:1"), "--to", in("src/wax.md")}},
		{"where? Give FILE:LINE", []string{"split", in("src/road.md")}},
		{"above the title", []string{"split", "--by", "headings", in("src/road.md:1")}},
		{"at its second fragment", []string{"split", in("src/road.md:1")}},
		{"--to with a folder to split it alone", []string{"split", in("src/orphan.md:5")}},
		{"--name is the name of one file", []string{"split", "--by", "headings", "--name", "x", in("src/road.md")}},
		{"already exists", []string{"split", "--by", "headings", "--name", "wax", in("src/road.md:6")}},
		{"there are no two sections", []string{"split", "--by", "headings", in("src/deep/end.md")}},
		{"the last line is", []string{"move", in("src/road.md:99"), "--to", in("src/wax.md")}},
		{"wax.md: the last line is", []string{"move", in("src/road.md:3"), "--to", in("src/wax.md:99")}},
		{"the last line is", []string{"move", "--unit", "section", in("src/road.md:99"), "--to", in("src/wax.md")}},
		{"the last line is", []string{"move", "--unit", "scene", in("src/road.md:99"), "--before", "1"}},
		{"the last line is", []string{"split", in("src/road.md:99")}},
		{"the last line is", []string{"split", "--by", "headings", in("src/road.md:99")}},
	} {
		if code, _, errs := segls("", x.args...); code != console.ExitUsage || !strings.Contains(errs, x.want) {
			t.Errorf("%q: %d, %s, want %q", x.args, code, errs, x.want)
		}
	}
	if err := os.Chmod(in("README.md"), 0o400); err != nil {
		t.Fatal(err)
	}
	if code, _, errs := segls("", "move", "--unit", "section", in("src/road.md:5"), "--to", in("src/wax.md")); code != console.ExitUsage || !strings.Contains(errs, "is read-only") {
		t.Errorf("%d, %s", code, errs)
	}
	if err := os.Chmod(in("README.md"), 0o600); err != nil {
		t.Fatal(err)
	}
	if !maps.Equal(foldertest.WithoutOwnFiles(foldertest.Read(t, folder)), before) {
		t.Error("files have been changed")
	}
	if left, _ := filepath.Glob(in(".segls*")); len(left) > 0 {
		t.Errorf("%q is left", left)
	}
}

// TestSplitInSeries checks that, in a work ordered by file name, files made from sections get names that keep them in order.
func TestSplitInSeries(t *testing.T) {
	const sections = "## Tide\n\nIt comes.\n\n## Salt\n\nIt stays.\n\n## Inn\n\nIt sleeps.\n"
	for _, test := range []struct{ head, files, split, want string }{
		{"# The sea\n\nIt is.\n\n", "ch1.md ch2.md ch3.md", "ch2.md", "ch1.md ch2.md ch2b-tide.md ch2c-salt.md ch2d-inn.md ch3.md"},
		{"# The sea\n\nIt is.\n\n", "01-sea.md 02-pans.md 03-road.md", "02-pans.md", "01-sea.md 02-pans.md 02b-tide.md 02c-salt.md 02d-inn.md 03-road.md"},
		{"", "ch1.md ch2.md ch3.md", "ch2.md", "ch1.md ch2.md ch2b-salt.md ch2c-inn.md ch3.md"}, // the first section stays
	} {
		folder := t.TempDir()
		for name := range strings.FieldsSeq(test.files) {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(test.head+sections), 0o600); err != nil {
				t.Fatal(err)
			}
		}
		if code, _, errs := segls("", "split", "--by", "headings", filepath.Join(folder, test.split)); code != console.ExitOK {
			t.Errorf("%s: %s", test.split, errs)
			continue
		}
		w, _ := work.Find(os.DirFS(folder), test.split)
		if got := strings.Join(w.Files(), " "); w.Kind != "series" || got != test.want {
			t.Errorf("%s: a %s of %s", test.split, w.Kind, got)
		}
	}
}

// TestSplitIntoSections checks that every section of a file of a work becomes a file, except callouts.
func TestSplitIntoSections(t *testing.T) {
	folder := t.TempDir()
	for name, text := range map[string]string{
		".git/config": "", "_quarto.yml": "project:\n  type: book\nbook:\n  chapters:\n    - index.qmd\n    - salt.qmd\n", "index.qmd": "# Book\n",
		"salt.qmd": "# Salt\n\n::: callout-tip\n## First\n\nRake it.\n:::\n\n## Pans\n\nThey lie low.\n\n::: callout-note\n## Note\n\n- One.\n:::\n\n## Roads\n\nThey lead away.\n",
	} {
		path := filepath.Join(folder, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if code, _, errs := segls("", "split", "--by", "headings", filepath.Join(folder, "salt.qmd")); code != console.ExitOK {
		t.Fatal(errs)
	}
	for name, want := range map[string]string{
		"salt.qmd": "# Salt\n\n::: callout-tip\n## First\n\nRake it.\n:::\n", "pans.qmd": "# Pans\n\nThey lie low.\n\n::: callout-note\n# Note\n\n- One.\n:::\n", "roads.qmd": "# Roads\n\nThey lead away.\n",
	} {
		if got, _ := os.ReadFile(filepath.Join(folder, name)); string(got) != want {
			t.Errorf("%s:\n%s", name, got)
		}
	}
}

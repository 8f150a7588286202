package work

import (
	"cmp"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"golang.org/x/tools/txtar"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestKinds reads the works in testdata, each a text archive whose last file, want, is the tree
// that is read from the others.
func TestKinds(t *testing.T) {
	archives, _ := filepath.Glob("testdata/*.txtar")
	seen := make(map[string]bool)
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			fsys := make(fstest.MapFS)
			want := ""
			for _, f := range archive.Files {
				if f.Name == "want" {
					want = string(f.Data)
					continue
				}
				fsys[f.Name] = &fstest.MapFile{Data: f.Data}
			}
			w, ok := Read(fsys, ".")
			if !ok {
				w = Folder(fsys, ".")
			}
			seen[w.Kind] = true
			got := describe(w)
			if got == want {
				return
			}
			if !*update {
				t.Fatalf("read\n%s\nwant\n%s", got, want)
			}
			files := slices.DeleteFunc(archive.Files, func(f txtar.File) bool { return f.Name == "want" })
			archive.Files = append(files, txtar.File{Name: "want", Data: []byte(got)})
			if err := os.WriteFile(name, txtar.Format(archive), 0o600); err != nil {
				t.Fatal(err)
			}
		})
	}
	for _, k := range append(Kinds(), "folder") {
		if !seen[k] {
			t.Errorf("no work in testdata is of the kind %s", k)
		}
	}
}

// describe is a work for people to read.
func describe(w *Work) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s %q in %s by %s\n", w.Kind, w.Title, w.Folder, w.Order)
	for e, depth := range w.All() {
		fmt.Fprintf(&b, "%s%s %q %s:%d\n", strings.Repeat("  ", depth+1), cmp.Or(e.Path, "-"), e.Title, e.File, e.Line+1)
	}
	for _, o := range w.Orphans {
		fmt.Fprintf(&b, "orphan %s\n", o)
	}
	for _, p := range w.Problems {
		fmt.Fprintf(&b, "problem %s\n", p)
	}
	return b.String()
}

// TestFind looks for the work of a file.
func TestFind(t *testing.T) {
	fsys := fstest.MapFS{
		"book.toml":             {Data: []byte("[book]\ntitle = \"Salt\"\n")},
		"src/SUMMARY.md":        {Data: []byte("# Summary\n\n- [One](one.md)\n")},
		"src/one.md":            {},
		"src/notes/two.md":      {},
		"elsewhere/three.md":    {},
		"elsewhere/.segls.toml": {Data: []byte("[work]\nfiles = [\"four.md\"]\n")},
		"elsewhere/four.md":     {},
	}
	for file, want := range map[string]string{
		"src/one.md": "Salt", "src/notes/two.md": "Salt", "elsewhere/three.md": "", "elsewhere/four.md": "", "book.toml": "none",
	} {
		w, ok := Find(fsys, file)
		got := "none"
		if ok {
			got = w.Title
		}
		if got != want {
			t.Errorf("%s is of %q, want %q", file, got, want)
		}
	}
}

func TestCompareNames(t *testing.T) {
	want := []string{"README.md", "1-salt.md", "2-wax.md", "02b.md", "10-bees.md", "Ants/index.md", "Ants/a.md", "bees/a.md", "Zinc.md"}
	got := slices.Clone(want)
	slices.Reverse(got)
	slices.SortFunc(got, compareNames)
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// FuzzRead reads any bytes as any of the files that say an order: nothing panics or goes on for
// ever, and no file is named twice or from outside.
func FuzzRead(f *testing.F) {
	names := []string{
		".segls.toml", "SUMMARY.md", "_quarto.yml", "_bookdown.yml", "mkdocs.yml", "_toc.yml", "myst.yml", "sidebars.json", "index.rst", "Book.txt",
		"novel.md", "main.tex", "book.adoc", "book.org",
	}
	archives, _ := filepath.Glob("testdata/*.txtar")
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			f.Fatal(err)
		}
		for _, file := range archive.Files {
			if i := slices.Index(names, file.Name); i >= 0 {
				f.Add(i, string(file.Data))
			}
		}
	}
	f.Add(2, "book:\n  chapters: &a\n    - part: x\n      chapters: *a\n")
	f.Fuzz(func(t *testing.T, i int, text string) {
		fsys := fstest.MapFS{
			names[uint(i)%uint(len(names))]: {Data: []byte(text)},
			"conf.py":                       {}, "one.md": {}, "docs/two.md": {}, "three.tex": {},
		}
		w, ok := Read(fsys, ".")
		if !ok {
			return
		}
		seen := make(map[string]bool)
		for _, file := range append(w.Files(), w.Orphans...) {
			if _, isThere := fsys[file]; !isThere || seen[file] {
				t.Errorf("%s is named", file)
			}
			seen[file] = true
		}
		n := 0
		for e := range w.All() {
			if n++; n > 3 {
				break
			}
			fresh := &Entry{Path: "fresh.md", Title: "Fresh"}
			for _, change := range []Change{Insert(fresh, After(e)), Insert(fresh, Last(e)), Remove(e), Move(e, Last(nil)), Rename(cmp.Or(e.Path, "one.md"), "other.md"), Retitle(e, "Other")} {
				edits, after, err := w.Rewrite(fsys, change)
				if err == nil && len(after.Problems) > len(w.Problems) {
					t.Errorf("%q has more problems after %v: %v", text, change, edits)
				}
			}
		}
	})
}

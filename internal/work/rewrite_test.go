package work

import (
	"cmp"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/aymanbagabas/go-udiff"
	"golang.org/x/tools/txtar"
)

// TestRewrite checks changes of the orders in testdata/rewrite. Each archive has a work and, for each change, a file "try N" whose
// first line is the change and whose rest is the result: the files that differ and the tree, or the refusal.
func TestRewrite(t *testing.T) {
	archives, _ := filepath.Glob("testdata/rewrite/*.txtar")
	seen := make(map[string]bool)
	for _, name := range archives {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			fsys := make(fstest.MapFS)
			for _, f := range archive.Files {
				if !strings.HasPrefix(f.Name, "try ") {
					fsys[f.Name] = &fstest.MapFile{Data: f.Data}
				}
			}
			w, ok := Read(fsys, ".")
			if !ok {
				t.Fatal("there is no work")
			}
			seen[w.Kind] = true
			changed := false
			for i, f := range archive.Files {
				if !strings.HasPrefix(f.Name, "try ") {
					continue
				}
				line, want, _ := strings.Cut(string(f.Data), "\n")
				got := rewritten(t, w, fsys, line)
				if got == want {
					continue
				}
				if !*update {
					t.Errorf("%s:\n%s\nwant\n%s", line, got, want)
				}
				archive.Files[i].Data = []byte(line + "\n" + got)
				changed = true
			}
			if changed && *update {
				if err := os.WriteFile(name, txtar.Format(archive), 0o600); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
	for _, k := range Kinds() {
		if !seen[k] {
			t.Errorf("no order of the kind %s is written back", k)
		}
	}
}

// changeOf parses changes, separated by semicolons:
//
//	insert a.md "Title" after b.md
//	remove b.md
//	move b.md before a.md
//	rename b.md c.md
//
// An entry without a file is named by its title in quotes; - is the whole order.
func changeOf(t *testing.T, w *Work, line string) []Change {
	var changes []Change
	made := make(map[string]*Entry)
	entry := func(name string) *Entry {
		if isFile(name) {
			name = strings.Trim(name, `"`)
		}
		if e := made[name]; e != nil || name == "-" {
			return e
		}
		for e := range w.All() {
			if e.Path == name || e.Path == "" && fmt.Sprintf("%q", e.Title) == name {
				return e
			}
		}
		return &Entry{Path: name}
	}
	for part := range strings.SplitSeq(line, ";") {
		words := append(splitQuoted(part), "", "", "")
		place := func(i int) Place {
			in := map[string]func(*Entry) Place{"before": PlaceBefore, "after": PlaceAfter, "first": FirstBelow, "last": LastBelow}[words[i]]
			if in == nil {
				t.Fatalf("there is no place in %q", part)
			}
			return in(entry(words[i+1]))
		}
		switch words[0] {
		case "insert":
			e := &Entry{}
			at := 1
			if isFile(words[at]) {
				e.Path = strings.Trim(words[at], `"`)
				made[e.Path] = e
				at++
			}
			if strings.HasPrefix(words[at], `"`) {
				e.Title = strings.Trim(words[at], `"`)
				made[words[at]] = e
				at++
			}
			changes = append(changes, NewInsertion(e, place(at)))
		case "remove":
			changes = append(changes, NewRemoval(entry(words[1])))
		case "move":
			changes = append(changes, NewMove(entry(words[1]), place(2)))
		case "rename":
			changes = append(changes, NewRename(strings.Trim(words[1], `"`), strings.Trim(words[2], `"`)))
		}
	}
	return changes
}

// isFile reports whether a name, in quotes or not, is that of a file.
func isFile(name string) bool { return path.Ext(strings.Trim(name, `"`)) != "" }

// splitQuoted splits a line at spaces outside quotes.
func splitQuoted(line string) []string {
	var words []string
	for line = strings.TrimSpace(line); line != ""; line = strings.TrimSpace(line) {
		end := strings.IndexByte(line, ' ')
		if line[0] == '"' {
			end = strings.IndexByte(line[1:], '"') + 2
		}
		if end < 0 {
			end = len(line)
		}
		words = append(words, line[:end])
		line = line[end:]
	}
	return words
}

// rewritten returns the result of changes as text.
func rewritten(t *testing.T, w *Work, fsys fs.FS, line string) string {
	edits, after, err := w.Rewrite(fsys, changeOf(t, w, line)...)
	if err != nil {
		return "refused: " + err.Error() + "\n"
	}
	var b strings.Builder
	of := make(map[string][]Edit)
	for _, e := range edits {
		of[e.File] = append(of[e.File], e)
	}
	for _, file := range slices.Sorted(maps.Keys(of)) {
		text, _ := fs.ReadFile(fsys, file)
		changed := apply(string(text), of[file])
		fmt.Fprintf(&b, "%s\n", file)
		for i, line := range strings.Split(strings.TrimSuffix(udiff.Unified("", "", string(text), changed), "\n"), "\n") {
			if i >= 2 && (line[0] == '+' || line[0] == '-') {
				fmt.Fprintf(&b, "%s\n", line)
			}
		}
	}
	if len(edits) == 0 {
		b.WriteString("no edit\n")
	}
	for e, depth := range after.All() {
		fmt.Fprintf(&b, "%s%s", strings.Repeat("  ", depth), cmp.Or(e.Path, "-"))
		if e.Title != "" {
			fmt.Fprintf(&b, " %q", e.Title)
		}
		b.WriteByte('\n')
	}
	return b.String()
}

// TestRewriteAndBack checks that an insertion or renaming can be undone, apart from a few differences in form, and that comments stay.
func TestRewriteAndBack(t *testing.T) {
	archives, _ := filepath.Glob("testdata/rewrite/*.txtar")
	done := 0
	for _, name := range archives {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		fsys := make(fstest.MapFS)
		for _, f := range archive.Files {
			if !strings.HasPrefix(f.Name, "try ") {
				fsys[f.Name] = &fstest.MapFile{Data: f.Data}
			}
		}
		w, _ := Read(fsys, ".")
		same := func(what string, changes ...Change) {
			edits, _, err := w.Rewrite(fsys, changes...)
			if err != nil {
				return
			}
			done++
			for _, e := range edits {
				text := string(fsys[e.File].Data)
				if strings.Contains(e.Text, "[]") || strings.Contains(e.Text, "toctree") {
					continue // the list below an entry stays, empty
				}
				if strings.HasSuffix(name, "longform-names.txtar") && slices.Equal(strings.Fields(text[e.Span.Start:e.Span.End]), strings.Fields(e.Text)) {
					continue // a name that spans two lines is written on one line
				}
				if text[e.Span.Start:e.Span.End] != e.Text && !(strings.HasSuffix(e.File, ".tex") && text[e.Span.Start:e.Span.End]+"\n" == e.Text) {
					t.Errorf("%s: %s and back: %q has become %q in %s", name, what, text[e.Span.Start:e.Span.End], e.Text, e.File)
				}
			}
		}
		keepsComments := func(what string, edits []Edit, behind bool) {
			of := make(map[string][]Edit)
			for _, e := range edits {
				of[e.File] = append(of[e.File], e)
			}
			for file, edits := range of {
				before := string(fsys[file].Data)
				kept := apply(before, edits)
				for line := range strings.Lines(before) {
					line = strings.TrimSpace(line)
					if i := strings.LastIndex(line, " # "); i >= 0 && behind {
						line = line[i+1:]
					}
					if (strings.HasPrefix(line, "# ") || strings.HasPrefix(line, "% ") || strings.HasPrefix(line, "<!--")) && !strings.Contains(kept, line) && !(w.Kind == "mdbook" && what == "remove "+strings.TrimPrefix(line, "# ")) {
						t.Errorf("%s: %s: %q is gone", name, what, line)
					}
				}
			}
		}
		for e := range w.All() {
			called := cmp.Or(e.Path, e.Title)
			if edits, _, err := w.Rewrite(fsys, NewRemoval(e)); err == nil {
				keepsComments("remove "+called, edits, false)
			}
			fresh := func() *Entry {
				return &Entry{Path: path.Join(path.Dir(cmp.Or(e.Path, w.Folder+"/x")), "zz-fresh"+path.Ext(cmp.Or(e.Path, w.Files()[0]))), Title: "Fresh"}
			}
			for i, place := range []Place{PlaceBefore(e), PlaceAfter(e), FirstBelow(e), LastBelow(e)} {
				one := fresh()
				same(fmt.Sprintf("insert at %d of %s", i, called), NewInsertion(one, place), NewRemoval(one))
			}
			if e.Path != "" {
				other := path.Join(path.Dir(e.Path), "zz-other"+path.Ext(e.Path))
				same("rename "+called, NewRename(e.Path, other), NewRename(other, e.Path))
			}
			for other := range w.All() {
				for i, to := range []Place{PlaceBefore(other), PlaceAfter(other), FirstBelow(other), LastBelow(other)} {
					edits, after, err := w.Rewrite(fsys, NewMove(e, to))
					if err != nil {
						continue
					}
					done++
					if got, want := len(after.Files()), len(w.Files()); got != want {
						t.Errorf("%s: %s to %d of %s: %d files of %d", name, called, i, cmp.Or(other.Path, other.Title), got, want)
					}
					keepsComments(fmt.Sprintf("%s to %d of %s", called, i, cmp.Or(other.Path, other.Title)), edits, true)
				}
			}
		}
	}
	if done < 1000 {
		t.Errorf("only %d changes could be made", done)
	}
}

// TestAddFilesEdit checks where the list of files is added to a settings file.
func TestAddFilesEdit(t *testing.T) {
	const list = "files = [\n  \"a.md\",\n]\n"
	for settings, want := range map[string]string{
		"":                                       "[work]\n" + list,
		"markup = \"org\"":                       "markup = \"org\"\n\n[work]\n" + list,
		"[work] # a book\ntitle = 1":             "[work] # a book\n" + list + "title = 1",
		"x = \"\"\"\n[work]\n\"\"\"\n\n[ work ]": "x = \"\"\"\n[work]\n\"\"\"\n\n[ work ]\n" + list,
		"x = '''\n[work]\n'''\n":                 "x = '''\n[work]\n'''\n\n[work]\n" + list,
		"[work.targets]\n\"a.md\" = 3\n":         "[work.targets]\n\"a.md\" = 3\n\n[work]\n" + list,
		"\ufeff[work]\r\n":                       "\ufeff[work]\r\n" + strings.ReplaceAll(list, "\n", "\r\n"),
		"[work]\nfiles = []\n":                   ".segls.toml already holds the order.",
		"work.title = \"Salt\"\n":                "The table [work] in .segls.toml is written in a way that segls cannot change.",
		"work = { title = \"Salt\" }\n":          "The table [work] in .segls.toml is written in a way that segls cannot change.",
	} {
		span, text, err := AddFilesEdit(settings, []string{"a.md"})
		got := settings[:span.Start] + text + settings[span.End:]
		if err != nil {
			got = err.Error()
		}
		if got != want {
			t.Errorf("%q becomes\n%s\nwant\n%s", settings, got, want)
		}
	}
}

// TestLoneCarriageReturns checks that orders and texts with the line ends of the first Macs, which TOML does not know, are read like
// others.
func TestLoneCarriageReturns(t *testing.T) {
	archives, _ := filepath.Glob("testdata/rewrite/*.txtar")
	done := 0
	for _, name := range append(archives, "testdata/quarto-include.txtar") {
		archive, err := txtar.ParseFile(name)
		if err != nil {
			t.Fatal(err)
		}
		usual, lone := make(fstest.MapFS), make(fstest.MapFS)
		for _, f := range archive.Files {
			if text := strings.ReplaceAll(string(f.Data), "\r\n", "\n"); !strings.HasPrefix(f.Name, "try ") {
				usual[f.Name] = &fstest.MapFile{Data: []byte(text)}
				if path.Ext(f.Name) != ".toml" && !strings.Contains(text, "+++") {
					text = strings.ReplaceAll(text, "\n", "\r")
				}
				lone[f.Name] = &fstest.MapFile{Data: []byte(text)}
			}
		}
		w, _ := Read(usual, ".")
		changed, ok := Read(lone, ".")
		if !ok || describe(w) != describe(changed) {
			t.Errorf("%s is read as %v", name, changed)
			continue
		}
		for e := range w.All() {
			for other := range w.All() {
				if e.Path == "" || other.Path == "" {
					continue
				}
				_, _, err := w.Rewrite(usual, NewMove(e, PlaceAfter(other)))
				edits, _, errLone := changed.Rewrite(lone, NewMove(changed.Entry(e.Path), PlaceAfter(changed.Entry(other.Path))))
				isOther := slices.ContainsFunc(edits, func(e Edit) bool { return path.Ext(e.File) != ".toml" && strings.Contains(e.Text, "\n") })
				if done++; isOther || err == nil && errLone != nil {
					t.Errorf("%s: %s after %s: %v", name, e.Path, other.Path, errLone)
				}
			}
		}
	}
	if done < 200 {
		t.Errorf("only %d changes could be tried", done)
	}
}

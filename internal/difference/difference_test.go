package difference

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/tools/txtar"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/goldentest"
)

// TestChanges checks the changes in the works of testdata, how the works are divided, and which changes cannot be put back.
func TestChanges(t *testing.T) {
	goldentest.Archives(t, "want/", func(t *testing.T, given *txtar.Archive) map[string]string {
		d := Compare(archived(given, "old/"), archived(given, "new/"))
		check(t, d)
		var got strings.Builder
		write(&got, d.Changes, "")
		for _, c := range d.Marked {
			got.WriteString("only marked: ")
			write(&got, []Change{c}, "")
		}
		for _, side := range []string{"old/", "new/"} {
			if d := Compare(archived(given, side), archived(given, side)); !d.IsNone() {
				t.Errorf("%s has changed: %v", side, d)
			}
		}
		return map[string]string{"changes": got.String(), "division": division(d), "refused": putAllBack(t, d.Old, d.New)}
	})
}

// division returns the lines at which fragments begin, for each file in which some begin without a heading.
func division(d Difference) string {
	var b strings.Builder
	for _, f := range slices.Concat(d.Old.Files, d.New.Files) {
		fragments := f.Document.Fragments()
		if slices.ContainsFunc(fragments, func(x analysis.Fragment) bool { return x.Suggested }) {
			fmt.Fprintf(&b, "%s:", f.Path)
			for _, x := range fragments {
				fmt.Fprintf(&b, " %d", x.Line+1)
			}
			b.WriteByte('\n')
		}
	}
	return b.String()
}

func archived(archive *txtar.Archive, side string) (w Version) {
	for _, f := range archive.Files {
		if name, isOf := strings.CutPrefix(f.Name, side); isOf {
			format, _ := markup.ByFileName(name)
			w.Files = append(w.Files, File{Path: name, Document: analysis.New(string(f.Data), format, analysis.Defaults())})
		}
	}
	return w
}

func write(b *strings.Builder, changes []Change, indent string) {
	places := func(places []Location) string {
		var list []string
		for _, p := range places {
			list = append(list, fmt.Sprintf("%s:%d", p.Path, p.Line+1))
		}
		return strings.Join(list, "+")
	}
	for _, c := range changes {
		fmt.Fprintf(b, "%s%s [%s, %s -> %s]\n", indent, c, c.Level, places(c.From), places(c.To))
		for _, r := range c.Runs() {
			if !r.IsKept {
				fmt.Fprintf(b, "%s  %q -> %q\n", indent, r.Old, r.New)
			}
		}
		write(b, c.Inside, indent+"    ")
	}
}

// check checks properties that every difference must have.
func check(t *testing.T, d Difference) {
	t.Helper()
	in := func(w Version, places []Location) {
		for _, p := range places {
			i := slices.IndexFunc(w.Files, func(f File) bool { return f.Path == p.Path })
			if i < 0 || p.Start < 0 || p.End < p.Start || p.End > w.Files[i].Document.Text.Len() || w.Files[i].Document.Text.LineAt(p.Start) != p.Line {
				t.Errorf("no place: %+v", p)
			}
		}
	}
	for _, c := range append(flattenChanges(d.Changes), d.Marked...) {
		in(d.Old, c.From)
		in(d.New, c.To)
		if c.Changed > c.Words || c.Changed < 0 || c.Kind < Conflict && ((c.Kind == Added) != (len(c.From) == 0) || (c.Kind == Removed) != (len(c.To) == 0)) {
			t.Errorf("%s: %+v", c, c)
		}
		if strings.Contains(c.String(), "%!(") {
			t.Error(c)
		}
	}
}

// TestOrder checks that files whose place in the order of a work has changed are reported as moved, under their names.
func TestOrder(t *testing.T) {
	file := func(name, text string) File {
		return File{Path: name, Document: analysis.New(text, markup.Markdown, analysis.Defaults())}
	}
	a, b, c := file("a.md", "One word after another, and on and on."), file("b.md", "Two of them here."), file("c.md", "Three, and that is all there is of it.")
	old, new := Version{Files: []File{a, b, c}, IsOrdered: true}, Version{Files: []File{b, a, c}, IsOrdered: true}
	if d := Compare(old, new); len(d.Changes) != 1 || d.Changes[0].String() != "file b.md moved in the order" {
		t.Error(d.Changes)
	}
	new.IsOrdered = false
	if d := Compare(old, new); !d.IsNone() {
		t.Error(d.Changes)
	}
}

// TestWords checks that the runs add up to the two texts, and that kept runs have the same words.
func TestWords(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		text := func() string {
			var b strings.Builder
			for range r.IntN(300) {
				b.WriteString([]string{"a", "b", "c", "salt", "塩と水", "\n", "x, y"}[r.IntN(7)])
				b.WriteByte(' ')
			}
			return b.String()
		}
		checkWords(t, text(), text())
	}
	checkWords(t, "", "a")
	checkWords(t, " a", "a ")
	got := fmt.Sprint(CompareWords("the salt road went over the hills", "the wool road went down the hills"))
	if want := "[{the  the  true} {salt  wool  false} {road went  road went  true} {over  down  false} {the hills the hills true}]"; got != want {
		t.Error(got)
	}
}

func checkWords(t *testing.T, old, new string) {
	t.Helper()
	var o, n strings.Builder
	for _, r := range CompareWords(old, new) {
		o.WriteString(r.Old)
		n.WriteString(r.New)
		if r.IsKept && strings.Join(strings.Fields(r.Old), "") != strings.Join(strings.Fields(r.New), "") {
			t.Errorf("%q is not %q", r.Old, r.New)
		}
	}
	if o.String() != old || n.String() != new {
		t.Errorf("%q, %q: runs are %q, %q", old, new, o.String(), n.String())
	}
}

// TestBestAssignment compares the result of bestAssignment with all possible assignments.
func TestBestAssignment(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for range 300 {
		var edges []edge
		for i := range 1 + r.IntN(5) {
			for j := range 1 + r.IntN(5) {
				if r.IntN(3) > 0 {
					edges = append(edges, edge{i, j, float64(1+r.IntN(9)) / 10})
				}
			}
		}
		got, usedOld, usedNew := 0., make(map[int]bool), make(map[int]bool)
		for _, e := range bestAssignment(edges) {
			got += e.quality
			if usedOld[e.old] || usedNew[e.new] || !slices.Contains(edges, e) {
				t.Fatal(e, edges)
			}
			usedOld[e.old], usedNew[e.new] = true, true
		}
		if want := best(edges, map[int]bool{}); got < want-1e-9 {
			t.Fatalf("%v: %v, not %v", edges, got, want)
		}
	}
}

func best(edges []edge, taken map[int]bool) (most float64) {
	if len(edges) == 0 {
		return 0
	}
	e := edges[0]
	most = best(edges[1:], taken)
	if !taken[e.old] && !taken[^e.new] {
		taken[e.old], taken[^e.new] = true, true
		most = max(most, e.quality+best(edges[1:], taken))
		taken[e.old], taken[^e.new] = false, false
	}
	return most
}

// FuzzOf checks that the difference of any two texts is consistent, and empty if they are equal.
func FuzzOf(f *testing.F) {
	archives, _ := filepath.Glob("testdata/*.txtar")
	for _, name := range archives {
		if archive, err := txtar.ParseFile(name); err == nil {
			f.Add(string(archive.Files[0].Data), string(archive.Files[len(archive.Files)-2].Data), uint8(1))
		}
	}
	f.Fuzz(func(t *testing.T, old, new string, format uint8) {
		m := markup.Formats[int(format)%len(markup.Formats)]
		work := func(text string) Version {
			half := len(text) / 2
			return Version{Files: []File{
				{Path: "a", Document: analysis.New(text[:half], m, analysis.Defaults())},
				{Path: "b", Document: analysis.New(text[half:], m, analysis.Defaults())},
			}}
		}
		check(t, Compare(work(old), work(new)))
		if d := Compare(work(new), work(new)); !d.IsNone() {
			t.Error(d.Changes)
		}
		checkWords(t, old, new)
	})
}

// TestShown checks that a new text with IsShown keeps its fragments, and that the old one is divided in the same way.
func TestShown(t *testing.T) {
	content, err := os.ReadFile("../../testdata/samples/salt.md")
	if err != nil {
		t.Fatal(err)
	}
	old := analysis.New(string(content), markup.Markdown, analysis.Defaults())
	spans := func(f File) (texts []string) {
		for _, span := range f.fragments() {
			texts = append(texts, strings.TrimSpace(f.Text().Slice(span)))
		}
		return texts
	}
	r := rand.New(rand.NewPCG(7, 8))
	for range 10 {
		var starts []int
		for q := range len(old.Paragraphs()) {
			if r.IntN(4) == 0 {
				starts = append(starts, q)
			}
		}
		shown := File{Path: "a.md", Document: old.WithFragmentsAt(starts)}
		for _, added := range []string{"", "\n\nWhat came last is of no use to anybody.\n"} {
			was := old
			if added != "" {
				was = analysis.New(string(content)+added, markup.Markdown, analysis.Defaults())
			}
			for _, before := range []File{{Path: "a.md", Document: was}, File{Path: "a.md", Document: was}.WithoutDocument()} {
				d := Compare(Version{Files: []File{before}}, Version{Files: []File{shown}, IsShown: true})
				is, want := spans(d.Old.Files[0]), spans(shown)
				if added != "" { // the last ones differ
					is, want = is[:len(want)-1], want[:len(want)-1]
				}
				if !slices.Equal(is, want) {
					t.Errorf("with %q before, shown %.50q, old %.50q", added, want, is)
				}
				if !slices.Equal(spans(d.New.Files[0]), spans(shown)) {
					t.Errorf("with %q before, shown %.50q, new %.50q", added, want, spans(d.New.Files[0]))
				}
			}
		}
	}
}

// BenchmarkReordered compares a long text with itself in another order.
func BenchmarkReordered(b *testing.B) {
	r := rand.New(rand.NewPCG(5, 6))
	var parts []string
	for i := range 400 {
		var p strings.Builder
		fmt.Fprintf(&p, "# Part %d\n\n", i)
		for range 5 {
			for range 80 {
				p.WriteString(novel[r.IntN(len(novel))] + " ")
			}
			p.WriteString("end.\n\n")
		}
		parts = append(parts, p.String())
	}
	document := func() Version {
		return Version{Files: []File{{Path: "a.md", Document: analysis.New(strings.Join(parts, ""), markup.Markdown, analysis.Defaults())}}}
	}
	old := document()
	r.Shuffle(len(parts), func(i, j int) { parts[i], parts[j] = parts[j], parts[i] })
	new := document()
	b.SetBytes(int64(new.Files[0].Document.Text.Len()))
	for b.Loop() {
		Compare(old, new)
	}
}

package link

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/restructure"
)

// bits are pieces of text with links and places, for random files.
var bits = []string{
	"# Salt\n\n", "## Salt\n\n", "## The end {#mine}\n\n", "Words.\n\n", "[a](a.md#salt)\n\n", "[b](sub/b.md#salt-1)\n\n", "[up](../a.md)\n\n",
	"[here](#salt)\n\n", "![](img/x.png)\n\n", "[[b#Salt]] [[a]]\n\n", "<a href=\"sub/b.md\">b</a>\n\n", "[r]\n\n[r]: sub/b.md#mine\n\n", "`[c](a.md)`\n\n",
	"```\n[c](a.md)\n```\n\n", "[m](a.md#mine)\n\n", "(label)=\n## Labelled\n\n", "{ref}`label` {doc}`a`\n\n", "@sec-salt\n\n", "## S {#sec-salt}\n\n", "[f](sub/)\n\n",
}

var randomPaths = []string{"a.md", "sub/b.md", "sub/README.md", "c.md", "sub/deep/d.md"}

func randomText(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(12) {
		b.WriteString(bits[r.IntN(len(bits))])
	}
	return b.String()
}

// TestWithEqualsNew edits, adds and removes files at random, and compares the index with one made from the files.
func TestWithEqualsNew(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 40 {
		files := make(map[string]string)
		for _, name := range randomPaths {
			files[name] = randomText(r)
		}
		x := NewIndex(nil, maps.All(files))
		for range 60 {
			name := randomPaths[r.IntN(len(randomPaths))]
			if r.IntN(3) == 0 {
				name = fmt.Sprintf("many/%d.md", r.IntN(100)) // so that tables are merged
			}
			if r.IntN(5) == 0 {
				delete(files, name)
				x = x.WithoutFile(name)
			} else {
				files[name] = randomText(r)
				x = x.WithFile(name, files[name])
			}
		}
		fresh := NewIndex(nil, maps.All(files))
		if got, want := describeLinks(x)+describeBroken(x.Broken()), describeLinks(fresh)+describeBroken(fresh.Broken()); got != want {
			t.Fatalf("edited:\n%s\nfresh:\n%s", got, want)
		}
		for _, name := range fresh.Files() {
			if got, want := fmt.Sprint(x.LinksTo(name)), fmt.Sprint(fresh.LinksTo(name)); got != want {
				t.Fatalf("to %s: %s, want %s", name, got, want)
			}
		}
	}
}

// TestLinksToFile compares the links to each file with those that resolving all links finds.
func TestLinksToFile(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	for _, kind := range []SiteKind{GitHub, MDBook, MkDocs, Docusaurus, Sphinx, Pandoc, Obsidian} {
		files := make(map[string]string)
		for _, name := range randomPaths {
			files[name] = randomText(r) + randomText(r)
		}
		x := NewIndex([]Site{{Kind: kind, Folder: "."}}, maps.All(files))
		all := make(map[string][]LocatedLink)
		for _, name := range x.Files() {
			for _, l := range x.Links(name) {
				if to, _ := x.Follow(name, l); to.Path != "" {
					all[to.Path] = append(all[to.Path], LocatedLink{name, l})
				}
			}
		}
		for _, name := range x.Files() {
			if got, want := fmt.Sprint(x.LinksTo(name)), fmt.Sprint(all[name]); got != want {
				t.Errorf("%q: to %s: %s, want %s", kind, name, got, want)
			}
		}
	}
}

// TestMendKeepsTargets renames files and moves paragraphs at random. It checks that each link keeps its target or is listed.
func TestMendKeepsTargets(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	kinds := []SiteKind{GitHub, MDBook, MkDocs, Docusaurus, Sphinx, Pandoc, Obsidian}
	led := 0
	for round := range 400 {
		files := make(map[string]string)
		for _, name := range randomPaths {
			files[name] = randomText(r)
		}
		x := NewIndex([]Site{{Kind: kinds[round%len(kinds)], Folder: "."}}, maps.All(files))
		var c Change
		if round%2 == 0 {
			c.Renamed = [][]PathRename{
				{{"sub", "other/place"}},
				{{"a.md", "sub/new.md"}},
				{{"sub/b.md", "b.md"}},
				{{"sub/README.md", "sub/index.md"}},
				{{"a.md", "sub/b.md"}, {"sub/b.md", "a.md"}},
				{{"c.md", "a.md"}, {"a.md", "d.md"}},
			}[r.IntN(6)]
		} else {
			c.Files = randomMove(r, files)
		}
		led += checkMended(t, x, c)
		if t.Failed() {
			t.Fatalf("round %d, %+v\n%s", round, c, describeFiles(files))
		}
	}
	if led < 1000 {
		t.Errorf("only %d links have been followed", led)
	}
}

// randomMove moves some paragraphs of a file to another.
func randomMove(r *rand.Rand, files map[string]string) map[string][]Piece {
	from, to := randomPaths[r.IntN(3)], randomPaths[3+r.IntN(2)]
	cut := func(text string) int {
		parts := strings.SplitAfter(text, "\n\n")
		at := 0
		for _, p := range parts[:r.IntN(len(parts))] {
			at += len(p)
		}
		return at
	}
	text, other := files[from], files[to]
	start := cut(text)
	end := start + cut(text[start:])
	at := cut(other)
	piece := func(name string, start, end int) Piece {
		return Piece{File: name, Span: markup.Span{Start: start, End: end}}
	}
	return map[string][]Piece{
		from: {piece(from, 0, start), piece(from, end, len(text))},
		to:   {piece(to, 0, at), piece(from, start, end), piece(to, at, len(other))},
	}
}

// checkMended checks that a change keeps the target of each link or lists the link, and returns the number of links compared.
func checkMended(t *testing.T, x *Index, c Change) (led int) {
	t.Helper()
	r := x.Mend(c)
	after := x.AfterChange(r)
	unmended := make(map[string]bool)
	for _, u := range r.Unmended {
		unmended[fmt.Sprint(u.Path, u.Link.Start)] = true
	}
	for _, name := range x.Files() {
		for _, l := range x.Links(name) {
			to, ok := x.Follow(name, l)
			if !ok || unmended[fmt.Sprint(name, l.Start)] || to.Path == "" {
				continue
			}
			led++
			// The text before the link has moved with it, or is the beginning of its file.
			file, at, ok := r.NewPlace(name, l.Start-1)
			if !ok {
				t.Errorf("%s: the text before %s is gone", name, l.To)
				continue
			}
			i := slices.IndexFunc(after.Links(file), func(m Link) bool { return m.Start >= at+1 && m.Start <= at+1+len("./") })
			if i < 0 {
				t.Errorf("%s: %s is no link any more", name, l.To)
				continue
			}
			m := after.Links(file)[i]
			now, ok := after.Follow(file, m)
			if !ok {
				t.Errorf("%s: %s has become %s in %s and leads nowhere", name, l.To, m.To, file)
				continue
			}
			if to.Anchor == "" {
				if want := c.PathAfter(to.Path); now.Path != want {
					t.Errorf("%s: %s led to %s, which is %s, and %s leads to %s", name, l.To, to.Path, want, m.To, now.Path)
				}
				continue
			}
			path, place, ok := r.NewPlace(to.Path, to.Place.End-2)
			if !ok || path != now.Path || place < now.Place.Start || now.Place.End < place {
				t.Errorf("%s: %s led to %v, %s leads to %v, want %s %d", name, l.To, to, m.To, now, path, place)
			}
		}
	}
	for before, edits := range r.Edits {
		text, _ := x.Text(before)
		if got := (restructure.Edit{Replacements: edits}).Apply(text); got != r.texts[c.PathAfter(before)] {
			t.Errorf("the edits of %s make\n%s\nnot\n%s", before, got, r.texts[c.PathAfter(before)])
		}
	}
	return led
}

// TestComposeCutsNames cuts the new text of a heading in a second change. Only its first part has the name of the old heading.
func TestComposeCutsNames(t *testing.T) {
	x := NewIndex(nil, maps.All(map[string]string{"a.md": "# Salt\n\nWords.\n", "b.md": "# Sea\n"}))
	was := Origin{"a.md", len("# ")}
	retitled := Change{Files: map[string][]Piece{"a.md": {
		{File: "a.md", Span: markup.Span{End: len("# ")}}, {Text: "Salt and iron", Names: was}, {File: "a.md", Span: markup.Span{Start: len("# Salt"), End: len("# Salt\n\nWords.\n")}},
	}}}
	first := x.Mend(retitled)
	cut := len("# Salt")
	end := len("# Salt and iron")
	second := x.AfterChange(first).Mend(Change{Files: map[string][]Piece{
		"a.md": {{File: "a.md", Span: markup.Span{End: cut}}, {File: "a.md", Span: markup.Span{Start: end, End: end + len("\n\nWords.\n")}}},
		"b.md": {{File: "b.md", Span: markup.Span{End: len("# Sea\n")}}, {File: "a.md", Span: markup.Span{Start: cut, End: end}}},
	}})
	r := x.Compose(first, second)
	for _, near := range []string{"a.md", "b.md"} {
		if file, at, _ := r.spread.newPlace(was.File, was.At, near); file != "a.md" || at != was.At {
			t.Errorf("near %s, the heading is at %s:%d", near, file, at)
		}
	}
}

func describeFiles(files map[string]string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(&b, "-- %s --\n%s", name, files[name])
	}
	return b.String()
}

// FuzzIndex reads any bytes as a file of any format. Renaming the file's folder must break no link that is not listed.
func FuzzIndex(f *testing.F) {
	names := []string{"a.md", "a.rst", "a.tex", "a.adoc", "a.org", "a.html", "a.qmd", "a.txt"}
	for i := range names {
		f.Add(i, strings.Join(bits, ""))
		f.Add(i, ".. _a:\n\nA\n=\n\n:ref:`a` `b <c>`_ A_\n\n.. toctree::\n\n   a\n   b <c>\n")
		f.Add(i, "\\section{A}\\label{a}\n\\ref{a,b} \\input{c} \\includegraphics[x]{d} % \\ref{e}\n")
		f.Add(i, "== A\n[#b]\n<<b,c>> xref:a.adoc#b[] image::c[] include::d[]\n")
		f.Add(i, "* A\n:ID: b\n[[file:a.org::*A]] [[*A]] [[id:b]] [[./c]]\n")
		f.Add(i, "[[a#^b]] ^b\n[](<a b.md#%zz>) {ref}`a <b>` \\@ref(c)\n```{toctree}\na\n```\n")
	}
	f.Fuzz(func(t *testing.T, i int, text string) {
		name := names[uint(i)%uint(len(names))]
		files := map[string]string{"x/" + name: text, "b.md": "# B\n\n[a](x/a.md#salt) [[a]]\n", "b.tex": "\\label{b}", "b.rst": ".. _b:\n\nB\n==\n"}
		for _, kind := range []SiteKind{GitHub, MkDocs, Docusaurus, Sphinx, Pandoc, AsciiDoc, LaTeX} {
			x := NewIndex([]Site{{Kind: kind, Folder: ".", Base: "."}}, maps.All(files))
			for _, l := range x.Links("x/" + name) {
				if l.Start < 0 || l.End > len(text) || text[l.Start:l.End] != l.To {
					t.Fatalf("%v is not in the text", l)
				}
			}
			broken := len(x.Broken())
			r := x.Mend(Change{Renamed: []PathRename{{"x", "y/z"}}})
			after := x.AfterChange(r)
			if now := after.Broken(); len(now) > broken+len(r.Unmended) {
				t.Errorf("%q: newly broken:\n%s\nbefore:\n%s", kind, describeBroken(now), describeBroken(x.Broken()))
			}
			x.Redirects(r)
			x.LinksTo("x/" + name)
		}
	})
}

// BenchmarkIndex indexes 1,000 chapters of 10 KB, and edits one.
func BenchmarkIndex(b *testing.B) {
	files := make(map[string]string)
	for i := range 1000 {
		var text strings.Builder
		fmt.Fprintf(&text, "# Chapter %d\n\n", i)
		for text.Len() < 10_000 {
			fmt.Fprintf(&text, "## Part %d\n\nSalt comes by [the road](c%d.md#part-%d), as [it](#part-1) always did, and nobody asks for more than a word or two.\n\n", text.Len(), i*7%1000, i)
			text.WriteString(strings.Repeat("The pans lie by the sea, and the sun does what men would have to do with fire elsewhere. ", 8) + "\n\n")
		}
		files[fmt.Sprintf("c%d.md", i)] = text.String()
	}
	x := NewIndex(nil, maps.All(files))
	b.Run("New", func(b *testing.B) {
		for b.Loop() {
			NewIndex(nil, maps.All(files))
		}
	})
	b.Run("With", func(b *testing.B) {
		for i := 0; b.Loop(); i++ {
			x.WithFile("c7.md", files["c7.md"]+strings.Repeat(" ", 1+i%2))
		}
	})
	b.Run("To", func(b *testing.B) {
		for b.Loop() {
			x.LinksTo("c7.md")
		}
	})
	b.Run("Broken", func(b *testing.B) {
		for b.Loop() {
			x.Broken()
		}
	})
}

// BenchmarkMissingLabel finds a missing label after each edit of one of 1,000 chapters of 10 KB, beside other projects.
func BenchmarkMissingLabel(b *testing.B) {
	files := make(map[string]string)
	for i := range 1000 {
		text := fmt.Sprintf(".. _road-%d:\n\nChapter\n=======\n\n", i)
		files[fmt.Sprintf("c%d.rst", i)] = text + strings.Repeat("The pans lie by the sea, and the sun does what men would have to do with fire elsewhere.\n\n", 110)
	}
	x := NewIndex([]Site{{Kind: Sphinx, Folder: ".", HasOthers: true}}, maps.All(files))
	for i := 0; b.Loop(); i++ {
		x = x.WithFile("c7.rst", fmt.Sprintf("See :ref:`the-road` %d.\n", i))
		x.Findings("c7.rst", nil, false, func(string) bool { return false })
	}
}

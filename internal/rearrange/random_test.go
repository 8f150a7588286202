package rearrange

import (
	"flag"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
)

var randomWorks = flag.Int("random-works", 40, "the number of random works; twelve actions are applied to each")

// TestRandomWorks applies random actions to random works, in Markdown with several kinds of order and in LaTeX. By the reader of
// works_test.go, no paragraph may be lost and no link newly broken.
func TestRandomWorks(t *testing.T) {
	rounds := *randomWorks
	if testing.Short() {
		rounds = min(rounds, 12)
	}
	done, links := 0, 0
	for round := range rounds {
		r := rand.New(rand.NewPCG(7, uint64(round)))
		files := randomWork(r)
		fsys := make(fstest.MapFS)
		for name, text := range files {
			fsys[name] = &fstest.MapFile{Data: []byte(text)}
		}
		w := newWork(fsys, files)
		reader := make(plainReader)
		before := reader.plainly(files)
		for range 12 {
			kind, c, err := randomAction(r, w)
			if err != nil {
				continue
			}
			done++
			links += len(c.Edits)
			after := applied(files, c)
			if wrong := compared(kind, before, reader.plainly(after), c); wrong != "" {
				t.Errorf("round %d, %s, %s: %s\n%s\nbecomes\n%s", round, kind, c.Title, wrong, archiveOf(files), archiveOf(after))
			}
			checkMoved(t, w, files, c)
			again := newWork(mapFS(after), after)
			if got, want := len(again.Order.Problems), len(w.Order.Problems); got > want {
				t.Errorf("round %d, %s: the order has problems: %v\n%s", round, c.Title, again.Order.Problems, archiveOf(after))
			}
		}
		if t.Failed() {
			return
		}
	}
	if done < rounds*4 || links < rounds {
		t.Errorf("only %d actions have been done, with %d edits", done, links)
	}
}

// TestFaultsAreSeen adds faults to changes, and checks that the reader finds enough links that are not mended and sentences that are lost.
func TestFaultsAreSeen(t *testing.T) {
	broken, lost := 0, 0
	for round := range 40 {
		r := rand.New(rand.NewPCG(8, uint64(round)))
		files := randomWork(r)
		w := newWork(mapFS(files), files)
		reader := make(plainReader)
		before := reader.plainly(files)
		kind, c, err := randomAction(r, w)
		if err != nil || len(c.Edits) == 0 {
			continue
		}
		after := applied(files, c)
		for file := range c.Edits { // as if the links to the file were not mended
			if len(c.Moved) > 0 && file != c.Moved[0].Path && file != c.Moved[0].To && file != w.Order.Order {
				spoiled := maps.Clone(after)
				spoiled[file] = files[file]
				if compared(kind, before, reader.plainly(spoiled), c) != "" {
					broken++
				}
			}
		}
		for file, text := range after {
			if paragraph := "Salt is what this is about"; strings.Contains(text, paragraph) {
				spoiled := maps.Clone(after)
				spoiled[file] = strings.Replace(text, paragraph, "", 1)
				if compared(kind, before, reader.plainly(spoiled), c) != "" {
					lost++
				}
			}
		}
	}
	if broken < 5 || lost < 10 {
		t.Errorf("%d links that nobody has mended and %d sentences that are gone have been seen", broken, lost)
	}
}

// compared returns a fault that the reader finds, or "".
func compared(kind string, before, after plain, c Change) string {
	excused := make(map[string]int)
	for _, u := range c.Unmended {
		excused[lastPart(u.Link.To)]++
	}
	for _, to := range slices.Sorted(maps.Keys(after.broken)) {
		if n := after.broken[to]; n > before.broken[to]+excused[to] {
			return fmt.Sprintf("%q leads nowhere %d times, and %d times before", to, n, before.broken[to])
		}
	}
	headings := 0 // that may be gone
	if strings.HasSuffix(kind, " heading") {
		headings = 1
	}
	for _, p := range slices.Sorted(maps.Keys(before.paragraphs)) {
		if by := before.paragraphs[p] - after.paragraphs[p]; by > 0 {
			if headings -= by; headings >= 0 {
				continue
			}
			return fmt.Sprintf("lost: %.200q", p)
		}
	}
	more := ""
	n := 0
	for _, p := range slices.Sorted(maps.Keys(after.paragraphs)) {
		if by := after.paragraphs[p] - before.paragraphs[p]; by > 0 && !plainDefinition.MatchString(p) { // definitions may be copied
			more, n = more+p+"\n", n+by
		}
	}
	if n > map[string]int{"split at fragment": 1, "merge": 1, "file to section": 1, "rename heading": 1, "extract": 2}[kind] {
		return fmt.Sprintf("%d paragraphs more: %.300q", n, more)
	}
	return ""
}

func mapFS(files map[string]string) fstest.MapFS {
	fsys := make(fstest.MapFS)
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	return fsys
}

func archiveOf(files map[string]string) string {
	var b strings.Builder
	for _, name := range slices.Sorted(maps.Keys(files)) {
		fmt.Fprintf(&b, "-- %s --\n%s\n", name, files[name])
	}
	return b.String()
}

// randomWork returns a work of four files in one of several kinds of order.
func randomWork(r *rand.Rand) map[string]string {
	names := []string{"one.md", "two.md", "deep/three.md", "deep/four.md"}
	files := make(map[string]string)
	if r.IntN(6) == 0 {
		names = []string{"one.tex", "two.tex", "deep/three.tex", "deep/four.tex"}
		files["main.tex"] = "\\documentclass{book}\n\\begin{document}\n\\input{one}\n\\input{two}\n\n\\input{deep/three}\n\\input{deep/four}\n\\end{document}\n"
		for i, name := range names {
			files[name] = randomLaTeX(r, i)
		}
		return files
	}
	folder := ""
	switch r.IntN(5) {
	case 0:
		folder = "src/"
		files["book.toml"] = "[book]\n"
		files["src/SUMMARY.md"] = "# Summary\n\n- [One](one.md)\n    - [Two](two.md)\n\n# Part\n\n- [Three](deep/three.md)\n- [Four](deep/four.md)\n"
	case 1:
		folder = "docs/"
		files["mkdocs.yml"] = "site_name: Salt\nnav:\n  - one.md # first\n  - Two: two.md\n  - Deep:\n      - deep/three.md\n      - deep/four.md\n"
	case 2:
		files["_toc.yml"] = "format: jb-book\nroot: one\nchapters:\n  - file: two\n  - file: deep/three\n    sections:\n      - file: deep/four\n"
	case 3:
		files[".segls.toml"] = "[work]\nfiles = [\"one.md\", \"two.md\", \"deep/*.md\"]\n"
	default:
		files["_quarto.yml"] = "book:\n  chapters:\n    - one.md\n    - part: Two\n      chapters: [two.md, deep/three.md]\n    - deep/four.md\n"
	}
	for i, name := range names {
		files[folder+name] = randomMarkdown(r, i)
	}
	return files
}

// randomMarkdown returns a file with links to others, and with repeated headings.
func randomMarkdown(r *rand.Rand, file int) string {
	up := ""
	if file >= 2 {
		up = "../"
	}
	links := []string{
		"[one](" + up + "one.md)", "[its part](" + up + "one.md#salt)", "[two](" + up + "two.md#given)", "[three](" + up + "deep/three.md#salt)",
		"[here](#salt)", "[ref]", "[the words][ref]", "![a map](" + up + "img/map.png)", "[^1]", "[^note]", "`[code](one.md)`",
	}
	titles := []string{"Salt", "Wax", "The road", "What's new?", "Given {#given}", "Salt"}
	var b strings.Builder
	switch r.IntN(3) {
	case 0:
		fmt.Fprintf(&b, "---\ntitle: File %d\n---\n\n", file)
	case 1:
		fmt.Fprintf(&b, "# File %d\n\n", file)
	}
	level := 2
	isGiven := false
	for n := range 3 + r.IntN(8) {
		switch r.IntN(6) {
		case 0, 1:
			title := titles[r.IntN(len(titles))]
			if strings.Contains(title, "{") {
				if isGiven {
					continue
				}
				isGiven = true
			}
			level = min(max(2, level+r.IntN(3)-1), 4)
			fmt.Fprintf(&b, "%s %s\n\n", strings.Repeat("#", level), title)
		case 2:
			fmt.Fprintf(&b, "- Item %d.%d with %s\n- Another\n\n", file, n, links[r.IntN(len(links))])
		case 3:
			fmt.Fprintf(&b, "```\n## Code %d.%d\n[x](one.md#salt)\n```\n\n", file, n)
		default:
			fmt.Fprintf(&b, "Salt is what this is about, in paragraph %d.%d, and see %s and %s for more of it.\n\n", file, n, links[r.IntN(len(links))], links[r.IntN(len(links))])
		}
	}
	fmt.Fprintf(&b, "The end of file %d.[^1]\n\n", file)
	fmt.Fprintf(&b, "[ref]: %sone.md#salt\n\n[^1]: Note of %d, see [two](%stwo.md).\n\n[^note]: The same note.\n", up, file%2, up)
	return b.String()
}

func randomLaTeX(r *rand.Rand, file int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\\chapter{File %d}\\label{cha:%d}\n\n", file, file)
	for n := range 3 + r.IntN(6) {
		if r.IntN(3) == 0 {
			fmt.Fprintf(&b, "\\section{Part %d.%d}\n\\label{sec:%d.%d}\n\n", file, n, file, n)
		}
		fmt.Fprintf(&b, "Salt is what this is about, in paragraph %d.%d, and see \\ref{cha:%d} and \\cref{sec:%d.%d,cha:1}. \\includegraphics{img/map}\n\n", file, n, r.IntN(4), r.IntN(4), r.IntN(6))
	}
	return b.String()
}

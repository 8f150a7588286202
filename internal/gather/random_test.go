package gather

import (
	"context"
	"errors"
	"flag"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/rearrange"
)

var edits = flag.Int("edits", 400, "random edits in TestRandomEdits, half as many moves in TestRandomMoves and TestMarksAsMoves")

// formats returns up to three random documents of the project, by name, with LF or CRLF and, at random, without a final newline.
func formats(t testing.TB, r *rand.Rand) map[string]string {
	t.Helper()
	texts := make(map[string]string)
	names, _ := filepath.Glob("../../testdata/formats/*")
	r.Shuffle(len(names), func(i, k int) { names[i], names[k] = names[k], names[i] })
	for _, name := range names[:min(3, len(names))] {
		if _, isKnown := markup.ByFileName(name); !isKnown || strings.HasSuffix(name, ".ipynb") {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		text := withLF(string(source))
		if r.IntN(3) == 0 {
			text = strings.TrimRight(text, "\n")
		}
		text = strings.ReplaceAll(text, "\n", []string{"\n", "\r\n"}[r.IntN(2)])
		texts[filepath.Base(name)] = text
	}
	return texts
}

// somePieces returns random pieces of files, in random order.
func somePieces(r *rand.Rand, w rearrange.Work, most int) (pieces []rearrange.Passage) {
	for range 1 + r.IntN(most) {
		paths := make([]string, 0, len(w.Documents))
		for path := range w.Documents {
			paths = append(paths, path)
		}
		slices.Sort(paths)
		path := paths[r.IntN(len(paths))]
		blocks := w.Documents[path].Blocks()
		first := r.IntN(len(blocks))
		last := min(len(blocks)-1, first+r.IntN(4))
		pieces = append(pieces, rearrange.Passage{Path: path, Span: markup.Span{Start: blocks[first].Span.Start, End: blocks[last].Span.End}})
	}
	return pieces
}

// edited returns a text after a random edit, sensible or not.
func edited(r *rand.Rand, text string) string {
	lines := strings.Split(text, "\n")
	i := r.IntN(len(lines))
	switch r.IntN(9) {
	case 0:
		words := strings.Split(lines[i], " ")
		words[r.IntN(len(words))] = []string{"salt", "", "*", "`", "Wörter"}[r.IntN(5)]
		lines[i] = strings.Join(words, " ")
	case 1:
		lines = slices.Insert(lines, i, "New.", "")
	case 2:
		lines = slices.Delete(lines, i, i+1)
	case 3:
		lines[i] += []string{" ", "\t", ".", "  more"}[r.IntN(4)]
	case 4:
		lines[i] = "    " + lines[i]
	case 5:
		lines = slices.Insert(lines, i, []string{"```", "<!--", "# Heading", "- item", "> quote", "{", "\\begin{quote}", "===="}[r.IntN(8)])
	case 6:
		lines = append(lines, lines[i])
	case 7:
		return ""
	}
	return join(lines)
}

// TestRandomEdits checks that random edits of a gathered text change the files as the same edits of the files would, or are refused.
func TestRandomEdits(t *testing.T) {
	r := rand.New(rand.NewPCG(58, 1))
	var made, refused int
	var w rearrange.Work
	for n := range short(*edits) {
		if n%20 == 0 {
			w = workOfTexts(formats(t, r))
		}
		if len(w.Documents) == 0 {
			continue
		}
		text, err := Gather(w, somePieces(r, w, 4)...)
		if err != nil {
			continue
		}
		endsInLine := func(p rearrange.Passage) bool { return !isLineEnd(w.Documents[p.Path].Text.String(), p.Span.End) }
		if slices.ContainsFunc(text.Pieces, endsInLine) {
			continue // it is found again only if the earlier text of its file is known
		}
		pieces, err := parsePieces(text.Text)
		if err != nil || len(pieces) != len(text.Pieces) {
			t.Fatalf("%v\n%s", err, text.Text)
		}
		if _, same, err := Scatter(context.Background(), w, text, unknown, text.Text); !errors.Is(err, ErrUnchanged) || same.Text != text.Text {
			t.Fatalf("without an edit: %v\n%s", err, text.Text)
		}
		want, out := make(map[string]string), ""
		for path, d := range w.Documents {
			want[path] = d.Text.String()
		}
		words := make([]string, len(pieces))
		for i, p := range pieces {
			words[i] = p.text
			for range r.IntN(3) {
				words[i] = edited(r, words[i])
			}
			out += p.mark.String() + strings.Repeat("\n", 1+r.IntN(3)) + words[i] + strings.Repeat("\n", 1+r.IntN(3))
		}
		places := slices.Clone(text.Pieces)
		for _, i := range fromLast(places) {
			p := places[i]
			source := want[p.Path]
			end := "\n"
			if strings.Contains(source, "\r\n") {
				end = "\r\n"
			}
			want[p.Path] = source[:p.Span.Start] + strings.ReplaceAll(words[i], "\n", end) + source[p.Span.End:]
		}
		c, next, err := Scatter(context.Background(), w, text, unknown, out)
		if err != nil && !errors.Is(err, ErrUnchanged) {
			refused++
			continue
		}
		made++
		for path, text := range apply(w, c) {
			if text != want[path] {
				t.Fatalf("%s is\n%q, want\n%q\nby %q", path, text, want[path], out)
			}
		}
		if again, err := GatherAgain(after(w, want), next, unknown); err != nil || again.Text != next.Text {
			t.Fatalf("%v\n%q, again\n%q", err, next.Text, again.Text)
		}
		former := func(path string) string { return w.Documents[path].Text.String() }
		if _, err := GatherAgain(after(w, want), text, former); err != nil && !strings.Contains(err.Error(), "is no longer in") {
			t.Fatal(err)
		}
	}
	if made < refused || refused == 0 {
		t.Errorf("%d were made, %d refused", made, refused)
	}
	t.Logf("%d were made, %d refused", made, refused)
}

// after returns a work in which some files have other texts.
func after(w rearrange.Work, texts map[string]string) rearrange.Work {
	other := make(map[string]string)
	for path, text := range texts {
		if w.Documents[path].Text.String() != text {
			other[path] = text
		}
	}
	next := workOfTexts(other)
	for path, d := range w.Documents {
		if next.Documents[path] == nil {
			next.Documents[path] = d
		}
	}
	return next
}

func short(n int) int {
	if testing.Short() {
		return n / 10
	}
	return n
}

// fromLast returns the indices of passages, those at the end of a file first.
func fromLast(places []rearrange.Passage) []int {
	list := make([]int, len(places))
	for i := range list {
		list[i] = i
	}
	slices.SortFunc(list, func(a, b int) int { return places[b].Span.Start - places[a].Span.Start })
	return list
}

// TestRandomMoves checks that putting marks in another order loses no words, and that the saved text has that order.
func TestRandomMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(58, 2))
	var made, refused int
	for range short(*edits / 2) {
		files := formats(t, r)
		two := make(map[string]string) // of one format
		for _, path := range slices.Sorted(maps.Keys(files)) {
			text := files[path]
			if r.IntN(len(files)) == 0 || len(two) == 0 {
				two = map[string]string{path: text, "second" + filepath.Ext(path): text}
			}
		}
		w := workOfTexts(two)
		text, err := Gather(w, somePieces(r, w, 5)...)
		if err != nil || len(text.Pieces) < 2 {
			continue
		}
		numbers := r.Perm(len(text.Pieces))
		for i := range numbers {
			numbers[i]++
		}
		c, after, err := Scatter(context.Background(), w, text, unknown, order(numbers...)(text.Text))
		if err != nil && !errors.Is(err, ErrUnchanged) {
			refused++
			continue
		}
		made++
		was, now := counted(apply(w, rearrange.Change{})), counted(apply(w, c))
		for word, n := range was {
			if now[word] < n {
				t.Errorf("%q is lost by %v of\n%s\n%q", word, numbers, text.Text, apply(w, c))
			}
		}
		for i, p := range mustRead(t, after.Text) {
			if p.number != numbers[i] {
				t.Fatalf("%v, not %v", after.Text, numbers)
			}
		}
	}
	if made == 0 || refused == 0 {
		t.Errorf("%d were made, %d refused", made, refused)
	}
	t.Logf("%d were made, %d refused", made, refused)
}

func mustRead(t *testing.T, text string) []piece {
	t.Helper()
	pieces, err := parsePieces(text)
	if err != nil {
		t.Fatal(err)
	}
	return pieces
}

// counted counts the words in files, apart from markup.
func counted(files map[string]string) map[string]int {
	words := make(map[string]int)
	for path, text := range files {
		f, _ := markup.ByFileName(path)
		for _, b := range f.Scan(text) {
			if b.Kind == markup.Rule {
				continue
			}
			for word := range strings.FieldsSeq(string(f.AppendMask(nil, text, b))) {
				words[word]++
			}
		}
	}
	return words
}

// FuzzScatter checks that, for any edit of a gathered text, bytes outside the pieces stay, and the saved text is gathered again.
func FuzzScatter(f *testing.F) {
	f.Add("# A\n\nText.\n\nMore.\n", 2, 9, "Text.", "Other.")
	f.Add("\ufeff- a\r\n- b\r\n", 0, 4, "a", "```")
	f.Add("━━━ 1 · a.md · bbbb ━━━\n\nx", 0, 70, "x", "━━━ 1 · a.md · bbbb ━━━")
	f.Fuzz(func(t *testing.T, source string, start, end int, old, new string) {
		if start < 0 || end < start || end > len(source) || len(source) > 4000 || old == "" {
			return
		}
		w := workOfTexts(map[string]string{"a.md": source})
		text, err := Gather(w, rearrange.Passage{Path: "a.md", Span: markup.Span{Start: start, End: end}})
		if err != nil {
			return
		}
		c, after, err := Scatter(context.Background(), w, text, unknown, strings.ReplaceAll(text.Text, old, new))
		if err != nil && !errors.Is(err, ErrUnchanged) {
			return
		}
		now, was := apply(w, c)["a.md"], text.Pieces[0].Span
		if !strings.HasPrefix(now, source[:was.Start]) || !strings.HasSuffix(now, source[was.End:]) {
			t.Fatalf("%q became %q", source, now)
		}
		if again, err := GatherAgain(workOfTexts(map[string]string{"a.md": now}), after, unknown); err != nil || again.Text != after.Text {
			t.Fatalf("%v\n%q, again\n%q", err, after.Text, again.Text)
		}
	})
}

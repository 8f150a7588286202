package analysis

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
)

var formatEdits = flag.Int("format-edits", 12_000, "the total number of edits in TestEditsOfEveryFormat")

// TestEditsOfEveryFormat compares documents made of each format's pieces of markup, after random edits, with the same texts from scratch.
func TestEditsOfEveryFormat(t *testing.T) {
	pieces := piecesOfMarkup(t)
	pieces[markup.Notebook.Name] = append(slices.Clone(pieces[markup.Markdown.Name]), "\n\f\n", "\n\v\n", "\n\f\n", "\n\v\n", "\f", "\v")
	edits := *formatEdits / len(markup.Formats)
	if testing.Short() {
		edits /= 4
	}
	for _, format := range append(slices.Clone(markup.Formats), markup.Notebook) {
		t.Run(format.Name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(uint64(*formatEdits), uint64(len(format.Name))))
			some := func(most int) string {
				var text strings.Builder
				for range r.IntN(most) {
					text.WriteString(pieces[format.Name][r.IntN(len(pieces[format.Name]))])
				}
				return text.String()
			}
			for n := 0; n < edits; {
				d := New(some(60), format, with(t, "method=paper"))
				for range 25 {
					start := r.IntN(d.Text.Len() + 1)
					span := markup.Span{Start: start, End: min(d.Text.Len(), start+r.IntN(4)*r.IntN(8))}
					d = holdBlocks(t, d, span, some(4))
					n++
				}
			}
		})
	}
}

// TestEditsOfPlainBooks compares the blocks of books in plain text after random edits with those of a reading from scratch.
func TestEditsOfPlainBooks(t *testing.T) {
	books := 24
	if testing.Short() {
		books /= 4
	}
	r := rand.New(rand.NewPCG(1814, 1))
	heads := []string{
		"CHAPTER %d", "CHAPTER %d. The Salt", "%d.", "%d. The Road", "Part %d\n\nThe Sea", "Kapitel %d", "PREFACE", "Epilogue", "The Old Weir",
		"%d\n=====", "The Old Road\n------------", "Scene %d", "BOOK %d", "The Ferry\nand the Road",
	}
	gaps := []string{"\n\n", "\n\n", "\n\n\n\n", "\n\n\n\n\n", "\n"}
	edits := []string{"a", " ", "e", "t", "\n", "\n\n", ". ", "The tide came in over the flats. ", "1", "*** START OF THE PROJECT GUTENBERG EBOOK SALT ***\n\n", "licence "}
	one := func(list []string) string { return list[r.IntN(len(list))] }
	head := func(n int) string {
		if h := one(heads); strings.Contains(h, "%d") {
			return one(gaps) + fmt.Sprintf(h, n) + one(gaps)
		} else {
			return one(gaps) + h + one(gaps)
		}
	}
	body := func() string {
		var text strings.Builder
		for size := []int{0, 30, 300, 1500, 4500}[r.IntN(5)]; text.Len() < size; {
			text.WriteString(strings.Repeat("The tide came in over the flats and the salt was wet. ", 1+r.IntN(4)) + "\n\n")
		}
		return text.String()
	}
	kept := 0 // number of headings, summed over all edits
	for range books {
		chosen := heads
		heads = chosen[r.IntN(len(chosen)-3):][:3]
		var text strings.Builder
		for n := range 4 + r.IntN(12) {
			text.WriteString(head(n+1) + body())
		}
		d := readAgain(t, rope.New(text.String()))
		for range 12 {
			at := r.IntN(d.Text.Len() + 1)
			if n := len(d.plain.headings); n > 0 && r.IntN(2) == 0 { // near a heading
				at = max(0, min(d.Text.Len(), d.plain.heading(r.IntN(n)).Span.Start-30+r.IntN(300)))
			}
			switch r.IntN(4) {
			case 0:
				end := min(d.Text.Len(), at+[]int{1, 3, 400, 2500}[r.IntN(4)])
				d = holdReading(t, d, markup.Span{Start: at, End: end}, "")
			case 1:
				d = holdReading(t, d, markup.Span{Start: at, End: at}, head(r.IntN(20)))
			default: // typing
				typed := 0
				for range r.IntN(12) {
					with := one(edits)
					d = holdReading(t, d, markup.Span{Start: at + typed, End: at + typed}, with)
					typed += len(with)
				}
				for ; typed > 0 && r.IntN(8) > 0; typed-- {
					d = holdReading(t, d, markup.Span{Start: at + typed - 1, End: at + typed}, "")
				}
			}
			kept += d.blocks.Sum().headings
		}
		heads = chosen
	}
	if kept < 12*books {
		t.Errorf("%d headings in all: the books have none", kept)
	}
}

// holdReading edits a plain text and compares its blocks with those of a reading from scratch.
func holdReading(t *testing.T, d *Reading, span markup.Span, with string) *Reading {
	t.Helper()
	e := Replace(d.Text, span, with)
	next, err := d.Edit(context.Background(), e.Text, e.Change)
	if err != nil {
		t.Fatal(err)
	}
	scratch := readAgain(t, e.Text)
	is, should := next.blocks, scratch.blocks
	if is.Sum() != should.Sum() || !slices.EqualFunc(is.Slice(0, is.Len()), should.Slice(0, should.Len()), (*block).isSame) {
		one, other := firstDifference(blocksIn(next), blocksIn(scratch))
		t.Fatalf("%s, from scratch %s\nafter %q at %v of\n%q", one, other, with, span, d.Text)
	}
	return next
}

// blocksIn returns the blocks of a reading, each with what is counted in it.
func blocksIn(d *Reading) []string {
	var blocks []string
	at := 0
	for _, c := range d.blocks.From(0) {
		blocks = append(blocks, fmt.Sprintf("at %d %+v %+v %v", at, c.Block, c.Sum(), c.restarts))
		at += int(c.size)
	}
	return blocks
}

func readAgain(t *testing.T, text rope.Text) *Reading {
	t.Helper()
	d, err := parse(context.Background(), rope.New(text.String()), markup.PlainText, with(t, "method=paper"), nil)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// piecesOfMarkup returns, for each format, the pieces from which the tests make texts.
func piecesOfMarkup(t testing.TB) map[string][]string {
	t.Helper()
	file, err := os.ReadFile("../testdata/pieces.json")
	if err != nil {
		t.Fatal(err)
	}
	var pieces map[string][]string
	if err := json.Unmarshal(file, &pieces); err != nil {
		t.Fatal(err)
	}
	return pieces
}

// holdBlocks edits a document and compares its blocks, fragments, words and language with those of a document from scratch.
func holdBlocks(t *testing.T, d *Document, span markup.Span, with string) *Document {
	t.Helper()
	next, err := d.Edit(context.Background(), Replace(d.Text, span, with))
	if err != nil {
		t.Fatal(err)
	}
	scratch := New(next.Text.String(), d.Format, d.Settings)
	if is, should := next.Blocks(), scratch.Blocks(); !reflect.DeepEqual(is, should) {
		one, other := firstDifference(is, should)
		t.Fatalf("%s, from scratch: %s\nafter %q at %v of\n%q", one, other, with, span, d.Text)
	}
	if next.Language != scratch.Language || next.Words() != scratch.Words() || !reflect.DeepEqual(nameless(next), nameless(scratch)) {
		t.Fatalf("%d words in %s, from scratch %d in %s, after %q at %v of\n%q", next.Words(), next.Language.Code, scratch.Words(), scratch.Language.Code, with, span, d.Text)
	}
	return next
}

// nameless returns the fragments of a document without their identities.
func nameless(d *Document) []Fragment {
	fragments := slices.Clone(d.Fragments())
	for i, f := range fragments {
		fragments[i] = alike(f)
		fragments[i].ID = ""
	}
	return fragments
}

// TestJoinsTheListBefore checks that a line that the next line turns into a term belongs to the list before it.
func TestJoinsTheListBefore(t *testing.T) {
	d := New("term\n definition\n\nroad\n    \nsea\n", markup.ReStructuredText, with(t, "method=paper"))
	before := len(d.Blocks())
	at := strings.Index(d.Text.String(), "    \n") + 4
	if d = holdBlocks(t, d, markup.Span{Start: at, End: at}, "*"); len(d.Blocks()) == before {
		t.Errorf("%d blocks still", before)
	}
}

// TestOwnCommands checks that definitions of the writer's own commands take effect, wherever they are, even after they are edited.
func TestOwnCommands(t *testing.T) {
	const (
		class = "\\documentclass{article}\n"
		body  = "\\begin{document}\nSee \\note{hidden} the \\term{mill}.\n\n\\begin{python}\nx = y\n\nz\n\\end{python}\n\n\\beq a = b \\eeq holds.\n\n\\begin{points} \\item One. \\end{points}\n"
	)
	for _, test := range []struct {
		name, preamble, before, set string
		want                        string
	}{
		{"nothing", "", "", "", "See hidden the mill . x = y z a = b holds. One."},
		{"commands", "\\newcommand{\\note}[1]{}\\newcommand{\\term}[1]{\\emph{#1}}\n", "", "", "See the mill . x = y z a = b holds. One."},
		{"commands that show no words", "\\def\\note#1{\\includegraphics{#1}}\\NewDocumentCommand{\\term}{o m}{\\textbf{#2}}\n", "", "", "See the mill . x = y z a = b holds. One."},
		{"environments", "\\lstnewenvironment{python}{}{}\n\\newenvironment{points}{\\begin{itemize}}{\\end{itemize}}\n", "", "", "See hidden the mill . a = b holds. One."},
		{"theorems", "\\newtheorem{python}{Python}\n\\newtheorem*{points}[x]{Points}\n\\newenvironment{note}{\\begin{quote}}{\\end{quote}}\n", "", "", "See hidden the mill . x = y z a = b holds. One."},
		{"short names", "\\newcommand{\\beq}{\\begin{equation}}\n\\newcommand\\eeq{\\end{equation}}\n", "", "", "See hidden the mill . x = y z holds. One."},
		{"a comment", "% \\newcommand{\\note}[1]{}\n", "", "", "See hidden the mill . x = y z a = b holds. One."},
		{"a setting", "", "", "latex-ignore=note,python", "See the mill . a = b holds. One."},
		{"a directive", "", "% segls: latex-ignore = note python\n", "", "See the mill . a = b holds. One."},
	} {
		text := class + test.preamble + strings.Replace(body, "\\begin{document}\n", "\\begin{document}\n"+test.before, 1)
		s := Defaults()
		if name, value, ok := strings.Cut(test.set, "="); ok {
			if err := DeclaredSettings.Set(&s, name, strings.ReplaceAll(value, ",", " ")); err != nil {
				t.Fatal(err)
			}
		}
		prose := func(d *Document) string {
			var all strings.Builder
			for _, p := range d.Paragraphs() {
				all.Write(append(p.Prose(), ' '))
			}
			return strings.Join(strings.Fields(all.String()), " ")
		}
		if got := prose(New(text, markup.LaTeX, s)); got != test.want {
			t.Errorf("%s: %q, not %q", test.name, got, test.want)
		}
		// The definition is typed into a document without one, and deleted again.
		plain := class + body
		d := New(plain, markup.LaTeX, s)
		from, insertion := len(class), test.preamble
		if test.before != "" {
			from, insertion = len(class)+len("\\begin{document}\n"), test.before
		}
		after := edited(t, d, from, from, insertion)
		if got := prose(after); got != test.want {
			t.Errorf("%s, typed: %q, not %q", test.name, got, test.want)
		}
		if got := prose(edited(t, after, from, from+len(insertion), "")); got != prose(d) {
			t.Errorf("%s, taken away: %q", test.name, got)
		}
	}
}

// edited returns a document with a stretch of its text replaced.
func edited(t *testing.T, d *Document, from, to int, by string) *Document {
	t.Helper()
	text := d.Text.String()
	next, err := d.Edit(context.Background(), Edit{Text: rope.New(text[:from] + by + text[to:]), Change: markup.Change{Start: from, OldEnd: to, NewEnd: from + len(by)}})
	if err != nil {
		t.Fatal(err)
	}
	return next
}

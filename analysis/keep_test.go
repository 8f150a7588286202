package analysis

import (
	"encoding/json"
	"fmt"
	"hash/fnv"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

func hashOfWords(words []byte) uint64 {
	h := fnv.New64a()
	_, _ = h.Write(words)
	return h.Sum64()
}

// kept returns the Kept of a document, through JSON.
func kept(t *testing.T, d *Document) *Kept {
	t.Helper()
	text, err := json.Marshal(d.Keep(hashOfWords))
	if err != nil {
		t.Fatal(err)
	}
	k := new(Kept)
	if err := json.Unmarshal(text, k); err != nil {
		t.Fatal(err)
	}
	return k
}

// restored reads a text and restores what was kept.
func restored(t *testing.T, text string, format markup.Format, s Settings, k *Kept) (*Document, bool) {
	t.Helper()
	d, err := Read(t.Context(), New(text, format, s).Text, format, s)
	if err != nil {
		t.Fatal(err)
	}
	return d.Restore(k, hashOfWords)
}

func caretsIn(d *Document) string {
	text := d.Text.String()
	for _, f := range slices.Backward(d.Fragments()) {
		start := d.Paragraph(f.First).Span.Start
		text = text[:start] + "^" + text[start:]
	}
	return text
}

// TestRestoreIsWhatWasShown checks that, after random changes, a document restored from its kept form equals the one that was shown.
func TestRestoreIsWhatWasShown(t *testing.T) {
	text, format := read(t, "../testdata/samples/salt.md")
	for seed := range uint64(6) {
		r := rand.New(rand.NewPCG(seed, 3))
		d := New(text, format, with(t, "preferred-words=120"))
		for range 40 {
			p := d.Paragraph(r.IntN(d.numParagraphs()))
			switch r.IntN(6) {
			case 0:
				d, _ = d.Settle(t.Context())
			case 1:
				f := d.Fragment(r.IntN(d.parts.Len()))
				d = d.Hold(markup.Span{Start: d.Paragraph(f.First).Span.Start, End: d.Paragraph(f.End - 1).Span.End})
			case 2:
				d, _ = d.Edit(t.Context(), Replace(d.Text, markup.Span{Start: p.Span.End, End: p.Span.End}, "\n\nThe tide rises and the sea is salt."))
			default:
				at := p.Span.Start + r.IntN(p.Span.Len())
				d, _ = d.Edit(t.Context(), Replace(d.Text, markup.Span{Start: at, End: at}, "e"))
			}
		}
		d.DescribeWithTitles()
		got, ok := restored(t, d.Text.String(), format, d.given, kept(t, d))
		if !ok {
			t.Fatal("it is not restored")
		}
		for i, was := range d.Fragments() {
			is := got.Fragment(i)
			word, sure := was.Sureness()
			wordNow, sureNow := is.Sureness()
			if was.ID != is.ID || was.Span != is.Span || was.Held != is.Held || was.Title() != is.Title() || word != wordNow || sure != sureNow || was.part.dispute != is.part.dispute || was.part.isSeam != is.part.isSeam {
				t.Fatalf("seed %d: fragment %d was\n%+v %q %v\nand is\n%+v %q %v", seed, i, alike(was), was.Title().Text, sure, alike(is), is.Title().Text, sureNow)
			}
		}
		if got.parts.Len() != d.parts.Len() || got.isRested != d.isRested || got.Preferred() != d.Preferred() {
			t.Errorf("seed %d: %d fragments, rested %v, preferred %d; want %d, %v, %d", seed, got.parts.Len(), got.isRested, got.Preferred(), d.parts.Len(), d.isRested, d.Preferred())
		}
	}
}

// TestRestoreByParagraphs checks that boundaries are restored with their paragraphs. A caret marks the start of a fragment; an exclamation
// mark after it means that the fragment is held.
func TestRestoreByParagraphs(t *testing.T) {
	const rest = "\n\n^One word after another, and one more, and so on, until there are enough of them to say no more.\n\n" +
		"And then some more words follow, for the text must be long enough that an edit is small beside it."
	for _, test := range []struct{ name, before, after string }{
		{"the same", "^Salt here.\n\nSea there.\n\n^Tide high.\n\nMoon low.", "^Salt here.\n\nSea there.\n\n^Tide high.\n\nMoon low."},
		{"other white space", "^Salt here.\n\n^Tide high.\n\nMoon low.", "^Salt\nhere.\r\n\r\n\n^Tide   high.\n\nMoon low."},
		{"other quotes, dashes and emphasis", "^\"Salt's here\" -- she.\n\n^!Tide... high.\n\nMoon - low.", "^“Salt’s here”—*she*.\n\n^!Tide&hellip; **high**.\n\nMoon – low."},
		{"a paragraph more in front", "^Salt here.\n\n^Tide high.", "^Foam.\n\nSalt here.\n\n^Tide high."},
		{"a paragraph more at a boundary", "^Salt here.\n\n^Tide high.", "^Salt here.\n\nFoam.\n\n^Tide high."},
		{"the first paragraph of a fragment gone", "^Salt here.\n\n^Tide high.\n\nMoon low.", "^Salt here.\n\n^Moon low."},
		{"a fragment gone", "^Salt here.\n\n^Tide high.\n\n^Moon low.", "^Salt here.\n\n^Moon low."},
		{"a word changed behind a boundary", "^Salt here.\n\n^Tide high.\n\nMoon low.", "^Salt here.\n\n^Tide higher.\n\nMoon low."},
		{"fragments moved", "^Salt here.\n\nSea there.\n\n^Tide high.\n\nEbb low.\n\n^Moon low.", "^Tide high.\n\nEbb low.\n\n^Salt here.\n\nSea there.\n\n^Moon low."},
		{"paragraphs that occur twice", "^Yes.\n\n^Yes.\n\nNo.\n\n^Yes.", "^Yes.\n\n^Yes.\n\nNo.\n\n^Yes."},
		{"a heading more", "^Salt here.\n\nSea there.", "^Salt here.\n\n# Sea\n\n^Sea there."},
		{"a held fragment", "^Salt here.\n\n^!Tide high.\n\nMoon low.", "^Salt here.\n\n^!Tide high.\n\nMoon low."},
		{"a paragraph more behind a held fragment", "^Salt here.\n\n^!Tide high.\n\nMoon low.\n\n^Sun.", "^Salt here.\n\n^!Tide high.\n\nMoon low.\n\n^Foam.\n\n^Sun."},
	} {
		var starts []int
		var held []int
		for i, p := range strings.Split(test.before+rest, "\n\n") {
			if strings.HasPrefix(p, "^") {
				starts = append(starts, i)
			}
			if strings.HasPrefix(p, "^!") {
				held = append(held, i)
			}
		}
		plain := strings.NewReplacer("^", "", "!", "")
		s := with(t, "preferred-words=12")
		d := New(plain.Replace(test.before+rest), markup.Markdown, s).WithFragmentsAt(starts).Hold()
		for _, q := range held {
			i := slices.IndexFunc(d.Fragments(), func(f Fragment) bool { return f.First == q })
			f := d.Fragment(i)
			d = d.Hold(markup.Span{Start: d.Paragraph(f.First).Span.Start, End: d.Paragraph(f.End - 1).Span.End})
		}
		got, ok := restored(t, plain.Replace(test.after+rest), markup.Markdown, s, kept(t, d))
		if !ok {
			t.Errorf("%s: it is not restored", test.name)
			continue
		}
		marked := got.Text.String()
		for _, f := range slices.Backward(got.Fragments()) {
			mark := "^"
			if f.Held {
				mark += "!"
			}
			start := got.Paragraph(f.First).Span.Start
			marked = marked[:start] + mark + marked[start:]
		}
		if marked != test.after+rest {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, strings.TrimSuffix(marked, rest), test.after)
		}
	}
}

// TestRestoreForgets checks that nothing is restored for a text of other paragraphs, and only held fragments under another length.
func TestRestoreForgets(t *testing.T) {
	text, format := read(t, "../testdata/samples/salt.md")
	s := with(t, "preferred-words=120")
	d := New(text, format, s)
	second := d.Fragment(1)
	d = d.Hold(markup.Span{Start: d.Paragraph(second.First).Span.Start, End: d.Paragraph(second.End - 1).Span.End})
	k := kept(t, d)
	if _, ok := restored(t, strings.Repeat("Bells ring over the harbour.\n\n", 60), format, s, k); ok {
		t.Error("another text is shown like this one")
	}
	other := with(t, "preferred-words=300")
	got, ok := restored(t, text, format, other, k)
	if !ok || !got.HasHeld() {
		t.Fatal("what was held is not, under other settings")
	}
	if got.parts.Len() >= d.parts.Len() {
		t.Errorf("%d fragments under another length, %d before", got.parts.Len(), d.parts.Len())
	}
	reports := s
	reports.ParagraphMaxWords = 50
	if got, _ := restored(t, text, format, reports, k); caretsIn(got) != caretsIn(d) {
		t.Error("a setting of reports moves boundaries")
	}
	d.DescribeWithTitles()
	k = kept(t, d)
	if got, _ := restored(t, text, format, s, k); got.Fragment(0).part.title.made.Load() == nil {
		t.Error("a title is not kept")
	}
	k.Titles--
	if got, _ := restored(t, text, format, s, k); got.Fragment(0).part.title.made.Load() != nil {
		t.Error("a title of another version is kept")
	}
}

// FuzzRestore checks that restoring from anything, even damaged data, results in a valid document.
func FuzzRestore(f *testing.F) {
	f.Add("Salt.\n\nSea.\n", "Sea.\n\nSalt.\n", `{"paragraphs":"AAAAAAAAAAA=","fragments":[{"first":0,"id":"a"}]}`)
	f.Add("# A\n\nb\n\nc\n", "b\n\nc\n\nb\n", `{"fragments":[{"first":-1},{"first":9}]}`)
	f.Fuzz(func(t *testing.T, one, other, damaged string) {
		s := with(t, "preferred-words=6")
		k := kept(t, New(one, markup.Markdown, s))
		for range 2 {
			if d, ok := restored(t, other, markup.Markdown, s, k); ok {
				if got := d.parts.Sum().paragraphs; got != d.numParagraphs() {
					t.Fatalf("%d paragraphs are shown of %d", got, d.numParagraphs())
				}
				d.DescribeWithTitles()
			}
			k = new(Kept)
			if json.Unmarshal([]byte(damaged), k) != nil {
				return
			}
		}
	})
}

// TestRearranged checks that paragraphs moved by another program, which a client sends as one replacement, keep what is shown of them.
func TestRearranged(t *testing.T) {
	const more = " The water rises over the stones and over the sand, and the boats in the harbour rise with it."
	paragraphs := make([]string, 12)
	for i := range paragraphs {
		paragraphs[i] = fmt.Sprintf("Paragraph %c is here.%s", 'A'+i, more)
	}
	text := strings.Join(paragraphs, "\n\n")
	d := New(text, markup.Markdown, Defaults()).WithFragmentsAt([]int{0, 3, 6, 9}).Hold()
	f := d.Fragment(2)
	d = d.Hold(markup.Span{Start: d.Paragraph(f.First).Span.Start, End: d.Paragraph(f.End - 1).Span.End})
	shown := func(d *Document) string {
		var all strings.Builder
		for i, f := range d.Fragments() {
			fmt.Fprintf(&all, "%s:%s", f.ID, strings.Fields(d.Paragraph(f.First).Opening(30))[1])
			if d.Fragment(i).Held {
				all.WriteString(" held")
			}
			all.WriteString(", ")
		}
		return all.String()
	}
	id := func(i int) string { return d.Fragment(i).ID }
	order := func(list ...int) string {
		moved := make([]string, len(list))
		for i, p := range list {
			moved[i] = paragraphs[p]
		}
		return strings.Join(moved, "\n\n")
	}
	for name, test := range map[string]struct{ text, want string }{
		"two change places": {order(0, 1, 2, 6, 7, 8, 3, 4, 5, 9, 10, 11), id(0) + ":A, " + id(2) + ":G held, " + id(1) + ":D, " + id(3) + ":J, "},
		"one is gone, and a paragraph rewritten": {
			order(0, 1) + "\n\nAnother beginning.\n\n" + order(6, 7, 8, 9) + "\n\nAnother one.\n\n" + paragraphs[11],
			id(0) + ":A, " + id(2) + ":G held, " + id(3) + ":J, ",
		},
	} {
		from := 0
		for from < len(text) && text[from] == test.text[from] {
			from++
		}
		end, to := len(text), len(test.text)
		for end > from && to > from && text[end-1] == test.text[to-1] {
			end, to = end-1, to-1
		}
		next, err := d.Edit(t.Context(), Replace(d.Text, markup.Span{Start: from, End: end}, test.text[from:to]))
		if err != nil {
			t.Fatal(err)
		}
		if got := shown(next); got != test.want {
			t.Errorf("%s: %s, want %s", name, got, test.want)
		}
	}
}

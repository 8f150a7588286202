package analysis

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/sequence"
)

var (
	editCount = flag.Int("edits", 5_000, "the total number of edits in TestEditEqualsAnalyze")
	holdEach  = flag.Int("hold-each", 1, "the number of edits between two comparisons of all answers; errors seldom disappear with the next edit")
)

// TestEditEqualsAnalyze edits documents at random and compares all their answers with those of the same text from scratch.
func TestEditEqualsAnalyze(t *testing.T) {
	settings := []string{
		"preferred-words=40 heading-min-shift=0.4 boundary-max-shift=0.1",
		"preferred-words=60 headings=soft window-ends=balance heading-min-shift=2 boundary-max-shift=0.001 paragraph-vectors=unit min-words=20 max-words=90 top-terms=7",
		"preferred-words=42 method=blend max-words=90",
		// The following settings are for the two most common formats.
		"preferred-words=25 cost=linear window-paragraphs=1 window-weights=equal paragraph-min-words=9 paragraph-max-words=40",
		"preferred-words=30 headings=ignore max-words=50 window-paragraphs=7 term-ties=all numbers=true top-terms=3",
		"preferred-words=41 method=texttiling headings=soft",
		"preferred-words=43 method=c99 headings=soft",
		"preferred-words=topics", "preferred-words=auto",
		"preferred-words=topics method=blend headings=ignore",
	}
	const most = 2 // formats
	others := len(markup.Formats) - most
	kinds := most*len(settings) + others*3
	if testing.Short() {
		kinds *= 16
	}
	for _, format := range markup.Formats {
		sample, under := "../testdata/samples/kitchen.md", settings
		switch {
		case format.Name == markup.PlainText.Name:
			sample = "../testdata/samples/notebook.txt"
		case format.Name != markup.Markdown.Name:
			found, _ := filepath.Glob("../testdata/formats/*" + format.Extensions[0])
			if len(found) == 0 {
				t.Fatalf("there is no sample in %s", format.Name)
			}
			sample, under = found[0], settings[:3]
		}
		for _, settings := range under {
			t.Run(format.Name+" "+settings, func(t *testing.T) {
				t.Parallel()
				text, _ := read(t, sample)
				if len(text) > 9000 {
					text = text[:9000]
				}
				editAtRandom(t, text, format, with(t, settings), *editCount/kinds)
			})
		}
	}
}

func editAtRandom(t *testing.T, text string, format markup.Format, s Settings, edits int) {
	r := rand.New(rand.NewPCG(uint64(s.PreferredWords), uint64(len(format.Name))))
	ending := []string{"\n", "\r\n", "\r"}[r.IntN(3)]
	w := scribbler{r, strings.ReplaceAll(text, "\n", ending), ending, scribbles}
	if format.Name != markup.Markdown.Name && format.Name != markup.PlainText.Name {
		w.scribbles = append(slices.Clone(scribbles), piecesOfMarkup(t)[format.Name]...)
	}
	d := New(w.text, format, s)
	var undo []string
	for edit := range edits {
		if len(undo) > 9 { // undo, and continue from there
			undo = undo[:r.IntN(len(undo))]
		}
		undo = append(undo, w.text)
		if edit%17 == 16 {
			d = follow(t, d, markup.Span{Start: 0, End: len(w.text)}, undo[0], edit)
			w.text, undo = undo[0], nil
			continue
		}
		before := w.text
		span, with := w.edit()
		w.text = before[:span.Start] + with + before[span.End:]
		d = follow(t, d, span, with, edit)
	}
}

// follow makes an edit, and compares every holdEach-th result with a document from scratch.
func follow(t *testing.T, d *Document, span markup.Span, with string, edit int) *Document {
	t.Helper()
	if edit%*holdEach == *holdEach-1 {
		return hold(t, d, span, with)
	}
	next, err := d.Edit(context.Background(), Replace(d.Text, span, with))
	if err != nil {
		t.Fatal(err)
	}
	return next
}

// hold edits a document and compares the result with a document from scratch.
func hold(t *testing.T, d *Document, span markup.Span, with string) *Document {
	t.Helper()
	d.Findings() // computed answers must not affect the edit
	d.Fragments()
	next, err := d.Edit(context.Background(), Replace(d.Text, span, with))
	if err != nil {
		t.Fatal(err)
	}
	text := rope.New(d.Text.Slice(markup.Span{Start: 0, End: span.Start}) + with + d.Text.Slice(markup.Span{Start: span.End, End: d.Text.Len()}))
	when := fmt.Sprintf("after %q at %v of\n%q", with, span, d.Text)
	same(t, next, again(t, next, text), when)
	holdsStill(t, d, next, markup.Change{Start: span.Start, OldEnd: span.End, NewEnd: span.Start + len(with)}, when)
	return next
}

// again returns a document made from the same source, settings, statistics and shown fragments as another.
func again(t *testing.T, d *Document, text rope.Text) *Document {
	t.Helper()
	read, err := parse(context.Background(), text, d.Format, d.given, d.fixed)
	if err != nil {
		t.Fatal(err)
	}
	scratch := read.WithShown(Shown{statistics: d.statistics, touched: d.touched, nextID: d.nextID, headings: d.headings})
	was := d.placedFragments()
	starts := make([]int, len(was))
	for i, s := range was {
		starts[i] = s.first
	}
	if d.isRested && !d.keepsShown() && len(starts) > 0 {
		if got := scratch.divide(was, nil); !slices.Equal(got, starts) {
			t.Fatalf("fragments begin with %v, from scratch with %v", starts, got)
		}
	}
	scratch.parts = sequence.Of[*fragmentState, size](scratch.newFragmentStates(size{}, starts, scratch.numParagraphs()))
	for i, p := range scratch.parts.Slice(0, len(was)) {
		p.id, p.title, p.sure, p.hold, p.isSeam, p.dispute = was[i].id, was[i].title, was[i].sure, was[i].hold, was[i].isSeam, was[i].dispute
	}
	return scratch
}

// isShownAlike reports whether two fragments have the same title, or none yet, and sureness. An edit that moves paragraphs recomputes both.
func isShownAlike(a, b placedFragment) bool {
	title := func(p placedFragment) string {
		if made := p.title.made.Load(); made != nil {
			return made.Text
		}
		return ""
	}
	return (a.title == b.title || title(a) == title(b)) && (a.sure == b.sure || a.sure != nil && b.sure != nil && a.sure.bits.Load() == b.sure.bits.Load())
}

// holdsStill checks that an edit has changed only fragments whose paragraphs it changed, and their neighbours.
func holdsStill(t *testing.T, d, next *Document, change markup.Change, when string) {
	t.Helper()
	if next.isRested || d.parts.Len() == 0 || next.Settings != d.Settings || next.Language != d.Language {
		return
	}
	r := d.trimUnchanged(d.rescan(next.Text, change), change)
	old := r.to.before.paragraphs - r.from.before.paragraphs
	from, to := d.fragmentsTouchedBy(replacedParagraphs{first: r.from.before.paragraphs, old: old, fresh: old + next.numParagraphs() - d.numParagraphs()})
	was, is := d.placedFragments(), next.placedFragments()
	grown := next.numParagraphs() - d.numParagraphs()
	for i, s := range was {
		switch {
		case i < from:
			if is[i].id != s.id || is[i].first != s.first || is[i].end != s.end || !isShownAlike(is[i], s) {
				t.Fatalf("fragment %d, far above, is another one, %s", i, when)
			}
		case i >= to:
			k := i + len(is) - len(was)
			if is[k].id != s.id || is[k].first != s.first+grown || is[k].end != s.end+grown || !isShownAlike(is[k], s) {
				t.Fatalf("fragment %d, far below, is another one, %s", i, when)
			}
		}
	}
	seen := make(map[string]bool)
	for i, s := range is {
		if s.id == "" || seen[s.id] {
			t.Fatalf("fragment %d has the id %q, %s", i, s.id, when)
		}
		seen[s.id] = true
	}
}

// same compares all answers of a document with those of another.
func same(t *testing.T, d, scratch *Document, when string) {
	t.Helper()
	got, want := everything(d), everything(scratch)
	for i := range want {
		if !reflect.DeepEqual(got[i].value, want[i].value) {
			is, should := firstDifference(got[i].value, want[i].value)
			t.Fatalf("%s: %s\nfrom scratch: %s\n%s", got[i].name, is, should, when)
		}
	}
}

// firstDifference returns the parts in which two values differ; for lists, the first elements that differ.
func firstDifference(a, b any) (string, string) {
	one, other := reflect.ValueOf(a), reflect.ValueOf(b)
	if one.Kind() == reflect.Slice {
		for i := range max(one.Len(), other.Len()) {
			if i >= one.Len() || i >= other.Len() {
				return fmt.Sprintf("%d of them", one.Len()), fmt.Sprintf("%d", other.Len())
			}
			if x, y := one.Index(i).Interface(), other.Index(i).Interface(); !reflect.DeepEqual(x, y) {
				return fmt.Sprintf("%d %+v", i, x), fmt.Sprintf("%+v", y)
			}
		}
	}
	return fmt.Sprintf("%+v", a), fmt.Sprintf("%+v", b)
}

type answer struct {
	name  string
	value any
}

// alike returns a fragment without the fields that differ between documents.
func alike(f Fragment) Fragment {
	f.Revision, f.document, f.part = 0, nil, nil
	return f
}

// everything returns all answers of a document.
func everything(d *Document) []answer {
	var explanations []Explanation
	explainer := d.Explainer()
	for g := range d.Curve() {
		explanations = append(explanations, explainer.Explain(g))
	}
	var blocks []string
	for _, c := range d.blocks.From(0) {
		blocks = append(blocks, fmt.Sprintf("%+v %v", c.Sum(), c.restarts))
	}
	var titles, terms, sure []string
	sections, fragments := slices.Clone(d.Sections()), slices.Clone(d.Fragments())
	for i := range sections {
		sections[i].Revision = 0
	}
	paragraphs := slices.Clone(d.Paragraphs())
	for i := range paragraphs {
		paragraphs[i].reading = nil
	}
	for i, f := range fragments {
		fragments[i] = alike(f)
		word, confidence := f.Sureness()
		titles, sure = append(titles, f.Title().Text), append(sure, fmt.Sprint(word, confidence))
		terms = append(terms, strings.Join(f.Terms(), ", "))
	}
	return []answer{
		{"text", d.Text.String()},
		{"settings", d.Settings},
		{"preferred", d.Preferred()},
		{"titles", titles},
		{"terms", terms},
		{"sureness", sure},
		{"blocks", d.Blocks()},
		{"blocks", blocks},
		{"paragraphs", paragraphs},
		{"sections", sections},
		{"curve", d.Curve()},
		{"gaps", d.methodGaps(0, d.numParagraphs())},
		{"confidence", d.Confidence()},
		{"fragments", fragments},
		{"findings", d.Findings()},
		{"in the text", d.SettingsInText()},
		{"explanations", explanations},
		{"quiet", d.IsQuiet()},
		{"words", d.Words()},
		{"widths", append(lineWidths{}, d.widths...)},
	}
}

// scribbler makes random edits that no writer would make.
type scribbler struct {
	*rand.Rand
	text, ending string
	scribbles    []string // text to insert
}

// scribbles are inserted in every format.
var scribbles = []string{
	"a", " ", "\n", "\n\n", ". ", "é", "潮汐", "😀", "e\u0301", "\u00a0", "salt", "The tide rises and the sea is salt. ",
	"\n\n# A heading\n\n", "\n## Another\n", "\n\n```\n", "\n```\n", "~~~", "\n---\n", "---\n", "+++\n", "===\n", "***\n", "'title\n",
	"> ", "\n> said\n", "- an item\n", "- ", "1. ", "\n\n    code\n\n", "\n\n| a | b |\n|---|---|\n| 1 | 2 |\n", "|", "|-|\n",
	"$$\n", "$$", "[^1]: a note\n", "    ", "\t", "<!-- ", "-->", "<div>\n", "</div>\n", "<script>", "</script>\n", "<?", "?>", "[a]: b\n", "[a]:\n", "`", "*", "\x00", "\ufeff",
	"\n\n<!-- segls: break -->\n\n", "\n\n<!-- segls: no-break -->\n", "\n\n<!-- segls: off -->\n\n", "\n\n<!-- segls: on -->\n\n",
	"\n\n<!-- segls: ignore-next -->\n\n", "\n\n<!-- segls: preferred-words = 33 -->\n\n", "\nsegls: break\n", "\nsegls: off\n", "\nsegls: on\n", "\f\n", "* * *\n", "\n\n* * *\n\n", "\n\n⁂\n\n", "\n\n<hr>\n\n", "\n\n~\n\n",
	"\n\n::: note\n\n## In a box\n\n", "\n:::\n\n", "::: note\n", ":::", "/// note\n", "///", "<aside>\n", "\n</aside>\n\n", "<details>\n\n# Inside\n\n", "</details>\n",
}

// edit returns a span and its replacement.
func (w *scribbler) edit() (markup.Span, string) {
	start := w.somewhere()
	end := start
	switch w.IntN(8) {
	case 0, 1, 2:
		end = w.boundary(min(len(w.text), start+w.IntN(12)))
	case 3:
		end = w.boundary(min(len(w.text), start+w.IntN(1500)))
	}
	with := w.scribbles[w.IntN(len(w.scribbles))]
	switch w.IntN(8) {
	case 0:
		with = ""
	case 1:
		if from := w.boundary(w.IntN(len(w.text) + 1)); len(w.text) < 12_000 { // copy a page
			with = w.text[from:w.boundary(min(len(w.text), from+w.IntN(1500)))]
		}
	}
	return markup.Span{Start: start, End: max(start, end)}, strings.ReplaceAll(strings.ReplaceAll(with, w.ending, "\n"), "\n", w.ending)
}

// somewhere returns an offset, half the time at the beginning of a line.
func (w *scribbler) somewhere() int {
	at := w.IntN(len(w.text) + 1)
	switch w.IntN(6) {
	case 0:
		return w.IntN(1 + min(60, len(w.text))) // may be inside a character
	case 1, 2, 3:
		if i := strings.LastIndexAny(w.text[:at], "\r\n"); i >= 0 {
			return i + 1
		}
		return 0
	}
	return w.boundary(at)
}

// boundary returns the last offset up to the given one that is between characters.
func (w *scribbler) boundary(at int) int {
	for at > 0 && at < len(w.text) && !utf8.RuneStart(w.text[at]) {
		at--
	}
	return at
}

// FuzzEdit compares a document after an edit, an undo and a rest with documents made from scratch.
func FuzzEdit(f *testing.F) {
	for i, text := range edges {
		f.Add(text, uint16(i), uint16(i+2), scribbles[i%len(scribbles)], uint8(i))
	}
	f.Add("- one\n\n  two\n\n# three\n", uint16(9), uint16(9), "\n```\n", uint8(1))
	f.Add("Coal.\n\nWax chord ice bee hive ice ice ice.\n\nIce.\n", uint16(0), uint16(7), "", uint8(0)) // the first fragment is deleted
	f.Add("===\n***\n", uint16(4), uint16(8), "'title\n", uint8(1))
	for i, format := range markup.Formats {
		for j, piece := range piecesOfMarkup(f)[format.Name] {
			f.Add(strings.Repeat("Salt sea.\n\n", 3)+piece+"Tide.\n", uint16(5*j), uint16(j), piece, uint8(i))
		}
	}
	f.Fuzz(func(t *testing.T, text string, start, length uint16, written string, format uint8) {
		from := min(int(start), len(text))
		span := markup.Span{Start: from, End: min(from+int(length), len(text))}
		d := New(text, markup.Formats[int(format)%len(markup.Formats)], with(t, "preferred-words=6 window-paragraphs=2"))
		d = hold(t, d, span, written)
		rested, err := d.Settle(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range []*Document{d, rested} { // undo
			hold(t, d, markup.Span{Start: from, End: from + len(written)}, text[span.Start:span.End])
		}
	})
}

// TestStartsWhileWriting checks that fragments keep their starts between rests. A caret marks the paragraphs with which fragments begin,
// before and after an edit that replaces one string by another.
func TestStartsWhileWriting(t *testing.T) {
	for _, test := range []struct{ name, before, old, new, after string }{
		{"a word", "^Salt.\n\nSea.\n\n^Tide.\n\nMoon.", "Moon", "The moon", "^Salt.\n\nSea.\n\n^Tide.\n\nThe moon."},
		{"a paragraph at the end of a fragment", "^Salt.\n\nSea.\n\n^Tide.", "Sea.\n", "Sea.\n\nFoam.\n", "^Salt.\n\nSea.\n\nFoam.\n\n^Tide."},
		{"a paragraph before the first one of a fragment", "^Salt.\n\n^Tide.", "Tide", "Foam.\n\nTide", "^Salt.\n\nFoam.\n\n^Tide."},
		{"a paragraph inside a fragment", "^Salt.\n\nSea.\n\n^Tide.", "Sea", "Foam.\n\nSea", "^Salt.\n\nFoam.\n\nSea.\n\n^Tide."},
		{"a paragraph cut in two", "^Salt.\n\n^Sea foam.", "a f", "a.\n\nF", "^Salt.\n\n^Sea.\n\nFoam."},
		{"two paragraphs joined across a boundary", "^Salt.\n\n^Sea.\n\nFoam.", ".\n\nSea", " sea", "^Salt sea.\n\n^Foam."},
		{"the first paragraph of a fragment deleted", "^Salt.\n\n^Sea.\n\nFoam.", "Sea.\n\n", "", "^Salt.\n\n^Foam."},
		{"a whole fragment deleted", "^Salt.\n\n^Sea.\n\n^Foam.", "Sea.\n\n", "", "^Salt.\n\n^Foam."},
		{"a heading", "^Salt.\n\nSea.\n\nFoam.", "Foam", "# Foam\n\nFoam", "^Salt.\n\nSea.\n\n# Foam\n\n^Foam."},
		{"a heading deleted", "^Salt.\n\n# Sea\n\n^Sea.\n\n^Foam.", "# Sea\n\n", "", "^Salt.\n\nSea.\n\n^Foam."},
		{"a paragraph under a heading", "^Salt.\n\n# Sea\n\n^Sea.", "Sea.", "Foam.\n\nSea.", "^Salt.\n\n# Sea\n\n^Foam.\n\nSea."},
	} {
		const rest = "\n\n^A text much longer than the edit, so that it does not count as a rest: " +
			"one word after another, and one more, and so on, until there are enough of them to say no more."
		var starts []int
		for i, p := range strings.Split(strings.ReplaceAll(test.before+rest, "# Sea\n\n", ""), "\n\n") {
			if strings.HasPrefix(p, "^") {
				starts = append(starts, i)
			}
		}
		text := strings.ReplaceAll(test.before+rest, "^", "")
		d := New(text, markup.Markdown, Defaults()).WithFragmentsAt(starts).Hold()
		at := strings.Index(text, test.old)
		d, err := d.Edit(t.Context(), Replace(d.Text, markup.Span{Start: at, End: at + len(test.old)}, test.new))
		if err != nil {
			t.Fatal(err)
		}
		got := d.Text.String()
		for _, f := range slices.Backward(d.Fragments()) {
			start := d.Paragraph(f.First).Span.Start
			got = got[:start] + "^" + got[start:]
		}
		if got != test.after+rest {
			t.Errorf("%s:\n%s\nwant\n%s", test.name, strings.TrimSuffix(got, rest), test.after)
		}
	}
}

// TestReplacedTextIsDivided checks that replacing the whole text, as a formatter or a checkout does, divides it at once.
func TestReplacedTextIsDivided(t *testing.T) {
	one, _ := read(t, "../testdata/samples/salt.md")
	words := strings.Fields(one)
	other := strings.Repeat("Bells ring over the harbour and the ringers go home before the tide has turned again. ", 1+len(words)/15)
	other = strings.Join(strings.Fields(other)[:New(one, markup.PlainText, Defaults()).Words()], " ")
	d := New(one, markup.PlainText, with(t, "preferred-words=100"))
	next, err := d.Edit(t.Context(), Replace(d.Text, markup.Span{End: d.Text.Len()}, strings.ReplaceAll(other, "again. ", "again.\n\n")))
	if err != nil {
		t.Fatal(err)
	}
	if !next.isRested {
		t.Error("the fragments of another text are kept")
	}
	if letter, _ := d.Edit(t.Context(), Replace(d.Text, markup.Span{Start: 100, End: 101}, "x")); letter.isRested {
		t.Error("a letter counts as a rest")
	}
}

// TestPastedBehindHeld checks that text pasted right after a held fragment does not join it, but that text typed there does.
func TestPastedBehindHeld(t *testing.T) {
	const more = " The water rises over the stones and over the sand, and the boats in the harbour rise with it."
	const text = "Salt is dear." + more + "\n\nTides come here." + more + "\n\nTides go there." + more + "\n\nBells ring out." + more + "\n\n" +
		"One word after another, and one more, and so on, until there are enough of them to say no more and no less than this."
	for name, test := range map[string]struct {
		behind, with string
		want         int // number of paragraphs of the held fragment afterwards
	}{
		"pasted":            {"go there." + more, "\n\nA piece of two or three words.\n\nAnd another one.", 2},
		"pasted as lines":   {"go there." + more + "\n\n", "A piece of two or three words.\n\nAnd another one.\n\n", 2},
		"much":              {"go there." + more, "\n\nA piece of very many words." + strings.Repeat(" Words and words.", 30), 2},
		"pasted inside":     {"come here." + more, "\n\nA piece of two or three words.", 3},
		"typed":             {"go there." + more, "\n\nA", 3},
		"the end rewritten": {"go there." + more, " And come again.", 2},
	} {
		d := New(text, markup.Markdown, Defaults()).WithFragmentsAt([]int{0, 1, 3}).Hold()
		f := d.Fragment(1)
		d = d.Hold(markup.Span{Start: d.Paragraph(f.First).Span.Start, End: d.Paragraph(f.End - 1).Span.End})
		at := strings.Index(text, test.behind) + len(test.behind)
		next, err := d.Edit(t.Context(), Replace(d.Text, markup.Span{Start: at, End: at}, test.with))
		if err != nil {
			t.Fatal(err)
		}
		for when, d := range map[string]*Document{"at once": next, "after a rest": must(next.Settle(t.Context()))} {
			if d.parts.Len() < 2 {
				t.Fatalf("%s, %s: there is one fragment", name, when)
			}
			got := d.Fragment(1)
			if got.First != 1 || got.End-got.First != test.want || !got.Held || got.ID != f.ID {
				t.Errorf("%s, %s: the held fragment is [%d, %d), held: %v", name, when, got.First, got.End, got.Held)
			}
		}
	}
}

func must(d *Document, err error) *Document {
	if err != nil {
		panic(err)
	}
	return d
}

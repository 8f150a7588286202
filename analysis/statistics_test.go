package analysis

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// TestWordsWrittenNear checks that words far from a fragment count less in a long text, and that a long text needs more words.
func TestWordsWrittenNear(t *testing.T) {
	for _, test := range []struct {
		words     int // of the text
		near, far int // written
		want      float64
	}{
		{words: 100, near: 11, want: .1},
		{words: 3000, near: 11, want: .1},
		{words: 3000, near: 11, far: 11, want: .2},
		{words: 3000, near: 110, want: 1},
		{words: 6000, near: 14, far: 20, want: .2},
		{words: 12000, near: 12, want: .05},
		{words: 12000, near: 7, far: 20, want: .05},
		{words: 90000, near: 30, want: .1},
		{words: 90000, near: 20, far: 300, want: .1},
	} {
		d := New(strings.Repeat("salt ", test.words), markup.PlainText, Defaults())
		d.written = wordsWritten{words: test.near + test.far, near: []wordsWrittenNear{{"here", test.near}}}
		if got := d.wordsSinceRest("here") / d.patience(); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%d words near and %d far in a text of %d: %g of the patience, want %g", test.near, test.far, test.words, got, test.want)
		}
	}
}

// TestDispute checks that a dispute about a fragment grows while a fresh division disagrees, and that what is shown stays until it is 1.
func TestDispute(t *testing.T) {
	text, _ := read(t, "../testdata/samples/tides.md")
	d := New(text, markup.Markdown, with(t, "headings=ignore preferred-words=80"))
	fresh := d.divide(nil, nil)
	d.written = wordsWritten{words: 10}
	some := d.wordsSinceRest("") / d.patience()
	n := d.numParagraphs()
	tests := 0
	check := func(name string, starts []int, before dispute, want map[int]dispute, result []int) {
		t.Helper()
		tests++
		was := make([]placedFragment, len(starts))
		for i, first := range starts {
			end := n
			if i+1 < len(starts) {
				end = starts[i+1]
			}
			was[i] = placedFragment{fragmentState: &fragmentState{size: size{words: d.wordsBefore(end) - d.wordsBefore(first)}, dispute: before}, first: first, end: end}
		}
		if got := d.divideAtRest(was); !slices.Equal(got, result) {
			t.Errorf("%s: fragments begin with %v, want %v", name, got, result)
		}
		for _, s := range was {
			if got, want := s.dispute, want[s.first]; math.Abs(got.beginning-want.beginning) > 1e-9 || math.Abs(got.inside-want.inside) > 1e-9 {
				t.Errorf("%s: about paragraphs %d to %d there is %+v, want %+v", name, s.first, s.end, got, want)
			}
		}
	}
	young, old := dispute{.1, .1}, dispute{.99, .99}
	check("as it is", fresh, young, nil, fresh)
	for i := 1; i < len(fresh); i++ {
		without := slices.Delete(slices.Clone(fresh), i, i+1)
		check("one too few", without, young, map[int]dispute{fresh[i-1]: {inside: .1 + some}}, without)
		check("one too few, for long", without, old, map[int]dispute{fresh[i-1]: {inside: 1}}, fresh)
		end := n
		if i+1 < len(fresh) {
			end = fresh[i+1]
		}
		if fresh[i]+1 < end {
			with := slices.Insert(slices.Clone(fresh), i+1, fresh[i]+1)
			check("one too many", with, young, map[int]dispute{fresh[i] + 1: {beginning: .1 + some}}, with)
			check("one too many, for long", with, old, map[int]dispute{fresh[i] + 1: {beginning: 1}}, fresh)
			other := slices.Clone(fresh)
			other[i]++
			check("another place", other, young, map[int]dispute{fresh[i-1]: {inside: .1 + some}, other[i]: {beginning: .1 + some}}, other)
			check("another place, for long", other, old, map[int]dispute{fresh[i-1]: {inside: 1}, other[i]: {beginning: 1}}, fresh)
		}
	}
	if tests < 20 {
		t.Errorf("only %d divisions", tests)
	}
}

// TestDivisionPrevails checks that at the first rest after enough words have been written, the text is divided as if it were opened.
func TestDivisionPrevails(t *testing.T) {
	text, _ := read(t, "../testdata/samples/tides.md")
	other, _ := read(t, "../testdata/samples/salt.md")
	sentences := strings.SplitAfter(strings.Join(strings.Fields(other), " "), ". ")
	r := rand.New(rand.NewPCG(16, 3))
	changed := 0
	for range 20 {
		d := New(text, markup.Markdown, with(t, "headings=soft preferred-words=80"))
		shown := lengths(d)
		for d.wordsSinceRest("anywhere") < d.patience() {
			q := d.Paragraph(r.IntN(d.numParagraphs()))
			sentence := sentences[r.IntN(len(sentences))]
			at := q.Span.End
			d, _ = d.Edit(t.Context(), Replace(d.Text, markup.Span{Start: at, End: at}, " "+sentence))
		}
		rested := mustRest(t, d)
		if got, want := lengths(rested), lengths(New(d.Text.String(), markup.Markdown, d.Settings)); !slices.Equal(got, want) {
			t.Fatalf("fragments of %v words, of %v if the text is opened", got, want)
		}
		if len(lengths(d)) == len(shown) && !slices.Equal(lengths(d), lengths(rested)) {
			changed++
		}
	}
	if changed < 5 {
		t.Errorf("only %d of 20 texts are divided otherwise at the rest", changed)
	}
}

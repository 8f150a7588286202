package analysis

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// TestDoubt: words written near a fragment count as they are, and those far from it less in a very long
// text; what they count against is a part of the text.
func TestDoubt(t *testing.T) {
	for _, test := range []struct {
		words     int // of the text
		near, far int // words written
		want      float64
	}{
		{words: 100, near: 10, want: .1},
		{words: 6000, near: 10, want: .1},
		{words: 6000, near: 10, far: 10, want: .2},
		{words: 6000, near: 150, want: 1},
		{words: 12000, near: 10, want: .05},
		{words: 12000, near: 10, far: 20, want: .125},
		{words: 90000, near: 30, want: .1},
		{words: 90000, far: 300, want: .1},
	} {
		d := New(strings.Repeat("salt ", test.words), markup.PlainText, Defaults())
		d.written = writing{words: test.near + test.far, near: []writingNear{{"here", test.near}}}
		if got := d.doubt(0, "here", false); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%d words near and %d far in a text of %d: a doubt of %g, want %g", test.near, test.far, test.words, got, test.want)
		}
		if d.doubt(.5, "here", true) != 0 {
			t.Error("what a fresh division would have is doubted")
		}
	}
}

// TestDoubtedIsLetGo: at the first rest at which as much has been written as there is patience, the text is
// divided as if it were opened.
func TestDoubtedIsLetGo(t *testing.T) {
	text, _ := read(t, "../testdata/samples/tides.md")
	other, _ := read(t, "../testdata/samples/salt.md")
	sentences := strings.SplitAfter(strings.Join(strings.Fields(other), " "), ". ")
	r := rand.New(rand.NewPCG(16, 3))
	changed := 0
	for range 20 {
		d := New(text, markup.Markdown, with(t, "headings=soft preferred-words=80"))
		shown := lengths(d)
		for written := 0; written < int(d.patience()); {
			q := d.Paragraph(r.IntN(d.paragraphs()))
			sentence := sentences[r.IntN(len(sentences))]
			at := q.Span.End
			d, _ = d.Edit(t.Context(), Replace(d.Text, markup.Span{Start: at, End: at}, " "+sentence))
			written = d.written.words
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

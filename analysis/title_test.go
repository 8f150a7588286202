package analysis

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/segls/segls/analysis/describe"
	"github.com/segls/segls/analysis/markup"
)

// TestTitle checks that a title is made from the prose of a fragment that readers see, in the language of the document.
func TestTitle(t *testing.T) {
	for _, test := range []struct {
		language, text, want string
		kind                 describe.Kind
	}{
		{"en", "The polar caps melt in spring. Of the polar caps one is larger. He saw the polar caps.", "Polar caps", describe.Phrase},
		{"en", "The sea `and its` salt. The sea `and its` salt.", "Salt", describe.Phrase},
		{"en", "A boat came in, late as ever.", "Boat", describe.Phrase},
		{"en", "1, 2, 3.", "", describe.None},
		{"fr", "Le sel de la mer. Le sel est blanc, et la mer est bleue. Du sel et la mer.", "Sel de la mer", describe.Phrase},
	} {
		d := New(test.text, markup.Markdown, with(t, "language="+test.language))
		if got := d.Fragment(0).Title(); got.Text != test.want || got.Kind != test.kind {
			t.Errorf("%s: %q, want %q, %s", test.text, got, test.want, test.kind)
		}
	}
}

// TestTitleGiven checks that a directive gives a title to the fragment of the next paragraph, even after it is edited.
func TestTitleGiven(t *testing.T) {
	text := "<!-- segls: title  Of = salt -->\n\n# Salt\n\nSalt is salt.\n\n<!-- segls: title x -->\n\n<!-- segls: break -->\n\n<!-- segls: title The sea, again -->\n\nThe sea is deep.\n\nIt is wide.\n"
	titles := func(d *Document) (all []string) {
		for _, f := range d.Fragments() {
			all = append(all, string(f.Title().Kind)+" "+f.Title().Text)
		}
		return all
	}
	d := New(text, markup.Markdown, Defaults())
	if got, want := titles(d), []string{"given Of = salt", "given The sea, again"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	at := strings.Index(text, ", again")
	d, _ = d.Edit(context.Background(), Replace(d.Text, markup.Span{Start: at, End: at + len(", again")}, ""))
	if got, want := titles(d), []string{"given Of = salt", "given The sea"}; !slices.Equal(got, want) {
		t.Errorf("after an edit %q, want %q", got, want)
	}
	at = strings.Index(d.Text.String(), "It is wide")
	d, _ = d.Edit(context.Background(), Replace(d.Text, markup.Span{Start: at, End: at}, "So "))
	if got, want := titles(d), []string{"given Of = salt", "given The sea"}; !slices.Equal(got, want) {
		t.Errorf("after another %q, want %q", got, want)
	}
}

// TestTermsAreOwn checks that the terms of a fragment do not depend on the text around it.
func TestTermsAreOwn(t *testing.T) {
	sample, _ := read(t, "../testdata/samples/salt.md")
	d := New(sample, markup.Markdown, Defaults())
	for _, f := range d.Fragments() {
		alone := New(d.Text.Slice(f.Span), markup.Markdown, with(t, "language=en preferred-words=100000 scaling=1000 method=paper"))
		if len(alone.Fragments()) == 1 && !slices.Equal(alone.Fragment(0).Terms(), f.Terms()) {
			t.Errorf("alone %q, in the text %q", alone.Fragment(0).Terms(), f.Terms())
		}
	}
}

// TestRevision checks that, after edits and undos, fragments with the same id and revision look the same, and that most keep both.
func TestRevision(t *testing.T) {
	sample, _ := read(t, "../testdata/samples/salt.md")
	d := New(longer(sample, 60_000), markup.Markdown, Defaults())
	r := rand.New(rand.NewPCG(30, 1998))
	type key struct {
		id       string
		revision uint64
	}
	was := make(map[key]string)
	again, anew := 0, 0
	look := func(d *Document) {
		for _, f := range d.Fragments() {
			is := fmt.Sprint(f.Words, f.Suggested, f.Pinned, f.Held, f.Terms(), f.Title(), d.Text.Slice(f.Span))
			k := key{f.ID, f.Revision}
			if known, ok := was[k]; !ok {
				anew++
			} else if again++; known != is {
				t.Fatalf("with the same revision %s\nand\n%s", known, is)
			}
			was[k] = is
		}
	}
	look(d)
	anew = 0
	for edit := range 60 {
		before := d
		for range 1 + r.IntN(2) {
			p := d.Paragraph(r.IntN(d.numParagraphs()))
			at := p.Span.Start + r.IntN(p.Span.Len())
			d, _ = d.Edit(context.Background(), Replace(d.Text, markup.Span{Start: at, End: at}, "e"))
		}
		look(d)
		switch {
		case edit%5 == 4:
			d, _ = d.Settle(context.Background())
			look(d)
		case edit%3 == 2:
			d = before
		}
	}
	if fragments := again + anew; anew == 0 || again < fragments*3/5 {
		t.Errorf("%d of %d fragments have their revision still", again, fragments)
	}
}

// TestConcurrentTitles checks that a document, and the one before it, give several callers at a time the same answers as a single one.
func TestConcurrentTitles(t *testing.T) {
	sample, _ := read(t, "../testdata/samples/salt.md")
	settings := with(t, "method=paper")
	d := New(longer(sample, 30_000), markup.Markdown, settings)
	r := rand.New(rand.NewPCG(31, 1998))
	told := func(d *Document) string {
		var all strings.Builder
		for _, f := range d.Fragments() {
			all.WriteString(strings.Join(f.Terms(), ", ") + ": " + f.Title().Text + "\n")
		}
		return all.String()
	}
	for range 20 {
		p := d.Paragraph(r.IntN(d.numParagraphs()))
		at := p.Span.Start + r.IntN(p.Span.Len())
		next, _ := d.Edit(context.Background(), Replace(d.Text, markup.Span{Start: at, End: at}, "e"))
		var asking sync.WaitGroup
		answers := make([]string, 4)
		for k, of := range []*Document{d, next, next, d} {
			asking.Go(func() { answers[k] = told(of) })
		}
		asking.Wait()
		was, is := told(d), told(next)
		if want := []string{was, is, is, was}; !slices.Equal(answers, want) {
			t.Fatalf("told at once %q, want %q", answers, want)
		}
		d = next
	}
}

// TestDescribeSome checks that terms are computed only for the given fragments.
func TestDescribeSome(t *testing.T) {
	text, format := read(t, "../testdata/samples/salt.md")
	d := New(text, format, Defaults())
	d.DescribeSome(func(fragment int) bool { return fragment == 1 })
	for i := range d.NumFragments() {
		if isDescribed := d.parts.At(i).terms.value != nil; isDescribed != (i == 1) {
			t.Errorf("fragment %d is described: %t", i, isDescribed)
		}
	}
}

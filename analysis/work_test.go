package analysis

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
)

// sourcesOf cuts a text before its headings of the second level.
func sourcesOf(t *testing.T, text string, s Settings) []*Document {
	t.Helper()
	var sources []*Document
	parts := strings.Split(text, "\n## ")
	for i, part := range parts {
		if i > 0 {
			part = "## " + part
		}
		sources = append(sources, New(part+"\n", markup.Markdown, s))
	}
	return sources
}

// lengths returns the number of words in each fragment.
func lengths(documents ...*Document) []int {
	var list []int
	for _, d := range documents {
		for _, f := range d.Fragments() {
			list = append(list, f.Words)
		}
	}
	return list
}

// TestSourcesAreOneText checks that a text cut into sources at its headings has fragments of the same lengths as the whole.
func TestSourcesAreOneText(t *testing.T) {
	for _, settings := range []string{"", "method=paper", "preferred-words=200", "preferred-words=topics", "preferred-words=auto"} {
		for _, sample := range []string{"salt.md", "tides.md"} {
			text, _ := read(t, "../testdata/samples/"+sample)
			whole := New(text, markup.Markdown, with(t, settings))
			v, err := NewWork(context.Background(), sourcesOf(t, text, with(t, settings))...)
			if err != nil || len(v.Documents()) < 3 {
				t.Fatal(err, len(v.Documents()))
			}
			if got, want := lengths(v.Documents()...), lengths(whole); !slices.Equal(got, want) {
				t.Errorf("%s under %q: fragments of %v words, of the whole %v", sample, settings, got, want)
			}
			var values []float64
			for i, d := range v.Documents() {
				if i > 0 {
					values = append(values, -1) // the end of a source has no value
				}
				values = append(values, d.Curve()...)
			}
			for g, value := range whole.Curve() {
				if values[g] >= 0 && value-values[g] > 1e-9 {
					t.Fatalf("%s under %q: gap %d has the value %v, in the whole %v", sample, settings, g, values[g], value)
				}
			}
		}
	}
}

// TestOneSourceIsEdited checks that an edit of one source changes no other, and that a rest counts and divides only edited sources.
func TestOneSourceIsEdited(t *testing.T) {
	text, _ := read(t, "../testdata/samples/salt.md")
	v, err := NewWork(context.Background(), sourcesOf(t, text, Defaults())...)
	if err != nil {
		t.Fatal(err)
	}
	before := v.Documents()
	end := before[2].Text.Len() - 1
	edited, err := v.Document(2).Edit(context.Background(), Replace(v.Document(2).Text, markup.Span{Start: end, End: end}, " The bell of the ferry rings for bread."))
	if err != nil {
		t.Fatal(err)
	}
	next := v.WithDocument(2, edited)
	rested := next.WithDocument(2, mustRest(t, next.Document(2)))
	for i, d := range rested.Documents() {
		if i == 2 {
			if d.Text.Len() == before[2].Text.Len() || !d.isRested {
				t.Error("the source that was edited is as it was")
			}
			continue
		}
		if d.parts.Len() != before[i].parts.Len() || d.statistics.counts != before[i].statistics.counts {
			t.Errorf("source %d has been counted or divided again", i)
		}
		for k := range d.parts.Len() {
			if d.parts.At(k) != before[i].parts.At(k) {
				t.Errorf("fragment %d of source %d is another one", k, i)
			}
		}
	}
	for i, d := range rested.Documents() {
		if again := mustRest(t, d); again != d {
			t.Errorf("source %d, which has not been edited, rests again", i)
		}
	}
}

// TestDocumentJoinsWork checks that a document that was divided alone keeps its ids and held fragments when it joins a work.
func TestDocumentJoinsWork(t *testing.T) {
	text, _ := read(t, "../testdata/samples/salt.md")
	for _, settings := range []string{"", "method=paper", "preferred-words=topics", "preferred-words=auto"} {
		sources := sourcesOf(t, text, with(t, settings))
		f := sources[1].Fragment(0)
		alone := sources[1].Hold(markup.Span{Start: sources[1].Paragraph(f.First).Span.Start, End: sources[1].Paragraph(f.End - 1).Span.End})
		if n := alone.Fragment(0); !n.Held {
			t.Fatal("not held")
		}
		id := alone.Fragment(0).ID
		sources[1] = alone
		w, err := NewWork(context.Background(), sources...)
		if err != nil {
			t.Fatal(err)
		}
		if f := w.Document(1).Fragment(0); f.ID != id || !f.Held {
			t.Errorf("%q: the fragment %s, held, is %s, held %v", settings, id, f.ID, f.Held)
		}
		joined := mustRest(t, w.AsSource(1, alone))
		if f := joined.Fragment(0); f.ID != id || !f.Held {
			t.Errorf("%q: the fragment %s, held, is %s, held %v after joining", settings, id, f.ID, f.Held)
		}
		if joined.Preferred() != w.Document(0).Preferred() {
			t.Errorf("%q: %d words preferred, of the work %d", settings, joined.Preferred(), w.Document(0).Preferred())
		}
		edited, err := joined.Edit(context.Background(), Replace(joined.Text, markup.Span{Start: joined.Text.Len(), End: joined.Text.Len()}, "\nThe ferry carries bread and bells.\n"))
		if err != nil {
			t.Fatal(err)
		}
		rested := mustRest(t, edited)
		next := w.WithDocument(1, rested)
		if again := mustRest(t, next.Document(1)); again.parts.Len() != rested.parts.Len() {
			t.Errorf("%q: %d fragments, then %d", settings, rested.parts.Len(), again.parts.Len())
		}
		if got := next.Document(1).Text.Len(); got != rested.Text.Len() || w.Document(1).Text.Len() == got {
			t.Errorf("%q: a work changes", settings)
		}
	}
}

// BenchmarkWork reads and divides a work of a thousand chapters, each of 10 KB.
func BenchmarkWork(b *testing.B) {
	text, _ := read(b, "../testdata/samples/salt.md")
	chapter := rope.New(text[:min(len(text), 10_000)])
	for b.Loop() {
		sources := make([]*Document, 1000)
		for i := range sources {
			sources[i], _ = Read(b.Context(), chapter, markup.Markdown, Defaults())
		}
		if _, err := NewWork(b.Context(), sources...); err != nil {
			b.Fatal(err)
		}
	}
}

// TestSourcesKeepToThemselves checks that a directive, or markup that is not closed, does not affect the next source.
func TestSourcesKeepToThemselves(t *testing.T) {
	const prose = "The tide rises and the sea is salt.\n\nThe road goes to the hills.\n"
	one := New("<!-- segls: preferred-words = 20 -->\n\n<!-- segls: off -->\n\n```\n", markup.Markdown, Defaults())
	other := New(prose, markup.Markdown, Defaults())
	v, err := NewWork(context.Background(), one, other)
	if err != nil {
		t.Fatal(err)
	}
	if d := v.Documents()[1]; d.Preferred() != usualWords || len(d.Paragraphs()) != 2 {
		t.Errorf("%d words preferred, %d paragraphs", d.Preferred(), len(d.Paragraphs()))
	}
	if empty, err := NewWork(context.Background()); err != nil || len(empty.Documents()) != 0 {
		t.Error(err)
	}
}

// TestRestKeepsFragments checks that a rest of a fresh text changes nothing, and that edits and rests do not reduce the fragments.
func TestRestKeepsFragments(t *testing.T) {
	text, _ := read(t, "../testdata/samples/salt.md")
	d := New(text, markup.Markdown, Defaults())
	if rested, err := d.Settle(context.Background()); err != nil || rested != d {
		t.Error("a fresh text rests")
	}
	for _, settings := range []string{"preferred-words=40", "preferred-words=topics", "preferred-words=auto", "method=blend", "method=dcm"} {
		if short := New("One.\n\nTwo.\n", markup.PlainText, with(t, settings)); short != mustRest(t, short) {
			t.Errorf("%s: a fresh text rests", settings)
		}
	}
	at := strings.Index(text, "\n\nMost animals")
	shown := lengths(d)
	for i := range 40 {
		sentence := fmt.Sprintf(" The ants of cave %d carry salt to the ferry and back.", i)
		d, _ = d.Edit(context.Background(), Replace(d.Text, markup.Span{Start: at, End: at}, sentence))
		at += len(sentence)
		d = mustRest(t, d)
	}
	if len(lengths(d)) < len(shown) {
		t.Errorf("fragments of %v words have become %v", shown, lengths(d))
	}
}

func mustRest(t *testing.T, d *Document) *Document {
	t.Helper()
	rested, err := d.Settle(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return rested
}

// TestNothingChangesWhereWriting checks that no boundary and no finding changes in the paragraph of the last edit until a rest.
func TestNothingChangesWhereWriting(t *testing.T) {
	text, _ := read(t, "../testdata/samples/salt.md")
	d := New(text, markup.Markdown, with(t, "paragraph-max-words=120 preferred-words=200"))
	at := strings.Index(text, "\n\nMost animals")
	found := len(d.Findings())
	d, _ = d.Edit(context.Background(), Replace(d.Text, markup.Span{Start: at, End: at}, "\n\nThe"))
	at += 5
	for range 200 {
		d, _ = d.Edit(context.Background(), Replace(d.Text, markup.Span{Start: at, End: at}, " ferry harbour"))
		at += len(" ferry harbour")
		p := d.ParagraphAt(at - 1)
		if d.Gap(p - 1).IsBoundary {
			t.Fatal("a fragment begins where one writes")
		}
	}
	if len(d.Findings()) != found {
		t.Errorf("%d findings while writing, %d before: %+v", len(d.Findings()), found, d.Findings())
	}
	if rested := mustRest(t, d); len(rested.Findings()) != found+1 {
		t.Errorf("%d findings after a rest, want %d", len(rested.Findings()), found+1)
	}
}

// TestOtherSettingsKeepHoldsOnly checks that under other settings only held fragments affect the division.
func TestOtherSettingsKeepHoldsOnly(t *testing.T) {
	text, _ := read(t, "../testdata/samples/salt.md")
	d := New(text, markup.Markdown, Defaults())
	held := d.Hold(markup.Span{Start: d.Paragraph(3).Span.Start, End: d.Paragraph(4).Span.End})
	if spans := heldFragments(held); len(spans) != 1 || spans[0].First != 3 {
		t.Fatalf("held %v", spans)
	}
	finer := with(t, "preferred-words=150")
	if got, want := lengths(under(d, finer)), lengths(New(text, markup.Markdown, finer)); !slices.Equal(got, want) {
		t.Errorf("%v, freshly opened %v", got, want)
	}
	if spans := heldFragments(under(held, finer)); len(spans) != 1 {
		t.Errorf("held under other settings: %v", spans)
	}
	if spans := heldFragments(held.Hold()); len(spans) != 0 {
		t.Errorf("released, and held: %v", spans)
	}
	limits := with(t, "max-words=100")
	if spans := heldFragments(under(held, limits)); len(spans) != 0 {
		t.Errorf("held against a hard limit: %v", spans)
	}
}

// TestHold checks that a fragment stays held until another set is held, and the boundaries around a released one until the next rest.
func TestHold(t *testing.T) {
	text, _ := read(t, "../testdata/samples/salt.md")
	for _, settings := range []string{"", "method=paper"} {
		d := New(text, markup.Markdown, with(t, settings))
		span := func(first, last int) markup.Span {
			return markup.Span{Start: d.Paragraph(first).Span.Start, End: d.Paragraph(last).Span.End}
		}
		one, other := span(3, 4), span(9, 10)
		both := d.Hold(one, other, markup.Span{Start: one.Start + 1, End: one.End})
		if held := heldFragments(both); len(held) != 2 || held[0].First != 3 || held[0].End != 5 || held[1].First != 9 || held[1].End != 11 {
			t.Fatalf("%q: held %+v", settings, held)
		}
		if both.Hold(one, other) != both {
			t.Errorf("%q: held again, it is another document", settings)
		}
		released := both.Hold(other)
		if held := heldFragments(released); len(held) != 1 || held[0].ID != heldFragments(both)[1].ID {
			t.Errorf("%q: after a release %+v are held", settings, held)
		}
		if !slices.Equal(lengths(released), lengths(both)) {
			t.Errorf("%q: fragments of %v words become %v by a release", settings, lengths(both), lengths(released))
		}
		if got, want := lengths(mustRest(t, both.Hold())), lengths(d); settings != "" && !slices.Equal(got, want) {
			t.Errorf("%q: with nothing held, fragments of %v words, want %v", settings, got, want)
		}
	}
}

// TestFirstFragmentIsDeleted checks that the whole first fragment can be deleted.
func TestFirstFragmentIsDeleted(t *testing.T) {
	d := New("Coal.\n\nWax chord ice bee hive ice ice ice.\n\nIce.\n", markup.Markdown, with(t, "preferred-words=5"))
	d = hold(t, d, markup.Span{Start: 0, End: 7}, "")
	hold(t, d, markup.Span{Start: 0, End: d.Text.Len()}, "")
}

// TestCurveIsNotEdited checks that a given curve is not used for an edited text.
func TestCurveIsNotEdited(t *testing.T) {
	d, err := New("One.\n\nTwo.\n\nThree.\n", markup.PlainText, Defaults()).WithCurve([]float64{0.5, 0.1})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := d.Edit(context.Background(), Replace(d.Text, markup.Span{}, "x")); err != ErrCurve {
		t.Errorf("edited: %v", err)
	}
}

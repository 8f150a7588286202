package analysis

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/fragment/sequence"
)

// TestStill edits documents at random that hold still, and holds what is shown to what is
// said of it: beyond the fragments next to the edit nothing comes or goes, in them the whole
// text is divided at least cost with all else as it was, every answer is that of a
// document with these boundaries made from scratch, and a settled one is as one just opened.
func TestStill(t *testing.T) {
	for _, settings := range []string{
		"preferred-words=40 method=blend",
		"preferred-words=60 method=blend max-words=90 min-words=20 headings=ignore heading-min-shift=0.4",
		"preferred-words=30 method=blend headings=soft boundary-max-shift=0.1",
	} {
		for _, format := range []markup.Format{markup.Markdown, markup.PlainText} {
			t.Run(format.Name+" "+settings, func(t *testing.T) {
				t.Parallel()
				text, _ := read(t, "../testdata/samples/salt.md")
				text = text[:12_000]
				r := rand.New(rand.NewPCG(uint64(len(settings)), uint64(len(format.Name))))
				w := scribbler{r, text, "\n", scribbles}
				d := New(w.text, format, with(t, settings)).Still()
				for range *editCount / 240 {
					span, with := w.edit()
					if r.IntN(3) > 0 { // as a writer types
						at := w.boundary(r.IntN(len(w.text) + 1))
						span, with = markup.Span{Start: at, End: at}, "salt sea. "[:1+r.IntN(9)]
					}
					w.text = w.text[:span.Start] + with + w.text[span.End:]
					d = holdStill(t, d, span, with, w.text)
				}
			})
		}
	}
}

// holdStill makes one edit, and holds what comes of it to the whole text.
func holdStill(t *testing.T, d *Document, span markup.Span, with, text string) *Document {
	t.Helper()
	d.Findings() // whatever has been asked before
	d.Fragments()
	next, err := d.Edit(context.Background(), span, with)
	if err != nil {
		t.Fatal(err)
	}
	when := fmt.Sprintf("after %q at %v", with, span)
	scratch, err := parse(context.Background(), NewText(text), d.Format, d.given, d.fixed)
	if err != nil {
		t.Fatal(err)
	}
	scratch.whole = next.whole
	n := scratch.chunks.Sum().paragraphs
	units, goal := scratch.methodUnits(), scratch.goal(0, n)
	got := starts(next)
	if want, isHeld := held(d, next, span, with, units, goal); isHeld && !slices.Equal(got, want) {
		t.Fatalf("%s %v is shown; of the whole text it is %v; before it was %v", when, got, want, starts(d))
	}
	constraints := scratch.follow(got, goal.Constraints, units)
	curve, _ := scratch.blended()
	scratch.division, _ = scratch.undivided(float64(scratch.Preferred())).Replace(0, 0, scratch.charged(0, n, curve, constraints))
	scratch.parts = sequence.Of[*part, size](scratch.makeParts(size{}, n))
	same(t, next, scratch, when)
	if len(text)%7 == 0 { // now and then: it costs an analysis
		settled, err := next.Settled(context.Background())
		if err != nil {
			t.Fatal(err)
		}
		same(t, settled, New(text, d.Format, d.given, d.fixed...), "settled "+when)
	}
	return next
}

// held are the boundaries after an edit as [method.Still] has them for the whole text, and
// whether they are held at all.
func held(d, next *Document, span markup.Span, with string, units []method.Unit, goal method.Goal) ([]int, bool) {
	if next.isSettled || d.division.Len() == 0 || next.Settings != d.Settings {
		return nil, false
	}
	change := markup.Change{Start: span.Start, OldEnd: span.End, NewEnd: span.Start + len(with)}
	r := d.keep(d.rescan(next.Text, change), change)
	old := r.to.before.paragraphs - r.from.before.paragraphs
	t := touched{r.from.before.paragraphs, old, old + len(units) - d.division.Len()}
	before := starts(d)
	first, end := d.around(t)
	var outside, shown []int
	for _, b := range before {
		now, isThere := t.moved(b)
		switch {
		case b <= first || b >= end:
			outside = append(outside, now)
		case isThere && now < end+t.grown():
			shown = append(shown, now)
		}
	}
	end += t.grown()
	inside := goal
	inside.Constraints = nil
	if end-first > 1 {
		inside.Constraints = goal.Constraints[first : end-1]
	}
	want := outside
	if end > first {
		charges := next.whole.blend.Charges(next.whole.blend.Curves(units, 0, len(units)-1))
		for i := range shown {
			shown[i] -= first
		}
		for _, b := range method.Still(next.whole.blend, units[first:end], charges[first:max(first, end-1)], slices.Compact(shown), inside) {
			want = append(want, b+first)
		}
	}
	want = slices.DeleteFunc(want, func(b int) bool { return b <= 0 || b >= len(units) })
	slices.Sort(want)
	return slices.Compact(want), true
}

// starts are the paragraphs that fragments start with, but for the first.
func starts(d *Document) []int {
	var list []int
	i := 0
	for _, isStart := range d.division.All(0) {
		if isStart && i > 0 {
			list = append(list, i)
		}
		i++
	}
	return list
}

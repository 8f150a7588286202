package analysis

import (
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// TestFinerDocument checks that a finer document has more boundaries and a coarser one fewer, and that those of headings stay.
func TestFinerDocument(t *testing.T) {
	text, _ := read(t, "../testdata/samples/tides.md")
	starts := func(d *Document) map[int]bool {
		set := make(map[int]bool)
		for g := range d.Curve() {
			if d.Gap(g).IsBoundary {
				set[g] = true
			}
		}
		return set
	}
	for headings, words := range map[string]string{HeadingsHard: "200", HeadingsIgnore: "300"} {
		d := New(text, markup.Markdown, with(t, "method=blend preferred-words="+words+" headings="+headings))
		was, headed := starts(d), 0
		for g := range was {
			if string(d.Gap(g).Constraint) != "" {
				headed++
			}
		}
		if len(was) < 3 || (headed > 0) != (headings == HeadingsHard) {
			t.Fatalf("%d boundaries, %d at headings", len(was), headed)
		}
		for _, by := range []int{0, 1, 2, -1, -2, -1000} {
			finer, err := d.AdjustBoundaries(by)
			if err != nil {
				t.Fatal(err)
			}
			is := starts(finer)
			if want := max(headed, len(was)+by); len(is) != want {
				t.Errorf("headings %s, %+d: %d boundaries, want %d", headings, by, len(is), want)
			}
			fewer, more := was, is
			if by < 0 {
				fewer, more = is, was
			}
			for g := range fewer {
				if !more[g] {
					t.Errorf("headings %s, %+d: gap %d is only in the coarser one", headings, by, g)
				}
			}
			if len(finer.Fragments()) != len(is)+1 || constraintsOf(finer)[0] != constraintsOf(d)[0] {
				t.Errorf("headings %s, %+d: %d fragments", headings, by, len(finer.Fragments()))
			}
			for _, f := range finer.Fragments() {
				if f.Pinned {
					t.Errorf("headings %s, %+d: a boundary is taken for pinned", headings, by)
				}
			}
			hold(t, finer, markup.Span{Start: 0, End: 0}, "A beginning.\n\n")
		}
	}
	d := New(text, markup.Markdown, with(t, "method=texttiling"))
	if _, err := d.AdjustBoundaries(1); err == nil {
		t.Error("a method without confidence was made finer")
	}
	if one := New("One.\n", markup.Markdown, with(t, "method=texttiling")); one.numParagraphs() != 1 {
		t.Error(one.numParagraphs())
	} else if _, err := one.AdjustBoundaries(1); err != nil {
		t.Error(err)
	}
}

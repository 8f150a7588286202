package analysis

import (
	"context"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// TestTextBeforeFragmentKeepsID checks that, whatever is written right before a fragment, the fragment that has most of its words keeps its
// id, and a fragment of only new words gets a new one.
func TestTextBeforeFragmentKeepsID(t *testing.T) {
	source, _ := read(t, "../testdata/samples/salt.md")
	other, _ := read(t, "../testdata/samples/tides.md")
	words := strings.Fields(other)
	rounds := 300
	if testing.Short() {
		rounds = 60
	}
	for seed := range uint64(rounds) {
		random := rand.New(rand.NewPCG(seed, 4))
		d := New(source, markup.Markdown, with(t, []string{"", "preferred-words=120", "method=paper"}[seed%3]))
		i := random.IntN(len(d.Fragments()))
		f := d.Fragment(i)
		first := d.Paragraph(f.First).Span
		var fresh []string
		for range 1 + random.IntN(12) {
			from := random.IntN(len(words) - 400)
			fresh = append(fresh, strings.Join(words[from:from+5+random.IntN(395)], " "))
		}
		pasted := strings.Join(fresh, "\n\n")
		at := first.Start
		switch random.IntN(3) {
		case 0:
			pasted += "\n\n"
		case 1: // as if written at the end of the paragraph before
			if f.First == 0 {
				continue
			}
			at, pasted = d.Paragraph(f.First-1).Span.End, "\n\n"+pasted
		case 2: // a line above it is filled
			at, pasted = max(0, at-1), "\n"+pasted+"\n"
		}
		end := at + len(pasted)
		next, err := d.Edit(context.Background(), Replace(d.Text, markup.Span{Start: at, End: at}, pasted))
		if err != nil {
			t.Fatal(err)
		}
		isOld := make(map[string]bool)
		for _, f := range d.Fragments() {
			isOld[f.ID] = true
		}
		for _, g := range next.Fragments() {
			kept, own := 0, 0 // of the words of g, those of f, and those that are not new
			for q := g.First; q < g.End; q++ {
				p := next.Paragraph(q)
				isNew := p.Span.End <= end && p.Span.Start >= at
				if !isNew {
					own += p.Words
				}
				if !isNew && p.Span.Start >= end && p.Span.Start < f.Span.End+len(pasted) {
					kept += p.Words
				}
			}
			if own == 0 && isOld[g.ID] {
				t.Errorf("seed %d: new words alone have the id of an old fragment", seed)
			}
			if 2*kept > f.Words && 2*kept > g.Words && g.ID != f.ID {
				t.Errorf("seed %d: %d of %d words are in a fragment of %d words with another id", seed, kept, f.Words, g.Words)
			}
		}
	}
}

package analysis

import (
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// TestSurenessHolds checks that the sureness of a boundary does not change while a writer writes, that a rest changes only that of
// boundaries next to the edits, and that computing all at once makes no difference.
func TestSurenessHolds(t *testing.T) {
	sample, _ := read(t, "../testdata/samples/salt.md")
	d := New(sample, markup.Markdown, with(t, "preferred-words=150"))
	words := func(d *Document) map[string]string {
		list := make(map[string]string)
		for i, f := range d.Fragments() {
			list[f.ID], _ = f.Sureness()
			if (list[f.ID] != "") != (f.Suggested && !f.Pinned) {
				t.Errorf("fragment %d, %+v: %q", i, f, list[f.ID])
			}
		}
		return list
	}
	atOnce := New(sample, markup.Markdown, d.Settings)
	atOnce.Describe()
	before := words(d)
	if got := words(atOnce); !maps.Equal(got, before) {
		t.Errorf("at once %v, one by one %v", got, before)
	}
	for i, f := range d.Fragments() {
		word, sure := f.Sureness()
		if c := d.Confidence(max(0, f.First-1)); f.Suggested && (c == nil || sure != c[0] || word != surenessWord(sure)) {
			t.Errorf("fragment %d: %q, %v where it is right in %v", i, word, sure, c)
		}
	}
	if kinds := slices.Compact(slices.Sorted(maps.Values(before))); len(kinds) < 3 {
		t.Errorf("only %q", kinds)
	}
	r := rand.New(rand.NewPCG(3, 4))
	changed, held := 0, 0
	for range 12 {
		k := 2 + r.IntN(len(d.Fragments())-3)
		at := d.Paragraph(d.Fragment(k).First).Span.Start
		for _, letter := range strings.Split("Ferries cross the river, and the river carries ferries to the quay. ", "") {
			d, _ = d.Edit(t.Context(), Replace(d.Text, markup.Span{Start: at, End: at}, letter))
			at += len(letter)
			for id, word := range words(d) {
				if was, ok := before[id]; ok && was != word && was != "" && word != "" {
					t.Fatalf("%q becomes %q in the middle of a sentence", was, word)
				}
				before[id] = word
			}
		}
		rested, _ := d.Settle(t.Context())
		near := make(map[string]bool)
		for i := range d.Fragments() {
			for j := max(0, i-1); j <= min(i+1, len(d.Fragments())-1); j++ {
				near[d.parts.At(i).id] = near[d.parts.At(i).id] || d.parts.At(j).isUnsettled
			}
		}
		for id, word := range words(rested) {
			switch was, ok := before[id]; {
			case ok && !near[id] && was != "" && word != "" && was != word:
				t.Errorf("%q becomes %q where nobody has written", was, word)
			case ok && was != word:
				changed++
			default:
				held++
			}
		}
		d, before = rested, words(rested)
	}
	if changed == 0 || held < 10*changed {
		t.Errorf("%d words have changed at rests, %d held", changed, held)
	}
}

package analysis

import (
	"math"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// TestVanishesAt: at the length that is told the boundary is gone, and a step before it
// was there still.
func TestVanishesAt(t *testing.T) {
	for _, sample := range []string{"salt.md", "kitchen.md", "tides.md"} {
		text, _ := read(t, "../testdata/samples/"+sample)
		for _, settings := range []string{"preferred-words=60 headings=ignore", "preferred-words=60", "preferred-words=45 headings=ignore max-words=200 method=chains"} {
			d := New(text, markup.Markdown, with(t, settings))
			told := 0
			for g := range d.Curve() {
				at := d.VanishesAt(g)
				if at == 0 {
					continue
				}
				told++
				steps := int(math.Round(math.Log(float64(at)/float64(d.Settings.PreferredWords)) / math.Log(longerStep)))
				if steps < 1 || !d.IsBoundary(g) || d.Constraint(g) != "" || d.startsAt(steps, g+1) || steps > 1 && !d.startsAt(steps-1, g+1) {
					t.Errorf("%s, %s, gap %d: told to vanish at %d words", sample, settings, g, at)
				}
			}
			if told == 0 && settings != "preferred-words=60" {
				t.Errorf("%s, %s: nothing is told", sample, settings)
			}
			if first := d.VanishesAt(0); first != 0 && !d.IsBoundary(0) {
				t.Errorf("%s: no boundary vanishes at %d", sample, first)
			}
		}
	}
}

// TestVanishesAtIsWith: a text under the length that is told has no boundary there, unless
// its lists are read otherwise.
func TestVanishesAtIsWith(t *testing.T) {
	text, _ := read(t, "../testdata/samples/tides.md")
	d := New(text, markup.PlainText, with(t, "preferred-words=60 headings=ignore"))
	held := 0
	for g := range d.Curve() {
		if at := d.VanishesAt(g); at > 0 {
			s := d.Settings
			s.PreferredWords = int(math.Ceil(float64(at) * longerStep))
			if w := d.With(s); !w.IsBoundary(g) {
				held++
			} else {
				t.Logf("gap %d is back at %d words", g, s.PreferredWords)
			}
		}
	}
	if held == 0 {
		t.Error("no boundary has vanished")
	}
	if d := New(text, markup.PlainText, with(t, "preferred-words=60 method=blend")); d.VanishesAt(0) != 0 {
		t.Error("a segmenter tells a length")
	}
}

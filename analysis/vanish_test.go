package analysis

import (
	"math"
	"slices"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// TestVanishesAt: at the length that is told the boundary is gone, and a step before it
// was there still.
func TestVanishesAt(t *testing.T) {
	for _, sample := range []string{"salt.md", "kitchen.md", "tides.md"} {
		text, _ := read(t, "../testdata/samples/"+sample)
		for _, settings := range []string{"preferred-words=60 headings=ignore method=paper", "preferred-words=60 method=paper", "preferred-words=45 headings=ignore max-words=200 method=chains"} {
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
			if told == 0 && settings != "preferred-words=60 method=paper" {
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
	d := New(text, markup.PlainText, with(t, "preferred-words=60 headings=ignore method=paper"))
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
	if d := New(text, markup.PlainText, with(t, "preferred-words=60 method=c99")); slices.ContainsFunc(gaps(d), func(g int) bool { return d.VanishesAt(g) != 0 }) {
		t.Error("a segmenter tells a length")
	}
}

// TestVanishesAtInBlend: at the length that is told, or soon after, a text under blend has no
// boundary there, and well before it has.
func TestVanishesAtInBlend(t *testing.T) {
	for _, sample := range []string{"salt.md", "kitchen.md", "tides.md"} {
		text, _ := read(t, "../testdata/samples/"+sample)
		d := New(text, markup.Markdown, with(t, "preferred-words=150 headings=ignore method=blend"))
		at := func(words float64, g int) bool {
			s := d.Settings
			s.PreferredWords = int(math.Round(words))
			return d.With(s).IsBoundary(g)
		}
		told, stands, gone := 0, 0, 0
		for _, g := range gaps(d) {
			words := float64(d.VanishesAt(g))
			if (words > 0) != d.IsBoundary(g) {
				t.Errorf("%s, gap %d: boundary %v, vanishes at %v", sample, g, d.IsBoundary(g), words)
			}
			if words == 0 {
				continue
			}
			told++
			if at(max(150, words/1.5), g) {
				stands++
			}
			if !at(words*1.5, g) {
				gone++
			}
		}
		// The curves see farther where fragments are longer, so that it is not quite the same.
		t.Logf("%s: of %d boundaries %d stand at two thirds of what is told, %d are gone at half as much more", sample, told, stands, gone)
		if told == 0 || 3*stands < 2*told || 3*gone < 2*told {
			t.Errorf("%s: what is told is not so", sample)
		}
	}
}

// gaps are those of a document.
func gaps(d *Document) []int {
	list := make([]int, len(d.Curve()))
	for g := range list {
		list[g] = g
	}
	return list
}

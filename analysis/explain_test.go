package analysis

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/fragment"
)

func TestExplainTerms(t *testing.T) {
	text := paragraphsOf("Whales swim in the harbour.", "Salt in the harbour, and Salt of the sea; ships take salt.", "Ships carry wool, and a road carries sheep.", "Sheep love salt.")
	for _, test := range []struct {
		settings, ends, begins, bridges string
		gap                             int
	}{
		// The most frequent first; of equals, the first in the text.
		{"window-paragraphs=1", "[Salt harbour sea]", "[wool road sheep]", "[ships]", 1},
		// Salt is on both sides within two paragraphs; the nearer paragraph weighs more.
		{"window-paragraphs=2", "[harbour sea Whales]", "[sheep wool road love]", "[ships Salt]", 1},
		{"window-paragraphs=1", "[Whales]", "[Salt sea ships]", "[harbour]", 0},
		{"window-paragraphs=9", "[ships harbour wool road sea]", "[love]", "[Salt sheep]", 2},
	} {
		e := New(text, markup.PlainText, with(t, "method=paper "+test.settings)).Explain(test.gap)
		if got, want := fmt.Sprint(e.Ends, e.Begins, e.Bridges), test.ends+" "+test.begins+" "+test.bridges; got != want {
			t.Errorf("gap %d with %s: %s, want %s", test.gap, test.settings, got, want)
		}
	}
}

// TestExplainSums compares the sum of each explanation of a gap with the difference in cost that a boundary there makes.
func TestExplainSums(t *testing.T) {
	for _, name := range methodNames() {
		for _, sample := range []string{"salt.md", "tides.md"} {
			text, _ := read(t, "../testdata/samples/"+sample)
			d := New(text, markup.Markdown, with(t, "headings=soft preferred-words=80 method="+name))
			compared, pays := 0, 0
			for g := range d.Curve() {
				e := d.Explain(g)
				if e.DecidedBy != ByCost || len(e.Parts) == 0 {
					continue
				}
				compared++
				if want, ok := d.costOf(g); ok && math.Abs(e.Sum-want) > 1e-6 {
					t.Fatalf("%s, %s, gap %d: %v add up to %v, the cost is %v", name, sample, g, e.Parts, e.Sum, want)
				}
				if (e.Sum <= 1e-9) == e.IsBoundary {
					pays++
				}
			}
			// The cheapest division is also cheaper than those with one boundary more or less, unless the number of segments is fixed.
			if decides := d.method.About().IsCurve || name == MethodBlend; decides && pays < compared {
				t.Errorf("%s, %s: %d of %d gaps are as their sums have them", name, sample, pays, compared)
			}
			t.Logf("%s, %s: %d gaps, %d as their sums have them", name, sample, compared, pays)
		}
	}
}

// TestExplainShown checks the explanation of a gap that stays as shown although a fresh division would be different.
func TestExplainShown(t *testing.T) {
	text, _ := read(t, "../testdata/samples/tides.md")
	opened := New(text, markup.Markdown, with(t, "headings=ignore preferred-words=80"))
	fresh := opened.divide(nil, nil)
	boundaries, others := 0, 0
	check := func(starts []int, tooFew, tooMany int) {
		d := opened.WithFragmentsAt(starts).Hold() // releases all fragments
		d, _ = d.Edit(t.Context(), Replace(d.Text, markup.Span{Start: d.Paragraph(0).Span.Start, End: d.Paragraph(0).Span.Start}, "Now "))
		d = mustRest(t, d)
		for g := range d.Curve() {
			e := d.Explain(g)
			if want, ok := d.costOf(g); ok && e.DecidedBy == ByCost && math.Abs(e.Sum-want) > 1e-6 {
				t.Fatalf("gap %d: %v add up to %v, the cost is %v", g, e.Parts, e.Sum, want)
			}
			if at := d.Explainer().VanishesAt(g); e.IsBoundary && at != e.VanishesAt {
				t.Errorf("gap %d vanishes at %d, and its explanation says %d", g, at, e.VanishesAt)
			}
			switch {
			case e.DecidedBy != ByShown:
			case e.IsBoundary && g+1 == tooMany:
				boundaries++
			case !e.IsBoundary && tooFew > 0:
				others++
			default:
				t.Errorf("gap %d, a boundary %t, stays as it was shown; the text has paragraph %d too many and %d too few", g, e.IsBoundary, tooMany, tooFew)
			}
		}
	}
	for i := 1; i < len(fresh); i++ {
		check(slices.Delete(slices.Clone(fresh), i, i+1), fresh[i], 0)
		if fresh[i-1]+1 < fresh[i] {
			check(slices.Insert(slices.Clone(fresh), i, fresh[i-1]+1), 0, fresh[i-1]+1)
		}
	}
	if boundaries == 0 || others == 0 {
		t.Errorf("%d boundaries and %d other gaps stay as they were shown", boundaries, others)
	}
}

// costOf returns the difference in cost between a division with a boundary in gap g and one without it.
func (d *Document) costOf(g int) (cost float64, ok bool) {
	first, end := d.paragraphsAroundGap(g)
	goal := d.divisionGoal()
	goal.Gaps = d.methodGaps(first, end)
	if blend, ok := d.method.(method.Blend); ok {
		return blend.Compare(d.stretchWithContext(first, end), goal, g+1-first)
	}
	if !d.method.About().IsCurve {
		return 0, false
	}
	length := func(from, to int) float64 { return goal.Cost.Length(d.wordsBefore(to) - d.wordsBefore(from)) }
	return d.Curve()[g] + length(first, g+1) + length(g+1, end) - length(first, end), true
}

func TestConstraint(t *testing.T) {
	for headings, want := range map[string]string{"hard": "heading", "soft": "", "ignore": ""} {
		d := New("salt\n\n# a\n\nsalt\n\nsalt", markup.Markdown, with(t, "headings="+headings))
		if string(d.Gap(0).Constraint) != want || string(d.Gap(1).Constraint) != "" {
			t.Errorf("with headings %s: %q and %q, want %q and none", headings, string(d.Gap(0).Constraint), string(d.Gap(1).Constraint), want)
		}
	}
}

// TestExplainPartOfAMark checks that the part of the cost that a soft heading or scene break spares has the name of the mark.
func TestExplainPartOfAMark(t *testing.T) {
	for mark, want := range map[string]string{"# A": "heading", "***": "scene-break"} {
		d := New("Salt is in the sea.\n\n"+mark+"\n\nMules are on the road.\n", markup.Markdown, with(t, "headings=soft scene-breaks=soft preferred-words=5"))
		var names []string
		for _, p := range d.Explain(0).Parts {
			names = append(names, p.Name)
		}
		marks := slices.DeleteFunc(names, func(name string) bool { return name != "heading" && name != "scene-break" })
		if !slices.Equal(marks, []string{want}) {
			t.Errorf("%s: the parts of marks are %v, want %s", mark, marks, want)
		}
	}
}

// TestConstraintOfDirectives checks that a hard heading takes precedence over a directive, and the nearest directive over others.
func TestConstraintOfDirectives(t *testing.T) {
	const brk, no = "\n\n<!-- segls: break -->\n\n", "\n\n<!-- segls: no-break -->\n\n"
	for _, test := range []struct{ headings, gap, want string }{
		{"hard", "\n\n", ""},
		{"hard", brk, "break"},
		{"hard", no, "no-break"},
		{"hard", brk + "# a" + "\n\n", "heading"},
		{"hard", "\n\n# a" + no, "heading"},
		{"soft", "\n\n# a" + no, "no-break"},
		{"soft", "\n\n# a" + brk, "break"},
		{"ignore", "\n\n# a" + brk, "break"},
		{"hard", no + "```\ncode\n```" + brk, "break"},
		{"hard", brk + no, "no-break"},
	} {
		d := New("salt"+test.gap+"salt", markup.Markdown, with(t, "headings="+test.headings))
		boundary := test.want == "heading" || test.want == "break"
		if string(d.Gap(0).Constraint) != test.want || d.Gap(0).IsBoundary != boundary {
			t.Errorf("with headings %s, %q: %q, boundary %v", test.headings, test.gap, string(d.Gap(0).Constraint), d.Gap(0).IsBoundary)
		}
	}
}

func TestSureness(t *testing.T) {
	for _, test := range []struct {
		confidence float64
		want       string
	}{{0, "perhaps"}, {0.34, "perhaps"}, {0.35, "fairly sure"}, {0.69, "fairly sure"}, {0.7, "sure"}, {1, "sure"}} {
		if got := surenessWord(test.confidence); got != test.want {
			t.Errorf("%v: %q, want %q", test.confidence, got, test.want)
		}
	}
}

// TestNoBoundaryInsideShown checks that no boundary appears within a shown fragment, unless most of it has been pasted.
func TestNoBoundaryInsideShown(t *testing.T) {
	text, _ := read(t, "../testdata/samples/tides.md")
	d := New(text, markup.Markdown, Defaults())
	n, words := d.numParagraphs(), d.Words()
	for was, want := range map[int]int{words: n - 1, words/2 + 1: n - 1, words/2 - 1: 0} {
		gaps := make([]method.Gap, n-1)
		d.constrainShownGaps(gaps, []placedFragment{{fragmentState: &fragmentState{size: size{words: was}}, first: 0, end: n}}, make([]bool, n))
		got := 0
		for _, gap := range gaps {
			if gap.Constraint == fragment.NoBreak {
				got++
			}
		}
		if got != want {
			t.Errorf("of %d words where %d were, %d gaps are closed, want %d", words, was, got, want)
		}
	}
}

package analysis

import (
	"fmt"
	"math"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

func TestExplainTerms(t *testing.T) {
	text := paragraphsOf("Whales swim in the harbour.", "Salt in the harbour, and Salt of the sea; ships take salt.", "Ships carry wool, and a road carries sheep.", "Sheep love salt.")
	for _, test := range []struct {
		settings, ends, begins, bridges string
		gap                             int
	}{
		// The most frequent first; of equals, the first in the text.
		{"window-paragraphs=1", "[Salt harbour sea]", "[carry wool road sheep]", "[ships]", 1},
		// Salt, too, stands on both sides within two paragraphs; the nearer weighs more.
		{"window-paragraphs=2", "[harbour sea Whales swim]", "[carry sheep wool road love]", "[ships Salt]", 1},
		{"window-paragraphs=1", "[Whales swim]", "[Salt sea ships]", "[harbour]", 0},
		{"window-paragraphs=9", "[carry ships harbour wool road]", "[love]", "[Salt sheep]", 2},
	} {
		e := New(text, markup.PlainText, with(t, test.settings)).Explain(test.gap)
		if got, want := fmt.Sprint(e.Ends, e.Begins, e.Bridges), test.ends+" "+test.begins+" "+test.bridges; got != want {
			t.Errorf("gap %d with %s: %s, want %s", test.gap, test.settings, got, want)
		}
	}
}

func TestDepth(t *testing.T) {
	for _, test := range []struct {
		curve []float64
		want  []float64
	}{
		{[]float64{0.5}, []float64{0}},
		{[]float64{0.5, 0.25, 0.375}, []float64{0, 0.375, 0}},
		{[]float64{0.75, 0.5, 0.25, 0.25, 0.5, 0.375}, []float64{0, 0.25, 0.75, 0.75, 0, 0.125}},
		{[]float64{0.25, 0.5, 0.25}, []float64{0.25, 0, 0.25}},
	} {
		for g, want := range test.want {
			if got := depth(func(g int) float64 { return test.curve[g] }, len(test.curve), g); got != want {
				t.Errorf("depth %d of %v is %v, want %v", g, test.curve, got, want)
			}
		}
	}
}

func TestExplainCosts(t *testing.T) {
	for _, test := range []struct {
		settings       string
		length, joined float64
	}{
		{"preferred-words=4 scaling=1", 1./16 + 1./16, 1},
		{"preferred-words=4 scaling=0.5 cost=linear", 1./8 + 1./8, 1. / 2},
		{"preferred-words=9", 0, 0}, // no boundary
	} {
		d := New("salt sea road\n\ntide moon harbour ship wool", markup.PlainText, with(t, test.settings))
		if e := d.Explain(0); math.Abs(e.LengthCost-test.length) > 1e-12 || math.Abs(e.JoinedCost-test.joined) > 1e-12 {
			t.Errorf("with %s: %v and joined %v, want %v and %v", test.settings, e.LengthCost, e.JoinedCost, test.length, test.joined)
		}
	}
}

func TestConstraint(t *testing.T) {
	for headings, want := range map[string]string{"hard": "heading", "soft": "", "ignore": ""} {
		d := New("salt\n\n# a\n\nsalt\n\nsalt", markup.Markdown, with(t, "headings="+headings))
		if d.Constraint(0) != want || d.Constraint(1) != "" {
			t.Errorf("with headings %s: %q and %q, want %q and none", headings, d.Constraint(0), d.Constraint(1), want)
		}
		if similarity := map[string]float64{"hard": 1, "soft": 0.5, "ignore": 1}[headings]; d.Curve()[0] != similarity || d.Curve()[1] != 1 {
			t.Errorf("with headings %s: the curve is %v", headings, d.Curve())
		}
	}
}

// TestConstraintOfDirectives: a hard heading is stronger than a directive, and else
// the directive that stands nearer to the paragraph.
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
		if d.Constraint(0) != test.want || d.IsBoundary(0) != boundary {
			t.Errorf("with headings %s, %q: %q, boundary %v", test.headings, test.gap, d.Constraint(0), d.IsBoundary(0))
		}
	}
}

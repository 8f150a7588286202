package restructure

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// TestArrange checks that several moves give the same text and fragments as the same moves one by one.
func TestArrange(t *testing.T) {
	const text = "# A\n\nSalt keeps fish, and salt keeps meat.\n\nBees build wax cells for honey and bees.\n\n## Ä\r\n\r\nFerries cross on ropes.\r\n\r\n# C\n\nApples ripen in the orchard.\n\nÖrtliche Öfen heizen Orte.\n"
	s := analysis.Defaults()
	s.PreferredWords, s.Scaling = 5, 1000
	ctx := context.Background()
	r := rand.New(rand.NewPCG(1, 2))
	made := 0
	for range 200 {
		d := analysis.New(text, markup.Markdown, s)
		now := d
		var steps []Step
		for range 1 + r.IntN(4) {
			step := Step{IsSection: r.IntN(3) == 0}
			section := func() string { return d.Sections()[r.IntN(len(d.Sections()))].ID }
			pick := func() string { return d.Fragment(r.IntN(len(d.Fragments()))).ID }
			if step.IsSection {
				pick = section
			}
			switch step.ID, step.Side = pick(), Side(r.IntN(4)); step.Side {
			case Before, After:
				step.Beside = pick()
			case Under:
				step.Beside = section()
			}
			e, err := editOf(now, []Step{step})
			if err != nil {
				continue
			}
			next, err := now.Edit(ctx, e.AnalysisEdit(now.Text))
			if err != nil {
				t.Fatal(err)
			}
			now, steps = next, append(steps, step)
		}
		if now.Text.String() == text {
			continue
		}
		e, err := Arrange(ctx, d, steps)
		if err != nil {
			t.Fatalf("%+v: %v", steps, err)
		}
		if got := e.Apply(text); got != now.Text.String() {
			t.Fatalf("%+v:\n%q\nand not\n%q", steps, got, now.Text.String())
		}
		after, err := d.Edit(ctx, e.AnalysisEdit(d.Text))
		if err != nil {
			t.Fatal(err)
		}
		ids := func(d *analysis.Document) (ids []string) {
			for _, f := range d.Fragments() {
				ids = append(ids, f.ID)
			}
			return ids
		}
		if e.Move.Order != nil && !slices.Equal(ids(after), ids(now)) {
			t.Errorf("%+v: %v and not %v", steps, ids(after), ids(now))
		}
		made++
	}
	if made < 50 {
		t.Errorf("only %d arrangements", made)
	}
	d := analysis.New(text, markup.Markdown, s)
	first := d.Fragment(0).ID
	if _, err := Arrange(ctx, d, []Step{{ID: first}, {ID: "gone"}}); !errors.Is(err, ErrGone) {
		t.Errorf("something that is gone: %v", err)
	}
	if _, err := Arrange(ctx, d, []Step{{ID: first, Side: Before, Beside: first}}); err == nil {
		t.Error("a move to where it stands")
	}
}

// TestArrangeScenes checks moves of several fragments to one place. If they are a whole scene, it must move as one, with a break.
func TestArrangeScenes(t *testing.T) {
	write := func(text string) string { return strings.ReplaceAll(text, " / ", "\n\n") + "\n" }
	for _, test := range []struct {
		moved      []int // in ascending order
		to         Place
		text, want string
	}{
		{[]int{1, 2}, Before.PlaceBeside(0), "Salt. / --- / Sea. / Road. / --- / Tide.", "Sea. / Road. / --- / Salt. / --- / Tide."},
		{[]int{0, 1}, After.PlaceBeside(2), "Salt. / Sea. / --- / Road. / --- / Tide.", "Road. / --- / Salt. / Sea. / --- / Tide."},
		{[]int{0, 1}, Place{}, "Salt. / Sea. / --- / Road.", "Road. / --- / Salt. / Sea."},
		{[]int{0, 1}, Before.PlaceBeside(2), "# A / Salt. / Sea. / --- / Moon. / # B / Road. / --- / Tide.", "# A / Salt. / Sea. / --- / Moon. / # B / Road. / --- / Tide."},
		{[]int{0, 1}, Before.PlaceBeside(3), "# A / Salt. / Sea. / --- / Moon. / # B / Road. / --- / Tide.", "# A / Moon. / # B / Salt. / Sea. / --- / Road. / --- / Tide."},
		{[]int{1, 2, 3}, Before.PlaceBeside(0), "Salt. / --- / Sea. / Road. / --- / Tide.", "Sea. / Road. / --- / Tide. / --- / Salt."},
		{[]int{1, 2, 3}, After.PlaceBeside(4), "Salt. / --- / Sea. / Road. / --- / Tide. / --- / Moon.", "Salt. / --- / Moon. / --- / Sea. / Road. / --- / Tide."},
		{[]int{0, 1}, After.PlaceBeside(3), "Salt. / Sea. / Tide. / --- / Road.", "Tide. / --- / Road. / Salt. / Sea."},
	} {
		d := analysis.New(write(test.text), markup.Markdown, everyParagraph())
		var steps []Step
		for _, i := range test.moved {
			steps = append(steps, Step{ID: d.Fragment(i).ID, Side: test.to.Side})
			if test.to.Side != AtEnd {
				steps[len(steps)-1].Beside = d.Fragment(test.to.Unit).ID
			}
		}
		if test.to.Side == After {
			slices.Reverse(steps)
		}
		e, err := Arrange(context.Background(), d, steps)
		if got := e.Apply(write(test.text)); got != write(test.want) {
			t.Errorf("%v: %v\n%s\nwant\n%s", test.moved, err, got, write(test.want))
		}
	}
}

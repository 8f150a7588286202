package rearrange

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/restructure"
	"github.com/segls/segls/internal/work"
)

const (
	shoreFile   = "# Shore\n\nSalt keeps fish, and salt keeps meat.\n\n## Pans\n\nBees build wax cells, see [ropes](river.md#ropes).\n\nClay dries in the sun.\n"
	riverFile   = "# River\n\nFerries cross the water.\n\n## Ropes\n\nRopes are made of hemp.\n\n## Oars\n\nOars are made of ash.\n"
	orchardFile = "# Plain\n\nApples ripen here, far from the [pans](shore.md#pans).\n"
)

var errAnyRefusal = errors.New("refused with whatever sentence")

// roads returns a work of three files in which each paragraph is a fragment.
func roads() (w Work, files map[string]string) {
	files = map[string]string{"shore.md": shoreFile, "river.md": riverFile, "plain.md": orchardFile, "SUMMARY.md": "# Summary\n\n- [Shore](shore.md)\n- [River](river.md)\n- [Plain](plain.md)\n"}
	fsys := make(fstest.MapFS)
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	order, _ := work.Read(fsys, ".")
	s := analysis.Defaults()
	s.PreferredWords, s.Scaling = 5, 1000
	w = Work{Order: order, Files: fsys, Documents: make(map[string]*analysis.Document), Index: link.NewIndex([]link.Site{link.SiteOf(fsys, order)}, maps.All(files))}
	for _, name := range order.Files() {
		w.Documents[name] = analysis.New(files[name], markup.Markdown, s)
	}
	return w, files
}

// step parses a move, such as "shore.md Salt > river.md before Ropes". A word is the first of a fragment or, after #, a heading.
func step(t *testing.T, w Work, words string) Step {
	t.Helper()
	f := strings.Fields(words)
	s := Step{Path: f[0], To: f[3]}
	id := func(path, name string) string {
		d := w.Documents[path]
		if title, isHeading := strings.CutPrefix(name, "#"); isHeading {
			for _, section := range d.Sections() {
				if section.Title == title {
					return section.ID
				}
			}
		}
		for _, fragment := range d.Fragments() {
			if strings.HasPrefix(d.Text.Slice(d.Paragraph(fragment.First).Span), name) {
				return fragment.ID
			}
		}
		t.Fatalf("there is no %s in %s", name, path)
		return ""
	}
	s.ID, s.IsSection = id(f[0], f[1]), f[1][0] == '#'
	if len(f) > 5 {
		s.Side = map[string]restructure.Side{"before": restructure.Before, "after": restructure.After, "under": restructure.Under}[f[4]]
		s.Beside = id(f[3], f[5])
	}
	return s
}

// TestArrange checks that several moves across files become one change, with the links mended, or are all refused if one of them is.
func TestArrange(t *testing.T) {
	for name, c := range map[string]struct {
		steps   []string
		want    map[string]string
		arrived string // the first words of the moved fragments, found by their ids after the change
		refused error
	}{
		"two fragments swapped between files": {
			steps: []string{"shore.md Salt > river.md before Ferries", "river.md Ferries > shore.md before Bees"},
			want: map[string]string{
				"shore.md": "# Shore\n\n## Pans\n\nFerries cross the water.\n\nBees build wax cells, see [ropes](river.md#ropes).\n\nClay dries in the sun.\n",
				"river.md": "# River\n\nSalt keeps fish, and salt keeps meat.\n\n## Ropes\n\nRopes are made of hemp.\n\n## Oars\n\nOars are made of ash.\n",
			},
			arrived: "river.md Salt, shore.md Ferries",
		},
		"a fragment before one that has moved": {
			steps: []string{"shore.md Salt > plain.md before Apples", "river.md Oars > shore.md before Salt"},
			want: map[string]string{
				"plain.md": "# Plain\n\nOars are made of ash.\n\nSalt keeps fish, and salt keeps meat.\n\nApples ripen here, far from the [pans](shore.md#pans).\n",
			},
			arrived: "plain.md Salt, plain.md Oars",
		},
		"a section, then a fragment of it": {
			steps: []string{"shore.md #Pans > river.md before #Oars", "shore.md Bees > plain.md"},
			want: map[string]string{
				"shore.md": "# Shore\n\nSalt keeps fish, and salt keeps meat.\n",
				"river.md": "# River\n\nFerries cross the water.\n\n## Ropes\n\nRopes are made of hemp.\n\n## Pans\n\nClay dries in the sun.\n\n## Oars\n\nOars are made of ash.\n",
				"plain.md": "# Plain\n\nApples ripen here, far from the [pans](river.md#pans).\n\nBees build wax cells, see [ropes](river.md#ropes).\n",
			},
			arrived: "river.md Clay, plain.md Bees",
		},
		"within a file, then to another": {
			steps: []string{"shore.md Clay > shore.md before Bees", "shore.md Clay > river.md under #Ropes"},
			want: map[string]string{
				"river.md": "# River\n\nFerries cross the water.\n\n## Ropes\n\nRopes are made of hemp.\n\nClay dries in the sun.\n\n## Oars\n\nOars are made of ash.\n",
			},
			arrived: "river.md Clay, river.md Clay",
		},
		"there and back again": {
			steps:   []string{"shore.md Salt > river.md before Ferries", "shore.md Salt > shore.md before Bees", "shore.md Salt > shore.md before Bees"},
			arrived: "shore.md Salt, shore.md Salt, shore.md Salt",
			want:    map[string]string{"river.md": riverFile},
		},
		"a move to the same place": {steps: []string{"shore.md Salt > shore.md before Salt"}, refused: restructure.AlreadyThere},
		"an unknown fragment":      {steps: []string{"shore.md Salt > river.md before Ferries", "gone"}, refused: restructure.ErrGone},
		"one refused move":         {steps: []string{"shore.md Salt > river.md before Ferries", "shore.md #Shore > plain.md"}, refused: errAnyRefusal},
	} {
		t.Run(name, func(t *testing.T) {
			w, files := roads()
			var steps []Step
			for _, words := range c.steps {
				if words == "gone" {
					steps = append(steps, Step{Path: "shore.md", To: "river.md", Step: restructure.Step{ID: "gone"}})
				} else {
					steps = append(steps, step(t, w, words))
				}
			}
			made, err := Arrange(context.Background(), w, steps)
			if c.refused != nil {
				refusal := (*sentence.Sentence)(nil)
				if !errors.Is(err, c.refused) && !(c.refused == errAnyRefusal && errors.As(err, &refusal)) {
					t.Fatalf("refused with %v", err)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			after := applied(files, made)
			for path, want := range c.want {
				if after[path] != want {
					t.Errorf("%s is\n%s\nand not\n%s", path, after[path], want)
				}
			}
			var arrived []string
			for _, a := range made.Arrived {
				d := made.Shown[a.Path]
				f := d.Fragment(restructure.FragmentByID(d, a.ID))
				if !f.Held {
					t.Errorf("%v is not held", a)
				}
				first, _, _ := strings.Cut(d.Text.Slice(d.Paragraph(f.First).Span), " ")
				arrived = append(arrived, a.Path+" "+first)
			}
			if got := strings.Join(arrived, ", "); got != c.arrived {
				t.Errorf("%s has arrived", got)
			}
			if len(made.Unmended) > 0 {
				t.Errorf("%v", made.Unmended)
			}
		})
	}
}

// TestArrangeLosesNothing makes random moves. No word may be lost, no unlisted link may break, and the change must contain the texts.
func TestArrangeLosesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	ctx := context.Background()
	made := 0
	for range 60 {
		w, files := roads()
		paths := slices.Sorted(maps.Keys(w.Documents))
		var steps []Step
		for range 1 + r.IntN(4) {
			pick := func(path string, isSection bool) string {
				d := w.Documents[path]
				if isSection {
					return d.Sections()[r.IntN(len(d.Sections()))].ID
				}
				return d.Fragment(r.IntN(len(d.Fragments()))).ID
			}
			s := Step{Path: paths[r.IntN(len(paths))], To: paths[r.IntN(len(paths))]}
			s.IsSection = r.IntN(3) == 0
			s.ID = pick(s.Path, s.IsSection)
			switch s.Side = restructure.Side(r.IntN(4)); s.Side {
			case restructure.Before, restructure.After:
				s.Beside = pick(s.To, s.IsSection)
			case restructure.Under:
				s.Beside = pick(s.To, true)
			}
			if _, err := Arrange(ctx, w, append(slices.Clone(steps), s)); err == nil {
				steps = append(steps, s)
			}
		}
		if len(steps) == 0 {
			continue
		}
		c, err := Arrange(ctx, w, steps)
		if err != nil {
			t.Fatal(err)
		}
		after := applied(files, c)
		var was, is []string
		for _, path := range paths {
			was, is = append(was, strings.Fields(files[path])...), append(is, strings.Fields(after[path])...)
			if d := c.Shown[path]; d != nil && d.Text.String() != after[path] {
				t.Errorf("%s is shown as\n%s\nand is\n%s", path, d.Text.String(), after[path])
			}
		}
		prose := func(words []string) []string {
			words = slices.DeleteFunc(words, func(word string) bool { return strings.ContainsAny(word, "#(") })
			slices.Sort(words)
			return words
		}
		if !slices.Equal(prose(was), prose(is)) {
			t.Errorf("%v: %q", steps, after)
		}
		if broken := w.Index.AfterChange(c.Result).Broken(); len(broken) > len(c.Unmended) {
			t.Errorf("%+v: broken %v, told %v", steps, broken, c.Unmended)
		}
		made++
	}
	if made < 30 {
		t.Errorf("only %d arrangements", made)
	}
}

// TestArrangeScene checks that the fragments of a scene form one scene again after they have moved to another file.
func TestArrangeScene(t *testing.T) {
	files := map[string]string{"SUMMARY.md": "- [A](a.md)\n- [B](b.md)\n", "a.md": "# A\n\nSalt.\n\nSea.\n\n---\n\nRoad.\n", "b.md": "# B\n\nTide.\n\n***\n\nMoon.\n"}
	w := newWork(mapFS(files), files)
	s := analysis.Defaults()
	s.PreferredWords, s.Scaling = 1, 1000
	for _, path := range []string{"a.md", "b.md"} {
		w.Documents[path] = analysis.New(files[path], markup.Markdown, s)
	}
	moved := []string{w.Documents["a.md"].Fragment(0).ID, w.Documents["a.md"].Fragment(1).ID}
	var steps []Step
	for _, id := range []string{moved[1], moved[0]} {
		step := restructure.Step{ID: id, Side: restructure.After, Beside: w.Documents["b.md"].Fragment(0).ID}
		steps = append(steps, Step{Path: "a.md", To: "b.md", Step: step})
	}
	c, err := Arrange(context.Background(), w, steps)
	if err != nil {
		t.Fatal(err)
	}
	after := c.Texts()
	if after["a.md"] != "# A\n\nRoad.\n" || after["b.md"] != "# B\n\nTide.\n\n***\n\nSalt.\n\nSea.\n\n***\n\nMoon.\n" || len(c.Arrived) != 2 {
		t.Errorf("%q, %d arrived", after, len(c.Arrived))
	}
}

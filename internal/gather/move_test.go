package gather

import (
	"context"
	"errors"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/restructure"
)

// TestMarksAsMoves checks that a mark at another place makes the files that a board makes when it moves the fragment there.
//
// A mark goes right behind the piece above it, and a fragment right before another one or to the end of a section. If there is anything
// between these two places, such as a break, a table or the beginning of a box, they differ, and so do the results, or one of them is refused.
// Otherwise both make the same files, or both are refused.
func TestMarksAsMoves(t *testing.T) {
	r := rand.New(rand.NewPCG(58, 3))
	var same, refused, apart int
	for n := range short(*edits / 2) {
		w := workOfTexts(twoFiles(t, r))
		fragments := someFragments(r, w)
		passages := make([]rearrange.Passage, len(fragments))
		for i, f := range fragments {
			passages[i] = rearrange.Passage{Path: f.path, Span: f.Span}
		}
		text, err := Gather(w, passages...)
		if err != nil || len(text.Pieces) != len(passages) || len(passages) < 2 {
			continue
		}
		from, to := r.IntN(len(passages)), r.IntN(len(passages))
		numbers := make([]int, len(passages))
		for i := range numbers {
			numbers[i] = i + 1
		}
		numbers = slices.Insert(slices.Delete(numbers, from, from+1), to, from+1)
		edited := order(numbers...)(text.Text)
		s, err := newScatterer(w, text, unknown)
		if err == nil {
			err = s.readEdited(edited)
		}
		if err != nil {
			t.Fatal(err)
		}
		stays := s.piecesInOrder()
		i := slices.IndexFunc(s.order, func(g *gathered) bool { return !stays[g] })
		if i < 0 {
			continue // it has not moved
		}
		what, other := fragments[s.order[i].number-1], fragments[s.order[max(1, i)-1].number-1]
		if i == 0 {
			other = fragments[s.order[1].number-1]
		}
		step, isClose := stepTo(w, what, other, i == 0)
		isWhole := func(f located) bool {
			return slices.Contains(text.Pieces, rearrange.Passage{Path: f.path, Span: w.Documents[f.path].Text.Trim(f.Span)})
		}
		if !isClose || !isWhole(what) || !isWhole(other) {
			apart++
			continue
		}
		c, _, err := Scatter(context.Background(), w, text, unknown, edited)
		m, err2 := rearrange.Arrange(context.Background(), w, []rearrange.Step{step})
		is, isToo := err == nil || errors.Is(err, ErrUnchanged), err2 == nil && len(m.Unmended) == 0 || errors.Is(err2, restructure.AlreadyThere)
		got, want := apply(w, c), apply(w, m)
		switch {
		case is != isToo:
			t.Errorf("%d: piece %d behind %d of\n%s\nas a mark: %v\nas a move: %v", n, from+1, i, text.Text, err, err2)
		case !is:
			refused++
		case !maps.Equal(got, want):
			t.Errorf("%d: marks %v of\n%s\nmake\n%q\nand moves\n%q", n, numbers, text.Text, got, want)
		default:
			same++
		}
	}
	if same < refused || same == 0 {
		t.Error("too few are the same")
	}
	t.Logf("%d are the same, %d refused, %d have something between", same, refused, apart)
}

// located is a fragment of a file.
type located struct {
	analysis.Fragment
	path string
	at   int
}

// someFragments returns two to five random fragments.
func someFragments(r *rand.Rand, w rearrange.Work) (list []located) {
	paths := slices.Sorted(maps.Keys(w.Documents))
	for range 2 + r.IntN(4) {
		path := paths[r.IntN(len(paths))]
		d := w.Documents[path]
		if len(d.Fragments()) == 0 {
			continue
		}
		f := located{path: path, at: r.IntN(len(d.Fragments()))}
		f.Fragment = d.Fragment(f.at)
		if !slices.ContainsFunc(list, func(other located) bool { return other.path == path && other.at == f.at }) {
			list = append(list, f)
		}
	}
	return list
}

// stepTo returns the move of a fragment that puts it behind another one, or before it. It reports whether only blank lines are between the
// places that the mark and the move mean, and around the fragment.
func stepTo(w rearrange.Work, what, other located, isBefore bool) (step rearrange.Step, isClose bool) {
	step = rearrange.Step{Path: what.path, To: other.path, Step: restructure.Step{ID: what.ID}}
	d := w.Documents[other.path]
	if isBefore {
		step.Side, step.Beside = restructure.Before, other.ID
		return step, isBeside(d, d.Text.Trim(other.Span).Start, -1)
	}
	end, from := d.Text.Trim(other.Span).End, w.Documents[what.path]
	moved := from.Text.Trim(what.Span)
	isClose = isBeside(d, end, +1) && isBeside(d, end, -1) && isBeside(from, moved.Start, -1) && isBeside(from, moved.End, +1)
	next := other.at + 1
	if what.path == other.path && next == what.at {
		next++
	}
	switch {
	case next < len(d.Fragments()) && d.Fragment(next).Section == other.Section:
		step.Side, step.Beside = restructure.Before, d.Fragment(next).ID
	case other.Section >= 0 && d.Sections()[other.Section].Heading == lastHeading(d, end):
		step.Side, step.Beside = restructure.Under, d.Sections()[other.Section].ID
	case other.Section >= 0 || next < len(d.Fragments()):
		return step, false
	}
	return step, isClose
}

// lastHeading returns the last heading above an offset, which may be in a box; -1 if there is none.
func lastHeading(d *analysis.Document, at int) int {
	last := -1
	for i, b := range d.Blocks() {
		if b.Kind == markup.Heading && b.Span.Start < at {
			last = i
		}
	}
	return last
}

// isBeside reports whether the next thing above or below an offset is a paragraph, a heading or an end of the text.
func isBeside(d *analysis.Document, at, way int) bool {
	text, blocks := d.Text.String(), d.Blocks()
	between, i := text[at:], slices.IndexFunc(blocks, func(b markup.Block) bool { return b.Span.Start >= at })
	if way < 0 {
		between, i = text[:at], max(i, 0)-1
	}
	if i >= 0 {
		if !blocks[i].Kind.IsProse() && blocks[i].Kind != markup.Heading {
			return false
		}
		between = text[min(at, blocks[i].Span.End):max(at, blocks[i].Span.Start)]
	}
	return isBlank(strings.NewReplacer("\n", "", "\r", "").Replace(between))
}

// twoFiles returns two documents of the project in one format, one.* and two.*.
func twoFiles(t testing.TB, r *rand.Rand) map[string]string {
	t.Helper()
	var names []string
	for _, pattern := range []string{"../../testdata/formats/*", "../../testdata/samples/*.*"} {
		found, _ := filepath.Glob(pattern)
		names = append(names, found...)
	}
	names = slices.DeleteFunc(names, func(name string) bool {
		_, isKnown := markup.ByFileName(name)
		return !isKnown || strings.HasSuffix(name, ".ipynb")
	})
	r.Shuffle(len(names), func(i, k int) { names[i], names[k] = names[k], names[i] })
	extension := filepath.Ext(names[0])
	texts := make(map[string]string)
	for _, name := range names {
		if filepath.Ext(name) != extension || len(texts) == 2 {
			continue
		}
		source, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		texts[[]string{"one", "two"}[len(texts)]+extension] = string(source)
	}
	return texts
}

package gather

import (
	"cmp"
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

// TestMarksAsMoves checks that reordering marks makes the same files as moving the fragments on a board, or that both are refused.
//
// A mark takes its piece to the end of the piece beside it, and a board takes a fragment to the end of another fragment. The results
// differ where a piece is more than a fragment, or ends in something that fragments move above, such as footnotes.
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
		if err != nil || len(text.Pieces) != len(passages) {
			continue
		}
		numbers := make([]int, len(passages))
		for i := range numbers {
			numbers[i] = i + 1
		}
		if r.IntN(2) == 0 {
			r.Shuffle(len(numbers), func(i, k int) { numbers[i], numbers[k] = numbers[k], numbers[i] })
		} else {
			from := r.IntN(len(numbers))
			to := (from + 1 + r.IntN(len(numbers)-1)) % len(numbers)
			numbers = slices.Insert(slices.Delete(numbers, from, from+1), to, from+1)
		}
		edited := order(numbers...)(text.Text)
		steps, isSame := stepsOf(t, w, text, edited, fragments)
		// In plain text, the first move may change which lines are headings.
		if !isSame || len(steps) > 1 && w.Documents[fragments[0].path].Format.HasOutline() {
			apart++
			continue
		}
		c, _, err := Scatter(context.Background(), w, text, unknown, edited)
		m, err2 := rearrange.Arrange(context.Background(), w, steps)
		is, isToo := err == nil || errors.Is(err, ErrUnchanged), err2 == nil && len(m.Unmended) == 0 || errors.Is(err2, restructure.AlreadyThere)
		got, want := apply(w, c), apply(w, m)
		switch {
		case is != isToo:
			t.Errorf("%d: %v of\n%s\nas marks: %v\nas moves: %v", n, numbers, text.Text, err, err2)
		case !is:
			refused++
		case !maps.Equal(got, want):
			t.Errorf("%d: marks %v of\n%s\nmake\n%q\nand moves\n%q", n, numbers, text.Text, got, want)
		default:
			same++
		}
	}
	if same < refused || same < apart {
		t.Error("too few are the same")
	}
	t.Logf("%d are the same, %d refused, %d not at the end of a fragment", same, refused, apart)
}

// located is a fragment of a file.
type located struct {
	analysis.Fragment
	path string
}

// someFragments returns up to five random fragments.
func someFragments(r *rand.Rand, w rearrange.Work) (list []located) {
	for path, d := range w.Documents {
		for at := range d.Fragments() {
			list = append(list, located{d.Fragment(at), path})
		}
	}
	slices.SortFunc(list, func(a, b located) int {
		return cmp.Or(cmp.Compare(a.path, b.path), cmp.Compare(a.Span.Start, b.Span.Start))
	})
	r.Shuffle(len(list), func(i, k int) { list[i], list[k] = list[k], list[i] })
	return list[:min(2+r.IntN(4), len(list))]
}

// stepsOf returns the moves of fragments that correspond to the marks in an edited text. isSame reports whether they lead to the same places.
func stepsOf(t *testing.T, w rearrange.Work, text Text, edited string, fragments []located) (steps []rearrange.Step, isSame bool) {
	t.Helper()
	s, err := newScatterer(w, text, unknown)
	if err == nil {
		err = s.applyEditedText(edited)
	}
	if err != nil {
		t.Fatal(err)
	}
	stays := s.largestOrderedSet()
	isSame = true
	for i, g := range s.order {
		if stays[g] {
			continue
		}
		other, side := s.order[max(0, i-1)], restructure.After
		if i == 0 {
			other, side = s.order[slices.IndexFunc(s.order, func(g *gatheredPiece) bool { return stays[g] })], restructure.Before
		}
		f, beside := fragments[g.number-1], fragments[other.number-1]
		steps = append(steps, rearrange.Step{Path: f.path, To: beside.path, Step: restructure.Step{ID: f.ID, Side: side, Beside: beside.ID}})
		isSame = isSame && prose(w, g.Passage) == prose(w, rearrange.Passage{Path: f.path, Span: f.Span}) && isAtEnd(w, other.Passage, beside, side)
	}
	return steps, isSame
}

// prose returns the span from the first to the last block of prose in a passage.
func prose(w rearrange.Work, p rearrange.Passage) (span markup.Span) {
	for _, b := range w.Documents[p.Path].Blocks() {
		if b.Kind.IsProse() && p.Span.Start < b.Span.End && b.Span.Start < p.Span.End {
			if span.Len() == 0 {
				span.Start = b.Span.Start
			}
			span.End = b.Span.End
		}
	}
	return span
}

// isAtEnd reports whether a piece ends in text where its fragment ends, apart from scene breaks. If side is Before,
// it reports instead whether the piece begins where the fragment begins.
func isAtEnd(w rearrange.Work, p rearrange.Passage, f located, side restructure.Side) bool {
	d := w.Documents[p.Path]
	whole := d.Text.Trim(f.Span)
	if side == restructure.Before {
		return p.Span.Start == whole.Start
	}
	var last markup.Block
	for _, b := range d.Blocks() {
		switch {
		case b.Span.Start < p.Span.End:
			last = b
		case b.Span.Start < whole.End && b.Kind != markup.Rule:
			return false
		}
	}
	return whole.Start <= p.Span.Start && p.Span.End <= whole.End && (last.Kind.IsProse() || last.Kind == markup.Code || last.Kind == markup.Table || last.Kind == markup.Math)
}

// twoFiles returns up to two documents of the project in one format, one.* and two.*.
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

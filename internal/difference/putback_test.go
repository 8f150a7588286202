package difference

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// putAllBack puts back one change after the other, and returns the changes that are left, with the
// reasons. Each time, fewer changes must be reported with the same sentence afterwards.
func putAllBack(t *testing.T, old, new Version) (left string) {
	t.Helper()
	for range 1000 {
		d := Compare(old, new)
		var refused strings.Builder
		isDone := false
		for _, x := range flattenChanges(d.Changes) {
			list, err := d.ReplacementsToUndo(context.Background(), x)
			if reason := (*sentence.Sentence)(nil); errors.As(err, &reason) {
				fmt.Fprintf(&refused, "%s: %s\n", x, reason)
				continue
			} else if err != nil {
				t.Fatal(err)
			}
			after := replaced(new, list)
			if n, m := tellings(Compare(old, after), x), tellings(d, x); n >= m {
				t.Errorf("%s: it is still told (%d times, before %d)\n%v", x, n, m, list)
				return "failed"
			}
			new, isDone = after, true
			break
		}
		if !isDone {
			return refused.String()
		}
	}
	t.Error("it never ends")
	return ""
}

// tellings returns how many changes of a difference are reported with the same sentence as x.
func tellings(d Difference, x Change) (n int) {
	for _, y := range flattenChanges(d.Changes) {
		if y.Kind == x.Kind && y.Level == x.Level && y.String() == x.String() {
			n++
		}
	}
	return n
}

func replaced(w Version, list []Replacement) Version {
	w.Files = slices.Clone(w.Files)
	for i, f := range w.Files {
		own := slices.DeleteFunc(slices.Clone(list), func(r Replacement) bool { return r.Path != f.Path })
		if len(own) > 0 {
			w.Files[i].Document = analysis.New(ApplyReplacements(f.Document.Text.String(), own), f.Document.Format, analysis.Defaults())
		}
	}
	return w
}

// TestPutBackScripted checks that at least 95 % of the changes made by random scripts can be put back, one after the other.
func TestPutBackScripted(t *testing.T) {
	done, left := 0, 0
	for _, name := range []string{"salt", "tides", "ferry"} {
		content, err := os.ReadFile("../../testdata/samples/" + name + ".md")
		if err != nil {
			t.Fatal(err)
		}
		for k := range 3 {
			s := newScript(rand.New(rand.NewPCG(23, uint64(k))), string(content), markup.Markdown, "text.md")
			if s == nil {
				break // too short
			}
			s.play()
			done += len(s.deeds)
			after := s.after()
			rest := putAllBack(t, Version{Files: s.before}, Version{Files: after})
			left += strings.Count(rest, "\n")
			for i := range after { // the fragments that the writer sees
				after[i].Document = analysis.New(after[i].Document.Text.String(), markup.Markdown, analysis.Defaults())
			}
			rest = putAllBack(t, Version{Files: s.before}, Version{Files: after, IsShown: true})
			done += len(s.deeds)
			left += strings.Count(rest, "\n")
		}
	}
	if done < 40 || 20*left > done {
		t.Errorf("%d of %d changes cannot be put back", left, done)
	}
}

// TestPutBackSentence checks that a sentence that has moved, to another paragraph or within its own, goes back alone.
func TestPutBackSentence(t *testing.T) {
	const end = "\n\nIn the inns along the road salt was money, and the change was given in pepper.\n"
	work := func(text string) Version {
		return Version{Files: []File{{Path: "a.md", Document: analysis.New(text+end, markup.Markdown, analysis.Defaults())}}}
	}
	old := work("The crown took a third at the gate. What was hidden under hay was found there.\n\nThe mules were bought in the hills in spring, and were sold there again.")
	for _, text := range []string{
		"The crown took a third at the gate.\n\nThe mules were bought in the hills in spring, and were sold there again. What was hidden under hay was found there.",
		"What was hidden under hay was found there. The crown took a third at the gate.\n\nThe mules were bought in the hills in spring, and were sold there again.",
	} {
		new := work(text)
		d := Compare(old, new)
		if len(d.Changes) != 1 || d.Changes[0].Kind != Moved || d.Changes[0].Level != OfSentence {
			t.Fatal(d.Changes)
		}
		list, err := d.ReplacementsToUndo(context.Background(), d.Changes[0])
		if err != nil || !Compare(old, replaced(new, list)).IsNone() {
			t.Error(err, list)
		}
	}
}

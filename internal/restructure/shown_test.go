package restructure

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"sync/atomic"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// carried makes a move as the server does: a text that has occurred before is shown with the fragments it had then.
func carried(t *testing.T, past *[]*analysis.Document, d *analysis.Document, e Edit) *analysis.Document {
	t.Helper()
	next, err := d.Edit(context.Background(), e.AnalysisEdit(d.Text))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range *past {
		if p.Text.Hash() == next.Text.Hash() && p.Text.String() == next.Text.String() {
			return p
		}
	}
	*past = append(*past, next)
	return next
}

// shownOf returns the displayed properties of each fragment, by id.
func shownOf(d *analysis.Document) map[string]string {
	all := make(map[string]string)
	for _, f := range d.Fragments() {
		all[f.ID] = fmt.Sprint(f.Words, " words, ", f.Title().Text)
	}
	return all
}

func indexOf(d *analysis.Document, id string) int {
	return slices.IndexFunc(d.Fragments(), func(f analysis.Fragment) bool { return f.ID == id })
}

// TestMovedFragmentStaysWhole moves fragments through texts of all formats, with rests and typing elsewhere. A moved fragment must stay one
// fragment, no other may change, and nothing is held if the moves have restored the text.
func TestMovedFragmentStaysWhole(t *testing.T) {
	var tried, moved atomic.Int32 // samples
	t.Cleanup(func() {
		if moved.Load() < tried.Load()/2 {
			t.Errorf("fragments could be moved in only %d of %d samples", moved.Load(), tried.Load())
		}
	})
	for _, sample := range samplesOfFormats(t) {
		t.Run(sample.name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(3, uint64(len(sample.name))))
			moves := 0
			texts := 20
			if testing.Short() {
				texts = 5
			}
			for range texts {
				s := analysis.Defaults()
				s.PreferredWords = 40 + r.IntN(200)
				d := analysis.New(sample.text, sample.format, s)
				if len(d.Fragments()) < 4 {
					continue
				}
				was, id := shownOf(d), d.Fragment(r.IntN(len(d.Fragments()))).ID
				past := []*analysis.Document{d}
				for _, way := range []func(*analysis.Document, int) (Edit, error){MoveFragmentDown, MoveFragmentDown, MoveFragmentUp, MoveFragmentUp} {
					e, err := way(d, indexOf(d, id))
					if err != nil {
						break
					}
					n, words := len(d.Paragraphs()), d.Words()
					if d = carried(t, &past, d, e); len(d.Paragraphs()) != n || d.Words() != words {
						break // a list has changed between one fragment and two, or a line of a plain text between heading and prose
					}
					if rested, err := d.Settle(context.Background()); err != nil || rested != d {
						t.Fatal("a move is no edit, and yet the text rests")
					}
					moves++
					is := shownOf(d)
					for other, before := range was {
						if is[other] != before {
							t.Fatalf("%s has become %q, it was %q, after %s of %s", other, is[other], before, e.Title, id)
						}
					}
				}
				if d == past[0] && heldIn(d) > 0 {
					t.Error("the text is as it was, and something is held")
				}
				if len(past) == 1 {
					continue
				}
				// Moved text stays whole after edits elsewhere and after a rest.
				d = past[len(past)-1]
				at := d.Paragraph(0).Span.End
				if i := indexOf(d, id); i < 2 {
					at = d.Paragraph(len(d.Paragraphs()) - 1).Span.Start
				}
				next, err := d.Edit(context.Background(), analysis.Replace(d.Text, markup.Span{Start: at, End: at}, " Ferry. "))
				if err != nil {
					t.Fatal(err)
				}
				if next, err = next.Settle(context.Background()); err != nil {
					t.Fatal(err)
				}
				if heldIn(d) == 1 && shownOf(next)[id] != was[id] {
					t.Errorf("after a rest %s is %q, it was %q", id, shownOf(next)[id], was[id])
				}
			}
			if tried.Add(1); moves > 0 {
				moved.Add(1)
			}
		})
	}
}

// sampleOfFormat is a document that was written for the project.
type sampleOfFormat struct {
	name, text string
	format     markup.Format
}

func samplesOfFormats(t *testing.T) []sampleOfFormat {
	t.Helper()
	var list []sampleOfFormat
	for _, glob := range []string{"../../testdata/formats/*", "../../testdata/samples/*.*"} {
		files, err := filepath.Glob(glob)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range files {
			text, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			format, ok := markup.ByFileName(path)
			if !ok {
				t.Fatalf("what is the format of %s?", path)
			}
			list = append(list, sampleOfFormat{filepath.Base(path), string(text), format})
		}
	}
	if len(list) < 20 {
		t.Fatalf("only %d samples", len(list))
	}
	return list
}

func heldIn(d *analysis.Document) int {
	n := 0
	for _, f := range d.Fragments() {
		if f.Held {
			n++
		}
	}
	return n
}

package analysis

import (
	"context"
	"encoding/json"
	"flag"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

var formatEdits = flag.Int("format-edits", 28_000, "how many edits TestEditsOfEveryFormat makes in all")

// TestEditsOfEveryFormat holds the blocks and paragraphs of a document after random
// edits to those of the same text from scratch, for texts made of the pieces of markup
// that each format consists of.
func TestEditsOfEveryFormat(t *testing.T) {
	pieces := piecesOfMarkup(t)
	edits := *formatEdits / len(markup.Formats)
	if testing.Short() {
		edits /= 4
	}
	for _, format := range markup.Formats {
		t.Run(format.Name, func(t *testing.T) {
			t.Parallel()
			r := rand.New(rand.NewPCG(uint64(*formatEdits), uint64(len(format.Name))))
			some := func(most int) string {
				var text strings.Builder
				for range r.IntN(most) {
					text.WriteString(pieces[format.Name][r.IntN(len(pieces[format.Name]))])
				}
				return text.String()
			}
			for n := 0; n < edits; {
				d := New(some(60), format, with(t, "method=paper"))
				for range 25 {
					start := r.IntN(d.Text.Len() + 1)
					span := markup.Span{Start: start, End: min(d.Text.Len(), start+r.IntN(4)*r.IntN(8))}
					d = holdBlocks(t, d, span, some(4))
					n++
				}
			}
		})
	}
}

// piecesOfMarkup are what texts of each format are made of.
func piecesOfMarkup(t testing.TB) map[string][]string {
	t.Helper()
	file, err := os.ReadFile("../testdata/pieces.json")
	if err != nil {
		t.Fatal(err)
	}
	var pieces map[string][]string
	if err := json.Unmarshal(file, &pieces); err != nil {
		t.Fatal(err)
	}
	return pieces
}

// holdBlocks edits a document and holds its blocks and paragraphs to those from scratch.
func holdBlocks(t *testing.T, d *Document, span markup.Span, with string) *Document {
	t.Helper()
	next, err := d.Edit(context.Background(), Replace(d.Text, span, with))
	if err != nil {
		t.Fatal(err)
	}
	scratch := New(next.Text.String(), d.Format, d.Settings)
	if is, should := next.Blocks(), scratch.Blocks(); !reflect.DeepEqual(is, should) {
		one, other := firstDifference(is, should)
		t.Fatalf("%s, from scratch: %s\nafter %q at %v of\n%q", one, other, with, span, d.Text)
	}
	if next.Language != scratch.Language || next.Words() != scratch.Words() || !reflect.DeepEqual(nameless(next), nameless(scratch)) {
		t.Fatalf("%d words in %s, from scratch %d in %s, after %q at %v of\n%q", next.Words(), next.Language.Code, scratch.Words(), scratch.Language.Code, with, span, d.Text)
	}
	return next
}

// nameless are the fragments of a document without what they are known by.
func nameless(d *Document) []Fragment {
	fragments := slices.Clone(d.Fragments())
	for i, f := range fragments {
		fragments[i] = alike(f)
		fragments[i].ID = ""
	}
	return fragments
}

// TestJoinsTheListBefore: a line that the next one makes a term belongs to the list before it.
func TestJoinsTheListBefore(t *testing.T) {
	d := New("term\n definition\n\nroad\n    \nsea\n", markup.ReStructuredText, with(t, "method=paper"))
	before := len(d.Blocks())
	at := strings.Index(d.Text.String(), "    \n") + 4
	if d = holdBlocks(t, d, markup.Span{Start: at, End: at}, "*"); len(d.Blocks()) == before {
		t.Errorf("%d blocks still", before)
	}
}

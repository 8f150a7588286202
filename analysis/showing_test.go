package analysis

import (
	"context"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/fragment"
)

// TestShowing checks that fragments begin at the given paragraphs and where a heading or directive asks for it, and that an edit far away
// keeps them. The same must hold for a text that was read but not divided.
func TestShowing(t *testing.T) {
	content, err := os.ReadFile("../testdata/samples/salt.md")
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(7, 8))
	for _, text := range []string{string(content), directed} {
		for _, method := range []string{MethodBlend, MethodPaper} {
			s := Defaults()
			s.Method = method
			read, err := Read(context.Background(), rope.New(text), markup.Markdown, s)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range []*Document{read, New(text, markup.Markdown, s)} {
				n := d.numParagraphs()
				constraints := constraintsOf(d)
				var starts, want []int
				for q := range n {
					isStart := r.IntN(3) == 0
					if isStart {
						starts = append(starts, q)
					}
					if q == 0 || constraints[q-1] == fragment.Break || isStart && constraints[q-1] != fragment.NoBreak {
						want = append(want, q)
					}
				}
				got := d.WithFragmentsAt(starts)
				b := d.Borders()
				var spans []markup.Span
				for _, f := range got.Fragments() {
					spans = append(spans, f.Span)
				}
				if !slices.Equal(b.FragmentSpansAt(starts), spans) {
					t.Errorf("%s: the borders show %v, the document %v", method, b.FragmentSpansAt(starts), spans)
				}
				for q, p := range d.Paragraphs() {
					if b.ParagraphAt(p.Span.Start) != q || d.ParagraphAt(p.Span.Start) != q {
						t.Errorf("paragraph %d is at %d", q, b.ParagraphAt(p.Span.Start))
					}
				}
				check := func(d *Document) {
					t.Helper()
					var is []int
					for _, f := range d.Fragments() {
						is = append(is, f.First)
					}
					if !slices.Equal(is, want) {
						t.Errorf("%s: fragments begin with %v, not with %v", method, is, want)
					}
				}
				check(got)
				end := d.Paragraph(n - 1).Span.End
				edited, err := got.Edit(context.Background(), Replace(got.Text, markup.Span{Start: end, End: end}, " And so on."))
				if err != nil {
					t.Fatal(err)
				}
				check(edited)
			}
		}
	}
	if d := New("", markup.Markdown, Defaults()).WithFragmentsAt(nil); len(d.Fragments()) != 0 {
		t.Error(d.Fragments())
	}
}

package session

import (
	"context"
	"fmt"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// BenchmarkTakenBack types a letter and deletes it. Its time should not grow with the text.
func BenchmarkTakenBack(b *testing.B) {
	for _, paragraphs := range []int{1000, 100_000} {
		b.Run(fmt.Sprintf("%dKB", len(prose(paragraphs))/1000), func(b *testing.B) {
			s := New(Analyst{Analyze: analysis.Analyze, Edit: (*analysis.Document).Edit, Caught: func(string, any) error { return nil }}, Options{})
			f := s.Open(content("/a.md", prose(paragraphs)))
			_, _ = f.Document(context.Background())
			at := f.Text.Len() / 2
			b.ReportAllocs()
			for b.Loop() {
				typed := analysis.Replace(f.Text, markup.Span{Start: at, End: at}, "e")
				f = s.ApplyEdits(f.URI, f.Version+1, typed.Text, nil, typed)
				_, _ = f.Document(context.Background())
				back := analysis.Replace(f.Text, markup.Span{Start: at, End: at + 1}, "")
				f = s.ApplyEdits(f.URI, f.Version+1, back.Text, nil, back)
				_, _ = f.Document(context.Background())
			}
		})
	}
}

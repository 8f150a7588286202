package analysis

import (
	"fmt"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

func BenchmarkAnalyze(b *testing.B) {
	sample, _ := read(b, "../testdata/samples/salt.md")
	for _, size := range []int{100_000, 3_000_000} {
		text := longer(sample, size)
		b.Run(fmt.Sprintf("%dKB", size/1000), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				New(text, markup.Markdown, Defaults())
			}
		})
	}
}

// longer repeats a text of one-line paragraphs up to a size. In each repetition the
// sentences of a paragraph are further rotated: paragraphs differ, words do not.
func longer(text string, size int) string {
	var out strings.Builder
	for turn := 0; out.Len() < size; turn++ {
		for line := range strings.Lines(text) {
			sentences := strings.SplitAfter(strings.TrimSuffix(line, "\n"), ". ")
			k := turn % len(sentences)
			for _, s := range append(sentences[k:len(sentences):len(sentences)], sentences[:k]...) {
				out.WriteString(strings.TrimSpace(s) + " ")
			}
			out.WriteString("\n")
		}
	}
	return out.String()[:size]
}

package analysis_test

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

// corpus is the books in the folder that the variable CORPUS names.
func corpus(tb testing.TB) map[string]string {
	tb.Helper()
	dir := os.Getenv("CORPUS")
	if dir == "" {
		tb.Skip("no folder of books: run with CORPUS=DIR, as in `make bench CORPUS=DIR`")
	}
	books := make(map[string]string)
	for _, pattern := range []string{"*.txt", "*.md"} {
		files, _ := filepath.Glob(filepath.Join(dir, pattern))
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				tb.Fatal(err)
			}
			books[filepath.Base(file)] = string(text)
		}
	}
	return books
}

// BenchmarkBooks measures a whole analysis of each book, its vocabulary warm,
// against the least that could be done: one pass over the text that finds the
// words and does nothing else. The ratio is what to compare.
func BenchmarkBooks(b *testing.B) {
	for name, text := range corpus(b) {
		format, _ := markup.ByFileName(name)
		b.Run(name+"/bare", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			bytes := []byte(text)
			for b.Loop() {
				n := 0
				language.Words(bytes, func(int, int) { n++ })
			}
		})
		b.Run(name+"/scan", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				format.Scan(text)
			}
		})
		b.Run(name+"/analysis", func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				analysis.New(text, format, analysis.Defaults())
			}
		})
	}
}

// TestBooks: published prose is left in peace, with at most about one finding in a
// thousand words.
func TestBooks(t *testing.T) {
	for name, text := range corpus(t) {
		format, _ := markup.ByFileName(name)
		d := analysis.New(text, format, analysis.Defaults())
		count := make(map[analysis.Rule]int)
		for _, f := range d.Findings() {
			count[f.Rule]++
		}
		rate := 1000 * float64(len(d.Findings())) / float64(d.Words)
		t.Logf("%s: %d words, %d fragments, %d paragraphs too long, %d too short: %.2f findings in a thousand words",
			name, d.Words, len(d.Fragments), count[analysis.ParagraphTooLong], count[analysis.ParagraphTooShort], rate)
		if rate > 1.2 {
			t.Errorf("%s: %.2f findings in a thousand words", name, rate)
		}
	}
}

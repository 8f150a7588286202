package analysis_test

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

// corpus returns the books in the folder that the environment variable CORPUS names.
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

// BenchmarkBooks measures, for each book, one pass over the text that only finds the words, which is the least possible work; a scan of its
// blocks; and a whole analysis with a warm vocabulary. Compare their ratios.
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

// TestBooks checks that published prose has at most about one finding in a thousand words.
func TestBooks(t *testing.T) {
	for name, text := range corpus(t) {
		format, _ := markup.ByFileName(name)
		d := analysis.New(text, format, analysis.Defaults())
		count := make(map[check.Rule]int)
		for _, f := range d.Findings() {
			count[f.Rule]++
		}
		rate := 1000 * float64(len(d.Findings())) / float64(d.Words())
		t.Logf("%s: %d words, %d fragments, %d paragraphs too long, %d too short: %.2f findings in a thousand words",
			name, d.Words(), len(d.Fragments()), count[check.ParagraphTooLong], count[check.ParagraphTooShort], rate)
		if rate > 1.2 {
			t.Errorf("%s: %.2f findings in a thousand words", name, rate)
		}
	}
}

// TestHeadingsOfBooks counts the findings of heading-min-shift and boundary-max-shift in published texts, at several limits.
func TestHeadingsOfBooks(t *testing.T) {
	limits := []float64{0.02, 0.05, 0.1, 0.2, 0.3}
	words, headings, boundaries := 0, 0, 0
	flat, sharp := make([]int, len(limits)), make([]int, len(limits))
	for name, text := range corpus(t) {
		format, _ := markup.ByFileName(name)
		s := analysis.Defaults()
		s.Method = analysis.MethodPaper
		s.HeadingMinShift, s.BoundaryMaxShift = 2, 1e-9 // report all
		d := analysis.New(text, format, s)
		if len(d.Sections()) < 3 {
			continue
		}
		words += d.Words()
		for _, f := range d.Findings() {
			switch f.Rule {
			case check.HeadingWithoutShift:
				headings++
				for i, limit := range limits {
					if check.TopicShift(d.Curve(), f.Paragraph-1) < limit {
						flat[i]++
					}
				}
			case check.ShiftWithoutHeading:
				boundaries++
				for i, limit := range limits {
					if check.TopicShift(d.Curve(), f.Paragraph-1) > limit {
						sharp[i]++
					}
				}
			}
		}
	}
	t.Logf("%d words, %d headings between paragraphs, %d suggested boundaries", words, headings, boundaries)
	for i, limit := range limits {
		t.Logf("%.2f: %.2f headings without a turn and %.2f turns without a heading in a thousand words, %.0f%% of the headings",
			limit, 1000*float64(flat[i])/float64(words), 1000*float64(sharp[i])/float64(words), 100*float64(flat[i])/float64(headings))
	}
}

// TestTableOfMars checks the table in docs/paper.md: the paper's table for chapter XVIII of Mars and its Canals (Lowell, 1906). The numbers
// of fragments come from an independent implementation.
func TestTableOfMars(t *testing.T) {
	book, isThere := corpus(t)["mars_and_its_canals.md"]
	if !isThere {
		t.Skip("the book is not in the folder")
	}
	whole := analysis.New(book, markup.Markdown, analysis.Defaults())
	chapter := slices.IndexFunc(whole.Sections(), func(s analysis.Section) bool { return s.Title == "Chapter Xviii. THE DOUBLE CANALS" })
	if chapter < 0 {
		t.Fatal("the chapter is not in the book")
	}
	span := whole.Sections()[chapter].Span
	s := analysis.Defaults()
	s.Method, s.Headings, s.PreferredWords = analysis.MethodPaper, analysis.HeadingsIgnore, 600
	s.WindowParagraphs, s.WindowWeights, s.ParagraphVectors = 2, analysis.WeightsEqual, analysis.VectorsUnit
	d := analysis.New(book[span.Start:span.End], markup.Markdown, s)
	if len(d.Paragraphs()) != 51 || d.Words() != 7413 {
		t.Fatalf("%d paragraphs of %d words", len(d.Paragraphs()), d.Words())
	}
	for cost, want := range map[string][]int{"linear": {6, 10, 11, 11, 12, 12}, "parabola": {9, 10, 10, 11, 11, 11}} {
		var got []int
		for _, h := range []float64{0.25, 0.5, 0.75, 1, 1.25, 1.5} {
			s.Cost, s.Scaling = cost, h
			other, _ := d.With(context.Background(), s)
			got = append(got, len(other.Fragments()))
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %v fragments, not %v", cost, got, want)
		}
	}
}

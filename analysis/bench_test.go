package analysis

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

var benchSizes = []int{100_000, 3_000_000, 10_000_000}

// BenchmarkAnalyze reads a text with the method `paper`.
func BenchmarkAnalyze(b *testing.B) {
	sample, _ := read(b, "../testdata/samples/salt.md")
	settings := with(b, "method=paper")
	for _, format := range []markup.Format{markup.PlainText, markup.Markdown} {
		for _, size := range benchSizes[:2] {
			text := longer(sample, size)
			b.Run(fmt.Sprintf("%s/%dKB", format.Name, size/1000), func(b *testing.B) {
				b.SetBytes(int64(len(text)))
				b.ReportAllocs()
				for b.Loop() {
					New(text, format, settings)
				}
			})
		}
	}
}

// BenchmarkWords only finds the words of a text. It is the baseline for the other benchmarks.
func BenchmarkWords(b *testing.B) {
	sample, _ := read(b, "../testdata/samples/salt.md")
	text := []byte(longer(sample, benchSizes[1]))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		language.Words(text, func(int, int) {})
	}
}

// BenchmarkBlend reads a text, types letters into one place and rests. The cost of a letter must not grow with the text.
func BenchmarkBlend(b *testing.B) {
	sample, _ := read(b, "../testdata/samples/salt.md")
	settings := Defaults()
	settings.Method = MethodBlend
	for _, size := range benchSizes {
		text := longer(sample, size)
		d := New(text, markup.PlainText, settings)
		b.Run(fmt.Sprintf("analyze/%dKB", size/1000), func(b *testing.B) {
			b.SetBytes(int64(len(text)))
			for b.Loop() {
				New(text, markup.PlainText, settings)
			}
		})
		b.Run(fmt.Sprintf("edit/%dKB", size/1000), func(b *testing.B) { typeInOnePlace(b, d) })
		b.Run(fmt.Sprintf("rest/%dKB", size/1000), func(b *testing.B) {
			d, r := d, rand.New(rand.NewPCG(7, 1998))
			for b.Loop() {
				at := d.Paragraph(r.IntN(d.numParagraphs())).Span.Start
				d, _ = d.Edit(context.Background(), Replace(d.Text, markup.Span{Start: at, End: at}, "ferry "))
				d, _ = d.Settle(context.Background())
			}
		})
	}
}

// BenchmarkPlain types letters into a book in plain text with many chapter headings.
func BenchmarkPlain(b *testing.B) {
	sample, _ := read(b, "../testdata/samples/salt.md")
	for _, size := range benchSizes {
		d := New(inChapters(longer(sample, size)), markup.PlainText, Defaults())
		if len(d.Sections()) < size/25_000 {
			b.Fatalf("%d sections", len(d.Sections()))
		}
		b.Run(fmt.Sprintf("edit/%dKB", size/1000), func(b *testing.B) { typeInOnePlace(b, d) })
	}
}

// inChapters puts a numbered line above every twenty paragraphs.
func inChapters(text string) string {
	var out strings.Builder
	n := 0
	for line := range strings.Lines(text) {
		if n%20 == 0 {
			fmt.Fprintf(&out, "CHAPTER %d\n\n", n/20+1)
		}
		n++
		out.WriteString(line + "\n")
	}
	return out.String()
}

// typeInOnePlace types letters into the middle of a document, and deletes them when there are many.
func typeInOnePlace(b *testing.B, d *Document) {
	at := d.Paragraph(d.numParagraphs() / 2).Span.Start
	typed := 0
	b.ReportAllocs()
	for b.Loop() {
		span, with := markup.Span{Start: at + typed, End: at + typed}, "e"
		if typed++; typed%6 == 0 {
			with = " "
		}
		if typed > 300 {
			span, with, typed = markup.Span{Start: at, End: at + typed - 1}, "", 0
		}
		d, _ = d.Edit(context.Background(), Replace(d.Text, span, with))
	}
}

// longer repeats a text of one-line paragraphs up to a size in bytes, with their sentences rotated, so that paragraphs differ.
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

// BenchmarkDescribe measures how long it takes to find the terms and titles of all fragments of a text, and to return known titles.
func BenchmarkDescribe(b *testing.B) {
	sample, _ := read(b, "../testdata/samples/salt.md")
	text, settings := longer(sample, benchSizes[1]), with(b, "method=paper")
	describe := func(d *Document) { d.DescribeWithTitles() }
	for name, test := range map[string]struct{ prepare, describe func(d *Document) }{
		"terms":  {func(*Document) {}, func(d *Document) { d.Describe() }},
		"titles": {func(*Document) {}, describe},
		"kept":   {describe, describe},
	} {
		b.Run(name, func(b *testing.B) {
			fragments := 0
			for b.Loop() {
				b.StopTimer()
				d := New(text, markup.Markdown, settings)
				fragments += len(d.Fragments())
				test.prepare(d)
				b.StartTimer()
				test.describe(d)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(fragments), "ns/fragment")
		})
	}
}

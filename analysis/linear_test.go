package analysis

import (
	"context"
	"maps"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/growth"
)

// adversaries holds functions that return texts of about n bytes, slow to analyse if any part took more than linear time.
var adversaries = map[string]func(n int) string{
	"prose": func(n int) string {
		return repeated("The tide rises over salt flats, and boats come in. ", n, 400, "\n\n")
	},
	"one-word paragraphs":     func(n int) string { return strings.Repeat("salt\n\n", n/6) },
	"one-word sentences":      func(n int) string { return repeated("Salt. ", n, 600, "\n\n") },
	"one paragraph":           func(n int) string { return strings.Repeat("The tide rises over salt flats, and boats come in. ", n/51) },
	"one paragraph, no stops": func(n int) string { return strings.Repeat("tide and salt ", n/14) },
	"no spaces":               func(n int) string { return strings.Repeat("saltandtide", n/11) },
	"the same word":           func(n int) string { return repeated("salt ", n, 300, "\n\n") },
	"all words different":     func(n int) string { return scrambled(n, "abcdefghijklmnopqrstuvwxyz", " ") },
	"long words":              func(n int) string { return scrambled(n, "abcdefgh", " "+strings.Repeat("ing", 3000)+" ") },
	"one word of suffixes":    func(n int) string { return strings.Repeat("ational", n/7) },
	"apostrophes":             func(n int) string { return strings.Repeat("a'", n/2) },
	"stops":                   func(n int) string { return strings.Repeat("a.b.", n/4) },
	"abbreviations":           func(n int) string { return strings.Repeat("Dr. Mr. e.g. 3. ", n/16) },
	"quotation marks":         func(n int) string { return strings.Repeat("»\u00a0", n/4) },
	"combining marks":         func(n int) string { return "a" + strings.Repeat("\u0301", n/2) },
	"emoji joined":            func(n int) string { return strings.Repeat("👩\u200d", n/7) },
	"Chinese":                 func(n int) string { return repeated("潮水漲落，鹽留在岸上。", n, 900, "\n\n") },
	"Chinese without stops":   func(n int) string { return strings.Repeat("潮水鹽岸", n/12) },
	"headings":                func(n int) string { return strings.Repeat("# a\n\nb\n\n", n/8) },
	"nested headings":         func(n int) string { return repeated("# a\n\n## b\n\n### c\n\n#### d\n\n", n, 600, "salt\n\n") },
	"nested quotes":           func(n int) string { return strings.Repeat("> ", n/2) + "a" },
	"nested lists":            func(n int) string { return strings.Repeat("- ", n/2) + "a" },
	"a list":                  func(n int) string { return strings.Repeat("- salt\n", n/7) },
	"backticks":               func(n int) string { return strings.Repeat("`", n/2) + strings.Repeat("a` ", n/6) },
	"brackets":                func(n int) string { return strings.Repeat("[", n/2) + strings.Repeat("](", n/4) },
	"directives":              func(n int) string { return strings.Repeat("salt\n\n<!-- segls: break -->\n\n", n/31) },
	"forbidden everywhere":    func(n int) string { return strings.Repeat("salt\n\n<!-- segls: no-break -->\n\n", n/34) },
	"off and on": func(n int) string {
		return strings.Repeat("a\n\n<!-- segls: off -->\n\nb\n\n<!-- segls: on -->\n\n", n/48)
	},
	"blank lines":      func(n int) string { return strings.Repeat("\n", n) },
	"carriage returns": func(n int) string { return strings.Repeat("a\r\r", n/3) },
	"random bytes":     func(n int) string { return scrambled(n, "", "") },
}

// repeated returns about n bytes of a repeated sentence, in paragraphs of about the given number of bytes.
func repeated(sentence string, n, paragraph int, gap string) string {
	p := strings.Repeat(sentence, 1+paragraph/len(sentence)) + gap
	return strings.Repeat(p, 1+n/len(p))
}

// scrambled returns random words of an alphabet, with a string between them, or random bytes if the alphabet is empty.
func scrambled(n int, alphabet, between string) string {
	r := rand.New(rand.NewPCG(uint64(n), 1998))
	var b strings.Builder
	for b.Len() < n {
		if alphabet == "" {
			b.WriteByte(byte(r.Uint32()))
			continue
		}
		for range 3 + r.IntN(9) {
			b.WriteByte(alphabet[r.IntN(len(alphabet))])
		}
		b.WriteString(between)
		if r.IntN(60) == 0 {
			b.WriteString("\n\n")
		}
	}
	return b.String()
}

// BenchmarkLinear analyses texts made to be slow. It reports how many times longer a text of four times the length takes, how long that
// text takes relative to prose of its length, and its memory.
func BenchmarkLinear(b *testing.B) {
	const size = 1 << 18
	for _, name := range slices.Sorted(maps.Keys(adversaries)) {
		b.Run(name, func(b *testing.B) {
			took := growth.Report(b, size, func(size int) func() { return analysisOf(adversaries[name](size)) })
			prose := growth.Time(analysisOf(adversaries["prose"](4 * size)))
			b.ReportMetric(float64(took)/float64(prose), "times-prose")
			b.ReportMetric(memoryOf(adversaries[name](4*size)), "B/byte")
		})
	}
	// The first letter typed after a rest, in a list that is one block.
	b.Run("list edited", func(b *testing.B) {
		growth.Report(b, size, func(size int) func() {
			d := New(strings.Repeat("- item of salt\n", size/15), markup.Markdown, Defaults())
			return func() { _, _ = d.Edit(context.Background(), Replace(d.Text, markup.Span{Start: 2, End: 2}, "e")) }
		})
	})
	// A letter before the first heading turns it into text. The rest is unchanged.
	b.Run("heading lost", func(b *testing.B) {
		growth.Report(b, size, func(size int) func() {
			section := "# Salt\n\nThe sea was calm, and the salt lay in the pans. They raked it.\n\n"
			d := New(strings.Repeat(section, size/len(section)), markup.Markdown, Defaults())
			return func() { _, _ = d.Edit(context.Background(), Replace(d.Text, markup.Span{}, "e")) }
		})
	})
}

// analysisOf returns a function that analyses a text and computes everything that is shown of it.
func analysisOf(text string) func() {
	return func() {
		d := New(text, markup.Markdown, Defaults())
		d.DescribeWithTitles()
		d.Findings()
	}
}

// memoryOf returns the bytes of memory that a document holds for each byte of its text.
func memoryOf(text string) float64 {
	var before, after runtime.MemStats
	runtime.GC()
	runtime.GC() // the second run empties the pools
	runtime.ReadMemStats(&before)
	d := New(text, markup.Markdown, Defaults())
	d.DescribeWithTitles()
	d.Findings()
	runtime.GC()
	runtime.ReadMemStats(&after)
	held := float64(after.HeapAlloc) - float64(before.HeapAlloc)
	runtime.KeepAlive(d)
	return held / float64(len(text))
}

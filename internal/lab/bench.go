package lab

import (
	"context"
	"fmt"
	"io"
	"math/rand/v2"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/console"
)

func benchCommand() *cobra.Command {
	cmd := &cobra.Command{
		Use:         "bench [flags] FILE...",
		Annotations: map[string]string{console.PrintsText: ""},
		Short:       "Measure speed on your own texts",
		Long: `Bench measures on your own texts what docs/research/performance.md claims: how long an
analysis takes, and how long each letter that you type takes, by itself and as an editor
sees it.

Times differ from machine to machine and from minute to minute, so compare ratios. Bench
prints four: analysis to a bare search for words in the same text; edit to analysis; answer
after an edit to answer to an empty request; and the edit in a longer text to the same edit
in a shorter one.`,
		Example: `  segls bench chapter.md
  segls bench book.md notes.txt`,
		Args: console.RequireArguments(1, console.NoLimit),
	}
	texts := console.AddSettingFlagsOnly(cmd)
	texts.UsePaperDefaults()
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		for i, path := range paths {
			d, err := texts.AnalyseFile(path)
			if err != nil {
				return err
			}
			if i > 0 {
				fmt.Fprintln(cmd.OutOrStdout())
			}
			b := bench{text: strings.ToValidUTF8(d.Text.String(), "\ufffd"), format: d.Format, settings: d.Settings, out: cmd.OutOrStdout(), path: path}
			if err := b.run(cmd.Context()); err != nil {
				return err
			}
		}
		return nil
	}
	return cmd
}

// bench measures one text.
type bench struct {
	path     string
	text     string
	format   markup.Format
	settings analysis.Settings
	out      io.Writer
	whole    time.Duration // time of an analysis, once measured
}

func (b *bench) run(ctx context.Context) error {
	fmt.Fprintf(b.out, "%s: %.1f KB of %s\n\n", filepath.Base(b.path), float64(len(b.text))/1000, b.format.Name)
	w := tabwriter.NewWriter(b.out, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(what, measured, ratio string) { fmt.Fprintf(w, "%s\t%s\t%s\t\n", what, measured, ratio) }

	words := []byte(b.text)
	bare := shortestTime(10, func() { countWords(words) })
	row("a bare search for ASCII words", FormatDuration(bare), formatThroughput(len(words), bare))

	before := heapInUse()
	var d *analysis.Document
	cold := shortestTime(1, func() { d = analysis.New(b.text, b.format, b.settings) })
	d.DescribeWithTitles()
	held := heapInUse() - before
	row("analysis, no word known yet", FormatDuration(cold), formatRatio(cold, bare)+" bare")
	b.whole = shortestTime(5, func() { analysis.New(b.text, b.format, b.settings) })
	row("analysis again", FormatDuration(b.whole), formatRatio(b.whole, bare)+" bare")
	described := shortestTime(5, func() { analysis.New(b.text, b.format, b.settings).Describe() })
	row("the same, with terms", FormatDuration(described), formatRatio(described, bare)+" bare")
	titled := shortestTime(5, func() { analysis.New(b.text, b.format, b.settings).DescribeWithTitles() })
	row("the same, with titles too", FormatDuration(titled), formatRatio(titled, bare)+" bare")
	row("memory that it holds, without the text", fmt.Sprintf("%.1f MB", float64(held)/1e6), fmt.Sprintf("%.2f bytes a byte", float64(held)/float64(len(b.text))))

	edits := b.measureTyping(d)
	typed := Quantile(edits.times, 0.5)
	row("a letter typed, half of them", FormatDuration(typed), "1/"+formatRatio(b.whole, typed)+" of an analysis")
	row("a letter typed, 99 in 100", FormatDuration(Quantile(edits.times, 0.99)), "1/"+formatRatio(b.whole, Quantile(edits.times, 0.99))+" of an analysis")
	row("allocations", fmt.Sprintf("%.0f", edits.allocations), fmt.Sprintf("%.0f KB", edits.allocated/1000))

	short, long := b.repeated(100_000), b.repeated(10_000_000)
	one, other := Quantile(b.measureTyping(short).times, 0.5), Quantile(b.measureTyping(long).times, 0.5)
	row("a letter typed, in 100 KB of it", FormatDuration(one), "")
	row("a letter typed, in 10 MB of it", FormatDuration(other), formatRatio(other, one)+" that in 100 KB")
	if err := b.measureServer(ctx, row); err != nil {
		return err
	}
	return w.Flush()
}

// repeated returns a document in which the text is repeated up to a length.
func (b *bench) repeated(length int) *analysis.Document {
	unit := strings.TrimRight(b.text, "\n") + "\n\n"
	if len(unit) > length {
		unit = unit[:length]
	}
	text := strings.Repeat(unit, max(1, length/len(unit)))
	return analysis.New(strings.ToValidUTF8(text, " "), b.format, b.settings)
}

// typingTimes holds the time of each edit while typing.
type typingTimes struct {
	times                  []time.Duration
	allocations, allocated float64 // per edit
}

// inARow is the number of letters typed at a place before going to the next.
const inARow = 20

// measureTyping types letters into a document, several in a row at each place, up to a number or a time.
func (b *bench) measureTyping(d *analysis.Document) typingTimes {
	const letters, patience = 1000, 10 * time.Second
	r := rand.New(rand.NewPCG(1998, 11))
	paragraphs := d.Paragraphs()
	if len(paragraphs) == 0 {
		return typingTimes{times: []time.Duration{0}}
	}
	var t typingTimes
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	begin := time.Now()
	grown, at := 0, 0 // number of letters typed; place of the next letter
	for i := range letters {
		if time.Since(begin) > patience {
			break
		}
		if i%inARow == 0 {
			p := paragraphs[i*len(paragraphs)/letters]
			at = p.Span.Start + grown + r.IntN(p.Span.Len())
			for at > 0 && !isRuneStart(d.Text.Slice(markup.Span{Start: at, End: at + 1})) {
				at--
			}
		}
		start := time.Now()
		d, _ = d.Edit(context.Background(), analysis.Replace(d.Text, markup.Span{Start: at, End: at}, "e"))
		t.times = append(t.times, time.Since(start))
		grown++
		at++
	}
	runtime.ReadMemStats(&after)
	t.allocations = float64(after.Mallocs-before.Mallocs) / float64(grown)
	t.allocated = float64(after.TotalAlloc-before.TotalAlloc) / float64(grown)
	return t
}

func isRuneStart(s string) bool { return s == "" || s[0]&0xC0 != 0x80 }

// countWords counts the words of ASCII letters in a text.
func countWords(text []byte) (count int) {
	inWord := false
	for _, c := range text {
		isLetter := 'a' <= c|0x20 && c|0x20 <= 'z'
		if isLetter && !inWord {
			count++
		}
		inWord = isLetter
	}
	return count
}

// shortestTime returns the shortest time of several runs.
func shortestTime(runs int, do func()) time.Duration {
	shortest := time.Duration(1<<63 - 1)
	for range runs {
		start := time.Now()
		do()
		shortest = min(shortest, time.Since(start))
	}
	return shortest
}

// Quantile returns the q-quantile of values, which must not be empty.
func Quantile[N int | time.Duration](values []N, q float64) N {
	sorted := slices.Sorted(slices.Values(values))
	return sorted[min(len(sorted)-1, int(q*float64(len(sorted))))]
}

// heapInUse returns the number of bytes in use on the heap after a garbage collection.
func heapInUse() int64 {
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

// FormatDuration returns a duration in microseconds or, from ten milliseconds on, in milliseconds.
func FormatDuration(d time.Duration) string {
	switch {
	case d < 10*time.Microsecond:
		return fmt.Sprintf("%.1f µs", float64(d.Nanoseconds())/1e3)
	case d < 10*time.Millisecond:
		return fmt.Sprintf("%.0f µs", float64(d.Nanoseconds())/1e3)
	}
	return fmt.Sprintf("%.1f ms", float64(d.Nanoseconds())/1e6)
}

func formatRatio(a, b time.Duration) string {
	ratio := float64(a) / float64(max(1, b))
	if ratio < 10 {
		return fmt.Sprintf("%.2f", ratio)
	}
	return fmt.Sprintf("%.0f", ratio)
}

func formatThroughput(bytes int, d time.Duration) string {
	return fmt.Sprintf("%.0f MB/s", float64(bytes)/1e6/d.Seconds())
}

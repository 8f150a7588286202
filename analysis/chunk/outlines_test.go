package chunk_test

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/chunk"
	"github.com/segls/segls/analysis/markup"
)

// entry is the description of a part of a text in an outline.
type entry struct {
	says string
	part span
}

// TestOutlines tests reading by the outlines of `segls mcp`: for each question it reads the parts whose titles and terms match best, by
// BM25, up to a number of tokens (of four characters each). It counts the questions whose answers have been read completely, and the share
// of the answers read, and compares this with an outline of headings alone, or with reading from the beginning.
func TestOutlines(t *testing.T) {
	if *benchmark == "" {
		t.Skip("-benchmark names no folder")
	}
	b := openBenchmark(t, *benchmark)
	outlines := map[string]func(d *analysis.Document, at func(int) int) []entry{"segls": segmentEntries, "headings": headingEntries}
	for _, texts := range []struct {
		name     string
		isWiki   bool // the encyclopedia, the only corpus with headings
		prepared func(string) string
	}{{"with headings", true, withHeadings}, {"the same without", true, withoutHeadings}, {"the others", false, withoutHeadings}} {
		for _, name := range []string{"segls", "headings"} {
			parts, lengths := make(map[string][]entry), make(map[string]int)
			for corpus, runes := range b.corpora {
				if (corpus == "wikitexts") != texts.isWiki {
					continue
				}
				text := texts.prepared(string(runes))
				offset, chars := 0, 0
				at := func(to int) int { // characters before an offset; offsets ascend
					chars += len([]rune(text[offset:to]))
					offset = to
					return chars
				}
				d := analysis.New(text, markup.Markdown, analysis.Defaults())
				parts[corpus] = outlines[name](d, at)
				for _, e := range parts[corpus] {
					lengths[corpus] += len([]rune(e.says)) + len(" (fragment 100, line 1000, 500 words)\n- ")
				}
			}
			fmt.Printf("%-17s %-8s", texts.name, name)
			outline := 0
			for i, budget := range []int{1000, 2000, 4000, 8000} {
				answered, asked, recalled := 0, 0, 0.0
				for _, q := range b.questions {
					if parts[q.corpus] == nil {
						continue
					}
					asked++
					recall, _, _ := q.score(readBy(q, parts[q.corpus], 4*budget))
					if recalled += recall; recall > .999 {
						answered++
					}
					if i == 0 {
						outline += lengths[q.corpus] / 4
					}
				}
				if i == 0 {
					fmt.Printf("  %d questions, an outline of %d tokens:", asked, outline/asked)
				}
				fmt.Printf("  %d: %.1f%% (%.1f%%)", budget, 100*float64(answered)/float64(asked), 100*recalled/float64(asked))
			}
			fmt.Println()
		}
	}
}

// readBy reads the parts that match a question best, and then the others in order, up to a number of characters.
func readBy(q question, entries []entry, most int) (spans []span) {
	read := 0
	x := &bm25{in: make(map[string][]posting)}
	for _, e := range entries {
		x.add(e.says)
	}
	order := x.best(q.text)
	for i := range entries {
		if !slices.Contains(order, i) {
			order = append(order, i)
		}
	}
	for _, i := range order {
		part := entries[i].part
		part.end = min(part.end, part.start+most-read)
		if part.end <= part.start {
			break
		}
		spans = append(spans, part)
		read += part.end - part.start
	}
	return spans
}

func segmentEntries(d *analysis.Document, at func(int) int) (entries []entry) {
	d.Describe()
	for _, f := range d.Fragments() {
		terms := f.Terms()
		says := strings.Join(append(chunk.Path(d, f.Section), f.Title().Text), " ") + " " + strings.Join(terms[:min(3, len(terms))], " ")
		entries = append(entries, entry{says, span{at(f.Span.Start), at(f.Span.End)}})
	}
	return entries
}

func headingEntries(d *analysis.Document, at func(int) int) []entry {
	entries := []entry{{"", span{0, 0}}}
	for i, s := range d.Sections() {
		start := at(s.Span.Start)
		entries[len(entries)-1].part.end = start
		entries = append(entries, entry{strings.Join(chunk.Path(d, i), " "), span{start, start}})
	}
	entries[len(entries)-1].part.end = at(d.Text.Len())
	return entries
}

// wikiHeading is a heading of the encyclopedia: " = = Plot = = ".
var wikiHeading = regexp.MustCompile(`(?m)^ ((?:= )+)([^=\n]+[^=\n ]) (?:= )+$`)

// withHeadings returns the text with headings in Markdown, each of the same length as the original.
func withHeadings(text string) string {
	return wikiHeading.ReplaceAllStringFunc(text, func(line string) string {
		m := wikiHeading.FindStringSubmatch(line)
		heading := strings.Repeat("#", len(m[1])/2) + " " + m[2]
		return heading + strings.Repeat(" ", len(line)-len(heading))
	})
}

// withoutHeadings returns the text with its headings replaced by spaces.
func withoutHeadings(text string) string {
	blank := func(line string) string { return strings.Repeat(" ", len([]rune(line))) }
	return regexp.MustCompile(`(?m)^=+`).ReplaceAllStringFunc(wikiHeading.ReplaceAllStringFunc(text, blank), blank)
}

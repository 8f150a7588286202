package analysis_test

import (
	"cmp"
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

var (
	documents      = flag.String("documents", "", "folders of real documents for TestRealDocuments, separated as in PATH")
	sampleBlocks   = flag.Int("sample", 0, "the number of blocks that TestRealDocuments prints for reading, in all formats together")
	sampleSeed     = flag.Uint64("sample-seed", 1, "which blocks those are")
	sampleOfFormat = flag.String("sample-format", "", "print blocks in this format only")
)

// TestRealDocuments opens every document in the folders and logs for each format how much text there is and how long it takes. With -sample
// it logs blocks for a reader to judge: two thirds of them counted as prose, the others not. docs/formats.md has the results.
func TestRealDocuments(t *testing.T) {
	if *documents == "" {
		t.Skip("no folders of documents: run with -documents DIR")
	}
	found := make(map[string][]realDocument)
	for _, folder := range filepath.SplitList(*documents) {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			format, known := markup.ByFileName(path)
			if err != nil || !known || !entry.Type().IsRegular() {
				return err
			}
			text, err := os.ReadFile(path)
			if err == nil && utf8.Valid(text) {
				found[format.Name] = append(found[format.Name], realDocument{path: path, text: string(text), format: format})
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	for _, format := range markup.Formats {
		reportDocuments(t, format.Name, found[format.Name])
	}
	if *sampleBlocks > 0 {
		writeSample(t, found)
	}
}

// realDocument is a file with the time of its analysis.
type realDocument struct {
	path   string
	text   string
	format markup.Format
	took   time.Duration
}

// open analyses the document several times and records the shortest time.
func (d *realDocument) open(times int) (opened *analysis.Document) {
	d.took = cmp.Or(d.took, time.Hour)
	for range times {
		start := time.Now()
		opened = analysis.New(d.text, d.format, analysis.Defaults())
		opened.Fragments()
		opened.Findings()
		d.took = min(d.took, time.Since(start))
	}
	return opened
}

// perKB returns the time per kilobyte, or the whole time for a shorter text.
func (d realDocument) perKB() time.Duration {
	return time.Duration(float64(d.took) / max(1, float64(len(d.text))/1000))
}

// reportDocuments opens the documents of a format and logs their contents.
func reportDocuments(t *testing.T, format string, list []realDocument) {
	bytes, words, took := 0, 0, time.Duration(0)
	kinds := make(map[markup.Kind]int)
	for i := range list {
		d := &list[i]
		opened := d.open(2)
		at := 0
		for _, b := range opened.Blocks() {
			if b.Span.Start < at || b.Span.End > len(d.text) || b.Span.Len() == 0 {
				t.Errorf("%s: %v %v is out of order or bounds", d.path, b.Kind, b.Span)
			}
			at = b.Span.End
			kinds[b.Kind]++
		}
		bytes, words, took = bytes+len(d.text), words+opened.Words(), took+d.took
	}
	if len(list) == 0 {
		return
	}
	bySpeed := func(a, b realDocument) int { return cmp.Compare(b.perKB(), a.perKB()) }
	slow := slices.SortedFunc(slices.Values(list), bySpeed)
	for i := range slow[:min(40, len(slow))] {
		slow[i].open(8) // several times, to exclude delays of the machine
	}
	slices.SortFunc(slow, bySpeed)
	t.Logf("%s: %d documents, %.1f MB, %d words, %v; %.1f µs a KB, half of them at most %v, the slowest:", format, len(list),
		float64(bytes)/1e6, words, kinds, float64(took.Microseconds())/float64(bytes)*1000, slow[len(slow)/2].perKB())
	for _, d := range slow[:min(3, len(slow))] {
		t.Logf("  %v a KB of %d bytes: %s", d.perKB(), len(d.text), d.path)
	}
}

// shown is the number of bytes of a block that the sample shows, of its source and of its prose.
const shown = 350

// writeSample logs blocks for a reader, about as many for each format.
func writeSample(t *testing.T, found map[string][]realDocument) {
	r := rand.New(rand.NewPCG(*sampleSeed, 10))
	formats := slices.Sorted(func(yield func(string) bool) {
		for name := range found {
			if *sampleOfFormat == "" || name == *sampleOfFormat {
				yield(name)
			}
		}
	})
	n := 0
	for i, name := range formats {
		share := *sampleBlocks*(i+1)/len(formats) - *sampleBlocks*i/len(formats)
		for _, k := range r.Perm(len(found[name])) {
			d := found[name][k]
			wantsProse := share%3 != 0
			if block, ok := anyBlock(r, d, wantsProse); ok {
				n++
				share--
				t.Log(asRead(n, d, block))
			}
			if share == 0 {
				break
			}
		}
	}
}

// anyBlock returns a random block of a document: one that is counted as prose if isProse is set, otherwise one that is not.
func anyBlock(r *rand.Rand, d realDocument, isProse bool) (markup.Block, bool) {
	var blocks []markup.Block
	for _, b := range d.format.Scan(d.text) {
		if b.Kind.IsProse() == isProse && b.Kind != markup.Heading {
			blocks = append(blocks, b)
		}
	}
	if len(blocks) == 0 {
		return markup.Block{}, false
	}
	return blocks[r.IntN(len(blocks))], true
}

// asRead returns the source of a block and the prose counted in it, for a reader.
func asRead(n int, d realDocument, b markup.Block) string {
	var out strings.Builder
	source := d.text[b.Span.Start:b.Span.End]
	fmt.Fprintf(&out, "%d. %s:%d %v of %d bytes\n%s\n", n, d.path, 1+strings.Count(d.text[:b.Span.Start], "\n"), b.Kind, len(source), source[:min(shown, len(source))])
	if b.Kind.IsProse() {
		counted := strings.Join(strings.Fields(string(d.format.AppendMask(nil, d.text, b))), " ")
		fmt.Fprintf(&out, "  >> %d words: %s", len(strings.Fields(counted)), counted[:min(shown, len(counted))])
	}
	return out.String()
}

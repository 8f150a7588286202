package analysis_test

import (
	"hash/fnv"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/fragment"
)

// TestHiddenHeadings logs, for the texts in the folders that the environment variable HIDDEN names, how many of the removed headings are
// suggested again. The table is in docs/research/methods.md.
func TestHiddenHeadings(t *testing.T) {
	folders := filepath.SplitList(os.Getenv("HIDDEN"))
	if len(folders) == 0 {
		t.Skip("no folders of texts with headings: run with HIDDEN=DIR:DIR...")
	}
	var drawn []hiddenHeadings
	for _, folder := range folders {
		drawn = append(drawn, drawHidden(t, folder)...)
	}
	for _, length := range []struct {
		name  string
		words int
	}{{"500", 500}, {"auto", analysis.WordsOfAuthor}} {
		hidden, suggested, found, pk := 0, 0, 0, 0.0
		for _, h := range drawn {
			s := analysis.Defaults()
			s.PreferredWords = length.words
			d := analysis.New(h.text, h.format, s, "preferred-words")
			var reference, starts []int // the paragraphs with which sections and fragments begin
			for i, f := range d.Fragments() {
				if i > 0 {
					starts = append(starts, f.First)
				}
				switch at := d.Paragraph(f.First).Span.Start; {
				case i > 0 && f.Suggested && slices.Contains(h.at, at):
					found++
					fallthrough
				case i > 0 && f.Suggested:
					suggested++
				case i > 0:
					reference = append(reference, f.First)
				}
			}
			for _, at := range h.at {
				reference = append(reference, d.ParagraphAt(at))
			}
			slices.Sort(reference)
			hidden += len(h.at)
			pk += fragment.Pk(d.NumParagraphs(), slices.Compact(reference), starts)
		}
		t.Logf("preferred-words = %s: %d drawn, %d hidden, %d suggested, %d found; recall %.3f, precision %.2f, Pk %.1f", length.name, len(drawn), hidden, suggested, found,
			float64(found)/float64(hidden), float64(found)/float64(max(1, suggested)), 100*pk/float64(len(drawn)))
	}
}

// hiddenHeadings is a text in which some headings are replaced by blank lines, and the offsets of the paragraphs after them.
type hiddenHeadings struct {
	text   string
	format markup.Format
	at     []int
}

// drawHidden removes some headings of the texts in a folder, three times each. It skips texts that are long, plain or have few headings.
func drawHidden(t *testing.T, folder string) (drawn []hiddenHeadings) {
	err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		format, isText := markup.ByFileName(path)
		if err != nil || entry.IsDir() || !isText || format.Name == markup.PlainText.Name {
			return err
		}
		text, err := os.ReadFile(path)
		if err != nil || strings.Count(string(text), "\n") > 3000 {
			return err
		}
		name := fnv.New64a()
		name.Write([]byte(filepath.Base(path)))
		for draw := range uint64(3) {
			if h := hideHeadings(string(text), format, rand.New(rand.NewPCG(name.Sum64(), draw))); len(h.at) > 0 {
				drawn = append(drawn, h)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return drawn
}

// hideHeadings replaces some headings by white space, if each has a paragraph right below it and text above it in its section.
func hideHeadings(text string, format markup.Format, r *rand.Rand) hiddenHeadings {
	d := analysis.New(text, format, analysis.Defaults())
	blocks := d.Blocks()
	first := make(map[int]int) // offset of the first paragraph of a block
	for _, p := range slices.Backward(d.Paragraphs()) {
		first[p.Block] = p.Span.Start
	}
	headings := 0
	var free []int
	for _, s := range d.Sections() {
		if s.Level < 2 || s.Level > 4 {
			continue
		}
		headings++
		_, isBelow := first[s.Heading+1]
		isAbove := false
		for b := s.Heading - 1; b >= 0 && blocks[b].Kind != markup.Heading; b-- {
			_, has := first[b]
			isAbove = isAbove || has
		}
		if isBelow && isAbove && blocks[s.Heading+1].Kind == markup.Paragraph {
			free = append(free, s.Heading)
		}
	}
	h := hiddenHeadings{format: format}
	if headings < 6 {
		return h
	}
	r.Shuffle(len(free), func(i, j int) { free[i], free[j] = free[j], free[i] })
	blank := []byte(text)
	for _, b := range free[:min(len(free), headings/4)] {
		for i := blocks[b].Span.Start; i < blocks[b].Span.End; i++ {
			if blank[i] != '\n' && blank[i] != '\r' {
				blank[i] = ' '
			}
		}
		h.at = append(h.at, first[b+1])
	}
	h.text = string(blank)
	return h
}

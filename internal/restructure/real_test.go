package restructure

import (
	"cmp"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

var (
	real   = flag.String("real", "", "apply the actions of a writer to the documents in these folders, and count refusals")
	places = flag.Int("places", 12, "the number of places in each document")
)

// TestRealRefusals counts the refusals in real documents by reason. It tries only what seems possible: a fragment moves down only if there
// is another below.
func TestRealRefusals(t *testing.T) {
	if *real == "" {
		t.Skip("no folders of documents: run with -real DIR")
	}
	count, reasons := make(tally), make(map[string]map[string][]string)
	documents, words, left := make(map[string]int), make(map[string]int), 0
	for _, folder := range filepath.SplitList(*real) {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			format, known := markup.ByFileName(path)
			if err != nil || entry.IsDir() || !known {
				return err
			}
			raw, err := os.ReadFile(path)
			if err != nil || len(raw) > 1<<20 {
				return err
			}
			d := analysis.New(string(raw), format, analysis.Defaults())
			if d.Words() < leastWords || licence.MatchString(entry.Name()) {
				left++
				return nil
			}
			documents[format.Name]++
			words[format.Name] += d.Words()
			for _, s := range feasible(rand.New(rand.NewPCG(1, uint64(len(raw)))), d, *places) {
				count.add(s.name, format.Name, s.err)
				if s.err == nil {
					continue
				}
				why := format.Name + ": " + quoted.ReplaceAllString(s.err.Error(), "“…”")
				if reasons[why] == nil {
					reasons[why] = make(map[string][]string)
				}
				reasons[why][s.name] = append(reasons[why][s.name], path+": "+s.err.Error())
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%v documents of %v words; %d others are licences or have fewer than %d words", documents, words, left, leastWords)
	t.Log("\n", count)
	often := slices.SortedFunc(maps.Keys(reasons), func(a, b string) int { return cmp.Compare(sum(reasons[b]), sum(reasons[a])) })
	for _, why := range often[:min(len(often), 60)] {
		var b strings.Builder
		for _, action := range slices.Sorted(maps.Keys(reasons[why])) {
			examples := reasons[why][action]
			fmt.Fprintf(&b, "    %d %s, as in %s\n", len(examples), action, examples[len(examples)/2])
		}
		t.Logf("%d %s\n%s", sum(reasons[why]), why, b.String())
	}
}

// leastWords is the minimum number of words in a document that is tried.
const leastWords = 100

var licence = regexp.MustCompile(`(?i)^(?:licen[cs]e|copying|notice|authors|robots|requirements)`)

var quoted = regexp.MustCompile(`“[^”]*”`)

func sum(of map[string][]string) (n int) {
	for _, list := range of {
		n += len(list)
	}
	return n
}

// feasible tries actions that seem possible, most of them at random places, and returns the edits and errors.
func feasible(r *rand.Rand, d *analysis.Document, places int) (list []stepped) {
	do := func(name string, e Edit, err error) { list = append(list, stepped{name: name, edit: e, err: err}) }
	x := Extraction{NewFilePlace: NewFilePlace{Source: "book" + d.Format.Extensions[0], Folder: "parts", Back: ".."}, Name: func(string) string { return "part" + d.Format.Extensions[0] }}
	some := func(n int, f func(i int)) {
		for _, i := range r.Perm(n)[:min(n, places)] {
			f(i)
		}
	}
	fragments, sections, paragraphs := d.Fragments(), d.Sections(), d.Paragraphs()
	some(len(fragments), func(i int) {
		if i+1 < len(fragments) {
			e, err := MoveFragmentDown(d, i)
			do("move fragment down", e, err)
			e, err = SwapFragments(d, i, i+1)
			do("swap fragments", e, err)
			if fragments[i+1].Suggested {
				e, err = MergeFragments(d, i)
				do("merge fragments", e, err)
			}
		}
		if i > 0 {
			e, err := MoveFragmentUp(d, i)
			do("move fragment up", e, err)
		}
		if len(d.Format.Notation().Levels()) > 0 {
			e, err := InsertHeading(d, i, "")
			do("insert heading", e, err)
		}
		e, err := PinBoundary(d, i)
		do("pin boundary", e, err)
		e, err = ExtractFragment(d, i, x)
		do("extract fragment", e, err)
	})
	page := pageOf(d)
	some(len(sections), func(i int) {
		if sibling(page, i, +1) >= 0 {
			e, err := MoveSectionDown(d, i, Keep)
			do("move section down", e, err)
		}
		e, err := RemoveHeading(d, i)
		do("remove heading", e, err)
		e, err = ExtractSection(d, i, x)
		do("extract section", e, err)
		if e, err = Demote(d, i); sections[i].Parent >= 0 && sibling(page, i, -1) >= 0 {
			do("demote", e, err)
		}
	})
	some(len(paragraphs), func(i int) {
		if p := paragraphs[i]; p.Kind != markup.Paragraph || len(p.Sentences()) < 2 {
			return
		}
		e, err := SplitParagraph(d, i)
		do("split paragraph", e, err)
		if i+1 < len(paragraphs) && paragraphs[i+1].Kind == markup.Paragraph && paragraphs[i+1].Block == paragraphs[i].Block+1 {
			e, err = MergeParagraphWithNext(d, i)
			do("merge paragraph", e, err)
		}
	})
	if len(sections) > 2 && len(DividingSections(d)) > 0 {
		number := 0
		x.Name = func(string) string {
			number++
			return fmt.Sprint("part", number, d.Format.Extensions[0])
		}
		e, err := SplitDocument(d, ByHeadings, x)
		do("split document", e, err)
	}
	return list
}

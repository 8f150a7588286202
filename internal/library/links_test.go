package library

import (
	"cmp"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/ignore"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/work"
)

var folders = flag.String("folders", "", "measure on the texts in these folders, separated as in PATH")

// TestLinksAreFound checks that linked files are found better than by BM25 over sections or paragraphs, in the test's own implementation.
// It removes the links from each paragraph that links to another file, asks for passages related to it, and records the rank of the linked
// file.
func TestLinksAreFound(t *testing.T) {
	if *folders == "" {
		t.Skip("-folders names no folders")
	}
	var all outcome
	measured := 0
	fmt.Printf("%-24s %6s %6s | %6s %6s | %6s %6s %6s | %5s %5s\n", "folder", "files", "asked", "MRR", "hit@10", "sect.", "par.", "hit@10", "ratio", "ratio")
	for _, pattern := range filepath.SplitList(*folders) {
		found, _ := filepath.Glob(pattern)
		for _, folder := range found {
			s := openShelf(t, folder)
			o := s.ask()
			if o.asked < 20 {
				continue // too few for a result
			}
			measured++
			o.print(filepath.Base(folder), len(s.names))
			all.add(o)
		}
	}
	if measured == 0 {
		t.Skip("no folder has twenty paragraphs with links")
	}
	all.print(fmt.Sprintf("mean of %d", measured), 0)
	if mrr, hit := all.mrr/all.base[0].mrr, all.hits/all.base[0].hits; mrr < 1.05 || hit < 1.03 {
		t.Errorf("%.3f and %.3f times what BM25 finds, not 1.05 and 1.03", mrr, hit)
	}
}

// outcome is a sum over questions, or over the means of folders.
type outcome struct {
	asked int
	rate
	base [2]rate // BM25 over sections and over paragraphs
}

// rate holds the sum of 1/rank, and the number of ranks of 10 or better.
type rate struct{ mrr, hits float64 }

// harder returns the better baseline.
func (o outcome) harder() rate {
	if o.base[1].mrr > o.base[0].mrr {
		return o.base[1]
	}
	return o.base[0]
}

// add adds the means of a folder, with the baseline that is better there.
func (o *outcome) add(p outcome) {
	o.asked++
	n, base := float64(p.asked), p.harder()
	o.mrr, o.hits = o.mrr+p.mrr/n, o.hits+p.hits/n
	o.base[0].mrr, o.base[0].hits = o.base[0].mrr+base.mrr/n, o.base[0].hits+base.hits/n
}

func (o outcome) print(name string, files int) {
	n, base := float64(o.asked), o.harder()
	fmt.Printf("%-24s %6d %6d | %6.3f %6.3f | %6.3f %6.3f %6.3f | %5.3f %5.3f\n", name, files, o.asked, o.mrr/n, o.hits/n, o.base[0].mrr/n, o.base[1].mrr/n, base.hits/n, o.mrr/base.mrr, o.hits/base.hits)
}

// shelf is a folder of texts that have links.
type shelf struct {
	names     []string
	documents map[string]*analysis.Document
	links     *link.Index
	index     *Index
	baselines [2]baseline // over sections and over paragraphs
}

// baseline is BM25 over pieces of the texts.
type baseline struct {
	pieces []piece
	terms  map[string]float64 // by word: the number of pieces that have it
	size   float64
}

// piece is a section or a paragraph.
type piece struct {
	name  string
	words map[string]float64
	n     float64
}

func openShelf(t *testing.T, folder string) *shelf {
	t.Helper()
	fsys, done, err := ignore.OpenVisible(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = done() }()
	s := &shelf{documents: make(map[string]*analysis.Document)}
	texts := make(map[string]string)
	for name, about := range link.LinkableFiles(fsys, ".") {
		if text, err := fs.ReadFile(fsys, name); err == nil && about.Size() < 1<<20 {
			texts[name] = string(text)
		}
	}
	var sites []link.Site
	if w, ok := work.Read(fsys, "."); ok {
		sites = append(sites, link.SiteOf(fsys, w))
	}
	s.links = link.NewIndex(sites, maps.All(texts))
	s.names = slices.Sorted(maps.Keys(texts))
	var r Reader
	var files []EncodedText
	for _, name := range s.names {
		f, _ := markup.ByFileName(name)
		d := analysis.New(texts[name], f, analysis.Settings{})
		s.documents[name] = d
		files = append(files, EncodedText{name, string(r.Read(d, name).Append(nil))})
		s.addPieces(name, d)
	}
	s.index, _ = New(files)
	return s
}

func (s *shelf) addPieces(name string, d *analysis.Document) {
	starts := []int{0}
	for _, x := range d.Sections() {
		if x.Span.Start > 0 {
			starts = append(starts, x.Span.Start)
		}
	}
	starts = append(starts, d.Text.Len())
	for i, at := range starts[:len(starts)-1] {
		s.baselines[0].add(name, d, d.Text.String()[at:starts[i+1]])
	}
	for _, p := range d.Paragraphs() {
		s.baselines[1].add(name, d, d.Text.Slice(p.Span))
	}
}

func (b *baseline) add(name string, d *analysis.Document, text string) {
	x := piece{name: name, words: make(map[string]float64)}
	if x.n = bag(d, text, x.words); x.n == 0 {
		return
	}
	if b.terms == nil {
		b.terms = make(map[string]float64)
	}
	for w := range x.words {
		b.terms[w]++
	}
	b.pieces = append(b.pieces, x)
	b.size += x.n
}

// bag counts the stems of the words of a text, without stop words.
func bag(d *analysis.Document, text string, into map[string]float64) (n float64) {
	isWord := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }
	var r Reader
	for _, word := range strings.FieldsFunc(text, isWord) {
		r.reset()
		if r.count(d.Language, word, 1) > 0 {
			for k := range r.counts {
				into[fmt.Sprint(k)]++
			}
			n++
		}
	}
	return n
}

// best returns the names of the texts of the best pieces.
func (b *baseline) best(words map[string]float64, own string) (names []string) {
	type found struct {
		name  string
		score float64
	}
	var list []found
	mean := b.size / float64(max(1, len(b.pieces)))
	for _, x := range b.pieces {
		score := 0.0
		for w, n := range words {
			if tf := x.words[w]; tf > 0 {
				score += n * math.Log(1+(float64(len(b.pieces))-b.terms[w]+.5)/(b.terms[w]+.5)) * tf * 2.2 / (tf + 1.2*(.25+.75*x.n/mean))
			}
		}
		if score > 0 && x.name != own {
			list = append(list, found{x.name, score})
		}
	}
	slices.SortStableFunc(list, func(a, b found) int { return cmp.Compare(b.score, a.score) })
	for _, f := range list[:min(20, len(list))] {
		names = append(names, f.name)
	}
	return names
}

// mostOfFile is the greatest number of questions about a file.
const mostOfFile = 12

func (s *shelf) ask() (o outcome) {
	for _, name := range s.names {
		d := s.documents[name]
		leads := s.leads(name)
		asked := slices.Sorted(maps.Keys(leads))
		for i := range min(len(asked), mostOfFile) {
			p := asked[i*len(asked)/min(len(asked), mostOfFile)]
			span := d.Paragraphs()[p].Span
			text := d.Text.String()
			cut := linked.ReplaceAllStringFunc(text[span.Start:span.End], func(l string) string { return strings.Repeat(" ", len(l)) })
			words := make(map[string]float64)
			without := analysis.New(text[:span.Start]+cut+text[span.End:], d.Format, d.Settings)
			if bag(d, cut, words) < 8 || without.ParagraphAt(span.Start) < 0 {
				continue // there is nothing to ask
			}
			o.asked++
			var names []string
			for _, m := range s.index.Related(QueryAbout(without, name, span.Start), 0, 20) {
				names = append(names, m.Name)
			}
			score(names, leads[p], &o.mrr, &o.hits)
			for i := range s.baselines {
				score(s.baselines[i].best(words, name), leads[p], &o.base[i].mrr, &o.base[i].hits)
			}
		}
	}
	return o
}

func score(names []string, leads map[string]bool, mrr, hits *float64) {
	for i, name := range names[:min(20, len(names))] {
		if leads[name] {
			*mrr += 1 / float64(i+1)
			if i < 10 {
				*hits++
			}
			return
		}
	}
}

// leads returns, for each paragraph of a file, the other files that it links to.
func (s *shelf) leads(name string) map[int]map[string]bool {
	d := s.documents[name]
	leads := make(map[int]map[string]bool)
	add := func(at int, to string) {
		if p := d.ParagraphAt(at); p >= 0 && d.Paragraphs()[p].Span.Contains(at) {
			if leads[p] == nil {
				leads[p] = make(map[string]bool)
			}
			leads[p][to] = true
		}
	}
	text := d.Text.String()
	for _, l := range s.links.Links(name) {
		to, ok := s.links.Follow(name, l)
		if other := s.documents[to.Path]; !ok || l.Includes() || other == nil || to.Path == name || len(other.Fragments()) == 0 {
			continue
		}
		label := labelled.FindStringSubmatch(text[strings.LastIndexByte(text[:l.Start], '\n')+1 : l.Start])
		if label == nil {
			add(l.Start, to.Path)
			continue
		}
		uses := regexp.MustCompile("(?i)\\[`?" + regexp.QuoteMeta(strings.Trim(label[1], "`")) + "`?\\]")
		for _, use := range uses.FindAllStringIndex(text, -1) {
			add(use[0], to.Path)
		}
	}
	return leads
}

var (
	labelled = regexp.MustCompile(`^\s*\[([^\]]+)\]:\s*<?$`)
	linked   = regexp.MustCompile(`!?\[\[[^\]]*\]\]|!?\[(?:[^\[\]]|\[[^\]]*\])*\](?:\([^)]*\)|\[[^\]]*\])|\[[^\]]*\]|:[\w:]+:` + "`[^`]*`|`[^`]*`_+" + `|<<[^>]*>>|(?:xref|link|<?https?):[^\s\[]*(?:\[[^\]]*\])?|\\(?:c?ref|autoref)\{[^}]*\}`)
)

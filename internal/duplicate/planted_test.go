package duplicate

import (
	"flag"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

var (
	books   = flag.String("books", "", "also measure on the texts in these files and folders, separated as in PATH")
	rounds  = flag.Int("rounds", 1, "the number of rounds, each with other copies")
	only    = flag.String("only", "", "plant only copies of this kind, named as in the output")
	verbose = flag.Bool("misses", false, "print copies that are missed or reported wrongly")
)

// The ways in which a paragraph is copied.
const (
	exact = iota
	rewrapped
	twentieth
	tenth
	quarter
	half
	split
	shuffled
	part
	ways
)

var wayNames = [ways]string{"exact", "rewrapped", "a twentieth of the words changed", "a tenth", "a quarter", "half of the words touched", "split in two", "sentences shuffled", "a part in a large paragraph"}

// aims holds the required recalls.
var aims = [ways]float64{.98, .99, .99, .99, .98, .93, .98, .93, .93}

// plant is a book as paragraphs, in which copies are planted.
type plant struct {
	r     *rand.Rand
	list  []string
	words []string // of the book, as replacements
}

// planted is a copy that has been planted in the book.
type planted struct {
	way    int
	source string
	copies []string // any of which counts
	within string   // the copied part, if the copy is in a large paragraph
	found  bool
}

// copyOf returns a paragraph copied in one of the ways; nil if the paragraph is not suitable.
func (p *plant) copyOf(text string, way int) []string {
	words := strings.Fields(text)
	sentences := sentencesOf(text)
	other := func() string { return p.words[p.r.IntN(len(p.words))] }
	change := func(share float64) []string {
		out := make([]string, 0, len(words))
		for _, w := range words {
			switch {
			case p.r.Float64() >= share:
				out = append(out, w)
			case p.r.IntN(4) == 0: // removed
			case p.r.IntN(3) == 0: // one word inserted
				out = append(out, w, other())
			default:
				out = append(out, other())
			}
		}
		return out
	}
	switch way {
	case exact:
		return []string{text}
	case rewrapped:
		return []string{wrap(words, 40+p.r.IntN(60))}
	case twentieth:
		return []string{wrap(change(.05), 80)}
	case tenth:
		return []string{wrap(change(.1), 80)}
	case quarter:
		return []string{wrap(change(.25), 80)}
	case half:
		return []string{wrap(change(.5), 80)}
	case split:
		if len(sentences) < 2 || len(words) < 60 {
			return nil
		}
		k := len(sentences) / 2
		return []string{strings.Join(sentences[:k], " "), strings.Join(sentences[k:], " ")}
	case shuffled:
		if len(sentences) < 3 {
			return nil
		}
		p.r.Shuffle(len(sentences), func(i, j int) { sentences[i], sentences[j] = sentences[j], sentences[i] })
		return []string{wrap(strings.Fields(strings.Join(sentences, " ")), 80)}
	}
	return nil
}

func wrap(words []string, width int) string {
	var b strings.Builder
	column := 0
	for i, w := range words {
		if i > 0 {
			if column+len(w) > width {
				b.WriteByte('\n')
				column = 0
			} else {
				b.WriteByte(' ')
			}
		}
		b.WriteString(w)
		column += len(w) + 1
	}
	return b.String()
}

func sentencesOf(text string) (list []string) {
	text = strings.Join(strings.Fields(text), " ")
	for {
		i := strings.Index(text, ". ")
		if i < 0 {
			return append(list, text)
		}
		list, text = append(list, text[:i+1]), text[i+2:]
	}
}

// measure plants copies in a book and searches for them. The seed decides which copies.
func measure(t *testing.T, seed uint64, name, text string, found, all *[ways]int, wrong, told, natural *int) {
	r := rand.New(rand.NewPCG(seed, uint64(len(text))))
	p := &plant{r: r, words: regexp.MustCompile(`\pL+`).FindAllString(text, -1)}
	for _, s := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n\n") {
		if s = strings.Trim(s, "\n"); s != "" {
			p.list = append(p.list, s)
		}
	}
	isProse := proseIn(name, strings.Join(p.list, "\n\n")+"\n")
	before := find(name, strings.Join(p.list, "\n\n")+"\n")
	*natural += len(before)
	known := make(map[string]bool)
	for _, f := range before {
		known[f.a], known[f.b] = true, true
		if *verbose {
			fmt.Printf("%s: stands there twice (%.2f, %d more):\n\t%s\n\t%s\n", name, f.similarity, len(f.also), f.a, f.b)
		}
	}
	var copies []*planted
	used := make(map[int]bool)
	inserted := make(map[int][]string)
	large := slices.DeleteFunc(seq(len(p.list)), func(i int) bool {
		n := len(strings.Fields(p.list[i]))
		return n < 120 || n > 600 || !isProse[p.list[i]]
	})
	for k := range min(180, len(p.list)/4) {
		way := k % ways
		if *only != "" {
			way = slices.Index(wayNames[:], *only)
		}
		i := r.IntN(len(p.list))
		source := p.list[i]
		n := len(strings.Fields(source))
		if used[i] || n < 30 || n > 400 || !isProse[source] {
			continue
		}
		c := &planted{way: way, source: source}
		if way == part {
			sentences := sentencesOf(source)
			s := slices.MaxFunc(sentences, func(a, b string) int { return len(a) - len(b) })
			if len(large) == 0 || len(strings.Fields(s)) < 18 || len(sentences) < 2 || strings.Contains(s, `\begin{`) || strings.Contains(s, `\end{`) || strings.Count(s, `\[`) != strings.Count(s, `\]`) {
				continue
			}
			j := large[r.IntN(len(large))]
			if used[j] || j == i {
				continue
			}
			around := sentencesOf(p.list[j])
			at := r.IntN(len(around) + 1)
			p.list[j] = strings.Join(slices.Insert(around, at, s), " ")
			used[j] = true
			c.copies, c.within = []string{p.list[j]}, s
		} else {
			c.copies = p.copyOf(source, way)
			if c.copies == nil {
				continue
			}
			at := r.IntN(len(p.list))
			for !isProse[p.list[at]] && at > 0 {
				at--
			}
			if at == i || at == i+1 || !isProse[p.list[at]] {
				continue
			}
			inserted[at] = append(inserted[at], c.copies...)
		}
		used[i] = true
		copies = append(copies, c)
	}
	var out []string
	for i, s := range p.list {
		out = append(append(out, inserted[i]...), s)
	}
	whole := strings.Join(out, "\n\n") + "\n"
	isProse = proseIn(name, whole)
	copies = slices.DeleteFunc(copies, func(c *planted) bool { // drop those that are parsed as something else in their place
		return slices.ContainsFunc(append(c.copies, c.source), func(s string) bool { return !isProse[s] })
	})
	after := find(name, whole)
	for _, f := range after {
		isPlanted := false
		for _, c := range copies {
			isOf := func(whole []string) func(place string) bool {
				return func(place string) bool {
					return slices.ContainsFunc(whole, func(s string) bool { return strings.Contains(norm(s), norm(place)) })
				}
			}
			of, to := isOf([]string{c.source}), isOf(c.copies)
			if of(f.a) && to(f.b) || of(f.b) && to(f.a) || slices.ContainsFunc(f.places(), of) && slices.ContainsFunc(f.places(), to) && f.also != nil {
				isPlanted = true
				if within := norm(c.within); c.way != part || shares(norm(f.a), within) && shares(norm(f.b), within) {
					c.found = true
				}
			}
		}
		if known[f.a] || known[f.b] {
			continue // the finding was there before the copies
		}
		*told++
		if !isPlanted {
			*wrong++
			if *verbose {
				fmt.Printf("%s: wrongly (%.2f):\n\t%s\n\t%s\n", name, f.similarity, norm(f.a), norm(f.b))
			}
		}
	}
	for _, c := range copies {
		all[c.way]++
		if c.found {
			found[c.way]++
		} else if *verbose {
			fmt.Printf("%s: missed, %s:\n\t%s\n\t%s\n", name, wayNames[c.way], norm(c.source), norm(strings.Join(c.copies, " / ")))
		}
	}
}

// proseIn returns the paragraphs that are plain prose. It leaves out those with a LaTeX comment: wrapped elsewhere, more of the paragraph
// would become a comment.
func proseIn(name, text string) map[string]bool {
	list := make(map[string]bool)
	d := analysis.New(text, formatOf(name), analysis.Settings{})
	for _, p := range d.Paragraphs() {
		s := d.Text.Slice(p.Span)
		hasComment := d.Format.Name == markup.LaTeX.Name && latexComment.MatchString(s)
		if p.Kind == markup.Paragraph && strings.HasPrefix(s, strings.TrimSpace(s)) && !hasComment {
			list[s] = true
		}
	}
	return list
}

var latexComment = regexp.MustCompile(`(?:^|[^\\\\])%`)

func formatOf(name string) markup.Format {
	if f, ok := markup.ByFileName(name); ok {
		return f
	}
	return markup.PlainText
}

func seq(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

func norm(s string) string { return strings.Join(strings.Fields(s), " ") }

// shares reports whether most of the reported words are in a part.
func shares(told, part string) bool {
	n := 0
	words := strings.Fields(told)
	for _, w := range words {
		if strings.Contains(part, w) {
			n++
		}
	}
	return 10*n >= 7*len(words)
}

type twice struct {
	a, b       string
	similarity float64
	also       []string // the other places of a passage in many places
}

func (w twice) places() []string { return append([]string{w.a, w.b}, w.also...) }

func find(name, text string) (list []twice) {
	for _, x := range Find([]*Text{NewText(name, analysis.New(text, formatOf(name), analysis.Settings{}))}) {
		said := func(p Occurrence) string { return text[p.Span.Start:p.Span.End] }
		f := twice{a: said(x.A), b: said(x.B), similarity: x.Similarity}
		for _, p := range x.Also {
			f.also = append(f.also, said(p))
		}
		list = append(list, f)
	}
	return list
}

// booksIn returns the large files among the listed files, and in the listed folders.
func booksIn(list string) (paths []string) {
	for _, path := range filepath.SplitList(list) {
		_ = filepath.WalkDir(path, func(path string, d fs.DirEntry, err error) error {
			if about, failed := os.Stat(path); failed == nil && err == nil && about.Mode().IsRegular() && about.Size() > 100_000 {
				paths = append(paths, path)
			}
			return nil
		})
	}
	return paths
}

// TestPlantedCopies checks that nearly all copies planted in texts are found, and hardly anything else.
func TestPlantedCopies(t *testing.T) {
	var found, all [ways]int
	var wrong, told, natural, measured int
	paths := []string{"../../testdata/samples/salt.md", "../../testdata/samples/ferry.md"}
	if *books != "" {
		paths = booksIn(*books)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		measured++
		for k := range *rounds {
			measure(t, 21+uint64(k), path, string(text), &found, &all, &wrong, &told, &natural)
		}
	}
	for way, n := range all {
		recall := float64(found[way]) / float64(max(1, n))
		if *books != "" {
			fmt.Printf("%-36s %5d %6.3f (aim %.2f)\n", wayNames[way], n, recall, aims[way])
		}
		if n > 0 && recall < aims[way] {
			t.Errorf("%s: %.3f of %d are found, not %.2f", wayNames[way], recall, n, aims[way])
		}
	}
	if *books != "" {
		fmt.Printf("precision %.3f of %d; in the %d texts themselves %d\n", 1-float64(wrong)/float64(max(1, told)), told, measured, natural)
	}
	if precision := 1 - float64(wrong)/float64(max(1, told)); precision < .98 {
		t.Errorf("precision %.3f", precision)
	}
}

// TestMillionWords measures the time that texts of more than a megabyte take.
func TestMillionWords(t *testing.T) {
	if *books == "" {
		t.Skip("-books names no books")
	}
	for _, path := range booksIn(*books) {
		text, err := os.ReadFile(path)
		if err != nil || len(text) < 1<<20 {
			continue
		}
		start := time.Now()
		d := analysis.New(string(text), markup.PlainText, analysis.Settings{})
		read := time.Since(start)
		list := Find([]*Text{NewText(path, d)})
		fmt.Printf("%s: %d words, analysed in %v, %d findings after %v\n", filepath.Base(path), d.Words(), read.Round(time.Millisecond), len(list), time.Since(start).Round(time.Millisecond))
	}
}

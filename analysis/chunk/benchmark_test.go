package chunk_test

import (
	"cmp"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/chunk"
	"github.com/segls/segls/analysis/markup"
)

var (
	benchmark = flag.String("benchmark", "", "measure on the questions and corpora in this folder")
	others    = flag.String("splitters", "", "measure the chunks in this file too, which testdata/splitters.mjs has written")
)

// retrieved is the number of chunks retrieved for a question.
const retrieved = 5

// TestBenchmark runs a public benchmark of chunkers: it retrieves chunks of segls and of other splitters by BM25, all under the same
// limits. It prints the share of the answers in the five best chunks (recall), the share of these chunks that is an answer (precision),
// both in one figure (IoU), and the precision of all chunks that overlap an answer (PrecisionΩ). For all chunks it prints the share of the
// text in them, and how many begin inside a sentence, have fewer than 80 characters, or exceed the cap.
func TestBenchmark(t *testing.T) {
	if *benchmark == "" {
		t.Skip("-benchmark names no folder")
	}
	b := openBenchmark(t, *benchmark)
	splitters := []splitter{{"segls", b.segls}, {"segls, 500", b.whole}, {"fixed", b.fixed}, {"recursive", b.recursive}}
	splitters = append(splitters, b.others(t)...)
	fmt.Printf("%5s %-20s %6s %7s | %6s %6s %6s %6s | %6s %6s | %6s %6s %6s %4s\n", "cap", "splitter", "chunks", "length", "recall", "prec.", "IoU", "PrecΩ", "recall", "IoU", "kept", "inside", "< 80", "over")
	for _, most := range []int{400, 800, 1600} {
		measured := make(map[string][]measures)
		for _, s := range splitters {
			chunks := make(map[string][]span)
			n, length := 0, 0
			var look looks
			for corpus := range b.corpora {
				chunks[corpus] = s.split(corpus, most)
				look.add(b.corpora[corpus], chunks[corpus], most)
				for _, c := range chunks[corpus] {
					n, length = n+1, length+c.end-c.start
				}
			}
			if look.over > 0 && strings.HasPrefix(s.name, "segls") {
				t.Errorf("%s: %d chunks of more than %d characters", s.name, look.over, most)
			}
			list := b.ask(chunks, retrieved*most*3/4)
			measured[s.name] = list
			m := mean(list)
			share := func(part, of int) float64 { return 100 * float64(part) / float64(of) }
			fmt.Printf("%5d %-20s %6d %7.1f | %6.2f %6.2f %6.2f %6.2f | %6.2f %6.2f | %6.2f %6.2f %6.2f %4d\n", most, s.name, n, float64(length)/float64(n),
				100*m[0], 100*m[1], 100*m[2], 100*m[3], 100*m[4], 100*m[5], share(look.kept, look.all), share(look.inside, n), share(look.short, n), look.over)
		}
		for _, pair := range [][2]string{{"segls", "recursive"}, {"segls, 500", "recursive"}, {"segls", "fixed"}} {
			fmt.Printf("%5d %s - %s, 95%%:", most, pair[0], pair[1])
			for k, name := range measureNames {
				low, high := interval(measured[pair[0]], measured[pair[1]], k)
				fmt.Printf("  %s %+.2f to %+.2f", name, 100*low, 100*high)
			}
			fmt.Println()
		}
		for _, corpus := range slices.Sorted(maps.Keys(b.corpora)) {
			fmt.Printf("%5d %s: recall/IoU", most, corpus)
			for _, s := range splitters {
				var of []measures
				for i, q := range b.questions {
					if q.corpus == corpus {
						of = append(of, measured[s.name][i])
					}
				}
				m := mean(of)
				fmt.Printf("  %s %.1f/%.2f", s.name, 100*m[0], 100*m[2])
			}
			fmt.Println()
		}
	}
}

// splitter is a way to cut the corpora.
type splitter struct {
	name  string
	split func(corpus string, most int) []span
}

// others returns splitters that return the chunks of other programs.
func (b *benchmarkData) others(t *testing.T) (list []splitter) {
	t.Helper()
	if *others == "" {
		return nil
	}
	file, err := os.ReadFile(*others)
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]map[int]map[string][][2]int // by splitter, cap and corpus
	if err := json.Unmarshal(file, &all); err != nil {
		t.Fatal(err)
	}
	for _, name := range slices.Sorted(maps.Keys(all)) {
		list = append(list, splitter{name, func(corpus string, most int) (spans []span) {
			for _, s := range all[name][most][corpus] {
				spans = append(spans, span{s[0], s[1]})
			}
			return spans
		}})
	}
	return list
}

// looks counts properties of chunks that do not depend on a question.
type looks struct {
	kept, all           int // characters in chunks, and of the text, without white space
	inside, short, over int // chunks that begin inside a sentence, have fewer than 80 characters, or more than the cap
}

func (l *looks) add(text []rune, chunks []span, most int) {
	kept := make([]bool, len(text))
	for _, c := range chunks {
		for i := c.start; i < c.end; i++ {
			kept[i] = true
		}
		if c.end-c.start < 80 {
			l.short++
		}
		if c.end-c.start > most {
			l.over++
		}
		if beginsInside(text, c.start) {
			l.inside++
		}
	}
	for i, r := range text {
		if !unicode.IsSpace(r) {
			l.all++
			if kept[i] {
				l.kept++
			}
		}
	}
}

// beginsInside reports whether a place is inside a sentence, judging by the end of the text before it and by lower case after it.
func beginsInside(text []rune, at int) bool {
	before, lines := at-1, 0
	for ; before >= 0 && unicode.IsSpace(text[before]); before-- {
		if text[before] == '\n' {
			lines++
		}
	}
	if before < 0 || lines > 1 || strings.ContainsRune(".?!:;…\"”’)]|", text[before]) {
		return false
	}
	for at < len(text) && !unicode.IsLetter(text[at]) && !unicode.IsDigit(text[at]) {
		at++
	}
	return lines == 0 || at < len(text) && unicode.IsLower(text[at])
}

// measures are the results for a question: recall, precision, IoU and PrecisionΩ of the best chunks; and recall and IoU of the best chunks
// up to an equal number of characters.
type measures [6]float64

var measureNames = [...]string{"recall", "precision", "IoU", "PrecisionΩ", "recall of equal length", "IoU of equal length"}

func mean(list []measures) (m measures) {
	for _, x := range list {
		for k := range m {
			m[k] += x[k] / float64(len(list))
		}
	}
	return m
}

// interval returns a 95 % confidence interval of the mean difference between two measures, by resampling the questions.
func interval(a, b []measures, k int) (low, high float64) {
	r := rand.New(rand.NewPCG(1, 1))
	const samples = 2000
	means := make([]float64, samples)
	for i := range means {
		for range a {
			q := r.IntN(len(a))
			means[i] += (a[q][k] - b[q][k]) / float64(len(a))
		}
	}
	slices.Sort(means)
	return means[samples*25/1000], means[samples*975/1000]
}

// span is a range of characters.
type span struct{ start, end int }

func (s span) overlap(t span) int { return max(0, min(s.end, t.end)-max(s.start, t.start)) }

type question struct {
	text, corpus string
	answers      []span
}

type benchmarkData struct {
	corpora   map[string][]rune
	questions []question
}

func openBenchmark(t *testing.T, folder string) *benchmarkData {
	t.Helper()
	b := &benchmarkData{corpora: make(map[string][]rune)}
	f, err := os.Open(filepath.Join(folder, "questions_df.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range rows[1:] {
		var references []struct {
			Start int `json:"start_index"`
			End   int `json:"end_index"`
		}
		if err := json.Unmarshal([]byte(row[1]), &references); err != nil {
			t.Fatal(err)
		}
		q := question{text: row[0], corpus: row[2]}
		for _, r := range references {
			q.answers = append(q.answers, span{r.Start, r.End})
		}
		slices.SortFunc(q.answers, func(a, b span) int { return a.start - b.start })
		merged := q.answers[:1]
		for _, a := range q.answers[1:] {
			if last := &merged[len(merged)-1]; a.start <= last.end {
				last.end = max(last.end, a.end)
			} else {
				merged = append(merged, a)
			}
		}
		q.answers = merged
		b.questions = append(b.questions, q)
		if b.corpora[q.corpus] == nil {
			text, err := os.ReadFile(filepath.Join(folder, "corpora", q.corpus+".md"))
			if err != nil {
				t.Fatal(err)
			}
			b.corpora[q.corpus] = []rune(string(text))
		}
	}
	return b
}

// ask asks all questions of the chunks of each corpus.
func (b *benchmarkData) ask(chunks map[string][]span, length int) []measures {
	indices := make(map[string]*bm25)
	for corpus, list := range chunks {
		x := &bm25{in: make(map[string][]posting)}
		for _, s := range list {
			x.add(string(b.corpora[corpus][s.start:s.end]))
		}
		indices[corpus] = x
	}
	list := make([]measures, len(b.questions))
	for i, q := range b.questions {
		var best []span
		for _, c := range indices[q.corpus].best(q.text) {
			best = append(best, chunks[q.corpus][c])
		}
		m := &list[i]
		m[0], m[1], m[2] = q.score(best[:min(retrieved, len(best))])
		m[3] = q.omega(chunks[q.corpus])
		var equal []span
		left := length
		for _, c := range best {
			if left <= 0 {
				break
			}
			c.end = min(c.end, c.start+left)
			left -= c.end - c.start
			equal = append(equal, c)
		}
		m[4], _, m[5] = q.score(equal)
	}
	return list
}

// score compares chunks, which must not overlap, with the answers to a question.
func (q question) score(chunks []span) (recall, precision, iou float64) {
	both, taken, asked := 0, 0, 0
	for _, a := range q.answers {
		asked += a.end - a.start
		for _, c := range chunks {
			both += c.overlap(a)
		}
	}
	for _, c := range chunks {
		taken += c.end - c.start
	}
	return float64(both) / float64(asked), float64(both) / float64(max(1, taken)), float64(both) / float64(max(1, asked+taken-both))
}

func (q question) omega(chunks []span) float64 {
	var touching []span
	for _, c := range chunks {
		if slices.ContainsFunc(q.answers, func(a span) bool { return c.overlap(a) > 0 }) {
			touching = append(touching, c)
		}
	}
	_, precision, _ := q.score(touching)
	return precision
}

// bm25 is a BM25 index with the usual constants.
type bm25 struct {
	in      map[string][]posting
	lengths []float64
	sum     float64
}

type posting struct {
	chunk int
	n     float64
}

func wordsOf(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

func (x *bm25) add(text string) {
	counts := make(map[string]float64)
	words := wordsOf(text)
	for _, w := range words {
		counts[w]++
	}
	for w, n := range counts {
		x.in[w] = append(x.in[w], posting{len(x.lengths), n})
	}
	x.lengths = append(x.lengths, float64(len(words)))
	x.sum += float64(len(words))
}

// best returns the chunks that contain a word of a question, the best first.
func (x *bm25) best(question string) []int {
	const k1, b = 1.5, .75
	scores := make(map[int]float64)
	n, average := float64(len(x.lengths)), x.sum/float64(len(x.lengths))
	for _, w := range wordsOf(question) {
		list := x.in[w]
		idf := math.Log(1 + (n-float64(len(list))+.5)/(float64(len(list))+.5))
		for _, p := range list {
			scores[p.chunk] += idf * p.n * (k1 + 1) / (p.n + k1*(1-b+b*x.lengths[p.chunk]/average))
		}
	}
	return slices.SortedFunc(maps.Keys(scores), func(a, b int) int { return cmp.Or(cmp.Compare(scores[b], scores[a]), a-b) })
}

// segls divides with the command's default settings, under the cap.
func (b *benchmarkData) segls(corpus string, most int) []span {
	return b.chunks(chunk.PreferredWords(chunk.Limits{MaxChars: most}), corpus, most)
}

// whole divides into fragments of 500 words, regardless of the cap.
func (b *benchmarkData) whole(corpus string, most int) []span {
	return b.chunks(analysis.Defaults().PreferredWords, corpus, most)
}

func (b *benchmarkData) chunks(preferred int, corpus string, most int) (spans []span) {
	text := string(b.corpora[corpus])
	settings := analysis.Defaults()
	settings.PreferredWords = preferred
	d := analysis.New(text, markup.Markdown, settings)
	chunks, _, err := chunk.Of(d, chunk.Limits{MaxChars: most})
	if err != nil {
		panic(err) // nothing counts tokens
	}
	at, chars := 0, 0
	for _, c := range chunks {
		chars += len([]rune(text[at:c.Span.Start]))
		at = c.Span.Start
		spans = append(spans, span{chars, chars + len([]rune(text[c.Span.Start:c.Span.End]))})
	}
	return spans
}

// fixed cuts the text into chunks of the given number of characters.
func (b *benchmarkData) fixed(corpus string, most int) (spans []span) {
	for start := 0; start < len(b.corpora[corpus]); start += most {
		spans = append(spans, span{start, min(start+most, len(b.corpora[corpus]))})
	}
	return spans
}

// recursive splits at the first of several separators that yields small enough parts, and joins the parts as long as they fit.
func (b *benchmarkData) recursive(corpus string, most int) []span {
	text := b.corpora[corpus]
	var split func(s span, separators []string) []span
	split = func(s span, separators []string) (done []span) {
		if s.end-s.start <= most {
			return []span{s}
		}
		separator := []rune(separators[0])
		var parts []span
		if len(separator) == 0 {
			for at := s.start; at < s.end; at += most {
				parts = append(parts, span{at, min(at+most, s.end)})
			}
			return parts
		}
		start := s.start
		for at := s.start + 1; at+len(separator) <= s.end; at++ {
			if slices.Equal(text[at:at+len(separator)], separator) {
				parts = append(parts, span{start, at})
				start = at
			}
		}
		parts = append(parts, span{start, s.end})
		var held span
		flush := func() {
			if held.end > held.start {
				done = append(done, held)
			}
			held = span{}
		}
		for _, p := range parts {
			switch {
			case p.end-p.start > most:
				flush()
				done = append(done, split(p, separators[1:])...)
			case held.end == 0:
				held = p
			case p.end-held.start <= most:
				held.end = p.end
			default:
				flush()
				held = p
			}
		}
		flush()
		return done
	}
	var spans []span
	for _, s := range split(span{0, len(text)}, []string{"\n\n", "\n", ".", "?", "!", " ", ""}) {
		for s.start < s.end && unicode.IsSpace(text[s.start]) {
			s.start++
		}
		for s.end > s.start && unicode.IsSpace(text[s.end-1]) {
			s.end--
		}
		if s.end > s.start {
			spans = append(spans, s)
		}
	}
	return spans
}

package find

import (
	"cmp"
	"context"
	"encoding/csv"
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"maps"
	"math"
	"math/rand/v2"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/ignore"
	"github.com/segls/segls/internal/library"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/work"
)

var (
	questions = flag.String("questions", "", "ask the questions in this folder")
	works     = flag.String("works", "", "ask for headings and by links in the works in these folders, separated as in PATH")
	lengths   = flag.String("lengths", "", "the lengths of passages in words, such as 60..150; by default they depend on the query")
	half      = flag.Bool("half", false, "ask only the half of the questions that was not used to choose constants")
	only      = flag.String("only", "", "ask only in texts or works whose names match this expression")
)

// TestFindsMore measures how much of the answers to questions is in the first thousand words found, also by other ways to search.
func TestFindsMore(t *testing.T) {
	if *questions == "" && *works == "" {
		t.Skip("neither -questions nor -works names a folder")
	}
	var all []*trial
	if *questions != "" {
		all = append(all, openQuestions(t, *questions)...)
	}
	for _, pattern := range filepath.SplitList(*works) {
		found, _ := filepath.Glob(pattern)
		for _, folder := range found {
			all = append(all, openHeadings(t, folder), openLinks(t, folder))
		}
	}
	if *only != "" {
		isMeant := regexp.MustCompile(*only)
		all = slices.DeleteFunc(all, func(x *trial) bool { return !isMeant.MatchString(x.name) })
	}
	fmt.Printf("%-28s %5s", "", "asked")
	for _, w := range ways {
		fmt.Printf(" %10s", w.name)
	}
	fmt.Println()
	shares := make([][][]float64, len(ways)) // by way, trial and question
	for _, x := range all {
		if len(x.asked) < 20 {
			continue // too few for a result
		}
		for i, w := range ways {
			shares[i] = append(shares[i], x.ask(t, w.search))
		}
		x.print(shares)
	}
	fmt.Printf("%-28s %5s", "mean", "")
	for i := range ways {
		fmt.Printf(" %10.1f", 100*meanOf(shares[i]))
	}
	fmt.Println()
	for i, w := range ways[1:] {
		low, high := interval(shares[0], shares[i+1])
		fmt.Printf("find - %s: %+.1f, in 95 of 100 samples %+.1f to %+.1f\n", w.name, 100*(meanOf(shares[0])-meanOf(shares[i+1])), 100*low, 100*high)
	}
}

func (x *trial) print(shares [][][]float64) {
	fmt.Printf("%-28s %5d", x.name, len(x.asked))
	for i := range shares {
		fmt.Printf(" %10.1f", 100*mean(shares[i][len(shares[i])-1]))
	}
	fmt.Println()
}

func mean(list []float64) (m float64) {
	for _, x := range list {
		m += x / float64(len(list))
	}
	return m
}

// meanOf returns the mean of the means of trials.
func meanOf(trials [][]float64) (m float64) {
	for _, list := range trials {
		m += mean(list) / float64(len(trials))
	}
	return m
}

// interval returns the range of the difference between two means in 95 of 100 random samples of the questions.
func interval(a, b [][]float64) (low, high float64) {
	r := rand.New(rand.NewPCG(1, 1))
	means := make([]float64, 2000)
	for i := range means {
		for k := range a {
			sum := 0.0
			for range a[k] {
				q := r.IntN(len(a[k]))
				sum += a[k][q] - b[k][q]
			}
			means[i] += sum / float64(len(a[k])) / float64(len(a))
		}
	}
	slices.Sort(means)
	return means[len(means)*25/1000], means[len(means)*975/1000]
}

// trial is a set of questions about some texts.
type trial struct {
	name  string
	texts *shelf
	asked []question
}

type question struct {
	text    string
	answers []place
	isAny   bool // any one of the answers will do, in part
}

type place struct {
	name string
	span markup.Span
}

// mostRead is the number of words read.
const mostRead = 1000

// ask returns for each question the share of the answer that is found.
func (x *trial) ask(t *testing.T, search func(t *testing.T, s *shelf, asked []question) [][]place) []float64 {
	shares := make([]float64, len(x.asked))
	for i, found := range search(t, x.texts, x.asked) {
		shares[i] = x.asked[i].share(x.texts, x.texts.read(found))
	}
	return shares
}

// read cuts the passages off after mostRead words.
func (s *shelf) read(found []place) []place {
	left := mostRead
	var list []place
	for _, p := range found {
		if left == 0 {
			break
		}
		text := s.texts[p.name]
		isIn := false
		for i := p.span.Start; i < p.span.End; i++ {
			if is := text[i] > ' '; is != isIn {
				if isIn = is; is {
					if left == 0 {
						p.span.End = i
						break
					}
					left--
				}
			}
		}
		list = append(list, p)
	}
	return list
}

// share returns the share of the answers that has been read, in any place with the same text; 1 or 0 if any answer will do.
func (q question) share(s *shelf, read []place) float64 {
	both, all := 0, 0
	for _, a := range q.answers {
		all += a.span.Len()
		said, own := s.texts[a.name][a.span.Start:a.span.End], 0
		for _, r := range read {
			if !q.isAny && strings.Contains(s.texts[r.name][r.span.Start:r.span.End], said) {
				own = len(said)
				break
			}
			if r.name == a.name {
				own += max(0, min(a.span.End, r.span.End)-max(a.span.Start, r.span.Start))
			}
		}
		both += min(own, len(said))
	}
	if q.isAny {
		if both >= min(all, 20*bytesPerWord) {
			return 1
		}
		return 0
	}
	return float64(both) / float64(all)
}

// shelf holds texts in memory.
type shelf struct {
	names []string
	texts map[string]string
	index *library.Index
	units map[string][]place // by the name of the cut
	bm25s map[string]*bm25
}

func newShelf(texts map[string]string) *shelf {
	s := &shelf{names: slices.Sorted(maps.Keys(texts)), texts: texts, units: make(map[string][]place), bm25s: make(map[string]*bm25)}
	var r library.Reader
	var files []library.EncodedText
	for _, name := range s.names {
		f, _ := markup.ByFileName(name)
		files = append(files, library.EncodedText{Name: name, Encoded: string(r.Read(analysis.New(texts[name], f, analysis.Settings{}), name).Append(nil))})
	}
	s.index, _ = library.New(files)
	return s
}

func (s *shelf) Text(name string) (string, markup.Format, analysis.Settings, bool) {
	f, _ := markup.ByFileName(name)
	return s.texts[name], f, analysis.Defaults(), true
}

func (s *shelf) WordsWithPrefix(_ context.Context, letters string) ([]string, error) {
	all := make(map[string]bool)
	for _, text := range s.texts {
		maps.Copy(all, library.PlainWords([]byte(text)))
	}
	return library.WordsWithPrefix(slices.Sorted(maps.Keys(all)), letters), nil
}

// ways are the ways to search; the first is the one under test.
var ways = []struct {
	name   string
	search func(t *testing.T, s *shelf, asked []question) [][]place
}{
	{"find", byFind},
	{"rg", func(_ *testing.T, s *shelf, asked []question) [][]place { return s.byWords(asked) }},
	{"BM25 par.", byBM25(paragraphs)},
	{"windows", byWindows},
	{"1500 chars", byBM25(characters)},
	{"recursive", byBM25(recursive)},
	{"FTS5", byFTS5},
}

func byFind(t *testing.T, s *shelf, asked []question) [][]place {
	var o Options
	if *lengths != "" {
		if _, err := fmt.Sscanf(*lengths, "%d..%d", &o.Limits.MinWords, &o.Limits.MaxWords); err != nil {
			t.Fatal(err)
		}
	}
	o.Top = 100
	list := make([][]place, len(asked))
	for i, q := range asked {
		hits, err := Find(t.Context(), s.index, s, Parse(strings.ReplaceAll(q.text, `"`, " "), false), o)
		if err != nil {
			t.Fatal(err)
		}
		for _, h := range hits {
			list[i] = append(list[i], place{h.Name, h.Span})
		}
	}
	return list
}

// cut is a way to cut texts into units.
type cut struct {
	name string
	of   func(text string) []markup.Span
}

func (s *shelf) cut(by cut) []place {
	if s.units[by.name] == nil {
		for _, name := range s.names {
			for _, span := range by.of(s.texts[name]) {
				s.units[by.name] = append(s.units[by.name], place{name, span})
			}
		}
	}
	return s.units[by.name]
}

var (
	blank      = regexp.MustCompile(`\n[ \t]*\n\s*`)
	paragraphs = cut{"paragraphs", func(text string) []markup.Span { return between(text, blank.FindAllStringIndex(text, -1)) }}

	characters = cut{"characters", func(text string) (list []markup.Span) {
		n, start := 0, 0
		for i := range text {
			if n++; n > 1500 {
				list, start, n = append(list, markup.Span{Start: start, End: i}), i, 1
			}
		}
		return append(list, markup.Span{Start: start, End: len(text)})
	}}

	// recursive joins blocks between blank lines, or else lines, sentences or words, up to 1,500 bytes.
	recursive = cut{"recursive", func(text string) []markup.Span {
		return split(text, markup.Span{Start: 0, End: len(text)}, []string{"\n\n", "\n", ". ", " "})
	}}
)

// windows returns a cut into windows of the given number of words.
func windows(words int) cut {
	return cut{fmt.Sprint(words, " words"), func(text string) (list []markup.Span) {
		n, start, isIn := 0, 0, false
		for i := range len(text) {
			if is := text[i] > ' '; is != isIn {
				if isIn = is; is {
					if n++; n > words {
						list, start, n = append(list, markup.Span{Start: start, End: i}), i, 1
					}
				}
			}
		}
		return append(list, markup.Span{Start: start, End: len(text)})
	}}
}

// byWindows searches windows as long as the passages that find prefers for the question.
func byWindows(t *testing.T, s *shelf, asked []question) [][]place {
	list := make([][]place, len(asked))
	for _, words := range []int{(minForWords + maxForWords) / 2, (minForQuestion + maxForQuestion) / 2} {
		found := byBM25(windows(words))(t, s, asked)
		for i, q := range asked {
			f := &search{index: s.index, texts: s, query: Parse(q.text, false)}
			if err := f.resolveWords(t.Context()); err != nil {
				t.Fatal(err)
			}
			if f.chooseLengths(); f.preferred() == words {
				list[i] = found[i]
			}
		}
	}
	return list
}

func split(text string, s markup.Span, separators []string) (list []markup.Span) {
	const most = 1500
	if s.Len() <= most || len(separators) == 0 {
		return []markup.Span{s}
	}
	held := markup.Span{Start: s.Start, End: s.Start}
	flush := func(to int) {
		if held.Len() > 0 {
			list = append(list, held)
		}
		held = markup.Span{Start: to, End: to}
	}
	for at := s.Start; at < s.End; {
		end := s.End
		if i := strings.Index(text[at:s.End], separators[0]); i >= 0 {
			end = at + i + len(separators[0])
		}
		switch {
		case end-at > most:
			flush(end)
			list = append(list, split(text, markup.Span{Start: at, End: end}, separators[1:])...)
		case end-held.Start > most:
			flush(at)
			held.End = end
		default:
			held.End = end
		}
		at = end
	}
	flush(s.End)
	return list
}

func between(text string, gaps [][]int) (list []markup.Span) {
	start := 0
	for _, g := range append(gaps, []int{len(text), len(text)}) {
		if g[0] > start {
			list = append(list, markup.Span{Start: start, End: g[0]})
		}
		start = g[1]
	}
	return list
}

// byWords returns the paragraphs that have some of the words, as a search with ripgrep would. Those with most of the
// words come first, because a patient reader would look for these.
func (s *shelf) byWords(asked []question) [][]place {
	units := s.cut(paragraphs)
	sets := make([]map[string]bool, len(units))
	for i, u := range units {
		sets[i] = make(map[string]bool)
		for _, w := range lowerWords(s.texts[u.name][u.span.Start:u.span.End]) {
			sets[i][w] = true
		}
	}
	list := make([][]place, len(asked))
	for k, q := range asked {
		var words []string
		for _, w := range lowerWords(q.text) {
			if language.Default.Vocabulary.ClassOf(w) != language.Stop {
				words = append(words, w)
			}
		}
		has := make([]int, len(units))
		var order []int
		for i := range units {
			for _, w := range words {
				if sets[i][w] {
					has[i]++
				}
			}
			if has[i] > 0 {
				order = append(order, i)
			}
		}
		slices.SortStableFunc(order, func(a, b int) int { return has[b] - has[a] })
		for _, i := range order {
			list[k] = append(list[k], units[i])
		}
	}
	return list
}

func lowerWords(text string) []string {
	return strings.FieldsFunc(strings.ToLower(text), func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
}

// bm25 is an index of texts for BM25 with the usual constants.
type bm25 struct {
	in      map[string]map[int]float64
	lengths []float64
	sum     float64
}

func byBM25(by cut) func(*testing.T, *shelf, []question) [][]place {
	return func(_ *testing.T, s *shelf, asked []question) [][]place {
		units := s.cut(by)
		x := s.bm25s[by.name]
		if x == nil {
			x = &bm25{in: make(map[string]map[int]float64)}
			for i, u := range units {
				words := lowerWords(s.texts[u.name][u.span.Start:u.span.End])
				for _, w := range words {
					if x.in[w] == nil {
						x.in[w] = make(map[int]float64)
					}
					x.in[w][i]++
				}
				x.lengths = append(x.lengths, float64(len(words)))
				x.sum += float64(len(words))
			}
			s.bm25s[by.name] = x
		}
		list := make([][]place, len(asked))
		for k, q := range asked {
			for _, i := range x.best(q.text) {
				list[k] = append(list[k], units[i])
			}
		}
		return list
	}
}

func (x *bm25) best(text string) []int {
	const k1, b = 1.5, .75
	scores := make(map[int]float64)
	n, average := float64(len(x.lengths)), x.sum/float64(len(x.lengths))
	for _, w := range lowerWords(text) {
		idf := math.Log(1 + (n-float64(len(x.in[w]))+.5)/(float64(len(x.in[w]))+.5))
		for i, tf := range x.in[w] {
			scores[i] += idf * tf * (k1 + 1) / (tf + k1*(1-b+b*x.lengths[i]/average))
		}
	}
	return slices.SortedFunc(maps.Keys(scores), func(a, b int) int { return cmp.Or(cmp.Compare(scores[b], scores[a]), a-b) })
}

// byFTS5 searches sections with the program sqlite3 and its stemmer.
func byFTS5(t *testing.T, s *shelf, asked []question) [][]place {
	list := make([][]place, len(asked))
	if _, err := exec.LookPath("sqlite3"); err != nil {
		t.Log("sqlite3 is missing")
		return list
	}
	var units []place
	var sql strings.Builder
	sql.WriteString("create virtual table t using fts5(title, body, tokenize='porter unicode61');\nbegin;\n")
	quote := func(text string) string {
		return "'" + strings.ReplaceAll(strings.ReplaceAll(text, "'", "''"), "\x00", "") + "'"
	}
	for _, name := range s.names {
		f, _ := markup.ByFileName(name)
		d := analysis.New(s.texts[name], f, analysis.Settings{})
		starts, titles := []int{0}, []string{name}
		for _, x := range d.Sections() {
			if x.Span.Start > 0 {
				starts, titles = append(starts, x.Span.Start), append(titles, x.Title)
			}
		}
		for i, at := range starts {
			end := len(s.texts[name])
			if i+1 < len(starts) {
				end = starts[i+1]
			}
			fmt.Fprintf(&sql, "insert into t(rowid, title, body) values(%d, %s, %s);\n", len(units), quote(titles[i]), quote(s.texts[name][at:end]))
			units = append(units, place{name, markup.Span{Start: at, End: end}})
		}
	}
	sql.WriteString("commit;\n")
	for k, q := range asked {
		var words []string
		for _, w := range lowerWords(q.text) {
			words = append(words, `"`+w+`"`)
		}
		fmt.Fprintf(&sql, "select %d, rowid from t where t match %s order by rank limit 100;\n", k, quote(strings.Join(words, " OR ")))
	}
	cmd := exec.Command("sqlite3", ":memory:")
	cmd.Stdin = strings.NewReader(sql.String())
	out, err := cmd.Output()
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(out)) {
		k, row, _ := strings.Cut(strings.TrimSpace(line), "|")
		i, _ := strconv.Atoi(k)
		unit, _ := strconv.Atoi(row)
		list[i] = append(list[i], units[unit])
	}
	return list
}

// openQuestions reads a benchmark of questions with the offsets of their answers. All its texts are in one index.
func openQuestions(t *testing.T, folder string) (trials []*trial) {
	t.Helper()
	f, err := os.Open(filepath.Join(folder, "questions_df.csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	texts := make(map[string]string)
	of := make(map[string]*trial)
	seen := make(map[string]int)
	for _, row := range rows[1:] {
		name := row[2] + ".md"
		if of[name] == nil {
			content, err := os.ReadFile(filepath.Join(folder, "corpora", name))
			if err != nil {
				t.Fatal(err)
			}
			texts[name] = string(content)
			of[name] = &trial{name: row[2]}
		}
		var references []struct {
			Start int `json:"start_index"` // in code points
			End   int `json:"end_index"`
		}
		if err := json.Unmarshal([]byte(row[1]), &references); err != nil {
			t.Fatal(err)
		}
		q := question{text: row[0]}
		runes := []rune(texts[name])
		for _, r := range references {
			if r.End > len(runes) {
				continue // the question is not about this text
			}
			start := len(string(runes[:r.Start]))
			q.answers = append(q.answers, place{name, markup.Span{Start: start, End: start + len(string(runes[r.Start:r.End]))}})
		}
		if q.answers = apart(q.answers); len(q.answers) > 0 {
			if seen[name]++; *half && seen[name]%2 == 1 {
				continue
			}
			of[name].asked = append(of[name].asked, q)
		}
	}
	s := newShelf(texts)
	for _, name := range s.names {
		of[name].texts = s
		trials = append(trials, of[name])
	}
	return trials
}

// apart joins answers that overlap or touch.
func apart(list []place) (joined []place) {
	slices.SortFunc(list, func(a, b place) int { return a.span.Start - b.span.Start })
	for _, p := range list {
		if n := len(joined); n > 0 && p.span.Start <= joined[n-1].span.End {
			joined[n-1].span.End = max(joined[n-1].span.End, p.span.End)
			continue
		}
		joined = append(joined, p)
	}
	return joined
}

func textsIn(t *testing.T, folder string) (texts map[string]string, sites []link.Site) {
	t.Helper()
	fsys, done, err := ignore.OpenVisible(folder)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = done() }()
	texts = make(map[string]string)
	for name, about := range link.LinkableFiles(fsys, ".") {
		if text, err := fs.ReadFile(fsys, name); err == nil && about.Size() < 1<<20 {
			texts[name] = string(text)
		}
	}
	if w, ok := work.Read(fsys, "."); ok {
		sites = append(sites, link.SiteOf(fsys, w))
	}
	return texts, sites
}

// mostAsked is the greatest number of questions about a work.
const mostAsked = 100

func thinned(list []question) []question {
	every := (len(list) + mostAsked - 1) / mostAsked
	var some []question
	for i := 0; every > 0 && i < len(list); i += every {
		some = append(some, list[i])
	}
	return some
}

// openHeadings asks for headings in a work: the answer to each is the text below it. The texts to search lack them.
func openHeadings(t *testing.T, folder string) *trial {
	x := &trial{name: path.Base(filepath.ToSlash(folder)) + ", headings"}
	texts, _ := textsIn(t, folder)
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		f, _ := markup.ByFileName(name)
		d := analysis.New(texts[name], f, analysis.Settings{})
		var b strings.Builder
		at := 0
		type below struct {
			title      string
			start, end int
		}
		var list []below
		for _, block := range d.Blocks() {
			if block.Kind != markup.Heading || block.Span.Start < at || block.Span.Start == 0 {
				continue
			}
			b.WriteString(d.Text.String()[at:block.Span.Start])
			if len(list) > 0 {
				list[len(list)-1].end = b.Len()
			}
			list = append(list, below{title: d.Format.Title(d.Text.String(), block), start: b.Len()})
			at = block.Span.End
		}
		b.WriteString(d.Text.String()[at:])
		if len(list) > 0 {
			list[len(list)-1].end = b.Len()
		}
		texts[name] = b.String()
		for _, q := range list {
			if len(strings.Fields(texts[name][q.start:q.end])) >= 50 && says(q.title) >= 2 {
				x.asked = append(x.asked, question{text: q.title, answers: []place{{name, markup.Span{Start: q.start, End: q.end}}}, isAny: true})
			}
		}
	}
	x.texts, x.asked = newShelf(texts), thinned(x.asked)
	return x
}

// says returns the number of content words in a text.
func says(text string) (n int) {
	for _, w := range lowerWords(text) {
		if language.Default.Vocabulary.ClassOf(w) == language.Content {
			n++
		}
	}
	return n
}

var linkText = regexp.MustCompile(`\[([^\[\]]*)\]$`)

// openLinks asks for the words of links in a work: the answer to each is the linked file. The texts to search lack them.
func openLinks(t *testing.T, folder string) *trial {
	x := &trial{name: path.Base(filepath.ToSlash(folder)) + ", links"}
	texts, sites := textsIn(t, folder)
	links := link.NewIndex(sites, maps.All(texts))
	without := maps.Clone(texts)
	asked := make(map[string]question)
	for _, name := range slices.Sorted(maps.Keys(texts)) {
		for _, l := range links.Links(name) {
			to, ok := links.Follow(name, l)
			if !ok || l.Includes() || to.Path == name || texts[to.Path] == "" {
				continue
			}
			before := texts[name][:l.Start]
			i := strings.LastIndexByte(before, '[')
			if i < 0 || l.Start-i > 120 {
				continue
			}
			words := linkText.FindStringSubmatch(strings.TrimRight(before[i:], "( \t<"))
			if words == nil || says(words[1]) < 2 {
				continue
			}
			blanked := []byte(without[name])
			for k := i; k < l.Start; k++ {
				blanked[k] = ' '
			}
			without[name] = string(blanked)
			asked[words[1]+to.Path] = question{text: words[1], answers: []place{{to.Path, markup.Span{Start: 0, End: len(texts[to.Path])}}}, isAny: true}
		}
	}
	for _, key := range slices.Sorted(maps.Keys(asked)) {
		x.asked = append(x.asked, asked[key])
	}
	x.texts, x.asked = newShelf(without), thinned(x.asked)
	return x
}

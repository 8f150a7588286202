package lab

import (
	"bufio"
	"cmp"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"runtime"
	"slices"
	"strings"
	"sync"
	"text/tabwriter"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/console"
)

// The quality of titles is measured against authors' headings. Titles are not made from these, which are not prose:
// every section is treated as a fragment, and its title is compared, stem by stem, with the heading. The baselines are
// the section's most frequent words and its first words.

const (
	leastSectionWords = 40 // a shorter section says too little about its topic
	comparedTerms     = 3
	openingWords      = openingOfTitle
	neighbourhood     = 4 // sections on each side among which a title should be unique
)

// describers are the descriptions compared with the headings.
var describers = []string{"title", "terms", "2 most frequent words", "3 most frequent words", "first words"}

// agreement measures how far words agree with a heading. Over several sections it is a sum or a mean.
type agreement struct{ hit, precision, recall, f1 float64 }

func (a agreement) plus(b agreement) agreement {
	return agreement{a.hit + b.hit, a.precision + b.precision, a.recall + b.recall, a.f1 + b.f1}
}

func (a agreement) dividedBy(n int) agreement {
	by := 1 / float64(max(1, n))
	return agreement{a.hit * by, a.precision * by, a.recall * by, a.f1 * by}
}

func (a agreement) values() [4]float64 { return [4]float64{a.hit, a.precision, a.recall, a.f1} }

// compareTerms compares the stems of a description with those of a heading.
func compareTerms(said, heading map[language.Term]bool) agreement {
	common := 0.0
	for t := range said {
		if heading[t] {
			common++
		}
	}
	if common == 0 {
		return agreement{}
	}
	precision, recall := common/float64(len(said)), common/float64(len(heading))
	return agreement{1, precision, recall, 2 * precision * recall / (precision + recall)}
}

// titledSection is a section of a document with its descriptions.
type titledSection struct {
	path, heading string
	line          int
	words         int
	title         string
	terms         []string
	isRepeated    bool // a section near it has the same title
	each          [5]agreement
}

// titledDocument is a document with its sections.
type titledDocument struct {
	path, language string
	sections       []titledSection
}

// readTitledSections reads the sections of a document that are long enough and have a heading with content words.
func readTitledSections(path, text string, format markup.Format, s analysis.Settings) titledDocument {
	// Let only headings be boundaries.
	s.Method, s.Headings, s.SceneBreaks = analysis.MethodPaper, analysis.HeadingsHard, analysis.HeadingsIgnore
	s.PreferredWords, s.Scaling, s.MinWords, s.MaxWords = 1_000_000, 1000, 0, 0
	d := analysis.New(text, format, s, "method", "headings", "scene-breaks", "preferred-words", "scaling", "min-words", "max-words")
	r := titledDocument{path: path, language: d.Language.Name}
	titles := make([]string, len(d.Fragments()))
	for i, f := range d.Fragments() {
		titles[i] = f.Title().Text
	}
	for i, f := range d.Fragments() {
		if f.Section < 0 || f.Words < leastSectionWords {
			continue
		}
		heading := d.Sections()[f.Section]
		stems := stemsOf(d.Language, heading.Title)
		if len(stems) == 0 {
			continue
		}
		t := titledSection{
			path: path, heading: heading.Title, line: 1 + d.Text.LineAt(heading.Span.Start), words: f.Words,
			title: titles[i], terms: f.Terms(),
		}
		for k := max(0, i-neighbourhood); k < min(len(titles), i+neighbourhood+1); k++ {
			t.isRepeated = t.isRepeated || k != i && titles[i] != "" && strings.EqualFold(titles[k], titles[i])
		}
		frequent, opening := countTerms(d, f)
		for k, said := range []map[language.Term]bool{
			stemsOf(d.Language, t.title),
			stemsOf(d.Language, t.terms[:min(comparedTerms, len(t.terms))]...),
			setOf(frequent[:min(2, len(frequent))]), setOf(frequent[:min(3, len(frequent))]),
			opening,
		} {
			t.each[k] = compareTerms(said, stems)
		}
		r.sections = append(r.sections, t)
	}
	return r
}

// countTerms returns the content words of a fragment, the most frequent first, and those among its first words.
func countTerms(d *analysis.Document, f analysis.Fragment) (frequent []language.Term, opening map[language.Term]bool) {
	count := make(map[language.Term]int)
	opening = make(map[language.Term]bool)
	read := 0
	for p := f.First; p < f.End; p++ {
		d.Language.Vocabulary.Words(d.Paragraph(p).Prose(), func(w language.Word, _, _ int) {
			if w.Class == language.Content {
				if count[w.Term]++; count[w.Term] == 1 {
					frequent = append(frequent, w.Term)
				}
				if read < openingWords {
					opening[w.Term] = true
				}
			}
			read++
		})
	}
	slices.SortStableFunc(frequent, func(a, b language.Term) int { return cmp.Compare(count[b], count[a]) })
	return frequent, opening
}

func stemsOf(l *language.Language, texts ...string) map[language.Term]bool {
	stems := make(map[language.Term]bool)
	for _, text := range texts {
		l.Vocabulary.Words([]byte(text), func(w language.Word, _, _ int) {
			if w.Class == language.Content {
				stems[w.Term] = true
			}
		})
	}
	return stems
}

func setOf(terms []language.Term) map[language.Term]bool {
	set := make(map[language.Term]bool)
	for _, t := range terms {
		set[t] = true
	}
	return set
}

// titleScore measures how well the sections of one language are described.
type titleScore struct {
	language            string
	documents, sections int
	repeated            float64 // share of titles that a section nearby has, too
	each                [5]struct{ mean, from, to agreement }
	titled              []titledSection
}

// averageByLanguage averages documents by language, the one with the most sections first. Whole documents are sampled
// for the intervals (see [evaluate]), because the sections of a document are alike.
func averageByLanguage(documents []titledDocument) []titleScore {
	byLanguage := make(map[string][]titledDocument)
	for _, d := range documents {
		if len(d.sections) > 0 {
			byLanguage[d.language] = append(byLanguage[d.language], d)
		}
	}
	var scores []titleScore
	for name, documents := range byLanguage {
		s := titleScore{language: name, documents: len(documents)}
		sums := make([][5]agreement, len(documents))
		for i, d := range documents {
			for _, t := range d.sections {
				for k, a := range t.each {
					sums[i][k] = sums[i][k].plus(a)
				}
				if t.isRepeated {
					s.repeated++
				}
			}
			s.sections += len(d.sections)
			s.titled = append(s.titled, d.sections...)
		}
		s.repeated /= float64(s.sections)
		random := rand.New(rand.NewPCG(3, 3))
		var drawn [5][]agreement
		for range resamples {
			var sum [5]agreement
			n := 0
			for range documents {
				i := random.IntN(len(documents))
				n += len(documents[i].sections)
				for k := range sum {
					sum[k] = sum[k].plus(sums[i][k])
				}
			}
			for k := range sum {
				drawn[k] = append(drawn[k], sum[k].dividedBy(n))
			}
		}
		for k := range s.each {
			var sum agreement
			for i := range documents {
				sum = sum.plus(sums[i][k])
			}
			s.each[k].mean = sum.dividedBy(s.sections)
			s.each[k].from, s.each[k].to = agreementInterval(drawn[k])
		}
		scores = append(scores, s)
	}
	slices.SortFunc(scores, func(a, b titleScore) int {
		return cmp.Or(cmp.Compare(b.sections, a.sections), cmp.Compare(a.language, b.language))
	})
	return scores
}

func agreementInterval(drawn []agreement) (from, to agreement) {
	bound := func(value func(*agreement) *float64) {
		values := make([]float64, len(drawn))
		for i := range drawn {
			values[i] = *value(&drawn[i])
		}
		*value(&from), *value(&to) = middle95(values)
	}
	bound(func(a *agreement) *float64 { return &a.hit })
	bound(func(a *agreement) *float64 { return &a.precision })
	bound(func(a *agreement) *float64 { return &a.recall })
	bound(func(a *agreement) *float64 { return &a.f1 })
	return from, to
}

// writeTitles measures the titles of the documents at the given paths.
func (e evaluator) writeTitles(w io.Writer, paths []string, format string) error {
	type text struct {
		path, content string
		format        markup.Format
	}
	var texts []text
	var problems corpusErrors
	for _, p := range paths {
		err := walkTexts(p, func(_, file, content string) {
			if f, isKnown := markup.ByFileName(file); isKnown && f.Name != markup.PlainText.Name {
				texts = append(texts, text{file, content, f})
			}
		})
		if unread := skippedErrors(nil); errors.As(err, &unread) {
			for _, err := range unread {
				e.unread(err)
			}
		} else if err != nil {
			problems = append(problems, err)
		}
	}
	if problems != nil {
		return problems
	}
	documents := make([]titledDocument, len(texts))
	var workers sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		workers.Go(func() {
			for i := range next {
				documents[i] = readTitledSections(texts[i].path, texts[i].content, texts[i].format, e.settings)
			}
		})
	}
	for i := range texts {
		next <- i
	}
	close(next)
	workers.Wait()
	scores := averageByLanguage(documents)
	if len(scores) == 0 {
		return fmt.Errorf("no section of at least %d words under a heading in %s", leastSectionWords, strings.Join(paths, ", "))
	}
	if format == "json" {
		return e.writeTitlesJSON(w, scores)
	}
	return e.writeTitlesText(w, scores)
}

func (e evaluator) writeTitlesText(w io.Writer, scores []titleScore) error {
	b := bufio.NewWriter(w)
	fmt.Fprintln(b, "stems in common with the author's heading, in percent with 95 % intervals")
	for _, s := range scores {
		fmt.Fprintf(b, "\n%s: %s, %s, %s %% of the titles repeated near by\n\n", s.language, console.FormatCount(s.documents, "document"), console.FormatCount(s.sections, "section"), formatPercent(s.repeated))
		table := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
		fmt.Fprintln(table, "\thit\t\tprecision\t\trecall\t\tF1\t")
		for k, name := range describers {
			fmt.Fprint(table, name)
			x := s.each[k]
			for i, v := range x.mean.values() {
				fmt.Fprintf(table, "\t%s\t[%s, %s]", formatPercent(v), formatPercent(x.from.values()[i]), formatPercent(x.to.values()[i]))
			}
			fmt.Fprintln(table)
		}
		if err := table.Flush(); err != nil {
			return err
		}
		if !e.eachDocument {
			continue
		}
		fmt.Fprintln(b)
		for _, t := range s.titled {
			fmt.Fprintf(b, "%s:%d\n  heading  %s\n  title    %s\n  terms    %s\n", console.EscapeForTerminal(t.path), t.line, console.EscapeForTerminal(t.heading), console.EscapeForTerminal(t.title), console.EscapeForTerminal(strings.Join(t.terms, ", ")))
		}
	}
	return b.Flush()
}

// titlesJSON is the output of `segls evaluate --titles --format json`; shares and scores are between 0 and 1.
type titlesJSON struct {
	Languages []titleLanguageJSON `json:"languages"`
}

type titleLanguageJSON struct {
	Language  string                   `json:"language"`
	Documents int                      `json:"documents"`
	Sections  int                      `json:"sections"`
	Repeated  float64                  `json:"repeated"`
	Measures  map[string]agreementJSON `json:"measures"`
	Each      []titledJSON             `json:"each,omitempty"`
}

type agreementJSON struct {
	Hit       float64               `json:"hit"`
	Precision float64               `json:"precision"`
	Recall    float64               `json:"recall"`
	F1        float64               `json:"f1"`
	Intervals map[string][2]float64 `json:"intervals"`
}

type titledJSON struct {
	Path    string   `json:"path"`
	Line    int      `json:"line"` // of the heading
	Words   int      `json:"words"`
	Heading string   `json:"heading"`
	Title   string   `json:"title"`
	Terms   []string `json:"terms"`
}

func (e evaluator) writeTitlesJSON(w io.Writer, scores []titleScore) error {
	var j titlesJSON
	for _, s := range scores {
		l := titleLanguageJSON{Language: s.language, Documents: s.documents, Sections: s.sections, Repeated: s.repeated, Measures: make(map[string]agreementJSON)}
		for k, name := range describers {
			x := s.each[k]
			l.Measures[strings.ReplaceAll(name, " ", "-")] = agreementJSON{
				x.mean.hit, x.mean.precision, x.mean.recall, x.mean.f1, map[string][2]float64{
					"hit": {x.from.hit, x.to.hit}, "precision": {x.from.precision, x.to.precision},
					"recall": {x.from.recall, x.to.recall}, "f1": {x.from.f1, x.to.f1},
				},
			}
		}
		for _, t := range s.titled {
			if e.eachDocument {
				l.Each = append(l.Each, titledJSON{t.path, t.line, t.words, t.heading, t.title, append([]string{}, t.terms...)})
			}
		}
		j.Languages = append(j.Languages, l)
	}
	return console.EncodeJSON(w, j)
}

var errTitlesAlone = errors.New("--titles measures titles alone, so it cannot be combined with --compare, --count, --levels or --stability")

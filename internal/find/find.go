package find

import (
	"cmp"
	"context"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/chunk"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/library"
)

// Texts are the texts of a library as they are now. Several goroutines read them.
type Texts interface {
	// Text is a text, with its format and the settings that hold for it; false if it has vanished.
	Text(name string) (content string, f markup.Format, s analysis.Settings, ok bool)

	// Beginning are words of the texts, in lower case, that begin with some letters: those that most texts have.
	Beginning(ctx context.Context, letters string) ([]string, error)
}

// Options say what the passages are to be like.
type Options struct {
	Limits    chunk.Limits
	Preferred int // words; 0 is half way between the limits
	Top       int // passages at most
}

// The lengths of passages, in words, unless somebody asks for others: so long that one makes sense alone, so short that
// many places are seen (docs/research/find.md).
const (
	DefaultMinWords = 60
	DefaultMaxWords = 150
)

// Hit is a passage that answers.
type Hit struct {
	Name    string   // of its text
	Title   string   // a heading, or what it is about
	Section []string // the titles above it, the outermost first
	Span    markup.Span
	Text    string
	Line    int // where it begins, counted from 0
	Char    int // and in code points
	Words   int
	Tokens  int // under a limit in tokens
	Score   float64

	Answer Answer
	Also   []Place // where nearly the same stands
}

// Answer is the sentence of a passage that has most of the words.
type Answer struct {
	Text  string        // as a reader sees it, on one line
	Marks []markup.Span // the words in it
	At    markup.Span   // the first of them in the file
	Line  int           // of that place, counted from 0
	Start int           // of that line, in the file
}

// Parts are what stands between the words, and the words, by turns.
func (a Answer) Parts() []string {
	parts := make([]string, 0, 2*len(a.Marks)+1)
	at := 0
	for _, m := range a.Marks {
		parts = append(parts, a.Text[at:m.Start], a.Text[m.Start:m.End])
		at = m.End
	}
	return append(parts, a.Text[at:])
}

// Place is where something stands.
type Place struct {
	Name string
	Span markup.Span
	Line int
}

// Find are the passages that answer a query, the best first.
func Find(ctx context.Context, x *library.Index, texts Texts, q Query, o Options) ([]Hit, error) {
	s := &search{index: x, texts: texts, options: o, query: q}
	if err := s.prepare(ctx); err != nil || len(s.words) == 0 {
		return nil, err
	}
	if err := s.read(ctx, x.Candidates(s.words, s.required, mostCandidates)); err != nil {
		return nil, err
	}
	var hits []Hit
	for _, p := range dropNearCopies(s.answers(), o.Top) {
		hits = append(hits, s.hit(p))
	}
	return hits, nil
}

// answers are the passages that answer, the best first.
func (s *search) answers() []*passage {
	slices.SortFunc(s.found, compareScores)
	isKnown := func(p *passage) bool { return p.known >= minShare*s.total }
	if !slices.ContainsFunc(s.found, isKnown) {
		return nil
	}
	weights := make(map[*stretch]float64)
	for _, p := range s.found {
		weight := cmp.Or(weights[p.stretch], 1)
		weights[p.stretch] = weight * repeatedWeight
		p.score *= weight
	}
	slices.SortFunc(s.found, compareScores)
	enough := minScoreShare * s.found[0].score
	return slices.DeleteFunc(s.found, func(p *passage) bool { return p.score < enough })
}

func compareScores(a, b *passage) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.name, b.name), a.span.Start-b.span.Start)
}

// mostCandidates are the fragments that are read again.
const mostCandidates = 60

// search is a query under way.
type search struct {
	index   *library.Index
	texts   Texts
	options Options
	query   Query

	words    []library.Word
	required [][]library.Word // those of phrases
	without  []library.Word   // words that no passage has
	total    float64          // what all words say

	mu    sync.Mutex // guards what follows
	found []*passage
}

// prepare looks the words of the query up.
func (s *search) prepare(ctx context.Context) error {
	seen := make(map[string]bool)
	for _, written := range s.query.Words {
		if plain := library.WithoutAccents(written); !seen[plain] {
			seen[plain] = true
			if w, says := s.index.Word(written); says {
				s.add(w)
			}
		}
	}
	for _, letters := range s.query.Prefix {
		words, err := s.texts.Beginning(ctx, letters)
		if err != nil {
			return err
		}
		any := []library.Word{}
		for _, written := range append(words, letters) {
			if w, says := s.index.Word(written); says {
				any = append(any, w)
			}
		}
		if len(any) > 0 {
			s.add(s.index.AnyOf(any))
		}
	}
	for _, phrase := range s.query.Phrases {
		var all []library.Word
		for _, written := range phrase {
			if w, says := s.index.Word(written); says && !w.IsStop {
				all = append(all, w)
			}
		}
		s.required = append(s.required, all)
	}
	for _, out := range s.query.Without {
		if len(out) == 1 {
			w, _ := s.index.Word(out[0])
			s.without = append(s.without, w)
		}
	}
	return nil
}

func (s *search) add(w library.Word) {
	s.words = append(s.words, w)
	s.total += float64(w.Rarity)
}

// read reads the texts of candidates again.
func (s *search) read(ctx context.Context, candidates []library.Candidate) error {
	of := make(map[string][]library.Candidate)
	var names []string
	for _, c := range candidates {
		if of[c.Name] == nil {
			names = append(names, c.Name)
		}
		of[c.Name] = append(of[c.Name], c)
	}
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(runtime.GOMAXPROCS(0))
	for _, name := range names {
		group.Go(func() error {
			if err := ctx.Err(); err != nil {
				return err
			}
			return s.readText(ctx, name, of[name])
		})
	}
	return group.Wait()
}

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

// Texts gives access to the texts of a library. Its methods must be safe for concurrent use.
type Texts interface {
	// Text returns a text, with its format and settings; false if it does not exist any more.
	Text(name string) (content string, f markup.Format, s analysis.Settings, ok bool)

	// WordsWithPrefix returns words of the texts, in lower case, that begin with these letters.
	WordsWithPrefix(ctx context.Context, letters string) ([]string, error)
}

// Options selects the passages to return. Without limits their lengths depend on the query: short for a few words, longer for a question
// (docs/research/find.md). With only a preferred length, they are about that long.
type Options struct {
	Limits    chunk.Limits
	Preferred int // words; 0 means halfway between the limits
	Top       int // greatest number of passages

	// MinScore is the minimum score of a passage. Scores can be compared only among the passages for the same query.
	MinScore float64
}

// Hit is a passage that answers a query.
type Hit struct {
	Name    string   // of its text
	Title   string   // a heading, or the passage's own title
	Section []string // the titles above it, the outermost first
	Span    markup.Span
	Text    string
	Line    int // first line, counted from 0
	Char    int // start in code points
	Words   int
	Tokens  int // set under a limit in tokens
	Score   float64

	Answer BestSentence
	Also   []Location // places with nearly the same text
}

// BestSentence is the sentence of a passage in which the query's words have the greatest weight.
type BestSentence struct {
	Text  string        // as a reader sees it, on one line; only a part if it is long
	Marks []markup.Span // the words in it
	At    markup.Span   // the first of the words, in the file
	Line  int           // line of At, counted from 0
	Start int           // start of that line, in the file
}

// SplitAtMatches returns the text between the words, and the words, alternately.
func (a BestSentence) SplitAtMatches() []string {
	parts := make([]string, 0, 2*len(a.Marks)+1)
	at := 0
	for _, m := range a.Marks {
		parts = append(parts, a.Text[at:m.Start], a.Text[m.Start:m.End])
		at = m.End
	}
	return append(parts, a.Text[at:])
}

// Location is a place in a text.
type Location struct {
	Name string
	Span markup.Span
	Line int
}

// Find returns the passages that answer a query, the best first.
func Find(ctx context.Context, x *library.Index, texts Texts, q Query, o Options) ([]Hit, error) {
	s := &search{index: x, texts: texts, options: o, query: q}
	if err := s.resolveWords(ctx); err != nil || len(s.words) == 0 {
		return nil, err
	}
	s.chooseLengths()
	if err := s.read(ctx, x.Candidates(s.words, s.required, mostCandidates)); err != nil {
		return nil, err
	}
	var hits []Hit
	for _, p := range dropNearCopies(s.rankedPassages(), o.Top) {
		hits = append(hits, s.newHit(p))
	}
	return hits, nil
}

// rankedPassages returns the passages that answer the query, the best first.
func (s *search) rankedPassages() []*passage {
	var all []*passage
	for _, x := range s.stretches {
		for _, p := range x.found {
			s.score(p)
		}
		addNeighbourScores(x.found)
		all = append(all, merge(x.found, s.options.Limits)...)
	}
	slices.SortFunc(all, compareScores)
	isKnown := func(p *passage) bool { return p.known >= minShare*s.total }
	if !slices.ContainsFunc(all, isKnown) {
		return nil
	}
	enough := max(s.options.MinScore, minScoreShare*all[0].score)
	return slices.DeleteFunc(all, func(p *passage) bool { return p.score < enough })
}

func compareScores(a, b *passage) int {
	return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.name, b.name), a.span.Start-b.span.Start)
}

// mostCandidates is the greatest number of fragments that are read again.
const mostCandidates = 60

// search is a running query.
type search struct {
	index   *library.Index
	texts   Texts
	options Options
	query   Query

	words    []library.SearchWord
	required [][]library.SearchWord // for each phrase, its words
	without  []library.SearchWord   // words that no passage may have
	total    float64                // the weight of all words

	mu        sync.Mutex // guards the fields below
	stretches []*stretch
}

// resolveWords looks up the words of the query in the index.
func (s *search) resolveWords(ctx context.Context) error {
	seen := make(map[string]bool)
	for _, written := range s.query.Words {
		if plain := library.LowerWithoutAccents(written); !seen[plain] {
			seen[plain] = true
			if w, says := s.index.ResolveWord(written); says {
				s.add(w)
			}
		}
	}
	begun := make(map[string]library.SearchWord)
	for _, letters := range s.query.Prefix {
		words, err := s.texts.WordsWithPrefix(ctx, letters)
		if err != nil {
			return err
		}
		any := []library.SearchWord{}
		for _, written := range append(words, letters) {
			if w, says := s.index.ResolveWord(written); says {
				any = append(any, w)
			}
		}
		if len(any) > 0 {
			begun[letters] = s.index.AnyOf(any)
			s.add(begun[letters])
		}
	}
	for _, phrase := range s.query.Phrases {
		var all []library.SearchWord
		for _, written := range phrase {
			if w, isBegun := begun[written]; isBegun && isOneUnspacedLetter(phrase) {
				all = append(all, w)
			} else if w, says := s.index.ResolveWord(written); says && !w.IsStop {
				all = append(all, w)
			}
		}
		s.required = append(s.required, all)
	}
	for _, out := range s.query.Without {
		if len(out) == 1 {
			w, _ := s.index.ResolveWord(out[0])
			s.without = append(s.without, w)
		}
	}
	return nil
}

// chooseLengths sets the lengths of passages if no limits are given.
func (s *search) chooseLengths() {
	switch l := &s.options.Limits; {
	case max(l.MinWords, l.MaxWords, l.MaxChars, l.MaxTokens) > 0:
	case s.options.Preferred > 0:
		l.MinWords, l.MaxWords = s.options.Preferred*2/3, s.options.Preferred*3/2
	case len(s.words) <= fewWords:
		l.MinWords, l.MaxWords = minForWords, maxForWords
	default:
		l.MinWords, l.MaxWords = minForQuestion, maxForQuestion
	}
}

func (s *search) add(w library.SearchWord) {
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

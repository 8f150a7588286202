package agent

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/chunk"
	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/find"
	"github.com/segls/segls/internal/library/store"
)

type findIn struct {
	Query    string `json:"query" jsonschema:"words or a whole question; a phrase in quotation marks stands as it is written, and a passage has no word with - before it"`
	MinWords int    `json:"min_words,omitempty" jsonschema:"the least length of a passage, wherever headings allow it; 60 by default"`
	MaxWords int    `json:"max_words,omitempty" jsonschema:"the greatest length of a passage; 150 by default"`
	Limit    int    `json:"limit,omitempty" jsonschema:"how many passages at most; 10 by default, 50 at most"`
}

type findOut struct {
	Hits []answer.Hit `json:"hits"`
}

func (s *server) findPassages(ctx context.Context, in findIn) (string, findOut, error) {
	out := findOut{Hits: []answer.Hit{}}
	o := find.Options{Top: min(mostMatches, cmp.Or(max(0, in.Limit), defaultMatches))}
	o.Limits = chunk.Limits{MinWords: in.MinWords, MaxWords: in.MaxWords}
	switch {
	case strings.TrimSpace(in.Query) == "":
		return "", out, errors.New("find what? Give words or a question as query")
	case len(in.Query) > mostChars:
		return "", out, fmt.Errorf("query: no more than %d characters", mostChars)
	case min(in.MinWords, in.MaxWords) < 0 || in.MaxWords > 0 && in.MinWords > in.MaxWords:
		return "", out, errors.New("min_words is more than max_words, or one of them is negative")
	case in.MinWords+in.MaxWords == 0:
		o.Limits = chunk.Limits{MinWords: find.DefaultMinWords, MaxWords: find.DefaultMaxWords}
	}
	for _, r := range s.roots {
		hits, err := r.find(ctx, find.Parse(in.Query, false), o)
		if err != nil {
			return "", out, err
		}
		for _, h := range hits {
			told := answer.HitOf(h, false)
			told.Path = r.displayName(h.Name)
			for i := range told.Also {
				told.Also[i].Path = r.displayName(told.Also[i].Path)
			}
			out.Hits = append(out.Hits, told)
		}
	}
	slices.SortStableFunc(out.Hits, func(a, b answer.Hit) int { return cmp.Compare(b.Score, a.Score) })
	out.Hits = out.Hits[:min(o.Top, len(out.Hits))]
	return "", out, nil
}

// find asks the library of a folder, of which what has changed is read first.
func (r *root) find(ctx context.Context, q find.Query, o find.Options) ([]find.Hit, error) {
	var hits []find.Hit
	err := r.askLibrary(ctx, func(state *store.State) error {
		texts, err := r.store.Texts(state)
		if err != nil {
			return err
		}
		defer texts.Close()
		hits, err = find.Find(ctx, state.Index, texts, q, o)
		return err
	})
	return hits, err
}

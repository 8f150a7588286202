package agent

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/find"
	"github.com/segls/segls/internal/library/store"
)

type findIn struct {
	Query    string `json:"query" jsonschema:"words or a whole question to find passages by; a phrase in quotation marks is found word for word, whatever its case and accents, and a word with - before it must not be in the passage"`
	MinWords int    `json:"min_words,omitempty" jsonschema:"the minimum length of a passage, wherever headings allow it"`
	MaxWords int    `json:"max_words,omitempty" jsonschema:"the maximum length of a passage; without any limit it has 60 to 150 words, or 20 to 60 for a query of few words"`

	PreferredWords int    `json:"preferred_words,omitempty" jsonschema:"how many words a passage should have; halfway between the limits by default"`
	MaxChars       int    `json:"max_chars,omitempty" jsonschema:"the maximum length of a passage in characters"`
	MaxTokens      int    `json:"max_tokens,omitempty" jsonschema:"the maximum length of a passage in tokens; needs tokenizer"`
	Tokenizer      string `json:"tokenizer,omitempty" jsonschema:"what counts the tokens: cl100k or o200k"`

	MinScore float64 `json:"min_score,omitempty" jsonschema:"the minimum score of a passage, comparable among the passages for one query; 0 by default, for all"`

	Limit int `json:"limit,omitempty" jsonschema:"how many passages at most; 10 by default, 50 at most"`
}

type findOut struct {
	Hits []answer.Hit `json:"hits"`
}

func (s *server) findPassages(ctx context.Context, in findIn) (string, findOut, error) {
	out := findOut{Hits: []answer.Hit{}}
	switch {
	case strings.TrimSpace(in.Query) == "":
		return "", out, errors.New("give words or a question as query")
	case len(in.Query) > mostChars:
		return "", out, fmt.Errorf("give a query of at most %d bytes; this one has %d", mostChars, len(in.Query))
	}
	length := find.PassageLength{MinWords: in.MinWords, MaxWords: in.MaxWords, PreferredWords: in.PreferredWords, MaxChars: in.MaxChars, MaxTokens: in.MaxTokens, Tokenizer: in.Tokenizer}
	o, err := length.Options(min(mostMatches, cmp.Or(max(0, in.Limit), defaultMatches)))
	if err != nil {
		return "", out, err
	}
	o.MinScore = in.MinScore
	for _, r := range s.roots {
		hits, err := r.find(ctx, find.Parse(in.Query, false), o)
		if err != nil {
			return "", out, err
		}
		for _, h := range hits {
			told := answer.HitOf(h, in.MaxTokens > 0)
			told.Path = r.displayName(h.Name)
			for i := range told.Also {
				told.Also[i].Path = r.displayName(told.Also[i].Path)
			}
			out.Hits = append(out.Hits, told)
		}
	}
	slices.SortStableFunc(out.Hits, func(a, b answer.Hit) int { return cmp.Compare(b.Score, a.Score) })
	out.Hits = out.Hits[:min(o.Top, len(out.Hits))]
	return out.text(in.MinScore), out, nil
}

func (o *findOut) text(minScore float64) string {
	if len(o.Hits) == 0 && minScore > 0 {
		return fmt.Sprintf("No passage with these words has a score of at least %v. A lower min_score, such as 0, may find some.", minScore)
	}
	if len(o.Hits) == 0 {
		return "No passage has these words. Try fewer or other words, or related with a text of your own."
	}
	var b strings.Builder
	for i, h := range o.Hits {
		if i > 0 {
			b.WriteString("\n\n")
		}
		fmt.Fprintf(&b, "%d. %s, lines %d to %d (bytes %d to %d, %d words, score %.1f): %s", i+1, h.Path, h.StartLine, h.EndLine, h.Start, h.End, h.Words, h.Score, answer.TitlePath(h.Section, h.Title))
		for _, c := range h.Also {
			fmt.Fprintf(&b, "; also in %s line %d", c.Path, c.Line)
		}
		b.WriteString("\n" + strings.TrimSpace(h.Text))
	}
	return b.String()
}

// find searches the library of a folder, after an update.
func (r *root) find(ctx context.Context, q find.Query, o find.Options) ([]find.Hit, error) {
	var hits []find.Hit
	err := r.askLibrary(ctx, func(state *store.State) error {
		texts, err := r.store.OpenTexts(state)
		if err != nil {
			return err
		}
		defer texts.Close()
		hits, err = find.Find(ctx, state.Index, texts, q, o)
		return err
	})
	return hits, err
}

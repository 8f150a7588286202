package agent

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/duplicate"
)

type duplicatesIn struct {
	Path   string `json:"path,omitempty" jsonschema:"a text or folder; without it, all that is served"`
	Cursor int    `json:"cursor,omitempty" jsonschema:"the pair to begin with, from next of the answer before"`
	Limit  int    `json:"limit,omitempty" jsonschema:"how many pairs at most; 10 by default, 50 at most"`

	MinScore float64 `json:"min_score,omitempty" jsonschema:"the minimum score of a pair: about as many words as would be saved; 0 by default, for all"`
}

type duplicatesOut struct {
	Pairs []duplicatePair `json:"pairs"`
	Total int             `json:"total"`
	Next  *int            `json:"next,omitempty" jsonschema:"the cursor for more pairs"`
}

type duplicatePair struct {
	A          textPlace `json:"a"`
	B          textPlace `json:"b"`
	Also       int       `json:"also,omitempty" jsonschema:"in how many other places it is"`
	Score      float64   `json:"score" jsonschema:"about how many words would be saved"`
	Similarity float64   `json:"similarity" jsonschema:"the share of words that both have"`
	OnlyA      []string  `json:"only_a,omitempty"`
	OnlyB      []string  `json:"only_b,omitempty"`
	Excerpt    string    `json:"excerpt"`
}

type textPlace struct {
	Path  string `json:"path"`
	Line  int    `json:"line"`
	Start int    `json:"start"`
	End   int    `json:"end"`
	Title string `json:"title,omitempty"`

	Section []string `json:"section,omitempty" jsonschema:"the titles of the sections around it, the outermost first"`
}

func (p textPlace) String() string {
	said := fmt.Sprintf("%s line %d (bytes %d to %d)", p.Path, p.Line, p.Start, p.End)
	if len(p.Section) > 0 {
		said += " under " + strings.Join(p.Section, " › ")
	}
	return said
}

func (s *server) duplicates(ctx context.Context, in duplicatesIn) (string, duplicatesOut, error) {
	out := duplicatesOut{Pairs: []duplicatePair{}}
	asked := []string{in.Path}
	if in.Path == "" && len(s.roots) > 1 {
		asked = s.rootNames()
	}
	reader := s.newTextReader()
	var texts []*duplicate.Text
	sections := make(map[string][]analysis.Section)
	for _, a := range asked {
		r, names, err := s.textNames(a)
		if err != nil {
			return "", out, err
		}
		for _, name := range names {
			if ctx.Err() != nil {
				return "", out, ctx.Err()
			}
			d, err := reader.loadDocument(ctx, r, name)
			if err != nil {
				if len(names) == 1 && a != "" {
					return "", out, fmt.Errorf("%s: %w", a, err)
				}
				continue
			}
			texts = append(texts, duplicate.NewText(r.displayName(name), d))
			sections[r.displayName(name)] = d.Sections()
		}
	}
	found := slices.DeleteFunc(duplicate.Find(texts), func(f duplicate.Finding) bool { return f.Score() < in.MinScore })
	out.Total = len(found)
	part, next, err := paginate(found, in.Cursor, in.Limit, defaultMatches, mostMatches)
	if err != nil {
		return "", out, err
	}
	out.Next = next
	place := func(p duplicate.Occurrence) textPlace {
		return textPlace{Path: p.Path, Line: p.Line + 1, Start: p.Span.Start, End: p.Span.End, Section: answer.SectionTitlesAt(sections[p.Path], p.Span.Start)}
	}
	for _, f := range part {
		out.Pairs = append(out.Pairs, duplicatePair{
			A: place(f.A), B: place(f.B), Also: len(f.Also), Score: f.Score(), Similarity: f.Similarity,
			OnlyA: firstElements(f.OnlyA, mostWords), OnlyB: firstElements(f.OnlyB, mostWords), Excerpt: openingWords(f.A.Seen),
		})
	}
	return out.text(in.MinScore), out, nil
}

func (o *duplicatesOut) text(minScore float64) string {
	if o.Total == 0 && minScore > 0 {
		return fmt.Sprintf("No repeated passage has a score of at least %v.", minScore)
	}
	if o.Total == 0 {
		return "No passage is repeated."
	}
	var b strings.Builder
	fmt.Fprintf(&b, "Repeated passages: %d.", o.Total)
	for _, p := range o.Pairs {
		fmt.Fprintf(&b, "\n- %s and %s: score %.0f, %.0f%% of the words are the same. %q", p.A, p.B, p.Score, 100*p.Similarity, p.Excerpt)
		if p.Also > 0 {
			fmt.Fprintf(&b, "; also in %s", console.FormatCount(p.Also, "other place"))
		}
		for _, only := range []struct {
			where string
			words []string
		}{{"first", p.OnlyA}, {"second", p.OnlyB}} {
			if len(only.words) > 0 {
				fmt.Fprintf(&b, "; only in the %s: %s", only.where, strings.Join(only.words, ", "))
			}
		}
	}
	return b.String() + moreNote(o.Next, o.Total)
}

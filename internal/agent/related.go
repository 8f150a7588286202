package agent

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/library"
	"github.com/segls/segls/internal/library/store"
)

type relatedIn struct {
	Path     string   `json:"path,omitempty" jsonschema:"the text to find something related to"`
	Line     int      `json:"line,omitempty" jsonschema:"a line of it, from 1; without it the whole text is meant"`
	Text     string   `json:"text,omitempty" jsonschema:"words of your own, such as a question, in place of a path"`
	MinScore *float64 `json:"min_score,omitempty" jsonschema:"the minimum score of a passage; 3.5 by default, above which a reader found four in five to be related; 0 for all"`
	Limit    int      `json:"limit,omitempty" jsonschema:"how many passages at most; 10 by default, 50 at most"`
}

type relatedOut struct {
	Matches []answer.Passage `json:"matches"`
}

func (s *server) related(ctx context.Context, in relatedIn) (string, relatedOut, error) {
	out := relatedOut{Matches: []answer.Passage{}}
	var d *analysis.Document
	var home *root
	name, offset := "", -1
	switch {
	case in.Text != "" && in.Path == "":
		if len(in.Text) > mostChars {
			return "", out, fmt.Errorf("give a text of at most %d bytes; this one has %d", mostChars, len(in.Text))
		}
		d = analysis.New(in.Text, markup.PlainText, analysis.Settings{})
	case in.Path != "" && in.Text == "":
		var err error
		if d, home, name, err = s.newTextReader().read(ctx, in.Path); err != nil {
			return "", out, err
		}
		if in.Line > d.Text.LineCount() {
			return "", out, fmt.Errorf("give a line from 1 to %d; %s has no more", d.Text.LineCount(), in.Path)
		}
		if in.Line > 0 {
			offset = d.Text.Line(in.Line - 1).End
		}
	default:
		return "", out, errors.New("give either path or text, to say what the passages are related to")
	}
	minScore := library.MinScore
	if in.MinScore != nil {
		minScore = *in.MinScore
	}
	for _, r := range s.roots {
		about := library.QueryAbout(d, name, offset)
		if r != home {
			about = about.FromOutside()
		}
		matches, err := r.related(ctx, about, minScore, mostMatches)
		if err != nil {
			return "", out, err
		}
		for _, m := range matches {
			p := answer.PassageOf(m)
			p.Path, p.Score = r.displayName(m.Name), float64(int(1000*m.Score))/1000
			out.Matches = append(out.Matches, p)
		}
	}
	slices.SortStableFunc(out.Matches, func(a, b answer.Passage) int { return cmp.Compare(b.Score, a.Score) })
	limit := min(mostMatches, cmp.Or(max(0, in.Limit), defaultMatches))
	out.Matches = out.Matches[:min(limit, len(out.Matches))]
	return out.text(minScore), out, nil
}

func (o *relatedOut) text(minScore float64) string {
	if len(o.Matches) == 0 && minScore > 0 {
		return fmt.Sprintf("No passage has a score of at least %v. A lower min_score, such as 0, shows the nearest.", minScore)
	}
	if len(o.Matches) == 0 {
		return "No passage is related to that."
	}
	var b strings.Builder
	for i, m := range o.Matches {
		if i > 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "%d. %s, line %d (bytes %d to %d): %s, score %.2f", i+1, m.Path, m.Line, m.Start, m.End, answer.TitlePath(m.Section, m.Title), m.Score)
		if len(m.Shared) > 0 {
			b.WriteString("; both have " + strings.Join(m.Shared, ", "))
		}
	}
	return b.String()
}

// related returns related passages from the library of a folder.
func (r *root) related(ctx context.Context, about library.TopicQuery, minScore float64, top int) (matches []library.RelatedPassage, err error) {
	err = r.askLibrary(ctx, func(state *store.State) error {
		matches = state.Related(about, minScore, top)
		return nil
	})
	return matches, err
}

// askLibrary updates the library of a folder and calls ask with it.
func (r *root) askLibrary(ctx context.Context, ask func(*store.State) error) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	unsearchable := func(err error) error {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		return fmt.Errorf("%s cannot be searched: %s", cmp.Or(r.name, "the folder"), r.errorText(err))
	}
	if r.store == nil {
		opened, err := store.Open(r.folder)
		if err != nil {
			return unsearchable(err)
		}
		r.store = opened
	}
	state, err := r.store.Refresh(ctx)
	if err != nil {
		return unsearchable(err)
	}
	return ask(state)
}

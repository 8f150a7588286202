package lsp

import (
	"context"
	"slices"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/command"
	"github.com/segls/segls/internal/difference"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/restructure"
	"github.com/segls/segls/internal/session"
)

// arrangeParams are the parameters of segls/arrange, with which a board previews an order or applies it.
type arrangeParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Moves        []arrangeMove                   `json:"moves"`
	Position     protocol.Position               `json:"position"`
	Preview      bool                            `json:"preview"` // only answer with the text
	Compare      bool                            `json:"compare"` // only answer with the changes
	Force        bool                            `json:"force"`   // even if links or names may break
}

type arrangeMove struct {
	Unit string `json:"unit"` // "fragment" or "section"
	ID   string `json:"id"`
	moveDestination

	// The file that the unit is in, and the file that it goes to; "" is the document.
	URI   uri.URI `json:"uri"`
	ToURI uri.URI `json:"toUri"`
}

// arrangement holds a text after moves, or all texts of a work in their order.
type arrangement struct {
	Text string `json:"text"`
}

// arrange makes several moves in one edit, all or none. Moves between files get the same answer as a command on a work; moves within one
// file get null. With Preview or Compare, it only answers with the text that the moves would make, or with the changes.
func (s *Server) arrange(ctx context.Context, p arrangeParams) (any, error) {
	u := p.TextDocument.URI
	isOneFile := true
	for i, m := range p.Moves {
		if m.Unit != unitFragment && m.Unit != unitSection {
			return nil, invalidParams("%s: unit must be \"fragment\" or \"section\"", requestArrange)
		}
		for _, file := range []*uri.URI{&p.Moves[i].URI, &p.Moves[i].ToURI} {
			if *file == "" {
				*file = u
			}
			isOneFile = isOneFile && *file == u
		}
	}
	if !isOneFile {
		return s.arrangeWork(ctx, p)
	}
	edit := func(v *analysedFile) (restructure.Edit, error) {
		return restructure.Arrange(ctx, v.Document, p.steps())
	}
	if !p.Preview && !p.Compare {
		return nil, s.applyToNewest(ctx, u, p.Position, edit)
	}
	v, err := s.analysedFile(ctx, u)
	if v == nil {
		return nil, err
	}
	e, err := edit(v)
	if err != nil {
		return nil, toFailure(err)
	}
	text := e.Apply(v.Text.String())
	if p.Compare {
		after, err := analysis.Read(ctx, rope.New(text), v.Format, v.Settings)
		if err != nil {
			return nil, err
		}
		return s.compareVersions([]difference.File{v.toDifferenceFile()}, []difference.File{{Path: string(u), Document: after}})
	}
	return arrangement{v.Format.WithoutCellMarks(text)}, nil
}

// compareVersions returns the changes between two versions of texts.
func (s *Server) compareVersions(now, tried []difference.File) (any, error) {
	shortenNames(now, tried)
	d := difference.Compare(difference.Version{Files: now}, difference.Version{Files: tried})
	return (&documentComparison{Difference: d, encoding: s.clientCaps.encoding, language: s.clientCaps.Language}).changesResult(0), nil
}

func (p arrangeParams) steps() []restructure.Step {
	steps := make([]restructure.Step, len(p.Moves))
	for i, m := range p.Moves {
		side, beside := m.side()
		steps[i] = restructure.Step{IsSection: m.Unit == unitSection, ID: m.ID, Side: side, Beside: beside}
	}
	return steps
}

// arrangeWork is arrange for moves between files of a work.
func (s *Server) arrangeWork(ctx context.Context, p arrangeParams) (any, error) {
	a := commandArgument{URI: p.TextDocument.URI, Force: p.Force}
	w := s.workOf(a.URI)
	if w == nil {
		return nil, newFailure("This text is not part of a work of several files.")
	}
	steps := make([]rearrange.Step, len(p.Moves))
	for i, step := range p.steps() {
		m := p.Moves[i]
		steps[i] = rearrange.Step{Path: w.Path(filePath(m.URI)), To: w.Path(filePath(m.ToURI)), Step: step}
		a.others = append(a.others, m.URI, m.ToURI)
	}
	change := func(c *command.WorkTask) (rearrange.Change, error) {
		return rearrange.Arrange(ctx, c.Work, steps)
	}
	if p.Preview || p.Compare {
		return s.previewOf(ctx, w, a, change, p.Compare)
	}
	moved, left, err := s.changeWork(ctx, a, change)
	switch {
	case err != nil:
		return nil, err
	case left != nil:
		return left, nil
	}
	return arrivalsAnswer(moved), nil
}

// previewOf returns all texts of a work after a change, joined in their order. If compares is set, it returns the changes in them instead.
func (s *Server) previewOf(ctx context.Context, w *session.Work, a commandArgument, change func(c *command.WorkTask) (rearrange.Change, error), compares bool) (any, error) {
	t, err := s.workTexts(ctx, w, a.namedPaths(w)...)
	if err != nil {
		return nil, err
	}
	defer t.close()
	made, err := s.computeChange(t.newWorkTask(a), change)
	if err != nil {
		return nil, toFailure(err)
	}
	var now, tried []difference.File
	texts, after := []string{}, made.Texts()
	for _, path := range slices.Concat(t.Order.Files(), t.Order.Orphans) {
		d := t.Documents[path]
		if d == nil {
			continue
		}
		text, isChanged := after[path]
		if !isChanged {
			text = d.Text.String()
		} else if compares {
			u := string(t.uri(path))
			read, err := analysis.Read(ctx, rope.New(text), d.Format, d.Settings)
			if err != nil {
				return nil, err
			}
			now = append(now, difference.File{Path: u, Document: d})
			tried = append(tried, difference.File{Path: u, Document: read})
		}
		texts = append(texts, strings.TrimSpace(d.Format.WithoutCellMarks(text)))
	}
	if compares {
		return s.compareVersions(now, tried)
	}
	return arrangement{strings.Join(texts, "\n\n") + "\n"}, nil
}

package lsp

import (
	"context"
	"maps"
	"path"
	"slices"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/difference"
	"github.com/segls/segls/internal/restructure"
)

// putBack has the client undo a change, in the newest texts.
func (s *Server) putBack(ctx context.Context, a commandArgument) error {
	d, err := s.document(a.URI)
	if d == nil {
		return err
	}
	isOfSeveral := false
	err = s.applyToNewest(ctx, a.URI, a.Position, func(v *analysedFile) (restructure.Edit, error) {
		e := restructure.Edit{Title: sentence.New("Put back")}
		_, list, err := s.replacementsToPutBack(ctx, d, v, a)
		if err != nil {
			return e, err
		}
		for _, r := range list {
			if isOfSeveral = r.Path != string(d.uri); isOfSeveral {
				return restructure.Edit{}, nil // done below, on all texts
			}
			e.Replacements = append(e.Replacements, restructure.Replacement{Span: r.Span, Text: r.Text})
		}
		slices.SortFunc(e.Replacements, func(a, b restructure.Replacement) int { return a.Span.Start - b.Span.Start })
		return e, nil
	})
	if isOfSeveral {
		return s.putBackInFiles(ctx, d, a)
	}
	return err
}

// replacementsToPutBack returns the replacements that undo the change with an id.
func (s *Server) replacementsToPutBack(ctx context.Context, d *openDocument, v *analysedFile, a commandArgument) (*documentComparison, []difference.Replacement, error) {
	c, err := s.compareWithEarlier(ctx, d, v, a.Before)
	if err != nil {
		return nil, nil, err
	}
	x, isThere := c.find(a.ID)
	if !isThere {
		return nil, nil, restructure.ErrGone
	}
	list, err := c.ReplacementsToUndo(ctx, x)
	return c, list, err
}

// putBackInFiles is putBack for a change between several texts. It fails if a text has changed since the change was computed.
func (s *Server) putBackInFiles(ctx context.Context, d *openDocument, a commandArgument) error {
	if !s.clientCaps.documentChanges {
		return newFailure("This editor does not let a server change several files.")
	}
	v, err := s.analysedFile(ctx, d.uri)
	if v == nil {
		return err
	}
	c, list, err := s.replacementsToPutBack(ctx, d, v, a)
	if err != nil {
		return toFailure(err)
	}
	grown := make(map[uri.URI]int)
	edits := make(map[uri.URI][]protocol.TextDocumentEditElement)
	for _, r := range list {
		u := uri.URI(r.Path)
		grown[u] += len(r.Text) - r.Len()
		edits[u] = append(edits[u], c.views[u].editElement(restructure.Replacement{Span: r.Span, Text: r.Text}))
	}
	texts := slices.Sorted(maps.Keys(edits))
	documents := make([]*openDocument, len(texts))
	for i, u := range texts {
		if documents[i], _ = s.document(c.views[u].documentURI()); documents[i] == nil {
			return restructure.ErrGone
		}
	}
	end, err := beginAllEdits(ctx, documents)
	if err != nil {
		return err
	}
	defer end()
	for i, u := range texts {
		if now := s.currentFile(documents[i]); now == nil || now.Version != c.views[u].file.Version {
			return restructure.ErrGone
		}
	}
	// The text that gains words comes first: if the second edit fails, no words are lost.
	slices.SortStableFunc(texts, func(a, b uri.URI) int { return grown[b] - grown[a] })
	var w protocol.WorkspaceEdit
	for _, u := range texts {
		in := c.views[u]
		w.DocumentChanges = append(w.DocumentChanges, newTextDocumentEdit(in.documentURI(), &in.file.Version, edits[u]...))
	}
	if answer := s.applyWorkspaceEdit(ctx, sentence.New("Put back"), &w); !answer.applied {
		return answer.failure()
	}
	var left leftByUndo
	for _, u := range texts {
		if u != d.uri {
			left.changed = append(left.changed, path.Base(string(u)))
		}
	}
	s.reportLeftovers(ctx, nil, left)
	return nil
}

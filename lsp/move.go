package lsp

import (
	"context"
	"encoding/json"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/command"
	"github.com/segls/segls/internal/restructure"
)

// moveParams are the parameters of segls/move, which a board or an outline sends when a card is
// dropped. Ids identify the unit and its new place, wherever they now are.
type moveParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Unit         string                          `json:"unit"` // "fragment" or "section"
	ID           string                          `json:"id"`
	Before       *string                         `json:"before"` // null is the end
	Position     protocol.Position               `json:"position"`
}

const (
	unitFragment = "fragment"
	unitSection  = "section"
)

// move moves a fragment or section before another in one edit, and answers null. It fails if one of
// them is gone.
func (s *Server) move(ctx context.Context, raw protocol.LSPAny) (any, error) {
	var p moveParams
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, invalidParams("%s: %v", requestMove, err)
	}
	err := s.applyNewest(ctx, p.TextDocument.URI, p.Position, func(v *view) (restructure.Edit, error) {
		find, end, move := command.FragmentByID, len(v.Fragments()), restructure.MoveFragment
		switch p.Unit {
		case unitFragment:
		case unitSection:
			find, end, move = command.SectionByID, len(v.Sections()), restructure.MoveSection
		default:
			return restructure.Edit{}, sentence.New("unit must be \"fragment\" or \"section\"")
		}
		from, before := find(v.Document, p.ID), end
		if p.Before != nil {
			before = find(v.Document, *p.Before)
		}
		if from < 0 || before < 0 {
			return restructure.Edit{}, restructure.ErrGone
		}
		return move(v.Document, from, before)
	})
	return rawMessage("null"), err
}

package lsp

import (
	"context"

	"go.lsp.dev/protocol"
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
func (s *Server) move(ctx context.Context, p moveParams) (any, error) {
	m := arrangeMove{Unit: p.Unit, ID: p.ID}
	if p.Before != nil {
		m.Before = *p.Before
	}
	return s.arrange(ctx, arrangeParams{TextDocument: p.TextDocument, Moves: []arrangeMove{m}, Position: p.Position})
}

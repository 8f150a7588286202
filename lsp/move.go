package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/internal/restructure"
)

// moveParams are the parameters of segls/move, which a board or an outline sends when a card is
// dropped. Ids identify the unit and its new place, wherever they now are.
type moveParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Unit         string                          `json:"unit"` // "fragment" or "section"
	ID           string                          `json:"id"`
	Position     protocol.Position               `json:"position"`
	goal
}

const (
	unitFragment = "fragment"
	unitSection  = "section"
)

// move moves a fragment or section in one edit, and answers null. It fails if it or what it should go
// beside is gone.
func (s *Server) move(ctx context.Context, p moveParams) (any, error) {
	m := arrangeMove{Unit: p.Unit, ID: p.ID, goal: p.goal}
	return s.arrange(ctx, arrangeParams{TextDocument: p.TextDocument, Moves: []arrangeMove{m}, Position: p.Position})
}

// goal is the place of a unit that moves. At most one of its ids is set; without one it is the end.
type goal struct {
	Before string `json:"before"` // a unit of the same kind
	After  string `json:"after"`  // one of the same kind
	Under  string `json:"under"`  // a section
}

// side returns the side of a unit, by its id.
func (g goal) side() (restructure.Side, string) {
	switch {
	case g.Before != "":
		return restructure.Before, g.Before
	case g.After != "":
		return restructure.After, g.After
	case g.Under != "":
		return restructure.Under, g.Under
	}
	return restructure.AtEnd, ""
}

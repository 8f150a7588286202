package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/internal/restructure"
)

// moveParams are the parameters of segls/move, which a board or an outline sends when a card is
// dropped. Ids identify the unit and its new place, even if they have moved.
type moveParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Unit         string                          `json:"unit"` // "fragment" or "section"
	ID           string                          `json:"id"`
	Position     protocol.Position               `json:"position"`
	moveDestination
}

const (
	unitFragment = "fragment"
	unitSection  = "section"
)

// move moves a fragment or section in one edit, and answers null. It fails if the unit or its new neighbour no longer exists.
func (s *Server) move(ctx context.Context, p moveParams) (any, error) {
	m := arrangeMove{Unit: p.Unit, ID: p.ID, moveDestination: p.moveDestination}
	return s.arrange(ctx, arrangeParams{TextDocument: p.TextDocument, Moves: []arrangeMove{m}, Position: p.Position})
}

// moveDestination is the place of a unit that moves. At most one of the ids is set; if none is, the place is the end of the text.
type moveDestination struct {
	Before string `json:"before"` // a unit of the same kind
	After  string `json:"after"`  // a unit of the same kind
	Under  string `json:"under"`  // a section
}

// side returns the side of a unit that the place is on, and the id of that unit.
func (g moveDestination) side() (restructure.Side, string) {
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

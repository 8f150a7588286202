package lsp

import (
	"context"
	"encoding/json"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis/restructure"
)

// moveParams are those of segls/move, which a board or an outline sends when one of its
// cards has been dropped: indices instead of positions, and the version that the cards
// were drawn from.
type moveParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	Version      int32                           `json:"version"`
	Unit         string                          `json:"unit"` // "fragment" or "section"
	From         int                             `json:"from"`
	Before       int                             `json:"before"` // the number of units is the end
}

const (
	unitFragment = "fragment"
	unitSection  = "section"
)

// move moves a fragment or section before another in one edit, and answers null. What
// was drawn from another version is refused: its indices mean something else.
func (s *Server) move(ctx context.Context, raw protocol.LSPAny) (any, error) {
	var p moveParams
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, invalidParams("%s: %v", requestMove, err)
	}
	stale := false
	err := s.carryOut(ctx, p.TextDocument.URI, func(v *view) (restructure.Edit, error) {
		if stale = v.snapshot.version != p.Version; stale {
			return restructure.Edit{}, restructure.Refusal("the text has changed")
		}
		switch p.Unit {
		case unitFragment:
			return restructure.MoveFragment(v.Document, p.From, p.Before)
		case unitSection:
			return restructure.MoveSection(v.Document, p.From, p.Before)
		}
		return restructure.Edit{}, restructure.Refusal("unit is none of \"fragment\", \"section\"")
	})
	if stale {
		return nil, jsonrpc2.NewError(protocol.CodeContentModified, "the text has changed")
	}
	return rawMessage("null"), err
}

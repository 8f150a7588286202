package lsp

import (
	"context"
	"encoding/json"

	"go.lsp.dev/jsonrpc2"

	"github.com/segls/segls/analysis/markup"
)

// Frequent answers, and those to requests beyond LSP, are structs of this package, which encoding/json encodes. The structs of package
// protocol take four times as long to encode.

// rawMessage is encoded JSON.
type rawMessage = jsonrpc2.RawMessage

func encodeAnswer(answer any) (rawMessage, error) {
	raw, err := json.Marshal(answer)
	return rawMessage(raw), err
}

// notify sends a notification with a struct of this package as its parameters.
func (s *Server) notify(ctx context.Context, method string, params any) {
	raw, err := encodeAnswer(params)
	if err == nil {
		err = s.conn.Notify(ctx, method, raw)
	}
	s.logSendError(method, err)
}

// position is a position in a text, as in LSP.
type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// textRange is the range between two positions. On a card, lines count from the line of the fragment or heading;
// elsewhere, from the start of the document.
type textRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

func (m mapper) textRange(s markup.Span) textRange {
	start, end := m.position(s.Start), m.position(s.End)
	return textRange{position{int(start.Line), int(start.Character)}, position{int(end.Line), int(end.Character)}}
}

// shiftLines returns the range n lines further down.
func (r textRange) shiftLines(n int) textRange {
	r.Start.Line += n
	r.End.Line += n
	return r
}

package lsp

import (
	"context"
	"encoding/json"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis/markup"
)

// Answers to the requests that editors send after each letter, and those beyond LSP, are structs of this package, encoded by encoding/json.
// The structs of package protocol take four times as long to encode.

// rawMessage is encoded JSON.
type rawMessage = jsonrpc2.RawMessage

// encoded returns an answer as JSON.
func encoded(answer any) (rawMessage, error) {
	raw, err := json.Marshal(answer)
	return rawMessage(raw), err
}

// notify sends a notification with a struct of this package as its parameters.
func (s *Server) notify(ctx context.Context, method string, params any) {
	raw, err := encoded(params)
	if err == nil {
		err = s.conn.Notify(ctx, method, raw)
	}
	s.logError(method, err)
}

// plainAnswers are the handlers of the requests about a document that editors send after each letter.
var plainAnswers = map[string]func(*Server, *view) any{
	protocol.MethodTextDocumentCodeLens:       (*Server).codeLens,
	protocol.MethodTextDocumentFoldingRange:   (*Server).foldingRange,
	protocol.MethodTextDocumentDocumentSymbol: (*Server).documentSymbol,
}

// answerPlainly handles the requests in plainAnswers and passes all others to next.
func (s *Server) answerPlainly(next jsonrpc2.Handler) jsonrpc2.Handler {
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		answer, isPlain := plainAnswers[req.Method()]
		if !isPlain {
			result, err := next(ctx, req)
			if marks, isOfMarks := result.([]protocol.DocumentHighlight); isOfMarks && len(marks) == 0 && err == nil {
				return rawMessage("null"), nil // after an empty list no editor marks the word at the cursor by itself
			}
			return result, err
		}
		var params struct {
			TextDocument *protocol.TextDocumentIdentifier `json:"textDocument"`
		}
		if err := protocol.Unmarshal(req.Params(), &params); err != nil {
			return nil, invalidParams("%s: %v", req.Method(), err)
		}
		if params.TextDocument == nil {
			return nil, invalidParams("%s: textDocument is missing", req.Method())
		}
		v, err := s.view(ctx, params.TextDocument.URI)
		if v == nil {
			return rawMessage("[]"), err
		}
		return encoded(answer(s, v))
	}
}

// position is a position in a text, as in LSP.
type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// textRange is the range between two positions. On a card, lines count from the line of the fragment or heading; everywhere else from the
// start of the text.
type textRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

// textRange returns the range of a span.
func (m mapper) textRange(s markup.Span) textRange {
	start, end := m.position(s.Start), m.position(s.End)
	return textRange{position{int(start.Line), int(start.Character)}, position{int(end.Line), int(end.Character)}}
}

// down returns the range n lines further down.
func (r textRange) down(n int) textRange {
	r.Start.Line += n
	r.End.Line += n
	return r
}

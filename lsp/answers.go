package lsp

import (
	"context"
	"encoding/json"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis/markup"
)

// What editors ask for after each letter, and what goes beyond LSP, is answered with structs of our
// own, encoded by encoding/json. Those of package protocol take four times as long to encode.

// rawMessage is JSON that is encoded already.
type rawMessage = jsonrpc2.RawMessage

// encoded returns an answer in JSON.
func encoded(answer any) (rawMessage, error) {
	raw, err := json.Marshal(answer)
	return rawMessage(raw), err
}

// notify sends a notification whose parameters are a struct of our own.
func (s *Server) notify(ctx context.Context, method string, params any) {
	raw, err := encoded(params)
	if err == nil {
		err = s.conn.Notify(ctx, method, raw)
	}
	s.logError(method, err)
}

// plainAnswers are the requests about a document that editors make after each letter, and their answers.
var plainAnswers = map[string]func(*Server, *view) any{
	protocol.MethodTextDocumentCodeLens:       (*Server).codeLens,
	protocol.MethodTextDocumentFoldingRange:   (*Server).foldingRange,
	protocol.MethodTextDocumentDocumentSymbol: (*Server).documentSymbol,
}

// answerPlainly answers those, and leaves all others to next.
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

// position is a place in a text.
type position struct {
	Line      int `json:"line"`
	Character int `json:"character"`
}

// textRange is the range between two positions. Its lines count from the first line of the text, or
// from another line: on a card from that of the fragment or heading.
type textRange struct {
	Start position `json:"start"`
	End   position `json:"end"`
}

// textRange returns where a span is.
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

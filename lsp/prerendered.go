package lsp

import (
	"context"
	"strconv"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis/markup"
)

// prerendered are the methods whose answers are put together as JSON from what has been
// rendered before, and not from a structure for each fragment.
var prerendered = map[string]func(s *Server, v *view) rawMessage{
	protocol.MethodTextDocumentCodeLens:       (*Server).codeLens,
	protocol.MethodTextDocumentFoldingRange:   (*Server).foldingRange,
	protocol.MethodTextDocumentDocumentSymbol: (*Server).documentSymbol,
}

// answerPrerendered answers those, and leaves all others to next.
func (s *Server) answerPrerendered(next jsonrpc2.Handler) jsonrpc2.Handler {
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		answer, isPrerendered := prerendered[req.Method()]
		if !isPrerendered {
			made, err := next(ctx, req)
			if marks, isOfMarks := made.([]protocol.DocumentHighlight); isOfMarks && len(marks) == 0 && err == nil {
				return rawMessage("null"), nil // after an empty list no editor marks the word at the cursor by itself
			}
			return made, err
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
		return answer(s, v), nil
	}
}

// list is a list in JSON. It is allocated once, to measure: an answer is long, and there is
// one after every edit.
func list(elements [][]byte) rawMessage {
	length := 2 + len(elements)
	for _, e := range elements {
		length += len(e)
	}
	all := append(make(rawMessage, 0, length), '[')
	for i, e := range elements {
		if i > 0 {
			all = append(all, ',')
		}
		all = append(all, e...)
	}
	return append(all, ']')
}

// area is a range that is somewhere, or counts its lines from another one.
type area struct{ startLine, startCharacter, endLine, endCharacter int }

func (m mapper) area(s markup.Span) area {
	start, end := m.position(s.Start), m.position(s.End)
	return area{int(start.Line), int(start.Character), int(end.Line), int(end.Character)}
}

// shifted is the area so many lines further down.
func (a area) shifted(lines int) area {
	a.startLine += lines
	a.endLine += lines
	return a
}

// append appends the range in JSON.
func (a area) append(dst []byte) []byte {
	dst = append(dst, `{"start":`...)
	dst = appendPosition(dst, a.startLine, a.startCharacter)
	dst = append(dst, `,"end":`...)
	dst = appendPosition(dst, a.endLine, a.endCharacter)
	return append(dst, '}')
}

func appendPosition(dst []byte, line, character int) []byte {
	dst = append(dst, `{"line":`...)
	dst = strconv.AppendInt(dst, int64(line), 10)
	dst = append(dst, `,"character":`...)
	dst = strconv.AppendInt(dst, int64(character), 10)
	return append(dst, '}')
}

package lsp

import (
	"context"
	"strconv"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
)

// answersCodeLens answers requests for lenses, which an editor asks for after every
// edit and all of which it wants: so they are put into JSON here, from what is kept of
// each, and not by way of a structure for each of them.
func (s *Server) answersCodeLens(next jsonrpc2.Handler) jsonrpc2.Handler {
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		if req.Method() != protocol.MethodTextDocumentCodeLens {
			return next(ctx, req)
		}
		var params protocol.CodeLensParams
		if err := protocol.Unmarshal(req.Params(), &params); err != nil {
			return nil, invalidParams("%s: %v", req.Method(), err)
		}
		return s.codeLens(ctx, params.TextDocument.URI)
	}
}

// codeLens puts a lens above the first line of each fragment that is suggested; a
// click selects the fragment. The command is there from the start, so that no
// client has to ask twice.
func (s *Server) codeLens(ctx context.Context, u uri.URI) (rawMessage, error) {
	v, err := s.view(ctx, u)
	if v == nil {
		return rawMessage("[]"), err
	}
	s.told(v, func(t *served) *uint64 { return &t.lenses })
	return v.codeLenses(), nil
}

func (v *view) codeLenses() rawMessage {
	mode := v.snapshot.settings.CodeLens
	if mode == off || v.IsQuiet() {
		return rawMessage("[]")
	}
	address := encode(v.snapshot.uri)
	lenses := append(make(rawMessage, 0, 2+v.FragmentCount()*(320+len(address))), '[')
	v.Describe()
	for i, g := range v.Glimpses(0) {
		if !g.Suggested && mode != fragments {
			continue
		}
		if len(lenses) > 1 {
			lenses = append(lenses, ',')
		}
		lenses = append(lenses, `{"range":{"start":`...)
		lenses = appendLineStart(lenses, g.Line)
		lenses = append(lenses, `,"end":`...)
		lenses = appendLineStart(lenses, g.Line)
		lenses = append(lenses, `},"command":{"title":`...)
		lenses = append(lenses, v.shown(i, g).lens...)
		lenses = append(lenses, `,"command":"`+commandSelectFragment+`","arguments":[{"uri":`...)
		lenses = append(lenses, address...)
		lenses = append(lenses, `,"position":`...)
		lenses = appendLineStart(lenses, g.Line)
		lenses = append(lenses, `}]}}`...)
	}
	return append(lenses, ']')
}

// appendLineStart appends the position before the first character of a line.
func appendLineStart(dst []byte, line int) []byte {
	dst = append(dst, `{"line":`...)
	dst = strconv.AppendInt(dst, int64(line), 10)
	return append(dst, `,"character":0}`...)
}

// shown is how a fragment is shown, apart from where.
type shown struct {
	preview string
	lens    []byte // the title of its lens, in JSON
}

// shown is how a fragment is shown: as kept, or made now.
func (v *view) shown(i int, g analysis.Glimpse) *shown {
	if kept, ok := g.Kept.Load().(*shown); ok {
		return kept
	}
	preview := v.preview(i)
	made := &shown{preview, encode(v.boundary(i, preview))}
	g.Kept.Store(made)
	return made
}

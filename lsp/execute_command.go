package lsp

import (
	"context"
	"encoding/json"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
	"go.uber.org/zap"
)

// commandSelectFragment selects the fragment at a position in the editor.
const commandSelectFragment = "segls.selectFragment"

// Commands are the commands that a client can ask the server to execute, each with
// what it does. Every one takes one argument, an object {uri, position}.
var Commands = []struct{ Name, Doc string }{
	{commandSelectFragment, "Selects the fragment at the position. Answers with its range."},
}

func commandNames() []string {
	names := make([]string, len(Commands))
	for i, c := range Commands {
		names[i] = c.Name
	}
	return names
}

// commandArgument is what every command takes.
type commandArgument struct {
	URI      uri.URI           `json:"uri"`
	Position protocol.Position `json:"position"`
}

func (a commandArgument) encode() protocol.LSPAny { return encode(a) }

// ExecuteCommand executes one of [Commands].
func (s *Server) ExecuteCommand(ctx context.Context, params *protocol.ExecuteCommandParams) (protocol.LSPAny, error) {
	if params.Command != commandSelectFragment {
		return nil, invalidParams("%s: there is no such command", params.Command)
	}
	var argument commandArgument
	if len(params.Arguments) != 1 || json.Unmarshal(params.Arguments[0], &argument) != nil || argument.URI == "" {
		return nil, invalidParams("%s takes one argument, {uri, position}", params.Command)
	}
	return s.selectFragment(ctx, argument)
}

// selectFragment has the client select a fragment, and answers with its range for
// those that cannot.
func (s *Server) selectFragment(ctx context.Context, a commandArgument) (protocol.LSPAny, error) {
	v, err := s.view(ctx, a.URI)
	if v == nil {
		return nil, err
	}
	i, ok := v.fragmentAt(v.offset(a.Position))
	if !ok {
		return nil, nil
	}
	selection := v.content(v.Fragment(i).Span)
	if s.able.showsDocuments {
		_, err := s.client.ShowDocument(ctx, &protocol.ShowDocumentParams{URI: a.URI, TakeFocus: new(true), Selection: &selection})
		if err != nil {
			s.log.Warn("showDocument", zap.Error(err))
		}
	}
	return encode(selection), nil
}

// fragmentAt is the fragment that holds the byte at offset.
func (v *view) fragmentAt(offset int) (int, bool) {
	i := v.FragmentAt(offset)
	if i < 0 {
		return 0, false
	}
	f := v.Fragment(i)
	return i, f.Span.Contains(offset) || offset == f.Span.End && offset == v.Text.Len()
}

// encode is v as JSON.
func encode(v any) protocol.LSPAny {
	raw, err := protocol.Marshal(v)
	if err != nil {
		panic(err) // our own types can be encoded
	}
	return protocol.LSPAny(raw)
}

package lsp

import (
	"context"
	"fmt"
	"strings"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// dispatch decodes messages for the server's methods. The dispatcher of package protocol covers all
// of LSP, which makes the program half a megabyte larger.
func (s *Server) dispatch() jsonrpc2.Handler {
	methods := map[string]jsonrpc2.Handler{
		protocol.MethodInitialize:  request(s.Initialize),
		protocol.MethodInitialized: notification(s.Initialized),
		protocol.MethodShutdown:    withoutParams(s.Shutdown),
		protocol.MethodExit:        withoutParams(s.Exit),
		protocol.MethodSetTrace:    notification(s.SetTrace),

		protocol.MethodWindowWorkDoneProgressCancel: notification(s.WorkDoneProgressCancel),

		protocol.MethodTextDocumentDidOpen:       notification(s.DidOpen),
		protocol.MethodTextDocumentDidChange:     notification(s.DidChange),
		protocol.MethodTextDocumentDidSave:       notification(s.DidSave),
		protocol.MethodTextDocumentDidClose:      notification(s.DidClose),
		protocol.MethodNotebookDocumentDidOpen:   notification(s.DidOpenNotebookDocument),
		protocol.MethodNotebookDocumentDidChange: notification(s.DidChangeNotebookDocument),
		protocol.MethodNotebookDocumentDidSave:   notification(s.DidSaveNotebookDocument),
		protocol.MethodNotebookDocumentDidClose:  notification(s.DidCloseNotebookDocument),

		protocol.MethodTextDocumentCodeAction:        request(s.CodeAction),
		protocol.MethodCodeActionResolve:             request(s.CodeActionResolve),
		protocol.MethodTextDocumentCompletion:        request(s.Completion),
		protocol.MethodTextDocumentPrepareRename:     request(s.PrepareRename),
		protocol.MethodTextDocumentRename:            request(s.Rename),
		protocol.MethodTextDocumentDefinition:        request(s.Definition),
		protocol.MethodTextDocumentDocumentHighlight: request(s.DocumentHighlight),
		protocol.MethodTextDocumentDocumentLink:      request(s.DocumentLink),
		protocol.MethodTextDocumentHover:             request(s.Hover),
		protocol.MethodTextDocumentInlayHint:         request(s.InlayHint),
		protocol.MethodTextDocumentReferences:        request(s.References),
		protocol.MethodTextDocumentSelectionRange:    request(s.SelectionRange),

		protocol.MethodWorkspaceDidChangeConfiguration:    notification(s.DidChangeConfiguration),
		protocol.MethodWorkspaceDidChangeWatchedFiles:     notification(s.DidChangeWatchedFiles),
		protocol.MethodWorkspaceDidChangeWorkspaceFolders: notification(s.DidChangeWorkspaceFolders),
		protocol.MethodWorkspaceExecuteCommand:            request(s.ExecuteCommand),
		protocol.MethodWorkspaceSymbol:                    request(s.Symbols),
		protocol.MethodWorkspaceWillRenameFiles:           request(s.WillRenameFiles),
	}
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		if ctx.Err() != nil {
			return nil, protocol.ErrRequestCancelled
		}
		if handle, isOfLSP := methods[req.Method()]; isOfLSP {
			return handle(ctx, req)
		}
		raw, err := paramsOf[protocol.LSPAny](req)
		if err != nil {
			return nil, err
		}
		return s.Request(ctx, strings.Clone(req.Method()), *raw) // the strings in req are valid only during the call
	}
}

func paramsOf[P any](req *jsonrpc2.Request) (*P, error) {
	params := new(P)
	if err := protocol.Unmarshal(req.Params(), params); err != nil {
		return nil, fmt.Errorf("%w: %w", jsonrpc2.ErrParse, err)
	}
	return params, nil
}

func request[P, R any](handle func(context.Context, *P) (R, error)) jsonrpc2.Handler {
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		params, err := paramsOf[P](req)
		if err != nil {
			return nil, err
		}
		return handle(ctx, params)
	}
}

func notification[P any](handle func(context.Context, *P) error) jsonrpc2.Handler {
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		params, err := paramsOf[P](req)
		if err != nil {
			return nil, err
		}
		return nil, handle(ctx, params)
	}
}

// withoutParams handles a message without parameters.
func withoutParams(handle func(context.Context) error) jsonrpc2.Handler {
	return func(ctx context.Context, _ *jsonrpc2.Request) (any, error) { return nil, handle(ctx) }
}

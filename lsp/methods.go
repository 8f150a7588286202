package lsp

import (
	"context"
	"encoding/json"
	"fmt"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// method is a method that the server handles or sends.
type method struct {
	name, doc string // doc describes a method beyond LSP, which docs/extensions.md documents; it is "" for methods of LSP
	handle    handler
}

// handler answers a message; it is nil for a message that the server sends.
type handler func(*Server, context.Context, *jsonrpc2.Request) (any, error)

// methods lists the methods that the server handles, and those beyond LSP that it sends.
var methods = []method{
	{protocol.MethodInitialize, "", requestHandler((*Server).initialize)},
	{protocol.MethodInitialized, "", notificationHandler((*Server).initialized)},
	{protocol.MethodShutdown, "", paramlessHandler((*Server).shutdown)},
	{protocol.MethodExit, "", paramlessHandler((*Server).exit)},
	{protocol.MethodSetTrace, "", notificationHandler((*Server).setTrace)},

	{protocol.MethodWindowWorkDoneProgressCancel, "", notificationHandler((*Server).workDoneProgressCancel)},

	{protocol.MethodTextDocumentDidOpen, "", notificationHandler((*Server).didOpen)},
	{protocol.MethodTextDocumentDidChange, "", notificationHandler((*Server).didChange)},
	{protocol.MethodTextDocumentDidSave, "", notificationHandler((*Server).didSave)},
	{protocol.MethodTextDocumentDidClose, "", notificationHandler((*Server).didClose)},
	{protocol.MethodNotebookDocumentDidOpen, "", notificationHandler((*Server).didOpenNotebookDocument)},
	{protocol.MethodNotebookDocumentDidChange, "", notificationHandler((*Server).didChangeNotebookDocument)},
	{protocol.MethodNotebookDocumentDidSave, "", notificationHandler((*Server).didSaveNotebookDocument)},
	{protocol.MethodNotebookDocumentDidClose, "", notificationHandler((*Server).didCloseNotebookDocument)},

	{protocol.MethodTextDocumentCodeAction, "", requestHandler((*Server).codeAction)},
	{protocol.MethodCodeActionResolve, "", requestHandler((*Server).codeActionResolve)},
	{protocol.MethodTextDocumentCompletion, "", requestHandler((*Server).completion)},
	{protocol.MethodTextDocumentPrepareRename, "", requestHandler((*Server).prepareRename)},
	{protocol.MethodTextDocumentRename, "", requestHandler((*Server).rename)},
	{protocol.MethodTextDocumentDefinition, "", requestHandler((*Server).definition)},
	{protocol.MethodTextDocumentDocumentHighlight, "", requestHandler((*Server).documentHighlight)},
	{protocol.MethodTextDocumentDocumentLink, "", requestHandler((*Server).documentLink)},
	{protocol.MethodTextDocumentHover, "", requestHandler((*Server).hover)},
	{protocol.MethodTextDocumentInlayHint, "", requestHandler((*Server).inlayHint)},
	{protocol.MethodTextDocumentReferences, "", requestHandler((*Server).references)},
	{protocol.MethodTextDocumentSelectionRange, "", requestHandler((*Server).selectionRange)},

	{protocol.MethodWorkspaceDidChangeConfiguration, "", notificationHandler((*Server).didChangeConfiguration)},
	{protocol.MethodWorkspaceDidChangeWatchedFiles, "", notificationHandler((*Server).didChangeWatchedFiles)},
	{protocol.MethodWorkspaceDidChangeWorkspaceFolders, "", notificationHandler((*Server).didChangeWorkspaceFolders)},
	{protocol.MethodWorkspaceExecuteCommand, "", requestHandler((*Server).executeCommand)},
	{protocol.MethodWorkspaceSymbol, "", requestHandler((*Server).symbols)},
	{protocol.MethodWorkspaceWillRenameFiles, "", requestHandler((*Server).willRenameFiles)},

	{protocol.MethodTextDocumentCodeLens, "", listHandler((*Server).codeLens)},
	{protocol.MethodTextDocumentDocumentSymbol, "", listHandler((*Server).documentSymbol)},
	{protocol.MethodTextDocumentFoldingRange, "", listHandler((*Server).foldingRange)},

	{requestFragments, "Request: the fragments of a document.", extensionHandler((*Server).fragments)},
	{requestCurve, "Request: the similarity curve of a document.", extensionHandler((*Server).curve)},
	{requestSetSession, "Request: sets settings of one document that last until it is closed and override all others.", extensionHandler((*Server).setSession)},
	{requestExplain, "Request: why there is, or is not, a boundary at a gap of the curve.", extensionHandler((*Server).explainGap)},
	{requestMove, "Request: moves a fragment or a section before another one.", extensionHandler((*Server).move)},
	{requestArrange, "Request: makes several moves in one edit, or answers with the text that they would make.", extensionHandler((*Server).arrange)},
	{requestHeld, "Request: the fragments that are held because they have been moved; with `held` and `hash`, holds them again.", extensionHandler((*Server).heldFragments)},
	{requestStatusOf, "Request: versions, sizes and timings of the server and of the open documents.", extensionHandler((*Server).answerStatus)},
	{requestWork, "Request: the work that contains a document: its files in their order, with their lengths.", extensionHandler((*Server).answerWork)},
	{requestWorkHint, "Request: how the folder of a document could become a work.", extensionHandler((*Server).workHint)},
	{requestWorkCurve, "Request: the similarity curve of the work that contains a document.", extensionHandler((*Server).workCurve)},
	{requestChanges, "Request: the changes in a document since it was opened, or since the texts that the client sends.", extensionHandler((*Server).changesSince)},
	{requestFind, "Request: passages in the texts of the workspace that match words or a question.", extensionHandler((*Server).findPassages)},
	{requestRelated, "Request: passages in other texts of the workspace about the same topic.", extensionHandler((*Server).relatedPassages)},
	{requestBacklinks, "Request: the links to a document, or to the section or name at a position in it, each with its place.", extensionHandler((*Server).backlinks)},
	{requestDuplicates, "Request: passages of a document that other texts of the workspace repeat, or all repeated passages of the workspace.", extensionHandler((*Server).duplicates)},
	{requestMisplaced, "Request: paragraphs of a document, or of its work, that fit another place better than their own.", extensionHandler((*Server).misplaced)},
	{requestPlaces, "Request: the places where a fragment or a section may go, the best first.", extensionHandler((*Server).places)},
	{requestGather, "Request: several passages as one text, each under a line that marks it.", extensionHandler((*Server).gather)},
	{requestScatter, "Request: writes such a text, after edits, back into the files of its passages, all or none.", extensionHandler((*Server).scatter)},
	{requestSetCells, "Request from the server, if the client offers it in initializationOptions: replaces the cells of a notebook.", nil},
	{notificationDidUpdate, "Notification from the server after each analysis, if requested in initializationOptions.", nil},
	{notificationDidUpdateWork, "Notification from the server when a work has been read or has changed, if requested in initializationOptions.", nil},
}

// newDispatcher returns a handler that passes messages to the server's methods. The dispatcher of package protocol covers all of LSP and
// would make the program half a megabyte larger.
func (s *Server) newDispatcher() jsonrpc2.Handler {
	byName := make(map[string]method, len(methods))
	for _, m := range methods {
		byName[m.name] = m
	}
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		if ctx.Err() != nil {
			return nil, protocol.ErrRequestCancelled
		}
		m := byName[req.Method()]
		if m.handle == nil {
			return nil, jsonrpc2.Errorf(jsonrpc2.MethodNotFound, "%s: there is no such method", req.Method())
		}
		return m.handle(s, ctx, req)
	}
}

func decodeParams[P any](req *jsonrpc2.Request) (*P, error) {
	params := new(P)
	if err := protocol.Unmarshal(req.Params(), params); err != nil {
		return nil, fmt.Errorf("%w: %w", jsonrpc2.ErrParse, err)
	}
	return params, nil
}

func requestHandler[P, R any](handle func(*Server, context.Context, *P) (R, error)) handler {
	return func(s *Server, ctx context.Context, req *jsonrpc2.Request) (any, error) {
		params, err := decodeParams[P](req)
		if err != nil {
			return nil, err
		}
		return handle(s, ctx, params)
	}
}

func notificationHandler[P any](handle func(*Server, context.Context, *P) error) handler {
	return requestHandler(func(s *Server, ctx context.Context, params *P) (any, error) { return nil, handle(s, ctx, params) })
}

// paramlessHandler returns the handler of a message without parameters.
func paramlessHandler(handle func(*Server, context.Context) error) handler {
	return func(s *Server, ctx context.Context, _ *jsonrpc2.Request) (any, error) { return nil, handle(s, ctx) }
}

// listHandler returns the handler of an LSP request about a document that editors send after each keystroke and whose answer is a list.
func listHandler(answer func(*Server, *analysedFile) any) handler {
	return func(s *Server, ctx context.Context, req *jsonrpc2.Request) (any, error) {
		params, err := decodeParams[struct {
			TextDocument *protocol.TextDocumentIdentifier `json:"textDocument"`
		}](req)
		if err != nil {
			return nil, err
		}
		if params.TextDocument == nil {
			return nil, invalidParams("%s: textDocument is missing", req.Method())
		}
		v, err := s.analysedFile(ctx, params.TextDocument.URI)
		if err != nil {
			return nil, err
		}
		if v == nil {
			return rawMessage("[]"), nil
		}
		return encodeAnswer(answer(s, v))
	}
}

// extensionHandler returns the handler of a request beyond LSP, whose parameters and answer are encoded by encoding/json.
func extensionHandler[P any](handle func(*Server, context.Context, P) (any, error)) handler {
	return func(s *Server, ctx context.Context, req *jsonrpc2.Request) (any, error) {
		var params P
		if err := json.Unmarshal(req.Params(), &params); err != nil {
			return nil, invalidParams("%s: %v", req.Method(), err)
		}
		answer, err := handle(s, ctx, params)
		if err != nil {
			return nil, err
		}
		return encodeAnswer(answer)
	}
}

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
	{protocol.MethodInitialize, "", request((*Server).initialize)},
	{protocol.MethodInitialized, "", notification((*Server).initialized)},
	{protocol.MethodShutdown, "", withoutParams((*Server).shutdown)},
	{protocol.MethodExit, "", withoutParams((*Server).exit)},
	{protocol.MethodSetTrace, "", notification((*Server).setTrace)},

	{protocol.MethodWindowWorkDoneProgressCancel, "", notification((*Server).workDoneProgressCancel)},

	{protocol.MethodTextDocumentDidOpen, "", notification((*Server).didOpen)},
	{protocol.MethodTextDocumentDidChange, "", notification((*Server).didChange)},
	{protocol.MethodTextDocumentDidSave, "", notification((*Server).didSave)},
	{protocol.MethodTextDocumentDidClose, "", notification((*Server).didClose)},
	{protocol.MethodNotebookDocumentDidOpen, "", notification((*Server).didOpenNotebookDocument)},
	{protocol.MethodNotebookDocumentDidChange, "", notification((*Server).didChangeNotebookDocument)},
	{protocol.MethodNotebookDocumentDidSave, "", notification((*Server).didSaveNotebookDocument)},
	{protocol.MethodNotebookDocumentDidClose, "", notification((*Server).didCloseNotebookDocument)},

	{protocol.MethodTextDocumentCodeAction, "", request((*Server).codeAction)},
	{protocol.MethodCodeActionResolve, "", request((*Server).codeActionResolve)},
	{protocol.MethodTextDocumentCompletion, "", request((*Server).completion)},
	{protocol.MethodTextDocumentPrepareRename, "", request((*Server).prepareRename)},
	{protocol.MethodTextDocumentRename, "", request((*Server).rename)},
	{protocol.MethodTextDocumentDefinition, "", request((*Server).definition)},
	{protocol.MethodTextDocumentDocumentHighlight, "", request((*Server).documentHighlight)},
	{protocol.MethodTextDocumentDocumentLink, "", request((*Server).documentLink)},
	{protocol.MethodTextDocumentHover, "", request((*Server).hover)},
	{protocol.MethodTextDocumentInlayHint, "", request((*Server).inlayHint)},
	{protocol.MethodTextDocumentReferences, "", request((*Server).references)},
	{protocol.MethodTextDocumentSelectionRange, "", request((*Server).selectionRange)},

	{protocol.MethodWorkspaceDidChangeConfiguration, "", notification((*Server).didChangeConfiguration)},
	{protocol.MethodWorkspaceDidChangeWatchedFiles, "", notification((*Server).didChangeWatchedFiles)},
	{protocol.MethodWorkspaceDidChangeWorkspaceFolders, "", notification((*Server).didChangeWorkspaceFolders)},
	{protocol.MethodWorkspaceExecuteCommand, "", request((*Server).executeCommand)},
	{protocol.MethodWorkspaceSymbol, "", request((*Server).symbols)},
	{protocol.MethodWorkspaceWillRenameFiles, "", request((*Server).willRenameFiles)},

	{protocol.MethodTextDocumentCodeLens, "", list((*Server).codeLens)},
	{protocol.MethodTextDocumentDocumentSymbol, "", list((*Server).documentSymbol)},
	{protocol.MethodTextDocumentFoldingRange, "", list((*Server).foldingRange)},

	{requestFragments, "Request: the fragments of a document.", beyondLSP((*Server).fragments)},
	{requestCurve, "Request: the similarity curve of a document.", beyondLSP((*Server).curve)},
	{requestSetSession, "Request: sets settings of one document that last until it is closed and override all others.", beyondLSP((*Server).setSession)},
	{requestExplain, "Request: why there is, or is not, a boundary at a gap of the curve.", beyondLSP((*Server).explainGap)},
	{requestMove, "Request: moves a fragment or a section before another one.", beyondLSP((*Server).move)},
	{requestArrange, "Request: makes several moves in one edit, or answers with the text that they would make.", beyondLSP((*Server).arrange)},
	{requestHeld, "Request: the fragments that are held because they have been moved; with `held` and `hash`, holds them again.", beyondLSP((*Server).heldFragments)},
	{requestStatusOf, "Request: versions, sizes and timings of the server and of the open documents.", beyondLSP((*Server).answerStatus)},
	{requestWork, "Request: the work that contains a document: its files in their order, with their lengths.", beyondLSP((*Server).workResult)},
	{requestWorkHint, "Request: how the folder of a document could become a work.", beyondLSP((*Server).workHint)},
	{requestWorkCurve, "Request: the similarity curve of the work that contains a document.", beyondLSP((*Server).workCurve)},
	{requestChanges, "Request: the changes in a document since it was opened, or since the texts that the client sends.", beyondLSP((*Server).changesSince)},
	{requestFind, "Request: passages in the texts of the workspace that match words or a question.", beyondLSP((*Server).findPassages)},
	{requestRelated, "Request: passages in other texts of the workspace about the same topic.", beyondLSP((*Server).relatedPassages)},
	{requestBacklinks, "Request: the links to a document, or to the section or name at a position in it, each with its place.", beyondLSP((*Server).backlinks)},
	{requestDuplicates, "Request: passages of a document that other texts of the workspace repeat, or all repeated passages of the workspace.", beyondLSP((*Server).duplicates)},
	{requestMisplaced, "Request: paragraphs of a document, or of its work, that fit another place better than their own.", beyondLSP((*Server).misplaced)},
	{requestPlaces, "Request: the places where a fragment or a section may go, the best first.", beyondLSP((*Server).places)},
	{requestGather, "Request: several passages as one text, each under a line that marks it.", beyondLSP((*Server).gather)},
	{requestScatter, "Request: writes such a text, after edits, back into the files of its passages, all or none.", beyondLSP((*Server).scatter)},
	{requestSetCells, "Request from the server, if the client offers it in initializationOptions: replaces the cells of a notebook.", nil},
	{notificationDidUpdate, "Notification from the server after each analysis, if requested in initializationOptions.", nil},
	{notificationDidUpdateWork, "Notification from the server when a work has been read or has changed, if requested in initializationOptions.", nil},
}

// dispatch passes messages to the server's methods. The dispatcher of package protocol covers all of LSP, which makes the program half a
// megabyte larger.
func (s *Server) dispatch() jsonrpc2.Handler {
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

func paramsOf[P any](req *jsonrpc2.Request) (*P, error) {
	params := new(P)
	if err := protocol.Unmarshal(req.Params(), params); err != nil {
		return nil, fmt.Errorf("%w: %w", jsonrpc2.ErrParse, err)
	}
	return params, nil
}

func request[P, R any](handle func(*Server, context.Context, *P) (R, error)) handler {
	return func(s *Server, ctx context.Context, req *jsonrpc2.Request) (any, error) {
		params, err := paramsOf[P](req)
		if err != nil {
			return nil, err
		}
		return handle(s, ctx, params)
	}
}

func notification[P any](handle func(*Server, context.Context, *P) error) handler {
	return request(func(s *Server, ctx context.Context, params *P) (any, error) { return nil, handle(s, ctx, params) })
}

// withoutParams handles a message without parameters.
func withoutParams(handle func(*Server, context.Context) error) handler {
	return func(s *Server, ctx context.Context, _ *jsonrpc2.Request) (any, error) { return nil, handle(s, ctx) }
}

// list handles an LSP request about a document that editors send after each keystroke and whose answer is a list.
func list(answer func(*Server, *analysedFile) any) handler {
	return func(s *Server, ctx context.Context, req *jsonrpc2.Request) (any, error) {
		params, err := paramsOf[struct {
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
		return encoded(answer(s, v))
	}
}

// beyondLSP handles a request beyond LSP, with structs of this package.
func beyondLSP[P any](handle func(*Server, context.Context, P) (any, error)) handler {
	return func(s *Server, ctx context.Context, req *jsonrpc2.Request) (any, error) {
		var params P
		if err := json.Unmarshal(req.Params(), &params); err != nil {
			return nil, invalidParams("%s: %v", req.Method(), err)
		}
		answer, err := handle(s, ctx, params)
		if err != nil {
			return nil, err
		}
		return encoded(answer)
	}
}

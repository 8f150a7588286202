package lsp

import (
	"context"
	"encoding/json"
	"fmt"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"
)

// method is a method of LSP or beyond it.
type method struct {
	name, doc string // doc is "" for methods of LSP
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
	{requestSetSession, "Request: settings for one document that last until it is closed, stronger than all others.", beyondLSP((*Server).setSession)},
	{requestExplain, "Request: why there is, or is not, a boundary at a gap of the curve.", beyondLSP((*Server).explainGap)},
	{requestMove, "Request: moves a fragment or a section before another one.", beyondLSP((*Server).move)},
	{requestArrange, "Request: makes several moves in one edit, or answers with the text that they would make.", beyondLSP((*Server).arrange)},
	{requestHeld, "Request: which fragments are held because they have been moved; or, with `held` and `hash`, holds them again.", beyondLSP((*Server).heldFragments)},
	{requestStatusOf, "Request: versions, sizes and timings of the server and of what it has open.", beyondLSP((*Server).answerStatus)},
	{requestWork, "Request: the work that a document is of: its files in their order, with their lengths.", beyondLSP((*Server).workResult)},
	{requestWorkHint, "Request: what would make a work of the folder of a document that is of none.", beyondLSP((*Server).workHint)},
	{requestWorkCurve, "Request: the similarity curve of the work that a document is of.", beyondLSP((*Server).workCurve)},
	{requestChanges, "Request: what has changed in a document since it was opened, or since texts that the client has.", beyondLSP((*Server).changesSince)},
	{requestFind, "Request: passages in the texts of the workspace that answer words or a question.", beyondLSP((*Server).findPassages)},
	{requestRelated, "Request: passages in other texts of the workspace that are about the same.", beyondLSP((*Server).relatedPassages)},
	{requestBacklinks, "Request: the links that lead to a document, or to what is at a position in it, each with its place.", beyondLSP((*Server).backlinks)},
	{requestDuplicates, "Request: what a document says that another text of the workspace says too, or what any of them do.", beyondLSP((*Server).duplicates)},
	{requestMisplaced, "Request: paragraphs of a document, or of the work that it is of, that fit another place better than theirs.", beyondLSP((*Server).misplaced)},
	{requestPlaces, "Request: where a fragment or a section may go, in the order in which it fits there.", beyondLSP((*Server).places)},
	{requestGather, "Request: several passages as one text, each under a line that marks it.", beyondLSP((*Server).gather)},
	{requestScatter, "Request: puts such a text, edited, back into the files of its passages, all or none.", beyondLSP((*Server).scatter)},
	{requestSetCells, "Request from the server, if initializationOptions offer it: gives a notebook other cells.", nil},
	{notificationDidUpdate, "Notification from the server after each analysis, if initializationOptions ask for it.", nil},
	{notificationDidUpdateWork, "Notification from the server when a work has been read or has changed, likewise.", nil},
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

// list handles a request of LSP about a document that editors send after each keystroke, and whose answer is a list.
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

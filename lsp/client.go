package lsp

import (
	"context"
	"strings"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis/sentence"
)

// This file sends requests and messages to the client.

// clientAnswer is the client's answer to an edit.
type clientAnswer struct {
	applied bool
	reason  string // why it was not applied, if the client says so
}

// reasonClause returns the reason as the end of a sentence.
func (a clientAnswer) reasonClause() string {
	if a.reason == "" {
		return ""
	}
	return ": " + a.reason
}

// failure returns the error for a change of several files that the client did not apply.
func (a clientAnswer) failure() error {
	if a.reason != "" {
		return newFailure("%s. The editor did not apply the change; the texts are unchanged.", a.reason)
	}
	return newFailure("The editor did not apply the change. The texts are unchanged.")
}

// applyWorkspaceEdit has the client apply an edit, whose title it may show.
func (s *Server) applyWorkspaceEdit(ctx context.Context, title *sentence.Sentence, edit *protocol.WorkspaceEdit) clientAnswer {
	return s.sendEdit(ctx, &protocol.ApplyWorkspaceEditParams{Label: new(title.In(s.clientCaps.Language)), Edit: *edit})
}

// applyDocumentChanges has the client apply a change of several files. If the client supports it, the change is marked
// as a refactoring: some clients then save the files.
func (s *Server) applyDocumentChanges(ctx context.Context, title *sentence.Sentence, changes []protocol.DocumentChange) clientAnswer {
	params := &protocol.ApplyWorkspaceEditParams{Label: new(title.In(s.clientCaps.Language)), Edit: protocol.WorkspaceEdit{DocumentChanges: changes}}
	if s.clientCaps.saysRefactoring {
		params.Metadata = &protocol.WorkspaceEditMetadata{IsRefactoring: new(true)}
	}
	return s.sendEdit(ctx, params)
}

func (s *Server) sendEdit(ctx context.Context, params *protocol.ApplyWorkspaceEditParams) clientAnswer {
	answer, err := s.client.ApplyEdit(ctx, params)
	if err != nil {
		s.log.Warn("the client did not apply an edit", "error", err)
		return clientAnswer{}
	}
	result := clientAnswer{applied: answer.Applied}
	if answer.FailureReason != nil {
		result.reason = strings.TrimRight(*answer.FailureReason, ". \n")
	}
	if !answer.Applied {
		s.log.Warn("the client did not apply an edit", "reason", result.reason)
	}
	return result
}

// reveal has the client show a range of a text, if it can; without a range, the text.
func (s *Server) reveal(ctx context.Context, u uri.URI, at *protocol.Range) {
	if s.clientCaps.showsDocuments {
		_, err := s.client.ShowDocument(ctx, &protocol.ShowDocumentParams{URI: u, TakeFocus: new(true), Selection: at})
		s.logSendError("showDocument", err)
	}
}

// showMessage shows a message to the writer.
func (s *Server) showMessage(ctx context.Context, kind protocol.MessageType, message string) {
	s.logSendError("showMessage", s.client.ShowMessage(ctx, &protocol.ShowMessageParams{Type: kind, Message: message}))
}

// sameText reports whether two texts are equal without carriage returns: some editors make line endings uniform.
func sameText(one, other string) bool {
	return one == other || strings.ReplaceAll(one, "\r", "") == strings.ReplaceAll(other, "\r", "")
}

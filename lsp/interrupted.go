package lsp

import (
	"context"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/journal"
)

// warnInterrupted warns the writer once that a change of files around a document was interrupted.
// The server does not finish it, because editors may have these files open.
func (s *Server) warnInterrupted(ctx context.Context, u uri.URI) {
	file := filePath(u)
	if file == "" {
		return
	}
	var pending []*sentence.Sentence
	for _, i := range journal.FindInterrupted(file) {
		pending = append(pending, i.Sentence())
	}
	if legacy := journal.LegacyJournalWarning(file); legacy != nil {
		pending = append(pending, legacy)
	}
	for _, p := range pending {
		message := s.clientCaps.All([]*sentence.Sentence{p})
		if _, isSaid := s.interrupted.LoadOrStore(message, true); !isSaid {
			s.showMessage(ctx, protocol.MessageTypeWarning, message)
		}
	}
}

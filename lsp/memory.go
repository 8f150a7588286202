package lsp

import (
	"context"
	"path"
	"runtime/debug"

	"github.com/segls/segls/internal/session"

	"go.lsp.dev/protocol"
)

// largestText is the length, in bytes, of the longest text that is analysed. A book has one or two million bytes.
const largestText = 64 << 20

// isTooLarge reports whether a document is too large to be analysed. It informs the client once.
func (s *Server) isTooLarge(ctx context.Context, d *openDocument, f *session.File) bool {
	size := f.Text.Len()
	if size <= s.session.Largest {
		return false
	}
	if !d.declined.Swap(true) {
		s.showMessage(ctx, protocol.MessageTypeWarning, s.clientCaps.Say("%s is %d MB in size. segls reads texts of up to %d MB, so it shows nothing here.",
			path.Base(d.uri.Path()), size>>20, s.session.Largest>>20))
	}
	return true
}

// limitMemory sets the memory limit of the garbage collector in megabytes; 0 means the limit in the environment
// variable GOMEMLIMIT. The caller holds s.files.mu.
func (s *Server) limitMemory(megabytes int) {
	if megabytes == s.files.memoryLimit {
		return
	}
	limit := s.files.environment
	if megabytes > 0 {
		limit = int64(megabytes) << 20
	}
	s.files.memoryLimit = megabytes
	debug.SetMemoryLimit(limit)
	s.log.Info("memory limit", "megabytes", megabytes)
}

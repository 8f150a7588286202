package lsp

import (
	"context"
	"errors"

	"go.lsp.dev/jsonrpc2"
	"go.uber.org/zap"
)

// frames is what jsonrpc2's streams can do besides: pass whole messages through
// undecoded.
type frames interface {
	jsonrpc2.Stream
	ReadFrame(ctx context.Context) ([]byte, int64, error)
	WriteFrame(ctx context.Context, data []byte) (int64, error)
}

// sieve is a stream that answers by itself what is no message of LSP, a malformed
// one or a batch. To jsonrpc2 these would be the end of the connection.
type sieve struct {
	frames
	log   *zap.Logger
	ended chan struct{} // closed when nothing more can be read
}

func (s sieve) ReadFrame(ctx context.Context) ([]byte, int64, error) {
	for {
		frame, n, err := s.frames.ReadFrame(ctx)
		if err != nil {
			close(s.ended) // jsonrpc2 does not read on
			return nil, n, err
		}
		refusal := refuse(frame)
		if refusal == "" {
			return frame, n, nil
		}
		s.log.Warn("message refused", zap.String("answer", refusal), zap.Int("bytes", len(frame)))
		if _, err := s.frames.WriteFrame(ctx, []byte(refusal)); err != nil {
			return nil, n, err
		}
	}
}

// refuse is the answer to a frame that is no message, or "".
func refuse(frame []byte) string {
	_, err := jsonrpc2.DecodeMessage(frame)
	switch {
	case err == nil:
		return ""
	case errors.Is(err, jsonrpc2.ErrParse):
		return `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"this message is not valid JSON"}}`
	}
	return `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"this is no request, notification or response of LSP"}}`
}

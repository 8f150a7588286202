package lsp

import (
	"bufio"
	"context"
	"errors"
	"io"
	"log/slog"
	"net/textproto"
	"strconv"

	"go.lsp.dev/jsonrpc2"
)

// frames is the interface of jsonrpc2's streams that passes whole messages without decoding them.
type frames interface {
	jsonrpc2.Stream
	ReadFrame(ctx context.Context) ([]byte, int64, error)
	WriteFrame(ctx context.Context, data []byte) (int64, error)
}

// messageFilter is a stream that itself answers malformed messages and batches, for which jsonrpc2 would close the connection.
type messageFilter struct {
	frames
	in    *frameReader
	log   *slog.Logger
	ended chan struct{} // closed when nothing more can be read
}

func newMessageFilter(conn io.ReadWriteCloser, log *slog.Logger) messageFilter {
	in := &frameReader{textproto.NewReader(bufio.NewReader(conn)), make([]byte, longFrame)}
	return messageFilter{jsonrpc2.NewHeaderStream(conn).(frames), in, log, make(chan struct{})}
}

func (s messageFilter) ReadFrame(ctx context.Context) ([]byte, int64, error) {
	for {
		frame, n, err := s.in.readFrame()
		if err != nil {
			close(s.ended) // jsonrpc2 stops reading
			return nil, n, err
		}
		refusal := invalidFrameReply(frame)
		if refusal == "" {
			return frame, n, nil
		}
		s.log.Warn("message refused", "answer", refusal, "bytes", len(frame))
		if _, err := s.frames.WriteFrame(ctx, []byte(refusal)); err != nil {
			return nil, n, err
		}
	}
}

// frameReader reads the client's frames. jsonrpc2's own reader permanently keeps a buffer as long as
// the longest frame, and the first frame may contain a text of several megabytes.
type frameReader struct {
	*textproto.Reader
	buffer []byte // reused for short frames
}

// longFrame is the length, in bytes, above which a frame gets its own buffer.
const longFrame = 1 << 16

// mostBytes is the largest length of a frame.
const mostBytes = 1 << 30

// readFrame returns the body of the next frame and its length. The body is valid until the next call.
func (in *frameReader) readFrame() ([]byte, int64, error) {
	header, err := in.ReadMIMEHeader()
	if err != nil {
		return nil, 0, err
	}
	length, err := strconv.Atoi(header.Get("Content-Length"))
	if err != nil || length <= 0 || length > mostBytes {
		return nil, 0, jsonrpc2.ErrInvalidHeader
	}
	body := in.buffer
	if length > longFrame {
		body = make([]byte, length)
	}
	body = body[:length]
	if _, err := io.ReadFull(in.R, body); err != nil {
		if errors.Is(err, io.EOF) {
			err = io.ErrUnexpectedEOF
		}
		return nil, 0, err
	}
	return body, int64(length), nil
}

// invalidFrameReply returns the answer to a frame that is not a message, or "".
func invalidFrameReply(frame []byte) string {
	_, err := jsonrpc2.DecodeMessage(frame)
	switch {
	case err == nil:
		return ""
	case errors.Is(err, jsonrpc2.ErrParse):
		return `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"this message is not valid JSON"}}`
	}
	return `{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"this is not a request, notification or response of LSP"}}`
}

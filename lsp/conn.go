package lsp

import (
	"context"
	"errors"
	"io"
	"os"
	"sync"
	"time"

	"go.lsp.dev/jsonrpc2"
	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/restructure"
)

// Serve serves one client until it sends exit or is gone, or ctx is done. It returns the exit code that LSP requires: 0 after a shutdown request, else 1.
func (s *Server) Serve(ctx context.Context, stream io.ReadWriteCloser) int {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	watched := &watchedStream{ReadWriteCloser: stream, broken: make(chan struct{})}
	framed := newMessageFilter(watched, s.log)
	conn := jsonrpc2.NewConn(framed, jsonrpc2.WithCodec(rawCodec{}))
	s.bindConnection(ctx, conn)
	conn.Go(ctx, s.newHandler())
	select {
	case <-s.exited:
	case <-framed.ended:
		// A client that has sent shutdown does not wait for answers but, like Neovim, may wait for this process to exit.
		if s.phase.Load() != phaseShutdown {
			s.drain(conn)
		}
	case <-watched.broken:
		s.log.Error("the client has stopped reading")
		select { // earlier messages, such as shutdown, may not have been read yet
		case <-s.exited:
		case <-framed.ended:
		case <-time.After(drainTime / 20):
		}
	case <-ctx.Done():
	}
	s.stop()
	stream.Close()
	if s.phase.Load() == phaseShutdown {
		return 0
	}
	return 1
}

// Stdio returns standard input and output as one stream.
func Stdio() io.ReadWriteCloser { return stdio{os.Stdin, os.Stdout} }

type stdio struct {
	io.ReadCloser
	out io.WriteCloser
}

func (s stdio) Write(p []byte) (int, error) { return s.out.Write(p) }

func (s stdio) Close() error { return errors.Join(s.ReadCloser.Close(), s.out.Close()) }

// drainTime is how long a client that has stopped sending may take to read its answers.
const drainTime = 2 * time.Second

// drain waits until all answers have been sent, at most for drainTime.
func (s *Server) drain(conn jsonrpc2.Conn) {
	select {
	case <-conn.Done():
	case <-time.After(drainTime):
		s.log.Warn("the client neither sends nor reads")
		return
	}
	if err := conn.Err(); err != nil {
		s.log.Error("the connection broke", "error", err)
	}
}

// watchedStream is a stream that closes broken when a write fails. jsonrpc2 would notice only at
// the next message it reads, which may never arrive.
type watchedStream struct {
	io.ReadWriteCloser
	broken chan struct{}
	once   sync.Once
}

func (w *watchedStream) Write(p []byte) (int, error) {
	n, err := w.ReadWriteCloser.Write(p)
	if err != nil {
		w.once.Do(func() { close(w.broken) })
	}
	return n, err
}

// rawCodec encodes messages with package protocol, except those already encoded.
type rawCodec struct{}

func (rawCodec) Marshal(v any) ([]byte, error) {
	if raw, ok := v.(jsonrpc2.RawMessage); ok {
		if raw == nil {
			return []byte("null"), nil
		}
		return raw, nil
	}
	return protocol.Marshal(v)
}

func (rawCodec) Unmarshal(data []byte, v any) error {
	if raw, ok := v.(*jsonrpc2.RawMessage); ok {
		*raw = append(jsonrpc2.RawMessage(nil), data...)
		return nil
	}
	return protocol.Unmarshal(data, v)
}

// newHandler returns a handler that decides which goroutine handles a message. Notifications and the two calls that change the
// server's phase are handled on the reading goroutine, in order. Every other call has its own goroutine and can be cancelled.
//
// Calls on the reading goroutine cannot be cancelled: a context for that would outlive its parent, the context of the message, and
// jsonrpc2 does not allow this.
func (s *Server) newHandler() jsonrpc2.Handler {
	inline := s.newDispatcher()
	beside := protocol.CancelHandler(func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		if req.IsCall() {
			jsonrpc2.Async(ctx)
		}
		return s.withRecovery(inline)(ctx, req)
	})
	return s.withTiming(s.withRecovery(func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		if refusal := s.checkPhase(req.Method(), req.IsCall()); refusal != nil {
			return nil, refusal
		}
		switch req.Method() {
		case protocol.MethodInitialize, protocol.MethodShutdown:
			return inline(ctx, req)
		}
		return beside(ctx, req)
	}))
}

// withTiming records how long each message takes.
func (s *Server) withTiming(next jsonrpc2.Handler) jsonrpc2.Handler {
	return func(ctx context.Context, req *jsonrpc2.Request) (any, error) {
		defer func(start time.Time) { s.timings.record(req.Method(), time.Since(start)) }(time.Now())
		return next(ctx, req)
	}
}

// withRecovery keeps the connection open if a handler fails. It turns a panic into an error, and logs
// the error of a notification, which would otherwise end the connection.
func (s *Server) withRecovery(next jsonrpc2.Handler) jsonrpc2.Handler {
	return func(ctx context.Context, req *jsonrpc2.Request) (result any, err error) {
		defer func() {
			if failure := s.failures.logPanic(req.Method(), recover()); failure != nil {
				result, err = nil, failure
			}
			err = s.wireError(err)
			if err != nil && !req.IsCall() {
				s.log.Warn("notification not handled", "method", req.Method(), "error", err)
				result, err = nil, nil
			}
		}()
		return next(ctx, req)
	}
}

// checkPhase returns an error for messages that the server does not accept in its current phase.
func (s *Server) checkPhase(method string, isCall bool) error {
	phase := s.phase.Load()
	switch {
	case method == protocol.MethodExit:
		return nil
	case method == protocol.MethodInitialize && phase != phaseNew:
		return jsonrpc2.NewError(jsonrpc2.InvalidRequest, "initialize has already been called")
	case method != protocol.MethodInitialize && phase == phaseNew:
		return jsonrpc2.NewError(jsonrpc2.ServerNotInitialized, "initialize has not been called yet")
	case phase == phaseShutdown && isCall && method != protocol.MethodShutdown:
		return jsonrpc2.NewError(jsonrpc2.InvalidRequest, "the server has been shut down")
	}
	return nil
}

// wireError returns err as an error with the code and the message that the client receives.
func (s *Server) wireError(err error) error {
	var coded *jsonrpc2.Error
	var said *sentence.Sentence
	switch {
	case err == nil:
		return nil
	case errors.Is(err, jsonrpc2.ErrParse): // in the parameters: the message itself has been parsed
		return jsonrpc2.NewError(jsonrpc2.InvalidParams, err.Error())
	case errors.As(err, &coded):
		return coded
	case errors.Is(err, context.Canceled):
		return jsonrpc2.NewError(protocol.CodeRequestCancelled, "the request was cancelled")
	case errors.As(err, &said) && said == restructure.ErrGone:
		return jsonrpc2.NewError(protocol.CodeContentModified, said.In(s.clientCaps.Language))
	case said != nil:
		return jsonrpc2.NewError(jsonrpc2.Code(protocol.LSPErrorCodesRequestFailed), said.In(s.clientCaps.Language))
	}
	return jsonrpc2.NewError(jsonrpc2.InternalError, err.Error())
}

// invalidParams returns the error for invalid parameters.
func invalidParams(format string, args ...any) error {
	return jsonrpc2.Errorf(jsonrpc2.InvalidParams, format, args...)
}

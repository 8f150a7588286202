package lsp

import (
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"
	"sync/atomic"

	"github.com/segls/segls/internal/session"
)

// A panic must fail only the request that caused it. So handlers of messages and background tasks recover from panics and log them.

// panicLog counts and logs panics.
type panicLog struct {
	log  *slog.Logger
	seen sync.Map // the number of panics, as *atomic.Int64, by the line of code
}

// logPanic returns the error for p, the result of recover in a deferred function, or nil if p is nil. It logs the
// stack only for the first panic at a line of code, so that repeated panics do not fill the log.
func (f *panicLog) logPanic(what string, p any) error {
	if p == nil {
		return nil
	}
	place := panicOrigin()
	seen, _ := f.seen.LoadOrStore(place, new(atomic.Int64))
	times := seen.(*atomic.Int64).Add(1)
	if times == 1 {
		f.log.Error("panic", "in", what, "at", place, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
	} else {
		f.log.Debug("panic again", "in", what, "at", place, "times", times)
	}
	return fmt.Errorf("%s: %w", what, session.ErrPanicked)
}

// count returns the number of panics so far.
func (f *panicLog) count() (total int) {
	for _, seen := range f.seen.Range {
		total += int(seen.(*atomic.Int64).Load())
	}
	return total
}

// panicOrigin returns the line of code that panicked. It must be called from a deferred function that recovers.
func panicOrigin() string {
	callers := make([]uintptr, 64)
	frames := runtime.CallersFrames(callers[:runtime.Callers(1, callers)])
	panicking := false
	for {
		frame, more := frames.Next()
		if isRuntime := strings.HasPrefix(frame.Function, "runtime."); panicking && !isRuntime {
			return fmt.Sprintf("%s:%d", frame.Function, frame.Line)
		}
		panicking = panicking || frame.Function == "runtime.gopanic"
		if !more {
			return "an unknown place"
		}
	}
}

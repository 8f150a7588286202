package lsp

import (
	"fmt"
	"log/slog"
	"runtime"
	"runtime/debug"
	"strings"
	"sync"

	"github.com/segls/segls/internal/session"
)

// A mistake in segls must cost the writer no more than one answer. So whatever runs for a client
// runs contained: a panic is caught and logged, and the next request finds everything as it was.

// failures are the panics so far, by where in the code each began.
type failures struct {
	log *slog.Logger

	mu   sync.Mutex // guards the rest
	seen map[string]int
}

// caught takes what recover has returned, in a deferred function, and returns the error
// that stands for it; nil for nil. The stack is logged when a place in the code panics
// for the first time; after that, typing on does not fill the log.
func (f *failures) caught(what string, p any) error {
	if p == nil {
		return nil
	}
	place := origin()
	f.mu.Lock()
	f.seen[place]++
	times := f.seen[place]
	f.mu.Unlock()
	if times == 1 {
		f.log.Error("panic", "in", what, "at", place, "panic", fmt.Sprint(p), "stack", string(debug.Stack()))
	} else {
		f.log.Debug("panic again", "in", what, "at", place, "times", times)
	}
	return fmt.Errorf("%s: %w", what, session.ErrPanicked)
}

// count is how many panics there were.
func (f *failures) count() (total int) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, n := range f.seen {
		total += n
	}
	return total
}

// origin is the line of code that panicked, seen from two calls below the function that
// recovers.
func origin() string {
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

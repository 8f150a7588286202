package main

import (
	"bytes"
	"flag"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/segls/segls/internal/client"
)

var jumpClock = flag.Bool("jump-clock", false, "let TestClockJumps set the clock of this machine; requires root")

// TestClockJumps checks that a server still answers when the clock of the machine jumps by a year, forwards and back.
func TestClockJumps(t *testing.T) {
	if !*jumpClock {
		t.Skip("runs only with -jump-clock, because it sets the clock of this machine: make clock")
	}
	was, begin := time.Now(), time.Now()
	set := func(ahead time.Duration) {
		t.Helper()
		now := was.Add(time.Since(begin)).Add(ahead) // Since uses the monotonic clock
		if err := syscall.Settimeofday(&syscall.Timeval{Sec: now.Unix(), Usec: int64(now.Nanosecond() / 1000)}); err != nil {
			t.Skipf("the clock cannot be set here: %v", err)
		}
	}
	defer set(0)

	c, err := client.Launch(program(t, "serve"))
	if err != nil {
		t.Fatal(err)
	}
	defer c.End()
	ask := func(method string, params any) {
		t.Helper()
		if answer, err := c.Call(method, params); err != nil || answer.Error != nil {
			t.Fatal(method, err, answer.Error)
		}
	}
	ask("initialize", map[string]any{
		"processId": nil, "rootUri": nil,
		"initializationOptions": map[string]any{"debounceMs": 300, "settleMs": 500, "method": "blend"},
		"capabilities":          map[string]any{"textDocument": map[string]any{"codeLens": map[string]any{}, "publishDiagnostics": map[string]any{}}},
	})
	c.Notify("initialized", map[string]any{})
	document := map[string]any{"uri": "untitled:essay"}
	// reported waits for diagnostics, and returns how long that took.
	reported := func() time.Duration {
		t.Helper()
		start, seen := time.Now(), make(chan error)
		go func() {
			for {
				message, err := c.ReadMessage()
				if err != nil || bytes.Contains(message, []byte("publishDiagnostics")) {
					seen <- err
					return
				}
			}
		}()
		select {
		case err := <-seen:
			if err != nil {
				t.Fatal(err)
			}
		case <-time.After(20 * time.Second):
			t.Fatal("nothing is reported")
		}
		return time.Since(start)
	}
	long := strings.Repeat("The sea is salt and the salt is of the sea. ", 60) + "\n\n"
	c.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": "untitled:essay", "languageId": "markdown", "version": 1, "text": long}})
	reported()
	for i, ahead := range []time.Duration{0, 365 * 24 * time.Hour, -365 * 24 * time.Hour, 0} {
		at := map[string]any{"line": 0, "character": 0}
		c.Notify("textDocument/didChange", map[string]any{
			"textDocument":   map[string]any{"uri": "untitled:essay", "version": i + 2},
			"contentChanges": []any{map[string]any{"range": map[string]any{"start": at, "end": at}, "text": long}},
		})
		set(ahead)
		t.Logf("ahead by %v: reported after %v", ahead, reported().Round(time.Millisecond))
		ask("textDocument/codeLens", map[string]any{"textDocument": document})
	}
}

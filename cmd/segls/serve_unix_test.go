//go:build unix

package main

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/segls/segls/internal/client"
)

// served is a client of a server that runs as a process.
type served struct{ *client.Client }

// serving starts and initializes a server as a process, and opens a document.
func serving(t *testing.T, args ...string) *served {
	t.Helper()
	return greeted(t, program(t, append([]string{"serve"}, args...)...), nil)
}

func greeted(t *testing.T, server *exec.Cmd, parent any) *served {
	t.Helper()
	c, err := client.Launch(server)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Call("initialize", map[string]any{"processId": parent, "rootUri": nil, "capabilities": map[string]any{}}); err != nil {
		t.Fatal(err)
	}
	c.Notify("initialized", map[string]any{})
	c.Notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{
		"uri": "untitled:a", "languageId": "markdown", "version": 1, "text": strings.Repeat(chapter, 20),
	}})
	return &served{c}
}

// lenses requests code lenses and checks that there is a response.
func (c *served) lenses(t *testing.T) {
	t.Helper()
	r, err := c.Call("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": "untitled:a"}})
	if err != nil || r.Error != nil {
		t.Fatalf("lenses: %v, %+v", err, r.Error)
	}
}

// leaves shuts the server down and checks that it ends.
func (c *served) leaves(t *testing.T) {
	t.Helper()
	_, _ = c.Call("shutdown", nil)
	c.Notify("exit", nil)
	c.endsWith(t, 0)
}

// endsWith checks that the server exits with a code, and not by a signal.
func (c *served) endsWith(t *testing.T, code int) {
	t.Helper()
	done := make(chan error, 1)
	go func() { done <- c.Command.Wait() }()
	select {
	case err := <-done:
		if got, signal := exitOf(t, err); got != code || signal != 0 {
			t.Errorf("exit code %d, signal %v, want %d", got, signal, code)
		}
	case <-time.After(time.Minute):
		_ = c.Command.Process.Kill()
		t.Error("the server does not end")
	}
}

// TestSuspended checks that a server still answers after it was suspended and changes were sent meanwhile.
func TestSuspended(t *testing.T) {
	c := serving(t)
	c.lenses(t)
	for i := range 3 {
		if err := c.Command.Process.Signal(syscall.SIGSTOP); err != nil {
			t.Fatal(err)
		}
		if _, err := syscall.Wait4(c.Command.Process.Pid, nil, syscall.WUNTRACED, nil); err != nil { // waits until it has stopped
			t.Fatal(err)
		}
		for k := range 50 {
			c.Notify("textDocument/didChange", map[string]any{
				"textDocument":   map[string]any{"uri": "untitled:a", "version": 100*i + k + 2},
				"contentChanges": []any{map[string]any{"range": map[string]any{"start": map[string]any{"line": 0, "character": 0}, "end": map[string]any{"line": 0, "character": 0}}, "text": "e"}},
			})
		}
		if err := c.Command.Process.Signal(syscall.SIGCONT); err != nil {
			t.Fatal(err)
		}
		c.lenses(t)
	}
	c.leaves(t)
}

// TestClosedPipes checks that the server ends when its client has disconnected, whichever pipe closes first.
func TestClosedPipes(t *testing.T) {
	c := serving(t)
	c.lenses(t)
	c.In.Close()
	c.endsWith(t, 1)

	c = serving(t)
	c.lenses(t)
	if err := c.Pipe.Close(); err != nil {
		t.Fatal(err)
	}
	for range 1000 { // nobody reads the responses
		c.SendRequest("textDocument/codeLens", map[string]any{"textDocument": map[string]any{"uri": "untitled:a"}})
	}
	c.endsWith(t, 1)
	c.In.Close()
}

// TestKilledParent checks that the server ends soon after its client was killed, even if its pipes are still open.
func TestKilledParent(t *testing.T) {
	if testing.Short() {
		t.Skip("takes long, because the server checks only at intervals whether its client is running")
	}
	parent := exec.Command("sleep", "600")
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	c := greeted(t, program(t, "serve"), parent.Process.Pid)
	c.lenses(t)
	_ = parent.Process.Kill()
	_ = parent.Wait()
	c.endsWith(t, 1)
	c.In.Close()
}

// TestLogOnFullDisk checks that the server works if the log cannot be written.
func TestLogOnFullDisk(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("/dev/full is not available:", err)
	}
	c := serving(t, "--log-level", "debug", "--log-file", "/dev/full")
	for range 20 {
		c.Notify("segls/nothing", map[string]any{})
		c.lenses(t)
	}
	c.leaves(t)
}

// TestLogHasNoText checks that even the log of level debug has no word of a document.
func TestLogHasNoText(t *testing.T) {
	log := filepath.Join(t.TempDir(), "log")
	c := serving(t, "--log-level", "debug", "--log-file", log)
	for i, text := range []string{"Zanzibar and its cloves. ", "\n\n# Zanzibar\n\n", "<!-- segls: zanzibar -->\n\n"} {
		c.Notify("textDocument/didChange", map[string]any{
			"textDocument":   map[string]any{"uri": "untitled:a", "version": i},
			"contentChanges": []any{map[string]any{"range": map[string]any{"start": map[string]any{"line": 0, "character": 0}, "end": map[string]any{"line": 0, "character": 0}}, "text": text}},
		})
		c.lenses(t)
	}
	fmt.Fprintf(c.In, "Content-Length: 10\r\n\r\n{zanzibar}")
	c.Notify("textDocument/didChange", map[string]any{"textDocument": 7, "text": "zanzibar"})
	c.lenses(t)
	c.End()
	text, err := os.ReadFile(log)
	if err != nil || len(text) == 0 || strings.Contains(strings.ToLower(string(text)), "zanzibar") {
		t.Errorf("%v, %s", err, text)
	}
}

// TestScarceMemory checks that the server answers even with a memory limit that is far too low.
func TestScarceMemory(t *testing.T) {
	server := program(t, "serve")
	server.Env = append(server.Env, "GOMEMLIMIT=1MiB")
	c := greeted(t, server, nil)
	for range 5 {
		c.lenses(t)
	}
	c.leaves(t)
}

// TestNoSocket checks that the server opens no socket.
func TestNoSocket(t *testing.T) {
	c := serving(t)
	c.lenses(t)
	open, err := os.ReadDir(fmt.Sprintf("/proc/%d/fd", c.Command.Process.Pid))
	if err != nil {
		t.Skip("the open files of a process cannot be listed:", err)
	}
	for _, f := range open {
		to, err := os.Readlink(fmt.Sprintf("/proc/%d/fd/%s", c.Command.Process.Pid, f.Name()))
		if err == nil && strings.HasPrefix(to, "socket:") {
			t.Errorf("it has a socket: %s", to)
		}
	}
	if len(open) < 3 {
		t.Errorf("only %d files are open", len(open))
	}
	c.leaves(t)
}

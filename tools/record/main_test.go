package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/segls/segls/tools/internal/recording"
)

// TestMain runs the tests or, in processes that a test starts, the recorder or the language server.
func TestMain(m *testing.M) {
	switch os.Getenv("RECORD_TEST") {
	case "recorder":
		os.Setenv("RECORD_TEST", "server")
		main()
	case "server":
		server(os.Args[1], os.Args[2:])
	default:
		os.Exit(m.Run())
	}
}

// server is a language server that behaves in one of several ways.
func server(talent string, args []string) {
	switch talent {
	case "echo": // copies its input, and ends with a message to standard error
		io.Copy(os.Stdout, os.Stdin)
		fmt.Fprint(os.Stderr, "heard all")
		code, _ := strconv.Atoi(args[0])
		os.Exit(code)
	case "die":
		self, _ := os.FindProcess(os.Getpid())
		self.Kill()
		time.Sleep(time.Minute)
	case "wait":
		fmt.Print(frame(`"ready"`))
		time.Sleep(time.Minute)
	case "babble": // sends a message at first and after each byte of input, and two after its end; stops when nobody reads
		for {
			if _, err := fmt.Print(frame(`"and"`)); err != nil {
				os.Exit(7)
			}
			if _, err := os.Stdin.Read(make([]byte, 1)); err != nil {
				fmt.Print(frame(`"bye"`))
				time.Sleep(50 * time.Millisecond)
				fmt.Print(frame(`"at last"`))
				os.Exit(5)
			}
		}
	case "leave": // leaves a child behind that keeps its output open
		child := exec.Command(os.Args[0], "wait")
		child.Stdout = os.Stdout
		child.Start()
		fmt.Println(child.Process.Pid)
	}
}

func frame(body string) string {
	return fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(body), body)
}

// session is a running recorder, with the editor's ends of its streams.
type session struct {
	cmd    *exec.Cmd
	input  io.WriteCloser
	output io.ReadCloser
	errors bytes.Buffer
	file   string
}

func start(t *testing.T, args ...string) *session {
	t.Helper()
	s := &session{file: filepath.Join(t.TempDir(), "talk")}
	s.cmd = exec.Command(os.Args[0], append([]string{"-o", s.file, "--", os.Args[0]}, args...)...)
	s.cmd.Env = append(os.Environ(), "RECORD_TEST=recorder")
	s.cmd.Stderr = &s.errors
	var err error
	if s.input, err = s.cmd.StdinPipe(); err == nil {
		if s.output, err = s.cmd.StdoutPipe(); err == nil {
			err = s.cmd.Start()
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.cmd.Process.Kill() })
	return s
}

func (s *session) exitCode(t *testing.T) int {
	t.Helper()
	err := s.cmd.Wait()
	var exit *exec.ExitError
	if err != nil && !errors.As(err, &exit) {
		t.Fatal(err)
	}
	return s.cmd.ProcessState.ExitCode()
}

// recorded returns the lines of the recording as "from message".
func (s *session) recorded(t *testing.T) []string {
	t.Helper()
	file, err := os.Open(s.file)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var lines []string
	for e, err := range recording.Read(file) {
		if err != nil {
			t.Fatal(err)
		}
		lines = append(lines, fmt.Sprintf("%v %s%s", e.From, e.Message, e.Malformed))
	}
	return lines
}

func TestBytesPassUnchanged(t *testing.T) {
	s := start(t, "echo", "3")
	sent := frame(`{"a": 1}`) + "junk\x00\xff\r\n" + frame(`{"b":"ü"}`) + "Content-Length: 900\r\n\r\nshort"
	go func() {
		io.WriteString(s.input, sent)
		s.input.Close()
	}()
	got, err := io.ReadAll(s.output)
	if err != nil || string(got) != sent {
		t.Errorf("got %q, %v; want %q", got, err, sent)
	}
	if code := s.exitCode(t); code != 3 {
		t.Errorf("exit code %d, want 3", code)
	}
	if s.errors.String() != "heard all" {
		t.Errorf("standard error: %q", s.errors.String())
	}
	counts := map[string]int{}
	for _, line := range s.recorded(t) {
		counts[line]++
	}
	for _, message := range []string{`{"a":1}`, "junk\x00\ufffd\r\n", `{"b":"ü"}`, "short"} {
		for _, from := range []string{"client ", "server "} {
			if counts[from+message] != 1 {
				t.Errorf("%s%q is recorded %d times in %v", from, message, counts[from+message], counts)
			}
		}
	}
}

// TestBytesPassImmediately checks that each byte is passed on before the next arrives, even if its message is not complete.
func TestBytesPassImmediately(t *testing.T) {
	s := start(t, "echo", "0")
	echo := bufio.NewReader(s.output)
	for _, b := range []byte(frame(`{"a":1}`)) {
		s.input.Write([]byte{b})
		if got, err := echo.ReadByte(); err != nil || got != b {
			t.Fatalf("got %q, %v; want %q", got, err, b)
		}
	}
	// The lines are written during the session, the client's message before the server's.
	if got := s.recorded(t); len(got) != 2 || got[0] != `client {"a":1}` || got[1] != `server {"a":1}` {
		t.Errorf("recorded %q", got)
	}
	s.input.Close()
	if code := s.exitCode(t); code != 0 {
		t.Errorf("exit code %d, want 0", code)
	}
}

func TestLargeStreams(t *testing.T) {
	s := start(t, "echo", "0")
	message := frame(`"` + strings.Repeat("x", 1<<20) + `"`)
	go func() {
		for range 8 {
			io.WriteString(s.input, message)
		}
		s.input.Close()
	}()
	got, err := io.ReadAll(s.output)
	if err != nil || string(got) != strings.Repeat(message, 8) {
		t.Errorf("got %d bytes, %v", len(got), err)
	}
	if code, lines := s.exitCode(t), s.recorded(t); code != 0 || len(lines) != 16 {
		t.Errorf("exit code %d, %d lines", code, len(lines))
	}
}

func TestServerIsKilled(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no signals")
	}
	s := start(t, "die")
	if code := s.exitCode(t); code != 128+9 {
		t.Errorf("exit code %d, want 137", code)
	}
}

func TestSignalsReachTheServer(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("Windows has no signals")
	}
	s := start(t, "wait")
	io.ReadFull(s.output, make([]byte, len(frame(`"ready"`))))
	s.cmd.Process.Signal(syscall.SIGTERM)
	if code := s.exitCode(t); code != 128+15 {
		t.Errorf("exit code %d, want 143", code)
	}
}

// TestEditorIsKilled checks that the server's last messages are recorded even if both streams of the editor close at once.
func TestEditorIsKilled(t *testing.T) {
	s := start(t, "babble")
	io.ReadFull(s.output, make([]byte, len(frame(`"and"`))))
	s.output.Close()
	s.input.Close()
	if code := s.exitCode(t); code != 5 {
		t.Errorf("exit code %d, want 5", code)
	}
	lines := s.recorded(t)
	if last := lines[len(lines)-1]; last != `server "at last"` {
		t.Errorf("recorded %q, want the server's last words too", lines)
	}
}

// TestEditorStopsListening checks that the server's input ends if the editor closes only its end of the output.
func TestEditorStopsListening(t *testing.T) {
	s := start(t, "babble")
	io.ReadFull(s.output, make([]byte, len(frame(`"and"`))))
	s.output.Close()
	s.input.Write([]byte("go on"))
	if code := s.exitCode(t); code != 5 {
		t.Errorf("exit code %d, want 5: its input must end", code)
	}
}

func TestServerLeavesAChild(t *testing.T) {
	s := start(t, "leave")
	pid, err := bufio.NewReader(s.output).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(strings.TrimSpace(pid))
	if err != nil {
		t.Fatal(err)
	}
	child, err := os.FindProcess(n)
	if err != nil {
		t.Fatal(err)
	}
	defer child.Kill()
	if code := s.exitCode(t); code != 0 {
		t.Errorf("exit code %d", code)
	}
	if err := child.Signal(syscall.Signal(0)); err != nil {
		t.Errorf("the recorder has waited for the child: %v", err)
	}
}

func TestNameOfTheFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "nvim-%p.talk")
	cmd := exec.Command(os.Args[0], "-o", file, "--", os.Args[0], "echo", "0")
	cmd.Env = append(os.Environ(), "RECORD_TEST=recorder")
	cmd.Stdin = strings.NewReader(frame("{}"))
	if out, err := cmd.Output(); err != nil || string(out) != frame("{}") {
		t.Fatalf("%q, %v", out, err)
	}
	name := strings.ReplaceAll(file, "%p", strconv.Itoa(cmd.Process.Pid))
	if text, err := os.ReadFile(name); err != nil || bytes.Count(text, []byte("\n")) != 2 {
		t.Errorf("%q, %v", text, err)
	}
}

func TestUsage(t *testing.T) {
	file := filepath.Join(t.TempDir(), "talk")
	for _, c := range []struct {
		args []string
		code int
	}{
		{nil, 2},
		{[]string{"-o", file}, 2},
		{[]string{"--", "true"}, 2},
		{[]string{"-x"}, 2},
		{[]string{"-h"}, 0},
		{[]string{"-o", filepath.Join(file, "no", "folder"), "--", "true"}, 2},
		{[]string{"-o", file, "--", filepath.Join(file, "no-server")}, 127},
	} {
		cmd := exec.Command(os.Args[0], c.args...)
		cmd.Env = append(os.Environ(), "RECORD_TEST=recorder")
		out, _ := cmd.CombinedOutput()
		if code := cmd.ProcessState.ExitCode(); code != c.code || len(out) == 0 {
			t.Errorf("%q: exit code %d, want %d; said %q", c.args, code, c.code, out)
		}
	}
}

//go:build unix

package main

import (
	"bytes"
	"errors"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/console/consoletest"
)

// exitOf returns the exit code of a process, or -1 and the signal that ended it.
func exitOf(t *testing.T, err error) (code int, signal syscall.Signal) {
	t.Helper()
	var failed *exec.ExitError
	if err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	if failed == nil {
		return 0, 0
	}
	status := failed.Sys().(syscall.WaitStatus)
	if status.Signaled() {
		return -1, status.Signal()
	}
	return status.ExitStatus(), 0
}

// TestInterrupt checks that an interrupt leaves the file unchanged, and no temporary file.
func TestInterrupt(t *testing.T) {
	home := consoletest.Library(t, map[string]string{"out.txt": "as it was", "a.md": "Text.\n"})
	for _, signal := range []os.Signal{os.Interrupt, syscall.SIGTERM} {
		cmd := program(t, "fragment", "--output", "out.txt", "a.md", "-") // it waits for its input
		stdin, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		var errs bytes.Buffer
		cmd.Stderr = &errs
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		started := time.Now()
		for pending := []string(nil); len(pending) == 0; time.Sleep(time.Millisecond) {
			if pending, _ = filepath.Glob("out.txt.*"); time.Since(started) > time.Minute {
				t.Fatal("nothing is written beside the file")
			}
		}
		if _, err := stdin.Write(bytes.Repeat([]byte("A sentence. "), 10_000)); err != nil { // more than a pipe holds, so the program is reading
			t.Fatal(err)
		}
		if err := cmd.Process.Signal(signal); err != nil {
			t.Fatal(err)
		}
		code, _ := exitOf(t, cmd.Wait())
		stdin.Close()
		if code != console.ExitInterrupted || errs.String() != "segls: interrupted\n" {
			t.Errorf("%v: exit code %d, %s", signal, code, errs.String())
		}
		if text, err := os.ReadFile("out.txt"); err != nil || string(text) != "as it was" {
			t.Errorf("%q, %v", text, err)
		}
		if entries, _ := os.ReadDir(home); len(entries) != 2 {
			t.Errorf("left behind: %v", entries)
		}
	}
}

// TestBrokenPipe checks that the program ends silently when its output is closed.
func TestBrokenPipe(t *testing.T) {
	consoletest.Library(t, map[string]string{"a.md": strings.Repeat("A sentence about the sea and its salt.\n\n", 5_000)})
	cmd := program(t, "fragment", "--format", "json", "a.md")
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	var errs bytes.Buffer
	cmd.Stderr = &errs
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadFull(out, make([]byte, 100)); err != nil {
		t.Fatal(err)
	}
	out.Close()
	if _, signal := exitOf(t, cmd.Wait()); signal != syscall.SIGPIPE || errs.Len() > 0 {
		t.Errorf("ended by %v, %s", signal, errs.String())
	}
}

// TestFullDisk checks that commands report in one line that their output cannot be written.
func TestFullDisk(t *testing.T) {
	sample, err := filepath.Abs(tidesSample)
	if err != nil {
		t.Fatal(err)
	}
	consoletest.Library(t, map[string]string{})
	for _, args := range [][]string{
		{"fragment", sample},
		{"fragment", "--format", "json", sample},
		{"fragment", "--format", "jsonl", sample},
		{"fragment", "--output", "/dev/full", sample},
		{"check", sample},
		{"check", "--format", "sarif", sample},
		{"stats", sample},
		{"stats", "--format", "json", sample},
		{"curve", sample},
		{"curve", "--format", "svg", sample},
		{"curve", "--output", "/dev/full", sample},
		{"sweep", sample},
		{"config", sample},
		{"doctor"},
		{"version"},
		{"--help"},
		{"completion", "bash"},
	} {
		full, err := os.OpenFile("/dev/full", os.O_WRONLY, 0)
		if err != nil {
			t.Skip("/dev/full is not available:", err)
		}
		cmd := program(t, args...)
		var errs bytes.Buffer
		cmd.Stdout, cmd.Stderr = full, &errs
		code, _ := exitOf(t, cmd.Run())
		full.Close()
		if code != console.ExitUsage || !strings.Contains(errs.String(), "no space left") || strings.Count(errs.String(), "\n") != 1 {
			t.Errorf("segls %v: exit code %d, %s", args, code, errs.String())
		}
	}
}

// TestUnreadable checks the messages about a file and a folder that may not be read.
func TestUnreadable(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("root can read every file")
	}
	consoletest.Library(t, map[string]string{"a.md": "Text.\n", "b.md": "Text.\n", "c/d.md": "Text.\n"})
	for _, path := range []string{"a.md", "c"} {
		if err := os.Chmod(path, 0); err != nil {
			t.Fatal(err)
		}
		defer os.Chmod(path, 0o755)
	}
	code, out, errs := segls("", "fragment", ".")
	if code != console.ExitUsage || strings.Count(errs, "permission denied") != 2 || !strings.Contains(out, "b.md") {
		t.Errorf("exit code %d, %s, %s", code, out, errs)
	}
}

// TestActionRuns checks that the script of the action passes on inputs with spaces, Windows line endings or special characters.
func TestActionRuns(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil {
		t.Fatal(err)
	}
	var action struct {
		Runs struct{ Steps []struct{ Run string } }
	}
	readYAML(t, "../../action.yml", &action)
	script := action.Runs.Steps[len(action.Runs.Steps)-1].Run
	home := consoletest.Library(t, map[string]string{"a part/one.md": chapter, "b.md": strings.ReplaceAll(chapter, "\n", "\r\n"), "a part/draft.md": chapter})
	if err := os.Symlink(program(t).Path, filepath.Join(home, "segls")); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(bash, "-e", "-c", script)
	cmd.Env = append(program(t).Env, "RUNNER_TEMP="+home, "PATHS=a part\r\n\r\nb*.md\n", "EXCLUDE=dra*.md\r\n", "FAIL_ON=warning", "SEVERITY=warning", "BASELINE=", "SINCE=", "FORMAT=line", "OUTPUT=the report; $(touch no).txt")
	out, err := cmd.CombinedOutput()
	if code, _ := exitOf(t, err); code != console.ExitFindings || len(out) > 0 {
		t.Errorf("exit code %d, %s", code, out)
	}
	report, err := os.ReadFile("the report; $(touch no).txt")
	if err != nil || strings.Count(string(report), "\n") != 2 || !strings.Contains(string(report), "a part/one.md:13:1: warning") {
		t.Errorf("%v, %s", err, report)
	}
}

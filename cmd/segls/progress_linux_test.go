package main

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/segls/segls/internal/console/consoletest"
	"golang.org/x/sys/unix"
)

// late is input that arrives after a delay.
type late struct {
	io.Reader
	output string // a file that must not be empty before the input arrives
	wait   time.Duration
}

func (l *late) Read(p []byte) (int, error) {
	for l.wait > 0 {
		if about, err := os.Stat(l.output); err == nil && about.Size() > 0 {
			time.Sleep(l.wait)
			l.wait = 0
		} else {
			time.Sleep(10 * time.Millisecond)
		}
	}
	return l.Reader.Read(p)
}

// terminal opens a pseudo-terminal and returns the program's end and the user's end.
func terminal(t *testing.T) (screen, person *os.File) {
	t.Helper()
	person, err := os.OpenFile("/dev/ptmx", os.O_RDWR|unix.O_NOCTTY, 0)
	if err != nil {
		t.Skip("a pseudo-terminal cannot be opened:", err)
	}
	t.Cleanup(func() { person.Close() })
	if err := unix.IoctlSetPointerInt(int(person.Fd()), unix.TIOCSPTLCK, 0); err != nil {
		t.Skip("a pseudo-terminal cannot be opened:", err)
	}
	n, err := unix.IoctlGetInt(int(person.Fd()), unix.TIOCGPTN)
	if err != nil {
		t.Skip("a pseudo-terminal cannot be opened:", err)
	}
	if screen, err = os.OpenFile(fmt.Sprintf("/dev/pts/%d", n), os.O_RDWR|unix.O_NOCTTY, 0); err != nil {
		t.Skip("a pseudo-terminal cannot be opened:", err)
	}
	return screen, person
}

// TestProgress checks that progress is shown on a terminal while work is long, and not if the output goes to a pipe.
func TestProgress(t *testing.T) {
	consoletest.Library(t, map[string]string{"a.md": "One.\n", "b.md": "Two.\n"})
	for _, test := range []struct {
		name        string
		wait        time.Duration // for standard input, which is one of the texts
		pipe, shown bool
		waitFor     string // the file that must not be empty before standard input arrives
	}{
		{"long", 700 * time.Millisecond, false, true, "out.jsonl"},
		{"into a pipe", 700 * time.Millisecond, true, false, "a.md"},
	} {
		screen, person := terminal(t)
		cmd := program(t, "fragment", "--format", "jsonl", "a.md", "-", "b.md")
		cmd.Stdin = &late{strings.NewReader("Three.\n"), test.waitFor, test.wait}
		cmd.Stderr = screen
		var out bytes.Buffer
		if cmd.Stdout = &out; !test.pipe {
			file, err := os.Create("out.jsonl")
			if err != nil {
				t.Fatal(err)
			}
			cmd.Stdout = file
		}
		seen := make(chan string)
		go func() {
			text, _ := io.ReadAll(person) // until the program closes its end
			seen <- string(text)
		}()
		err := cmd.Run()
		screen.Close()
		drawn := <-seen
		if err != nil || strings.Contains(drawn, "3 texts") != test.shown {
			t.Errorf("%s: %v, %q", test.name, err, drawn)
			continue
		}
		if test.shown && strings.TrimSpace(drawn[strings.LastIndexByte(strings.TrimRight(drawn, "\r"), '\r'):]) != "" {
			t.Errorf("%s: left behind: %q", test.name, drawn)
		}
	}
}

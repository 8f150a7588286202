package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/segls/segls/internal/console/consoletest"
)

// TestTouchesNothingElse: what the system sees of the server and of each command is what SECURITY.md says: which files they write,
// which programs they run, and that they send nothing.
func TestTouchesNothingElse(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		t.Skip("strace is not installed")
	}
	if out, err := exec.Command(strace, "-o", os.DevNull, "true").CombinedOutput(); err != nil {
		t.Skipf("strace cannot trace here: %s", out)
	}
	self := program(t).Path
	home := consoletest.Library(t, map[string]string{
		"one.md": chapter, "two.md": "# Two\n\nWool is hair of sheep.\n", "SUMMARY.md": "# Summary\n\n- [One](one.md)\n- [Two](two.md)\n", ".segls.toml": "max-words = 400\n",
	})
	_ = consoletest.HostileRepository(t)
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	trace := filepath.Join(t.TempDir(), "trace")
	initialize := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":"file://` + home + `","capabilities":{}}}`
	open := fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file://%s/one.md","languageId":"markdown","version":1,"text":"# One\n\nSalt.\n"}}}`, home)
	conversation := ""
	for _, message := range []string{initialize, `{"jsonrpc":"2.0","method":"initialized","params":{}}`, open, `{"jsonrpc":"2.0","id":2,"method":"textDocument/documentSymbol","params":{"textDocument":{"uri":"file://` + home + `/one.md"}}}`, `{"jsonrpc":"2.0","id":3,"method":"shutdown"}`, `{"jsonrpc":"2.0","method":"exit"}`} {
		conversation += fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(message), message)
	}
	opened := regexp.MustCompile(`openat\([^"]*"([^"]*)", [^,)]*O_(?:WRONLY|RDWR|CREAT)`)
	run := regexp.MustCompile(`execve\("([^"]*)"[^=]*= 0`)
	for _, test := range []struct {
		args         []string
		writes, runs string // what may be written, by the beginnings of paths, and run, by names
	}{
		{[]string{"serve"}, cache, ""},
		{[]string{"fragment", "one.md"}, "", ""},
		{[]string{"check", "."}, "", ""},
		{[]string{"stats", "."}, "", ""},
		{[]string{"work", "."}, "", ""},
		{[]string{"curve", "one.md"}, "", ""},
		{[]string{"blocks", "one.md"}, "", ""},
		{[]string{"explain", "one.md"}, "", ""},
		{[]string{"config", "one.md"}, "", ""},
		{[]string{"terms", "."}, "", ""},
		{[]string{"duplicates", "."}, "", ""},
		{[]string{"misplaced", "."}, "", ""},
		{[]string{"diff", "one.md", "two.md"}, "", ""},
		{[]string{"check", "--since", "HEAD", "."}, os.DevNull, "git"},
		{[]string{"diff", "--since", "HEAD"}, os.DevNull, "git"},
		{[]string{"related", "two.md:3"}, cache, ""},
		{[]string{"index", "."}, cache, ""},
		{[]string{"split", "--dry-run", "one.md"}, "", ""},
		{[]string{"move", "--to", "two.md", "--unit", "file", "--dry-run", "one.md"}, "", ""},
		{[]string{"stats", "--output", "out.txt", "."}, "out.txt", ""},
		{[]string{"demo"}, "segls-demo", ""},
	} {
		cmd := exec.Command(strace, append([]string{"-f", "-qq", "-o", trace, "-e", "trace=execve,openat,socket,connect,bind,unlink,unlinkat,rename,renameat,renameat2", self}, test.args...)...)
		cmd.Env = program(t).Env
		if test.args[0] == "serve" {
			cmd.Stdin = strings.NewReader(conversation)
		}
		var errs bytes.Buffer
		cmd.Stderr = &errs
		_ = cmd.Run() // findings have a code of their own
		seen, err := os.ReadFile(trace)
		if err != nil || !bytes.Contains(seen, []byte(self)) {
			t.Fatalf("%v: nothing was traced: %v %s", test.args, err, errs.String())
		}
		for line := range strings.Lines(string(seen)) {
			if m := opened.FindStringSubmatch(line); m != nil && !strings.HasPrefix(m[1], "/dev/") && !strings.HasPrefix(m[1], "/proc/") && !strings.HasPrefix(m[1], "/sys/") && (test.writes == "" || !strings.HasPrefix(m[1], test.writes)) {
				t.Errorf("%v writes %s", test.args, m[1])
			}
			if m := run.FindStringSubmatch(line); m != nil && m[1] != self && (test.runs == "" || filepath.Base(m[1]) != test.runs) {
				t.Errorf("%v runs %s", test.args, m[1])
			}
			if strings.Contains(line, "socket(") || strings.Contains(line, "connect(") || strings.Contains(line, "bind(") {
				t.Errorf("%v opens a connection: %s", test.args, line)
			}
			if isGone := strings.Contains(line, "unlink") || strings.Contains(line, "rename"); isGone && test.writes == "" {
				t.Errorf("%v takes a file away: %s", test.args, line)
			}
		}
	}
}

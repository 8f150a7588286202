package main

import (
	"bytes"
	"cmp"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/internal/console/consoletest"
	"github.com/segls/segls/internal/journal"
)

// TestTouchesNothingElse traces system calls. The server and the commands must write only the files and run only the
// programs in the table, which must agree with SECURITY.md, and open no connections.
func TestTouchesNothingElse(t *testing.T) {
	strace, err := exec.LookPath("strace")
	if err != nil {
		if os.Getenv("CI") != "" {
			t.Fatal("strace is not installed: .ci/install")
		}
		t.Skip("strace is not installed")
	}
	if out, err := exec.Command(strace, "-o", os.DevNull, "true").CombinedOutput(); err != nil {
		t.Skipf("strace cannot trace here: %s", out)
	}
	self := program(t).Path
	home := consoletest.Library(t, map[string]string{
		"one.md": chapter, "two.md": "# Two\n\nWool is hair of sheep.\n",
		"three.md": "# Three\n\nA paragraph that two texts have in common, word for word.\n", "four.md": "# Four\n\nA paragraph that two texts have in common, word for word.\n",
		"five.md":    "# Five\n\n## Salt\n\nSalt is a rock.\n\n## Wax\n\nBees build wax.\n\n## Wool\n\nWool is hair.\n",
		"linking.md": "# Linking\n\n[Salt](sub/two.md)\n", "book.toml": "[book]\nsrc = \".\"\n", "SUMMARY.md": "# Summary\n\n- [One](one.md)\n- [Two](two.md)\n- [Three](three.md)\n- [Four](four.md)\n- [Five](five.md)\n", ".segls.toml": "max-words = 400\n",
	})
	_ = consoletest.HostileRepository(t)
	cache := t.TempDir()
	t.Setenv("XDG_CACHE_HOME", cache)
	state := t.TempDir()
	t.Setenv("XDG_STATE_HOME", state)
	trace := filepath.Join(t.TempDir(), "trace")
	initialize := `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"processId":null,"rootUri":"file://` + home + `","capabilities":{}}}`
	open := fmt.Sprintf(`{"jsonrpc":"2.0","method":"textDocument/didOpen","params":{"textDocument":{"uri":"file://%s/one.md","languageId":"markdown","version":1,"text":"# One\n\nSalt.\n"}}}`, home)
	conversation := ""
	for _, message := range []string{initialize, `{"jsonrpc":"2.0","method":"initialized","params":{}}`, open, `{"jsonrpc":"2.0","id":2,"method":"textDocument/documentSymbol","params":{"textDocument":{"uri":"file://` + home + `/one.md"}}}`, `{"jsonrpc":"2.0","id":3,"method":"shutdown"}`, `{"jsonrpc":"2.0","method":"exit"}`} {
		conversation += fmt.Sprintf("Content-Length: %d\r\n\r\n%s", len(message), message)
	}
	agent := ""
	for _, message := range []string{
		`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}`,
		`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
		`{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"outline","arguments":{"path":"one.md"}}}`,
		`{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"difference","arguments":{"since":"HEAD"}}}`,
	} {
		agent += message + "\n"
	}
	opened := regexp.MustCompile(`openat\((?:AT_FDCWD|\d+)<([^>]*)>, "([^"]*)", [^,)]*O_(?:WRONLY|RDWR|CREAT)`)
	made := regexp.MustCompile(`(?:mkdirat\((?:AT_FDCWD|\d+)<([^>]*)>, |mkdir\(())"([^"]*)"`)
	taken := regexp.MustCompile(`(?:unlinkat|renameat|renameat2)\((?:AT_FDCWD|\d+)<([^>]*)>, "([^"]*)"|(?:unlink|rename)\(()"([^"]*)"`)
	run := regexp.MustCompile(`execve\("([^"]*)"[^=]*= 0`)
	for _, test := range []struct {
		args         []string
		writes, runs string // the beginnings of paths that may be written or removed, and the name of the only program that may be run
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
		{[]string{"find", "two"}, cache, ""},
		{[]string{"index", "."}, cache, ""},
		{[]string{"split", "--dry-run", "one.md"}, "", ""},
		{[]string{"move", "--to", "two.md", "--unit", "file", "--dry-run", "one.md"}, "", ""},
		{[]string{"stats", "--output", "out.txt", "."}, filepath.Join(home, "out.txt"), ""},
		{[]string{"fragment", "--format", "jsonl", "--since-manifest", "manifest", "one.md"}, filepath.Join(home, "manifest"), ""},
		{[]string{"fragment", "--as-shown", "one.md"}, "", ""},
		{[]string{"work", "--join", "--output", "joined.md", "."}, filepath.Join(home, "joined.md"), ""},
		{[]string{"check", "--rules", "docs", "--fix", "linking.md"}, home + " " + state, ""},
		{[]string{"forget"}, state, ""},
		{[]string{"doctor"}, "", ""}, // no editor is installed here: doctor would run it for its version
		{[]string{"mcp", "."}, cache, "git"},
		{[]string{"recover"}, home + " " + state, ""}, // completes a change that was interrupted
		{[]string{"move", "--to", "two.md", "--unit", "file", "one.md"}, home + " " + state, ""},
		{[]string{"move", "--unit", "section", "--from", "3", "--before", "2", "--in-place", "five.md"}, home + " " + state, ""},
		{[]string{"split", "--to", "parts", "--by", "headings", "five.md"}, home + " " + state, ""},
		{[]string{"split", "--by", "headings", "five.md"}, home + " " + state, ""},
		{[]string{"merge", "five.md"}, home + " " + state, ""},
		{[]string{"share", "three.md:3", "four.md:3"}, home + " " + state, ""},
		{[]string{"assemble", "passages.md", "two.md", "three.md"}, filepath.Join(home, "passages.md"), ""},
		{[]string{"demo"}, filepath.Join(home, "segls-demo"), ""},
	} {
		cmd := exec.Command(strace, append([]string{"-f", "-qq", "-y", "-o", trace, "-e", "trace=execve,openat,socket,connect,bind,unlink,unlinkat,rename,renameat,renameat2,mkdir,mkdirat", self}, test.args...)...)
		cmd.Env = program(t).Env
		switch test.args[0] {
		case "serve":
			cmd.Stdin = strings.NewReader(conversation)
		case "doctor":
			cmd.Env = append(cmd.Env, "PATH="+t.TempDir())
		case "mcp":
			cmd.Stdin = strings.NewReader(agent)
		case "recover":
			halfway(t, home, "one.md", "two.md")
		}
		var errs bytes.Buffer
		cmd.Stderr = &errs
		_ = cmd.Run() // the exit code does not matter: with findings, it is not 0
		seen, err := os.ReadFile(trace)
		if err != nil || !bytes.Contains(seen, []byte(self)) {
			t.Fatalf("%v: nothing was traced: %v %s", test.args, err, errs.String())
		}
		mayWrite := func(folder, path string) bool {
			if !filepath.IsAbs(path) {
				path = filepath.Join(cmp.Or(folder, home), path)
			}
			return slices.ContainsFunc(strings.Fields(test.writes), func(start string) bool { return strings.HasPrefix(path, start) })
		}
		hasWritten := false
		for line := range strings.Lines(string(seen)) {
			if m := opened.FindStringSubmatch(line); m != nil && !strings.HasPrefix(m[2], "/dev/") && !strings.HasPrefix(m[2], "/proc/") && !strings.HasPrefix(m[2], "/sys/") {
				hasWritten = true
				if !mayWrite(m[1], m[2]) {
					t.Errorf("%v writes %s", test.args, line)
				}
			}
			if m := run.FindStringSubmatch(line); m != nil && m[1] != self && (test.runs == "" || filepath.Base(m[1]) != test.runs) {
				t.Errorf("%v runs %s", test.args, m[1])
			}
			if strings.Contains(line, "socket(") || strings.Contains(line, "connect(") || strings.Contains(line, "bind(") {
				t.Errorf("%v opens a connection: %s", test.args, line)
			}
			if m := made.FindStringSubmatch(line); m != nil && !strings.Contains(line, "EEXIST") && !mayWrite(m[1], m[3]) {
				t.Errorf("%v makes a folder: %s", test.args, line)
			}
			if m := taken.FindStringSubmatch(line); m != nil && !mayWrite(m[1], m[2]+m[4]) {
				t.Errorf("%v takes a file away: %s", test.args, line)
			}
		}
		if strings.HasPrefix(test.writes, home) && !hasWritten {
			t.Errorf("%v has written nothing: %s", test.args, errs.String())
		}
	}
}

// halfway leaves a change of two files unfinished, as if the program had been killed before it replaced the second.
func halfway(t *testing.T, folder string, names ...string) {
	t.Helper()
	var files []journal.FileChange
	for _, name := range names {
		before := contentOf(t, name)
		after := before + "\nWax is made by bees.\n"
		files = append(files, journal.FileChange{Path: name, Before: &before, After: &after})
	}
	defer func() {
		if recover() == nil {
			t.Fatal("the run was not killed")
		}
	}()
	_ = journal.ChangeFiles(folder, files, func(call, path string) {
		if call == "rename" && path == names[1] {
			panic("killed")
		}
	})
}

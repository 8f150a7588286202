package main

import (
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"github.com/segls/segls/cmd/segls/console/consoletest"
)

// TestMCP: segls mcp starts the other program, or says where it comes from.
func TestMCP(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program is of a Unix shell")
	}
	t.Setenv("PATH", "/nowhere")
	invoke(t, nil, []invocation{
		{"no root", "mcp", "", 2, "", "mcp: an argument is missing"},
		{"help", "mcp --help", "", 0, "Model Context Protocol", ""},
		{"without the other program", "mcp .", "", 2, "", "segls-extra is neither beside segls nor in PATH"},
	})
	home := consoletest.Library(t, map[string]string{"segls-extra": "#!/bin/sh\nread line\necho \"$line: $*\"\nexit 3\n"})
	if err := os.Chmod(filepath.Join(home, "segls-extra"), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", home+":/usr/bin:/bin")
	if code, out, errs := segls("hello\n", "mcp", "--preferred-words", "300", "notes"); code != 3 || out != "hello: mcp --preferred-words 300 notes\n" || errs != "" {
		t.Errorf("exit code %d, %s%s", code, out, errs)
	}
}

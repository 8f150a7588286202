package main

import (
	"os"
	"strings"
	"testing"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/console/consoletest"
)

// TestDemo checks that the book has an order, and that every command in the output of demo works on it.
func TestDemo(t *testing.T) {
	home := consoletest.Library(t, map[string]string{"full/mine.md": "Mine.\n"})
	t.Setenv("XDG_CACHE_HOME", home+"/cache")
	t.Setenv("XDG_STATE_HOME", home+"/state")
	if code, _, errs := segls("", "demo", "full"); code != console.ExitUsage || !strings.Contains(errs, "full is not empty; name a new folder") {
		t.Errorf("exit code %d, %s", code, errs)
	}
	code, out, errs := segls("", "demo")
	if code != console.ExitOK || errs != "" {
		t.Fatalf("exit code %d, %s", code, errs)
	}
	t.Chdir("segls-demo")
	tried := 0
	for line := range strings.Lines(out) {
		command, _, _ := strings.Cut(strings.TrimSpace(line), "  ")
		if words := strings.Fields(command); len(words) > 1 && words[0] == "segls" {
			tried++
			if code, out, errs := segls("", words[1:]...); code != console.ExitOK || out+errs == "" {
				t.Errorf("%s: exit code %d, %s", command, code, errs)
			}
		}
	}
	if tried < 5 {
		t.Errorf("only %d commands are named in\n%s", tried, out)
	}
	if text, err := os.ReadFile("pans.md"); err != nil || !strings.Contains(string(text), "On the Atlantic coast of France") {
		t.Errorf("nothing has moved to pans.md: %v", err)
	}
	if _, out, _ := segls("", "work", "--format", "json"); strings.Count(out, `"path"`) < 4 {
		t.Errorf("the book has other chapters:\n%s", out)
	}
	if _, _, errs := segls("", "check", "--fail-on", "never", "."); errs != "" {
		t.Error(errs)
	}
}

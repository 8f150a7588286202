package main

import (
	"strings"
	"testing"

	"github.com/segls/segls/internal/console"
)

// TestOverview checks that segls without arguments prints one screen that lists every command once.
func TestOverview(t *testing.T) {
	code, out, errs := segls("")
	if code != console.ExitOK || errs != "" {
		t.Fatalf("exit code %d, %s", code, errs)
	}
	lines := strings.Split(strings.TrimSuffix(out, "\n"), "\n")
	if len(lines) > 23 {
		t.Errorf("%d lines do not fit a terminal of 24", len(lines))
	}
	for _, line := range lines {
		if len(line) > 80 {
			t.Errorf("%q has %d columns", line, len(line))
		}
	}
	named := map[string]int{}
	for _, g := range groups {
		for _, name := range g.commands {
			named[name]++
		}
	}
	root := rootCommand()
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		if want := map[bool]int{true: 0, false: 1}[c.Hidden]; named[c.Name()] != want {
			t.Errorf("%s is named %d times", c.Name(), named[c.Name()])
		}
	}
}

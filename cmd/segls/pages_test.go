package main

import (
	"os"
	"strings"
	"testing"

	"github.com/segls/segls/cmd/segls/console"
	"github.com/segls/segls/cmd/segls/console/consoletest"
)

// TestPages runs the commands that pages show after a dollar sign: each prints what stands
// below it. "[…]" stands for what is left out.
func TestPages(t *testing.T) {
	sample, err := os.ReadFile("../../testdata/samples/salt.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, page := range []string{"../../README.md", "../../docs/tutorial.md"} {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		t.Run(page, func(t *testing.T) {
			consoletest.Library(t, map[string]string{"salt.md": string(sample), "testdata/samples/salt.md": string(sample)})
			commands := 0
			for _, block := range strings.Split(string(text), "```\n") {
				if !strings.HasPrefix(block, "$ segls ") {
					continue
				}
				for command := range strings.SplitSeq("\n"+block, "\n$ segls ") {
					line, shown, _ := strings.Cut(command, "\n")
					if line == "" {
						continue
					}
					commands++
					code, out, errs := segls("", strings.Fields(line)...)
					if code != console.ExitFine {
						t.Fatalf("segls %s: %s", line, errs)
					}
					rest := out
					for part := range strings.SplitSeq(strings.ReplaceAll(shown, "[…]\n", "[…]"), "[…]") {
						_, after, isThere := strings.Cut(rest, part)
						if !isThere {
							t.Fatalf("segls %s does not print\n%s\nbut\n%s", line, part, out)
						}
						rest = after
					}
				}
			}
			if commands == 0 {
				t.Error("no command is shown")
			}
		})
	}
}

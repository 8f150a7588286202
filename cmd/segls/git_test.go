package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/console/consoletest"
)

// TestGitRunsNothing checks that git runs no program that is configured in the folder, unlike with git diff.
func TestGitRunsNothing(t *testing.T) {
	here := consoletest.Library(t, map[string]string{"one.md": chapter, "two.md": chapter, "sub/three.md": chapter, ".segls.toml": "max-words = 400\n"})
	ran := consoletest.HostileRepository(t)
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("one.md", strings.Replace(chapter, "Of the wool", "Of wool", 1))
	write("new.md", "A text that is new.\n")
	for _, args := range [][]string{{"check", "--since", "HEAD", "."}, {"check", "--since", "HEAD~1", "sub"}, {"diff", "--since", "HEAD"}, {"diff", "--since", "HEAD", "one.md"}, {"diff", "--since", "main", "sub"}, {"diff", "--since", "HEAD", "gone.md"}, {"diff", "--since", "none"}, {"doctor"}} {
		code, out, errs := segls("", args...)
		if args[0] == "diff" && args[2] == "HEAD" && len(args) == 3 && (!strings.Contains(out, "new.md") || !strings.Contains(out, "1 rewritten") || errs != "") {
			t.Errorf("%v: exit code %d, %s%s", args, code, out, errs)
		}
		if found := ran(); found != "" {
			t.Errorf("%v: programs have run:\n%s", args, found)
		}
	}

	// The configured programs do run with git diff.
	cmd := exec.Command("git", "diff", "HEAD")
	cmd.Env = append(os.Environ(), "GIT_DIR="+filepath.Join(here, ".git"), "GIT_WORK_TREE="+here)
	_ = cmd.Run()
	if found := ran(); !strings.Contains(found, "program") {
		t.Error("git diff has run none of them")
	}

	consoletest.Missing(t, "one.md")
	for _, args := range [][]string{{"check", "--since", "HEAD", "."}, {"diff", "--since", "HEAD"}} {
		if code, out, errs := segls("", args...); code != console.ExitUsage || !strings.Contains(errs, "segls fetches nothing") {
			t.Errorf("%v of a part of a repository: exit code %d, %s%s", args, code, out, errs)
		}
		if found := ran(); found != "" {
			t.Errorf("%v: programs have run:\n%s", args, found)
		}
	}
}

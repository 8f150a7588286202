//go:build unix

package main

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/segls/segls/internal/console"
)

const (
	unmoved = "# A\n\n## B\n\nOne.\n\n## C\n\nTwo.\n"
	moved   = "# A\n\n## C\n\nTwo.\n\n## B\n\nOne.\n"
)

func moveSection(path string, more ...string) (code int, errs string) {
	code, _, errs = segls("", append([]string{"move", "--unit", "section", "--from", "3", "--before", "2", path}, more...)...)
	return code, errs
}

// TestMoveInPlace checks which files move refuses to replace, and which of them --in-place replaces, with the same mode.
func TestMoveInPlace(t *testing.T) {
	for name, c := range map[string]struct {
		prepare func(t *testing.T, path string)
		refused string // a part of the message
		through bool   // --in-place permits it
	}{
		"two hard links": {
			func(t *testing.T, path string) {
				if err := os.Link(path, filepath.Join(filepath.Dir(path), "other.md")); err != nil {
					t.Skip("hard links are not available:", err)
				}
			}, "2 names", true,
		},
		"another owner": {
			func(t *testing.T, path string) {
				if err := os.Chown(path, 12345, 12345); err != nil {
					t.Skip("only root can change the owner of a file")
				}
			}, "another user", true,
		},
		"read-only": {func(t *testing.T, path string) { _ = os.Chmod(path, 0o444) }, "read-only", false},
		"a named pipe": {
			func(t *testing.T, path string) {
				if err := os.Remove(path); err != nil || syscall.Mkfifo(path, 0o600) != nil {
					t.Skip("named pipes are not available")
				}
			}, "not a regular file", false,
		},
	} {
		t.Run(name, func(t *testing.T) {
			path := draft(t, "a.md", unmoved)
			c.prepare(t, path)
			before, _ := os.Stat(path)
			if code, errs := moveSection(path); code != console.ExitUsage || !strings.Contains(errs, c.refused) {
				t.Errorf("%d %s", code, errs)
			}
			code, errs := moveSection(path, "--in-place")
			if done := code == console.ExitOK; done != c.through {
				t.Fatalf("in place: %d %s", code, errs)
			}
			after, _ := os.Stat(path)
			if os.SameFile(before, after) == c.through || before.Mode() != after.Mode() || lostByReplacing(after) == "has 2 names (hard links), and would become two files" {
				t.Errorf("%v becomes %v", before, after)
			}
			if c.through && contentOf(t, path) != moved {
				t.Errorf("%q", contentOf(t, path))
			}
			if name == "two hard links" && contentOf(t, filepath.Join(filepath.Dir(path), "other.md")) != unmoved {
				t.Error("the other name has another text")
			}
			if left, _ := filepath.Glob(filepath.Join(filepath.Dir(path), ".segls*")); len(left) > 0 {
				t.Errorf("left behind: %v", left)
			}
		})
	}
}

package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/segls/segls/internal/console"
)

// TestManualPages checks that commands that are not hidden have a page with their first example, dated by SOURCE_DATE_EPOCH.
func TestManualPages(t *testing.T) {
	t.Setenv("SOURCE_DATE_EPOCH", "1700000000")
	folder := t.TempDir()
	if code, _, errs := segls("", "man", folder); code != console.ExitOK {
		t.Fatal(errs)
	}
	for _, c := range rootCommand().Commands() {
		page, err := os.ReadFile(filepath.Join(folder, "segls-"+c.Name()+".1"))
		if c.Hidden {
			if err == nil {
				t.Errorf("%s is hidden and has a page", c.Name())
			}
			continue
		}
		if err != nil || !strings.Contains(string(page), "Nov 2023") {
			t.Errorf("%s: %v", c.Name(), err)
		}
		if example, _, _ := strings.Cut(strings.TrimSpace(c.Example), "\n"); !strings.Contains(string(page), example) {
			t.Errorf("the page of %s has no examples", c.Name())
		}
	}
	t.Setenv("SOURCE_DATE_EPOCH", "yesterday")
	if code, _, errs := segls("", "man", folder); code != console.ExitUsage || !strings.Contains(errs, "SOURCE_DATE_EPOCH") {
		t.Errorf("exit code %d, %s", code, errs)
	}
}

// TestCompletion checks that each shell has a script, and that flags complete their values.
func TestCompletion(t *testing.T) {
	for _, shell := range []string{"bash", "zsh", "fish", "powershell"} {
		if code, out, errs := segls("", "completion", shell); code != console.ExitOK || !strings.Contains(out, "segls") {
			t.Errorf("%s: exit code %d, %s", shell, code, errs)
		}
	}
	for flag, want := range map[string]string{"--format": "sarif", "--severity": "hint\ninformation\nwarning", "--headings": "hard\nsoft\nignore"} {
		if _, out, _ := segls("", "__complete", "check", flag, ""); !strings.Contains(out, want) {
			t.Errorf("%s: %s", flag, out)
		}
	}
}

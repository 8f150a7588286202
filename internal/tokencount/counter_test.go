package tokencount

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

// TestFind checks that a vocabulary is found where tiktoken keeps it.
func TestFind(t *testing.T) {
	folder := t.TempDir()
	for _, variable := range []string{"TIKTOKEN_CACHE_DIR", "DATA_GYM_CACHE_DIR", "TMPDIR", "XDG_CACHE_HOME", "HOME"} {
		t.Setenv(variable, folder)
	}
	if _, err := Open(filepath.Join(folder, "gone")); err == nil {
		t.Error("a file that does not exist is a vocabulary")
	}
	if _, err := OpenByName("cl100k"); err == nil || !strings.Contains(err.Error(), "download https://") {
		t.Errorf("without a file: %v", err)
	}
	ranks := []byte("eA== 0\n") // x
	if err := os.WriteFile(filepath.Join(folder, "9b5ad71b2ce5302211f9c61530b329a4922fc6a4"), ranks, 0o600); err != nil {
		t.Fatal(err)
	}
	found, err := OpenByName("cl100k")
	if err != nil || found.Count("x") != 1 {
		t.Errorf("with a file: %v", err)
	}
}

// TestProgram checks that a program is started once for many texts, and that its failures are reported.
func TestProgram(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the programs are Unix shell scripts")
	}
	texts := make([]string, 20_000) // more than pipes hold
	for i := range texts {
		texts[i] = strings.Repeat("a\nb", 5)
	}
	for _, test := range []struct{ command, want string }{
		{`while read -r line; do echo 7; done`, ""},
		{`read -r line; echo 7; echo no more >&2; exit 3`, "ended before it had counted all texts: no more"},
		{`exit 3`, "(exit status 3)"},
		{`while read -r line; do echo seven; done`, `wrote "seven", which is not a number`},
		{`while read -r line; do echo -1; done`, `wrote "-1", which is not a number`},
		{`there-is-no-such-program`, "ended before"},
	} {
		p, err := Start(test.command)
		if err != nil {
			t.Fatal(err)
		}
		counts, err := p.Counts(texts)
		switch {
		case test.want == "" && (err != nil || len(counts) != len(texts) || slices.Max(counts) != 7):
			t.Errorf("%s: %v", test.command, err)
		case test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)):
			t.Errorf("%s: %v", test.command, err)
		}
		if _, again := p.Counts(texts[:1]); (again == nil) != (err == nil) {
			t.Errorf("%s: the second time %v", test.command, again)
		}
		if err := p.Close(); err != nil {
			t.Errorf("%s: %v", test.command, err)
		}
		if p.process.ProcessState == nil {
			t.Errorf("%s has ended, and nobody has waited for it", test.command)
		}
	}
}

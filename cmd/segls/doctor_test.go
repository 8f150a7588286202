package main

import (
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/console/consoletest"
)

// TestDoctor checks the report on an installation without problems and with several of them.
func TestDoctor(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the editors of this test are shell scripts")
	}
	home := consoletest.Library(t, map[string]string{
		"bin/nvim":                   "#!/bin/sh\necho NVIM v0.11.9\necho Build type: Release\n",
		"bin/hx":                     "#!/bin/sh\nexit 1\n",
		"helix/languages.toml":       "[language-server.other]\n",
		"text/.segls.toml":           "preferred-words = 300\n[overrides.\"*.md\"]\nmin-words = 1\n[overrides.\"chaptres/**\"]\nmin-words = 9\n",
		"text/salt.md":               "# Salt\n",
		"broken/.segls.toml":         "preferred-words = \"many\"\n",
		"book/.segls.toml":           "[work]\nfiles = [\"one.md\", \"gone.md\"]\n",
		"loose/salt.md":              "# Salt\n",
		"loose/rock.md":              "# Rock\n",
		"book/one.md":                "# One\n",
		"book/two.md":                "# Two\n",
		"alone/.segls.toml":          "whole-work = false\n",
		"alone/01.md":                "# One\n",
		"alone/02.md":                "# Two\n",
		"alone/03.md":                "# Three\n",
		"data/nvim/site/pack/x/.gap": "",
	})
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(self, filepath.Join(home, "bin", "segls")); err != nil {
		t.Skip("symbolic links are not available:", err)
	}
	for _, name := range []string{"nvim", "hx"} {
		if err := os.Chmod(filepath.Join(home, "bin", name), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("XDG_CONFIG_HOME", home)
	t.Setenv("XDG_DATA_HOME", filepath.Join(home, "data"))
	t.Setenv("PATH", filepath.Join(home, "bin")+string(filepath.ListSeparator)+"/bin")
	t.Setenv(asProgram, "1")
	check := func(folder string, code int, parts ...string) {
		t.Helper()
		t.Chdir(filepath.Join(home, folder))
		got, out, errs := segls("", "doctor")
		if got != code || errs != "" {
			t.Errorf("exit code %d, %s", got, errs)
		}
		for _, part := range parts {
			if !strings.Contains(out, part) {
				t.Errorf("%q is not in\n%s", part, out)
			}
		}
	}
	check("text", console.ExitOK, "server     answers after", "NVIM v0.11.9, "+filepath.Join(home, "bin", "nvim"), "not set up, as far as segls can see: have your plug-in manager",
		filepath.Join(home, "text", ".segls.toml"), ".segls.toml:4: no text here matches chaptres/**", "Helix", "No problems found.")
	check("broken", console.ExitFindings, ".segls.toml:1: preferred-words: ", "1 thing to look at.")

	t.Chdir(home)
	code, out, _ := segls("", "doctor", "--format", "json", filepath.Join("broken", ".segls.toml"))
	var sections []doctorSection
	if err := json.Unmarshal([]byte(out), &sections); err != nil || code != console.ExitFindings {
		t.Fatalf("exit code %d, %v, %s", code, err, out)
	}
	if _, out, _ := segls("", "doctor", "--language", "de-AT", "text"); !strings.Contains(out, ".segls.toml:4: zu chaptres/** passt hier kein Text\n") {
		t.Errorf("in German:\n%s", out)
	}
	var mistakes []string
	for _, s := range sections {
		for _, l := range s.Lines {
			if l.Problem && l.Line == 1 && filepath.Base(l.File) == ".segls.toml" {
				mistakes = append(mistakes, s.Name)
			}
		}
	}
	if !slices.Equal(mistakes, []string{"settings"}) {
		t.Errorf("mistakes in %q: %s", mistakes, out)
	}
	check("loose", console.ExitOK, "help ", "Nothing says in which order 2 texts of this folder belong together.")
	check("alone", console.ExitOK, "none       the setting whole-work is off: each file is read alone\n\n")
	check("book", console.ExitFindings, "order      .segls.toml", ".segls.toml:2: ", "gone.md", "1 text in the folder and not in the order")

	plugin := filepath.Join(home, "data", "nvim", "site", "pack", "segls", "start", "segls")
	if err := os.MkdirAll(plugin, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(home, "helix", "languages.toml"), []byte("language-servers = [\"segls\"]\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	check("text", console.ExitOK, "set up in "+plugin, "set up in "+filepath.Join(home, "helix", "languages.toml"))

	other := filepath.Join(home, "bin", "segls")
	if err := os.Remove(other); err != nil {
		t.Fatal(err)
	}
	check("text", console.ExitOK, "no, and editors other than VS Code look for segls there: add ")
	if err := os.WriteFile(other, []byte("#!/bin/sh\n"), 0o755); err != nil {
		t.Fatal(err)
	}
	check("text", console.ExitFindings, "editors find another segls: "+other)
	if _, err := timeServerStart(other); err == nil || !strings.Contains(err.Error(), "cannot be read") {
		t.Errorf("a program without output is reported as a server: %v", err)
	}
}

// TestDoctorReports checks that a bug report has the necessary information and nothing personal.
func TestDoctorReports(t *testing.T) {
	home := consoletest.Library(t, map[string]string{
		"ann/text/.segls.toml": "preferred-words = 300\nfront-matter = \"by Ann\"\nheadings = \"soft\"\n",
		"ann/text/secret.md":   chapter,
	})
	ann := filepath.Join(home, "ann")
	t.Setenv("HOME", ann)
	t.Setenv("USERPROFILE", ann)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(ann, "config"))
	t.Setenv(asProgram, "1")
	t.Chdir(filepath.Join(ann, "text"))
	code, out, errs := segls("", "doctor", "--report")
	if code != console.ExitOK || errs != "" {
		t.Errorf("exit code %d, %s", code, errs)
	}
	for _, part := range []string{"## segls doctor", "answers after", filepath.Join("~", "text", ".segls.toml"), "- preferred-words = 300\n", "- headings = soft\n", "- front-matter is set\n", "- go.lsp.dev/protocol v"} {
		if !strings.Contains(out, part) {
			t.Errorf("%q is not in\n%s", part, out)
		}
	}
	for _, part := range []string{ann, "Ann", "secret", "debounce-ms"} {
		if strings.Contains(out, part) {
			t.Errorf("%q is in\n%s", part, out)
		}
	}
}

// TestServeLogs checks that the server appends its log to a file, and reports a file that cannot be opened.
func TestServeLogs(t *testing.T) {
	consoletest.Library(t, map[string]string{"log.txt": "before\n"})
	cmd := program(t, "serve", "--log-level", "debug", "--log-file", "log.txt")
	cmd.Stdin = strings.NewReader("Content-Length: 52\r\n\r\n" + `{"jsonrpc":"2.0","method":"initialized","params":{}}`)
	out, err := cmd.CombinedOutput()
	if failed := (*exec.ExitError)(nil); err != nil && !errors.As(err, &failed) {
		t.Fatal(err)
	}
	log, err := os.ReadFile("log.txt")
	if err != nil || !strings.HasPrefix(string(log), "before\n{\"level\":") || len(out) > 0 {
		t.Errorf("%v, %q, standard output and error %q", err, log, out)
	}
	cmd = program(t, "serve", "--log-file", filepath.Join("none", "log.txt"))
	if out, _ := cmd.CombinedOutput(); cmd.ProcessState.ExitCode() != console.ExitUsage || !strings.Contains(string(out), "log.txt") {
		t.Errorf("exit code %d, %s", cmd.ProcessState.ExitCode(), out)
	}
}

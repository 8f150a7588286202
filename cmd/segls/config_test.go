package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/internal/session"

	"github.com/segls/segls/internal/config"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/console/consoletest"
)

// TestConfig checks the effective settings of a file, their origins, and the messages about settings files.
func TestConfig(t *testing.T) {
	home := consoletest.Library(t, map[string]string{
		".segls.toml":           "preferred-words = 300\ncost = \"linear\"\n[overrides.\"book/**\"]\nscaling = 2\n",
		"book/.segls.toml":      "preferred-words = 400\n",
		"book/a.md":             "Text.\n",
		"book/directives.md":    "Text.\n<!-- segls: preferred-words = 77 -->\n<!-- segls: scaling = 9 -->\n",
		"bad/.segls.toml":       "preferred-words = 100\n\nscaling = \"é\" # how\nmax-words = 5\nmin_words = 9\n",
		"contrary/.segls.toml":  "min-words = 9\n",
		"good.toml":             "top-terms = 7\n",
		"folder.toml/.keep":     "",
		"letters/.segls.toml/x": "",
	})
	user, err := os.UserConfigDir()
	if err != nil || !strings.HasPrefix(user, home) {
		t.Skip("the user's folder cannot be set")
	}
	if err := os.MkdirAll(filepath.Dir(config.UserFile()), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(config.UserFile(), []byte("code-lens = \"off\"\npreferred-words = 1\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	userFile, _ := filepath.Rel(home, config.UserFile())
	inUserFile := "code-lens = \"off\" # " + userFile + ":1"
	problem := filepath.FromSlash("bad/.segls.toml:3:11: scaling: \"é\" is not a number from 0 to 1000\n" +
		"bad/.segls.toml:5:1: min_words: there is no such setting; did you mean min-words?\n")
	for _, test := range []struct {
		args []string
		want []string // settings that are not the default
		errs string
		code int
	}{
		{
			[]string{"book/a.md"},
			[]string{"preferred-words = 400 # book/.segls.toml:1", "scaling = 2 # .segls.toml:4", `cost = "linear" # .segls.toml:2`, inUserFile},
			"", console.ExitOK,
		},
		{
			[]string{"-"},
			[]string{"preferred-words = 300 # .segls.toml:1", `cost = "linear" # .segls.toml:2`, inUserFile},
			"", console.ExitOK,
		},
		{
			[]string{"--preferred-words", "9", "--numbers", "book/a.md"},
			[]string{"preferred-words = 9 # flag", "scaling = 2 # .segls.toml:4", `cost = "linear" # .segls.toml:2`, "numbers = true # flag", inUserFile},
			"", console.ExitOK,
		},
		{
			[]string{"--scaling", "3", "book/directives.md"},
			[]string{"preferred-words = 77 # book/directives.md:2", "scaling = 3 # flag", `cost = "linear" # .segls.toml:2`, inUserFile},
			"", console.ExitOK,
		},
		{[]string{"--no-config", "--top-terms=9", "book/a.md"}, []string{"top-terms = 9 # flag; not used by blend"}, "", console.ExitOK},
		{[]string{"--config", "good.toml", "book/a.md"}, []string{"top-terms = 7 # good.toml:1; not used by blend"}, "", console.ExitOK},
		{
			[]string{"bad/there-is-none.md"},
			[]string{"preferred-words = 100 # bad/.segls.toml:1", `cost = "linear" # .segls.toml:2`, "max-words = 5 # bad/.segls.toml:4", inUserFile},
			problem, console.ExitUsage,
		},
		{[]string{"--config", "bad/.segls.toml", "book/a.md"}, nil, problem, console.ExitUsage},
		{[]string{"--config", "none.toml", "book/a.md"}, nil, "segls: none.toml: there is no such file\n", console.ExitUsage},
		{[]string{"--config", "folder.toml", "book/a.md"}, nil, "folder.toml:1:1: this is a folder, not a file\n", console.ExitUsage},
		{
			[]string{"--max-words", "5", "contrary/a.md"},
			[]string{"preferred-words = 300 # .segls.toml:1", `cost = "linear" # .segls.toml:2`, "min-words = 9 # contrary/.segls.toml:1", "max-words = 5 # flag", inUserFile},
			"segls: contrary/a.md: min-words (9, contrary/.segls.toml:1) is more than max-words (5, flag); the maximum is kept\n", console.ExitOK,
		},
		{
			[]string{"letters/a.md"},
			[]string{"preferred-words = 300 # .segls.toml:1", `cost = "linear" # .segls.toml:2`, inUserFile},
			filepath.FromSlash("letters/.segls.toml:1:1: this is a folder, not a file\n"), console.ExitUsage,
		},
	} {
		code, out, errs := segls("", append([]string{"config", "--show-origin"}, test.args...)...)
		var got []string
		for line := range strings.Lines(out) {
			if !strings.HasPrefix(line, "# ") && !strings.Contains(line, "# built-in") {
				got = append(got, strings.Join(strings.Fields(line), " "))
			}
		}
		slices.Sort(got)
		slices.Sort(test.want)
		if code != test.code || errs != test.errs || strings.Join(got, "\n") != filepath.FromSlash(strings.Join(test.want, "\n")) {
			t.Errorf("segls config %v: exit code %d, %s\ngot\n%s\nwant\n%s", test.args, code, errs, strings.Join(got, "\n"), strings.Join(test.want, "\n"))
		}
	}
}

// TestConfigPrintsSettingsFile checks that the output is a settings file with the same settings.
func TestConfigPrintsSettingsFile(t *testing.T) {
	lines := "title: \"{title}\"\n\tauthor: C:\\me\n"
	consoletest.Library(t, map[string]string{"f.toml": "front-matter = '''\n" + lines + "'''\n"})
	args := []string{"config", "--scaling", "0.00001", "--language", "fr", "--numbers", "--max-words=77", "--config", "f.toml", "a.md"}
	for _, more := range []string{"--show-origin=false", "--show-origin"} {
		_, out, _ := segls("", append(args, more)...)
		f := config.Parse(session.DeclaredSettings, "f", out)
		if len(f.Problems) > 0 || len(f.Parts[0].Layer) != len(session.DeclaredSettings) {
			t.Errorf("%v in\n%s", f.Problems, out)
		}
		got := config.Merge(session.DeclaredSettings, f.Parts[0].Layer).Settings
		if a := got.Analysis; a.Scaling != 0.00001 || a.Language != "fr" || !a.Numbers || a.MaxWords != 77 {
			t.Errorf("%+v", a)
		}
		if got.FrontMatter != lines {
			t.Errorf("%q", got.FrontMatter)
		}
	}
}

// TestAutoNoticeAppearsOnce checks that the new meaning of `preferred-words = auto` is explained once to users who have set it.
func TestAutoNoticeAppearsOnce(t *testing.T) {
	t.Setenv("XDG_STATE_HOME", t.TempDir())
	consoletest.Library(t, map[string]string{"a.md": "Salt.\n", "b.md": "Salt.\n", "set/a.md": "Salt.\n", "set/.segls.toml": "preferred-words = 'auto'\n"})
	for _, test := range []struct {
		args string
		says bool
	}{
		{"fragment a.md", false},
		{"fragment --preferred-words 300 a.md", false},
		{"fragment --quiet set/a.md", false}, // no warnings with --quiet
		{"fragment set/a.md", true},
		{"fragment --preferred-words auto b.md", false},
	} {
		_, _, errs := segls("", strings.Fields(test.args)...)
		if says := strings.Contains(errs, "preferred-words = topics"); says != test.says {
			t.Errorf("%s: %q", test.args, errs)
		}
	}
}

// TestFragmentObeysFiles checks that each file has its own settings, and that problems are reported once.
func TestFragmentObeysFiles(t *testing.T) {
	text := strings.Repeat("A sentence about the sea and its salt.\n\n", 100)
	consoletest.Library(t, map[string]string{
		"one/a.md": text, "one/b.md": text, "two/a.md": text,
		"one/.segls.toml": "preferred-words = 200\nscalding = 1\n",
	})
	code, out, errs := segls("", "fragment", "--format", "json", "one/a.md", "one/b.md", "two/a.md")
	if code != console.ExitUsage || errs != filepath.FromSlash("one/.segls.toml:2:1: scalding: there is no such setting; did you mean scaling?\n") {
		t.Errorf("exit code %d, %s", code, errs)
	}
	if n := strings.Count(out, `"preferred-words":200`); n != 2 {
		t.Errorf("%d of the files with 200 words", n)
	}
	if n := strings.Count(out, `"preferred-words":"auto"`); n != 1 {
		t.Errorf("%d of the files with the author's own length", n)
	}
	if code, _, errs := segls("", "fragment", "--config", "one/.segls.toml", "two/a.md"); code != console.ExitUsage || !strings.Contains(errs, "scalding") {
		t.Errorf("exit code %d, %s", code, errs)
	}
}

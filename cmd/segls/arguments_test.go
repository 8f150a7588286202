package main

import (
	"regexp"
	"strings"
	"testing"

	"github.com/spf13/pflag"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/console/consoletest"
)

// TestWrongArguments checks that commands report wrong arguments in lines that begin with “segls: ”, without terms of Go.
func TestWrongArguments(t *testing.T) {
	files := map[string]string{"a.md": "The mill on the ridge turned all night.\n", "binary.md": "a\x00b", "folder/.keep": ""}
	internals := regexp.MustCompile(`strconv|unknown (command|flag|shorthand)|accepts |arg\(s\)|flag needs|bad flag|(open|stat|lstat|read) \S+: |invalid character|unrecognized|is a directory|%!|panic|goroutine|\.[0-9a-z]{12,}`)
	check := func(t *testing.T, code, want int, errs string, args ...string) {
		t.Helper()
		if code != want || want != console.ExitOK && strings.TrimSpace(errs) == "" {
			t.Errorf("segls %q: exit code %d, %s", args, code, errs)
		}
		for line := range strings.Lines(errs) {
			if internals.MatchString(line) || !strings.HasPrefix(line, "segls: ") || strings.HasPrefix(line, "segls: : ") {
				t.Errorf("segls %q says\n%s", args, line)
			}
		}
	}
	consoletest.Library(t, files)
	for _, c := range rootCommand().Commands() {
		name := c.Name()
		for _, args := range [][]string{{"--no-such-flag"}, {"-z"}, {""}, {"--="}} {
			args = append([]string{name}, args...)
			code, _, errs := segls("", args...)
			check(t, code, console.ExitUsage, errs, args...)
		}
		if c.Flags().Lookup("format") == nil && name != "bench" && name != "version" || name == "find" {
			continue // the command writes files, or waits for a client
		}
		for _, path := range []string{"gone.md", "folder", "binary.md"} {
			if name == "index" && path == "folder" || name == "doctor" {
				continue // index reads folders, and doctor answers about missing files
			}
			code, _, errs := segls("", name, path)
			check(t, code, console.ExitUsage, errs, name, path)
		}
	}
	seen := make(map[string]bool)
	for _, c := range rootCommand().Commands() {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if seen[f.Name] || f.Value.Type() == "bool" || f.Hidden {
				return
			}
			seen[f.Name] = true
			code, _, errs := segls("", c.Name(), "a.md", "--"+f.Name)
			check(t, code, console.ExitUsage, errs, c.Name(), "a.md", "--"+f.Name)
			if strings.Contains(f.Value.Type(), "int") || strings.Contains(f.Value.Type(), "float") {
				for _, value := range []string{"", "many", "1e9999"} {
					code, _, errs := segls("", c.Name(), "a.md", "--"+f.Name+"="+value)
					check(t, code, console.ExitUsage, errs, c.Name(), "--"+f.Name, value)
				}
			}
		})
	}
	invoke(t, files, []invocation{
		{"an empty path", "check --exclude= a.md", "", 2, "", "a glob cannot be empty"},
		{"an unknown shell", "completion gone", "", 2, "", `completion: there is no command "gone"; see segls completion --help`},
		{"an argument too many", "version x", "", 2, "", "version: it takes no arguments; usage: segls version"},
		{"a folder as an output", "diff -o folder a.md a.md", "", 2, "", "segls: folder: this is a folder, not a file"},
		{"a folder as a curve", "fragment --curve folder a.md", "", 2, "", "segls: folder: this is a folder, not a file"},
		{"an unknown level", "serve --log-level loud", "", 2, "", `--log-level: "loud" is not one of debug, info, warn, error`},
		{"a misspelt flag of a command that writes", "split a.md --formt json", "", 2, "", "there is no flag --formt; see segls split --help"},
		{"a flag without its value", "check a.md --severity", "", 2, "", "--severity needs a value; see segls check --help"},
		{"a pattern for a command of one text", "explain a*.md", "", 2, "", "segls: a*.md: this command takes one file, not a pattern"},
		{"a whole work in parts", "fragment --format jsonl --shard 1/1 --work a.md", "", 2, "", "segls: --shard and --since-manifest read each text alone"},
		{"a whole work since a manifest", "fragment --format jsonl --since-manifest m --work a.md", "", 2, "", "segls: --shard and --since-manifest read each text alone"},
		{"a missing folder", "index gone", "", 2, "", "segls: gone: no such file or directory"},
	})
}

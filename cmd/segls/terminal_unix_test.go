//go:build unix

package main

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode"

	"github.com/segls/segls/internal/console/consoletest"
)

// obeyed has control characters of several kinds that a terminal obeys.
const obeyed = "\x1b]0;title\x07\x1b[31m\u009b2J\x7f\u202eetirw\u2066"

// TestNoControlSequencesOnTerminal checks that nothing in a file's name, text or settings makes a command print a
// control sequence, or a line that a workflow on GitHub takes for a command.
func TestNoControlSequencesOnTerminal(t *testing.T) {
	const name = "a" + obeyed + "\n::error::b.md"
	chapter := "# Salt " + obeyed + "\n\n<!-- segls: " + obeyed + " = 1 -->\n<!-- segls: title = " + obeyed + " -->\n\n" + strings.Repeat("Salt "+obeyed+" comes out of the sea and out of the rock, "+obeyed+" said the man. ", 40) + "\n\n## Wool\n\n" + strings.Repeat("Wool grows on sheep in the hills. ", 60) + "\n"
	consoletest.Library(t, map[string]string{
		name: chapter, "two" + obeyed + ".md": chapter, "three.md": "# Three\n\nShort.\n",
		".segls.toml":  "\"\\u001b]0;x\\u0007\\u202e\\n::error::\" = 1\nmarkup = \"\\u001b[31m\"\n[work]\nfiles = [\"\\u001b[31m\\n::error::.md\", \"three.md\", \"*.md\"]\n",
		".gitignore/x": "",
	})
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	for _, args := range commandsOn(t, name) {
		for _, more := range [][]string{nil, {"--color", "always"}} {
			code, out, errs := segls("", append(args, more...)...)
			printed := out + errs
			if more != nil {
				printed = painted.Replace(printed)
			}
			if at := strings.IndexFunc(printed, isObeyed); at >= 0 {
				t.Errorf("%q: exit code %d, a terminal obeys %q", args, code, printed[max(0, at-100):min(len(printed), at+100)])
			}
			if strings.Contains("\n"+printed, "\n::error::") {
				t.Errorf("%q: a line was injected:\n%s", args, printed)
			}
			if strings.Contains(strings.Join(args, " "), "json") && strings.HasPrefix(out, "{") && !json.Valid([]byte(out)) {
				t.Errorf("%q is no JSON", args)
			}
		}
	}
	// A text that is written as data keeps its control characters.
	const text = "# One\n\nSalt " + obeyed + ".\n\n# Two\n\nWool.\n"
	if code, out, errs := segls(text, "move", "--unit", "section", "--no-config", "--markup", "markdown", "--from", "2", "--before", "1", "-"); code != 0 || !strings.Contains(out, "Salt "+obeyed+".") {
		t.Errorf("exit code %d, %q, %q", code, out, errs)
	}
}

// painted removes the colours that segls itself writes.
var painted = strings.NewReplacer("\x1b[1m", "", "\x1b[2m", "", "\x1b[22m", "", "\x1b[36m", "", "\x1b[0m", "", "\x1b[0;22m", "", "\x1b[39m", "")

func isObeyed(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' || unicode.Is(unicode.Bidi_Control, r)
}

// commandsOn returns command lines for every command, some of them wrong.
func commandsOn(t *testing.T, name string) (list [][]string) {
	t.Helper()
	const missing = "missing" + obeyed + "\n::error::.md"
	arguments := map[string][][]string{
		"check":      {{"."}, {"--format", "line", "."}, {"--format", "github", "."}, {"--format", "json", "."}, {"--format", "sarif", "."}, {"--format", "rdjson", "."}, {"--since", obeyed, "."}, {"--baseline", missing, "."}},
		"diff":       {{name, "three.md"}, {"--format", "markdown", "three.md", name}, {"--since", obeyed}},
		"move":       {{name, "--dry-run"}, {"--unit", "section", "--from", "2", "--before", "1", "--dry-run", name}, {name, "--to", "three.md", "--dry-run"}},
		"split":      {{name, "--dry-run"}, {name, "--to", missing}},
		"merge":      {{name, "--dry-run"}, {"--unit", "file", "three.md", "--dry-run"}, {missing, "--dry-run"}},
		"assemble":   {{"-", name, name + ":3"}, {"-", name + "#" + obeyed}, {name, missing}},
		"share":      {{name, "two" + obeyed + ".md", "--dry-run"}, {name}},
		"find":       {{"--in", ".", "salt", obeyed}, {"--in", ".", "--format", "vimgrep", "salt"}, {"--words", obeyed, "x"}},
		"related":    {{name + ":10"}, {name}},
		"explain":    {{name}},
		"curve":      {{name}, {"--format", "csv", name}, {"--compare", missing, name}},
		"config":     {{name}, {"--show-origin", name}},
		"index":      {{"."}, {missing}},
		"demo":       {{"."}},
		"doctor":     nil, // it runs the editors of this machine; see TestDoctor
		"serve":      {{"--log-level", obeyed}, {"--log-file", "/missing" + obeyed + "/x"}},
		"mcp":        {{}},
		"help":       {{missing}, {"check"}},
		"completion": {{missing}},
		"man":        {{"--help"}},
		"version":    {{missing}},
		"bench":      {{missing}},
		"titles":     {{"count", "--key", missing, missing}},
		"methods":    {{missing}},
		"evaluate":   {{name}, {"--titles", "."}},
		"sweep":      {{"--preferred-words", "100", name}},
		"work":       {{"."}, {"--format", "json", "."}},
		"fragment":   {{name}, {"--work"}, {"--format", "json", name}},
		"stats":      {{"."}},
		"blocks":     {{name}},
		"terms":      {{"."}},
		"duplicates": {{"."}},
		"misplaced":  {{"."}},
		"recover":    {{"."}, {missing}},
		"forget":     {{"."}, {missing}},
	}
	for _, c := range rootCommand().Commands() {
		given, isKnown := arguments[c.Name()]
		if !isKnown {
			t.Errorf("%s is not tested with hostile names", c.Name())
		}
		for _, args := range append(given, []string{missing}, []string{"--" + obeyed, "."}) {
			if c.Name() != "serve" && c.Name() != "doctor" || strings.HasPrefix(strings.Join(args, ""), "--") {
				list = append(list, append([]string{c.Name()}, args...))
			}
		}
	}
	return append(list, []string{obeyed + "\n::error::"}, []string{"--" + obeyed}, []string{"check", "--severity", obeyed, "."}, []string{"check", "--config", missing, "."})
}

package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rivo/uniseg"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/console/consoletest"
)

// TestConventions checks that paths, exit codes and output follow the conventions of other programs.
func TestConventions(t *testing.T) {
	const prose = "The mill on the ridge turned all night. Nobody heard it.\n"
	files := map[string]string{
		"book/a.md":            prose,
		"book/b.txt":           prose,
		"book/drafts/c.md":     prose,
		"book/d.tmp.md":        prose,
		"kept/.segls.toml":     "exclude = ['*.tmp.md', '/old/']\n",
		"kept/a.md":            prose,
		"kept/b.tmp.md":        prose,
		"kept/old/c.md":        prose,
		"kept/new/old/d.md":    prose,
		"kept/new/.segls.toml": "exclude = ['!e.tmp.md']\n",
		"kept/new/e.tmp.md":    prose,
		"broken/.segls.toml":   "preferred-word = 3\n",
		"broken/a.md":          prose,
		"rules/.segls.toml":    "paragraph-max-words = 3\nseverity-paragraph-too-long = 'warning'\nseverity-paragraph-too-short = 'off'\n",
		"rules/a.md":           strings.Repeat(prose+"\n", 200),
		"latin.txt":            "Le caf\xe9 d'\xe0 c\xf4t\xe9 \xe9tait ferm\xe9, et la fen\xeatre aussi. La m\xe8re \xe9tait partie \xe0 la for\xeat.\n",
		"russian.txt":          "\xcc\xe5\xeb\xfc\xed\xe8\xf6\xe0 \xed\xe0 \xf5\xee\xeb\xec\xe5 \xea\xf0\xf3\xf2\xe8\xeb\xe0\xf1\xfc \xe2\xf1\xfe \xed\xee\xf7\xfc, \xe8 \xed\xe8\xea\xf2\xee \xe5\xb8 \xed\xe5 \xf1\xeb\xfb\xf8\xe0\xeb.\n",
		"wide.txt":             "\xff\xfeT\x00h\x00e\x00 \x00m\x00i\x00l\x00l\x00.\x00",
		"a.foo":                prose,
		"a.docx":               prose,
		"[x].md":               prose,
		"no":                   prose,
	}
	invoke(t, files, []invocation{
		{"a version", "--version", "", 0, "segls development (go", ""},
		{"a version, in short", "-V", "", 0, "segls development (go", ""},
		{"help about nothing", "help chekc", "", 2, "", `there is no command "chekc"; did you mean check?`},
		{"help", "help check", "", 0, "Check reports what", ""},
		{"a folder that is given twice", "stats book book", "", 0, "4 texts", ""},
		{"a folder in a folder", "stats . book/drafts", "", 2, anything, "preferred-word"}, // the mistake is in broken, not in book
		{"standard input twice", "stats - -", prose, 0, "10", ""},
		{"a glob", "stats book/*.md", "", 0, "2 texts", ""},
		{"a glob of folders", "stats b**/*.md", "", 2, "3 texts", "broken"},
		{"a glob with choices", "stats book/*.{md,txt}", "", 0, "3 texts", ""},
		{"a file that looks like a glob", "stats [x].md", "", 0, "10", ""},
		{"a glob without a match", "stats book/*.rst", "", 2, anything, "no text matches book/*.rst"},
		{"a glob that is none", "stats book/[", "", 2, anything, "book/[: this is not a glob"},
		{"leaving out", "stats --exclude drafts --exclude *.tmp.md book", "", 0, "2 texts", ""},
		{"leaving out what is named", "stats --exclude drafts book/drafts/c.md", "", 0, "10", ""},
		{"leaving out what is named, by force", "stats --exclude drafts --force-exclude book/drafts/c.md book/a.md", "", 0, "book/a.md", ""},
		{"leaving out of a glob", "stats --exclude d* book/*.md", "", 0, "10", ""},
		{"leaving out by what is no pattern", "stats --exclude [ book", "", 2, "", `“[” is not a glob`},
		{"leaving out everything", "check --exclude *.md --exclude *.txt book", "", 2, "", "there are no texts in book"},
		{"a flag that there is not", "check --sevrity hint book", "", 2, "", "there is no flag --sevrity; did you mean --severity?"},
		{"a flag like no other", "check --qqqqqq book", "", 2, "", "there is no flag --qqqqqq; see segls check --help"},
		{"no argument", "move", "", 2, "", "move: an argument is missing; usage: segls move [flags] FILE"},
		{"a file that is not there", "check gone.md", "", 2, "", "gone.md: no such file or directory"},
		{"an output in no folder", "check --output nowhere/out.txt salt.md", "", 2, "", "segls: nowhere/out.txt: no such file or directory"},
		{"a passage of a file that is not there", "assemble new.md gone.md", "", 2, "", "segls: gone.md: no such file or directory"},
		{"a baseline that is not there", "check --baseline gone.json book", "", 2, "", "gone.json: there is no such baseline; --write-baseline makes one"},
		{"leaving out in settings", "stats kept", "", 0, "3 texts", ""},
		{"a name for standard input", "fragment --format json --stdin-filename rules/x.rst -", prose, 0, `"path": "rules/x.rst"`, ""},
		{"its format", "fragment --format json --stdin-filename rules/x.rst -", prose, 0, `"markup": "restructuredtext"`, ""},
		{"its settings", "config rules/x.rst", "", 0, "paragraph-max-words = 3\n", ""},
		{"settings that are wrong", "stats broken/a.md", "", 2, "10", "broken/.segls.toml:1:1: preferred-word: there is no such setting"},
		{"settings that are wrong, checked", "check broken/a.md", "", 2, "No findings", "broken/.segls.toml:1:1"},
		{"settings that are wrong, shown", "config broken/a.md", "", 2, "preferred-words = \"auto\"", "broken/.segls.toml:1:1"},
		{"settings that are not read", "stats --no-config broken/a.md", "", 0, "10", ""},
		{"the severity of a rule", "check --severity warning rules/a.md", "", 1, "warning", ""},
		{"a rule that is off", "check --severity-paragraph-too-long off rules/a.md", "", 0, "No findings", ""},
		{"failing on more", "check --severity-paragraph-too-long hint --fail-on warning rules/a.md", "", 0, "paragraph-too-long", ""},
		{"never failing", "check --fail-on never rules/a.md", "", 0, "paragraph-too-long", ""},
		{"all rules", "check --list-rules", "", 0, "topic-shift-without-heading", ""},
		{"quiet", "check --quiet book", "", 0, "", ""},
		{"colour", "check --color always rules/a.md", "", 1, "\x1b[1mrules/a.md", ""},
		{"no colour", "check --color never rules/a.md", "", 1, "rules/a.md\n", ""},
		{"colour of a curve", "curve --color always rules/a.md", "", 0, "\x1b[1m", ""},
		{"another encoding", "stats latin.txt", "", 0, "19", "latin.txt: this is not UTF-8; it seems to be windows-1252, which --encoding windows-1252 reads"},
		{"another encoding, quietly", "stats --quiet latin.txt", "", 0, anything, ""},
		{"an encoding that is told", "fragment --encoding windows-1252 latin.txt", "", 0, "Le café d'à côté", ""},
		{"Cyrillic", "stats russian.txt", "", 0, anything, "it seems to be windows-1251"},
		{"Cyrillic that is told", "fragment --encoding windows-1251 russian.txt", "", 0, "Мельница на холме", ""},
		{"wide characters", "stats wide.txt", "", 2, anything, "--encoding utf-16"},
		{"wide characters that are told", "fragment --encoding utf-16 wide.txt", "", 0, "The mill.", ""},
		{"no encoding", "stats --encoding wax book", "", 2, "", `segls knows no encoding "wax"`},
		{"an unknown format", "stats a.foo", "", 0, "10", "a.foo: .foo is not the ending of a format that segls knows"},
		{"an unknown format that is named", "stats --markup markdown a.foo", "", 0, "10", ""},
		{"no ending", "stats no", "", 0, "10", ""},
		{"a word processor's", "check a.docx", "", 2, "", "segls: a.docx: segls does not read .docx; pandoc converts it to Markdown"},
		{"a curve as what it cannot be", "curve -o c.pdf book/a.md", "", 2, "", "a curve cannot be written as .pdf"},
	})
}

// TestWidth checks that output uses the width in COLUMNS, also in Chinese.
func TestWidth(t *testing.T) {
	const salt = "../../testdata/samples/salt.md"
	chinese := filepath.Join(t.TempDir(), "salt.md")
	if err := os.WriteFile(chinese, []byte(strings.Repeat("## 潮水漲落，鹽留在岸上\n\n"+strings.Repeat("潮水漲落，鹽留在岸上。", 80)+"\n\n", 3)), 0o600); err != nil {
		t.Fatal(err)
	}
	longest := func(columns string, args ...string) (n int) {
		t.Setenv("COLUMNS", columns)
		_, out, _ := segls("", args...)
		for line := range strings.Lines(out) {
			if strings.HasPrefix(line, "      ") {
				n = max(n, uniseg.StringWidth(strings.TrimRight(line, "\n")))
			}
		}
		return n
	}
	for _, command := range []string{"fragment", "curve"} {
		for _, text := range []string{salt, chinese} {
			narrow, wide := longest("60", command, text), longest("150", command, text)
			if narrow > 60 || wide <= 80 || wide > 150 {
				t.Errorf("%s of %s has lines of %d and %d columns", command, text, narrow, wide)
			}
		}
	}
}

// TestOneJSONDocument checks that JSON output is a single document for any number of texts.
func TestOneJSONDocument(t *testing.T) {
	consoletest.Library(t, map[string]string{"a.md": "The mill.\n", "b.md": "The ridge.\n", "empty/x.go": ""})
	for _, command := range []string{"fragment", "blocks"} {
		for paths, want := range map[string]int{"a.md": -1, "a.md b.md": 2, ".": 2, "none.md": 0, "a.md none.md": 1, "empty": 0} {
			_, out, _ := segls("", append([]string{command, "--format", "json"}, strings.Fields(paths)...)...)
			var list []json.RawMessage
			var one map[string]any
			switch err := json.Unmarshal([]byte(out), &list); {
			case want < 0 && json.Unmarshal([]byte(out), &one) != nil, want > 0 && (err != nil || len(list) != want), want == 0 && paths != "none.md" && err != nil:
				t.Errorf("%s %s writes\n%s", command, paths, out)
			}
		}
	}
}

// TestEveryChoiceIsCompleted checks that each flag with fixed values completes to several of them.
func TestEveryChoiceIsCompleted(t *testing.T) {
	for _, c := range rootCommand().Commands() {
		for _, line := range strings.Split(c.Flags().FlagUsages(), "\n") {
			name, _, isChoice := strings.Cut(line, " choice ")
			if !isChoice {
				continue
			}
			flag := strings.TrimSpace(name[strings.Index(name, "--"):])
			code, out, _ := segls("", "__complete", c.Name(), flag, "")
			if code != console.ExitOK || strings.Count(out, "\n") < 3 {
				t.Errorf("segls %s %s completes to\n%s", c.Name(), flag, out)
			}
		}
	}
	if _, out, _ := segls("", "__complete", "fragment", "--encoding", ""); !strings.Contains(out, "windows-1252") {
		t.Errorf("--encoding completes to\n%s", out)
	}
}

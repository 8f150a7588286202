package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"reflect"
	"strings"
	"testing"

	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console/consoletest"
)

// Two versions of a small book: a section moves to another file, a paragraph is split, a heading is reworded, a file is renamed.
var (
	bookBefore = map[string]string{
		"road.md": "# The road\n\nSalt went inland on mules, four sacks to an animal, and came back as wool.\n\n" +
			"## Pans\n\nThe pans lie in rows along the shore, and the sun does the rest of the work.\n\n" +
			"A wet summer ruins them, for the rain dissolves in a night what was made in a month.\n\n" +
			"## Mules\n\nMules carry more than horses and complain less. They were bought in the hills in spring, and sold there again.\n\n" +
			"The drivers slept under the sacks and knew all the wells of the desert by name.\n",
		"town.md": "# The town\n\nThe crown took a third at the gate, and what was hidden under hay was found there.\n",
		"wax.md":  "# Wax\n\nBees make wax, and wax makes light for those who read at night in cold rooms <in winter>.\n",
	}
	bookAfter = map[string]string{
		"road.md": "# The road\n\nSalt went inland on mules, four sacks to an animal, and came back as wool.\n\n" +
			"## Beasts of burden\n\nMules carry more than horses and complain less.\n\nThey were bought in the hills in spring, and sold there again.\n\n" +
			"The drivers slept under the sacks and knew all the wells of the desert by name.\n",
		"town.md": "# The town\n\nThe crown took a third at the gate, and what was hidden under hay was found there.\n\n" +
			"## Pans\n\nThe pans lie in rows along the shore, and the sun does most of the work.\n\n" +
			"A wet summer ruins them, for the rain dissolves in a night what was made in a month.\n",
		"candles.md": "# Wax\n\nBees make wax, and wax makes light for those who read at night in warm rooms <in winter>.\n\nTallow smells, and @smoke# is _not_ light.\n",
	}
)

// bothBooks writes the two versions to folders before and after.
func bothBooks(t *testing.T) string {
	files := make(map[string]string)
	for name, text := range bookBefore {
		files["before/"+name] = text
	}
	for name, text := range bookAfter {
		files["after/"+name] = text
	}
	return consoletest.Library(t, files)
}

// TestDiffGolden checks the output in each format against a file.
func TestDiffGolden(t *testing.T) {
	home, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	bothBooks(t)
	for format, file := range map[string]string{"text": "diff.txt", "json": "diff.json", "markdown": "diff.md", "html": "diff.html"} {
		code, out, errs := segls("", "diff", "--format", format, "before", "after")
		if code != 0 || errs != "" {
			t.Fatal(code, errs)
		}
		golden(t, home+"/testdata/"+file, out)
	}
}

// TestDiffJSON checks how many changes of each kind there are, their places, and the text of a moved section.
func TestDiffJSON(t *testing.T) {
	bothBooks(t)
	_, out, _ := segls("", "diff", "--format", "json", "before", "after")
	var d answer.Difference
	if err := json.Unmarshal([]byte(out), &d); err != nil {
		t.Fatal(err)
	}
	kinds := make(map[string]int)
	var check func(changes []answer.Change)
	check = func(changes []answer.Change) {
		for _, c := range changes {
			kinds[c.Kind]++
			for _, p := range []*answer.ChangePlace{c.From, c.To} {
				if p == nil {
					continue
				}
				text, err := os.ReadFile(p.Path)
				if err != nil || p.Start < 0 || p.End > len(text) || 1+strings.Count(string(text[:p.Start]), "\n") != p.Line {
					t.Errorf("%s: %+v, %v", c.Message, p, err)
				}
			}
			if c.Kind == "moved" && c.Level == "section" {
				text, _ := os.ReadFile(c.To.Path)
				if at := string(text[c.To.Start:c.To.End]); c.From.Path != "before/road.md" || c.To.Path != "after/town.md" || !strings.HasPrefix(at, "## Pans") || c.Rewritten < .03 || c.Rewritten > .07 {
					t.Errorf("%+v", c)
				}
			}
			check(c.Inside)
		}
	}
	check(d.Changes)
	if kinds["moved"] != 2 || kinds["split"] != 1 || kinds["retitled"] != 1 || kinds["rewritten"] != 2 || kinds["added"] != 1 || kinds["removed"] != 0 {
		t.Error(kinds)
	}
}

// TestDiffArguments checks which texts are compared, and the errors.
func TestDiffArguments(t *testing.T) {
	bothBooks(t)
	for path, text := range map[string]string{"binary.md": "a\x00b", "other.org": "* Salt\n\nOne word and another word of salt.\n", "other.md": "# Salt\n\nOne word and another word of salt.\n"} {
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		args, stdin string
		code        int
		out, errs   string // substrings of the output
	}{
		{"before/wax.md before/wax.md", "", 0, "Nothing has changed.", ""},
		{"--exit-code before/wax.md before/wax.md", "", 0, "Nothing has changed.", ""},
		{"--exit-code before/wax.md after/candles.md", "", 1, "1 rewritten, 1 added.", ""},
		{"--exit-code before after", "", 1, "2 moved", ""},
		{"--quiet before/wax.md before/wax.md", "", 0, "", ""},
		{"before/wax.md -", "# Wax\n\nBees make wax, and wax makes light for those who read at dawn in cold rooms <in winter>.\n", 0, "[-night-] {+dawn+}", ""},
		{"- before/wax.md", "", 0, "section “Wax” added: 18 words", ""},
		{"--markup markdown --stdin-filename x.md - before/wax.md", bookBefore["wax.md"], 0, "Nothing has changed.", ""},
		{"other.md other.org", "", 0, "Nothing has changed.", ""},
		{"before", "", 2, "", "an old and a new file or folder"},
		{"before missing.md", "", 2, "", "missing.md: no such file"},
		{"before after/road.md", "", 2, "", "compare two files, or two folders"},
		{"- -", "", 2, "", "only one of two texts"},
		{"before/wax.md binary.md", "", 2, "", "this is a binary file, not a text"},
		{"binary.md before/wax.md", "", 2, "", "this is a binary file, not a text"},
		{"--since HEAD", "", 2, "", "since: "},
		{"--since HEAD -", "", 2, "", "standard input is not in a repository"},
	} {
		code, out, errs := segls(test.stdin, append([]string{"diff"}, strings.Fields(test.args)...)...)
		if code != test.code || !strings.Contains(out, test.out) || !strings.Contains(errs, test.errs) || test.code == 2 && out != "" || test.code != 2 && errs != "" {
			t.Errorf("%s: exit code %d\n%s%s", test.args, code, out, errs)
		}
	}
}

// TestDiffSince checks that files are compared with their texts in git, whether the changes are committed, staged or neither.
func TestDiffSince(t *testing.T) {
	files := make(map[string]string)
	for name, text := range bookBefore {
		files["book/"+name] = text
	}
	files["notes.md"] = "Notes that do not change.\n"
	consoletest.Library(t, files)
	run := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=A", "-c", "user.email=a@example.com", "-c", "init.defaultBranch=main"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %s", args, out)
		}
	}
	run("init", "-q")
	run("add", ".")
	run("commit", "-qm", "one")
	check := func(want, wantErrs string, args ...string) {
		t.Helper()
		_, out, errs := segls("", append([]string{"diff", "--since"}, args...)...)
		if !strings.HasSuffix(out, want) || !strings.Contains(errs, wantErrs) || wantErrs == "" && errs != "" {
			t.Errorf("%v: %s%s", args, out, errs)
		}
	}
	check("Nothing has changed.\n", "", "HEAD")
	for name := range bookBefore {
		if _, stays := bookAfter[name]; !stays {
			run("rm", "-q", "book/"+name)
		}
	}
	for name, text := range bookAfter {
		if err := os.WriteFile("book/"+name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	const all = "2 moved, 1 split, 1 retitled, 1 rewritten, 1 added.\n"
	check(all, "", "HEAD")
	check(all, "", "HEAD", "book")
	check("1 added.\n", "", "HEAD", "book/candles.md")
	check("1 removed.\n", "", "HEAD", "book/wax.md")
	check("Nothing has changed.\n", "", "HEAD", "notes.md")
	t.Chdir("book")
	check(all, "", "HEAD")
	t.Chdir("..")
	run("add", ".")
	run("commit", "-qm", "two")
	check("Nothing has changed.\n", "", "HEAD")
	check(all, "", "HEAD~1")
	check("", `there is no revision "HEAD~9"`, "HEAD~9")
	check("", "missing.md: there is no such file, and there was none", "HEAD", "missing.md")
}

// TestDiffWork checks that a work is compared as a whole, with its old order from git, and that an unreadable file was not removed.
func TestDiffWork(t *testing.T) {
	files := map[string]string{".segls.toml": "[work]\nfiles = [\"road.md\", \"town.md\", \"wax.md\"]\n"}
	for name, text := range bookBefore {
		files[name] = text
	}
	consoletest.Library(t, files)
	run := func(args ...string) {
		t.Helper()
		cmd := exec.Command("git", append([]string{"-c", "user.name=A", "-c", "user.email=a@example.com"}, args...)...)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %s", args, out)
		}
	}
	run("init", "-q")
	run("add", ".")
	run("commit", "-qm", "one")
	write := func(name, text string) {
		t.Helper()
		if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write(".segls.toml", "[work]\nfiles = [\"wax.md\", \"road.md\", \"town.md\"]\n")
	if code, out, errs := segls("", "diff", "--since", "HEAD"); code != 0 || errs != "" || out != "wax.md\n     1  file wax.md moved in the order\n\n1 moved.\n" {
		t.Errorf("exit code %d\n%s%s", code, out, errs)
	}
	write("town.md", "a\x00b")
	if code, out, errs := segls("", "diff", "--since", "HEAD"); code != 2 || !strings.Contains(errs, "town.md: this is a binary file") || !strings.HasSuffix(out, "\n1 moved.\n") {
		t.Errorf("exit code %d\n%s%s", code, out, errs)
	}
}

// TestDiffPage checks that docs/differences.md shows the program's output, and names every key.
func TestDiffPage(t *testing.T) {
	page, err := os.ReadFile("../../docs/differences.md")
	if err != nil {
		t.Fatal(err)
	}
	printed, err := os.ReadFile("testdata/diff.txt")
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(page), "$ segls diff before after\n"+string(printed)+"```") {
		t.Errorf("docs/differences.md does not show\n%s", printed)
	}
	for _, of := range []reflect.Type{reflect.TypeFor[answer.Difference](), reflect.TypeFor[answer.Change](), reflect.TypeFor[answer.ChangePlace]()} {
		for field := range of.Fields() {
			key, _, _ := strings.Cut(field.Tag.Get("json"), ",")
			if !strings.Contains(string(page), "`"+key+"`") {
				t.Errorf("docs/differences.md does not name %s", key)
			}
		}
	}
}

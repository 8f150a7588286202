package main

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/segls/segls/fragment"
	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/console/consoletest"
)

var update = flag.Bool("update", false, "rewrite the golden files")

// TestMain runs the program if asked to by the environment or an argument; otherwise the tests, without the user's settings files.
func TestMain(m *testing.M) {
	if os.Getenv(asProgram) != "" || len(os.Args) == 2 && os.Args[1] == "serve" { // doctor starts this binary as a server
		main()
	}
	consoletest.AwayFromHome("../..")
	state, err := os.MkdirTemp("", "segls-state-")
	if err != nil {
		panic(err)
	}
	os.Setenv("XDG_STATE_HOME", state)
	os.Setenv("LocalAppData", state)
	code := m.Run()
	os.RemoveAll(state)
	os.Exit(code)
}

// asProgram is an environment variable that makes the test binary run as the program.
const asProgram = "SEGLS_TEST_AS_PROGRAM"

// program returns a command that runs the program as a process.
func program(t *testing.T, args ...string) *exec.Cmd {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(self, args...)
	cmd.Env = append(os.Environ(), asProgram+"=1")
	return cmd
}

// segls runs the program in this process.
func segls(stdin string, args ...string) (code int, out, errs string) {
	var o, e bytes.Buffer
	code = run(args, strings.NewReader(stdin), &o, &e)
	return code, o.String(), e.String()
}

// invocation is a command line with its exit code and substrings of its outputs; "" means no output, and anything does not matter.
type invocation struct {
	name, args, stdin string
	code              int
	out, errs         string
}

const anything = "*"

// invoke runs each invocation in a new folder with these files.
func invoke(t *testing.T, files map[string]string, invocations []invocation) {
	t.Helper()
	for _, test := range invocations {
		t.Run(test.name, func(t *testing.T) {
			consoletest.Library(t, files)
			code, out, errs := segls(test.stdin, strings.Fields(test.args)...)
			if code != test.code {
				t.Errorf("exit code %d, not %d", code, test.code)
			}
			for _, x := range []struct{ what, got, want string }{{"output", out, test.out}, {"error output", errs, test.errs}} {
				if x.want != anything && (x.want == "" && x.got != "" || !strings.Contains(x.got, x.want)) {
					t.Errorf("the %s has no %q:\n%s", x.what, x.want, x.got)
				}
			}
		})
	}
}

// TestGolden checks that the program's output is that of the files in testdata.
func TestGolden(t *testing.T) {
	salt, tides := "../../testdata/samples/salt.md", "../../testdata/samples/tides.md"
	for name, args := range map[string][]string{
		"help":           nil,
		"fragment-help":  {"fragment", "--help"},
		"evaluate-help":  {"evaluate", "--help"},
		"methods.txt":    {"methods"},
		"titles.txt":     {"evaluate", "--titles", "--documents", salt, tides, "../../testdata/samples/kitchen.md"},
		"config-help":    {"config", "--help"},
		"salt.txt":       {"fragment", "--preferred-words", "500", salt},
		"ferry.json":     {"fragment", "--format", "json", "../../testdata/samples/ferry.md"},
		"tides-soft.txt": {"fragment", "--headings", "soft", "--preferred-words", "300", tides},
		"pinned.txt":     {"fragment", "../../testdata/samples/ferry.md"},
		"limits.txt":     {"fragment", "--preferred-words", "500", "--min-words", "200", "--max-words", "300", tides},
		"curve-help":     {"curve", "--help"},
		"curve.txt":      {"curve", "--preferred-words", "500", salt},
		"curve-two.txt":  {"curve", "--method", "paper", "--compare", "window-paragraphs=2,scaling=1", "--headings", "ignore", tides},
		"curve-pins.txt": {"curve", "../../testdata/samples/ferry.md"},
		"curve.json":     {"curve", "--format", "json", "../../testdata/samples/short.md"},
		"curve.csv":      {"curve", "--format", "csv", "--compare", "method=paper,window-paragraphs=1", "../../testdata/samples/short.md"},
		"sweep-help":     {"sweep", "--help"},
		"move-help":      {"move", "--help"},
		"split-help":     {"split", "--help"},
		"merge-help":     {"merge", "--help"},
		"sweep.txt":      {"sweep", "--method", "paper", salt},
		"sweep.csv":      {"sweep", "--method", "paper", "--format", "csv", "--scaling", "0.5,2", "--window-paragraphs", "2,4", tides},
		"sweep.json":     {"sweep", "--format", "json", "--cost", "linear", "--scaling", "0.5", tides},
		"sweep.tex":      {"sweep", "--method", "paper", "--format", "latex", "--preferred-words", "300,600", "--scaling", "0.5,1", salt},
		"blocks.txt":     {"blocks", "../../analysis/markup/testdata/constructs.md"},
		"blocks.json":    {"blocks", "--format", "json", "../../testdata/samples/short.md"},
		"several.json":   {"fragment", "--format", "json", "../../testdata/samples/short.md", "../../testdata/book/preface.md"},
	} {
		t.Run(name, func(t *testing.T) {
			code, out, errs := segls("", args...)
			if code != console.ExitOK || errs != "" {
				t.Fatalf("exit code %d, %s", code, errs)
			}
			path := filepath.Join("testdata", name)
			if *update {
				if err := os.WriteFile(path, []byte(out), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			if out != string(want) {
				t.Errorf("differs from %s; run with -update and read the difference", path)
			}
		})
	}
}

// TestJSONMatchesTextAndSplit checks that the JSON describes its text, and that fragment.Split returns the same boundaries.
func TestJSONMatchesTextAndSplit(t *testing.T) {
	samples, _ := filepath.Glob("../../testdata/samples/*.*")
	for _, path := range samples {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		for _, headings := range []string{"hard", "soft", "ignore"} {
			_, out, _ := segls("", "fragment", "--method", "paper", "--format", "json", "--headings", headings, "--preferred-words", "200", path)
			var d answer.Document
			if err := json.Unmarshal([]byte(out), &d); err != nil {
				t.Fatal(err)
			}
			checkJSON(t, path+" "+headings, string(text), d)
		}
	}
}

func checkJSON(t *testing.T, name, text string, d answer.Document) {
	t.Helper()
	words := 0
	lengths := make([]int, len(d.Paragraphs))
	for i, p := range d.Paragraphs {
		if i > 0 && p.Start < d.Paragraphs[i-1].End || p.End <= p.Start || p.End > len(text) {
			t.Errorf("%s: paragraph %d at %d to %d", name, i, p.Start, p.End)
		}
		if line := 1 + strings.Count(text[:p.Start], "\n"); line != p.Line {
			t.Errorf("%s: paragraph %d on line %d, not %d", name, i, line, p.Line)
		}
		words += p.Words
		lengths[i] = p.Words
	}
	if words != d.Words {
		t.Errorf("%s: %d words in paragraphs of %d", name, words, d.Words)
	}
	problem := fragment.Problem{
		Words: lengths, Cost: fragment.Cost{Preferred: 200, Scaling: 0.5},
		Similarity: make([]float64, len(d.Gaps)), Constraints: make([]fragment.Constraint, len(d.Gaps)),
	}
	boundaries := []int{0}
	for g, gap := range d.Gaps {
		problem.Similarity[g] = gap.Similarity
		if gap.Constraint != nil {
			problem.Constraints[g] = map[string]fragment.Constraint{
				"heading": fragment.Break, "scene-break": fragment.Break, "break": fragment.Break, "no-break": fragment.NoBreak,
			}[*gap.Constraint]
		}
		if gap.Boundary {
			boundaries = append(boundaries, gap.After)
		}
	}
	best, err := fragment.Split(problem)
	if err != nil {
		t.Fatal(err)
	}
	if len(best.Boundaries) != len(boundaries)-1 || len(d.Fragments) != len(boundaries) {
		t.Fatalf("%s: %d boundaries, %d fragments, best %v", name, len(boundaries)-1, len(d.Fragments), best.Boundaries)
	}
	first := 0
	for i, f := range d.Fragments {
		if i > 0 && best.Boundaries[i-1] != first {
			t.Errorf("%s: fragment %d begins with paragraph %d, not %d", name, i, first, best.Boundaries[i-1])
		}
		for _, p := range d.Paragraphs[first : first+f.Paragraphs] {
			if p.Start < f.Start || p.End > f.End {
				t.Errorf("%s: a paragraph at %d is outside its fragment at %d to %d", name, p.Start, f.Start, f.End)
			}
		}
		first += f.Paragraphs
	}
}

// TestFlagsOverrideText checks that a flag overrides the same setting in the text.
func TestFlagsOverrideText(t *testing.T) {
	text := "Salt.\n\nsegls: preferred-words = 60\nsegls: scaling = 2\n"
	for _, test := range []struct {
		args             []string
		preferred, scale float64
	}{
		{nil, 60, 2},
		{[]string{"--preferred-words", "70"}, 70, 2},
		{[]string{"--preferred-words", "500", "--scaling=1"}, 500, 1},
	} {
		_, out, _ := segls(text, append([]string{"fragment", "--format", "json", "-"}, test.args...)...)
		var d answer.Document
		if err := json.Unmarshal([]byte(out), &d); err != nil {
			t.Fatal(err)
		}
		if d.Settings["preferred-words"] != test.preferred || d.Settings["scaling"] != test.scale || len(d.Paragraphs) != 1 {
			t.Errorf("with %v: %v, %d paragraphs", test.args, d.Settings, len(d.Paragraphs))
		}
	}
}

func TestStandardInput(t *testing.T) {
	code, out, _ := segls("One paragraph.\n\nAnother one.\n", "fragment", "--format", "json", "-")
	if code != console.ExitOK || !strings.Contains(out, `"path": "-"`) || !strings.Contains(out, `"markup": "text"`) {
		t.Errorf("exit code %d, %s", code, out)
	}
	if _, out, _ = segls("# A\n\nB.\n", "fragment", "--markup", "markdown", "-"); !strings.Contains(out, "# A") {
		t.Errorf("Markdown from standard input: %s", out)
	}
}

func TestStrangeInput(t *testing.T) {
	for _, text := range []string{"", "\xff\xfd\x01", "a\x01b\r\rc\r\n", strings.Repeat("word ", 100_000), "# only\n## headings\n"} {
		for _, markup := range []string{"text", "markdown"} {
			for _, format := range []string{"text", "json"} {
				code, out, errs := segls(text, "fragment", "--quiet", "--markup", markup, "--format", format, "-")
				if code != console.ExitOK || errs != "" || out == "" {
					t.Errorf("%.20q as %s: exit code %d, %q, %q", text, markup, code, out, errs)
				}
				if format == "json" && !json.Valid([]byte(out)) {
					t.Errorf("%.20q: no JSON: %s", text, out)
				}
			}
		}
	}
}

func TestErrors(t *testing.T) {
	good := filepath.Join(t.TempDir(), "good.md")
	if err := os.WriteFile(good, []byte("Text.\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		args []string
		want string // in the message
		out  string // a part of the output, which is written in spite of the error
	}{
		{[]string{"fragment"}, "which texts?", ""},
		{[]string{"fragment", "--no-such-flag", good}, "no-such-flag", ""},
		{[]string{"fragment", "--preferred-words", "many", good}, "preferred-words", ""},
		{[]string{"fragment", "--preferred-words", "0", good}, "a whole number from 1 to 1000000", ""},
		{[]string{"fragment", "--cost", "cubic", good}, "one of parabola, linear", ""},
		{[]string{"fragment", "--min-words", "9", "--max-words", "5", good}, "min-words (9) is more than max-words (5)", ""},
		{[]string{"fragment", "--format", "xml", good}, "text, json", ""},
		{[]string{"fragment", "/no/such/file.md", good}, "segls: /no/such/file.md: ", "1 word"},
		{[]string{"sweep", t.TempDir()}, "this is a folder, not a file", ""},
		{[]string{"fragment", t.TempDir()}, "there are no texts in", ""},
		{[]string{"fragment", "--overlap", "9", good}, "need --format jsonl", ""},
		{[]string{"fragment", "--format", "jsonl", "--max-chars", "-1", good}, "must not be negative", ""},
		{[]string{"nonsense"}, `no command "nonsense"; segls --help`, ""},
		{[]string{"nope"}, `no command "nope"; segls --help`, ""},
		{[]string{"help", "nope"}, `no command "nope"; segls --help`, ""},
		{[]string{"chekc"}, "did you mean check?", ""},
		{[]string{"frag"}, "did you mean fragment?", ""},
		{[]string{"version", "extra"}, "it takes no arguments", ""},
	} {
		code, out, errs := segls("", test.args...)
		if code != console.ExitUsage || !strings.HasPrefix(errs, "segls: ") || !strings.Contains(errs, test.want) || !strings.Contains(out, test.out) {
			t.Errorf("segls %v: exit code %d, message %q, output %q", test.args, code, errs, out)
		}
	}
}

func TestVersion(t *testing.T) {
	code, out, _ := segls("", "version")
	if code != console.ExitOK || !strings.HasPrefix(out, "segls ") {
		t.Errorf("exit code %d, %q", code, out)
	}
}

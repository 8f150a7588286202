package lab

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"encoding/json"
	"flag"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/console/consoletest"
)

const choiRule = "==========\n"

// choi returns a text of segments with these numbers of units, in which neighbouring segments are about different things.
func choi(lengths ...int) string {
	text := choiRule
	for s, n := range lengths {
		for i := range n {
			topic := []string{"salt brine pan", "tide moon harbour", "oven dough yeast"}[s%3]
			words := strings.Fields(topic)
			text += fmt.Sprintf("The %s was with the %s, and it is there that they had been for all of that time.\n", words[i%3], words[(i+1)%3])
		}
		text += choiRule
	}
	return text
}

// TestEvaluateByHand checks figures that can be counted by hand, with each way of naming texts.
func TestEvaluateByHand(t *testing.T) {
	// Ten units in 5 and 5, k = 2: of eight windows two hold the boundary. Twelve in 4, 4 and 4, k = 2: four of ten do.
	texts := map[string]string{"one/a.ref": choi(5, 5), "one/b.ref": choi(5, 5), "two/c.ref": choi(4, 4, 4)}
	consoletest.Library(t, texts)
	writeArchive(t, "two.tar.gz", map[string]string{"./c.ref": texts["two/c.ref"]})
	for _, paths := range [][]string{{"one", "two"}, {"one/a.ref", "one/b.ref", "two/c.ref"}, {"one", "two.tar.gz"}} {
		code, out, errs := segls("", append([]string{"evaluate", "--method", "none", "--format", "json"}, paths...)...)
		var r evaluationJSON
		if err := json.Unmarshal([]byte(out), &r); err != nil || code != console.ExitOK {
			t.Fatal(code, errs, err)
		}
		if len(r.Sets) != 2 || r.Sets[0].Name != "one" || r.Sets[0].Documents != 2 || r.Sets[1].Name != "two" || r.Sets[1].Documents != 1 {
			t.Fatalf("%v: sets %+v", paths, r.Sets)
		}
		for _, s := range []struct {
			got  summaryJSON
			want float64
		}{{r.Sets[0].summaryJSON, 0.25}, {r.Sets[1].summaryJSON, 0.4}, {r.Mean, 0.325}} {
			if math.Abs(s.got.Pk-s.want) > 1e-9 || math.Abs(s.got.WD-s.want) > 1e-9 || s.got.B != 0 {
				t.Errorf("%v: %+v, want %v", paths, s.got, s.want)
			}
			if i := s.got.Intervals["pk"]; i[0] > s.want+1e-9 || i[1] < s.want-1e-9 {
				t.Errorf("%v: an interval of %v around %v", paths, i, s.want)
			}
		}
	}
}

// TestEvaluateFindsTopics checks that the blend finds the boundaries in texts whose topics share no words, and scores
// better than a division without boundaries.
func TestEvaluateFindsTopics(t *testing.T) {
	consoletest.Library(t, map[string]string{"a.ref": choi(9, 9, 9), "b.ref": choi(9, 9), "c.ref": choi(12, 9, 12), "d.ref": choi(9, 12, 9), "e.ref": choi(12, 9), "f.ref": choi(9, 9, 12)})
	for _, count := range []string{"given", "preferred", "auto"} {
		code, out, errs := segls("", "evaluate", "--method", "blend", "--compare", "none", "--count", count, "--format", "json", "--documents", ".")
		var r evaluationJSON
		if err := json.Unmarshal([]byte(out), &r); err != nil || code != console.ExitOK {
			t.Fatal(code, errs, err)
		}
		if r.Mean.Pk > 0.02 || r.Mean.B < 0.95 {
			t.Errorf("%s: %+v", count, r.Mean)
		}
		c := r.Comparison
		if c == nil || math.Abs(c.Difference.Pk-(r.Mean.Pk-c.Mean.Pk)) > 1e-9 || c.Difference.Intervals["pk"][1] > 0 || c.P.Pk > 0.1 {
			t.Errorf("%s: comparison %+v", count, c)
		}
		if len(r.Sets[0].Each) != 6 || len(r.Sets[0].Each[0].Found) != len(r.Sets[0].Each[0].Reference) {
			t.Errorf("%s: %+v", count, r.Sets[0].Each)
		}
	}
	// The text output agrees, and a method does not differ from itself.
	_, out, _ := segls("", "evaluate", "--method", "none", "--compare", "none", "--documents", ".")
	for _, want := range []string{"mean", "none, count given", "a.ref", "1 of 3", "p = 1.0000"} {
		if !strings.Contains(out, want) {
			t.Errorf("no %q in\n%s", want, out)
		}
	}
}

// TestEvaluateMarkdown checks that headings are hidden from the method, and that those of the requested levels are the boundaries.
func TestEvaluateMarkdown(t *testing.T) {
	paragraph := "The salt and the brine are in the pan.\n\n"
	consoletest.Library(t, map[string]string{"a.md": "# One\n\n" + paragraph + "## Two\n\n" + paragraph + paragraph + "# Three\n\n## Four\n\n" + paragraph})
	for levels, want := range map[string]string{"1": "[3]", "2": "[1 3]", "1,2": "[1 3]", "": "[1 3]"} {
		args := []string{"evaluate", "--method", "none", "--format", "json", "--documents", "a.md"}
		if levels != "" {
			args = append(args, "--levels", levels)
		}
		code, out, errs := segls("", args...)
		var r evaluationJSON
		if err := json.Unmarshal([]byte(out), &r); err != nil || code != console.ExitOK {
			t.Fatal(code, errs, err)
		}
		if d := r.Sets[0].Each[0]; fmt.Sprint(d.Reference) != want || d.Units != 4 {
			t.Errorf("levels %q: %+v, want %s", levels, d, want)
		}
	}
}

// TestEvaluateErrors checks that all errors in the texts are reported at once, with file and line, and errors in flags.
func TestEvaluateErrors(t *testing.T) {
	consoletest.Library(t, map[string]string{
		"none/a.ref":        "One.\nTwo.\n",
		"one/a.ref":         choiRule + "One.\n" + choiRule,
		"whole/a.ref":       choi(4),
		"gap/a.ref":         choiRule + "One.\n\nTwo.\n" + choiRule + "Three.\n",
		"empty/a.ref":       "",
		"broken/picture.md": "a\x00b",
		"binary/a.ref":      choiRule + "One.\n\xff\n" + choiRule,
		"plain/a.md":        "One.\n\nTwo.\n",
		"broken.tar.gz":     "no archive",
		"nothing/.hidden":   "",
		"several/a.ref":     choiRule + "One.\n",
		"several/b.ref":     "One.\n",
	})
	for _, test := range []struct{ args, want string }{
		{"none", "none/a.ref:1: no line of ten ="},
		{"one", "one/a.ref:3: only one unit"},
		{"whole", "whole/a.ref:6: no boundary between its 4 units"},
		{"gap", "gap/a.ref:3: an empty unit"},
		{"empty", "empty/a.ref:1: no line of ten ="},
		{"binary", "binary/a.ref:3: this is not text"},
		{"plain", "plain/a.md:1: no boundary between its 2 units"},
		{"broken.tar.gz", "broken.tar.gz: not a compressed archive"},
		{"nothing", "no texts to evaluate with in nothing"},
		{"missing.tar.gz", "missing.tar.gz: there is no such file or folder"},
		{"broken/picture.md", "broken/picture.md: this is a binary file, not a text"},
		{"several", "several/a.ref:2: only one unit"},
		{"several", "several/b.ref:1: no line of ten ="},
		{"--count some .", `"some" is not one of given, auto, preferred`},
		{"--method best .", `"best" is not one of paper, `},
		{"--method none --compare best one", "one/a.ref:3"},
		{"--levels 7 .", "7 is not one of 1 to 6"},
		{"--format xml .", `"xml" is not one of text, json`},
		{"", "an argument is missing"},
	} {
		code, out, errs := segls("", append([]string{"evaluate"}, strings.Fields(test.args)...)...)
		if code != console.ExitUsage || out != "" || !strings.HasPrefix(errs, "segls: ") || !strings.Contains(filepath.ToSlash(errs), test.want) {
			t.Errorf("segls evaluate %s: exit code %d, %q", test.args, code, errs)
		}
	}
}

// TestEvaluateFolders checks that files without boundaries in a folder are left out and reported once; given by name they are an error.
func TestEvaluateFolders(t *testing.T) {
	consoletest.Library(t, map[string]string{
		"set/a.ref": choiRule + "One stone.\nTwo stones.\n" + choiRule + "Three birds.\n" + choiRule,
		"set/b.md":  "One.\n\nTwo.\n", "set/c.json": "{}", "set/d.png": "\x00\x01",
	})
	code, out, errs := segls("", "evaluate", "set", "--compare", "none")
	if code != 0 || !strings.Contains(out, "set") || strings.Count(errs, "2 files without boundaries left out, such as set") != 1 {
		t.Errorf("exit code %d, %q, %q", code, out, errs)
	}
	if code, _, errs := segls("", "evaluate", "set/b.md"); code != console.ExitUsage || !strings.Contains(errs, "no boundary between its 2 units") {
		t.Errorf("exit code %d, %q", code, errs)
	}
}

// TestMethodsAreListed checks that the methods of the setting, and besides them only baselines, are listed in both forms.
func TestMethodsAreListed(t *testing.T) {
	_, out, _ := segls("", "methods")
	_, outJSON, _ := segls("", "methods", "--format", "json")
	var list []answer.Method
	if err := json.Unmarshal([]byte(outJSON), &list); err != nil {
		t.Fatal(err)
	}
	setting, _ := analysis.DeclaredSettings.Find("method")
	var names []string
	for _, m := range list {
		if !m.Baseline {
			names = append(names, m.Name)
		}
		if !strings.Contains(out, m.Name+" (") || !strings.Contains(out, m.Doc) {
			t.Errorf("%s is not listed as text", m.Name)
		}
	}
	if slices.Sort(names); fmt.Sprint(names) != fmt.Sprint(slices.Sorted(slices.Values(setting.Choices))) {
		t.Errorf("listed are %v, to choose from %v", names, setting.Choices)
	}
}

// writeArchive writes a compressed archive.
func writeArchive(t *testing.T, name string, files map[string]string) {
	t.Helper()
	var b bytes.Buffer
	zipped := gzip.NewWriter(&b)
	archive := tar.NewWriter(zipped)
	for name, text := range files {
		if err := archive.WriteHeader(&tar.Header{Name: name, Typeflag: tar.TypeReg, Mode: 0o644, Size: int64(len(text))}); err != nil {
			t.Fatal(err)
		}
		if _, err := archive.Write([]byte(text)); err != nil {
			t.Fatal(err)
		}
	}
	if archive.Close() != nil || zipped.Close() != nil || os.WriteFile(name, b.Bytes(), 0o644) != nil {
		t.Fatal("the archive could not be written")
	}
}

// TestCountFlips checks that flips between from and to are near, and that a boundary that moves counts twice.
func TestCountFlips(t *testing.T) {
	for _, test := range []struct {
		before, now []int
		from, to    int
		want        boundaryFlips
	}{
		{[]int{10, 20, 30}, []int{10, 20, 30}, 0, 40, boundaryFlips{}},
		{[]int{10, 20, 30}, []int{11, 20, 30}, 0, 30, boundaryFlips{2, 0}},
		{[]int{10, 20, 30, 40}, []int{10, 20, 30}, 0, 30, boundaryFlips{0, 1}},
		{[]int{10, 20, 30}, []int{5, 10, 20, 30}, 20, 50, boundaryFlips{0, 1}},
		{nil, []int{5, 7}, 0, 9, boundaryFlips{2, 0}},
	} {
		if got := countFlips(test.before, test.now, test.from, test.to); got != test.want {
			t.Errorf("%v to %v between %d and %d: %+v", test.before, test.now, test.from, test.to, got)
		}
	}
}

// TestEvaluateStability checks, for example, that with blend, typing changes no distant boundary, and a move changes no fragment.
func TestEvaluateStability(t *testing.T) {
	consoletest.Library(t, map[string]string{"set/a.ref": choi(12, 9, 12)})
	for _, m := range []string{"blend", "paper", "none"} {
		code, out, errs := segls("", "evaluate", "--stability", "--method", m, "--format", "json", "set")
		var r struct{ Sets []stabilityJSON }
		if err := json.Unmarshal([]byte(out), &r); err != nil || code != console.ExitOK || len(r.Sets) != 1 {
			t.Fatal(code, errs, err, r)
		}
		s := r.Sets[0]
		if s.Words == 0 || s.Moments == 0 || m == "blend" && (s.TypingFar != 0 || s.Changed+s.Melted != 0) || m == "none" && s.TypingNear+s.Written+s.Undone+s.Pastes != 0 {
			t.Errorf("%s: %+v", m, s)
		}
		if m != "blend" {
			continue
		}
		if _, again, _ := segls("", "evaluate", "--stability", "--method", m, "--format", "json", "set"); again != out {
			t.Errorf("%s: once %s, once %s", m, out, again)
		}
	}
	if _, out, _ := segls("", "evaluate", "--stability", "--method", "blend", "set"); !strings.Contains(out, "differ on reopening") || !strings.Contains(out, "set") {
		t.Errorf("%s", out)
	}
}

var setsFolder = flag.String("sets", "", "a folder of the sets of docs/research/methods.md, for TestPublishedFiguresOfMethods and TestCrossValidation")

// evaluationSets returns the paths of the sets, or skips the test if they are not available.
func evaluationSets(t *testing.T) []string {
	t.Helper()
	if *setsFolder == "" {
		t.Skip("no sets: run with -sets FOLDER")
	}
	var sets []string
	for _, name := range evaluatedSets {
		sets = append(sets, filepath.Join(*setsFolder, name+".tar.gz"))
	}
	return sets
}

// TestPublishedFiguresOfMethods checks the figures of methods in docs/research/methods.md, and prints rows that differ.
func TestPublishedFiguresOfMethods(t *testing.T) {
	sets := evaluationSets(t)
	document, err := os.ReadFile("../../docs/research/methods.md")
	if err != nil {
		t.Fatal(err)
	}
	// A row has the method, perhaps an option, Pk/WD of each set, their mean, and B.
	row := regexp.MustCompile(`(?m)^\| (` + "`[a-z0-9-]+`" + `|even|none)(?:, ([a-z]+)(?: ([0-9.]+))?)? \| ((?:[0-9.]+/[0-9.]+ \| ){11}\*\*[0-9.]+/[0-9.]+\*\* \| [0-9.]+ \|)`)
	rows := row.FindAllStringSubmatch(string(document), -1)
	if len(rows) < 20 {
		t.Fatalf("only %d rows", len(rows))
	}
	for _, r := range rows {
		args := []string{"evaluate", "--format", "json", "--method", strings.Trim(r[1], "`")}
		switch r[2] {
		case "":
			args = append(args, "--scaling", "0.1")
		case "scaling":
			args = append(args, "--scaling", r[3])
		case "window":
			args = append(args, "--scaling", "0.1", "--window-paragraphs", r[3])
		default:
			args = append(args, "--count", r[2])
		}
		_, out, errs := segls("", append(args, sets...)...)
		var measured evaluationJSON
		if err := json.Unmarshal([]byte(out), &measured); err != nil {
			t.Fatal(err, errs)
		}
		want := ""
		for _, s := range measured.Sets {
			want += formatPercent(s.Pk) + "/" + formatPercent(s.WD) + " | "
		}
		want += fmt.Sprintf("**%s/%s** | %s |", formatPercent(measured.Mean.Pk), formatPercent(measured.Mean.WD), formatPercent(measured.Mean.B))
		if r[4] != want {
			t.Errorf("%s\nis\n%s", r[0], strings.Replace(r[0], r[4], want, 1))
		}
	}
}

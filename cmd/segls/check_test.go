package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
	"go.yaml.in/yaml/v3"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/console/consoletest"
)

// A chapter with two paragraphs that are too long, one that is too short, and a directive that segls cannot follow.
var (
	ordinary = strings.Repeat("The salt lies in the ponds and nobody rakes it before the evening comes. ", 20)
	long     = strings.Repeat("Of the wool of the hills there is much to say, and so this goes on for long. ", 25)
	short    = "He left. She did not."
	chapter  = strings.Join([]string{"# Salt", ordinary, long, ordinary, "Überall. " + long, short, "<!-- segls: nonsense -->", ordinary}, "\n\n") + "\n"
)

// TestCheckFormats checks the findings as JSON, and that the formats line, github and text have the same.
func TestCheckFormats(t *testing.T) {
	consoletest.Library(t, map[string]string{"book/one.md": chapter, "book/two, with: 100%.md": "A short text.\n"})
	code, out, errs := segls("", "check", "--format", "json", "book")
	var report struct {
		Findings []findingJSON
		Summary  checkSummary
	}
	if err := json.Unmarshal([]byte(out), &report); err != nil || code != console.ExitFindings || errs != "" {
		t.Fatal(code, errs, err)
	}
	var rules, severities []string
	wrong := []string{"Of the wool of the hills there is much to say, and so this goes on for long.", "Überall.", "He left.", "<!-- segls: nonsense -->"}
	for i, f := range report.Findings {
		rules = append(rules, string(f.Rule))
		severities = append(severities, f.Severity)
		if at := chapter[f.Start:f.End]; at != wrong[i] || 1+strings.Count(chapter[:f.Start], "\n") != f.Line {
			t.Errorf("%+v is at %q", f, at)
		}
	}
	want := []string{"paragraph-too-long", "paragraph-too-long", "paragraph-too-short", "directive"}
	if !reflect.DeepEqual(rules, want) || strings.Join(severities, " ") != "information information hint warning" {
		t.Fatalf("%v, %v", rules, severities)
	}
	if s := report.Summary; s.Texts != 2 || s.Affected != 1 || s.Findings != 4 || s.Rules[check.ParagraphTooLong] != 2 {
		t.Errorf("%+v", s)
	}

	_, lines, _ := segls("", "check", "--format", "line", "book")
	_, commands, _ := segls("", "check", "--format", "github", "book")
	_, text, _ := segls("", "check", "book")
	for i, f := range report.Findings {
		place := fmt.Sprintf("%s:%d:%d: %s: %s [%s]", f.Path, f.Line, f.Column, f.Severity, f.Message, f.Rule)
		if got := strings.Split(lines, "\n")[i]; got != place {
			t.Errorf("line %q, not %q", got, place)
		}
		level := map[string]string{"hint": "notice", "information": "notice", "warning": "warning"}[f.Severity]
		command := fmt.Sprintf("::%s file=book/one.md,line=%d,endLine=%d,col=%d,endColumn=%d,title=segls%%3A %s::%s", level, f.Line, f.EndLine, f.Column, f.EndColumn, f.Rule, f.Message)
		if got := strings.Split(commands, "\n")[i]; got != command {
			t.Errorf("command %q, not %q", got, command)
		}
		if !strings.Contains(text, fmt.Sprintf("%d:%d", f.Line, f.Column)) || !strings.Contains(text, f.Message) {
			t.Errorf("%+v is not in the text", f)
		}
	}
	if !strings.HasSuffix(text, "4 findings in 1 of 2 texts, "+console.FormatCount(report.Summary.Words, "word")+": 2 paragraph-too-long, 1 paragraph-too-short, 1 directive.\n") {
		t.Error(text)
	}
	if code, out, _ = segls("", "check", "--format", "github", "--severity", "warning", "book"); code != console.ExitFindings || strings.Count(out, "::warning") != 1 || strings.Count(out, "\n") != 1 {
		t.Errorf("exit code %d, %s", code, out)
	}
	if code, out, _ = segls("", "check", "book/two, with: 100%.md"); code != console.ExitOK || out != "No findings in 1 text of 3 words.\n" {
		t.Errorf("exit code %d, %s", code, out)
	}
}

// TestGitHubEscapes checks that characters with a meaning in a workflow command are escaped in a path.
func TestGitHubEscapes(t *testing.T) {
	consoletest.Library(t, map[string]string{"a, b: 100%.md": chapter})
	if _, out, _ := segls("", "check", "--format", "github", "."); !strings.HasPrefix(out, "::notice file=a%2C b%3A 100%25.md,line=") {
		t.Error(out)
	}
}

// TestSARIF checks that the log is valid under the standard's schema, and has the findings. The package with the schema
// ignores unknown fields, so the test also checks that no field is lost.
func TestSARIF(t *testing.T) {
	consoletest.Library(t, map[string]string{"a book/one é.md": chapter, "empty.md": ""})
	for _, paths := range [][]string{{"."}, {"empty.md"}} {
		_, out, errs := segls("", append([]string{"check", "--format", "sarif"}, paths...)...)
		report, err := sarif.FromString(out)
		if err != nil {
			t.Fatal(err, errs)
		}
		if err := report.Validate(); err != nil {
			t.Error(err)
		}
		again, err := json.Marshal(report)
		if err != nil {
			t.Fatal(err)
		}
		var got, want any
		if err := json.Unmarshal(again, &got); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(out), &want); err != nil {
			t.Fatal(err)
		}
		if !holds(got, want) {
			t.Errorf("of\n%s\nthere remains\n%s", out, again)
		}
	}
	_, out, _ := segls("", "check", "--format", "sarif", ".")
	report, err := sarif.FromString(out)
	if err != nil {
		t.Fatal(err)
	}
	run := report.Runs[0]
	if len(run.Results) != 4 || len(run.Tool.Driver.Rules) != len(check.Rules) {
		t.Fatalf("%d results of %d rules", len(run.Results), len(run.Tool.Driver.Rules))
	}
	for _, r := range run.Results {
		location := r.Locations[0].PhysicalLocation
		if *location.ArtifactLocation.URI != "a%20book/one%20%C3%A9.md" || *run.Tool.Driver.Rules[r.RuleIndex].ID != *r.RuleID {
			t.Errorf("%s of rule %d at %s", *r.RuleID, r.RuleIndex, *location.ArtifactLocation.URI)
		}
		if location.Region.StartLine == nil || r.PartialFingerprints["segls/v1"] == "" {
			t.Errorf("no place or no fingerprint: %+v", r)
		}
	}
}

// holds reports whether a value contains another one.
func holds(whole, part any) bool {
	switch part := part.(type) {
	case map[string]any:
		whole, ok := whole.(map[string]any)
		for key, value := range part {
			ok = ok && holds(whole[key], value)
		}
		return ok
	case []any:
		whole, ok := whole.([]any)
		ok = ok && len(whole) == len(part) || len(whole) == 0 && len(part) == 0
		for i := range part {
			ok = ok && holds(whole[i], part[i])
		}
		return ok
	}
	return whole == part
}

// TestRulesAreDescribed checks that each rule is described in SARIF and in the documentation.
func TestRulesAreDescribed(t *testing.T) {
	page, err := os.ReadFile("../../docs/findings.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, rule := range check.Rules {
		if rule.Doc() == "" || !strings.Contains(string(page), "### `"+string(rule)+"`\n") {
			t.Errorf("%s is not described", rule)
		}
	}
}

// TestCheckDividesNothing checks when rules need a text's fragments, and that otherwise the findings are the same without a division.
func TestCheckDividesNothing(t *testing.T) {
	limited := "<!-- segls: max-words = 30 -->\n\n" + chapter
	for _, test := range []struct {
		text     string
		settings func(*analysis.Settings)
		divides  bool
	}{
		{chapter, func(*analysis.Settings) {}, false},
		{limited, func(*analysis.Settings) {}, true},
		{chapter, func(s *analysis.Settings) { s.MaxWords = 30 }, true},
		{chapter, func(s *analysis.Settings) { s.HeadingMinShift = 0.5 }, true},
		{chapter, func(s *analysis.Settings) { s.BoundaryMaxShift = 0.01 }, true},
		{chapter, func(s *analysis.Settings) { s.PreferredWords = 0 }, true},
	} {
		s := analysis.Defaults()
		test.settings(&s)
		read, err := analysis.Read(t.Context(), rope.New(test.text), markup.Markdown, s)
		if err != nil {
			t.Fatal(err)
		}
		if got := needsFragments(read.Settings); got != test.divides {
			t.Errorf("%+v divides %v", s, got)
		}
		whole := analysis.New(test.text, markup.Markdown, s)
		if !test.divides && (!reflect.DeepEqual(read.Findings(), whole.Findings()) || read.IsQuiet() != whole.IsQuiet()) {
			t.Errorf("%v without a division, %v with one", read.Findings(), whole.Findings())
		}
	}
	consoletest.Library(t, map[string]string{"a.md": limited})
	if _, out, _ := segls("", "check", "--format", "line", "a.md"); !strings.Contains(out, "[fragment-too-long]") {
		t.Errorf("a directive's max-words is not checked: %s", out)
	}
}

// TestBaseline checks that findings in the baseline are not reported again, even if they have moved, and that other ones are.
func TestBaseline(t *testing.T) {
	consoletest.Library(t, map[string]string{"book/one.md": chapter})
	if code, out, errs := segls("", "check", "--baseline", "book/known.json", "--write-baseline", "book"); code != console.ExitOK || out != "" || errs != "" {
		t.Fatal(code, out, errs)
	}
	holds := func(text string, want int) {
		t.Helper()
		if err := os.WriteFile("book/one.md", []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
		code, out, errs := segls("", "check", "--format", "line", "--baseline", "book/known.json", "book/one.md")
		if got := strings.Count(out, "\n"); got != want || (code == console.ExitFindings) != (want > 0) || errs != "" {
			t.Errorf("%d findings, not %d, exit code %d: %s %s", got, want, code, out, errs)
		}
	}
	holds(chapter, 0)
	holds("A line before it.\n\n"+chapter, 0)
	holds(strings.Replace(chapter, "on for long.", "on for quite long.", 1), 1)
	holds(chapter+"\n"+long+"\n", 1)
	holds(strings.Replace(chapter, long, strings.ReplaceAll(long, "\n", " ")+"One more sentence.", 1), 0)
	t.Chdir("book")
	if code, out, _ := segls("", "check", "--baseline", "known.json", "one.md"); code != console.ExitOK {
		t.Errorf("from another folder: exit code %d, %s", code, out)
	}
}

func TestCheckErrors(t *testing.T) {
	consoletest.Library(t, map[string]string{"a.md": "Text.\n", "bad.json": "{", "newer.json": `{"version": 2}`})
	for _, test := range []struct {
		args []string
		want string
	}{
		{[]string{"--baseline", "none.json", "a.md"}, "none.json"},
		{[]string{"--baseline", "bad.json", "a.md"}, "bad.json: this is not a baseline"},
		{[]string{"--baseline", "newer.json", "a.md"}, "this baseline has version 2, and this program reads version 1"},
		{[]string{"--write-baseline", "a.md"}, "needs --baseline FILE"},
		{[]string{"--write-baseline", "--baseline", "b.json", "--since", "HEAD", "a.md"}, "cannot be combined with --since"},
		{[]string{"--format", "xml", "a.md"}, "one of text, line, json, sarif, rdjson, github"},
		{[]string{"--severity", "error", "a.md"}, "one of hint, information, warning"},
	} {
		code, out, errs := segls("", append([]string{"check"}, test.args...)...)
		if code != console.ExitUsage || out != "" || !strings.Contains(errs, test.want) {
			t.Errorf("segls check %v: exit code %d, %q, %q", test.args, code, errs, out)
		}
	}
}

// TestSince checks that only findings in changed paragraphs are reported, also in untracked and renamed files.
func TestSince(t *testing.T) {
	home := consoletest.Library(t, map[string]string{"one.md": chapter, "old.md": chapter, "sub/\"ü\".md": chapter})
	run := func(args ...string) {
		t.Helper()
		args = append([]string{"-c", "user.name=a", "-c", "user.email=a@localhost", "-c", "commit.gpgsign=false"}, args...)
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v, %s", args, err, out)
		}
	}
	since := func(revision string, want ...string) {
		t.Helper()
		code, out, errs := segls("", "check", "--format", "line", "--since", revision, ".")
		var got []string
		for line := range strings.Lines(out) {
			got = append(got, strings.Join(strings.Split(line, ":")[:2], ":"))
		}
		if strings.Join(got, " ") != strings.Join(want, " ") || (code == console.ExitFindings) != (len(want) > 0) || errs != "" {
			t.Errorf("since %s: exit code %d, %v, not %v; %s", revision, code, got, want, errs)
		}
	}
	if code, _, errs := segls("", "check", "--since", "HEAD", "."); code != console.ExitUsage || !strings.Contains(errs, "not a git repository") {
		t.Errorf("exit code %d, %s", code, errs)
	}
	run("init", "-q", "-b", "main", home)
	run("add", ".")
	run("commit", "-q", "-m", "first")
	since("HEAD")
	if code, _, errs := segls("", "check", "--since", "none", "."); code != console.ExitUsage || !strings.Contains(errs, `there is no revision "none"`) {
		t.Errorf("exit code %d, %s", code, errs)
	}
	if code, _, errs := segls(chapter, "check", "--since", "HEAD", "-"); code != console.ExitUsage || !strings.Contains(errs, "standard input is not in a repository") {
		t.Errorf("exit code %d, %s", code, errs)
	}

	edit := func(name, old, new string) {
		t.Helper()
		text, err := os.ReadFile(name)
		if err != nil || !strings.Contains(string(text), old) {
			t.Fatal(name, err)
		}
		if err := os.WriteFile(name, []byte(strings.Replace(string(text), old, new, 1)), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	edit("one.md", "Of the wool", "Of wool")                      // the paragraph on line 5
	edit(filepath.Join("sub", "\"ü\".md"), "Überall", "Nirgends") // the paragraph on line 9
	run("mv", "old.md", "moved.md")
	edit("moved.md", "# Salt\n\n", "# Salt\n\n-- a line that looks like a part of a diff --\n++ and another\n\n")
	since("HEAD", "one.md:5", `sub/"ü".md:9`)
	if err := os.WriteFile("new.md", []byte(strings.ReplaceAll(chapter, " the ", " its ")), 0o644); err != nil {
		t.Fatal(err)
	}
	since("HEAD", "new.md:5", "new.md:9", "new.md:11", "new.md:13", "one.md:5", `sub/"ü".md:9`)

	// Changes on the other branch after the two diverged do not count.
	run("checkout", "-q", "-b", "mine")
	run("add", ".")
	run("commit", "-q", "-m", "mine")
	run("checkout", "-q", "main")
	edit("one.md", "He left.", "He went.")
	run("commit", "-q", "-a", "-m", "theirs")
	run("checkout", "-q", "mine")
	since("main", "new.md:5", "new.md:9", "new.md:11", "new.md:13", "one.md:5", `sub/"ü".md:9`)
	since("mine")
}

// TestIntegrations checks that the pre-commit hook runs on texts of every format, and the flags that the GitHub action passes.
func TestIntegrations(t *testing.T) {
	var hooks []struct{ ID, Entry, Files string }
	readYAML(t, "../../.pre-commit-hooks.yaml", &hooks)
	if len(hooks) != 1 || hooks[0].Entry != "segls check --force-exclude" {
		t.Errorf("hooks %+v", hooks)
	}
	isText := regexp.MustCompile(hooks[0].Files)
	for _, format := range markup.Formats {
		for _, extension := range format.Extensions {
			if !isText.MatchString("chapter" + extension) {
				t.Errorf("the hook does not run on %s", extension)
			}
		}
	}
	if !isText.MatchString("notes.ipynb") {
		t.Error("the hook does not run on notebooks")
	}
	if isText.MatchString("main.go") {
		t.Error("the hook runs on a program")
	}
	var action struct {
		Inputs map[string]struct{ Default string }
		Runs   struct {
			Steps []struct {
				Run string
				Env map[string]string
			}
		}
	}
	readYAML(t, "../../action.yml", &action)
	script := action.Runs.Steps[len(action.Runs.Steps)-1]
	flags := checkCommand().Flags()
	for name, input := range action.Inputs {
		variable := strings.ToUpper(strings.ReplaceAll(name, "-", "_"))
		if script.Env[variable] != "${{ inputs."+name+" }}" || !strings.Contains(script.Run, "$"+variable) {
			t.Errorf("the input %s does not reach the script", name)
		}
		if name == "paths" {
			continue
		}
		if flags.Lookup(name) == nil || !strings.Contains(script.Run, "--"+name+" ") {
			t.Errorf("there is no flag for the input %s", name)
		} else if input.Default != "" && flags.Set(name, input.Default) != nil {
			t.Errorf("%s does not take %q", name, input.Default)
		}
	}
	if strings.Contains(script.Run, "${{") {
		t.Error("an input is a part of the script")
	}
}

func readYAML(t *testing.T, path string, value any) {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := yaml.Unmarshal(text, value); err != nil {
		t.Fatal(err)
	}
}

// TestCheckLinks checks that broken links, also to other files, are reported only if the settings enable that.
func TestCheckLinks(t *testing.T) {
	texts := map[string]string{"a.md": "# Salt\n\n[a](sub/b.md#iron) [b](sub/b.md#tin) [c](#salt) [d](c.md)\n", "sub/b.md": "# Iron\n\n[a](../a.md#pans)\n"}
	for setting, want := range map[string]string{
		"off":     "",
		"warning": "a.md:3 sub/b.md has no place named “tin”.; a.md:3 There is no file c.md.; sub/b.md:3 a.md has no place named “pans”.",
	} {
		texts[".segls.toml"] = "severity-broken-link = \"" + setting + "\"\n"
		consoletest.Library(t, texts)
		_, out, errs := segls("", "check", "--format", "json", ".")
		var report struct{ Findings []findingJSON }
		if err := json.Unmarshal([]byte(out), &report); err != nil || errs != "" {
			t.Fatal(err, errs)
		}
		var said []string
		for _, f := range report.Findings {
			said = append(said, fmt.Sprintf("%s:%d %s", filepath.ToSlash(f.Path), f.Line, f.Message))
		}
		if got := strings.Join(said, "; "); got != want {
			t.Errorf("%s: %s\nwant %s", setting, got, want)
		}
	}
}

var saltPond = strings.TrimSpace(saltPans) + " Men with rakes gather it into heaps before the autumn, and carts take what is dry to the town on the hill.\n"

const saltCarts = "The carts leave before dawn, when the road along the dyke is still hard with frost, and each driver has a bell on his harness, so that those " +
	"who come down from the hill with empty sacks hear him in the fog and wait at the wide places.\n"

// manual has faults that the rules for documentation find, among them a broken link that can only mean one page.
var manual = map[string]string{
	"site/mkdocs.yml":          "site_name: Salt\nnav: [index.md, guide/pans.md, guide/road.md]\n",
	"site/docs/index.md":       "# Salt\n\n[Pans](pans.md#raking), [road](guide/road.md#carts)\n",
	"site/docs/guide/pans.md":  "# Pans\n\n## Raking\n\n" + saltPond + "\n" + saltCarts + "\n## Later\n",
	"site/docs/guide/road.md":  "# Road\n\n<<<<<<< ours\nA.\n=======\nB.\n>>>>>>> theirs\n\n## Coast\n\n" + saltPond + "\n" + saltCarts,
	"site/docs/guide/other.md": "# Other\n\nWords.\n",
}

// TestMendedOrder checks that findings after --fix are those of the mended texts.
func TestMendedOrder(t *testing.T) {
	consoletest.Library(t, map[string]string{
		"book.toml":         "[book]\ntitle = \"Salt\"\n",
		"src/SUMMARY.md":    "# Summary\n\n- [Salt](salt.md)\n- [Pans](pans.md)\n",
		"src/salt.md":       "# Salt\n\nSee [the pans](pan.md), [what is lost](lost.md) here.\n",
		"src/guide/pans.md": "# Pans\n\nWords.\n",
		"src/guide/pan.md":  "# Pan\n\nWords.\n",
	})
	code, out, errs := segls("", "check", "--rules", "docs", "--format", "line", "--fix", ".")
	const want = "src/salt.md:3:46: warning: There is no file src/lost.md. [broken-link]\n"
	if code != console.ExitFindings || filepath.ToSlash(out) != want || errs != "segls: 2 links mended in 2 texts\n" {
		t.Errorf("%d %s%s", code, out, errs)
	}
}

// TestCheckDocs checks the findings in a manual, their order, and the mended links.
func TestCheckDocs(t *testing.T) {
	consoletest.Library(t, manual)
	t.Chdir("site")
	findings := func(args ...string) (said []string, s checkSummary) {
		t.Helper()
		_, out, _ := segls("", append([]string{"check", "--rules", "docs", "--format", "json"}, args...)...)
		var report struct {
			Findings []findingJSON
			Summary  checkSummary
		}
		if err := json.Unmarshal([]byte(out), &report); err != nil {
			t.Fatal(err, out)
		}
		for _, f := range report.Findings {
			said = append(said, fmt.Sprintf("%s:%d %s %s %s", filepath.ToSlash(f.Path), f.Line, f.Severity, f.Rule, f.Section))
		}
		return said, report.Summary
	}
	want := []string{
		"docs/guide/road.md:3 warning conflict Road",
		"docs/index.md:3 warning broken-link Salt",
		"docs/index.md:3 warning broken-link Salt",
		"docs/guide/other.md:1 information not-in-order Other",
		"docs/guide/pans.md:9 information section-without-words Pans › Later",
		"docs/guide/road.md:11 information said-twice Road › Coast",
	}
	got, summary := findings("docs")
	if !slices.Equal(got, want) {
		t.Errorf("%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if summary.Texts != 4 || summary.Links != 2 || summary.Pages != 4 || summary.Affected != 4 || summary.Sections == 0 {
		t.Errorf("%+v", summary)
	}
	code, text, _ := segls("", "check", "--rules", "docs", "docs")
	if code != console.ExitFindings || !strings.Contains(text, "2 links and 4 pages in an order: 1 conflict, 2 broken-link, 1 not-in-order, 1 section-without-words, 1 said-twice.") ||
		!strings.Contains(text, "This is also said in docs/guide/pans.md:5 (Pans › Raking), in the same words. The two texts have 1 more passage in common.") {
		t.Error(code, text)
	}
	if code, text, _ := segls("", "check", "--rules", "docs", "--severity", "warning", "docs"); code != console.ExitFindings || strings.Contains(text, "said-twice") {
		t.Error(code, text)
	}
	_, log, _ := segls("", "check", "--rules", "docs", "--format", "sarif", "docs")
	if !strings.Contains(log, `"relatedLocations"`) || !strings.Contains(log, `"uri": "docs/guide/pans.md"`) {
		t.Error(log)
	}

	if code, out, errs := segls("", "check", "--rules", "docs", "--dry-run", "docs"); code != console.ExitUsage || !strings.Contains(errs, "needs --fix") {
		t.Error(code, out, errs)
	}
	const before, after = "[Pans](pans.md#raking), [road](guide/road.md#carts)", "[Pans](guide/pans.md#raking), [road](guide/road.md#carts)"
	if code, out, errs := segls("", "check", "--rules", "docs", "--fix", "--dry-run", "docs"); code != 0 || !strings.Contains(out, "-"+before) || !strings.Contains(out, "+"+after) || !strings.Contains(errs, "1 link would be mended in 1 text") {
		t.Error(code, out, errs)
	}
	if got, _ := os.ReadFile("docs/index.md"); !strings.Contains(string(got), before) {
		t.Errorf("a dry run has written %s", got)
	}
	got, _ = findings("--fix", "docs")
	if want = slices.Delete(want, 1, 2); !slices.Equal(got, want) {
		t.Errorf("with --fix %s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
	if got, _ := os.ReadFile("docs/index.md"); !strings.Contains(string(got), after) {
		t.Errorf("mended: %s", got)
	}

	if code, out, errs := segls("", "check", "--rules", "docs", "--baseline", "known.json", "--write-baseline", "docs"); code != 0 || out+errs != "" {
		t.Error(code, out, errs)
	}
	if code, out, _ := segls("", "check", "--rules", "docs", "--baseline", "known.json", "docs"); code != 0 || !strings.HasPrefix(out, "No findings in 4 texts of ") {
		t.Error(code, out)
	}
}

// TestTemplates checks that an empty heading is not reported if three texts have it, or if a program has made its text.
func TestTemplates(t *testing.T) {
	files := map[string]string{"made.md": "<!-- This file is automatically generated. -->\n\n# Made\n\n## Nothing\n\n## More\n\nWords.\n"}
	for _, name := range []string{"a.md", "b.md", "c.md"} {
		files[name] = "# Salt\n\n## Risks\n\n## Use\n\nIt is for bread.\n"
	}
	files["a.md"] = "## Rakes\n\n" + files["a.md"]
	consoletest.Library(t, files)
	_, out, _ := segls("", "check", "--rules", "docs", "--format", "line", ".")
	if want := "a.md:1:1: information: There is nothing under this heading. [section-without-words]\n"; out != want {
		t.Errorf("%s, not %s", out, want)
	}
}

// TestRepeatedPassages checks which passages that two texts have in common are findings.
func TestRepeatedPassages(t *testing.T) {
	first, second := saltPond+"\n"+saltCarts, saltPond+"\n"+saltCarts
	for name, c := range map[string]struct {
		a, b, first, second string
		want                int
	}{
		"two pages":              {"pans.md", "road.md", first, second, 1},
		"a short passage":        {"pans.md", "road.md", saltCarts, saltCarts, 0},
		"words that differ":      {"pans.md", "road.md", first, strings.ReplaceAll(second, "dyke", "wall"), 0},
		"an introduction":        {"README.md", "road.md", first, second, 0},
		"a post":                 {"blog/salt.md", "road.md", first, second, 0},
		"a release":              {"pans.md", "2.1-announcement.md", first, second, 0},
		"two versions":           {"v1.2/pans.md", "v1.3/road.md", first, second, 0},
		"versions of Docusaurus": {"versioned_docs/version-4.x/pans.md", "docs/road.md", first, second, 0},
		"one version":            {"v1.2/pans.md", "v1.2/road.md", first, second, 1},
		"pages of one kind":      {"salt-pans.md", "salt-road.md", first, second, 0},
		"pages of one name":      {"coast/pans.md", "hill/pans.md", first, second, 0},
		"words in capitals":      {"SaltPans.md", "SaltRoad.md", first, second, 0},
		"a note on each page":    {"pans.md", "road.md", "!!! note\n\n" + first, "**Note:** " + second, 0},
		"a list on each page":    {"pans.md", "road.md", "- " + saltPond + "- " + saltCarts, "- " + saltPond + "- " + saltCarts, 0},
		"quotes on both pages":   {"pans.md", "road.md", "> " + saltPond + "\n> " + saltCarts, "> " + saltPond + "\n> " + saltCarts, 0},
	} {
		t.Run(name, func(t *testing.T) {
			consoletest.Library(t, map[string]string{c.a: "# One\n\n" + c.first, c.b: "# Two\n\n" + c.second})
			_, out, _ := segls("", "check", "--rules", "docs", "--format", "json", ".")
			if got := strings.Count(out, `"rule": "said-twice"`); got != c.want {
				t.Errorf("%d findings, not %d: %s", got, c.want, out)
			}
		})
	}
}

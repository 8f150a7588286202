package agent

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/console/consoletest"
)

// agent is a client of `segls mcp`.
type agent struct {
	*mcp.ClientSession
	schemas map[string]*jsonschema.Resolved // of answers
}

// startAgent starts the command and a client, and ends both with the test.
func startAgent(t *testing.T, roots ...string) *agent {
	t.Helper()
	in, toServer := io.Pipe()
	fromServer, out := io.Pipe()
	var errs strings.Builder
	code := make(chan int, 1)
	go func() {
		code <- console.RunCommand(Command("0"), roots, in, out, &errs)
		out.Close()
	}()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(context.Background(), &mcp.IOTransport{Reader: fromServer, Writer: toServer}, nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		session.Close()
		toServer.Close()
		if got := <-code; got != 0 || errs.Len() > 0 {
			t.Errorf("exit code %d, %s", got, errs.String())
		}
	})
	a := &agent{session, make(map[string]*jsonschema.Resolved)}
	for tool, err := range session.Tools(context.Background(), nil) {
		if err != nil {
			t.Fatal(err)
		}
		if tool.Description == "" || tool.Annotations == nil || !tool.Annotations.ReadOnlyHint {
			t.Errorf("the tool %s is %+v", tool.Name, tool)
		}
		for _, given := range []any{tool.InputSchema, tool.OutputSchema} {
			checkPlain(t, tool.Name, given.(map[string]any))
			var schema jsonschema.Schema
			encoded, err := json.Marshal(given)
			if err == nil {
				err = json.Unmarshal(encoded, &schema)
			}
			if err != nil {
				t.Fatal(err)
			}
			if a.schemas[tool.Name], err = schema.Resolve(nil); err != nil {
				t.Fatal(err)
			}
		}
	}
	return a
}

// call calls a tool and checks the answer against the tool's own schema.
func (a *agent) call(t *testing.T, tool, arguments string) (text string, answer map[string]any, isError bool) {
	t.Helper()
	result, err := a.CallTool(context.Background(), &mcp.CallToolParams{Name: tool, Arguments: json.RawMessage(arguments)})
	if err != nil {
		t.Fatalf("%s %s: %v", tool, arguments, err)
	}
	for _, c := range result.Content {
		text += c.(*mcp.TextContent).Text
	}
	if result.IsError {
		return text, nil, true
	}
	if err := a.schemas[tool].Validate(result.StructuredContent); err != nil {
		t.Errorf("%s %s: %v", tool, arguments, err)
	}
	answer, _ = result.StructuredContent.(map[string]any)
	return text, answer, false
}

var sentenceEnd = regexp.MustCompile(`\w\. [A-Z]`)

// checkSentence checks that an error is a single sentence (as usual in Go, without a full stop), in segls's own words.
func checkSentence(t *testing.T, text string) {
	t.Helper()
	if text == "" || strings.ContainsAny(text, "\n?!") || sentenceEnd.MatchString(text) || strings.HasSuffix(text, ".") || strings.Contains(text, "jsonschema") || strings.Contains(text, "path escapes") {
		t.Errorf("the error is no sentence: %q", text)
	}
}

// checkPlain checks that a schema has one type for each value and a minimum for each whole number, and does not combine schemas.
func checkPlain(t *testing.T, at string, schema map[string]any) {
	t.Helper()
	for _, keyword := range []string{"anyOf", "oneOf", "allOf", "not", "$ref", "const", "nullable", "prefixItems"} {
		if _, ok := schema[keyword]; ok {
			t.Errorf("%s has %s", at, keyword)
		}
	}
	kind, isOne := schema["type"].(string)
	if _, hasMinimum := schema["minimum"]; !isOne || kind == "null" || kind == "integer" && !hasMinimum {
		t.Errorf("%s is %v", at, schema)
	}
	properties, _ := schema["properties"].(map[string]any)
	for name, of := range properties {
		checkPlain(t, at+"."+name, of.(map[string]any))
	}
	if items, ok := schema["items"].(map[string]any); ok {
		checkPlain(t, at+"[]", items)
	}
}

// agentFiles returns the files that the tests read.
func agentFiles() map[string]string {
	return map[string]string{
		"salt/pans.md":     "# Pans\n\nThe pans of the coast are shallow. Brine runs into them in spring, and the sun does the rest.\n\n## Caravans\n\nCaravans of camels took the slabs through the desert to the market.\n",
		"salt/desert.md":   "# Desert\n\nA caravan needs wells. Camels drink once a week, and the market is far.\n\nBrine runs into the shallow pans of the coast in spring, and the sun does the rest.\n",
		"salt/old.md":      "# Pans\n\nThe pans of the coast are shallow. Brine runs into them in spring, and the sun does the rest.\n",
		"salt/.secret.md":  "# Secret\n\nNobody reads this.\n",
		"salt/wide.md":     strings.Repeat("é", 100) + "\n",
		"salt/parts.md":    "# Parts\n\n## Salt\n\nSalt is raked.\n\n## Wool\n\nWool is sheared.\n",
		"salt/binary.md":   "\x00\x01",
		"wool/shearing.md": "Wool is sheared in May. The ewes come first.\n",
		"outside.md":       "# Outside\n\nThis is outside.\n",
	}
}

// setVocabulary installs a vocabulary in which each byte is a token.
func setVocabulary(t *testing.T) {
	t.Helper()
	var ranks strings.Builder
	for i := range 256 {
		fmt.Fprintf(&ranks, "%s %d\n", base64.StdEncoding.EncodeToString([]byte{byte(i)}), i)
	}
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, "cl100k_base.tiktoken"), []byte(ranks.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TIKTOKEN_CACHE_DIR", folder)
}

func TestAgents(t *testing.T) {
	home := consoletest.Library(t, agentFiles())
	for link, to := range map[string]string{"out.md": "../outside.md", "secret.md": ".secret.md", "in.md": "pans.md"} {
		if err := os.Symlink(to, filepath.Join("salt", link)); err != nil {
			t.Skip("symbolic links are not available:", err)
		}
	}
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	setVocabulary(t)
	a := startAgent(t, "salt")
	for _, test := range []struct {
		name, tool, arguments string
		isError               bool
		want                  string
	}{
		{"a folder", "outline", `{}`, false, "- desert.md: Desert (31 words)"},
		{"a folder in pages", "outline", `{"limit": 2}`, false, "more of 6: cursor 2"},
		{"a text", "outline", `{"path": "pans.md"}`, false, "# Pans (line 1, 31 words)\n- Pans of the coast [coast, pans, Brine] (fragment 0, line 3, 19 words)\n## Caravans [camels, Caravans, slabs] (fragment 1"},
		{"a text by its absolute path", "outline", fmt.Sprintf(`{"path": %q}`, filepath.Join(home, "salt", "pans.md")), false, "## Caravans"},
		{"a text without headings", "outline", `{"path": "wide.md"}`, false, "(fragment 0, line 1, 1 words)"},
		{"a link within the folder", "outline", `{"path": "in.md"}`, false, "# Pans"},
		{"a link out of the folder", "outline", `{"path": "out.md"}`, true, "out.md is a link out of the folders"},
		{"a link to a hidden text", "read", `{"path": "secret.md", "fragment": 0}`, true, "or it is hidden"},
		{"a hidden text", "outline", `{"path": ".secret.md"}`, true, "or it is hidden"},
		{"a path out of the folder", "outline", `{"path": "../outside.md"}`, true, "../outside.md is outside the folders that may be read"},
		{"a path through the folder and out of it", "read", `{"path": "pans.md/../../outside.md", "line": 1}`, true, "is outside the folders that may be read"},
		{"an absolute path out of the folder", "outline", `{"path": "/etc/passwd"}`, true, "/etc/passwd is outside the folders that may be read"},
		{"a missing text", "outline", `{"path": "gone.md"}`, true, "there is no text or folder gone.md"},
		{"a binary file", "outline", `{"path": "binary.md"}`, true, "binary.md: it is a binary file; give a text"},
		{"a fragment", "read", `{"path": "pans.md", "fragment": 1}`, false, "pans.md, line 7, bytes 116 to 184: Pans > Caravans\n\nCaravans of camels"},
		{"a line", "read", `{"path": "pans.md", "line": 7}`, false, "Caravans of camels"},
		{"offsets", "read", `{"path": "pans.md", "start": 8, "end": 16}`, false, "\n\nThe pans"},
		{"a part of a fragment", "read", `{"path": "wide.md", "fragment": 0, "max_chars": 3}`, false, "(there is more: start 6)\n\néé"},
		{"an offset inside a character", "read", `{"path": "wide.md", "start": 1, "max_chars": 1}`, false, "\n\né"},
		{"no part to read", "read", `{"path": "pans.md"}`, true, "give fragment, line or start"},
		{"a fragment out of range", "read", `{"path": "pans.md", "fragment": 9}`, true, "pans.md has 2 fragments"},
		{"an offset out of range", "read", `{"path": "pans.md", "start": 999}`, true, "give start from 0 to 184"},
		{"an end before the start", "read", `{"path": "pans.md", "start": 9, "end": 3}`, true, "give an end after start; 3 is before 9"},
		{"a line out of range", "read", `{"path": "pans.md", "line": 99}`, true, "give a line from 1 to"},
		{"a folder instead of a text", "read", `{"path": ".", "line": 1}`, true, ". is a folder"},
		{"related to a line", "related", `{"path": "desert.md", "line": 3, "min_score": 0}`, false, "Pans › Caravans, score"},
		{"related to words", "related", `{"text": "How did camels cross the desert?", "min_score": 0}`, false, "desert.md, line"},
		{"related without path or text", "related", `{}`, true, "give either path or text"},
		{"words", "find", `{"query": "caravan market"}`, false, "pans.md, lines 7 to 7"},
		{"a question", "find", `{"query": "Which animals took the slabs to the market?", "max_words": 40}`, false, "Pans › Caravans\nCaravans of camels took"},
		{"a limit in characters", "find", `{"query": "brine", "max_chars": 60}`, false, "\nBrine runs into"},
		{"a limit in tokens", "find", `{"query": "brine", "max_tokens": 60, "tokenizer": "cl100k"}`, false, "\nBrine runs into"},
		{"a limit in tokens without a tokenizer", "find", `{"query": "brine", "max_tokens": 60}`, true, "a limit in tokens needs a tokenizer"},
		{"a file as a tokenizer", "find", `{"query": "brine", "max_tokens": 60, "tokenizer": "/etc/passwd"}`, true, `give tokenizer as cl100k or o200k; it is "/etc/passwd"`},
		{"a minimum above the maximum", "find", `{"query": "brine", "min_words": 9, "max_words": 3}`, true, "at least 9 words and at most 3"},
		{"a negative limit", "find", `{"query": "brine", "max_chars": -1}`, true, "give max_chars as a whole number of at least 0"},
		{"a blank query", "find", `{"query": " "}`, true, "give words or a question as query"},
		{"words in no text", "find", `{"query": "zebras"}`, false, "No passage has these words."},
		{"words of a hidden text", "find", `{"query": "secret nobody"}`, false, "No passage has these words."},
		{"repeated passages", "duplicates", `{}`, false, "- desert.md line 5 (bytes 83 to 166) under Desert"},
		{"a split by headings", "plan_split", `{"path": "parts.md", "by": "headings"}`, false, "2 files, in this order:\n- 01-salt.md"},
		{"a split of a text without headings", "plan_split", `{"path": "pans.md", "by": "headings"}`, true, "pans.md cannot be split by headings (The text has no parts to put into files); give by as another"},
		{"a split of a text without scenes", "plan_split", `{"path": "pans.md", "by": "scenes"}`, true, "This text has no scene breaks"},
		{"a split by something unknown", "plan_split", `{"path": "pans.md", "by": "luck"}`, true, `give by as fragments, headings or scenes; it is "luck"`},
		{"assembled passages", "assemble", `{"places": ["desert.md:5", "pans.md"]}`, false, `From desert.md`},
		{"no places to assemble", "assemble", `{"places": []}`, true, "give from 1 to"},
		{"a place out of the folder", "assemble", `{"places": ["../outside.md"]}`, true, "is outside the folders that may be read"},
		{"a document out of the folder", "assemble", `{"places": ["pans.md"], "to": "../x.md"}`, true, "is outside the folders that may be read"},
		{"a document by its absolute path", "assemble", fmt.Sprintf(`{"places": ["pans.md"], "to": %q}`, filepath.Join(home, "salt", "deep", "x.md")), false, "From ../pans.md"},
		{"a document by an absolute path out of the folder", "assemble", `{"places": ["pans.md"], "to": "/etc/x.md"}`, true, "/etc/x.md is outside the folders that may be read"},
		{"a string instead of a list", "assemble", `{"places": "pans.md"}`, true, "give places as a list of strings"},
		{"a document in another format", "assemble", `{"places": ["pans.md"], "to": "x.tex"}`, true, "needs a name that ends in .md"},
		{"a difference between two texts", "difference", `{"old": "old.md", "new": "pans.md"}`, false, `Caravans`},
		{"a difference without arguments", "difference", `{}`, true, "give either old and new, or since"},
		{"a difference with too many arguments", "difference", `{"old": "old.md", "new": "pans.md", "since": "HEAD"}`, true, "give either old and new, or since"},
		{"a revision without git", "difference", `{"since": "HEAD"}`, true, "this is not a git repository"},
		{"a revision of a path out of the folder", "difference", `{"since": "HEAD", "path": "../outside.md"}`, true, "is outside the folders that may be read"},
		{"a difference between a folder and a text", "difference", `{"old": ".", "new": "pans.md"}`, true, "give two texts or two folders"},
		{"no difference", "difference", `{"old": "pans.md", "new": "in.md"}`, false, "Nothing has changed."},
		{"a cursor out of range", "outline", `{"cursor": 99}`, true, "give cursor from 0 to 6"},
		{"a number in quotation marks", "outline", `{"limit": "2", "cursor": null, "path": ""}`, false, "more of 6: cursor 2"},
		{"a number in words", "outline", `{"limit": "two"}`, true, "give limit as a whole number: how many entries at most"},
		{"a fractional line", "read", `{"path": "pans.md", "line": 1.5}`, true, "give line as a whole number: a line, from 1"},
		{"a boolean instead of a number", "read", `{"path": "pans.md", "line": true}`, true, "give line as a whole number"},
		{"a number too large", "read", `{"path": "pans.md", "line": 1e300}`, true, "give line as a whole number"},
		{"line 0", "read", `{"path": "pans.md", "line": 0}`, true, "give line as a whole number of at least 1"},
		{"a list instead of a path", "read", `{"path": ["pans.md"]}`, true, "give path as a string: the text"},
		{"a missing argument", "read", `{"line": 1}`, true, "read needs path: the text"},
		{"an unknown argument", "read", `{"file": "pans.md"}`, true, `read has no argument "file"; it takes path, fragment, line, start, end and max_chars`},
	} {
		t.Run(test.name, func(t *testing.T) {
			text, _, isError := a.call(t, test.tool, test.arguments)
			if isError {
				checkSentence(t, text)
			}
			if isError != test.isError || !strings.Contains(text, test.want) {
				t.Errorf("%s %s answers\n%s", test.tool, test.arguments, text)
			}
		})
	}
}

// TestAgentsSeeRevisions checks that changes since a revision are reported, but only in the root and not in hidden or ignored files.
func TestAgentsSeeRevisions(t *testing.T) {
	const (
		pans = "## Pans\n\nThe pans lie in rows along the shore, and the sun does the rest of the work.\n\n"
		road = "# The road\n\nSalt went inland on mules, four sacks to an animal, and came back as wool.\n\n"
		town = "# The town\n\nThe crown took a third at the gate, and what was hidden under hay was found there.\n\n"
	)
	consoletest.Library(t, map[string]string{
		"book/SUMMARY.md": "# Summary\n\n- [The road](road.md)\n- [The town](town.md)\n",
		"book/road.md":    road + pans,
		"book/town.md":    town,
		"book/notes.md":   "# Notes\n\nNobody is to read this.\n",
		"book/.secret.md": "# Secret\n\nNobody is to read this either.\n",
		"beside.md":       "# Beside\n\nThis is in the repository, and not in the root.\n",
	})
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
	var a *agent
	check := func(arguments string, want ...string) {
		t.Helper()
		text, answer, isError := a.call(t, "difference", arguments)
		var got []string
		if isError {
			got = []string{text}
		} else {
			for _, c := range answer["changes"].([]any) {
				got = append(got, c.(map[string]any)["message"].(string))
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q", arguments, got)
		}
	}
	a = startAgent(t, "book")
	check(`{"since": "HEAD"}`)
	for name, text := range map[string]string{
		"book/road.md": road, "book/town.md": town + pans, "book/new.md": "# New\n\nWhat nobody had said before.\n",
		"book/SUMMARY.md":  "# Summary\n\n- [The town](town.md)\n- [The road](road.md)\n",
		"book/.gitignore":  "notes.md\n",
		"book/notes.md":    "# Notes\n\nNobody is to read this now.\n",
		"book/.secret.md":  "# Secret\n\nNobody is to read this now either.\n",
		"beside.md":        "# Beside\n\nThis has changed as well.\n",
		"book/deep/now.md": "# Now\n\nThis stands deeper.\n",
	} {
		if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	a = startAgent(t, "book")
	check(`{"since": "HEAD"}`, "file road.md moved in the order",
		"section “Pans” moved from “The road” (road.md) to “The town” (town.md)",
		"list item “The road” moved within “Summary”",
		"file deep/now.md added: 4 words", "file new.md added: 6 words")
	check(`{"since": "HEAD", "path": "deep"}`, "file deep/now.md added: 4 words")
	check(`{"since": "HEAD", "path": "town.md"}`, "section “Pans” added in “The town”: 18 words")
	check(`{"since": "HEAD~7"}`, `since: there is no revision "HEAD~7"; name a branch, tag or commit of this repository, or give "old" and "new" instead`)
	check(`{"since": "--output=here"}`, `since: there is no revision "--output=here"; name a branch, tag or commit of this repository, or give "old" and "new" instead`)
	check(`{"since": "HEAD", "path": "notes.md"}`, "there is no text or folder notes.md, or it is hidden; an outline without a path lists what there is")
}

// TestSinceRunsNothing checks that asking for changes runs no program that the folder names.
func TestSinceRunsNothing(t *testing.T) {
	consoletest.Library(t, map[string]string{"book/road.md": "Salt went inland on mules.\n"})
	ran := consoletest.HostileRepository(t)
	if err := os.WriteFile("book/road.md", []byte("Wool went inland on mules.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	a := startAgent(t, "book")
	if text, _, isError := a.call(t, "difference", `{"since": "HEAD"}`); isError || !strings.Contains(text, "rewritten") {
		t.Error(text)
	}
	consoletest.Missing(t, "book/road.md")
	if text, _, isError := a.call(t, "difference", `{"since": "HEAD"}`); !isError || !strings.Contains(text, "segls fetches nothing") {
		t.Error(text)
	}
	if found := ran(); found != "" {
		t.Errorf("programs have run:\n%s", found)
	}
}

// TestAgentOfSeveralRoots checks that paths begin with the name of their root.
func TestAgentOfSeveralRoots(t *testing.T) {
	consoletest.Library(t, agentFiles())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	a := startAgent(t, "salt", "wool")
	for _, test := range [][2]string{
		{`{}`, "- wool"},
		{`{"path": "wool"}`, "- wool/shearing.md"},
		{`{"path": "wool/shearing.md"}`, "fragment 0"},
		{`{"path": "pans.md"}`, "begin the path pans.md with salt or wool"},
	} {
		if text, _, _ := a.call(t, "outline", test[0]); !strings.Contains(text, test[1]) {
			t.Errorf("%s: %s", test[0], text)
		}
	}
	if text, _, _ := a.call(t, "related", `{"text": "ewes and wool", "min_score": 0}`); !strings.Contains(text, "wool/shearing.md") {
		t.Error(text)
	}
}

// TestPartsAddUpToText checks that the parts of a text, read one after the other, add up to the text.
func TestPartsAddUpToText(t *testing.T) {
	consoletest.Library(t, map[string]string{"book/a.md": strings.Repeat("The mill on the ridge turned all night, söö. Nobody heard it.\n\n", 50)})
	a := startAgent(t, "book")
	want, _ := os.ReadFile("book/a.md")
	var got strings.Builder
	for start := 0; start < len(want); {
		_, answer, _ := a.call(t, "read", fmt.Sprintf(`{"path": "a.md", "start": %d, "end": %d, "max_chars": 97}`, start, len(want)))
		got.WriteString(answer["text"].(string))
		next, ok := answer["next"].(float64)
		if !ok {
			break
		}
		start = int(next)
	}
	if got.String() != string(want) {
		t.Errorf("what was read has %d bytes, not %d", got.Len(), len(want))
	}
}

// TestRoots checks that the command ends with an error if there is no root or it cannot be served.
func TestRoots(t *testing.T) {
	consoletest.Library(t, map[string]string{"a.md": "The mill.\n"})
	for roots, want := range map[string]string{"": "an argument is missing", "a.md": "a.md is not a folder", "gone": "no such file", ".": ""} {
		var errs strings.Builder
		code := console.RunCommand(Command("0"), strings.Fields(roots), strings.NewReader(""), io.Discard, &errs)
		if (code != 0) != (want != "") || !strings.Contains(errs.String(), want) {
			t.Errorf("%q: exit code %d, %s", roots, code, errs.String())
		}
	}
}

// TestAgentsSeeSettings checks that texts are divided again when their settings have changed: a text alone, and a file of a work.
func TestAgentsSeeSettings(t *testing.T) {
	text := strings.Repeat("Salt pans brine rakes sea crystals sun shore wind tide.\n\n", 24)
	consoletest.Library(t, map[string]string{
		"book/.segls.toml":     "max-words = 200\n",
		"book/alone.md":        text,
		"book/work/SUMMARY.md": "# Summary\n\n- [One](one.md)\n",
		"book/work/book.toml":  "[book]\nsrc = \".\"\n",
		"book/work/one.md":     text,
	})
	a := startAgent(t, "book")
	fragments := func(name string) float64 {
		_, answer, _ := a.call(t, "outline", fmt.Sprintf(`{"path": %q}`, name))
		return answer["total"].(float64)
	}
	before := map[string]float64{"alone.md": 0, "work/one.md": 0}
	for name := range before {
		before[name] = fragments(name)
	}
	if err := os.WriteFile("book/.segls.toml", []byte("max-words = 30\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	for name, was := range before {
		if now := fragments(name); now < 8 || was >= now {
			t.Errorf("%s: %v fragments, then %v", name, was, now)
		}
	}
}

// countingFS counts the files that are opened.
type countingFS struct {
	fs.FS
	opened *int
}

func (f countingFS) Open(name string) (fs.File, error) {
	*f.opened++
	return f.FS.Open(name)
}

// TestWorkIsReadOncePerRequest checks that a request about all files of a work does not look at all of them again for each.
func TestWorkIsReadOncePerRequest(t *testing.T) {
	opened := func(n int, order string) int {
		files := make(map[string]string)
		for i := range n {
			name := fmt.Sprintf("%02d-part.md", i+1)
			files["book/"+name] = fmt.Sprintf("Salt number %d.\n", i)
			if order != "" {
				files[order] += fmt.Sprintf("- [Part](%s)\n", name)
			}
		}
		consoletest.Library(t, files)
		s := &server{texts: console.AddSettingFlagsOnly(new(cobra.Command))}
		if err := s.open([]string{"book"}); err != nil {
			t.Fatal(err)
		}
		defer s.close()
		count := 0
		s.roots[0].fsys = countingFS{s.roots[0].fsys, &count}
		if _, _, err := s.duplicates(t.Context(), duplicatesIn{}); err != nil {
			t.Fatal(err)
		}
		return count
	}
	for name, order := range map[string]string{"an order": "book/SUMMARY.md", "numbered names": ""} {
		if few, many := opened(10, order), opened(40, order); many > 5*few {
			t.Errorf("%s: %d files opened for 10 texts, %d for 40", name, few, many)
		}
	}
}

// TestAgentsSeeWorks checks that a file of a work is divided with the others, and again when one of them has changed.
func TestAgentsSeeWorks(t *testing.T) {
	paragraph := func(words string) string { return strings.Repeat(words+" ", 12) + "\n\n" }
	salt, wool := paragraph("salt pans brine rakes sea")+paragraph("brine salt crystals pans sun"), paragraph("wool sheep shears ewes fleece")+paragraph("fleece wool spindle ewes dye")
	consoletest.Library(t, map[string]string{
		"book/book.toml":      "[book]\n",
		"book/src/SUMMARY.md": "# Summary\n\n- [One](one.md)\n- [Two](two.md)\n",
		"book/src/one.md":     "# One\n\n" + strings.Repeat(salt, 6) + strings.Repeat(wool, 6),
		"book/src/two.md":     "# Two\n\n" + strings.Repeat(wool+salt, 9),
	})
	a := startAgent(t, "book")
	starts := func() (got, want []int) {
		for _, name := range []string{"one.md", "two.md"} {
			_, answer, _ := a.call(t, "outline", fmt.Sprintf(`{"path": "src/%s", "limit": 200}`, name))
			for _, e := range answer["entries"].([]any) {
				if e := e.(map[string]any); e["kind"] == "fragment" {
					got = append(got, int(e["start"].(float64)))
				}
			}
		}
		var sources []*analysis.Document
		for _, name := range []string{"one.md", "two.md"} {
			text, err := os.ReadFile(filepath.Join("book", "src", name))
			if err != nil {
				t.Fatal(err)
			}
			source, err := analysis.Read(t.Context(), rope.New(string(text)), markup.Markdown, analysis.Settings{})
			if err != nil {
				t.Fatal(err)
			}
			sources = append(sources, source)
		}
		whole, err := analysis.NewWork(t.Context(), sources...)
		if err != nil {
			t.Fatal(err)
		}
		for _, d := range whole.Documents() {
			for _, f := range d.Fragments() {
				want = append(want, f.Span.Start)
			}
		}
		return got, want
	}
	if got, want := starts(); !slices.Equal(got, want) || len(got) < 4 {
		t.Errorf("fragments start at %v, in the work at %v", got, want)
	}
	if err := os.WriteFile("book/src/one.md", []byte("# One\n\n"+strings.Repeat(wool, 3)+strings.Repeat(salt, 9)), 0o600); err != nil {
		t.Fatal(err)
	}
	if got, want := starts(); !slices.Equal(got, want) {
		t.Errorf("after a change fragments start at %v, in the work at %v", got, want)
	}
}

package lsp

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"maps"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/synctest"

	"github.com/segls/segls/internal/command"
)

var update = flag.Bool("update", false, "rewrite the golden files")

func read(t *testing.T, path string) string {
	t.Helper()
	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// golden compares got with a file, which -update rewrites.
func golden(t *testing.T, path, got string) {
	t.Helper()
	if *update {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if want := read(t, path); got != want {
		t.Errorf("%s differs; run with -update and read the difference", path)
	}
}

// TestViews compares what an editor shows of each sample with the golden files in testdata.
func TestViews(t *testing.T) {
	samples, _ := filepath.Glob("../testdata/samples/*.*")
	for _, sample := range samples {
		t.Run(filepath.Base(sample), func(t *testing.T) {
			e := edit(t, full("utf-8"), nil)
			uri := "file:///" + filepath.Base(sample)
			text := read(t, sample)
			e.open(uri, text)
			golden(t, "testdata/"+filepath.Base(sample)+".views", e.views(uri, text))
		})
	}
}

// views returns what an editor shows of a document: the numbered beginnings of the lines concerned, each followed by
// its entries:
//
//	@lens TITLE, COMMAND
//	@hover WORDS
//	@fold to LINE, KIND, TEXT
//	@symbol KIND NAME, DETAIL, to PLACE, name at PLACE, indented by its depth
//	@diagnostic SEVERITY CODE, from PLACE to PLACE: MESSAGE
//
// Places are lines and bytes, both counted from 1.
func (e *editor) views(uri, text string) string {
	marks := make(map[int][]string)
	mark := func(line int, format string, args ...any) {
		marks[line] = append(marks[line], fmt.Sprintf(format, args...))
	}
	ask := func(method string, params map[string]any, answer any) {
		if err := json.Unmarshal(e.request(method, params), answer); err != nil {
			e.t.Fatal(err)
		}
	}

	var lenses []struct {
		Range   extent
		Command struct{ Title, Command string }
	}
	ask("textDocument/codeLens", about(uri), &lenses)
	for _, l := range lenses {
		start := l.Range.Start
		mark(start.Line, "@lens %s, %s", l.Command.Title, l.Command.Command)
		var hover struct{ Contents struct{ Value string } }
		ask("textDocument/hover", about(uri, map[string]any{"position": at(start.Line, start.Character)}), &hover)
		mark(start.Line, "@hover %s", strings.ReplaceAll(strings.TrimSpace(hover.Contents.Value), "\n", "\n       "))
	}
	var folds []struct {
		StartLine, EndLine  int
		Kind, CollapsedText string
	}
	ask("textDocument/foldingRange", about(uri), &folds)
	for _, f := range folds {
		mark(f.StartLine, "@fold to %d%s%s", f.EndLine+1, after(f.Kind), after(f.CollapsedText))
	}
	var walk func(list []symbolView, depth int)
	walk = func(list []symbolView, depth int) {
		for _, s := range list {
			mark(s.Range.Start.Line, "@symbol %s%d %s%s, to %v, name at %v", strings.Repeat("  ", depth), s.Kind, s.Name, after(s.Detail), s.Range.End, s.SelectionRange.Start)
			walk(s.Children, depth+1)
		}
	}
	var symbols []symbolView
	ask("textDocument/documentSymbol", about(uri), &symbols)
	walk(symbols, 0)

	e.wait("diagnostics", func(m message) bool { return m.Method == "textDocument/publishDiagnostics" })
	e.mu.Lock()
	published := e.published[uri]
	e.mu.Unlock()
	var p struct {
		Diagnostics []struct {
			Range         extent
			Severity      int
			Code, Message string
		}
	}
	if err := json.Unmarshal(published.Params, &p); err != nil {
		e.t.Fatal(err)
	}
	for _, d := range p.Diagnostics {
		mark(d.Range.Start.Line, "@diagnostic %d %s, from %v to %v: %s", d.Severity, d.Code, d.Range.Start, d.Range.End, d.Message)
	}

	var out strings.Builder
	lines := strings.Split(text, "\n")
	for _, n := range slices.Sorted(maps.Keys(marks)) {
		fmt.Fprintf(&out, "%d %.60s\n", n+1, lines[n])
		for _, m := range marks[n] {
			fmt.Fprintf(&out, "    %s\n", m)
		}
	}
	return strings.ReplaceAll(out.String(), "       \n", "\n") // the blank lines of a hover
}

// symbolView is a symbol of an outline.
type symbolView struct {
	Name, Detail          string
	Kind                  int
	Range, SelectionRange extent
	Children              []symbolView
}

type extent struct{ Start, End spot }

type spot struct{ Line, Character int }

func (s spot) String() string { return fmt.Sprintf("%d:%d", s.Line+1, s.Character+1) }

// after returns a comma and words, or "" if words is "".
func after(words string) string {
	if words == "" {
		return ""
	}
	return ", " + words
}

// TestSymbols checks that a client that lists fragments itself gets only headings and scenes, unless a setting says otherwise.
func TestSymbols(t *testing.T) {
	const text = "# Fish\n\nSalt keeps fish.\n\n* * *\n\nSalt keeps meat.\n\n# Bees\n\nBees build wax cells.\n"
	const headings = "Fish, Scene 1: Salt, Scene 2: Meat, Bees"
	for _, c := range []struct {
		options map[string]any
		want    string
	}{
		{map[string]any{}, headings + ", Wax cells"},
		{map[string]any{"ownOutline": true}, headings},
		{map[string]any{"symbols": "headings"}, headings},
		{map[string]any{"ownOutline": true, "symbols": "fragments"}, headings + ", Wax cells"},
	} {
		c.options["preferredWords"] = 4 // otherwise short texts would have a single fragment
		e := edit(t, map[string]any{}, c.options)
		e.open("file:///fish.md", text)
		var symbols []struct{ Name string }
		if err := json.Unmarshal(e.request("textDocument/documentSymbol", about("file:///fish.md")), &symbols); err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, s := range symbols {
			names = append(names, s.Name)
		}
		if got := strings.Join(names, ", "); got != c.want {
			t.Errorf("%v: %s, want %s", c.options, got, c.want)
		}
	}
}

// TestClientsWithoutAbilities checks that the server uses only features that the client has declared.
func TestClientsWithoutAbilities(t *testing.T) {
	e := edit(t, map[string]any{}, nil)
	e.open("file:///essay.md", read(t, essay))
	if symbols := e.request("textDocument/documentSymbol", about("file:///essay.md")); !bytes.Contains(symbols, []byte(`"containerName"`)) {
		t.Errorf("symbols are not flat: %.200s", symbols)
	}
	hints := e.request("textDocument/inlayHint", about("file:///essay.md", map[string]any{"range": between(0, 0, 9999, 0)}))
	if n := bytes.Count(hints, []byte(`"label"`)); n != lensesAt500 {
		t.Errorf("%d hints where there are no lenses, want %d", n, lensesAt500)
	}
	var list []struct{ Position struct{ Line int } }
	_ = json.Unmarshal(hints, &list)
	some := e.request("textDocument/inlayHint", about("file:///essay.md", map[string]any{"range": between(list[1].Position.Line, 0, list[2].Position.Line, 0)}))
	if n := bytes.Count(some, []byte(`"label"`)); n != 2 {
		t.Errorf("%d hints in a range that holds 2", n)
	}
	hover := e.request("textDocument/hover", about("file:///essay.md", map[string]any{"position": at(list[0].Position.Line, 0)}))
	if !bytes.Contains(hover, []byte(`"plaintext"`)) {
		t.Errorf("hover on the blank line above a boundary: %s", hover)
	}
	var plain hoverBuilder
	if plain.writeQuote(`She said "no".`); plain.text.String() != "\n\"She said \"no\".\"\n\n" {
		t.Errorf("a quotation: %s", plain.text.String())
	}
	answer := e.request("workspace/executeCommand", map[string]any{
		"command": command.SelectFragment, "arguments": []any{map[string]any{"uri": "file:///essay.md", "position": at(2, 0)}},
	})
	if !bytes.Contains(answer, []byte(`"line":6`)) {
		t.Errorf("selectFragment answers %s", answer)
	}
}

func TestSelectFragment(t *testing.T) {
	e := edit(t, full("utf-16"), nil)
	e.open("file:///essay.md", read(t, essay))
	e.request("workspace/executeCommand", map[string]any{
		"command": command.SelectFragment, "arguments": []any{map[string]any{"uri": "file:///essay.md", "position": at(26, 3)}},
	})
	m := e.wait("showDocument", func(m message) bool { return m.Method == "window/showDocument" })
	if !strings.Contains(string(m.Params), `"start":{"line":24,"character":0}`) {
		t.Errorf("selected: %s", m.Params)
	}
}

func TestFoldingLimit(t *testing.T) {
	capabilities := full("utf-16")
	capabilities["textDocument"].(map[string]any)["foldingRange"] = map[string]any{"rangeLimit": 3, "lineFoldingOnly": true}
	e := edit(t, capabilities, nil)
	e.open("file:///essay.md", read(t, essay))
	folds := e.request("textDocument/foldingRange", about("file:///essay.md"))
	if n := bytes.Count(folds, []byte(`"startLine"`)); n != 3 || bytes.Contains(folds, []byte("Character")) {
		t.Errorf("folds for a client that takes 3, by line: %s", folds)
	}
}

func TestSelectionRanges(t *testing.T) {
	text := read(t, essay)
	e := edit(t, full("utf-8"), nil)
	e.open("file:///essay.md", text)
	line := strings.Count(text[:strings.Index(text, "Water takes the crystal")], "\n")
	raw := e.request("textDocument/selectionRange", about("file:///essay.md", map[string]any{"positions": []any{at(line, 3)}}))
	type selection struct {
		Range struct {
			Start, End struct{ Line, Character int }
		}
		Parent *selection
	}
	var chain []*selection
	if err := json.Unmarshal(raw, &chain); err != nil {
		t.Fatal(err)
	}
	var got []string
	all := strings.Split(text, "\n")
	for s := chain[0]; s != nil; s = s.Parent {
		first := all[s.Range.Start.Line][s.Range.Start.Character:]
		got = append(got, fmt.Sprintf("%d lines from %.12q", s.Range.End.Line-s.Range.Start.Line+1, first))
	}
	want := []string{
		`1 lines from "Water takes "`, `1 lines from "Water takes "`, `13 lines from "Look at tabl"`,
		`23 lines from "## A small c"`, `109 lines from "# Salt"`, `110 lines from "# Salt"`,
	}
	if strings.Join(got, "\n") != strings.Join(want, "\n") {
		t.Errorf("selection grows by\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestForeignDocuments checks that documents that are not a writer's files are ignored silently.
func TestForeignDocuments(t *testing.T) {
	text := read(t, essay)
	e := edit(t, full("utf-16"), nil)
	for uri, languageID := range map[string]string{
		"git:/a.md?ref=HEAD": "markdown", "output:log": "markdown", "file:///COMMIT_EDITMSG": "git-commit", "file:///main.go": "go",
	} {
		e.notify("textDocument/didOpen", map[string]any{
			"textDocument": map[string]any{"uri": uri, "languageId": languageID, "version": 1, "text": text},
		})
		e.change(uri, 2, map[string]any{"text": text})
		if m := e.ask("textDocument/codeLens", about(uri)); strings.HasPrefix(uri, "file") && m.Error == nil && string(m.Result) != "[]" {
			t.Errorf("lenses of %s: %s", uri, m.Result)
		}
		e.notify("textDocument/didClose", about(uri))
	}
	e.request("segls/status", map[string]any{})
	if n := e.count("textDocument/publishDiagnostics"); n != 0 {
		t.Errorf("%d diagnostics about foreign documents", n)
	}
}

// TestFormats checks when a document has the format that its editor declares, and when that of its file name.
func TestFormats(t *testing.T) {
	e := edit(t, full("utf-16"), nil)
	for _, d := range []struct{ uri, languageID, want string }{
		{"file:///a.md", "markdown", "markdown"},
		{"file:///a.md", "latex", "latex"},
		{"file:///a.txt", "plaintext", "text"},
		{"file:///a", "plaintext", "text"},
		{"untitled:a", "plaintext", "text"},
		{"file:///a.org", "plaintext", "org"},
		{"file:///a.adoc", "text", "asciidoc"},
		{"file:///a.rst", "", "restructuredtext"},
		{"file:///a.tex", "unheard-of", "latex"},
	} {
		e.notify("textDocument/didOpen", map[string]any{
			"textDocument": map[string]any{"uri": d.uri, "languageId": d.languageID, "version": 1, "text": "Salt."},
		})
		var answer struct{ Markup string }
		if err := json.Unmarshal(e.request("segls/fragments", about(d.uri)), &answer); err != nil || answer.Markup != d.want {
			t.Errorf("%s, called %q: %q, not %q (%v)", d.uri, d.languageID, answer.Markup, d.want, err)
		}
		e.notify("textDocument/didClose", about(d.uri))
	}
}

// TestURIs checks that different spellings of a URI name one document.
func TestURIs(t *testing.T) {
	text := read(t, essay)
	e := edit(t, full("utf-16"), nil)
	for open, ask := range map[string]string{
		"file:///c%3A/Users/a%20b/essay.md": "file:///c:/Users/a%20b/essay.md",
		"file:///home/%C3%A9/essay.md":      "file:///home/%c3%a9/essay.md",
		"untitled:Untitled-1":               "untitled:Untitled-1",
		"file://":                           "file://",
	} {
		e.open(open, text)
		if m := e.ask("textDocument/codeLens", about(ask)); m.Error != nil || !strings.Contains(string(m.Result), "ew topic") {
			t.Errorf("opened as %s, asked for as %s: %.100s %+v", open, ask, m.Result, m.Error)
		}
		if m := e.ask("segls/fragments", about(ask)); m.Error != nil {
			t.Errorf("segls/fragments of %s: %+v", ask, m.Error)
		}
		argument := map[string]any{"uri": ask, "position": at(0, 0)}
		if m := e.ask("workspace/executeCommand", map[string]any{"command": command.SelectFragment, "arguments": []any{argument}}); m.Error != nil {
			t.Errorf("a command about %s: %+v", ask, m.Error)
		}
	}
}

// TestQuietDocuments checks that a short document and a document without prose have only folds of headings.
func TestQuietDocuments(t *testing.T) {
	e := edit(t, full("utf-16"), nil)
	words := "# Words\n\n" + strings.Repeat("alpha beta gamma delta\n\n", 1000)
	for uri, text := range map[string]string{"file:///short.md": read(t, "../testdata/samples/short.md"), "file:///words.md": words, "file:///empty.md": ""} {
		e.open(uri, text)
		if lenses := e.request("textDocument/codeLens", about(uri)); string(lenses) != "[]" {
			t.Errorf("%s: lenses %.200s", uri, lenses)
		}
		if folds := e.request("textDocument/foldingRange", about(uri)); text != "" && bytes.Count(folds, []byte("startLine")) != 1 {
			t.Errorf("%s: folds %.200s", uri, folds)
		}
	}
}

// TestDiagnosticsFollowTheText checks that diagnostics have their version, are sent only if they have changed, and are cleared on close.
func TestDiagnosticsFollowTheText(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		long := "Sentence about the sea and its salt. "
		text := read(t, essay)
		e := edit(t, silent("utf-16"), nil)
		e.open("file:///essay.md", text)
		diagnostics := func(version int, part string) {
			t.Helper()
			e.wait(fmt.Sprintf("version %d with %q", version, part), func(m message) bool {
				return m.Method == "textDocument/publishDiagnostics" && strings.Contains(string(m.Params), fmt.Sprintf(`"version":%d,`, version)) &&
					strings.Contains(string(m.Params), part)
			})
		}
		diagnostics(1, `"diagnostics":[{`)
		e.change("file:///essay.md", 2, map[string]any{"range": between(2, 0, 2, 0), "text": strings.Repeat(long, 60)})
		diagnostics(2, `"start":{"line":2,`)
		e.change("file:///essay.md", 3, map[string]any{"range": between(2, 0, 2, len(long)*60), "text": ""})
		diagnostics(3, `"diagnostics":[{`)
		before := e.count("textDocument/publishDiagnostics")
		e.change("file:///essay.md", 4, map[string]any{"range": between(2, 0, 2, 0), "text": "A "})
		synctest.Wait()
		e.request("textDocument/codeLens", about("file:///essay.md"))
		if n := e.count("textDocument/publishDiagnostics"); n != before {
			t.Error("diagnostics that have not changed were sent again")
		}
		e.notify("textDocument/didClose", about("file:///essay.md"))
		e.wait("the taking back", func(m message) bool {
			return m.Method == "textDocument/publishDiagnostics" && !strings.Contains(string(m.Params), "version")
		})
	})
}

// TestCompactCurve compares the compact curve with the full one.
func TestCompactCurve(t *testing.T) {
	e := edit(t, full("utf-8"), nil)
	const uri = "file:///salt.md"
	e.open(uri, read(t, "../testdata/samples/salt.md"))
	var whole curveResult
	var compact compactCurveResult
	for result, params := range map[any]map[string]any{&whole: about(uri), &compact: {"textDocument": about(uri)["textDocument"], "compact": true}} {
		if err := json.Unmarshal(e.request("segls/curve", params), result); err != nil {
			t.Fatal(err)
		}
	}
	if len(whole.Gaps) < 40 || len(compact.Lines) != len(whole.Paragraphs) || len(compact.Similarities) != len(whole.Gaps) {
		t.Fatalf("%d gaps; %d lines of %d paragraphs, %d similarities", len(whole.Gaps), len(compact.Lines), len(whole.Paragraphs), len(compact.Similarities))
	}
	for i, p := range whole.Paragraphs {
		if compact.Lines[i] != int(p.Range.Start.Line) {
			t.Errorf("paragraph %d: %d, %d", i, compact.Lines[i], p.Range.Start.Line)
		}
	}
	var boundaries, headings []int
	for g, gap := range whole.Gaps {
		if gap.Boundary {
			boundaries = append(boundaries, gap.After)
		}
		if gap.Constraint != nil && *gap.Constraint == "heading" {
			headings = append(headings, gap.After)
		}
		if math.Abs(compact.Similarities[g]-gap.Similarity) > 1e-4 {
			t.Errorf("gap %d: %g, %g", gap.After, compact.Similarities[g], gap.Similarity)
		}
	}
	if !slices.Equal(boundaries, compact.Boundaries) || !slices.Equal(headings, compact.Headings) || len(headings) == 0 {
		t.Errorf("boundaries %v, %v; headings %v, %v", boundaries, compact.Boundaries, headings, compact.Headings)
	}
}

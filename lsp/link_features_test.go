package lsp

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis/rope"
)

// pointAt returns the parameters of a request at the place of a mark in a text.
func pointAt(u, text, mark string) map[string]any {
	at := strings.Index(text, mark)
	line := strings.Count(text[:at], "\n")
	return map[string]any{
		"textDocument": map[string]any{"uri": u},
		"position":     map[string]any{"line": line, "character": at - strings.LastIndex(text[:at], "\n") - 1},
	}
}

// applied returns texts after the edit in an answer.
func (d *buffers) applied(raw json.RawMessage, texts map[string]string, at func(string) string) map[string]string {
	d.t.Helper()
	var edit struct {
		DocumentChanges []struct {
			Kind, OldURI, NewURI string
			TextDocument         struct {
				URI     string
				Version *int
			}
			Edits []protocol.TextEdit
		}
	}
	if err := json.Unmarshal(raw, &edit); err != nil {
		d.t.Fatal(err)
	}
	after := make(map[string]string)
	for name, text := range texts {
		after[at(name)] = text
	}
	for _, c := range edit.DocumentChanges {
		if c.Kind == "rename" {
			after[c.NewURI] = after[c.OldURI]
			delete(after, c.OldURI)
			continue
		}
		u := c.TextDocument.URI
		if _, isOpen := d.texts[u]; isOpen != (c.TextDocument.Version != nil) {
			d.t.Errorf("%s: version %v", u, c.TextDocument.Version)
		}
		after[u] = applyTextEdits(mapper{rope.New(after[u]), d.encoding}, c.Edits)
	}
	byName := make(map[string]string)
	for u, text := range after {
		byName[strings.TrimPrefix(u, at(""))] = text
	}
	return byName
}

// TestRename checks that renaming a heading updates links in open texts that differ from disk, and in files that are not open.
func TestRename(t *testing.T) {
	book := islandBook()
	d, at := openWork(t, book, []string{"src/salt.md", "src/iron.md"})
	d.change(at("src/iron.md"), 2, map[string]any{"text": "# Iron\n\n😀 [trade](salt.md#trade) and more.\n"})
	d.mu.Lock()
	d.texts[at("src/iron.md")], d.version[at("src/iron.md")] = "# Iron\n\n😀 [trade](salt.md#trade) and more.\n", 2
	d.mu.Unlock()
	book["src/iron.md"] = d.texts[at("src/iron.md")]
	point := pointAt(at("src/salt.md"), book["src/salt.md"], "Trade")
	if got := string(d.request("textDocument/prepareRename", point)); !strings.Contains(got, `"placeholder":"Trade"`) {
		t.Errorf("prepared: %s", got)
	}
	point["newName"] = "Mules & men"
	now := d.applied(d.request("textDocument/rename", point), book, at)
	if got := now["/src/salt.md"]; !strings.Contains(got, "## Mules & men\n") {
		t.Errorf("the heading: %s", got)
	}
	if got := now["/src/iron.md"]; got != "# Iron\n\n😀 [trade](salt.md#mules--men) and more.\n" {
		t.Errorf("the link: %s", got)
	}
	// A rename from a link to a text that is not open.
	point = pointAt(at("src/salt.md"), book["src/salt.md"], "the-moon)")
	point["newName"] = "Tide"
	now = d.applied(d.request("textDocument/rename", point), book, at)
	if !strings.Contains(now["/src/tides.md"], "## Tide\n") || !strings.Contains(now["/src/salt.md"], "(tides.md#tide)") {
		t.Errorf("from a link: %s\n%s", now["/src/tides.md"], now["/src/salt.md"])
	}
	// These places have no name.
	point = pointAt(at("src/salt.md"), book["src/salt.md"], "Brine stands")
	if got := string(d.request("textDocument/prepareRename", point)); got != "null" {
		t.Errorf("in prose: %s", got)
	}
	point["newName"] = "x"
	if m := d.ask("textDocument/rename", point); m.Error == nil || !strings.Contains(m.Error.Message, "nothing here that segls can rename") {
		t.Errorf("renamed prose: %s", m.Result)
	}
}

// TestRenameNote checks that renaming a file updates the links to it, and that a client that cannot rename files gets an error.
func TestRenameNote(t *testing.T) {
	vault := map[string]string{".obsidian/app.json": "{}", "01 Salt.md": "# Salt\n\nWords of salt.\n", "02 Iron.md": "# Iron\n\nAs [[01 Salt|salt]] says.\n", "03 Tin.md": "# Tin\n\n[[01 Salt#Salt]]\n"}
	d, at := openWork(t, vault, []string{"02 Iron.md"})
	point := pointAt(at("02 Iron.md"), vault["02 Iron.md"], "Salt|")
	point["newName"] = "01 Brine"
	now := d.applied(d.request("textDocument/rename", point), vault, func(name string) string { return at(name) })
	if now["/01%20Brine.md"] == "" || !strings.Contains(now["/02%20Iron.md"], "[[01 Brine|salt]]") || !strings.Contains(now["/03%20Tin.md"], "[[01 Brine#Salt]]") {
		t.Errorf("%q", now)
	}
	poor, at := openWork(t, vault, []string{"02 Iron.md"}, "resourceOperations")
	point = pointAt(at("02 Iron.md"), vault["02 Iron.md"], "Salt|")
	point["newName"] = "01 Brine"
	if m := poor.ask("textDocument/rename", point); m.Error == nil || !strings.Contains(m.Error.Message, "does not let a server rename files") {
		t.Errorf("a client that cannot: %s", m.Result)
	}
}

// TestRenameFragmentMendsLinks checks that the command updates links like a rename of the heading.
func TestRenameFragmentMendsLinks(t *testing.T) {
	book := islandBook()
	d, at := openWork(t, book, []string{"src/salt.md"})
	argument := pointAt(at("src/salt.md"), book["src/salt.md"], "Salt goes")
	argument["uri"], argument["as"], argument["title"] = at("src/salt.md"), "heading", "Mules"
	argument["trial"] = true
	if answer, failure := d.command("segls.renameFragment", argument); !strings.Contains(answer, `"unmended":[]`) || d.now(at("src/salt.md")) != book["src/salt.md"] {
		t.Errorf("a trial: %s %s\n%s", answer, failure, d.now(at("src/salt.md")))
	}
	delete(argument, "trial")
	end, err := d.server.beginChange(t.Context(), d.server.workOf(uri.URI(at("src/salt.md"))).ID)
	if err != nil {
		t.Fatal(err)
	}
	_, answered := d.begin("workspace/executeCommand", map[string]any{"command": "segls.renameFragment", "arguments": []any{argument}})
	select {
	case <-answered:
		t.Error("it is renamed during another change")
	case <-time.After(100 * time.Millisecond):
	}
	end()
	if m := d.await("the command", answered); string(m.Result) != "null" {
		t.Fatalf("%s %+v", m.Result, m.Error)
	}
	if salt, iron := d.now(at("src/salt.md")), d.now(at("src/iron.md")); !strings.Contains(salt, "## Mules\n") || !strings.Contains(iron, "(salt.md#mules)") {
		t.Errorf("%s\n%s", salt, iron)
	}
	// The title can also go into a comment.
	argument = pointAt(at("src/tides.md"), book["src/tides.md"], "Twice")
	argument["uri"], argument["as"], argument["title"] = at("src/salt.md"), "comment", "Mules"
	if answer, failure := d.command("segls.renameFragment", argument); answer != "null" {
		t.Errorf("a comment: %s %s", answer, failure)
	}
}

// TestRenameUntitled checks that a rename works in a text outside any folder.
func TestRenameUntitled(t *testing.T) {
	e := edit(t, fullWithEdits("utf-16"), nil)
	const text = "# Salt\n\nSee [it](#salt) and the rest of it.\n"
	e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": "untitled:Untitled-1", "languageId": "markdown", "version": 1, "text": text}})
	point := pointAt("untitled:Untitled-1", text, "Salt")
	point["newName"] = "Iron"
	if got := string(e.request("textDocument/rename", point)); !strings.Contains(got, `"newText":"#iron"`) {
		t.Errorf("renamed: %s", got)
	}
}

// placesOf returns locations and highlights as path:line:column, after ! if a highlight is a definition.
func placesOf(raw json.RawMessage, at func(string) string) string {
	var list []struct {
		URI   string
		Range protocol.Range
		Kind  int
	}
	_ = json.Unmarshal(raw, &list)
	var said []string
	for _, l := range list {
		kind := map[int]string{3: "!"}[l.Kind]
		said = append(said, fmt.Sprintf("%s%s:%d:%d", kind, strings.TrimPrefix(l.URI, at("")+"/"), l.Range.Start.Line, l.Range.Start.Character))
	}
	return strings.Join(said, " ")
}

// TestReferences checks the references and highlights at headings, links and words, and the links to a document.
func TestReferences(t *testing.T) {
	book := islandBook()
	d, at := openWork(t, book, []string{"src/salt.md"})
	ask := func(method, mark string, declares bool) string {
		point := pointAt(at("src/salt.md"), book["src/salt.md"], mark)
		if method == "textDocument/references" {
			point["context"] = map[string]any{"includeDeclaration": declares}
		}
		return placesOf(d.request(method, point), at)
	}
	for _, c := range []struct {
		mark               string
		declares           bool
		want, highlighting string
	}{
		{"Trade", true, "src/salt.md:8:3 src/iron.md:6:35", "!:8:3"},
		{"Trade", false, "src/iron.md:6:35", "!:8:3"},
		{"pans](#pans", false, "src/salt.md:10:44", "!:4:3 :10:44"},
		{"#pans)", false, "src/salt.md:10:44", "!:4:3 :10:44"},
		{"tides.md#", false, "src/SUMMARY.md:4:10 src/salt.md:2:41", ":2:41"},
		{"Brine", true, "", ""},
	} {
		if got := ask("textDocument/references", c.mark, c.declares); got != c.want {
			t.Errorf("references of %s: %s, want %s", c.mark, got, c.want)
		}
		if got := ask("textDocument/documentHighlight", c.mark, false); got != c.highlighting {
			t.Errorf("highlights of %s: %s, want %s", c.mark, got, c.highlighting)
		}
	}
	var backlinks struct {
		Links []struct {
			Path, Text, Target string
			Section            []string
		}
	}
	if err := json.Unmarshal(d.request("segls/backlinks", map[string]any{"textDocument": map[string]any{"uri": at("src/salt.md")}}), &backlinks); err != nil {
		t.Fatal(err)
	}
	if got, want := fmt.Sprint(backlinks.Links), "[{src/SUMMARY.md - [Salt](salt.md)  [Summary]} {src/iron.md Ore comes from the bog, as [trade](salt.md#trade) shows. Trade [Iron Ore]} {src/salt.md Salt goes to the coast on mules, see [pans](#pans). Pans [Salt Trade]}]"; got != want {
		t.Errorf("backlinks %s\nwant %s", got, want)
	}
}

// TestCompletion checks that the nearest targets come first and, among equally near ones, those on the same topic.
func TestCompletion(t *testing.T) {
	files := map[string]string{
		"a.md": "# Harbour\n\nShips carry salt and herring over the sea, ships of oak, see [more]()\n", "b.md": "# Bees\n\nBees make honey in June, and the hive is full of wax.\n",
		"c.md": "# Ships\n\nShips of oak carry herring and salt over the sea to the harbour.\n", "sub/d.md": "# Pans\n\nThe pans lie behind the dyke.\n",
	}
	d, folder := openBuffers(t, "utf-16")
	at := func(name string) string { return string(uri.File(filepath.Join(folder, name))) }
	for name, text := range files {
		write(t, filepath.Join(folder, name), text)
	}
	d.openFile(folder, "a.md", files["a.md"])
	labels := func() (list []string) {
		var answer struct {
			IsIncomplete bool
			Items        []struct {
				Label, SortText string
				TextEdit        protocol.TextEdit
			}
		}
		point := pointAt(at("a.md"), files["a.md"], ")\n")
		if err := json.Unmarshal(d.request("textDocument/completion", point), &answer); err != nil || answer.IsIncomplete {
			t.Fatal(err, answer.IsIncomplete)
		}
		if !slices.IsSortedFunc(answer.Items, func(a, b struct {
			Label, SortText string
			TextEdit        protocol.TextEdit
		},
		) int {
			return strings.Compare(a.SortText, b.SortText)
		}) {
			t.Error("not sorted")
		}
		for _, i := range answer.Items {
			list = append(list, i.TextEdit.NewText)
		}
		return list
	}
	if got, want := strings.Join(labels(), " "), "#harbour b.md b.md#bees c.md c.md#ships sub/d.md sub/d.md#pans"; got != want {
		t.Errorf("proposed %s, want %s", got, want)
	}
	d.request("segls/related", map[string]any{"textDocument": map[string]any{"uri": at("a.md")}})
	if got, want := strings.Join(labels(), " "), "#harbour c.md c.md#ships b.md b.md#bees sub/d.md sub/d.md#pans"; got != want {
		t.Errorf("with topics %s, want %s", got, want)
	}
}

// TestLinkFeaturesSetting checks the setting for languages for which the client has link features of its own.
func TestLinkFeaturesSetting(t *testing.T) {
	capabilities := fullWithEdits("utf-16")
	text := capabilities["textDocument"].(map[string]any)
	text["rename"] = map[string]any{"dynamicRegistration": true, "prepareSupport": true}
	text["completion"] = map[string]any{"dynamicRegistration": true}
	folder := t.TempDir()
	e := launch(t)
	registered := func(value string) []string {
		m := e.wait("a registration for "+value, func(m message) bool {
			return m.Method == "client/registerCapability" && strings.Contains(string(m.Params), "documentSelector") && strings.Contains(string(m.Params), `"markdown"`) == (value == "on")
		})
		var p struct{ Registrations []struct{ Method string } }
		_ = json.Unmarshal(m.Params, &p)
		var methods []string
		for _, r := range p.Registrations {
			methods = append(methods, r.Method)
		}
		return methods
	}
	e.initialize(map[string]any{"rootUri": string(uri.File(folder)), "capabilities": capabilities, "initializationOptions": map[string]any{"debounceMs": 0, "ownLinks": []string{"markdown"}}})
	if got := fmt.Sprint(registered("auto")); got != "[textDocument/rename textDocument/completion]" {
		t.Errorf("registered %s", got)
	}
	write := func(name, content string) string {
		path := folder + "/" + name
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		u := string(uri.File(path))
		e.open(u, content)
		return u
	}
	const content = "# Salt\n\nSee [it](#salt) and the rest.\n"
	u := write("a.md", content)
	references := func() string {
		point := pointAt(u, content, "Salt")
		point["context"] = map[string]any{"includeDeclaration": false}
		return string(e.request("textDocument/references", point))
	}
	if got := references(); got != "null" && got != "[]" {
		t.Errorf("references beside those of the client: %s", got)
	}
	if got := string(e.request("textDocument/prepareRename", pointAt(u, content, "Salt"))); !strings.Contains(got, "Salt") { // requested by a command of the client
		t.Errorf("asked all the same: %s", got)
	}
	e.setSettings(map[string]any{"linkFeatures": "on", "debounceMs": 0})
	registered("on")
	if got := references(); !strings.Contains(got, `"line":2`) {
		t.Errorf("references: %s", got)
	}
	e.setSettings(map[string]any{"linkFeatures": "off", "debounceMs": 0})
	e.wait("the end of it", func(m message) bool { return m.Method == "client/unregisterCapability" })
	e.awaitSetting(u, "link-features", "off")
	if got := string(e.request("textDocument/prepareRename", pointAt(u, content, "Salt"))); got != "null" {
		t.Errorf("off: %s", got)
	}
}

// TestBrokenLinks checks that broken links are reported only if the settings enable that. The likeliest target is
// offered as a fix even otherwise, but not when the client requests actions automatically. Links to files that git ignores are not
// reported, also after an edit.
func TestBrokenLinks(t *testing.T) {
	const text = "# Salt\n\nSee [it](#slat) and [b](b.md) and the rest of it all.\n\nIt is [made](made.md).\n"
	for severity, want := range map[string]int{"": 0, "warning": 1} {
		options := map[string]any{"debounceMs": 0}
		if severity != "" {
			options["severityBrokenLink"] = severity
		}
		d, folder := openBuffersWith(t, "utf-16", options)
		write(t, filepath.Join(folder, "b.md"), "# Iron\n")
		write(t, filepath.Join(folder, ".gitignore"), "made.md\n")
		u := d.openFile(folder, "a.md", text)
		var published struct{ Diagnostics []protocol.Diagnostic }
		_ = json.Unmarshal(d.wait("diagnostics", func(m message) bool {
			return m.Method == "textDocument/publishDiagnostics" && strings.Contains(string(m.Params), u)
		}).Params, &published)
		if len(published.Diagnostics) != want {
			t.Fatalf("%s: %v", severity, published.Diagnostics)
		}
		if want > 0 {
			d.types(u, text+"\n[It](#salz)\n")
			_ = json.Unmarshal(d.wait("later diagnostics", func(m message) bool {
				return m.Method == "textDocument/publishDiagnostics" && strings.Contains(string(m.Params), `"version":2`)
			}).Params, &published)
			if len(published.Diagnostics) != want+1 {
				t.Errorf("%s, after an edit: %v", severity, published.Diagnostics)
			}
		}
		for _, at := range []string{"slat", "it]"} {
			for trigger, isOffered := range map[int]bool{1: true, 2: want > 0} {
				point := pointAt(u, text, at)
				got := string(d.request("textDocument/codeAction", map[string]any{
					"textDocument": point["textDocument"], "range": map[string]any{"start": point["position"], "end": point["position"]},
					"context": map[string]any{"diagnostics": []any{}, "triggerKind": trigger},
				}))
				if isOffered != (strings.Contains(got, "Link to “#salt”") && strings.Contains(got, `"newText":"#salt"`)) {
					t.Errorf("severity %q, at %q, trigger %d: %s", severity, at, trigger, got)
				}
				if strings.Contains(got, "Ignore broken-link") != (want > 0) {
					t.Errorf("severity %q, ignored by a directive: %s", severity, got)
				}
			}
		}
	}
}

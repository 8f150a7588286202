package lsp

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis/rope"
)

// profile holds the capabilities that a real editor sends, from messages recorded by tools/profile.
type profile struct {
	Client       string
	Options      map[string]any `json:"initializationOptions"`
	Capabilities map[string]any
}

func profiles(t *testing.T) map[string]profile {
	t.Helper()
	paths, _ := filepath.Glob("testdata/profiles/*.json")
	all := make(map[string]profile)
	for _, path := range paths {
		var p profile
		if err := json.Unmarshal([]byte(read(t, path)), &p); err != nil {
			t.Fatalf("%s: %v", path, err)
		}
		all[strings.TrimSuffix(filepath.Base(path), ".json")] = p
	}
	if len(all) < 10 {
		t.Fatalf("only %d profiles", len(all))
	}
	return all
}

// has reports whether the client declares a capability, given the names that lead to it from the outermost object.
func (p profile) has(names ...string) bool {
	var at any = p.Capabilities
	for _, name := range names {
		level, _ := at.(map[string]any)
		at = level[name]
	}
	return at != nil && at != false
}

// takesEdits reports whether the editor applies the server's edits. Kate does, but declares it only through segls's settings.
func (p profile) takesEdits() bool {
	return p.has("workspace", "applyEdit") || p.Options[applyEditOption] == true
}

// hasLenses reports whether the editor shows lenses. lsp-mode declares only one of the two capabilities.
func (p profile) hasLenses() bool {
	return p.has("textDocument", "codeLens") || p.has("workspace", "codeLens")
}

// openBuffers starts a server for the editor of the profile, in a new workspace.
func (p profile) openBuffers(t *testing.T) (d *buffers, folder string) {
	t.Helper()
	folder = t.TempDir()
	e := launch(t)
	e.lax = true // lsp-mode sends null instead of an object
	d = &buffers{editor: e, lenient: true, texts: make(map[string]string), version: make(map[string]int), undos: make(map[string]int)}
	e.buffers = d
	options := map[string]any{"debounceMs": 0}
	for name, value := range p.Options {
		options[name] = value
	}
	var answer struct {
		Capabilities struct{ PositionEncoding string }
	}
	raw := e.request("initialize", map[string]any{
		"processId": nil, "rootUri": string(uri.File(folder)), "capabilities": p.Capabilities, "initializationOptions": with500(options),
	})
	if err := json.Unmarshal(raw, &answer); err != nil {
		t.Fatal(err)
	}
	e.lax = false
	d.encoding = protocol.PositionEncodingKind(answer.Capabilities.PositionEncoding)
	e.notify("initialized", map[string]any{})
	return d, folder
}

// TestProfiles runs every scenario with every profile. The fake editor checks that the server uses no capabilities that are not declared.
func TestProfiles(t *testing.T) {
	scenarios := map[string]func(t *testing.T, p profile){
		"what is shown":            showUnder,
		"typing":                   typeUnder,
		"an action and its undo":   actUnder,
		"a command":                commandUnder,
		"two moves at once":        moveTwiceUnder,
		"settings while it runs":   configureUnder,
		"closing and opening anew": reopenUnder,
	}
	for name, p := range profiles(t) {
		for what, play := range scenarios {
			t.Run(name+"/"+what, func(t *testing.T) {
				t.Parallel()
				play(t, p)
			})
		}
	}
}

// showUnder checks that views reach the editor in a supported form, with fragments at the same places in the editor's columns.
func showUnder(t *testing.T, p profile) {
	d, folder := p.openBuffers(t)
	text := "Salt 🧂 漢字 keeps.\n\n" + read(t, essay)
	u := d.openFile(folder, "chapter.md", text)
	starts := d.suggested(u)
	if len(starts) < 3 {
		t.Fatalf("only %d boundaries to show", len(starts))
	}
	var lenses []struct{ Range protocol.Range }
	d.decode("textDocument/codeLens", about(u), &lenses)
	for i, start := range starts {
		if i >= len(lenses) || lenses[i].Range.Start != start {
			t.Fatalf("lenses at %v, boundaries at %v", lenses, starts)
		}
	}
	var hints []json.RawMessage
	whole := map[string]any{"range": between(0, 0, strings.Count(text, "\n"), 0)}
	d.decode("textDocument/inlayHint", about(u, whole), &hints)
	if shown, lensed := len(hints) > 0, p.hasLenses(); shown == lensed {
		t.Errorf("%d hints for an editor that has lenses: %v", len(hints), lensed)
	}
	var symbols []map[string]any
	d.decode("textDocument/documentSymbol", about(u), &symbols)
	_, isTree := symbols[0]["selectionRange"]
	if tree := p.has("textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport"); isTree != tree {
		t.Errorf("the outline is a tree: %v, and the editor supports trees: %v", isTree, tree)
	}
	var hover struct{ Contents struct{ Kind, Value string } }
	d.decode("textDocument/hover", about(u, map[string]any{"position": starts[0]}), &hover)
	if hover.Contents.Value == "" || hover.Contents.Kind == "plaintext" && strings.Contains(hover.Contents.Value, "**") {
		t.Errorf("hover is %q", hover.Contents)
	}
	d.wait("diagnostics", func(m message) bool { return m.Method == "textDocument/publishDiagnostics" })
}

// typeUnder checks that, after random edits, paragraphs have the same places as in a new document with the same text.
func typeUnder(t *testing.T, p profile) {
	d, _ := p.openBuffers(t)
	w := writer{random: rand.New(rand.NewPCG(1, 2)), ending: "\n", encoding: string(d.encoding), text: read(t, essay)[:9000]}
	d.open("file:///live.md", w.text)
	for version := 2; version < 60; version++ {
		d.change("file:///live.md", version, w.change())
	}
	d.open("file:///fresh.md", w.text)
	live, fresh := comparable("blend", d.everything("file:///live.md", w)), comparable("blend", d.everything("file:///fresh.md", w))
	if live != strings.ReplaceAll(fresh, "fresh.md", "live.md") {
		t.Errorf("after typing the answers differ.\nlive:\n%s\nfresh:\n%s", live, fresh)
	}
}

const besideWideSigns = "漢字 🌊 begins a paragraph that stands beside wide signs. 👩‍🚀 Salt 🧂 keeps fish.\n"

// actUnder checks that an action is offered only if the editor can execute it, and that it is a single undo step.
func actUnder(t *testing.T, p profile) {
	d, folder := p.openBuffers(t)
	u := d.openFile(folder, "chapter.md", besideWideSigns)
	place := mapper{rope.New(besideWideSigns), d.encoding}.position(strings.Index(besideWideSigns, "🧂"))
	list := d.actions(u, map[string]any{"start": place, "end": place})
	able := p.takesEdits()
	if offered := slices.ContainsFunc(list, func(a action) bool { return strings.HasPrefix(a.Title, "Split paragraph") }); offered != able {
		t.Fatalf("a split is offered: %v, and the editor applies edits: %v", offered, able)
	}
	if !able {
		return
	}
	if failure := d.choose(list, "Split paragraph before this sentence"); failure != "" {
		t.Fatal(failure)
	}
	if want := strings.Replace(besideWideSigns, ". 👩", ".\n\n👩", 1); d.text(u) != want {
		t.Errorf("split into %q, not %q", d.text(u), want)
	}
	if d.undos[u] != 1 {
		t.Errorf("%d steps to undo", d.undos[u])
	}
}

// commandUnder tests a command that is executed without a menu, as by a key binding.
func commandUnder(t *testing.T, p profile) {
	d, folder := p.openBuffers(t)
	text := read(t, essay)
	u := d.openFile(folder, "chapter.md", text)
	at := d.suggested(u)[1]
	failure := d.run("segls.moveFragmentDown", u, map[string]any{"line": at.Line, "character": at.Character})
	if !p.takesEdits() {
		if failure == "" || d.text(u) != text {
			t.Errorf("an editor that does not apply edits got the error %q", failure)
		}
		return
	}
	if failure != "" || d.text(u) == text {
		t.Fatalf("the fragment was not moved: %q", failure)
	}
	if !slices.Equal(sortedLines(d.text(u)), sortedLines(text)) {
		t.Error("a move has changed more than the order of lines")
	}
}

// moveTwiceUnder checks that no text is lost if two commands are sent at once, and if the writer types during a third.
func moveTwiceUnder(t *testing.T, p profile) {
	if !p.takesEdits() {
		return
	}
	d, folder := p.openBuffers(t)
	text := read(t, essay)
	u := d.openFile(folder, "chapter.md", text)
	starts := d.suggested(u)
	run := func(command string, at protocol.Position) string {
		return d.run(command, u, map[string]any{"line": at.Line, "character": at.Character})
	}
	var both sync.WaitGroup
	for i, command := range []string{"segls.moveFragmentDown", "segls.moveFragmentUp"} {
		both.Go(func() {
			if failure := run(command, starts[i+1]); failure != "" {
				t.Error(failure)
			}
		})
	}
	both.Wait()
	if !slices.Equal(sortedLines(d.text(u)), sortedLines(text)) || d.undos[u] != 2 {
		t.Errorf("%d edits have changed more than the order of lines", d.undos[u])
	}
	typed := "Typed.\n\n" + d.text(u)
	d.before = func() {
		d.before = nil
		d.types(u, typed)
	}
	failure := run("segls.moveFragmentDown", d.suggested(u)[1])
	if isMoved := d.text(u) != typed; isMoved != (failure == "") || !slices.Equal(sortedLines(d.text(u)), sortedLines(typed)) {
		t.Errorf("a move while somebody types: %q\n%s", failure, d.text(u))
	}
}

// configureUnder checks that a setting takes effect when it is changed in the editor's own way.
func configureUnder(t *testing.T, p profile) {
	d, folder := p.openBuffers(t)
	u := d.openFile(folder, "chapter.md", read(t, essay))
	d.checkSetting(u, "preferred-words", 500.0)
	settings := map[string]any{"preferredWords": 200}
	if p.has("workspace", "configuration") {
		d.setSettings(settings)
	} else {
		d.notify("workspace/didChangeConfiguration", map[string]any{"settings": map[string]any{"segls": settings}})
	}
	d.awaitSetting(u, "preferred-words", 200.0)
}

// reopenUnder checks that a closed document has no fragments, and the same ones as before when it is opened again.
func reopenUnder(t *testing.T, p profile) {
	d, folder := p.openBuffers(t)
	text := read(t, essay)
	u := d.openFile(folder, "chapter.md", text)
	before := d.suggested(u)
	d.notify("textDocument/didClose", about(u))
	if m := d.ask("segls/fragments", about(u)); len(m.Result) > 0 && string(m.Result) != "null" {
		t.Errorf("fragments of a closed document: %s", m.Result)
	}
	d.open(u, text)
	if after := d.suggested(u); !slices.Equal(before, after) {
		t.Errorf("%v after opening anew, %v before", after, before)
	}
}

// suggested returns the positions of the suggested fragments of a document.
func (d *buffers) suggested(u string) []protocol.Position {
	d.t.Helper()
	var answer struct {
		Fragments []struct {
			Range     protocol.Range
			Suggested bool
		}
	}
	d.decode("segls/fragments", about(u), &answer)
	var starts []protocol.Position
	for _, f := range answer.Fragments {
		if f.Suggested {
			starts = append(starts, f.Range.Start)
		}
	}
	return starts
}

// decode sends a request and decodes the answer.
func (d *buffers) decode(method string, params map[string]any, answer any) {
	d.t.Helper()
	if err := json.Unmarshal(d.request(method, params), answer); err != nil {
		d.t.Fatalf("%s: %v", method, err)
	}
}

// TestAbilitiesAreDocumented checks the tables of the features that editors get, in testdata and in docs/editors/abilities.md.
func TestAbilitiesAreDocumented(t *testing.T) {
	var page, all strings.Builder
	fmt.Fprint(&page, "# What each editor gets\n\n",
		"This table is made from what the editors say about themselves when they start the server, as the end-to-end tests have recorded it\n",
		"(Kate 25.04 was recorded outside of them). A test keeps it current. A hover says in each of them why there is a boundary. Neovim and VS Code\n",
		"show the eight actions that are needed most, and all of them by kind; the others show all.\n\n",
		"| editor | previews of suggestions | outline | folds | moves, splits, merges | parts into new files |\n|---|---|---|---|---|---|\n")
	fmt.Fprint(&all, "| editor | columns in | previews | outline | folds | hover | actions at a boundary | moves, splits, merges | extracts to files |\n|---|---|---|---|---|---|---|---|---|\n")
	recorded := profiles(t)
	for _, name := range slices.Sorted(maps.Keys(recorded)) {
		row := recorded[name].row(t)
		fmt.Fprintf(&all, "| %s |\n", strings.Join(row, " | "))
		editor, _, _ := strings.Cut(row[0], ", which does not say so")
		if strings.HasPrefix(editor, "a client") {
			continue
		}
		if version, isCodeServer := strings.CutPrefix(editor, "code-server "); isCodeServer {
			editor = "VS Code (code-server " + version + ")"
		}
		fmt.Fprintf(&page, "| %s |\n", strings.Join([]string{editor, row[2], row[3], row[4], row[7], row[8]}, " | "))
	}
	golden(t, "testdata/abilities.md", all.String())
	golden(t, "../docs/editors/abilities.md", page.String())
}

// row returns the cells of a profile's table row: the features that its editor gets.
func (p profile) row(t *testing.T) []string {
	d, folder := p.openBuffers(t)
	u := d.openFile(folder, "chapter.md", read(t, essay))
	starts := d.suggested(u)
	place := map[string]any{"start": starts[1], "end": starts[1]}
	list := titles(d.actions(u, place))
	offered := func(title string) bool {
		return slices.ContainsFunc(list, func(t string) bool { return strings.HasPrefix(t, title) })
	}
	var hover struct{ Contents struct{ Kind string } }
	d.decode("textDocument/hover", about(u, map[string]any{"position": starts[0]}), &hover)
	either := func(is bool, yes, no string) string {
		if is {
			return yes
		}
		return no
	}
	return []string{
		p.Client,
		string(d.encoding),
		either(p.hasLenses(), "lenses", either(p.has("textDocument", "inlayHint"), "hints", "no")),
		either(p.has("textDocument", "documentSymbol", "hierarchicalDocumentSymbolSupport"), "tree", "list"),
		either(p.has("textDocument", "foldingRange"), "yes", "no"),
		hover.Contents.Kind,
		fmt.Sprint(len(list)),
		either(offered("Move fragment"), "yes", "no"),
		either(offered("Extract fragment"), "yes", "no"),
	}
}

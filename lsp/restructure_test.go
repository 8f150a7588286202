package lsp

import (
	"encoding/json"
	"errors"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/command"
	"github.com/segls/segls/internal/restructure"
)

// voyage is a small document with a change of topic and with characters of several widths.
const voyage = `---
title: Voyage
---

# 🧂 Salt and ferries

<!-- segls: preferred-words = 12 -->
<!-- segls: paragraph-max-words = 20 -->
<!-- segls: scaling = 1 -->

## 塩 Salt

Salt 🧂 keeps fish and salt keeps meat. Salt melts ice and salt cures meat. Bees build cells of wax. Bees feed on wax cells and honey.

## 𝔉erries

Ferries 🌊 cross a river on ropes, see [salt](#塩-salt).

Ropes hold ferries in the river current.

Apples ripen in the orchard. Orchard ladders stand among apples.
`

func place(text, part string, e encoding) map[string]any {
	p := mapper{rope.New(text), e}.position(strings.Index(text, part))
	return at(int(p.Line), int(p.Character))
}

// TestCommandsInEveryEncoding checks that each command has the same effect in every encoding, that one undo reverts it,
// that later answers equal those of a new server, and that a trial changes nothing.
func TestCommandsInEveryEncoding(t *testing.T) {
	t.Parallel()
	for _, encoding := range []string{"utf-8", "utf-16", "utf-32"} {
		for command, c := range map[string]struct {
			at   string
			more map[string]any
			want string // a part of the text afterwards
		}{
			command.SplitParagraph:             {at: "keeps meat", want: "cures meat.\n\nBees build"},
			command.SplitParagraphHere:         {at: "Bees feed", want: "of wax.\n\nBees feed"},
			command.MergeParagraph:             {at: "Ropes hold", want: "(#塩-salt). Ropes hold"},
			command.MergeParagraphWithPrevious: {at: "Apples", want: "current. Apples"},
			command.MergeParagraphWithNext:     {at: "Ropes hold", want: "current. Apples"},
			command.IgnoreHere:                 {at: "Salt 🧂", want: "<!-- segls: ignore-next -->\n\nSalt 🧂"},
			command.IgnoreInFile:               {at: "Salt 🧂", more: map[string]any{"rule": "paragraph-too-long"}, want: "---\n\n<!-- segls: ignore paragraph-too-long -->\n\n# 🧂"},
			command.InsertHeading:              {at: "Apples", want: "\n\n### "},
			command.RenameFragment:             {at: "Apples", more: map[string]any{"title": "🍎 Orchards", "as": "comment"}, want: "<!-- segls: title 🍎 Orchards -->\n\nApples"},
			command.AnnotateFragment:           {at: "Apples", more: map[string]any{"as": "label", "note": "green 🍎"}, want: "<!-- segls: label green 🍎 -->\n\nApples"},
			command.NewScene:                   {at: "Apples", want: "* * *\n\nApples"},
			command.SplitFragment:              {at: "Ropes hold", want: "<!-- segls: break -->\n\nRopes hold"},
			command.PinBoundary:                {at: "Apples", want: "<!-- segls: break -->\n\nApples"},
			command.VetoBoundary:               {at: "Apples", want: "<!-- segls: no-break -->\n\nApples"},
			command.RemoveHeading:              {at: "𝔉erries", want: "honey.\n\nFerries"},
			command.PromoteSection:             {at: "𝔉erries", want: "\n# 𝔉erries"},
			command.DemoteSection:              {at: "𝔉erries", want: "\n### 𝔉erries"},
			command.MoveFragmentUp:             {at: "Apples", want: "## 𝔉erries\n\nApples"},
			command.MoveFragmentDown:           {at: "Salt 🧂", want: "## 塩 Salt\n\n## 𝔉erries\n\nSalt 🧂"},
			command.MoveFragmentUnder:          {at: "Apples", more: map[string]any{"to": "## 塩"}, want: "honey.\n\nApples"},
			command.SwapFragments:              {at: "Salt 🧂", more: map[string]any{"to": "Apples"}, want: "## 塩 Salt\n\nApples"},
			command.MergeFragments:             {at: "Ropes hold", want: "<!-- segls: no-break -->\n\nApples"},
			command.MoveSectionUp:              {at: "𝔉erries", want: "-->\n\n## 𝔉erries"},
			command.MoveSectionDown:            {at: "塩 Salt\n", want: "-->\n\n## 𝔉erries"},
			command.MoveSectionUnder:           {at: "𝔉erries", more: map[string]any{"to": "## 塩"}, want: "### 𝔉erries"},
			command.ExtractFragment:            {at: "Apples", want: ".md)\n"},
			command.ExtractSection:             {at: "Ropes hold", want: "## 𝔉erries\n\n[𝔉erries]("},
			command.SetAside:                   {at: "Apples", want: "river current.\n"},
			command.SplitDocument:              {at: "Salt", more: map[string]any{"by": "headings"}, want: "[𝔉erries]("},
			command.SetTarget:                  {at: "Salt", more: map[string]any{"setting": "target", "value": 400}, want: "<!-- segls: target "},
		} {
			t.Run(encoding+" "+command, func(t *testing.T) {
				d, folder := openBuffers(t, encoding)
				u := d.openFile(folder, "voyage.md", voyage)
				if to, ok := c.more["to"].(string); ok {
					c.more = map[string]any{"to": place(voyage, to, d.encoding)}
				}
				if failure := d.run(command, u, place(voyage, c.at, d.encoding), c.more, map[string]any{"trial": true}); failure != "" || d.text(u) != voyage {
					t.Fatalf("a trial: %s\n%s", failure, d.text(u))
				}
				if failure := d.run(command, u, place(voyage, c.at, d.encoding), c.more); failure != "" {
					t.Fatal(failure)
				}
				if got := d.text(u); !strings.Contains(got, c.want) {
					t.Errorf("%q is not in\n%s", c.want, got)
				}
				if d.undos[u] != 1 {
					t.Errorf("%d steps to undo", d.undos[u])
				}
				fresh, folder := openBuffers(t, encoding)
				f := fresh.openFile(folder, "voyage.md", d.text(u))
				if told, want := d.ofText(u), fresh.ofText(f); told != want {
					t.Errorf("after the command: %s\nfrom a new server: %s", told, want)
				}
			})
		}
	}
}

// TestScenesInAnEditor checks that scenes move as wholes, and that a former name of the command that begins a scene still works.
func TestScenesInAnEditor(t *testing.T) {
	const novel = "# Salt\n\nSalt keeps fish.\n\n***\n\nBees build.\n\n<!-- segls: break -->\n\nWax burns.\n\n# Mules\n\nMules carry it.\n"
	for _, c := range []struct{ command, at, want string }{
		{command.MoveSceneUp, "Wax", "# Salt\n\nBees build.\n\n<!-- segls: break -->\n\nWax burns.\n\n***\n\nSalt keeps fish.\n\n# Mules"},
		{command.MoveSceneDown, "Bees", "# Salt\n\nSalt keeps fish.\n\n# Mules\n\nBees build.\n\n<!-- segls: break -->\n\nWax burns.\n\n***\n\nMules"},
		{"segls.insertBreak", "Wax", "Bees build.\n\n***\n\n<!-- segls: break -->\n\nWax"},
	} {
		d, folder := openBuffers(t, "utf-16")
		u := d.openFile(folder, "novel.md", novel)
		if failure := d.run(c.command, u, place(novel, c.at, d.encoding)); failure != "" || !strings.Contains(d.text(u), c.want) {
			t.Errorf("%s: %s\n%s", c.command, failure, d.text(u))
		}
	}
}

// TestSidesOfABreak checks that a fragment can be moved to either side of a break.
func TestSidesOfABreak(t *testing.T) {
	const lines = "# 塩\n\nSalt 🧂 keeps fish.\n\n<!-- segls: break -->\n\nBees build.\n\n* * *\n\nWax burns.\n\n<!-- segls: break -->\n\nMules carry it.\n"
	const mules = "<!-- segls: break -->\n\nMules carry it.\n\n"
	for _, encoding := range []string{"utf-8", "utf-16", "utf-32"} {
		for _, end := range []string{"\n", "\r\n"} {
			as := strings.NewReplacer("\n", end).Replace
			d, folder := openBuffers(t, encoding)
			u := d.openFile(folder, "novel.md", as(lines))
			named := func(beside int) string {
				var told fragmentsResult
				if err := json.Unmarshal(d.request("segls/fragments", about(u)), &told); err != nil {
					t.Fatal(err)
				}
				return told.Fragments[beside].ID
			}
			last := named(3)
			for _, move := range []struct {
				side   string
				beside int
				want   string
			}{
				{"after", 1, "# 塩\n\nSalt 🧂 keeps fish.\n\n<!-- segls: break -->\n\nBees build.\n\n" + mules + "* * *\n\nWax burns.\n"},
				{"before", 3, "# 塩\n\nSalt 🧂 keeps fish.\n\n<!-- segls: break -->\n\nBees build.\n\n* * *\n\n" + mules + "Wax burns.\n"},
				{"after", 1, "# 塩\n\nSalt 🧂 keeps fish.\n\n<!-- segls: break -->\n\nBees build.\n\n" + mules + "* * *\n\nWax burns.\n"},
				{"after", 3, lines},
			} {
				m := d.ask("segls/move", about(u, map[string]any{"unit": "fragment", "id": last, move.side: named(move.beside)}))
				if m.Error != nil || d.text(u) != as(move.want) {
					t.Errorf("%s, %s %d: %+v\n%q\nwant\n%q", encoding, move.side, move.beside, m.Error, d.text(u), as(move.want))
				}
			}
		}
	}
}

// ofText returns the parts of an answer that do not depend on a document's history.
func (d *buffers) ofText(u string) string {
	d.t.Helper()
	var told map[string]any
	if err := json.Unmarshal(d.request("segls/fragments", about(u)), &told); err != nil {
		d.t.Fatal(err)
	}
	for _, name := range []string{"version", "fragments", "statistics"} {
		delete(told, name)
	}
	for _, section := range told["sections"].([]any) {
		delete(section.(map[string]any), "id")
	}
	return string(mustEncode(told)) + comparable("blend", string(d.request("segls/curve", about(u))))
}

// TestEveryCommandIsTried checks that every command that edits a single text is named in this file.
func TestEveryCommandIsTried(t *testing.T) {
	source := read(t, "restructure_test.go")
	declared := read(t, "../internal/command/table.go")
	for _, c := range command.All {
		if c.Edit == nil || c.Change != nil {
			continue
		}
		line := declared[:strings.Index(declared, `"`+c.Name+`"`)]
		fields := strings.Fields(line[strings.LastIndexByte(line, '\n'):])
		if !strings.Contains(source, "command."+fields[0]) {
			t.Errorf("%s is not tried", c.Name)
		}
	}
}

// TestExtractAndInlineInAnEditor checks that inlining an extracted file restores the document, and that an existing file is kept.
func TestExtractAndInlineInAnEditor(t *testing.T) {
	d, folder := openBuffers(t, "utf-16")
	if err := os.WriteFile(filepath.Join(folder, "塩-SALT.md"), []byte("mine"), 0o600); err != nil {
		t.Fatal(err)
	}
	u := d.openFile(folder, "voyage.md", voyage)
	if failure := d.run(command.ExtractSection, u, place(voyage, "keeps meat", d.encoding)); failure != "" {
		t.Fatal(failure)
	}
	file := string(uri.File(filepath.Join(folder, "塩-salt-2.md")))
	extracted := d.text(u)
	if !strings.HasPrefix(d.text(file), "# 塩 Salt\n\nSalt 🧂 keeps") || !strings.Contains(extracted, "(塩-salt-2.md)") {
		t.Fatalf("the file %q, the text\n%s", d.text(file), extracted)
	}
	if err := os.WriteFile(filepath.Join(folder, "塩-salt-2.md"), []byte(d.text(file)), 0o600); err != nil {
		t.Fatal(err)
	}
	actions := d.actions(u, map[string]any{"start": place(extracted, "[塩", d.encoding), "end": place(extracted, "[塩", d.encoding)}, "refactor.inline")
	if failure := d.choose(actions, "Put the text of 塩-salt-2.md here"); failure != "" {
		t.Fatal(failure)
	}
	if d.text(u) != voyage {
		t.Errorf("extracted and inlined:\n%s", d.text(u))
	}
}

// TestSetAsideAndPutIn checks that text that was set aside can be inserted again, but not a file outside the workspace.
func TestSetAsideAndPutIn(t *testing.T) {
	d, folder := openBuffers(t, "utf-16")
	u := d.openFile(folder, "voyage.md", voyage)
	if failure := d.run(command.SetAside, u, place(voyage, "keeps meat", d.encoding)); failure != "" {
		t.Fatal(failure)
	}
	aside := d.text(u)
	if strings.Contains(aside, "keeps meat") {
		t.Fatalf("set aside, the text is\n%s", aside)
	}
	var made []string
	d.mu.Lock()
	for name := range d.texts {
		if strings.Contains(name, "/tray/") {
			made = append(made, name)
		}
	}
	d.mu.Unlock()
	if len(made) != 1 || !strings.Contains(d.text(made[0]), "keeps meat") {
		t.Fatalf("the tray has %q", made)
	}
	file := filepath.Join(folder, "tray", filepath.FromSlash(path.Base(uri.URI(made[0]).Path())))
	if err := errors.Join(os.MkdirAll(filepath.Dir(file), 0o700), os.WriteFile(file, []byte(d.text(made[0])), 0o600)); err != nil {
		t.Fatal(err)
	}
	if failure := d.run(command.PutIn, u, place(aside, "", d.encoding), map[string]any{"file": "tray/" + filepath.Base(file)}); failure != "" {
		t.Fatal(failure)
	}
	if got := d.text(u); !strings.HasPrefix(got, strings.TrimRight(aside, "\n")) || !strings.Contains(got, "keeps meat") {
		t.Errorf("put in again, the text is\n%s", got)
	}
	if err := os.Mkdir(filepath.Join(folder, "part"), 0o700); err != nil {
		t.Fatal(err)
	}
	other := d.openFile(folder, "part/other.md", "# Other\n\nBees build wax cells.\n")
	if failure := d.run(command.PutIn, other, at(0, 0), map[string]any{"file": "../tray/" + filepath.Base(file)}); failure != "" || !strings.Contains(d.text(other), "keeps meat") {
		t.Errorf("put into a text of another folder: %s\n%s", failure, d.text(other))
	}
	if held := d.held(other); len(held) != 1 {
		t.Errorf("what has been put in is not held: %v", held)
	}
	for _, outside := range []string{"../../voyage.md", file} {
		if failure := d.run(command.PutIn, other, at(0, 0), map[string]any{"file": outside}); !strings.Contains(failure, "outside the workspace") && !strings.Contains(failure, "cannot be read") {
			t.Errorf("%s is put in: %q", outside, failure)
		}
	}
}

// TestPlacesForFiles checks in which places sections may be extracted into files, and which files may be inlined.
func TestPlacesForFiles(t *testing.T) {
	d, folder := openBuffers(t, "utf-16")
	outside := t.TempDir()
	u := d.openFile(folder, "voyage.md", voyage)
	for link, to := range map[string]string{"away": outside, "nowhere": filepath.Join(outside, "none"), "file.md": filepath.Join(outside, "x.md")} {
		if err := os.Symlink(to, filepath.Join(folder, link)); err != nil {
			t.Skip("no symbolic links here")
		}
	}
	for _, file := range []string{
		"../x.md", "/x.md", "a/../../x.md", "away/x.md", "nowhere/x.md", "file.md", "VOYAGE.md", "voyage.md", `C:\x.md`, "C:x.md", `..\x.md`, `a\b.md`,
		"con.md", "a/NUL.md", "x.sh", "x", ".md/", "a//b.md", "./x.md", "a. /x.md", "x.md\x00",
	} {
		if failure := d.run(command.ExtractSection, u, place(voyage, "keeps meat", d.encoding), map[string]any{"file": file}); failure == "" {
			t.Errorf("a section is extracted into %q", file)
		}
	}
	if d.text(u) != voyage || d.count("workspace/applyEdit") != 0 {
		t.Error("something has been changed")
	}
	if failure := d.run(command.ExtractSection, u, place(voyage, "keeps meat", d.encoding), map[string]any{"file": "parts/salt.md", "frontMatter": "---\ntitle: {title}\n---"}); failure != "" {
		t.Error(failure)
	}
	file := d.text(string(uri.File(filepath.Join(folder, "parts", "salt.md"))))
	if !strings.HasPrefix(file, "---\ntitle: 塩 Salt\n---\n\n# 塩 Salt\n") || !strings.Contains(d.text(u), "(parts/salt.md)") {
		t.Errorf("the file:\n%s\nthe text:\n%s", file, d.text(u))
	}
	for _, target := range []string{"../x.md", "away/x.md", "nowhere/x.md", "none.md"} {
		text := "[x](" + target + ")\n"
		d.types(u, text)
		if failure := d.run(command.InlineFile, u, at(0, 0)); failure == "" {
			t.Errorf("%s is read", target)
		}
	}
}

// TestFrontMatter checks that a new file begins with the front matter in the settings.
func TestFrontMatter(t *testing.T) {
	d, folder := openBuffers(t, "utf-16")
	d.disk.write(filepath.Join(folder, ".segls.toml"), "front-matter = \"+++\\nname = '{title}'\\n+++\"\n")
	u := d.openFile(folder, "templated.md", voyage)
	if failure := d.run(command.ExtractSection, u, place(voyage, "keeps meat", d.encoding), map[string]any{"file": "parts/ice.md"}); failure != "" {
		t.Error(failure)
	}
	if file := d.text(string(uri.File(filepath.Join(folder, "parts", "ice.md")))); !strings.HasPrefix(file, "+++\nname = '塩 Salt'\n+++\n\n# 塩 Salt\n") {
		t.Errorf("the file:\n%s", file)
	}
}

// TestMenu checks the actions at each place, in a form that each client supports.
func TestMenu(t *testing.T) {
	check := func(d *buffers, u, place1 string, want ...string) []action {
		t.Helper()
		p := place(voyage, place1, d.encoding)
		list := d.actions(u, map[string]any{"start": p, "end": p})
		for _, w := range want {
			if !slices.ContainsFunc(list, func(a action) bool { return strings.HasPrefix(a.Title, w) }) {
				t.Errorf("at %q no action %q among %q", place1, w, titles(list))
			}
		}
		return list
	}
	d, folder := openBuffers(t, "utf-16")
	u := d.openFile(folder, "voyage.md", voyage)
	list := check(d, u, "Salt 🧂", "Split paragraph at its weakest point", "Ignore this paragraph", "Ignore paragraph-too-long in this file", "Allow paragraphs of 50 words in this file", "Allow paragraphs of 50 words in this project", "Move fragment down", "Extract fragment")
	if !list[0].IsPreferred || list[0].Kind != "quickfix" {
		t.Errorf("the first action is %+v", list[0])
	}
	check(d, u, "Apples", "Insert heading", "New scene here", "Keep this boundary", "No boundary here", "Merge paragraph with the one above", "Move fragment up", "Move fragment under “塩 Salt”")
	check(d, u, "𝔉erries", "Promote section", "Demote section", "Remove the heading", "Move section up", "Move section under “塩 Salt”", "Extract section")
	check(d, u, "# 🧂", "Split the document into files by headings", "Split the document into files by fragments")
	for _, a := range d.actions(u, map[string]any{"start": place(voyage, "Apples", d.encoding), "end": place(voyage, "Apples", d.encoding)}, "refactor.move") {
		if a.Kind != "refactor.move" {
			t.Errorf("asked for moves alone: %+v", a)
		}
	}
	for _, without := range [][]string{{"applyEdit"}, {"codeActionLiteralSupport"}, {"resolveSupport"}, {"documentChanges"}, {"documentChanges", "resourceOperations", "changeAnnotationSupport", "snippetEditSupport"}, {"changeAnnotationSupport", "snippetEditSupport"}, {"workspaceEdit"}, {"isPreferredSupport"}} {
		t.Run("without "+strings.Join(without, " "), func(t *testing.T) {
			d, folder := openBuffers(t, "utf-16", without...)
			u := d.openFile(folder, "voyage.md", voyage)
			p := place(voyage, "Apples", d.encoding)
			list := d.actions(u, map[string]any{"start": p, "end": p})
			if without[0] == "codeActionLiteralSupport" {
				if len(list) == 0 || slices.ContainsFunc(list, func(a action) bool { return a.Kind != "" }) {
					t.Errorf("not commands alone: %+v", list)
				}
			} else if failure := d.choose(list, "Keep this boundary"); failure != "" || !strings.Contains(d.text(u), "segls: break -->\n\nApples") {
				t.Errorf("%s\n%s", failure, d.text(u))
			}
			failure := d.run(command.ExtractSection, u, place(d.text(u), "keeps meat", d.encoding))
			if can := without[0] != "applyEdit" && !slices.Contains(without, "resourceOperations") && without[0] != "workspaceEdit"; can != (failure == "") {
				t.Errorf("extraction: %q", failure)
			}
		})
	}
}

// TestShortMenu checks that a short menu has the most used commands and those of the client, unless a kind is requested.
func TestShortMenu(t *testing.T) {
	t.Parallel()
	menu := map[string]any{"most": 8, "moveTo": "client.moveTo", "related": "client.related"}
	d, folder := openBuffersWith(t, "utf-8", map[string]any{"debounceMs": 0, "menu": menu})
	u := d.openFile(folder, "voyage.md", voyage)
	at := func(words string, only ...string) string {
		p := place(voyage, words, d.encoding)
		return strings.Join(titles(d.actions(u, map[string]any{"start": p, "end": p}, only...)), "\n")
	}
	for words, want := range map[string]string{
		"Apples": `Insert heading “Orchard ladders”
Keep this boundary
No boundary here
Move fragment up
Extract fragment into a file
Show related passages
Move to…`,
		"Salt 🧂": `Split paragraph at its weakest point
Ignore this paragraph
Allow paragraphs of 50 words in this file
Allow paragraphs of 50 words in this project
Ignore paragraph-too-long in this file
Move to…
Move fragment up
Move fragment down`,
		"# 🧂": `Move to…
Demote section
Extract section into a file
Show related passages`,
	} {
		if got := at(words); got != want {
			t.Errorf("at %q\ngot\n%s\nwant\n%s", words, got, want)
		}
	}
	p := place(voyage, "Apples", d.encoding)
	for i, a := range d.actions(u, map[string]any{"start": p, "end": p}) { // VS Code sorts by kind, quick fixes first
		if isFix := a.Kind == "quickfix"; isFix != (i < 3) || a.IsPreferred != (i == 0) {
			t.Errorf("%s is a %s, preferred: %v", a.Title, a.Kind, a.IsPreferred)
		}
	}
	for _, words := range []string{"塩 Salt", "𝔉erries", "Ferries 🌊", "Ropes hold", "Apples"} {
		p := place(voyage, words, d.encoding)
		kinds := make(map[string]string)
		for _, a := range d.actions(u, map[string]any{"start": p, "end": p}) {
			kinds[a.Title] = a.Kind
		}
		for _, unit := range []string{"fragment", "section"} {
			up, down := kinds["Move "+unit+" up"], kinds["Move "+unit+" down"]
			if up != "" && down != "" && up != down {
				t.Errorf("at %q, up is a %s and down a %s", words, up, down)
			}
		}
	}
	for words, want := range map[string]int{"Apples": 0, "Salt 🧂": 5} {
		p := place(voyage, words, d.encoding)
		var offered []action
		context := map[string]any{"diagnostics": []any{}, "triggerKind": 2} // automatic
		raw := d.request("textDocument/codeAction", about(u, map[string]any{"range": map[string]any{"start": p, "end": p}, "context": context}))
		if err := json.Unmarshal(raw, &offered); err != nil {
			t.Fatal(err)
		}
		if len(offered) != want {
			t.Errorf("at %q, without being asked for: %q", words, titles(offered))
		}
	}
	if all := at("Apples", "refactor"); strings.Count(all, "\n") < 8 || strings.Contains(all, "related") {
		t.Errorf("asked for by kind:\n%s", all)
	}
}

// TestFirstFixes checks which actions come first in a paragraph that is too long, and at a line that includes a file.
func TestFirstFixes(t *testing.T) {
	t.Parallel()
	d, folder := openBuffersWith(t, "utf-8", map[string]any{"debounceMs": 0, "menu": map[string]any{"most": 8}})
	long := "# Salt\n\n" + strings.Repeat("Salt keeps fish. ", 400) + "\n\n[Other](other.md)\n"
	write(t, filepath.Join(folder, "other.md"), "# Other\n")
	u := d.openFile(folder, "long.md", long)
	for offset, want := range map[int][]string{
		len("# Salt\n\nSalt keeps fish. Salt"): {"Split paragraph at its weakest point", "Split paragraph before this sentence", "Ignore this paragraph"},
		strings.Index(long, "Other"):           {"Put the text of other.md here"},
	} {
		p := place(long, long[offset:], d.encoding)
		got := titles(d.actions(u, map[string]any{"start": p, "end": p}))
		if len(got) < len(want) || !slices.Equal(got[:len(want)], want) {
			t.Errorf("at %d: %q, want first %q", offset, got, want)
		}
	}
}

// TestTopicShifts checks the fixes for headings without a topic shift and for shifts without a heading.
func TestTopicShifts(t *testing.T) {
	const text = `<!-- segls: preferred-words = 6 -->
<!-- segls: scaling = 1 -->
<!-- segls: window-paragraphs = 1 -->
<!-- segls: heading-min-shift = 0.3 -->
<!-- segls: boundary-max-shift = 0.3 -->

Salt keeps fish and salt keeps meat.

## More 🧂 salt

Salt keeps fish and salt keeps meat.

Ferries cross a river. Ferries carry mules.
`
	for _, fix := range []struct{ at, title, want string }{
		{"🧂", "Remove the heading", "meat.\n\nSalt keeps fish and salt keeps meat.\n\nFerries"},
		{"🧂", "Demote section", "\n### More 🧂 salt\n"},
		{"🧂", "Ignore this heading", "salt\n\n<!-- segls: ignore-next -->\n\nSalt"},
		{"🧂", "Ignore heading-without-topic-shift in this file", "<!-- segls: ignore heading-without-topic-shift -->\n"},
		{"carry", "Insert heading “", "meat.\n\n### "},
		{"carry", "Ignore this boundary", "<!-- segls: ignore-next -->\n\nFerries"},
	} {
		d, folder := openBuffers(t, "utf-16")
		u := d.openFile(folder, "shifts.md", text)
		p := place(text, fix.at, d.encoding)
		list := d.actions(u, map[string]any{"start": p, "end": p}, "quickfix")
		if failure := d.choose(list, fix.title); failure != "" || !strings.Contains(d.text(u), fix.want) {
			t.Errorf("%s: %s %q\n%s", fix.title, failure, titles(list), d.text(u))
		}
	}
}

// TestFiner checks the fragments with more or fewer boundaries. The method paper must refuse to make more.
func TestFiner(t *testing.T) {
	const uri = "file:///essay.md"
	settings := analysis.Defaults()
	settings.Method, settings.Headings = analysis.MethodBlend, analysis.HeadingsIgnore
	doc := analysis.New(read(t, essay), markup.Markdown, settings)
	e := edit(t, full("utf-16"), map[string]any{"method": "blend", "headings": "ignore"})
	e.open(uri, read(t, essay))
	for _, by := range []int{0, 3, 1, -2} {
		want, err := doc.AdjustBoundaries(by)
		if err != nil {
			t.Fatal(err)
		}
		var got fragmentsResult
		if err := json.Unmarshal(e.request("segls/fragments", about(uri, map[string]any{"finer": by})), &got); err != nil {
			t.Fatal(err)
		}
		if len(got.Fragments) != len(doc.Fragments())+by || len(got.Fragments) != len(want.Fragments()) {
			t.Errorf("%d finer than %d: %d fragments, want %d", by, len(doc.Fragments()), len(got.Fragments), len(want.Fragments()))
		}
		for i, f := range got.Fragments {
			if f.Words != want.Fragment(i).Words || f.Title != want.Fragment(i).Title().Text {
				t.Errorf("%d finer, fragment %d: %+v", by, i, f)
			}
		}
	}
	var explained explainResult
	if err := json.Unmarshal(e.request("segls/explain", about(uri, map[string]any{"after": 1})), &explained); err != nil {
		t.Fatal(err)
	}
	if explained.Confidence == nil || *explained.Confidence != doc.Confidence()[0] {
		t.Errorf("a confidence of %v, want %v", explained.Confidence, doc.Confidence()[0])
	}
	e = edit(t, full("utf-16"), map[string]any{"method": "paper"})
	e.open(uri, read(t, essay))
	if m := e.ask("segls/fragments", about(uri, map[string]any{"finer": 1})); m.Error == nil || !strings.Contains(m.Error.Message, "the method paper does not say") {
		t.Errorf("%+v", m)
	}
}

// TestArrange checks that several moves are applied as one edit or not at all, and that a preview changes nothing.
func TestArrange(t *testing.T) {
	d, folder := openBuffers(t, "utf-16")
	u := d.openFile(folder, "voyage.md", voyage)
	var was fragmentsResult
	if err := json.Unmarshal(d.request("segls/fragments", about(u)), &was); err != nil {
		t.Fatal(err)
	}
	first, last := was.Fragments[0].ID, was.Fragments[len(was.Fragments)-1].ID
	sections := was.Sections
	moves := []map[string]any{
		{"unit": "fragment", "id": last, "before": first},
		{"unit": "section", "id": sections[2].ID, "before": sections[1].ID},
		{"unit": "fragment", "id": first, "under": sections[2].ID},
		{"unit": "fragment", "id": first, "under": sections[2].ID},
	}
	arrange := func(moves []map[string]any, preview bool) message {
		return d.ask("segls/arrange", about(u, map[string]any{"moves": moves, "preview": preview}))
	}
	var told arrangement
	if m := arrange(moves, true); m.Error != nil || json.Unmarshal(m.Result, &told) != nil || d.text(u) != voyage {
		t.Fatalf("%+v %s", m.Error, m.Result)
	}
	var compared changesResult
	m := d.ask("segls/arrange", about(u, map[string]any{"moves": moves, "compare": true}))
	if m.Error != nil || json.Unmarshal(m.Result, &compared) != nil || d.text(u) != voyage || len(compared.Old) != len(was.Fragments) || len(compared.New) != len(was.Fragments) {
		t.Errorf("%+v %s", m.Error, m.Result)
	}
	for _, c := range compared.Changes {
		if c.Kind != "moved" {
			t.Errorf("an order changes nothing but places: %+v", c)
		}
	}
	gone := append(slices.Clone(moves), map[string]any{"unit": "fragment", "id": "nothing"})
	if m := arrange(gone, false); m.Error == nil || m.Error.Code != -32801 || d.text(u) != voyage {
		t.Errorf("%+v\n%s", m.Error, d.text(u))
	}
	if m := arrange(moves, false); m.Error != nil || d.text(u) != told.Text || d.undos[u] != 1 {
		t.Errorf("%+v, %d steps\n%s\nand not\n%s", m.Error, d.undos[u], d.text(u), told.Text)
	}
	ferries, salt, apples := strings.Index(told.Text, "## 𝔉erries"), strings.Index(told.Text, "## 塩 Salt"), strings.Index(told.Text, "Apples ripen")
	if bees := strings.Index(told.Text, "Bees build"); !(ferries < salt && salt < apples && apples < bees || ferries < bees && bees < salt && salt < apples) {
		t.Errorf("the order of\n%s", told.Text)
	}
	var is fragmentsResult
	if err := json.Unmarshal(d.request("segls/fragments", about(u)), &is); err != nil {
		t.Fatal(err)
	}
	for _, f := range is.Fragments {
		if moved := f.ID == first || f.ID == last; moved && !f.Held {
			t.Errorf("not held: %+v", f)
		}
	}
	if len(is.Fragments) != len(was.Fragments) {
		t.Errorf("%d fragments, and not %d", len(is.Fragments), len(was.Fragments))
	}
	if m := arrange([]map[string]any{{"unit": "fragment", "id": is.Fragments[0].ID, "before": is.Fragments[0].ID}}, false); m.Error == nil {
		t.Error("a move to the current place is not refused")
	}
}

// TestMoveByID checks moves of fragments and sections by id, and that a moved fragment is held until the move is undone.
func TestMoveByID(t *testing.T) {
	d, folder := openBuffers(t, "utf-16")
	u := d.openFile(folder, "voyage.md", voyage)
	known := func() (told fragmentsResult) {
		if err := json.Unmarshal(d.request("segls/fragments", about(u)), &told); err != nil {
			t.Fatal(err)
		}
		return told
	}
	move := func(unit, id string, before any) message {
		return d.ask("segls/move", about(u, map[string]any{"unit": unit, "id": id, "before": before}))
	}
	was := known()
	last := was.Fragments[len(was.Fragments)-1]
	if m := move("fragment", "nothing", nil); m.Error == nil || m.Error.Code != -32801 {
		t.Errorf("a move of nothing: %+v", m)
	}
	if m := move("fragment", last.ID, was.Fragments[0].ID); m.Error != nil || !strings.Contains(d.text(u), "## 塩 Salt\n\nApples") {
		t.Errorf("%+v\n%s", m.Error, d.text(u))
	}
	for i, f := range known().Fragments {
		if f.Held != (f.ID == last.ID) || f.ID == last.ID && f.Words != last.Words {
			t.Errorf("fragment %d after the move: %+v", i, f)
		}
	}
	d.types(u, voyage) // restores the text and so its fragments
	for i, f := range known().Fragments {
		if f.Held || f.ID != was.Fragments[i].ID {
			t.Errorf("fragment %d taken back: %+v", i, f)
		}
	}
	sections := known().Sections
	if m := move("section", sections[2].ID, sections[1].ID); m.Error != nil || strings.Index(d.text(u), "𝔉erries") > strings.Index(d.text(u), "塩 Salt\n") {
		t.Errorf("%+v\n%s", m.Error, d.text(u))
	}
	if m := move("fragment", last.ID, "nowhere"); m.Error == nil {
		t.Error("a move to an unknown place succeeds")
	}
	if m := move("chapter", last.ID, nil); m.Error == nil {
		t.Error("a move of an unknown unit succeeds")
	}
}

// TestEndlessTyping checks that a command ends although the text changes each time before its edit is sent.
func TestEndlessTyping(t *testing.T) {
	d, folder := openBuffers(t, "utf-16")
	u := d.openFile(folder, "voyage.md", voyage)
	d.request("segls/status", map[string]any{})
	tries := 0
	err := d.server.applyToNewest(t.Context(), uri.URI(u), protocol.Position{}, func(v *analysedFile) (restructure.Edit, error) {
		if tries++; tries > 100 {
			return restructure.Edit{}, errors.New("without end")
		}
		d.types(u, strings.Repeat("Salt. ", tries)+voyage)
		d.request("segls/status", map[string]any{})
		return restructure.Edit{Replacements: []restructure.Replacement{{Text: "x"}}}, nil
	})
	if !errors.Is(err, errOutdated) {
		t.Errorf("after %d attempts: %v", tries, err)
	}
}

package lsp

import (
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/command"
)

// islandBook is an mdBook of three chapters with links between them.
func islandBook() map[string]string {
	return map[string]string{
		"book.toml":      "[book]\ntitle = \"The island\"\n",
		"src/SUMMARY.md": "# Summary\n\n- [Salt](salt.md)\n- [Iron](iron.md) <!-- the forge -->\n- [Tides](tides.md)\n",
		"src/salt.md": "# Salt\n\nBrine stands in the pans, and [the moon](tides.md#the-moon) fills them.\n\n" +
			"## Pans\n\nThe pans lie behind the dyke, and the sun dries them.\n\n## Trade\n\nSalt goes to the coast on mules, see [pans](#pans).\n",
		"src/iron.md":  "# Iron\n\nThe forge burns charcoal all winter.\n\n## Ore\n\nOre comes from the bog, as [trade](salt.md#trade) shows.\n",
		"src/tides.md": "# Tides\n\nTwice a day the sea comes in.\n\n## The moon\n\nThe moon draws the sea, and [ore](iron.md#ore) does not care.\n",
	}
}

// openWork starts an editor in the folder of a work, with buffers that are written to disk.
func openWork(t *testing.T, files map[string]string, open []string, without ...string) (d *buffers, at func(name string) string) {
	t.Helper()
	return openWorkWith(t, fullWithEdits("utf-16", without...), files, open)
}

// openWorkWith is openWork for a client with the given capabilities.
func openWorkWith(t *testing.T, capabilities map[string]any, files map[string]string, open []string) (d *buffers, at func(name string) string) {
	t.Helper()
	capabilities["workspace"].(map[string]any)["fileOperations"] = map[string]any{"willRename": true}
	e, folder := openFolder(t, capabilities, files)
	d = &buffers{
		editor: e, saves: true, encoding: protocol.PositionEncodingKindUTF16, texts: make(map[string]string), version: make(map[string]int), undos: make(map[string]int),
		create: func(path string) error { return os.WriteFile(path, nil, 0o600) },
	}
	e.mu.Lock()
	e.buffers = d
	e.mu.Unlock()
	at = func(name string) string { return string(uri.File(filepath.Join(folder, filepath.FromSlash(name)))) }
	for _, name := range open {
		d.mu.Lock()
		d.texts[at(name)], d.version[at(name)] = files[name], 1
		d.mu.Unlock()
		language := map[string]string{".md": "markdown", ".rst": "restructuredtext"}[filepath.Ext(name)]
		e.notify("textDocument/didOpen", map[string]any{"textDocument": map[string]any{"uri": at(name), "languageId": language, "version": 1, "text": files[name]}})
	}
	e.readWork(at(open[0]))
	return d, at
}

// now returns the text of a file, from the buffers or else from disk, or "" if it does not exist.
func (d *buffers) now(u string) string {
	d.mu.Lock()
	text, isOpen := d.texts[u]
	d.mu.Unlock()
	if isOpen {
		return text
	}
	onDisk, _ := os.ReadFile(uri.URI(u).FsPath())
	return string(onDisk)
}

// ids returns the ids of the fragments of a text by their places, such as "first", and the ids of its sections by title.
func (d *buffers) ids(u string) (fragments, sections map[string]string) {
	d.t.Helper()
	var answer struct {
		Fragments []struct {
			ID, Title string
			Range     protocol.Range
			Held      bool
		}
		Sections []struct{ ID, Title string }
	}
	if err := json.Unmarshal(d.request("segls/fragments", about(u)), &answer); err != nil {
		d.t.Fatal(err)
	}
	fragments, sections = make(map[string]string), make(map[string]string)
	for i, f := range answer.Fragments {
		fragments[[]string{"first", "second", "third", "fourth"}[min(i, 3)]] = f.ID
	}
	for _, s := range answer.Sections {
		sections[s.Title] = s.ID
	}
	return fragments, sections
}

// command executes a command and returns its answer, or the reason if it failed.
func (d *buffers) command(name string, argument map[string]any) (answer, failure string) {
	d.t.Helper()
	m := d.ask("workspace/executeCommand", map[string]any{"command": name, "arguments": []any{argument}})
	if m.Error != nil {
		return "", m.Error.Message
	}
	return string(m.Result), ""
}

// isDone reports whether an answer says that a command has been executed.
func isDone(answer string) bool { return answer == "null" || strings.HasPrefix(answer, `{"moved":`) }

// TestOrphans checks that a text outside the order can be viewed, and that text can move to and from it.
func TestOrphans(t *testing.T) {
	const iron, cut = "src/iron.md", "src/cut.md"
	book := islandBook()
	book[cut] = "# Cut for now\n\nNothing here is printed.\n\n## Rope\n\nRope is made of hemp, see [ore](iron.md#ore).\n"
	d, at := openWork(t, book, []string{"src/salt.md"})
	rope := func(name string) string {
		_, sections := d.ids(at(name))
		return sections["Rope"]
	}
	says := func(name, want string) {
		t.Helper()
		if got := d.now(at(name)); !strings.Contains(got, want) {
			t.Errorf("%s says %q, without %q", name, got, want)
		}
	}
	answer, failure := d.command(command.MoveSectionTo, map[string]any{"uri": at(cut), "id": rope(cut), "toUri": at(iron)})
	if !isDone(answer) || failure != "" {
		t.Fatal("out of an orphan: ", answer, failure)
	}
	says(iron, "## Rope\n\nRope is made of hemp, see [ore](#ore).")
	if d.now(at(cut)) != "# Cut for now\n\nNothing here is printed.\n" {
		t.Errorf("the orphan says %q", d.now(at(cut)))
	}
	answer, failure = d.command(command.MoveSectionTo, map[string]any{"uri": at(iron), "id": rope(iron), "toUri": at(cut)})
	if !isDone(answer) || failure != "" {
		t.Fatal("into an orphan: ", answer, failure)
	}
	says(cut, book[cut])
	if answer, failure = d.command(command.MergeFiles, map[string]any{"uri": at(cut)}); !strings.Contains(failure, "not in the order") {
		t.Error("an orphan is merged: ", answer, failure)
	}
}

// arrived returns the fragments that a command reports as moved, each with its new file.
func (d *buffers) arrived(answer string) (list []string) {
	d.t.Helper()
	var told arrivalsResult
	if err := json.Unmarshal([]byte(answer), &told); err != nil {
		d.t.Fatalf("%s: %v", answer, err)
	}
	for _, a := range told.Moved {
		list = append(list, string(a.URI)+" "+a.ID)
	}
	return list
}

// held returns the held fragments of a file, in the form of arrived.
func (d *buffers) held(u string) (list []string) {
	d.t.Helper()
	var told struct{ Fragments []fragmentResult }
	if err := json.Unmarshal(d.request("segls/fragments", about(u)), &told); err != nil {
		d.t.Fatal(err)
	}
	for _, f := range told.Fragments {
		if f.Held {
			list = append(list, u+" "+f.ID)
		}
	}
	return list
}

// TestMoveUpdatesLengths checks that a move updates the lengths of files at once, open or not.
func TestMoveUpdatesLengths(t *testing.T) {
	const salt, iron = "src/salt.md", "src/iron.md"
	for _, open := range [][]string{{salt}, {iron}, {salt, iron}, {"src/tides.md"}} {
		d, at := openWork(t, islandBook(), open)
		u := at(open[0])
		before := d.work(u)
		_, sections := d.ids(at(salt))
		answer, failure := d.command(command.MoveSectionTo, map[string]any{"uri": at(salt), "id": sections["Trade"], "toUri": at(iron)})
		if failure != "" {
			t.Fatal(failure)
		}
		if got, want := d.arrived(answer), d.held(at(iron)); len(want) == 0 || !slices.Equal(got, want) {
			t.Errorf("with %v open %v has arrived, and %v is held", open, got, want)
		}
		after := d.work(u)
		words := func(w workAnswer, i int) int { return w.Entries[i].Own.Words }
		moved := words(before, 0) - words(after, 0)
		if moved != 9 || words(after, 1) != words(before, 1)+moved || after.Total.Words != before.Total.Words {
			t.Errorf("%v open: %d words moved; %d of %d, %d of %d, in all %d of %d", open, moved,
				words(after, 0), words(before, 0), words(after, 1), words(before, 1), after.Total.Words, before.Total.Words)
		}
	}
}

// TestCompareAnOrder checks that the changes of a proposed order over several files are listed before the order is applied.
func TestCompareAnOrder(t *testing.T) {
	const salt, iron = "src/salt.md", "src/iron.md"
	files := islandBook()
	for _, open := range [][]string{{salt}, {salt, iron}, {"src/tides.md"}} {
		d, at := openWork(t, files, open)
		_, sections := d.ids(at(salt))
		moves := []map[string]any{{"unit": "section", "uri": at(salt), "id": sections["Trade"], "toUri": at(iron)}}
		var told changesResult
		if err := json.Unmarshal(d.request(requestArrange, about(at(open[0]), map[string]any{"moves": moves, "compare": true})), &told); err != nil {
			t.Fatal(err)
		}
		if len(told.Changes) != 1 || told.Changes[0].Message != "section “Trade” moved from “Salt” (salt.md) to “Iron” (iron.md)" {
			t.Errorf("%v open: %+v", open, told.Changes)
			continue
		}
		if c := told.Changes[0]; string(c.From[0].URI) != at(salt) || c.From[0].Range.Start.Line != 8 || string(c.To[0].URI) != at(iron) || c.To[0].Range.Start.Line != 8 {
			t.Errorf("%v open: %+v", open, c)
		}
		in := func(list []pieceResult) (names []string) {
			for _, p := range list {
				names = append(names, strings.TrimPrefix(string(p.URI), at("src")+"/"))
			}
			return names
		}
		if was, is := in(told.Old), in(told.New); !slices.Equal(was, []string{"salt.md", "salt.md", "salt.md", "iron.md", "iron.md"}) ||
			!slices.Equal(is, []string{"salt.md", "salt.md", "iron.md", "iron.md", "iron.md"}) {
			t.Errorf("%v open: fragments in %v and in %v", open, was, is)
		}
		for name, text := range files {
			if d.now(at(name)) != text {
				t.Errorf("%v open: %s has changed", open, name)
			}
		}
	}
}

// TestRearrange checks the effects of commands on the files of a work, open or not.
func TestRearrange(t *testing.T) {
	const salt, iron, tides, summary = "src/salt.md", "src/iron.md", "src/tides.md", "src/SUMMARY.md"
	tests := []struct {
		name, command, on  string
		section, fragment  string // the unit to move, by title and by place
		to, toSection      string
		more               map[string]any
		want               map[string][]string // expected text of files afterwards
		wantNot            map[string][]string
		isGone, isRefused  string
		withoutDeletes     bool
		isDoneInOneCommand bool
	}{
		{
			name: "a section under another", command: command.MoveSectionTo, on: salt, section: "Trade", to: iron, toSection: "Ore",
			want:    map[string][]string{iron: {"### Trade\n\nSalt goes to the coast on mules, see [pans](salt.md#pans).", "[trade](#trade)"}},
			wantNot: map[string][]string{salt: {"Trade", "mules"}},
		},
		{
			name: "a section before another", command: command.MoveSectionTo, on: salt, section: "Trade", to: tides, toSection: "The moon", more: map[string]any{"side": "before"},
			want:    map[string][]string{tides: {"## Trade\n\nSalt goes", "in.\n\n## Trade"}, iron: {"[trade](tides.md#trade)"}},
			wantNot: map[string][]string{salt: {"Trade"}},
		},
		{
			name: "a fragment to the end", command: command.MoveFragmentTo, on: salt, fragment: "second", to: tides,
			want:    map[string][]string{tides: {"The pans lie behind the dyke"}},
			wantNot: map[string][]string{salt: {"behind the dyke"}},
		},
		{
			name: "a file in the order", command: command.MoveFile, on: tides, to: salt, more: map[string]any{"side": "before"},
			want: map[string][]string{summary: {"- [Tides](tides.md)\n- [Salt](salt.md)\n- [Iron](iron.md) <!-- the forge -->\n"}},
		},
		{
			name: "a file divided", command: command.SplitFile, on: salt, section: "Pans",
			want: map[string][]string{"src/pans.md": {"# Pans\n\nThe pans lie", "Trade"}, summary: {"- [Salt](salt.md)\n- [Pans](pans.md)\n- [Iron](iron.md)"}, iron: {"(pans.md#trade)"}},
		},
		{
			name: "a file divided at a heading", command: command.SplitFile, on: salt, more: map[string]any{"position": map[string]any{"line": 4, "character": 0}},
			want: map[string][]string{"src/pans.md": {"# Pans\n\nThe pans lie", "Trade"}, iron: {"(pans.md#trade)"}},
		},
		{
			name: "a section made a file", command: command.SectionToFile, on: salt, section: "Pans",
			want:    map[string][]string{"src/pans.md": {"# Pans\n\nThe pans lie"}, salt: {"## Trade", "[pans](pans.md#pans)"}},
			wantNot: map[string][]string{salt: {"## Pans"}},
		},
		{
			name: "files merged", command: command.MergeFiles, on: salt, isGone: iron,
			want: map[string][]string{salt: {"The forge burns", "Ore comes from the bog"}, tides: {"[ore](salt.md#ore)"}},
		},
		{
			name: "a file made a section", command: command.FileToSection, on: iron, isGone: iron,
			want: map[string][]string{salt: {"## Iron\n\nThe forge burns"}, tides: {"[ore](salt.md#ore)"}},
		},
		{
			name: "the last section, down", command: command.MoveSectionDown, on: salt, section: "Trade",
			want:    map[string][]string{iron: {"## Trade\n\nSalt goes to the coast"}},
			wantNot: map[string][]string{salt: {"mules"}},
		},
		{
			name: "the first section, up", command: command.MoveSectionUp, on: tides, section: "The moon",
			want: map[string][]string{iron: {"## The moon\n\nThe moon draws"}, salt: {"[the moon](iron.md#the-moon)"}},
		},
		{name: "before the first file", command: command.FileToSection, on: salt, isRefused: "There is no file before this one."},
		{name: "nowhere in the order", command: command.MoveFile, on: salt, to: iron, isRefused: "Say where in the order the file should go."},
		{name: "a client that cannot remove files", command: command.MergeFiles, on: salt, withoutDeletes: true, isRefused: "This editor does not let a server remove files."},
	}
	for _, tt := range tests {
		for _, open := range [][]string{{salt}, {salt, iron, tides, summary}} {
			if tt.on != salt && len(open) == 1 {
				open = []string{tt.on}
			}
			t.Run(tt.name+" with open "+strings.Join(open, " "), func(t *testing.T) {
				files := islandBook()
				d, at := openWork(t, files, open)
				if tt.withoutDeletes {
					d.server.clientCaps.deletesFiles = false
				}
				before, proseBefore := words(d, files, at), prose(d, files, at)
				argument := map[string]any{"uri": at(tt.on)}
				fragments, sections := d.ids(at(tt.on))
				switch {
				case tt.section != "":
					argument["id"] = sections[tt.section]
				case tt.fragment != "":
					argument["id"] = fragments[tt.fragment]
				}
				if tt.to != "" {
					argument["toUri"] = at(tt.to)
				}
				if tt.toSection != "" {
					_, others := d.ids(at(tt.to))
					argument["toId"] = others[tt.toSection]
				}
				maps.Copy(argument, tt.more)
				answer, failure := d.command(tt.command, argument)
				if failure != tt.isRefused || tt.isRefused == "" && !isDone(answer) {
					t.Fatalf("answer %s, failure %q", answer, failure)
				}
				for name, parts := range tt.want {
					for _, part := range parts {
						if text := d.now(at(name)); !strings.Contains(text, part) {
							t.Errorf("%s lacks %q:\n%s", name, part, text)
						}
					}
				}
				for name, parts := range tt.wantNot {
					for _, part := range parts {
						if text := d.now(at(name)); strings.Contains(text, part) {
							t.Errorf("%s still has %q", name, part)
						}
					}
				}
				if tt.isGone != "" && d.now(at(tt.isGone)) != "" {
					t.Errorf("%s is still there", tt.isGone)
				}
				if after := words(d, files, at); !slices.Equal(before, after) && tt.isRefused != "" {
					t.Errorf("refused, but something has changed")
				}
				if after := prose(d, files, at); !slices.Equal(proseBefore, after) {
					t.Errorf("the words were\n%s\nand are\n%s", proseBefore, after)
				}
			})
		}
	}
}

// words returns all words of the texts of a work, sorted.
func words(d *buffers, files map[string]string, at func(string) string) (all []string) {
	for name := range files {
		all = append(all, strings.Fields(d.now(at(name)))...)
	}
	slices.Sort(all)
	return all
}

// prose returns the words that no command may lose.
func prose(d *buffers, files map[string]string, at func(string) string) (all []string) {
	marks := regexp.MustCompile(`(?m)\]\([^)]*\)|^#+ `)
	for _, name := range slices.AppendSeq([]string{"src/pans.md"}, maps.Keys(files)) {
		if name != "src/SUMMARY.md" && name != "book.toml" {
			all = append(all, strings.Fields(marks.ReplaceAllString(d.now(at(name)), "] "))...)
		}
	}
	slices.Sort(all)
	return all
}

// TestMovedFragmentsAreHeld checks that text moved to another file, open or not, stays in one fragment there.
func TestMovedFragmentsAreHeld(t *testing.T) {
	for _, open := range [][]string{{"src/chapter-1.md"}, {"src/chapter-1.md", "src/chapter-3.md"}} {
		t.Run(strings.Join(open, " "), func(t *testing.T) {
			files, _ := saltBook(t)
			d, at := openWork(t, files, open)
			from, to := at("src/chapter-1.md"), at("src/chapter-3.md")
			fragments, _ := d.ids(from)
			_, failure := d.command(command.MoveFragmentTo, map[string]any{"uri": from, "id": fragments["second"], "toUri": to})
			if failure != "" {
				t.Fatal(failure)
			}
			isHeld := func() bool {
				var answer struct{ Fragments []struct{ Held bool } }
				if err := json.Unmarshal(d.request("segls/fragments", about(to)), &answer); err != nil {
					t.Fatal(err)
				}
				n := len(answer.Fragments)
				return n > 0 && answer.Fragments[n-1].Held
			}
			if len(open) == 1 {
				d.notify("workspace/didChangeWatchedFiles", map[string]any{"changes": []any{map[string]any{"uri": to, "type": 2}}})
				d.wait("the other file read again", func(m message) bool { return m.Method == "segls/didUpdateWork" && isHeld() })
			}
			if !isHeld() {
				t.Error("what was moved is not held")
			}
		})
	}
}

// TestLinksAreFollowed checks that links lead to files, open or not, and to headings in them.
func TestLinksAreFollowed(t *testing.T) {
	files := islandBook()
	secret := filepath.Join(t.TempDir(), "secret.md")
	write(t, secret, "# Secret\n\n## Kept\n")
	files["src/salt.md"] += "\nSee [the web](https://example.org), [nothing](nothing.md), and\n[a name\nthat is long](tides.md).\n\n" +
		"[Out](" + string(uri.File(secret)) + "#kept), [up](../.." + filepath.ToSlash(secret) + "#kept), [other](link.md#kept)\n"
	d, at := openWork(t, files, []string{"src/salt.md"})
	if err := os.Symlink(secret, filePath(uri.URI(at("src/link.md")))); err != nil {
		t.Skip("this system makes no symbolic links")
	}
	follow := func(part string) string {
		start := strings.Index(files["src/salt.md"], part)
		position := mapper{rope.New(files["src/salt.md"]), d.encoding}.position(start)
		var places []protocol.Location
		raw := d.editor.request("textDocument/definition", about(at("src/salt.md"), map[string]any{"position": position}))
		if err := json.Unmarshal(raw, &places); err != nil {
			t.Fatal(err)
		}
		if len(places) == 0 {
			return ""
		}
		return fmt.Sprintf("%s:%d", filepath.Base(string(places[0].URI)), places[0].Range.Start.Line+1)
	}
	for part, want := range map[string]string{
		"tides.md#the-moon": "tides.md:5", "moon](": "tides.md:5", "[the moon": "tides.md:5", "pans](#pans)": "salt.md:5", "Brine": "",
		"the web]": "", "nothing](": "", "name\nthat": "tides.md:1", "that is": "tides.md:1", ", and\n": "",
		"Out](": "", "up](": "", "other](": "",
	} {
		if got := follow(part); got != want {
			t.Errorf("%q leads to %q, not %q", part, got, want)
		}
	}
	var links []protocol.DocumentLink
	if err := json.Unmarshal(d.editor.request("textDocument/documentLink", about(at("src/salt.md"), nil)), &links); err != nil {
		t.Fatal(err)
	}
	var targets []string
	for _, l := range links {
		targets = append(targets, filepath.Base(string(*l.Target)))
	}
	if got := strings.Join(targets, " "); got != "tides.md#L5 salt.md#L5 tides.md" {
		t.Errorf("the links lead to %s", got)
	}
}

// TestQuickCommands checks that each of several commands in quick succession uses the work as the previous one left it.
func TestQuickCommands(t *testing.T) {
	d, at := openWork(t, islandBook(), []string{"src/salt.md"})
	_, sections := d.ids(at("src/salt.md"))
	for _, step := range []struct {
		command  string
		argument map[string]any
	}{
		{command.SplitFile, map[string]any{"uri": at("src/salt.md"), "id": sections["Trade"]}},
		{command.MoveFile, map[string]any{"uri": at("src/salt.md"), "toUri": at("src/trade.md"), "side": "after"}},
		{command.MoveFile, map[string]any{"uri": at("src/salt.md"), "toUri": at("src/trade.md"), "side": "before"}},
		{command.MergeFiles, map[string]any{"uri": at("src/salt.md")}},
	} {
		if answer, failure := d.command(step.command, step.argument); !isDone(answer) {
			t.Fatalf("%s answers %s %s", step.command, answer, failure)
		}
	}
	if order := d.now(at("src/SUMMARY.md")); order != islandBook()["src/SUMMARY.md"] {
		t.Errorf("the order is\n%s", order)
	}
	if text := d.now(at("src/salt.md")); text != islandBook()["src/salt.md"] {
		t.Errorf("the file is\n%s", text)
	}
}

// TestMovesThatAreOffered checks that the menu offers moves only where something can be passed, perhaps in a neighbouring file.
func TestMovesThatAreOffered(t *testing.T) {
	t.Parallel()
	book := islandBook()
	book["alone.md"] = book["src/salt.md"]
	for name, places := range map[string]map[string]string{ // the moves that are offered, by the words at the cursor
		"alone.md":     {"Brine": "down", "goes": "up", "# Salt": "", "Pans": "down", "Trade": "up"},
		"src/salt.md":  {"# Salt": "", "Brine": "down", "goes": "up down", "Pans": "down", "Trade": "up down"},
		"src/iron.md":  {"forge": "up down", "Ore": "up down", "bog": "up down"},
		"src/tides.md": {"Twice": "up down", "The moon": "up", "draws": "up"},
	} {
		var d *buffers
		var u string
		if name == "alone.md" {
			var folder string
			d, folder = openBuffers(t, "utf-16")
			u = d.openFile(folder, name, book[name])
		} else {
			var at func(name string) string
			d, at = openWork(t, book, []string{name})
			u = at(name)
		}
		for words, want := range places {
			p := place(book[name], words, d.encoding)
			var got []string
			for _, title := range titles(d.actions(u, map[string]any{"start": p, "end": p})) {
				kind, direction, _ := strings.Cut(strings.TrimPrefix(title, "Move "), " ")
				if (kind == "fragment" || kind == "section") && (direction == "up" || direction == "down") {
					got = append(got, direction)
				}
			}
			if strings.Join(got, " ") != want {
				t.Errorf("at %q in %s: %q, not %q", words, name, got, want)
			}
		}
	}
	d, folder := openBuffers(t, "utf-8")
	u := d.openFile(folder, "selected.md", selected)
	list := titles(d.actions(u, map[string]any{"start": place(selected, "One", d.encoding), "end": place(selected, "keep meat", d.encoding)}))
	if slices.Contains(list, "Move these paragraphs up") || !slices.Contains(list, "Move these paragraphs down") {
		t.Errorf("of the first paragraphs: %q", list)
	}
}

// TestUnmendedLinksNeedConsent checks that a change that breaks links needs consent, and that their lines are counted with any line
// terminator.
func TestUnmendedLinksNeedConsent(t *testing.T) {
	for name, end := range map[string]string{"LF": "\n", "CRLF": "\r\n", "CR": "\r"} {
		t.Run(name, func(t *testing.T) {
			files := map[string]string{
				"conf.py": "project = \"Roads\"\n", "index.rst": "Roads\n=====\n\n.. toctree::\n\n   road\n   other\n",
				"road.rst":  strings.ReplaceAll("Road\n====\n\nWe walk along `The road`_ today.\n\nThe road\n--------\n\nIt is long.\n", "\n", end),
				"other.rst": "Other\n=====\n\nNothing.\n",
			}
			d, at := openWork(t, files, []string{"road.rst"})
			_, sections := d.ids(at("road.rst"))
			argument := map[string]any{"uri": at("road.rst"), "id": sections["The road"], "toUri": at("other.rst")}
			answer, failure := d.command(command.MoveSectionTo, argument)
			if failure != "" || !strings.Contains(answer, `"unmended":[{`) || !strings.Contains(answer, `"line":3`) || !strings.Contains(answer, "known only in its own file") {
				t.Fatalf("answer %s, failure %q", answer, failure)
			}
			if d.now(at("road.rst")) != files["road.rst"] {
				t.Error("something has been done")
			}
			argument["force"] = true
			if answer, failure := d.command(command.MoveSectionTo, argument); failure != "" || !isDone(answer) || !strings.Contains(d.now(at("other.rst")), "It is long.") {
				t.Errorf("answer %s, failure %q", answer, failure)
			}
		})
	}
}

// TestRearrangeDuringChanges checks that nothing is lost if something else happens during a move to another file.
func TestRearrangeDuringChanges(t *testing.T) {
	move := func(d *buffers, at func(string) string) (answer, failure string) {
		_, sections := d.ids(at("src/salt.md"))
		return d.command(command.MoveSectionTo, map[string]any{"uri": at("src/salt.md"), "id": sections["Trade"], "toUri": at("src/iron.md")})
	}
	t.Run("a file has changed on disk unseen", func(t *testing.T) {
		files := islandBook()
		d, at := openWork(t, files, []string{"src/salt.md"})
		write(t, uri.URI(at("src/iron.md")).FsPath(), "New words.\n\n"+files["src/iron.md"])
		if answer, failure := move(d, at); !isDone(answer) {
			t.Fatalf("answer %s, failure %q", answer, failure)
		}
		if text := d.now(at("src/iron.md")); !strings.HasPrefix(text, "New words.\n\n# Iron") || !strings.Contains(text, "mules") {
			t.Errorf("iron.md says %q", text)
		}
	})
	t.Run("a file is gone", func(t *testing.T) {
		d, at := openWork(t, islandBook(), []string{"src/salt.md"})
		if err := os.Remove(uri.URI(at("src/iron.md")).FsPath()); err != nil {
			t.Fatal(err)
		}
		if answer, failure := move(d, at); failure == "" || !strings.Contains(d.now(at("src/salt.md")), "mules") {
			t.Errorf("answer %s, failure %q", answer, failure)
		}
	})
	t.Run("a file is read-only", func(t *testing.T) {
		d, at := openWork(t, islandBook(), []string{"src/salt.md"})
		if err := os.Chmod(uri.URI(at("src/iron.md")).FsPath(), 0o400); err != nil {
			t.Fatal(err)
		}
		if _, failure := move(d, at); failure != "src/iron.md is read-only, so nothing has been done." {
			t.Errorf("failure %q", failure)
		}
	})
	t.Run("the writer types before the edit arrives", func(t *testing.T) {
		files := islandBook()
		d, at := openWork(t, files, []string{"src/salt.md"})
		d.before = func() { d.before = nil; d.types(at("src/salt.md"), "Foam.\n\n"+files["src/salt.md"]) }
		_, failure := move(d, at)
		if text := d.now(at("src/salt.md")); failure == "" || !strings.HasPrefix(text, "Foam.") || !strings.Contains(text, "mules") {
			t.Errorf("failure %q, salt.md says %q", failure, text)
		}
		if text := d.now(at("src/iron.md")); text != files["src/iron.md"] {
			t.Errorf("iron.md says %q", text)
		}
	})
	for _, open := range [][]string{{"src/salt.md"}, {"src/salt.md", "src/iron.md"}} {
		t.Run("the writer types, the client ignores versions, open: "+strings.Join(open, " "), func(t *testing.T) {
			files := islandBook()
			d, at := openWork(t, files, open)
			d.lenient = true
			typed := open[len(open)-1]
			d.before = func() { d.before = nil; d.types(at(typed), "Foam.\n\n"+files[typed]) }
			_, failure := move(d, at)
			if failure == "" {
				t.Error("no failure is reported")
			}
			files[typed] = "Foam.\n\n" + files[typed]
			for name, text := range files {
				if now := d.now(at(name)); now != text {
					t.Errorf("%s says %q", name, now)
				}
			}
		})
	}
	for _, open := range []string{"src/iron.md", "src/tides.md"} {
		t.Run("the client fails midway, open: "+open, func(t *testing.T) {
			files := islandBook()
			files["src/iron.md"] = byteOrderMark + "See [trade](salt.md#trade).\n\n" + files["src/iron.md"]
			d, at := openWork(t, files, []string{open})
			d.fails = func(u string) bool { return strings.HasSuffix(u, "salt.md") }
			_, failure := move(d, at)
			d.fails = nil
			if failure != at("src/salt.md")+" cannot be changed. The editor did not apply the change; the texts are unchanged." {
				t.Errorf("failure %q", failure)
			}
			for name, text := range files {
				if now := d.now(at(name)); now != text {
					t.Errorf("%s says %q", name, now)
				}
			}
		})
	}
	t.Run("the client fails midway, and the writer types", func(t *testing.T) {
		files := islandBook()
		d, at := openWork(t, files, []string{"src/iron.md"})
		d.fails = func(u string) bool { return strings.HasSuffix(u, "salt.md") }
		d.behind = func(text string) string { d.behind = nil; return "Foam.\n\n" + text }
		if _, failure := move(d, at); !strings.HasSuffix(failure, "the texts are unchanged.") {
			t.Errorf("failure %q", failure)
		}
		files["src/iron.md"] = "Foam.\n\n" + files["src/iron.md"]
		for name, text := range files {
			if now := d.now(at(name)); now != text {
				t.Errorf("%s says %q", name, now)
			}
		}
	})
	t.Run("the client fails midway, and the writer types within the change", func(t *testing.T) {
		files := islandBook()
		d, at := openWork(t, files, []string{"src/iron.md"})
		d.fails = func(u string) bool { return strings.HasSuffix(u, "salt.md") }
		d.behind = func(text string) string { d.behind = nil; return strings.Replace(text, "mules", "slow mules", 1) }
		if _, failure := move(d, at); !strings.Contains(failure, "only part of the change. No word is lost") {
			t.Errorf("failure %q", failure)
		}
		if text := d.now(at("src/iron.md")); !strings.Contains(text, "slow mules") {
			t.Errorf("iron.md says %q", text)
		}
		if text := d.now(at("src/salt.md")); text != files["src/salt.md"] {
			t.Errorf("salt.md says %q", text)
		}
	})
	t.Run("the client fails to move past the start of a file", func(t *testing.T) {
		const nothingAbove = "This section cannot move any further up."
		d, at := openWork(t, islandBook(), []string{"src/tides.md", "src/salt.md"})
		d.fails = func(u string) bool { return strings.HasSuffix(u, "iron.md") }
		_, sections := d.ids(at("src/tides.md"))
		_, failure := d.command(command.MoveSectionUp, map[string]any{"uri": at("src/tides.md"), "id": sections["The moon"]})
		if failure != at("src/iron.md")+" cannot be changed. The editor did not apply the change; the texts are unchanged." {
			t.Errorf("failure %q", failure)
		}
		_, sections = d.ids(at("src/salt.md"))
		if _, failure := d.command(command.MoveSectionUp, map[string]any{"uri": at("src/salt.md"), "id": sections["Pans"]}); failure != nothingAbove {
			t.Errorf("before the first file, failure %q", failure)
		}
	})
	t.Run("a client without failure handling", func(t *testing.T) {
		d, at := openWork(t, islandBook(), []string{"src/salt.md"}, "failureHandling")
		if answer, _ := move(d, at); !isDone(answer) || !strings.Contains(d.now(at("src/iron.md")), "mules") || strings.Contains(d.now(at("src/salt.md")), "mules") {
			t.Errorf("answer %s", answer)
		}
	})
	t.Run("two moves at once", func(t *testing.T) {
		d, at := openWork(t, islandBook(), []string{"src/salt.md"})
		_, sections := d.ids(at("src/salt.md"))
		var answers []<-chan message
		for _, title := range []string{"Trade", "Pans"} {
			_, answer := d.begin("workspace/executeCommand", map[string]any{"command": command.MoveSectionTo, "arguments": []any{
				map[string]any{"uri": at("src/salt.md"), "id": sections[title], "toUri": at("src/tides.md")},
			}})
			answers = append(answers, answer)
		}
		for _, answer := range answers {
			if m := d.await("a move", answer); m.Error != nil {
				t.Error(m.Error.Message)
			}
		}
		if text := d.now(at("src/tides.md")); strings.Count(text, "mules") != 1 || strings.Count(text, "behind the dyke") != 1 {
			t.Errorf("tides.md says %q", text)
		}
	})
	t.Run("a client without document changes", func(t *testing.T) {
		d, at := openWork(t, islandBook(), []string{"src/salt.md"}, "documentChanges", "resourceOperations")
		if _, failure := move(d, at); failure != "This editor does not let a server change several files." {
			t.Errorf("failure %q", failure)
		}
	})
}

// TestRenamesKeepLinks checks that links to renamed files, and the order that names them, are updated with the rename.
func TestRenamesKeepLinks(t *testing.T) {
	rename := func(d *buffers, from, to string) bufferEdit {
		t.Helper()
		var e bufferEdit
		raw := d.request("workspace/willRenameFiles", map[string]any{"files": []any{map[string]any{"oldUri": from, "newUri": to}}})
		if err := json.Unmarshal(raw, &e); err != nil {
			t.Fatal(err)
		}
		return e
	}
	t.Run("a chapter", func(t *testing.T) {
		d, at := openWork(t, islandBook(), []string{"src/salt.md"})
		if err := d.applyAll(rename(d, at("src/iron.md"), at("src/metal/iron.md"))); err != nil {
			t.Fatal(err)
		}
		if text := d.now(at("src/tides.md")); !strings.Contains(text, "[ore](metal/iron.md#ore)") {
			t.Errorf("tides.md says %q", text)
		}
		if text := d.now(at("src/SUMMARY.md")); !strings.Contains(text, "[Iron](metal/iron.md) <!-- the forge -->") {
			t.Errorf("SUMMARY.md says %q", text)
		}
		if text := d.now(at("src/iron.md")); !strings.Contains(text, "[trade](../salt.md#trade)") {
			t.Errorf("iron.md says %q", text)
		}
	})
	t.Run("a chapter that leaves the workspace", func(t *testing.T) {
		d, at := openWork(t, islandBook(), []string{"src/salt.md"})
		if e := rename(d, at("src/iron.md"), string(uri.File(filepath.Join(t.TempDir(), "iron.md")))); len(e.DocumentChanges) > 0 {
			t.Errorf("it changes %+v", e)
		}
		d.wait("the links to it", func(m message) bool {
			return m.Method == "window/showMessage" && strings.Contains(string(m.Params), "src/tides.md:7: There is no file src/iron.md.") && !strings.Contains(string(m.Params), "src/iron.md:")
		})
	})
	t.Run("pictures and notebooks of notes that are no work", func(t *testing.T) {
		files := map[string]string{"a.md": "# A\n\n![pans](pictures/pans.png) of [tides](tides.ipynb)\n", "b.md": "# B\n\nSee [A](a.md).\n", "pictures/pans.png": "\x00", "pictures/list.adoc": "{counter:pan} {counter:pan}\n", "tides.ipynb": "{}", "pages.json": `{"map": "pictures/pans.png"}`}
		e, folder := openFolder(t, full("utf-8"), files)
		at := func(name string) string { return string(uri.File(filepath.Join(folder, name))) }
		e.open(at("b.md"), files["b.md"])
		d := &buffers{editor: e, saves: true, encoding: "utf-8", texts: make(map[string]string), version: map[string]int{}, undos: map[string]int{}}
		for from, to := range map[string]string{"pictures": "images", "tides.ipynb": "books/tides.ipynb"} {
			if err := d.applyAll(rename(d, at(from), at(to))); err != nil {
				t.Fatal(err)
			}
		}
		if text := d.now(at("a.md")); !strings.Contains(text, "![pans](images/pans.png) of [tides](books/tides.ipynb)") {
			t.Errorf("a.md says %q", text)
		}
		d.wait("a place that names the picture", func(m message) bool {
			return m.Method == "window/showMessage" && strings.Contains(string(m.Params), "pages.json:1: ") && !strings.Contains(string(m.Params), "counter")
		})
	})
}

// TestSplitAtTitle checks how the new file is named and titled, and that a title without a word is refused.
func TestSplitAtTitle(t *testing.T) {
	const salt = "book/salt.md"
	files := map[string]string{
		"book/SUMMARY.md": "# Summary\n\n- [Salt](salt.md)\n",
		salt:              short + "\n# Salt\n\nSalt keeps fish and salt keeps meat.\n\nBees build wax cells for honey and bees.\n",
	}
	for _, tt := range []struct{ title, file, want, refused string }{
		{"", "book/bees.md", "# Bees\n\nBees build wax", ""},
		{" Honey \n and bees ", "book/honey-and-bees.md", "# Honey and bees\n\nBees build wax", ""},
		{"***", "book/honey.md", "", "A title needs a word."},
	} {
		d, at := openWork(t, files, []string{salt})
		place := map[string]any{"line": 7, "character": 0}
		failure := ""
		if tt.title == "" {
			failure = d.choose(d.actions(at(salt), map[string]any{"start": place, "end": place}), "Split salt.md at “Bees”")
		} else {
			fragments, _ := d.ids(at(salt))
			_, failure = d.command(command.SplitFile, map[string]any{"uri": at(salt), "id": fragments["second"], "title": tt.title})
		}
		if got := d.now(at(tt.file)); failure != tt.refused || !strings.HasPrefix(got, tt.want) {
			t.Errorf("%q: %q, %q", tt.title, failure, got)
		}
	}
}

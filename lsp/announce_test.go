package lsp

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/command"
	"github.com/segls/segls/internal/rearrange"
	"github.com/segls/segls/internal/restructure"
	"github.com/segls/segls/internal/work"
	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"
)

// TestPlacesThatMayBreak checks that a client without segls's extension gets a question before a move that may break links.
func TestPlacesThatMayBreak(t *testing.T) {
	const salt, iron = "src/salt.md", "src/iron.md"
	for name, c := range map[string]struct{ before, after string }{
		"declined":  {"Leave It", ""},
		"confirmed": {"Do It Anyway", ""},
		"undone":    {"Do It Anyway", "Undo"},
		"shown":     {"Do It Anyway", "Show"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := islandBook()
			files["theme/nav.json"] = "[\n{\"page\": \"salt.md\", \"part\": \"pans\"}]\n"
			capabilities := fullWithEdits("utf-16")
			capabilities["window"] = map[string]any{"showMessage": map[string]any{}, "showDocument": map[string]any{"support": true}}
			d, at := openWorkWith(t, capabilities, files, []string{salt, iron})
			isBack := make(chan struct{})
			d.mu.Lock()
			d.replies = make(map[string]func(json.RawMessage) any)
			d.replies["workspace/applyEdit"] = func(raw json.RawMessage) any {
				if strings.Contains(string(raw), "Take back") {
					close(isBack)
				}
				return map[string]any{"applied": true}
			}
			d.replies["window/showMessageRequest"] = func(raw json.RawMessage) any {
				var p struct{ Type int }
				_ = json.Unmarshal(raw, &p)
				title := c.before
				if p.Type == 3 {
					title = c.after
				}
				if title == "" {
					return nil
				}
				return map[string]any{"title": title}
			}
			d.mu.Unlock()
			before := d.text(at(salt))
			_, sections := d.ids(at(salt))
			if _, failure := d.command(command.MoveSectionTo, map[string]any{"uri": at(salt), "id": sections["Pans"], "toUri": at(iron)}); failure != "" {
				t.Fatal(failure)
			}
			asked := d.wait("a question", func(m message) bool { return m.Method == "window/showMessageRequest" })
			if !strings.Contains(string(asked.Params), "nav.json:2: “{\\\"page\\\": \\\"salt.md\\\"") {
				t.Errorf("asked %s", asked.Params)
			}
			if c.before == "Leave It" {
				if d.text(at(salt)) != before {
					t.Error("it has been done")
				}
				return
			}
			d.wait("a message", func(m message) bool {
				return m.Method == "window/showMessageRequest" && strings.Contains(string(m.Params), "Moved to “Iron”.")
			})
			switch c.after {
			case "Undo":
				<-isBack
				if got := d.text(at(salt)); got != before {
					t.Errorf("taken back, %s says\n%s", salt, got)
				}
			case "Show":
				d.wait("the place", func(m message) bool { return m.Method == "window/showDocument" })
			}
		})
	}
}

// TestEditsThatMayBreak checks that an edit of one text that removes the target of a link needs consent, unlike a move within the text.
func TestEditsThatMayBreak(t *testing.T) {
	const salt, iron = "src/salt.md", "src/iron.md"

	for name, c := range map[string]struct {
		command  string
		section  string
		argument map[string]any
		answers  string // what the writer chooses
		wants    string // part of the message
		isDone   bool
	}{
		"extraction declined":           {command.ExtractSection, "Pans", map[string]any{"file": "trade.md"}, "Leave It", "iron.md:1: “salt.md:5:7”", false},
		"extraction confirmed":          {command.ExtractSection, "Pans", map[string]any{"file": "pans.md"}, "Do It Anyway", "iron.md:1: “salt.md:5:7”", true},
		"removal of a heading declined": {command.RemoveHeading, "Trade", nil, "Leave It", "iron.md:8: “trade” in src/salt.md would no longer exist.", false},
		"nothing leads there":           {"segls.demoteSection", "Trade", nil, "Leave It", "", true},
		"forced":                        {command.RemoveHeading, "Trade", map[string]any{"force": true}, "Leave It", "", true},
		"move undone":                   {command.MoveSectionUp, "Trade", nil, "Undo", "iron.md:1: “salt.md:5:7”", false},
		"move kept":                     {command.MoveSectionUp, "Trade", nil, "", "iron.md:1: “salt.md:5:7”", true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			files := islandBook()
			files["theme/nav.json"] = "[\n{\"page\": \"salt.md\", \"part\": \"pans\"}]\n"
			files[iron] = "{{#include salt.md:5:7}}\n\n" + files[iron]
			files[iron] = strings.Replace(files[iron], "# Iron\n\n", "# Iron\n", 1)
			capabilities := fullWithEdits("utf-16")
			capabilities["window"] = map[string]any{"showMessage": map[string]any{}}
			d, at := openWorkWith(t, capabilities, files, []string{salt})
			d.mu.Lock()
			d.replies = map[string]func(json.RawMessage) any{"window/showMessageRequest": func(json.RawMessage) any {
				if c.answers == "" {
					return nil
				}
				return map[string]any{"title": c.answers}
			}}
			d.mu.Unlock()
			before := d.text(at(salt))
			_, sections := d.ids(at(salt))
			argument := map[string]any{"uri": at(salt), "id": sections[c.section], "trial": true}
			maps.Copy(argument, c.argument)
			_, isForced := argument["force"]
			if !isForced && c.command != command.MoveSectionUp {
				answer, failure := d.command(c.command, argument)
				if failure != "" || strings.Contains(answer, `"unmended":[{`) != (c.wants != "") || d.text(at(salt)) != before {
					t.Errorf("a trial answers %s, %s", answer, failure)
				}
			}
			delete(argument, "trial")
			if _, failure := d.command(c.command, argument); failure != "" {
				t.Fatal(failure)
			}
			if c.wants != "" {
				m := d.wait("a message", func(m message) bool { return m.Method == "window/showMessageRequest" })
				var said struct{ Message string }
				if err := json.Unmarshal(m.Params, &said); err != nil || !strings.Contains(said.Message, c.wants) {
					t.Errorf("said %s", m.Params)
				}
			}
			if c.answers == "Undo" {
				d.wait("the old text", func(message) bool { return d.text(at(salt)) == before })
			}
			if isDone := d.text(at(salt)) != before; isDone != c.isDone {
				t.Errorf("done is %t: %s", isDone, d.text(at(salt)))
			}
		})
	}
}

// TestUndoOfMerge checks that the undo in a message restores a removed file, but does not overwrite a new one of the same name.
func TestUndoOfMerge(t *testing.T) {
	const salt, iron, fresh = "src/salt.md", "src/iron.md", "# New iron\n"
	for name, c := range map[string]struct {
		meanwhile func(d *buffers, u string) // what the writer does before the undo
		want      string                     // of the removed file
	}{
		"removed":        {func(*buffers, string) {}, islandBook()[iron]},
		"new on disk":    {func(d *buffers, u string) { write(d.t, uri.URI(u).FsPath(), fresh) }, fresh},
		"new, not saved": {func(d *buffers, u string) { d.texts[u] = fresh; d.open(u, fresh) }, fresh},
		"new, in another encoding": {func(d *buffers, u string) {
			d.texts[u] = fresh
			d.open(strings.Replace(u, "iron", "%69ron", 1), fresh)
		}, fresh},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			capabilities := fullWithEdits("utf-16")
			capabilities["window"] = map[string]any{"showMessage": map[string]any{}}
			d, at := openWorkWith(t, capabilities, islandBook(), []string{salt})
			undo, isBack := make(chan struct{}), make(chan struct{})
			d.mu.Lock()
			d.replies = map[string]func(json.RawMessage) any{
				"workspace/applyEdit": func(raw json.RawMessage) any {
					if strings.Contains(string(raw), "Take back") {
						close(isBack)
					}
					return map[string]any{"applied": true}
				},
				"window/showMessageRequest": func(json.RawMessage) any {
					<-undo
					return map[string]any{"title": "Undo"}
				},
			}
			d.mu.Unlock()
			if _, failure := d.command(command.MergeFiles, map[string]any{"uri": at(salt)}); failure != "" {
				t.Fatal(failure)
			}
			d.wait("the offer", func(m message) bool { return m.Method == "window/showMessageRequest" })
			merged := d.text(at(salt))
			c.meanwhile(d, at(iron))
			d.ask("segls/fragments", about(at(salt))) // what is open is known
			end, err := d.server.beginChange(t.Context(), d.server.workOf(uri.URI(at(salt))).ID)
			if err != nil {
				t.Fatal(err)
			}
			close(undo)
			select {
			case <-isBack:
				t.Error("it has been undone during another change")
			case <-time.After(100 * time.Millisecond):
			}
			end()
			if c.want == fresh {
				if got := d.messageShown(); got != "src/iron.md exists again, so nothing has been undone." || d.text(at(salt)) != merged {
					t.Errorf("said %q; %s says\n%s", got, salt, d.text(at(salt)))
				}
			} else {
				<-isBack
				if got := d.text(at(salt)); got != islandBook()[salt] {
					t.Errorf("%s says\n%s", salt, got)
				}
			}
			if got := d.now(at(iron)); got != c.want {
				t.Errorf("%s says\n%s", iron, got)
			}
		})
	}
}

// TestUndoWithinLetters checks that a change is undone where the texts before and after it differ within a letter or a line terminator.
func TestUndoWithinLetters(t *testing.T) {
	const salt, iron = "src/salt.md", "src/iron.md"
	for _, encoding := range []string{"utf-8", "utf-16", "utf-32"} {
		for name, to := range map[string]*strings.Replacer{
			"Cyrillic": strings.NewReplacer("## Pans", "## Мели", "## Trade", "## Пути"),
			"CJK":      strings.NewReplacer("## Pans", "## 道", "## Trade", "## 遒"),
			"joiners":  strings.NewReplacer("## Pans", "## 👩\u200d🚀", "## Trade", "## 👩\u200d🚒"),
			"CRLF":     strings.NewReplacer("\n", "\r\n"),
		} {
			t.Run(encoding+" "+name, func(t *testing.T) {
				t.Parallel()
				files := islandBook()
				files[salt] = to.Replace(files[salt])
				capabilities := fullWithEdits(encoding)
				capabilities["window"] = map[string]any{"showMessage": map[string]any{}}
				d, at := openWorkWith(t, capabilities, files, []string{salt, iron})
				isBack := make(chan struct{})
				d.encoding = protocol.PositionEncodingKind(encoding)
				d.mu.Lock()
				d.replies = map[string]func(json.RawMessage) any{
					"workspace/applyEdit": func(raw json.RawMessage) any {
						if strings.Contains(string(raw), "Take back") {
							close(isBack)
						}
						return map[string]any{"applied": true}
					},
					"window/showMessageRequest": func(json.RawMessage) any { return map[string]any{"title": "Undo"} },
				}
				d.mu.Unlock()
				before := map[string]string{salt: d.text(at(salt)), iron: d.text(at(iron))}
				_, sections := d.ids(at(salt))
				title := strings.TrimSpace(strings.TrimPrefix(to.Replace("## Pans\n"), "## "))
				if _, failure := d.command(command.MoveSectionTo, map[string]any{"uri": at(salt), "id": sections[title], "toUri": at(iron), "force": true}); failure != "" {
					t.Fatal(failure)
				}
				<-isBack
				for path, text := range before {
					if got := d.text(at(path)); got != text {
						t.Errorf("taken back, %s says\n%q, not\n%q", path, got, text)
					}
				}
			})
		}
	}
}

// TestExtractionProposesName checks that an extraction in a work ordered by file names proposes a name that sorts right after the text.
func TestExtractionProposesName(t *testing.T) {
	t.Parallel()
	files := map[string]string{"01-sea.md": "# Sea\n\nWaves.\n", "02-land.md": "# Land\n\nFields.\n\n## Wells\n\nWater.\n", "03-air.md": "# Air\n\nWind.\n"}
	d, at := openWorkWith(t, fullWithEdits("utf-16"), files, []string{"02-land.md"})
	_, sections := d.ids(at("02-land.md"))
	argument := map[string]any{"uri": at("02-land.md"), "id": sections["Wells"], "trial": true}
	answer, failure := d.command(command.ExtractSection, argument)
	if failure != "" || !strings.Contains(answer, `"file":"02b-wells.md"`) || d.text(at("02-land.md")) != files["02-land.md"] {
		t.Errorf("a trial answers %s, %s", answer, failure)
	}
	for name, want := range map[string]string{
		"04-wells.md":       "04-wells.md would not come next, but 02b-wells.md would.",
		"04-world-war-2.md": "04-world-war-2.md would not come next, but 02b-world-war-2.md would.",
		"wells.md":          "",
	} {
		argument["file"] = name
		if answer, failure := d.command(command.ExtractSection, argument); !strings.Contains(failure, want) || want == "" && failure != "" {
			t.Errorf("%s answers %s, %s", name, answer, failure)
		}
	}
}

// TestTitlesOfMoved checks that the message after a move names files by their new titles, with paths if titles are equal.
func TestTitlesOfMoved(t *testing.T) {
	t.Parallel()
	e := launch(t)
	text := func(text string) *analysis.Document { return analysis.New(text, markup.Markdown, analysis.Defaults()) }
	before := &workspaceTexts{}
	before.Order = &work.Work{}
	before.Documents = map[string]*analysis.Document{
		"a/notes.md": text("# Notes\n\nBrine.\n"), "b/notes.md": text("# Notes\n\nIron.\n"), "salt.md": text("# Salt\n\nBrine.\n"), "bare.md": text("Brine.\n"),
	}
	var c rearrange.Change
	c.Edits = map[string][]restructure.Replacement{"salt.md": {{Span: markup.Span{Start: 0, End: 6}, Text: "# Pans"}}}
	got := e.server.titlesOf(t.Context(), before, c, []string{"a/notes.md", "b/notes.md", "salt.md", "bare.md"})
	if want := []string{"“Notes” (a/notes.md)", "“Notes” (b/notes.md)", "“Pans”", "bare.md"}; !slices.Equal(got, want) {
		t.Errorf("the files are %q, not %q", got, want)
	}
}

// TestExtractionFromOutsideOrder checks that a section of notes beside a work ordered by file names can become any chapter of it.
func TestExtractionFromOutsideOrder(t *testing.T) {
	t.Parallel()
	files := map[string]string{
		"01-sea.md": "# Sea\n\nWaves.\n", "02-land.md": "# Land\n\nFields.\n", "03-air.md": "# Air\n\nWind.\n",
		"notes.md": "# Notes\n\nLater.\n\n## Wells\n\nWater.\n",
	}
	for _, name := range []string{"04-wells.md", "02b-wells.md"} {
		d, at := openWorkWith(t, fullWithEdits("utf-16"), files, []string{"notes.md"})
		_, sections := d.ids(at("notes.md"))
		argument := map[string]any{"uri": at("notes.md"), "id": sections["Wells"], "file": name, "trial": true}
		if answer, failure := d.command(command.ExtractSection, argument); failure != "" || !strings.Contains(answer, name) {
			t.Errorf("%s answers %s, %s", name, answer, failure)
		}
	}
}

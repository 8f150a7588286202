package lsp

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/segls/segls/internal/command"
	"go.lsp.dev/protocol"
)

// TestChangesSince checks the changes since a document was opened, or since earlier texts that the client sends, and their lenses.
func TestChangesSince(t *testing.T) {
	const (
		pans  = "## Pans\n\nThe pans lie in rows along the shore, and the sun does the rest of the work.\n\n"
		mules = "## Mules\n\nMules carry more than horses and complain less. They were bought in the hills.\n\nThe drivers slept under the sacks and knew all the wells by name.\n\n"
		town  = "# Town\n\nThe crown took a third at the gate, and what was hidden there was found.\n"
	)
	e := edit(t, full("utf-16"), nil)
	e.open("file:///road.md", "# Road\n\n"+pans+mules)
	e.open("file:///town.md", town)
	changes := func(more map[string]any) (answer *changesResult) {
		t.Helper()
		raw := e.request(requestChanges, about("file:///road.md", more))
		if err := json.Unmarshal(raw, &answer); err != nil {
			t.Fatal(err)
		}
		return answer
	}
	told := func(r *changesResult) string {
		var list []string
		for _, c := range r.Changes {
			list = append(list, c.Message)
		}
		return strings.Join(list, "\n")
	}
	lenses := func() (titles []string) {
		var list []protocol.CodeLens
		if err := json.Unmarshal(e.request(protocol.MethodTextDocumentCodeLens, about("file:///road.md", nil)), &list); err != nil {
			t.Fatal(err)
		}
		for _, l := range list {
			titles = append(titles, l.Command.Title)
		}
		return titles
	}
	if r := changes(nil); len(r.Changes) != 0 || r.Marked != 0 {
		t.Errorf("%+v", r)
	}
	e.change("file:///road.md", 2, map[string]any{"text": "# Road\n\n" + mules + strings.Replace(pans, "the rest", "most", 1)})
	r := changes(map[string]any{"lenses": true})
	if got := told(r); got != "section “Pans” moved within “Road”; 2 of 18 words changed" {
		t.Error(got)
	}
	if c := r.Changes[0]; r.Version != 2 || len(c.Inside) != 1 || c.From[0].Range.Start.Line != 2 || c.To[0].Range.Start.Line != 8 || c.Before != strings.TrimSuffix(pans, "\n") {
		t.Errorf("%+v", c)
	}
	if got := strings.Join(lenses(), "\n"); got != "moved here; 2 of 18 words changed\nrewritten; 2 of 17 words changed" {
		t.Error(got)
	}
	changes(map[string]any{"lenses": false})
	if got := lenses(); len(got) != 0 {
		t.Error(got)
	}
	// This document now has text from another one.
	before := []map[string]any{{"uri": "file:///road.md", "text": "# Road\n\n" + mules}, {"uri": "file:///town.md", "text": town + "\n" + pans}, {"uri": "file:///closed.md", "text": town}}
	const moved = "section “Pans” moved from “Town” (town.md) to “Road” (road.md); 2 of 18 words changed"
	if got := told(changes(map[string]any{"before": before, "lenses": true})); got != moved {
		t.Error(got)
	}
	changes(map[string]any{"lenses": true}) // lenses that are shown already keep their baseline
	if got := told(changes(nil)); got != moved {
		t.Error(got)
	}
}

// TestChangeLensesBySetting checks that a setting gives every client lenses for the changes since a text was opened.
func TestChangeLensesBySetting(t *testing.T) {
	e := edit(t, full("utf-16"), map[string]any{"changeLenses": "opened"})
	const u, text = "file:///road.md", "# Road\n\nThe pans lie in rows along the shore, and the sun does the rest of the work.\n"
	e.open(u, text)
	if n := e.lenses(u); n != 0 {
		t.Errorf("%d lenses, and nothing has changed", n)
	}
	e.change(u, 2, map[string]any{"text": strings.Replace(text, "the rest", "most", 1)})
	if got := string(e.request(protocol.MethodTextDocumentCodeLens, about(u))); !strings.Contains(got, "rewritten; 2 of 17 words changed") {
		t.Error(got)
	}
	e.change(u, 3, map[string]any{"text": text})
	if n := e.lenses(u); n != 0 {
		t.Errorf("%d lenses after undo", n)
	}
}

// TestPutBack checks that changes are undone by id, in one document and across two. Where that is impossible, there must be an error.
func TestPutBack(t *testing.T) {
	const (
		pans  = "## Pans\n\nThe pans lie in rows along the 𝔰hore, and the sun does the rest of the work.\n\n"
		mules = "## Mules\n\nMules carry more than horses and complain less. They were bought in the hills.\n\nThe drivers slept under the sacks and knew all the wells by name.\n"
		town  = "# Town\n\nThe crown took a third at the gate, and what was hidden there was found.\n"
	)
	for _, encoding := range []string{"utf-8", "utf-16", "utf-32"} {
		d, folder := openBuffers(t, encoding)
		road, other := d.openFile(folder, "road.md", "# Road\n\n"+pans+mules), d.openFile(folder, "town.md", town)
		changed := func(before any) (answer changesResult) {
			t.Helper()
			if err := json.Unmarshal(d.request(requestChanges, about(road, map[string]any{"before": before})), &answer); err != nil {
				t.Fatal(err)
			}
			return answer
		}
		back := func(id string, before any) string {
			t.Helper()
			_, failure := d.command(command.PutBack, map[string]any{"uri": road, "id": id, "before": before})
			return failure
		}
		d.types(road, "# Road\n\n"+mules+"\n"+strings.Replace(strings.TrimSuffix(pans, "\n"), "the rest", "most", 1))
		for _, want := range []string{"section “Pans” moved within “Road”; 2 of 18 words changed", "paragraph “The pans lie in rows along the 𝔰hore…” rewritten; 2 of 17 words changed"} {
			c := changed(nil).Changes
			if len(c) != 1 || c[0].Message != want {
				t.Fatalf("%s: %+v, want %s", encoding, c, want)
			}
			if failure := back(c[0].ID, nil); failure != "" {
				t.Error(failure)
			}
			if failure := back(c[0].ID, nil); !strings.Contains(failure, "the text has changed") {
				t.Errorf("a second time: %q", failure)
			}
		}
		if got := d.text(road); got != "# Road\n\n"+pans+mules {
			t.Errorf("%s: %q", encoding, got)
		}
		before := []map[string]any{{"uri": road, "text": "# Road\n\n" + mules}, {"uri": other, "text": town + "\n" + pans}}
		if c := changed(before).Changes; len(c) != 1 || c[0].Kind != "moved" || back(c[0].ID, before) != "" {
			t.Errorf("%+v", c)
		}
		if d.text(road) != "# Road\n\n"+mules || d.text(other) != town+"\n"+strings.TrimSuffix(pans, "\n") {
			t.Errorf("%s: %q, %q", encoding, d.text(road), d.text(other))
		}
		two := "# Road\n\n## Mules\n\nMules carry more than horses and complain less.\n\n" +
			"The drivers slept under the sacks and knew all the wells by name. They were bought in the hills. Nobody has ever counted the gulls.\n"
		before = []map[string]any{{"uri": road, "text": two}}
		c := changed(before).Changes
		if len(c) != 2 || !strings.Contains(back(c[0].ID, before), "More than this sentence has changed") || d.text(road) != "# Road\n\n"+mules {
			t.Errorf("%s: %+v, %s", encoding, c, d.text(road))
		}
	}
}

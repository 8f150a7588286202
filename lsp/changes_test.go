package lsp

import (
	"encoding/json"
	"strings"
	"testing"

	"go.lsp.dev/protocol"
)

// TestChangesSince: what has changed since a document was opened, or since texts that the client
// has, of other documents too; and lenses that say so.
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
	// What another document had is here now.
	before := []map[string]any{{"uri": "file:///road.md", "text": "# Road\n\n" + mules}, {"uri": "file:///town.md", "text": town + "\n" + pans}, {"uri": "file:///closed.md", "text": town}}
	if got := told(changes(map[string]any{"before": before})); got != "section “Pans” moved from “Town” (town.md) to “Road” (road.md); 2 of 18 words changed" {
		t.Error(got)
	}
}

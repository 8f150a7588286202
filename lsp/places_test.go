package lsp

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"

	"go.lsp.dev/uri"
)

const (
	coastPans = "# Pans\n\nThe pans of the coast are shallow, and brine runs into them in spring. The sun dries the brine until crusts of salt stand on the clay of the pans, which men with rakes gather into heaps.\n\n" +
		"Rakes are made of wood, because brine eats iron. A man who rakes the pans every day of the summer makes forty sacks of salt out of the brine, and the clay below lasts for years.\n\n"
	caravans = "# Caravans\n\nCamels carry the slabs through the desert. A caravan has four hundred camels and thirty drivers, who know the wells by name and sleep under the slabs when the wind blows the sand.\n\n" +
		"The wells decide the road. A caravan that misses a well loses camels, and the drivers walk on with what is left, from one well to the next, until the market is in sight.\n\n"
	strayDriver = "A driver who has lost his camels in the desert waits at the well for the next caravan, whose drivers take him and his slabs along to the market for half of what they bring.\n"
)

// TestPlaces checks that the best place for a passage comes first, and that misplaced text is reported in a work.
func TestPlaces(t *testing.T) {
	files := map[string]string{
		"book.toml":       "[book]\n",
		"src/SUMMARY.md":  "# Summary\n\n- [Pans](pans.md)\n- [Caravans](caravans.md)\n",
		"src/pans.md":     coastPans + strayDriver,
		"src/caravans.md": caravans,
	}
	e, folder := openFolder(t, fullWithEdits("utf-16"), files)
	pans := string(uri.File(filepath.Join(folder, "src/pans.md")))
	e.open(pans, files["src/pans.md"])
	e.readWork(pans)
	var offered placesResult
	if err := json.Unmarshal(e.request("segls/places", about(pans, map[string]any{"position": at(6, 0)})), &offered); err != nil {
		t.Fatal(err)
	}
	if len(offered.Places) != 4 || !strings.HasSuffix(string(offered.Places[0].URI), "caravans.md") || len(offered.Places[0].Shared) == 0 || offered.Places[0].Fit != 1 {
		t.Errorf("%+v", offered.Places)
	}
	here := 0
	for _, p := range offered.Places {
		if p.IsHere {
			here++
			if p.Title != "Pans" {
				t.Errorf("%+v", p)
			}
		}
	}
	if here != 1 {
		t.Errorf("%d places are marked as its own", here)
	}
	ask := func(fields map[string]any) (answer misplacedResult) {
		t.Helper()
		if err := json.Unmarshal(e.request("segls/misplaced", about(pans, fields)), &answer); err != nil {
			t.Fatal(err)
		}
		return answer
	}
	if got := ask(map[string]any{"whole": true}); len(got.Misplaced) != 0 || got.Unlisted != 1 {
		t.Errorf("unless asked for: %+v", got)
	}
	if got := ask(map[string]any{"whole": false, "minScore": 0}); len(got.Misplaced) != 0 || got.Texts != 1 {
		t.Errorf("in the file: %+v", got)
	}
	got := ask(map[string]any{"whole": true, "minScore": 0})
	if len(got.Misplaced) != 1 || got.Texts != 2 || got.Misplaced[0].Range.Start.Line != 6 || got.Misplaced[0].There.Title != "Caravans" || !strings.HasPrefix(got.Misplaced[0].Message, "fits “Caravans” better: ") {
		t.Errorf("in the work: %+v", got)
	}
	score := got.Misplaced[0].Score
	withScore := func(least float64) int {
		return len(ask(map[string]any{"whole": true, "minScore": least}).Misplaced)
	}
	if all, same, none := withScore(0), withScore(score), withScore(score+1); all != 1 || same != 1 || none != 0 {
		t.Errorf("with scores of 0, %v and more: %d, %d, %d", score, all, same, none)
	}
}

// TestKeyTerms checks that the uses of a key term are highlighted, listed and counted in a hover if the settings enable that.
func TestKeyTerms(t *testing.T) {
	const text = "# Brine\n\nA pan is a field of clay. Every pan has a gate, and pans lie in rows.\n\n# Salt\n\nSalt comes from the pan. Brine fills the pans, and a pan makes salt of brine.\n"
	e := edit(t, full("utf-16"), map[string]any{"keyTerms": true})
	e.open("file:///pans.md", text)
	place := func(line, character int) map[string]any {
		return about("file:///pans.md", map[string]any{"position": at(line, character)})
	}
	var marks []struct{ Kind int }
	if err := json.Unmarshal(e.request("textDocument/documentHighlight", place(6, 45)), &marks); err != nil || len(marks) != 6 || marks[0].Kind != 3 || marks[1].Kind != 2 {
		t.Errorf("highlights: %+v, %v", marks, err)
	}
	var uses []any
	of := place(6, 45)
	of["context"] = map[string]any{"includeDeclaration": false}
	if err := json.Unmarshal(e.request("textDocument/references", of), &uses); err != nil || len(uses) != 5 {
		t.Errorf("references: %+v, %v", uses, err)
	}
	if got := string(e.request("textDocument/documentHighlight", place(2, 15))); got != "null" {
		t.Errorf("of no term: %s", got)
	}
	if got := string(e.request("textDocument/hover", place(6, 45))); !strings.Contains(got, "6 uses in fragments 1, 2; explained in 1 (line 3)") {
		t.Errorf("a hover: %s", got)
	}
	plain := edit(t, full("utf-16"), nil)
	plain.open("file:///pans.md", text)
	if got := string(plain.request("textDocument/documentHighlight", place(6, 45))); got != "null" {
		t.Errorf("without the setting: %s", got)
	}
}

package main

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/console/consoletest"
	"github.com/segls/segls/internal/glossary"
)

const (
	panSection = "# Pans\n\nThe pans of the coast are shallow, and brine runs into them in spring. The sun dries the brine until crusts of salt stand on the clay of the pans, which men with rakes gather into heaps.\n\n" +
		"Rakes are made of wood, because brine eats iron. A man who rakes the pans every day of the summer makes forty sacks of salt out of the brine, and the clay below lasts for years.\n\n"
	caravanSection = "# Caravans\n\nCamels carry the slabs through the desert. A caravan has four hundred camels and thirty drivers, who know the wells by name and sleep under the slabs when the wind blows the sand.\n\n" +
		"The wells decide the road. A caravan that misses a well loses camels, and the drivers walk on with what is left, from one well to the next, until the market is in sight.\n\n"
	strayParagraph = "A driver who has lost his camels in the desert waits at the well for the next caravan, whose drivers take him and his slabs along to the market for half of what they bring.\n\n"
)

var shelf = map[string]string{
	"book/book.toml":       "[book]\n",
	"book/src/SUMMARY.md":  "# Summary\n\n- [Pans](pans.md)\n- [Caravans](caravans.md)\n",
	"book/src/pans.md":     panSection + strayParagraph,
	"book/src/caravans.md": caravanSection,
	"bare.md":              strings.TrimPrefix(caravanSection, "# Caravans\n\n"),
	"both.md":              panSection + strayParagraph + caravanSection,
}

// TestMisplaced checks that a misplaced paragraph is reported with a better place, in one or several texts and in a work.
func TestMisplaced(t *testing.T) {
	const found = "both.md:7  Pans\n    “A driver who has lost his camels in the desert waits at…”\n    6.6  fits “Caravans” (both.md:9) better: driver, caravan, camels"
	invoke(t, shelf, []invocation{
		{"a text", "misplaced --min-score 4 both.md", "", 0, found, ""},
		{"standard input", "misplaced --min-score 4 --stdin-filename both.md -", panSection + strayParagraph + caravanSection, 0, "both.md:7  Pans", ""},
		{"a file of a work", "misplaced --min-score 4 book/src/pans.md", "", 0, "No paragraph has a score of at least 4.\n", ""},
		{"quietly", "misplaced -q both.md", "", 0, "", ""},
		{"a work", "misplaced --min-score 4 --work book", "", 0, "fits “Caravans” (book/src/caravans.md:1) better", ""},
		{"several files", "misplaced --min-score 4 book/src/pans.md book/src/caravans.md", "", 0, "fits “Caravans” (book/src/caravans.md:1) better", ""},
		{"a text without a heading", "misplaced --min-score 4 book/src/pans.md bare.md", "", 0, "fits bare.md:1 better", ""},
		{"without a score", "misplaced both.md", "", 0, "so none is listed; --min-score 0 lists ", ""},
		{"without a score, as JSON", "misplaced --format json both.md", "", 0, `"misplaced": []`, ""},
		{"too high a score", "misplaced --min-score 40 both.md", "", 0, "No paragraph has a score of at least 40.", ""},
		{"no text", "misplaced", "", 2, "", "which texts?"},
		{"a missing file", "misplaced --min-score 4 both.md none.md", "", 2, "both.md:7", "none.md"},
	})
	consoletest.Library(t, shelf)
	_, out, _ := segls("", "misplaced", "--min-score", "4", "--format", "json", "both.md")
	var got misplacedJSON
	if err := json.Unmarshal([]byte(out), &got); err != nil || len(got.Misplaced) != 1 || got.Texts != 1 {
		t.Fatalf("%v: %s", err, out)
	}
	x := got.Misplaced[0]
	if text := shelf["both.md"]; text[x.Start:x.End]+"\n\n" != strayParagraph || x.Line != 7 || x.Section != "Pans" || x.There != (betterSectionJSON{"both.md", 9, "Caravans"}) || len(x.Shared) == 0 || x.Score <= 0 {
		t.Errorf("%+v", x)
	}
}

// TestContextOf checks that the text around a use contains the use even if no space is near.
func TestContextOf(t *testing.T) {
	for text, want := range map[string]string{
		"All of the old and the new roads to the sea end at a pan, and beyond it is nothing, only sand and the wind and the sea.": "… roads to the sea end at a pan, and beyond it is nothing, only sand and the wind and the …",
		"See www.example.org/roads/to-the-sea/and-beyond/pan/deep.":                                                               "…g/roads/to-the-sea/and-beyond/pan/deep.",
		"海边的盐田很多，盐田的水很浅，工人每天都在pan。":                                                                                               "…水很浅，工人每天都在pan。",
	} {
		d := analysis.New(text, markup.PlainText, analysis.Defaults())
		at := strings.Index(text, "pan")
		x := termReport{documents: []*analysis.Document{d}}
		if got := x.contextOf(glossary.Use{Span: markup.Span{Start: at, End: at + 3}}); got != want {
			t.Errorf("%q, not %q", got, want)
		}
	}
}

// TestTerms checks that terms are listed with their introductions, and with --early only those used before they are introduced.
func TestTerms(t *testing.T) {
	files := map[string]string{
		"road.md":  "# Road\n\nBrine fills the pans. The pans pay for the road, and the pans pay for the market.\n\n# Wells\n\nWells are deep. No pans stand at the wells, and no pan stands near them.\n",
		"shore.md": "# Shore\n\nA pan is a field of clay. Every pan has a gate, and pans lie in rows.\n",
	}
	invoke(t, files, []invocation{
		{"two texts", "terms road.md shore.md", "", 0, "explained at shore.md:3  Shore\n    “# Shore … A pan is a field of clay. Every pan has a gate, and pans lie in …”\n    3  8 uses in 3 fragments, 5 of them before that, first at road.md:3\n", ""},
		{"a score too high", "terms --min-score 9 road.md shore.md", "", 0, "No key term has a score of at least 9.\n", ""},
		{"early terms", "terms --early road.md", "", 0, "No key term is used before it is introduced.\n", ""},
		{"a text without terms", "terms -", "Salt.", 0, "No key terms found.\n", ""},
		{"a text without terms, quietly", "terms -q -", "Salt.", 0, "", ""},
		{"no text", "terms", "", 2, "", "which texts?"},
	})
	consoletest.Library(t, files)
	_, out, _ := segls("", "terms", "--early", "--format", "json", "road.md", "shore.md")
	var got termsJSON
	if err := json.Unmarshal([]byte(out), &got); err != nil || len(got.Terms) != 1 || got.Texts != 2 {
		t.Fatalf("%v: %s", err, out)
	}
	x := got.Terms[0]
	if said := files["shore.md"][x.Introduced.Start:x.Introduced.End]; !strings.HasPrefix(x.Term, "pan") || said != "pan" || x.How != "defined" || x.Before != 5 || x.Score != 5 || x.First.Line != 3 || x.First.Section != "Road" {
		t.Errorf("%+v", x)
	}
}

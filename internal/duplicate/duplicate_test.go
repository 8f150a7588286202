package duplicate

import (
	"fmt"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

const (
	pans  = "The pans of the coast are shallow, and brine runs into them in spring; then the sun dries the brine until crusts of salt stand on the clay."
	pans2 = "The pans of the coast are wide, and brine runs into them in spring; then the sun dries the brine until crusts of grey salt stand on the clay."
	road  = "The road to the market goes over the moor, where in winter nobody finds the way without the white stones that monks have set."
	mixed = "At Easter the ferry goes twice. The road to the market goes over the moor, where in winter nobody finds the way without the white stones that monks have set. Whoever misses the ferry waits for the tide, drinks in the inn on the hill, and tells the keeper what the city says of kings."
	bread = "Flour, water, yeast and a little patience make bread, if the oven is hot and the baker awake before the birds."
)

func TestFind(t *testing.T) {
	check := func(texts []string, want ...string) {
		t.Helper()
		var list []*Text
		for i, text := range texts {
			f, _ := markup.ByFileName("x.md")
			list = append(list, NewText(fmt.Sprint(i), analysis.New(text, f, analysis.Settings{})))
		}
		var got []string
		tell := func(p Occurrence) string {
			var k int
			fmt.Sscan(p.Path, &k)
			said := strings.Fields(texts[k][p.Span.Start:p.Span.End])
			return fmt.Sprintf("%d:%d %s…%s", k, p.Line+1, said[0], said[len(said)-1])
		}
		for _, f := range Find(list) {
			s := fmt.Sprintf("%s = %s %.2f [%s] [%s]", tell(f.A), tell(f.B), f.Similarity, strings.Join(f.OnlyA, " "), strings.Join(f.OnlyB, " "))
			for i, p := range f.Also {
				s += " also " + tell(p)
				if other := f.AtAlso(i); other.WordsToChange() > 0 {
					s += fmt.Sprintf(" %.2f [%s] [%s]", other.Similarity, strings.Join(other.OnlyA, " "), strings.Join(other.OnlyB, " "))
				}
			}
			got = append(got, s)
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("found\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	p := func(paragraphs ...string) string { return strings.Join(paragraphs, "\n\n") + "\n" }
	check([]string{p(pans, road), p(bread)})
	check([]string{p("- Salt 18: active support until 1 September 2022, security fixes until April 2023, end of life 30 June 2024.\n- Salt 20: active support until 1 September 2023, security fixes until April 2024, end of life 30 June 2025.")})
	check([]string{p("1.2.3 lundi 3 mai 2021, sortie mardi 4 juin 2022, version finale mercredi 5 mai 2023"), p("1.2.4 lundi 3 mai 2021, sortie mardi 4 juin 2022, version finale mercredi 5 mai 2023")})
	check([]string{p(pans, road), p(bread, pans)}, "0:1 The…clay. = 1:3 The…clay. 1.00 [] []")
	check([]string{p(pans, road, strings.ReplaceAll(pans, " the ", "\nthe "))}, "0:1 The…clay. = 0:5 The…clay. 1.00 [] []")
	check([]string{p(pans, bread), p(pans2)}, "0:1 The…clay. = 1:1 The…clay. 0.95 [shallow] [wide grey]")
	check([]string{p(bread, mixed), p(road)}, "0:3 The…set = 1:1 The…set. 1.00 [] []")
	// A sentence that two paragraphs about one thing have in common is reported alone, without the words around it that they share.
	kept := "The keeper of the gate writes down every sack of salt that a caravan brings to the market, and who has paid the toll for it."
	check([]string{
		p("My grandmother knew three songs about herring, two about storms, and none about love, which she thought a matter for younger sailors. The salt market opens before dawn under lamps that smell of whales. Town guards sleep behind barrels until noon. " + kept + " Merchants fear rain, for the salt market has neither roof nor cellar. Town guards get bread and onions. Nobody has painted this square, although artists rent every attic above its western side."),
		p("Letters from abroad took seven weeks, passed through quarantine, and arrived smelling of vinegar and smoke. Every summer thieves robbed the salt market through broken windows. Town guards chased dogs instead. " + kept + " Bishops taxed the salt market, built bridges and died rich. Town guards buried them with music. Older maps show vineyards here, a chapel, and one well whose water cured fevers according to pilgrims."),
	}, "0:1 The…it = 1:1 The…it 1.00 [] []")
	// A copy in which every second word is replaced keeps the order of the rest.
	worked := "At Easter the boat goes twice. A road to the market leads through bare fens, where in winter strangers seldom guess the way without the tall poles that monks have put there. Whoever has lost the ferry stays for another tide, sings in the house on the hill, and asks the old keeper what a queen thinks of kings."
	check([]string{p(mixed, bread), p(pans, worked)}, "0:1 At…kings. = 1:3 At…kings. 0.61 [goes over moor nobody finds white stones set misses ferry waits drinks the inn the tells the the city says] [boat A leads through bare fens strangers seldom guess tall poles put there has lost stays another sings house asks old a queen thinks]")
	check([]string{p(mixed, bread), p(pans, "Kings are what a queen thinks of, the old keeper asks, and on the hill in the house drinks; for another tide stays whoever has lost the ferry. Put there have monks the tall poles, without which the way strangers seldom find in winter, where through bare fens a road leads to the market. Twice goes the boat at Easter.")})
	// The same with other markup, and in a quote.
	check([]string{p("> "+pans, road), p("- " + strings.ReplaceAll(pans, "brine", "*brine*"))}, "0:1 The…clay. = 1:1 The…clay. 1.00 [] []")
	// Each of three copies is reported, but many copies are one finding.
	check([]string{p(pans), p(road, pans), p(pans2)}, "0:1 The…clay. = 2:1 The…clay. 0.95 [shallow] [wide grey]", "0:1 The…clay. = 1:3 The…clay. 1.00 [] []")
	check([]string{p(pans), p(pans), p(road), p(pans2), p(bread, pans)}, "0:1 The…clay. = 1:1 The…clay. 1.00 [] [] also 3:1 The…clay. 0.95 [wide grey] [shallow] also 4:3 The…clay.")
	// Links alone do not count: a table of contents, an order of files, a reference to another page.
	contents := "- [The salt pans](pans.md)\n- [Brine and crusts](brine.md)\n- [The road over the moor](road/moor.md)\n- [White stones of monks](road/stones.md)\n- [The ferry at Easter](ferry.md)"
	check([]string{p(contents), p(strings.ReplaceAll(contents, "- [", "1. ["), "See [the salt pans of the coast and the grey clay](pans.md)."), p("See [the salt pans of the coast and the grey clay](pans.md).")})
	check([]string{p(contents), p("* [The salt pans]\n* [Brine and crusts]\n* [The road over the moor]\n* [White stones of monks]")})
	// Two paragraphs that explain one thing share words, and pairs of them, without being copies.
	check([]string{p("Whoever brings salt to the market by the north gate pays the toll of the keeper, and the guards of the north gate write down each sack and the name of the caravan.", bread,
		"The guards write down the name of whoever leaves by the north gate at night. Of each sack the keeper gets a toll, unless it is salt that a caravan brings to the market.")})
	// A short sentence is a quotation if its small words are the same, too.
	sang := "It was of all of them that they sang the old songs of herring in the house on the moor."
	check([]string{
		p("At Easter the ferry goes twice. " + sang + " Whoever misses it waits for the tide, drinks in the inn, and tells the keeper what the city says of kings."),
		p("My grandmother knew three tales about love, and none about whales. " + sang + " Letters from abroad took seven weeks, and arrived smelling of vinegar and smoke."),
	}, "0:1 It…moor = 1:1 It…moor 1.00 [] []")
	// A place begins and ends with whole words, links and code.
	check([]string{
		p("Monks say that the [road to the market, which is long](road.md), goes over the moor, where in winter nobody finds the way without the `white stones that they set`. All of them sing."),
		p(strings.Replace(mixed, "The road to the market goes over the moor, where in winter nobody finds the way without the white stones",
			"Few of them know it by night. The salt-road to the market, which is long, goes over the moor, where in winter nobody finds the way without the white stones or a lamp", 1)),
	}, "0:1 [road…set`. = 1:1 salt-road…stones 0.92 [that they set] [salt]")
	check(nil)
	check([]string{"", p("Salt.", "Salt.", "See also:", "See also:")})
}

// TestHidden checks that text that readers do not see, such as the terms of an index, is not reported.
func TestHidden(t *testing.T) {
	const index = `((("brine of the coast", "in shallow pans of clay", "and crusts of grey salt")))((("roads over the moor", "white stones of monks", "caravans", "grey camels", "wells of the desert")))`
	read := func(text string) *Text {
		return NewText(text, analysis.New(text, markup.AsciiDoc, analysis.Settings{}))
	}
	if found := Find([]*Text{read(index + bread), read(index + "The ferry goes at noon.")}); len(found) != 0 {
		t.Errorf("%+v", found)
	}
	found := Find([]*Text{read(index + pans), read(pans)})
	if len(found) != 1 || found[0].WordsToChange() != 0 || found[0].A.Seen != pans || found[0].A.Said != index+pans {
		t.Errorf("%+v", found)
	}
}

// TestInsideSentences checks that a passage which begins or ends inside a sentence is shown with an ellipsis there.
func TestInsideSentences(t *testing.T) {
	bare := strings.TrimSuffix(road, ".")
	for text, want := range map[string]string{
		bread + " " + road + " " + bread:                           road,
		bread + " “" + road + "” " + bread:                         road,
		"Old people say in the inn: " + bare + " long ago.":        "…" + bare + "…",
		bread + " Old people know *this* well, " + road:            "…" + road,
		bare + ", or so they say in the inn on the hill. " + bread: bare + "…",
	} {
		var list []*Text
		for i, x := range []string{text, road} {
			list = append(list, NewText(fmt.Sprint(i), analysis.New(x, markup.Markdown, analysis.Settings{})))
		}
		found := Find(list)
		if len(found) != 1 {
			t.Errorf("%q: %+v", text, found)
			continue
		}
		if got := strings.TrimRight(found[0].A.Seen, ".”"); got != strings.TrimSuffix(want, ".") {
			t.Errorf("in %q it is %q, not %q", text, found[0].A.Seen, want)
		}
	}
}

// TestBoilerplate checks that text at the top of each of many files, with different dates, is reported once.
func TestBoilerplate(t *testing.T) {
	var list []*Text
	for i := range 300 {
		text := fmt.Sprintf("Copyright %d the keepers of the lighthouse; permission is hereby granted to anybody who obtains a copy of this log to read, lend and burn it.\n\nOn day %d nothing happened.\n", 1700+i, i)
		list = append(list, NewText(fmt.Sprint(i), analysis.New(text, markup.PlainText, analysis.Settings{})))
	}
	found := Find(list)
	if len(found) != 1 || len(found[0].Also) != 298 {
		t.Errorf("%d findings", len(found))
	}
}

// TestAnyTextCanBeCompared checks that unusual texts, such as invalid bytes or one word repeated, can be compared.
func TestAnyTextCanBeCompared(t *testing.T) {
	for _, text := range []string{"\xff\xfe a b c", strings.Repeat("salt ", 5000), strings.Repeat("salt pans of the coast are grey and brine runs\n\n", 500), "海の塩は海の塩。" + strings.Repeat("海の塩", 50)} {
		Find([]*Text{NewText("a", analysis.New(text+"\n\n"+text, markup.PlainText, analysis.Settings{}))})
	}
}

func TestVersionsComeLast(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want bool
	}{
		{"v1/salt.md", "v2/salt.md", true},
		{"docs/1.2/salt.md", "docs/salt.md", true},
		{"versioned_docs/version-2.0/salt.md", "docs/salt.md", true},
		{"v1/salt.md", "v1/pans.md", false},
		{"salt/pans.md", "wool/pans.md", false},
	} {
		if got := AreVersions(c.a, c.b); got != c.want {
			t.Errorf("%s, %s: %v", c.a, c.b, got)
		}
	}
	score := func(a, b, seen string) float64 {
		return Finding{A: Occurrence{Path: a, Seen: seen}, B: Occurrence{Path: b, Seen: seen}}.Score()
	}
	if versions, places := score("v1/salt.md", "v2/salt.md", strings.Repeat("salt ", 100)), score("salt/pans.md", "wool/pans.md", strings.Repeat("salt ", 10)); versions >= places {
		t.Errorf("a passage in two versions has %v, a tenth of it in two folders %v", versions, places)
	}
}

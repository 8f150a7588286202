package misplaced

import (
	"fmt"
	"reflect"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

const coast = `# The coast

## Pans

The pans of the coast are shallow, and brine runs into them in spring. The sun dries the brine until crusts of salt stand on the clay of the pans, which men with rakes gather into heaps.

Rakes are made of wood, because brine eats iron. A man who rakes the pans every day of the summer makes forty sacks of salt out of the brine, and the clay below lasts for years.

Whoever wants more salt builds more pans. Clay is cut from the marsh behind the dyke, and the brine is led through gates of wood that are opened when the spring tide comes.

## Caravans

Camels carry the slabs through the desert. A caravan has four hundred camels and thirty drivers, who know the wells by name and sleep under the slabs when the wind blows the sand.

The wells decide the road. A caravan that misses a well loses camels, and the drivers walk on with what is left, from one well to the next, until the market is in sight.

At the market the slabs are cut and sold, and the camels rest for a month. Drivers are paid in cloth and in salt, which is worth more in the desert than at the coast.
`

const stray = "A driver who has lost his camels in the desert waits at the well for the next caravan, whose drivers take him and his slabs along to the market for half of what they bring.\n\n"

func read(path, text string) *analysis.Document {
	f, ok := markup.ByFileName(path)
	if !ok {
		f = markup.PlainText
	}
	return analysis.New(text, f, analysis.Settings{})
}

// clearly is a score that the paragraphs of the tests have only if they were put into another section.
const clearly = 4.5

// TestMisplaced checks that a paragraph that was put into another section is found, with its proper section and the evidence.
func TestMisplaced(t *testing.T) {
	check := func(texts []string, want ...string) {
		t.Helper()
		var sources []Source
		for i, text := range texts {
			sources = append(sources, Source{fmt.Sprintf("%d.md", i), read("x.md", text)})
		}
		title := func(p SectionFit) string {
			if p.Section < 0 {
				return sources[p.Source].Path
			}
			return sources[p.Source].Document.Sections()[p.Section].Title
		}
		var got []string
		for _, l := range New(sources).FindMisplaced(clearly) {
			p := sources[l.Source].Document.Paragraph(l.Paragraph)
			got = append(got, fmt.Sprintf("%s: %s → %s (%s)", p.Opening(20), title(l.Here), title(l.There), strings.Join(l.There.Shared, " ")))
		}
		if strings.Join(got, "\n") != strings.Join(want, "\n") {
			t.Errorf("found\n%s\nnot\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
	check([]string{coast})
	check([]string{strings.Replace(coast, "Whoever wants", stray+"Whoever wants", 1)}, "A driver who has…: Pans → Caravans (driver caravan camels slabs desert)")
	parts := strings.SplitAfter(coast, "the spring tide comes.\n\n")
	check([]string{strings.Replace(parts[0], "Whoever wants", stray+"Whoever wants", 1), parts[1]}, "A driver who has…: Pans → Caravans (driver camels slabs caravan desert)")
	check(nil)
	check([]string{"", "Salt.", "## Only a heading\n"})
}

// TestPlaces checks that all places for a moved paragraph are returned, the best first.
func TestPlaces(t *testing.T) {
	d := read("x.md", coast+"\n## Doubts\n\n"+stray)
	m := New([]Source{{"x.md", d}})
	last := len(d.Paragraphs())
	places := m.RankPlaces(0, last-1, last)
	if len(places) != len(d.Sections())+1 {
		t.Errorf("%d places", len(places))
	}
	if best := places[0]; d.Sections()[best.Section].Title != "Caravans" || len(best.Shared) != mostShared {
		t.Errorf("the best place: %+v", best)
	}
	if got := m.RankPlaces(0, 0, 0); len(got) != len(places) {
		t.Errorf("for nothing: %d places", len(got))
	}
}

// TestEvidence checks what decides where the words of the prose do not help: words of code, the heading that a paragraph mentions, and
// finally the length of a section. Paragraphs moved together must be no evidence for their current place.
func TestEvidence(t *testing.T) {
	const same = "Somebody fills the old basin with brine and waits until it is dry.\n\n"
	stray := "## Stray\n\n%s\n\n"
	for name, x := range map[string]struct{ stray, first, second, best string }{
		"code":    {"Then `fill_pan` is called.", "## Drying\n\n" + same, "## Heating\n\n" + same + "```\nfill_pan(3)\n```\n\n", "Heating"},
		"name":    {"Then `x` is heated, as `fill_pan` has it.", "## Drying\n\n" + same + "See `fill_pan`.\n\n", "## Boiling\n\n" + same, "Drying"},
		"heading": {"Whoever cares for lime is careful.", "## Drying\n\n" + same + "Lime.\n\n", "## Lime\n\n" + same + "Good.\n\n", "Lime"},
		"length":  {"Nothing of this is known.", "## Drying\n\n" + same, "## Heating\n\n" + same + same, "Heating"},
	} {
		for _, text := range []string{x.first + x.second, x.second + x.first} {
			d := read("x.md", text+fmt.Sprintf(stray, x.stray))
			last := len(d.Paragraphs())
			if best := New([]Source{{"x.md", d}}).RankPlaces(0, last-1, last)[0]; best.Section < 0 || d.Sections()[best.Section].Title != x.best {
				t.Errorf("%s: the best place is %+v in\n%s", name, best, d.Text.String())
			}
		}
	}
	fits := func(code string) []SectionFit {
		return New([]Source{{"x.md", read("x.md", "## Drying\n\n"+same+"## Heating\n\nSo:\n\n"+code+"Then `fill_pan` ends.\n\n"+same)}}).RankPlaces(0, 1, 3)
	}
	if with, without := fits("```\nfill_pan(3)\n```\n\n"), fits(""); !reflect.DeepEqual(with, without) {
		t.Errorf("with code between the paragraphs that move:\n%+v\nand without:\n%+v", with, without)
	}
}

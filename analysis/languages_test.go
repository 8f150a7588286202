package analysis

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

// TestCurveOfEachLanguage: in a text of two topics, of as many paragraphs each, the
// lowest gap of the curve is where one ends and the other begins, in every language, as
// docs/languages.md says; and the language is told.
func TestCurveOfEachLanguage(t *testing.T) {
	page, err := os.ReadFile("../docs/languages.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range language.Languages {
		file := filepath.Join("testdata", "languages", l.Code+".txt")
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		d := New(string(text), markup.PlainText, with(t, "method=paper"))
		curve := d.Curve()
		if d.Language.Code != l.Code || len(curve) != 5 {
			t.Errorf("%s: read as %s, with %d gaps", file, d.Language.Code, len(curve))
			continue
		}
		const join = 2
		for i, similarity := range curve {
			if i != join && similarity <= curve[join] {
				t.Errorf("%s: gap %d is as low as that of the topics: %.2f", file, i, curve)
			}
		}
		next := slices.Min(append(curve[:join:join], curve[join+1:]...))
		row := fmt.Sprintf("`%s` |", l.Code)
		for line := range strings.SplitSeq(string(page), "\n") {
			if strings.Contains(line, row) && !strings.HasSuffix(line, fmt.Sprintf("| %.2f, then %.2f |", curve[join], next)) {
				t.Errorf("docs/languages.md: %s has %.2f, then %.2f", l.Name, curve[join], next)
			}
		}
	}
}

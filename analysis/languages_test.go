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

// TestCurveOfEachLanguage checks that each language is recognized, and that the curve of a text is lowest between its two
// topics. It checks the table in docs/research/languages.md; -update writes it.
func TestCurveOfEachLanguage(t *testing.T) {
	const page = "../docs/research/languages.md"
	table := "| language | between topics | elsewhere |\n|---|---:|---:|\n"
	for _, l := range language.Languages {
		file := filepath.Join("testdata", "languages", l.Code+".txt")
		text, err := os.ReadFile(file)
		if os.IsNotExist(err) && l.Grammar().And == "" {
			continue // it is only recognized
		}
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
		table += fmt.Sprintf("| %s | %.2f | %.2f |\n", l.Name, curve[join], slices.Min(append(curve[:join:join], curve[join+1:]...)))
	}
	content, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, isThere := strings.Cut(string(content), "| language | between")
	_, after, _ := strings.Cut(rest, "\n\n")
	if !isThere {
		t.Fatal("docs/research/languages.md has no table of curves")
	}
	if wanted := before + table + "\n" + after; wanted == string(content) {
		return
	} else if !*update {
		t.Error("the table of curves in docs/research/languages.md is another one; make golden writes it")
	} else if err := os.WriteFile(page, []byte(wanted), 0o644); err != nil {
		t.Fatal(err)
	}
}

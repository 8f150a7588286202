package restructure

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// TestSplitAndMerge checks that splitting keeps every word and adds a paragraph for each cut, and that merging the parts restores the text,
// except for white space if the paragraph has several lines.
func TestSplitAndMerge(t *testing.T) {
	made, exact, refused := 0, 0, 0
	eachDocument(t, func(t *testing.T, _ *writer, d *analysis.Document) {
		for i, p := range d.Paragraphs() {
			e, err := SplitParagraph(d, i)
			if err != nil {
				continue
			}
			made++
			wellFormed(t, d, e)
			keepsWords(t, d, e)
			merged := reanalysed(d, e)
			if n := len(d.Paragraphs()) + len(e.Replacements); len(merged.Paragraphs()) != n {
				t.Errorf("%d paragraphs, want %d, in %q", len(merged.Paragraphs()), n, merged.Text.String())
				return
			}
			for range e.Replacements {
				m, err := MergeParagraphWithNext(merged, i)
				if err != nil {
					refused++ // the text as a whole would be read differently
					return
				}
				wellFormed(t, merged, m)
				keepsWords(t, merged, m)
				merged = reanalysed(merged, m)
			}
			before, after := d.Text.String(), merged.Text.String()
			if before == after {
				exact++
			} else if isOneLine := !isWrapped(pageOf(d), p) && !strings.Contains(d.Text.Slice(p.Span), "  "); isOneLine {
				t.Errorf("split and merged:\n%q\nwas\n%q", after, before)
			}
			if spaces.ReplaceAllString(before, " ") != spaces.ReplaceAllString(after, " ") {
				t.Errorf("split and merged:\n%q\nwas\n%q", after, before)
			}
		}
	})
	t.Logf("%d splits, %d the very same after merging, %d that are not merged again", made, exact, refused)
	if made < 200 || 50*refused > made {
		t.Errorf("%d splits, of which %d are not merged again", made, refused)
	}
}

var spaces = regexp.MustCompile(`\s+`)

// TestSplitPlaces checks that a paragraph is cut where its topic changes, never inside a construct.
func TestSplitPlaces(t *testing.T) {
	check := func(text string, max int, want ...string) {
		t.Helper()
		for _, method := range []string{analysis.MethodPaper, analysis.MethodBlend} {
			s := analysis.Defaults()
			s.Method, s.ParagraphMaxWords = method, max
			d := analysis.New(text, markup.Markdown, s)
			e, err := SplitParagraph(d, 0)
			if err != nil {
				if len(want) > 0 {
					t.Errorf("%q: %v", text, err)
				}
				continue
			}
			if got := strings.Split(e.Apply(text), "\n\n"); !slices.Equal(got, want) {
				t.Errorf("%q is split into %q, want %q", text, got, want)
			}
		}
	}
	check("Salt keeps fish and salt keeps meat. Salt melts ice and salt cures meat. Bees build cells of wax. Bees feed on wax cells and honey.", 20,
		"Salt keeps fish and salt keeps meat. Salt melts ice and salt cures meat.", "Bees build cells of wax. Bees feed on wax cells and honey.")
	check("*One two three. Four five six.*", 4)
	check("[One two three. Four five six.](x.md)", 4)
	check("One two three.[^1] Four five six.", 4, "One two three.[^1]", "Four five six.")
	check("One two three. `code` Four five six.", 4, "One two three.", "`code` Four five six.")
	check("One **two three.** Four five six.", 4, "One **two three.**", "Four five six.")
	check("One two three. 1. Four five six.", 4)
	check("One two three.\n# Four five six.", 9)
	check("One two three. # Four five six.", 4)
}

// TestSplitAtPlace checks that a paragraph is split before the sentence at an offset, but not before its first.
func TestSplitAtPlace(t *testing.T) {
	text := "One two three. Four five six. Seven eight.\n"
	d := analysis.New(text, markup.Markdown, analysis.Defaults())
	e, err := SplitParagraphAt(d, 0, strings.Index(text, "ven eight"))
	if err != nil || e.Apply(text) != "One two three. Four five six.\n\nSeven eight.\n" {
		t.Errorf("%v %q", err, e.Apply(text))
	}
	if _, err := SplitParagraphAt(d, 0, 3); err == nil {
		t.Error("split before the first sentence")
	}
}

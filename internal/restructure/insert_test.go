package restructure

import (
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// TestInsertions checks that insertions, such as of titles, headings, breaks and settings, take effect in the new analysis.
func TestInsertions(t *testing.T) {
	made, refused := 0, 0
	eachDocument(t, func(t *testing.T, w *writer, d *analysis.Document) {
		holds := func(e Edit, err error, holds func(after *analysis.Document) bool) {
			t.Helper()
			if err != nil {
				refused++
				return
			}
			made++
			wellFormed(t, d, e)
			if after := reanalysed(d, e); !holds(after) {
				t.Errorf("%s does nothing of the kind in\n%q\ngiving\n%q", e.Title, d.Text.String(), after.Text.String())
			}
		}
		for i, f := range d.Fragments() {
			for _, as := range []TitlePlace{AsHeading, AsComment} {
				e, err := RenameFragment(d, i, "Zebras", as)
				if len(notation(pageOf(d)).Levels()) == 0 && as == AsHeading {
					continue
				}
				holds(e, err, func(after *analysis.Document) bool {
					if as == AsHeading {
						return slices.ContainsFunc(after.Sections(), func(s analysis.Section) bool { return s.Title == "Zebras" })
					}
					k := FragmentAt(after, len(e.Replacements[0].Text)+d.Paragraphs()[f.First].Span.Start-e.Replacements[0].Span.Len())
					return after.Fragment(k).Title().Text == "Zebras" || !after.Gap(f.First-1).IsBoundary
				})
			}
			if !f.Suggested {
				continue
			}
			more := func(kind markup.Kind) func(*analysis.Document) bool {
				return func(after *analysis.Document) bool { return count(after.Blocks(), kind) == count(d.Blocks(), kind)+1 }
			}
			if len(notation(pageOf(d)).Levels()) > 0 {
				e, err := InsertHeading(d, i, "")
				holds(e, err, more(markup.Heading))
			}
			e, err := BeginScene(d, f.First)
			holds(e, err, func(after *analysis.Document) bool { // several marks in a row are one break
				return count(after.Blocks(), markup.Rule) > count(d.Blocks(), markup.Rule)
			})
			if d.Paragraphs()[f.First].Child > 0 {
				continue // if a list is divided, its paragraphs change
			}
			e, err = PinBoundary(d, i)
			holds(e, err, func(after *analysis.Document) bool {
				return after.Gap(f.First-1).Constraint == analysis.ByBreak || hasBoth(d)
			})
			e, err = VetoBoundary(d, i)
			holds(e, err, func(after *analysis.Document) bool { return !after.Gap(f.First-1).IsBoundary || hasBoth(d) })
		}
		if len(d.Paragraphs()) > 0 {
			p := w.IntN(len(d.Paragraphs()))
			e, err := IgnoreParagraph(d, p)
			holds(e, err, func(after *analysis.Document) bool { return len(after.Paragraphs()) == len(d.Paragraphs()) })
		}
		e, err := IgnoreRule(d, check.ParagraphTooLong)
		holds(e, err, func(after *analysis.Document) bool {
			for _, f := range after.Findings() {
				if f.Rule == check.ParagraphTooLong {
					return false
				}
			}
			return true
		})
		e, err = SetTextSetting(d, sentence.New("Set"), "paragraph-max-words", "7")
		holds(e, err, func(after *analysis.Document) bool { return after.Settings.ParagraphMaxWords == 7 })
		for i := range d.Sections() {
			e, err := RemoveHeading(d, i)
			holds(e, err, func(after *analysis.Document) bool { return len(after.Sections()) == len(d.Sections())-1 })
		}
	})
	t.Logf("%d insertions, %d refused", made, refused)
	if made < 5*refused {
		t.Errorf("%d insertions, but %d refused", made, refused)
	}
}

// hasBoth reports whether a text may have directives for and against a boundary after one is added. Then the nearer directive counts, and
// that may be the old one.
func hasBoth(d *analysis.Document) bool {
	return strings.Contains(d.Text.String(), "segls: break") || strings.Contains(d.Text.String(), "segls: no-break")
}

func TestInsertHeading(t *testing.T) {
	s := analysis.Defaults()
	s.PreferredWords, s.Scaling = 5, 1000
	text := "# Book\n\nSalt mines keep salt dry.\n\nFerries cross on ropes, and ropes hold ferries.\n"
	d := analysis.New(text, markup.Markdown, s)
	e, err := InsertHeading(d, 1, "")
	if err != nil {
		t.Fatal(err)
	}
	if got := e.Apply(text); got != "# Book\n\nSalt mines keep salt dry.\n\n## "+ProposedHeading(d, 1)+"\n\nFerries cross on ropes, and ropes hold ferries.\n" {
		t.Errorf("%s", got)
	}
	if r := e.Replacements[0]; r.Text[r.Placeholder.Start:r.Placeholder.End] != ProposedHeading(d, 1) {
		t.Errorf("placeholder of %+v", r)
	}
}

// TestInsertHeadingWithUnderscore checks that a proposed title that ends like a link of reStructuredText is not one.
func TestInsertHeadingWithUnderscore(t *testing.T) {
	text := "Top\n===\n\nThe option ``max_words_`` limits words. Set ``max_words_`` to 300. Few set ``max_words_`` to 1.\n"
	e, err := InsertHeading(analysis.New(text, markup.ReStructuredText, analysis.Defaults()), 0, "")
	if err != nil {
		t.Fatal(err)
	}
	if got := e.Apply(text); !strings.Contains(got, "\nmax_words\\_\n-----------\n") {
		t.Errorf("%s", got)
	}
}

func TestMergeFragments(t *testing.T) {
	s := analysis.Defaults()
	s.PreferredWords, s.Scaling = 5, 1000
	text := "Salt mines keep salt dry.\n\n<!-- segls: break -->\n\nFerries cross rivers on ropes.\n"
	d := analysis.New(text, markup.Markdown, s)
	e, err := MergeFragments(d, 0)
	if after := reanalysed(d, e); err != nil || len(after.Fragments()) != 1 {
		t.Errorf("%v\n%s", err, after.Text.String())
	}
}

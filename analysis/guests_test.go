package analysis

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

// paragraphsIn returns the paragraphs of the texts in testdata/languages, on two topics, in each of the given languages in turn.
func paragraphsIn(t *testing.T, codes ...string) (list []string) {
	t.Helper()
	for _, code := range codes {
		text, err := os.ReadFile(filepath.Join("testdata", "languages", code+".txt"))
		if err != nil {
			t.Fatal(err)
		}
		list = append(list, strings.Split(strings.TrimSpace(string(text)), "\n\n")...)
	}
	return list
}

// TestParagraphsInOtherLanguages checks that a paragraph that is clearly in another language is read in it, without affecting the others.
func TestParagraphsInOtherLanguages(t *testing.T) {
	english := paragraphsIn(t, "en")
	for _, guest := range []string{"fr", "de", "cs", "uk", "el", "ja", "th", "ar"} {
		text := slices.Concat(english, paragraphsIn(t, guest), english)
		d := New(strings.Join(text, "\n\n"), markup.PlainText, with(t, ""))
		if d.Language.Code != "en" {
			t.Errorf("a text that begins in English is in %s", d.Language.Name)
			continue
		}
		own := New(strings.Join(english, "\n\n"), markup.PlainText, with(t, ""))
		surely := 0
		for i, p := range d.Paragraphs() {
			switch at := i - len(english); {
			case at < 0 || at >= 6:
				same := own.Paragraphs()[(i+6*len(english)-6*min(1, max(0, at-5)))%len(english)]
				if p.Language() != d.Language || p.Words != same.Words {
					t.Errorf("among %s, an English paragraph is in %s", guest, p.Language().Name)
				}
			case p.Language().Code == guest:
				surely++
				alone := New(text[i], markup.PlainText, with(t, "language="+guest)).Paragraphs()[0]
				if p.Words != alone.Words || len(p.Terms) != len(alone.Terms) {
					t.Errorf("%s: %d words and %d terms as a guest, %d and %d alone: %q", guest, p.Words, len(p.Terms), alone.Words, len(alone.Terms), text[i])
				}
			case p.Language().Code != "en":
				t.Errorf("%s is read as %s: %q", guest, p.Language().Name, text[i])
			}
		}
		if surely < 5 {
			t.Errorf("of six paragraphs in %s only %d are", guest, surely)
		}
	}
}

// TestFragmentsInOtherLanguages checks that a fragment in another language is described in that language.
func TestFragmentsInOtherLanguages(t *testing.T) {
	text := strings.Join(slices.Concat(paragraphsIn(t, "en"), paragraphsIn(t, "fr")[:3]), "\n\n")
	d := New(text, markup.PlainText, with(t, "preferred-words=60"))
	last := d.Fragments()[len(d.Fragments())-1]
	if got := last.Title().Text; !strings.Contains(got, "ateaux") || strings.Contains(got, "Les") {
		t.Errorf("the fragment in French is called %q, with %q", got, last.Terms())
	}
}

// TestTextInNoLanguage checks that the most frequent words of a text in no language that segls knows are not terms.
func TestTextInNoLanguage(t *testing.T) {
	var text strings.Builder
	for i := range 60 {
		text.WriteString("Xqo nwam mjeqo thuwi " + strings.Repeat([]string{"bhatxora ", "kwelumqi ", "zsopxete "}[i/20], 2) + "nwam wxe xyqoh jqofo.\n\n")
	}
	for _, settings := range []string{"", "language=none"} {
		d := New(text.String(), markup.PlainText, with(t, settings))
		if d.Language.Code != language.None.Code {
			t.Fatalf("%q: an invented language is %s", settings, d.Language.Name)
		}
		for _, term := range d.Paragraphs()[0].Terms {
			if got := d.Language.Vocabulary.Written(term.Form); got != "bhatxora" && len(d.Paragraphs()[0].Terms) > 1 {
				t.Errorf("%q: a term is %q", settings, got)
			}
		}
	}
	if d := New(strings.Join(paragraphsIn(t, "fr"), "\n\n"), markup.PlainText, with(t, "language=none")); d.Language.Code != "none" || d.Paragraphs()[0].Language() != d.Language {
		t.Error("French has been recognized in a text that is said to be in no language")
	}
}

// TestEditsInSeveralLanguages compares a document in several languages, or none, after random edits, with one made from scratch.
func TestEditsInSeveralLanguages(t *testing.T) {
	edits := *editCount / 600
	if testing.Short() {
		edits /= 10
	}
	mixed := strings.Join(paragraphsIn(t, "en", "fr", "el", "en", "th", "uk", "de"), "\n\n")
	for _, settings := range []string{"preferred-words=40", "preferred-words=41 language=none", "preferred-words=43 method=blend"} {
		editAtRandom(t, mixed, markup.PlainText, with(t, settings), edits)
	}
	thai := strings.Repeat(strings.Join(paragraphsIn(t, "th"), "\n\n")+"\n\n", 5)
	editAtRandom(t, thai, markup.PlainText, with(t, "preferred-words=42"), edits)
}

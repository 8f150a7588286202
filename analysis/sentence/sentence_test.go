package sentence

import (
	"errors"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/internal/sentencetest"
)

// TestLanguages checks that each language has all sentences of the code, with the same values in the same order, and no others.
func TestLanguages(t *testing.T) {
	said := sentencetest.FindSentences(t, "../../cmd/segls/doctor*.go", "../../lsp/*.go", "../*.go", "../*/*.go", "../*/*/*.go", "../../internal/*/*.go", "../../internal/*/*/*.go")
	for _, words := range []string{"sure", "fairly sure", "perhaps", "synopsis", "label", "status", "block", "blocks"} {
		said[words] = "a constant, which programs read too"
	}
	if len(said) < 300 {
		t.Fatalf("only %d sentences have been found", len(said))
	}
	verb := regexp.MustCompile(`%[+.0-9]*[a-z]`)
	for code, l := range Languages {
		for text, where := range said {
			translated, ok := l[text]
			switch {
			case !ok:
				t.Errorf("%s: nothing for %q, which %s says", code, text, where)
			case !slices.Equal(verb.FindAllString(translated, -1), verb.FindAllString(text, -1)):
				t.Errorf("%s: %q has other values than %q", code, translated, text)
			case strings.HasSuffix(text, ".") != strings.HasSuffix(translated, "."):
				t.Errorf("%s: %q ends otherwise than %q", code, translated, text)
			}
		}
		for text := range l {
			if said[text] == "" {
				t.Errorf("%s: nobody says %q", code, text)
			}
		}
	}
}

func TestSentence(t *testing.T) {
	german := Language{"%s by %s": "%s von %s", "the sea": "das Meer", "%d word": "%d Wort", "%d words": "%d Wörter", "%s and %s": "%s und %s", "Gone.": "Weg."}
	gone := New("Gone.")
	for _, c := range []struct {
		of            *Sentence
		english, said string
	}{
		{New("%s by %s", "salt", New("the sea")), "salt by the sea", "salt von das Meer"},
		{Phrase("100 %"), "100 %", "100 %"},
		{Phrase("the sea"), "the sea", "das Meer"},
		{Plural(1, "%d word", "%d words"), "1 word", "1 Wort"},
		{Plural(2, "%d word", "%d words"), "2 words", "2 Wörter"},
		{List([]string{}), "", ""},
		{List([]string{"a"}), "a", "a"},
		{List([]string{"a", "b"}), "a and b", "a und b"},
		{List([]*Sentence{New("a"), New("b"), New("the sea")}), "a, b and the sea", "a, b und das Meer"},
		{Join(gone, nil, errors.New("EOF"), gone), "Gone. EOF Gone.", "Weg. EOF Weg."},
		{New("Nobody has translated %d.", 7), "Nobody has translated 7.", "Nobody has translated 7."},
	} {
		if got := c.of.String(); got != c.english {
			t.Errorf("%q, want %q", got, c.english)
		}
		if got := c.of.In(german); got != c.said {
			t.Errorf("%q, want %q", got, c.said)
		}
	}
	if !errors.Is(error(gone), gone) || errors.Is(New("Gone."), gone) {
		t.Error("a sentence is not the error that it is, or another one")
	}
}

func TestLocales(t *testing.T) {
	for locale, want := range map[string]string{"de": "Absatz", "de-AT": "Absatz", "de_DE": "Absatz", "en": "paragraph", "fr": "paragraph", "": "paragraph"} {
		if got := LanguageOf(locale).Say("Ignore this paragraph"); !strings.Contains(got, want) {
			t.Errorf("%q: %q", locale, got)
		}
	}
}

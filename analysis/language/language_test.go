package language

import (
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"
)

func wordsOf(text string) []string {
	var got []string
	Words([]byte(text), func(start, end int) { got = append(got, text[start:end]) })
	return got
}

func TestWords(t *testing.T) {
	for text, want := range map[string]string{
		"":                             "",
		"The canals, of Mars.":         "The|canals|of|Mars",
		"don't e.g. U.S. 3.14":         "don't|e.g|U.S|3.14",
		"a well-known 1,000-mile":      "a|well|known|1,000|mile",
		"snake_case __ _x_":            "snake_case|_x_",
		"naïve café’s Œuvre":           "naïve|café’s|Œuvre",
		"x:y 12:30 a.1 1.a":            "x:y|12|30|a|1|1|a",
		"😀 hello😀there 潮汐":             "hello|there|潮|汐",
		"e\u0301tude nul\x00byte \xff": "e\u0301tude|nul|byte",
	} {
		if got := strings.Join(wordsOf(text), "|"); got != want {
			t.Errorf("words of %q: %s, want %s", text, got, want)
		}
	}
}

// FuzzWords compares our ASCII rules with the library. With bytes that are not UTF-8 it only checks that nothing fails.
func FuzzWords(f *testing.F) {
	f.Add("a.b:c,1;2'3_4 .x. 'y' a..b 1.,2 _._ é.b")
	f.Fuzz(func(t *testing.T, text string) {
		var want []string
		unicodeWords([]byte(text), 0, func(start, end int) { want = append(want, text[start:end]) })
		if got := wordsOf(text); !slices.Equal(got, want) && utf8.ValidString(text) {
			t.Errorf("words of %q: %q, want %q", text, got, want)
		}
	})
}

// only returns the vocabulary's entry for a text of one word.
func only(v *Vocabulary, text string) (word Word) {
	v.Words([]byte(text), func(w Word, _, _ int) { word = w })
	return word
}

func TestVocabulary(t *testing.T) {
	en := ByCode("en").Vocabulary
	look := func(word string) Word { return only(en, word) }
	if a, b := look("Canals"), look("canal"); a.Term != b.Term || a.Form == b.Form {
		t.Errorf("Canals and canal: %v, %v; want one term in two forms", a, b)
	}
	if a, b := look("e\u0301tude"), look("étude"); a.Term != b.Term {
		t.Error("a composed and a decomposed letter make two terms")
	}
	for word, want := range map[string]Class{
		"the": Stop, "The": Stop, "We'll": Stop, "don’t": Stop, "it’s": Stop, "sea": Content, "1,000": Numeral, "4th": Content,
	} {
		if got := look(word).Class; got != want {
			t.Errorf("class of %q: %v, want %v", word, got, want)
		}
	}
	if got := en.Written(look("Canals").Form); got != "Canals" {
		t.Errorf("Canals is written %q", got)
	}
}

// TestVocabularyIsShared checks that several goroutines may look up words at once, including words that are just being learnt.
func TestVocabularyIsShared(t *testing.T) {
	en := ByCode("en").Vocabulary
	var wait sync.WaitGroup
	for g := range 4 {
		wait.Go(func() {
			for i := range 2000 {
				en.Words(fmt.Appendf(nil, "shared%d own%dx%d", i, g, i), func(w Word, _, _ int) {
					if en.Written(w.Form) == "" {
						t.Error("a word without a form")
					}
				})
			}
		})
	}
	wait.Wait()
}

func TestStemsOfEachLanguage(t *testing.T) {
	for code, pair := range map[string][2]string{
		"en": {"walking", "walked"}, "fr": {"continue", "continuer"}, "es": {"torneos", "torneo"}, "ru": {"книги", "книга"},
		"sv": {"båtarna", "båtar"}, "no": {"havnene", "havner"}, "hu": {"házak", "házat"},
		"de": {"Häuser", "Hauses"}, "nl": {"lopende", "lopend"}, "it": {"gatti", "gatto"}, "pt": {"meninos", "menino"},
		"da": {"bådene", "både"}, "fi": {"talossa", "talon"}, "ro": {"informații", "informaţie"}, "tr": {"evler", "evde"},
		"ar": {"الكتاب", "كتاب"}, "ko": {"바다가", "바다를"},
	} {
		v := ByCode(code).Vocabulary
		if a, b := only(v, pair[0]), only(v, pair[1]); a.Term != b.Term {
			t.Errorf("%s: %s and %s have different terms", code, pair[0], pair[1])
		}
	}
	for code, pair := range map[string][2]string{
		"en": {"sea", "salt"}, "de": {"Haus", "Hafen"}, "nl": {"huis", "haven"}, "it": {"gatto", "cane"}, "pt": {"menino", "mesa"},
		"da": {"båd", "havn"}, "fi": {"talo", "meri"}, "ro": {"copil", "câine"}, "tr": {"ev", "deniz"}, "ar": {"كتاب", "بحر"},
		"ko": {"바다", "나무"}, "zh": {"潮汐", "海港"}, "ja": {"漁師", "港町"},
	} {
		v := ByCode(code).Vocabulary
		if a, b := only(v, pair[0]), only(v, pair[1]); a.Term == b.Term {
			t.Errorf("%s: %s and %s have one term", code, pair[0], pair[1])
		}
	}
}

// TestBigrams checks that Chinese and Japanese are counted by pairs of characters, and that pairs with a particle are stop words.
func TestBigrams(t *testing.T) {
	for _, test := range []struct{ code, text, want string }{
		{"zh", "潮汐的力量", "潮汐 (汐的) (的力) 力量"},
		{"zh", "用Go写", "用 Go 写"},
		{"ja", "漁師は港へ", "漁師 (師は) (は港) (港へ)"},
		{"ja", "カニ。塩", "カニ 塩"},
	} {
		var got []string
		ByCode(test.code).Vocabulary.Words([]byte(test.text), func(w Word, _, _ int) {
			word := ByCode(test.code).Vocabulary.Written(w.Form)
			if w.Class == Stop {
				word = "(" + word + ")"
			}
			got = append(got, word)
		})
		if words := strings.Join(got, " "); words != test.want {
			t.Errorf("%s: %s is counted as %s, not %s", test.code, test.text, words, test.want)
		}
	}
}

// TestElision checks that an elided word is parted from the next one, and is no word of its own.
func TestElision(t *testing.T) {
	for _, test := range []struct{ code, text, want string }{
		{"fr", "L’eau d'un puits, lorsqu'il gèle aujourd'hui", "(L’) eau (d') (un) puits (lorsqu') (il) gèle aujourd'hui"},
		{"it", "dell'acqua c'è", "(dell') acqua (c') (è)"},
		{"ca", "l'aigua", "(l') aigua"},
		{"en", "l'eau don't o'clock", "l'eau (don't) o'clock"},
	} {
		var got []string
		ByCode(test.code).Vocabulary.Words([]byte(test.text), func(w Word, start, end int) {
			word := test.text[start:end]
			if w.Class == Stop {
				word = "(" + word + ")"
			}
			if got = append(got, word); w.Elided != (strings.HasSuffix(word, "')") || strings.HasSuffix(word, "’)")) {
				t.Errorf("%s: %s is elided: %t", test.code, word, w.Elided)
			}
		})
		if words := strings.Join(got, " "); words != test.want {
			t.Errorf("%s: %s is read as %s, not %s", test.code, test.text, words, test.want)
		}
	}
}

func TestSentences(t *testing.T) {
	for _, want := range [][]string{
		{"One is here.", "Two is there!", "Is three?"},
		{"Dr. Smith met J. R. Jones.", "They talked."},
		{"See Fig. 3 for it.", "“Quoted.”", "After."},
		{"No end"},
		{"It was I.", "Then he went."},
		{"潮汐。", "海。"},
		{"བཀྲ་ཤིས་བདེ་ལེགས།", "ང་བོད་པ་ཡིན། །", "ཁྱེད་རང་ག་པར།"},
		{"First item\n", "second item"},
		{},
	} {
		text := strings.Join(want, " ")
		var got []string
		for start, end := range ByCode("en").Sentences([]byte(text)) {
			got = append(got, text[start:end])
		}
		for i := range want {
			want[i] = strings.TrimSpace(want[i])
		}
		if !slices.Equal(got, want) {
			t.Errorf("sentences of %q: %q", text, got)
		}
	}
}

// TestGreekQuestions checks that both characters of the Greek question mark end a sentence.
func TestGreekQuestions(t *testing.T) {
	for _, mark := range []string{";", "\u037e"} {
		n := 0
		for range ByCode("el").Sentences([]byte("Τι κάνεις" + mark + " Είμαι καλά" + mark + " «Ναι» είπε.")) {
			n++
		}
		if n != 3 {
			t.Errorf("%d sentences with the mark %q", n, mark)
		}
	}
}

// TestSentencesAcrossGaps checks that a million spaces or closing marks in a row, as where code has been removed,
// give the same sentences as a few do. It would take hours in quadratic time.
func TestSentencesAcrossGaps(t *testing.T) {
	for _, gap := range []string{" ", "\t", ")", "”", "\u00a0", ") "} {
		long := strings.Repeat(gap, 1_000_000)
		text := "One ends." + long + " Two goes" + long + " on. Three."
		var got []string
		for start, end := range ByCode("en").Sentences([]byte(text)) {
			got = append(got, strings.Trim(text[start:end], gap+" "))
		}
		if len(got) != 3 || got[0] != "One ends." || !strings.HasSuffix(got[1], "on.") || got[2] != "Three." {
			t.Errorf("%d sentences across gaps of %q", len(got), gap)
		}
	}
}

func TestEndsSentence(t *testing.T) {
	for text, want := range map[string]bool{
		"What a day 🌊": true, "Home again 🇫🇷": true, "Thumbs 👍🏽": true, "Heart ❤️": true, "Read #salt/sea": true, "A block ^a1-b2": true,
		"C #": false, "2 ^ 3": false, "a^b": false,
		"It ends.": true, "It “ends.”": true, "(It ends!)": true, "It goes on": false, "as follows:": true, "": false,
		"trailing. ": true, "終わり。": true, "cut…": true, "a, b,": false,
		"Τι κάνεις;": true, "Τι κάνεις\u037e": true, "What;": false,
	} {
		if got := EndsSentence([]byte(text)); got != want {
			t.Errorf("EndsSentence(%q) = %v", text, got)
		}
	}
}

// FuzzLanguages has every language read any text. The sentences must be in order and must not overlap.
func FuzzLanguages(f *testing.F) {
	for _, text := range []string{
		"Dr. Smith met J. R. Jones. “Why?” he asked. See Fig. 3.", "Am 29. Juli kam z. B. Frau Dr. Meyer. Na ja.", "« Oui. » dit-il. L'eau.",
		"В 1998 г. вышла книга. См. рис. 3.", "潮汐。海。カタカナとひらがな", "바다가 짜다. 소금이다.", "البحر مالح. الملح أبيض.", "İstanbul’da ıssız", "a\u0301\u0301\u0301 ...!?!", "\xff\xfe.",
	} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		DetectForeign([]byte(text), Detect([]byte(text)))
		None.AdaptedTo([]byte(text))
		EndsSentence([]byte(text))
		for _, l := range Languages {
			v := l.Vocabulary.withoutWords() // empty, so that each word is stemmed
			v.Words([]byte(text), func(w Word, _, _ int) {
				if v.Written(w.Form) == "" {
					t.Errorf("%s: a word of %q is written as nothing", l.Code, text)
				}
			})
			last := 0
			for start, end := range l.Sentences([]byte(text)) {
				if start < last || end <= start || end > len(text) || strings.TrimSpace(text[start:end]) != text[start:end] {
					t.Errorf("%s: the sentence from %d to %d of %q, after one that ends at %d", l.Code, start, end, text, last)
				}
				last = end
			}
		}
	})
}

// TestDetectNeighbours checks that languages that share most of their small words are distinguished.
func TestDetectNeighbours(t *testing.T) {
	for prose, want := range map[string]string{
		"Du kan endre lengden på avsnittene i innstillingene, og denne siden viser hvordan. Hvis det er noe du vil beholde, må det merkes.":     "no",
		"Du kan ændre længden af afsnittene i indstillingerne, og denne side viser hvordan. Hvis der er noget du vil beholde, skal det mærkes.": "da",
		"Du kan ändra längden på styckena i inställningarna, och den här sidan visar hur. Om det är något du vill behålla ska det märkas.":      "sv",
	} {
		if got := Detect([]byte(prose)).Code; got != want {
			t.Errorf("%s: %s, want %s", prose, got, want)
		}
	}
}

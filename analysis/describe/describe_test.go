package describe

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/segls/segls/analysis/language"
)

func fragmentOf(paragraphs ...string) Paragraphs {
	return func(yield func(Paragraph) bool) {
		for _, p := range paragraphs {
			text := func(to []byte) []byte { return append(to, p...) }
			if !yield(Paragraph{new(string), text, text}) {
				return
			}
		}
	}
}

// best returns the best title of a fragment, or none.
func best(l *language.Language, fragment Paragraphs, near func(language.Term) int) Title {
	_, titles := TermsAndTitles(l, fragment, near)
	if len(titles) == 0 {
		return Title{"", None}
	}
	return titles[0]
}

func alone(code, text string) (Title, []string) {
	l := language.ByCode(code)
	lines := strings.Split(text, "\n")
	paragraphs := fragmentOf(lines...)
	counts := make(map[language.Term]int)
	for _, line := range lines {
		l.Vocabulary.Words([]byte(line), func(w language.Word, _, _ int) { counts[w.Term]++ })
	}
	terms := Terms(l, paragraphs)
	return best(l, paragraphs, func(t language.Term) int { return counts[t] }), terms
}

// TestTitle checks that a title names what the fragment repeats, in the form and case of a heading.
func TestTitle(t *testing.T) {
	for _, test := range []struct{ language, text, want string }{
		{"en", "The polar caps melt in spring. Of the polar caps one is larger. He saw the polar caps.", "Polar caps"},
		{"en", "The origin of species is told. That origin of the species was new, and the origin of species is here.", "Origin of species"},
		{"en", "Once more Captain Ahab stood up. Later, Captain Ahab sat, and the crew with him. A crew sits.", "Captain Ahab"},
		{"en", "To rename a file, open the menu. You can rename the file there, or rename a file by its key.", "Rename a file"},
		{"en", "Sherlock Holmes smiled. It was Sherlock Holmes, and Holmes knew it. So did Sherlock.", "Sherlock Holmes"},
		{"en", "The iPhone is here. Her iPhone was in the sink, and where is the iPhone now?", "iPhone"},
		{"en", "A well-known harbour. The harbour is well-known, and the harbour is full.", "Harbour"},
		{"en", "It is known that in practice rock salt is cheap. In practice rock salt is sold by the sack.", "Rock salt"},
		{"en", "Had Napoleon slept? He slept, said Mrs. Waule. So Mrs. Waule wrote, and Mrs. Waule left.", "Mrs. Waule"},
		{"en", "You open the telnet console there. Enter the telnet console first, and the telnet console waits.", "Telnet console"},
		{"en", "At noon, the smaller bulges fall in line with it and we have springs. The smaller bulges fall in line then, and they are small.", "Bulges"},
		{"en", "Gevent patches Python’s own sockets. Gevent runs, and gevent is light.", "Gevent"},
		{"en", "Just as modal logic deals with possibility, epistemic logic deals with knowledge. Modal logic has worlds, and modal logic is old.", "Modal logic"},
		{"en", "So how does Flask handle uploads? Flask keeps uploads in memory, and large uploads go to a file.", "Uploads"},
		{"en", "She kept hold of Linton’s hands. He took hold of them, and the night was cold, and Linton’s hands were cold.", "Linton’s hands"},
		{"en", "On the seventeenth of August Rostov rode. It was August, and Rostov rode on to Rostov’s house with her.", "Rostov’s house"},
		{"en", "St. Clair left. A letter came from St. Clair, and what was in the letter?", "St. Clair"},
		{"en", "Presently Tom came. Presently Tom sat, and then it was late.", "Tom"},
		{"en", "Forty miles of pipe lay there. He saw forty wells, and forty wells were dry.", "Wells"},
		{"en", "In June we sailed. It was June, and June was hot in the harbour.", "Harbour"},
		{"en", "He took every body's advice. Every body's advice was the same, and he was in his lodgings awhile.", "Advice"},
		{"en", "His aunt's own cat slept. The cat was his aunt's own cat, and she held the cat.", "Cat"},
		{"en", "And he\u2060—of all, he\u2060—turned. “He\u2060—”, said the miller; so the miller sat.", "Miller"},
		{"en", "WICK CUTTER WAS rich. WICK CUTTER WAS the money-lender.", "WICK CUTTER"},
		{"en", "Girlish indignation throbbed. She sat. Girlish indignation throbbed, and then it was gone.", "Girlish indignation"},
		{"en", "He thought of the visit to Emma. She was glad of the visit to Emma, and he was sorry.", "Visit to Emma"},
		{"en", "You must rotate the keys. Then you must rotate the keys again.", "Rotate the keys"},
		{"en", "YOUNG Mr. Morel came. She saw that young Mr. Morel was there, and then Mr. Morel left with her.", "Mr. Morel"},
		{"en", "The Reaper Is Late. She saw that The Reaper Is Late was there, and he was sorry.", "Reaper"},
		{"en", "He saw quiet Matthew. She saw quiet Matthew, and then quiet Matthew left.", "Matthew"},
		{"en", "He said that Armand St. was late. She was with Armand St. then, and he was with Armand St. again.", "Armand"},
		{"en", "She was with Meg Mr. Brooke said. He saw Meg Mr. Brooke said, and then Meg Mr. Brooke left.", "Mr. Brooke"},
		{"en", "Thou hast wilt. Thou hast wilt, and thou hast the boat. The boat was late.", "Boat"},
		{"en", "He heard the miller shouting. She heard the miller shouting, and then the miller shouting was over.", "Miller"},
		{"en", "She took the friend home. He took the friend home, and the friend home was late.", "Friend"},
		{"en", "The R&D department made it. The R&D department is old. People of the R&D department met R&D people.", "R&D department"},
		{"en", "The R&\u00ad\u00adD department made it. The R&\u00ad\u00adD department is old. People of the R&\u00ad\u00adD department met R&\u00ad\u00adD people.", "R&D department"},
		{"en", "The R &D department made it. The R &D department is old. People of the R &D department met R &D people.", "R&D department"},
		{"en", "AT&T sells phones. Phones of AT&T are dear. AT&T was founded long ago. AT&T has lines.", "AT&T"},
		{"en", "Smith  & Sons made clocks. The clocks of Smith  & Sons of Leeds were good. Smith  & Sons of Leeds closed.", "Smith & Sons"},
		{"en", "Sarah Gibson & Oliver Strickson came. She saw Sarah Gibson & Oliver Strickson, and Sarah Gibson sat.", "Sarah Gibson"},
		{"en", "Mr. Smith & Mrs. Jones came. She saw Mr. Smith, and then she saw Mrs. Jones with him. So Mrs. Jones left, and Mrs. Jones slept.", "Mrs. Jones"},
		{"en", "In 2019 the U.S. Army moved. The U.S. Army has bases. The bases of the U.S. Army are far. U.S. soldiers sleep.", "U.S. Army"},
		{"en", "We live in the U.S. The army of the U.S. is far. The army of the U.S. sleeps.", "Army of the U.S."},
		{"en", "Queen Elizabeth II ruled. The people loved Queen Elizabeth II, and Queen Elizabeth II knew it.", "Queen Elizabeth II"},
		{"fr", "Le marais est au bord de la mer. Au marais, le sel est blanc. Le marais est plat.", "Marais"},
		{"fr", "L'eau est ici. Il boit l'eau, et l’eau est froide.", "Eau"},
		{"fr", "Le verre d'eau est ici. Il prend le verre d'eau, et le verre d’eau est froid.", "Verre d'eau"},
		{"uk", "Тут був м'яч. Там м'яч, і м'яч тут.", "М'яч"},
		{"en", "O'Brien was there. She saw that O'Brien was there, and then O'Brien left with her.", "O'Brien"},
		{"de", "Die Salzstraße führt durch das Tal. Auf der Salzstraße fahren Wagen, und die Salzstraße ist eng.", "Salzstraße"},
		{"nl", "De geschiedenis van de haven is lang. In de geschiedenis van de haven was het stil.", "Geschiedenis van de haven"},
		{"fi", "Satama on suuri. Satamassa on laiva, ja satamassa on kaupunki, ja satama jää.", "Satama"},
		{"ru", "Там жила Пульхерия Ивановна. Потом там была Пульхерия Ивановна, и ушла Пульхерия Ивановна.", "Пульхерия Ивановна"},
		{"ru", "Соль лежит в порту, и порт открыт. Порт у моря. Соль белая, а порт старый.", "Порт"},
		{"de", "\"Guten Morgen\", sagte Harry. \"Ich komme gleich\", sagte Harry. Harry lachte. \"Nein\", sagte McGonagall. McGonagall seufzte. \"Doch\", sagte Harry, und McGonagall seufzte. Der Professor ging hinaus in den Flur.", "Harry"},
		{"nl", "\"Goedemorgen\", zei Harry. \"Ik kom zo\", zei Harry. Harry lachte. \"Nee\", zei Karin. Karin zuchtte. \"Toch wel\", zei Harry, en Karin zuchtte. De professor liep naar buiten, naar de gang van het huis.", "Harry"},
		{"sv", "\"God morgon\", sade Harry. \"Jag kommer strax\", sade Harry. Harry skrattade. \"Nej\", sade Karin. Karin suckade. \"Jo\", sade Harry, och Karin suckade. Professorn gick ut i korridoren och kom inte tillbaka.", "Harry"},
		{"es", "—Buenos días —dijo Pedro. —Ya voy —dijo Pedro. Pedro se rio. —No —dijo María. María suspiró. —Sí —dijo Pedro, y María suspiró. El profesor salió al pasillo de la casa y no volvió.", "Pedro"},
		{"it", "«Buongiorno» disse Pietro. «Vengo subito» disse Pietro. Pietro rise. «No» disse Maria. Maria sospirò. «Sì» disse Pietro, e Maria sospirò. Il professore uscì nel corridoio della casa e non tornò più.", "Pietro"},
		{"fr", "« Bonjour », dit Pierre. « Je viens », dit Pierre. Pierre rit. « Non », dit Marie. Marie soupira. « Si », dit Pierre, et Marie soupira. Le professeur sortit dans le couloir de la maison.", "Pierre"},
		{"pt", "— Bom dia — disse Pedro. — Já vou — disse Pedro. Pedro riu. — Não — disse Maria. Maria suspirou. — Sim — disse Pedro, e Maria suspirou. O professor saiu para o corredor da casa e não voltou mais.", "Pedro"},
		{"de", "Herr Müller kam in den Laden. Der Doktor sah Herrn Müller an. Herr Müller kaufte Brot, und Herr Schmidt kaufte Wein. Der Doktor lachte, als Herr Müller ging. Herr Schmidt sah den Doktor.", "Herr Müller"},
		{"fr", "Mme de Rênal regarda le jardin. M. de Rênal regarda Mme de Rênal, et Mme de Rênal sourit. Julien regarda le curé. M. de Rênal sortit avec Julien, et Mme de Rênal regarda Julien.", "Rênal"},
		{"ru", "Анна Павловна Шерер встретила князя Василия. Князь Василий говорил с Анной Павловной о войне. Анна Павловна кашляла. Князь Василий улыбнулся и сел на диван. Война с Наполеоном была неизбежна, и князь Василий знал о войне.", "Анна Павловна"},
		{"ru", "Пётр пришёл. Мария ждала. Пётр и Мария говорили о море. Мария смеялась, и Пётр смеялся. Пётр ушёл, и Мария ушла.", "Пётр"},
		{"zh", "潮汐很高。潮汐很低。", "潮汐"},
		{"ja", "コンポーネントを使う。このコンポーネントは小さい。", "コンポーネント"},
		{"ko", "바다는 넓다. 바다에 배가 있다. 바다가 푸르다.", "바다는"},
	} {
		if got, _ := alone(test.language, test.text); got != (Title{test.want, Phrase}) {
			t.Errorf("%s: %q, want %q", test.text, got, test.want)
		}
	}
}

// TestTitleOverLines checks that a title contains a whole name even if a line ends within it.
func TestTitleOverLines(t *testing.T) {
	text := "He slept, said Mrs.\nWaule. So Mrs.\nWaule wrote, and Mrs.\nWaule left."
	if got := best(language.ByCode("en"), fragmentOf(text), func(language.Term) int { return 3 }); got.Text != "Mrs. Waule" {
		t.Errorf("%q", got.Text)
	}
}

// TestTitleWithoutNouns checks the titles of texts in which little or nothing can be named.
func TestTitleWithoutNouns(t *testing.T) {
	for _, test := range []struct {
		text, want string
		kind       Kind
	}{
		{"", "", None},
		{"...", "", None},
		{"12, 15 and 18", "", None},
		{"12. 15. 18.", "", None},
		{"1998 1999 2000", "", None},
		{"Hello.", "“Hello”", FirstWords},
		{"a", "“A”", FirstWords},
		{"It was late, and nobody came to the door of the old mill.", "Door of the old mill", Phrase},
		{"Nobody ever came to the door of the mill on the hill at night.", "Door of the mill", Phrase},
		{"“Well?” she said.\n“Well,” he said.\n“Go on.”\n“No.”", "“Well”", FirstWords},
		{"\"No,\" she said.\n\"Why not?\" he said.", "“No”", FirstWords},
		{"No more than a \"maybe\" was said.", "“No more than a \"maybe\" was said”", FirstWords},
		{"She asked me what \"it all", "“She asked me what”", FirstWords},
		{"parse_args, GetName; x.y.z, fooBar", "parse_args", Phrase},
		{"parse_args, parse_args: parse_args.", "parse_args", Phrase},
		{"II. IV. XX", "“II”", FirstWords},
		{"One and two and three.", "“One and two and three”", FirstWords},
		{"_Emphasis_ stays out_", "Emphasis", Phrase},
	} {
		if got, _ := alone("en", test.text); got != (Title{test.want, test.kind}) {
			t.Errorf("%q: %q, want %q, %s", test.text, got, test.want, test.kind)
		}
	}
}

// TestTerms checks that terms are frequent, early and widespread words, and do not depend on what was read before.
func TestTerms(t *testing.T) {
	for _, test := range []struct{ language, text, want string }{
		{"en", "Salt and ships and salt and whales.", "salt, ships, whales"},
		{"en", "Ships came. The salt was white. The salt was wet.", "Ships, salt"},
		{"en", "The front matter is short. The front matter has a title, and the title is long.", "front matter, title"},
		{"en", "It could take one day.", ""},
		{"de", "Herr Müller war im Hafen. Der Doktor war dort, und Herr Müller war beim Doktor.", "Herr Müller, Hafen"},
		{"fr", "Mme de Rênal regarda le jardin, et Mme de Rênal regarda Julien.", "Rênal, jardin, Julien"},
		{"en", "King Lear gave the crown away. The king wept, and the king cursed the king of France. King Lear walked on the heath. The king was cold.", "King Lear, crown, France, heath"},
		{"en", "The boat was Anna’s. So we were at Anna’s.", "Anna, boat"},
		{"en", "My uncle Toby smoked. My uncle was old. Uncle Toby had a pipe, and he saw my uncle Toby laugh.", "uncle Toby, pipe, laugh"},
		{"zh", "潮汐很高。潮汐很低。", "潮汐"},
	} {
		for range 2 {
			if _, got := alone(test.language, test.text); strings.Join(got, ", ") != test.want {
				t.Errorf("%s: %q, want %q", test.text, got, test.want)
			}
		}
	}
}

// TestNameable checks that words in the places of nouns, or with a capital, are nameable, and that verbs and the like are not.
func TestNameable(t *testing.T) {
	l := language.ByCode("en")
	text := "They run. To run is good, and he will run to the harbour quickly. The harbour was painted. By the lighthouse was Halley, as for example Joly was."
	nameable := Nameable(l, fragmentOf(text))
	var got []string
	l.Vocabulary.Words([]byte(text), func(w language.Word, _, _ int) {
		word := l.Vocabulary.Written(w.Form)
		if _, is := slices.BinarySearch(nameable, w.Term); is && !slices.Contains(got, word) {
			got = append(got, word)
		}
	})
	if want := []string{"harbour", "lighthouse", "Halley", "Joly"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

// TestNeighbours checks that a title prefers a topic of this fragment alone to one that its neighbours mention too.
func TestNeighbours(t *testing.T) {
	l := language.ByCode("de")
	text := "Der Hafen ist tief. Der Lotse kennt den Hafen. Der Lotse ist alt, und der Hafen ist klein."
	var harbour language.Term
	l.Vocabulary.Words([]byte("Hafen"), func(w language.Word, _, _ int) { harbour = w.Term })
	for _, test := range []struct {
		elsewhere int
		want      string
	}{{0, "Hafen"}, {400, "Lotse"}} {
		got := best(l, fragmentOf(text), func(t language.Term) int {
			if t == harbour {
				return 3 + test.elsewhere
			}
			return 2
		})
		if got.Text != test.want {
			t.Errorf("with %d elsewhere: %q, want %q", test.elsewhere, got.Text, test.want)
		}
	}
}

// TestEveryLanguage checks that each language has a title for what a fragment repeats, even English without tags.
func TestEveryLanguage(t *testing.T) {
	bare := *language.ByCode("en")
	bare.Code = "xx" // no language has this code, so the words are not tagged
	for _, l := range append(slices.Clone(language.Languages), &bare) {
		fragment := fragmentOf("Bechstein. Bechstein 塩田 塩田. Bechstein.")
		title := best(l, fragment, func(language.Term) int { return 9 })
		terms := Terms(l, fragment)
		if title.Kind != Phrase || !strings.Contains(title.Text, "Bechstein") || len(terms) == 0 {
			t.Errorf("%s: the title %q, the terms %q", l.Name, title, terms)
		}
	}
}

// check checks what holds for any text, such as that its title is one line of limited length.
func check(t *testing.T, l *language.Language, text string) {
	t.Helper()
	fragment := fragmentOf(text)
	title := best(l, fragment, func(language.Term) int { return 1 })
	terms := Terms(l, fragment)
	switch {
	case strings.ContainsAny(title.Text, "\r\n\t") || strings.TrimSpace(title.Text) != title.Text:
		t.Errorf("%s, %q: the title %q is not one line", l.Code, text, title.Text)
	case utf8.RuneCountInString(title.Text) > 4*(longestWord+10)*2 || slices.ContainsFunc(terms, func(term string) bool { return utf8.RuneCountInString(term) > 3*longestWord }):
		t.Errorf("%s, %.20q: the title %.200q and the terms %.200q are too long", l.Code, text, title.Text, terms)
	case (title.Text == "") != (title.Kind == None):
		t.Errorf("%s, %q: the title %q is of kind %s", l.Code, text, title.Text, title.Kind)
	case len(terms) > MostTerms || slices.Contains(terms, ""):
		t.Errorf("%s, %q: the terms %q", l.Code, text, terms)
	case utf8.ValidString(text) && !utf8.ValidString(title.Text):
		t.Errorf("%s, %q: the title %q is no text", l.Code, text, title.Text)
	}
}

// TestLongest describes fragments as long as a book, which would take hours if anything were slower than linear.
func TestLongest(t *testing.T) {
	for _, text := range []string{strings.Repeat("The harbour of the pilot is deep. ", 100_000), strings.Repeat("塩田の", 300_000), strings.Repeat("x", 3_000_000), strings.Repeat("é", 1_000_000)} {
		for _, code := range []string{"en", "ja", "zh"} {
			check(t, language.ByCode(code), text)
		}
	}
}

func FuzzTitle(f *testing.F) {
	for _, text := range []string{"", "...", "A\nB\n*C* `D`", "salt\u00adworks salt\u00adworks", "The\xff salt. The\xff salt.", "of of of", "塩田の塩田", "'s's 's's", "St. St. St.", strings.Repeat("The sea ", 400)} {
		for i := range language.Languages {
			f.Add(text, uint(i))
		}
	}
	f.Fuzz(func(t *testing.T, text string, i uint) {
		check(t, language.Languages[i%uint(len(language.Languages))], text)
	})
}

func BenchmarkDescribe(b *testing.B) {
	sentence := "In the harbour the pilot of the %d ferries knows each of the sand banks, and the ferries %s wait for the tide. "
	var text strings.Builder
	for i := range 25 { // about 600 words
		fmt.Fprintf(&text, sentence, i, strings.Repeat("x", i))
	}
	l := language.ByCode("en")
	fragment := fragmentOf(text.String())
	b.Run("terms", func(b *testing.B) {
		for b.Loop() {
			Terms(l, fragment)
		}
	})
	b.Run("title", func(b *testing.B) {
		for b.Loop() {
			best(l, fragment, func(language.Term) int { return 1 })
		}
	})
}

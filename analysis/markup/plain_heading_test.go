package markup

import (
	"fmt"
	"strings"
	"testing"
)

// said is prose of about 600 bytes.
var said = strings.Repeat("The salt is carried along the sea in bags, and whoever\ncarries it sleeps at the gate until it has been weighed.\n", 5)

// bookOf returns a text with prose under each heading.
func bookOf(headings ...string) string {
	var text strings.Builder
	for _, h := range headings {
		text.WriteString(h + "\n\n" + strings.Repeat(said+"\n", 3))
	}
	return text.String()
}

// outlineIn returns the headings of a plain text, each with its level before it.
func outlineIn(text string) string {
	var found []string
	for _, b := range PlainText.Scan(text) {
		if b.Kind == Heading {
			found = append(found, fmt.Sprintf("%d %s", b.Level, PlainText.Title(text, b)))
		}
	}
	return strings.Join(found, "; ")
}

// TestPlainHeadings checks books whose headings are found, with their levels and titles.
func TestPlainHeadings(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{bookOf("CHAPTER I", "CHAPTER II", "CHAPTER III"), "1 CHAPTER I; 1 CHAPTER II; 1 CHAPTER III"},
		{bookOf("Chapter 1. The Road", "Chapter 2. The Gate"), "1 Chapter 1. The Road; 1 Chapter 2. The Gate"},
		{bookOf("Chap. I.", "Chap. II. The Gate", "Chap. III."), "1 Chap. I.; 1 Chap. II. The Gate; 1 Chap. III."},
		{bookOf("Capítulo veintiuno", "Capítulo veintidós", "Capítulo treinta y uno"), "1 Capítulo veintiuno; 1 Capítulo veintidós; 1 Capítulo treinta y uno"},
		{bookOf("Een en twintigste hoofdstuk", "Tweeëntwintigste hoofdstuk"), "1 Een en twintigste hoofdstuk; 1 Tweeëntwintigste hoofdstuk"},
		{bookOf("Двадцать первая глава", "Двадцать вторая глава"), "1 Двадцать первая глава; 1 Двадцать вторая глава"},
		{bookOf("XXIème chapitre", "XXIIème chapitre"), "1 XXIème chapitre; 1 XXIIème chapitre"},
		{bookOf("Chap. Ier", "Chap. II"), "1 Chap. Ier; 1 Chap. II"},
		{bookOf("Kap. 1", "Kap. 2", "Kap. 3"), "1 Kap. 1; 1 Kap. 2; 1 Kap. 3"},
		{bookOf("Första boken", "Andra boken"), "1 Första boken; 1 Andra boken"},
		{bookOf("I.", "II.", "III."), "1 I.; 1 II.; 1 III."},
		{bookOf("1", "2", "3", "4"), "1 1; 1 2; 1 3; 1 4"},
		{bookOf("— I —", "— II —"), "1 I; 1 II"},
		{bookOf("1 Roads\n=======", "1.1 Salt\n--------", "2 Gates\n======="), "1 1 Roads; 2 1.1 Salt; 1 2 Gates"},
		{bookOf("1 Roads", "1.1 Salt", "1.2 Bags", "2 Gates", "2.1 Tolls"), "1 1 Roads; 2 1.1 Salt; 2 1.2 Bags; 1 2 Gates; 2 2.1 Tolls"},
		{bookOf("1. Roads", "1.1. Salt", "2. Gates", "2.1. Tolls"), "1 1. Roads; 2 1.1. Salt; 1 2. Gates; 2 2.1. Tolls"},
		{bookOf("1 Roads", "2 Gates", "2.1 Tolls", "2.2 Keys"), "1 1 Roads; 1 2 Gates; 2 2.1 Tolls; 2 2.2 Keys"},
		{bookOf("1 Roads", "2 Gates", "2.1 Tolls"), "1 1 Roads; 1 2 Gates; 2 2.1 Tolls"},
		{bookOf("1 Roads", "2 Gates", "3 Keys", "3.5 Mules"), "1 1 Roads; 1 2 Gates; 1 3 Keys"},
		{bookOf("4 Roads", "4.1 Salt", "4.2 Bags", "4.3 Mules", "1 Gates", "2 Tolls", "3 Keys"), "1 4 Roads; 2 4.1 Salt; 2 4.2 Bags; 2 4.3 Mules; 1 1 Gates; 1 2 Tolls; 1 3 Keys"},
		{bookOf("PROLOGUE", "CHAPTER I", "INTERLUDE", "CHAPTER II", "INTERLUDE", "CHAPTER III", "EPILOGUE"), "1 PROLOGUE; 1 CHAPTER I; 1 INTERLUDE; 1 CHAPTER II; 1 INTERLUDE; 1 CHAPTER III; 1 EPILOGUE"},
		{"CHAPTER I\n\nINTERLUDE\n\nCHAPTER II\n\nINTERLUDE\n\nCHAPTER III\n\n" + bookOf("CHAPTER I", "INTERLUDE", "CHAPTER II", "INTERLUDE", "CHAPTER III"), "1 CHAPTER I; 1 INTERLUDE; 1 CHAPTER II; 1 INTERLUDE; 1 CHAPTER III"}, // the first ones are contents
		{bookOf("PROLOGUE", "BOOK THE FIRST\n\nCHAPTER I", "CHAPTER II", "BOOK THE SECOND\n\nCHAPTER I", "EPILOGUE"), "1 PROLOGUE; 1 BOOK THE FIRST; 2 CHAPTER I; 2 CHAPTER II; 1 BOOK THE SECOND; 2 CHAPTER I; 1 EPILOGUE"},
		{bookOf("PART ONE\n\nBOOK I\n\nI\nThe Road", "II\nThe Gate", "BOOK II\n\nI\nThe Sea", "PART TWO\n\nBOOK III\n\nI\nThe Hill"), "1 PART ONE; 2 BOOK I; 3 I. The Road; 3 II. The Gate; 2 BOOK II; 3 I. The Sea; 1 PART TWO; 2 BOOK III; 3 I. The Hill"},
		{bookOf("CHAPTER I\n\nThe Road", "CHAPTER II\n\nThe Gate", "CHAPTER III\n\nIn which nobody comes"), "1 CHAPTER I. The Road; 1 CHAPTER II. The Gate; 1 CHAPTER III. In which nobody comes"},
		{bookOf("CHAPTER-I", "CHAPTER-II. The Gate"), "1 CHAPTER-I; 1 CHAPTER-II. The Gate"},
		{bookOf("PART-1", "PART-2"), "1 PART-1; 1 PART-2"},
		{bookOf("1.º Capítulo", "2.º Capítulo"), "1 1.º Capítulo; 1 2.º Capítulo"},
		{bookOf("LETTER 3", "LETTER 4"), "1 LETTER 3; 1 LETTER 4"},
		{bookOf("ACT I\n\nSCENE I. A gate.", "SCENE II. The same.", "ACT II\n\nSCENE I. The road."), "1 ACT I; 2 SCENE I. A gate.; 2 SCENE II. The same.; 1 ACT II; 2 SCENE I. The road."},
		{bookOf("Erstes Kapitel", "Zweites Kapitel", "Einundzwanzigstes Kapitel"), "1 Erstes Kapitel; 1 Zweites Kapitel; 1 Einundzwanzigstes Kapitel"},
		{bookOf("PREMIÈRE PARTIE\n\nCHAPITRE PREMIER\nLE SEL", "CHAPITRE II\nLA ROUTE"), "1 PREMIÈRE PARTIE; 2 CHAPITRE PREMIER. LE SEL; 2 CHAPITRE II. LA ROUTE"},
		{bookOf("Capítulo primero. De la sal", "Capítulo II. Del camino"), "1 Capítulo primero. De la sal; 1 Capítulo II. Del camino"},
		{bookOf("Capítulo primero. Que trata de la sal y\nde los camellos", "Capítulo II. Del camino"), "1 Capítulo primero. Que trata de la sal y de los camellos; 1 Capítulo II. Del camino"},
		{bookOf("CAPITOLO PRIMO", "CAPITOLO SECONDO"), "1 CAPITOLO PRIMO; 1 CAPITOLO SECONDO"},
		{bookOf("EERSTE HOOFDSTUK.", "TWEEDE HOOFDSTUK."), "1 EERSTE HOOFDSTUK.; 1 TWEEDE HOOFDSTUK."},
		{bookOf("FÖRSTA KAPITLET.", "ANDRA KAPITLET."), "1 FÖRSTA KAPITLET.; 1 ANDRA KAPITLET."},
		{bookOf("Часть первая\n\nГлава первая", "Глава вторая"), "1 Часть первая; 2 Глава первая; 2 Глава вторая"},
		{bookOf("Första akten\n\nFörsta scenen", "Andra scenen", "Andra akten\n\nFörsta scenen"), "1 Första akten; 2 Första scenen; 2 Andra scenen; 1 Andra akten; 2 Första scenen"},
		{bookOf("ENSIMMÄINEN LUKU.", "TOINEN LUKU."), "1 ENSIMMÄINEN LUKU.; 1 TOINEN LUKU."},
		{bookOf("CAPITULO I", "CAPITULO II", "CONCLUSÃO"), "1 CAPITULO I; 1 CAPITULO II; 1 CONCLUSÃO"},
		{bookOf("\n\n\n\nRoads", "\n\n\n\nSalt and Bags", "\n\n\n\nGates", "\n\n\n\nMules"), "1 Roads; 1 Salt and Bags; 1 Gates; 1 Mules"},
		{bookOf("TJUGOFÖRSTA KAPITLET.", "TJUGOANDRA KAPITLET."), "1 TJUGOFÖRSTA KAPITLET.; 1 TJUGOANDRA KAPITLET."},
		{bookOf("Första delen\n\n1:a kapitlet", "2:a kapitlet", "Andra delen\n\n3:e kapitlet"), "1 Första delen; 2 1:a kapitlet; 2 2:a kapitlet; 1 Andra delen; 2 3:e kapitlet"},
		{bookOf("Chapter 1: Salt", "Chapter 2: Wool", "Chapter 2: Sea", "Chapter 4: Ash"), "1 Chapter 1: Salt; 1 Chapter 2: Wool; 1 Chapter 2: Sea; 1 Chapter 4: Ash"},
		{bookOf("13"), "1 13"},
		{bookOf("1984"), ""},
		{bookOf("Capitolo ventunesimo", "Capitolo ventiduesimo", "Capitolo ventotto"), "1 Capitolo ventunesimo; 1 Capitolo ventiduesimo; 1 Capitolo ventotto"},
		{bookOf("Kahdeskymmenesensimmäinen luku", "Kahdeskymmenestoinen luku"), "1 Kahdeskymmenesensimmäinen luku; 1 Kahdeskymmenestoinen luku"},
		{bookOf("1e hoofdstuk", "2e hoofdstuk"), "1 1e hoofdstuk; 1 2e hoofdstuk"},
		{bookOf("§ 1", "§ 2. The Gate", "§. 3."), "1 § 1; 1 § 2. The Gate; 1 §. 3."},
		{bookOf("CHAPTER I\n\n§ 1", "§ 2"), "1 CHAPTER I; 2 § 1; 2 § 2"},
		{bookOf("(1)", "(2)", "(3)"), "1 (1); 1 (2); 1 (3)"},
		{bookOf("(I.)", "(II.)", "(III.)"), "1 (I.); 1 (II.); 1 (III.)"},
		{bookOf("i.", "ii.", "iii."), "1 i.; 1 ii.; 1 iii."},
		{bookOf("I\n\ni", "ii", "II\n\ni", "ii"), "1 I; 2 i; 2 ii; 1 II; 2 i; 2 ii"},
		{bookOf("-1-", "–2–", "• 3 •"), "1 1; 1 2; 1 3"},
		{bookOf("1) The Road", "2) The Gate", "3) The Sea"), "1 1) The Road; 1 2) The Gate; 1 3) The Sea"},
		{bookOf("I THE ROAD", "II THE GATE", "III THE SEA"), "1 I THE ROAD; 1 II THE GATE; 1 III THE SEA"},
		{bookOf("C H A P T E R   I", "C H A P T E R   I I"), "1 C H A P T E R I; 1 C H A P T E R I I"},
		{bookOf("Г Л А В А   1", "Г Л А В А   2"), "1 Г Л А В А 1; 1 Г Л А В А 2"},
		{bookOf("P A R T O N E", "P A R T T W O"), "1 P A R T O N E; 1 P A R T T W O"},
		{bookOf("No. 1", "No. 2", "No. 3"), "1 No. 1; 1 No. 2; 1 No. 3"},
		{bookOf("RAMBLER No. I", "RAMBLER No. II", "RAMBLER No. III"), "1 RAMBLER No. I; 1 RAMBLER No. II; 1 RAMBLER No. III"},
		{bookOf("№ 1", "№ 2", "№ 3"), "1 № 1; 1 № 2; 1 № 3"},
		{bookOf("THE FIRST NIGHT", "THE SECOND NIGHT", "THE THIRD NIGHT"), "1 THE FIRST NIGHT; 1 THE SECOND NIGHT; 1 THE THIRD NIGHT"},
		{bookOf("Erster Tag", "Zweiter Tag", "Dritter Tag"), "1 Erster Tag; 1 Zweiter Tag; 1 Dritter Tag"},
		{bookOf("Day One", "Day Two", "Day Three"), "1 Day One; 1 Day Two; 1 Day Three"},
		{bookOf("Giornata prima", "Giornata seconda", "Giornata terza"), "1 Giornata prima; 1 Giornata seconda; 1 Giornata terza"},
		{bookOf("Book 1, Chapter 1", "Book 1, Chapter 2", "Book 2, Chapter 1"), "1 Book 1, Chapter 1; 1 Book 1, Chapter 2; 1 Book 2, Chapter 1"},
		{bookOf("Chapter 1 of 2", "Chapter 2 of 2"), "1 Chapter 1 of 2; 1 Chapter 2 of 2"},
		{bookOf("1ste Hoofdstuk", "2de Hoofdstuk"), "1 1ste Hoofdstuk; 1 2de Hoofdstuk"},
		{bookOf("1:nen luku", "2:nen luku"), "1 1:nen luku; 1 2:nen luku"},
		{bookOf("I\n\nFirst Love", "II\n\nAn Only Child", "III\n\nThe Sea"), "1 I. First Love; 1 II. An Only Child; 1 III. The Sea"},
		{bookOf("\n\n\n\nFirst Love", "\n\n\n\nTwo Roads", "\n\n\n\nGates", "\n\n\n\nMules"), "1 First Love; 1 Two Roads; 1 Gates; 1 Mules"},
		// Chapters without text, in the middle, at the beginning and at the end.
		{bookOf("CHAPTER I", "CHAPTER II\n\nCHAPTER III\n\nCHAPTER IV", "CHAPTER V"), "1 CHAPTER I; 1 CHAPTER II; 1 CHAPTER III; 1 CHAPTER IV; 1 CHAPTER V"},
		{bookOf("CHAPTER I\n\nCHAPTER II", "CHAPTER III") + "CHAPTER IV\n\nCHAPTER V\n", "1 CHAPTER I; 1 CHAPTER II; 1 CHAPTER III; 1 CHAPTER IV; 1 CHAPTER V"},
		{bookOf("PART ONE\n\nCHAPTER I\n\nCHAPTER II", "PART TWO\n\nCHAPTER I\n\nCHAPTER II", "CHAPTER III"), "1 PART ONE; 2 CHAPTER I; 2 CHAPTER II; 1 PART TWO; 2 CHAPTER I; 2 CHAPTER II; 2 CHAPTER III"},
		{bookOf("CHAPTER I\n\nThe Road\n\nCHAPTER II\n\nThe Gate", "CHAPTER III\n\nThe Sea", "CHAPTER IV\n\nThe Hill"), "1 CHAPTER I. The Road; 1 CHAPTER II. The Gate; 1 CHAPTER III. The Sea; 1 CHAPTER IV. The Hill"},
		// Sentences are titles if they are set apart; opening paragraphs are not.
		{bookOf("I.\n\nHow the salt came to the gate and was\nweighed there by nobody.\n\n", "II.\n\nHow the gate was shut for a night and the\nmules slept on the road.\n\n", "III.\n\nHow the sea came in.\n\n"), "1 I. How the salt came to the gate and was weighed there by nobody.; 1 II. How the gate was shut for a night and the mules slept on the road.; 1 III. How the sea came in."},
		{bookOf("CHAPTER I\n\nThe salt came to the gate and was\nweighed there by nobody, which took all of the night and half of the morning, as everybody knew.", "CHAPTER II\n\nThe gate was shut for a night and the\nmules slept on the road, which took all of the night and half of the morning, as everybody knew.", "CHAPTER III\n\n“The sea,” she said."), "1 CHAPTER I; 1 CHAPTER II; 1 CHAPTER III"},
		{bookOf("I.", "II.", "III.\n\nIV.", "V."), "1 I.; 1 II.; 1 III.; 1 IV.; 1 V."},
		{bookOf("PART ONE\nCHAPTER I", "CHAPTER II", "PART TWO\nCHAPTER I\nThe Road"), "1 PART ONE; 2 CHAPTER I; 2 CHAPTER II; 1 PART TWO; 2 CHAPTER I. The Road"},
		// Right below a scene break.
		{bookOf("The Salt Queene\nAda Road\nYear: 1590\n* * *\nCANTO I", "CANTO II", "***\nCANTO III"), "1 CANTO I; 1 CANTO II; 1 CANTO III"},
		{bookOf("CHAPTER XII\n\nThe Gate"), "1 CHAPTER XII. The Gate"}, // a file for each chapter
	} {
		if got := outlineIn(x.text); got != x.want {
			t.Errorf("%.60q has\n\t%s\nnot\n\t%s", x.text, got, x.want)
		}
		if got := outlineIn(strings.ReplaceAll(x.text, "\n", "\r\n")); got != x.want {
			t.Errorf("%.60q with CRLF has\n\t%s\nnot\n\t%s", x.text, got, x.want)
		}
	}
}

// TestPlainHeadingsWithoutBlankLines checks texts in which each line is a paragraph, as word processors write them.
func TestPlainHeadingsWithoutBlankLines(t *testing.T) {
	long := strings.Repeat(strings.ReplaceAll(said, "\n", " ")+"\n“Who is it?”\n", 3)
	book := func(headings ...string) string {
		return strings.Join(headings, "\n"+long) + "\n" + long
	}
	for _, x := range []struct{ text, want string }{
		{book("CHAPTER I", "CHAPTER II", "CHAPTER III"), "1 CHAPTER I; 1 CHAPTER II; 1 CHAPTER III"},
		{book("BOOK ONE\nCHAPTER I", "CHAPTER II", "BOOK TWO\nCHAPTER I"), "1 BOOK ONE; 2 CHAPTER I; 2 CHAPTER II; 1 BOOK TWO; 2 CHAPTER I"},
		{book("Salt\nAda Road\nPrologue", "Chapter 1\nThe Road", "Chapter 2\nThe Gate", "Epilogue"), "1 Prologue; 1 Chapter 1. The Road; 1 Chapter 2. The Gate; 1 Epilogue"},
		{book("Contents\nChapter 1\nChapter 2\nChapter 3\nChapter 1", "Chapter 2", "Chapter 3"), "1 Chapter 1; 1 Chapter 2; 1 Chapter 3"},
		{book("1. The Road", "2. The Gate", "3. The Sea", "4. The Hill"), "1 1. The Road; 1 2. The Gate; 1 3. The Sea; 1 4. The Hill"},
		{book("I", "II", "***\nIII"), "1 I; 1 II; 1 III"},
		{book("CHAPTER I", "CHAPTER II\nCHAPTER III", "CHAPTER IV\n“Two mules,” she said."), "1 CHAPTER I; 1 CHAPTER II; 1 CHAPTER III; 1 CHAPTER IV"},
		{book("Chapter 1", "\nChapter 2", "Chapter 3\n\n"), "1 Chapter 1; 1 Chapter 2; 1 Chapter 3"},
		{book("Salt", "Buy:\n1. Salt\n2. Bags\n3. Mules", "Bags"), ""},
		{book("Salt", "Part one of it is read.", "Chapter 4 of the book says so."), ""},
	} {
		if got := outlineIn(x.text); got != x.want {
			t.Errorf("%.60q has\n\t%s\nnot\n\t%s", x.text, got, x.want)
		}
	}
}

// TestNoPlainHeadings checks texts with lines that look like headings but are not.
func TestNoPlainHeadings(t *testing.T) {
	verse := "The salt is white,\nThe road is long,\nThe gate is shut\nThe whole night long."
	for _, x := range []struct{ text, want string }{
		{"CHAPTER I\n\nCHAPTER II\n\nCHAPTER III\n\n" + bookOf("CHAPTER I", "CHAPTER II", "CHAPTER III"), "1 CHAPTER I; 1 CHAPTER II; 1 CHAPTER III"}, // contents
		{bookOf("CHAPTER I", "CHAPTER II", "CHAPTER III") + "CONTENTS\n\nCHAPTER I\n\nCHAPTER II\n\nCHAPTER III\n\nCHAPTER IV\n", "1 CHAPTER I; 1 CHAPTER II; 1 CHAPTER III"},
		{"CHAPTER I\n\nCHAPTER II\n\nCHAPTER III\n\nCHAPTER IV\n\nCHAPTER V\n\n" + bookOf("CHAPTER IV", "CHAPTER V"), "1 CHAPTER IV; 1 CHAPTER V"}, // contents of an excerpt
		{"CONTENTS\n\nI. The Road   1\n\nII. The Gate   9\n\nIII. The Sea   17\n\n\n" + bookOf("I. The Road", "II. The Gate", "III. The Sea"), "1 I. The Road; 1 II. The Gate; 1 III. The Sea"},
		{said + "\n" + said + "\nHAMLET.\n\n" + said + "\nOPHELIA.\n\n" + said + "\nHAMLET.\n\n" + said, ""}, // speakers
		{bookOf("FIRST WITCH.", "SECOND WITCH.", "THIRD WITCH.", "FIRST WITCH.", "SECOND WITCH.", "THIRD WITCH."), ""},
		{"Buy:\n\n(1) Salt\n\n(2) Bags\n\n(3) Mules\n\n" + said, ""},
		{bookOf("1. Salt", "2. Bags"), ""},
		{bookOf("1. Salt", "2. Bags", "3.5 Mules"), ""},
		{bookOf("i. salt", "ii. bags", "iii. mules"), ""},
		{bookOf("Verse 1", "Verse 2", "Verse 3"), ""},
		{bookOf("Two days later", "Three days later", "Four days later"), ""},
		{bookOf("CHAPTER I", "CHAPTER I", "CHAPTER I", "CHAPTER II", "CHAPTER II"), "1 CHAPTER I; 1 CHAPTER II"}, // running heads
		{strings.Repeat("I.\n\n"+verse+"\n\nII.\n\n"+verse+"\n\n", 2), ""},
		{"Buy:\n\n1. Salt\n\n2. Bags\n\n3. Mules\n\n" + said, ""},
		{said + "\nYours,\n\nA. B. SALTER.\n\n" + said, ""},
		{"THE SALT LICENSE\n\nVersion 2\n\n" + bookOf("1. Definitions.", "2. Grant of Rights.", "3. Bags."), ""},
		{"CONTENTS\n\nChapter 1 ..... 1\nChapter 2 ..... 9\nChapter 3 ..... 17\n\n" + said, ""},
		{"Contents\n\nCHAPTER I\nCHAPTER II\n\n" + said, ""},
		{"CHAPTER I\nCHAPTER II\nCHAPTER III\n\n" + bookOf("CHAPTER I", "CHAPTER II", "CHAPTER III"), "1 CHAPTER I; 1 CHAPTER II; 1 CHAPTER III"},
		{bookOf("***\nTwo mules came by.", "***\nThree mules came by."), ""},
		{"CHANGELOG\n\n" + bookOf("Chapter 1", "Chapter 2"), ""},
		{bookOf("2.1 (2024-01-02)\n----------------", "2.0 (2023-11-30)\n----------------"), ""},
		{"She read part one of it.\n\n" + said + "\nChapter 4 of the book says that it is so.\n\n" + said, ""},
		{"Project Gutenberg's Salt\n\nChapter 1\n\n" + said + "\n*** START OF THIS PROJECT GUTENBERG EBOOK SALT ***\n\n" + bookOf("CHAPTER I", "CHAPTER II") + "*** END OF THIS PROJECT GUTENBERG EBOOK SALT ***\n\n" + bookOf("Section 1. Terms", "Section 2. Terms"), "1 CHAPTER I; 1 CHAPTER II"},
	} {
		if got := outlineIn(x.text); got != x.want {
			t.Errorf("%.80q has\n\t%s\nnot\n\t%s", x.text, got, x.want)
		}
	}
	if blocks := PlainText.WithOutline(false).Scan(bookOf("CHAPTER I", "CHAPTER II")); blocks[0].Kind != Paragraph {
		t.Errorf("without headings, the first block is a %v", blocks[0].Kind)
	}
}

// TestLibraryNoticesAreNotProse checks that the text that a library adds around a book is not prose.
func TestLibraryNoticesAreNotProse(t *testing.T) {
	for _, x := range []struct{ text, want string }{
		{"The salt is white.\n", "paragraph"},
		{"Produced by Ann Salter and the Online Distributed\nProofreading Team at http://example.org\n\nSALT\n\nThe salt is white.\n", "paragraph paragraph"},
		{"\n\nProduced by Ann Salter\n\nHTML version by Ben Salter\n\nThe salt is white.\n", "paragraph"},
		{"E-text prepared by Ann Salter\n\n(This file was produced from images\nof the library.)\n\nThe salt is white.\n", "paragraph"},
		{"Salt is produced by the sun.\n\nThe salt is white.\n", "paragraph paragraph"},
	} {
		text := "The Project Gutenberg EBook of Salt\n\nTitle: Salt\n\n*** START OF THIS PROJECT GUTENBERG EBOOK SALT ***\n\n" + x.text + "\n*** END OF THIS PROJECT GUTENBERG EBOOK SALT ***\n\nYou may give it away.\n"
		var kinds []string
		for _, b := range PlainText.Scan(text) {
			kinds = append(kinds, b.Kind.String())
		}
		if got := strings.Join(kinds, " "); got != "front-matter "+x.want+" html" {
			t.Errorf("%q: %s", x.text, got)
		}
	}
}

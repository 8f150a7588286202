package markup

import "strings"

// The words that begin the headings of chapters and other divisions, in the ten languages that segls knows best.

// The ranks of the divisions of a book; see [headingForm].
const (
	rankVolume = iota + 1
	rankBook
	rankPart
	rankAct
	rankChapter
	rankScene
	rankSection
	rankNumber // a number alone, or with a title
)

// divisionWords are the words for divisions, each with its rank.
var divisionWords = func() map[string]int {
	words := make(map[string]int)
	for rank, list := range map[int]string{
		rankVolume:  "volume vol band bd tome tomo tom volym nide том",
		rankBook:    "book buch livre libro livro boek bok boken kirja книга",
		rankPart:    "part teil theil abteilung abtheilung partie parte deel del delen avdelning afdelning osa часть epoch phase",
		rankAct:     "act akt akten aufzug acte acto jornada atto ato bedrijf näytös действие акт",
		rankChapter: "chapter chap ch kapitel capitel hauptstück chapitre capítulo capitulo capitolo cap hoofdstuk hfdst kapittel kapitlet kap luku глава гл stave canto chant gesang letter brief lettre carta lettera brev kirje письмо",
		rankScene:   "scene szene scène auftritt escena scena cena tooneel toneel scen scenen kohtaus явление сцена картина tableau",
		rankSection: "§ section abschnitt sección seccion seção secção sezione paragraaf avsnitt раздел",
	} {
		for _, word := range strings.Fields(list) {
			words[word] = rank
		}
	}
	return words
}()

// otherWords are followed by numbers in lines that are not headings.
var otherWords = wordSet(`
	figure figures fig figs table tab plate page pages p pp note notes footnote footnotes illustration illustrations map equation
	photo exhibit version release v build line lines item step question answer example exercise verse chorus refrain copyright
	abb abbildung tabelle seite tafel bild anm anmerkung nummer zeile planche planches numéro ligne page
	lámina figura tabla página nota número tavola pagina numero tabela tabel afbeelding bladzijde noot sida tabell not fig
	kuva taulukko sivu рис рисунок таблица стр страница прим примечание с
	january february march april may june july august september october november december
	januar februar märz april mai juni juli august september oktober november dezember
	janvier février mars avril mai juin juillet août septembre octobre novembre décembre`)

// numberSigns may precede a number.
var numberSigns = wordSet("no nr nº n° №")

// namedParts are divisions without a number.
var namedParts = wordSet(`
	prologue epilogue preface foreword introduction afterword postscript conclusion appendix prelude finale coda interlude
	prolog epilog vorwort vorrede einleitung nachwort schlusswort schlußwort anhang
	préface prologue épilogue avant-propos conclusion appendice avertissement
	prólogo prologo epílogo epilogo prefacio introducción introduccion conclusión conclusion apéndice
	prefazione introduzione conclusione appendice premessa prefácio introdução conclusão apêndice
	proloog epiloog voorwoord voorrede inleiding nawoord slot bijlage
	förord inledning efterord slutord bilaga prologi epilogi esipuhe johdanto alkusanat jälkisanat loppusanat liite
	пролог эпилог предисловие введение вступление заключение послесловие приложение`)

// listings begin lists of contents, illustrations or persons, or the line at the end of a book.
var listings = wordSet(`
	contents illustrations index errata corrigenda inhalt inhaltsverzeichnis verzeichnis table sommaire índice indice sommario sumário
	inhoud inhoudsopgave innehåll innehållsförteckning sisällys sisältö sisällysluettelo содержание оглавление
	finis fin fine fim end ende einde slut loppu конец dramatis persons personae personnages personaggi personen personagens personas henkilöt personerna`)

// articles may precede the name of a division.
var articles = wordSet("the das der die den le la les el il lo o a de het den det")

// lastWords are words for the last of a series.
var lastWords = wordSet("last letztes letzte letzter dernier dernière último última ultimo ultima laatste sista viimeinen последняя последнее последний")

// numberWords are cardinal and ordinal numbers. A string has those of a language in order, with slashes between words for one number.
var numberWords = func() map[string]int {
	words := make(map[string]int)
	for _, list := range []string{
		"one/first two/second three/third four/fourth five/fifth six/sixth seven/seventh eight/eighth nine/ninth ten/tenth eleven/eleventh twelve/twelfth thirteen/thirteenth fourteen/fourteenth fifteen/fifteenth sixteen/sixteenth seventeen/seventeenth eighteen/eighteenth nineteen/nineteenth twenty/twentieth",
		"eins/erste zwei/zweite drei/dritte vier/vierte fünf/fünfte sechs/sechste sieben/siebente/siebte acht/achte neun/neunte zehn/zehnte elf/elfte zwölf/zwölfte dreizehn/dreizehnte vierzehn/vierzehnte fünfzehn/fünfzehnte sechzehn/sechzehnte siebzehn/siebzehnte achtzehn/achtzehnte neunzehn/neunzehnte zwanzig/zwanzigste",
		"un/une/premier/première deux/deuxième/second/seconde trois/troisième quatre/quatrième cinq/cinquième six/sixième sept/septième huit/huitième neuf/neuvième dix/dixième onze/onzième douze/douzième treize/treizième quatorze/quatorzième quinze/quinzième seize/seizième dix-sept/dix-septième dix-huit/dix-huitième dix-neuf/dix-neuvième vingt/vingtième",
		"uno/una/primero/primera/primer dos/segundo/segunda tres/tercero/tercera/tercer cuatro/cuarto/cuarta cinco/quinto/quinta seis/sexto/sexta siete/séptimo/séptima ocho/octavo/octava nueve/noveno/novena/nono/nona diez/décimo/décima once/undécimo/onceno doce/duodécimo/doceno trece catorce quince dieciséis diecisiete dieciocho diecinueve veinte/vigésimo",
		"uno/primo/prima due/secondo/seconda tre/terzo/terza quattro/quarto/quarta cinque/quinto/quinta sei/sesto/sesta sette/settimo/settima otto/ottavo/ottava nove/nono/nona dieci/decimo/decima undici/undicesimo/undecimo dodici/dodicesimo tredici/tredicesimo quattordici/quattordicesimo quindici/quindicesimo sedici/sedicesimo diciassette diciotto diciannove venti/ventesimo",
		"um/uma/primeiro/primeira dois/duas/segundo/segunda três/terceiro/terceira quatro/quarto/quarta cinco/quinto/quinta seis/sexto/sexta sete/sétimo/setimo oito/oitavo/oitava nove/nono/nona dez/décimo/decimo onze doze treze catorze/quatorze quinze dezesseis/dezasseis dezessete/dezassete dezoito dezenove/dezanove vinte/vigésimo",
		"een/één/eerste twee/tweede drie/derde vier/vierde vijf/vijfde zes/zesde zeven/zevende acht/achtste negen/negende tien/tiende elf/elfde twaalf/twaalfde dertien/dertiende veertien/veertiende vijftien/vijftiende zestien/zestiende zeventien/zeventiende achttien/achttiende negentien/negentiende twintig/twintigste",
		"ett/en/första två/andra/tvenne tre/tredje fyra/fjärde fem/femte sex/sjätte sju/sjunde åtta/åttonde nio/nionde tio/tionde elva/elfte/elfva tolv/tolfte/tolf tretton/trettonde fjorton/fjortonde femton/femtonde sexton/sextonde sjutton/sjuttonde arton/artonde nitton/nittonde tjugo/tjugonde",
		"yksi/ensimmäinen kaksi/toinen kolme/kolmas neljä/neljäs viisi/viides kuusi/kuudes seitsemän/seitsemäs kahdeksan/kahdeksas yhdeksän/yhdeksäs kymmenen/kymmenes yksitoista/yhdestoista kaksitoista/kahdestoista kolmetoista/kolmastoista neljätoista/neljästoista viisitoista/viidestoista kuusitoista/kuudestoista seitsemäntoista/seitsemästoista kahdeksantoista/kahdeksastoista yhdeksäntoista/yhdeksästoista kaksikymmentä/kahdeskymmenes",
		"один/одна/первый/первая/первое два/две/второй/вторая/второе три/третий/третья/третье четыре/четвертый/четвертая/четвертое/четвёртый/четвёртая/четвёртое пять/пятый/пятая/пятое шесть/шестой/шестая/шестое семь/седьмой/седьмая/седьмое восемь/восьмой/восьмая/восьмое девять/девятый/девятая/девятое десять/десятый/десятая/десятое одиннадцать/одиннадцатый/одиннадцатая/одиннадцатое двенадцать/двенадцатый/двенадцатая/двенадцатое тринадцать/тринадцатый/тринадцатая/тринадцатое четырнадцать/четырнадцатый/четырнадцатая/четырнадцатое пятнадцать/пятнадцатый/пятнадцатая/пятнадцатое шестнадцать/шестнадцатый/шестнадцатая/шестнадцатое семнадцать/семнадцатый/семнадцатая/семнадцатое восемнадцать/восемнадцатый/восемнадцатая/восемнадцатое девятнадцать/девятнадцатый/девятнадцатая/девятнадцатое двадцать/двадцатый/двадцатая/двадцатое",
	} {
		for i, forms := range strings.Fields(list) {
			for _, form := range strings.Split(forms, "/") {
				words[form] = i + 1
			}
		}
	}
	for _, list := range []string{
		"thirty/thirtieth forty/fortieth fifty/fiftieth sixty/sixtieth seventy/seventieth eighty/eightieth ninety/ninetieth hundred/hundredth",
		"dreißig/dreißigste/dreissigste vierzig/vierzigste fünfzig/fünfzigste sechzig/sechzigste siebzig/siebzigste achtzig/achtzigste neunzig/neunzigste hundert/hundertste",
		"trente/trentième quarante/quarantième cinquante/cinquantième soixante/soixantième",
		"treinta/trigésimo cuarenta/cuadragésimo cincuenta/quincuagésimo sesenta", "trenta/trentesimo quaranta/quarantesimo cinquanta/cinquantesimo sessanta", "trinta/trigésimo quarenta/quadragésimo cinquenta cinquenta sessenta",
		"dertig/dertigste veertig/veertigste vijftig/vijftigste zestig/zestigste", "trettio/trettionde fyrtio/fyrtionde femtio/femtionde sextio/sextionde", "kolmekymmentä/kolmaskymmenes neljäkymmentä/neljäskymmenes viisikymmentä/viideskymmenes",
		"тридцать/тридцатый/тридцатая/тридцатое сорок/сороковой/сороковая/сороковое пятьдесят/пятидесятый/пятидесятая/пятидесятое",
	} {
		for i, forms := range strings.Fields(list) {
			for _, form := range strings.Split(forms, "/") {
				words[form] = 10 * (i + 3)
			}
		}
	}
	return words
}()

// elidedNumbers are parts of Italian and Spanish numbers that are not words.
var elidedNumbers = map[string]int{
	"veinti": 20, "dós": 2, "trés": 3, "séis": 6,
	"vent": 20, "trent": 30, "quarant": 40, "cinquant": 50,
	"unesimo": 1, "duesimo": 2, "treesimo": 3, "quattresimo": 4, "cinquesimo": 5, "seiesimo": 6, "settesimo": 7, "ottesimo": 8, "novesimo": 9,
}

// parseNumber parses a number in words or digits, which must be in lower case. It returns 0 if `word` is not a number.
func parseNumber(word string) int {
	if n := numberWords[word]; n > 0 {
		return n
	}
	for _, ending := range []string{"r", "s", "n", "st", "nd", "rd", "th", "º", "ª", "°", "er", "ère", "e", "ème", "ste", "de", ":a", ":e", ":s", ":nen"} { // erstes, 2nd
		stem, has := strings.CutSuffix(word, ending)
		if !has {
			continue
		}
		if n := numberWords[stem]; n > 0 && (ending == "r" || ending == "s" || ending == "n") {
			return n
		}
		if n := parseArabic(stem); n > 0 {
			return n
		}
	}
	for i := range word { // tjugoförsta, ventunesimo
		if one := numberWords[word[i:]] + elidedNumbers[word[i:]]; one > 0 && one < 10 {
			if ten := numberWords[word[:i]] + elidedNumbers[word[:i]]; ten >= 20 && ten%10 == 0 {
				return ten + one
			}
		}
	}
	for _, joint := range []string{"-", "und", "en", "ën"} { // twenty-first, einundzwanzigstes
		at := strings.LastIndex(word, joint) // eenentwintigste
		if at < 0 {
			continue
		}
		first, last := word[:at], word[at+len(joint):]
		one, ten := numberWords[first], parseNumber(last)
		if first == "ein" {
			one = 1
		}
		if ten >= 20 && one > 0 && one < 10 {
			return ten + one
		}
		if one >= 20 && ten > 0 && ten < 10 {
			return one + ten
		}
	}
	return parseArabic(word)
}

// parseArabic parses a number in digits from 1 to 999. It returns 0 if s is not one.
func parseArabic(s string) int {
	n := 0
	for _, c := range []byte(s) {
		if !isDigit(c) {
			return 0
		}
		if n = 10*n + int(c-'0'); n > 999 {
			return 0
		}
	}
	return n
}

// parseRoman parses a Roman numeral of I, V, X, L and C, which may be repeated, as in IIII. It returns 0 if s is not one.
func parseRoman(s string) int {
	if len(s) == 0 || len(s) > 10 {
		return 0
	}
	n, last := 0, 1000
	for i := 0; i < len(s); i++ {
		v := romanDigitValue(s[i])
		next := 0
		if i+1 < len(s) {
			next = romanDigitValue(s[i+1])
		}
		switch {
		case v == 0 || v > last:
			return 0
		case next > v:
			if next > 10*v || v == 5 || v == 50 {
				return 0
			}
			n, last = n+next-v, v-1
			i++
		default:
			n, last = n+v, v
		}
	}
	return n
}

func romanDigitValue(c byte) int {
	switch c {
	case 'I':
		return 1
	case 'V':
		return 5
	case 'X':
		return 10
	case 'L':
		return 50
	case 'C':
		return 100
	}
	return 0
}

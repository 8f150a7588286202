package check

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A paragraph that is short by its nature is not too short: the rule paragraph-too-short is for a thought that was begun and abandoned.

// isShortByNature reports whether a paragraph of several sentences is short for a reason that its text shows.
func isShortByNature(content string) bool {
	read := strings.Join(strings.Fields(content), " ")
	return strings.HasSuffix(read, ":") || isDialogue(read) || isPlaySpeech(read) || isBracketed(read) ||
		isTitleLike(read) || isEnumerated(read) || isCaption(read)
}

// isDialogue reports whether a paragraph is or contains speech, judging by its quotation marks and dashes.
func isDialogue(read string) bool {
	r, _ := utf8.DecodeRuneInString(read)
	return r == '"' || r == '\'' || r == '„' || r == '‚' || r == '「' || unicode.In(r, unicode.Pi, unicode.Pf, unicode.Pd) ||
		quotation.MatchString(read)
}

var quotation = regexp.MustCompile(`["“„«»‘].*[.,!?…—–-][_*]?(?:["”“«’]| ?»)`)

// isPlaySpeech reports whether a paragraph begins with a speaker's name in capitals, as a speech in a play does.
func isPlaySpeech(read string) bool { return speaker.MatchString(read) }

var speaker = regexp.MustCompile(`^[*_]*\p{Lu}[\p{Lu}\d .'’-]+[*_]*( ?[(\[][^)\]]*[)\]])?[*_]*[.:]`)

// isBracketed reports whether the whole paragraph is in brackets.
func isBracketed(read string) bool {
	return strings.HasPrefix(read, "(") && strings.HasSuffix(read, ")") || strings.HasPrefix(read, "[") && strings.HasSuffix(read, "]")
}

// isTitleLike reports whether a paragraph is a heading without markup: all in capitals, or of the form `Chapter IV. The Road`.
func isTitleLike(read string) bool {
	return strings.ToUpper(read) == read && strings.ToLower(read) != read || division.MatchString(read)
}

var division = regexp.MustCompile(`^[*_]*(?i:act|appendix|book|canto|chapter|essay|lecture|letter|part|scene|section|volume|` +
	`acte|chapitre|livre|partie|capítulo|libro|parte|глава|книга|часть|том|kapitel|kapittel|avsnitt|bok|del|fejezet|könyv) ` +
	`(?:[IVXLCDM]+|\d+|(?i:the )?\pL+)(?:[.:—–]|$)`)

// isEnumerated reports whether a paragraph begins with a number or letter, as an item of a list without markup does.
func isEnumerated(read string) bool { return ordinal.MatchString(read) }

var ordinal = regexp.MustCompile(`^[*_]*(?:[IVXLCDM]+[.)]|\d+[.)]|\pL\)|\((?:[ivxlcdmIVXLCDM]+|\d+|\pL)\)|§ ?\d+) `)

// isCaption reports whether a paragraph is a caption, such as `Figure 3: …` or `Table 2.1. …`.
func isCaption(read string) bool { return caption.MatchString(read) }

var caption = regexp.MustCompile(`^[*_]*(?i:(?:box|chart|diagram|equation|example|fig|figure|illustration|image|listing|map|photo|plate|scheme|table|` +
	`encadré|exemple|tableau|planche|cuadro|ejemplo|figura|gráfico|imagen|lámina|mapa|tabla|рис|рисунок|таблица|таб|листинг|` +
	`bild|figur|tabell|kép|ábra|táblázat)\.? ?` + captionNumber + `|` + captionNumber + ` ?(?:ábra|kép|táblázat))` + `[*_]* ?[.:|—–-]`)

const captionNumber = `(?:[a-z]?\d+(?:[.-]\d+)*[a-z]?|[ivxlc]+)\.?`

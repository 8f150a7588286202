package analysis

import (
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

// What is short by its nature is not too short: the rule paragraph-too-short is for
// a thought that was begun and left, and everything here errs on the side of
// silence.

// isShortByNature tells whether a paragraph of several sentences is short for a reason
// that lies in it.
func isShortByNature(content string) bool {
	read := strings.Join(strings.Fields(content), " ")
	return strings.HasSuffix(read, ":") || isDialogue(read) || isPlay(read) || isBracketed(read) ||
		isTitle(read) || isEnumerated(read) || isCaption(read)
}

// isBesideDisplay tells whether a block introduces or closes what prose displays: a
// list, code, a table.
func (d *Document) isBesideDisplay(at place) bool {
	for _, c := range []*block{d.above(at), d.below(at)} {
		if c != nil {
			switch c.Kind {
			case markup.Quote, markup.List, markup.Code, markup.Math, markup.Table, markup.HTML:
				return true
			}
		}
	}
	return false
}

// above is the nearest block before one that is no directive, or nil.
func (d *Document) above(at place) *block {
	for _, c := range d.blocks.Back(at.block) {
		if c.saying == nil {
			return c
		}
	}
	return nil
}

// below is the nearest block after one that is no directive, or nil.
func (d *Document) below(at place) *block {
	for _, c := range d.blocks.From(at.block + 1) {
		if c.saying == nil {
			return c
		}
	}
	return nil
}

// isDialogue tells whether a paragraph is or holds speech: it begins with a
// quotation mark or a dash, as an attribution does too, or a quotation in it ends
// in a mark that belongs to a sentence of its own.
func isDialogue(read string) bool {
	r, _ := utf8.DecodeRuneInString(read)
	return r == '"' || r == '\'' || r == '„' || r == '‚' || r == '「' || unicode.In(r, unicode.Pi, unicode.Pf, unicode.Pd) ||
		quotation.MatchString(read)
}

var quotation = regexp.MustCompile(`["“„«»‘].*[.,!?…—–-][_*]?(?:["”“«’]| ?»)`)

// isPlay tells whether a paragraph is a part in a play: its speaker's name in
// capitals, perhaps with a direction in brackets, before a full stop or colon.
func isPlay(read string) bool { return speaker.MatchString(read) }

var speaker = regexp.MustCompile(`^[*_]*\p{Lu}[\p{Lu}\d .'’-]+[*_]*( ?[(\[][^)\]]*[)\]])?[*_]*[.:]`)

// isBracketed tells whether a paragraph stands in brackets as a whole.
func isBracketed(read string) bool {
	return strings.HasPrefix(read, "(") && strings.HasSuffix(read, ")") || strings.HasPrefix(read, "[") && strings.HasSuffix(read, "]")
}

// isTitle tells whether a paragraph is a heading that no markup marks: all in
// capitals, or of the form `Chapter IV. The Road`.
func isTitle(read string) bool {
	return strings.ToUpper(read) == read && strings.ToLower(read) != read || division.MatchString(read)
}

var division = regexp.MustCompile(`^[*_]*(?i:act|appendix|book|canto|chapter|essay|lecture|letter|part|scene|section|volume|` +
	`acte|chapitre|livre|partie|capítulo|libro|parte|глава|книга|часть|том|kapitel|kapittel|avsnitt|bok|del|fejezet|könyv) ` +
	`(?:[IVXLCDM]+|\d+|(?i:the )?\pL+)(?:[.:—–]|$)`)

// isEnumerated tells whether a paragraph begins with a number or letter, as an item
// of a list does where there is no markup.
func isEnumerated(read string) bool { return ordinal.MatchString(read) }

var ordinal = regexp.MustCompile(`^[*_]*(?:[IVXLCDM]+[.)]|\d+[.)]|\pL\)|\((?:[ivxlcdmIVXLCDM]+|\d+|\pL)\)|§ ?\d+) `)

// isCaption tells whether a paragraph is the caption of a figure or table that
// stands elsewhere, in any of the languages: `Figure 3: …`, `Table 2.1. …`.
func isCaption(read string) bool { return caption.MatchString(read) }

var caption = regexp.MustCompile(`^[*_]*(?i:(?:box|chart|diagram|equation|example|fig|figure|illustration|image|listing|map|photo|plate|scheme|table|` +
	`encadré|exemple|tableau|planche|cuadro|ejemplo|figura|gráfico|imagen|lámina|mapa|tabla|рис|рисунок|таблица|таб|листинг|` +
	`bild|figur|tabell|kép|ábra|táblázat)\.? ?` + captionNumber + `|` + captionNumber + ` ?(?:ábra|kép|táblázat))` + `[*_]* ?[.:|—–-]`)

const captionNumber = `(?:[a-z]?\d+(?:[.-]\d+)*[a-z]?|[ivxlc]+)\.?`

// isUnderImage tells whether a paragraph is a line in emphasis below an image, or
// has the image as its own first line. Something without words is taken for an image.
func (d *Document) isUnderImage(at place, v *verdict) bool {
	if v.lines > 1 {
		return v.hasImage
	}
	above := d.above(at)
	return v.inEmphasis && above != nil && above.Kind == markup.Paragraph && len(above.paragraphs) == 0
}

func hasWords(prose []byte) (has bool) {
	language.Words(prose, func(int, int) { has = true })
	return has
}

// readLines reads what the lines of a paragraph tell.
func (v *verdict) readLines(d *Document, content string) {
	v.breaksHard = true
	for span := range markup.Lines(content) {
		line := content[span.Start:span.End]
		if v.lines == 0 {
			block := markup.Block{Span: span, Runs: []markup.Run{{span}}}
			v.hasImage = !hasWords(d.Format.Mask(nil, content, block))
			read := strings.TrimSpace(line)
			v.inEmphasis = len(read) > 1 && (read[0] == '*' || read[0] == '_') && read[0] == read[len(read)-1]
		}
		v.lines++
		isLast := span.End == len(content)
		v.breaksHard = v.breaksHard && (isLast || d.Format.BreaksHard(line))
		v.width = max(v.width, len(line))
		v.beginsLower = v.beginsLower || beginsLower(line)
	}
}

// isVerse tells whether a paragraph keeps its lines: all are broken hard, or all are
// much shorter than the document's usual line and begin with a capital letter. The
// usual line is the longest one of a paragraph as they usually are: the width that the
// text is wrapped to.
func (v *verdict) isVerse(usualLine int) bool {
	return v.lines > 1 && (v.breaksHard || 4*v.width <= 3*usualLine && !v.beginsLower)
}

// narrowest is the least that prose is wrapped to, in bytes.
const narrowest = 60

// beginsLower tells whether the first letter of a line is a small one.
func beginsLower(line string) bool {
	i := strings.IndexFunc(line, unicode.IsLetter)
	return i >= 0 && strings.IndexFunc(line[i:], unicode.IsLower) == 0
}

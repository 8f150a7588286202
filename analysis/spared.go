package analysis

import (
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

// What is short by its nature is not too short: the rule paragraph-too-short is for
// a thought that was begun and left, and everything here errs on the side of
// silence.

// isShortByNature tells whether a paragraph is anything but body text of several
// sentences. The usual line is that of [Document.usualLine].
func (d *Document) isShortByNature(p Paragraph, usualLine int) bool {
	if p.Kind != markup.Paragraph || !p.EndsSentence || d.isBesideDisplay(p) || len(d.Sentences(p)) < 2 {
		return true
	}
	source := d.Text.content[p.Span.Start:p.Span.End]
	read := strings.Join(strings.Fields(source), " ")
	return strings.HasSuffix(read, ":") || isDialogue(read) || isPlay(read) || isBracketed(read) ||
		isTitle(read) || isEnumerated(read) || isCaption(read) || d.isUnderImage(p) || d.isVerse(p, usualLine)
}

// isBesideDisplay tells whether a paragraph introduces or closes what prose
// displays: a list, code, a table.
func (d *Document) isBesideDisplay(p Paragraph) bool {
	for _, step := range []int{-1, +1} {
		if i := d.neighbour(p.Block, step); i >= 0 {
			switch d.blocks[i].Kind {
			case markup.Quote, markup.List, markup.Code, markup.Math, markup.Table, markup.HTML:
				return true
			}
		}
	}
	return false
}

// neighbour is the nearest block in one direction that is no directive, or -1.
func (d *Document) neighbour(block, step int) int {
	for block += step; block >= 0 && block < len(d.blocks); block += step {
		if d.blocks[block].Kind != markup.Directive {
			return block
		}
	}
	return -1
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
// has the image as its own first line.
func (d *Document) isUnderImage(p Paragraph) bool {
	lines := d.lines(p)
	if len(lines) > 1 && d.isImage(p.Span.Start, lines[0]) {
		return true
	}
	above := d.neighbour(p.Block, -1)
	if above < 0 || d.blocks[above].Kind != markup.Paragraph || len(lines) > 1 {
		return false
	}
	read := strings.TrimSpace(lines[0])
	inEmphasis := len(read) > 1 && (read[0] == '*' || read[0] == '_') && read[0] == read[len(read)-1]
	return inEmphasis && !hasWords(d.Format.Mask(nil, d.Text.content, d.blocks[above]))
}

// isImage tells whether a line that begins at offset has something, but no words.
func (d *Document) isImage(offset int, line string) bool {
	span := markup.Span{Start: offset, End: offset + len(line)}
	block := markup.Block{Span: span, Runs: []markup.Run{{span}}}
	return !hasWords(d.Format.Mask(nil, d.Text.content, block))
}

func hasWords(prose []byte) (has bool) {
	language.Words(prose, func(int, int) { has = true })
	return has
}

// isVerse tells whether a paragraph keeps its lines: all are broken hard, or all
// are much shorter than the document's usual line and begin with a capital letter.
func (d *Document) isVerse(p Paragraph, usualLine int) bool {
	lines := d.lines(p)
	last := len(lines) - 1
	if last == 0 {
		return false
	}
	hard, short := true, true
	for i, line := range lines {
		hard = hard && (i == last || d.Format.BreaksHard(line))
		short = short && 4*len(line) <= 3*usualLine && !beginsLower(line)
	}
	return hard || short
}

// narrowest is the least that prose is wrapped to, in bytes.
const narrowest = 60

// usualLine is the length, in bytes, of the longest line in a paragraph as they
// usually are: the width that the text is wrapped to.
func (d *Document) usualLine() int {
	var widths []int
	for _, p := range d.paragraphs {
		if p.Kind != markup.Paragraph || p.Words < d.Settings.ParagraphMinWords {
			continue
		}
		widest := 0
		for n := d.Text.LineAt(p.Span.Start); n < d.Text.LineCount() && d.Text.Line(n).Start < p.Span.End; n++ {
			widest = max(widest, d.Text.Line(n).Len())
		}
		widths = append(widths, widest)
	}
	if len(widths) == 0 {
		return narrowest
	}
	slices.Sort(widths)
	return max(narrowest, widths[len(widths)/2])
}

// beginsLower tells whether the first letter of a line is a small one.
func beginsLower(line string) bool {
	i := strings.IndexFunc(line, unicode.IsLetter)
	return i >= 0 && strings.IndexFunc(line[i:], unicode.IsLower) == 0
}

// lines are the lines of a paragraph, without their terminators.
func (d *Document) lines(p Paragraph) []string {
	var lines []string
	text := d.Text.content[p.Span.Start:p.Span.End]
	for line := range markup.Lines(text) {
		lines = append(lines, text[line.Start:line.End])
	}
	return lines
}

package analysis

import (
	"regexp"
	"slices"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

// indented matches the indentation of the later lines of a footnote.
var indented = regexp.MustCompile(`(?m)^(?: {4}|\t)`)

// FootnoteWords returns the number of words in the footnotes of a document. Footnotes do not count as its prose.
func (d *Document) FootnoteWords() (words int) {
	text, off := d.Text.String(), d.SwitchedOff()
	for _, note := range d.Format.Footnotes(text, d.Blocks()) {
		if slices.ContainsFunc(off, func(s markup.Span) bool { return s.Contains(note.Start) }) {
			continue
		}
		source := indented.ReplaceAllString(text[note.Start:note.End], "")
		for _, b := range d.Format.ScanPart(source) {
			if b.Kind.IsProse() {
				d.Language.Vocabulary.Words(d.Format.AppendMask(nil, source, b), func(w language.Word, _, _ int) {
					if !w.Elided {
						words++
					}
				})
			}
		}
	}
	return words
}

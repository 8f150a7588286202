package analysis

import (
	"slices"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

// languageOf is the language that the settings name or, where they leave it open,
// that of the prose with which the text begins: of the blocks that begin in its first
// [language.SampleSize] bytes. So nothing that is written further on changes it.
func (d *Reading) languageOf() *language.Language {
	if l := d.Settings.language(); l != nil && l.HasStopWords() {
		return l
	}
	var sample []byte
	off, at := false, 0
	for _, c := range d.blocks.From(0) {
		if at >= language.SampleSize {
			break
		}
		if off = c.isProseOffAfter(off); !off && c.Kind.IsProse() {
			text := d.Text.Slice(markup.Span{Start: at, End: at + int(c.size)})
			sample = append(d.Format.AppendMask(sample, text, c.Block), '\n')
		}
		at += int(c.size)
	}
	return d.Settings.languageOf(sample)
}

// language is the language that the settings name, or nil if they leave it open.
func (s *Settings) language() *language.Language {
	if s.Language == LanguageAuto {
		return nil
	}
	return language.ByCode(s.Language).Newest()
}

// languageOf is the language of a text that begins with some prose.
func (s *Settings) languageOf(sample []byte) *language.Language {
	sample = sample[:min(len(sample), language.SampleSize)]
	l := s.language()
	if l == nil {
		l = language.Detect(sample).Newest()
	}
	return l.AdaptedTo(sample)
}

// languageChanged reports whether the document is in another language than the one that
// its paragraphs have been counted in, after a change of the blocks from an offset on.
func (d *Reading) languageChanged(from int) bool {
	return from < language.SampleSize && (d.Settings.Language == LanguageAuto || !d.Language.HasStopWords()) && !d.languageOf().Same(d.Language)
}

// languageChoices are the values of the setting: auto, none and the codes of languages.
func languageChoices() []string {
	choices := []string{LanguageAuto, language.None.Code}
	for _, l := range language.Languages {
		choices = append(choices, l.Code)
	}
	return choices
}

// languageAliases are the names of languages, which can be written for their codes.
func languageAliases() map[string]string {
	aliases := make(map[string]string)
	for _, l := range language.Languages {
		aliases[l.Name] = l.Code
	}
	return aliases
}

// markupChoices are the values of the setting: auto and the names of formats.
func markupChoices() []string {
	choices := []string{MarkupAuto}
	for _, f := range markup.Formats {
		choices = append(choices, f.Name)
	}
	slices.Sort(choices[1:])
	return choices
}

package analysis

import (
	"slices"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

// chooseLanguage returns the language that the settings name or, if they name none, that of the prose at the beginning.
func (d *Reading) chooseLanguage() *language.Language {
	if l := d.Settings.namedLanguage(); l != nil && l.HasStopWords() {
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
	return d.Settings.chooseLanguage(sample)
}

// namedLanguage returns the language that the settings name, or nil if they name none.
func (s *Settings) namedLanguage() *language.Language {
	if s.Language == LanguageAuto {
		return nil
	}
	return language.ByCode(s.Language).Newest()
}

// chooseLanguage returns the language of a text, given a sample from its beginning.
func (s *Settings) chooseLanguage(sample []byte) *language.Language {
	sample = sample[:min(len(sample), language.SampleSize)]
	l := s.namedLanguage()
	if l == nil {
		l = language.Detect(sample).Newest()
	}
	return l.AdaptedTo(sample)
}

// languageChanged reports whether a change of the blocks from an offset on has changed the document's language.
func (d *Reading) languageChanged(from int) bool {
	return from < language.SampleSize && (d.Settings.Language == LanguageAuto || !d.Language.HasStopWords()) && !d.chooseLanguage().Same(d.Language)
}

// languageChoices returns the values of the setting: auto, none and the codes of languages.
func languageChoices() []string {
	choices := []string{LanguageAuto, language.None.Code}
	for _, l := range language.Languages {
		choices = append(choices, l.Code)
	}
	return choices
}

// languageAliases returns the codes of languages by their names, which a user may write instead.
func languageAliases() map[string]string {
	aliases := make(map[string]string)
	for _, l := range language.Languages {
		aliases[l.Name] = l.Code
	}
	return aliases
}

// markupChoices returns the values of the setting: auto and the names of formats.
func markupChoices() []string {
	choices := []string{MarkupAuto}
	for _, f := range markup.Formats {
		choices = append(choices, f.Name)
	}
	slices.Sort(choices[1:])
	return choices
}

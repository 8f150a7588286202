package lsp

import (
	"strings"
	"unicode/utf8"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/sentence"
)

// This file computes the labels of fragments. Golden files record them.

const (
	// previewLength is the largest number of characters of a preview.
	previewLength = 80

	// previewTerms is the number of terms that a preview names.
	previewTerms = 2

	// previewTitle is the largest number of characters of a title in a preview.
	previewTitle = 40
)

// preview returns a fragment on one line: its size, its topic and, if there is room, its first words.
//
//	480 words · canals, oases — "The lines form…"
func (v *analysedFile) preview(fragment int) string {
	f := v.Fragment(fragment)
	text := v.summary(fragment)
	room := previewLength - utf8.RuneCountInString(v.longestBoundaryMark()+" · ") - utf8.RuneCountInString(text) - utf8.RuneCountInString(` — ""`)
	if room < 12 {
		return text
	}
	return v.clientCaps.Say(`%s — "%s"`, text, escapeIcons(v.Paragraph(f.First).Opening(min(room, 30))))
}

// summary returns a fragment's size and its topic: its terms, or the title that the writer has given it.
func (v *analysedFile) summary(fragment int) string {
	f := v.Fragment(fragment)
	about := escapeIcons(shortened(v.Fragment(fragment).Given, previewTitle))
	if terms := v.Fragment(fragment).Terms(); about == "" {
		about = strings.Join(terms[:min(previewTerms, len(terms))], ", ")
	}
	if about == "" {
		return v.clientCaps.formatWords(f.Words)
	}
	return v.clientCaps.formatWords(f.Words) + " · " + about
}

// showsLabel reports whether a lens, a hint or the text of a fold shows a label of all[i].
func (v *analysedFile) showsLabel(all []analysis.Fragment, i int) bool {
	if all[i].Suggested || v.file.Settings.CodeLens == fragments {
		return true
	}
	return v.clientCaps.collapsedText && (v.clientCaps.foldsFromBlank || i+1 < len(all) && all[i+1].Suggested)
}

// describeLabelled computes the terms and titles of the few fragments that show a label.
func (v *analysedFile) describeLabelled(all []analysis.Fragment) {
	v.DescribeSome(func(i int) bool { return v.showsLabel(all, i) })
}

// escapeIcons returns text so that VS Code does not draw an icon for $(name).
func escapeIcons(text string) string { return strings.ReplaceAll(text, "$(", "$ (") }

// shortened returns text shortened to at most length characters.
func shortened(text string, length int) string {
	if utf8.RuneCountInString(text) <= length {
		return text
	}
	return strings.TrimSpace(string([]rune(text)[:length-1])) + "…"
}

// withBoundaryMark puts a mark in front of the description of a fragment if a boundary is suggested before it.
func (v *analysedFile) withBoundaryMark(fragment int, said string) string {
	if !v.Fragment(fragment).Suggested {
		return said
	}
	return v.boundaryMark(fragment) + " · " + said
}

// boundaryMark returns the mark of a suggested boundary before a fragment.
func (v *analysedFile) boundaryMark(fragment int) string {
	if v.Fragment(fragment).Pinned {
		return v.clientCaps.Say("Pinned") // by a directive
	}
	switch sure, _ := v.Fragment(fragment).Sureness(); sure {
	case analysis.FairlySure:
		return v.longestBoundaryMark()
	case analysis.Perhaps:
		return v.clientCaps.Say("Perhaps a new topic")
	}
	return v.clientCaps.Say("New topic")
}

func (v *analysedFile) longestBoundaryMark() string {
	return v.clientCaps.Say("New topic, %s", v.clientCaps.Say(analysis.FairlySure))
}

// formatWords returns a number of words as text.
func (c clientCaps) formatWords(n int) string {
	return sentence.Plural(n, "%d word", "%d words").In(c.Language)
}

func (v *analysedFile) firstParagraph(fragment int) analysis.Paragraph {
	return v.Paragraph(v.Fragment(fragment).First)
}

package lsp

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/segls/segls/analysis"
)

// The words in which fragments are shown. Golden files hold them.

const (
	// previewLength is how many characters a preview has at most.
	previewLength = 80

	// previewTerms is how many terms a preview names.
	previewTerms = 2

	// previewTitle is how many characters of a title a preview has at most.
	previewTitle = 40
)

// preview is a fragment on one line: its size, its terms, its first words.
//
//	480 words · canals, oases — "The lines form…"
func (v *view) preview(fragment int) string {
	f := v.Fragment(fragment)
	text := v.summary(fragment)
	room := previewLength - utf8.RuneCountInString(newTopic+", "+analysis.FairlySure+" · ") - utf8.RuneCountInString(text) - len(` — ""`) + 2
	if room < 12 {
		return text
	}
	return text + ` — "` + withoutIcons(v.Paragraph(f.First).Opening(min(room, 30))) + `"`
}

// summary is a fragment's size and what it is about: its terms, or the title that the writer has
// given it.
func (v *view) summary(fragment int) string {
	f := v.Fragment(fragment)
	about := withoutIcons(shortened(v.Fragment(fragment).Given, previewTitle))
	if terms := v.Fragment(fragment).Terms(); about == "" {
		about = strings.Join(terms[:min(previewTerms, len(terms))], ", ")
	}
	if about == "" {
		return count(f.Words, "word")
	}
	return count(f.Words, "word") + " · " + about
}

// withoutIcons is a text in which VS Code draws no icon for $(name).
func withoutIcons(text string) string { return strings.ReplaceAll(text, "$(", "$ (") }

// shortened is a text of at most so many characters.
func shortened(text string, length int) string {
	if utf8.RuneCountInString(text) <= length {
		return text
	}
	return strings.TrimSpace(string([]rune(text)[:length-1])) + "…"
}

// What a fragment begins with, where no heading says so.
const (
	newTopic     = "New topic"
	perhapsTopic = "Perhaps a new topic"
	byPin        = "Pinned" // a directive asks for it
)

// boundary marks what is said of a fragment if a boundary is suggested before it.
func (v *view) boundary(fragment int, said string) string {
	if !v.Fragment(fragment).Suggested {
		return said
	}
	return v.beginning(fragment) + " · " + said
}

// beginning is what a fragment at a suggested boundary begins with.
func (v *view) beginning(fragment int) string {
	if v.Fragment(fragment).Pinned {
		return byPin
	}
	switch sure, _ := v.Fragment(fragment).Sureness(); sure {
	case analysis.FairlySure:
		return newTopic + ", " + analysis.FairlySure
	case analysis.Perhaps:
		return perhapsTopic
	}
	return newTopic
}

// count is a number with its noun.
func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprintf("%d %s", n, noun)
}

// firstParagraph is a fragment's first paragraph.
func (v *view) firstParagraph(fragment int) analysis.Paragraph {
	return v.Paragraph(v.Fragment(fragment).First)
}

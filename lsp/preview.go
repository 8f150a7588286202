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
)

// preview is a fragment on one line: its size, its terms, its first words.
//
//	480 words · canals, oases — "The lines form…"
func (v *view) preview(fragment int) string {
	f := v.Fragment(fragment)
	text := v.summary(fragment)
	room := previewLength - utf8.RuneCountInString(newTopic+" · ") - utf8.RuneCountInString(text) - len(` — ""`) + 2
	if room < 12 {
		return text
	}
	// VS Code would draw an icon for $(name).
	opening := strings.ReplaceAll(v.Opening(v.Paragraph(f.First), min(room, 30)), "$(", "$ (")
	return text + ` — "` + opening + `"`
}

// summary is a fragment's size and terms.
func (v *view) summary(fragment int) string {
	f := v.Fragment(fragment)
	terms := v.Terms(fragment)
	if len(terms) == 0 {
		return count(f.Words, "word")
	}
	return fmt.Sprintf("%s · %s", count(f.Words, "word"), strings.Join(terms[:min(previewTerms, len(terms))], ", "))
}

// What a fragment begins with, where no heading says so.
const (
	newTopic = "New topic"
	byPin    = "Pinned" // a directive asks for it
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

package restructure

import (
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// Levels says what becomes of a moved section's heading: with Mend it gets the level of
// the section that it moves over, and the headings under it move with it.
type Levels bool

// The two ways.
const (
	Keep Levels = false
	Mend Levels = true
)

// of is the level to take where the neighbour has one; 0 keeps what there is.
func (l Levels) of(neighbour int) int {
	if l == Mend {
		return neighbour
	}
	return 0
}

// Promote raises a section, with its parts, by one level.
func Promote(d *analysis.Document, section int) (Edit, error) {
	return shiftSection(d, "Promote section", section, -1)
}

// Demote lowers a section, with its parts, by one level.
func Demote(d *analysis.Document, section int) (Edit, error) {
	return shiftSection(d, "Demote section", section, +1)
}

func shiftSection(d *analysis.Document, title string, section, by int) (Edit, error) {
	replacements, err := shift(d, d.Sections()[section].Span, by)
	if err != nil {
		return Edit{}, err
	}
	return verified(d, edit(title, replacements...))
}

// releveled is a section's text with its heading at a level, 0 for its own, and those
// under it as far below as they are.
func releveled(d *analysis.Document, section, level int) (string, error) {
	s := sectionStretch(d, section)
	if level == 0 {
		return s.text, nil
	}
	replacements, err := shift(d, s.span, level-d.Sections()[section].Level)
	if err != nil {
		return "", err
	}
	return applyWithin(d, s.span, replacements), nil
}

// shift changes the levels of the headings in a span.
func shift(d *analysis.Document, span markup.Span, by int) ([]Replacement, error) {
	notation := d.Format.Notation()
	var replacements []Replacement
	for _, s := range d.Sections() {
		heading := d.Blocks()[s.Heading].Span
		if !span.Contains(heading.End-1) || by == 0 { // its start may be a byte order mark
			continue
		}
		if notation.Deepest() == 0 {
			return nil, Refusal("segls does not know how this format writes headings.")
		}
		level := s.Level + by
		if level < 1 || level > notation.Deepest() {
			return nil, refuse("“%s” would be a heading of level %d; there are levels from 1 to %d.", s.Title, level, notation.Deepest())
		}
		source := d.Text.Slice(heading)
		mark := len(source) - len(strings.TrimPrefix(source, byteOrderMark))
		heading.Start += mark
		replacements = append(replacements, Replacement{Span: heading, Text: notation.Relevel(source[mark:], level)})
	}
	return replacements, nil
}

// applyWithin is the text of a span after replacements in it.
func applyWithin(d *analysis.Document, span markup.Span, replacements []Replacement) string {
	inner := make([]Replacement, len(replacements))
	for i, r := range replacements {
		inner[i] = Replacement{Span: r.Span.Shift(-span.Start), Text: r.Text}
	}
	return edit("", inner...).Apply(d.Text.Slice(span))
}

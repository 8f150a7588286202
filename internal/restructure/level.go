package restructure

import (
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/sentence"
)

// LevelPolicy determines what happens to the heading of a moved section. With Mend the heading takes the level of the section that it moves
// over, and the headings below it shift with it.
type LevelPolicy bool

// The values of LevelPolicy.
const (
	Keep LevelPolicy = false
	Mend LevelPolicy = true
)

// levelFor returns the level to take from a neighbour, or 0 to keep the present one.
func (l LevelPolicy) levelFor(neighbour int) int {
	if l == Mend {
		return neighbour
	}
	return 0
}

// Promote raises a section, with its subsections, by one level.
func Promote(doc *analysis.Document, section int) (Edit, error) {
	d := pageOf(doc)
	return shiftSection(d, sentence.New("Promote section"), section, -1)
}

// Demote lowers a section, with its subsections, by one level.
func Demote(doc *analysis.Document, section int) (Edit, error) {
	d := pageOf(doc)
	return shiftSection(d, sentence.New("Demote section"), section, +1)
}

func shiftSection(d *page, title *sentence.Sentence, section, by int) (Edit, error) {
	replacements, err := headingShifts(d, d.Sections()[section].Span, by)
	if err != nil {
		return Edit{}, err
	}
	return verifyMeaning(d, newEdit(title, replacements...))
}

// releveled returns a section's text with its heading at the given level, where 0 keeps the present one, and the headings below it shifted.
func releveled(d *page, section, level int) (string, error) {
	s := sectionStretch(d, section)
	if level == 0 || level == d.Sections()[section].Level {
		return s.text, nil
	}
	levels, err := possibleLevels(d)
	if err != nil {
		return "", err
	}
	replacements, err := headingShifts(d, s.span, rank(levels, level)-rank(levels, d.Sections()[section].Level))
	if err != nil {
		return "", err
	}
	return applyWithin(d, s.span, replacements), nil
}

// possibleLevels returns the levels that headings of a document can have.
func possibleLevels(d *page) ([]int, error) {
	switch levels := notation(d).Levels(); {
	case len(levels) > 0:
		return levels, nil
	case len(d.Format.Notation().Levels()) > 0:
		return nil, refuse("segls and the programs for this format read the headings of this text differently, so segls writes none.")
	}
	return nil, refuse("This format has no headings.")
}

// rank returns the index of a level among those that headings can have.
func rank(levels []int, level int) int {
	i, _ := slices.BinarySearch(levels, level)
	return min(i, len(levels)-1)
}

// headingShifts returns the replacements that shift the headings in a span by a number of levels.
func headingShifts(d *page, span markup.Span, by int) ([]Replacement, error) {
	if d.Format.HasOutline() { // in plain text headings look alike at every level
		return nil, nil
	}
	levels, err := possibleLevels(d)
	if by == 0 {
		return nil, nil
	} else if err != nil {
		return nil, err
	}
	var replacements []Replacement
	for _, s := range d.Sections() {
		heading := d.Blocks()[s.Heading].Span
		if !span.Contains(heading.End - 1) { // the heading's start may be a byte order mark
			continue
		}
		to := rank(levels, s.Level) + by
		if to < 0 || to >= len(levels) {
			return nil, refuse("“%s” would become a heading of level %d; the levels go from 1 to %d.", s.Title, to+1, len(levels))
		}
		source := d.Text.Slice(heading)
		mark := len(source) - len(strings.TrimPrefix(source, byteOrderMark))
		heading.Start += mark
		if heading.Start < span.Start {
			return nil, refuse("“%s” is inside a quote, a list or another block, so its level cannot be changed.", s.Title)
		}
		replacements = append(replacements, Replacement{Span: heading, Text: releveledHeading(d, source[mark:], levels[to])})
	}
	return replacements, nil
}

// releveledHeading returns the source of a heading at another level.
func releveledHeading(d *page, source string, level int) string {
	after := notation(d).Relevel(source, level)
	if strings.Contains(after, "\r") {
		return after // it has the text's line terminators already
	}
	return withLineTerminator(after, lineTerminator(d))
}

// applyWithin returns the text of a span after applying replacements, all of which must be in the span.
func applyWithin(d *page, span markup.Span, replacements []Replacement) string {
	inner := make([]Replacement, len(replacements))
	for i, r := range replacements {
		inner[i] = Replacement{Span: r.Span.Shift(-span.Start), Text: r.Text}
	}
	return newEdit(nil, inner...).Apply(d.Text.Slice(span))
}

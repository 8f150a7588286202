package analysis

import (
	"slices"
	"strconv"
	"strings"
)

// The speeds at which adults read English non-fiction, silently and aloud, in words per minute (Brysbaert 2019).
const (
	WordsPerMinute      = 238
	WordsPerMinuteAloud = 183
)

// Target is the number of words that a section or the whole document should have.
type Target struct {
	Section int // -1 for the whole document
	Words   int
}

// Targets returns the targets of a document: first the target of the whole, if it has one, from a directive before the first heading or
// from its metadata (`word-goal` or `target-words`); then the targets of sections, from the directives in them. If there are two for the
// same section, the last counts.
func (d *Document) Targets() []Target {
	var targets []Target
	set := func(t Target) {
		if last := len(targets) - 1; last >= 0 && targets[last].Section == t.Section {
			targets = targets[:last]
		}
		targets = append(targets, t)
	}
	metadata := d.Metadata()
	for _, name := range []string{"word-goal", "target-words"} {
		if n := parseTargetWords(metadata[name]); n > 0 {
			set(Target{-1, n})
		}
	}
	for at, c := range d.blocks.Where(func(c blockCounts) bool { return c.directives > 0 }) {
		if c.directive.name == directiveTarget && c.directive.problem == nil {
			set(Target{at.Before.headings - 1, c.directive.words})
		}
	}
	return targets
}

// Target returns the number of words that the whole document should have; 0 if it sets none. Without a target of its own, it has that of
// the heading that is its title and has the whole text below it.
func (d *Document) Target() int {
	targets := d.Targets()
	if len(targets) == 0 {
		return 0
	}
	if first := targets[0]; first.Section < 0 || first.Section == 0 && d.isTitle(d.Sections()) {
		return first.Words
	}
	return 0
}

// isTitle reports whether the first of the sections of the document is its only one at the top, and its heading is the title.
func (d *Document) isTitle(sections []Section) bool {
	isTop := func(s Section) bool { return s.Parent < 0 }
	return sections[0].Title == d.Title() && !slices.ContainsFunc(sections[1:], isTop)
}

// SceneTargets returns the number of words that each of the scenes of a document should have, from the directives in them; 0 where there is
// none.
func (d *Document) SceneTargets(scenes []Scene) []int {
	targets, n := make([]int, len(scenes)), d.numParagraphs()
	for at, c := range d.blocks.Where(func(c blockCounts) bool { return c.directives > 0 }) {
		if c.directive.name != directiveScene || c.directive.problem != nil || n == 0 {
			continue
		}
		next := min(at.Before.paragraphs, n-1)
		if after := d.blockPlaceOf(next).before; next > 0 && (after.rules != at.Before.rules || after.headings != at.Before.headings) {
			next-- // the directive is at the end of a scene
		}
		if i := SceneOf(scenes, d.FragmentAt(d.Paragraph(next).Span.Start)); i >= 0 {
			targets[i] = c.directive.words
		}
	}
	return targets
}

// parseTargetWords parses a number of words, such as "2000", "2,000" or "2_000 words". It returns 0 if the text is not one.
func parseTargetWords(text string) int {
	text = strings.TrimSuffix(strings.TrimSuffix(strings.TrimSpace(text), "words"), "word")
	n, err := strconv.Atoi(inDigits.Replace(text))
	if err != nil || n < 1 || n > 1_000_000_000 {
		return 0
	}
	return n
}

// inDigits removes the separators between the digits of a number.
var inDigits = strings.NewReplacer(",", "", "_", "", "\u202f", "", " ", "")

// SectionWords returns the number of words of each section of a document: its own, before its first subsection, and in total, with the
// subsections.
func (d *Document) SectionWords() (own, total []int) {
	sections := d.Sections()
	own, total = make([]int, len(sections)), make([]int, len(sections))
	last := -1 // the section of the last heading
	for _, p := range d.Paragraphs() {
		for last+1 < len(sections) && sections[last+1].Span.Start <= p.Span.Start {
			last++
		}
		section := d.sectionAt(p.Span.Start, last) // the innermost section that contains the paragraph
		if section >= 0 {
			own[section] += p.Words
		}
		for s := section; s >= 0; s = sections[s].Parent {
			total[s] += p.Words
		}
	}
	return own, total
}

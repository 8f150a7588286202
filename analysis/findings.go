package analysis

import (
	"cmp"
	"slices"

	"github.com/segls/segls/analysis/markup"
)

// Rule names a kind of finding.
type Rule string

// The rules.
const (
	ParagraphTooLong  Rule = "paragraph-too-long"
	ParagraphTooShort Rule = "paragraph-too-short"
	FragmentTooLong   Rule = "fragment-too-long"
	BadDirective      Rule = "directive" // one that cannot be followed
)

// Rules lists the rules.
var Rules = []Rule{ParagraphTooLong, ParagraphTooShort, FragmentTooLong, BadDirective}

// Finding is something in the document that its writer may want to change.
type Finding struct {
	Rule Rule

	// Span is where to show it: the first sentence of what is too long or too short,
	// or a directive.
	Span markup.Span

	// Paragraph is the index of the paragraph, or of the fragment's first one; -1 of
	// a directive.
	Paragraph int

	// Words is the length found, Limit the one that it should keep.
	Words, Limit int

	// Problem is, of a directive, why it cannot be followed: a sentence.
	Problem string
}

// Findings are the findings in the order of the text, without those that directives
// silence.
func (d *Document) Findings() []Finding {
	findings := slices.Clone(d.orders.findings)
	add := func(rule Rule, paragraph, words, limit int) {
		if p := d.paragraphs[paragraph]; !d.orders.spared[p.Block] {
			findings = append(findings, Finding{Rule: rule, Span: d.firstSentence(p), Paragraph: paragraph, Words: words, Limit: limit})
		}
	}
	for _, v := range d.violations {
		if limit := d.Settings.MaxWords; limit > 0 && v.Words > limit {
			add(FragmentTooLong, v.First, v.Words, limit)
		}
	}
	usualLine := d.usualLine()
	for i, p := range d.paragraphs {
		switch {
		case d.isTooLong(p):
			add(ParagraphTooLong, i, p.Words, d.Settings.ParagraphMaxWords)
		case d.isTooShort(p, usualLine):
			add(ParagraphTooShort, i, p.Words, d.Settings.ParagraphMinWords)
		}
	}
	findings = slices.DeleteFunc(findings, d.orders.silence)
	slices.SortStableFunc(findings, func(a, b Finding) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return findings
}

// isTooLong spares lists, which are long by their nature.
func (d *Document) isTooLong(p Paragraph) bool {
	limit := d.Settings.ParagraphMaxWords
	return limit > 0 && p.Words > limit && p.Kind == markup.Paragraph
}

// isTooShort spares what is short for a reason.
func (d *Document) isTooShort(p Paragraph, usualLine int) bool {
	return p.Words < d.Settings.ParagraphMinWords && !d.isShortByNature(p, usualLine)
}

func (d *Document) firstSentence(p Paragraph) markup.Span {
	for start, end := range d.Language.Sentences(d.Prose(p)) {
		return markup.Span{Start: start, End: end}.Shift(p.Span.Start)
	}
	return p.Span
}

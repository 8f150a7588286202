package analysis

import (
	"bytes"

	"github.com/segls/segls/analysis/markup"
)

// Rule names a kind of finding.
type Rule string

// The rules.
const (
	ParagraphTooLong  Rule = "paragraph-too-long"
	ParagraphTooShort Rule = "paragraph-too-short"
	FragmentTooLong   Rule = "fragment-too-long"
)

// Finding is something in the document that its writer may want to change.
type Finding struct {
	Rule Rule

	// Span is where to show it: the first sentence of what is too long or too short.
	Span markup.Span

	// Paragraph is the index of the paragraph, or of the fragment's first one.
	Paragraph int

	// Words is the length found, Limit the one that it should keep.
	Words, Limit int
}

// Findings are the findings in the order of the text.
func (d *Document) Findings() []Finding {
	var findings []Finding
	violations := d.Violations
	for i, p := range d.Paragraphs {
		if len(violations) > 0 && violations[0].First == i {
			if v := violations[0]; v.Words > d.Settings.MaxWords && d.Settings.MaxWords > 0 {
				findings = append(findings, Finding{FragmentTooLong, d.firstSentence(p), i, v.Words, d.Settings.MaxWords})
			}
			violations = violations[1:]
		}
		switch {
		case d.isTooLong(p):
			findings = append(findings, Finding{ParagraphTooLong, d.firstSentence(p), i, p.Words, d.Settings.ParagraphMaxWords})
		case d.isTooShort(i):
			findings = append(findings, Finding{ParagraphTooShort, d.firstSentence(p), i, p.Words, d.Settings.ParagraphMinWords})
		}
	}
	return findings
}

// isTooLong spares lists, which are long by their nature.
func (d *Document) isTooLong(p Paragraph) bool {
	limit := d.Settings.ParagraphMaxWords
	return limit > 0 && p.Words > limit && p.Kind == markup.Paragraph
}

// isTooShort spares what is short for a reason: lists and quotes, dialogue, a
// line that introduces or captions what is not prose, what is no sentence, and an
// aside of one sentence.
func (d *Document) isTooShort(i int) bool {
	p := d.Paragraphs[i]
	if p.Words >= d.Settings.ParagraphMinWords || p.Kind != markup.Paragraph || !p.EndsSentence {
		return false
	}
	if neighbour := p.Block + 1; neighbour < len(d.Blocks) && isDisplayed(d.Blocks[neighbour].Kind) {
		return false
	}
	if p.Block > 0 && isDisplayed(d.Blocks[p.Block-1].Kind) {
		return false
	}
	prose := d.Prose(p)
	return !isDialogue(prose) && !bytes.HasSuffix(bytes.TrimSpace(prose), []byte(":")) && len(d.Sentences(p)) > 1
}

// isDisplayed tells whether a block is something that prose introduces.
func isDisplayed(k markup.Kind) bool {
	switch k {
	case markup.Quote, markup.List, markup.Code, markup.Math, markup.Table, markup.HTML:
		return true
	}
	return false
}

func (d *Document) firstSentence(p Paragraph) markup.Span {
	for start, end := range d.Language.Sentences(d.Prose(p)) {
		return markup.Span{Start: start, End: end}.Shift(p.Span.Start)
	}
	return p.Span
}

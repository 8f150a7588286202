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
	ParagraphTooLong    Rule = "paragraph-too-long"
	ParagraphTooShort   Rule = "paragraph-too-short"
	FragmentTooLong     Rule = "fragment-too-long"
	HeadingWithoutShift Rule = "heading-without-topic-shift"
	ShiftWithoutHeading Rule = "topic-shift-without-heading"
	BadDirective        Rule = "directive" // one that cannot be followed
)

// Rules lists the rules.
var Rules = []Rule{ParagraphTooLong, ParagraphTooShort, FragmentTooLong, HeadingWithoutShift, ShiftWithoutHeading, BadDirective}

// Finding is something in the document that its writer may want to change.
type Finding struct {
	Rule Rule

	// Span is where to show it: the first sentence of what is too long or too short or
	// of where the topic turns, a heading, or a directive.
	Span markup.Span

	// Paragraph is the index of the paragraph, or of the fragment's first one, or of
	// the one below a heading; -1 of a directive.
	Paragraph int

	// Words is the length found, Limit the one that it should keep; 0 of what is
	// not too long or too short.
	Words, Limit int

	// Problem is, of a directive, why it cannot be followed: a sentence.
	Problem string
}

// Findings are the findings in the order of the text, without those that directives
// silence.
func (d *Document) Findings() []Finding { return d.answers.findings.get(d.find) }

func (d *Document) find() []Finding {
	o := d.orders()
	findings := slices.Clone(o.findings)
	if limit := d.Settings.MaxWords; limit > 0 {
		at := 0
		for _, p := range d.parts.From(0) {
			if p.size.words > limit && !o.spared[d.chunkOf(at).chunk] {
				findings = append(findings, d.finding(FragmentTooLong, at, p.size.words, limit))
			}
			at += p.size.paragraphs
		}
	}
	usualLine := max(narrowest, d.widths.median())
	for at, c := range d.chunks.Where(func(c contents) bool { return c.suspects > 0 }) {
		if o.spared[at.Index] {
			continue
		}
		where := place{at.Index, at.Before}
		for i, v := range d.judge(where, c) {
			p := &c.paragraphs[i]
			switch {
			case v.isTooLong:
				findings = append(findings, d.finding(ParagraphTooLong, at.Before.paragraphs+i, p.Words, d.Settings.ParagraphMaxWords))
			case v.isTooShort && !v.isVerse(usualLine) && !d.isBesideDisplay(where) && !d.isUnderImage(where, v):
				findings = append(findings, d.finding(ParagraphTooShort, at.Before.paragraphs+i, p.Words, d.Settings.ParagraphMinWords))
			}
		}
	}
	findings = append(findings, d.findShifts(o)...)
	findings = slices.DeleteFunc(findings, o.silence)
	slices.SortStableFunc(findings, func(a, b Finding) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return findings
}

// finding is what is found in a paragraph; it is shown at its first sentence.
func (d *Document) finding(rule Rule, paragraph, words, limit int) Finding {
	at := d.chunkOf(paragraph)
	c := d.chunks.At(at.chunk)
	span := d.judge(at, c)[paragraph-at.before.paragraphs].sentence
	return Finding{Rule: rule, Span: span.Shift(at.before.bytes), Paragraph: paragraph, Words: words, Limit: limit}
}

// verdict is what there is to say of a paragraph, whatever stands around it.
type verdict struct {
	sentence   markup.Span // its first one; counts from the start of the chunk
	isTooLong  bool
	isTooShort bool // and for no reason of its own, unless it is verse

	// What verse is known by, and what stands below an image.
	breaksHard, beginsLower bool
	lines, width            int
	hasImage, inEmphasis    bool
}

// judge judges the paragraphs of a chunk, once in the chunk's life.
func (d *Document) judge(at place, c *chunk) []verdict {
	if known := c.verdicts.Load(); known != nil {
		return *known
	}
	text := d.textOf(at, c)
	verdicts := make([]verdict, len(c.paragraphs))
	for i, p := range c.paragraphs {
		v := &verdicts[i]
		v.sentence = p.Span
		all := sentences(d.Language, d.Format.Mask(nil, text, c.part(p.Child)), p.Span.Start)
		if len(all) > 0 {
			v.sentence = all[0]
		}
		limit := d.Settings.ParagraphMaxWords
		v.isTooLong = limit > 0 && p.Words > limit && p.Kind == markup.Paragraph // lists are long by their nature
		if p.Words < d.Settings.ParagraphMinWords && p.Kind == markup.Paragraph && p.EndsSentence && len(all) > 1 {
			content := text[p.Span.Start:p.Span.End]
			v.isTooShort = !isShortByNature(content)
			v.readLines(d, content)
		}
	}
	c.verdicts.Store(&verdicts)
	return verdicts
}

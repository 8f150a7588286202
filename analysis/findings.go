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
	MergeConflict       Rule = "conflict"  // of git, with both sides in the text
)

// Rules lists the rules.
var Rules = []Rule{ParagraphTooLong, ParagraphTooShort, FragmentTooLong, HeadingWithoutShift, ShiftWithoutHeading, BadDirective, MergeConflict}

// Finding is something in the document that its writer may want to change.
type Finding struct {
	Rule Rule

	// Span is where to show it: the first sentence of what is too long or too short or
	// of where the topic turns, a heading, or a directive.
	Span markup.Span

	// Paragraph is the index of the paragraph, or of the fragment's first one, or of
	// the one below a heading; -1 of a directive and of a conflict.
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
			if p.size.words > limit && !o.spared[d.blockOf(at).block] {
				findings = append(findings, Finding{
					Rule: FragmentTooLong, Span: d.firstSentence(at), Paragraph: at, Words: p.size.words, Limit: limit,
				})
			}
			at += p.size.paragraphs
		}
	}
	for at, c := range d.blocks.Where(func(c contents) bool { return c.suspects > 0 }) {
		if !o.spared[at.Index] {
			findings = append(findings, d.found(place{at.Index, at.Before}, c)...)
		}
	}
	findings = d.asWritten(findings)
	for at, c := range d.blocks.Where(func(c contents) bool { return c.conflicts > 0 }) {
		for _, conflict := range markup.Conflicts(d.textOf(place{at.Index, at.Before}, c)) {
			start := at.Before.bytes + conflict.Start
			line := d.Text.Line(d.Text.LineAt(start))
			findings = append(findings, Finding{Rule: MergeConflict, Span: markup.Span{Start: start, End: line.End}, Paragraph: -1})
		}
	}
	findings = append(findings, d.findShifts(o)...)
	findings = slices.DeleteFunc(findings, o.silence)
	slices.SortStableFunc(findings, func(a, b Finding) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return findings
}

// found is what is found about the length of the paragraphs of a block.
func (d *Document) found(at place, c *block) []Finding {
	usualLine := max(narrowest, d.widths.median())
	var findings []Finding
	verdicts := d.judge(at, c)
	for i := range verdicts {
		v := &verdicts[i]
		f := Finding{Span: v.sentence.Shift(at.before.bytes), Paragraph: at.before.paragraphs + i, Words: c.paragraphs[i].Words}
		switch {
		case v.isTooLong:
			f.Rule, f.Limit = ParagraphTooLong, d.Settings.ParagraphMaxWords
		case v.isTooShort && !v.isVerse(usualLine) && !d.isBesideDisplay(at) && !d.isUnderImage(at, v):
			f.Rule, f.Limit = ParagraphTooShort, d.Settings.ParagraphMinWords
		default:
			continue
		}
		findings = append(findings, f)
	}
	return findings
}

// lastEdit is where a writer is writing: the paragraphs of the last edit from the first on, and
// what was found about each. Until a rest nothing else is found there, and nothing less.
type lastEdit struct {
	first int
	found [][]Rule
}

// has reports whether a paragraph is where the writer is writing.
func (e lastEdit) has(paragraph int) bool {
	return e.first <= paragraph && paragraph < e.first+len(e.found)
}

// editedIn is where an edit takes place.
func (d *Document) editedIn(before *Document, t touched) lastEdit {
	e := lastEdit{t.first, make([][]Rule, t.fresh)}
	for i := range min(t.old, t.fresh) {
		q := t.first + i
		if before.touched.has(q) {
			e.found[i] = before.touched.found[q-before.touched.first]
			continue
		}
		at := before.blockOf(q)
		if c := before.blocks.At(at.block); c.sum.suspects > 0 {
			for _, f := range before.found(at, c) {
				if f.Paragraph == q {
					e.found[i] = append(e.found[i], f.Rule)
				}
			}
		}
	}
	return e
}

// asWritten leaves what was found about the paragraphs of the last edit before it: nothing
// comes there, and nothing goes.
func (d *Document) asWritten(findings []Finding) []Finding {
	if len(d.touched.found) == 0 {
		return findings
	}
	isKnown := make(map[Finding]bool)
	findings = slices.DeleteFunc(findings, func(f Finding) bool {
		if !d.touched.has(f.Paragraph) || f.Rule == FragmentTooLong {
			return false
		}
		isKnown[Finding{Rule: f.Rule, Paragraph: f.Paragraph}] = true
		return !slices.Contains(d.touched.found[f.Paragraph-d.touched.first], f.Rule)
	})
	for i, rules := range d.touched.found {
		q := d.touched.first + i
		for _, rule := range rules {
			if isKnown[Finding{Rule: rule, Paragraph: q}] {
				continue
			}
			f := Finding{Rule: rule, Span: d.firstSentence(q), Paragraph: q, Words: d.Paragraph(q).Words, Limit: d.Settings.ParagraphMaxWords}
			if rule == ParagraphTooShort {
				f.Limit = d.Settings.ParagraphMinWords
			}
			findings = append(findings, f)
		}
	}
	return findings
}

// firstSentence is where the first sentence of a paragraph stands.
func (d *Document) firstSentence(paragraph int) markup.Span {
	at := d.blockOf(paragraph)
	verdicts := d.judge(at, d.blocks.At(at.block))
	return verdicts[paragraph-at.before.paragraphs].sentence.Shift(at.before.bytes)
}

// verdict is what there is to say of a paragraph, whatever stands around it.
type verdict struct {
	sentence   markup.Span // its first one; counts from the start of the block
	isTooLong  bool
	isTooShort bool // and for no reason of its own, unless it is verse

	// What verse is known by, and what stands below an image.
	breaksHard, beginsLower bool
	lines, width            int
	hasImage, inEmphasis    bool
}

// judge judges the paragraphs of a block, once in the block's life.
func (d *Document) judge(at place, c *block) []verdict {
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

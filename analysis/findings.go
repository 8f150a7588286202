package analysis

import (
	"cmp"
	"slices"

	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/markup"
)

// Findings are what a writer may want to change, in the order of the text, but for what
// directives silence.
func (d *Document) Findings() []check.Finding { return d.answers.findings.get(d.unratedFindings) }

func (d *Document) unratedFindings() []check.Finding {
	o := d.effects()
	findings := slices.Clone(o.findings)
	if limit := d.Settings.MaxWords; limit > 0 {
		at := 0
		for _, p := range d.parts.From(0) {
			if p.size.words > limit && !o.suppressed[d.blockOf(at).block] {
				findings = append(findings, check.Finding{
					Rule: check.FragmentTooLong, Span: d.firstSentence(at), Paragraph: at, Words: p.size.words, Limit: limit,
				})
			}
			at += p.size.paragraphs
		}
	}
	usualLine := d.widths.median()
	for at, c := range d.blocks.Where(func(c blockCounts) bool { return c.suspects > 0 }) {
		if !o.suppressed[at.Index] {
			findings = d.appendLengthFindings(findings, blockPlace{at.Index, at.Before}, c, usualLine)
		}
	}
	findings = d.freezeWhereWritten(findings)
	for at, c := range d.blocks.Where(func(c blockCounts) bool { return c.conflicts > 0 }) {
		for _, conflict := range markup.Conflicts(d.textOf(blockPlace{at.Index, at.Before}, c)) {
			start := at.Before.bytes + conflict.Start
			line := d.Text.Line(d.Text.LineAt(start))
			findings = append(findings, check.Finding{Rule: check.MergeConflict, Span: markup.Span{Start: start, End: line.End}, Paragraph: -1})
		}
	}
	findings = append(findings, d.findTopicShifts(o)...)
	findings = slices.DeleteFunc(findings, o.isSilenced)
	findings = d.withSeverities(findings)
	slices.SortStableFunc(findings, func(a, b check.Finding) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return findings
}

// Rated returns findings that others have made about the document as [Document.Findings] has its own: with the severities that the settings say,
// and without those that a directive silences or whose rule is off.
func (d *Document) Rated(findings []check.Finding) []check.Finding {
	return d.withSeverities(slices.DeleteFunc(slices.Clone(findings), d.effects().isSilenced))
}

// Reports reports whether the settings have findings of a rule at all.
func (s *Settings) Reports(rule check.Rule) bool {
	set := s.Severities[slices.Index(check.Rules, rule)]
	return set != severityOff && !(set == "" && rule.IsOff())
}

// withSeverities gives findings the severity of their rules, and leaves out those of rules that are off.
func (d *Document) withSeverities(findings []check.Finding) []check.Finding {
	rated := findings[:0]
	for _, f := range findings {
		set := d.Settings.Severities[slices.Index(check.Rules, f.Rule)]
		if !d.Settings.Reports(f.Rule) {
			continue
		}
		f.Severity = f.Rule.Severity()
		if named, ok := check.SeverityNamed(set); ok {
			f.Severity = named
		}
		rated = append(rated, f)
	}
	return rated
}

// appendLengthFindings appends what is found about the length of the paragraphs of a block.
func (d *Document) appendLengthFindings(findings []check.Finding, at blockPlace, c *block, usualLine int) []check.Finding {
	verdicts := d.judge(at, c)
	for i := range verdicts {
		v := &verdicts[i]
		f := check.Finding{Span: v.Sentence.Shift(at.before.bytes), Paragraph: at.before.paragraphs + i, Words: c.paragraphs[i].Words}
		switch {
		case v.IsTooLong:
			f.Rule, f.Limit = check.ParagraphTooLong, d.Settings.ParagraphMaxWords
		case v.IsTooShort && !v.IsVerse(usualLine) && !d.isBesideDisplay(at) && !d.isUnderImage(at, v):
			f.Rule, f.Limit = check.ParagraphTooShort, d.Settings.ParagraphMinWords
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
	found [][]check.Rule
}

// has reports whether a paragraph is where the writer is writing.
func (e lastEdit) has(paragraph int) bool {
	return e.first <= paragraph && paragraph < e.first+len(e.found)
}

// editedIn is where an edit takes place.
func (d *Document) editedIn(before *Document, t replacedParagraphs) lastEdit {
	e := lastEdit{t.first, make([][]check.Rule, t.fresh)}
	for i := range min(t.old, t.fresh) {
		q := t.first + i
		if before.touched.has(q) {
			e.found[i] = before.touched.found[q-before.touched.first]
			continue
		}
		at := before.blockOf(q)
		if c := before.blocks.At(at.block); c.suspects > 0 {
			for _, f := range before.appendLengthFindings(nil, at, c, before.widths.median()) {
				if f.Paragraph == q {
					e.found[i] = append(e.found[i], f.Rule)
				}
			}
		}
	}
	return e
}

// freezeWhereWritten leaves what was found about the paragraphs of the last edit before it: nothing
// comes there, and nothing goes.
func (d *Document) freezeWhereWritten(findings []check.Finding) []check.Finding {
	if len(d.touched.found) == 0 {
		return findings
	}
	isKnown := make(map[check.Finding]bool)
	findings = slices.DeleteFunc(findings, func(f check.Finding) bool {
		if !d.touched.has(f.Paragraph) || f.Rule == check.FragmentTooLong {
			return false
		}
		isKnown[check.Finding{Rule: f.Rule, Paragraph: f.Paragraph}] = true
		return !slices.Contains(d.touched.found[f.Paragraph-d.touched.first], f.Rule)
	})
	for i, rules := range d.touched.found {
		q := d.touched.first + i
		for _, rule := range rules {
			if isKnown[check.Finding{Rule: rule, Paragraph: q}] {
				continue
			}
			f := check.Finding{Rule: rule, Span: d.firstSentence(q), Paragraph: q, Words: d.Paragraph(q).Words, Limit: d.Settings.ParagraphMaxWords}
			if rule == check.ParagraphTooShort {
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
	return verdicts[paragraph-at.before.paragraphs].Sentence.Shift(at.before.bytes)
}

// judge judges the paragraphs of a block, once in the block's life.
func (d *Document) judge(at blockPlace, c *block) []check.Verdict {
	if known := c.verdicts.Load(); known != nil {
		return *known
	}
	text := d.textOf(at, c)
	limits := check.Limits{Min: d.Settings.ParagraphMinWords, Max: d.Settings.ParagraphMaxWords}
	verdicts := make([]check.Verdict, len(c.paragraphs))
	var mask []byte
	for i := range c.paragraphs {
		p := &c.paragraphs[i]
		l, span := d.Language, c.spanOf(p)
		if p.guest != nil {
			l = p.guest
		}
		mask = d.Format.AppendMask(mask[:0], text, c.blockOrChild(p.Child))
		verdicts[i] = check.Judge(check.Subject{
			Kind: p.Kind, Span: span, Words: p.Words, EndsSentence: p.EndsSentence,
			Source: text[span.Start:span.End], Format: d.Format,
			Sentences: sentences(l, mask, span.Start),
		}, limits)
	}
	c.verdicts.Store(&verdicts)
	return verdicts
}

// isBesideDisplay reports whether a block introduces or closes what prose displays: a list,
// code, a table.
func (d *Document) isBesideDisplay(at blockPlace) bool {
	for _, c := range []*block{d.previousBlock(at), d.nextBlock(at)} {
		if c != nil && check.IsDisplay(c.Kind) {
			return true
		}
	}
	return false
}

// isUnderImage reports whether a paragraph is the caption of an image above it, or has the image
// as its own first line. A paragraph without words is taken for an image.
func (d *Document) isUnderImage(at blockPlace, v *check.Verdict) bool {
	if v.HasImage() {
		return true
	}
	above := d.previousBlock(at)
	return v.IsEmphasized() && above != nil && above.Kind == markup.Paragraph && len(above.paragraphs) == 0
}

// previousBlock is the nearest block before one that is no directive, or nil.
func (d *Document) previousBlock(at blockPlace) *block {
	for _, c := range d.blocks.Back(at.block) {
		if c.directive == nil {
			return c
		}
	}
	return nil
}

// nextBlock is the nearest block after one that is no directive, or nil.
func (d *Document) nextBlock(at blockPlace) *block {
	for _, c := range d.blocks.From(at.block + 1) {
		if c.directive == nil {
			return c
		}
	}
	return nil
}

// findTopicShifts finds the headings at which the topic does not turn, and the turns that no
// heading marks.
func (d *Document) findTopicShifts(o *directiveEffects) []check.Finding {
	var findings []check.Finding
	if least := d.Settings.HeadingMinShift; least > 0 {
		for _, h := range d.headingsBetween(o) {
			if check.TopicShift(d.allValues(), h.below-1) < least && !o.suppressed[d.blockOf(h.below).block] {
				findings = append(findings, check.Finding{Rule: check.HeadingWithoutShift, Span: h.span, Paragraph: h.below})
			}
		}
	}
	if most := d.Settings.BoundaryMaxShift; most > 0 {
		at := 0
		for _, p := range d.parts.From(0) {
			if p.suggested && check.TopicShift(d.allValues(), at-1) > most && !o.suppressed[d.blockOf(at).block] {
				findings = append(findings, check.Finding{Rule: check.ShiftWithoutHeading, Span: d.firstSentence(at), Paragraph: at})
			}
			at += p.size.paragraphs
		}
	}
	return findings
}

// betweenHeading is a heading between two paragraphs.
type betweenHeading struct {
	span  markup.Span
	below int // the paragraph after it
}

// headingsBetween are the headings between two paragraphs, of several the last one: those
// above it speak for more than the paragraph below.
func (d *Document) headingsBetween(o *directiveEffects) []betweenHeading {
	var list []betweenHeading
	for at, c := range d.blocks.Where(func(c blockCounts) bool { return c.headings > 0 }) {
		below := at.Before.paragraphs
		isOff := slices.ContainsFunc(o.offStretches, func(s offStretch) bool { return s.from <= at.Index && at.Index < s.end })
		if below == 0 || below == d.paragraphs() || isOff {
			continue
		}
		h := betweenHeading{d.Text.Trim(c.Span.Shift(at.Before.bytes)), below}
		if last := len(list) - 1; last >= 0 && list[last].below == below {
			list[last] = h
			continue
		}
		list = append(list, h)
	}
	return list
}

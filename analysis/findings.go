package analysis

import (
	"cmp"
	"regexp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/markup"
)

// Findings returns passages that a writer may want to change, in the order of the text. It leaves out those that directives silence and
// those whose rule is off.
func (d *Document) Findings() []check.Finding { return d.memos.findings.get(d.computeFindings) }

func (d *Document) computeFindings() []check.Finding {
	o := d.effectsOfDirectives()
	findings := slices.Clone(o.findings)
	if limit := d.Settings.MaxWords; limit > 0 {
		at := 0
		for _, p := range d.parts.From(0) {
			if p.size.words > limit && !o.suppressed[d.blockPlaceOf(at).block] {
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
	findings = d.freezeLastEditFindings(findings)
	for at, c := range d.blocks.Where(func(c blockCounts) bool { return c.conflicts > 0 }) {
		for _, conflict := range markup.Conflicts(d.textOf(blockPlace{at.Index, at.Before}, c)) {
			start := at.Before.bytes + conflict.Start
			line := d.Text.Line(d.Text.LineAt(start))
			findings = append(findings, check.Finding{Rule: check.MergeConflict, Span: markup.Span{Start: start, End: line.End}, Paragraph: -1})
		}
	}
	findings = append(findings, d.findTopicShifts(o)...)
	findings = append(findings, d.findEmptySections()...)
	findings = slices.DeleteFunc(findings, o.isSilenced)
	findings = d.applySeverities(findings)
	slices.SortStableFunc(findings, func(a, b check.Finding) int { return cmp.Compare(a.Span.Start, b.Span.Start) })
	return findings
}

// Rated returns findings that were made elsewhere, with the severities in the settings. It leaves out those that a directive silences or
// whose rule is off.
func (d *Document) Rated(findings []check.Finding) []check.Finding {
	return d.applySeverities(slices.DeleteFunc(slices.Clone(findings), d.effectsOfDirectives().isSilenced))
}

// Severity returns the severity of a rule's findings, and whether the rule is on. A rule that does not exist is off.
func (s *Settings) Severity(rule check.Rule) (severity check.Severity, isOn bool) {
	i := slices.Index(check.Rules, rule)
	if i < 0 || s.severities[i] == severityOff {
		return 0, false
	}
	if named, ok := check.SeverityNamed(s.severities[i]); ok {
		return named, true
	}
	severity, isOn = check.PresetNamed(s.Rules).Severities[rule]
	return severity, isOn
}

// Reports reports whether a rule is on.
func (s *Settings) Reports(rule check.Rule) bool {
	_, isOn := s.Severity(rule)
	return isOn
}

// SetSeverity turns a rule on and sets the severity of its findings.
func (s *Settings) SetSeverity(rule check.Rule, severity check.Severity) {
	s.setSeverity(rule, severity.String())
}

// TurnOff turns a rule off.
func (s *Settings) TurnOff(rule check.Rule) { s.setSeverity(rule, severityOff) }

func (s *Settings) setSeverity(rule check.Rule, severity string) {
	if i := slices.Index(check.Rules, rule); i >= 0 {
		s.severities[i] = severity
	}
}

// applySeverities sets the severities of findings, and leaves out those whose rule is off. It reuses the slice.
func (d *Document) applySeverities(findings []check.Finding) []check.Finding {
	rated := findings[:0]
	for _, f := range findings {
		severity, isOn := d.Settings.Severity(f.Rule)
		if isOn {
			f.Severity = severity
			rated = append(rated, f)
		}
	}
	return rated
}

// appendLengthFindings appends the findings about the lengths of the paragraphs of a block.
func (d *Document) appendLengthFindings(findings []check.Finding, at blockPlace, c *block, usualLine int) []check.Finding {
	verdicts := d.blockVerdicts(at, c)
	for i := range verdicts {
		v := &verdicts[i]
		f := check.Finding{Span: v.Sentence.Shift(at.before.bytes), Paragraph: at.before.paragraphs + i, Words: c.paragraphs[i].Words}
		switch {
		case v.IsTooLong:
			f.Rule, f.Limit = check.ParagraphTooLong, d.Settings.ParagraphMaxWords
		case v.IsTooShort && !v.IsVerse(usualLine) && !d.isBesideDisplay(at) && !d.isImageCaption(at, v):
			f.Rule, f.Limit = check.ParagraphTooShort, d.Settings.ParagraphMinWords
		default:
			continue
		}
		findings = append(findings, f)
	}
	return findings
}

// lastEdit records the paragraphs of the last edit, from the one with index first on, and the rules under which the length of each was
// reported before. Until a rest, exactly these findings about lengths are reported where the writer is writing.
type lastEdit struct {
	first int
	found [][]check.Rule
}

// includesParagraph reports whether a paragraph was in the last edit.
func (e lastEdit) includesParagraph(paragraph int) bool {
	return e.first <= paragraph && paragraph < e.first+len(e.found)
}

func (d *Document) newLastEdit(before *Document, t replacedParagraphs) lastEdit {
	e := lastEdit{t.first, make([][]check.Rule, t.fresh)}
	block, findings := -1, []check.Finding(nil) // a list may be one block with thousands of paragraphs
	for i := range min(t.old, t.fresh) {
		q := t.first + i
		if before.touched.includesParagraph(q) {
			e.found[i] = before.touched.found[q-before.touched.first]
			continue
		}
		at := before.blockPlaceOf(q)
		if at.block != block {
			block, findings = at.block, nil
			if c := before.blocks.At(at.block); c.suspects > 0 {
				findings = before.appendLengthFindings(nil, at, c, before.widths.median())
			}
		}
		for len(findings) > 0 && findings[0].Paragraph <= q {
			if findings[0].Paragraph == q {
				e.found[i] = append(e.found[i], findings[0].Rule)
			}
			findings = findings[1:]
		}
	}
	return e
}

// freezeLastEditFindings keeps the findings about the lengths of the paragraphs of the last edit as they were before it.
func (d *Document) freezeLastEditFindings(findings []check.Finding) []check.Finding {
	if len(d.touched.found) == 0 {
		return findings
	}
	isKnown := make(map[check.Finding]bool)
	findings = slices.DeleteFunc(findings, func(f check.Finding) bool {
		if !d.touched.includesParagraph(f.Paragraph) || f.Rule == check.FragmentTooLong {
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

// firstSentence returns the span of the first sentence of a paragraph.
func (d *Document) firstSentence(paragraph int) markup.Span {
	at := d.blockPlaceOf(paragraph)
	verdicts := d.blockVerdicts(at, d.blocks.At(at.block))
	return verdicts[paragraph-at.before.paragraphs].Sentence.Shift(at.before.bytes)
}

// blockVerdicts returns the verdicts on the paragraphs of a block. They are computed once for each block.
func (d *Document) blockVerdicts(at blockPlace, c *block) []check.Verdict {
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
			Sentences: sentenceSpans(l, mask, span.Start),
		}, limits)
	}
	c.verdicts.Store(&verdicts)
	return verdicts
}

// isBesideDisplay reports whether the block before or after is one that prose introduces, such as a list or a table.
func (d *Document) isBesideDisplay(at blockPlace) bool {
	for _, c := range []*block{d.previousBlock(at), d.nextBlock(at)} {
		if c != nil && check.IsSetOff(c.Kind) {
			return true
		}
	}
	return false
}

// isImageCaption reports whether a paragraph contains an image or is the caption of a paragraph without words, which is taken for an image.
func (d *Document) isImageCaption(at blockPlace, v *check.Verdict) bool {
	if v.HasImage() {
		return true
	}
	above := d.previousBlock(at)
	return v.IsEmphasized() && above != nil && above.Kind == markup.Paragraph && len(above.paragraphs) == 0
}

// previousBlock returns the block before the given one, passing over directives, or nil.
func (d *Document) previousBlock(at blockPlace) *block {
	for _, c := range d.blocks.Backward(at.block) {
		if c.directive == nil {
			return c
		}
	}
	return nil
}

// nextBlock returns the block after the given one, passing over directives, or nil.
func (d *Document) nextBlock(at blockPlace) *block {
	for _, c := range d.blocks.From(at.block + 1) {
		if c.directive == nil {
			return c
		}
	}
	return nil
}

// findTopicShifts returns findings about headings without a change of topic, and about changes of topic without a heading.
func (d *Document) findTopicShifts(o *directiveEffects) []check.Finding {
	var findings []check.Finding
	if least := d.Settings.HeadingMinShift; least > 0 {
		for _, h := range d.headingsBetweenParagraphs(o) {
			if check.TopicShift(d.gapValues(), h.below-1) < least && !o.suppressed[d.blockPlaceOf(h.below).block] {
				findings = append(findings, check.Finding{Rule: check.HeadingWithoutShift, Span: h.span, Paragraph: h.below})
			}
		}
	}
	if most := d.Settings.BoundaryMaxShift; most > 0 {
		at := 0
		for _, p := range d.parts.From(0) {
			if p.suggested && check.TopicShift(d.gapValues(), at-1) > most && !o.suppressed[d.blockPlaceOf(at).block] {
				findings = append(findings, check.Finding{Rule: check.ShiftWithoutHeading, Span: d.firstSentence(at), Paragraph: at})
			}
			at += p.size.paragraphs
		}
	}
	return findings
}

// gapHeading is a heading between two paragraphs.
type gapHeading struct {
	span  markup.Span
	below int // the paragraph after it
}

// headingsBetweenParagraphs returns the last heading of each gap that has one: those above it cover more than the paragraph below.
func (d *Document) headingsBetweenParagraphs(o *directiveEffects) []gapHeading {
	var list []gapHeading
	for at, c := range d.blocks.Where(func(c blockCounts) bool { return c.headings > 0 }) {
		below := at.Before.paragraphs
		isOff := slices.ContainsFunc(o.offStretches, func(s proseOffStretch) bool { return s.from <= at.Index && at.Index < s.end })
		if below == 0 || below == d.numParagraphs() || isOff {
			continue
		}
		h := gapHeading{d.Text.Trim(c.Span.Shift(at.Before.bytes)), below}
		if last := len(list) - 1; last >= 0 && list[last].below == below {
			list[last] = h
			continue
		}
		list = append(list, h)
	}
	return list
}

// unseenPattern matches parts of a section that do not count as content, such as comments, rules and anchors.
var unseenPattern = regexp.MustCompile(`(?s)<!--.*?-->|\{/\*.*?\*/\}|(?m)^[ \t]*(?:` +
	`\.\. _[^\n]*:|\([\w.:-]+\)=|\[\[[^\n]*\]\]|\[#[^\n]*\]|\\label\{[^}\n]*\}|<a (?:id|name)=[^>\n]*>(?:</a>)?|%[^\n]*|//[^\n]*|[-*_=]{3,})[ \t\r]*$`)

// isGenerated matches headings whose section may be empty, in most cases because a program fills it.
var isGenerated = regexp.MustCompile(`(?i)^#* *(?::::|(?:references|bibliography|works cited)\s*$)|^\*+ +COMMENT\b|\{\{|\{%|\$\{`)

// listsContents matches a comment or macro below a heading that a program replaces with a table of contents.
var listsContents = regexp.MustCompile(`(?i)<!-- *toc\b|\[\[_?toc_?\]\]`)

// isLink matches a heading whose first line is a link: the text of its section is on another page.
var isLink = regexp.MustCompile(`^[#=*\s]*(?:\[[^\]\n]+\](?:\([^)\n]*\)|\[[^\]\n]*\])|\[\[[^\n]+\]\]|` + // Markdown, Org
	`(?:xref|link|https?):\S*\[[^\]\n]*\]|<<[^>\n]+>>|` + // AsciiDoc
	"(?::[\\w:]+:`[^`\\n]+`|`[^`\\n]+`__?)|" + // reStructuredText
	`<a [^\n]*</a>)[\s#=]*(?:\n|$)`)

// findEmptySections finds the headings that have nothing below them, not even another heading.
func (d *Document) findEmptySections() []check.Finding {
	if !d.Settings.Reports(check.EmptySection) {
		return nil
	}
	sections := d.Sections()
	underline := func(i int) byte {
		headline := strings.TrimRight(d.Text.Slice(sections[i].Headline), " \t\r\n")
		return headline[len(headline)-1]
	}
	isEmpty := func(i int) bool {
		if i < 0 || i >= len(sections) {
			return false
		}
		s := sections[i]
		if i+1 < len(sections) && sections[i+1].Span.Start < s.Span.End || isGenerated.MatchString(d.Text.Slice(s.Headline)) || isLink.MatchString(d.Text.Slice(s.Headline)) {
			return false
		}
		if d.Format.Name == markup.ReStructuredText.Name && i+1 < len(sections) && underline(i) != underline(i+1) {
			return false // here a level depends only on the mark, so the next heading may in fact be below this one
		}
		below := d.Text.Slice(markup.Span{Start: s.Headline.End, End: s.Span.End})
		return strings.TrimSpace(unseenPattern.ReplaceAllString(below, "")) == "" && !listsContents.MatchString(below)
	}
	isAlike := func(i, k int) bool { return isEmpty(k) && sections[i].Level == sections[k].Level }
	var findings []check.Finding
	for i := range sections {
		// The page of a part may have only a title; several headings in a row may be a list, or share the text below the last.
		if len(sections) > 1 && isEmpty(i) && !isAlike(i, i-1) && !isAlike(i, i+1) {
			findings = append(findings, check.Finding{Rule: check.EmptySection, Span: d.Text.Trim(sections[i].Headline), Paragraph: -1})
		}
	}
	return findings
}

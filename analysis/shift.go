package analysis

import (
	"slices"

	"github.com/segls/segls/analysis/markup"
)

// Shift is how far the topic turns in gap g: how far the curve falls to the gap from the
// nearest peak on each side, both falls added, from 0 to 2 (Hearst 1997, section 5.3, the
// depth score).
func (d *Document) Shift(g int) float64 {
	curve := d.allValues()
	peak := func(step int) float64 {
		at := g
		for at+step >= 0 && at+step < len(curve) && curve[at+step] >= curve[at] {
			at += step
		}
		return curve[at]
	}
	return peak(-1) + peak(+1) - 2*curve[g]
}

// findShifts finds the headings at which the topic does not turn, and the turns that no
// heading marks.
func (d *Document) findShifts(o *orders) []Finding {
	var findings []Finding
	if least := d.Settings.HeadingMinShift; least > 0 {
		for _, h := range d.headingsBetween(o) {
			if d.Shift(h.below-1) < least && !o.spared[d.blockOf(h.below).block] {
				findings = append(findings, Finding{Rule: HeadingWithoutShift, Span: h.span, Paragraph: h.below})
			}
		}
	}
	if most := d.Settings.BoundaryMaxShift; most > 0 {
		at := 0
		for _, p := range d.parts.From(0) {
			if p.suggested && d.Shift(at-1) > most && !o.spared[d.blockOf(at).block] {
				findings = append(findings, Finding{Rule: ShiftWithoutHeading, Span: d.firstSentence(at), Paragraph: at})
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
func (d *Document) headingsBetween(o *orders) []betweenHeading {
	var list []betweenHeading
	for at, c := range d.blocks.Where(func(c contents) bool { return c.headings > 0 }) {
		below := at.Before.paragraphs
		isOff := slices.ContainsFunc(o.off, func(s offStretch) bool { return s.from <= at.Index && at.Index < s.end })
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

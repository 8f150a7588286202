package analysis

import (
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/fragment"
	"github.com/segls/segls/internal/sequence"
)

// This file defines the fragments that a writer sees, and keeps their boundaries in place. identity.go matches them with the fragments of a
// new division; touched.go finds the paragraphs that an edit replaced.

// Shown holds the fragments shown of a text, and the statistics with which it was divided: everything that depends on the history of the
// text. It does not refer to a document, so it can be kept for a text that is restored later ([Reading.WithShown]) or stored
// ([Document.Keep]). It is immutable. The zero Shown shows nothing.
type Shown struct {
	parts    sequence.Sequence[*fragmentState, size] // the fragments
	language *language.Language                      // the language in which the terms of titles and holds were counted

	headings sequence.Sequence[headingID, headingCount]

	statistics textStatistics
	written    wordsWritten // the words written since the last rest
	isRested   bool         // not edited since the statistics were measured
	byScenes   bool         // see DivideByScenes
	touched    lastEdit

	nextID int // number of the last id of a fragment or heading
}

// recountedFragments returns the fragments of a document whose language or vocabulary has changed. The present words replace those recorded
// when a fragment was titled or held, which were counted with the old one.
func (d *Document) recountedFragments() sequence.Sequence[*fragmentState, size] {
	parts, at := make([]*fragmentState, 0, d.parts.Len()), 0
	for _, p := range d.parts.From(0) {
		q := p.withoutContents()
		q.indent, q.tail, q.line, q.suggested, q.pinned, q.given, q.revision = p.indent, p.tail, p.line, p.suggested, p.pinned, p.given, p.revision
		paragraphs := d.paragraphsIn(at, at+p.size.paragraphs)
		if at += p.size.paragraphs; q.hold != nil {
			q.hold = &formerWords{paragraphs: paragraphs}
		}
		q.title = &title{of: formerWords{paragraphs: paragraphs}, language: d.Language}
		q.title.made.Store(p.title.made.Load())
		parts = append(parts, q)
	}
	return sequence.Of[*fragmentState, size](parts)
}

// placedFragment is a shown fragment, as the paragraphs [first, end) of the present text.
type placedFragment struct {
	*fragmentState
	first, end int
	isLost     bool // a paragraph at one of its ends is gone
	isReread   bool // its paragraphs have been read again
	isPast     bool // it was shown under other settings, so its sureness is outdated
}

// shownFragmentsIn returns the fragments [from, to) of the document before an edit, as ranges of the paragraphs after it.
func (d *Document) shownFragmentsIn(from, to int, t replacedParagraphs) []placedFragment {
	list := make([]placedFragment, 0, to-from)
	at := d.parts.SumTo(from).paragraphs
	for _, p := range d.parts.Slice(from, to) {
		end := at + p.size.paragraphs
		s := placedFragment{fragmentState: p, first: t.newIndexOf(at), end: t.newIndexOf(end)}
		// If several paragraphs replace fewer, those at the end belong to the fragment.
		if end > t.first && end < t.first+t.old {
			s.end = max(s.first, min(s.end, t.first+t.fresh))
		}
		s.isLost = t.changesEndsOf(at, end)
		list = append(list, s)
		at = end
	}
	return list
}

// shownFragmentsAfter returns the fragments of d as ranges of the paragraphs of other, a document of the text after a change.
func (d *Document) shownFragmentsAfter(other *Document, change markup.Change) []placedFragment {
	place := func(offset int) int {
		switch {
		case offset <= change.Start:
			return offset
		case offset >= change.OldEnd:
			return offset + change.Shift()
		}
		return min(offset, change.NewEnd)
	}
	// paragraphAt returns the paragraph that begins at an offset, or the first after it.
	paragraphAt := func(offset int) (paragraph int, isThere bool) {
		i := other.ParagraphAt(offset)
		if i >= 0 && other.Paragraph(i).Span.Start == offset {
			return i, true
		}
		return i + 1, false
	}
	isReread := d.numParagraphs() > 0 && other.numParagraphs() > 0 && d.paragraphsIn(0, 1)[0] != other.paragraphsIn(0, 1)[0]
	var list []placedFragment
	q := 0
	for _, p := range d.parts.From(0) {
		first, hasFirst := paragraphAt(place(d.Paragraph(q).Span.Start))
		q += p.size.paragraphs
		end, hasEnd := other.numParagraphs(), true
		if q < d.numParagraphs() {
			end, hasEnd = paragraphAt(place(d.Paragraph(q).Span.Start))
		}
		list = append(list, placedFragment{fragmentState: p, first: first, end: max(first, end), isLost: !hasFirst || !hasEnd, isReread: isReread})
	}
	return list
}

// constrainHeldGaps constrains the gaps so that held fragments stay. Headings, directives and hard limits take precedence over a hold.
func (d *Reading) constrainHeldGaps(gaps []method.Gap, was []placedFragment) {
	at := func(q int) *method.Gap { // the gap before a paragraph
		if i := q - 1; i >= 0 && i < len(gaps) {
			return &gaps[i]
		}
		return nil
	}
	force := func(q int) {
		if gap := at(q); gap != nil && gap.Constraint == fragment.Free {
			gap.Constraint = fragment.Break
		}
	}
	for _, s := range was {
		if s.isSeam {
			force(s.first)
		}
		if !d.canStayHeld(s) {
			continue
		}
		force(s.first)
		force(s.end)
		for q := s.first + 1; q < s.end; q++ {
			if gap := at(q); gap != nil && gap.Constraint == fragment.Free {
				gap.Constraint = fragment.NoBreak
			}
		}
	}
}

// isMostlyNew reports whether more words have been added to a fragment at once, for example by a paste, than it had.
func (d *Reading) isMostlyNew(s placedFragment) bool {
	return s.first < s.end && d.wordsBefore(s.end)-d.wordsBefore(s.first) > 2*s.size.words
}

// canStayHeld reports whether a fragment can still be held: enough of it remains, and nothing that takes precedence contradicts the hold.
func (d *Reading) canStayHeld(s placedFragment) bool {
	if s.hold == nil || s.isLost || s.first >= s.end || s.end > d.numParagraphs() {
		return false
	}
	length := d.wordsBefore(s.end) - d.wordsBefore(s.first)
	if changed, all := s.hold.countChangedSince(d.paragraphsIn(s.first, s.end)); 2*changed >= all {
		return false
	}
	if d.Settings.MaxWords > 0 && length > d.Settings.MaxWords || length < d.Settings.Goal().Limits.Min {
		return false
	}
	from := max(0, s.first-1)
	to := min(d.numParagraphs(), s.end+1)
	for i, gap := range d.methodGaps(from, to) {
		q := from + i + 1
		isBorder := q == s.first || q == s.end
		if isBorder && gap.Constraint == fragment.NoBreak || !isBorder && gap.Constraint == fragment.Break {
			return false
		}
	}
	return true
}

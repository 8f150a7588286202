package analysis

import (
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/fragment"
	"github.com/segls/segls/internal/sequence"
)

// The fragments that a writer sees, and what holds their boundaries in place. Which fragment of a new division is which of
// those is in identity.go; which paragraphs an edit has replaced, in touched.go.

// Shown is what is shown of a text, and what was measured when it was divided: all that depends on the history
// of the text. It holds no document, so it can be kept for a text that comes back ([Reading.With]) or on disk
// ([Document.Keep]). It never changes. The zero Shown is nothing.
type Shown struct {
	parts    sequence.Sequence[*part, size] // the fragments
	language *language.Language             // in which their terms were counted

	headings sequence.Sequence[headingID, count]

	statistics textStatistics
	written    wordsWritten // since the last rest
	isRested   bool         // nothing has been edited since the statistics were taken
	byScenes   bool         // see DivideByScenes
	touched    lastEdit

	nextID int // of a fragment or heading
}

// recounted returns the parts of a document whose titles and holds have been counted in another language or
// vocabulary: they are of the words that there are now.
func (d *Document) recounted() sequence.Sequence[*part, size] {
	parts, at := make([]*part, 0, d.parts.Len()), 0
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
	return sequence.Of[*part, size](parts)
}

// shownPart is a fragment that the writer sees, as the paragraphs [first, end) of the text as it is now.
type shownPart struct {
	*part
	first, end int
	isLost     bool // a paragraph at its border is gone
	isReread   bool // its paragraphs have been read anew
	isPast     bool // it was shown under other settings, so what is known of its beginning is no longer true
}

// shownIn returns the fragments [from, to) of the document before an edit, in the paragraphs after it.
func (d *Document) shownIn(from, to int, t replacedParagraphs) []shownPart {
	list := make([]shownPart, 0, to-from)
	at := d.parts.SumTo(from).paragraphs
	for _, p := range d.parts.Slice(from, to) {
		end := at + p.size.paragraphs
		s := shownPart{part: p, first: t.newIndexOf(at), end: t.newIndexOf(end)}
		// Of several paragraphs in place of fewer, those at the end are the writer's own.
		if end > t.first && end < t.first+t.old {
			s.end = max(s.first, min(s.end, t.first+t.fresh))
		}
		s.isLost = t.takesFrom(at, end)
		list = append(list, s)
		at = end
	}
	return list
}

// shownAfter returns the fragments of d in other, a document of the text after a change, which
// may have other paragraphs: each begins with the paragraph that begins where it began.
func (d *Document) shownAfter(other *Document, change markup.Change) []shownPart {
	place := func(offset int) int {
		switch {
		case offset <= change.Start:
			return offset
		case offset >= change.OldEnd:
			return offset + change.Shift()
		}
		return min(offset, change.NewEnd)
	}
	// The paragraph that begins at an offset, or the first after it.
	paragraphAt := func(offset int) (paragraph int, isThere bool) {
		i := other.ParagraphAt(offset)
		if i >= 0 && other.Paragraph(i).Span.Start == offset {
			return i, true
		}
		return i + 1, false
	}
	isReread := d.paragraphs() > 0 && other.paragraphs() > 0 && d.paragraphsIn(0, 1)[0] != other.paragraphsIn(0, 1)[0]
	var list []shownPart
	q := 0
	for _, p := range d.parts.From(0) {
		first, hasFirst := paragraphAt(place(d.Paragraph(q).Span.Start))
		q += p.size.paragraphs
		end, hasEnd := other.paragraphs(), true
		if q < d.paragraphs() {
			end, hasEnd = paragraphAt(place(d.Paragraph(q).Span.Start))
		}
		list = append(list, shownPart{part: p, first: first, end: max(first, end), isLost: !hasFirst || !hasEnd, isReread: isReread})
	}
	return list
}

// markHeld records in the gaps of the text what is held there. A heading, a directive and a hard limit come before a hold.
func (d *Reading) markHeld(gaps []method.Gap, was []shownPart) {
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
		if !d.isHeld(s) {
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

// isMostlyNew reports whether more has come into a fragment at once, as by a paste, than was there.
func (d *Reading) isMostlyNew(s shownPart) bool {
	return s.first < s.end && d.wordsTo(s.end)-d.wordsTo(s.first) > 2*s.size.words
}

// isHeld reports whether a fragment is still held as it was: its borders are there, nothing
// that comes before a hold speaks against it, and it has more than half of its words.
func (d *Reading) isHeld(s shownPart) bool {
	if s.hold == nil || s.isLost || s.first >= s.end || s.end > d.paragraphs() {
		return false
	}
	length := d.wordsTo(s.end) - d.wordsTo(s.first)
	if changed, all := s.hold.changedSince(d.paragraphsIn(s.first, s.end)); 2*changed >= all {
		return false
	}
	if d.Settings.MaxWords > 0 && length > d.Settings.MaxWords || length < d.Settings.Goal().Limits.Min {
		return false
	}
	from := max(0, s.first-1)
	to := min(d.paragraphs(), s.end+1)
	for i, gap := range d.gaps(from, to) {
		q := from + i + 1
		isBorder := q == s.first || q == s.end
		if isBorder && gap.Constraint == fragment.NoBreak || !isBorder && gap.Constraint == fragment.Break {
			return false
		}
	}
	return true
}

package analysis

import (
	"slices"
	"sort"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/fragment"
)

// Move describes how an edit reorders the shown fragments.
type Move struct {
	Order []int // for each fragment after the move, its index before it
	Moved []int // the indices before the move of the fragments that were moved
}

// showAfterMove shows the fragments of d in next, the document after a move, unless the text of next does not consist of them.
func (d *Document) showAfterMove(next *Document, m Move) *Document {
	parts := d.parts.Slice(0, d.parts.Len())
	sum := 0
	var list []placedFragment
	for k, was := range m.Order {
		p := parts[was].withoutContents()
		s := placedFragment{fragmentState: p, first: sum, end: sum + parts[was].size.paragraphs}
		if s.end > next.numParagraphs() || next.wordsBefore(s.end)-next.wordsBefore(s.first) != parts[was].size.words {
			return next
		}
		isMoved := slices.Contains(m.Moved, was)
		if isMoved {
			p.hold = &formerWords{paragraphs: next.paragraphsIn(s.first, s.end)}
		}
		// The seam is a fragment that followed a moved one and no longer does.
		if was > 0 && slices.Contains(m.Moved, was-1) && !isMoved && (k == 0 || m.Order[k-1] != was-1) {
			p.isSeam = true
		}
		list = append(list, s)
		sum = s.end
	}
	if sum != next.numParagraphs() {
		return next
	}
	moved := *next
	moved.memos = new(memos)
	moved.statistics, moved.isRested, moved.touched = d.statistics, d.isRested && d.keepsShown(), lastEdit{}
	moved.setFragments(list)
	return &moved
}

// withoutContents returns a part with the size of p and what p inherited from earlier documents, such as its id and title.
func (p *fragmentState) withoutContents() *fragmentState {
	return &fragmentState{size: p.size, id: p.id, title: p.title, sure: p.sure, isUnsettled: p.isUnsettled, hold: p.hold, isSeam: p.isSeam, dispute: p.dispute}
}

// setFragments shows exactly these fragments.
func (d *Document) setFragments(list []placedFragment) {
	starts := make([]int, len(list))
	for i, s := range list {
		starts[i] = s.first
	}
	d.parts = d.newFragmentSequence(starts, list, editedWords{})
}

// Hold returns the document with exactly the fragments at these spans held. A span that does not begin and end with a paragraph is ignored.
// Without spans, seams are released, too. If fragments are only released, the boundaries stay until a rest finds better ones.
func (d *Document) Hold(spans ...markup.Span) *Document {
	type extent struct{ first, end int }
	var wanted []extent
	for _, span := range spans {
		first, last := d.ParagraphAt(span.Start), d.ParagraphAt(max(span.Start, span.End-1))
		if first >= 0 && d.Paragraph(first).Span.Start == span.Start && d.Paragraph(last).Span.End == span.End {
			wanted = append(wanted, extent{first, last + 1})
		}
	}
	list, releases := d.placedFragments(), false
	for _, s := range list {
		i := slices.Index(wanted, extent{s.first, s.end})
		switch {
		case s.hold != nil && i >= 0:
			wanted = slices.Delete(wanted, i, i+1) // held already
		case s.hold != nil || s.isSeam && len(spans) == 0:
			s.hold, s.isSeam, releases = nil, s.isSeam && len(spans) > 0, true
		}
	}
	if len(wanted) == 0 && !releases {
		return d
	}
	held := *d
	held.memos = new(memos)
	for _, at := range wanted {
		list = append(list, d.newHeldFragment(at.first, at.end))
	}
	if len(wanted) > 0 {
		var noneFresh []bool // the shown fragments stay
		if d.keepsShown() {
			noneFresh = make([]bool, d.numParagraphs()+1)
		}
		held.parts = held.newFragmentSequence(held.divide(list, noneFresh), list, editedWords{})
		return &held
	}
	held.isRested = false
	held.setFragments(list)
	return &held
}

// DivideAnew returns the document divided as a newly opened text is. Held fragments stay.
func (d *Document) DivideAnew() *Document {
	fresh := *d
	fresh.memos = new(memos)
	fresh.divideWithStatistics(fresh.measureStatistics(), d.shownFragmentsIn(0, d.parts.Len(), replacedParagraphs{}), editedWords{})
	return &fresh
}

// WithShown returns the document showing s, which an earlier document of the same text must have shown.
func (d *Document) WithShown(s Shown) *Document {
	again := d.Reading.WithShown(s)
	again.work = d.work
	return again
}

// WithFragmentsAt returns the document with fragments that begin at exactly the given paragraphs, as in another version of the text. All
// are held. Headings and directives take precedence, as over any hold.
func (d *Document) WithFragmentsAt(starts []int) *Document {
	n := d.numParagraphs()
	if n == 0 {
		return d
	}
	begins := make([]bool, n+1)
	for _, q := range starts {
		begins[q] = true
	}
	for g, gap := range d.methodGaps(0, n) {
		begins[g+1] = isFragmentStart(gap.Constraint, begins[g+1])
	}
	begins[n] = true
	var list []placedFragment
	first := 0
	for q := 1; q <= n; q++ {
		if begins[q] {
			list = append(list, d.newHeldFragment(first, q))
			first = q
		}
	}
	showing := *d
	showing.memos, showing.isRested = new(memos), false
	showing.setFragments(list)
	return &showing
}

func (d *Document) newHeldFragment(first, end int) placedFragment {
	p := &fragmentState{hold: &formerWords{paragraphs: d.paragraphsIn(first, end)}, size: size{words: d.wordsBefore(end) - d.wordsBefore(first)}}
	return placedFragment{fragmentState: p, first: first, end: end}
}

// isFragmentStart reports whether a fragment begins at a gap, given whether one is wanted there.
func isFragmentStart(c fragment.Constraint, isWanted bool) bool {
	return c == fragment.Break || isWanted && c != fragment.NoBreak
}

// Borders are the places at which a document can be divided. They do not keep the document alive.
type Borders struct {
	gaps []border // before each paragraph, and after the last one
}

// border is a gap between paragraphs, in bytes from the start of the text.
type border struct {
	end, start uint32 // end of the fragment before it and start of the one after it, if it is a boundary
	paragraph  uint32 // start of the paragraph after it
	constraint fragment.Constraint
}

// Borders returns the borders of a document.
func (d *Document) Borders() (b Borders) {
	n := d.numParagraphs()
	if n == 0 {
		return b
	}
	b.gaps = make([]border, n+1)
	for q := range b.gaps {
		g := d.gapContentsBefore(q)
		start := g.nextFragmentStart(&d.Settings)
		b.gaps[q] = border{end: uint32(start - g.trailingBytes(&d.Settings)), start: uint32(start), paragraph: uint32(g.paragraph)}
	}
	for g, gap := range d.methodGaps(0, n) {
		b.gaps[g+1].constraint = gap.Constraint
	}
	return b
}

// ParagraphAt is like [Reading.ParagraphAt].
func (b Borders) ParagraphAt(offset int) int {
	n := max(0, len(b.gaps)-1)
	return sort.Search(n, func(q int) bool { return int(b.gaps[q].paragraph) > offset }) - 1
}

// FragmentSpansAt returns the spans of the fragments of the document that [Document.WithFragmentsAt] returns.
func (b Borders) FragmentSpansAt(starts []int) (spans []markup.Span) {
	if len(b.gaps) == 0 {
		return nil
	}
	isStart := make([]bool, len(b.gaps))
	for _, q := range starts {
		isStart[q] = true
	}
	first, end := b.gaps[0], len(b.gaps)-1
	for q := 1; q <= end; q++ {
		g := b.gaps[q]
		if q == end || isFragmentStart(g.constraint, isStart[q]) {
			spans = append(spans, markup.Span{Start: int(first.start), End: int(g.end)})
			first = g
		}
	}
	return spans
}

// placedFragments returns the shown fragments with their paragraphs.
func (d *Document) placedFragments() []placedFragment {
	list := make([]placedFragment, 0, d.parts.Len())
	at := 0
	for _, p := range d.parts.From(0) {
		list = append(list, placedFragment{fragmentState: p.withoutContents(), first: at, end: at + p.size.paragraphs})
		at += p.size.paragraphs
	}
	return list
}

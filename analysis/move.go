package analysis

import (
	"context"
	"slices"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
)

// Move says what a move does to the fragments that are shown.
type Move struct {
	Order []int // for each fragment after the move, its index before
	Moved []int // the indices, before, of those that were picked up
}

// After is the document after a move: the same fragments in another order, each with its
// identity. What was picked up is held, and so is the boundary that it left behind, so that
// what a writer has moved stays whole. If the text after the move is not made of these
// fragments, After returns the document after an ordinary edit.
func (d *Document) After(ctx context.Context, text rope.Text, change markup.Change, m Move) (*Document, error) {
	next, err := d.EditTo(ctx, text, change)
	if err != nil || m.Order == nil {
		return next, err
	}
	parts := d.parts.Slice(0, d.parts.Len())
	sum := 0
	var list []shown
	for k, was := range m.Order {
		p := parts[was].identity()
		s := shown{part: p, first: sum, end: sum + parts[was].size.paragraphs}
		if s.end > next.paragraphs() || next.wordsTo(s.end)-next.wordsTo(s.first) != parts[was].size.words {
			return next, nil
		}
		isMoved := slices.Contains(m.Moved, was)
		if isMoved {
			p.hold = next.paragraphsIn(s.first, s.end)
		}
		// The seam: what followed something that was picked up, and does so no more.
		if was > 0 && slices.Contains(m.Moved, was-1) && !isMoved && (k == 0 || m.Order[k-1] != was-1) {
			p.isSeam = true
		}
		list = append(list, s)
		sum = s.end
	}
	if sum != next.paragraphs() {
		return next, nil
	}
	moved := *next
	moved.answers = new(answers)
	moved.statistics, moved.isRested, moved.touched = d.statistics, d.isRested, lastEdit{}
	moved.show(list)
	return &moved, ctx.Err()
}

// identity is a part with nothing but what it is known by and how it is held.
func (p *part) identity() *part {
	return &part{size: p.size, id: p.id, title: p.title, sure: p.sure, isUnsettled: p.isUnsettled, hold: p.hold, isSeam: p.isSeam, spared: p.spared}
}

// show shows just these fragments.
func (d *Document) show(list []shown) {
	starts := make([]int, len(list))
	for i, s := range list {
		starts[i] = s.first
	}
	if d.isProgrammed() {
		starts = d.divideWhole(list)
		d.parts = d.partsFor(starts, list)
		return
	}
	d.parts = d.partsFor(starts, list)
}

// Hold is the document with the fragments at these spans held and all others released. A span
// that does not begin and end with a paragraph is ignored.
func (d *Document) Hold(spans ...markup.Span) *Document {
	held := *d
	held.answers = new(answers)
	list := d.identities(func(*part) bool { return true })
	for _, span := range spans {
		first, last := d.ParagraphAt(span.Start), d.ParagraphAt(max(span.Start, span.End-1))
		if first < 0 || d.Paragraph(first).Span.Start != span.Start || d.Paragraph(last).Span.End != span.End {
			continue
		}
		list = append(list, shown{part: &part{hold: d.paragraphsIn(first, last+1), size: size{words: d.wordsTo(last+1) - d.wordsTo(first)}}, first: first, end: last + 1})
	}
	held.parts = held.partsFor(held.divideWhole(list), list)
	return &held
}

// Release is the document with one fragment no longer held, or none if id is "". The boundaries
// stay until a rest finds better ones.
func (d *Document) Release(id string) *Document {
	released := *d
	released.answers = new(answers)
	list := d.identities(func(p *part) bool { return id == "" || p.id == id })
	if d.isProgrammed() {
		released.parts = released.partsFor(released.divideWhole(list), list)
		return &released
	}
	released.isRested = false
	released.show(list)
	return &released
}

// identities are what is shown, some of it released.
func (d *Document) identities(isReleased func(*part) bool) []shown {
	var list []shown
	at := 0
	for _, p := range d.parts.From(0) {
		q := p.identity()
		if isReleased(p) {
			q.hold, q.isSeam = nil, false
		}
		list = append(list, shown{part: q, first: at, end: at + p.size.paragraphs})
		at += p.size.paragraphs
	}
	return list
}

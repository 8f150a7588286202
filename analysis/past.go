package analysis

import (
	"slices"

	"github.com/segls/segls/analysis/language"
)

// past is what was said of a part before it had others around it. Most of the time it is to
// be said again: a fragment is told apart from those around it by terms that it has itself,
// and an edit changes how often a few are there, which it may have none of.
type past struct {
	part    *part           // as it was when something was said of it
	changed []language.Term // those that have been around it more or less often since
}

// mostChanged is how many terms may have changed. With more it costs less to begin anew.
const mostChanged = 32

// after is the part after an edit of others around it, by which these terms have changed.
func (p *part) after(changed []language.Term, isKnown bool) *part {
	q := &part{size: p.size, indent: p.indent, tail: p.tail, line: p.line, suggested: p.suggested, pinned: p.pinned}
	q.things.Store(p.things.Load())
	switch before := p.past.Load(); {
	case !isKnown:
	case p.description.Load() != nil:
		q.past.Store(&past{p, changed})
	case before != nil && len(before.changed)+len(changed) <= mostChanged:
		q.past.Store(&past{before.part, slices.Concat(before.changed, changed)})
	}
	return q
}

// recall is what was said of a fragment in the past, or nil if that does not hold.
func (d *Document) recall(i int, before *past) *description {
	if before == nil || d.concerns(i, before) {
		return nil
	}
	if title := before.part.title.Load(); title != nil {
		d.parts.At(i).title.CompareAndSwap(nil, title)
	}
	return before.part.description.Load()
}

// keep keeps what has been made of the part in the past, if what is said of it is the same.
func (p *part) keep(before *past, said *description) {
	if before == nil || !slices.Equal(said.terms, before.part.description.Load().terms) {
		return
	}
	if kept := before.part.kept.Load(); kept != nil {
		p.kept.CompareAndSwap(nil, kept)
	}
}

// concerns tells whether a fragment has one of the terms that have changed around it.
func (d *Document) concerns(i int, before *past) bool {
	if len(before.changed) == 0 {
		return false
	}
	for _, p := range d.partParagraphs(i) {
		for _, t := range p.Terms {
			if slices.Contains(before.changed, t.Term) {
				return true
			}
		}
	}
	// A title may be made of terms that are in no paragraph frequent enough.
	things := before.part.things.Load()
	return things != nil && slices.ContainsFunc(before.changed, func(t language.Term) bool { return things.single[t] > 0 })
}

// changedTerms are the terms that fresh fragments have more or less often than those in
// whose place they are. They are not known if they are many, or if the paragraphs are
// shared out otherwise than before.
func (d *Document) changedTerms(before *Document, old, fresh []*part, first int) (changed []language.Term, isKnown bool) {
	if !slices.EqualFunc(old, fresh, func(p, q *part) bool { return p.size.paragraphs == q.size.paragraphs }) {
		return nil, false
	}
	end := first // paragraph
	for _, p := range old {
		end += p.size.paragraphs
	}
	was, is := before.paragraphsIn(first, end), d.paragraphsIn(first, end)
	t := tallies.Get().(*tally)
	defer tallies.Put(t)
	defer t.clear()
	for i := range was {
		if was[i] != is[i] {
			t.add(was[i].Terms, -1)
			t.add(is[i].Terms, +1)
		}
	}
	for _, term := range t.touched {
		if t.counts[term.Term] != 0 {
			changed = append(changed, term.Term)
		}
	}
	return changed, len(changed) <= mostChanged
}

package analysis

import (
	"context"
	"errors"
	"hash/fnv"
	"slices"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/analysis/rope"
)

// ErrCurve is returned for an edit of a document that is divided by a given curve, because the curve belongs to the old text.
var ErrCurve = errors.New("the curve belongs to another text")

// Edit is a new text and the place where it differs from the old one.
type Edit struct {
	markup.Change
	Text rope.Text

	// Move says which fragments the edit moves. The zero Move moves none.
	Move Move
}

// Replace returns the edit that replaces a span of a text.
func Replace(text rope.Text, span markup.Span, with string) Edit {
	return Edit{
		Change: markup.Change{Start: span.Start, OldEnd: span.End, NewEnd: span.Start + len(with)},
		Text:   text.Replace(span, with),
	}
}

// Edit returns the document after an edit. It usually scans only the blocks around the edit, whatever the size of the text. Until
// [Document.Settle] the fragments keep their boundaries: the start of a fragment moves with its paragraph, and new paragraphs belong to the
// fragment that they are in. Only hard headings and scene breaks add and remove boundaries. An edit that adds or removes more than a fifth
// of the words, or changes what affects the whole text, such as a directive, divides the text as a rest does.
//
// After a [Move] the fragments are the same in another order, and keep their identities. The
// fragments that were moved are held, and so is the boundary at the place that they left, so that
// what a writer has moved stays whole. If the new text does not consist of these fragments, the
// edit is treated as an ordinary one.
//
// The error is the context's, or [ErrCurve].
func (d *Document) Edit(ctx context.Context, e Edit) (*Document, error) {
	if _, isGiven := d.method.(method.Given); isGiven {
		return nil, ErrCurve
	}
	reading, r, err := d.edit(ctx, e.Text, e.Change)
	if err != nil {
		return nil, err
	}
	next := &Document{Reading: *reading, Shown: d.Shown, work: d.work, memos: new(memos)}
	if r == nil {
		next.restoreShownAfterReread(d, e.Change)
	} else {
		next.assignHeadingIDs(r.at.before.headings, r.old, r.fresh)
		if restored, ok := next.restoreRearranged(d, r.replacedParagraphs); ok && len(e.Move.Order) == 0 {
			return restored, ctx.Err()
		}
		next.restoreShown(d, r.replacedParagraphs)
	}
	if e.Move.Order != nil {
		next = d.showAfterMove(next, e.Move)
	}
	return next, ctx.Err()
}

// restoreShownAfterReread restores, as far as possible, the fragments shown before an edit, in a text that has been read anew.
func (d *Document) restoreShownAfterReread(before *Document, change markup.Change) {
	d.language = d.Language
	d.assignHeadingIDs(0, before.blocks.Slice(0, before.blocks.Len()), d.blocks.Slice(0, d.blocks.Len()))
	was, e := before.shownFragmentsAfter(d, change), before.editedWordsBetween(&d.Reading, change)
	if d.Settings != before.Settings {
		d.statistics = textStatistics{}
		d.divideWithStatistics(d.measureStatistics(), was, e)
		return
	}
	d.statistics = textStatistics{method: before.statistics.method} // so that the next survey can keep their frame
	d.remeasureAndDivide(was, e)
}

// restoreRearranged restores the fragments shown before an edit of several fragments, if some of the new paragraphs were there before. A
// client sends such an edit when another program has changed the file.
func (d *Document) restoreRearranged(before *Document, t replacedParagraphs) (*Document, bool) {
	first, old, fresh := t.first+t.head, t.old-t.head-t.tail, t.fresh-t.head-t.tail
	if old < 2 || fresh < 2 {
		return nil, false
	}
	if from, to := before.fragmentsContaining(first, first+old); to-from < 2 {
		return nil, false
	}
	hash := func(words []byte) uint64 {
		h := fnv.New64a()
		_, _ = h.Write(words)
		return h.Sum64()
	}
	wasThere := make(map[uint64]bool)
	k := before.Keep(hash)
	for _, h := range k.Paragraphs[first : first+old] {
		wasThere[h] = true
	}
	if !slices.ContainsFunc(d.Hashes(hash)[first:first+fresh], func(h uint64) bool { return wasThere[h] }) {
		return nil, false
	}
	restored, ok := d.Restore(k, hash)
	if ok && !restored.isRested {
		restored.addWrittenWords(max(d.Words()-before.Words(), before.Words()-d.Words()), t)
	}
	return restored, ok
}

// directivesChanged reports whether an edit changed the directives or their order, given the replaced and the fresh blocks.
func directivesChanged(before, after []*block) bool {
	next := func(list []*block) ([]*block, *parsedDirective) {
		for i, c := range list {
			if c.directive != nil {
				return list[i+1:], c.directive
			}
		}
		return nil, nil
	}
	for {
		var one, other *parsedDirective
		before, one = next(before)
		after, other = next(after)
		if one == nil || other == nil {
			return one != other
		}
		if one.text != other.text {
			return true
		}
	}
}

// restoreShown restores the fragments shown before an edit that replaced some paragraphs.
func (d *Document) restoreShown(before *Document, t replacedParagraphs) {
	d.isRested = false
	d.touched = d.newLastEdit(before, t)
	e := d.editedWordsFrom(&before.Reading, t)
	if d.countsAsRest(before, e) {
		was := before.shownFragmentsIn(0, before.parts.Len(), t)
		d.excludeInsertedFromHeld(was, e)
		d.remeasureAndDivide(was, e)
		return
	}
	d.keepFragmentStarts(before, e)
	d.addWrittenWords(max(d.Words()-before.Words(), before.Words()-d.Words()), t)
}

// countsAsRest reports whether an edit divides the text as a rest does, because much has changed or nothing was shown before.
func (d *Document) countsAsRest(before *Document, e editedWords) bool {
	added := e.freshWords(e.first, e.first+e.fresh)
	removed := before.Words() - d.Words() + added
	return before.parts.Len() == 0 || 5*max(added, removed) > before.Words()
}

// keepFragmentStarts replaces the fragments that an edit touches, and their neighbours, by fragments that begin at the same places.
func (d *Document) keepFragmentStarts(before *Document, e editedWords) {
	t := e.replacedParagraphs
	from, to := before.fragmentsTouchedBy(t)
	first := before.parts.SumTo(from).paragraphs
	end := before.parts.SumTo(to).paragraphs + t.paragraphsAdded()
	was := before.shownFragmentsIn(from, to, t)
	d.excludeInsertedFromHeld(was, e)
	d.replaceFragments(before, from, to, d.startsBetweenRests(first, end, was), end, was, e)
}

// excludeInsertedFromHeld excludes from a held fragment the paragraphs that an edit, such as a paste, has inserted right after it. A single
// word stays in the fragment, because somebody is typing there.
func (d *Document) excludeInsertedFromHeld(was []placedFragment, e editedWords) {
	if e.old > e.head+e.tail { // paragraphs have been rewritten
		return
	}
	first, end := e.first+e.head, e.first+e.fresh-e.tail // the inserted ones
	for i, s := range was {
		if s.hold != nil && s.first < first && s.end == end && d.wordsBefore(end)-d.wordsBefore(first) > 1 {
			was[i].end = first
		}
	}
}

// startsBetweenRests returns the paragraphs in [first, end) that begin fragments as before or because of a hard boundary.
func (d *Document) startsBetweenRests(first, end int, was []placedFragment) []int {
	if first >= end {
		return nil
	}
	began := make(map[int]bool)
	for _, s := range was {
		began[s.first] = began[s.first] || s.suggested || d.Settings.Headings != HeadingsHard
		began[s.end] = began[s.end] || s.hold != nil
	}
	starts := []int{first}
	for i, gap := range d.methodGaps(first, end) {
		if q := first + i + 1; isFragmentStart(gap.Constraint, began[q]) {
			starts = append(starts, q)
		}
	}
	return starts
}

// fragmentsTouchedBy returns the fragments [from, to) that an edit touches, with their neighbours.
func (d *Document) fragmentsTouchedBy(t replacedParagraphs) (from, to int) {
	first, last := t.first, t.first+t.old-1
	if t.old == 0 { // inserted between two paragraphs
		first, last = t.first-1, t.first
	}
	from, to = d.fragmentsContaining(first, last+1)
	return max(0, from-1), min(d.parts.Len(), to+1)
}

// fragmentsContaining returns the fragments [from, to) that contain the paragraphs [first, end).
func (d *Document) fragmentsContaining(first, end int) (from, to int) {
	n := d.parts.Len()
	partOf := func(paragraph int) int {
		i, _ := d.parts.Find(func(s size) bool { return s.paragraphs > max(0, paragraph) })
		return max(0, min(i, n-1))
	}
	if n == 0 {
		return 0, 0
	}
	return partOf(first), partOf(max(first, end-1)) + 1
}

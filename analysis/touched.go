package analysis

import (
	"slices"
	"sort"

	"github.com/segls/segls/analysis/markup"
)

// replacedParagraphs records that an edit replaced the paragraphs [first, first+old) by [first, first+fresh). Zero is for no edit.
type replacedParagraphs struct {
	first, old, fresh int
	head, tail        int // numbers of unchanged paragraphs at either end of them

	// begins (ends) is set if both the old and the fresh blocks begin (end) with a paragraph, so that nothing before (after) them changed.
	begins, ends bool
}

// leavesUntouched reports whether the paragraphs [first, end) and what is between and next to them are unchanged.
func (t replacedParagraphs) leavesUntouched(first, end int) bool {
	return t == replacedParagraphs{} || end < t.first || end == t.first && t.begins ||
		first > t.first+t.fresh || first == t.first+t.fresh && t.ends
}

// paragraphsAdded returns the number of paragraphs that the edit added, or minus the number that it removed.
func (t replacedParagraphs) paragraphsAdded() int { return t.fresh - t.old }

// newIndexOf returns the index after the edit of the same paragraph or, if it was replaced, of one in the same place.
func (t replacedParagraphs) newIndexOf(paragraph int) int {
	switch inside := paragraph - t.first; {
	case inside < 0:
		return paragraph
	case inside >= t.old-t.tail:
		return paragraph + t.paragraphsAdded()
	case inside <= t.head:
		return paragraph
	default:
		return t.first + min(inside, t.fresh-t.tail)
	}
}

// changesEndsOf reports whether an edit that changes the number of paragraphs replaces the first or the last one of the fragment [first,
// end). Cutting a paragraph in two within the fragment does not count.
func (t replacedParagraphs) changesEndsOf(first, end int) bool {
	if t.old == 0 || t.old == t.fresh {
		return false
	}
	last := t.first + t.old - 1
	covers := func(paragraph int) bool { return t.first <= paragraph && paragraph <= last }
	isInside := first <= t.first && last < end
	if isInside && t.fresh > 0 && t.fresh > t.old {
		return false // a paragraph has been cut in two
	}
	return covers(first) || covers(end-1)
}

// editedWords records the paragraphs that an edit replaced, and the number of new words in each fresh one.
type editedWords struct {
	replacedParagraphs
	added []int
}

// freshWords returns the number of new words in the paragraphs [from, to).
func (e editedWords) freshWords(from, to int) int {
	words := 0
	for i := max(from, e.first); i < min(to, e.first+e.fresh); i++ {
		words += e.added[i-e.first]
	}
	return words
}

// editedWordsFrom compares the fresh paragraphs with those that an edit replaced. It matches the words of unchanged paragraphs first, so
// that new paragraphs next to them do not take these words.
func (d *Reading) editedWordsFrom(before *Reading, t replacedParagraphs) editedWords {
	was, is := before.paragraphsIn(t.first, t.first+t.old), d.paragraphsIn(t.first, t.first+t.fresh)
	e := editedWords{t, make([]int, len(is))}
	counts := tallyPool.Get().(*tally)
	defer tallyPool.Put(counts)
	defer counts.clear()
	left := 0
	for _, p := range was {
		left += p.Words
		counts.add(p.Terms, 1)
	}
	take := func(i int) {
		p, terms, same := is[i], 0, 0
		for _, t := range p.Terms {
			n := max(0, min(counts.countOf(t.Term), int(t.Count)))
			if n > 0 {
				counts.counts[t.Term] -= int32(n)
			}
			terms, same = terms+int(t.Count), same+n
		}
		shared := min(p.Words, left)
		if terms > 0 {
			shared = min(p.Words*same/terms, left)
		}
		left -= shared
		e.added[i] = p.Words - shared
	}
	const few = 32 // paragraphs; avoids comparing two long lists
	isSame := make([]bool, len(is))
	for i, p := range is {
		isSame[i] = len(was) <= few && slices.ContainsFunc(was, func(q *CountedParagraph) bool {
			return p.Words == q.Words && slices.Equal(p.Terms, q.Terms)
		})
		if isSame[i] {
			take(i)
		}
	}
	for i := range is {
		if !isSame[i] {
			take(i)
		}
	}
	return e
}

// editedWordsBetween compares the paragraphs that a change affected in d with those in other, the reading after it.
func (d *Reading) editedWordsBetween(other *Reading, change markup.Change) editedWords {
	old, oldEnd := d.paragraphsOverlapping(change.Start, change.OldEnd)
	fresh, freshEnd := other.paragraphsOverlapping(change.Start, change.NewEnd)
	first := min(old, fresh)
	t := replacedParagraphs{first: first, old: oldEnd - first, fresh: freshEnd - first}
	return other.editedWordsFrom(d, t)
}

// countUnchangedEnds returns the number of equal paragraphs at the beginnings of two lists and, of the rest, at their ends.
func countUnchangedEnds(was, is []*CountedParagraph) (head, tail int) {
	n := min(len(was), len(is))
	for head < n && was[head].hasSameTerms(is[head]) {
		head++
	}
	for tail < n-head && was[len(was)-1-tail].hasSameTerms(is[len(is)-1-tail]) {
		tail++
	}
	return head, tail
}

// hasSameTerms reports whether two paragraphs have the same terms and lengths, and so most likely the same words.
func (p *CountedParagraph) hasSameTerms(q *CountedParagraph) bool {
	return p.Words == q.Words && p.bytes == q.bytes && slices.Equal(p.Terms, q.Terms)
}

// paragraphsOverlapping returns the paragraphs [first, last) that overlap the bytes [start, end) of the text.
func (d *Reading) paragraphsOverlapping(start, end int) (first, last int) {
	n := d.numParagraphs()
	first = sort.Search(n, func(i int) bool { return d.Paragraph(i).Span.End > start })
	return first, max(first, sort.Search(n, func(i int) bool { return d.Paragraph(i).Span.Start >= end }))
}

// countChangedWords returns the number of words that differ between former and present paragraphs, and the number of former words.
func countChangedWords(was, is []*CountedParagraph) (changed, all int) {
	for len(was) > 0 && len(is) > 0 && was[0] == is[0] {
		all += was[0].Words
		was, is = was[1:], is[1:]
	}
	for len(was) > 0 && len(is) > 0 && was[len(was)-1] == is[len(is)-1] {
		all += was[len(was)-1].Words
		was, is = was[:len(was)-1], is[:len(is)-1]
	}
	counts := tallyPool.Get().(*tally)
	defer tallyPool.Put(counts)
	defer counts.clear()
	wordsWas, wordsIs, termsWas, termsIs, same := 0, 0, 0, 0, 0
	for _, p := range was {
		all += p.Words
		wordsWas += p.Words
		counts.add(p.Terms, 1)
		for _, t := range p.Terms {
			termsWas += int(t.Count)
		}
	}
	for _, p := range is {
		wordsIs += p.Words
		for _, t := range p.Terms {
			termsIs += int(t.Count)
			if n := min(counts.countOf(t.Term), int(t.Count)); n > 0 {
				counts.counts[t.Term] -= int32(n)
				same += n
			}
		}
	}
	most := max(termsWas, termsIs)
	if most == 0 {
		return max(wordsWas, wordsIs) - min(wordsWas, wordsIs), all
	}
	return max(wordsWas, wordsIs) * (most - same) / most, all
}

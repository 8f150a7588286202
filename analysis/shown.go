package analysis

import (
	"cmp"
	"hash/fnv"
	"slices"
	"sort"
	"strconv"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/fragment"
)

// What a writer has before them: fragments with an identity, which an edit, a rest or a move
// leaves what they are.

// shown is a fragment as it was shown, in the paragraphs as they are now.
type shown struct {
	*part
	first, end int
	isLost     bool // a paragraph at its border is gone
	isReread   bool // its paragraphs have been read anew
	isPast     bool // it did not bear on the division: it was shown under other settings
}

// touched is the paragraphs that an edit has replaced, and the number of those in their
// place.
type touched struct {
	first, old, fresh int
	head, tail        int // of those in their place, how many came out the same at either end

	// Paragraphs are the first (the last) of all that was replaced and of what is in its place: what
	// stands before (after) them is as it was.
	begins, ends bool
}

// spares reports whether all of the paragraphs from one to another, exclusive, with what stands between
// and beside them, is as it was.
func (t touched) spares(first, end int) bool {
	return t == touched{} || end < t.first || end == t.first && t.begins ||
		first > t.first+t.fresh || first == t.first+t.fresh && t.ends
}

// grown is how many more paragraphs there are now.
func (t touched) grown() int { return t.fresh - t.old }

// moved returns where the beginning of a paragraph is now, or its end if isEnd: with the paragraph if
// that came out the same, else at the same distance from the first of what was replaced, or from the
// last if it is an end.
func (t touched) moved(paragraph int, isEnd bool) int {
	switch inside := paragraph - t.first; {
	case inside < 0:
		return paragraph
	case inside >= t.old-t.tail:
		return paragraph + t.grown()
	case inside <= t.head:
		return paragraph
	case isEnd:
		return max(t.first+t.head, t.first+t.fresh-(t.old-inside))
	default:
		return t.first + min(inside, t.fresh-t.tail)
	}
}

// unchanged returns how many paragraphs are the same at the beginning and, of the rest, at the end of two lists.
func unchanged(was, is []*Counted) (head, tail int) {
	n := min(len(was), len(is))
	for head < n && was[head].isSame(is[head]) {
		head++
	}
	for tail < n-head && was[len(was)-1-tail].isSame(is[len(is)-1-tail]) {
		tail++
	}
	return head, tail
}

// isSame reports whether a paragraph has the same terms and lengths, and so most likely the same words.
func (p *Counted) isSame(q *Counted) bool {
	return p.Words == q.Words && p.bytes == q.bytes && slices.Equal(p.Terms, q.Terms)
}

// shownIn are the fragments from one to another, exclusive, of the document before an edit.
func (d *Document) shownIn(from, to int, t touched) []shown {
	list := make([]shown, 0, to-from)
	at := d.parts.SumTo(from).paragraphs
	for _, p := range d.parts.Slice(from, to) {
		end := at + p.size.paragraphs
		s := shown{part: p, first: t.moved(at, false), end: t.moved(end, false)}
		// Of several paragraphs in place of fewer, those at the end are the writer's own.
		if end > t.first && end < t.first+t.old {
			s.end = max(s.first, min(s.end, t.first+t.fresh))
		}
		s.isLost = t.loses(at, end)
		list = append(list, s)
		at = end
	}
	return list
}

// loses reports whether an edit takes a paragraph from the border of a fragment, or adds to
// it one of those around it.
func (t touched) loses(first, end int) bool {
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

// hold writes into the gaps of the text what is shown and what is held there. A heading, a
// directive and a hard limit come before a hold.
func (d *Document) hold(gaps []method.Gap, was []shown) {
	at := func(q int) *method.Gap { // the gap before a paragraph
		if i := q - 1; i >= 0 && i < len(gaps) {
			return &gaps[i]
		}
		return nil
	}
	for _, s := range was {
		if gap := at(s.first); gap != nil {
			gap.IsShown, gap.Doubt = true, s.spared.beginning
		}
		if s.isLost || d.isMostlyNew(s) {
			continue
		}
		for q := s.first + 1; q < s.end; q++ {
			if gap := at(q); gap != nil {
				gap.IsInside, gap.Doubt = true, s.spared.inside
			}
		}
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
func (d *Document) isMostlyNew(s shown) bool {
	return s.first < s.end && d.wordsTo(s.end)-d.wordsTo(s.first) > 2*s.size.words
}

// isHeld reports whether a fragment is still held as it was: its borders are there, nothing
// that comes before a hold speaks against it, and it has more than half of its words.
func (d *Document) isHeld(s shown) bool {
	if s.hold == nil || s.isLost || s.first >= s.end || s.end > d.paragraphs() {
		return false
	}
	length := d.wordsTo(s.end) - d.wordsTo(s.first)
	if changed, all := changedWords(s.hold, d.paragraphsIn(s.first, s.end)); 2*changed >= all {
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

// identify gives fresh fragments, the first of which begins with a paragraph, the identity of
// those that were shown there: to each that of the one with which it shares most words, if
// that is more than half of either. Of equals the earlier gets it.
func (d *Document) identify(fresh []*part, at int, was []shown, e editing) {
	type match struct {
		fresh, was, words int
		isWhole           bool // they have the same paragraphs, none of which has been edited
	}
	var matches []match
	bounds := make([]int, len(fresh)+1)
	bounds[0] = at
	for i, p := range fresh {
		bounds[i+1] = bounds[i] + p.size.paragraphs
	}
	for k, s := range was {
		i, _ := slices.BinarySearch(bounds[1:], s.first+1) // the first that ends after it begins
		for ; i < len(fresh) && bounds[i] < s.end; i++ {
			first, end := max(bounds[i], s.first), min(bounds[i+1], s.end)
			if first >= end {
				continue
			}
			isWhole := e.spares(first, end) && first == bounds[i] && end == bounds[i+1] && first == s.first && end == s.end && !s.isLost && !s.isReread
			words := fresh[i].size.words
			if !isWhole {
				if first > bounds[i] || end < bounds[i+1] {
					words = d.wordsTo(end) - d.wordsTo(first)
				}
				words -= e.freshWords(first, end)
			}
			if 2*words > fresh[i].size.words || 2*words > s.size.words {
				matches = append(matches, match{i, k, words, isWhole})
			}
		}
	}
	slices.SortStableFunc(matches, func(a, b match) int {
		return cmp.Or(cmp.Compare(b.words, a.words), cmp.Compare(a.was, b.was), cmp.Compare(a.fresh, b.fresh))
	})
	taken, same := make([]bool, len(was)), make([]int, len(fresh)) // one more than the index of what it was
	for _, m := range matches {
		p, s := fresh[m.fresh], was[m.was]
		if p.id != "" || taken[m.was] || s.id == "" {
			continue
		}
		taken[m.was] = true
		p.id, p.title = s.id, s.title
		if !s.isPast {
			p.sure, p.isUnsettled = s.sure, s.isUnsettled || e.touched != touched{} && !d.isRested
		}
		if m.isWhole {
			same[m.fresh] = m.was + 1
		}
	}
	for _, s := range was {
		i, begins := slices.BinarySearch(bounds[:len(fresh)], s.first)
		if !begins || s.end <= s.first {
			continue
		}
		p := fresh[i]
		p.spared = s.spared
		p.spared.isShown = !s.isPast
		p.isSeam = p.isSeam || s.isSeam && !s.isLost
		if s.end == bounds[i+1] && d.isHeld(s) {
			p.hold = s.hold
		}
	}
	for i, p := range fresh {
		q := bounds[i]
		if p.id == "" {
			p.id = d.newID(q)
		}
		paragraphs := d.paragraphsIn(q, bounds[i+1])
		if p.title == nil || p.title.isOutgrown(paragraphs, d.Language) {
			p.title = &title{document: d, first: q, of: paragraphs, language: d.Language}
		}
		if !p.isSurmise() {
			p.sure = nil
		} else if p.sure == nil {
			p.sure = d.surenessBefore(q)
		}
		if same[i] > 0 && p.isAs(was[same[i]-1].part) {
			fresh[i] = was[same[i]-1].part // with its terms and its revision
		}
	}
}

// isAs reports whether a part looks the same as another one with the same paragraphs, which is
// more than its identity.
func (p *part) isAs(q *part) bool {
	return q.revision > 0 && p.size == q.size && p.indent == q.indent && p.tail == q.tail && p.line == q.line &&
		p.suggested == q.suggested && p.pinned == q.pinned && p.given == q.given && p.title == q.title && p.sure == q.sure &&
		(p.hold == nil) == (q.hold == nil) && p.isSeam == q.isSeam && p.spared == q.spared
}

// newID is an id that no fragment of the document has had.
func (d *Document) newID(paragraph int) string {
	d.nextID++
	at := d.blockOf(paragraph)
	c := d.blocks.At(at.block)
	return idOf(d.textOf(at, c)[c.spanOf(&c.paragraphs[paragraph-at.before.paragraphs]).Start:], d.nextID)
}

// idOf is an id with a number that is given once. It begins with a mark of the first words, so
// that an id which a client has kept from another session is not taken for something else.
func idOf(text string, number int) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(text[:min(len(text), 64)]))
	return strconv.FormatUint(uint64(h.Sum32()), 36) + "-" + strconv.Itoa(number)
}

// editing is what an edit has touched, and how many words of each fresh paragraph were not there before it.
type editing struct {
	touched
	added []int
}

// freshWords is the words of the paragraphs from one to another, exclusive, that were not there before
// the edit.
func (e editing) freshWords(from, to int) int {
	words := 0
	for i := max(from, e.first); i < min(to, e.first+e.fresh); i++ {
		words += e.added[i-e.first]
	}
	return words
}

// editedFrom compares the fresh paragraphs with those that an edit has replaced. One that has come out
// as it was takes its words first, so that new ones beside it do not.
func (d *Document) editedFrom(before *Document, t touched) editing {
	was, is := before.paragraphsIn(t.first, t.first+t.old), d.paragraphsIn(t.first, t.first+t.fresh)
	e := editing{t, make([]int, len(is))}
	counts := tallies.Get().(*tally)
	defer tallies.Put(counts)
	defer counts.clear()
	left := 0
	for _, p := range was {
		left += p.Words
		counts.add(p.Terms, 1)
	}
	take := func(i int) {
		p, terms, same := is[i], 0, 0
		for _, t := range p.Terms {
			n := max(0, min(counts.of(t.Term), int(t.Count)))
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
	const few = 32 // paragraphs, so that no two long lists are compared
	isSame := make([]bool, len(is))
	for i, p := range is {
		isSame[i] = len(was) <= few && slices.ContainsFunc(was, func(q *Counted) bool {
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

// shownAfter are the fragments of a document in another one of its text after a change, which
// may have other paragraphs: each begins with the paragraph that begins where it began.
func (d *Document) shownAfter(other *Document, change markup.Change) []shown {
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
	var list []shown
	q := 0
	for _, p := range d.parts.From(0) {
		first, hasFirst := paragraphAt(place(d.Paragraph(q).Span.Start))
		q += p.size.paragraphs
		end, hasEnd := other.paragraphs(), true
		if q < d.paragraphs() {
			end, hasEnd = paragraphAt(place(d.Paragraph(q).Span.Start))
		}
		list = append(list, shown{part: p, first: first, end: max(first, end), isLost: !hasFirst || !hasEnd, isReread: isReread})
	}
	return list
}

// editedBetween is what a change of the text has touched on its way to another document.
func (d *Document) editedBetween(other *Document, change markup.Change) editing {
	old, oldEnd := d.paragraphsWithin(change.Start, change.OldEnd)
	fresh, freshEnd := other.paragraphsWithin(change.Start, change.NewEnd)
	first := min(old, fresh)
	t := touched{first: first, old: oldEnd - first, fresh: freshEnd - first}
	return other.editedFrom(d, t)
}

// paragraphsWithin are the paragraphs, from one to another, exclusive, that have bytes in a stretch of the text.
func (d *Document) paragraphsWithin(start, end int) (first, last int) {
	n := d.paragraphs()
	first = sort.Search(n, func(i int) bool { return d.Paragraph(i).Span.End > start })
	return first, max(first, sort.Search(n, func(i int) bool { return d.Paragraph(i).Span.Start >= end }))
}

// changedWords is how many words differ between paragraphs as they were and as they are, and
// how many there were.
func changedWords(was, is []*Counted) (changed, all int) {
	for len(was) > 0 && len(is) > 0 && was[0] == is[0] {
		all += was[0].Words
		was, is = was[1:], is[1:]
	}
	for len(was) > 0 && len(is) > 0 && was[len(was)-1] == is[len(is)-1] {
		all += was[len(was)-1].Words
		was, is = was[:len(was)-1], is[:len(is)-1]
	}
	counts := tallies.Get().(*tally)
	defer tallies.Put(counts)
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
			if n := min(counts.of(t.Term), int(t.Count)); n > 0 {
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

package analysis

import (
	"cmp"
	"hash/fnv"
	"slices"
	"strconv"
)

// fragmentMatch pairs a fragment of a new division with a shown one that may be the same.
type fragmentMatch struct {
	fresh, was, words int  // indices of the two, and the number of words they share
	isWhole           bool // they have the same paragraphs, none of which has been edited
}

// assignIdentities gives new fragments the identities of the fragments shown in the same place, if more than half of the words of one of
// the two are shared. at is the first paragraph of the new fragments.
func (d *Document) assignIdentities(fresh []*fragmentState, at int, was []placedFragment, e editedWords) {
	bounds := make([]int, len(fresh)+1)
	bounds[0] = at
	for i, p := range fresh {
		bounds[i+1] = bounds[i] + p.size.paragraphs
	}
	taken, same := make([]bool, len(was)), make([]*fragmentState, len(fresh)) // same[i] is the shown part with the same paragraphs
	for _, m := range d.matchFragments(fresh, bounds, was, e) {
		p, s := fresh[m.fresh], was[m.was]
		if p.id != "" || taken[m.was] || s.id == "" {
			continue
		}
		taken[m.was] = true
		p.id, p.title = s.id, s.title
		if !s.isPast {
			p.sure, p.isUnsettled = s.sure, s.isUnsettled || e.replacedParagraphs != replacedParagraphs{} && !d.isRested
		}
		if m.isWhole {
			same[m.fresh] = s.fragmentState
		}
	}
	d.copyHolds(fresh, bounds, was)
	for i, p := range fresh {
		d.completeFragment(p, bounds[i], bounds[i+1])
		if same[i] != nil && p.looksLike(same[i]) {
			fresh[i] = same[i] // it keeps its terms and its revision
		}
	}
}

// matchFragments returns the pairs of fragments of a new division and shown ones that may be the same, the likeliest first. bounds are the
// first paragraphs of the fresh fragments, and the end of the last one.
func (d *Document) matchFragments(fresh []*fragmentState, bounds []int, was []placedFragment, e editedWords) []fragmentMatch {
	var list []fragmentMatch
	for k, s := range was {
		i, _ := slices.BinarySearch(bounds[1:], s.first+1) // the first fragment that ends after s begins
		for ; i < len(fresh) && bounds[i] < s.end; i++ {
			first, end := max(bounds[i], s.first), min(bounds[i+1], s.end)
			if first >= end {
				continue
			}
			isWhole := e.leavesUntouched(first, end) && first == bounds[i] && end == bounds[i+1] && first == s.first && end == s.end && !s.isLost && !s.isReread
			words := fresh[i].size.words
			if !isWhole {
				if first > bounds[i] || end < bounds[i+1] {
					words = d.wordsBefore(end) - d.wordsBefore(first)
				}
				words -= e.freshWords(first, end)
			}
			if 2*words > fresh[i].size.words || 2*words > s.size.words {
				list = append(list, fragmentMatch{i, k, words, isWhole})
			}
		}
	}
	slices.SortStableFunc(list, func(a, b fragmentMatch) int {
		return cmp.Or(cmp.Compare(b.words, a.words), cmp.Compare(a.was, b.was), cmp.Compare(a.fresh, b.fresh))
	})
	return list
}

// copyHolds copies the disputes and seams of shown fragments to the new ones at the same start, and the holds if their ends are equal, too.
func (d *Document) copyHolds(fresh []*fragmentState, bounds []int, was []placedFragment) {
	for _, s := range was {
		i, begins := slices.BinarySearch(bounds[:len(fresh)], s.first)
		if !begins || s.end <= s.first {
			continue
		}
		p := fresh[i]
		p.dispute = s.dispute
		p.isSeam = p.isSeam || s.isSeam && !s.isLost
		if s.end == bounds[i+1] && d.canStayHeld(s) {
			p.hold = s.hold
		}
	}
}

// completeFragment sets the id, title and sureness of a fresh fragment of the paragraphs [first, end) where they are missing or outdated.
func (d *Document) completeFragment(p *fragmentState, first, end int) {
	if p.id == "" {
		p.id = d.newID(first)
	}
	paragraphs := d.paragraphsIn(first, end)
	if p.title == nil || p.title.isOutdated(paragraphs, d.Language) {
		p.title = &title{of: formerWords{paragraphs: paragraphs}, language: d.Language}
	}
	if !p.isOnlySuggested() {
		p.sure = nil
	} else if p.sure == nil {
		p.sure = new(sureness)
	}
}

// looksLike reports whether a part looks the same as another one with the same paragraphs. Parts with the same identity may look different.
func (p *fragmentState) looksLike(q *fragmentState) bool {
	return q.revision > 0 && p.size == q.size && p.indent == q.indent && p.tail == q.tail && p.line == q.line &&
		p.suggested == q.suggested && p.pinned == q.pinned && p.given == q.given && p.title == q.title && p.sure == q.sure &&
		(p.hold == nil) == (q.hold == nil) && p.isSeam == q.isSeam && p.dispute == q.dispute
}

// newID returns an id that no fragment of the document has had.
func (d *Document) newID(paragraph int) string {
	d.nextID++
	at := d.blockPlaceOf(paragraph)
	c := d.blocks.At(at.block)
	return idOf(d.textOf(at, c)[c.spanOf(&c.paragraphs[paragraph-at.before.paragraphs]).Start:], d.nextID)
}

// idOf returns an id made from a unique number. It begins with a hash of the first bytes of the text, so that an id that a client has kept
// from another session does not match another fragment.
func idOf(text string, number int) string {
	h := fnv.New32a()
	_, _ = h.Write([]byte(text[:min(len(text), 64)]))
	return strconv.FormatUint(uint64(h.Sum32()), 36) + "-" + strconv.Itoa(number)
}

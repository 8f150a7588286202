package duplicate

import (
	"cmp"
	"slices"

	"github.com/segls/segls/analysis/language"
)

// stretch holds the words [start, end) of a unit.
type stretch struct {
	unit       *unit
	start, end int
}

// copyPair holds two stretches that are copies of each other.
type copyPair struct {
	a, b  stretch
	share float32 // share of the words that both have, by weight
}

func (s *search) verifiedCopies() (list []copyPair) {
	scores := make([]float32, len(s.units)) // for each later unit, the weight of the pairs that it shares with the current one
	var suspects []int32
	before := make([]int, len(s.having)) // for each pair, the number of units seen that have it
	for i, a := range s.units {
		suspects = suspects[:0]
		for k, o := range a.shared {
			if k > 0 && a.shared[k-1].pair == o.pair {
				continue
			}
			having := s.having[o.pair]
			n := before[o.pair]
			if before[o.pair]++; len(having) > maxComparedWithAll && n >= comparedWithFirst {
				continue
			}
			for _, other := range having[n+1:] {
				if scores[other] == 0 {
					suspects = append(suspects, other)
				}
				scores[other] += s.weights[o.pair]
			}
		}
		slices.Sort(suspects)
		for _, other := range suspects {
			if scores[other] >= minPairWeight {
				if c, ok := s.compare(s.units[i], s.units[other]); ok {
					list = append(list, c)
				}
			}
			scores[other] = 0
		}
	}
	for _, u := range s.units {
		for _, other := range u.same {
			list = append(list, copyPair{u.whole(), other.whole(), 1})
		}
	}
	return list
}

func (u *unit) whole() stretch { return stretch{u, 0, len(u.words)} }

// match is a pair that two units share, with its place in each.
type match struct{ a, b occurrence }

// compare returns the stretches of two units that are copies.
func (s *search) compare(a, b *unit) (copyPair, bool) {
	c, isCopy := s.compareByPairs(a, b)
	if !isCopy {
		c, isCopy = s.compareOrderedWords(a, b)
	}
	return c, isCopy && hasContent(c.a.words()) && hasContent(c.b.words())
}

// match sets s.matches to the pairs that two units share.
func (s *search) match(a, b *unit) {
	s.matches = s.matches[:0]
	for x, y := a.shared, b.shared; len(x) > 0 && len(y) > 0; {
		switch pair := x[0].pair; {
		case pair < y[0].pair:
			x = x[1:]
		case pair > y[0].pair:
			y = y[1:]
		default:
			n := 1
			for n < len(x) && x[n].pair == pair {
				n++
			}
			for ; len(y) > 0 && y[0].pair == pair; y = y[1:] {
				for _, o := range x[:min(n, maxComparedWithAll)] {
					s.matches = append(s.matches, match{o, y[0]})
				}
			}
			x = x[n:]
		}
	}
}

// compareByPairs compares two units by the pairs that they share.
func (s *search) compareByPairs(a, b *unit) (copyPair, bool) {
	s.match(a, b)
	c := copyPair{a: a.whole(), b: b.whole()}
	var markedA, markedB []float32
	for range 3 { // until both stretches match each other
		s.markedA, s.markedB = zeroed(s.markedA, len(a.words)), zeroed(s.markedB, len(b.words))
		markedA, markedB = s.markedA, s.markedB
		for _, m := range s.matches {
			if c.a.has(m.a) && c.b.has(m.b) {
				weight := s.weights[m.a.pair]
				for _, i := range [2]int32{m.a.start, m.a.end} {
					markedA[i] = max(markedA[i], weight*a.words[i].weight())
				}
				for _, i := range [2]int32{m.b.start, m.b.end} {
					markedB[i] = max(markedB[i], weight*b.words[i].weight())
				}
			}
		}
		c.a, c.b = densest(a, markedA), densest(b, markedB)
		if c.a.end == c.a.start || c.b.end == c.b.start {
			return c, false
		}
	}
	sumA, sumB := sumWeights(markedA[c.a.start:c.a.end]), sumWeights(markedB[c.b.start:c.b.end])
	lengthA, lengthB := c.a.weight(), c.b.weight()
	c.share = (sumA + sumB) / (lengthA + lengthB)
	said := min(c.a.markedWeight(markedA), c.b.markedWeight(markedB))
	isCopy := said >= evidenceOfPart && c.share >= shareOfPart
	if c.a.isMost() || c.b.isMost() {
		shorter := min(lengthA, lengthB)
		least := shareLong + (shareShort-shareLong)*max(0, 1-(shorter-minWords)/20)
		isCopy = said >= evidence && c.share >= least
	}
	isCopy = isCopy && s.isAlike(c)
	if isCopy && c.a.isMost() && c.b.isMost() {
		return c, true
	}
	// One paragraph may have copied only a sentence, and share words around it with the other because both are about the same topic.
	q := s.quotation(a, b)
	if q.share == 0 {
		return c, isCopy
	}
	if isCopy {
		inA, inB := c.a.intersection(q.a), c.b.intersection(q.b)
		rest := lengthA + lengthB - inA.weight() - inB.weight()
		if matched := sumA + sumB - sumWeights(markedA[inA.start:inA.end]) - sumWeights(markedB[inB.start:inB.end]); matched >= shareAround*rest {
			return c, true
		}
	}
	return q, true
}

// orderedWord is any word of a unit, small words included.
type orderedWord struct {
	term   language.Term
	weight float32
}

// setOrderedWords sets u.ordered, the words of a unit in the order of the text, unless it is set.
func (s *search) setOrderedWords(u *unit) {
	if u.ordered != nil {
		return
	}
	u.in.Vocabulary.Words(u.shownText(), func(w language.Word, start, _ int) {
		weight := float32(smallWordWeight)
		if next := len(u.places); next < len(u.words) && u.words[next].start == int32(start) {
			weight = s.rarity(int(s.terms[u.words[next].term])) * u.words[next].weight()
			u.places = append(u.places, len(u.ordered))
		}
		u.ordered = append(u.ordered, orderedWord{w.Term, weight})
	})
}

// compareOrderedWords compares the words that two units have in the same order. In a copy in which every second word is replaced, few pairs
// are left, but the other words keep their order.
func (s *search) compareOrderedWords(a, b *unit) (copyPair, bool) {
	c := copyPair{a: a.whole(), b: b.whole()}
	if a.in != b.in {
		return c, false
	}
	all, _, ordered := s.commonWeights(c.a, c.b, shareInOrder, evidenceInOrder)
	c.share = ordered / all
	return c, ordered >= evidenceInOrder && c.share >= shareInOrder
}

// isAlike reports whether two stretches share enough words. Shared pairs alone occur in any two paragraphs that explain the same thing.
func (s *search) isAlike(c copyPair) bool {
	if c.a.unit.in != c.b.unit.in {
		return true // words of two languages cannot be compared
	}
	least := float32(shareInOrder)
	if !c.a.isMost() || !c.b.isMost() {
		least = shareInOrderOfPart
	}
	all, inAny, ordered := s.commonWeights(c.a, c.b, least, 0)
	least = max(least, shareInOrder+shareMissing*(plenty-ordered)) // any two sentences about the same thing have a few words in common
	return ordered >= least*all || inAny >= shareShuffled*all
}

// commonWeights returns the weight of the words of the heavier of two stretches, of the words that both have in any order, and of those in
// the same order. The last is 0 if comparing them is too slow, or cannot reach both `enough` and the given share.
func (s *search) commonWeights(x, y stretch, share, enough float32) (all, inAny, ordered float32) {
	s.setOrderedWords(x.unit)
	s.setOrderedWords(y.unit)
	a, b := x.ordered(), y.ordered()
	var ofA, ofB float32
	for _, w := range a {
		if n := int(w.term) + 1 - len(s.counts); n > 0 {
			s.counts = append(s.counts, make([][2]int32, n)...)
		}
		s.counts[w.term][0]++
		ofA += w.weight
	}
	s.onlyA, s.onlyB = s.onlyA[:0], s.onlyB[:0]
	for _, w := range b {
		ofB += w.weight
		if int(w.term) < len(s.counts) && s.counts[w.term][0] > 0 {
			if s.counts[w.term][1]++; s.counts[w.term][1] <= s.counts[w.term][0] {
				inAny += w.weight
			}
			s.onlyB = append(s.onlyB, w)
		}
	}
	for _, w := range a {
		if s.counts[w.term][1] > 0 {
			s.onlyA = append(s.onlyA, w)
		}
	}
	for _, w := range a {
		s.counts[w.term] = [2]int32{}
	}
	all, a, b = max(ofA, ofB), s.onlyA, s.onlyB // the words that occur in both stretches
	if inAny < max(share*all, enough) || len(a)*len(b) > mostCells {
		return all, inAny, 0
	}
	s.rows[0], s.rows[1] = zeroed(s.rows[0], len(b)+1), zeroed(s.rows[1], len(b)+1)
	best, before := s.rows[0], s.rows[1]
	for _, v := range a {
		best, before = before, best
		for j, w := range b {
			best[j+1] = max(best[j], before[j+1])
			if v.term == w.term {
				best[j+1] = max(best[j+1], before[j]+v.weight)
			}
		}
	}
	return all, inAny, best[len(b)]
}

// zeroed returns a slice of n zeros, in the memory of an old slice if that is large enough.
func zeroed(old []float32, n int) []float32 {
	if cap(old) < n {
		return make([]float32, n, 2*n)
	}
	clear(old[:n])
	return old[:n]
}

// quotation returns the longest stretch that two units have word for word, judging by their shared
// pairs; its share is 0 if it is too short to be a copy.
func (s *search) quotation(a, b *unit) (q copyPair) {
	inRow := slices.DeleteFunc(s.matches, func(m match) bool { return m.a.end-m.a.start != 1 || m.b.end-m.b.start != 1 })
	if len(inRow)+1 < minWords {
		return q
	}
	apart := func(m match) int32 { return m.b.start - m.a.start }
	slices.SortFunc(inRow, func(m, n match) int {
		return cmp.Or(cmp.Compare(apart(m), apart(n)), cmp.Compare(m.a.start, n.a.start))
	})
	var longest []match
	for i := 0; i < len(inRow); {
		j := i + 1
		for j < len(inRow) && apart(inRow[j]) == apart(inRow[i]) && inRow[j].a.start == inRow[j-1].a.end {
			j++
		}
		if n := j - i - len(longest); n > 0 || n == 0 && inRow[i].b.start < longest[0].b.start {
			longest = inRow[i:j]
		}
		i = j
	}
	first, last := longest[0], longest[len(longest)-1]
	q.a, q.b = stretch{a, int(first.a.start), int(last.a.end) + 1}, stretch{b, int(first.b.start), int(last.b.end) + 1}
	var said, before float32
	for i, w := range q.a.words() {
		next := float32(0)
		if i < len(longest) {
			next = s.weights[longest[i].a.pair]
		}
		said += max(before, next) * w.weight()
		before = next
	}
	if len(longest)+1 < minWords {
		return q
	}
	if said < verbatimPart && a.in == b.in { // a phrase common to many units may have the same small words, too
		all, _, ordered := s.commonWeights(q.a, q.b, shareVerbatim, 0)
		if ordered >= shareVerbatim*all {
			said += smallWordWeight * float32(len(q.a.ordered())-len(q.a.words()))
		}
	}
	if said >= verbatimPart {
		q.share = 1
	}
	return q
}

// intersection returns the words that are in two stretches of a unit.
func (s stretch) intersection(t stretch) stretch {
	start := max(s.start, t.start)
	return stretch{s.unit, start, max(start, min(s.end, t.end))}
}

// ordered returns the ordered words of a stretch.
func (s stretch) ordered() []orderedWord {
	if s.isWhole() {
		return s.unit.ordered
	}
	return s.unit.ordered[s.unit.places[s.start] : s.unit.places[s.end-1]+1]
}

func (s stretch) words() []word { return s.unit.words[s.start:s.end] }

func (s stretch) has(o occurrence) bool { return s.start <= int(o.start) && int(o.end) < s.end }

func sumWeights(list []float32) (n float32) {
	for _, x := range list {
		n += x
	}
	return n
}

func (s stretch) weight() (n float32) {
	for _, w := range s.unit.words[s.start:s.end] {
		n += w.weight()
	}
	return n
}

// markedWeight returns the weight of the marked words of a stretch, minus a penalty for the others.
func (s stretch) markedWeight(marked []float32) (n float32) {
	for i := s.start; i < s.end; i++ {
		if marked[i] == 0 {
			n -= unmatched * s.unit.words[i].weight()
		}
		n += marked[i]
	}
	return n
}

// densest returns the stretch of a unit with the greatest markedWeight.
func densest(u *unit, marked []float32) stretch {
	best := stretch{unit: u}
	top, now := float32(0), float32(0)
	start := 0
	for i := range marked {
		if now <= 0 {
			now, start = 0, i
		}
		if now += (stretch{u, i, i + 1}).markedWeight(marked); now > top {
			top, best = now, stretch{u, start, i + 1}
		}
	}
	return best
}

// isWhole reports whether a stretch is nearly all of its paragraph.
func (s stretch) isWhole() bool { return 10*(s.end-s.start) >= 9*len(s.unit.words) }

// isMost reports whether a stretch is most of its paragraph.
func (s stretch) isMost() bool { return 10*(s.end-s.start) >= 7*len(s.unit.words) }

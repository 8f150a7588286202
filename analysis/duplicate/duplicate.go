package duplicate

import (
	"cmp"
	"hash/fnv"
	"math"
	"slices"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/link"
	"github.com/segls/segls/analysis/markup"
)

// Text is a text as the search needs it. It does not keep the document that it was read from.
type Text struct {
	Path string

	format markup.Format
	prose  []prose
}

// prose is a paragraph.
type prose struct {
	span  markup.Span
	line  int     // where it begins, counted from 0
	ends  []int32 // of its lines
	words []word  // that say something
	in    *language.Language
	mask  string       // its text, from the start of the span on; the ends of lines are spaces
	runs  []markup.Run // of the mask
}

// word is one that says something.
type word struct {
	term       uint32
	start, end int32 // from the start of the paragraph
	isMarkup   bool  // or code, a formula, an address
	isLink     bool  // or a part of one
}

// weight is how much a word counts.
func (w word) weight() float32 {
	if w.isMarkup {
		return ofMarkup
	}
	return 1
}

// Read is a document as the search needs it.
func Read(path string, d *analysis.Document) *Text {
	t := &Text{Path: path, format: d.Format}
	of := fnv.New32a()
	of.Write([]byte(d.Language.Code)) // never fails
	salt := of.Sum32()
	text, blocks := d.Text.String(), d.Blocks()
	var mask, shown, plain []byte
	for _, p := range d.Paragraphs() {
		b := blocks[p.Block]
		if p.Child >= 0 {
			b = b.Children[p.Child]
		}
		mask, shown, plain = markup.PlainText.Shown(mask[:0], text, b), d.Format.Shown(shown[:0], text, b), d.Format.Mask(plain[:0], text, b)
		u := prose{span: b.Span, in: p.Language(), line: d.Text.LineAt(b.Span.Start)}
		links := link.WithWords(d.Format, mask)
		u.in.Vocabulary.Words(shown, func(w language.Word, start, end int) {
			for len(links) > 0 && links[0][1] <= start {
				links = links[1:]
			}
			if w.Class == language.Content {
				isLink := len(links) > 0 && links[0][0] <= start
				u.words = append(u.words, word{uint32(w.Term)*0x9e3779b1 ^ salt, int32(start), int32(end), plain[start] == ' ', isLink})
			}
		})
		if len(u.words) >= fewest && isSaid(u.words) {
			u.words, u.mask = slices.Clip(u.words), string(mask)
			for _, run := range b.Runs {
				u.runs = append(u.runs, markup.Run{run.Extent().Shift(-b.Span.Start)})
			}
			for i, c := range []byte(text[b.Span.Start:b.Span.End]) {
				if c == '\n' {
					u.ends = append(u.ends, int32(i))
				}
			}
			t.prose = append(t.prose, u)
		}
	}
	return t
}

// isSaid reports whether words say something beside what they lead to: a list of links is in every work.
func isSaid(words []word) bool {
	n := 0
	for _, w := range words {
		if !w.isLink {
			n++
		}
	}
	return n >= fewestSaid && n*shareSaid >= len(words)
}

// Place is a stretch of a text.
type Place struct {
	Path string
	Span markup.Span
	Line int    // where it begins, counted from 0
	Said string // what stands there, on one line and without the marks of a list or a quote
	Seen string // the same as a reader sees it: without markup
}

// Finding is something that is said twice.
type Finding struct {
	A, B Place // A comes first

	// Similarity is the share of words that both have, from 0 to 1.
	Similarity float64

	// OnlyA and OnlyB are the words that only the one has, in their order.
	OnlyA, OnlyB []string

	// Also are the other places where it stands, if there are many.
	Also []Place
}

// Words is how many words differ: as many as somebody would have to change.
func (f Finding) Words() int { return max(len(f.OnlyA), len(f.OnlyB)) }

// Figures of the search, chosen on planted copies (docs/research/related.md).
const (
	fewest     = 6 // words that say something, of a paragraph and of a copy
	fewestSaid = 3 // of these, outside of links
	shareSaid  = 4 // one in so many
	reach      = 3 // how many words further on the second of a pair is at most
	farBits    = 2 // that hold it

	suspicious = 2.2 // what the pairs that two paragraphs share come to, for a look at them
	ofMarkup   = .35 // what a word of markup, of code or of a formula counts, where one of prose is 1
	unmatched  = .3  // what a word costs a stretch that is in no pair, where one that is gives up to 1

	// What the words of a copy come to at least, and the share of them that is in pairs: of the
	// longest, of the shortest, and of one that is a part of both paragraphs and not the same word for word.
	evidence, verbatimPart, evidenceOfPart = 5, 6, 7
	shareLong, shareShort, shareOfPart     = .40, .62, .72
	shareAround                            = .45 // around a quotation; else it alone is the copy
	shareVerbatim                          = .9  // of a quotation with its small words, for these to count

	// What the words come to that two paragraphs have in the same order, the share of all their words that these are, or of those of
	// a part, the share that is enough in whatever order, and what a word counts that says nothing by itself.
	evidenceInOrder, shareInOrder     = 6, .42
	shareInOrderOfPart, shareShuffled = .65, .85
	ofSmall                           = .2
	plenty, shareMissing              = 9, .06  // if they come to less than plenty, the share has to be so much higher for each one that is missing
	mostCells                         = 1 << 20 // words of the one times words of the other; longer paragraphs are not compared so

	usual   = 1000 // paragraphs: what is rare among fewer is not known
	crowd   = 24   // paragraphs that have a pair are all compared if they are no more than these
	leaders = 4    // else with the first few
	many    = 3    // in more places than these, it is one finding
)

// pairOf stands for two words, one after the other.
func pairOf(a, b uint32) uint64 {
	h := uint64(a)<<32 | uint64(b)
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9 // SplitMix64
	h = (h ^ h>>27) * 0x94d049bb133111eb
	return h ^ h>>31
}

// pairs calls yield with the pairs of a paragraph, and the places of their words.
func (p *prose) pairs(yield func(pair uint64, i, j int)) {
	for i := range p.words {
		for j := i + 1; j <= i+reach && j < len(p.words); j++ {
			yield(pairOf(p.words[i].term, p.words[j].term), i, j)
		}
	}
}

// unit is a paragraph with its text. Paragraphs that have the same words are one unit.
type unit struct {
	*prose
	text   *Text
	order  int
	same   []*unit
	shared []occurrence // in the order of their pairs

	ordered []orderedWord // all words, once they have been asked for
	places  []int         // of the words that say something among them
}

// occurrence is two words of a unit that are a pair which other units have too.
type occurrence struct {
	pair       int32 // its number
	start, end int32 // which words they are
}

// Find is what is said twice in some texts, in their order.
func Find(texts []*Text) []Finding {
	s := &search{}
	s.take(texts)
	s.sortPairs()
	return s.tell(s.verified())
}

// search is a search for copies.
type search struct {
	units   []*unit          // of different words, in their order
	having  [][]int32        // the units that have each of the shared pairs
	weights []float32        // what each of them says
	terms   map[uint32]int32 // in how many units each word is
	scale   float64          // the logarithm of the number of units

	// What a comparison uses and the next one uses again.
	matches          []match
	markedA, markedB []float32
	counts           [][2]int32 // of each term in both stretches
	onlyA, onlyB     []orderedWord
	rows             [2][]float32
}

func (s *search) take(texts []*Text) {
	known := make(map[uint64]*unit)
	order := 0
	for _, t := range texts {
		for i := range t.prose {
			u := &unit{prose: &t.prose[i], text: t, order: order}
			order++
			h := uint64(len(u.words))
			for _, w := range u.words {
				h = pairOf(uint32(h>>32)^w.term, uint32(h))
			}
			if first := known[h]; first != nil {
				first.same = append(first.same, u)
				continue
			}
			known[h] = u
			s.units = append(s.units, u)
		}
	}
	s.scale = math.Log(float64(max(usual, len(s.units))))
	s.terms = make(map[uint32]int32)
	seen := make(map[uint32]int)
	for i, u := range s.units {
		for _, w := range u.words {
			if seen[w.term] != i+1 {
				seen[w.term] = i + 1
				s.terms[w.term]++
			}
		}
	}
}

// sortPairs finds the pairs that several units share.
func (s *search) sortPairs() {
	type entry struct {
		pair  uint64
		unit  int32
		start uint32 // the first of its words and, in the last bits, how far on the second one is
	}
	var entries []entry
	for i, u := range s.units {
		u.pairs(func(pair uint64, start, end int) {
			entries = append(entries, entry{pair, int32(i), uint32(start<<farBits | (end - start))})
		})
	}
	slices.SortFunc(entries, func(a, b entry) int {
		if a.pair != b.pair {
			return cmp.Compare(a.pair, b.pair)
		}
		return cmp.Compare(uint64(a.unit)<<32|uint64(a.start), uint64(b.unit)<<32|uint64(b.start))
	})
	for i := 0; i < len(entries); {
		j := i + 1
		for j < len(entries) && entries[j].pair == entries[i].pair {
			j++
		}
		if run := entries[i:j]; run[0].unit != run[len(run)-1].unit {
			var having []int32
			for _, e := range run {
				if len(having) == 0 || having[len(having)-1] != e.unit {
					having = append(having, e.unit)
				}
				u, start := s.units[e.unit], int32(e.start>>farBits)
				u.shared = append(u.shared, occurrence{int32(len(s.having)), start, start + int32(e.start&(1<<farBits-1))})
			}
			s.having, s.weights = append(s.having, having), append(s.weights, s.rarity(len(having)))
		}
		i = j
	}
}

// rarity is how much a pair says that so many units have: from 0 if all do to nearly 1.
func (s *search) rarity(have int) float32 {
	return float32(1 - math.Log(float64(have))/s.scale)
}

// shown is the text as a reader sees it: code and formulas are in a manual half of what a sentence says, but not where links
// lead or what an index has.
func (u *unit) shown() []byte {
	return u.text.format.Shown(nil, u.mask, markup.Block{Span: markup.Span{End: len(u.mask)}, Runs: u.runs})
}

// stretch is some of the words of a unit, the end exclusive.
type stretch struct {
	unit       *unit
	start, end int
}

// copied are two stretches of which one is a copy of the other.
type copied struct {
	a, b  stretch
	share float32 // of words that are in pairs
}

func (s *search) verified() (list []copied) {
	scores := make([]float32, len(s.units)) // what the pairs come to that a unit shares with each one after it
	var suspects []int32
	before := make([]int, len(s.having)) // how many units have had a pair
	for i, a := range s.units {
		suspects = suspects[:0]
		for k, o := range a.shared {
			if k > 0 && a.shared[k-1].pair == o.pair {
				continue
			}
			having := s.having[o.pair]
			n := before[o.pair]
			if before[o.pair]++; len(having) > crowd && n >= leaders {
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
			if scores[other] >= suspicious {
				if c, ok := s.compare(s.units[i], s.units[other]); ok {
					list = append(list, c)
				}
			}
			scores[other] = 0
		}
	}
	for _, u := range s.units {
		for _, other := range u.same {
			list = append(list, copied{u.whole(), other.whole(), 1})
		}
	}
	return list
}

func (u *unit) whole() stretch { return stretch{u, 0, len(u.words)} }

// match is where two units have the same pair.
type match struct{ a, b occurrence }

// compare finds what one unit has from the other.
func (s *search) compare(a, b *unit) (copied, bool) {
	c, isCopy := s.paired(a, b)
	if !isCopy {
		c, isCopy = s.inOrder(a, b)
	}
	return c, isCopy && isSaid(c.a.words()) && isSaid(c.b.words())
}

// match finds the pairs that two units share.
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
				for _, o := range x[:min(n, crowd)] {
					s.matches = append(s.matches, match{o, y[0]})
				}
			}
			x = x[n:]
		}
	}
}

// paired finds it by the pairs that they share.
func (s *search) paired(a, b *unit) (copied, bool) {
	s.match(a, b)
	c := copied{a: a.whole(), b: b.whole()}
	var markedA, markedB []float32
	for range 3 { // until both stretches match each other
		s.markedA, s.markedB = blank(s.markedA, len(a.words)), blank(s.markedB, len(b.words))
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
	sumA, sumB := sum(markedA[c.a.start:c.a.end]), sum(markedB[c.b.start:c.b.end])
	lengthA, lengthB := c.a.weight(), c.b.weight()
	c.share = (sumA + sumB) / (lengthA + lengthB)
	said := min(c.a.worth(markedA), c.b.worth(markedB))
	isCopy := said >= evidenceOfPart && c.share >= shareOfPart
	if c.a.isMost() || c.b.isMost() {
		shorter := min(lengthA, lengthB)
		least := shareLong + (shareShort-shareLong)*max(0, 1-(shorter-fewest)/20)
		isCopy = said >= evidence && c.share >= least
	}
	isCopy = isCopy && s.isAlike(c)
	if isCopy && c.a.isMost() && c.b.isMost() {
		return c, true
	}
	// Two paragraphs about the same share words around a sentence that one has from the other.
	q := s.quotation(a, b)
	if q.share == 0 {
		return c, isCopy
	}
	if isCopy {
		inA, inB := c.a.both(q.a), c.b.both(q.b)
		rest := lengthA + lengthB - inA.weight() - inB.weight()
		if matched := sumA + sumB - sum(markedA[inA.start:inA.end]) - sum(markedB[inB.start:inB.end]); matched >= shareAround*rest {
			return c, true
		}
	}
	return q, true
}

// orderedWord is a word of a unit, with those that say nothing by themselves.
type orderedWord struct {
	term   language.Term
	weight float32
}

// order makes the ordered words of a unit.
func (s *search) order(u *unit) {
	if u.ordered != nil {
		return
	}
	u.in.Vocabulary.Words(u.shown(), func(w language.Word, start, _ int) {
		weight := float32(ofSmall)
		if next := len(u.places); next < len(u.words) && u.words[next].start == int32(start) {
			weight = s.rarity(int(s.terms[u.words[next].term])) * u.words[next].weight()
			u.places = append(u.places, len(u.ordered))
		}
		u.ordered = append(u.ordered, orderedWord{w.Term, weight})
	})
}

// inOrder compares the words that two units have in the same order: of a copy in which every second word
// is another one few stand near each other, but what is left is in its order, down to the small words.
func (s *search) inOrder(a, b *unit) (copied, bool) {
	c := copied{a: a.whole(), b: b.whole()}
	if a.in != b.in {
		return c, false
	}
	all, _, ordered := s.common(c.a, c.b, shareInOrder, evidenceInOrder)
	c.share = ordered / all
	return c, ordered >= evidenceInOrder && c.share >= shareInOrder
}

// isAlike reports whether two stretches say the same: with their words in the same order, or with nearly all of them in whatever
// order. Pairs alone are found between any two paragraphs that explain the same thing.
func (s *search) isAlike(c copied) bool {
	if c.a.unit.in != c.b.unit.in {
		return true // the words of two languages cannot be compared
	}
	least := float32(shareInOrder)
	if !c.a.isMost() || !c.b.isMost() {
		least = shareInOrderOfPart
	}
	all, inAny, ordered := s.common(c.a, c.b, least, 0)
	least = max(least, shareInOrder+shareMissing*(plenty-ordered)) // a few words are the same in any two sentences about one thing
	return ordered >= least*all || inAny >= shareShuffled*all
}

// common is what the words of the longer of two stretches come to, what those that both have do, in whatever order, and those that
// both have in the same order; the last is 0 if it cannot be as much as a share of the first, or as something that is enough.
func (s *search) common(x, y stretch, share, enough float32) (all, inAny, ordered float32) {
	s.order(x.unit)
	s.order(y.unit)
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
	all, a, b = max(ofA, ofB), s.onlyA, s.onlyB // no other words are in the same order in both
	if inAny < max(share*all, enough) || len(a)*len(b) > mostCells {
		return all, inAny, 0
	}
	s.rows[0], s.rows[1] = blank(s.rows[0], len(b)+1), blank(s.rows[1], len(b)+1)
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

// blank is a list of so many zeros, in the place of an old one if that is long enough.
func blank(old []float32, n int) []float32 {
	if cap(old) < n {
		return make([]float32, n, 2*n)
	}
	clear(old[:n])
	return old[:n]
}

// quotation is the longest stretch that stands in two units word for word, by the pairs that they share; without a share if it
// says too little to be a copy.
func (s *search) quotation(a, b *unit) (q copied) {
	inRow := slices.DeleteFunc(s.matches, func(m match) bool { return m.a.end-m.a.start != 1 || m.b.end-m.b.start != 1 })
	if len(inRow)+1 < fewest {
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
	if len(longest)+1 < fewest {
		return q
	}
	if said < verbatimPart && a.in == b.in { // what is a phrase by its pairs may have the same small words too
		all, _, ordered := s.common(q.a, q.b, shareVerbatim, 0)
		if ordered >= shareVerbatim*all {
			said += ofSmall * float32(len(q.a.ordered())-len(q.a.words()))
		}
	}
	if said >= verbatimPart {
		q.share = 1
	}
	return q
}

// both is what two stretches of a unit have in common.
func (s stretch) both(t stretch) stretch {
	start := max(s.start, t.start)
	return stretch{s.unit, start, max(start, min(s.end, t.end))}
}

// ordered are the ordered words of a stretch.
func (s stretch) ordered() []orderedWord {
	if s.isWhole() {
		return s.unit.ordered
	}
	return s.unit.ordered[s.unit.places[s.start] : s.unit.places[s.end-1]+1]
}

func (s stretch) words() []word { return s.unit.words[s.start:s.end] }

func (s stretch) has(o occurrence) bool { return s.start <= int(o.start) && int(o.end) < s.end }

func sum(list []float32) (n float32) {
	for _, x := range list {
		n += x
	}
	return n
}

// weight is how much the words of a stretch count.
func (s stretch) weight() (n float32) {
	for _, w := range s.unit.words[s.start:s.end] {
		n += w.weight()
	}
	return n
}

// worth is what the words of a stretch come to, of which some of the unit's are marked: those in pairs, less
// something for the others.
func (s stretch) worth(marked []float32) (n float32) {
	for i := s.start; i < s.end; i++ {
		if marked[i] == 0 {
			n -= unmatched * s.unit.words[i].weight()
		}
		n += marked[i]
	}
	return n
}

// densest is the stretch of a unit that is worth most.
func densest(u *unit, marked []float32) stretch {
	best := stretch{unit: u}
	top, now := float32(0), float32(0)
	start := 0
	for i := range marked {
		if now <= 0 {
			now, start = 0, i
		}
		if now += (stretch{u, i, i + 1}).worth(marked); now > top {
			top, best = now, stretch{u, start, i + 1}
		}
	}
	return best
}

// isWhole reports whether a stretch is nearly all of its paragraph.
func (s stretch) isWhole() bool { return 10*(s.end-s.start) >= 9*len(s.unit.words) }

// isMost reports whether it is most of it.
func (s stretch) isMost() bool { return 10*(s.end-s.start) >= 7*len(s.unit.words) }

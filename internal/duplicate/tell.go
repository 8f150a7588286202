package duplicate

import (
	"bytes"
	"cmp"
	"slices"
	"sort"
	"strings"
	"unicode"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

// group holds the places of one passage, in their order.
type group struct {
	places []stretch
	copies []copyPair
}

// findings returns the findings for copies: one for each place except the first, or one for all if there are many.
func (s *search) findings(list []copyPair) []Finding {
	var findings []Finding
	for _, g := range groupCopies(list) {
		if len(g.places) <= maxPlaces {
			for _, c := range g.copies {
				findings = append(findings, c.finding())
			}
			continue
		}
		first := g.copies[0]
		for _, c := range g.copies {
			if c.a.order() < first.a.order() {
				first = c
			}
		}
		f := first.finding()
		for _, p := range g.places {
			if !p.mostlyOverlaps(first.a) && !p.mostlyOverlaps(first.b) {
				f.Also = append(f.Also, p.place())
			}
		}
		findings = append(findings, f)
	}
	return findings
}

func (s stretch) order() int { return s.unit.order }

// mostlyOverlaps reports whether two stretches are mostly the same.
func (s stretch) mostlyOverlaps(t stretch) bool {
	both := min(s.end, t.end) - max(s.start, t.start)
	return s.unit == t.unit && 2*both >= max(s.end-s.start, t.end-t.start)
}

// groupCopies groups copies whose places overlap, and keeps just enough of them to connect the places, preferring the most alike.
func groupCopies(list []copyPair) []*group {
	slices.SortStableFunc(list, func(a, b copyPair) int { return cmp.Compare(b.share, a.share) })
	places := make(map[*unit][]int) // indexes in all
	var all []stretch
	var parents []int
	root := func(i int) int {
		for parents[i] != i {
			parents[i] = parents[parents[i]]
			i = parents[i]
		}
		return i
	}
	place := func(s stretch) int {
		for _, i := range places[s.unit] {
			if all[i].mostlyOverlaps(s) {
				return i
			}
		}
		all, parents = append(all, s), append(parents, len(all))
		places[s.unit] = append(places[s.unit], len(all)-1)
		return len(all) - 1
	}
	var joining []copyPair
	var of []int
	for _, c := range list {
		a, b := place(c.a), place(c.b)
		if root(a) == root(b) {
			continue
		}
		parents[root(a)] = root(b)
		joining, of = append(joining, c), append(of, a)
	}
	byRoot := make(map[int]*group)
	var found []*group
	for i, c := range joining {
		g := byRoot[root(of[i])]
		if g == nil {
			g = new(group)
			byRoot[root(of[i])] = g
			found = append(found, g)
		}
		g.copies = append(g.copies, c.firstPlaceFirst())
	}
	for i, s := range all {
		if g := byRoot[root(i)]; g != nil {
			g.places = append(g.places, s)
		}
	}
	for _, g := range found {
		inOrder := func(a, b stretch) int {
			return cmp.Or(cmp.Compare(a.order(), b.order()), cmp.Compare(a.start, b.start))
		}
		slices.SortFunc(g.places, inOrder)
		slices.SortStableFunc(g.copies, func(a, b copyPair) int { return cmp.Or(inOrder(a.a, b.a), inOrder(a.b, b.b)) })
	}
	slices.SortStableFunc(found, func(g, h *group) int { return cmp.Compare(g.places[0].order(), h.places[0].order()) })
	return found
}

// firstPlaceFirst returns a copy with its places in the order of the texts.
func (c copyPair) firstPlaceFirst() copyPair {
	if c.b.order() < c.a.order() {
		c.a, c.b = c.b, c.a
	}
	return c
}

// paragraphWords holds all words of a paragraph, including small ones.
type paragraphWords struct {
	unit *unit
	list []wordSpan
}

type wordSpan struct {
	term       language.Term
	start, end int
}

func (u *unit) allWords() paragraphWords {
	w := paragraphWords{unit: u}
	u.in.Vocabulary.Words(u.shownText(), func(x language.Word, start, end int) {
		w.list = append(w.list, wordSpan{x.Term, start, end})
	})
	return w
}

// wordsInStretch returns the indexes [from, to) of the words in a stretch.
func (w paragraphWords) wordsInStretch(s stretch) (from, to int) {
	return w.wordsInSpan(int(s.unit.words[s.start].start), int(s.unit.words[s.end-1].end))
}

// finding returns the finding for two stretches, extended by the words around them that are the same in both.
func (c copyPair) finding() Finding {
	a, b := c.a.unit.allWords(), c.b.unit.allWords()
	fromA, toA := a.wordsInStretch(c.a)
	fromB, toB := b.wordsInStretch(c.b)
	for fromA > 0 && fromB > 0 && a.list[fromA-1].term == b.list[fromB-1].term {
		fromA, fromB = fromA-1, fromB-1
	}
	for toA < len(a.list) && toB < len(b.list) && a.list[toA].term == b.list[toB].term {
		toA, toB = toA+1, toB+1
	}
	if c.a.isWhole() {
		fromA, toA = 0, len(a.list)
	}
	if c.b.isWhole() {
		fromB, toB = 0, len(b.list)
	}
	f := Finding{A: a.place(fromA, toA), B: b.place(fromB, toB)}
	f.compare()
	return f
}

// place returns the place of the words [from, to), extended to whole links, formulas and code.
func (w paragraphWords) place(from, to int) Occurrence {
	u := w.unit
	start, end := w.bounds(from, to)
	p := Occurrence{Path: u.text.Path, Span: markup.Span{Start: start, End: end}.Shift(u.span.Start), Said: strings.Join(strings.Fields(u.mask[start:end]), " "), mask: u.mask}
	from, to = w.wordsInSpan(start, end)
	p.words = w.list[from:to]
	line, _ := slices.BinarySearch(u.ends, int32(start))
	p.Line = u.line + line
	var seen []string
	for _, run := range u.runs {
		s := run.Extent()
		if s.Start, s.End = max(s.Start, start), min(s.End, end); s.Start < s.End {
			seen = append(seen, u.text.format.ReadRun(u.mask, markup.Run{s}))
		}
	}
	before, after := u.ellipses(start, end)
	p.Seen = before + strings.Join(seen, " ") + after
	return p
}

// ellipses returns “…” for each end of a place beyond which its sentence has more words; "" otherwise.
func (u *unit) ellipses(start, end int) (before, after string) {
	shown := u.shownText()
	hasWords := func(from, to int) bool {
		return from < to && bytes.ContainsFunc(shown[from:to], func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	}
	for from, to := range u.in.Sentences(shown) {
		if start < to && hasWords(from, start) {
			before = "…"
		}
		if from < end && hasWords(end, to) {
			after = "…"
		}
	}
	return before, after
}

// bounds returns where a place begins and ends in the mask.
func (w paragraphWords) bounds(from, to int) (start, end int) {
	mask := w.unit.mask
	first, last := len(mask)-len(strings.TrimLeft(mask, " ")), len(strings.TrimRight(mask, " "))
	if start, end = first, last; from > 0 {
		start = w.list[from].start
	}
	if to < len(w.list) {
		end = w.list[to-1].end
	}
	for start > first && !w.unit.mayBoundAt(start) {
		start = 1 + strings.LastIndexByte(strings.TrimRight(mask[:start], " "), ' ')
	}
	for end < last && !w.unit.mayBoundAt(end) {
		next := end + len(mask[end:]) - len(strings.TrimLeft(mask[end:], " "))
		if n := strings.IndexByte(mask[next:], ' '); n < 0 {
			end = last
		} else {
			end = next + n
		}
	}
	return start, end
}

// mayBoundAt reports whether a place can begin or end at an offset: not in a compound, a link, a formula or code.
func (u *unit) mayBoundAt(offset int) bool {
	for _, run := range u.runs {
		if s := run.Extent(); s.Start < offset && offset < s.End {
			before, after := u.mask[s.Start:offset], u.mask[offset:s.End]
			i := strings.IndexAny(after, "[]")
			isInBrackets := i >= 0 && after[i] == ']' && strings.LastIndexByte(before, '[') > strings.LastIndexByte(before, ']')
			return !isInBrackets && !joinsCompound(u.mask, offset-1) && !joinsCompound(u.mask, offset) && u.text.format.Notation().CutsOfRun(u.mask, run)(offset)
		}
	}
	return true
}

// joinsCompound reports whether a character connects its neighbours, as in a compound.
func joinsCompound(s string, at int) bool {
	isLetter := func(c byte) bool { return c >= 0x80 || unicode.IsLetter(rune(c)) || unicode.IsDigit(rune(c)) }
	return at > 0 && at+1 < len(s) && strings.IndexByte("-_/.@#", s[at]) >= 0 && isLetter(s[at-1]) && isLetter(s[at+1])
}

// wordsInSpan returns the indexes [from, to) of the words in a span of the mask.
func (w paragraphWords) wordsInSpan(start, end int) (from, to int) {
	from = sort.Search(len(w.list), func(i int) bool { return w.list[i].start >= start })
	to = sort.Search(len(w.list), func(i int) bool { return w.list[i].end > end })
	return from, to
}

func (s stretch) place() Occurrence {
	w := s.unit.allWords()
	if s.isWhole() {
		return w.place(0, len(w.list))
	}
	return w.place(w.wordsInStretch(s))
}

// wordsNotIn returns the words that another place does not have, or has fewer times.
func (p Occurrence) wordsNotIn(other Occurrence) (only []string) {
	counts := make(map[language.Term]int)
	for _, o := range other.words {
		counts[o.term]++
	}
	for _, x := range p.words {
		if counts[x.term]--; counts[x.term] < 0 {
			only = append(only, strings.ToValidUTF8(p.mask[x.start:x.end], ""))
		}
	}
	return only
}

package difference

import (
	"cmp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// newHeadings tells of headings that have been put over a text that was there: they divide what
// was one, or give a title to what had none.
func (c *comparison) newHeadings() {
	for k, y := range c.new.sections {
		if len(c.from[y.heading]) > 0 || c.isToldNew[y.heading] || !c.mostlyLinked(c.new, c.from, k) {
			continue
		}
		own := extent{y.heading, y.own}
		first := c.nearNew.textAfter[y.heading]
		if first < 0 {
			continue
		}
		c.isToldNew[y.heading] = true
		i := c.from[first][0]
		if before := c.nearOld.textBefore[i]; before >= 0 && c.isOneFragment(before, i) {
			if j := c.to[before][len(c.to[before])-1]; j < y.heading && c.new.units[j].file == y.file {
				c.add(c.fragmentSplit(i, own))
				continue
			}
		}
		x := c.divides(Retitled, OfFragment, c.fragmentOf(i), own)
		x.To[0].Title, x.To[0].IsOpening = y.title, false
		c.add(x)
	}
}

// mostlyLinked reports whether at least half of a section's own text is in the other work.
func (c *comparison) mostlyLinked(s *side, links [][]int, k int) bool {
	all, is := 0, 0
	for u := s.sections[k].heading + 1; u < s.sections[k].own; u++ {
		all += len(s.units[u].words)
		if len(links[u]) > 0 {
			is += len(s.units[u].words)
		}
	}
	return is > 0 && 2*is >= all
}

// isOneFragment reports whether two old units were in one fragment.
func (c *comparison) isOneFragment(a, b int) bool {
	u, v := &c.old.units[a], &c.old.units[b]
	return u.file == v.file && u.fragment >= 0 && u.fragment == v.fragment
}

// fragmentOf is the units of the fragment that an old unit is in.
func (c *comparison) fragmentOf(i int) extent {
	e := extent{i, i + 1}
	for e.Start > 0 && c.isOneFragment(e.Start-1, i) {
		e.Start--
	}
	for e.End < len(c.old.units) && c.isOneFragment(e.End, i) {
		e.End++
	}
	return e
}

// image is the stretch of one new file in which the units of an old extent stand, the most of
// them that stand together with a unit.
func (c *comparison) image(old extent, near int) extent {
	e := extent{near, near + 1}
	for i := old.Start; i < old.End; i++ {
		for _, j := range c.to[i] {
			if c.new.units[j].file == c.new.units[near].file && abs(j-near) <= 2*(old.End-old.Start)+4 {
				e = extent{min(e.Start, j), max(e.End, j+1)}
			}
		}
	}
	return e
}

// fragmentSplit is the split of the fragment of an old unit; its second part begins where an
// extent of new units does.
func (c *comparison) fragmentSplit(i int, second extent) Change {
	old := c.fragmentOf(i)
	all := c.image(old, second.Start)
	x := c.divides(Split, OfFragment, old, all)
	x.Count = 1
	x.To = nil
	if all.Start < second.Start {
		x.To = append(x.To, c.place(c.new, extent{all.Start, second.Start}, OfFragment))
	}
	x.To = append(x.To, c.place(c.new, extent{second.Start, max(second.Start+1, min(all.End, max(second.End, second.Start+1)))}, OfFragment))
	return x
}

// oldHeadings tells of headings that have been taken away from a text that is still there: it
// belongs to what stood before it.
func (c *comparison) oldHeadings() {
	for k, x := range c.old.sections {
		if len(c.to[x.heading]) > 0 || c.isToldOld[x.heading] || !c.mostlyLinked(c.old, c.to, k) {
			continue
		}
		first, last := c.nearOld.textAfter[x.heading], c.nearOld.textBefore[x.heading]
		if first < 0 || last < 0 {
			continue
		}
		i, j := c.to[last][len(c.to[last])-1], c.to[first][0]
		if c.new.units[i].file != c.new.units[j].file || c.hasHeading(i, j) {
			continue
		}
		c.isToldOld[x.heading] = true
		start := last
		if s := c.old.units[last].section; s >= 0 {
			start = c.old.sections[s].heading
		}
		old, new := extent{start, x.own}, c.image(extent{x.heading, x.own}, j)
		if h := linked(c.to, start); h >= 0 && h < new.Start && c.new.units[h].file == c.new.units[new.Start].file {
			new.Start = h
		} else {
			new.Start = min(i, new.Start)
		}
		m := c.divides(Merged, OfSection, old, new)
		m.From = []Place{c.place(c.old, extent{start, x.heading}, OfSection), c.place(c.old, extent{x.heading, x.own}, OfSection)}
		m.Count = 2
		c.add(m)
	}
}

// hasHeading reports whether a heading stands between two new units.
func (c *comparison) hasHeading(a, b int) bool {
	for k := min(a, b); k < max(a, b); k++ {
		if c.new.units[k].level > 0 {
			return true
		}
	}
	return false
}

// marks tells of directives and breaks that divide fragments, join them or give them titles.
func (c *comparison) marks() {
	for j := range c.new.units {
		u := &c.new.units[j]
		i := linked(c.from, j)
		isSame := i >= 0 && c.old.units[i].hash == u.hash
		if u.kind != markup.Rule && u.kind != markup.Directive || isSame || len(c.from[j]) > 1 {
			continue
		}
		next, previous := c.nearNew.textAfter[j], c.nearNew.textBefore[j]
		if next < 0 {
			continue
		}
		after := c.from[next][0]
		isWithin := previous >= 0 && c.isOneFragment(c.from[previous][len(c.from[previous])-1], after)
		said := strings.TrimSpace(u.reading)
		title, isTitle := strings.CutPrefix(said, "title ")
		switch {
		case isTitle:
			c.entitle(after, next, strings.TrimSpace(title))
		case (said == "break" || u.kind == markup.Rule) && isWithin:
			c.add(c.fragmentSplit(after, extent{j, c.image(c.fragmentOf(after), next).End}))
		case said == "no-break" && previous >= 0 && !isWithin && !c.hasHeading(previous, next):
			before := c.from[previous][len(c.from[previous])-1]
			c.fragmentMerge(before, after, previous, next)
			for k := before + 1; k < after; k++ {
				c.isToldOld[k] = c.isToldOld[k] || c.old.units[k].kind == markup.Directive
			}
		default:
			continue
		}
		c.isToldNew[j] = true
		if i >= 0 {
			c.isToldOld[i] = true
		}
	}
	for i := range c.old.units {
		u := &c.old.units[i]
		if u.kind != markup.Rule && u.kind != markup.Directive || len(c.to[i]) > 0 || c.isToldOld[i] {
			continue
		}
		next, previous := c.nearOld.textAfter[i], c.nearOld.textBefore[i]
		if next < 0 {
			continue
		}
		j := c.to[next][0]
		said := strings.TrimSpace(u.reading)
		switch {
		case strings.HasPrefix(said, "title "):
			if !slices.ContainsFunc(c.Changes, func(x Change) bool { return x.Kind == Retitled && x.old == c.fragmentOf(next) }) {
				c.entitle(next, j, "")
			}
		case u.kind == markup.Rule && previous >= 0 && !c.isOneFragment(previous, next) && c.areJoined(previous, next):
			c.fragmentMerge(previous, next, c.to[previous][len(c.to[previous])-1], j)
		default:
			continue
		}
		c.isToldOld[i] = true
	}
}

// areJoined reports whether two old units with nothing but a mark between them stand next to
// each other.
func (c *comparison) areJoined(a, b int) bool {
	i, j := c.to[a][len(c.to[a])-1], c.to[b][0]
	if c.new.units[i].file != c.new.units[j].file || j != i+1 {
		return false
	}
	for k := a + 1; k < b; k++ {
		if c.old.units[k].level > 0 {
			return false
		}
	}
	return true
}

// entitle tells that the fragment of an old unit has a title, or none any more.
func (c *comparison) entitle(i, near int, title string) {
	old := c.fragmentOf(i)
	x := c.divides(Retitled, OfFragment, old, c.image(old, near))
	for k := old.Start - 1; k <= i; k++ {
		if k >= 0 && c.old.units[k].kind == markup.Directive {
			if was, isTitle := strings.CutPrefix(strings.TrimSpace(c.old.units[k].reading), "title "); isTitle {
				x.From[0].Title, x.From[0].IsOpening = strings.TrimSpace(was), false
			}
		}
	}
	if title != "" {
		x.To[0].Title, x.To[0].IsOpening = title, false
	}
	c.add(x)
}

// fragmentMerge tells that the fragments of two old units are one.
func (c *comparison) fragmentMerge(before, after, i, j int) {
	first, second := c.fragmentOf(before), c.fragmentOf(after)
	one, other := c.image(first, i), c.image(second, j)
	x := c.divides(Merged, OfFragment, extent{first.Start, second.End}, extent{min(one.Start, other.Start), max(one.End, other.End)})
	x.From = []Place{c.place(c.old, first, OfFragment), c.place(c.old, second, OfFragment)}
	x.Count = 2
	c.add(x)
}

// paragraphs tells of units that have been split, merged, retitled and rewritten.
func (c *comparison) paragraphs() {
	for i, to := range c.to {
		if len(to) > 1 {
			x := c.change(Split, OfParagraph, extent{i, i + 1}, extent{to[0], to[len(to)-1] + 1})
			x.To = nil
			x.Noun, x.Count = nouns[c.old.units[i].kind], 1
			for _, j := range to {
				x.To = append(x.To, c.place(c.new, extent{j, j + 1}, OfParagraph))
			}
			c.count(&x, []int{i}, to)
			c.add(x)
		}
	}
	var rewritten []pair
	for j, from := range c.from {
		v := &c.new.units[j]
		switch {
		case len(from) == 0 || c.isToldNew[j]:
		case len(from) > 1:
			x := c.change(Merged, OfParagraph, extent{from[0], from[len(from)-1] + 1}, extent{j, j + 1})
			x.From = nil
			x.Noun, x.Count = nouns[v.kind], len(from)
			for _, i := range from {
				x.From = append(x.From, c.place(c.old, extent{i, i + 1}, OfParagraph))
			}
			c.count(&x, from, []int{j})
			c.add(x)
		case len(c.to[from[0]]) > 1:
		case v.level > 0:
			u := &c.old.units[from[0]]
			switch {
			case u.hash != v.hash:
				x := c.change(Retitled, OfSection, extent{from[0], from[0] + 1}, extent{j, j + 1})
				c.add(x)
			case u.exact != v.exact && u.level == v.level:
				c.mark(from[0], j)
			}
		case c.old.units[from[0]].hash != v.hash:
			rewritten = append(rewritten, pair{from[0], j})
		case c.old.units[from[0]].exact != v.exact:
			c.mark(from[0], j)
		}
	}
	c.rewritten(rewritten)
}

func (c *comparison) mark(i, j int) {
	if c.old.files[c.old.units[i].file].Document.Format.Name != c.new.files[c.new.units[j].file].Document.Format.Name {
		return // all markup is another
	}
	c.Marked = append(c.Marked, c.change(Rewritten, OfParagraph, extent{i, i + 1}, extent{j, j + 1}))
}

// count counts the changed words of units that have become others.
func (c *comparison) count(x *Change, from, to []int) {
	old, new := c.wordsOf(c.old, from), c.wordsOf(c.new, to)
	x.Words = max(len(old), len(new))
	x.Changed = x.Words - kept(old, new)
	x.was, x.is = c.old.readings(from), c.new.readings(to)
}

func (s *side) readings(units []int) string {
	list := make([]string, len(units))
	for k, n := range units {
		list[k] = s.units[n].reading
	}
	return strings.Join(list, "\n")
}

// presence tells of what is new and what is gone.
func (c *comparison) presence() {
	c.eachRun(c.new, c.from, c.isToldNew, func(l Level, e extent) { c.added(l, e) })
	c.eachRun(c.old, c.to, c.isToldOld, func(l Level, e extent) { c.removed(l, e) })
}

func (c *comparison) added(l Level, e extent) {
	x := c.change(Added, l, extent{}, e)
	for k := e.Start; k < e.End; k++ {
		c.isToldNew[k] = true
	}
	if c.new.areLinks(e) {
		c.Marked = append(c.Marked, x)
		return
	}
	c.add(x)
}

func (c *comparison) removed(l Level, e extent) {
	at := c.new.units
	x := c.change(Removed, l, e, extent{})
	for k := e.Start; k < e.End; k++ {
		c.isToldOld[k] = true
	}
	if c.old.areLinks(e) {
		c.Marked = append(c.Marked, x)
		return
	}
	// It is told behind what follows the unit before it.
	place := len(at)
	if k := c.nearOld.before[e.Start]; k >= 0 {
		place = c.to[k][len(c.to[k])-1] + 1
	} else if f := c.fileTo[c.old.units[e.Start].file]; f >= 0 {
		place = c.new.first[f]
	}
	x.new = extent{place, place}
	c.add(x)
}

// areLinks reports whether units say where links lead, and nothing that anybody reads.
func (s *side) areLinks(e extent) bool {
	for k := e.Start; k < e.End; k++ {
		u := &s.units[k]
		if at := strings.Index(u.reading, "]: "); u.kind != markup.Definition || at < 0 || !strings.HasPrefix(u.reading, "[") || u.reading[1] == '^' || len(strings.Fields(u.reading[at:])) != 2 {
			return false
		}
	}
	return true
}

// eachRun finds the units that have no match: whole sections first, and then stretches of
// neighbours in one section.
func (c *comparison) eachRun(s *side, links [][]int, isTold []bool, tell func(Level, extent)) {
	isFree := func(k int) bool { return len(links[k]) == 0 && !isTold[k] }
	for _, x := range s.sections {
		e := extent{x.heading, x.end}
		isWhole := true
		for k := e.Start; k < e.End && isWhole; k++ {
			isWhole = isFree(k)
		}
		if isWhole {
			tell(OfSection, e)
		}
	}
	for k := 0; k < len(s.units); k++ {
		if !isFree(k) {
			continue
		}
		e := extent{k, k + 1}
		for e.End < len(s.units) && isFree(e.End) && s.units[e.End].file == s.units[k].file && s.units[e.End].section == s.units[k].section && (s.units[e.End].level > 0) == (s.units[k].level > 0) {
			e.End++
		}
		level := OfParagraph
		if s == c.old {
			level = c.levelOf(e)
		}
		tell(level, e)
		k = e.End - 1
	}
}

// nest puts what has changed in something that has moved into the move, and all in order.
func (c *comparison) nest() {
	var moves, others, top []Change
	for _, x := range c.Changes {
		if x.Kind == Moved && x.Level != OfFile && x.Level != OfSentence {
			moves = append(moves, x)
		} else {
			others = append(others, x)
		}
	}
	slices.SortStableFunc(moves, func(a, b Change) int { return cmp.Compare(b.new.End-b.new.Start, a.new.End-a.new.Start) })
	// By unit, the smallest move that it is in; by move, the next larger one. The larger ones come
	// first.
	inNew, inOld, outer := without(len(c.new.units)), without(len(c.old.units)), make([]int, len(moves))
	for k, move := range moves {
		outer[k] = inNew[move.new.Start]
		for outer[k] >= 0 && !(moves[outer[k]].new.contains(move.new) && moves[outer[k]].old.contains(move.old)) {
			outer[k] = outer[outer[k]]
		}
		for j := move.new.Start; j < move.new.End; j++ {
			inNew[j] = k
		}
		for i := move.old.Start; i < move.old.End; i++ {
			inOld[i] = k
		}
	}
	for _, x := range others {
		k := -1
		switch {
		case x.Level == OfFile:
		case x.new.isEmpty():
			for k = inOld[x.old.Start]; k >= 0 && !moves[k].old.contains(x.old); {
				k = outer[k]
			}
		default:
			for k = inNew[x.new.Start]; k >= 0 && !moves[k].new.contains(x.new); {
				k = outer[k]
			}
		}
		switch {
		case k < 0:
			top = append(top, x)
		case x.Kind == Rewritten && x.old == moves[k].old && x.new == moves[k].new: // which the move tells
		default:
			moves[k].Inside = append(moves[k].Inside, x)
		}
	}
	for k, move := range slices.Backward(moves) {
		inOrder(move.Inside)
		if outer[k] >= 0 {
			moves[outer[k]].Inside = append(moves[outer[k]].Inside, move)
		} else {
			top = append(top, move)
		}
	}
	inOrder(top)
	c.Changes = top
}

func inOrder(changes []Change) {
	slices.SortStableFunc(changes, func(a, b Change) int {
		return cmp.Or(cmp.Compare(a.new.Start, b.new.Start), cmp.Compare(b.new.End, a.new.End), cmp.Compare(a.old.Start, b.old.Start), cmp.Compare(a.Kind, b.Kind))
	})
}

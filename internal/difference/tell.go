package difference

import (
	"cmp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// reportParagraphs reports units that have been split, merged, retitled and rewritten.
func (c *comparison) reportParagraphs() {
	for i, to := range c.to {
		if len(to) > 1 && !c.isToldOld[i] {
			x := c.newChange(Split, OfParagraph, extent{i, i + 1}, extent{to[0], to[len(to)-1] + 1})
			x.To = nil
			x.Noun, x.Count = nouns[c.old.units[i].kind], 1
			for _, j := range to {
				x.To = append(x.To, c.locationOf(c.new, extent{j, j + 1}, OfParagraph))
			}
			c.countChangedWords(&x, []int{i}, to)
			c.add(x)
		}
	}
	var rewritten []pair
	for j, from := range c.from {
		v := &c.new.units[j]
		switch {
		case len(from) == 0 || c.isToldNew[j] || c.old.units[from[0]].kind == markup.Conflict && v.kind != markup.Conflict:
		case len(from) > 1:
			x := c.newChange(Merged, OfParagraph, extent{from[0], from[len(from)-1] + 1}, extent{j, j + 1})
			x.From = nil
			x.Noun, x.Count = nouns[v.kind], len(from)
			for _, i := range from {
				x.From = append(x.From, c.locationOf(c.old, extent{i, i + 1}, OfParagraph))
			}
			c.countChangedWords(&x, from, []int{j})
			c.add(x)
		case len(c.to[from[0]]) > 1:
		case v.level > 0:
			u := &c.old.units[from[0]]
			switch {
			case u.hash != v.hash:
				x := c.newChange(Retitled, OfSection, extent{from[0], from[0] + 1}, extent{j, j + 1})
				c.add(x)
			case u.exact != v.exact && u.level == v.level:
				c.reportMarked(from[0], j)
			}
		case v.isNote() && c.old.units[from[0]].isNote():
			if c.old.units[from[0]].hash != v.hash {
				c.reportMarked(from[0], j)
			}
		case c.old.units[from[0]].hash != v.hash:
			rewritten = append(rewritten, pair{from[0], j})
		case c.old.units[from[0]].exact != v.exact:
			c.reportMarked(from[0], j)
		}
	}
	c.reportRewrittenAll(rewritten)
}

// reportMarked reports a change that no reader sees; see [Difference].
func (c *comparison) reportMarked(i, j int) {
	if c.old.files[c.old.units[i].file].facts().format.Name != c.new.files[c.new.units[j].file].facts().format.Name {
		return // the format has changed, and so has all markup
	}
	c.Marked = append(c.Marked, c.newChange(Rewritten, OfParagraph, extent{i, i + 1}, extent{j, j + 1}))
}

// countChangedWords counts the changed words of units that correspond to others.
func (c *comparison) countChangedWords(x *Change, from, to []int) {
	old, new := c.wordsOf(c.old, from), c.wordsOf(c.new, to)
	x.Words = max(len(old), len(new))
	x.Changed = x.Words - countCommonWords(old, new)
	x.was, x.is = c.old.readings(from), c.new.readings(to)
}

func (s *side) readings(units []int) string {
	list := make([]string, len(units))
	for k, n := range units {
		list[k] = s.units[n].reading
	}
	return strings.Join(list, "\n")
}

func (c *comparison) reportNewAndGone() {
	c.eachUnmatchedRun(c.new, c.from, c.isToldNew, func(l Level, e extent) { c.reportAdded(l, e) })
	c.eachUnmatchedRun(c.old, c.to, c.isToldOld, func(l Level, e extent) { c.reportRemoved(l, e) })
}

func (c *comparison) reportAdded(l Level, e extent) {
	x := c.newChange(Added, l, extent{}, e)
	for k := e.Start; k < e.End; k++ {
		c.isToldNew[k] = true
	}
	if c.new.isHidden(e) {
		c.Marked = append(c.Marked, x)
		return
	}
	c.add(x)
}

func (c *comparison) reportRemoved(l Level, e extent) {
	x := c.newChange(Removed, l, e, extent{})
	for k := e.Start; k < e.End; k++ {
		c.isToldOld[k] = true
	}
	if c.old.isHidden(e) {
		c.Marked = append(c.Marked, x)
		return
	}
	x.new = c.placeAfterUnit(e.Start)
	c.add(x)
}

// placeAfterUnit returns the place where a unit that is gone would be: after the new version of the unit before it.
func (c *comparison) placeAfterUnit(i int) extent {
	place := len(c.new.units)
	if k := c.nearOld.before.of(i); k >= 0 {
		place = c.to[k][len(c.to[k])-1] + 1
	} else if f := c.fileTo[c.old.units[i].file]; f >= 0 {
		place = c.new.first[f]
	}
	return extent{place, place}
}

// isHidden reports whether units only define the targets of links or note something about fragments, which no reader sees.
func (s *side) isHidden(e extent) bool {
	for k := e.Start; k < e.End; k++ {
		u := &s.units[k]
		if u.isNote() {
			continue
		}
		if at := strings.Index(u.reading, "]: "); u.kind != markup.Definition || at < 0 || !strings.HasPrefix(u.reading, "[") || u.reading[1] == '^' || len(strings.Fields(u.reading[at:])) != 2 {
			return false
		}
	}
	return true
}

// isNote reports whether a unit is a writer's note about a fragment or section, other than its title.
func (u *unit) isNote() bool {
	name, _, _ := strings.Cut(u.reading, " ")
	return u.kind == markup.Directive && slices.Contains([]string{"synopsis", "label", "status", "target", "scene-target"}, name)
}

// eachUnmatchedRun calls tell for the units that have no match: whole sections first, and then runs of neighbours in one section.
func (c *comparison) eachUnmatchedRun(s *side, links [][]int, isTold []bool, tell func(Level, extent)) {
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
		tell(s.levelOf(e), e)
		k = e.End - 1
	}
}

// nestChanges moves changes within something that has moved into the move, and sorts all.
func (c *comparison) nestChanges() {
	var moves []Change
	others := make([]Change, 0, len(c.Changes)) // a text may have very many
	for _, x := range c.Changes {
		if x.Kind == Moved && x.Level != OfFile && x.Level != OfSentence {
			moves = append(moves, x)
		} else {
			others = append(others, x)
		}
	}
	c.Changes = nil
	top := make([]Change, 0, len(others)+len(moves))
	slices.SortStableFunc(moves, func(a, b Change) int { return cmp.Compare(b.new.End-b.new.Start, a.new.End-a.new.Start) })
	// For each unit, the smallest move that contains it; for each move, the next larger one. The larger ones come first.
	inNew, inOld, outer := noMatches(len(c.new.units)), noMatches(len(c.old.units)), make([]int, len(moves))
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
		case x.Kind == Rewritten && x.old == moves[k].old && x.new == moves[k].new: // part of the move
		default:
			moves[k].Inside = append(moves[k].Inside, x)
		}
	}
	for k, move := range slices.Backward(moves) {
		sortChanges(move.Inside)
		if outer[k] >= 0 {
			moves[outer[k]].Inside = append(moves[outer[k]].Inside, move)
		} else {
			top = append(top, move)
		}
	}
	sortChanges(top)
	c.Changes = top
}

func sortChanges(changes []Change) {
	slices.SortStableFunc(changes, func(a, b Change) int {
		return cmp.Or(cmp.Compare(a.new.Start, b.new.Start), cmp.Compare(b.new.End, a.new.End), cmp.Compare(a.old.Start, b.old.Start), cmp.Compare(a.Kind, b.Kind))
	})
}

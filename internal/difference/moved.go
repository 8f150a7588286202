package difference

import "slices"

// markUnmoved marks the units of new that are still in their place: the heaviest set that has the same order in old.
func (c *comparison) markUnmoved(old, new extent) {
	var both []int
	for j := new.Start; j < new.End; j++ {
		if len(c.from[j]) > 0 && c.from[j][0] >= old.Start && c.from[j][0] < old.End {
			both = append(both, j)
		}
	}
	stays := heaviestIncreasing(len(both), old.End-old.Start, func(k int) (at, weight int) {
		weight = len(c.new.units[both[k]].words) + 1
		if c.new.units[both[k]].level > 0 {
			weight += 8 // prefer that a line next to a heading has moved, not the heading
		}
		return c.from[both[k]][0] - old.Start, weight
	})
	for k, j := range both {
		c.isPlaced[j] = stays[k]
	}
}

// heaviestIncreasing returns which of n things, each with a place and a weight, form the heaviest sequence with non-decreasing places.
func heaviestIncreasing(n, places int, thing func(k int) (at, weight int)) []bool {
	type row struct{ weight, last int } // the heaviest sequence that ends at a place or before it
	rows := make([]row, places+1)       // a Fenwick tree of maxima
	before := make([]int, n)
	best := row{0, -1}
	for k := range n {
		at, weight := thing(k)
		longest := row{0, -1}
		for i := at + 1; i > 0; i -= i & -i {
			if rows[i].weight > longest.weight {
				longest = rows[i]
			}
		}
		before[k] = longest.last
		longest = row{longest.weight + weight, k}
		for i := at + 1; i <= places; i += i & -i {
			if rows[i].weight < longest.weight {
				rows[i] = longest
			}
		}
		if longest.weight > best.weight {
			best = longest
		}
	}
	isPicked := make([]bool, n)
	for k := best.last; k >= 0; k = before[k] {
		isPicked[k] = true
	}
	return isPicked
}

// reportMovedSections reports sections that have moved, the outer ones first. What has moved with a section counts as unmoved.
func (c *comparison) reportMovedSections() {
	for _, y := range c.new.sections {
		i := soleMatch(c.from, y.heading)
		if i < 0 {
			continue
		}
		x := c.old.sections[c.old.units[i].section]
		old, new := extent{x.heading, x.end}, extent{y.heading, y.end}
		shared, moved := 0, 0
		for j := new.Start; j < new.End; j++ {
			if len(c.from[j]) > 0 && c.from[j][0] >= old.Start && c.from[j][0] < old.End {
				shared += len(c.new.units[j].words)
				if !c.isPlaced[j] {
					moved += len(c.new.units[j].words)
				}
			}
		}
		isMoved := !c.isPlaced[y.heading] && 2*moved >= shared
		if isMoved || c.hasNewParent(x, y) {
			c.add(c.newChange(Moved, OfSection, old, new))
			c.markUnmoved(old, new)
		}
	}
}

// hasNewParent reports whether a section that is in its place, but has another level, has changed its parent. Where a parent's heading is
// new or gone, the change is reported for that heading instead.
func (c *comparison) hasNewParent(x, y section) bool {
	if x.level == y.level || !c.isPlaced[y.heading] || c.isSplit[y.file] {
		return false
	}
	isOld := x.parent >= 0 && len(c.to[c.old.sections[x.parent].heading]) > 0
	isNew := y.parent >= 0 && len(c.from[c.new.sections[y.parent].heading]) > 0
	switch {
	case isOld && isNew:
		return soleMatch(c.to, c.old.sections[x.parent].heading) != c.new.sections[y.parent].heading
	case isOld:
		return y.parent < 0
	case isNew:
		return x.parent < 0
	}
	return false
}

// reportMovedRuns reports moved units outside moved sections, as runs of units that are neighbours in both works.
func (c *comparison) reportMovedRuns() {
	for j := 0; j < len(c.new.units); j++ {
		if len(c.from[j]) == 0 || c.isPlaced[j] {
			continue
		}
		old, new := leadingRun(c.from[j]), extent{j, j + 1}
		c.isPlaced[j] = true
		for k := c.nearNew.after.of(j); k >= 0 && !c.isPlaced[k]; k = c.nearNew.after.of(k) {
			next := leadingRun(c.from[k])
			if next.Start != old.End-1 && next.Start != c.nearOld.after.of(old.End-1) {
				break
			}
			old.End, new.End = next.End, k+1
			c.isPlaced[k] = true
		}
		x := c.newChange(Moved, c.old.levelOf(old), old, new)
		if c.new.isHidden(new) {
			c.Marked = append(c.Marked, x)
			continue
		}
		c.add(x)
	}
}

// leadingRun returns the first of some units and those that follow it without a gap.
func leadingRun(units []int) extent {
	e := extent{units[0], units[0] + 1}
	for _, k := range units[1:] {
		if k == e.End {
			e.End++
		}
	}
	return e
}

// nearestMatched holds for each unit of a side the nearest matched units before and after it in its file, or -1. textBefore and textAfter
// hold those of prose.
type nearestMatched struct{ before, after, textBefore, textAfter neighbours }

// neighbours holds, for each unit, the index of another unit, or -1. It has 32 bits because a text may have very many units.
type neighbours []int32

func (u neighbours) of(k int) int { return int(u[k]) }

func (s *side) findNearestMatched(links [][]int) nearestMatched {
	n := len(s.units)
	none := func() neighbours { return slices.Repeat(neighbours{-1}, n) }
	x := nearestMatched{none(), none(), none(), none()}
	find := func(linked, text neighbours, k, beside int) {
		if beside < 0 || beside >= n || s.units[beside].file != s.units[k].file {
			return
		}
		if linked[k], text[k] = linked[beside], text[beside]; len(links[beside]) > 0 {
			if linked[k] = int32(beside); s.units[beside].isDivisibleProse() {
				text[k] = int32(beside)
			}
		}
	}
	for k := range n {
		find(x.before, x.textBefore, k, k-1)
		find(x.after, x.textAfter, n-1-k, n-k)
	}
	return x
}

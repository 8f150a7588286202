package difference

import (
	"slices"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// divideNew divides the new work as a writer who knows the old one would see it, with the old boundaries where they still apply.
func (c *comparison) divideNew() {
	begins := make([]bool, len(c.new.units))
	for f := range c.new.files {
		c.markFragmentStarts(c.new.fileUnits(f), c.stayed, begins)
	}
	for _, x := range c.Changes { // fragments that have moved keep the boundaries at their ends
		if x.Kind != Moved || x.Level != OfFragment {
			continue
		}
		before, after := c.nearNew.textBefore.of(x.new.Start), c.nearNew.textAfter.of(x.new.End-1)
		if before >= 0 && after >= 0 && !c.isBoundaryBetween(before, after) {
			continue // they have become a part of another fragment
		}
		begins[x.new.Start] = true
		if after >= 0 {
			begins[after] = true
		}
		c.markFragmentStarts(x.new, nil, begins)
	}
	c.divideAt(c.new, begins, c.New.Files, c.newPlaces)
}

// divideAt divides the files of a side at the units that begin fragments, also in the list shown.
func (c *comparison) divideAt(s *side, begins []bool, shown []File, places map[string]int) {
	for f, file := range s.files {
		var starts []int
		for k := s.first[f]; k < s.first[f+1]; k++ {
			if begins[k] {
				if q := file.paragraphAt(s.units[k].span.Start); q >= 0 {
					starts = append(starts, q)
				}
			}
		}
		file = file.withFragmentsAt(starts)
		s.setFragments(f, file.fragments())
		shown[places[file.name()]].replaceWith(file)
	}
}

// replaceWith replaces the document of a file with that of the divided file.
func (f *File) replaceWith(divided File) { f.Document, f.light = divided.Document, divided.light }

// copyFragmentsOfUnchanged shows a file whose text has not changed with the same fragments in both works.
func (c *comparison) copyFragmentsOfUnchanged(name string) {
	old, new := &c.Old.Files[c.oldPlaces[name]], &c.New.Files[c.newPlaces[name]]
	if c.New.IsShown {
		old.replaceWith(*new)
	} else {
		new.replaceWith(*old)
	}
}

// divideOld divides the old work like the new one where both have the same text.
func (c *comparison) divideOld() {
	begins, opens := make([]bool, len(c.old.units)), c.oldFragmentStarts()
	for f := range c.old.files {
		before := -1
		var unmatched []int // the units since `before` that have no match
		for i := c.old.first[f]; i < c.old.first[f+1]; i++ {
			switch {
			case !c.old.units[i].isDivisibleProse():
			case len(c.to[i]) == 0:
				unmatched = append(unmatched, i)
			default:
				if before < 0 || !c.new.areInOneFragment(last(c.to[before]), c.to[i][0]) {
					begins[i] = opens[i]
					for _, k := range append(unmatched, i) {
						begins[k] = begins[k] || c.old.beginsFragment(k)
					}
				}
				before, unmatched = i, nil
			}
		}
		for _, k := range unmatched {
			begins[k] = c.old.beginsFragment(k)
		}
	}
	c.divideAt(c.old, begins, c.Old.Files, c.oldPlaces)
}

// oldFragmentStarts reports which old units open fragments of the new work. A unit that has moved to the beginning of a fragment does not
// open it if another in the fragment has kept its successor.
func (c *comparison) oldFragmentStarts() []bool {
	next := make([]int, len(c.old.units)) // the next matched text in the unit's file, or -1
	for f := range c.old.files {
		after := -1
		for i := c.old.first[f+1] - 1; i >= c.old.first[f]; i-- {
			if next[i] = after; c.old.units[i].isDivisibleProse() && len(c.to[i]) > 0 {
				after = i
			}
		}
	}
	opens := make([]bool, len(c.old.units))
	first, isFollowed := -1, false // the unit that opens the fragment, from the units seen so far
	before := -1
	for j := range c.new.units {
		if !c.new.units[j].isDivisibleProse() || len(c.from[j]) == 0 {
			continue
		}
		if before < 0 || !c.new.areInOneFragment(before, j) {
			first, isFollowed = -1, false
		}
		before = j
		i := c.from[j][0]
		follows := next[i] >= 0 && c.new.areInOneFragment(j, c.to[next[i]][0])
		if first < 0 || follows && !isFollowed {
			if first >= 0 {
				opens[first] = false
			}
			opens[i], first, isFollowed = true, i, follows
		}
	}
	return opens
}

// beginsFragment reports whether a fragment begins with a unit.
func (s *side) beginsFragment(k int) bool {
	return k == 0 || !s.areInOneFragment(k-1, k)
}

// markFragmentStarts sets begins for units of an extent that begin fragments. If stayed is not nil, units that have moved are ignored.
func (c *comparison) markFragmentStarts(e extent, stayed, begins []bool) {
	before := -1
	for j := e.Start; j < e.End; j++ {
		if !c.new.units[j].isDivisibleProse() || len(c.from[j]) == 0 || stayed != nil && !stayed[j] {
			continue
		}
		if before >= 0 && c.isBoundaryBetween(before, j) {
			begins[j] = true
		}
		before = j
	}
}

// isBoundaryBetween reports whether a boundary lies between two new units: an old one that is still there, or a new mark.
func (c *comparison) isBoundaryBetween(a, b int) bool {
	for j := a + 1; j < b; j++ {
		if c.new.units[j].endsFragment() && len(c.from[j]) == 0 {
			return true
		}
	}
	i, k := c.from[a][len(c.from[a])-1], c.from[b][0]
	if c.old.areInOneFragment(i, k) {
		return false
	}
	if i > k || c.old.units[i].file != c.old.units[k].file {
		return true
	}
	// Of several boundaries, one that stays is enough.
	first := i
	for next := i + 1; next <= k; next++ {
		if !c.old.units[next].isDivisibleProse() {
			continue
		}
		if !c.old.areInOneFragment(first, next) {
			marks := slices.DeleteFunc(c.old.unitsBetween(first, next), func(m int) bool { return !c.old.units[m].endsFragment() })
			if len(marks) == 0 || slices.ContainsFunc(marks, func(m int) bool { return len(c.to[m]) > 0 }) {
				return true
			}
		}
		first = next
	}
	return false
}

// endsFragment reports whether a unit always ends a fragment.
func (u *unit) endsFragment() bool {
	return u.level > 0 || u.kind == markup.Rule || u.kind == markup.Directive && strings.TrimSpace(u.reading) == "break"
}

func (s *side) unitsBetween(a, b int) (list []int) {
	for k := a + 1; k < b; k++ {
		list = append(list, k)
	}
	return list
}

// setFragments sets the fragment of each unit of a file.
func (s *side) setFragments(file int, fragments []markup.Span) {
	at := 0
	for k := s.first[file]; k < s.first[file+1]; k++ {
		u := &s.units[k]
		for at < len(fragments) && fragments[at].End <= u.span.Start {
			at++
		}
		u.fragment = -1
		if at < len(fragments) && fragments[at].Start <= u.span.Start && u.level == 0 {
			u.fragment = int32(at)
		}
	}
}

func (s *side) areInOneFragment(a, b int) bool {
	u, v := &s.units[a], &s.units[b]
	return u.file == v.file && u.fragment >= 0 && u.fragment == v.fragment
}

// fragmentOf returns the units of the fragment that a unit is in; only the unit if it is in none.
func (s *side) fragmentOf(k int) extent {
	e := extent{k, k + 1}
	for e.Start > 0 && s.areInOneFragment(e.Start-1, k) {
		e.Start--
	}
	for e.End < len(s.units) && s.areInOneFragment(e.End, k) {
		e.End++
	}
	return e
}

// reportFragmentMarks reports new or missing marks that have divided, joined or named fragments.
func (c *comparison) reportFragmentMarks() {
	for j := range c.new.units {
		i := soleMatch(c.from, j)
		if !c.new.units[j].isFragmentMark() || len(c.from[j]) > 1 || i >= 0 && !c.isChangedDirective(i, j) || c.isToldNew[j] {
			continue
		}
		n := len(c.Changes)
		if was, tells := c.reportNewMark(j); tells {
			c.isToldNew[j] = true
			if i >= 0 {
				c.isToldOld[i] = true
				was = extent{i, i + 1}
			}
			c.Changes[n].mark = &fragmentMark{was, extent{j, j + 1}}
		}
	}
	for i := range c.old.units {
		if !c.old.units[i].isFragmentMark() || len(c.to[i]) > 0 || c.isToldOld[i] {
			continue
		}
		n := len(c.Changes)
		if c.reportGoneMark(i) {
			c.isToldOld[i] = true
			if n < len(c.Changes) {
				c.Changes[n].mark = &fragmentMark{old: extent{i, i + 1}}
			}
		}
	}
}

// isFragmentMark reports whether a unit may divide, join or name fragments.
func (u *unit) isFragmentMark() bool {
	return u.level > 0 || u.kind == markup.Rule || u.kind == markup.Directive
}

func (c *comparison) isChangedDirective(i, j int) bool {
	return c.new.units[j].level == 0 && c.old.units[i].hash != c.new.units[j].hash
}

// reportNewMark reports the effect of a new mark. It returns the mark that it has replaced, if any, and whether it has an effect.
func (c *comparison) reportNewMark(j int) (gone extent, tells bool) {
	u := &c.new.units[j]
	next, previous := c.nearNew.textAfter.of(j), c.nearNew.textBefore.of(j)
	if next < 0 || u.level > 0 && !c.mostlyLinked(c.new, c.from, u.section) {
		return gone, false
	}
	after, before := c.from[next][0], -1
	if previous >= 0 {
		before = c.from[previous][len(c.from[previous])-1]
	}
	if was := c.nearOld.textBefore.of(after); was >= 0 && c.old.areInOneFragment(was, after) { // something else may be between the fragments now
		if at := c.to[was][len(c.to[was])-1]; at < j && c.new.units[at].file == u.file {
			before, previous = was, at
		}
	}
	title, isTitle := u.title()
	switch {
	case isTitle:
		c.reportTitleChange(after, next, title)
	case before >= 0 && c.old.areInOneFragment(before, after) && !c.new.areInOneFragment(previous, next):
		c.add(c.newFragmentSplit(after, previous, j, next))
	case before >= 0 && !c.old.areInOneFragment(before, after) && c.new.areInOneFragment(previous, next):
		c.reportFragmentMerge(before, after, next)
		for k := before + 1; k < after; k++ { // the marks that divided the fragments, if any
			if c.old.units[k].kind == markup.Directive && !c.isToldOld[k] && len(c.to[k]) == 0 {
				c.isToldOld[k] = true
				gone = extent{k, k + 1}
			}
		}
	case u.level > 0:
		y := c.new.sections[u.section]
		x := c.newBoundaryChange(Retitled, OfFragment, c.old.fragmentOf(after), extent{y.heading, y.own})
		x.To[0].Title, x.To[0].IsOpening = y.title, false
		c.add(x)
	default:
		return gone, false
	}
	return gone, true
}

// reportGoneMark reports the effect of removing a mark, and returns whether there was an effect.
func (c *comparison) reportGoneMark(i int) bool {
	u := &c.old.units[i]
	next, previous := c.nearOld.textAfter.of(i), c.nearOld.textBefore.of(i)
	if next < 0 || u.level > 0 && !c.mostlyLinked(c.old, c.to, u.section) {
		return false
	}
	j := c.to[next][0]
	if _, isTitle := u.title(); isTitle {
		isTold := slices.ContainsFunc(c.Changes, func(x Change) bool { return x.Kind == Retitled && x.old == c.old.fragmentOf(next) })
		if !isTold {
			c.reportTitleChange(next, j, "")
		}
		return true
	}
	if previous < 0 || c.old.areInOneFragment(previous, next) || !c.new.areInOneFragment(c.to[previous][len(c.to[previous])-1], j) {
		return false
	}
	if u.level > 0 {
		c.reportSectionMerge(u.section, previous, j)
	} else {
		c.reportFragmentMerge(previous, next, j)
	}
	return true
}

// title returns the title that a directive gives to a fragment.
func (u *unit) title() (title string, isTitle bool) {
	if u.kind != markup.Directive {
		return "", false
	}
	title, isTitle = strings.CutPrefix(strings.TrimSpace(u.reading), "title ")
	return strings.TrimSpace(title), isTitle
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

// newFragmentSplit returns the change that splits the fragment of the old unit i at a mark between two new units.
func (c *comparison) newFragmentSplit(i, previous, mark, next int) Change {
	first, second := c.new.fragmentOf(previous), extent{mark, c.new.fragmentOf(next).End}
	first.End = min(first.End, mark)
	x := c.newBoundaryChange(Split, OfFragment, c.old.fragmentOf(i), extent{first.Start, second.End})
	x.Count = 1
	x.To = []Location{c.locationOf(c.new, first, OfFragment), c.locationOf(c.new, second, OfFragment)}
	return x
}

// reportFragmentMerge reports that the fragments of two old units are now one: that of the new unit j.
func (c *comparison) reportFragmentMerge(before, after, j int) {
	first, second := c.old.fragmentOf(before), c.old.fragmentOf(after)
	x := c.newBoundaryChange(Merged, OfFragment, extent{first.Start, second.End}, c.new.fragmentOf(j))
	x.From = []Location{c.locationOf(c.old, first, OfFragment), c.locationOf(c.old, second, OfFragment)}
	x.Count = 2
	c.add(x)
}

// reportSectionMerge reports that the text under an old heading now belongs to the text before it, in the fragment of the new unit j. That
// text ended with the old unit lastBefore.
func (c *comparison) reportSectionMerge(section, lastBefore, j int) {
	x := c.old.sections[section]
	start := lastBefore
	if s := c.old.units[lastBefore].section; s >= 0 {
		start = c.old.sections[s].heading
	}
	new := c.new.fragmentOf(j)
	if h := soleMatch(c.to, start); h >= 0 && h < new.Start && c.new.units[h].file == c.new.units[new.Start].file {
		new.Start = h
	}
	m := c.newBoundaryChange(Merged, OfSection, extent{start, x.own}, new)
	m.From = []Location{c.locationOf(c.old, extent{start, x.heading}, OfSection), c.locationOf(c.old, extent{x.heading, x.own}, OfSection)}
	m.Count = 2
	c.add(m)
}

// reportTitleChange reports that the fragment of the old unit i, now of the new unit j, has another title, or none if title is "".
func (c *comparison) reportTitleChange(i, j int, title string) {
	old := c.old.fragmentOf(i)
	x := c.newBoundaryChange(Retitled, OfFragment, old, c.new.fragmentOf(j))
	for k := max(0, old.Start-1); k <= i; k++ {
		if was, isTitle := c.old.units[k].title(); isTitle {
			x.From[0].Title, x.From[0].IsOpening = was, false
		}
	}
	if title != "" {
		x.To[0].Title, x.To[0].IsOpening = title, false
	}
	c.add(x)
}

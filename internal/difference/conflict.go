package difference

import (
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/shingle"
)

// matchConflicts links units that are now in a git conflict, or have come out of one, to the conflict's block.
func (m *matching) matchConflicts() {
	linkInConflicts(m.old, m.to, m.new, m.from, m.link)
	linkInConflicts(m.new, m.from, m.old, m.to, func(j, i int) { m.link(i, j) })
}

// linkInConflicts links unmatched units of one side to the unmatched git conflicts of the other that contain them. A conflict contains a
// unit if it has at least half of the unit's words.
func linkInConflicts(s *side, links [][]int, other *side, back [][]int, link func(k, conflict int)) {
	var index shingle.Index
	var conflicts []int
	for k := range other.units {
		if u := &other.units[k]; u.kind == markup.Conflict && len(back[k]) == 0 {
			index.Add(u.shingleSet())
			conflicts = append(conflicts, k)
		}
	}
	if len(conflicts) == 0 {
		return
	}
	for k := range s.units {
		u := &s.units[k]
		if u.kind == markup.Conflict || len(links[k]) > 0 || len(u.words) == 0 {
			continue
		}
		for _, found := range index.Nearest(u.shingleSet(), 2) {
			if at := conflicts[found.Text]; 2*countCommonWords(u.words, other.units[at].words) >= len(u.words) {
				link(k, at)
				break
			}
		}
	}
}

// reportConflictBlocks reports conflicts that are new or gone.
func (c *comparison) reportConflictBlocks() {
	for j := range c.new.units {
		if i := soleMatch(c.from, j); c.new.units[j].kind == markup.Conflict && (i < 0 || c.old.units[i].kind != markup.Conflict) {
			c.reportConflictBlock(Conflict, c.from[j], []int{j})
		}
	}
	for i := range c.old.units {
		if j := soleMatch(c.to, i); c.old.units[i].kind == markup.Conflict && (j < 0 || c.new.units[j].kind != markup.Conflict) {
			c.reportConflictBlock(Resolved, []int{i}, c.to[i])
		}
	}
}

func (c *comparison) reportConflictBlock(k Kind, from, to []int) {
	var old, new extent
	if len(from) > 0 {
		old = extent{from[0], from[len(from)-1] + 1}
	}
	if len(to) > 0 {
		new = extent{to[0], to[len(to)-1] + 1}
	} else {
		new = c.placeAfterUnit(old.Start)
	}
	x := c.newChange(k, OfParagraph, old, new)
	x.From, x.To = nil, nil
	for _, i := range from {
		x.From = append(x.From, c.locationOf(c.old, extent{i, i + 1}, OfParagraph))
		c.isToldOld[i] = true
	}
	for _, j := range to {
		x.To = append(x.To, c.locationOf(c.new, extent{j, j + 1}, OfParagraph))
		c.isToldNew[j] = true
	}
	x.Changed, x.was, x.is = 0, "", "" // the marks are not words
	c.add(x)
}

package difference

import (
	"cmp"
	"slices"

	"github.com/segls/segls/analysis/markup"
)

// pairFiles pairs old and new files: those of the same path if they share words, and otherwise those that share most. Files of the same
// path without common words are paired if neither has another partner.
func (c *comparison) pairFiles() {
	shared := make(map[[2]int]int)
	for j := range c.new.units {
		for _, i := range c.from[j] {
			shared[[2]int{c.old.units[i].file, c.new.units[j].file}] += min(len(c.old.units[i].words), len(c.new.units[j].words))
		}
	}
	isSame := make(map[[2]int]bool)
	for _, p := range c.filesWithSamePath() {
		isSame[p] = true
	}
	var edges []edge
	for p, n := range shared {
		old, new := c.old.countWords(c.old.fileUnits(p[0])), c.new.countWords(c.new.fileUnits(p[1]))
		switch {
		case isSame[p]:
			edges = append(edges, edge{p[0], p[1], 2})
		case 2*n >= min(old, new) && 5*n >= max(old, new):
			edges = append(edges, edge{p[0], p[1], float64(n) / float64(max(old, new))})
		}
	}
	for p := range isSame {
		if shared[p] == 0 { // the file was rewritten as a whole, if neither file has another partner
			edges = append(edges, edge{p[0], p[1], .01})
		}
	}
	slices.SortFunc(edges, func(a, b edge) int {
		return cmp.Or(cmp.Compare(b.quality, a.quality), cmp.Compare(a.old, b.old), cmp.Compare(a.new, b.new))
	})
	c.fileTo, c.fileFrom = noMatches(len(c.old.files)), noMatches(len(c.new.files))
	for _, e := range greedyAssignment(edges) {
		c.fileTo[e.old], c.fileFrom[e.new] = e.new, e.old
	}
}

// noMatches returns a list of n times -1.
func noMatches(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = -1
	}
	return list
}

// reportFiles reports whole files that are new or gone, renamed, split and joined.
func (c *comparison) reportFiles() {
	for f, g := range c.fileTo {
		old := c.old.fileUnits(f)
		switch {
		case g >= 0:
			if new := c.new.fileUnits(g); c.old.files[f].name() != c.new.files[g].name() {
				c.add(c.newFileChange(Moved, old, new))
			}
		case c.isGone(old):
			c.reportRemoved(OfFile, old)
		default:
			if at, ok := c.placeInOtherWork(c.old, old, c.to, c.new.units, c.from); ok {
				new := c.new.fileUnits(c.new.units[at.Start].file)
				c.markUnmoved(old, at)
				c.markFirstHeadingTold(c.isToldOld, c.to, c.old, old.Start)
				x := c.newFileChange(Merged, old, at)
				x.Changed = 0
				c.isSplit[c.new.units[at.Start].file] = true
				if was := c.fileFrom[c.new.units[at.Start].file]; was >= 0 {
					x.From = append([]Location{c.locationOf(c.old, c.old.fileUnits(was), OfFile)}, x.From...)
				}
				x.To = []Location{c.locationOf(c.new, new, OfFile)}
				c.add(x)
			}
		}
	}
	type part struct{ old, new extent }
	parts := make(map[int][]part) // for each old file, the new files that were parts of it
	for g, f := range c.fileFrom {
		new := c.new.fileUnits(g)
		switch {
		case f >= 0:
		case c.isNew(new):
			c.reportAdded(OfFile, new)
		default:
			if at, ok := c.placeInOtherWork(c.new, new, c.from, c.old.units, c.to); ok {
				f := c.old.units[at.Start].file
				parts[f] = append(parts[f], part{at, new})
			}
		}
	}
	for f := range c.old.files {
		list := parts[f]
		if len(list) == 0 || len(list) == 1 && !c.isEffectiveFileEnd(list[0].old) {
			continue // the file is whole, or only a section of it has become a file
		}
		x := c.newFileChange(Split, c.old.fileUnits(f), list[0].new)
		x.Changed, x.To = 0, nil
		if stays := c.fileTo[f]; stays >= 0 {
			x.To = append(x.To, c.locationOf(c.new, c.new.fileUnits(stays), OfFile))
		}
		for _, p := range list {
			c.markUnmoved(p.old, p.new)
			c.markFirstHeadingTold(c.isToldNew, c.from, c.new, p.new.Start)
			c.isSplit[c.new.units[p.new.Start].file] = true
			x.To = append(x.To, c.locationOf(c.new, p.new, OfFile))
		}
		c.add(x)
	}
}

// markFirstHeadingTold marks the units at the start of a file that have no match, up to its first heading, as reported with the file.
func (c *comparison) markFirstHeadingTold(isTold []bool, links [][]int, s *side, first int) {
	for k := first; k < len(s.units) && s.units[k].file == s.units[first].file; k++ {
		if len(links[k]) > 0 {
			return
		}
		if isTold[k] = true; s.units[k].level > 0 {
			return
		}
	}
}

// placeInOtherWork returns where the units of a file without a counterpart are in the other work; false unless they are in one place.
func (c *comparison) placeInOtherWork(s *side, file extent, links [][]int, others []unit, back [][]int) (extent, bool) {
	at := extent{-1, -1}
	for k := file.Start; k < file.End; k++ {
		if s.isHidden(extent{k, k + 1}) {
			continue // another file may have had the same links
		}
		for _, o := range links[k] {
			switch {
			case at.Start < 0:
				at = extent{o, o + 1}
			case others[o].file != others[at.Start].file:
				return at, false
			default:
				at = extent{min(at.Start, o), max(at.End, o+1)}
			}
		}
	}
	if at.Start < 0 {
		return at, false
	}
	in, foreign := 0, 0
	for o := at.Start; o < at.End; o++ {
		for _, k := range back[o] {
			if k >= file.Start && k < file.End {
				in += len(others[o].words)
			} else {
				foreign += len(others[o].words)
			}
		}
	}
	return at, 10*foreign <= in
}

// isEffectiveFileEnd reports whether some old units are in effect the end of their file: nothing that follows
// them there is in the new work.
func (c *comparison) isEffectiveFileEnd(at extent) bool {
	for i := at.End; i < c.old.first[c.old.units[at.Start].file+1]; i++ {
		if len(c.to[i]) > 0 {
			return false
		}
	}
	return true
}

func (c *comparison) newFileChange(k Kind, old, new extent) Change {
	x := c.newChange(k, OfFile, old, new)
	x.From = []Location{c.locationOf(c.old, old, OfFile)}
	x.To = []Location{c.locationOf(c.new, new, OfFile)}
	return x
}

// reportReorderedFiles reports files that have kept their names and whose place in the order of the work has changed.
func (c *comparison) reportReorderedFiles() {
	if !c.Old.IsOrdered || !c.New.IsOrdered {
		return
	}
	at := make(map[string]int)
	for i, f := range c.Old.Files {
		at[f.name()] = i
	}
	var both [][2]int
	var weights []int
	for j, f := range c.New.Files {
		if i, isThere := at[f.name()]; isThere {
			both, weights = append(both, [2]int{i, j}), append(weights, f.facts().words+1)
		}
	}
	stays := heaviestIncreasing(len(both), len(c.Old.Files), func(k int) (at, weight int) { return both[k][0], weights[k] })
	var moved []Change
	for k, p := range both {
		if !stays[k] {
			old, new := c.Old.Files[p[0]], c.New.Files[p[1]]
			moved = append(moved, Change{
				Kind: Moved, Level: OfFile, Noun: OfFile.String(), Count: 1, Words: new.facts().words,
				From: []Location{fileLocation(old)}, To: []Location{fileLocation(new)},
			})
		}
	}
	c.Changes = append(moved, c.Changes...)
}

func fileLocation(f File) Location {
	return Location{Path: f.Path, Name: f.name(), Span: markup.Span{Start: 0, End: f.Text().Len()}, Title: f.name()}
}

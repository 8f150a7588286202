package difference

import (
	"cmp"
	"slices"
)

// matchHeadings links headings by their words, by the text under them, and by what is next to them.
func (m *matching) matchHeadings() {
	shared, isAlone := m.candidateSectionPairs()
	wordsOld, wordsNew := m.old.ownWordCounts(), m.new.ownWordCounts()
	var edges []edge
	for p, n := range shared {
		x, y := m.old.sections[p[0]], m.new.sections[p[1]]
		if !m.isFree(x.heading, y.heading) {
			continue
		}
		overlap := max(overlapShare(n, wordsOld[p[0]], wordsNew[p[1]]), m.overlap(x, y))
		hasPrevious, hasNext := m.haveMatchingNeighbours(x, y, -1), m.haveMatchingNeighbours(x, y, 1)
		isTitle := m.areSame(x.heading, y.heading)
		isSamePath := m.old.files[x.file].name() == m.new.files[y.file].name()
		isEmpty := wordsOld[p[0]] == 0 && wordsNew[p[1]] == 0
		switch {
		case overlap >= .5:
		case hasPrevious && hasNext:
		case isAlone[p] && (hasPrevious || hasNext) && x.level == y.level:
		case isTitle && (n > 0 || isSamePath || hasPrevious || hasNext || isEmpty):
		default:
			continue
		}
		worth := overlap
		for _, reason := range []struct {
			holds bool
			worth float64
		}{{isTitle, 1.2}, {hasPrevious, .2}, {hasNext, .3}, {x.level == y.level, .1}, {isSamePath, .05}} {
			if reason.holds {
				worth += reason.worth
			}
		}
		edges = append(edges, edge{x.heading, y.heading, worth})
	}
	slices.SortFunc(edges, func(a, b edge) int {
		return cmp.Or(cmp.Compare(b.quality, a.quality), cmp.Compare(abs(a.new-a.old), abs(b.new-b.old)), cmp.Compare(a.new, b.new), cmp.Compare(a.old, b.old))
	})
	for _, e := range greedyAssignment(edges) {
		m.link(e.old, e.new)
	}
	m.matchHeadingsBetween()
}

// candidateSectionPairs returns the pairs of sections, old and new, that may be the same. The values of shared are the numbers of words
// that both have outside subsections; isAlone holds the pairs in which each heading is the only one in its gap.
func (m *matching) candidateSectionPairs() (shared map[[2]int]int, isAlone map[[2]int]bool) {
	shared, isAlone = make(map[[2]int]int), make(map[[2]int]bool)
	ownerOld, ownerNew := m.old.ownerSections(), m.new.ownerSections()
	for j := range m.new.units {
		for _, i := range m.from[j] {
			if ownerOld[i] >= 0 && ownerNew[j] >= 0 {
				shared[[2]int{ownerOld[i], ownerNew[j]}] += min(len(m.old.units[i].words), len(m.new.units[j].words))
			}
		}
	}
	titled := make(map[uint64][]int)
	for k, x := range m.old.sections {
		if len(m.to[x.heading]) == 0 {
			h := m.old.units[x.heading].hash
			titled[h] = append(titled[h], k)
		}
	}
	for k, y := range m.new.sections {
		list := titled[m.new.units[y.heading].hash]
		if len(list) > mostTitled || len(m.from[y.heading]) > 0 {
			continue // many headings are equal, so only the surroundings can distinguish them
		}
		for _, i := range list {
			shared[[2]int{i, k}] += 0
		}
	}
	for _, g := range m.gaps() {
		gone, come := m.old.sectionsOf(g.old), m.new.sectionsOf(g.new)
		for x, k := range come {
			from, to := 0, len(gone)
			if len(come) > fewUnits {
				from, to = max(0, x-2), min(len(gone), x+3)
			}
			for y := from; y < to; y++ {
				p := [2]int{gone[y], k}
				shared[p] += 0
				isAlone[p] = len(gone) == 1 && len(come) == 1
			}
		}
	}
	return shared, isAlone
}

// ownerSections returns for each unit the section whose own text it is in, or -1; a heading is in none.
func (s *side) ownerSections() []int {
	list := noMatches(len(s.units))
	for k, x := range s.sections {
		for u := x.heading + 1; u < x.own; u++ {
			list[u] = k
		}
	}
	return list
}

// ownWordCounts returns for each section the number of words in its own text.
func (s *side) ownWordCounts() []int {
	n := make([]int, len(s.sections))
	for k, x := range s.sections {
		n[k] = s.countWords(extent{x.heading + 1, x.own})
	}
	return n
}

// sectionsOf returns the sections whose headings are among some units.
func (s *side) sectionsOf(units []int) (list []int) {
	for _, k := range units {
		if s.units[k].level > 0 {
			list = append(list, s.units[k].section)
		}
	}
	return list
}

// matchHeadingsBetween links the remaining headings that are between the same two headings in both works.
func (m *matching) matchHeadingsBetween() {
	old, new := m.old.sections, m.new.sections
	at := make(map[int]int) // old sections by their heading
	for k, x := range old {
		at[x.heading] = k
	}
	beside := func(k, step int) int { // the old section linked to the neighbour of a new one; -1 at an end of the file, -2 if it is not linked
		if n := k + step; n >= 0 && n < len(new) && new[n].file == new[k].file {
			if i := soleMatch(m.from, new[n].heading); i >= 0 {
				return at[i]
			}
			return -2
		}
		return -1
	}
	for k, y := range new {
		before, after := beside(k, -1), beside(k, 1)
		i := before + 1
		switch {
		case len(m.from[y.heading]) > 0 || before == -2 || after == -2 || before < 0 && after < 0:
			continue
		case before < 0:
			i = after - 1
		}
		isNext := i >= 0 && i < len(old) && len(m.to[old[i].heading]) == 0 && old[i].level == y.level
		if !isNext || before >= 0 && old[before].file != old[i].file || after >= 0 && after != i+1 || after < 0 && i+1 < len(old) && old[i+1].file == old[i].file ||
			before < 0 && i > 0 && old[i-1].file == old[i].file {
			continue
		}
		m.link(old[i].heading, y.heading)
	}
}

// overlap returns the share of words that two sections have in common, subsections included.
func (m *matching) overlap(x, y section) float64 {
	old, new, both := 0, 0, 0
	for i := x.heading + 1; i < x.end; i++ {
		old += len(m.old.units[i].words)
	}
	for j := y.heading + 1; j < y.end; j++ {
		new += len(m.new.units[j].words)
		for _, i := range m.from[j] {
			if i > x.heading && i < x.end {
				both += min(len(m.old.units[i].words), len(m.new.units[j].words))
			}
		}
	}
	return overlapShare(both, old, new)
}

// overlapShare returns the share of the smaller of two texts that is in both; 0 if that is less than a fifth of the larger.
func overlapShare(both, one, other int) float64 {
	if 5*both < max(one, other) || both == 0 {
		return 0
	}
	return float64(both) / float64(min(one, other))
}

// mostTitled is the greatest number of free headings with the same words that are candidates for each other.
const mostTitled = 100

// haveMatchingNeighbours reports whether the units before (or after) two headings are linked, or both headings are
// at that end of files with the same path.
func (m *matching) haveMatchingNeighbours(x, y section, step int) bool {
	i, j := x.heading+step, y.heading+step
	isOldEnd := i < m.old.first[x.file] || i >= m.old.first[x.file+1]
	isNewEnd := j < m.new.first[y.file] || j >= m.new.first[y.file+1]
	if isOldEnd || isNewEnd {
		return isOldEnd && isNewEnd && m.old.files[x.file].name() == m.new.files[y.file].name()
	}
	return slices.Contains(m.to[i], j)
}

func abs(n int) int { return max(n, -n) }

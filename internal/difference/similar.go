package difference

import (
	"cmp"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff/lcs"
	"github.com/segls/segls/internal/shingle"
)

// Thresholds of similarity. A share is the part of a unit's words that the other has in the same order. Two texts in the same language
// about different things have a quarter of their words in common, but hardly two words in a row.
const (
	similarElsewhere      = .45 // of the longer one
	similarInGap          = .4
	minPairShare          = .12 // of the pairs of neighbouring words of the shorter one
	minContainedShare     = .65 // of the shorter one
	minContainedPairShare = .5
	maxCandidates         = 8 // candidates by shingles
	fewUnits              = 12
)

// matchSimilar links units that have been rewritten: of all pairs that share words, those with the greatest total quality.
func (m *matching) matchSimilar() {
	candidates := make(map[[2]int]bool) // value: whether they are in the same gap
	for _, g := range m.gaps() {
		near := func(x, y int) {
			if y < 0 || y >= len(g.old) {
				return
			}
			// A word that two units have in common is no evidence if it is the only one, unless they differ only in punctuation.
			u, v := &m.old.units[g.old[y]], &m.new.units[g.new[x]]
			if u.mayMatch(v) && (len(v.words) > 1 || u.hasLettersOf(v)) {
				candidates[[2]int{g.old[y], g.new[x]}] = true
			}
		}
		for x := range g.new {
			if len(g.new) <= fewUnits && len(g.old) <= fewUnits {
				for y := range g.old {
					near(x, y)
				}
				continue
			}
			for step := -2; step <= 2; step++ { // at nearly the same distance from the beginning, or from the end
				near(x, x+step)
				near(x, len(g.old)-len(g.new)+x+step)
			}
		}
	}
	var index shingle.Index
	var added []int
	for i := range m.old.units {
		if u := &m.old.units[i]; len(m.to[i]) == 0 && u.level == 0 {
			index.Add(u.shingleSet())
			added = append(added, i)
		}
	}
	for j := range m.new.units {
		u := &m.new.units[j]
		if len(m.from[j]) > 0 || u.level > 0 {
			continue
		}
		for _, found := range index.Nearest(u.shingleSet(), maxCandidates) {
			if p := [2]int{added[found.Text], j}; m.old.units[p[0]].mayMatch(u) {
				inGap := candidates[p]
				candidates[p] = inGap
			}
		}
	}
	pairs := make([][2]int, 0, len(candidates))
	for p := range candidates {
		pairs = append(pairs, p)
	}
	slices.SortFunc(pairs, func(a, b [2]int) int { return cmp.Or(cmp.Compare(a[1], b[1]), cmp.Compare(a[0], b[0])) })
	var edges []edge
	for _, p := range pairs {
		if m.old.units[p[0]].level > 0 {
			continue
		}
		worth, isContained := m.matchQuality(p[0], p[1], candidates[p])
		e := edge{p[0], p[1], worth}
		if worth > 0 {
			e.quality += m.contextQuality(p[0], p[1])
			edges = append(edges, e)
		}
		if isContained {
			m.contained = append(m.contained, e)
		}
	}
	for _, e := range bestAssignment(edges) {
		m.link(e.old, e.new)
	}
}

// contextQuality returns the evidence for a match besides the words: the same heading, and linked neighbours.
func (m *matching) contextQuality(i, j int) (worth float64) {
	u, v := &m.old.units[i], &m.new.units[j]
	if u.section >= 0 && v.section >= 0 && m.areSame(m.old.sections[u.section].heading, m.new.sections[v.section].heading) {
		worth += .1
	}
	for _, step := range [2]int{-1, 1} {
		if n := soleMatch(m.to, i+step); n == j+step && m.areInSameFiles(i, i+step, j, n) {
			worth += .1
		}
	}
	return worth
}

// matchQuality returns the quality of a match of two units, 0 if there is none, and whether most of the shorter one is in the longer.
func (m *matching) matchQuality(i, j int, isInGap bool) (worth float64, isContained bool) {
	u, v := &m.old.units[i], &m.new.units[j]
	short, long := float64(min(len(u.words), len(v.words))), float64(max(len(u.words), len(v.words)))
	if short == 0 {
		return 0, false
	}
	if isInGap && u.isBrief() && u.hasLettersOf(v) {
		return 1, false
	}
	row := u.shingleSet().Containment(v.shingleSet())
	if row < minPairShare && !isInGap {
		return 0, false
	}
	same := float64(countCommonWords(u.words, v.words))
	isContained = u.isDivisibleProse() && short >= 6 && row >= minContainedPairShare && same/short >= minContainedShare
	share := same / long
	switch {
	case isInGap && share >= similarInGap && (row >= minPairShare || long < 12):
		return share + .2, isContained
	case share >= similarElsewhere && row >= minPairShare && long >= 6:
		return share, isContained
	case isContained:
		return share, true
	case isInGap && m.sourceShare(u, v) >= similarElsewhere:
		return similarElsewhere, false
	}
	return 0, false
}

// sourceShare returns the share of words that two sources have in common, including markup.
func (m *matching) sourceShare(u, v *unit) float64 {
	a, b := strings.Fields(m.old.source(u)), strings.Fields(m.new.source(v))
	n := len(a)
	for _, d := range lcs.DiffLines(a, b) {
		n -= d.End - d.Start
	}
	return float64(n) / float64(max(1, len(a), len(b)))
}

func (s *side) source(u *unit) string { return s.files[u.file].Text().Slice(u.span) }

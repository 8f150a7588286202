package difference

import (
	"cmp"
	"slices"
)

// matchSplitAndMerged links parts of split and merged units: a unit is a part of a matched unit
// that contains its words, if the match lacks these words.
func (m *matching) matchSplitAndMerged() {
	slices.SortStableFunc(m.contained, func(a, b edge) int { return cmp.Compare(b.quality, a.quality) })
	for _, e := range m.contained {
		u, v := &m.old.units[e.old], &m.new.units[e.new]
		switch {
		case len(m.from[e.new]) == 0 && len(m.to[e.old]) > 0 && len(v.words) <= len(u.words) && m.isPart(u, m.new, m.to[e.old], m.from, e.new),
			len(m.to[e.old]) == 0 && len(m.from[e.new]) > 0 && len(u.words) <= len(v.words) && m.isPart(v, m.old, m.from[e.new], m.to, e.old):
			m.link(e.old, e.new)
		}
	}
	// A part that is too short to be found by its shingles may be found next to another part.
	for i := range m.old.units {
		for _, beside := range [2]int{i - 1, i + 1} {
			if j := soleMatch(m.to, beside); j >= 0 && len(m.to[i]) == 0 && m.areProseInSameFile(m.old, i, beside) &&
				len(m.new.units[j].words) > len(m.old.units[beside].words) && m.isPart(&m.new.units[j], m.old, m.from[j], m.to, i) {
				m.link(i, j)
			}
		}
	}
	for j := range m.new.units {
		for _, beside := range [2]int{j - 1, j + 1} {
			if i := soleMatch(m.from, beside); i >= 0 && len(m.from[j]) == 0 && m.areProseInSameFile(m.new, j, beside) &&
				len(m.old.units[i].words) > len(m.new.units[beside].words) && m.isPart(&m.old.units[i], m.new, m.to[i], m.from, j) {
				m.link(i, j)
			}
		}
	}
	// A short unit does not match a much longer one that contains it if they are in different
	// places and no other part of the longer one is linked.
	for _, e := range m.contained {
		u, v := &m.old.units[e.old], &m.new.units[e.new]
		isPair := soleMatch(m.to, e.old) == e.new && soleMatch(m.from, e.new) == e.old
		if isPair && e.quality < similarInGap && float64(countCommonWords(u.words, v.words)) < similarInGap*float64(max(len(u.words), len(v.words))) && m.contextQuality(e.old, e.new) < .1 {
			m.to[e.old], m.from[e.new] = nil, nil
		}
	}
	for i := range m.to {
		slices.Sort(m.to[i])
	}
	for j := range m.from {
		slices.Sort(m.from[j])
	}
}

// areProseInSameFile reports whether two neighbouring units are prose in the same file.
func (m *matching) areProseInSameFile(s *side, a, b int) bool {
	return s.units[a].isDivisibleProse() && s.units[b].isDivisibleProse() && s.units[a].file == s.units[b].file
}

// isPart reports whether a unit and the known parts of a whole together are more like the whole than
// the known parts alone. The known parts must belong to no other whole.
func (m *matching) isPart(whole *unit, of *side, known []int, wholes [][]int, part int) bool {
	for _, k := range known {
		if len(wholes[k]) > 1 {
			return false
		}
	}
	joined := func(parts []int) (words []rune) {
		slices.Sort(parts)
		for _, k := range parts {
			words = append(words, of.units[k].words...)
		}
		return words
	}
	before := countCommonWords(whole.words, joined(slices.Clone(known)))
	after := countCommonWords(whole.words, joined(append(slices.Clone(known), part)))
	length := len(of.units[part].words)
	for _, k := range known {
		length += len(of.units[k].words)
	}
	return 10*(after-before) >= 6*len(of.units[part].words) && 10*after >= 6*max(len(whole.words), length)
}

package difference

import "slices"

// gap holds unlinked units of both works that are next to the same linked unit, or to the same end of a file.
type gap struct{ old, new []int }

// gaps returns the gaps between linked units. Its old units are next to the old units to which the neighbours of the new ones are linked
// or, at an end of a file, at that end of the file with the same path.
func (m *matching) gaps() []gap {
	var gaps []gap
	same := make(map[int]int) // by new file
	for _, p := range m.filesWithSamePath() {
		same[p[1]] = p[0]
	}
	for f := range m.new.files {
		end := m.new.first[f+1]
		for j := m.new.first[f]; j < end; j++ {
			if len(m.from[j]) > 0 {
				continue
			}
			first := j
			for j < end && len(m.from[j]) == 0 {
				j++
			}
			var fresh []int
			for k := first; k < j; k++ {
				fresh = append(fresh, k)
			}
			was, isSamePath := same[f]
			before, after := []int(nil), []int(nil)
			switch {
			case first > m.new.first[f]:
				before = m.freeUnits(slices.Max(m.from[first-1])+1, 1)
			case isSamePath:
				before = m.freeUnits(m.old.first[was], 1)
			}
			switch {
			case j < end:
				after = m.freeUnits(slices.Min(m.from[j])-1, -1)
			case isSamePath:
				after = m.freeUnits(m.old.first[was+1]-1, -1)
			}
			if len(before) > 0 {
				gaps = append(gaps, gap{before, fresh})
			}
			if len(after) > 0 && !slices.Equal(before, after) {
				gaps = append(gaps, gap{after, fresh})
			}
		}
	}
	return gaps
}

// freeUnits returns the unlinked old units from a unit up to the next linked one, in one direction within its file.
func (m *matching) freeUnits(from, step int) (list []int) {
	for i := from; i >= 0 && i < len(m.to) && len(m.to[i]) == 0 && m.old.units[i].file == m.old.units[from].file; i += step {
		list = append(list, i)
	}
	if step < 0 {
		slices.Reverse(list)
	}
	return list
}

// matchInGaps links units in a gap that are the same, in their order.
func (m *matching) matchInGaps() (fresh [][2]int) {
	for _, g := range m.gaps() {
		at := 0
		for _, j := range g.new {
			if len(m.from[j]) > 0 {
				continue
			}
			for k := at; k < min(len(g.old), at+mostSkipped); k++ {
				if i := g.old[k]; m.isFree(i, j) && m.areSame(i, j) {
					m.link(i, j)
					fresh = append(fresh, [2]int{i, j})
					at = k + 1
					break
				}
			}
		}
	}
	return fresh
}

// mostSkipped is the greatest distance in units at which the same unit is searched for in a gap.
const mostSkipped = 200

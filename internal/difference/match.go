package difference

// matching holds which units of one side correspond to which of the other. Units may have been split or merged.
type matching struct {
	old, new *side
	to, from [][]int // by old and by new unit

	contained []edge // pairs in which most of the smaller unit is in the larger
}

// match matches the units in order of certainty; see the package comment.
func match(old, new *side) *matching {
	m := &matching{old: old, new: new, to: make([][]int, len(old.units)), from: make([][]int, len(new.units))}
	m.matchNeighbours(m.matchUnique())
	m.matchNeighbours(m.matchFileEnds())
	m.matchNeighbours(m.matchInGaps())
	m.matchRepeated()
	m.matchSimilar()
	m.matchNeighbours(m.matchInGaps())
	m.matchSplitAndMerged()
	m.matchConflicts()
	m.matchHeadings()
	return m
}

func (m *matching) link(i, j int) {
	m.to[i], m.from[j] = append(m.to[i], j), append(m.from[j], i)
}

func (m *matching) isFree(i, j int) bool { return len(m.to[i]) == 0 && len(m.from[j]) == 0 }

func (m *matching) areSame(i, j int) bool { return m.old.units[i].isSame(&m.new.units[j]) }

// soleMatch returns the unit that a unit corresponds to, or -1 if there is none or several.
func soleMatch(to [][]int, i int) int {
	if i < 0 || i >= len(to) || len(to[i]) != 1 {
		return -1
	}
	return to[i][0]
}

// matchUnique links units with the same words that occur once in each work, but not brief ones or headings, which depend on their
// surroundings.
func (m *matching) matchUnique() (fresh [][2]int) {
	type count struct{ old, new, i, j int }
	counts := make(map[uint64]count)
	for i := range m.old.units {
		u := &m.old.units[i]
		c := counts[u.hash]
		c.old, c.i = c.old+1, i
		counts[u.hash] = c
	}
	for j := range m.new.units {
		u := &m.new.units[j]
		c := counts[u.hash]
		c.new, c.j = c.new+1, j
		counts[u.hash] = c
	}
	for j := range m.new.units {
		u := &m.new.units[j]
		c := counts[u.hash]
		if c.old == 1 && c.new == 1 && u.isIdentifiable() && !u.isBrief() && m.areSame(c.i, j) {
			m.link(c.i, j)
			fresh = append(fresh, [2]int{c.i, j})
		}
	}
	return fresh
}

// matchFileEnds links the first and the last units of files with the same path, if they are the same.
func (m *matching) matchFileEnds() (fresh [][2]int) {
	for _, f := range m.filesWithSamePath() {
		for _, p := range [][2]int{{m.old.first[f[0]], m.new.first[f[1]]}, {m.old.first[f[0]+1] - 1, m.new.first[f[1]+1] - 1}} {
			isInside := p[0] >= m.old.first[f[0]] && p[0] < m.old.first[f[0]+1] && p[1] >= m.new.first[f[1]] && p[1] < m.new.first[f[1]+1]
			if isInside && m.isFree(p[0], p[1]) && m.areSame(p[0], p[1]) {
				m.link(p[0], p[1])
				fresh = append(fresh, p)
			}
		}
	}
	return fresh
}

// filesWithSamePath returns the pairs of old and new files that have the same path.
func (m *matching) filesWithSamePath() (pairs [][2]int) {
	at := make(map[string]int)
	for i, f := range m.old.files {
		at[f.name()] = i
	}
	for j, f := range m.new.files {
		if i, isThere := at[f.name()]; isThere {
			pairs = append(pairs, [2]int{i, j})
		}
	}
	return pairs
}

// matchNeighbours links neighbours of linked units that are the same, then neighbours of these, and
// so on: a repeated paragraph goes with those around it.
func (m *matching) matchNeighbours(fresh [][2]int) {
	for _, p := range fresh {
		for _, step := range [2]int{1, -1} {
			for i, j := p[0]+step, p[1]+step; m.areInSameFiles(p[0], i, p[1], j) && m.isFree(i, j) && m.areSame(i, j); i, j = i+step, j+step {
				m.link(i, j)
			}
		}
	}
}

// areInSameFiles reports whether besideI is in the file of i, and besideJ in the file of j. besideI and besideJ may be out of range.
func (m *matching) areInSameFiles(i, besideI, j, besideJ int) bool {
	return besideI >= 0 && besideI < len(m.old.units) && m.old.units[besideI].file == m.old.units[i].file &&
		besideJ >= 0 && besideJ < len(m.new.units) && m.new.units[besideJ].file == m.new.units[j].file
}

// matchRepeated links units that are the same and still free, wherever they are. A brief unit is linked only if it occurs once.
func (m *matching) matchRepeated() {
	free, freeNew := make(map[uint64][]int), make(map[uint64]int)
	for i := range m.old.units {
		if u := &m.old.units[i]; len(m.to[i]) == 0 && u.isIdentifiable() {
			free[u.hash] = append(free[u.hash], i)
		}
	}
	for j := range m.new.units {
		if v := &m.new.units[j]; len(m.from[j]) == 0 && v.isIdentifiable() {
			freeNew[v.hash]++
		}
	}
	for j := range m.new.units {
		v := &m.new.units[j]
		list := free[v.hash]
		if len(m.from[j]) > 0 || len(list) == 0 || !m.areSame(list[0], j) || v.isBrief() && (len(list) > 1 || freeNew[v.hash] > 1) {
			continue
		}
		m.link(list[0], j)
		free[m.new.units[j].hash] = list[1:]
	}
}

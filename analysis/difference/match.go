package difference

import (
	"cmp"
	"slices"
	"strings"

	"github.com/aymanbagabas/go-udiff/lcs"

	"github.com/segls/segls/analysis/shingle"
)

// matching says which units of one side have become which of the other: one of one, several of
// one that was split, one of several that were merged.
type matching struct {
	old, new *side
	to, from [][]int // by old and new unit

	contained []edge // pairs where most of the smaller one is in the larger
}

// match finds what has become of each unit, in the order in which it is certain: what is the same
// and occurs once, its neighbours that are the same, what is the same in the gaps between them,
// and at last what is similar.
func match(old, new *side) *matching {
	m := &matching{old: old, new: new, to: make([][]int, len(old.units)), from: make([][]int, len(new.units))}
	m.spread(m.unique())
	m.spread(m.ends())
	m.spread(m.inGaps())
	m.repeated()
	m.similar()
	m.spread(m.inGaps())
	m.divided()
	m.headings()
	return m
}

func (m *matching) link(i, j int) {
	m.to[i], m.from[j] = append(m.to[i], j), append(m.from[j], i)
}

func (m *matching) isFree(i, j int) bool { return len(m.to[i]) == 0 && len(m.from[j]) == 0 }

func (m *matching) areSame(i, j int) bool { return m.old.units[i].isSame(&m.new.units[j]) }

// linked is the unit that a unit has become, or -1 if it is none or several.
func linked(to [][]int, i int) int {
	if i < 0 || i >= len(to) || len(to[i]) != 1 {
		return -1
	}
	return to[i][0]
}

// unique links the units that say the same and occur once in each work. A heading says too little
// for that, and so does a paragraph of three words.
func (m *matching) unique() (fresh [][2]int) {
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
		if c.old == 1 && c.new == 1 && u.isKnown() && !u.isBrief() && m.areSame(c.i, j) {
			m.link(c.i, j)
			fresh = append(fresh, [2]int{c.i, j})
		}
	}
	return fresh
}

// ends links the units with which files of the same path begin and end, while they are the same.
func (m *matching) ends() (fresh [][2]int) {
	for _, f := range m.samePaths() {
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

// samePaths are the files, old and new, that have the same path.
func (m *matching) samePaths() (pairs [][2]int) {
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

// spread links the neighbours of what has been linked, and theirs, while they are the same: so
// a paragraph that is repeated goes with those around it.
func (m *matching) spread(fresh [][2]int) {
	for _, p := range fresh {
		for _, step := range [2]int{1, -1} {
			for i, j := p[0]+step, p[1]+step; m.areNeighbours(p[0], i, p[1], j) && m.isFree(i, j) && m.areSame(i, j); i, j = i+step, j+step {
				m.link(i, j)
			}
		}
	}
}

// areNeighbours reports whether two units are in the files of two others.
func (m *matching) areNeighbours(i, besideI, j, besideJ int) bool {
	return besideI >= 0 && besideI < len(m.old.units) && m.old.units[besideI].file == m.old.units[i].file &&
		besideJ >= 0 && besideJ < len(m.new.units) && m.new.units[besideJ].file == m.new.units[j].file
}

// gap is units that stand between the same two in both works, without any that is linked.
type gap struct{ old, new []int }

// gaps are the gaps between linked units. In some of them the old units follow what stands before
// the new ones, in others they precede what follows.
func (m *matching) gaps() []gap {
	var gaps []gap
	same := make(map[int]int) // by new file
	for _, p := range m.samePaths() {
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
				before = m.free(slices.Max(m.from[first-1])+1, 1)
			case isSamePath:
				before = m.free(m.old.first[was], 1)
			}
			switch {
			case j < end:
				after = m.free(slices.Min(m.from[j])-1, -1)
			case isSamePath:
				after = m.free(m.old.first[was+1]-1, -1)
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

// free are the old units from one on that are not linked, in one direction and one file.
func (m *matching) free(from, step int) (list []int) {
	for i := from; i >= 0 && i < len(m.to) && len(m.to[i]) == 0 && m.old.units[i].file == m.old.units[from].file; i += step {
		list = append(list, i)
	}
	if step < 0 {
		slices.Reverse(list)
	}
	return list
}

// inGaps links the units in a gap that are the same, in their order.
func (m *matching) inGaps() (fresh [][2]int) {
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

// mostSkipped is how far ahead in a gap the same unit is looked for.
const mostSkipped = 200

// repeated links what says the same and is still free, wherever it is, in the order of the works.
// What is brief must be the only one.
func (m *matching) repeated() {
	free, freeNew := make(map[uint64][]int), make(map[uint64]int)
	for i := range m.old.units {
		if u := &m.old.units[i]; len(m.to[i]) == 0 && u.isKnown() {
			free[u.hash] = append(free[u.hash], i)
		}
	}
	for j := range m.new.units {
		if v := &m.new.units[j]; len(m.from[j]) == 0 && v.isKnown() {
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

// What makes two units similar. Shares are of words that both have in the same order; two texts
// about different things have a quarter of theirs in common, for they are of one language, but
// hardly two words in a row.
const (
	similarElsewhere = .45 // of the longer one
	similarInGap     = .4
	inARow           = .12 // of the pairs of neighbouring words of the shorter one
	contains         = .65 // of the shorter one
	inARowContained  = .5
	nearest          = 8 // candidates by shingles
	fewInGap         = 12
)

// similar links the units that have been rewritten: of all pairs that share words, those that are
// together the best.
func (m *matching) similar() {
	candidates := make(map[[2]int]bool) // whether they stand in the same gap
	for _, g := range m.gaps() {
		near := func(x, y int) {
			// One word says nothing of another.
			if y >= 0 && y < len(g.old) && len(m.new.units[g.new[x]].words) > 1 && m.old.units[g.old[y]].isLike(&m.new.units[g.new[x]]) {
				candidates[[2]int{g.old[y], g.new[x]}] = true
			}
		}
		for x := range g.new {
			if len(g.new) <= fewInGap && len(g.old) <= fewInGap {
				for y := range g.old {
					near(x, y)
				}
				continue
			}
			for step := -2; step <= 2; step++ { // as far from the beginning, or from the end
				near(x, x+step)
				near(x, len(g.old)-len(g.new)+x+step)
			}
		}
	}
	var index shingle.Index
	var added []int
	for i := range m.old.units {
		if u := &m.old.units[i]; len(m.to[i]) == 0 && u.level == 0 {
			index.Add(u.set())
			added = append(added, i)
		}
	}
	for j := range m.new.units {
		u := &m.new.units[j]
		if len(m.from[j]) > 0 || u.level > 0 {
			continue
		}
		for _, found := range index.Nearest(u.set(), nearest) {
			if p := [2]int{added[found.Text], j}; m.old.units[p[0]].isLike(u) {
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
		worth, isContained := m.worth(p[0], p[1], candidates[p])
		e := edge{p[0], p[1], worth}
		if worth > 0 {
			e.worth += m.context(p[0], p[1])
			edges = append(edges, e)
		}
		if isContained {
			m.contained = append(m.contained, e)
		}
	}
	for _, e := range assign(edges) {
		m.link(e.old, e.new)
	}
}

// context is what speaks for a match beside the words: a heading that says the same, and
// neighbours that are linked.
func (m *matching) context(i, j int) (worth float64) {
	u, v := &m.old.units[i], &m.new.units[j]
	if u.section >= 0 && v.section >= 0 && m.areSame(m.old.sections[u.section].heading, m.new.sections[v.section].heading) {
		worth += .1
	}
	for _, step := range [2]int{-1, 1} {
		if n := linked(m.to, i+step); n == j+step && m.areNeighbours(i, i+step, j, n) {
			worth += .1
		}
	}
	return worth
}

// worth is how good a match two units are, 0 if they are none, and whether most of the shorter
// one is in the longer.
func (m *matching) worth(i, j int, isInGap bool) (worth float64, isContained bool) {
	u, v := &m.old.units[i], &m.new.units[j]
	short, long := float64(min(len(u.words), len(v.words))), float64(max(len(u.words), len(v.words)))
	if short == 0 {
		return 0, false
	}
	row := u.set().Containment(v.set())
	if row < inARow && !isInGap {
		return 0, false
	}
	same := float64(kept(u.words, v.words))
	isContained = u.isText() && short >= 6 && row >= inARowContained && same/short >= contains
	share := same / long
	switch {
	case isInGap && share >= similarInGap && (row >= inARow || long < 12):
		return share + .2, isContained
	case share >= similarElsewhere && row >= inARow && long >= 6:
		return share, isContained
	case isContained:
		return share, true
	case isInGap && m.sourceShare(u, v) >= similarElsewhere:
		return similarElsewhere, false
	}
	return 0, false
}

// sourceShare is the share of the words of two sources that are the same, markup included.
func (m *matching) sourceShare(u, v *unit) float64 {
	a, b := strings.Fields(m.old.source(u)), strings.Fields(m.new.source(v))
	n := len(a)
	for _, d := range lcs.DiffLines(a, b) {
		n -= d.End - d.Start
	}
	return float64(n) / float64(max(1, len(a), len(b)))
}

func (s *side) source(u *unit) string { return s.files[u.file].Document.Text.Slice(u.span) }

// divided links what has been split and merged: a unit that is contained in one that has a match
// already, in words that this match does not have.
func (m *matching) divided() {
	slices.SortStableFunc(m.contained, func(a, b edge) int { return cmp.Compare(b.worth, a.worth) })
	for _, e := range m.contained {
		u, v := &m.old.units[e.old], &m.new.units[e.new]
		switch {
		case len(m.from[e.new]) == 0 && len(m.to[e.old]) > 0 && len(v.words) <= len(u.words) && m.isPart(u, m.new, m.to[e.old], m.from, e.new),
			len(m.to[e.old]) == 0 && len(m.from[e.new]) > 0 && len(u.words) <= len(v.words) && m.isPart(v, m.old, m.from[e.new], m.to, e.old):
			m.link(e.old, e.new)
		}
	}
	// A part may be too short to be found by its shingles: then it stands beside another.
	for i := range m.old.units {
		for _, beside := range [2]int{i - 1, i + 1} {
			if j := linked(m.to, beside); j >= 0 && len(m.to[i]) == 0 && m.isBeside(m.old, i, beside) &&
				len(m.new.units[j].words) > len(m.old.units[beside].words) && m.isPart(&m.new.units[j], m.old, m.from[j], m.to, i) {
				m.link(i, j)
			}
		}
	}
	for j := range m.new.units {
		for _, beside := range [2]int{j - 1, j + 1} {
			if i := linked(m.from, beside); i >= 0 && len(m.from[j]) == 0 && m.isBeside(m.new, j, beside) &&
				len(m.old.units[i].words) > len(m.new.units[beside].words) && m.isPart(&m.old.units[i], m.new, m.to[i], m.from, j) {
				m.link(i, j)
			}
		}
	}
	// What is left of a pair of which one is contained in the other, without other parts and in
	// another place, is not the same thing any more.
	for _, e := range m.contained {
		u, v := &m.old.units[e.old], &m.new.units[e.new]
		isPair := linked(m.to, e.old) == e.new && linked(m.from, e.new) == e.old
		if isPair && e.worth < similarInGap && float64(kept(u.words, v.words)) < similarInGap*float64(max(len(u.words), len(v.words))) && m.context(e.old, e.new) < .1 {
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

// isBeside reports whether two units are prose of one file.
func (m *matching) isBeside(s *side, a, b int) bool {
	return s.units[a].isText() && s.units[b].isText() && s.units[a].file == s.units[b].file
}

// isPart reports whether a unit is a part of a whole, beside the parts that are known. These must
// be parts of nothing else.
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
	before := kept(whole.words, joined(slices.Clone(known)))
	after := kept(whole.words, joined(append(slices.Clone(known), part)))
	length := len(of.units[part].words)
	for _, k := range known {
		length += len(of.units[k].words)
	}
	return 10*(after-before) >= 6*len(of.units[part].words) && 10*after >= 6*max(len(whole.words), length)
}

// headings links headings: by what they say, what stands under them, and what is next to them.
func (m *matching) headings() {
	old, new := m.old.sections, m.new.sections
	owner := func(s *side) []int { // by unit: the section in whose own text it is
		list := make([]int, len(s.units))
		for k := range list {
			list[k] = -1
		}
		for k, x := range s.sections {
			for u := x.heading + 1; u < x.own; u++ {
				list[u] = k
			}
		}
		return list
	}
	ownerOld, ownerNew := owner(m.old), owner(m.new)
	ownWords := func(s *side, list []int) []int {
		n := make([]int, len(s.sections))
		for k, x := range list {
			if x >= 0 {
				n[x] += len(s.units[k].words)
			}
		}
		return n
	}
	wordsOld, wordsNew := ownWords(m.old, ownerOld), ownWords(m.new, ownerNew)
	shared := make(map[[2]int]int)
	for j := range m.new.units {
		for _, i := range m.from[j] {
			if ownerOld[i] >= 0 && ownerNew[j] >= 0 {
				shared[[2]int{ownerOld[i], ownerNew[j]}] += min(len(m.old.units[i].words), len(m.new.units[j].words))
			}
		}
	}
	free := func(x section, links [][]int) bool { return len(links[x.heading]) == 0 }
	titled := make(map[uint64][]int)
	for k, x := range old {
		if h := m.old.units[x.heading].hash; free(x, m.to) {
			titled[h] = append(titled[h], k)
		}
	}
	for k, x := range new {
		list := titled[m.new.units[x.heading].hash]
		if len(list) > mostTitled || !free(x, m.from) {
			continue // so many say that only what stands around them tells them apart
		}
		for _, i := range list {
			shared[[2]int{i, k}] += 0
		}
	}
	alone := make(map[[2]int]bool) // the only headings in their gap
	for _, g := range m.gaps() {
		var gone, come []int
		for _, i := range g.old {
			if u := &m.old.units[i]; u.level > 0 {
				gone = append(gone, u.section)
			}
		}
		for _, j := range g.new {
			if v := &m.new.units[j]; v.level > 0 {
				come = append(come, v.section)
			}
		}
		for x, k := range come {
			from, to := 0, len(gone)
			if len(come) > fewInGap {
				from, to = max(0, x-2), min(len(gone), x+3)
			}
			for y := from; y < to; y++ {
				i := gone[y]
				shared[[2]int{i, k}] += 0
				alone[[2]int{i, k}] = len(gone) == 1 && len(come) == 1
			}
		}
	}
	var edges []edge
	for p, n := range shared {
		x, y := old[p[0]], new[p[1]]
		if !free(x, m.to) || !free(y, m.from) {
			continue
		}
		overlap := max(share(n, wordsOld[p[0]], wordsNew[p[1]]), m.overlap(x, y))
		hasPrevious := m.areNext(x, y, -1)
		hasNext := m.areNext(x, y, 1)
		isTitle := m.areSame(x.heading, y.heading)
		isSamePath := m.old.files[x.file].name() == m.new.files[y.file].name()
		isEmpty := wordsOld[p[0]] == 0 && wordsNew[p[1]] == 0
		isAlone := alone[p] && (hasPrevious || hasNext) && x.level == y.level
		if overlap < .5 && !isAlone && !(hasPrevious && hasNext) && !(isTitle && (n > 0 || isSamePath || hasPrevious || hasNext || isEmpty)) {
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
		return cmp.Or(cmp.Compare(b.worth, a.worth), cmp.Compare(abs(a.new-a.old), abs(b.new-b.old)), cmp.Compare(a.new, b.new), cmp.Compare(a.old, b.old))
	})
	for _, e := range greedy(edges) {
		m.link(e.old, e.new)
	}
	m.headingsBetween()
}

// headingsBetween links what is left of headings: those that stand between the same two.
func (m *matching) headingsBetween() {
	old, new := m.old.sections, m.new.sections
	at := make(map[int]int) // sections by their heading
	for k, x := range old {
		at[x.heading] = k
	}
	beside := func(k, step int) int { // the old section to which the one beside a new one is linked; -1 at the end of the file
		if n := k + step; n >= 0 && n < len(new) && new[n].file == new[k].file {
			if i := linked(m.from, new[n].heading); i >= 0 {
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

// overlap is the share of words that stand in both of two sections, subsections included.
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
	return share(both, old, new)
}

// share is the share of the smaller of two texts that is in both; none if that is next to nothing
// of the larger.
func share(both, one, other int) float64 {
	if 5*both < max(one, other) || both == 0 {
		return 0
	}
	return float64(both) / float64(min(one, other))
}

// mostTitled is how many free headings may say the same to be candidates for each other.
const mostTitled = 100

// areNext reports whether the units beside two headings, before or after them, are linked, or the
// headings are both at that end of files of the same path.
func (m *matching) areNext(x, y section, step int) bool {
	i, j := x.heading+step, y.heading+step
	isOldEnd := i < m.old.first[x.file] || i >= m.old.first[x.file+1]
	isNewEnd := j < m.new.first[y.file] || j >= m.new.first[y.file+1]
	if isOldEnd || isNewEnd {
		return isOldEnd && isNewEnd && m.old.files[x.file].name() == m.new.files[y.file].name()
	}
	return slices.Contains(m.to[i], j)
}

func abs(n int) int { return max(n, -n) }

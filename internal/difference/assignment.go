package difference

import (
	"cmp"
	"math"
	"slices"
)

// edge is a possible pair of an old and a new unit, with the quality of the match.
type edge struct {
	old, new int
	quality  float64
}

// bestAssignment returns edges without common ends whose total quality is greatest. It is exact (Kuhn, "The Hungarian method for the
// assignment problem", 1955) except in a very large group of connected units.
func bestAssignment(edges []edge) []edge {
	var picked []edge
	for _, group := range connectedComponents(edges) {
		old, new := endpoints(group)
		if len(old)*len(new) > mostExact {
			picked = append(picked, greedyAssignment(group)...)
			continue
		}
		picked = append(picked, hungarianAssignment(group, old, new)...)
	}
	return picked
}

// mostExact is the size of the largest group for which the assignment is exact: the number of its old units times that of its new ones.
const mostExact = 1 << 14

// connectedComponents divides edges into groups that share no ends.
func connectedComponents(edges []edge) [][]edge {
	root := make(map[int]int) // an old unit is its index, a new one is ^index
	var find func(int) int
	find = func(x int) int {
		up, isKnown := root[x]
		if !isKnown || up == x {
			root[x] = x
			return x
		}
		root[x] = find(up)
		return root[x]
	}
	for _, e := range edges {
		root[find(e.old)] = find(^e.new)
	}
	at := make(map[int]int)
	var groups [][]edge
	for _, e := range edges {
		r := find(e.old)
		k, isKnown := at[r]
		if !isKnown {
			k = len(groups)
			at[r], groups = k, append(groups, nil)
		}
		groups[k] = append(groups[k], e)
	}
	return groups
}

// endpoints returns the old and the new units of edges, ascending.
func endpoints(edges []edge) (old, new []int) {
	for _, e := range edges {
		old, new = append(old, e.old), append(new, e.new)
	}
	slices.Sort(old)
	slices.Sort(new)
	return slices.Compact(old), slices.Compact(new)
}

func greedyAssignment(edges []edge) []edge {
	slices.SortStableFunc(edges, func(a, b edge) int { return cmp.Compare(b.quality, a.quality) })
	taken := make(map[int]bool)
	var picked []edge
	for _, e := range edges {
		if !taken[e.old] && !taken[^e.new] {
			taken[e.old], taken[^e.new] = true, true
			picked = append(picked, e)
		}
	}
	return picked
}

// hungarianAssignment solves the assignment by shortest augmenting paths with potentials. A pair without an
// edge has no value and is not returned.
func hungarianAssignment(edges []edge, old, new []int) []edge {
	isTurned := len(old) > len(new)
	rows, columns := old, new
	if isTurned {
		rows, columns = new, old
	}
	n, m := len(rows), len(columns)
	cost := make([]float64, n*m)
	for _, e := range edges {
		row, column := e.old, e.new
		if isTurned {
			row, column = e.new, e.old
		}
		i, _ := slices.BinarySearch(rows, row)
		j, _ := slices.BinarySearch(columns, column)
		cost[i*m+j] = min(cost[i*m+j], -e.quality)
	}
	// Row and column 0 are dummies.
	u, v := make([]float64, n+1), make([]float64, m+1)
	rowOf, way := make([]int, m+1), make([]int, m+1)
	least, isUsed := make([]float64, m+1), make([]bool, m+1)
	for i := 1; i <= n; i++ {
		rowOf[0] = i
		for j := range least {
			least[j], isUsed[j] = math.Inf(1), false
		}
		j0 := 0
		for rowOf[j0] != 0 {
			isUsed[j0] = true
			i0, delta, j1 := rowOf[j0], math.Inf(1), 0
			for j := 1; j <= m; j++ {
				if isUsed[j] {
					continue
				}
				if c := cost[(i0-1)*m+j-1] - u[i0] - v[j]; c < least[j] {
					least[j], way[j] = c, j0
				}
				if least[j] < delta {
					delta, j1 = least[j], j
				}
			}
			for j := 0; j <= m; j++ {
				if isUsed[j] {
					u[rowOf[j]] += delta
					v[j] -= delta
				} else {
					least[j] -= delta
				}
			}
			j0 = j1
		}
		for j0 != 0 {
			rowOf[j0] = rowOf[way[j0]]
			j0 = way[j0]
		}
	}
	var picked []edge
	for j := 1; j <= m; j++ {
		if i := rowOf[j]; i > 0 && cost[(i-1)*m+j-1] < 0 {
			e := edge{rows[i-1], columns[j-1], -cost[(i-1)*m+j-1]}
			if isTurned {
				e.old, e.new = e.new, e.old
			}
			picked = append(picked, e)
		}
	}
	return picked
}

package fragment

import "math"

// Energy prices the divisions of a row of units where neither Heinonen's length cost
// nor its convexity is enough: every segment has a cost of its own, which may come from
// what is said in it. What a division costs is the sum of its segments and boundaries.
//
// The price of that freedom is time: with segments of at most b units, the best of the
// 2^(n-1) divisions takes n·b steps, where Split takes about n.
type Energy struct {
	// Boundary has what a boundary costs in each gap between two units, one value less
	// than there are units. Infinity forbids it.
	Boundary []float64
	// Segments has a row for each unit: what the segments cost that end with it, first
	// that of the unit alone, then that of the last two units, and so on as far back as
	// segments may reach. No row is empty. Infinity forbids a segment.
	Segments [][]float64
}

// Units returns the number of units.
func (e Energy) Units() int { return len(e.Segments) }

// Part returns the energy of the units [from, to) by themselves. It
// shares its memory with e.
func (e Energy) Part(from, to int) Energy {
	part := Energy{Segments: make([][]float64, to-from)}
	if from < to {
		part.Boundary = e.Boundary[from : to-1]
	}
	for i := range part.Segments {
		row := e.Segments[from+i]
		part.Segments[i] = row[:min(len(row), i+1)]
	}
	return part
}

// boundary returns what it costs to begin a segment with a unit.
func (e Energy) boundary(unit int) float64 {
	if unit == 0 {
		return 0
	}
	return e.Boundary[unit-1]
}

// Cost returns what a division costs, and infinity for one that is forbidden. The
// division is told by its boundaries, each the number of units before it.
func (e Energy) Cost(boundaries []int) float64 {
	cost := 0.0
	end := e.Units()
	for i := len(boundaries) - 1; i >= -1; i-- {
		start := 0
		if i >= 0 {
			start = boundaries[i]
		}
		if row := e.row(end); end-start <= len(row) {
			cost += row[end-start-1] + e.boundary(start)
		} else if end > start {
			return math.Inf(1)
		}
		end = start
	}
	return cost
}

// row returns the costs of the segments that end before a unit.
func (e Energy) row(end int) []float64 {
	if end == 0 {
		return nil
	}
	return e.Segments[end-1]
}

// Divide returns the boundaries of the cheapest division when each boundary costs so
// much more. Of equals it is the one whose last segment is shortest, then the one
// before it, and so on.
func (e Energy) Divide(price float64) []int {
	n := e.Units()
	before := make([]float64, n) // what the best division up to a unit costs, with a boundary there
	length := make([]int, n+1)
	for j := 1; j <= n; j++ {
		best := math.Inf(1)
		length[j] = 1
		for l, cost := range e.row(j) {
			start := j - l - 1
			cost += before[start]
			if start > 0 {
				cost += price
			}
			if cost < best {
				best, length[j] = cost, l+1
			}
		}
		if j < n {
			before[j] = best + e.boundary(j)
		}
	}
	return boundariesFrom(n, func(j int) int { return length[j] })
}

// DivideInto returns the boundaries of the cheapest division into so many segments, or
// into the nearest number that the look-back of the rows permits. Of equals it is the
// one that Divide takes.
func (e Energy) DivideInto(segments int) []int {
	n := e.Units()
	segments = max(1, min(segments, n))
	// best[j] of the layer before: the first j units in one segment less.
	before := make([]float64, n+1)
	for j := range before {
		before[j] = math.Inf(1)
	}
	before[0] = 0
	var lengths [][]int32
	for k := 1; k <= segments || k <= n && math.IsInf(before[n], 1); k++ {
		layer := make([]float64, n+1)
		length := make([]int32, n+1)
		layer[0] = math.Inf(1)
		for j := 1; j <= n; j++ {
			layer[j] = math.Inf(1)
			length[j] = 1
			for l, cost := range e.row(j) {
				start := j - l - 1
				if start+1 < k {
					break
				}
				if cost += before[start] + e.boundary(start); cost < layer[j] {
					layer[j], length[j] = cost, int32(l+1)
				}
			}
		}
		lengths = append(lengths, length)
		before = layer
	}
	layer := len(lengths)
	return boundariesFrom(n, func(j int) int {
		layer--
		return int(lengths[layer][j])
	})
}

// boundariesFrom follows the last segments back from the end and returns the boundaries.
func boundariesFrom(units int, length func(end int) int) []int {
	var reversed []int
	for j := units; j > 0; {
		j -= length(j)
		if j > 0 {
			reversed = append(reversed, j)
		}
	}
	boundaries := make([]int, len(reversed))
	for i, b := range reversed {
		boundaries[len(reversed)-1-i] = b
	}
	return boundaries
}

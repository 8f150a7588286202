package fragment

import "math"

// SegmentCosts holds the costs of all divisions of a sequence of units. Unlike Heinonen's, they need not be convex: each segment
// has its own cost, which may depend on its content. A division costs the sum of its segments and boundaries.
//
// This generality takes time: with segments of at most b units, finding the best of the 2^(n-1)
// divisions takes n·b steps, where Split takes about n.
type SegmentCosts struct {
	// Boundary holds the cost of a boundary in each gap between two units, one value less than there are units. Infinity forbids a
	// boundary.
	Boundary []float64
	// Segments holds a row for each unit with the costs of the segments that end with it: first the unit alone, then the last two units,
	// and so on, up to the longest segment allowed. No row is empty. Infinity forbids a segment.
	Segments [][]float64
}

// Units returns the number of units.
func (e SegmentCosts) Units() int { return len(e.Segments) }

// Part returns the costs of the units [from, to) by themselves. It shares its memory with e.
func (e SegmentCosts) Part(from, to int) SegmentCosts {
	part := SegmentCosts{Segments: make([][]float64, to-from)}
	if from < to {
		part.Boundary = e.Boundary[from : to-1]
	}
	for i := range part.Segments {
		row := e.Segments[from+i]
		part.Segments[i] = row[:min(len(row), i+1)]
	}
	return part
}

// boundaryCost returns the cost of beginning a segment with a unit; it is 0 for the first.
func (e SegmentCosts) boundaryCost(unit int) float64 {
	if unit == 0 {
		return 0
	}
	return e.Boundary[unit-1]
}

// Cost returns the cost of a division, or infinity if the division is forbidden. Each boundary is given as the number of units before it;
// one at an end, or a repeated one, adds nothing.
func (e SegmentCosts) Cost(boundaries []int) float64 {
	cost := 0.0
	end := e.Units()
	for i := len(boundaries) - 1; i >= -1; i-- {
		start := 0
		if i >= 0 {
			start = boundaries[i]
		}
		if start == end {
			continue
		}
		row := e.rowEndingBefore(end)
		if end-start > len(row) {
			return math.Inf(1)
		}
		cost += row[end-start-1] + e.boundaryCost(start)
		end = start
	}
	return cost
}

// rowEndingBefore returns the costs of the segments that end before a unit.
func (e SegmentCosts) rowEndingBefore(end int) []float64 {
	if end == 0 {
		return nil
	}
	return e.Segments[end-1]
}

// Divide returns the boundaries of the cheapest division when price is added to the cost of each boundary. Among equals it takes the
// division whose last segment is shortest, then the one whose second-last is, and so on.
func (e SegmentCosts) Divide(price float64) []int {
	n := e.Units()
	before := make([]float64, n) // before[j] is the cost of the best division of the first j units and of a boundary after them
	length := make([]int, n+1)
	for j := 1; j <= n; j++ {
		best := math.Inf(1)
		length[j] = 1
		for l, cost := range e.rowEndingBefore(j) {
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
			before[j] = best + e.boundaryCost(j)
		}
	}
	return traceBoundaries(n, func(j int) int { return length[j] })
}

// DivideInto returns the boundaries of the cheapest division into the given number of segments or, if the rows are too short for that, into
// the least number that they permit. It makes no more segments than there are units. Ties are broken as in Divide.
func (e SegmentCosts) DivideInto(segments int) []int {
	n := e.Units()
	segments = max(1, min(segments, n))
	// before[j] is the cost of the best division of the first j units into k-1 segments.
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
			for l, cost := range e.rowEndingBefore(j) {
				start := j - l - 1
				if start+1 < k {
					break
				}
				if cost += before[start] + e.boundaryCost(start); cost < layer[j] {
					layer[j], length[j] = cost, int32(l+1)
				}
			}
		}
		lengths = append(lengths, length)
		before = layer
	}
	layer := len(lengths)
	return traceBoundaries(n, func(j int) int {
		layer--
		return int(lengths[layer][j])
	})
}

// traceBoundaries follows the lengths of the last segments back from the end and returns the boundaries.
func traceBoundaries(units int, length func(end int) int) []int {
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

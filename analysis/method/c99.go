package method

import (
	"math"
	"slices"
)

const (
	c99Mask      = 11  // the side, in units, of the square in which a similarity is ranked
	c99Threshold = 1.2 // deviations by which a gain must exceed the average
)

// c99Curve compares all units with each other, replaces each similarity by its rank among those
// around it, and splits the text repeatedly, each time where the blocks along the diagonal become
// densest. A gap's value is the order of its split, from 0 for the first up to nearly 1. suggested is
// the number of segments that the method chooses by itself: it splits while the gain is well above the
// average. (Freddy Choi, "Advances in Domain Independent Linear Text Segmentation", 2000, sections
// 3.1 to 3.4.)
func c99Curve(units []Unit) (curve []float64, suggested int) {
	n := len(units)
	if n < 2 {
		return make([]float64, max(0, n-1)), 1
	}
	d := newDensity(localRanks(similarities(newCollection(units))))
	// The best split of each segment is computed once: a later split elsewhere changes its gain, but hardly ever its place.
	segments := []bestSplit{d.findBestSplit(0, n, 0, 0)}
	inside, area := d.sum(0, n), float64(n)*float64(n)
	curve = make([]float64, n-1)
	gains := make([]float64, 0, n-1)
	before := inside / area
	for made := range curve {
		best := -1
		highest := math.Inf(-1)
		for k, s := range segments {
			if s.at == 0 {
				continue
			}
			if density := (inside - s.densityLoss) / (area - s.area); density > highest {
				best, highest = k, density
			}
		}
		s := segments[best]
		curve[s.at-1] = float64(made) / float64(n-1)
		inside, area = inside-s.densityLoss, area-s.area
		gains = append(gains, highest-before)
		before = highest
		segments = slices.Replace(segments, best, best+1, d.findBestSplit(s.first, s.at, inside, area), d.findBestSplit(s.at, s.end, inside, area))
	}
	return curve, 1 + countOutstandingSplits(gains)
}

// countOutstandingSplits returns the number of splits before the gains, smoothed as in section 3.4, fall below c99Threshold deviations
// above their average.
func countOutstandingSplits(gains []float64) int {
	smooth := slices.Clone(gains)
	for i := range smooth {
		weights, sum := 0.0, 0.0
		for k, w := range []float64{1, 2, 4, 8, 4, 2, 1} {
			if j := i + k - 3; j >= 0 && j < len(gains) {
				weights += w
				sum += w * gains[j]
			}
		}
		smooth[i] = sum / weights
	}
	sum, squares := 0.0, 0.0
	for _, gain := range smooth {
		sum += gain
		squares += gain * gain
	}
	s := scaleOf(len(smooth), sum, squares)
	for i, gain := range smooth {
		if gain < s.mean+c99Threshold*s.deviation {
			return i
		}
	}
	return len(gains)
}

// similarities returns the cosines of all pairs of units.
func similarities(c collection) [][]float32 {
	n := len(c.units)
	norms := make([]float64, n)
	having := make([][]termCount, len(c.names)) // the units of a term, and how often they have it
	for i := range c.units {
		for _, t := range c.terms(i) {
			having[t.term] = append(having[t.term], termCount{int32(i), t.count})
			norms[i] += float64(t.count * t.count)
		}
	}
	rows := make([][]float32, n)
	products := make([]int, n)
	for i := range c.units {
		clear(products)
		for _, t := range c.terms(i) {
			for _, other := range having[t.term] {
				products[other.term] += int(t.count) * int(other.count)
			}
		}
		rows[i] = make([]float32, n)
		for j, product := range products {
			if product > 0 {
				rows[i][j] = float32(float64(product) / math.Sqrt(norms[i]*norms[j]))
			}
		}
	}
	return rows
}

// localRanks replaces each value by the share of the values in the square around it that are lower.
func localRanks(values [][]float32) [][]float32 {
	n := len(values)
	ranks := make([][]float32, n)
	const half = c99Mask / 2
	for i := range ranks {
		ranks[i] = make([]float32, n)
		for j := i; j < n; j++ {
			lower, all := 0, -1
			for a := max(0, i-half); a <= min(n-1, i+half); a++ {
				for _, v := range values[a][max(0, j-half) : min(n-1, j+half)+1] {
					all++
					if v < values[i][j] {
						lower++
					}
				}
			}
			ranks[i][j] = float32(lower) / float32(max(1, all))
		}
		for j := range i {
			ranks[i][j] = ranks[j][i]
		}
	}
	return ranks
}

// density sums up the squares along the diagonal of a matrix.
type density struct{ sums [][]float64 } // for each row and column, the sum of all values above and to the left

func newDensity(values [][]float32) density {
	n := len(values)
	sums := make([][]float64, n+1)
	sums[0] = make([]float64, n+1)
	for i, row := range values {
		sums[i+1] = make([]float64, n+1)
		sum := 0.0
		for j, v := range row {
			sum += float64(v)
			sums[i+1][j+1] = sums[i][j+1] + sum
		}
	}
	return density{sums}
}

// sum returns the sum of the square [first, end).
func (d density) sum(first, end int) float64 {
	return d.sums[end][end] - d.sums[first][end] - d.sums[end][first] + d.sums[first][first]
}

// bestSplit is the best place to split a segment, or 0, with the sum and the area that the squares along the diagonal lose by it.
type bestSplit struct {
	first, at, end    int
	densityLoss, area float64
}

// findBestSplit returns the best place to split the segment [first, end), where inside and area are the sum and area of the squares so far.
func (d density) findBestSplit(first, end int, inside, area float64) bestSplit {
	best := bestSplit{first: first, end: end}
	highest := math.Inf(-1)
	whole, length := d.sum(first, end), float64(end-first)
	if area == 0 {
		inside, area = whole, length*length
	}
	for at := first + 1; at < end; at++ {
		one, other := float64(at-first), float64(end-at)
		s := bestSplit{first, at, end, whole - d.sum(first, at) - d.sum(at, end), 2 * one * other}
		if value := (inside - s.densityLoss) / (area - s.area); value > highest {
			best, highest = s, value
		}
	}
	return best
}

package fragment

import "math"

// Posterior holds the probability of each boundary when divisions are drawn with a probability that
// falls with their cost:
//
//	P(division) ∝ exp(-rate · cost)
//
// The cheapest division is the most probable one, but often only one of many that are nearly as
// cheap. A boundary that is in most of them is certain; one that is in few of them is arbitrary.
type Posterior struct {
	// Boundary holds the probability of a boundary in each gap.
	Boundary []float64

	costs               SegmentCosts
	rate, price         float64
	forward, suffixSums []float64 // logarithms of the sums over all divisions of the first i units, and of the units from i on
}

// Posterior returns the probability of each boundary when price is added to the cost of each. The probabilities
// come from a forward and a backward pass (Rabiner, "A Tutorial on Hidden Markov Models", 1989, section III), in
// logarithms, so that long texts do not underflow.
func (e SegmentCosts) Posterior(rate, price float64) Posterior {
	n := e.Units()
	p := Posterior{
		Boundary: make([]float64, max(0, n-1)), costs: e, rate: rate, price: price,
		forward: make([]float64, n+1), suffixSums: make([]float64, n+1),
	}
	for j := 1; j <= n; j++ {
		g := logSum{greatest: math.Inf(-1)}
		for l, cost := range e.rowEndingBefore(j) {
			start := j - l - 1
			g.add(p.forward[start] - rate*(cost+p.boundaryCost(start)))
		}
		p.forward[j] = g.log()
	}
	// Backward, row by row from the last. The terms for the units after start are summed relative to the greatest so far.
	backward := make([]logSum, n+1)
	for i := range backward {
		backward[i] = logSum{greatest: math.Inf(-1)}
	}
	backward[n].add(0)
	for j := n; j > 0; j-- {
		p.suffixSums[j] = backward[j].log()
		for l, cost := range e.rowEndingBefore(j) {
			start := j - l - 1
			tail := p.logSumFrom(start, j, cost)
			if start > 0 && !backward[start].isNegligible(tail) { // a negligible tail does not change the probability either
				p.Boundary[start-1] += p.probability(start, tail)
			}
			backward[start].add(tail)
		}
	}
	for g := range p.Boundary {
		p.Boundary[g] = min(1, p.Boundary[g])
	}
	return p
}

// boundaryCost returns the cost of beginning a segment with a unit, price included.
func (p *Posterior) boundaryCost(start int) float64 {
	if start == 0 {
		return 0
	}
	return p.costs.Boundary[start-1] + p.price
}

// logSumFrom returns the logarithm of the sum over the divisions of the units from start on that begin with the segment [start, end).
func (p *Posterior) logSumFrom(start, end int, cost float64) float64 {
	return p.suffixSums[end] - p.rate*(cost+p.boundaryCost(start))
}

// probability returns the probability of a segment that begins at start, given its tail (see logSumFrom).
func (p *Posterior) probability(start int, tail float64) float64 {
	if probability := math.Exp(p.forward[start] + tail - p.forward[p.costs.Units()]); probability > 0 {
		return probability
	}
	return 0 // also for NaN, which means that no division is possible
}

// logSum is a sum of exponentials, sum·exp(greatest).
type logSum struct{ greatest, sum float64 }

func (g *logSum) add(log float64) {
	switch {
	case g.isNegligible(log) || math.IsInf(log, -1):
	case log <= g.greatest:
		g.sum += math.Exp(log - g.greatest)
	default:
		g.sum = g.sum*math.Exp(g.greatest-log) + 1
		g.greatest = log
	}
}

// isNegligible reports whether a term is too small to change the sum.
func (g logSum) isNegligible(log float64) bool { return log-g.greatest < -38 }

func (g logSum) log() float64 {
	if g.sum == 0 {
		return math.Inf(-1)
	}
	return g.greatest + math.Log(g.sum)
}

// Expected returns the expected number of segments.
func (p Posterior) Expected() float64 {
	sum := 1.0
	for _, probability := range p.Boundary {
		sum += probability
	}
	return sum
}

// Decide returns the boundaries of the division with the least expected error, the average of Pk and WindowDiff with a window of
// k units. It is not always the cheapest division: where the topic may change at any of three neighbouring gaps, the middle one
// is the safest.
//
// For each window, the posterior gives the probability of no boundary, of one, and of more than one; the last two
// follow from the probabilities of its gaps. A division is charged, for each window, the probability that it is
// wrong there. Windows without a boundary lie within a segment, and those with two boundaries contain a whole
// segment, so all charges are sums over segments of prefix sums, and a programme like that of Divide finds the
// minimum. (A third boundary in one window is charged like the second.)
//
// Segments are at most as long as the rows of costs permit.
func (p Posterior) Decide(k int) []int {
	n := p.costs.Units()
	if n-k < 1 {
		k = max(1, n-1)
	}
	windows := n - k
	if windows < 1 {
		return nil
	}
	none, second := p.windowCharges(k, windows)
	// between returns the charge of the windows from a to b, inclusive.
	between := func(sums []float64, a, b int) float64 {
		a, b = max(a, 0), min(b, windows-1)
		if a > b {
			return 0
		}
		return sums[b+1] - sums[a]
	}
	best := make([]float64, n+1)
	length := make([]int, n+1)
	for j := 1; j <= n; j++ {
		best[j] = math.Inf(1)
		for l := range p.costs.rowEndingBefore(j) {
			start := j - l - 1
			charge := best[start] + between(none, start, j-1-k)
			if start > 0 && j < n {
				charge += between(second, j-k, start-1)
			}
			if charge < best[j] {
				best[j], length[j] = charge, l+1
			}
		}
	}
	return traceBoundaries(n, func(j int) int { return length[j] })
}

// windowCharges returns prefix sums over the windows of the extra cost of no boundary in a window, and of two, instead of one.
func (p Posterior) windowCharges(k, windows int) (none, second []float64) {
	empty := p.emptyProbabilities(k, windows)
	gaps := make([]float64, len(p.Boundary)+1)
	for g, probability := range p.Boundary {
		gaps[g+1] = gaps[g] + probability
	}
	none, second = make([]float64, windows+1), make([]float64, windows+1)
	for i := range windows {
		p0 := min(1, max(0, empty[i]))
		// If a window never has three boundaries, their expected number exceeds the probability of at least one by the probability of two.
		p2 := min(1-p0, max(0, gaps[i+k]-gaps[i]-(1-p0)))
		p1 := 1 - p0 - p2
		withNone := 1 - p0
		withOne := p0/2 + (1-p1)/2
		withTwo := p0/2 + (1-p2)/2
		none[i+1] = none[i] + withNone - withOne
		second[i+1] = second[i] + withTwo - withOne
	}
	return none, second
}

// emptyProbabilities returns for each window the probability that it lies within one segment.
func (p Posterior) emptyProbabilities(k, windows int) []float64 {
	change := make([]float64, windows+1)
	for j, row := range p.costs.Segments {
		for l := k; l < len(row); l++ {
			// The l+1 units that end with j contain the windows from j-l to j-k.
			probability := p.probability(j-l, p.logSumFrom(j-l, j+1, row[l]))
			change[j-l] += probability
			change[j-k+1] -= probability
		}
	}
	sum := 0.0
	for i := range windows {
		sum += change[i]
		change[i] = sum
	}
	return change[:windows]
}

// PosteriorOf returns the probabilities at a price per boundary at which the expected number of
// segments is about the given one, or as close to it as a price can bring it.
func (e SegmentCosts) PosteriorOf(rate float64, segments int) Posterior {
	const near, steps = 0.02, 16
	off := func(price float64) float64 { return e.Posterior(rate, price).Expected() - float64(segments) }
	low, high := -1.0, 1.0
	for i := 0; i < steps && off(low) < 0; i++ {
		low *= 2.5
	}
	for i := 0; i < steps && off(high) > 0; i++ {
		high *= 2.5
	}
	for range steps {
		price := (low + high) / 2
		switch o := off(price); {
		case math.Abs(o) < near:
			return e.Posterior(rate, price)
		case o > 0:
			low = price
		default:
			high = price
		}
	}
	return e.Posterior(rate, high)
}

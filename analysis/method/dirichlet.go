package method

import (
	"math"
	"runtime"
	"slices"
	"sync"

	"github.com/segls/segls/analysis/parallel"
)

// dirichlet says how badly the words of a segment fit together: it is the length of their code
// under the Dirichlet compound multinomial, in which a term is the more probable the more often
// the segment has had it before,
//
//	D = Σ ln(N + A) - ln(c(t) + a(t)),  then c(t)++, N++
//
// over the occurrences in the segment, where c(t) and N are the earlier occurrences of the term
// and of all terms, a(t) is how often the term is assumed to have occurred before the segment,
// and A is the sum of a. The order of the occurrences makes no difference to the sum.
// (Eisenstein and Barzilay, "Bayesian Unsupervised Topic Segmentation", 2008, section 3,
// equation 3, whose prior is symmetric; a background as prior is an addition.)
type dirichlet struct {
	prior func(term int) float64 // a(t)
	total float64                // A
}

// exactly rounds a sum of logarithms to a whole number of 2^-34. Of such numbers float64 adds up
// what [mostExact] tokens come to without rounding again: D is the same to the last bit, in whatever order its parts are
// added and taken away.
func exactly(sum float64) float64 { return math.RoundToEven(sum*(1<<34)) / (1 << 34) }

// mostExact is for how many tokens: each is less than 16, and together they are less than 2^19.
const mostExact = 1 << 15

// costs returns rows of D for segments of at most so many units.
func (d dirichlet) costs(c collection, back []int) [][]float64 {
	rows := triangle(back)
	longest := c.longest(back)
	r := sumRooms.Get().(*sumRoom)
	defer r.put()
	d.fits(c, longest, r)
	fits, none := r.fits, r.none
	r.all = addLogs(slices.Grow(r.all[:0], longest+1), d.total, longest)
	r.seen = append(r.seen[:0], none...)
	all := r.all
	stretches := evenly(rows)
	if len(stretches) == 1 {
		c.fill(rows, 0, len(rows), fits, all, none, r.seen)
		return rows
	}
	parallel.Do(len(stretches), func(i int) { // no row needs another
		from := 0
		if i > 0 {
			from = stretches[i-1]
		}
		c.fill(rows, from, stretches[i], fits, all, none, slices.Clone(none))
	})
	return rows
}

// evenly parts rows into a few stretches with about as many values, and enough of them to be worth
// a goroutine; it returns where each ends.
func evenly(rows [][]float64) (ends []int) {
	const worthwhile, each = 1 << 12, 4
	all := 0
	for _, row := range rows {
		all += len(row)
	}
	share, values := max(worthwhile, all/(each*runtime.GOMAXPROCS(0))), 0
	for j, row := range rows {
		if values += len(row); values >= share && j+1 < len(rows) {
			ends, values = append(ends, j+1), 0
		}
	}
	return append(ends, len(rows))
}

// fill sets rows of [dirichlet.costs] from one to another, exclusive. Seen is as none before and after.
func (c collection) fill(rows [][]float64, from, to int, fits, all []float64, none, seen []int32) {
	for j, row := range rows[from:to] {
		j += from
		tokens, fit := 0, 0.0
		for l := range row {
			for _, t := range c.terms(j - l) {
				before := seen[t.term]
				after := before + t.count
				fit += fits[after] - fits[before]
				seen[t.term] = after
				tokens += int(t.count)
			}
			row[l] = all[tokens] - fit
		}
		for l := range row {
			for _, t := range c.terms(j - l) {
				seen[t.term] = none[t.term]
			}
		}
	}
}

// sumRoom is what the sums of [dirichlet.costs] are stored in.
type sumRoom struct {
	all, fits         []float64
	none, seen, terms []int32
}

// put keeps the room for the next sums, unless they were those of a whole book.
func (r *sumRoom) put() {
	const most = 1 << 16
	if cap(r.fits) <= most && cap(r.all) <= most {
		sumRooms.Put(r)
	}
}

var sumRooms = sync.Pool{New: func() any { return new(sumRoom) }}

// growing returns D of a segment that begins with a unit, after each further unit: first of none
// and at last of all.
func (d dirichlet) growing(c collection, from int) []float64 {
	seen := make([]int, len(c.names))
	sums := make([]float64, 1, len(c.units)-from+1)
	tokens, sum := 0, 0.0
	for i := from; i < len(c.units); i++ {
		for _, t := range c.terms(i) {
			for range t.count {
				sum += math.Log(float64(tokens)+d.total) - math.Log(float64(seen[t.term])+d.prior(int(t.term)))
				seen[t.term]++
				tokens++
			}
		}
		sums = append(sums, sum)
	}
	return sums
}

// longest is the most tokens that a segment can have of at most so many units.
func (c collection) longest(back []int) int {
	before := make([]int, len(c.units)+1) // tokens before each unit
	for i := range c.units {
		before[i+1] = before[i]
		for _, t := range c.terms(i) {
			before[i+1] += int(t.count)
		}
	}
	most := 0
	for j, n := range back {
		most = max(most, before[j+1]-before[j+1-n])
	}
	return most
}

// fits fills r.fits with the sums of ln(c + a(t)) over c < n, for all n up to the occurrences of
// t in a segment of at most so many tokens, one term after the other, and r.none with where
// those of each term begin.
func (d dirichlet) fits(c collection, longest int, r *sumRoom) {
	r.terms = slices.Grow(r.terms[:0], len(c.names))[:len(c.names)]
	occurrences := r.terms
	clear(occurrences)
	for _, t := range c.store {
		occurrences[t.term] += t.count
	}
	all := len(occurrences)
	for _, most := range occurrences {
		all += min(int(most), longest)
	}
	r.fits, r.none = slices.Grow(r.fits[:0], all), slices.Grow(r.none[:0], len(occurrences))
	for t, most := range occurrences {
		r.none = append(r.none, int32(len(r.fits)))
		r.fits = addLogs(r.fits, d.prior(t), min(int(most), longest))
	}
}

// addLogs appends the sums of ln(c + a) over c < n, for all n up to a greatest.
func addLogs(to []float64, a float64, greatest int) []float64 {
	sum := 0.0
	to = append(to, sum)
	for c := range greatest {
		sum += math.Log(float64(c) + a)
		to = append(to, exactly(sum))
	}
	return to
}

package method

import (
	"math"
	"runtime"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"
)

// dirichlet measures how badly the words of a segment fit together: by the length of their code
// under the Dirichlet compound multinomial, in which a term is more probable if it has occurred
// more often in the segment before,
//
//	D = Σ ln(N + A) - ln(c(t) + a(t)),  then c(t)++, N++
//
// over the occurrences in the segment, where c(t) and N are the earlier occurrences of the term and
// of all terms, a(t) is the number of times that the term is assumed to have occurred before the
// segment, and A is the sum of a. The order of the occurrences makes no difference to the sum.
// (Eisenstein and Barzilay, "Bayesian Unsupervised Topic Segmentation", 2008, section 3, equation
// 3, whose prior is symmetric; a background as prior is an addition.)
type dirichlet struct {
	// group returns a number that is equal for terms with equal a(t). There are far fewer groups than terms.
	group func(term int) int
	prior func(group int) float64
	total float64 // A
}

func (d dirichlet) pseudoCount(term int) float64 { return d.prior(d.group(term)) }

// roundLogSum rounds to a multiple of 2^-34. Sums of such numbers over [maxExactSum] tokens are exact in float64, so D does not depend on
// the order of addition.
func roundLogSum(sum float64) float64 { return math.RoundToEven(sum*(1<<34)) / (1 << 34) }

// maxExactSum is the number of tokens up to which sums are exact: each is less than 16, and together they are less than 2^19.
const maxExactSum = 1 << 15

// costs returns a row of D for each unit j, for the segments of up to back[j] units that end with it, in a buffer that may grow.
func (d dirichlet) costs(c collection, back []int, room *[]float64) [][]float64 {
	rows := costRowsIn(room, back)
	before := c.tokensBefore()
	longest := 0 // the most tokens of a segment
	for j, n := range back {
		longest = max(longest, before[j+1]-before[j+1-n])
	}
	r := sumBufferPool.Get().(*sumBuffers)
	defer r.releaseBuffers()
	d.setFits(c, longest, r)
	r.linkOccurrences(c)
	r.all = appendLogSums(slices.Grow(r.all[:0], longest+1), d.total, longest)
	fill := func(from, end int) {
		f := rowFillerPool.Get().(*rowFiller)
		f.collection, f.sumBuffers, f.before, f.isExact = c, r, before, longest <= maxExactSum
		f.fill(rows, from, end)
		f.collection, f.sumBuffers, f.before = collection{}, nil, nil
		if cap(f.seen) <= maxPooledSize {
			rowFillerPool.Put(f)
		}
	}
	ends := rowRanges(rows) // the rows do not depend on each other
	var group errgroup.Group
	group.SetLimit(runtime.GOMAXPROCS(0))
	for i := 1; i < len(ends); i++ {
		group.Go(func() error {
			fill(ends[i-1], ends[i])
			return nil
		})
	}
	fill(0, ends[0])
	_ = group.Wait()
	return rows
}

// rowRanges divides rows into ranges with about equally many values, each worth a goroutine, and returns where each ends.
func rowRanges(rows [][]float64) (ends []int) {
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

// rowFiller fills the rows of [dirichlet.costs].
type rowFiller struct {
	collection
	*sumBuffers
	before  []int // tokens before each unit
	isExact bool

	// more holds how much a unit adds to the fits of the segment that it begins. From row to row it changes only for units that have terms
	// of the row's last unit.
	more []float64
	seen []int32 // equal to none between rows
}

var rowFillerPool = sync.Pool{New: func() any { return new(rowFiller) }}

// fill sets the rows [from, to).
func (f *rowFiller) fill(rows [][]float64, from, to int) {
	f.more, f.seen = zeroed(f.more, to), append(f.seen[:0], f.none...)
	known := to // f.more is set from this unit on
	for j := from; j < to; j++ {
		row := rows[j]
		first := j + 1 - len(row)
		isKnown := first >= known && f.isExact
		known = first
		if !isKnown {
			f.beginRow(j, row)
			continue
		}
		f.extend(j, first)
		tokens, fit := f.before[j+1], 0.0
		for l := range row {
			fit += f.more[j-l]
			row[l] = f.all[tokens-f.before[j-l]] - fit
		}
	}
}

// beginRow computes the row of a unit from scratch.
func (f *rowFiller) beginRow(j int, row []float64) {
	tokens, fit := f.before[j+1], 0.0
	for l := range row {
		was := fit
		for _, t := range f.terms(j - l) {
			before := f.seen[t.term]
			after := before + t.count
			fit += f.fits[after] - f.fits[before]
			f.seen[t.term] = after
		}
		f.more[j-l] = fit - was
		row[l] = f.all[tokens-f.before[j-l]] - fit
	}
	for l := range row {
		for _, t := range f.terms(j - l) {
			f.seen[t.term] = f.none[t.term]
		}
	}
}

// extend updates f.more for the segments that end with unit j and begin no earlier than unit first.
func (f *rowFiller) extend(j, first int) {
	at := f.start(j)
	for p, t := range f.terms(j) {
		end := f.none[t.term] + t.count
		added := f.fits[end] // by these occurrences, for a segment that begins after an earlier one
		f.more[j] += added
		for o := f.earlier[at+int32(p)]; o.unit >= int32(first); o = f.earlier[o.at] {
			end += f.store[o.at].count
			was := added
			added = f.fits[end] - f.fits[end-t.count]
			f.more[o.unit] += added - was
		}
	}
}

// sumBuffers holds the buffers of [dirichlet.costs].
type sumBuffers struct {
	all, fits     []float64
	none, times   []int32
	most          []int32
	earlier, last []occurrence
}

// occurrence is an entry of a term in a unit: its index in the store of a collection, and the unit.
type occurrence struct{ at, unit int32 }

// linkOccurrences sets r.earlier to the previous occurrence of the same term, for each occurrence; its unit is -1 if there is none.
func (r *sumBuffers) linkOccurrences(c collection) {
	r.earlier = slices.Grow(r.earlier[:0], len(c.store))
	r.last = slices.Grow(r.last[:0], len(c.names))[:len(c.names)]
	for t := range r.last {
		r.last[t].unit = -1
	}
	for i := range c.units {
		for _, t := range c.terms(i) {
			r.earlier = append(r.earlier, r.last[t.term])
			r.last[t.term] = occurrence{int32(len(r.earlier) - 1), int32(i)}
		}
	}
}

// maxPooledSize is the greatest capacity, in terms or tokens, of a buffer that is pooled.
const maxPooledSize = 1 << 17

// releaseBuffers returns the buffers to the pool unless they are very large.
func (r *sumBuffers) releaseBuffers() {
	if cap(r.fits) <= maxPooledSize && cap(r.all) <= maxPooledSize {
		sumBufferPool.Put(r)
	}
}

var sumBufferPool = sync.Pool{New: func() any { return new(sumBuffers) }}

// costsFrom returns D of a segment that begins with the unit at index `from`, for every end: first without any unit.
func (d dirichlet) costsFrom(c collection, from int) []float64 {
	seen := make([]int, len(c.names))
	sums := make([]float64, 1, len(c.units)-from+1)
	tokens, sum := 0, 0.0
	for i := from; i < len(c.units); i++ {
		for _, t := range c.terms(i) {
			for range t.count {
				sum += math.Log(float64(tokens)+d.total) - math.Log(float64(seen[t.term])+d.pseudoCount(int(t.term)))
				seen[t.term]++
				tokens++
			}
		}
		sums = append(sums, sum)
	}
	return sums
}

// tokensBefore returns the number of occurrences of all terms before each unit, and last the total.
func (c collection) tokensBefore() []int {
	before := make([]int, len(c.units)+1)
	for i := range c.units {
		before[i+1] = before[i]
		for _, t := range c.terms(i) {
			before[i+1] += int(t.count)
		}
	}
	return before
}

// setFits sets r.fits to the sums of ln(c + a(t)) over c < n, one group of terms after the other, and r.none to the start of each term's
// sums. A group has sums for all n that a segment of at most `longest` tokens needs.
func (d dirichlet) setFits(c collection, longest int, r *sumBuffers) {
	r.times = zeroed(r.times, len(c.names))
	for _, t := range c.store {
		r.times[t.term] += t.count
	}
	r.most = r.most[:0]
	for t, times := range r.times {
		group := d.group(t)
		if more := group + 1 - len(r.most); more > 0 {
			r.most = append(r.most, make([]int32, more)...)
		}
		r.most[group] = max(r.most[group], min(times, int32(longest)))
	}
	r.fits = r.fits[:0]
	for group, most := range r.most {
		r.most[group] = int32(len(r.fits)) // where its sums begin
		if most > 0 {
			r.fits = appendLogSums(r.fits, d.prior(group), int(most))
		}
	}
	r.none = slices.Grow(r.none[:0], len(c.names))
	for t := range c.names {
		r.none = append(r.none, r.most[d.group(t)])
	}
}

// zeroed returns a slice of n zeros, in the given buffer if it is large enough.
func zeroed[N any](room []N, n int) []N {
	room = slices.Grow(room[:0], n)[:n]
	clear(room)
	return room
}

// appendLogSums appends the sums of ln(c + a) over c < n, for all n up to greatest.
func appendLogSums(to []float64, a float64, greatest int) []float64 {
	sum := 0.0
	to = append(to, sum)
	for c := range greatest {
		sum += math.Log(float64(c) + a)
		to = append(to, roundLogSum(sum))
	}
	return to
}

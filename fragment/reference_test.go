package fragment

import (
	"fmt"
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
)

// Split is checked against three references: all divisions one by one, the recurrence with every start tried in every row, and the paper's
// listing. They share no code with the programme except the rounding of similarities.

// eighths is a problem whose scaling and similarities are multiples of 1/8 and whose preferred length is whole. Multiplied by 8p² its costs
// are small whole numbers, so that ties are exact and frequent.
type eighths struct {
	words       []int
	similarity  []int64
	constraints []Constraint
	shape       Shape
	preferred   int64
	scaling     int64
	limits      Limits
}

func (e eighths) problem() Problem {
	p := Problem{
		Words:       e.words,
		Constraints: e.constraints,
		Cost:        Cost{e.shape, float64(e.preferred), float64(e.scaling) / 8},
		Limits:      e.limits,
	}
	for _, s := range e.similarity {
		p.Similarity = append(p.Similarity, float64(s)/8)
	}
	return p
}

// price is the cost of a division.
type price struct {
	short int   // fragments below the minimum
	cost  int64 // in units of 1/(8p²)
}

func (a price) compare(b price) int {
	if a.short != b.short {
		return a.short - b.short
	}
	switch {
	case a.cost < b.cost:
		return -1
	case a.cost > b.cost:
		return 1
	}
	return 0
}

// fragment returns the price of the fragment of paragraphs [first, end) with the boundary before it; false if that is not allowed.
func (e eighths) fragment(first, end int) (price, bool) {
	if first > 0 && e.constraint(first) == NoBreak || end < len(e.words) && e.constraint(end) == NoBreak {
		return price{}, false
	}
	words, units := e.words[first], 1
	for i := first + 1; i < end; i++ {
		words += e.words[i]
		switch e.constraint(i) {
		case Break:
			return price{}, false
		case Free:
			units++
		}
	}
	if e.limits.Max > 0 && words > e.limits.Max && units > 1 {
		return price{}, false
	}
	deviation := int64(words) - e.preferred
	var c price
	if e.shape == Parabola {
		c.cost = e.scaling * deviation * deviation
	} else {
		c.cost = e.scaling * max(deviation, -deviation) * e.preferred
	}
	if first > 0 {
		c.cost += e.similarity[first-1] * e.preferred * e.preferred
	}
	if words < e.limits.Min {
		c.short = 1
	}
	return c, true
}

func (e eighths) constraint(paragraph int) Constraint {
	if e.constraints == nil {
		return Free
	}
	return e.constraints[paragraph-1]
}

// divide returns the price of a whole division.
func (e eighths) divide(boundaries []int) (price, bool) {
	var sum price
	first := 0
	for _, end := range append(slices.Clone(boundaries), len(e.words)) {
		if first >= end {
			return sum, first == end && end == 0
		}
		c, ok := e.fragment(first, end)
		if !ok {
			return sum, false
		}
		sum.short += c.short
		sum.cost += c.cost
		first = end
	}
	return sum, true
}

// exhaustive tries all divisions. A set of boundaries read as a number, with the last gap as the highest bit, is greater if the paper's
// listing prefers it.
func (e eighths) exhaustive() (best []int, least price) {
	least = price{math.MaxInt, math.MaxInt64}
	for set := range 1 << max(0, len(e.words)-1) {
		var boundaries []int
		for gap := range len(e.similarity) {
			if set>>gap&1 == 1 {
				boundaries = append(boundaries, gap+1)
			}
		}
		if c, ok := e.divide(boundaries); ok && c.compare(least) <= 0 {
			best, least = boundaries, c
		}
	}
	return best, least
}

// quadratic tries all starts in every row.
func (e eighths) quadratic() []int {
	n := len(e.words)
	rows := make([]price, n+1)
	links := make([]int, n+1)
	for j := 1; j <= n; j++ {
		rows[j] = price{math.MaxInt32, math.MaxInt64}
		for i := j - 1; i >= 0; i-- {
			c, ok := e.fragment(i, j)
			if !ok || rows[i].short == math.MaxInt32 {
				continue
			}
			c.short += rows[i].short
			c.cost += rows[i].cost
			if c.compare(rows[j]) < 0 {
				rows[j], links[j] = c, i
			}
		}
	}
	return follow(links)
}

// follow collects the boundaries along the links from the last row.
func follow(links []int) []int {
	var boundaries []int
	for j := len(links) - 1; j > 0 && links[j] > 0; j = links[j] {
		boundaries = append(boundaries, links[j])
	}
	slices.Reverse(boundaries)
	return boundaries
}

// listing is the programme as printed in the paper, in floating point. Paragraphs count from 1, and
// sim[0] = cost[0] = 0. The early exit requires similarities that are not negative.
func listing(p Problem, earlyExit bool) []int {
	n := len(p.Words)
	sim := make([]float64, n+1)
	for i, s := range p.Similarity {
		sim[i+1] = BoundaryCost(s)
	}
	cost := make([]float64, n+1)
	links := make([]int, n+1)
	for par := 1; par <= n; par++ {
		least := math.Inf(1)
		words := 0
		for i := par; i >= 1; i-- {
			words += p.Words[i-1]
			length := p.Cost.Length(words)
			if earlyExit && length > least {
				break
			}
			if c := length + cost[i-1] + sim[i-1]; c < least {
				least, links[par] = c, i-1
			}
		}
		cost[par] = least
	}
	return follow(links)
}

// rational returns the exact cost of a division, without rounding the scaling, the preferred length or the similarities.
func rational(p Problem, boundaries []int) *big.Rat {
	rat := func(x float64) *big.Rat { return new(big.Rat).SetFloat64(x) }
	sum := new(big.Rat)
	for _, words := range (Segmentation{Boundaries: boundaries}).Lengths(p.Words) {
		c := new(big.Rat).SetInt64(int64(words))
		c.Sub(c.Quo(c, rat(p.Cost.Preferred)), rat(1))
		if p.Cost.Shape == Linear {
			c.Abs(c)
		} else {
			c.Mul(c, c)
		}
		sum.Add(sum, c.Mul(c, rat(p.Cost.Scaling)))
	}
	for _, b := range boundaries {
		sum.Add(sum, rat(p.Similarity[b-1]))
	}
	return sum
}

// generate returns a random problem of up to n paragraphs, often with extreme lengths, similarities, constraints or limits.
func generate(r *rand.Rand, n int) eighths {
	n = r.IntN(n + 1)
	e := eighths{
		words:      make([]int, n),
		similarity: make([]int64, max(0, n-1)),
		shape:      Shape(r.IntN(2)),
		preferred:  1 + r.Int64N(20),
		scaling:    r.Int64N(13),
	}
	spread := []int{1, 2, 10, 40}[r.IntN(4)]
	for i := range e.words {
		e.words[i] = r.IntN(spread)
		if r.IntN(8) == 0 {
			e.words[i] = r.IntN(10 * spread)
		}
		if r.IntN(40) == 0 {
			e.words[i] = 10_000
		}
	}
	least := []int64{0, 0, -8, -30, 8, 100}[r.IntN(6)]
	width := []int64{1, 2, 9, 40}[r.IntN(4)]
	for i := range e.similarity {
		e.similarity[i] = least + r.Int64N(width)
	}
	if r.IntN(3) == 0 {
		e.constraints = make([]Constraint, len(e.similarity))
		for i := range e.constraints {
			e.constraints[i] = []Constraint{Free, Free, Break, NoBreak}[r.IntN(4)]
		}
	}
	if r.IntN(2) == 0 {
		e.limits.Min = r.IntN(4 * spread)
	}
	if r.IntN(2) == 0 {
		e.limits.Max = e.limits.Min + r.IntN([]int{2, spread, 4 * spread}[r.IntN(3)])
	}
	return e
}

// positive makes all similarities positive, as the paper's are, and drops the limits and the constraints.
func (e eighths) positive() eighths {
	e.similarity = slices.Clone(e.similarity)
	for i, s := range e.similarity {
		e.similarity[i] = max(s, -s)
	}
	e.limits, e.constraints = Limits{}, nil
	return e
}

func (e eighths) String() string {
	return fmt.Sprintf("words %v, similarities %v/8, constraints %v, %v, p %d, h %d/8, limits %+v",
		e.words, e.similarity, e.constraints, e.shape, e.preferred, e.scaling, e.limits)
}

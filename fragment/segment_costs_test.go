package fragment

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// randomCosts returns costs over a few units, with some forbidden segments. All divisions into single units are allowed.
func randomCosts(random *rand.Rand) SegmentCosts {
	n := 1 + random.IntN(8)
	e := SegmentCosts{Boundary: make([]float64, n-1), Segments: make([][]float64, n)}
	for g := range e.Boundary {
		e.Boundary[g] = float64(random.IntN(9) - 4)
	}
	for j := range e.Segments {
		e.Segments[j] = make([]float64, 1+random.IntN(j+1))
		for l := range e.Segments[j] {
			e.Segments[j][l] = float64(random.IntN(20))
			if l > 0 && random.IntN(8) == 0 {
				e.Segments[j][l] = math.Inf(1)
			}
		}
	}
	return e
}

// fullCosts returns costs over n units in which every segment is allowed and boundaries cost nothing.
func fullCosts(n int, cost func() float64) SegmentCosts {
	e := SegmentCosts{Boundary: make([]float64, n-1), Segments: make([][]float64, n)}
	for j := range e.Segments {
		e.Segments[j] = make([]float64, j+1)
		for l := range e.Segments[j] {
			e.Segments[j][l] = cost()
		}
	}
	return e
}

// divisions yields all divisions of n units.
func divisions(n int, yield func(boundaries []int)) {
	for set := range 1 << max(0, n-1) {
		var b []int
		for g := range n - 1 {
			if set>>g&1 == 1 {
				b = append(b, g+1)
			}
		}
		yield(b)
	}
}

// TestSegmentCostsAgainstAllDivisions checks that no division is cheaper than the one found, at any price and with any number of segments.
func TestSegmentCostsAgainstAllDivisions(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 4))
	for range 500 {
		e := randomCosts(random)
		n := e.Units()
		price := float64(random.IntN(12) - 6)
		least := math.Inf(1)
		leastOf := make([]float64, n+1)
		for k := range leastOf {
			leastOf[k] = math.Inf(1)
		}
		divisions(n, func(b []int) {
			cost := e.Cost(b)
			least = min(least, cost+price*float64(len(b)))
			leastOf[len(b)+1] = min(leastOf[len(b)+1], cost)
		})
		found := e.Divide(price)
		if got := e.Cost(found) + price*float64(len(found)); got != least {
			t.Fatalf("%+v at %v: %v costs %v, the cheapest %v", e, price, found, got, least)
		}
		for k := 1; k <= n; k++ {
			found := e.DivideInto(k)
			if math.IsInf(leastOf[k], 1) {
				if len(found)+1 <= k {
					t.Fatalf("%+v into %d: %v", e, k, found)
				}
				continue
			}
			if got := e.Cost(found); len(found)+1 != k || got != leastOf[k] {
				t.Fatalf("%+v into %d: %v costs %v, the cheapest %v", e, k, found, got, leastOf[k])
			}
		}
	}
}

// TestCostOfBoundariesThatDivideNothing checks that boundaries at an end and repeated ones add nothing, also if there are no units.
func TestCostOfBoundariesThatDivideNothing(t *testing.T) {
	if cost := (SegmentCosts{}).Cost(nil); cost != 0 {
		t.Errorf("no units cost %v", cost)
	}
	e := fullCosts(4, func() float64 { return 3 })
	if want, got := e.Cost([]int{2}), e.Cost([]int{0, 2, 2, e.Units()}); got != want {
		t.Errorf("a division costs %v, with boundaries that divide nothing %v", want, got)
	}
}

// TestPosteriorAgainstAllDivisions checks that a probability is the sum of those of the divisions with the boundary or segment.
func TestPosteriorAgainstAllDivisions(t *testing.T) {
	random := rand.New(rand.NewPCG(7, 8))
	for range 300 {
		e := randomCosts(random)
		n := e.Units()
		rate, price := random.Float64()*2, random.Float64()*4-2
		total := 0.0
		boundary := make([]float64, n-1)
		segment := make(map[[2]int]float64)
		divisions(n, func(b []int) {
			weight := math.Exp(-rate * (e.Cost(b) + price*float64(len(b))))
			total += weight
			first := 0
			for _, end := range append(slices.Clone(b), n) {
				segment[[2]int{first, end}] += weight
				if first > 0 {
					boundary[first-1] += weight
				}
				first = end
			}
		})
		p := e.Posterior(rate, price)
		expected := 1.0
		for g, got := range p.Boundary {
			expected += boundary[g] / total
			if math.Abs(got-boundary[g]/total) > 1e-9 {
				t.Fatalf("%+v: gap %d has %v, want %v", e, g, got, boundary[g]/total)
			}
		}
		if math.Abs(p.Expected()-expected) > 1e-9 {
			t.Fatalf("%v segments are expected, want %v", p.Expected(), expected)
		}
		for j, row := range e.Segments {
			for l, cost := range row {
				got := p.probability(j-l, p.logSumFrom(j-l, j+1, cost))
				if want := segment[[2]int{j - l, j + 1}] / total; math.Abs(got-want) > 1e-9 {
					t.Fatalf("%+v: segment %d to %d has %v, want %v", e, j-l, j+1, got, want)
				}
			}
		}
	}
}

// TestPosteriorOfALongText checks that sums neither overflow nor underflow.
func TestPosteriorOfALongText(t *testing.T) {
	e := SegmentCosts{Boundary: make([]float64, 4999), Segments: make([][]float64, 5000)}
	for j := range e.Segments {
		e.Segments[j] = make([]float64, min(j+1, 20))
		for l := range e.Segments[j] {
			e.Segments[j][l] = 50 * math.Abs(float64(l-9))
		}
	}
	p := e.Posterior(6, 0)
	if got := p.Expected(); math.Abs(got-500) > 1 {
		t.Errorf("%v segments of ten are expected in 5,000 units", got)
	}
	for g, probability := range p.Boundary {
		if want := float64(min(1, (g+1)%10)) - 1; math.Abs(probability+want) > 1e-6 {
			t.Fatalf("gap %d has %v", g, probability)
		}
	}
}

// TestDecideAgainstAllDivisions checks that the charges are those of the definition, and that no division is charged less. No window of two
// gaps can hold three boundaries, for which the charges are approximate.
func TestDecideAgainstAllDivisions(t *testing.T) {
	const k = 2
	random := rand.New(rand.NewPCG(9, 10))
	for range 300 {
		n := 3 + random.IntN(7)
		e := fullCosts(n, func() float64 { return float64(random.IntN(20)) })
		p := e.Posterior(0.3, float64(random.IntN(6)))
		var holds [3][]float64 // the probability that window i holds none, one, two
		for c := range holds {
			holds[c] = make([]float64, n-k)
		}
		inside := func(b []int, i int) (c int) {
			for _, at := range b {
				if i < at && at <= i+k {
					c++
				}
			}
			return c
		}
		empty := p.emptyProbabilities(k, n-k)
		for i := range n - k {
			holds[0][i] = empty[i]
			holds[2][i] = max(0, p.Boundary[i]+p.Boundary[i+1]-(1-empty[i]))
			holds[1][i] = 1 - holds[0][i] - holds[2][i]
		}
		charge := func(b []int) (sum float64) {
			for i := range n - k {
				p0, p1, p2 := holds[0][i], holds[1][i], holds[2][i]
				switch inside(b, i) {
				case 0:
					sum += 1 - p0
				case 1:
					sum += p0/2 + (1-p1)/2
				default:
					sum += p0/2 + (1-p2)/2
				}
			}
			return sum
		}
		least := math.Inf(1)
		divisions(n, func(b []int) { least = min(least, charge(b)) })
		if got := charge(p.Decide(k)); math.Abs(got-least) > 1e-9 {
			t.Fatalf("%v is charged %v, the least is %v", p.Decide(k), got, least)
		}
	}
}

// TestDecideTakesTheMiddle checks that where the topic may change at any of four neighbouring gaps, Decide takes one in the middle.
func TestDecideTakesTheMiddle(t *testing.T) {
	const n = 21
	e := SegmentCosts{Boundary: make([]float64, n-1), Segments: make([][]float64, n)}
	for g := range e.Boundary {
		e.Boundary[g] = 10
	}
	for _, g := range []int{8, 9, 10, 11} { // before the units 9 to 12
		e.Boundary[g] = 0.1
	}
	e.Boundary[8] = 0
	for j := range e.Segments {
		e.Segments[j] = make([]float64, j+1)
		for l := range e.Segments[j] {
			if j == n-1 && l == j {
				e.Segments[j][l] = 10 // so that one segment for all is never cheapest
			}
		}
	}
	if got := e.Divide(1); !slices.Equal(got, []int{9}) {
		t.Errorf("the cheapest division has the boundaries %v", got)
	}
	if got := e.Posterior(1, 1).Decide(5); !slices.Equal(got, []int{10}) && !slices.Equal(got, []int{11}) {
		t.Errorf("the decision has the boundaries %v", got)
	}
}

// TestPosteriorOf checks that the expected number of segments is the number asked for, wherever some price achieves that.
func TestPosteriorOf(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 12))
	for range 100 {
		n := 2 + random.IntN(10)
		e := fullCosts(n, func() float64 { return 10 * random.Float64() })
		for segments := 2; segments < n; segments++ {
			if got := e.PosteriorOf(1, segments).Expected(); math.Abs(got-float64(segments)) > 0.03 {
				t.Fatalf("%+v: %v segments are expected, want %d", e, got, segments)
			}
		}
	}
}

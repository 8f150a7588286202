package fragment

import (
	"math"
	"math/big"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// check splits p and compares the boundaries and the cost with those of want.
func check(t *testing.T, p Problem, want Segmentation) {
	t.Helper()
	got, err := Split(p)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(got.Boundaries, want.Boundaries) {
		t.Errorf("boundaries %v, want %v", got.Boundaries, want.Boundaries)
	}
	if math.Abs(got.Cost-want.Cost) > 1e-9 {
		t.Errorf("cost %v, want %v", got.Cost, want.Cost)
	}
}

func TestSplit(t *testing.T) {
	parabola := Cost{Parabola, 10, 0.25}
	linear := Cost{Linear, 10, 0.25}
	tens := []int{10, 10, 10}
	for name, test := range map[string]struct {
		problem Problem
		want    Segmentation
	}{
		"no paragraph": {Problem{Cost: parabola}, Segmentation{}},
		"no paragraph, with limits": {
			Problem{Cost: parabola, Limits: Limits{5, 8}},
			Segmentation{},
		},
		"one paragraph": {
			Problem{Words: []int{20}, Cost: parabola},
			Segmentation{Cost: 0.25},
		},
		// Apart .5 + .1, together .25*4, the first alone .25 + .5.
		"the cheaper gap, parabola": {
			Problem{Words: tens, Similarity: []float64{0.5, 0.1}, Cost: parabola},
			Segmentation{Boundaries: []int{2}, Cost: 0.35},
		},
		// Together .25*2, apart .3 + .1.
		"the cheaper gap, linear": {
			Problem{Words: tens, Similarity: []float64{0.3, 0.1}, Cost: linear},
			Segmentation{Boundaries: []int{2}, Cost: 0.35},
		},
		// Together .125*2, the last alone .125 + .125: the latest start wins.
		"a tie": {
			Problem{Words: tens, Similarity: []float64{0.5, 0.125}, Cost: Cost{Linear, 10, 0.125}},
			Segmentation{Boundaries: []int{2}, Cost: 0.25},
		},
		"all ties": {
			Problem{Words: tens, Similarity: []float64{0, 0}, Cost: Cost{Preferred: 10}},
			Segmentation{Boundaries: []int{1, 2}},
		},
		"similarity above the scaling: never worth a boundary": {
			Problem{Words: tens, Similarity: []float64{0.3, 0.3}, Cost: linear},
			Segmentation{Cost: 0.5},
		},
		"a negative similarity is a reward": {
			Problem{Words: []int{5, 5}, Similarity: []float64{-0.5}, Cost: parabola},
			Segmentation{Boundaries: []int{1}, Cost: -0.375},
		},
		"a preferred length of next to nothing": {
			Problem{Words: []int{0, 0}, Similarity: []float64{0}, Cost: Cost{Linear, math.SmallestNonzeroFloat64, 0.25}},
			Segmentation{Cost: 0.25},
		},
		// Without the break the gap after 2 is the cheaper one.
		"a break": {
			Problem{
				Words: tens, Similarity: []float64{0.5, 0.1}, Cost: parabola,
				Constraints: []Constraint{Break, NoBreak},
			},
			Segmentation{Boundaries: []int{1}, Cost: 0.75},
		},
		"no break": {
			Problem{
				Words: tens, Similarity: []float64{0.5, 0.1}, Cost: parabola,
				Constraints: []Constraint{Free, NoBreak},
			},
			Segmentation{Boundaries: []int{1}, Cost: 0.75},
		},
		"a minimum within reach": {
			Problem{Words: []int{10, 10, 4}, Similarity: []float64{0, 0}, Cost: parabola, Limits: Limits{Min: 5}},
			Segmentation{Boundaries: []int{1}, Cost: 0.25 * 0.16},
		},
		"a maximum within reach": {
			Problem{Words: tens, Similarity: []float64{9, 9}, Cost: parabola, Limits: Limits{Max: 20}},
			Segmentation{Boundaries: []int{2}, Cost: 9.25},
		},
		// Joining it to a neighbour would save two boundaries of 9 and a short fragment.
		"a paragraph above the maximum stands alone": {
			Problem{Words: []int{4, 30, 0}, Similarity: []float64{9, 9}, Cost: parabola, Limits: Limits{5, 20}},
			Segmentation{Boundaries: []int{1, 2}, Cost: 0.25*0.36 + 9 + 1 + 9 + 0.25},
		},
		"a minimum out of reach of the maximum": {
			Problem{
				Words: []int{160, 160, 160}, Similarity: []float64{9, 9},
				Cost: Cost{Parabola, 320, 0.25}, Limits: Limits{200, 300},
			},
			Segmentation{Boundaries: []int{1, 2}, Cost: 3*0.25*0.25 + 18},
		},
		// Three fragments would cost least, but all are too short. Of the two divisions that leave one short, the cheaper gap decides,
		// against the order of ties.
		"only as many below the minimum as the maximum requires": {
			Problem{
				Words: []int{6, 6, 6}, Similarity: []float64{-0.25, 0},
				Cost: Cost{Parabola, 6, 0.25}, Limits: Limits{8, 12},
			},
			Segmentation{Boundaries: []int{1}},
		},
		"a break wins over a minimum": {
			Problem{
				Words: []int{4, 10}, Similarity: []float64{0}, Cost: parabola, Limits: Limits{Min: 5},
				Constraints: []Constraint{Break},
			},
			Segmentation{Boundaries: []int{1}, Cost: 0.25 * 0.36},
		},
		"no break wins over a maximum, and what it holds together stands alone": {
			Problem{
				Words: tens, Similarity: []float64{0, 9}, Cost: parabola, Limits: Limits{Max: 15},
				Constraints: []Constraint{NoBreak, Free},
			},
			Segmentation{Boundaries: []int{2}, Cost: 9.25},
		},
	} {
		t.Run(name, func(t *testing.T) { check(t, test.problem, test.want) })
	}
}

func TestSplitErrs(t *testing.T) {
	valid := func() Problem {
		return Problem{
			Words: []int{1, 2, 3}, Similarity: []float64{0, 1},
			Constraints: []Constraint{Free, Break}, Cost: Cost{Preferred: 2, Scaling: 1},
		}
	}
	if _, err := Split(valid()); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		want string
		with func(p *Problem)
	}{
		{"1 similarities for the 2 gaps of 3 paragraphs", func(p *Problem) { p.Similarity = p.Similarity[:1] }},
		{"2 similarities for the 0 gaps of 0 paragraphs", func(p *Problem) { p.Words = nil }},
		{"1 constraints for the 2 gaps", func(p *Problem) { p.Constraints = p.Constraints[:1] }},
		{"constraint 3 after 1 paragraphs", func(p *Problem) { p.Constraints[0] = 3 }},
		{"unknown cost shape 2", func(p *Problem) { p.Cost.Shape = 2 }},
		{"a preferred length of 0 words", func(p *Problem) { p.Cost.Preferred = 0 }},
		{"a preferred length of NaN", func(p *Problem) { p.Cost.Preferred = math.NaN() }},
		{"a preferred length of +Inf", func(p *Problem) { p.Cost.Preferred = math.Inf(1) }},
		{"a scaling of -1", func(p *Problem) { p.Cost.Scaling = -1 }},
		{"a scaling of NaN", func(p *Problem) { p.Cost.Scaling = math.NaN() }},
		{"a scaling of +Inf", func(p *Problem) { p.Cost.Scaling = math.Inf(1) }},
		{"-1 words in paragraph 1", func(p *Problem) { p.Words[1] = -1 }},
		{"a similarity of NaN after 2 paragraphs", func(p *Problem) { p.Similarity[1] = math.NaN() }},
		{"a similarity of -Inf after 1 paragraphs", func(p *Problem) { p.Similarity[0] = math.Inf(-1) }},
		{"limits of -1 and 0 words", func(p *Problem) { p.Limits.Min = -1 }},
		{"limits of 0 and -1 words", func(p *Problem) { p.Limits.Max = -1 }},
		{"a least length of 3 words above the greatest, 2", func(p *Problem) { p.Limits = Limits{3, 2} }},
	} {
		p := valid()
		test.with(&p)
		if _, err := Split(p); err == nil || !strings.HasPrefix(err.Error(), "fragment: "+test.want) {
			t.Errorf("error %v, want %q", err, "fragment: "+test.want)
		}
	}
}

// hold checks that Split returns these boundaries and their cost, and that they keep the constraints and the maximum.
func hold(t *testing.T, e eighths, want []int) {
	t.Helper()
	got, err := Split(e.problem())
	if err != nil {
		t.Fatalf("%v: %v", e, err)
	}
	if !slices.Equal(got.Boundaries, want) {
		t.Fatalf("%v:\nboundaries %v, want %v", e, got.Boundaries, want)
	}
	exact, ok := e.divide(got.Boundaries)
	if !ok {
		t.Fatalf("%v:\nboundaries %v, against a constraint or the maximum", e, got.Boundaries)
	}
	cost := float64(exact.cost) / float64(8*e.preferred*e.preferred)
	if math.Abs(got.Cost-cost) > 1e-9*max(1, math.Abs(cost)) {
		t.Fatalf("%v:\ncost %v, want %v", e, got.Cost, cost)
	}
}

func TestSplitAgainstAllDivisions(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1998))
	for range 4000 {
		e := generate(r, 9)
		want, _ := e.exhaustive()
		hold(t, e, want)
	}
	for range 60 {
		e := generate(r, 12)
		want, _ := e.exhaustive()
		hold(t, e, want)
	}
}

func TestSplitAgainstAllStarts(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 1998))
	for range 1500 {
		e := generate(r, 60)
		hold(t, e, e.quadratic())
	}
	for range 40 {
		e := generate(r, 300)
		hold(t, e, e.quadratic())
	}
}

// TestSplitAgainstListing compares Split with the paper's listing. With a preferred length that is a power of two, floating point is exact
// on eighths too, so both see the same ties.
func TestSplitAgainstListing(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 1998))
	for range 3000 {
		e := generate(r, 60).positive()
		e.preferred = 1 << r.IntN(6)
		want := listing(e.problem(), true)
		hold(t, e, want)
		if all := listing(e.problem(), false); !slices.Equal(all, want) {
			t.Fatalf("%v:\nthe early exit gives %v, without it %v", e, want, all)
		}
	}
}

// prose returns a problem like that of a book, practically without ties.
func prose(r *rand.Rand, n int, c Cost) Problem {
	p := Problem{Words: make([]int, n), Similarity: make([]float64, max(0, n-1)), Cost: c}
	for i := range p.Words {
		p.Words[i] = 5 + r.IntN(240)
	}
	for i := range p.Similarity {
		p.Similarity[i] = r.Float64()
	}
	return p
}

func TestSplitAgainstListingOnProse(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 1998))
	for _, h := range []float64{0, 0.01, 0.25, 0.5, 1, 1.5} {
		for _, p := range []float64{100, 500, 600, 333.25} {
			for _, shape := range []Shape{Parabola, Linear} {
				for range 20 {
					problem := prose(r, r.IntN(200), Cost{shape, p, h})
					s, err := Split(problem)
					if err != nil {
						t.Fatal(err)
					}
					if want := listing(problem, true); !slices.Equal(s.Boundaries, want) {
						t.Errorf("%+v: boundaries %v, want %v", problem.Cost, s.Boundaries, want)
					}
				}
			}
		}
	}
}

// TestSplitIsExact checks that very small and very large costs add up exactly: no division may be cheaper by even a single grain.
func TestSplitIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 1998))
	lengths := []int{0, 1, 3, 500, 10_000_000, 200_000_000}
	for range 400 {
		n := 1 + r.IntN(6)
		p := Problem{
			Words:      make([]int, n),
			Similarity: make([]float64, n-1),
			Cost: Cost{
				Shape:     Shape(r.IntN(2)),
				Preferred: float64(1+r.IntN([]int{3, 1000, 1 << 28}[r.IntN(3)])) / partsPerWord,
				Scaling:   BoundaryCost(r.Float64() * []float64{0, 1e-9, 1, 1000}[r.IntN(4)]),
			},
		}
		for i := range p.Words {
			p.Words[i] = lengths[r.IntN(len(lengths))] + r.IntN(3)
		}
		for i := range p.Similarity {
			p.Similarity[i] = BoundaryCost((r.Float64() - 0.3) * []float64{1e-9, 1, 1000}[r.IntN(3)])
		}
		s, err := Split(p)
		if err != nil {
			t.Fatal(err)
		}
		got := rational(p, s.Boundaries)
		for set := range 1 << (n - 1) {
			var boundaries []int
			for gap := range n - 1 {
				if set>>gap&1 == 1 {
					boundaries = append(boundaries, gap+1)
				}
			}
			if other := rational(p, boundaries); other.Cmp(got) < 0 {
				t.Fatalf("%+v: %v costs %v, %v only %v", p, s.Boundaries, got.FloatString(12), boundaries, other.FloatString(12))
			}
		}
	}
}

// TestWholeCostsHoldLargestSum checks that the sums of the largest problem within the limits fit.
func TestWholeCostsHoldLargestSum(t *testing.T) {
	const paragraphs = 1 << 26
	cost := func(shape Shape, h, p float64) integerCosts { return newIntegerCosts(Cost{shape, p, h}) }
	for _, shape := range []Shape{Parabola, Linear} {
		tariff := cost(shape, math.MaxFloat64, math.MaxFloat64)
		sum := new(big.Int)
		for _, charge := range []int128{tariff.lengthCharge(0), tariff.boundaryCharge(math.MaxFloat64)} {
			sum.Add(sum, new(big.Int).Mul(charge.big(), big.NewInt(paragraphs)))
		}
		for _, p := range []float64{math.SmallestNonzeroFloat64, math.MaxFloat64} {
			sum.Add(sum, cost(shape, math.MaxFloat64, p).lengthCharge(maxWords).big())
		}
		if sum.BitLen() > 127 {
			t.Errorf("%v: the largest sum has %d bits", shape, sum.BitLen())
		}
	}
}

func (a int128) big() *big.Int {
	b := new(big.Int).Lsh(big.NewInt(a.hi), 64)
	return b.Add(b, new(big.Int).SetUint64(a.lo))
}

func TestInt128(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1998))
	random := func() int128 { return int128{r.Int64() >> (2 + r.IntN(62)) * int64(1-2*r.IntN(2)), r.Uint64()} }
	for range 10_000 {
		a, b := random(), random()
		if got, want := a.plus(b).big(), new(big.Int).Add(a.big(), b.big()); got.Cmp(want) != 0 {
			t.Fatalf("%v + %v = %v, want %v", a, b, got, want)
		}
		if got, want := a.minus(b).big(), new(big.Int).Sub(a.big(), b.big()); got.Cmp(want) != 0 {
			t.Fatalf("%v - %v = %v, want %v", a, b, got, want)
		}
		if got, want := a.less(b), a.big().Cmp(b.big()) < 0; got != want {
			t.Fatalf("%v < %v is %v, want %v", a, b, got, want)
		}
		b.hi = a.hi
		if got, want := a.less(b), a.lo < b.lo; got != want {
			t.Fatalf("%v < %v is %v, want %v", a, b, got, want)
		}
	}
}

// TestSplitHugeParagraphs divides a million paragraphs of ten million words. Two of them together cost more than apart.
func TestSplitHugeParagraphs(t *testing.T) {
	const n = 1_000_000
	p := Problem{
		Words: slices.Repeat([]int{10_000_000}, n), Similarity: slices.Repeat([]float64{1}, n-1),
		Cost: Cost{Preferred: 1, Scaling: 1}, Constraints: make([]Constraint, n-1),
	}
	// Words of a section beyond 2^32 are not charged.
	const seen = 429
	s, err := Split(p)
	if err != nil {
		t.Fatal(err)
	}
	for i := range seen {
		if s.Boundaries[i] != i+1 {
			t.Fatalf("no boundary after %d paragraphs", i+1)
		}
	}
	for i := seen - 1; i < n-1; i += seen {
		p.Constraints[i] = Break
	}
	if s, err = Split(p); err != nil {
		t.Fatal(err)
	}
	if len(s.Boundaries) != n-1 {
		t.Errorf("%d boundaries, want one at each of %d gaps", len(s.Boundaries), n-1)
	}
}

// TestMaximumInHugeText checks that the maximum holds beyond the words charged for.
func TestMaximumInHugeText(t *testing.T) {
	const n = 1000
	p := Problem{
		Words: slices.Repeat([]int{10_000_000}, n), Similarity: slices.Repeat([]float64{1}, n-1),
		Cost: Cost{Preferred: 1, Scaling: 1}, Limits: Limits{30_000_000, 30_000_000},
	}
	s, err := Split(p)
	if err != nil {
		t.Fatal(err)
	}
	// Three paragraphs to a fragment, and one left over.
	isThree := func(words int) bool { return words == 30_000_000 }
	if lengths := s.Lengths(p.Words); len(slices.DeleteFunc(lengths, isThree)) != 1 || len(s.Boundaries) != n/3 {
		t.Errorf("%d boundaries, and fragments of %v words", len(s.Boundaries), lengths)
	}
}

// TestSplitBeyondTheLimits checks that quantities beyond the limits still give a division within the constraints and the maximum.
func TestSplitBeyondTheLimits(t *testing.T) {
	huge := math.MaxFloat64
	for _, limits := range []Limits{
		{},
		{Min: math.MaxInt},
		{Max: math.MaxInt},
		{Max: math.MaxInt / 2},
		{1, 1},
		{math.MaxInt, math.MaxInt},
		{math.MaxInt / 2, math.MaxInt / 2},
	} {
		for _, cost := range []Cost{
			{Parabola, math.SmallestNonzeroFloat64, huge},
			{Linear, math.SmallestNonzeroFloat64, huge},
			{Parabola, huge, huge},
			{Parabola, huge, math.SmallestNonzeroFloat64},
			{Linear, huge, math.SmallestNonzeroFloat64},
		} {
			words := slices.Repeat([]int{math.MaxInt, 0, 7}, 5)
			s, err := Split(Problem{
				Words:       words,
				Similarity:  []float64{huge, -huge, 0, huge, -huge, 1, huge, -huge, 0, huge, -huge, -1, -huge, huge},
				Constraints: []Constraint{3: Break, 5: NoBreak, 13: Free},
				Cost:        cost,
				Limits:      limits,
			})
			if err != nil {
				t.Fatal(err)
			}
			if !slices.Contains(s.Boundaries, 4) || slices.Contains(s.Boundaries, 6) {
				t.Errorf("boundaries %v, want 4 and not 6", s.Boundaries)
			}
			first := 0
			for i, length := range s.Lengths(words) {
				end := len(words)
				if i < len(s.Boundaries) {
					end = s.Boundaries[i]
				}
				if length < 0 {
					t.Errorf("a fragment of %d words", length)
				}
				// Paragraphs 5 and 6 are held together.
				if limits.Max > 0 && length > limits.Max && end-first > 1 && (first != 5 || end != 7) {
					t.Errorf("limits %+v: paragraphs %d to %d are above the maximum", limits, first, end)
				}
				first = end
			}
		}
	}
}

func TestChargedSaturates(t *testing.T) {
	// The sum of two greatest ints is beyond maxWords even where an int has 32 bits.
	words := []int{3, math.MaxInt, math.MaxInt, 5, math.MaxInt}
	s := section{first: []int{0, 1, 2, 3, 4}, words: words, similarity: make([]float64, 5)}
	p := newProgramme(s, newIntegerCosts(Cost{Preferred: 1}), Limits{})
	for _, test := range []struct {
		start, end int
		want       int64
	}{
		{0, 1, 3}, {0, 3, maxWords}, {1, 3, maxWords - 3}, {1, 5, maxWords - 3}, {3, 4, 0}, {3, 5, 0}, {4, 5, 0},
	} {
		if got := p.chargedWords(test.start, test.end); got != test.want {
			t.Errorf("units %d to %d are charged for %d words, want %d", test.start, test.end, got, test.want)
		}
	}
}

// FuzzSplit compares Split with trying all starts in every row and, for small problems, with all divisions.
func FuzzSplit(f *testing.F) {
	seedProblems(f)
	f.Fuzz(func(t *testing.T, seed []byte) {
		e := (&bytesOf{seed}).problem(100)
		hold(t, e, e.quadratic())
		if len(e.words) <= 10 {
			all, _ := e.exhaustive()
			hold(t, e, all)
		}
	})
}

func seedProblems(f *testing.F) {
	r := rand.New(rand.NewPCG(7, 1998))
	for range 20 {
		seed := make([]byte, r.IntN(80))
		for i := range seed {
			seed[i] = byte(r.Uint32())
		}
		f.Add(seed)
	}
	// Limits of 200 and 300 for paragraphs of 160, 160, 255,000, 3 and 160 words.
	f.Add([]byte{0, 99, 4, 200, 100, 160, 0, 9, 160, 0, 9, 255, 0, 9, 3, 0, 9, 160})
}

// bytesOf reads problems from the bytes of a fuzzer.
type bytesOf struct{ rest []byte }

// next returns the next byte, or 0 at the end.
func (b *bytesOf) next() int64 {
	if len(b.rest) == 0 {
		return 0
	}
	first := b.rest[0]
	b.rest = b.rest[1:]
	return int64(first)
}

func (b *bytesOf) constraint() Constraint {
	return []Constraint{Free, Free, Free, Free, Break, NoBreak}[b.next()%6]
}

// problem returns a problem of at most the given number of paragraphs.
func (b *bytesOf) problem(most int) eighths {
	e := eighths{shape: Shape(b.next() % 2), preferred: 1 + b.next(), scaling: b.next() % 32}
	e.limits.Min = int(b.next())
	if top := int(b.next()); top > 0 {
		e.limits.Max = e.limits.Min + top
	}
	for len(b.rest) > 0 && len(e.words) < most {
		if len(e.words) > 0 {
			e.constraints = append(e.constraints, b.constraint())
			e.similarity = append(e.similarity, int64(int8(b.next())))
		}
		words := b.next()
		if words > 250 {
			words *= 1000
		}
		e.words = append(e.words, int(words))
	}
	return e
}

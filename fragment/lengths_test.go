package fragment

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

func TestMeasure(t *testing.T) {
	for _, test := range []struct {
		words []int
		want  Lengths
	}{
		{nil, Lengths{}},
		{[]int{7}, Lengths{7, 7, 7, 3}},
		{[]int{8, 12, 19}, Lengths{13, 8, 19, (2 + 2 + 9) / 3.0}},
		{[]int{math.MaxInt, math.MaxInt}, Lengths{math.MaxInt, math.MaxInt, math.MaxInt, math.MaxInt - 10}},
	} {
		if got := Measure(test.words, 10); got != test.want {
			t.Errorf("%v measures %+v, want %+v", test.words, got, test.want)
		}
	}
}

func TestLengths(t *testing.T) {
	words := []int{1, 2, 3, 4}
	for _, test := range []struct {
		words, boundaries, want []int
	}{
		{nil, nil, nil},
		{words, nil, []int{10}},
		{words, []int{1, 3}, []int{1, 5, 4}},
		{words, []int{1, 2, 3}, words},
		{[]int{math.MaxInt, 1}, nil, []int{math.MaxInt}},
	} {
		if got := (Segmentation{Boundaries: test.boundaries}).Lengths(test.words); !slices.Equal(got, test.want) {
			t.Errorf("%v divided at %v into %v, want %v", test.words, test.boundaries, got, test.want)
		}
	}
}

// TestInvariantsOfLengths checks properties of the paper's tables that hold for any text: the average deviation is at least the deviation
// of the average, and with the linear cost a greater scaling never increases the total deviation.
func TestInvariantsOfLengths(t *testing.T) {
	r := rand.New(rand.NewPCG(8, 1998))
	for range 60 {
		for _, shape := range []Shape{Parabola, Linear} {
			problem := prose(r, 1+r.IntN(120), Cost{shape, float64(100 + r.IntN(600)), 0})
			before := math.Inf(1)
			for _, h := range []float64{0, 0.1, 0.25, 0.5, 0.75, 1, 1.25, 1.5, 5} {
				problem.Cost.Scaling = h
				s, err := Split(problem)
				if err != nil {
					t.Fatal(err)
				}
				p := problem.Cost.Preferred
				m := Measure(s.Lengths(problem.Words), p)
				if m.Deviation < math.Abs(m.Average-p)-1e-9 {
					t.Errorf("%+v: deviation %v, but the average %v", problem.Cost, m.Deviation, m.Average)
				}
				deviation := m.Deviation * float64(len(s.Boundaries)+1)
				if shape == Linear && deviation > before+1e-9*before {
					t.Errorf("%+v: deviation %v in all, %v with a smaller scaling", problem.Cost, deviation, before)
				}
				before = deviation
			}
		}
	}
}

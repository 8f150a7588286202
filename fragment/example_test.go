package fragment_test

import (
	"fmt"

	"github.com/segls/segls/fragment"
)

// These eight paragraphs have a valley after the third and a shallow dip after the sixth.
func ExampleSplit() {
	s, err := fragment.Split(fragment.Problem{
		Words:      []int{180, 140, 200, 120, 160, 90, 150, 110},
		Similarity: []float64{0.42, 0.37, 0.08, 0.45, 0.51, 0.29, 0.40},
		Cost:       fragment.Cost{Preferred: 500, Scaling: 0.5},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println("boundaries after", s.Boundaries, "paragraphs")
	fmt.Printf("cost %.3f\n", s.Cost)
	// Output:
	// boundaries after [3] paragraphs
	// cost 0.115
}

// A heading before the fifth paragraph forces a boundary there; the author does not want one after the second.
func ExampleSplit_constraints() {
	p := fragment.Problem{
		Words:      []int{250, 250, 250, 250, 250, 250},
		Similarity: []float64{0.3, 0.1, 0.2, 0.3, 0.3},
		Cost:       fragment.Cost{Preferred: 500, Scaling: 0.5},
	}
	free, err := fragment.Split(p)
	if err != nil {
		panic(err)
	}
	p.Constraints = []fragment.Constraint{1: fragment.NoBreak, 3: fragment.Break, 4: fragment.Free}
	bound, err := fragment.Split(p)
	if err != nil {
		panic(err)
	}
	fmt.Println(free.Boundaries, bound.Boundaries)
	// Output:
	// [2 4] [3 4]
}

// Limits come before costs. The third paragraph exceeds the maximum and becomes a fragment of its
// own; the fourth fits neither it nor the last.
func ExampleSplit_limits() {
	words := []int{300, 200, 900, 100, 550}
	s, err := fragment.Split(fragment.Problem{
		Words:      words,
		Similarity: []float64{0.3, 0.1, 0.2, 0.3},
		Cost:       fragment.Cost{Preferred: 500, Scaling: 0.5},
		Limits:     fragment.Limits{Min: 200, Max: 600},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(s.Lengths(words))
	// Output:
	// [500 900 100 550]
}

func ExampleMeasure() {
	s := fragment.Segmentation{Boundaries: []int{2, 3}}
	lengths := s.Lengths([]int{300, 250, 400, 200, 350})
	fmt.Println(lengths)
	fmt.Printf("%+v\n", fragment.Measure(lengths, 500))
	// Output:
	// [550 400 550]
	// {Average:500 Min:400 Max:550 Deviation:66.66666666666667}
}

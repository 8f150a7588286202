package shingle

import (
	"fmt"
	"slices"
	"testing"
)

func TestContainment(t *testing.T) {
	check := func(a, b []int32, want float64) {
		t.Helper()
		if got := Of(a, 2).Containment(Of(b, 2)); got != want {
			t.Errorf("%v in %v: %v, not %v", a, b, got, want)
		}
	}
	check([]int32{1, 2, 3}, []int32{9, 1, 2, 3, 9}, 1)
	check([]int32{1, 2, 3}, []int32{3, 2, 1}, 0)
	check([]int32{1, 2, 3, 4, 5}, []int32{1, 2, 9, 4, 5}, .5)
	check([]int32{1}, []int32{1}, 1)
	check(nil, []int32{1}, 0)
	if s := Of([]int32{1, 2, 1, 2, 1}, 2); len(s) != 2 {
		t.Errorf("%d shingles, not 2", len(s))
	}
}

func TestIndex(t *testing.T) {
	var x Index
	for _, words := range [][]int32{{1, 2, 3, 4}, {5, 6, 7}, {1, 2, 3, 9}, nil} {
		x.Add(Of(words, 2))
	}
	if got, want := fmt.Sprint(x.Nearest(Of([]int32{0, 1, 2, 3, 9}, 2), 5)), "[{2 3} {0 2}]"; got != want {
		t.Errorf("%s, not %s", got, want)
	}
	if got := x.Nearest(nil, 5); len(got) != 0 {
		t.Error(got)
	}
	// Shingles of many texts do not count.
	var y Index
	for i := range int32(2 * common) {
		y.Add(Of([]int32{1, 2, 100 + i}, 2))
	}
	if got := y.Nearest(Of([]int32{1, 2, 105}, 2), 5); !slices.Equal(got, []Match{{5, 1}}) {
		t.Error(got)
	}
}

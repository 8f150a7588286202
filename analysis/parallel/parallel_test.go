package parallel

import (
	"sync/atomic"
	"testing"
)

// TestEachOnce: each number is done once, however many there are, and in stretches too.
func TestEachOnce(t *testing.T) {
	for _, n := range []int{0, 1, 2, 7, 1000} {
		done := make([]atomic.Int32, n)
		Do(n, func(i int) { done[i].Add(1) })
		InStretches(n, 3, func(from, to int) {
			if n >= 3 && to-from < 3 {
				t.Errorf("a stretch from %d to %d of %d", from, to, n)
			}
			for i := from; i < to; i++ {
				done[i].Add(1)
			}
		})
		for i := range done {
			if got := done[i].Load(); got != 2 {
				t.Errorf("%d of %d was done %d times, not twice", i, n, got)
			}
		}
	}
}

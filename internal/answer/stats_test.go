package answer

import (
	"math/rand/v2"
	"testing"
)

// TestHistogram checks that bins are contiguous, count every length once, and are few.
func TestHistogram(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 200 {
		lengths := make([]int, random.IntN(50))
		for i := range lengths {
			lengths[i] = 1 + random.IntN(1+random.IntN(100_000))
		}
		bins := histogram(lengths)
		if len(bins) > mostBins || (len(bins) == 0) != (len(lengths) == 0) {
			t.Fatalf("%d bins of %v", len(bins), lengths)
		}
		for i, b := range bins {
			n := 0
			for _, l := range lengths {
				if l >= b.From && (l < b.To || b.To == 0) {
					n++
				}
			}
			if n != b.Count || i > 0 && bins[i-1].To != b.From || b.To == 0 && i < len(bins)-1 {
				t.Fatalf("bin %d is %+v, with %d of %v", i, b, n, lengths)
			}
		}
	}
}

package fragment

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// gapsOf parses a division in the notation of the Natural Language Toolkit: a character for each gap, 1 for a boundary.
func gapsOf(s string) (units int, boundaries []int) {
	for i, c := range s {
		if c == '1' {
			boundaries = append(boundaries, i+1)
		}
	}
	return len(s) + 1, boundaries
}

// lengthsOf parses a division in Fournier's notation, the lengths of its segments.
func lengthsOf(lengths ...int) (units int, boundaries []int) {
	for i, l := range lengths {
		if i > 0 {
			boundaries = append(boundaries, units)
		}
		units += l
	}
	return units, boundaries
}

// TestWindow checks that the window is half the average segment, with halves rounded to the even number, and never below 2.
func TestWindow(t *testing.T) {
	for _, test := range []struct{ units, segments, want int }{
		{100, 10, 5},
		{50, 10, 2}, // 2.5
		{70, 10, 4}, // 3.5
		{10, 10, 2}, // 0.5
		{0, 1, 2},   // no units
		{5, 0, 2},   // no segments
		{13, 3, 2},  // 2.17
		{1000, 1, 500},
	} {
		if got := Window(test.units, test.segments); got != test.want {
			t.Errorf("Window(%d, %d) = %d, want %d", test.units, test.segments, got, test.want)
		}
	}
}

// TestWindowsOfPublishedCases checks the examples in the documentation of the Natural Language Toolkit's metrics. Their windows are given
// and do not follow from the reference: 3 for WindowDiff, 2 for Pk.
func TestWindowsOfPublishedCases(t *testing.T) {
	const s1, s2, s3 = "000100000010", "000010000100", "100000010000"
	for _, test := range []struct {
		a, b string
		want float64
	}{
		{s1, s1, 0},
		{s1, s2, 0.3},
		{s2, s3, 0.8},
	} {
		// 13 units in 3 segments give a window of 2. For a window of 3, count by the definition.
		units, a := gapsOf(test.a)
		_, b := gapsOf(test.b)
		if got := countedWindowDiff(units, 3, a, b); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("the check itself: %v for %s and %s, want %v", got, test.a, test.b, test.want)
		}
		if got, want := WindowDiff(units, a, b), countedWindowDiff(units, 2, a, b); got != want {
			t.Errorf("WindowDiff of %s and %s = %v, want %v", test.a, test.b, got, want)
		}
	}
	// With a boundary at every fourth gap, finding all or none gets half the windows wrong.
	pattern := make([]byte, 0, 400)
	for range 100 {
		pattern = append(pattern, "0100"...)
	}
	units, reference := gapsOf(string(pattern))
	all := make([]int, units-1)
	for i := range all {
		all[i] = i + 1
	}
	for _, test := range []struct {
		found []int
		want  float64
	}{{all, 0.5}, {nil, 0.5}, {reference, 0}} {
		if got := Pk(units, reference, test.found); math.Abs(got-test.want) > 0.005 {
			t.Errorf("Pk against %d boundaries = %v, want %v", len(test.found), got, test.want)
		}
	}
}

// countedWindowDiff computes WindowDiff by counting boundaries window by window.
func countedWindowDiff(units, k int, a, b []int) float64 {
	inside := func(boundaries []int, i int) (n int) {
		for _, at := range boundaries {
			if i < at && at <= i+k {
				n++
			}
		}
		return n
	}
	bad := 0
	for i := 0; i+k < units; i++ {
		if inside(a, i) != inside(b, i) {
			bad++
		}
	}
	return float64(bad) / float64(units-k)
}

// TestWindowsByHand checks ten units in segments of 4, 2 and 4: k is 2, and there are eight windows.
func TestWindowsByHand(t *testing.T) {
	units, reference := lengthsOf(4, 2, 4)
	for _, test := range []struct {
		found  []int
		pk, wd float64
	}{
		{[]int{4, 6}, 0, 0},
		{nil, 4. / 8, 4. / 8},               // windows 2, 3, 4, 5 hold a boundary
		{[]int{4}, 2. / 8, 2. / 8},          // 4 and 5
		{[]int{5, 6}, 1. / 8, 2. / 8},       // 2 lacks one; 4 has two for one
		{[]int{4, 5, 6}, 0, 2. / 8},         // 3 and 4 hold two for one
		{[]int{3, 4, 6, 7}, 2. / 8, 4. / 8}, // 1 and 6, too
		{[]int{1, 2, 3, 4, 5, 6, 7, 8, 9}, 4. / 8, 1},
	} {
		if got := Pk(units, reference, test.found); got != test.pk {
			t.Errorf("Pk of %v = %v, want %v", test.found, got, test.pk)
		}
		if got := WindowDiff(units, reference, test.found); got != test.wd {
			t.Errorf("WindowDiff of %v = %v, want %v", test.found, got, test.wd)
		}
	}
}

// TestMetricsOfSmallTexts checks texts in which no window fits or there is nothing to compare.
func TestMetricsOfSmallTexts(t *testing.T) {
	for _, test := range []struct {
		units            int
		reference, found []int
		want             float64
	}{
		{0, nil, nil, 0},
		{1, nil, nil, 0},
		{2, nil, nil, 0},
		{2, []int{1}, []int{1}, 0},
		{2, []int{1}, nil, 1},
		{2, nil, []int{1}, 1},
	} {
		if pk, wd := Pk(test.units, test.reference, test.found), WindowDiff(test.units, test.reference, test.found); pk != test.want || wd != test.want {
			t.Errorf("%+v: Pk %v, WindowDiff %v", test, pk, wd)
		}
	}
}

// TestBoundarySimilarity checks values computed by hand; divisions are given as the lengths of their segments.
func TestBoundarySimilarity(t *testing.T) {
	for _, test := range []struct {
		a, b []int
		want float64
	}{
		{[]int{2, 3, 6}, []int{5, 6}, 0.5},     // one match, one miss
		{[]int{2, 3, 6}, []int{2, 2, 7}, 0.75}, // one match, one near miss
		{[]int{11}, []int{11}, 1},
		{[]int{5, 6}, []int{11}, 0},
		{[]int{5, 6}, []int{6, 5}, 0.5},          // a near miss alone
		{[]int{5, 6}, []int{7, 4}, 0},            // too far
		{[]int{3, 1, 7}, []int{4, 7}, 0.5},       // a boundary that is matched is no near miss
		{[]int{3, 2, 6}, []int{4, 7}, 1 - 1.5/2}, // only one of the two has a partner
		{[]int{3, 1, 1, 6}, []int{4, 7}, 1 - 2./3},
	} {
		_, a := lengthsOf(test.a...)
		_, b := lengthsOf(test.b...)
		if got := BoundarySimilarity(a, b); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("B of %v and %v = %v, want %v", test.a, test.b, got, test.want)
		}
	}
}

// TestMetricsAreMeasures checks properties of the measures, such as their range, and that B uses the fewest edits of all pairings.
func TestMetricsAreMeasures(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		units := 2 + random.IntN(12)
		draw := func() (b []int) {
			for i := 1; i < units; i++ {
				if random.IntN(3) == 0 {
					b = append(b, i)
				}
			}
			return b
		}
		a, b := draw(), draw()
		pk, wd, sim := Pk(units, a, b), WindowDiff(units, a, b), BoundarySimilarity(a, b)
		if pk < 0 || wd > 1 || pk > wd {
			t.Fatalf("%d units, %v, %v: Pk %v, WindowDiff %v", units, a, b, pk, wd)
		}
		if Pk(units, a, a) != 0 || WindowDiff(units, a, a) != 0 || BoundarySimilarity(a, a) != 1 {
			t.Fatalf("%v is not equal to itself", a)
		}
		if other := BoundarySimilarity(b, a); other != sim {
			t.Fatalf("%v, %v: B %v one way, %v the other", a, b, sim, other)
		}
		if want := bestSimilarity(a, b); math.Abs(sim-want) > 1e-9 {
			t.Fatalf("%v, %v: B %v, over all pairings %v", a, b, sim, want)
		}
	}
}

// bestSimilarity tries all pairings of boundaries that are off by one.
func bestSimilarity(a, b []int) float64 {
	without := func(from, what []int) []int {
		return slices.DeleteFunc(slices.Clone(from), func(x int) bool { return slices.Contains(what, x) })
	}
	onlyA, onlyB := without(a, b), without(b, a)
	both := len(a) - len(onlyA)
	var most func(i int, free []int) int
	most = func(i int, free []int) int {
		if i == len(onlyA) {
			return 0
		}
		best := most(i+1, free)
		for _, x := range free {
			if x == onlyA[i]-1 || x == onlyA[i]+1 {
				best = max(best, 1+most(i+1, without(free, []int{x})))
			}
		}
		return best
	}
	near := most(0, onlyB)
	alone := len(onlyA) + len(onlyB) - 2*near
	if both+near+alone == 0 {
		return 1
	}
	return 1 - (float64(alone)+float64(near)/2)/float64(both+near+alone)
}

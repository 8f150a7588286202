package fragment

import "math"

// Lengths describes the lengths of fragments, in words, as the paper's tables do.
type Lengths struct {
	Average   float64 // l_avg
	Min, Max  int     // l_min, l_max
	Deviation float64 // d_avg, the average of |x-p|
}

// Measure returns the statistics of fragments with these numbers of words, against a preferred length in words. Without fragments all are
// 0.
func Measure(words []int, preferred float64) Lengths {
	if len(words) == 0 {
		return Lengths{}
	}
	s := Lengths{Min: words[0], Max: words[0]}
	for _, w := range words {
		s.Min = min(s.Min, w)
		s.Max = max(s.Max, w)
		s.Average += float64(w)
		s.Deviation += math.Abs(float64(w) - preferred)
	}
	s.Average /= float64(len(words))
	s.Deviation /= float64(len(words))
	return s
}

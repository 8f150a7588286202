package fragment

import "math"

// Statistics describes the lengths of fragments, in words, as the paper's tables
// do.
type Statistics struct {
	Average   float64 // l_avg
	Min, Max  int     // l_min, l_max
	Deviation float64 // d_avg, the average of |x-p|
}

// Measure returns the statistics of fragments with so many words each, against a
// preferred length. Without fragments all are 0.
func Measure(words []int, preferred float64) Statistics {
	if len(words) == 0 {
		return Statistics{}
	}
	s := Statistics{Min: words[0], Max: words[0]}
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

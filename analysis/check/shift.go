package check

// TopicShift returns how far the topic turns in a gap, by the values of all gaps: how far they fall to it
// from the nearest peak on each side, both falls added, from 0 to 2 (Hearst 1997, section 5.3,
// the depth score).
func TopicShift(values []float64, gap int) float64 {
	peak := func(step int) float64 {
		at := gap
		for at+step >= 0 && at+step < len(values) && values[at+step] >= values[at] {
			at += step
		}
		return values[at]
	}
	return peak(-1) + peak(+1) - 2*values[gap]
}

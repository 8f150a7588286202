package check

// TopicShift returns how far the topic turns in a gap, given the values of all gaps. It is the sum of two falls, from the nearest peak on
// each side to the gap, and lies between 0 and 2 if the values lie between 0 and 1 (Hearst 1997, section 5.3, the depth score).
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

package method

// tileWords is the length of a block in words: ten token sequences of twenty, as in Hearst's implementation.
const tileWords = 200

// textTilingCurve compares the block of about 200 words before each gap with the one after it by
// the cosine of their term frequencies. The value of a gap is 1 outside valleys and falls with the
// depth of a valley, to 0 between two peaks of 1. (Marti Hearst, "TextTiling: Segmenting Text into
// Multi-paragraph Subtopic Passages", 1997: blocks in section 5.2.1, depth in section 5.3. Blocks
// here are whole units.)
func textTilingCurve(units []Unit) []float64 {
	c := newCollection(units)
	left, right := newVector(c), newVector(c)
	return shallowness(mapGaps(units, func(g int) float64 {
		left.clear()
		right.clear()
		left.addUnits(c, windowStart(units, g, tileWords), g+1)
		right.addUnits(c, g+1, windowEnd(units, g, tileWords))
		return cosine(left, right)
	}))
}

// introductionCurve scores a gap by the share of terms in the two blocks around it that are new to the text (Hearst 1997, section 5.2.2).
func introductionCurve(units []Unit) []float64 {
	introduced, all := countIntroductions(newCollection(units))
	return shallowness(mapGaps(units, func(g int) float64 {
		first, end := windowStart(units, g, tileWords), windowEnd(units, g, tileWords)
		return ratio(introduced[end]-introduced[first], all[end]-all[first])
	}))
}

// countIntroductions returns, for the units before each unit, the number of distinct terms and the number of occurrences.
func countIntroductions(c collection) (introduced, all []int) {
	introduced, all = make([]int, len(c.units)+1), make([]int, len(c.units)+1)
	known := 0
	for i := range c.units {
		all[i+1] = all[i]
		for _, t := range c.terms(i) {
			all[i+1] += int(t.count)
			known = max(known, int(t.term)+1) // terms are numbered in order of occurrence
		}
		introduced[i+1] = known
	}
	return introduced, all
}

func ratio(part, whole int) float64 {
	if whole == 0 {
		return 0
	}
	return float64(part) / float64(whole)
}

// shallowness turns scores between 0 and 1 into 1 - depth/2, where the depth of a gap is how far they fall to it from both nearest peaks.
func shallowness(scores []float64) []float64 {
	curve := make([]float64, len(scores))
	for g := range scores {
		left, right := g, g
		for left > 0 && scores[left-1] >= scores[left] {
			left--
		}
		for right+1 < len(scores) && scores[right+1] >= scores[right] {
			right++
		}
		curve[g] = 1 - (scores[left]-scores[g]+scores[right]-scores[g])/2
	}
	return curve
}

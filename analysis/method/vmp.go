package method

// vmpWords is the length in words of the stretches in which new terms are counted.
const vmpWords = 100

// vmpCurve returns the vocabulary-management profile: few new words appear where a topic ends, and
// many where one begins. A gap's value is low where the profile rises sharply: (1 + b - a)/2, with
// b the share of new terms before the gap and a the share after it. (Gilbert Youmans, "A New Tool
// for Discourse Analysis: The Vocabulary-Management Profile", 1991, sections 3 and 4. He counts all
// words in a moving interval of 35. All stop words have occurred after the first pages, and units
// longer than 35 words are common, so terms in about 100 words are counted here.)
func vmpCurve(units []Unit) []float64 {
	introduced, all := countIntroductions(newCollection(units))
	return mapGaps(units, func(g int) float64 {
		first, end := windowStart(units, g, vmpWords), windowEnd(units, g, vmpWords)
		old := ratio(introduced[g+1]-introduced[first], all[g+1]-all[first])
		fresh := ratio(introduced[end]-introduced[g+1], all[end]-all[g+1])
		return (1 + old - fresh) / 2
	})
}

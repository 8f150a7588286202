package method

// vmpWords is the length in words of the stretches in which new terms are counted.
const vmpWords = 100

// VMP is the vocabulary-management profile: where a topic is being rounded off few new
// words come in, and where one begins many do. A gap's value is low where the profile
// turns sharply up: half of one more than the part of new terms before the gap less that
// after it. (Gilbert Youmans, "A New Tool for Discourse Analysis: The Vocabulary-Management
// Profile", 1991, sections 3 and 4. He counts all words in a moving interval of 35. Stop words
// have all come in after the first pages, and units longer than 35 words are ordinary, so
// that here it is terms in some 100 words.)
func VMP(units []Unit) []float64 {
	introduced, all := introductions(collect(units))
	return valuesOfGaps(units, func(g int) float64 {
		first, end := windowStart(units, g, vmpWords), windowEnd(units, g, vmpWords)
		old := ratio(introduced[g+1]-introduced[first], all[g+1]-all[first])
		fresh := ratio(introduced[end]-introduced[g+1], all[end]-all[g+1])
		return (1 + old - fresh) / 2
	})
}

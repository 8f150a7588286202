package method

import (
	"math"

	"github.com/segls/segls/fragment"
)

// u00Costs returns costs under which the best segments are those whose words are most probable, if each segment draws its words from a
// distribution of its own, with one added to every count. A segment of n occurrences, f(t) of a term, costs
//
//	Σ f(t) ln((n + V)/(f(t) + 1))
//
// plus the price of coding where it begins, the logarithm of the occurrences in the text; V is the number of terms in the text. (Masao
// Utiyama and Hitoshi Isahara, "A Statistical Model for Domain-Independent Text Segmentation", 2001, section 2, equations 5 to 9.)
func u00Costs(units []Unit, longest float64) fragment.SegmentCosts {
	c := newCollection(units)
	rows := costRows(maxUnitsWithinLength(units, longest, maxSegmentUnits(units)))
	price := math.Log(float64(max(1, c.tokens)))
	logs := make([]float64, c.tokens+2)
	for i := 1; i < len(logs); i++ {
		logs[i] = math.Log(float64(i))
	}
	seen := make([]int, len(c.names))
	for j, row := range rows {
		tokens, fit := 0, 0.0
		for l := range row {
			for _, t := range c.terms(j - l) {
				f := seen[t.term]
				fit -= float64(f) * logs[f+1]
				f += int(t.count)
				fit += float64(f) * logs[f+1]
				seen[t.term] = f
				tokens += int(t.count)
			}
			row[l] = float64(tokens)*math.Log(float64(max(1, tokens+len(c.names)))) - fit + price
		}
		for l := range row {
			for _, t := range c.terms(j - l) {
				seen[t.term] = 0
			}
		}
	}
	return fragment.SegmentCosts{Boundary: make([]float64, max(0, len(units)-1)), Segments: rows}
}

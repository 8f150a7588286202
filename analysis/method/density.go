package method

import (
	"math"

	"github.com/segls/segls/fragment"
)

const (
	densityPower  = 1.0 // r
	densityLength = 0.5 // weight of lengths
)

// densityCosts returns costs that favour segments whose units are alike and whose length is near
// the preferred one. A segment of several units has no more words than longest. With s(i,j) the cosine
// of two units, their terms weighed by rarity, a segment of n units and x words costs
//
//	h(x/p-1)² - Σ s(i,j)/n^r
//
// (Pavlina Fragkou, Vassilios Petridis and Athanasios Kehagias, "A Dynamic Programming Algorithm
// for Linear Text Segmentation", 2004, section 2.3, with cosines in place of common words and
// Heinonen's length cost.)
func densityCosts(units []Unit, preferred, longest float64) fragment.SegmentCosts {
	c := newCollection(units)
	back := maxUnitsWithinLength(units, longest, maxSegmentUnits(units))
	rows := costRows(back)
	weight := inverseDocumentFrequencies(c)
	norms := make([]float64, len(units))
	for i := range c.units {
		for _, t := range c.terms(i) {
			norms[i] += math.Pow(float64(t.count)*weight[t.term], 2)
		}
	}
	unit := newVector(c)
	// within[l] is the similarity within the l+1 units that end with the current one.
	var within []float64
	for j, row := range rows {
		unit.clear()
		for _, t := range c.terms(j) {
			unit.add(int(t.term), float64(t.count)*weight[t.term]*weight[t.term])
		}
		now := make([]float64, len(row))
		sum, length := 0.0, 0
		for l := range row {
			product := 0.0
			for _, t := range c.terms(j - l) {
				product += float64(t.count) * unit.weight[t.term]
			}
			if product > 0 {
				product /= math.Sqrt(norms[j] * norms[j-l])
			}
			if l > 0 {
				product *= 2
			}
			sum += product
			now[l] = sum
			if l > 0 {
				now[l] += within[l-1]
			}
			length += units[j-l].Words
			deviation := float64(length)/preferred - 1
			row[l] = densityLength*deviation*deviation - now[l]/math.Pow(float64(l+1), densityPower)
		}
		within = now
	}
	return fragment.SegmentCosts{Boundary: make([]float64, max(0, len(units)-1)), Segments: rows}
}

package method

import (
	"cmp"
	"math"
	"slices"
)

const (
	lcpWords = 100 // on each side of a gap
	lcpLinks = 10  // number of links of a term in the network
)

// lcpCurve returns the lexical cohesion profile: how closely the words around each gap are
// connected, as equal or as related words. Cohesion is high within a scene and low between two. How
// closely two words are related is measured by spreading activation over a network of words.
// (Hideki Kozima, "Text Segmentation Based on Similarity between Words", 1993, sections 2 and 3.
// His network comes from a dictionary. Here each term is linked with the ten terms with which it
// occurs most often in the text itself, activation spreads over one link, and the window is whole
// units, about 100 words on each side.)
//
// With x(t) the weights of the terms in the window by rarity and N the network, a gap's value is Σ
// x(s) N(s,t) x(t) divided by (Σ x)², the chance that two words drawn from the window are related.
func lcpCurve(units []Unit) []float64 {
	c := newCollection(units)
	network := c.associate(lcpLinks)
	weight := inverseDocumentFrequencies(c)
	window := newVector(c)
	return mapGaps(units, func(g int) float64 {
		window.clear()
		for i := windowStart(units, g, lcpWords); i < windowEnd(units, g, lcpWords); i++ {
			for _, t := range c.terms(i) {
				window.add(int(t.term), float64(t.count)*weight[t.term])
			}
		}
		var together, sum float64
		for _, t := range window.present {
			x := window.weight[t]
			sum += x
			together += x * x
			for _, link := range network[t] {
				together += x * link.strength * window.weight[link.term]
			}
		}
		if sum == 0 {
			return 0
		}
		return min(1, together/(sum*sum))
	})
}

// termLink is a link to a term, of a strength between 0 and 1.
type termLink struct {
	term     int
	strength float64
}

// associate links each term with those that occur most often in the same units. Terms that share only one unit are not linked.
func (c collection) associate(links int) [][]termLink {
	units, _ := c.frequencies()
	having := make([][]int, len(c.names)) // the units that have a term
	for i := range c.units {
		for _, t := range c.terms(i) {
			having[t.term] = append(having[t.term], i)
		}
	}
	network := make([][]termLink, len(c.names))
	met := make([]int, len(c.names))
	var others []int
	for t := range network {
		if units[t] < 2 {
			continue
		}
		for _, i := range having[t] {
			for _, other := range c.terms(i) {
				if met[other.term] == 0 {
					others = append(others, int(other.term))
				}
				met[other.term]++
			}
		}
		for _, other := range others {
			if other != t && met[other] > 1 {
				network[t] = append(network[t], termLink{other, float64(met[other]) / math.Sqrt(float64(units[t]*units[other]))})
			}
			met[other] = 0
		}
		others = others[:0]
		slices.SortFunc(network[t], func(a, b termLink) int {
			return cmp.Or(cmp.Compare(b.strength, a.strength), cmp.Compare(a.term, b.term))
		})
		network[t] = network[t][:min(links, len(network[t]))]
	}
	return network
}

package method

import (
	"cmp"
	"math"
	"slices"
)

// hacCurve repeatedly joins the two neighbouring segments that are most alike, by the cosine of
// their terms weighed by rarity, until one is left. A gap's value is the order in which it was
// closed, from 1 for the first to 0 for the last, so that the k lowest gaps divide the text into
// the k+1 segments that existed before the last k joins. (Yaakov Yaari, "Segmentation of Expository
// Texts by Hierarchical Agglomerative Clustering", 1997, section 4.)
func hacCurve(units []Unit) []float64 {
	if len(units) < 2 {
		return nil
	}
	c := newCollection(units)
	weight := inverseDocumentFrequencies(c)
	clusters := make([]cluster, len(units))
	for i := range c.units {
		terms := c.terms(i)
		clusters[i] = cluster{end: i + 1, terms: make([]weightedTerm, len(terms))}
		for k, t := range terms {
			clusters[i].terms[k] = weightedTerm{int(t.term), float64(t.count) * weight[t.term]}
		}
		slices.SortFunc(clusters[i].terms, func(a, b weightedTerm) int { return cmp.Compare(a.term, b.term) })
	}
	likeness := make([]float64, len(clusters)-1) // the likeness of each cluster to the next
	for i := range likeness {
		likeness[i] = clusters[i].similarity(clusters[i+1])
	}
	curve := make([]float64, len(likeness))
	for closed := range curve {
		i := slices.Index(likeness, slices.Max(likeness)) // if several are equal, the first
		curve[clusters[i].end-1] = 1 - float64(closed)/float64(max(1, len(curve)-1))
		clusters[i] = clusters[i].join(clusters[i+1])
		clusters = slices.Delete(clusters, i+1, i+2)
		likeness = slices.Delete(likeness, i, i+1)
		if i > 0 {
			likeness[i-1] = clusters[i-1].similarity(clusters[i])
		}
		if i < len(likeness) {
			likeness[i] = clusters[i].similarity(clusters[i+1])
		}
	}
	return curve
}

// cluster is a run of units that have been joined.
type cluster struct {
	terms []weightedTerm // in ascending order of their numbers
	end   int            // the unit after the last
}

type weightedTerm struct {
	term   int
	weight float64
}

func (a cluster) similarity(b cluster) float64 {
	var ab, aa, bb float64
	a.eachMergedTerm(b, func(_ int, x, y float64) { ab, aa, bb = ab+x*y, aa+x*x, bb+y*y })
	if ab == 0 {
		return 0
	}
	return ab / math.Sqrt(aa*bb)
}

func (a cluster) join(b cluster) cluster {
	joined := cluster{end: b.end, terms: make([]weightedTerm, 0, len(a.terms)+len(b.terms))}
	a.eachMergedTerm(b, func(term int, x, y float64) { joined.terms = append(joined.terms, weightedTerm{term, x + y}) })
	return joined
}

// eachMergedTerm yields each term that is in either cluster, with its two weights.
func (a cluster) eachMergedTerm(b cluster, yield func(term int, x, y float64)) {
	i, j := 0, 0
	for i < len(a.terms) || j < len(b.terms) {
		switch {
		case j == len(b.terms) || i < len(a.terms) && a.terms[i].term < b.terms[j].term:
			yield(a.terms[i].term, a.terms[i].weight, 0)
			i++
		case i == len(a.terms) || b.terms[j].term < a.terms[i].term:
			yield(b.terms[j].term, 0, b.terms[j].weight)
			j++
		default:
			yield(a.terms[i].term, a.terms[i].weight, b.terms[j].weight)
			i++
			j++
		}
	}
}

package fragment

import "fmt"

// Segmentation is a division of a Problem's paragraphs into fragments.
type Segmentation struct {
	// Boundaries holds the number of paragraphs before each boundary, ascending. The two ends of the text are not in it.
	Boundaries []int
	// Cost is the sum of Cost.Length for all fragments and BoundaryCost for all boundaries, forced ones included.
	Cost float64
}

// Split returns, of all divisions that keep the constraints and the maximum (see Limits), the one with the fewest fragments below
// the minimum and, among those, the least cost. Such a division always exists. Among ties Split returns the division whose last
// fragment is shortest, then the one whose second-last is, and so on, as in Heinonen's listing. It returns an error if the lengths
// of the slices do not fit together, if a number of words, the preferred length, the scaling or a limit is out of range, or if a
// similarity is not finite.
//
// Split takes at most n log n steps for n paragraphs; in ordinary text the time per paragraph does
// not depend on n.
func Split(p Problem) (Segmentation, error) {
	if err := p.validate(); err != nil {
		return Segmentation{}, fmt.Errorf("fragment: %w", err)
	}
	var s Segmentation
	tariff := newIntegerCosts(p.Cost)
	for _, section := range p.sections() {
		if first := section.first[0]; first > 0 {
			s.Boundaries = append(s.Boundaries, first)
		}
		for _, unit := range newProgramme(section, tariff, p.Limits).divide() {
			s.Boundaries = append(s.Boundaries, section.first[unit])
		}
	}
	s.Cost = p.cost(s)
	return s, nil
}

// Lengths returns the number of words of each fragment, given the words of each paragraph.
func (s Segmentation) Lengths(words []int) []int {
	if len(words) == 0 {
		return nil
	}
	lengths := make([]int, len(s.Boundaries)+1)
	k := 0
	for i, w := range words {
		if k < len(s.Boundaries) && s.Boundaries[k] == i {
			k++
		}
		lengths[k] = addSaturated(lengths[k], w)
	}
	return lengths
}

// cost returns the cost of the division.
func (p Problem) cost(s Segmentation) float64 {
	var cost float64
	for _, words := range s.Lengths(p.Words) {
		cost += p.Cost.Length(words)
	}
	for _, b := range s.Boundaries {
		cost += BoundaryCost(p.Similarity[b-1])
	}
	return cost
}

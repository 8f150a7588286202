package fragment

import "fmt"

// Segmentation is a division of a Problem's paragraphs into fragments.
type Segmentation struct {
	// Boundaries holds the number of paragraphs before each boundary, ascending. The two ends of
	// the text are not in it.
	Boundaries []int
	// Cost is the sum of Cost.Length for all fragments and BoundaryCost for all boundaries, forced
	// ones included.
	Cost float64
	// Violations holds the fragments outside the limits, in the order of the text.
	Violations []Violation
}

// Violation is a fragment that is outside one of the limits. One above the maximum is a single
// paragraph or a run of paragraphs held together by NoBreak.
type Violation struct {
	First, End int // paragraphs, End exclusive
	Words      int
	Limit      Limit
}

// Limit identifies one of the two Limits.
type Limit uint8

const (
	// Minimum is Limits.Min.
	Minimum Limit = iota
	// Maximum is Limits.Max.
	Maximum
)

// String returns "minimum" or "maximum".
func (l Limit) String() string {
	if l == Maximum {
		return "maximum"
	}
	return "minimum"
}

// Split returns, of all divisions that keep the constraints and the maximum (see Limits), the one
// with the fewest fragments below the minimum and, among those, the least cost. There always is
// one. Among ties it takes the division whose last fragment is shortest, then the one whose
// second-last is, and so on, as in Heinonen's listing. It returns an error if the slices do not fit
// together or a quantity is negative or infinite.
//
// Split takes at most n log n steps for n paragraphs; in ordinary text the time per paragraph does
// not depend on n.
func Split(p Problem) (Segmentation, error) {
	if err := p.validate(); err != nil {
		return Segmentation{}, fmt.Errorf("fragment: %w", err)
	}
	var s Segmentation
	tariff := newWholeCosts(p.Cost)
	for _, section := range p.sections() {
		if first := section.first[0]; first > 0 {
			s.Boundaries = append(s.Boundaries, first)
		}
		for _, unit := range newProgramme(section, tariff, p.Limits).divide() {
			s.Boundaries = append(s.Boundaries, section.first[unit])
		}
	}
	s.Cost = p.cost(s)
	s.Violations = p.violations(s)
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
		lengths[k] = addWords(lengths[k], w)
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

// violations lists the fragments that are outside the limits.
func (p Problem) violations(s Segmentation) []Violation {
	var violations []Violation
	first := 0
	for i, words := range s.Lengths(p.Words) {
		end := len(p.Words)
		if i < len(s.Boundaries) {
			end = s.Boundaries[i]
		}
		switch {
		case words < p.Limits.Min:
			violations = append(violations, Violation{first, end, words, Minimum})
		case p.Limits.Max > 0 && words > p.Limits.Max:
			violations = append(violations, Violation{first, end, words, Maximum})
		}
		first = end
	}
	return violations
}

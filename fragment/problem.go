package fragment

import (
	"fmt"
	"math"
)

// Problem is the input of Split: the lengths of the paragraphs, and the curve between them.
type Problem struct {
	// Words holds the length of each paragraph.
	Words []int
	// Similarity holds the charge for a boundary in each gap between two paragraphs; one value less than there are paragraphs. Values must
	// be finite; negative ones reward a boundary.
	Similarity []float64
	// Constraints holds a constraint for each gap; nil leaves all of them Free.
	Constraints []Constraint
	Cost        Cost
	Limits      Limits
}

// Constraint says whether a gap may be, must be or must not be a boundary. The zero value is Free.
type Constraint uint8

const (
	// Free leaves the gap to the costs.
	Free Constraint = iota
	// Break forces a boundary, as a heading does.
	Break
	// NoBreak forbids a boundary.
	NoBreak
)

// Limits are the least and the greatest length of a fragment in words; 0 means no limit. They take precedence over all
// costs, and Max takes precedence over Min.
//
// Max is a guarantee: the only fragments above it are single paragraphs, or runs of paragraphs held
// together by NoBreak, that are longer by themselves.
//
// Min is kept as far as Max and the constraints permit: as few fragments as possible are below it.
// For example, with the limits 200 and 300, paragraphs of 160 words become one fragment each.
type Limits struct {
	Min, Max int
}

// bounds returns the limits as the programme uses them: the least and the greatest number of words of a fragment.
func (l Limits) bounds() (least, most int64) {
	least, most = min(int64(l.Min), maxWords), math.MaxInt64
	if l.Max > 0 {
		most = min(int64(l.Max), maxWords)
	}
	return least, most
}

// validate returns an error for the first invalid value in p.
func (p Problem) validate() error {
	n := len(p.Words)
	gaps := max(0, n-1)
	switch {
	case len(p.Similarity) != gaps:
		return fmt.Errorf("%d similarities for the %d gaps of %d paragraphs", len(p.Similarity), gaps, n)
	case p.Constraints != nil && len(p.Constraints) != gaps:
		return fmt.Errorf("%d constraints for the %d gaps of %d paragraphs", len(p.Constraints), gaps, n)
	case p.Cost.Shape > Linear:
		return fmt.Errorf("unknown cost shape %d", p.Cost.Shape)
	case !(p.Cost.Preferred > 0) || math.IsInf(p.Cost.Preferred, 0):
		return fmt.Errorf("a preferred length of %v words: want a finite number above 0", p.Cost.Preferred)
	case !(p.Cost.Scaling >= 0) || math.IsInf(p.Cost.Scaling, 0):
		return fmt.Errorf("a scaling of %v: want a finite number not below 0", p.Cost.Scaling)
	case p.Limits.Min < 0 || p.Limits.Max < 0:
		return fmt.Errorf("limits of %d and %d words: want numbers not below 0", p.Limits.Min, p.Limits.Max)
	case p.Limits.Max > 0 && p.Limits.Min > p.Limits.Max:
		return fmt.Errorf("a least length of %d words above the greatest, %d", p.Limits.Min, p.Limits.Max)
	}
	for i, words := range p.Words {
		if words < 0 {
			return fmt.Errorf("%d words in paragraph %d: want a number not below 0", words, i)
		}
	}
	for i, s := range p.Similarity {
		if math.IsNaN(s) || math.IsInf(s, 0) {
			return fmt.Errorf("a similarity of %v after %d paragraphs: want a finite number", s, i+1)
		}
	}
	for i, c := range p.Constraints {
		if c > NoBreak {
			return fmt.Errorf("constraint %d after %d paragraphs: want Free, Break or NoBreak", c, i+1)
		}
	}
	return nil
}

// constraint returns the constraint of the gap before a paragraph.
func (p Problem) constraint(paragraph int) Constraint {
	if p.Constraints == nil {
		return Free
	}
	return p.Constraints[paragraph-1]
}

// section holds the paragraphs between two forced boundaries as units: runs of paragraphs joined by NoBreak. Sections are independent, and
// the gaps between units are free, so the programme has no constraints.
type section struct {
	first      []int     // first paragraph of each unit
	words      []int     // words of each unit
	similarity []float64 // of the gap before each unit; 0 before the first
}

// sections cuts the paragraphs at the forced boundaries.
func (p Problem) sections() []section {
	var list []section
	for i, words := range p.Words {
		constraint, similarity := Break, 0.0
		if i > 0 {
			constraint, similarity = p.constraint(i), p.Similarity[i-1]
		}
		if constraint == Break {
			list, similarity = append(list, section{}), 0
		}
		s := &list[len(list)-1]
		if constraint == NoBreak {
			last := len(s.words) - 1
			s.words[last] = addSaturated(s.words[last], words)
			continue
		}
		s.first, s.words, s.similarity = append(s.first, i), append(s.words, words), append(s.similarity, similarity)
	}
	return list
}

// addSaturated adds two lengths and returns the greatest int if the sum is larger.
func addSaturated(a, b int) int {
	if a > math.MaxInt-b {
		return math.MaxInt
	}
	return a + b
}

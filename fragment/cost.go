package fragment

import (
	"fmt"
	"math"
)

// Shape is the form of the length cost. The zero value is Parabola.
type Shape uint8

const (
	// Parabola charges the square of the relative deviation from the preferred
	// length: small deviations are nearly free, large ones dear.
	Parabola Shape = iota
	// Linear charges the deviation itself.
	Linear
)

var shapeNames = [...]string{Parabola: "parabola", Linear: "linear"}

// String returns "parabola" or "linear".
func (s Shape) String() string {
	if int(s) < len(shapeNames) {
		return shapeNames[s]
	}
	return fmt.Sprintf("Shape(%d)", uint8(s))
}

// MarshalText writes the shape by its name. It fails on a value that is not one of
// the constants.
func (s Shape) MarshalText() ([]byte, error) {
	if int(s) >= len(shapeNames) {
		return nil, fmt.Errorf("no cost has the shape %d", uint8(s))
	}
	return []byte(shapeNames[s]), nil
}

// UnmarshalText reads the shape from its name, "parabola" or "linear".
func (s *Shape) UnmarshalText(text []byte) error {
	for shape, name := range shapeNames {
		if name == string(text) {
			*s = Shape(shape)
			return nil
		}
	}
	return fmt.Errorf("no cost has the shape %q: want parabola or linear", text)
}

// Cost is Heinonen's fragment length cost: what a fragment costs for being longer
// or shorter than preferred.
type Cost struct {
	Shape     Shape
	Preferred float64 // p, in words; above 0
	Scaling   float64 // h, the weight of length against similarity; at least 0
}

// Length returns the cost of a fragment of so many words, h(x/p-1)² or h|x/p-1|
// with x the words, p the preferred length and h the scaling. It is 0 at the
// preferred length and h for a fragment without words.
func (c Cost) Length(words int) float64 {
	// Not multiplied out: the expanded square comes out below zero in places.
	deviation := float64(words)/c.Preferred - 1
	if c.Shape == Linear {
		return c.Scaling * math.Abs(deviation)
	}
	return c.Scaling * deviation * deviation
}

// BoundaryCost returns what Split charges for a boundary at a gap of the given
// similarity, a finite number: the similarity to the nearest multiple of 2^-32,
// and at most 1024 either way. To show the curve that was used, show this.
func BoundaryCost(similarity float64) float64 {
	return float64(roundToGrains(similarity, maxSimilarity)) / grainsPerCost
}

// The programme is exact for quantities up to these and takes what lies beyond
// as if it lay on them. They are far out: 4 billion words are some 25 GB of text.
// What they buy is at tariff.
const (
	maxWords      = int64(1) << 32 // of a whole section, and of Limits.Min and Limits.Max
	maxPreferred  = 1 << 20        // words
	maxScaling    = 1 << 12
	maxSimilarity = 1 << 10
)

const (
	grainsPerCost = 1 << 32 // similarities and the scaling are rounded to grains
	partsPerWord  = 1 << 8  // the preferred length is rounded to parts
)

// roundToGrains rounds a cost to grains, at most limit either way.
func roundToGrains(cost, limit float64) int64 {
	return int64(math.Round(max(-limit, min(cost, limit)) * grainsPerCost))
}

// wholeCosts is a Cost in whole numbers. The usual fixed point would round each length
// cost, and a rounded parabola is no longer quite convex, on which the programme
// relies. So everything is multiplied by p² (linear: by p) instead, which leaves
// nothing to round. With P, X in parts of a word and H, S in grains
//
//	h(x/p-1)²  becomes  H(X-P)²      s  becomes  SP²
//	h|x/p-1|   becomes  H|X-P|       s  becomes  SP
//
// and ties are ties exactly where they are on paper.
//
// No sum overflows. In a section of n paragraphs a division into fragments costs
// at most H((ΣX)² + nP²) + nSP² units, by the bounds above no more than
// 2^44(2^80 + n2^56) + n2^98: below 2^127 for up to 2^26 paragraphs, 67 million.
type wholeCosts struct {
	shape     Shape
	preferred int64  // P
	scaling   uint64 // H
	grain     uint64 // P² or P: the units in one grain
}

func newWholeCosts(c Cost) wholeCosts {
	t := wholeCosts{
		shape:     c.Shape,
		preferred: max(1, int64(math.Round(min(c.Preferred, maxPreferred)*partsPerWord))),
		scaling:   uint64(roundToGrains(c.Scaling, maxScaling)),
	}
	t.grain = uint64(t.preferred)
	if t.shape == Parabola {
		t.grain *= t.grain
	}
	return t
}

// length is the charge for a fragment of so many words, at most maxWords.
func (t wholeCosts) length(words int64) amount {
	deviation := words*partsPerWord - t.preferred
	if deviation < 0 {
		deviation = -deviation
	}
	d := uint64(deviation)
	if t.shape == Linear {
		return product(d, t.scaling)
	}
	square := product(d, d)
	charge := product(square.lo, t.scaling)
	charge.hi += square.hi * int64(t.scaling)
	return charge
}

// boundary is the charge for a boundary at a gap of the given similarity.
func (t wholeCosts) boundary(similarity float64) amount {
	s := roundToGrains(similarity, maxSimilarity)
	if s < 0 {
		return amount{}.minus(product(uint64(-s), t.grain))
	}
	return product(uint64(s), t.grain)
}

package fragment

import (
	"fmt"
	"math"
)

// Shape is the form of the length cost. The zero value is Parabola.
type Shape uint8

const (
	// Parabola charges the square of the relative deviation from the preferred length: small deviations are nearly free, large ones
	// expensive.
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

// MarshalText returns the name of the shape. It returns an error if s is not one of the constants.
func (s Shape) MarshalText() ([]byte, error) {
	if int(s) >= len(shapeNames) {
		return nil, fmt.Errorf("unknown cost shape %d", uint8(s))
	}
	return []byte(shapeNames[s]), nil
}

// UnmarshalText sets the shape from its name, "parabola" or "linear".
func (s *Shape) UnmarshalText(text []byte) error {
	for shape, name := range shapeNames {
		if name == string(text) {
			*s = Shape(shape)
			return nil
		}
	}
	return fmt.Errorf("unknown cost shape %q: want parabola or linear", text)
}

// Cost is Heinonen's fragment length cost: the price of a fragment that is longer or shorter than preferred.
type Cost struct {
	Shape     Shape
	Preferred float64 // p, in words; above 0
	Scaling   float64 // h, the weight of length against similarity; at least 0
}

// Length returns the cost of a fragment of the given number of words, h(x/p-1)² or h|x/p-1|, where x is words, p the preferred length
// and h the scaling. It is 0 at the preferred length and h for a fragment without words.
func (c Cost) Length(words int) float64 {
	// The square is not expanded, because rounding would make the sum slightly negative for some lengths.
	deviation := float64(words)/c.Preferred - 1
	if c.Shape == Linear {
		return c.Scaling * math.Abs(deviation)
	}
	return c.Scaling * deviation * deviation
}

// BoundaryCost returns the amount that Split charges for a boundary at a gap of the given similarity: the similarity rounded to a multiple
// of 2^-32 and limited to [-1024, 1024]. To display the curve that Split used, display these values.
func BoundaryCost(similarity float64) float64 {
	return float64(roundToGrains(similarity, maxSimilarity)) / grainsPerCost
}

// The programme is exact for quantities up to these bounds and replaces larger ones by the bound; 4 billion words are
// some 25 GB of text. The bounds keep 128-bit sums from overflowing; see integerCosts.
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

// roundToGrains returns a cost rounded to grains, limited to [-limit, limit].
func roundToGrains(cost, limit float64) int64 {
	return int64(math.Round(max(-limit, min(cost, limit)) * grainsPerCost))
}

// integerCosts is a Cost in whole numbers. Ordinary fixed-point arithmetic would round each length
// cost, and a rounded parabola is not quite convex, which the programme relies on. So everything is
// multiplied by p² (linear: by p), which leaves nothing to round. With P and X in parts of a word
// and H and S in grains,
//
//	h(x/p-1)²  becomes  H(X-P)²      s  becomes  SP²
//	h|x/p-1|   becomes  H|X-P|       s  becomes  SP
//
// and two charges are equal exactly if the costs are equal.
//
// No sum overflows. In a section of n paragraphs a division into fragments costs at most H((ΣX)² +
// nP²) + nSP² units, by the bounds above no more than 2^44(2^80 + n2^56) + n2^98: below 2^127 for
// up to 2^26 paragraphs, 67 million.
type integerCosts struct {
	shape     Shape
	preferred int64  // P
	scaling   uint64 // H
	grain     uint64 // P² or P: the units in one grain
}

func newIntegerCosts(c Cost) integerCosts {
	t := integerCosts{
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

// lengthCharge returns the charge for a fragment of the given number of words, at most maxWords.
func (t integerCosts) lengthCharge(words int64) int128 {
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

// boundaryCharge returns the charge for a boundary at a gap of the given similarity.
func (t integerCosts) boundaryCharge(similarity float64) int128 {
	s := roundToGrains(similarity, maxSimilarity)
	if s < 0 {
		return int128{}.minus(product(uint64(-s), t.grain))
	}
	return product(uint64(s), t.grain)
}

package fragment

import (
	"math"
	"testing"
)

func TestLength(t *testing.T) {
	for _, test := range []struct {
		cost  Cost
		words int
		want  float64
	}{
		{Cost{Parabola, 600, 0.5}, 600, 0},
		{Cost{Parabola, 600, 0.5}, 0, 0.5},
		{Cost{Parabola, 600, 0.5}, 900, 0.125},
		{Cost{Parabola, 600, 0.5}, 300, 0.125},
		{Cost{Parabola, 600, 0.5}, 1800, 2},
		{Cost{Linear, 600, 0.5}, 600, 0},
		{Cost{Linear, 600, 0.5}, 0, 0.5},
		{Cost{Linear, 600, 0.5}, 900, 0.25},
		{Cost{Linear, 600, 0.5}, 300, 0.25},
		{Cost{Linear, 600, 0.5}, 1800, 1},
		{Cost{Linear, 600, 0}, 1800, 0},
	} {
		if got := test.cost.Length(test.words); got != test.want {
			t.Errorf("%+v: %d words cost %v, want %v", test.cost, test.words, got, test.want)
		}
	}
}

// TestWholeCostsEqualCost checks that integerCosts charges the same as Cost, within the precision of floating point.
func TestWholeCostsEqualCost(t *testing.T) {
	for _, shape := range []Shape{Parabola, Linear} {
		for _, p := range []float64{1, 2.5, 500, 1 << 20} {
			for _, h := range []float64{0, 0.25, 1.5, 1000} {
				c := Cost{shape, p, h}
				tariff := newIntegerCosts(c)
				one := tariff.boundaryCharge(1)
				unit := float64(one.hi)*math.Exp2(64) + float64(one.lo)
				for _, words := range []int{0, 1, 499, 501, 70_000, 2_000_000_000} {
					a := tariff.lengthCharge(int64(words))
					got := (float64(a.hi)*math.Exp2(64) + float64(a.lo)) / unit
					if want := c.Length(words); math.Abs(got-want) > 1e-9*want {
						t.Errorf("%+v: %d words are charged %v, want %v", c, words, got, want)
					}
				}
			}
		}
	}
}

func TestCharged(t *testing.T) {
	grain := math.Exp2(-32)
	for similarity, want := range map[float64]float64{
		0: 0, 0.5: 0.5, -0.5: -0.5, grain: grain, 1.4 * grain: grain, -1.6 * grain: -2 * grain,
		1024: 1024, 1025: 1024, -math.MaxFloat64: -1024,
	} {
		if got := BoundaryCost(similarity); got != want {
			t.Errorf("a similarity of %v is charged %v, want %v", similarity, got, want)
		}
	}
}

func TestShapeText(t *testing.T) {
	for shape, name := range map[Shape]string{Parabola: "parabola", Linear: "linear"} {
		text, err := shape.MarshalText()
		if err != nil || string(text) != name || shape.String() != name {
			t.Errorf("shape %d is written %q (%v) and %q, want %q", shape, text, err, shape.String(), name)
		}
		back := Shape(9)
		if err := back.UnmarshalText(text); err != nil || back != shape {
			t.Errorf("%q is read as %v (%v)", text, back, err)
		}
	}
	s := Linear
	if err := s.UnmarshalText([]byte("cubic")); err == nil || s != Linear {
		t.Errorf("cubic is read as %v, without an error", s)
	}
	if _, err := Shape(2).MarshalText(); err == nil {
		t.Error("a shape that does not exist is written")
	}
	if got := Shape(2).String(); got != "Shape(2)" {
		t.Errorf("a shape that does not exist is named %q", got)
	}
}

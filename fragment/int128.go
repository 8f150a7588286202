package fragment

import "math/bits"

// int128 is a signed whole number of 128 bits, hi*2^64 + lo. The programme only adds, subtracts and compares amounts, so no sum is ever
// rounded. The value of one unit, and why 128 bits suffice, are explained at integerCosts.
type int128 struct {
	hi int64
	lo uint64
}

func product(a, b uint64) int128 {
	hi, lo := bits.Mul64(a, b)
	return int128{int64(hi), lo}
}

func (a int128) plus(b int128) int128 {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	return int128{a.hi + b.hi + int64(carry), lo}
}

func (a int128) minus(b int128) int128 {
	lo, borrow := bits.Sub64(a.lo, b.lo, 0)
	return int128{a.hi - b.hi - int64(borrow), lo}
}

func (a int128) less(b int128) bool {
	return a.hi < b.hi || a.hi == b.hi && a.lo < b.lo
}

// divisionCost is the cost of a division. The fragments that are too short are compared first, so that no saving of cost outweighs one.
type divisionCost struct {
	cost  int128
	short int32 // fragments below Limits.Min
}

func (t divisionCost) less(u divisionCost) bool {
	if t.short != u.short {
		return t.short < u.short
	}
	return t.cost.less(u.cost)
}

package fragment

import "math/bits"

// amount is a signed whole number of 128 bits, hi*2^64 + lo. The programme only adds and compares
// amounts, so no sum is ever rounded. The value of one unit, and why 128 bits suffice, are
// explained at wholeCosts.
type amount struct {
	hi int64
	lo uint64
}

func product(a, b uint64) amount {
	hi, lo := bits.Mul64(a, b)
	return amount{int64(hi), lo}
}

func (a amount) plus(b amount) amount {
	lo, carry := bits.Add64(a.lo, b.lo, 0)
	return amount{a.hi + b.hi + int64(carry), lo}
}

func (a amount) minus(b amount) amount {
	lo, borrow := bits.Sub64(a.lo, b.lo, 0)
	return amount{a.hi - b.hi - int64(borrow), lo}
}

func (a amount) less(b amount) bool {
	return a.hi < b.hi || a.hi == b.hi && a.lo < b.lo
}

// total is the cost of a division. The number of fragments that are too short is compared first, so
// that no saving of cost can outweigh one.
type total struct {
	cost  amount
	short int32 // fragments below Limits.Min
}

func (t total) less(u total) bool {
	if t.short != u.short {
		return t.short < u.short
	}
	return t.cost.less(u.cost)
}

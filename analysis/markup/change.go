package markup

// Change is the difference between a text and an earlier one: the bytes [Start, OldEnd) of the earlier text became [Start, NewEnd).
type Change struct{ Start, OldEnd, NewEnd int }

// Shift returns the number of bytes by which the text after the change has moved.
func (c Change) Shift() int { return c.NewEnd - c.OldEnd }

package markup

// Change says where a text differs from an earlier one: the bytes from Start to
// OldEnd of the earlier text have become those from Start to NewEnd.
type Change struct{ Start, OldEnd, NewEnd int }

// Shift is how far the text after the change has moved.
func (c Change) Shift() int { return c.NewEnd - c.OldEnd }

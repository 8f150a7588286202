package rope_test

import (
	"fmt"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
)

// A text does not change: replacing a part of it makes another text.
func ExampleText_Replace() {
	t := rope.New("One line.\nAnother.\n")
	u := t.Replace(markup.Span{Start: 0, End: 3}, "Some")
	fmt.Printf("%q %q\n", t.Slice(t.Line(0)), u.Slice(u.Line(0)))
	fmt.Println(u.LineAt(12))
	// Output:
	// "One line." "Some line."
	// 1
}

// Editors count in their own units: the emoji for salt is four bytes, and two units of UTF-16.
func ExampleText_Advance() {
	t := rope.New("🧂 salt")
	fmt.Println(t.Advance(0, 3, rope.UTF16), t.Advance(0, 3, rope.CodePoints))
	// Output:
	// 5 6
}

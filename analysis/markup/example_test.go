package markup_test

import (
	"fmt"

	"github.com/segls/segls/analysis/markup"
)

// The blocks of a text, and their prose: a mask has a space for every byte that is not prose.
func ExampleFormat_Scan() {
	const text = "# Salt\n\nSalt is `NaCl`, and we *eat* it.\n\n- It keeps fish.\n"
	format, _ := markup.ByFileName("salt.md")
	for _, b := range format.Scan(text) {
		fmt.Printf("%v %q\n", b.Kind, format.AppendMask(nil, text, b))
	}
	// Output:
	// heading "  Salt"
	// paragraph "Salt is       , and we  eat  it."
	// list "  It keeps fish."
}

func ExampleByFileName() {
	for _, name := range []string{"salt.md", "salt.tex", "salt.unknown"} {
		format, isKnown := markup.ByFileName(name)
		fmt.Println(format.Name, isKnown)
	}
	// Output:
	// markdown true
	// latex true
	// text false
}

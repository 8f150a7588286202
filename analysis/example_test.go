package analysis_test

import (
	"fmt"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// A text that turns from salt to wool, for fragments of about twenty words.
func ExampleNew() {
	const text = `# Salt and wool

Salt is raked from the ponds in August, the grey salt first.

The salt that floats on the ponds at dusk is skimmed, not raked.

In the hills the wool is sheared in May, and the fleeces are washed.

Washed fleeces dry on the hedges; the wool of the hills keeps its grease.
`
	s := analysis.Defaults()
	s.PreferredWords = 20

	d := analysis.New(text, markup.Markdown, s)
	for i, f := range d.Fragments() {
		fmt.Printf("%d words: %s\n\t%s\n", f.Words, d.Title(i).Text, d.Opening(d.Paragraphs()[f.First], 50))
	}
	e := d.Explain(1) // the gap after the second paragraph
	fmt.Printf("a boundary pays: %v; %v end, %v begin\n", e.Sum < 0, e.Ends, e.Begins)
	// Output:
	// 25 words: Salt and ponds
	//	Salt is raked from the ponds in August, the grey…
	// 28 words: Wool of the hills and fleeces
	//	In the hills the wool is sheared in May, and the…
	// a boundary pays: true; [salt raked ponds August grey] end, [sheared hills wool fleeces washed] begin
}

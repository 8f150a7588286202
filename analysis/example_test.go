package analysis_test

import (
	"context"
	"fmt"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// This text turns from salt to wool. Its fragments should have about twenty words.
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
	for _, f := range d.Fragments() {
		fmt.Printf("%d words: %s\n\t%s\n", f.Words, f.Title().Text, d.Paragraphs()[f.First].Opening(50))
	}
	e := d.Explain(1) // the gap after the second paragraph
	fmt.Printf("a boundary pays: %v; %v end, %v begin\n", e.Sum < 0, e.Ends, e.Begins)
	// Output:
	// 25 words: Salt
	//	Salt is raked from the ponds in August, the grey…
	// 28 words: Wool of the hills
	//	In the hills the wool is sheared in May, and the…
	// a boundary pays: true; [salt ponds August floats dusk] end, [hills wool fleeces hedges grease] begin
}

// Findings point a writer to passages to reconsider, each with its severity and an explanation.
func ExampleDocument_Findings() {
	s := analysis.Defaults()
	s.ParagraphMaxWords = 6
	d := analysis.New("Salt is raked in August, the grey salt first.\n", markup.PlainText, s)
	for _, f := range d.Findings() {
		fmt.Printf("%v: %s\n", f.Rule.Severity(), f.Message())
	}
	// Output:
	// information: This paragraph has 9 words; more than 6 are hard to read in one go.
}

// With divides the same text with another preferred length. It does not compute unaffected results again.
func ExampleDocument_With() {
	d := analysis.New("One two.\n\nThree four.\n\nFive six.\n\nSeven eight.\n", markup.PlainText, analysis.Defaults())
	s := d.Settings
	for _, preferred := range []int{2, 4, 8} {
		s.PreferredWords, s.Scaling = preferred, 10
		other, _ := d.With(context.Background(), s)
		fmt.Println(preferred, "words:", len(other.Fragments()), "fragments")
	}
	// Output:
	// 2 words: 4 fragments
	// 4 words: 2 fragments
	// 8 words: 1 fragments
}

package describe_test

import (
	"fmt"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/describe"
	"github.com/segls/segls/analysis/markup"
)

// A title says where it comes from: from a directive of the writer, or from the words of the text.
func ExampleTitle() {
	const text = `Salt is raked from the ponds in August, and the salt is sold in sacks.

<!-- segls: title The shearing -->

In May the wool is sheared, and the washed wool dries on the hedges.
`
	s := analysis.Defaults()
	s.PreferredWords = 14
	for _, f := range analysis.New(text, markup.Markdown, s).Fragments() {
		title := f.Title()
		fmt.Println(title.Text, title.Kind == describe.Given)
	}
	// Output:
	// Salt false
	// The shearing true
}

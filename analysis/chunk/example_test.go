package chunk_test

import (
	"fmt"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/chunk"
	"github.com/segls/segls/analysis/markup"
)

// This example makes chunks for a search index, none of more than ten words. The first paragraph has to be cut.
func ExampleOf() {
	const text = `# Salt

Salt is raked in August. The grey salt comes first. What floats is skimmed.

# Wool

Wool is sheared in May.
`
	d := analysis.New(text, markup.Markdown, analysis.Defaults())
	chunks, _, err := chunk.Of(d, chunk.Limits{MaxWords: 10})
	if err != nil {
		panic(err) // only counting tokens can fail
	}
	for _, c := range chunks {
		f := d.Fragments()[c.Fragment]
		fmt.Printf("%s, %d words: %s\n", d.Sections()[f.Section].Title, c.Words, d.Text.Slice(c.Span))
	}
	// Output:
	// Salt, 10 words: Salt is raked in August. The grey salt comes first.
	// Salt, 4 words: What floats is skimmed.
	// Wool, 5 words: Wool is sheared in May.
}

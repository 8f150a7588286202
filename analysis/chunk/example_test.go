package chunk_test

import (
	"fmt"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/chunk"
	"github.com/segls/segls/analysis/markup"
)

// Chunks for a search index, none of more than ten words: the first paragraph has to be cut, and
// the cut is reported.
func ExampleOf() {
	const text = `# Salt

Salt is raked in August. The grey salt comes first. What floats is skimmed.

# Wool

Wool is sheared in May.
`
	d := analysis.New(text, markup.Markdown, analysis.Defaults())
	chunks, cuts := chunk.Of(d, chunk.Limits{MaxWords: 10})
	for _, c := range chunks {
		f := d.Fragments()[c.Fragment]
		fmt.Printf("%s, %d words: %s\n", d.Sections()[f.Section].Title, c.Words, d.Text.Slice(c.Span))
	}
	for _, x := range cuts {
		fmt.Printf("%d words cut between %v into %d\n", x.Words, x.Joint, x.Chunks)
	}
	// Output:
	// Salt, 5 words: Salt is raked in August.
	// Salt, 9 words: The grey salt comes first. What floats is skimmed.
	// Wool, 5 words: Wool is sheared in May.
	// 14 words cut between sentences into 2
}

package analysis_test

import (
	"fmt"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// Pieces for a search index, none of more than ten words. The first paragraph has to be
// cut for that, and that is reported.
func ExampleDocument_Pieces() {
	const text = `# Salt

Salt is raked in August. The grey salt comes first. What floats is skimmed.

# Wool

Wool is sheared in May.
`
	d := analysis.New(text, markup.Markdown, analysis.Defaults())
	pieces, divisions := d.Pieces(analysis.PieceLimits{MaxWords: 10})
	for _, c := range pieces {
		f := d.Fragments()[c.Fragment]
		fmt.Printf("%v %d words: %s\n", d.SectionPath(f.Section), c.Words, d.Text.Slice(c.Span))
	}
	for _, x := range divisions {
		fmt.Printf("%d words cut between %v into %d\n", x.Words, x.Joint, x.Pieces)
	}
	// Output:
	// [Salt] 5 words: Salt is raked in August.
	// [Salt] 9 words: The grey salt comes first. What floats is skimmed.
	// [Wool] 5 words: Wool is sheared in May.
	// 14 words cut between sentences into 2
}

// What a writer may want to change, told in words.
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

// The same text under another cost: what does not change is not done again.
func ExampleDocument_With() {
	d := analysis.New("One two.\n\nThree four.\n\nFive six.\n\nSeven eight.\n", markup.PlainText, analysis.Defaults())
	s := d.Settings
	for _, preferred := range []int{2, 4, 8} {
		s.PreferredWords, s.Scaling = preferred, 10
		fmt.Println(preferred, "words:", len(d.With(s).Fragments()), "fragments")
	}
	// Output:
	// 2 words: 4 fragments
	// 4 words: 2 fragments
	// 8 words: 1 fragments
}

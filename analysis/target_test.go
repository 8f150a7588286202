package analysis

import (
	"slices"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// TestTargets checks targets from directives in sections and before them, and from metadata.
func TestTargets(t *testing.T) {
	for text, want := range map[string][]Target{
		"Text.\n":                             nil,
		"---\nword-goal: 900\n---\n\n# One\n": {{-1, 900}},
		"---\ntarget-words: 2_000\n---\n\n<!-- segls: target 3000 -->\n": {{-1, 3000}},
		"<!-- segls: target 2,000 words -->\n\n# One\n\n<!-- segls: target = 700 -->\n\nText.\n\n## Two\n\n# Three\n\n<!-- segls: target 10 -->\n\n<!-- segls: target 20 -->\n": {{-1, 2000}, {0, 700}, {2, 20}},
		"# One\n\n<!-- segls: target many -->\n": nil,
	} {
		if got := New(text, markup.Markdown, Defaults()).Targets(); !slices.Equal(got, want) {
			t.Errorf("%q has the targets %v, want %v", text, got, want)
		}
	}
}

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

// TestTargetOfDocument checks that a document has the target before its first heading, or else that of the heading around all of it.
func TestTargetOfDocument(t *testing.T) {
	const target, text = "<!-- segls: target 400 -->\n\n", "Brine.\n\n"
	for content, want := range map[string]int{
		target + "# Salt\n\n" + text:                                         400,
		"# Salt\n\n" + target + text:                                         400,
		"# Salt\n\n" + target + text + "## Pans\n\n" + text:                  400,
		"# Salt\n\n" + text + "## Pans\n\n" + target + text:                  0,
		"# Salt\n\n" + target + text + "# Iron\n\n" + text:                   0,
		text + "# Salt\n\n" + target + text:                                  0,
		"<!-- segls: target 300 -->\n\n# Salt\n\n" + target + text:           300,
		"---\ntitle: The island\n---\n\n# Salt\n\n" + target + text + "\n\n": 0,
	} {
		if got := New(content, markup.Markdown, Defaults()).Target(); got != want {
			t.Errorf("the target of %q is %d, not %d", content, got, want)
		}
	}
}

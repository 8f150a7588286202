package lsp

import (
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// TestTargetOfFile checks that a file has the target before its first heading, or else that of the heading around all of it.
func TestTargetOfFile(t *testing.T) {
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
		if got := targetWords(analysis.New(content, markup.Markdown, analysis.Settings{})); got != want {
			t.Errorf("the target of %q is %d, not %d", content, got, want)
		}
	}
}

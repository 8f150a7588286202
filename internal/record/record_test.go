package record

import (
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

func TestIs(t *testing.T) {
	const prose = "# Salt\n\nThe pans of the coast are shallow, and brine runs into them in spring.\n\n"
	for _, x := range []struct {
		name, text string
		want       bool
	}{
		{"salt.md", prose, false},
		{"CHANGELOG.md", prose, true},
		{"release-notes-2.1.md", prose, true},
		{"doc/changes/3.rst", prose, true},
		{"CODE_OF_CONDUCT.md", prose, true},
		{"climate-changes.md", prose, false},
		{"history.md", prose, false},
		{"news.md", "# News\n\n## 1.2.0\n\nOne.\n\n## 1.1.0 (2024-03-01)\n\nTwo.\n\n## 1.0\n\nThree.\n", true},
		{"all.md", "# All\n\n" + strings.Repeat("## [1.2.0] - 2024-03-01\n\n### Added\n\nOne.\n\n### Changed\n\nTwo.\n\n### Fixed\n\nThree.\n\n", 4), true},
		{"diary.md", "# Diary\n\n## 2024-03-01\n\nOne.\n\n## 2 March 2024\n\nTwo.\n\n## Brine\n\nThree.\n", false},
		{"editions.md", "# 1.2.0\n\nOne.\n\n# Brine\n\nTwo.\n", false},
		{"updates.md", strings.Repeat("- Bump salt from 1.2 to 1.3 by @ana (#12)\n", 12), true},
		{"words.md", strings.Repeat("- brine\n", 12), true},
		{"steps.md", strings.Repeat("- Rake the salt out of the pans before the tide.\n", 12), false},
	} {
		f, _ := markup.ByFileName(x.name)
		if got := Is(x.name, analysis.New(x.text, f, analysis.Settings{})); got != x.want {
			t.Errorf("%s is a record: %v", x.name, got)
		}
	}
}

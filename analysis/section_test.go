package analysis

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// TestSections checks the sections of a text, each written as its title after those of the sections around it, with the range of its lines.
func TestSections(t *testing.T) {
	for _, test := range []struct {
		text string
		want []string
	}{
		{"salt", nil},
		{"salt\n\n# a\n\nsea\n", []string{"a 3-6"}},
		{"# a\n# b", []string{"a 1-2", "b 2-2"}},
		{"# a\n## b\n### c\n## d\n# e", []string{"a 1-5", "a/b 2-4", "a/b/c 3-4", "a/d 4-5", "e 5-5"}},
		{"### a\n# b\n#### c\n## d", []string{"a 1-2", "b 2-4", "b/c 3-4", "b/d 4-4"}},
		{"# a\n\n:::note\n\nsea\n:::\n---\n\n# b", []string{"a 1-9", "a/sea 5-9", "b 9-9"}},
		{"# a\n\n:::note\n\n## b\n\nsea\n:::\n===\n\nsalt", []string{"a 1-7", "a/b 5-7", "sea 7-11"}},
		{"A *b*\n`c`\n===\n\n##\n\n```\n# code\n```\n\n> # d", []string{"A b c 1-11", "A b c/ 5-11"}},
	} {
		d := New(test.text, markup.Markdown, Defaults())
		var got []string
		for i, s := range d.Sections() {
			var path []string
			for j := i; j >= 0; j = d.Sections()[j].Parent {
				path = append([]string{d.Sections()[j].Title}, path...)
			}
			got = append(got, fmt.Sprintf("%s %d-%d", strings.Join(path, "/"), 1+d.Text.LineAt(s.Span.Start), 1+d.Text.LineAt(s.Span.End)))
		}
		if !slices.Equal(got, test.want) {
			t.Errorf("sections of %q: %q, want %q", test.text, got, test.want)
		}
	}
}

package ignore

import (
	"path/filepath"
	"testing"
	"unicode/utf8"
)

// FuzzRules checks that any line of a .gitignore can be matched with any path, and that its literal beginning and end exclude no path
// that the glob matches.
func FuzzRules(f *testing.F) {
	for _, line := range []string{"*.md", "!a", "/a/", "a\\ ", "\\#", "**/x", "[", "{a,b}", "a{", " ", "!", "/"} {
		f.Add(line, "a/b.md")
	}
	f.Fuzz(func(t *testing.T, line, path string) {
		rule, says := parse("/book", line)
		if !says || !utf8.ValidString(line) || !utf8.ValidString(path) { // to doublestar, all invalid bytes are equal
			return
		}
		Rules{rule}.Ignores(filepath.Join("/book", path), len(path)%2 == 0)
		if slow := rule; !rule.matches(path) {
			if slow.start, slow.end = "", ""; slow.matches(path) {
				t.Errorf("%q matches %q, but for how it begins and ends", line, path)
			}
		}
	})
}

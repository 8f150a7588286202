package ignore

import (
	"path/filepath"
	"testing"
	"unicode/utf8"
)

// FuzzRules reads any line of a .gitignore, and asks it about any path.
func FuzzRules(f *testing.F) {
	for _, line := range []string{"*.md", "!a", "/a/", "a\\ ", "\\#", "**/x", "[", "{a,b}", "a{", " ", "!", "/"} {
		f.Add(line, "a/b.md")
	}
	f.Fuzz(func(t *testing.T, line, path string) {
		rule, says := parse("/book", line)
		if !says || !utf8.ValidString(line) || !utf8.ValidString(path) { // bytes that are no letters are all one to doublestar
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

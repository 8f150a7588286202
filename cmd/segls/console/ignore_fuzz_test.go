package console

import (
	"path/filepath"
	"testing"
)

// FuzzIgnore reads any line of a .gitignore, and asks it about any path.
func FuzzIgnore(f *testing.F) {
	for _, line := range []string{"*.md", "!a", "/a/", "a\\ ", "\\#", "**/x", "[", "{a,b}", "a{", " ", "!", "/"} {
		f.Add(line, "a/b.md")
	}
	f.Fuzz(func(t *testing.T, line, path string) {
		rule, says := parseIgnoreRule("/book", line)
		if says {
			ignoreRules{rule}.ignores(filepath.Join("/book", path), len(path)%2 == 0)
		}
	})
}

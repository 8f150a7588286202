package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/segls/segls/analysis"
)

// FuzzDiff reads anything as the output of git. Every range of lines is one, in a file
// below the repository.
func FuzzDiff(f *testing.F) {
	f.Add([]byte("--- a/a.md\n+++ b/a.md\n@@ -1,2 +3 @@ x\n-old\n-old\n+new\n@@ -9 +9,0 @@\n-x\n"))
	f.Add([]byte("+++ \"b/\\303\\251.md\"\n@@ -0,0 +1,3 @@\n+a\n+++ b/x\n+c\n+++ /dev/null\n@@ -1 +0,0 @@"))
	f.Add([]byte("+++ b/../../etc/passwd\n@@ -1 +1 @@\n"))
	f.Add([]byte("+++ b/a\n@@ -1,99999999999999999999 +-5,-7 @@\n@@ - +\n@@"))
	f.Fuzz(func(t *testing.T, diff []byte) {
		for file, ranges := range parseDiff("/book", diff) {
			if relative, err := filepath.Rel("/book", file); err != nil || !filepath.IsLocal(relative) {
				t.Errorf("%q names %q, outside of the repository", diff, file)
			}
			for _, r := range ranges {
				if r.last < r.first {
					t.Errorf("%q has the lines %+v", diff, r)
				}
			}
		}
	})
}

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

// FuzzCorpus reads any text as one with marked boundaries. What is taken has units, and
// boundaries between them in their order.
func FuzzCorpus(f *testing.F) {
	f.Add("==========\na b\n==========\nc d\ne\n==========\n", false)
	f.Add("# A\n\nOne.\n\n## B\n\nTwo.\n", true)
	f.Add("a\r\n\r\n==========", false)
	f.Fuzz(func(t *testing.T, text string, isMarkdown bool) {
		c := corpus{settings: analysis.Defaults()}
		name := "a.txt"
		if isMarkdown {
			name = "a.md"
		}
		c.addText("set", name, text)
		if len(c.documents)+len(c.problems) != 1 {
			t.Fatalf("%q gives %d texts and the problems %v", text, len(c.documents), c.problems)
		}
		for _, d := range c.documents {
			last := 0
			for _, at := range d.reference {
				if at <= last || at >= len(d.units) {
					t.Errorf("%q has the boundaries %v between %d units", text, d.reference, len(d.units))
				}
				last = at
			}
		}
		for _, problem := range c.problems {
			if !strings.HasPrefix(problem.Error(), name+":") {
				t.Errorf("%q: %v", text, problem)
			}
		}
	})
}

package main

import (
	"path/filepath"
	"testing"
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

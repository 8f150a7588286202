package ignore

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPatterns checks which paths the lines of a .gitignore ignore.
func TestPatterns(t *testing.T) {
	for _, test := range []struct {
		lines         []string
		ignored, kept string // paths, separated by spaces
	}{
		{[]string{"build/**"}, "build/a build/a/b", "build build-notes.md"},
		{[]string{"build*/**"}, "build/a build-1/a/b", "build build-notes.md"},
		{[]string{"**/old*/**"}, "old/a a/old-1/b", "old a/old-notes.md"},
		{[]string{"draft*/**", "!draft1/keep.md"}, "draft1/a.md", "draft1 draft1/keep.md"},
		{[]string{"/**"}, "a a/b", ""},
		{[]string{"a/**/b"}, "a/b a/x/b", "a b"},
		{[]string{"[[:alpha:]_]-[![:digit:]][a-c[:digit:]].md"}, "a-bb.md _-b2.md", "1-bb.md a-2b.md a-bd.md"},
		{[]string{"take[:digit:].md"}, "taked.md take:.md", "take2.md"},
		{[]string{"*.tmp", "!/keep.tmp"}, "a.tmp a/keep.tmp", "keep.tmp a.tmp.md"},
	} {
		rules := Rules(nil).WithPatterns("/book", test.lines)
		for paths, want := range map[string]bool{test.ignored: true, test.kept: false} {
			for _, path := range strings.Fields(paths) {
				if got := rules.Ignores(filepath.Join("/book", path), false); got != want {
					t.Errorf("%q: %s is ignored: %v", test.lines, path, got)
				}
			}
		}
	}
}

// TestLinkedRules checks that a .gitignore that is a link is used if it leads to a file of the project, and otherwise reported.
func TestLinkedRules(t *testing.T) {
	for name, test := range map[string]struct{ repository, file, link, want string }{
		"to a file of the repository":           {".", "common/rules", "../common/rules", ""},
		"to a file beside it":                   {"", "book/rules", "rules", ""},
		"out of the repository":                 {"book", "rules", "../rules", "this is a symbolic link that leads out of the project"},
		"out of a folder that is no repository": {"", "rules", "../rules", "this is a symbolic link that leads out of the project"},
		"to a folder":                           {"", "book/rules/x", "rules", "this is a folder, not a file"},
		"to nothing":                            {"", "rules", "none", "no such file or directory"},
	} {
		t.Run(name, func(t *testing.T) {
			top := t.TempDir()
			book := filepath.Join(top, "book")
			file := filepath.Join(top, filepath.FromSlash(test.file))
			for _, folder := range []string{book, filepath.Dir(file)} {
				if err := os.MkdirAll(folder, 0o755); err != nil {
					t.Fatal(err)
				}
			}
			if test.repository != "" {
				if err := os.MkdirAll(filepath.Join(top, test.repository, ".git"), 0o755); err != nil {
					t.Fatal(err)
				}
			}
			if err := os.WriteFile(file, []byte("*.tmp\n"), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := os.Symlink(filepath.FromSlash(test.link), filepath.Join(book, fileName)); err != nil {
				t.Skip(err)
			}
			rules, said := Rules(nil).InFolder(book), ""
			for _, p := range rules.Problems() {
				said += p.Message.String()
			}
			if said != test.want || rules.Ignores(filepath.Join(book, "a.tmp"), false) != (test.want == "") {
				t.Errorf("%q, not %q; a.tmp is ignored: %v", said, test.want, rules.Ignores(filepath.Join(book, "a.tmp"), false))
			}
		})
	}
}

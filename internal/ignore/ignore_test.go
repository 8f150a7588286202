package ignore

import (
	"os"
	"path/filepath"
	"testing"
)

// TestLinkedRules checks that a .gitignore that is a link is used if it leads to a file of the
// project, and otherwise reported.
func TestLinkedRules(t *testing.T) {
	for name, test := range map[string]struct{ repository, file, link, want string }{
		"to a file of the repository":           {".", "common/rules", "../common/rules", ""},
		"to a file beside it":                   {"", "book/rules", "rules", ""},
		"out of the repository":                 {"book", "rules", "../rules", "this is a link that leads out of the project"},
		"out of a folder that is no repository": {"", "rules", "../rules", "this is a link that leads out of the project"},
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

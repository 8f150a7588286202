package console

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/internal/console/consoletest"
)

// TestIgnoredAsGitDoes checks that the texts read in a folder are those that git would add or, with all, those not hidden.
func TestIgnoredAsGitDoes(t *testing.T) {
	files := map[string]string{
		".gitignore": strings.Join([]string{
			"# a comment", "", "drafts/", "/top.md", "*.tmp.md", "!keep.tmp.md", "a/**/z.md", "**/deep/x.md", "notes[0-9].md",
			"with space.md ", `trailing\ `, "sub/only.md", "{a,b}.md", `\#odd.md`, `\!odd.md`, "all/**", "some/*", "!some/b.md", "up?.md", "**.txt",
			"dir.md/", "[", "x/**/y/z.md",
		}, "\n") + "\r\nwindows.md\r\n",
		"sub/.gitignore":         "/here.md\n!top.md\ndeeper/*.md\n!deeper/kept.md\n",
		".git/info/exclude":      "secret.md\n",
		"sub/deeper/.gitignore":  "last.md\n",
		"drafts/.gitignore":      "!one.md\n",
		"sub/inner/.gitignore":   "*\n!.gitignore\n!b.md\n",
		"other/keep/.gitignore":  "!/x.tmp.md\n",
		"other/keep/nothing.txt": "x",
	}
	for _, name := range []string{
		"top.md", "b.md", "a.md", "{a,b}.md", "drafts/one.md", "x.tmp.md", "keep.tmp.md", "a/z.md", "a/b/z.md", "a/b/c/z.md", "deep/x.md", "p/deep/x.md", "p/x.md",
		"notes1.md", "notesa.md", "with space.md", "sub/only.md", "sub/sub/only.md", "#odd.md", "!odd.md", "all/x.md", "all/y/x.md", "some/a.md", "some/b.md",
		"upX.md", "upXY.md", "t.txt", "u/t.txt", "dir.md/x.md", "windows.md", "sub/here.md", "sub/p/here.md", "sub/top.md", "sub/deeper/kept.md", "sub/deeper/other.md",
		"secret.md", "p/secret.md", "sub/deeper/last.md", "sub/inner/a.md", "sub/inner/b.md", "other/keep/x.tmp.md", "other/x.tmp.md",
		"x/y/z.md", "x/p/y/z.md", "x/y/p/y/z.md", "x/y/p/z.md",
	} {
		files[name] = "Text.\n"
	}
	home := consoletest.Library(t, files)
	if out, err := exec.Command("git", "init", "-q", home).CombinedOutput(); err != nil {
		t.Fatalf("%v, %s", err, out)
	}
	if err := os.WriteFile(filepath.Join(home, ".git", "info", "exclude"), []byte(files[".git/info/exclude"]), 0o644); err != nil {
		t.Fatal(err)
	}
	for _, folder := range []string{".", "sub", filepath.Join("sub", "deeper"), "all"} {
		out, err := exec.Command("git", "-c", "core.excludesFile=", "ls-files", "-z", "--others", "--exclude-standard", "--", folder).Output()
		if err != nil {
			t.Fatal(err)
		}
		var want []string
		for name := range strings.SplitSeq(string(out), "\x00") {
			if strings.HasSuffix(name, ".md") || strings.HasSuffix(name, ".txt") {
				want = append(want, filepath.FromSlash(name))
			}
		}
		var got []string
		selection{}.find([]string{folder}, func(in input) { got = append(got, filepath.Clean(in.path)) })
		slices.Sort(got)
		slices.Sort(want)
		if !slices.Equal(got, want) {
			t.Errorf("in %s\n%q\nbut git\n%q", folder, got, want)
		}
	}
	visible := 0
	for name := range files {
		if !strings.Contains("/"+name, "/.") {
			visible++
		}
	}
	found := 0
	if (selection{all: true}).find([]string{"drafts", "."}, func(input) { found++ }); found != visible {
		t.Errorf("%d of all %d files", found, visible)
	}
}

// TestInputs checks the order of inputs, that each occurs once, and that hidden files and links are included only if named.
func TestInputs(t *testing.T) {
	consoletest.Library(t, map[string]string{"b.md": "", "a/z.txt": "", "a/c.md": "", "a/d.go": "", ".hidden/x.md": "", "a/.y.md": "", "c.markdown": ""})
	if err := os.Symlink("b.md", "link.md"); err != nil {
		t.Skip("symbolic links are not available:", err)
	}
	here, err := filepath.Abs(".")
	if err != nil {
		t.Fatal(err)
	}
	var list inputList
	failed := selection{}.find([]string{"b.md", ".", "./b.md", here, "a/d.go", "a/.y.md", "link.md", "-", "-", "none.md"}, list.add)
	var got []string
	for in := range list.all() {
		got = append(got, filepath.ToSlash(in.path))
	}
	want := []string{"b.md", "a/c.md", "a/z.txt", "c.markdown", "a/d.go", "a/.y.md", "link.md", "-"}
	if !slices.Equal(got, want) || len(failed) != 1 || !errors.Is(failed[0], os.ErrNotExist) {
		t.Errorf("%q, %v", got, failed)
	}
}

package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/foldertest"
)

// TestShare checks that a passage in several places moves to one file that all of them include, or that a sentence says why not.
func TestShare(t *testing.T) {
	const gate = "The gate closes when the bell rings,\nand nobody who is late comes in."
	files := map[string]string{
		"docs/one.adoc":   "= One\n\n" + gate + "\n\nSalt.\n",
		"docs/two.adoc":   "= Two\n\nIron.\n\n" + strings.ReplaceAll(gate, "\n", " ") + "\n",
		"docs/three.adoc": "= Three\n\n" + gate + "\n",
		"docs/other.adoc": "= Other\n\n" + strings.ReplaceAll(gate, "nobody", "everybody") + "\n",
		"docs/plain.md":   "# Plain\n\n" + gate + "\n",
		"docs/again.md":   "# Again\n\n" + gate + "\n",
	}
	shared := func(file string) map[string]string {
		include := "include::" + file + "[]"
		return map[string]string{
			"docs/" + file: gate + "\n", "docs/one.adoc": "= One\n\n" + include + "\n\nSalt.\n", "docs/two.adoc": "= Two\n\nIron.\n\n" + include + "\n",
		}
	}
	all := shared("the-gate-closes-when-the.adoc")
	all["docs/three.adoc"] = "= Three\n\ninclude::the-gate-closes-when-the.adoc[]\n"
	for name, x := range map[string]struct {
		args    []string
		want    map[string]string // of the files that change
		failure string
	}{
		"all places":                {[]string{"docs/one.adoc:4"}, all, ""},
		"two named places":          {[]string{"docs/one.adoc:3", "docs/two.adoc:5", "--into", "gate.adoc"}, shared("gate.adoc"), ""},
		"other wording":             {[]string{"docs/one.adoc:3", "docs/two.adoc:5", "docs/other.adoc:3"}, nil, "The two paragraphs differ."},
		"no other place":            {[]string{"docs/one.adoc:6"}, nil, "says the same in the same words"},
		"a heading":                 {[]string{"docs/one.adoc:1"}, nil, "there is no paragraph at this place"},
		"Markdown without includes": {[]string{"docs/plain.md:3"}, nil, "only mdBook"},
		"two formats":               {[]string{"docs/plain.md:3", "docs/one.adoc:3"}, nil, "no file can be included in both"},
		"a file without a line":     {[]string{"docs/one.adoc"}, nil, "Give FILE:LINE"},
		"a line past the end":       {[]string{"docs/one.adoc:70"}, nil, "the last line is 7"},
		"an existing file name":     {[]string{"docs/one.adoc:3", "--into", "two.adoc"}, nil, "already exists"},
		"a missing file":            {[]string{"docs/none.adoc:3"}, nil, "docs/none.adoc"},
	} {
		t.Run(name, func(t *testing.T) {
			folder := inRepository(t, files)
			for i, arg := range x.args {
				if strings.HasPrefix(arg, "docs/") {
					x.args[i] = filepath.Join(folder, filepath.FromSlash(arg))
				}
			}
			check := func(what string, changed map[string]string) {
				t.Helper()
				got := without(foldertest.WithoutOwnFiles(foldertest.Read(t, folder)), ".git/HEAD")
				for file, text := range files {
					if other, isChanged := changed[file]; isChanged {
						text = other
					}
					if got[file] != text {
						t.Errorf("%s: %s is\n%s\nwant\n%s", what, file, got[file], text)
					}
				}
				for file, text := range changed {
					if got[file] != text {
						t.Errorf("%s: %s is\n%s\nwant\n%s", what, file, got[file], text)
					}
				}
			}
			code, diff, errs := segls("", append([]string{"share", "--dry-run"}, x.args...)...)
			check("tried", nil)
			if x.failure != "" {
				if code == console.ExitOK || !strings.Contains(errs, x.failure) {
					t.Errorf("%d, %s, %s", code, diff, errs)
				}
				return
			}
			if code != console.ExitOK || strings.Count(diff, "+include::") != len(x.want)-1 {
				t.Errorf("%d, %s, %s", code, diff, errs)
			}
			code, out, errs := segls("", append([]string{"share"}, x.args...)...)
			if code != console.ExitOK || strings.Count(out, "\n") != len(x.want) || !strings.Contains(errs, "remove the new ones: ") {
				t.Errorf("%d, %s, %s", code, out, errs)
			}
			check("done", x.want)
		})
	}
}

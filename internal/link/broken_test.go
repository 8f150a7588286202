package link

import (
	"maps"
	"testing"
)

// TestLikeliest checks the only broken link of a file, and its likeliest target.
func TestLikeliest(t *testing.T) {
	for name, c := range map[string]struct {
		kind  Kind
		files map[string]string
		want  string
	}{
		"a letter of a place":   {GitHub, map[string]string{"a.md": "[x](b.md#slat)\n", "b.md": "# Salt\n"}, "b.md#salt"},
		"a place that has gone": {GitHub, map[string]string{"a.md": "[x](#salt)\n", "b.md": "# Salt\n"}, "b.md#salt"},
		"a file that has moved": {GitHub, map[string]string{"a.md": "[x](b.md#salt)\n", "sub/b.md": "# Salt\n"}, "sub/b.md#salt"},
		"a letter of a file":    {GitHub, map[string]string{"sub/a.md": "[x](../harbur.md)\n", "harbour.md": "# Salt\n"}, "../harbour.md"},
		"nothing like it":       {GitHub, map[string]string{"a.md": "[x](entirely.md)\n", "b.md": "# Salt\n"}, ""},
		"a label of LaTeX":      {LaTeX, map[string]string{"a.tex": "\\ref{sec:slat}\n", "b.tex": "\\label{sec:salt}\n"}, "sec:salt"},
		"a target of rST":       {Sphinx, map[string]string{"a.rst": ":ref:`harbur`\n", "b.rst": ".. _harbour:\n\nHarbour\n=======\n"}, "harbour"},
		"a document of rST":     {Sphinx, map[string]string{"a.rst": ":doc:`harbur`\n", "sub/harbour.rst": "Harbour\n=======\n"}, "sub/harbour"},
		"AsciiDoc":              {GitHub, map[string]string{"a.adoc": "<<_slat>>\n\n== Salt\n"}, "_salt"},
		"Org":                   {GitHub, map[string]string{"a.org": "* Salt\n\n[[*Slat]]\n"}, "*Salt"},
	} {
		t.Run(name, func(t *testing.T) {
			x := New([]Site{{Kind: c.kind, Folder: ".", Base: "."}}, maps.All(c.files))
			broken := x.Broken()
			if len(broken) != 1 {
				t.Fatalf("broken: %s", describeBroken(broken))
			}
			if got := x.Likeliest(broken[0].Path, broken[0].Link); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

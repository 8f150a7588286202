package link

import (
	"maps"
	"strings"
	"testing"
)

// TestNewLink checks the link from the file named a to the mark ‸ in another file.
func TestNewLink(t *testing.T) {
	const wiki = "See [[Iron]] and [[Iron]].\n"
	for name, c := range map[string]struct {
		kind  SiteKind
		files map[string]string
		want  string
	}{
		"a section":                   {GitHub, map[string]string{"a.md": "Words.\n", "sub/b.md": "# Iron\n\n## Red ore\n\n‸Words.\n"}, "[Red ore](sub/b.md#red-ore)"},
		"a file":                      {GitHub, map[string]string{"sub/a.md": "Words.\n", "my b.md": "# Iron\n\n‸Words.\n"}, "[Iron](../my%20b.md)"},
		"a file without a title":      {GitHub, map[string]string{"a.md": "Words.\n", "b.md": "‸Words.\n"}, "[b](b.md)"},
		"a vault":                     {Obsidian, map[string]string{"a.md": "Words.\n", "x/Iron.md": "# Iron\n\n## Red ore\n\n‸Words.\n"}, "[[Iron#Red ore]]"},
		"a vault with Markdown links": {Obsidian, map[string]string{"a.md": "[x](x/Iron.md) [y](x/Iron.md)\n", "x/Iron.md": "# Iron\n\n‸Words.\n"}, "[Iron](x/Iron.md)"},
		"a vault with wiki links":     {Obsidian, map[string]string{"a.md": wiki, "x/Iron.md": "‸Words.\n"}, "[[Iron]]"},
		"rST":                         {Sphinx, map[string]string{"a.rst": "Words.\n", "b.rst": ".. _salt:\n\nSalt\n====\n\n‸Words.\n"}, ":ref:`Salt <salt>`"},
		"a document of rST":           {Sphinx, map[string]string{"a.rst": "Words.\n", "b.rst": "Salt\n====\n\n‸Words.\n"}, ":doc:`Salt <b>`"},
		"LaTeX":                       {LaTeX, map[string]string{"a.tex": "Words.\n", "b.tex": "\\section{Salt}\\label{sec:salt}\n\n‸Words.\n"}, `\ref{sec:salt}`},
		"LaTeX without labels":        {LaTeX, map[string]string{"a.tex": "Words.\n", "b.tex": "\\section{Salt}\n\n‸Words.\n"}, ""},
		"AsciiDoc":                    {GitHub, map[string]string{"a.adoc": "Words.\n", "b.adoc": "= Book\n\n== Salt\n\n‸Words.\n"}, "xref:b.adoc#_salt[Salt]"},
		"Org":                         {GitHub, map[string]string{"a.org": "Words.\n", "b.org": "* Iron\n\n* Salt\n\n‸Words.\n"}, "[[file:b.org::*Salt][Salt]]"},
		"Typst":                       {GitHub, map[string]string{"a.typ": "Words.\n", "b.typ": "= Salt <salt>\n\n‸Words.\n"}, "#link(<salt>)[Salt]"},
		"HTML":                        {GitHub, map[string]string{"a.html": "<p>Words.</p>\n", "b.html": "<h1>Iron</h1><h2 id=\"salt\">Salt</h2>\n<p>‸Words.</p>\n"}, `<a href="b.html#salt">Salt</a>`},
	} {
		t.Run(name, func(t *testing.T) {
			files, from, to, at := maps.Clone(c.files), "", "", 0
			for file, text := range files {
				if i := strings.Index(text, "‸"); i >= 0 {
					to, at, files[file] = file, i, strings.Replace(text, "‸", "", 1)
				} else {
					from = file
				}
			}
			x := NewIndex([]Site{{Kind: c.kind, Folder: ".", Base: "."}}, maps.All(files))
			if got := x.NewLinkText(from, to, at); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

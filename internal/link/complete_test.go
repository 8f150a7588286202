package link

import (
	"fmt"
	"maps"
	"strings"
	"testing"
)

// TestProposals checks all proposals for an address being written at ‸, in their order, and that each leads to its target.
func TestProposals(t *testing.T) {
	for name, c := range map[string]struct {
		kind  SiteKind
		files map[string]string
		want  string // the text to write, and the name
	}{
		"Markdown":                              {GitHub, map[string]string{"a.md": "# Salt\n\n[x](‸)\n", "sub/b.md": "# Iron\n", "c.md": "## Tin\n"}, "#salt Salt, c.md c, c.md#tin Tin, sub/b.md b, sub/b.md#iron Iron"},
		"a heading":                             {GitHub, map[string]string{"a.md": "# Salt\n\n## Salt\n\n[x](#‸)\n", "b.md": "# Iron\n"}, "#salt Salt, #salt-1 Salt"},
		"a heading of a file":                   {GitHub, map[string]string{"a.md": "# Salt\n\n[x](b.md#i‸)\n", "b.md": "# Iron\n\n# Tin\n"}, "b.md#iron Iron, b.md#tin Tin"},
		"some letters":                          {GitHub, map[string]string{"sub/a.md": "[x](ti‸)\n", "b.md": "# Tin\n", "sub/c.md": "# Iron\n"}, "../b.md#tin Tin"},
		"a definition":                          {GitHub, map[string]string{"a.md": "# Salt\n\n[x]: ‸\n"}, "#salt Salt"},
		"a label of a link":                     {GitHub, map[string]string{"a.md": "[x][‸\n\n[salt]: a.md\n"}, "salt salt"},
		"a footnote":                            {GitHub, map[string]string{"a.md": "Words[^‸\n\n[^salt]: Note.\n"}, "salt salt"},
		"code":                                  {GitHub, map[string]string{"a.md": "# Salt\n\n```\n[x](‸)\n```\n"}, ""},
		"a code span":                           {GitHub, map[string]string{"a.md": "# Salt\n\n`[x](‸)\n"}, ""},
		"brackets without a link":               {GitHub, map[string]string{"a.md": "# Salt\n\nWords (‸)\n"}, ""},
		"a note":                                {Obsidian, map[string]string{"a.md": "# Salt\n\n[[‸\n", "x/Iron.md": "# Ore: red\n"}, "#Salt Salt, Iron Iron, Iron#Ore red Ore: red"},
		"a heading of a note":                   {Obsidian, map[string]string{"a.md": "[[Iron#‸\n", "x/Iron.md": "# Ore\n\nW ^b\n"}, "Iron#^b ^b, Iron#Ore Ore"},
		"Quarto":                                {Pandoc, map[string]string{"a.qmd": "# Salt {#sec-salt}\n\nSee @sec‸\n"}, "sec-salt Salt"},
		"MyST":                                  {Sphinx, map[string]string{"a.md": "See {ref}`‸\n", "b.rst": ".. _salt:\n\nSalt\n====\n"}, "salt Salt"},
		"LaTeX":                                 {LaTeX, map[string]string{"a.tex": "See \\cref{b,‸}.\n", "b.tex": "\\section{Salt}\\label{sec:salt}\n"}, "sec:salt Salt"},
		"input":                                 {LaTeX, map[string]string{"main.tex": "\\input{‸}\n", "ch/b.tex": "Words.\n"}, "ch/b b"},
		"rST":                                   {Sphinx, map[string]string{"a.rst": ":ref:`it <‸\n\n.. _here:\n\nHere\n====\n", "b.rst": ".. _salt:\n\nSalt\n====\n"}, "here Here, salt Salt"},
		"a document of rST":                     {Sphinx, map[string]string{"a.rst": ":doc:`‸\n", "sub/b.rst": "Salt\n====\n"}, "sub/b b"},
		"a title of rST":                        {Sphinx, map[string]string{"a.rst": "Salt\n====\n\nSee `‸\n"}, "Salt Salt"},
		"AsciiDoc":                              {GitHub, map[string]string{"a.adoc": "= Book\n\n== Salt\n\n<<‸\n"}, "_book Book, _salt Salt"},
		"a heading in another file of AsciiDoc": {GitHub, map[string]string{"a.adoc": "xref:b.adoc#‸\n", "b.adoc": "== Salt\n"}, "b.adoc#_salt Salt"},
		"Org":                                   {GitHub, map[string]string{"a.org": "* Salt\n:PROPERTIES:\n:CUSTOM_ID: s\n:END:\n\n[[‸\n"}, "*Salt Salt, #s Salt"},
		"a file of Org":                         {GitHub, map[string]string{"a.org": "[[file:‸\n", "b.org": "* Salt\n"}, "b.org b, b.org::*Salt Salt"},
		"Typst":                                 {GitHub, map[string]string{"a.typ": "= Salt <salt>\n\nSee @‸\n"}, "salt Salt"},
		"HTML":                                  {GitHub, map[string]string{"a.html": "<h2 id=\"salt\">Salt</h2>\n<p><a href=\"#‸\">x</a></p>\n"}, "#salt Salt"},
	} {
		t.Run(name, func(t *testing.T) {
			files, path, at := maps.Clone(c.files), "", 0
			for file, text := range files {
				if i := strings.Index(text, "‸"); i >= 0 {
					path, at, files[file] = file, i, strings.Replace(text, "‸", "", 1)
				}
			}
			x := NewIndex([]Site{{Kind: c.kind, Folder: ".", Base: "."}}, maps.All(files))
			written, list, isAll := x.Proposals(path, at)
			var got []string
			for _, p := range list {
				got = append(got, p.Text+" "+p.Name)
			}
			if strings.Join(got, ", ") != c.want || !isAll {
				t.Errorf("%s\nwant %s", strings.Join(got, ", "), c.want)
			}
			// Each proposal leads to its place.
			for _, p := range list {
				if p.Kind == LocalName {
					continue
				}
				text, _ := x.Text(path)
				after := x.WithFile(path, text[:written.Start]+p.Text+text[written.End:])
				l, ok := after.LinkAt(path, written.Start)
				if to, follows := after.Follow(path, l); ok && (!follows || to.Path != p.Path) {
					t.Errorf("%s leads to %v, not to %s", p.Text, to, p.Path)
				}
			}
		})
	}
}

// TestManyProposals checks that the nearest places are proposed if there are more than fit, and that the list is then incomplete.
func TestManyProposals(t *testing.T) {
	for written, want := range map[string]struct {
		first string
		n     int
		isAll bool
	}{
		"":     {"#salt", mostProposed, false},
		"c":    {"c.md", mostProposed, false},
		"iron": {"c.md#iron", 1, true},
	} {
		files := map[string]string{"z/a.md": "# Salt\n\n[x](" + written, "z/c.md": "# Iron\n"}
		for i := range 800 {
			files[fmt.Sprintf("m/chapter-%d.md", i)] = "# Tin\n"
		}
		x := NewIndex(nil, maps.All(files))
		_, list, isAll := x.Proposals("z/a.md", len(files["z/a.md"]))
		if len(list) != want.n || isAll != want.isAll || list[0].Text != want.first {
			t.Errorf("%q: %d proposals, complete: %t; the first is %v", written, len(list), isAll, list[0])
		}
	}
}

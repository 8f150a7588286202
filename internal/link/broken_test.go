package link

import (
	"maps"
	"path"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/internal/work"
)

// TestLikeliest checks that only one link in several files is broken, and its likeliest target.
func TestLikeliest(t *testing.T) {
	for name, c := range map[string]struct {
		kind  SiteKind
		files map[string]string
		want  string
	}{
		"a misspelt heading":            {GitHub, map[string]string{"a.md": "[x](b.md#slat)\n", "b.md": "# Salt\n"}, "b.md#salt"},
		"a heading now in another file": {GitHub, map[string]string{"a.md": "[x](#salt)\n", "b.md": "# Salt\n"}, "b.md#salt"},
		"a file moved to a folder":      {GitHub, map[string]string{"a.md": "[x](b.md#salt)\n", "sub/b.md": "# Salt\n"}, "sub/b.md#salt"},
		"a misspelt file":               {GitHub, map[string]string{"sub/a.md": "[x](../harbur.md)\n", "harbour.md": "# Salt\n"}, "../harbour.md"},
		"nothing similar":               {GitHub, map[string]string{"a.md": "[x](entirely.md)\n", "b.md": "# Salt\n"}, ""},
		"a misspelt label of LaTeX":     {LaTeX, map[string]string{"a.tex": "\\ref{sec:slat}\n", "b.tex": "\\label{sec:salt}\n"}, "sec:salt"},
		"a misspelt target of rST":      {Sphinx, map[string]string{"a.rst": ":ref:`harbur`\n", "b.rst": ".. _harbour:\n\nHarbour\n=======\n"}, "harbour"},
		"a misspelt document of rST":    {Sphinx, map[string]string{"a.rst": ":doc:`harbur`\n", "sub/harbour.rst": "Harbour\n=======\n"}, "sub/harbour"},
		"AsciiDoc":                      {GitHub, map[string]string{"a.adoc": "<<_slat>>\n\n== Salt\n"}, "_salt"},
		"Org":                           {GitHub, map[string]string{"a.org": "* Salt\n\n[[*Slat]]\n"}, "*Salt"},
	} {
		t.Run(name, func(t *testing.T) {
			x := NewIndex([]Site{{Kind: c.kind, Folder: ".", Base: "."}}, maps.All(c.files))
			broken := x.Broken()
			if len(broken) != 1 {
				t.Fatalf("broken: %s", describeBroken(broken))
			}
			if got := x.LikeliestAddress(broken[0].Path, broken[0].Link); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

func TestIntendedAddress(t *testing.T) {
	for name, c := range map[string]struct {
		text  string
		files map[string]string
		want  string
	}{
		"another folder": {"[x](salt.md)\n", map[string]string{"sub/salt.md": "# Salt\n"}, "sub/salt.md"},
		"another ending": {"[x](salt.markdown)\n", map[string]string{"salt.md": "# Salt\n"}, "salt.md"},
		"another case":   {"[x](Salt.md)\n", map[string]string{"salt.md": "# Salt\n"}, "salt.md"},
		"a heading in the file of another folder":           {"[x](salt.md#pans)\n", map[string]string{"sub/salt.md": "# Pans\n"}, "sub/salt.md#pans"},
		"a heading missing from the file of another folder": {"[x](salt.md#pans)\n", map[string]string{"sub/salt.md": "# Brine\n"}, ""},
		"a misspelt heading":                                {"[x](salt.md#pan)\n", map[string]string{"salt.md": "# Pans\n"}, ""},
		"two files of the same name":                        {"[x](salt.md)\n", map[string]string{"sub/salt.md": "# Salt\n", "more/salt.md": "# Salt\n"}, ""},
		"a common file name":                                {"[x](install.md)\n", map[string]string{"sub/install.md": "# Salt\n"}, ""},
		"a misspelt file":                                   {"[x](slat.md)\n", map[string]string{"salt.md": "# Salt\n"}, ""},
		"no similar file":                                   {"[x](iron.md)\n", map[string]string{"salt.md": "# Salt\n"}, ""},
	} {
		t.Run(name, func(t *testing.T) {
			c.files["a.md"] = c.text
			x := NewIndex(nil, maps.All(c.files))
			broken := x.Broken("a.md")
			if len(broken) != 1 {
				t.Fatalf("broken: %s", describeBroken(broken))
			}
			if got := x.CertainAddress("a.md", broken[0].Link); got != c.want {
				t.Errorf("%q, want %q", got, c.want)
			}
		})
	}
}

// TestFindings checks which broken links of a file are reported. Links whose targets other programs may make are not.
func TestFindings(t *testing.T) {
	for name, c := range map[string]struct {
		site  Site
		files map[string]string
		want  int
	}{
		"a missing heading":                                  {Site{}, map[string]string{"a.md": "[x](#pans)\n"}, 1},
		"an anchor made by a preprocessor":                   {Site{}, map[string]string{"a.md": "[x](#r-salt.pans)\n\nr[salt.pans]\n"}, 0},
		"an underscore written as a hyphen":                  {Site{}, map[string]string{"a.md": "[x](#salt-pans)\n\n# salt_pans\n"}, 0},
		"an anchor of a grammar rule":                        {Site{}, map[string]string{"a.md": "[x](#grammar-Pans)\n\n```\nPans -> x\n```\n"}, 0},
		"a term of a definition list":                        {Site{}, map[string]string{"a.md": "[x](#pans)\n\nPans\n: Fields of clay.\n"}, 0},
		"a page with an autodoc directive":                   {Site{}, map[string]string{"a.md": "[x](#pans)\n\n::: salt.module\n"}, 0},
		"a heading in an included file":                      {Site{Kind: MDBook, Folder: "."}, map[string]string{"a.md": "[x](#pans)\n\n{{#include b.md}}\n", "b.md": "# Pans\n"}, 0},
		"a heading missing from an included file":            {Site{Kind: MDBook, Folder: "."}, map[string]string{"a.md": "[x](#pans)\n\n{{#include b.md}}\n", "b.md": "# Salt\n"}, 1},
		"a link to another site beside this one":             {Site{Kind: MDBook, Folder: "src"}, map[string]string{"src/a.md": "[x](../std/salt.html)\n"}, 0},
		"a link in a file that a page includes":              {Site{Kind: MDBook, Folder: "."}, map[string]string{"sub/b.md": "{{#include ../a.md}}\n", "a.md": "[x](c.md)\n"}, 0},
		"a missing page":                                     {Site{Kind: MDBook, Folder: "src"}, map[string]string{"src/a.md": "[x](salt.md)\n"}, 1},
		"a missing label with intersphinx":                   {Site{Kind: Sphinx, Folder: ".", HasOthers: true}, map[string]string{"a.rst": ":ref:`pans`\n"}, 0},
		"names in emphasis":                                  {Site{Kind: Sphinx, Folder: "."}, map[string]string{"a.rst": "The *SALT_* and **PANS_** in *the road_ north*\n\n* *a* b *TIDE_*\n"}, 0},
		"a name between emphasis":                            {Site{Kind: Sphinx, Folder: "."}, map[string]string{"a.rst": "The *salt* road_ and **pans**.\n"}, 1},
		"a missing label":                                    {Site{Kind: Sphinx, Folder: "."}, map[string]string{"a.rst": ":ref:`pans`\n"}, 1},
		"a missing label that begins like others":            {Site{Kind: Sphinx, Folder: ".", HasOthers: true}, map[string]string{"a.md": "{ref}`salt-pans` {ref}`tide-pans` {ref}`salt`\n", "b.md": "(salt-rakes)=\n(salt_roads)=\n# Salt\n", "c.md": "(salt-tax)=\n(tide-rakes)=\n# Tax\n"}, 1},
		"a missing label beside generated text":              {Site{Kind: Sphinx, Folder: ".", HasOthers: true}, map[string]string{"a.rst": ":ref:`salt-pans` :ref:`tide-pans-here` :ref:`tide-road-north` :ref:`tide-pans-nested` :ref:`tide-pans-drawn`\n\n.. automodule:: salt\n", "b.rst": ".. _salt-rakes:\n.. _salt-tax:\n.. _tide-pans-there:\n.. _tide-roads-end:\n\nSalt\n====\n\n- .. _tide-pans-nested:\n\n.. mermaid::\n\n   .. _Tide-Pans-Drawn:\n"}, 1},
		"a missing page with intersphinx":                    {Site{Kind: Sphinx, Folder: ".", HasOthers: true}, map[string]string{"a.rst": ":doc:`library/salt`, :doc:`text <salt>`\n"}, 0},
		"a misspelt label with intersphinx":                  {Site{Kind: Sphinx, Folder: ".", HasOthers: true}, map[string]string{"a.rst": ":ref:`harbur`\n", "b.rst": ".. _harbour:\n\nHarbour\n=======\n"}, 1},
		"a missing page in a folder of Sphinx":               {Site{Kind: Sphinx, Folder: ".", HasOthers: true}, map[string]string{"a.rst": ":doc:`sub/salt`\n", "sub/pans.rst": "Pans\n====\n"}, 1},
		"a page above the folder of Sphinx":                  {Site{Kind: Sphinx, Folder: "src"}, map[string]string{"src/a.md": "{doc}`../salt`\n", "src/salt.md": "# Salt\n"}, 0},
		"a page outside the site":                            {Site{Kind: MDBook, Folder: "src"}, map[string]string{"src/a.md": "[x](../salt.md)\n", "src/salt.md": "# Salt\n"}, 1},
		"a component shown in code":                          {Site{}, map[string]string{"a.md": "[x](#pans)\n\n```\n<Salt>\n```\n"}, 1},
		"a missing page in a toctree":                        {Site{Kind: Sphinx, Folder: ".", HasOthers: true}, map[string]string{"a.rst": ".. toctree::\n\n   salt\n"}, 1},
		"a missing page in a toctree with options":           {Site{Kind: Sphinx, Folder: "."}, map[string]string{"a.md": "```{toctree}\n---\nmaxdepth: 2\nglob:\n---\nsalt\npans\n```\n", "pans.md": "# Pans\n"}, 1},
		"a toctree shown as code":                            {Site{Kind: Sphinx, Folder: "."}, map[string]string{"a.md": "Write this:\n\n    ```{toctree}\n    salt\n    ```\n"}, 0},
		"addresses of built pages in Sphinx":                 {Site{Kind: Sphinx, Folder: "."}, map[string]string{"a.md": "[x](salt/index.html) [y](salt.html.md) [z](pans.html.md)\n", "salt.md": "# Salt\n"}, 1},
		"e-mail addresses":                                   {Site{Kind: Sphinx, Folder: "."}, map[string]string{"a.rst": "`ana <ana@salt.org>`_\n\n.. _bea: bea@salt.org\n"}, 0},
		"names with a space before the colon":                {Site{Kind: Sphinx, Folder: "."}, map[string]string{"a.rst": "`pans`_ or rakes_ or :ref:`brine`.\n\n.. _`pans` : https://example.org\n.. _rakes : https://example.org\n\n.. _brine :\n\nBrine\n=====\n"}, 0},
		"an id that Docutils numbers":                        {Site{Kind: Sphinx, Folder: "."}, map[string]string{"a.rst": "`pans <#id1>`_\n\nPans\n====\n\nSalt.\n"}, 0},
		"an object that a directive describes":               {Site{Kind: Sphinx, Folder: "."}, map[string]string{"a.rst": "`x <#pans>`__ `y <#rakes>`__\n\n.. salt:setting:: pans\n   :unit: m\n"}, 1},
		"a missing heading beside an image and a toctree":    {Site{Kind: Sphinx, Folder: "."}, map[string]string{"a.rst": "`x <#pans>`__\n\n.. image:: salt.png\n\n.. toctree::\n\n   b\n", "b.rst": "Salt\n====\n\n.. include:: made.rst\n"}, 1},
		"labels that Sphinx makes of headings":               {Site{Kind: Sphinx, Folder: ".", HasOthers: true}, map[string]string{"a.rst": ":ref:`x <sub/b:the pans>` :ref:`y <sub/b:rakes>` :ref:`z <other:rakes>`\n", "sub/b.rst": "The Pans\n========\n\nSalt.\n"}, 1},
		"llms.txt":                                           {Site{Kind: Sphinx, Folder: "."}, map[string]string{"a.md": "[x](llms.txt) [y](llms-full.txt)\n", "salt.txt": "Salt\n"}, 0},
		"an id without a hash":                               {Site{}, map[string]string{"a.md": "[x](#pans)\n\n# Fields of clay { id=pans }\n"}, 0},
		"a heading on an empty page":                         {Site{}, map[string]string{"a.md": "[x](b.md#pans)\n", "b.md": "---\ntitle: Salt\n---\n"}, 0},
		"an anchor of an option":                             {Site{}, map[string]string{"a.md": "[x](#opt-salt.pans)\n\n# Salt 1.2\n"}, 0},
		"a misspelt id with a dot":                           {Site{}, map[string]string{"a.md": "[x](#salt.pan)\n\n# Pans {#salt.pans}\n"}, 1},
		"a MyST place in another project":                    {Site{Kind: Sphinx, Folder: ".", HasOthers: true}, map[string]string{"a.md": "# Salt pans\n\n[x](#usage/rakes/brine) [y](#salt-pan) [z](#harbur) [w](b.md#usage/rakes/brine)\n", "b.md": "(harbour)=\n# Salt\n"}, 3},
		"a MyST label in another file":                       {Site{}, map[string]string{"a.md": "[x](#pans)\n", "b.md": "(pans)=\n# Salt\n"}, 0},
		"a label given by a directive":                       {Site{Kind: Sphinx, Folder: "."}, map[string]string{"a.md": "{ref}`pans`\n\n````{exercise}\n:label: pans\n````\n"}, 0},
		"a folder that a program makes":                      {Site{}, map[string]string{"a.md": "[x](api/salt.html)\n"}, 0},
		"a missing page in a folder":                         {Site{}, map[string]string{"a.md": "[x](sub/salt.md)\n", "sub/pans.md": "# Pans\n"}, 1},
		"a path with a placeholder":                          {Site{}, map[string]string{"a.md": "[x](@api/salt.html)\n"}, 0},
		"an address from the root of a subfolder":            {Site{}, map[string]string{"src/a.md": "[x](/sub/salt.md)\n", "src/sub/salt.md": "# Salt\n"}, 0},
		"a page that git ignores":                            {Site{}, map[string]string{"a.md": "[x](made.md)\n"}, 0},
		"a page that a program makes":                        {Site{}, map[string]string{"made.md": "[x](#pans)\n"}, 0},
		"a label of another project without its settings":    {Site{}, map[string]string{"a.md": "{ref}`x <salt:pans>`\n", "b.md": "# Salt\n"}, 0},
		"an address of a page on an unknown site":            {Site{}, map[string]string{"a.md": "[x](/sub/pans.html)\n[y](/sub/rakes.md)\n", "sub/b.md": "# Salt\n"}, 1},
		"a target within a paragraph":                        {Site{Kind: Sphinx, Folder: "."}, map[string]string{"a.rst": "The _`salt pans` and ``_`no road` ``.\n\nSee `salt pans`_, :ref:`x <salt pans>` and `no road`_.\n"}, 1},
		"hyphens by another slug rule":                       {Site{}, map[string]string{"a.md": "[x](#salt-pans-rakes)\n\n# Salt/Pans -- Rakes\n"}, 0},
		"an emoji code in a heading":                         {Site{}, map[string]string{"a.md": "[x](#ok_hand-pans)\n\n# :ok_hand: Pans\n"}, 0},
		"an anchor of a class":                               {Site{Kind: Sphinx, Folder: "."}, map[string]string{"a.md": "[x](#SaltPan)\n"}, 0},
		"an address of a built page":                         {Site{}, map[string]string{"a.rst": "`x <salt.html>`_\n", "salt.rst": "Salt\n====\n"}, 0},
		"an anchor on the first page of the site":            {Site{}, map[string]string{"a.md": "[x](/#pans)\n", "README.md": "# Salt\n"}, 0},
		"several missing includes":                           {Site{Kind: MDBook, Folder: "."}, map[string]string{"a.md": "{{#include x.md}}\n{{#include y.md}}\n{{#include z.md}}\n"}, 0},
		"a missing page beside several missing includes":     {Site{Kind: Sphinx, Folder: "."}, map[string]string{"a.rst": ".. include:: x.rst\n.. include:: y.rst\n.. include:: z.rst\n\n.. toctree::\n\n   salt\n   pans.rst\n"}, 2},
		"several missing pages and one missing include":      {Site{Kind: Sphinx, Folder: "."}, map[string]string{"a.rst": ".. include:: x.rst\n\n.. toctree::\n\n   salt.rst\n   pans.rst\n   rakes.rst\n"}, 4},
		"one missing include":                                {Site{Kind: MDBook, Folder: "."}, map[string]string{"a.md": "{{#include x.md}}\n"}, 1},
		"a list of contributors that a program writes":       {Site{}, map[string]string{"a.md": "<!-- ALL-CONTRIBUTORS-LIST:START -->\n[x](#salt-ana)\n<!-- ALL-CONTRIBUTORS-LIST:END -->\n[y](#brine)\n"}, 1},
		"pages that Sphinx adds":                             {Site{Kind: Sphinx, Folder: "."}, map[string]string{"a.rst": "`x <_modules/salt.html>`_ `y <genindex.html>`_\n", "_modules.rst": "Salt\n====\n"}, 0},
		"a target in a cell of a list-table":                 {Site{Kind: Sphinx, Folder: "."}, map[string]string{"a.rst": ":ref:`pans` :ref:`rakes`\n\n.. list-table::\n\n   * - .. _pans:\n\n       Salt\n     - x\n   * - 1. .. _brine:\n"}, 1},
		"entities in a heading":                              {Site{}, map[string]string{"a.md": "[x](#pans-ltsaltgt) [y](#pans-ltbrinegt)\n\n## Pans &lt;salt&gt;\n"}, 1},
		"a link in a text that a shortcode puts into a page": {Site{}, map[string]string{"b.md": "{{< docs/shared source=\"x\" lookup=\"sub/a.md\" >}}\n", "a.md": "[x](#pans)\n"}, 0},
		"an unknown file ending":                             {Site{}, map[string]string{"a.md": "[x](salt.rest)\n"}, 0},
		"places in the same text of Org":                     {Site{}, map[string]string{"a.org": "* TODO [#A] The pans [1/2] :salt:\n\n[[*Rakes]] [[#rakes]] [[*the  pans]] [[#pans]] [[Road]] [[/road]]\n\n* The /old/ =road= [[https://example.org][x]]\n:PROPERTIES:\n:CUSTOM_ID: pans\n:END:\n\n[[*The /old/ =road= x]]\n"}, 2},
		"names that GitHub gives to headings of Org":         {Site{}, map[string]string{"a.org": "- [[#the-pans-][x]] [[#salt-x-road]] [[#salt-x-road-1]] [[#pans]]\n\n* The pans!\n* TODO Salt =x= road\n* Salt =x= road\n"}, 1},
		"a name that GitHub gives to a heading of Org":       {Site{}, map[string]string{"a.md": "[x](b.org#the-pans) [y](b.org#pans)\n", "b.org": "* The pans\n"}, 1},
		"lines and patterns of Org":                          {Site{}, map[string]string{"a.org": "[[file:b.org::3]] [[file:b.org::/[ou]r pans/]] [[file:b.org::/pans/]] [[/pans/]] [[file:b.org::*3]]\n", "b.org": "* Salt\n"}, 1},
		"missing pages of AsciiDoc":                          {Site{}, map[string]string{"a.adoc": "xref:pans.adoc[x] <<rakes.adoc#x,y>> <<salt#x>> xref:b.adoc[z]\n", "b.adoc": "= Salt\n"}, 2},
		"pages of AsciiDoc that may be made":                 {Site{}, map[string]string{"a.adoc": "xref:made/pans.adoc[x] xref:made.md[] xref:{salt}/b.adoc[] xref:b.html[] xref:of:salt:pans.adoc[]\n", "b.adoc": "= Salt\n"}, 0},
		"missing pages of Antora": {Site{}, map[string]string{
			"modules/ROOT/pages/a.adoc": "xref:pans.adoc[] xref:ROOT:rakes.adoc[] xref:salt:road.adoc#x[] xref:page$salt.adoc[] xref:ROOT:b.adoc[]\n", "modules/ROOT/pages/b.adoc": "= B\n", "modules/salt/pages/c.adoc": "= C\n",
		}, 4},
		"a page of Antora by its former name": {Site{}, map[string]string{
			"modules/ROOT/pages/a.adoc": "xref:pans.adoc[] xref:salt.adoc[] xref:ans.adoc[]\n", "modules/ROOT/pages/b.adoc": "= B\n:page-aliases: of:road.adoc, \\\n  sub/pans.adoc, salt\n",
		}, 1},
		"pages of Antora in other places": {Site{}, map[string]string{
			"modules/ROOT/pages/a.adoc": "xref:coast:ROOT:pans.adoc[] xref:2@ROOT:pans.adoc[] xref:2@pans.adoc[] xref:rakes:pans.adoc[] xref:attachment$pans.adoc[] xref:ROOT:attachment$pans.adoc[]\n", "modules/ROOT/pages/b.adoc": "= B\n",
		}, 0},
	} {
		crlf := make(map[string]string)
		for file, text := range c.files {
			crlf[file] = strings.ReplaceAll(text, "\n", "\r\n")
		}
		check := func(t *testing.T, files map[string]string) {
			x := NewIndex([]Site{c.site}, maps.All(files))
			for _, file := range []string{"a.md", "src/a.md", "a.rst", "made.md", "a.adoc", "a.org", "modules/ROOT/pages/a.adoc"} {
				if c.files[file] == "" {
					continue
				}
				if got := x.Findings(file, nil, false, isMade); len(got) != c.want {
					t.Errorf("%+v", got)
				}
				if got := x.Findings(file, nil, true, isMade); len(got) != 0 {
					t.Errorf("in a record: %+v", got)
				}
			}
		}
		t.Run(name, func(t *testing.T) { check(t, c.files) })
		t.Run(name+" with CRLF", func(t *testing.T) { check(t, crlf) })
	}
}

// TestTextThatIsNoLink checks that nothing in code, comments and literal text is a link.
func TestTextThatIsNoLink(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       int
	}{
		{"a.qmd", "`{{< include no.qmd >}}` ``{{< embed no.qmd >}}`` {{< include yes.qmd >}} {{{< include no.qmd >}}}\n", 1},
		{"a.qmd", "| a |\n|---|\n| `{{< include no.qmd >}}` {{< include yes.qmd >}} |\n", 1},
		{"a.qmd", "- Salt\n\n  ```\n  {{< include no.qmd >}}\n  ```\n\n  {{< include yes.qmd >}}\n", 1},
		{"a.md", "`{{< ref \"no.md\" >}}` {{< ref \"yes.md\" >}} {{< ref `yes.md` >}}\n", 2},
		{"a.md", "`{% link no.md %}` {% link yes.md %} `{% content-ref url=\"no.md\" %}`\n", 1},
		{"a.md", "`<project:no.md>` <project:yes.md>\n", 1},
		{"a.md", "`` {doc}`no` `` {doc}`yes` ``{ref}`no` ``\n", 1},
		{"a.md", "Salt <!-- {{< relref \"no.md\" >}} {% link no.md %} <project:no.md> --> [x](yes.md)\n", 1},
		{"a.md", "<!-- {{< relref \"no.md\" >}} {% link no.md %} -->\n", 0},
		{"a.md", "{% raw %}\n\n{% link no.md %}\n\n{% endraw %}\n\n{% link yes.md %}\n", 1},
		{"a.md", "{% comment %} {% link no.md %} [x](no.md) {% endcomment %}\n\n[x](yes.md)\n", 1},
		{"a.md", "> ```\n> {{< ref \"no.md\" >}} [x](no.md)\n> ```\n>\n> [x](yes.md)\n", 1},
		{"a.md", "`{{#include yes.md}}`, as mdBook reads it, and \\{{#include no.md}}\n", 1},
		{"a.rst", "``a :doc:`no` b`` ``the no_ and`` :doc:`yes` yes_\n", 2},
		{"a.adoc", "+<<no>>+ \\<<no>> pass:[<<no>>] pass:m[<<yes>>] `+<<no>>+` +++<<no>>+++ <<yes>> `<<yes>>`\n", 3},
		{"a.org", "~[[file:no.org]]~ =[[*no]]= [[file:yes.org]]\n", 1},
		{"a.tex", "\\verb|\\ref{no}| \\ref{yes} % \\ref{no}\n", 1},
	} {
		kind := GitHub
		switch path.Ext(c.name) {
		case ".rst":
			kind = Sphinx
		case ".qmd":
			kind = Pandoc
		case ".tex":
			kind = LaTeX
		}
		x := NewIndex([]Site{{Kind: kind, Folder: ".", Base: "."}}, maps.All(map[string]string{c.name: c.text}))
		if got := x.Findings(c.name, nil, false, isMade); len(got) != c.want {
			var said []string
			for _, f := range got {
				said = append(said, c.text[f.Span.Start:f.Span.End])
			}
			t.Errorf("%q: %q, want %d", c.text, said, c.want)
		}
	}
}

func TestMeansEmptySections(t *testing.T) {
	for name, want := range map[string]bool{"design-docs/salt/pans.md": true, "design-docs/salt/docs/pans.md": false, "design/pans.md": false, "designing/pans.md": false, "20190610-old/salt.md": false, "src/SUMMARY.md": true, "plans/20190610-salt.md": true, "2019-06-10-salt.md": true, "20191-salt.md": false, "_sidebar.md": true, "_head.md": true, "summary-of-salt.md": false, "salt.md": false} {
		if got := MeansEmptySections(name, false); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// isMade reports one page as made by a program.
func isMade(name string) bool { return name == "made.md" }

// TestRecipes checks that recipes are found beside a file and in the folders around it, and must name an existing file as an output.
func TestRecipes(t *testing.T) {
	fsys := fstest.MapFS{"doc/api.md": {}, "doc/read.md": {}, "Makefile": {Data: []byte("all:\n\tmake-api doc/read.md \\\n\t\t--output-path=$(ROOT)/doc/api.md\n")}, "doc/meson.build": {Data: []byte("# makes pans.md\ncopy('old-salt.md')\n")}, "doc/src/a.md": {}, "scripts/all.sh": {Data: []byte("> doc/src/rakes.md\n")}}
	recipes := NewRecipes(fsys)
	for name, want := range map[string]bool{"doc/api.md": true, "doc/read.md": false, "doc/src/pans.md": true, "doc/src/salt.md": false, "doc/src/rakes.md": true, "pans.md": false, "doc/pans": false} {
		if got := recipes.Has(name); got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

// TestPagesMissingFromOrder checks the pages that an order leaves out and to which no link leads.
func TestPagesMissingFromOrder(t *testing.T) {
	for in, x := range map[string]struct {
		files               map[string]string
		lost, heading, said string
	}{
		"docs/pans.md": {map[string]string{
			"mkdocs.yml": "site_name: Salt\nnav: [index.md, pans.md]\n", "docs/index.md": "# Salt\n\n[Linked](linked.md)\n", "docs/pans.md": "# Pans\n",
			"docs/lost.md": "---\ntitle: Lost\n---\n\n# Lost\n", "docs/linked.md": "# Linked\n", "docs/README.md": "# Read\n", "docs/de/pans.md": "# Pfannen\n",
			"docs/hidden.md": "---\nnav_exclude: true\n---\n\n# Hidden\n", "docs/part.md": "A part.\n", "docs/whole.txt": "{!part.md!}\n", "docs/empty.md": "\n", "docs/theme/main.html": "{% extends \"base\" %}\n<h1>Salt</h1>\n", "docs/example.md": "```\nsalt\n```\n", "docs/post.md": "---\ndate: 2024-01-01\n---\n\n# Post\n",
		}, "docs/lost.md", "# Lost", "mkdocs.yml does not list this page, and nothing links to it."},
		"pans.tex": {map[string]string{
			"main.tex": "\\documentclass{book}\n\\begin{document}\n\\input{pans}\n\\input{road}\n\\end{document}\n",
			"pans.tex": "\\chapter{Pans}\n\nSalt.\n", "road.tex": "\\chapter{Road}\n\nSalt.\n", "lost.tex": "\\chapter{Lost}\\label{lost}\n\nSalt.\n",
		}, "lost.tex", "\\chapter{Lost}\\label{lost}", "No text of the work includes this file, and nothing links to it."},
	} {
		fsys := make(fstest.MapFS)
		for name, text := range x.files {
			fsys[name] = &fstest.MapFile{Data: []byte(text)}
		}
		order, ok := work.Find(fsys, in)
		if !ok {
			t.Fatal("no order")
		}
		index := NewIndex([]Site{SiteOf(fsys, order)}, maps.All(x.files))
		for name := range x.files {
			found := index.Findings(name, order, false, isMade)
			if name != x.lost {
				if len(found) > 0 {
					t.Errorf("%s: %+v", name, found)
				}
				continue
			}
			if len(found) != 1 || found[0].Rule != check.NotInOrder || x.files[name][found[0].Span.Start:found[0].Span.End] != x.heading || found[0].Message() != x.said {
				t.Errorf("%s: %+v", name, found)
			}
		}
	}
}

package rearrange

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/work"
)

// workOfSite returns a work of a site, without an order.
func workOfSite(kind link.SiteKind, files map[string]string) Work {
	disk := make(fstest.MapFS)
	for name, text := range files {
		disk[name] = &fstest.MapFile{Data: []byte(text)}
	}
	order := new(work.Work)
	return Work{Order: order, Files: disk, Index: link.NewIndex([]link.Site{{Kind: kind, Folder: ".", Base: "."}}, maps.All(files))}
}

// renameTests marks the name to change with ‸, and lists the files that differ after the renaming.
var renameTests = map[string]struct {
	kind          link.SiteKind
	files         map[string]string
	to            string
	want          map[string]string
	refused, note string // a part of the error, and of the notes
}{
	"a heading of Markdown": {
		files: map[string]string{"a.md": "# Book\n\n## Sa‸lt\n\nSee [it](#salt) and [me][m].\n\n[m]: a.md#salt\n", "sub/b.md": "[salt](../a.md#salt \"x\") <a href=\"../a.md#salt\">s</a>\n"},
		to:    "Brine & ants",
		want:  map[string]string{"a.md": "# Book\n\n## Brine & ants\n\nSee [it](#brine--ants) and [me][m].\n\n[m]: a.md#brine--ants\n", "sub/b.md": "[salt](../a.md#brine--ants \"x\") <a href=\"../a.md#brine--ants\">s</a>\n"},
	},
	"from a link in another file": {
		files: map[string]string{"a.md": "## Salt\n\nWords.\n", "b.md": "[salt](a.md#sa‸lt)\n"},
		to:    "Iron", want: map[string]string{"a.md": "## Iron\n\nWords.\n", "b.md": "[salt](a.md#iron)\n"},
	},
	"the words of a link in a heading": {
		files: map[string]string{"a.md": "## [The s‸ea](b.md#salt) and more\n\n[up](#the-sea-and-more)\n", "b.md": "## Salt\n\nWords.\n"},
		to:    "Iron", want: map[string]string{"a.md": "## [The sea](b.md#iron) and more\n\n[up](#the-sea-and-more)\n", "b.md": "## Iron\n\nWords.\n"},
	},
	"the rest of a heading that begins with a link": {
		files: map[string]string{"a.md": "## [The sea](b.md#salt) and mo‸re\n\nWords.\n", "b.md": "## Salt\n\nWords.\n"}, to: "Iron", refused: "contains more than words",
	},
	"the beginning of a heading that is a link": {
		files: map[string]string{"a.md": "‸[The sea](b.md#salt)\n---\n\nWords.\n", "b.md": "## Salt\n\nWords.\n"}, to: "Iron", refused: "contains more than words",
	},
	"the words of a link to another site": {
		files: map[string]string{"a.md": "## [1.‸0](https://example.org)\n\nWords.\n"}, to: "Iron", refused: "contains more than words",
	},
	"one of two headings with the same words": {
		files: map[string]string{"a.md": "## Sa‸lt\n\nOne.\n\n## Salt\n\n[one](#salt) [two](#salt-1)\n"},
		to:    "Iron", want: map[string]string{"a.md": "## Iron\n\nOne.\n\n## Salt\n\n[one](#iron) [two](#salt)\n"},
	},
	"the words of another heading": {
		files: map[string]string{"a.md": "## Iron\n\nOne.\n\n## Sa‸lt\n\n[one](#iron) [two](#salt)\n"},
		to:    "Iron", want: map[string]string{"a.md": "## Iron\n\nOne.\n\n## Iron\n\n[one](#iron) [two](#iron-1)\n"},
	},
	"a heading with an id": {
		kind: link.Pandoc, files: map[string]string{"a.qmd": "## Sa‸lt {#mine .x}\n\n[s](#mine)\n"},
		to: "Iron", want: map[string]string{"a.qmd": "## Iron {#mine .x}\n\n[s](#mine)\n"},
	},
	"an id": {
		kind: link.Pandoc, files: map[string]string{"a.qmd": "## Salt {#sec-mi‸ne}\n\n[s](#sec-mine) @sec-mine\n", "b.qmd": "As @sec-mine says.\n"},
		to: "sec-yours", want: map[string]string{"a.qmd": "## Salt {#sec-yours}\n\n[s](#sec-yours) @sec-yours\n", "b.qmd": "As @sec-yours says.\n"},
	},
	"an implicit heading": {
		kind: link.Pandoc, files: map[string]string{"a.qmd": "## Sa‸lt\n\nSee [Salt].\n"},
		to: "Iron", want: map[string]string{"a.qmd": "## Iron\n\nSee [Salt](#iron).\n"},
	},
	"a heading whose address a data file uses": {
		kind: link.MkDocs, files: map[string]string{"docs/a.md": "# A\n\n## Sa‸lt\n\nWords.\n", "data.yml": "card: docs/a.md#salt\n"},
		to: "Iron", want: map[string]string{"docs/a.md": "# A\n\n## Iron {#salt}\n\nWords.\n"}, note: "keeps its address “salt”",
	},
	"a heading whose new words end with a number sign": {
		kind: link.MkDocs, files: map[string]string{"docs/a.md": "# A\n\n## Sa‸lt\n\nWords.\n", "data.yml": "card: docs/a.md#salt\n"},
		to: "About C#", want: map[string]string{"docs/a.md": "# A\n\n## About C# {#salt}\n\nWords.\n"}, note: "keeps its address “salt”",
	},
	"a heading with closing number signs": {
		kind: link.MkDocs, files: map[string]string{"docs/a.md": "# A\n\n## Sa‸lt ##\n\nWords.\n", "data.yml": "card: docs/a.md#salt\n"},
		to: "Iron", want: map[string]string{"docs/a.md": "# A\n\n## Iron {#salt}\n\nWords.\n"}, note: "keeps its address “salt”",
	},
	"a heading of notes": {
		kind: link.Obsidian, files: map[string]string{"Salt.md": "# Pa‸ns: old\n\n[[#Pans old]]\n", "x/B.md": "[[Salt#Pans old|pans]] and [p](../Salt.md#Pans%20old)\n"},
		to: "The new", want: map[string]string{"Salt.md": "# The new\n\n[[#The new]]\n", "x/B.md": "[[Salt#The new|pans]] and [p](../Salt.md#The%20new)\n"},
	},
	"a block of a note": {
		kind: link.Obsidian, files: map[string]string{"a.md": "Words here. ^ol‸d\n", "b.md": "[[a#^old]]\n"},
		to: "new", want: map[string]string{"a.md": "Words here. ^new\n", "b.md": "[[a#^new]]\n"},
	},
	"a note": {
		kind: link.Obsidian, files: map[string]string{"Salt.md": "# Pans\n", "b.md": "[[Sa‸lt]] ![[Salt#Pans]]\n", "c.md": "[x](Salt.md)\n"},
		to: "Iron age", want: map[string]string{"Iron age.md": "# Pans\n", "Salt.md": "", "b.md": "[[Iron age]] ![[Iron age#Pans]]\n", "c.md": "[x](Iron%20age.md)\n"},
	},
	"the name of another note": {
		kind: link.Obsidian, files: map[string]string{"Salt.md": "", "Iron.md": "", "b.md": "[[Sa‸lt]]\n"}, to: "iron", refused: "already exists",
	},
	"a label of LaTeX": {
		kind: link.LaTeX, files: map[string]string{"a.tex": "\\section{Salt}\\label{sec:sa‸lt}\nWords.\n", "b.tex": "See \\ref{sec:salt} and \\cref{sec:x,sec:salt}.\n% \\ref{sec:salt}\n"},
		to: "sec:iron", want: map[string]string{"a.tex": "\\section{Salt}\\label{sec:iron}\nWords.\n", "b.tex": "See \\ref{sec:iron} and \\cref{sec:x,sec:iron}.\n% \\ref{sec:salt}\n"},
	},
	"the name of another label of LaTeX": {
		kind: link.LaTeX, files: map[string]string{"a.tex": "\\label{sa‸lt}\n", "b.tex": "\\label{iron}\n"}, to: "iron", refused: "already the name of another place",
	},
	"a heading of LaTeX": {
		kind: link.LaTeX, files: map[string]string{"a.tex": "\\section{Sa‸lt \\label{sec:salt}}\n\nSee \\ref{sec:salt}.\n"},
		to: "Iron & more", want: map[string]string{"a.tex": "\\section{Iron \\& more \\label{sec:salt}}\n\nSee \\ref{sec:salt}.\n"},
	},
	"a citation of LaTeX":    {kind: link.LaTeX, files: map[string]string{"a.tex": "As \\citep[p.~3]{melville,no‸te1951} says.\n"}, to: "x", refused: "“note1951” is the key"},
	"a citation of Markdown": {kind: link.Pandoc, files: map[string]string{"a.md": "As [see @a; @b‸c, p. 3] says.\n"}, to: "x", refused: "“bc” is the key"},
	"a citation of Typst":    {files: map[string]string{"a.typ": "As @me‸lville says.\n"}, to: "x", refused: "“melville” is the key"},
	"a citation of rST":      {kind: link.Sphinx, files: map[string]string{"a.rst": "As [M‸e51]_ says.\n\n.. [Me51] Me.\n"}, to: "x", refused: "“Me51” is the key"},
	"a label of Typst": {
		files: map[string]string{"a.typ": "= Salt <sa‸lt>\n\nSee @salt. #link(<salt>)[x] #ref(<salt>)\n"},
		to:    "iron", want: map[string]string{"a.typ": "= Salt <iron>\n\nSee @iron. #link(<iron>)[x] #ref(<iron>)\n"},
	},
	"a heading of Typst": {
		files: map[string]string{"a.typ": "= Sa‸lt <salt>\n\nSee @salt.\n"},
		to:    "Iron", want: map[string]string{"a.typ": "= Iron <salt>\n\nSee @salt.\n"},
	},
	"a target of rST": {
		kind: link.Sphinx, files: map[string]string{"a.rst": ".. _sa‸lt:\n\nSalt\n====\n\nsalt_ here\n", "b.rst": ":ref:`salt` and :ref:`it <salt>`\n", "c.md": "{ref}`salt`\n"},
		to: "iron", want: map[string]string{"a.rst": ".. _iron:\n\nSalt\n====\n\niron_ here\n", "b.rst": ":ref:`iron` and :ref:`it <iron>`\n", "c.md": "{ref}`iron`\n"},
	},
	"a heading of rST": {
		kind: link.Sphinx, files: map[string]string{"a.rst": "Sa‸lt\n====\n\nSee Salt_, `Salt`_ and the rest.\n"},
		to: "Iron age", want: map[string]string{"a.rst": "Iron age\n========\n\nSee `Iron age`_, `Iron age`_ and the rest.\n"},
	},
	"a link of rST by its name": {
		kind: link.Sphinx, files: map[string]string{"a.rst": "See sa‸lt_.\n\n.. _salt: https://example.org/salt\n"},
		to: "iron", want: map[string]string{"a.rst": "See iron_.\n\n.. _iron: https://example.org/salt\n"},
	},
	"a footnote of rST": {
		files: map[string]string{"a.rst": "Words [#n‸ote]_ and [#note]_.\n\n.. [#note] Note.\n"},
		to:    "other", want: map[string]string{"a.rst": "Words [#other]_ and [#other]_.\n\n.. [#other] Note.\n"},
	},
	"a heading of AsciiDoc": {
		files: map[string]string{"a.adoc": "= Book\n\n== Sa‸lt pans\n\nSee <<_salt_pans>>, <<Salt pans>> and xref:#_salt_pans[x].\n", "b.adoc": "xref:a.adoc#_salt_pans[y]\n"},
		to:    "Iron", want: map[string]string{"a.adoc": "= Book\n\n== Iron\n\nSee <<_iron>>, <<Iron>> and xref:#_iron[x].\n", "b.adoc": "xref:a.adoc#_iron[y]\n"},
	},
	"an anchor of AsciiDoc": {
		files: map[string]string{"a.adoc": "= Book\n\n[#sa‸lt]\n== Salt\n\n<<salt,it>>\n", "b.adoc": "xref:a.adoc#salt[y]\n"},
		to:    "iron", want: map[string]string{"a.adoc": "= Book\n\n[#iron]\n== Salt\n\n<<iron,it>>\n", "b.adoc": "xref:a.adoc#iron[y]\n"},
	},
	"a heading of AsciiDoc with an anchor": {
		files: map[string]string{"a.adoc": "= Book\n\n== [[salt]]Sa‸lt\n\n<<salt,it>>\n"},
		to:    "Iron", want: map[string]string{"a.adoc": "= Book\n\n== [[salt]]Iron\n\n<<salt,it>>\n"},
	},
	"a footnote of AsciiDoc": {
		files: map[string]string{"a.adoc": "One footnote:sa‸lt[Note.] and two footnote:salt[].\n"},
		to:    "iron", want: map[string]string{"a.adoc": "One footnote:iron[Note.] and two footnote:iron[].\n"},
	},
	"a headline of Org": {
		files: map[string]string{"a.org": "* TODO Sa‸lt :tag:\n:PROPERTIES:\n:CUSTOM_ID: s\n:END:\n\n[[*Salt][it]] [[Salt]] [[#s]]\n", "b.org": "[[file:a.org::*Salt][x]]\n"},
		to:    "Iron", want: map[string]string{"a.org": "* TODO Iron :tag:\n:PROPERTIES:\n:CUSTOM_ID: s\n:END:\n\n[[*Iron][it]] [[Iron]] [[#s]]\n", "b.org": "[[file:a.org::*Iron][x]]\n"},
	},
	"an id of Org": {
		files: map[string]string{"a.org": "* Salt\n:PROPERTIES:\n:CUSTOM_ID: s\n:END:\n\n[[#‸s][it]]\n", "b.org": "[[file:a.org::#s][x]]\n"},
		to:    "new", want: map[string]string{"a.org": "* Salt\n:PROPERTIES:\n:CUSTOM_ID: new\n:END:\n\n[[#new][it]]\n", "b.org": "[[file:a.org::#new][x]]\n"},
	},
	"a target of Org": {
		files: map[string]string{"a.org": "Here <<sa‸lt>> it is.\n\n[[salt]]\n"}, to: "iron", want: map[string]string{"a.org": "Here <<iron>> it is.\n\n[[iron]]\n"},
	},
	"a footnote of Org": {
		files: map[string]string{"a.org": "Words[fn:sa‸lt] and[fn:salt].\n\n[fn:salt] Note.\n"}, to: "iron",
		want: map[string]string{"a.org": "Words[fn:iron] and[fn:iron].\n\n[fn:iron] Note.\n"},
	},
	"a heading of HTML": {
		files: map[string]string{"a.html": "<h2 id=\"salt\">Sa‸lt</h2>\n<p>Words <a href=\"#salt\">x</a>.</p>\n"}, to: "Iron & ants",
		want: map[string]string{"a.html": "<h2 id=\"salt\">Iron &amp; ants</h2>\n<p>Words <a href=\"#salt\">x</a>.</p>\n"},
	},
	"an id of HTML": {
		files: map[string]string{"a.html": "<h2 id=\"sa‸lt\">Salt</h2>\n<p>Words <a href=\"#salt\">x</a>.</p>\n", "b.html": "<p><a href='a.html#salt'>y</a></p>\n"}, to: "iron",
		want: map[string]string{"a.html": "<h2 id=\"iron\">Salt</h2>\n<p>Words <a href=\"#iron\">x</a>.</p>\n", "b.html": "<p><a href='a.html#iron'>y</a></p>\n"},
	},
	"a footnote of Markdown": {
		files: map[string]string{"a.md": "Words[^sa‸lt] and `[^salt]`, [^Salt].\n\n[^salt]: Note.\n"}, to: "iron",
		want: map[string]string{"a.md": "Words[^iron] and `[^salt]`, [^iron].\n\n[^iron]: Note.\n"},
	},
	"a definition of Markdown": {
		files: map[string]string{"a.md": "[Salt], [words][salt], [salt][], ![i][salt] and [salt](x).\n\n[sa‸lt]: https://example.org\n"}, to: "the iron",
		want: map[string]string{"a.md": "[the iron], [words][the iron], [the iron][], ![i][the iron] and [salt](x).\n\n[the iron]: https://example.org\n"},
	},
	"the name of another footnote":  {files: map[string]string{"a.md": "Words[^a‸] and[^b].\n\n[^a]: A.\n\n[^b]: B.\n"}, to: "b", refused: "already the name of another place"},
	"no word":                       {files: map[string]string{"a.md": "# Sa‸lt\n\nWords.\n"}, to: " ", refused: "needs a word"},
	"a place in a file of settings": {files: map[string]string{"a.md": "[Salt](mkdocs.yml#n‸av)\n", "mkdocs.yml": "nav: [a.md]\n"}, to: "iron"},
	"a plain text":                  {files: map[string]string{"a.txt": "CHAPTER ‸I\n\nWords.\n\nCHAPTER II\n\nMore.\n"}, to: "New", refused: ""},
}

func TestRenameNamed(t *testing.T) {
	for name, c := range renameTests {
		t.Run(name, func(t *testing.T) {
			files, path, at := maps.Clone(c.files), "", 0
			for file, text := range files {
				if i := strings.Index(text, "‸"); i >= 0 {
					path, at = file, i
					files[file] = strings.Replace(text, "‸", "", 1)
				}
			}
			w := workOfSite(c.kind, files)
			n, ok := w.Index.NameAt(path, at)
			if !ok {
				if c.want != nil || c.refused != "" {
					t.Fatal("nothing is named there")
				}
				return
			}
			made, err := RenameNamed(w, n, c.to)
			if c.refused != "" {
				if said := (*sentence.Sentence)(nil); !errors.As(err, &said) || !strings.Contains(err.Error(), c.refused) {
					t.Errorf("refused with %v, not with %q", err, c.refused)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			now := textsAfter(w, made)
			for file, want := range c.want {
				if now[file] != want {
					t.Errorf("%s:\n%s\nwant\n%s", file, now[file], want)
				}
			}
			for file, text := range files {
				if _, isNamed := c.want[file]; !isNamed && now[file] != text {
					t.Errorf("%s has become\n%s", file, now[file])
				}
			}
			if notes := fmt.Sprint(made.Notes); c.note != "" && !strings.Contains(notes, c.note) {
				t.Errorf("said %s, not %q", notes, c.note)
			}
		})
	}
}

// textsAfter returns all texts after a change.
func textsAfter(w Work, c Change) map[string]string {
	after := make(map[string]string)
	x := w.Index.AfterChange(c.Result)
	for _, file := range x.Files() {
		after[file], _ = x.Text(file)
	}
	return after
}

// randomTitles are titles from which names of every kind are derived, or none.
var randomTitles = []string{"Salt", "Salt", "The salt pans", "Salt & iron", "Über Öl", "Соль", "2. Of ships", "A_b c", "What, now?", "x-1", "Salt-1", "C++", "`code` here"}

// TestRenameKeepsTargets renames headings of generated works at random, and checks that each link keeps its target.
func TestRenameKeepsTargets(t *testing.T) {
	r := rand.New(rand.NewPCG(7, 8))
	followed, renamed := 0, 0
	for round := range 240 {
		kind := []link.SiteKind{link.GitHub, link.MDBook, link.MkDocs, link.Docusaurus, link.Pandoc, link.Obsidian, link.Sphinx, link.AsciiDoc}[round%8]
		ext, heading := ".md", func(title string) string { return "## " + title + "\n\n" }
		if kind == link.AsciiDoc {
			ext, heading = ".adoc", func(title string) string { return "== " + title + "\n\n" }
		}
		files := make(map[string]string)
		names := []string{"a" + ext, "sub/b" + ext, "c" + ext}
		for _, name := range names {
			var b strings.Builder
			for range 2 + r.IntN(4) {
				b.WriteString(heading(randomTitles[r.IntN(len(randomTitles))]) + "Words of " + name + ".\n\n")
			}
			files[name] = b.String()
		}
		x := workOfSite(kind, files).Index
		for _, name := range names { // a link to each place, in the form of the site
			for _, to := range names {
				for _, a := range x.Anchors(to) {
					files[name] += linkTo(kind, name, to, a)
				}
			}
		}
		w := workOfSite(kind, files)
		path := names[r.IntN(len(names))]
		var headings []link.Name
		for at := range files[path] {
			if line := files[path][at:]; !strings.HasPrefix(line, "## ") && !strings.HasPrefix(line, "== ") {
				continue
			}
			if n, ok := w.Index.NameAt(path, at); ok && n.Kind == link.HeadingName {
				headings = append(headings, n)
			}
		}
		if len(headings) == 0 {
			continue
		}
		n := headings[r.IntN(len(headings))]
		made, err := RenameNamed(w, n, randomTitles[r.IntN(len(randomTitles))])
		if err != nil {
			continue // the error gives the reason
		}
		renamed++
		after := w.Index.AfterChange(made.Result)
		for _, name := range w.Index.Files() {
			before, now := w.Index.Links(name), after.Links(name)
			if len(before) != len(now) {
				t.Fatalf("%s has other links:\n%s", name, made.Texts()[name])
			}
			for i, l := range before {
				was, ok := w.Index.Follow(name, l)
				if !ok {
					continue
				}
				followed++
				is, ok := after.Follow(name, now[i])
				if nth(w.Index, was) != nth(after, is) || !ok || was.Path != is.Path {
					t.Fatalf("round %d, %s: %s led to %v, %s leads to %v\n%s", round, name, l.To, was, now[i].To, is, files[was.Path])
				}
			}
		}
	}
	if renamed < 120 || followed < 2000 {
		t.Errorf("%d headings renamed, %d links followed", renamed, followed)
	}
}

// linkTo returns a paragraph with a link to a place; "" if a site has no such link.
func linkTo(kind link.SiteKind, from, to string, a link.Anchor) string {
	file := to
	if strings.HasPrefix(from, "sub/") {
		file = "../" + to
	}
	switch {
	case a.Form == link.Wiki && kind == link.Obsidian:
		return "[[" + strings.TrimSuffix(to, ".md") + "#" + a.Name + "]]\n\n"
	case a.Form == link.Label && kind == link.AsciiDoc:
		return "xref:" + to + "#" + a.Name + "[x]\n\n"
	case a.Form == link.Address && kind != link.AsciiDoc:
		return "[x](" + file + "#" + a.Name + ")\n\n"
	}
	return ""
}

// nth returns the number of headings above the target of a link, or -1 if the target is a file.
func nth(x *link.Index, to link.Target) int {
	if to.Anchor == "" {
		return -1
	}
	text, _ := x.Text(to.Path)
	return strings.Count(text[:to.Place.Start], "\n== ") + strings.Count(text[:to.Place.Start], "\n## ")
}

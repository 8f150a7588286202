package analysis

import (
	"slices"
	"strings"
	"testing"

	"github.com/segls/segls/analysis/markup"
)

// TestBoxes checks that the text after a box, such as a callout, belongs to the section around the box, whatever headings the box contains.
func TestBoxes(t *testing.T) {
	sectionOf := func(d *Document, words string) (section int, fragment string) {
		text := d.Text.String()
		f := d.Fragments()[d.FragmentAt(strings.Index(text, words))]
		return f.Section, text[f.Span.Start:f.Span.End]
	}
	read := func(text string) *Document {
		file, text, _ := strings.Cut(text, "\n")
		format, _ := markup.ByFileName(file)
		return New(text, format, Defaults())
	}
	for name, text := range map[string]string{
		"division":      "a.qmd\n# A\n\nOne one.\n\n::: {.callout}\n\n## Note\n\nInside it.\n\n:::\n\nAfter that.\n",
		"close to text": "a.qmd\n# A\n\nOne one.\n\n::: {.callout}\n## Note\n\nInside it.\n:::\n\nAfter that.\n",
		"close to both": "a.qmd\n# A\n\nOne one.\n\n:::: {.callout}\n::: {.note}\n## Note\n\nInside it.\n:::\n::::\nAfter that.\n",
		"below an end":  "a.qmd\n# A\n\nOne one.\n\n:::: {.callout}\n\n::: {.note}\n\n## Note\n\nInside it.\n\n:::\nInside too.\n::::\nAfter that.\n",
		"below a list":  "a.qmd\n# A\n\nOne one.\n\n::: {.callout}\n\n## Note\n\n- Inside it.\n- Inside too.\n:::\nAfter that.\n",
		"below a quote": "a.qmd\n# A\n\nOne one.\n\n::: {.callout}\n\n## Note\n\n> Inside it.\n:::\nAfter that.\n",
		"indented":      "a.qmd\n# A\n\nOne one.\n\n::: {.callout}\n\n## Note\n\nInside it.\n :::\nAfter that.\n",
		"python":        "a.md\n# A\n\nOne one.\n\n/// note | X\n## Note\n\nInside it.\n///\nAfter that.\n",
		"python nested": "a.md\n# A\n\nOne one.\n\n//// tab | X\n\n/// note\n\n## Note\n\nInside it.\n\n///\n\nInside too.\n\n////\n\nAfter that.\n",
		"higher":        "a.md\n## A\n\nOne one.\n\n:::{note}\n# Note\n\nInside it.\n:::\n\nAfter that.\n",
		"details":       "a.md\n# A\n\nOne one.\n\n<details>\n<summary>S</summary>\n\n## Note\n\nInside it.\n\n</details>\n\nAfter that.\n",
		"aside":         "a.md\n# A\n\nOne one.\n\n<aside>\n\n## Note\n\nInside it.\n\n</aside>\n\nAfter that.\n",
		"html":          "a.html\n<body><h1>A</h1><p>One one.</p><aside><h2>Note</h2><p>Inside it.</p></aside><p>After that.</p></body>",
		"html class":    "a.html\n<body><h1>A</h1><p>One one.</p><div class=\"wide note\"><div><h2>Note</h2></div><p>Inside it.</p></div><p>After that.</p></body>",
		"html type":     "a.html\n<body><h1>A</h1><p>One one.</p><section data-type='sidebar'><h2>Note</h2><p>Inside it.</p></section><p>After that.</p></body>",
		"class":         "a.md\n# A\n\nOne one.\n\n<div class=\"callout-tip\">\n\n## Note\n\nInside it.\n\n</div>\n\nAfter that.\n",
		"class in MDX":  "a.mdx\n# A\n\nOne one.\n\n<div className=\"alert alert--info\">\n\n## Note\n\nInside it.\n\n</div>\n\nAfter that.\n",
		"in a layout":   "a.md\n<div class=\"container\">\n\n# A\n\nOne one.\n\n<div class=box>\n\n## Note\n\nInside it.\n\n</div>\n\nAfter that.\n\n</div>\n",
		"html lines":    "a.html\n<h1>A</h1>\n<p>One one.</p>\n<figure>\n<h2>Note</h2>\n<p>Inside it.</p>\n</figure>\n<p>After that.</p>\n",
		"typst":         "a.typ\n= A\n\nOne one.\n\n#callout(title: [x])[\n== Note\n\nInside it.\n]\n\nAfter that.\n",
		"asciidoc":      "a.adoc\n= A\n\nOne one.\n\n****\n[discrete]\n== Note\n\nInside it.\n****\n\nAfter that.\n",
		"rst":           "a.rst\nA\n=\n\nOne one.\n\n.. note::\n\n   Note\n   ----\n\n   Inside it.\n\nAfter that.\n",
		"discrete":      "a.adoc\n= A\n\nOne one.\n\n[discrete]\n== Note\n\nInside it.\n\nAfter that.\n",
		"two lines":     "a.adoc\n= A\n\nOne one.\n\n[float]\nNote it\n-------\n\nInside it.\n\nAfter that.\n",
		"example":       "a.adoc\n= A\n\nOne one.\n\n====\n[discrete]\n== Note\n\nInside it.\n====\n\nAfter that.\n",
		"topic":         "a.rst\nA\n=\n\nOne one.\n\n.. topic:: Note\n\n   Deep\n   ----\n\n   Inside it.\n\nAfter that.\n",
		"tcolorbox":     "a.tex\n\\section{A}\n\nOne one.\n\n\\begin{tcolorbox}[title=Salt]\n\\subsection{Note}\n\nInside it.\n\\end{tcolorbox}\n\nAfter that.\n",
		"mdframed":      "a.tex\n\\section{A}\n\nOne one.\n\n\\begin{mdframed}\n\n\\section*{Note}\n\nInside it.\n\n\\end{mdframed}\n\nAfter that.\n",
		"own box":       "a.tex\n\\documentclass{book}\n\\newtcolorbox[auto counter]{salty}[2][]{x}\n\\begin{document}\n\\section{A}\n\nOne one.\n\n\\begin{salty}{y}\n\\subsection{Note}\n\nInside it.\n\\end{salty}\n\nAfter that.\n\\end{document}\n",
		"own of a box":  "a.tex\n\\documentclass{book}\n\\newenvironment{salty}{\\begin{mdframed}}{\\end{mdframed}}\n\\begin{document}\n\\section{A}\n\nOne one.\n\n\\begin{salty}\n\\subsection{Note}\n\nInside it.\n\\end{salty}\n\nAfter that.\n\\end{document}\n",
		"org block":     "a.org\n* A\n\nOne one.\n\n#+begin_note\n- Inside it.\n#+end_note\n\nAfter that.\n",
		"inline task":   "a.org\n* A\n\nOne one.\n\n*************** TODO Note\nInside it.\n*************** END\n\nAfter that.\n",
		"without end":   "a.org\n* A\n\nOne one.\n*************** TODO Inside it\nAfter that.\n",
		"hint":          "a.md\n# A\n\nOne one.\n\n{% hint style=\"info\" %}\n## Note\n\nInside it.\n{% endhint %}\n\nAfter that.\n",
		"shortcode":     "a.md\n# A\n\nOne one.\n\n{{% notice tip %}}\n\n## Note\n\nInside it.\n\n{{% /notice %}}\n\nAfter that.\n",
		"component":     "a.mdx\n# A\n\nOne one.\n\n<Tabs>\n<TabItem value=\"x\">\n\n## Note\n\nInside it.\n\n</TabItem>\n</Tabs>\n\nAfter that.\n",
		"nested":        "a.md\n# A\n\nOne one.\n\n::: a\n\n## Note\n\n::: b\n\n### Deep\n\nInside it.\n\n:::\n\n:::\n\nAfter that.\n",
	} {
		d := read(text)
		sections, after := d.Sections(), strings.Index(d.Text.String(), "After")
		for i, s := range sections[1:] {
			if s.Parent != i || s.Span.End > after || sections[0].Span.End != d.Text.Len() {
				t.Errorf("%s: sections %+v", name, sections)
			}
		}
		if section, of := sectionOf(d, "After"); section != 0 || len(sections) > 1 && strings.Contains(of, "Inside") {
			t.Errorf("%s: %q is in section %d", name, of, section)
		}
		if section, of := sectionOf(d, "Inside"); section != len(sections)-1 {
			t.Errorf("%s: %q is in section %d", name, of, section)
		}
	}
	for name, text := range map[string]string{
		"not closed":   "a.md\n# A\n\nOne one.\n\n::: note\n\n## Note\n\nInside it.\n\nAfter that.\n",
		"gathers":      "a.html\n<h1>A</h1><section><h2>Note</h2><p>Inside it.</p></section><p>After that.</p>",
		"layout":       "a.html\n<h1>A</h1><div class=\"container\"><div class=\"row\"><h2>Note</h2><p>Inside it.</p></div></div><p>After that.</p>",
		"layout in md": "a.md\n# A\n\nOne one.\n\n<div class=\"content\" id=\"note\">\n\n## Note\n\nInside it.\n\n</div>\n\nAfter that.\n",
		"no box class": "a.md\n<div class=\"note\">\n\nSalt.\n\n</div>\n\n# A\n\n<div class=\"column\">\n\n## Note\n\nInside it.\n\n</div>\n\nAfter that.\n",
		"choice":       "a.md\n# A\n\nOne one.\n\n{% if x %}\n\n## Note\n\nInside it.\n\n{% endif %}\n\nAfter that.\n",
		"no end":       "a.md\n# A\n\nOne one.\n\n{{< figure src=x >}}\n\n## Note\n\nInside it.\n\nAfter that.\n",
		"slashes":      "a.md\n# A\n\n## Note\n\n/// or so\n\nAfter that.\n",
		"in code":      "a.md\n# A\n\n## Note\n\n```\n:::\n```\n\nAfter that.\n",
		"multicols":    "a.tex\n\\section{A}\n\n\\begin{multicols}{2}\n\\subsection{Note}\n\nInside it.\n\\end{multicols}\n\nAfter that.\n",
		"without one":  "a.md\n# A\n\n## Note\n\n::: note\n\nInside it.\n\n:::\n\nAfter that.\n",
	} {
		if section, of := sectionOf(read(text), "After"); section != 1 {
			t.Errorf("%s: %q is in section %d", name, of, section)
		}
	}
}

// TestWordsAfterABox checks that the words after a box count towards the section around it.
func TestWordsAfterABox(t *testing.T) {
	d := New("# A\n\nBefore it.\n\n::: {.callout}\n## Note\n\nIn.\n:::\n\nAfter the box.\n\n# B\n\nLast.\n", markup.Markdown, Defaults())
	own, total := d.SectionWords()
	if !slices.Equal(own, []int{5, 1, 1}) || !slices.Equal(total, []int{6, 1, 1}) {
		t.Errorf("own words %v, all %v", own, total)
	}
}

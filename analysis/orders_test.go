package analysis_test

import (
	"context"
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/work"
)

// chapter is a chapter of a book: a heading, paragraphs, and the chapters below it. It is written as a file.
type chapter struct {
	name, title string
	paragraphs  []string
	below       []*chapter
}

// book returns the prose of the samples as chapters, some of which have others below them.
func book(t *testing.T) []*chapter {
	var chapters []*chapter
	for _, sample := range []string{"salt.md", "tides.md"} {
		text, err := os.ReadFile("../testdata/samples/" + sample)
		if err != nil {
			t.Fatal(err)
		}
		d := analysis.New(string(text), markup.Markdown, analysis.Defaults())
		for _, s := range d.Sections() {
			c := &chapter{name: fmt.Sprintf("c%02d", len(chapters)+1), title: s.Title}
			end := s.Span.End
			for _, other := range d.Sections() {
				if other.Span.Start > s.Span.Start {
					end = min(end, other.Span.Start)
				}
			}
			for _, p := range d.Paragraphs() {
				if s.Span.Start <= p.Span.Start && p.Span.Start < end {
					words := strings.Fields(d.Text.Slice(p.Span))
					c.paragraphs = append(c.paragraphs, strings.NewReplacer("*", "", "_", "", "%", " per cent", "#", "", "$", "", "&", "and", "[", "", "]", "", "(", "", ")", "").Replace(strings.Join(words, " ")))
				}
			}
			chapters = append(chapters, c)
		}
	}
	for i, c := range chapters {
		if half := len(c.paragraphs) / 2; half > 3 && i%2 == 1 {
			c.below = []*chapter{{name: c.name + "b", title: "More of " + c.title, paragraphs: c.paragraphs[half:]}}
			c.paragraphs = c.paragraphs[:half]
		}
	}
	return chapters
}

// notation is the way in which a format writes a heading and a comment, and the extension of its files.
type notation struct {
	format  markup.Format
	ending  string
	heading func(title string, level int) string
	remark  string
}

var (
	markdown = notation{markup.Markdown, ".md", func(title string, level int) string { return strings.Repeat("#", level) + " " + title }, "<!-- a remark -->"}
	latex    = notation{markup.LaTeX, ".tex", func(title string, level int) string {
		return []string{`\chapter{`, `\section{`, `\subsection{`}[level-1] + title + "}"
	}, "% a remark"}
	asciidoc = notation{markup.AsciiDoc, ".adoc", func(title string, level int) string { return strings.Repeat("=", level+1) + " " + title }, "// a remark"}
	org      = notation{markup.Org, ".org", func(title string, level int) string { return strings.Repeat("*", level) + " " + title }, "# a remark"}
	typst    = notation{markup.Typst, ".typ", func(title string, level int) string { return strings.Repeat("=", level) + " " + title }, "// a remark"}
	rst      = notation{markup.ReStructuredText, ".rst", func(title string, level int) string {
		return title + "\n" + strings.Repeat(string("=-~"[level-1]), len(title))
	}, ".. a remark"}
)

// in returns the notation for files with another extension.
func (n notation) in(ending string) notation {
	n.ending = ending
	return n
}

// text returns the text of a chapter. include is the line that includes another one.
func (n notation) text(c *chapter, level int, remarks bool, include string) string {
	text := n.heading(c.title, level) + "\n\n"
	for i, p := range c.paragraphs {
		text += p + "\n\n"
		if remarks && i == 1 {
			text += n.remark + "\n\n"
		}
	}
	return text + include
}

// order writes an order of chapters in one kind of file. The last chapters are in the folder more/, which a pattern may name.
type order struct {
	notation
	folder string
	nests  bool // whether chapters can be below others

	// write returns the files of an order. A title among the parts is the heading above the chapters that follow it.
	write func(parts []bookPart, rich bool) map[string]string

	// include returns the line that includes a chapter, if the order is in the texts themselves.
	include func(name string) string
}

type bookPart struct {
	title    string
	chapters []*chapter
	more     bool // the chapters are in the folder more/
}

// each calls write with chapters and their depths.
func each(chapters []*chapter, depth int, write func(c *chapter, depth int)) {
	for _, c := range chapters {
		write(c, depth)
		each(c.below, depth+1, write)
	}
}

// flat returns the names of all chapters, one on a line, each between the two given strings.
func flat(parts []bookPart, before, after string) string {
	text := ""
	for _, p := range parts {
		each(p.chapters, 0, func(c *chapter, _ int) { text += before + c.name + after + "\n" })
	}
	return text
}

// nested returns a list in YAML: `item` begins a chapter, and `below` is the key of the list of chapters below it.
func nested(chapters []*chapter, indent string, item func(c *chapter) string, below string) string {
	text := ""
	for _, c := range chapters {
		text += indent + "- " + item(c) + "\n"
		if len(c.below) > 0 && below != "" {
			text += indent + "  " + below + ":\n" + nested(c.below, indent+"  ", item, below)
		} else {
			text += nested(c.below, indent, item, below)
		}
	}
	return text
}

var orders = map[string]order{
	"segls": {notation: markdown, write: func(parts []bookPart, rich bool) map[string]string {
		list := ""
		for _, p := range parts {
			if p.more && rich {
				list += "  \"more/*.md\", # the rest\n"
				continue
			}
			list += flat([]bookPart{p}, `  "`, `.md",`)
		}
		return map[string]string{".segls.toml": "[work] # a book\nfiles = [\n" + list + "]\n"}
	}},
	"mdbook": {notation: markdown, folder: "src", nests: true, write: func(parts []bookPart, rich bool) map[string]string {
		text := "# Summary\n"
		for _, p := range parts {
			if rich {
				text += "\n<!-- a remark -->\n# " + p.title + "\n"
			}
			text += "\n"
			each(p.chapters, 0, func(c *chapter, depth int) {
				text += strings.Repeat("    ", depth) + "- [" + c.title + "](" + c.name + ".md)\n"
			})
		}
		return map[string]string{"book.toml": "[book]\n", "src/SUMMARY.md": text}
	}},
	"quarto": {notation: markdown.in(".qmd"), write: func(parts []bookPart, rich bool) map[string]string {
		text := "book:\n  chapters:\n"
		for _, p := range parts {
			switch {
			case p.more && rich:
				text += "    - more/*.qmd\n"
			case rich:
				text += "    # a remark\n    - part: \"" + p.title + "\"\n      chapters:\n" + flat([]bookPart{p}, "        - ", ".qmd")
			default:
				text += flat([]bookPart{p}, "    - ", ".qmd")
			}
		}
		return map[string]string{"_quarto.yml": text}
	}},
	"bookdown": {notation: markdown.in(".Rmd"), write: func(parts []bookPart, rich bool) map[string]string {
		if !rich {
			return map[string]string{"_bookdown.yml": "rmd_files:\n" + flat(parts, "  - ", ".Rmd")}
		}
		return map[string]string{"_bookdown.yml": "rmd_files: [ # a remark\n" + flat(parts, "  '", ".Rmd',") + "]\n"}
	}},
	"mkdocs": {notation: markdown, folder: "docs", write: func(parts []bookPart, rich bool) map[string]string {
		text := "nav:\n"
		for _, p := range parts {
			switch {
			case p.more && rich:
				text += "  - More: more/\n"
			case rich:
				text += "  - " + p.title + ": # a remark\n" + flat([]bookPart{p}, "    - ", ".md")
			default:
				text += flat([]bookPart{p}, "  - A title: ", ".md")
			}
		}
		return map[string]string{"mkdocs.yml": text}
	}},
	"jupyter-book": {notation: markdown, nests: true, write: func(parts []bookPart, rich bool) map[string]string {
		item := func(c *chapter) string { return "file: " + c.name }
		text := "format: jb-book\nroot: " + parts[0].chapters[0].name + "\n"
		parts[0].chapters = parts[0].chapters[1:]
		if !rich {
			text += "chapters:\n"
			for _, p := range parts {
				text += nested(p.chapters, "", item, "sections")
			}
			return map[string]string{"_toc.yml": text}
		}
		text += "parts:\n"
		for _, p := range parts {
			text += "- caption: " + p.title + " # a remark\n  chapters:\n"
			if p.more {
				text += "  - glob: more/*\n"
			} else {
				text += nested(p.chapters, "  ", item, "sections")
			}
		}
		return map[string]string{"_toc.yml": text}
	}},
	"myst": {notation: markdown, nests: true, write: func(parts []bookPart, rich bool) map[string]string {
		item := func(c *chapter) string { return "file: " + c.name + ".md" }
		text := "project:\n  toc:\n"
		for _, p := range parts {
			switch {
			case p.more && rich:
				text += "    - pattern: more/*.md\n"
			case rich:
				text += "    - title: " + p.title + "\n      children:\n" + nested(p.chapters, "        ", item, "children")
			default:
				text += nested(p.chapters, "    ", item, "children")
			}
		}
		return map[string]string{"myst.yml": text}
	}},
	"docusaurus": {notation: markdown.in(".mdx"), folder: "docs", write: func(parts []bookPart, rich bool) map[string]string {
		var items []string
		for _, p := range parts {
			list := strings.TrimSuffix(flat([]bookPart{p}, `"`, `",`), ",\n")
			switch {
			case p.more && rich:
				items = append(items, `{"type": "autogenerated", "dirName": "more"}`)
			case rich:
				items = append(items, `{"type": "category", "label": "`+p.title+`", "items": [`+list+`]}`)
			default:
				items = append(items, list)
			}
		}
		return map[string]string{"sidebars.json": `{"docs": [` + strings.Join(items, ",\n") + "]}\n"}
	}},
	"sphinx": {
		notation: rst, nests: true, include: func(name string) string { return ".. toctree::\n   :hidden:\n\n   /" + name + "\n\n" },
		write: func(parts []bookPart, rich bool) map[string]string {
			text := "Salt\n====\n\n"
			for _, p := range parts {
				text += ".. toctree::\n"
				if rich {
					text += "   :caption: " + p.title + "\n"
				}
				if p.more && rich {
					text += "   :glob:\n\n   more/*\n\n"
					continue
				}
				text += "\n"
				for _, c := range p.chapters {
					text += "   " + c.name + "\n"
				}
				text += "\n"
			}
			return map[string]string{"conf.py": "project = 'Salt'\n", "index.rst": text}
		},
	},
	"leanpub": {notation: markdown, folder: "manuscript", write: func(parts []bookPart, rich bool) map[string]string {
		text := "mainmatter:\n"
		for _, p := range parts {
			if rich {
				text += "\n# " + p.title + "\n"
			}
			text += flat([]bookPart{p}, "", ".md")
		}
		return map[string]string{"manuscript/Book.txt": text}
	}},
	"longform": {notation: markdown, folder: "scenes", nests: true, write: func(parts []bookPart, rich bool) map[string]string {
		text, above := "---\nlongform:\n  sceneFolder: scenes\n  scenes:\n", 0
		for _, p := range parts {
			if rich {
				text += "    # " + p.title + "\n"
			}
			each(p.chapters, 0, func(c *chapter, depth int) {
				text += "    " + strings.Repeat("  ", min(depth, above)) + strings.Repeat("- ", depth-min(depth, above)+1) + c.name + "\n"
				above = depth
			})
		}
		return map[string]string{"Novel.md": text + "---\n\nNotes.\n"}
	}},
	"latex": {
		notation: latex, nests: true, include: func(name string) string { return `\input{` + name + "}\n" },
		write: func(parts []bookPart, rich bool) map[string]string {
			text := "\\documentclass{book}\n\\begin{document}\n"
			for _, p := range parts {
				if rich {
					text += "% a remark\n\\part{" + p.title + "}\n"
				}
				for _, c := range p.chapters {
					text += `\include{` + c.name + "} % " + c.title + "\n"
				}
			}
			return map[string]string{"main.tex": text + "\\end{document}\n"}
		},
	},
	"asciidoc": {
		notation: asciidoc, nests: true, include: func(name string) string { return "include::" + path.Base(name) + ".adoc[]\n" },
		write: func(parts []bookPart, rich bool) map[string]string {
			text := "= Salt\n\n"
			for _, p := range parts {
				if rich {
					text += "// " + p.title + "\n\n"
				}
				for _, c := range p.chapters {
					text += "include::" + c.name + ".adoc[]\n\n"
				}
			}
			return map[string]string{"book.adoc": text}
		},
	},
	"org": {
		notation: org, nests: true, include: func(name string) string { return `#+INCLUDE: "` + path.Base(name) + ".org\"\n" },
		write: func(parts []bookPart, rich bool) map[string]string {
			text := "#+TITLE: Salt\n\n"
			for _, p := range parts {
				if rich {
					text += "# " + p.title + "\n"
				}
				for _, c := range p.chapters {
					text += `#+INCLUDE: "` + c.name + ".org\"\n"
				}
			}
			return map[string]string{"book.org": text}
		},
	},
	"hugo":                 weights("weight"),
	"just-the-docs":        weights("nav_order"),
	"docusaurus-positions": weights("sidebar_position"),
	"typst": {
		notation: typst, nests: true, include: func(name string) string { return `#include "` + path.Base(name) + ".typ\"\n" },
		write: func(parts []bookPart, rich bool) map[string]string {
			text := "#set page(width: 10cm)\n\n"
			for _, p := range parts {
				if rich {
					text += "// " + p.title + "\n"
				}
				for _, c := range p.chapters {
					text += `#include "` + c.name + ".typ\"\n"
				}
			}
			return map[string]string{"book.typ": text}
		},
	},
}

// weights returns the order in which each text has a number in its front matter, under the given key.
func weights(key string) order {
	return order{notation: markdown, write: func(parts []bookPart, rich bool) map[string]string {
		files := make(map[string]string)
		for _, p := range parts {
			each(p.chapters, 1, func(c *chapter, level int) {
				files[c.name+".md"] = fmt.Sprintf("---\ntitle: %s\n%s: %d\n---\n\n", c.title, key, 10*len(files)+10) + markdown.text(c, level, rich, "")
			})
		}
		return files
	}}
}

// TestWorkIsTheWhole checks that a book cut into files at its headings has the same fragments as in one file, for every kind of order.
func TestWorkIsTheWhole(t *testing.T) {
	for _, kind := range append(work.Kinds(), "folder") {
		o, isWritten := orders[kind]
		isByNames := kind == "folder" || kind == "series"
		if !isWritten && !isByNames {
			t.Errorf("no book has an order of the kind %s", kind)
		}
		if isByNames {
			o = order{notation: markdown, write: func([]bookPart, bool) map[string]string { return nil }}
		}
		for _, rich := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/rich=%v", kind, rich), func(t *testing.T) { checkOrder(t, kind, o, rich) })
		}
	}
}

func checkOrder(t *testing.T, kind string, o order, rich bool) {
	chapters := book(t)
	parts := []bookPart{{title: "Salt", chapters: chapters[:5]}, {title: "Sea", chapters: chapters[5:9]}, {title: "Shore", chapters: chapters[9:], more: true}}
	for _, p := range parts {
		each(p.chapters, 0, func(c *chapter, _ int) {
			switch {
			case kind == "folder": // without a number
				c.name = strings.NewReplacer("0", "a", "1", "b", "2", "c", "3", "d", "4", "e", "5", "f", "6", "g", "7", "h", "8", "i", "9", "j").Replace(c.name)
			case kind == "series":
				p.more = false
			}
			if p.more {
				c.name = "more/" + c.name
			}
		})
	}
	fsys := make(fstest.MapFS)
	whole := ""
	if o.include != nil {
		whole = map[string]string{"sphinx": "Salt\n====\n\n", "asciidoc": "= Salt\n\n", "org": "#+TITLE: Salt\n\n", "typst": "#set page(width: 10cm)\n\n"}[kind]
	}
	for _, p := range parts {
		each(p.chapters, 1, func(c *chapter, level int) {
			include := ""
			if o.include != nil {
				for _, below := range c.below {
					include += o.include(below.name)
				}
			}
			fsys[path.Join(o.folder, c.name+o.ending)] = &fstest.MapFile{Data: []byte(o.text(c, level, rich, include))}
			whole += o.text(c, level, rich, "")
		})
	}
	for name, text := range o.write(slices.Clone(parts), rich) {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	if rich && !slices.Contains([]string{"folder", "mkdocs", "hugo", "docusaurus-positions"}, kind) {
		fsys[path.Join(o.folder, "zz-left"+o.ending)] = &fstest.MapFile{Data: []byte(o.heading("Left", 1) + "\n\n" + strings.Repeat("Nobody has named these words of glass. ", 40) + "\n")}
	}
	w, ok := work.Read(fsys, ".")
	if !ok {
		w = work.WorkOfFolder(fsys, ".")
	}
	if w.Kind != kind || len(w.Problems) > 0 {
		t.Fatalf("a work of the kind %s: %v", w.Kind, w.Problems)
	}
	s := analysis.Defaults() // TestSourcesAreOneText has other settings
	var sources []*analysis.Document
	for _, file := range w.Files() {
		d, err := analysis.Read(context.Background(), rope.New(string(fsys[file].Data)), o.format, s)
		if err != nil {
			t.Fatal(err)
		}
		sources = append(sources, d)
	}
	divided, err := analysis.NewWork(context.Background(), sources...)
	if err != nil {
		t.Fatal(err)
	}
	got, want := fragmentsOf(divided.Documents()...), fragmentsOf(analysis.New(whole, o.format, s))
	if !slices.Equal(got, want) || len(want) < 15 {
		t.Errorf("%d fragments, of the whole %d\n%s\nof the whole\n%s", len(got), len(want), strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// fragmentsOf returns the beginnings and lengths of fragments.
func fragmentsOf(documents ...*analysis.Document) []string {
	var list []string
	for _, d := range documents {
		for _, f := range d.Fragments() {
			list = append(list, fmt.Sprintf("%4d words in %d from %q", f.Words, f.End-f.First, d.Paragraphs()[f.First].Opening(40)))
		}
	}
	return list
}

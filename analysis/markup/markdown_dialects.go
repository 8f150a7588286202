package markup

import (
	"regexp"
	"strings"
)

// What the dialects of Markdown write inside of what is a paragraph to CommonMark:
//
//	::: {.note}      a fenced division (Quarto, Docusaurus): the fences are markup
//	!!! note "x"     an admonition (MkDocs), also ??? and ???+: its first line is
//	[!NOTE]          an alert or a callout (GitHub, Obsidian), in a quote: a mark
//	: text           what explains a term (pandoc, PHP): the colon is a mark
//	import a from    a module's lines (MDX): no paragraph at all
//	<Chart x={y} />  a component (MDX): none either
//	\newpage         a command of LaTeX (pandoc): none either
//	{: .class}       attributes (kramdown): no paragraph
//	[TOC]            where the contents come to stand: none either
//	[ ] text         a task's box, in a list: a mark
//	(name)=          what names the block below (MyST): no paragraph
//	^name            what names the block above (Obsidian): none either
//	--8<-- "file"    what a file is put in the place of (MkDocs): none either
//
// The second paragraph of an admonition of MkDocs is indented, and so counts as code.

// proseOfLine is the prose in a line of a paragraph.
func proseOfLine(text string, line Span, isFirst bool) Span {
	content := text[line.Start:line.End]
	switch {
	case strings.HasPrefix(content, ":::"), isFirst && admonition.MatchString(content):
		line.Start = line.End
	case isFirst && strings.HasPrefix(content, "[!"):
		if n := strings.IndexByte(content, ']'); n > 0 && !strings.ContainsAny(content[2:n], " ![(") {
			line.Start += n + 1
			if rest := text[line.Start:line.End]; strings.HasPrefix(rest, "+") || strings.HasPrefix(rest, "-") {
				line.Start++ // a callout that can be folded
			}
		}
	case isFirst && (strings.HasPrefix(content, "[ ] ") || strings.HasPrefix(content, "[x] ") || strings.HasPrefix(content, "[X] ")):
		line.Start += len("[ ]")
	case !isFirst && strings.HasPrefix(content, ": "):
		line.Start += len(": ")
	}
	return trim(text, line)
}

var admonition = regexp.MustCompile(`^(?:!!!|\?\?\?\+?) ?\pL`)

// isForeign reports whether a paragraph consists of lines that import or export, of a
// component of MDX, of a command of LaTeX, or of the caption of a table in Quarto.
func isForeign(paragraph string) bool {
	switch {
	case strings.HasPrefix(paragraph, "import "), strings.HasPrefix(paragraph, "export "):
		return moduleCode.MatchString(paragraph)
	case len(paragraph) > 2 && paragraph[0] == '<':
		return 'A' <= paragraph[1] && paragraph[1] <= 'Z' && strings.HasSuffix(paragraph, "/>")
	case paragraph[0] == '[', paragraph[0] == '{':
		return markdownAttributes.MatchString(paragraph)
	case paragraph[0] == '(', paragraph[0] == '^', strings.HasPrefix(paragraph, "-"), strings.HasPrefix(paragraph, ";"):
		return nameAlone.MatchString(paragraph)
	case strings.HasPrefix(paragraph, `\`):
		return commandAlone.MatchString(paragraph)
	case strings.HasPrefix(paragraph, ": "), strings.HasPrefix(paragraph, "Table: "):
		return tableCaption.MatchString(paragraph)
	}
	return false
}

var (
	moduleCode   = regexp.MustCompile(`^(?:import\s(?:[^'"]{1,200}\sfrom\s+)?['"][^'"\n]+['"]|export\s+(?:const|let|var|default|function|class|async|\*|\{))`)
	tableCaption = regexp.MustCompile(`\{#tbl-[^{}\n]*\}$`)
	nameAlone    = regexp.MustCompile(`^(?:\([\w.: -]+\)=|\^[\w-]+|;?-+8<-+(?: +['"][^\n]+)?)$`)
	commandAlone = regexp.MustCompile(`^\\[a-zA-Z]+\*?(?:\[[^\]\n]*\])?(?:\{[^}\n]*\})*$`)
)

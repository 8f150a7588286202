package markup

import (
	"regexp"
	"strings"
)

// Constructs of Markdown's dialects within what CommonMark calls a paragraph:
//
//	::: {.note}      a fenced division (Quarto, Docusaurus): the fences are markup
//	[!NOTE]          an alert or a callout (GitHub, Obsidian), in a quote: a mark
//	: text           the definition of a term (pandoc, PHP): the colon is a mark
//	import a from    lines of a module (MDX): not a paragraph
//	<Chart x={y} />  a component (MDX): not a paragraph
//	\newpage         a LaTeX command (pandoc): not a paragraph
//	{: .class}       attributes (kramdown): not a paragraph
//	[TOC]            the place of the contents: not a paragraph
//	[ ] text         a task's checkbox, in a list: a mark
//	(name)=          the name of the block below (MyST): not a paragraph
//	r[name]          the name of a rule (mdBook): a mark
//	::: a.b.c        the place of generated documentation (mkdocstrings): not a paragraph
//	^name            the name of the block above (Obsidian): not a paragraph
//	--8<-- "file"    the inclusion of a file (MkDocs): not a paragraph
//	*[HTML]: text    the definition of an abbreviation (PHP, MkDocs): not a paragraph
//	% text           a comment (MyST), alone or above a text: not a paragraph
//	#tag #tag        only tags (Obsidian): not a paragraph
//	key:: value      fields (Dataview, Logseq): not a paragraph
//	\begin{align}    a LaTeX environment without prose: a formula, a table
//	+---+---+        a grid table, and a simple one, of pandoc (multiline ones: markdown_table.go)
//	+++ {"a": b}     a break between cells (MyST): not a paragraph
//	[x]: y {.a}      a definition of a link with attributes (pandoc): not a paragraph
//	/// note         a block's beginning, options and end (Python Markdown): marks
//	{⏎ code ⏎}       an expression (MDX): not a paragraph
//
// Constructs that contain other blocks are in markdown_containers.go.

// proseOfLine returns the span of the prose in a line of a paragraph.
func proseOfLine(text string, line Span, isFirst bool) Span {
	content := text[line.Start:line.End]
	switch {
	case strings.HasPrefix(content, ":::"):
		line.Start = line.End
	case isFirst && strings.HasPrefix(content, "[!"):
		if n := strings.IndexByte(content, ']'); n > 0 && !strings.ContainsAny(content[2:n], " ![(") {
			line.Start += n + 1
			if rest := text[line.Start:line.End]; strings.HasPrefix(rest, "+") || strings.HasPrefix(rest, "-") {
				line.Start++ // a callout that can be folded
			}
		}
	case isFirst && strings.HasPrefix(content, "r["):
		line.Start += len(ruleName.FindString(content))
	case isFirst && (strings.HasPrefix(content, "[ ] ") || strings.HasPrefix(content, "[x] ") || strings.HasPrefix(content, "[X] ")):
		line.Start += len("[ ]")
	case !isFirst && strings.HasPrefix(content, ": "):
		line.Start += len(": ")
	}
	return trimSpan(text, line)
}

// dialectKind returns the kind of a paragraph that is something else in a dialect, such as an MDX import or a LaTeX command.
func dialectKind(paragraph string) (kind Kind, ok bool) {
	switch {
	case strings.HasPrefix(paragraph, "import "), strings.HasPrefix(paragraph, "export "):
		return HTML, moduleCode.MatchString(paragraph)
	case len(paragraph) > 2 && paragraph[0] == '<':
		return HTML, 'A' <= paragraph[1] && paragraph[1] <= 'Z' && strings.HasSuffix(paragraph, "/>") || matchesEveryLine(paragraph, nameBefore)
	case paragraph[0] == '[' && matchesEveryLine(paragraph, definitionWithAttributes):
		return Definition, true
	case paragraph[0] == '[', paragraph[0] == '{':
		return HTML, markdownAttributes.MatchString(paragraph) || mdxExpression.MatchString(paragraph) || matchesEveryLine(paragraph, nameBefore)
	case paragraph[0] == '(', strings.HasPrefix(paragraph, "r["):
		return HTML, matchesEveryLine(paragraph, nameBefore)
	case paragraph[0] == '^', strings.HasPrefix(paragraph, "-"), strings.HasPrefix(paragraph, ";"):
		return HTML, nameAlone.MatchString(paragraph)
	case strings.HasPrefix(paragraph, `\begin{`):
		return kindOfLaTeXParagraph(paragraph)
	case strings.HasPrefix(paragraph, `\`):
		return HTML, commandAlone.MatchString(paragraph)
	case strings.HasPrefix(paragraph, ": "), strings.HasPrefix(paragraph, "Table: "):
		return HTML, tableCaption.MatchString(paragraph)
	case strings.HasPrefix(paragraph, "*["):
		return Definition, matchesEveryLine(paragraph, abbreviation)
	case paragraph[0] == '%':
		return HTML, matchesEveryLine(paragraph, mystComment)
	case paragraph[0] == '#':
		return HTML, matchesEveryLine(paragraph, tagsAlone)
	case cellBreak.MatchString(paragraph):
		return HTML, true
	case paragraph[0] == '+':
		return Table, gridTable.MatchString(paragraph) && strings.HasSuffix(paragraph, "+")
	case strings.Contains(paragraph, ":: "):
		return HTML, matchesEveryLine(paragraph, inlineField)
	}
	return 0, false
}

// kindOfLaTeXParagraph returns the kind of a paragraph that is a LaTeX environment without prose or a command; ok is false for any other.
func kindOfLaTeXParagraph(paragraph string) (kind Kind, ok bool) {
	name, _ := environmentAt(paragraph, `\begin{`)
	if kind, ok = environmentKind(name); ok && !kind.IsProse() && latexEnd.MatchString(paragraph[max(0, strings.LastIndex(paragraph, `\end{`+name+"}")):]) {
		return kind, true
	}
	return HTML, commandAlone.MatchString(paragraph)
}

func matchesEveryLine(paragraph string, pattern *regexp.Regexp) bool {
	for line := range Lines(paragraph) {
		if !pattern.MatchString(strings.Trim(paragraph[line.Start:line.End], " \t")) {
			return false
		}
	}
	return true
}

var (
	moduleCode               = regexp.MustCompile(`^(?:import\s(?:[^'"]{1,200}\sfrom\s+)?['"][^'"\n]+['"]|export\s+(?:const|let|var|default|function|class|async|\*|\{))`)
	tableCaption             = regexp.MustCompile(`\{(?:[#.][^{}\n]*|[\w-]+=[^{}\n]*)\}$`)
	nameAlone                = regexp.MustCompile(`^(?:\^[\w-]+|;?-+8<-+(?: +['"][^\n]+)?)$`)
	commandAlone             = regexp.MustCompile(`^\\[a-zA-Z]+\*?(?:\[[^\]\n]*\])?(?:\{[^}\n]*\})*$`)
	latexEnd                 = regexp.MustCompile(`^\\end\{[^{}]*\}[\s.,;]*(?:\{#[^{}\n]*\})?$`)
	abbreviation             = regexp.MustCompile(`^\*\[[^\]]+\]:(?:\s|$)`)
	mystComment              = regexp.MustCompile(`^%(?:\s|$)`)
	tagsAlone                = regexp.MustCompile(`^#[\pL\d_][\pL\d_/-]*(?:[\s,]+#[\pL\d_][\pL\d_/-]*)*$`)
	definitionWithAttributes = regexp.MustCompile(`^\[[^\]^][^\]]*\]:\s+\S+(?:\s+(?:"[^"]*"|'[^']*'|\([^()]*\)))?\s+\{[^{}]*\}$`)
	mdxExpression            = regexp.MustCompile(`^\{(?:\s*\n[\s\S]*\n\}|[\w.]+\([^\n]*\)\})$`)

	gridTable = regexp.MustCompile(`^\+(?:[-=:]{2,}\+)+[ \t]*(?:\r\n|\r|\n)[ \t]*\|`)
	cellBreak = regexp.MustCompile(`^\+\+\+(?:[ \t]*\{[^\n]*\})?$`) // of MyST
	// nameBefore matches a line that names the block below it, such as a MyST target, an empty HTML element or attributes.
	nameBefore = regexp.MustCompile(`^(?:\([\w.: -]+\)=|r\[[\w.-]+\]|(?:\[\])?\{#[\w:.-]+[^{}]*\}|(?:<(?:a|span|div)\s+(?:id|name)=[^<>]*(?:/>|>\s*</(?:a|span|div)>)\s*)+)$`)

	ruleName    = regexp.MustCompile(`^r\[[\w.-]+\]`)
	inlineField = regexp.MustCompile(`^[\pL][\pL\d _-]{0,30}:: `)
)

// joinSimpleTables joins the blocks of each simple pandoc table. Goldmark reads such a table as a
// paragraph, a thematic break and another paragraph:
//
//	  Right     Left
//	-------     ------
//	     12     12
func joinSimpleTables(text string, blocks []Block) []Block {
	joined := blocks[:0]
	for i := 0; i < len(blocks); i++ {
		b := blocks[i]
		if b.Kind == Rule && i+1 < len(blocks) && len(joined) > 0 && simpleTable.MatchString(text[b.Span.Start:b.Span.End]) {
			head, rows := &joined[len(joined)-1], blocks[i+1]
			if head.Kind == Paragraph && rows.Kind == Paragraph && countLineBreaks(text[head.Span.Start:b.Span.Start]) == 1 && countLineBreaks(text[b.Span.End:rows.Span.Start]) == 1 {
				*head = Block{Kind: Table, Span: Span{head.Span.Start, rows.Span.End}}
				i++
				continue
			}
		}
		joined = append(joined, b)
	}
	return joined
}

var simpleTable = regexp.MustCompile(`^[ \t]*-{2,}(?:[ \t]+-{2,})+$`)

package markup

import (
	"regexp"
	"strings"
)

// A footnote is a block of its own, or part of a paragraph. In both cases it is not prose:
//
//	[^1]: text      ^[text]              Markdown
//	.. [1] text                          reStructuredText
//	[fn:1] text     [fn:: text]          Org
//	\footnotetext{text}  \footnote{text} LaTeX; also \endnote and \thanks
//	                footnote:[text]      AsciiDoc; also footnoteref:[id,text]
//	                #footnote[text]      Typst
//	<div role="doc-endnotes">            HTML

// footnoteBlocks match the mark before each footnote in a block.
var footnoteBlocks = map[string]*regexp.Regexp{
	"markdown":         regexp.MustCompile(`(?m)^ {0,3}\[\^[^\]\n]+\]:`),
	"notebook":         regexp.MustCompile(`(?m)^ {0,3}\[\^[^\]\n]+\]:`),
	"restructuredtext": regexp.MustCompile(`(?m)^\.\.[ \t]+\[(?:\d+|#[\w-]*|\*)\]`),
	"org":              regexp.MustCompile(`(?m)^\[fn:[^\]\n]+\]`),
	"html":             regexp.MustCompile(`\A<[^<>]*\srole=["']?doc-(?:endnotes|footnote)\b[^<>]*>`),
}

// footnotesInside match the beginning of a footnote within a paragraph, up to its text.
var footnotesInside = map[string]*regexp.Regexp{
	"markdown": regexp.MustCompile(`\^\[`), "notebook": regexp.MustCompile(`\^\[`),
	"org":      regexp.MustCompile(`\[fn:[\w-]*:`),
	"latex":    regexp.MustCompile(`\\(?:footnote|footnotetext|endnote|thanks)(?:\[[^\]\n]*\])?\{`),
	"asciidoc": regexp.MustCompile(`\b(?:footnote:[\w-]*\[|footnoteref:\[(?:[\w-]+,|[\w-]*\])?)`),
	"typst":    regexp.MustCompile(`#footnote\[`),
}

// Footnotes returns the spans of the texts of the footnotes in blocks.
func (f Format) Footnotes(text string, blocks []Block) (notes []Span) {
	for _, b := range blocks {
		source := text[b.Span.Start:b.Span.End]
		if mark := footnoteBlocks[f.Name]; mark != nil && (b.Kind == Definition || b.Kind == HTML && f.Name == HyperText.Name) {
			marks := mark.FindAllStringIndex(source, -1)
			for i, m := range marks {
				end := len(source)
				if i+1 < len(marks) {
					end = marks[i+1][0]
				}
				notes = append(notes, trimSpan(text, Span{m[1], end}.Shift(b.Span.Start)))
			}
			continue
		}
		if mark := footnotesInside[f.Name]; mark != nil && b.Kind != Code && b.Kind != Math && b.Kind != FrontMatter {
			for _, m := range mark.FindAllStringIndex(source, -1) {
				open := m[1] - 1
				switch source[open] {
				case ':': // in Org
					open = m[0]
				case ',': // in AsciiDoc, after the name of the footnote
					open = m[0] + strings.IndexByte(source[m[0]:], '[')
				case ']': // a reference by name
					continue
				}
				inCode := f.Name != LaTeX.Name && strings.Count(source[:m[0]], "`")%2 == 1
				if end := groupEnd(source, open, len(source)); end > m[1]+1 && !inCode && !strings.HasSuffix(source[:m[0]], `\`) {
					notes = append(notes, trimSpan(text, Span{m[1], end - 1}.Shift(b.Span.Start)))
				}
			}
		}
	}
	return notes
}

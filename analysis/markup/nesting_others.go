package markup

import (
	"regexp"
	"slices"
	"strings"
)

// delimiters returns the tags, except for those of headings. outline is set for an element around a section, such as <section>.
func (n htmlNotation) delimiters(text string, blocks []Block) []delimiter {
	delimiters := slices.DeleteFunc(addImpliedEndTags(htmlPageDelimiters(text, n.MovableBody(text, blocks), blocks)), func(f delimiter) bool { return headingTags[f.name] })
	var open []int
	heading := 0
	headings := slices.DeleteFunc(slices.Clone(blocks), func(b Block) bool { return b.Kind != Heading })
	for i, f := range delimiters {
		for heading < len(headings) && headings[heading].Span.End <= f.at.Start {
			for _, n := range open {
				tag := delimiters[n]
				delimiters[n].outline = sectionTags[tag.name] && !(groupTags[tag.name] && hasBoxClass(text[tag.at.Start:tag.at.End]))
			}
			heading++
		}
		switch {
		case f.opens:
			open = append(open, i)
		case f.closes:
			for n := len(open) - 1; n >= 0; n-- {
				if delimiters[open[n]].name == f.name {
					open = open[:n]
					break
				}
			}
		}
	}
	return delimiters
}

var (
	sectionTags = wordSet("section article main div body")
	headingTags = wordSet("h1 h2 h3 h4 h5 h6")
)

// delimiters returns conditionals, raw HTML, tagged regions, and attributes that change how the text after them is read.
func (n asciidocNotation) delimiters(text string, blocks []Block) []delimiter {
	delimiters := append(n.conditionalDelimiters(text, blocks), rawHTMLDelimiters(text, blocks, adocRaw)...)
	delimiters = append(delimiters, includedPartDelimiters(text, blocks, "::", adocTag)...)
	header := n.headerEnd(text, blocks)
	for _, b := range blocks {
		source := text[b.Span.Start:b.Span.End]
		if b.Kind == Definition && b.Span.Start >= header {
			for _, m := range adocSetting.FindAllStringSubmatchIndex(source, -1) {
				delimiters = append(delimiters, delimiter{at: Span{m[0], m[1]}.Shift(b.Span.Start), name: ":" + source[m[2]:m[3]]})
			}
		}
	}
	slices.SortStableFunc(delimiters, func(a, b delimiter) int { return a.at.Start - b.at.Start })
	return delimiters
}

var (
	adocSetting = regexp.MustCompile(`(?m)^:!?(leveloffset|sectnums|sectanchors|sectlinks|sectids|idprefix|idseparator|imagesdir|source-language|hardbreaks|hardbreaks-option|experimental|xrefstyle|[\w-]+-caption|icons|iconsdir|partnums|sectnumlevels|table-stripes|stem)!?:[^\r\n]*`)
	adocTag     = regexp.MustCompile(`\b(tag|end)::([^\s\[\]]+)\[\]`)
)

func (asciidocNotation) conditionalDelimiters(text string, blocks []Block) []delimiter {
	var delimiters []delimiter
	for _, b := range blocks {
		source := text[b.Span.Start:b.Span.End]
		if !strings.Contains(source, "if") {
			continue
		}
		for _, m := range adocCondition.FindAllStringSubmatchIndex(source, -1) {
			f := delimiter{at: Span{m[0], m[1]}.Shift(b.Span.Start), name: "if", overlaps: true}
			f.closes = m[2] >= 0
			f.opens = !f.closes
			delimiters = append(delimiters, f)
		}
	}
	return delimiters
}

// delimiters returns the ends of inline tasks and of drawers with blank lines, which [Format.Scan] does not read as one
// block; raw HTML; and LaTeX environments.
func (orgNotation) delimiters(text string, blocks []Block) []delimiter {
	var delimiters []delimiter
	var open *delimiter
	for _, b := range blocks {
		source := text[b.Span.Start:b.Span.End]
		first, last := strings.TrimSpace(firstLine(source)), strings.TrimSpace(source[strings.LastIndexAny(source, "\r\n")+1:])
		isWhole := b.Kind == HTML && isDrawer(first) && strings.EqualFold(last, ":END:") && len(first) < len(source)
		switch {
		case b.Kind == Heading:
			open = nil
		case isWhole && open == nil:
		case open != nil && strings.EqualFold(last, ":END:"):
			delimiters = append(delimiters, *open, delimiter{at: Span{b.Span.End - len(last), b.Span.End}, name: "drawer", closes: true})
			open = nil
		case open == nil && b.Kind == HTML && isDrawer(first) && !strings.EqualFold(first, ":END:"):
			open = &delimiter{at: Span{b.Span.Start, b.Span.Start + len(first)}, name: "drawer", opens: true}
		}
	}
	delimiters = append(delimiters, inlineTaskDelimiters(text, blocks)...)
	if open != nil { // some programs find the end of the drawer after a headline
		delimiters = append(delimiters, *open)
	}
	delimiters = slices.Concat(delimiters, rawHTMLDelimiters(text, blocks, orgRaw), environmentDelimiters(text, blocks))
	slices.SortStableFunc(delimiters, func(a, b delimiter) int { return a.at.Start - b.at.Start })
	return delimiters
}

// inlineTaskDelimiters returns the first and last lines of the inline tasks that have an END.
func inlineTaskDelimiters(text string, blocks []Block) (delimiters []delimiter) {
	open := -1
	for i, b := range blocks {
		source := text[b.Span.Start:b.Span.End]
		switch isTask := headlineStarCount(source) >= inlineTaskStars; {
		case b.Kind == Heading:
			open = -1
		case isTask && b.Kind == HTML && open >= 0:
			delimiters = append(delimiters, delimiter{at: blocks[open].Span, name: "task", opens: true}, delimiter{at: b.Span, name: "task", closes: true})
			open = -1
		case isTask && b.Kind == Quote:
			open = i
		}
	}
	return delimiters
}

// delimiters returns the directives that apply to the text after them. Other constructs are indented, and need no delimiters.
func (rstNotation) delimiters(text string, blocks []Block) []delimiter {
	var delimiters []delimiter
	for _, b := range blocks {
		if b.Kind == HTML || b.Kind == Code {
			if m := rstSwitch.FindStringSubmatch(text[b.Span.Start:b.Span.End]); m != nil {
				delimiters = append(delimiters, delimiter{at: b.Span, name: m[1]})
			}
		}
	}
	return delimiters
}

var rstSwitch = regexp.MustCompile(`^\.\. (default-role|default-domain|highlight|currentmodule|py:currentmodule|module|py:module|program|sectnum|section-numbering)::`)

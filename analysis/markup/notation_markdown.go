package markup

import (
	"bytes"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"
	"unicode"

	"github.com/yuin/goldmark/util"
	tokens "golang.org/x/net/html"
)

// markdownNotation writes Markdown. New headings begin with number signs.
type markdownNotation struct{ urlNotation }

func (markdownNotation) Levels() []int { return levelsTo(6) }

// FirstLevel reserves the highest level for the title of the text.
func (markdownNotation) FirstLevel() int { return 2 }

func (markdownNotation) Heading(title string, level int) string {
	return strings.Repeat("#", level) + " " + title
}

// Relevel keeps the form of a heading, except that it writes number signs if the level is too low for an underline.
func (n markdownNotation) Relevel(source string, level int) string {
	if signs := openingSignCount(source); signs > 0 {
		at := strings.IndexByte(source, '#')
		body := strings.TrimRight(source[at+signs:], " \t")
		marks := strings.Repeat("#", level)
		title := strings.TrimRight(body, "#")
		switch {
		case len(title) == len(body), title != "" && !isSpace(title[len(title)-1]): // no closing signs
			return source[:at] + marks + source[at+signs:]
		}
		return source[:at] + marks + title + marks
	}
	under := strings.LastIndexAny(source, "\r\n") + 1
	line := source[under:]
	if level <= 2 {
		return source[:under] + strings.Map(func(r rune) rune {
			if r == '=' || r == '-' {
				return rune("=-"[level-1])
			}
			return r
		}, line)
	}
	return n.Heading(strings.Join(strings.Fields(source[:under]), " "), level)
}

// openingSignCount returns the number of number signs at the beginning of a heading, or 0 if it is underlined.
func openingSignCount(source string) int {
	rest := strings.TrimLeft(strings.TrimPrefix(source, byteOrderMark), " ")
	signs := len(rest) - len(strings.TrimLeft(rest, "#"))
	if signs == 0 || signs > 6 || strings.ContainsAny(strings.TrimRight(rest, "\r\n"), "\r\n") {
		return 0
	}
	return signs
}

// Break does not return a row of hyphens, which would turn a paragraph right above it into a heading.
func (markdownNotation) Break() string { return "* * *" }

func (n markdownNotation) Include(title, path string) string {
	return "[" + linkText.Replace(title) + "](" + n.includeAddress(path) + ")"
}

// linkText escapes the characters that would end a link's text.
var linkText = strings.NewReplacer("[", `\[`, "]", `\]`, `\`, `\\`)

// metadataEntries returns the entries of a title block of pandoc.
func (markdownNotation) metadataEntries(text string, _ []Block) MetadataEntries {
	if !strings.HasPrefix(text, "%") {
		return MetadataEntries{}
	}
	e := MetadataEntries{Title: spanOfGroup(pandocTitle, text)}
	for i := range strings.Count(strings.TrimSpace(text), "\n") + 1 {
		e.Names = append(e.Names, []string{"title", "author", "date"}[min(i, 2)])
	}
	return e
}

var pandocTitle = regexp.MustCompile(`^%[ \t]*([^\r\n]*?)[ \t]*(?:[\r\n]|$)`)

func (n markdownNotation) Included(source string) (title, path string, ok bool) {
	m := markdownInclude.FindStringSubmatch(source)
	if m == nil || strings.Contains(m[2], ":") || strings.HasPrefix(m[2], "/") || strings.HasPrefix(m[2], "#") {
		return "", "", false
	}
	return linkEscape.ReplaceAllString(m[1], "$1"), n.PathOf(m[2]), true
}

var (
	markdownInclude = regexp.MustCompile(`^\[((?:[^\[\]\\]|\\.)*)\]\(([^()\s<>]+)\)$`)
	linkEscape      = regexp.MustCompile(`\\([\[\]\\])`)
)

// StretchAdjuster considers divisions, HTML elements around other blocks, such as <details>, and the other containers of dialects.
func (n markdownNotation) StretchAdjuster(text string, blocks []Block) func(stretch Span) (Span, bool) {
	return newStretchAdjuster(text, n.delimiters(text, blocks))
}

// MovableBody begins after a pandoc title block and the imports of a module.
func (markdownNotation) MovableBody(text string, blocks []Block) Span {
	return Span{fixedTopEnd(text, blocks, func(b Block, source string) bool {
		return b.Kind == HTML && (strings.HasPrefix(source, "% ") || strings.HasPrefix(source, "import "))
	}), fixedBottomStart(text, blocks)}
}

// BelongsToHeading reports whether source is a kramdown attribute list or a table of contents.
func (markdownNotation) BelongsToHeading(source string) bool {
	return markdownAttributes.MatchString(source)
}

// NamesBlockBelow reports whether [nameBefore] matches all lines of source: MyST targets, anchors and the like.
func (markdownNotation) NamesBlockBelow(source string) bool {
	return matchesEveryLine(source, nameBefore)
}

// BelongsToBlockAbove reports whether source is a kramdown attribute list.
func (markdownNotation) BelongsToBlockAbove(source string) bool {
	return strings.HasPrefix(source, "{:") && markdownAttributes.MatchString(source)
}

var markdownAttributes = regexp.MustCompile(`^(?:\{:[^:/{}\n][^{}\n]*\}|\[TOC\]|\[\[_?(?:TOC|toc)_?\]\]|<!-- *toc[^>]*-->)$`)

// ParagraphSeparator returns "" for definitions of terms, admonitions and the like, to which the second part would not belong.
func (markdownNotation) ParagraphSeparator(paragraph string) string {
	if markdownMarked.MatchString(paragraph) {
		return ""
	}
	return "\n\n"
}

var markdownMarked = regexp.MustCompile(`(?m)^[ \t]*(?::[ \t]|:::|!!! |\?\?\?|=== ")`)

// CutsOfRun counts the marks before an offset: as many must close as open. The offset must not be within
// markup.
func (markdownNotation) CutsOfRun(text string, run Run) func(offset int) bool {
	buf, found := scanRun(scanMarkdownInline, text, run)
	return func(offset int) bool {
		at, open, whole := offset-run.Extent().Start, make(map[byte]int), true
		for _, s := range found {
			whole = whole && (at <= s.Start || s.End <= at)
			if s.kind != inlineMark || s.Start >= at {
				continue
			}
			switch c := buf[s.Start]; c {
			case '[':
				open['[']++
			case ']':
				open['[']--
			case '`', '$', '<':
				open[c] = s.Len() - open[c]
			case '*', '_', '~', '=':
				if open[c] > 0 && s.Start > 0 && !isSpace(buf[s.Start-1]) {
					open[c] = max(0, open[c]-s.Len())
				} else {
					open[c] += s.Len()
				}
			}
		}
		for _, n := range open {
			whole = whole && n == 0
		}
		return whole
	}
}

// Targets returns the addresses in links, images, definitions and HTML attributes, and those of included files, as in Quarto
// and mdBook.
func (n markdownNotation) Targets(text string, blocks []Block) []Target {
	var targets []Target
	for _, b := range blocks {
		switch b.Kind {
		case HTML:
			targets = append(targets, htmlTargets(text, b.Span)...)
			targets = append(targets, targetsMatching(text, []Block{b}, false, markdownFile)...)
			continue
		case Code, Math, FrontMatter, Rule, Directive, Conflict:
			continue
		}
		source := []byte(text[b.Span.Start:b.Span.End])
		first := len(targets)
		if bytes.Contains(source, []byte("{{")) {
			targets = append(targets, targetsMatching(text, []Block{b}, false, markdownFile)...)
		}
		if bytes.Contains(source, []byte("[[")) {
			for _, m := range markdownWiki.FindAllSubmatchIndex(source, -1) {
				targets = append(targets, Target{Span: Span{m[2], m[3]}.Shift(b.Span.Start)})
			}
		}
		source = []byte(blankBackticks(string(source), false)) // the scanner would pair them across items
		s := inlineScanner{run: source}
		s.report = func(at Span, kind inlineKind) {
			i := at.Start
			switch {
			case kind == inlineHidden && source[i] == '<' && i+1 < at.End && source[i+1] != '!':
				targets = append(targets, htmlTargets(text, at.Shift(b.Span.Start))...)
				return
			case kind == inlineHidden && source[i] == '!':
				i = s.bracketEnd(i + 1)
			case kind == inlineMark && source[i] == ']':
				i++
			default:
				return
			}
			if i+1 < at.End && source[i] == '(' {
				targets = append(targets, Target{Span: s.destinationSpan(i + 1).Shift(b.Span.Start)})
			}
		}
		for i := 0; i < len(source); {
			i += max(1, s.scanMarkdownConstruct(i))
		}
		if b.Kind == Definition {
			for _, m := range definition.FindAllSubmatchIndex(source, -1) {
				targets = append(targets, Target{Span: s.destinationSpan(m[1]).Shift(b.Span.Start)})
			}
		}
		slices.SortStableFunc(targets[first:], func(a, b Target) int { return a.Start - b.Start })
	}
	return targets
}

var (
	markdownFile = regexp.MustCompile(`\{\{<\s*(?:include|embed|video|notebook)\s+"?([^\s">]+)|\{\{[ \t]*#(?:include|rustdoc_include|playground|template)\s+([^\s:}]+)`)
	markdownWiki = regexp.MustCompile(`\[\[(#[^\[\]|\r\n]+|[^\[\]|#\r\n]+\.(?:md|qmd|markdown)#[^\[\]|\r\n]+)`)
)

// destinationSpan returns the span of a link's destination that begins at i or after white space.
func (s *inlineScanner) destinationSpan(i int) Span {
	i = s.skipSpace(i)
	if i < len(s.run) && s.run[i] == '<' {
		if end := bytes.IndexByte(s.run[i:], '>'); end > 0 {
			return Span{i + 1, i + end}
		}
	}
	return Span{i, s.destinationEnd(i)}
}

// definition matches the beginning of a link's definition, but not of a footnote.
var definition = regexp.MustCompile(`(?m)^ {0,3}\[((?:[^\[\]\\^]|\\.)(?:[^\[\]\\]|\\.)*)\]:`)

var footnote = regexp.MustCompile(`(?m)^ {0,3}(\[\^[^\]\s]+\]):`)

// Anchors returns the anchors of headings, numbered if several would be the same; names that MyST, Obsidian, Quarto,
// attributes and HTML give; and the titles of headings, for links in double brackets.
func (markdownNotation) Anchors(text string, blocks []Block) []Label {
	var anchors, titles []Label
	count := make(map[string]int)
	for _, b := range blocks {
		if b.Kind == Heading {
			title := Markdown.AnchorTitle(text, b)
			anchor := githubAnchor(attributes.ReplaceAllString(title, ""))
			n := count[anchor]
			if count[anchor]++; n > 0 {
				anchor = fmt.Sprintf("%s-%d", anchor, n)
			}
			anchors = append(anchors, Label{anchor, b.Span})
			titles = append(titles, Label{title, b.Span})
		}
		source := text[b.Span.Start:b.Span.End]
		if b.Kind == Code && strings.Contains(source, "#| ") {
			for _, m := range quartoLabel.FindAllStringSubmatchIndex(source, -1) {
				anchors = append(anchors, Label{source[m[2]:m[3]], Span{m[0], m[1]}.Shift(b.Span.Start)})
			}
		}
		if b.Kind == Code || b.Kind == FrontMatter || b.Kind == Conflict {
			continue
		}
		if strings.Contains(source, "^") {
			for _, m := range blockName.FindAllStringSubmatchIndex(source, -1) {
				anchors = append(anchors, Label{"^" + source[m[2]:m[3]], Span{m[2], m[3]}.Shift(b.Span.Start)})
			}
		}
		if b.Kind == HTML && strings.Contains(source, ")=") {
			for _, m := range mystTarget.FindAllStringSubmatchIndex(source, -1) {
				anchors = append(anchors, Label{source[m[2]:m[3]], Span{m[0], m[1]}.Shift(b.Span.Start)})
			}
		}
		if strings.Contains(source, "{#") {
			for _, m := range attributes.FindAllStringSubmatchIndex(source, -1) {
				anchors = append(anchors, Label{source[m[2]:m[3]], Span{m[0], m[1]}.Shift(b.Span.Start)})
			}
		}
		if strings.Contains(source, "id=") || strings.Contains(source, "name=") {
			eachTag(text, b.Span, func(_ tokens.TokenType, _ string, at Span) {
				if m := htmlName.FindStringSubmatch(text[at.Start:at.End]); m != nil {
					anchors = append(anchors, Label{html.UnescapeString(m[1] + m[2] + m[3]), at})
				}
			})
		}
	}
	return append(anchors, titles...)
}

var mystTarget = regexp.MustCompile(`(?m)^\(([\w.: -]+)\)=[ \t\r]*$`)

// attributes matches attributes that begin with a name.
var attributes = regexp.MustCompile(`\s*\{:?\s*#([\w:.-]+)[^{}\n]*\}`)

// githubAnchor applies GitHub's rule: lower case, no punctuation, hyphens for spaces.
func githubAnchor(title string) string {
	return strings.Map(func(r rune) rune {
		switch {
		case r == ' ':
			return '-'
		case unicode.IsLetter(r), unicode.IsMark(r), unicode.IsDigit(r), r == '-', r == '_':
			return unicode.ToLower(r)
		}
		return -1
	}, title)
}

// Definitions returns the definitions of links and footnotes. A block may have several.
func (markdownNotation) Definitions(text string, blocks []Block) []Label {
	var labels []Label
	for _, b := range blocks {
		source := text[b.Span.Start:b.Span.End]
		if (b.Kind == Quote || b.Kind == List || b.Kind == HTML) && strings.Contains(source, "]:") {
			for _, m := range nestedDefinition.FindAllStringSubmatchIndex(source, -1) {
				labels = append(labels, Label{NormalizeLabel("[" + source[m[4]:m[5]] + "]"), trimSpanEnd(text, Span{m[2], m[3]}.Shift(b.Span.Start))})
			}
		}
		if b.Kind != Definition {
			continue
		}
		first := len(labels)
		if m := footnote.FindStringSubmatch(source); m != nil && strings.HasPrefix(strings.TrimLeft(source, " "), "[^") {
			labels = append(labels, Label{NormalizeLabel(m[1]), b.Span})
			continue
		}
		for _, m := range definition.FindAllStringSubmatchIndex(source, -1) {
			labels = append(labels, Label{NormalizeLabel("[" + source[m[2]:m[3]] + "]"), Span{b.Span.Start + m[0], b.Span.End}})
		}
		for i := first; i+1 < len(labels); i++ {
			labels[i].Span = trimSpanEnd(text, Span{labels[i].Span.Start, labels[i+1].Span.Start})
		}
	}
	return labels
}

// nestedDefinition matches a definition in a quote or a list.
var nestedDefinition = regexp.MustCompile(`(?m)^(?:[ \t]*(?:>|[-*+][ \t]|\d{1,9}[.)][ \t]))*[ \t]*(\[((?:[^\[\]\\^]|\\.)(?:[^\[\]\\]|\\.)*)\]:[ \t]*\S[^\r\n]*)`)

// PositionalTies considers labels, of which only the first definition counts; definitions of terms and names of blocks, which
// are right below their text; neighbouring tabs; and what is defined above its uses: variables of templates and MDX modules, and commands of
// formulas and raw LaTeX.
func (n markdownNotation) PositionalTies(text string, blocks []Block) []string {
	ties := duplicateLabelTies(text, n.Definitions(text, blocks))
	if strings.Contains(text, `\`) {
		ties = append(ties, commandTies(text, blocks, WithoutCodeSpans)...)
	}
	tab, assigned, exported := "", make(map[string]string), make(map[string]bool)
	hasValues := strings.Contains(text, "{") && (liquidValue.MatchString(text) || liquidImport.MatchString(text))
	for i, b := range blocks {
		source := text[b.Span.Start:b.Span.End]
		if hasValues && b.Kind != Code && b.Kind != FrontMatter {
			for _, m := range liquidTag.FindAllStringSubmatch(source, -1) {
				value := liquidValue.FindStringSubmatch(m[0])
				used := m[0]
				if value != nil {
					used = strings.Replace(used, value[0], "", 1)
				}
				for _, word := range liquidName.FindAllString(used, -1) {
					if what, ok := assigned[word]; ok {
						ties = append(ties, firstLine(source)+" "+m[0]+" -> "+what)
					}
				}
				if value != nil {
					assigned[value[1]] = strings.Join(strings.Fields(m[0]), " ")
				}
				if imported := liquidImport.FindStringSubmatch(m[0]); imported != nil {
					for name := range strings.SplitSeq(imported[1], ",") {
						if words := liquidName.FindAllString(name, -1); len(words) > 0 { // a name, or "name as other"
							assigned[words[len(words)-1]] = strings.Join(strings.Fields(m[0]), " ")
						}
					}
				}
			}
		}
		if b.Kind == HTML && strings.Contains(source, "export") {
			ties = append(ties, moduleTies(source, exported)...)
		}
		isTab := strings.HasPrefix(source, `=== "`)
		if i > 0 && (isTab && tab != "" || strings.HasPrefix(source, ": ") || source[0] == '^' && nameAlone.MatchString(source)) {
			above := tab
			if !isTab {
				above = text[blocks[i-1].Span.Start:min(blocks[i-1].Span.End, blocks[i-1].Span.Start+longestSearch)]
			}
			ties = append(ties, above+" -> "+firstLine(source))
		}
		switch {
		case isTab:
			tab = firstLine(source)
		case b.Kind != Code || strings.HasPrefix(source, "`"):
			tab = "" // indented code is content of the tab
		}
	}
	return ties
}

var (
	liquidTag    = regexp.MustCompile(`\{%[^{}]*%\}|\{\{[^{}]*\}\}`)
	liquidValue  = regexp.MustCompile(`(?i)\{(?:%-?|\{[<%])\s*\.?(?:[\w-]+[\s./:]+)?(?:assign|capture|increment|decrement|set|store|define|macro|import\b.*\bas)\s+(?:(?:name|key|var|id)=)?["']?([\pL_][\w-]*)`)
	liquidCount  = regexp.MustCompile(`\{%-?\s*(?:in|de)crement\s+([\pL_][\w-]*)`)
	liquidImport = regexp.MustCompile(`\{%-?\s*from\b[^%]*?\bimport\s+([^%]*?)(?:\bwith(?:out)?\s+context\s*)?-?%\}`)
	liquidName   = regexp.MustCompile(`[\pL_][\w-]*`)
)

// Counters returns the counters of Liquid.
func (markdownNotation) Counters(text string, blocks []Block) []Label {
	if !strings.Contains(text, "crement ") {
		return nil
	}
	return labelsMatching(text, blocks, liquidCount)
}

// mentions returns Quarto's cross references.
func (markdownNotation) mentions(text string, blocks []Block) []Label {
	var mentions []Label
	for _, b := range blocks {
		if source := text[b.Span.Start:b.Span.End]; b.Kind != Code && strings.Contains(source, "@") {
			for _, m := range quartoReference.FindAllStringSubmatchIndex(source, -1) {
				mentions = append(mentions, Label{source[m[2]:m[3]], Span{m[2], m[3]}.Shift(b.Span.Start)})
			}
		}
	}
	return mentions
}

var (
	quartoReference = regexp.MustCompile(`(?i)@((?:fig|tbl|sec|eq|lst|thm|lem|cor|prp|cnj|def|exm|exr|rem|sol)-[\w:-]*\w)`)
	quartoLabel     = regexp.MustCompile(`(?m)^#\| *label: *["']?([\w:-]+)`)
	blockName       = regexp.MustCompile(`(?m)(?:^|[ \t])\^([\w-]+)[ \t]*\r?$`)
)

// References returns the text in all brackets, because only definitions decide which of them are references.
func (markdownNotation) References(text string, blocks []Block) []string {
	var labels []string
	for _, b := range blocks {
		if b.Kind == Code || b.Kind == Math || b.Kind == FrontMatter {
			continue
		}
		for _, label := range bracketed.FindAllString(text[b.Span.Start:b.Span.End], -1) {
			labels = append(labels, NormalizeLabel(label))
		}
	}
	return labels
}

var bracketed = regexp.MustCompile(`\[(?:[^\[\]\\]|\\.)+\]`)

// NormalizeLabel returns a label in brackets in the form in which CommonMark compares it.
func NormalizeLabel(label string) string {
	inner := strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(label), "["), "]")
	return "[" + util.ToLinkReference([]byte(inner)) + "]"
}

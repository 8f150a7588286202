package markup

import (
	"regexp"
	"slices"
	"strings"
)

// delimiters returns HTML tags, the marks of divisions, of blocks of Python Markdown and of included parts, template tags, kramdown extensions, and LaTeX
// environments.
func (n markdownNotation) delimiters(text string, blocks []Block) []delimiter {
	delimiters := n.tagDelimiters(text, blocks)
	depth := 0
	eachLineContaining(text, blocks, ":::", func(line Span, content string) {
		m := markdownDivision.FindStringSubmatch(content)
		switch {
		case m == nil || pythonName.MatchString(m[1]):
		case m[1] != "":
			depth++
			delimiters = append(delimiters, delimiter{at: line, name: ":::", opens: true})
		case depth > 0:
			depth--
			delimiters = append(delimiters, delimiter{at: line, name: ":::", closes: true})
		}
	})
	eachLineContaining(text, blocks, "///", func(line Span, content string) {
		if m := pythonBlock.FindStringSubmatch(content); m != nil {
			delimiters = append(delimiters, delimiter{at: line, name: m[1], opens: m[2] != "", closes: m[2] == "", pairs: true})
		}
	})
	eachLineContaining(text, blocks, "{", func(line Span, content string) {
		for _, m := range templateTag.FindAllStringSubmatchIndex(content, -1) {
			delimiters = append(delimiters, newTemplateDelimiter(content, m, line.Start))
		}
	})
	delimiters = append(delimiters, includedPartDelimiters(text, blocks, "ANCHOR", bookPart)...)
	delimiters = append(delimiters, includedPartDelimiters(text, blocks, "8<-", snippetPart)...)
	var extensions []string // names of the open extensions of kramdown
	eachLineContaining(text, blocks, "{:", func(line Span, content string) {
		for _, m := range kramdownExtension.FindAllStringSubmatchIndex(content, -1) {
			f := delimiter{at: Span{line.Start + m[0], line.Start + m[1]}, pairs: true}
			last := len(extensions) - 1
			switch {
			case m[4] >= 0: // the extension closes itself
				continue
			case m[2] >= 0:
				f.opens = true
				extensions = append(extensions, content[m[2]:m[3]])
				f.name = "::" + content[m[2]:m[3]]
			case last >= 0 && (m[6] == m[7] || content[m[6]:m[7]] == extensions[last]):
				f.closes = true
				f.name = "::" + extensions[last]
				extensions = extensions[:last]
			default:
				continue
			}
			delimiters = append(delimiters, f)
		}
	})
	delimiters = append(delimiters, environmentDelimiters(text, blocks)...)
	slices.SortStableFunc(delimiters, func(a, b delimiter) int { return a.at.Start - b.at.Start })
	return delimiters
}

// kramdownExtension matches the beginning or end of an extension of kramdown, such as a comment.
var kramdownExtension = regexp.MustCompile(`\{::(\w+)(?:\s[^{}]*?)?(/)?\}|\{:/(\w*)\}`)

// bookPart matches a mark of a part for mdBook, snippetPart one for Python Markdown's snippets.
var (
	bookPart    = regexp.MustCompile(`\b(ANCHOR(?:_END)?):\s*([\w-]+)`)
	snippetPart = regexp.MustCompile(`-+8<-+\s*\[\s*(start|end)\s*:\s*([\w-]+)\s*\]`)
)

// pythonName matches the name in a line that mkdocstrings replaces with documentation.
var pythonName = regexp.MustCompile(`^[A-Za-z_]\w*(?:\.\w+)+$`)

// markdownDivision matches a line that begins or ends a division; text after the colons begins one.
var markdownDivision = regexp.MustCompile(`^[ \t>]*:{3,}[ \t]*([^:\s].*?)?[ \t]*:*[ \t]*$`)

// pythonBlock matches a line that begins or ends a block of Python Markdown; a name after the slashes begins one. A block within another
// has fewer slashes.
var pythonBlock = regexp.MustCompile(`^[ \t>]*(/{3,})[ \t]*(?:(\w[\w-]*)(?:[ \t]*\|.*)?)?[ \t]*$`)

// templateTag matches a tag of Liquid, Jinja or Hugo.
var templateTag = regexp.MustCompile(`\{%-?\s*(end)?(\w+)[^{}]*%\}|\{\{[<%]\s*(/)?\s*([\w/-]+)[^{}]*?(/)?\s*[>%]\}\}`)

// newTemplateDelimiter returns the delimiter of a template tag, given its match in content and the offset of content.
func newTemplateDelimiter(content string, m []int, from int) delimiter {
	f := delimiter{at: Span{from + m[0], from + m[1]}, pairs: true, overlaps: true}
	if m[4] >= 0 {
		f.name, f.closes = "% "+content[m[4]:m[5]], m[2] >= 0
		if name := content[m[4]:m[5]]; name == "else" || name == "elsif" || name == "elif" {
			f.name, f.opens, f.closes = "% if", true, true
			return f
		}
	} else {
		f.name, f.closes = "< "+content[m[8]:m[9]], m[6] >= 0
		if m[10] >= 0 {
			f.name += "/" // the tag closes itself
		}
	}
	f.opens = !f.closes
	f.pairs = f.pairs && !templateBlocks[f.name]
	return f
}

// templateBlocks are the tags that need an end.
var templateBlocks = map[string]bool{
	"% if": true, "% unless": true, "% for": true, "% case": true, "% capture": true, "% comment": true, "% raw": true, "% highlight": true, "% block": true,
}

func (markdownNotation) tagDelimiters(text string, blocks []Block) []delimiter {
	var delimiters []delimiter
	for _, b := range blocks {
		switch {
		case b.Kind == HTML:
			source := blankMDXExpressions(text[b.Span.Start:b.Span.End])
			for _, f := range tagDelimiters(source, Span{End: len(source)}) {
				f.at = f.at.Shift(b.Span.Start)
				delimiters = append(delimiters, f)
			}
		case b.Kind.IsProse() || b.Kind == Heading:
			delimiters = append(delimiters, inlineTagDelimiters(text, b.Span)...)
		}
	}
	return addImpliedEndTags(delimiters)
}

// blankMDXExpressions replaces the values that MDX writes in braces by quoted strings of the same length. They may contain `>`.
func blankMDXExpressions(text string) string {
	return attributeExpression.ReplaceAllStringFunc(text, func(said string) string {
		return `="` + strings.Repeat("x", len(said)-len(`=""`)) + `"`
	})
}

// attributeExpression matches the value of an attribute, with braces in braces to a depth of 4.
var attributeExpression = func() *regexp.Regexp {
	inner := `[^{}]*`
	for range 3 {
		inner = `(?:[^{}]|\{` + inner + `\})*`
	}
	return regexp.MustCompile(`=\{` + inner + `\}`)
}()

// inlineTagDelimiters returns the tags in a block of prose whose partners are in other blocks.
func inlineTagDelimiters(text string, span Span) []delimiter {
	said := blankBackticks(blankMDXExpressions(text[span.Start:span.End]), false) // the scanner would pair them across items
	if strings.IndexByte(said, '<') < 0 {
		return nil
	}
	var delimiters []delimiter
	source := []byte(said)
	s := inlineScanner{run: source}
	s.report = func(at Span, kind inlineKind) {
		if kind == inlineHidden && source[at.Start] == '<' && at.Len() > 2 && source[at.Start+1] != '!' {
			for _, f := range tagDelimiters(said, at) {
				f.at = f.at.Shift(span.Start)
				delimiters = append(delimiters, f)
			}
		}
	}
	for i := 0; i < len(source); {
		i += max(1, s.scanMarkdownConstruct(i))
	}
	if len(delimiters) == 0 {
		return nil
	}
	lone := unmatchedDelimiters(delimiters, span)
	for i := range lone {
		lone[i].pairs = true // it may be a letter in angle brackets
	}
	return lone
}

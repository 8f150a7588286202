package markup

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Blocks of Markdown's dialects that contain other blocks:
//
//	!!! note "x"     an admonition of MkDocs, also ??? and ???+, and a tab of Material,
//	    text         === "x": the blocks indented below it
//	```{note}        a MyST directive that contains prose
//	/// note         a block of Python Markdown: its marks and options are not prose
//	:   text         the definition of a term (pandoc, MkDocs), if blocks are indented below it
//	{% highlight %}  code and comments of templates (Jekyll, Hugo), to their end
//
// Admonitions, tabs, directives and definitions of terms are quotes, regardless of the blocks in them. An
// HTML block that contains prose is a paragraph.

var (
	kindAdmonition     = ast.NewNodeKind("SeglsAdmonition")
	kindDefinitionList = ast.NewNodeKind("SeglsMeaning")

	kindTemplateCode = ast.NewNodeKind("SeglsTemplateCode")
)

// admonitionParser reads an admonition or a tab, with its indented blocks.
type admonitionParser struct{}

func (admonitionParser) Trigger() []byte { return []byte{'!', '?', '='} }

func (admonitionParser) Open(_ ast.Node, reader gmtext.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, _ := reader.PeekLine()
	if !admonition.Match(line[max(0, pc.BlockOffset()):]) {
		return nil, parser.NoChildren
	}
	reader.AdvanceToEOL()
	return &opaqueBlock{kind: kindAdmonition}, parser.HasChildren
}

func (admonitionParser) Continue(_ ast.Node, reader gmtext.Reader, _ parser.Context) parser.State {
	return continueIndented(reader)
}

func (admonitionParser) Close(ast.Node, gmtext.Reader, parser.Context) {}
func (admonitionParser) CanInterruptParagraph() bool                   { return true }
func (admonitionParser) CanAcceptIndentedLine() bool                   { return false }

var admonition = regexp.MustCompile(`^(?:(?:!!!|\?\?\?\+?) ?\pL|===[!+]? ?["'])`)

// paragraphBelowDivisionParser begins a paragraph below a line that ends a division (::: or ///), and at such a line if that would
// otherwise continue a paragraph in a list or quote.
type paragraphBelowDivisionParser struct{ parser.BlockParser }

func (p paragraphBelowDivisionParser) Open(parent ast.Node, reader gmtext.Reader, pc parser.Context) (ast.Node, parser.State) {
	above, ok := pc.LastOpenedBlock().Node.(*ast.Paragraph)
	line, _ := reader.PeekLine()
	if !ok || above.Lines().Len() == 0 || util.IsBlank(line) {
		return nil, parser.NoChildren
	}
	last := above.Lines().At(above.Lines().Len() - 1)
	if isOutside := above.Parent() != parent; !endsDivision(last.Value(reader.Source())) && !(isOutside && endsDivision(line)) {
		return nil, parser.NoChildren
	}
	return p.BlockParser.Open(parent, reader, pc)
}

func (paragraphBelowDivisionParser) CanInterruptParagraph() bool { return true }
func (paragraphBelowDivisionParser) CanAcceptIndentedLine() bool { return true }

// endsDivision reports whether a line ends a division.
func endsDivision(line []byte) bool {
	line = bytes.TrimSpace(line)
	if bytes.HasPrefix(line, []byte("///")) {
		m := pythonBlock.FindSubmatch(line)
		return m != nil && len(m[2]) == 0
	}
	if !bytes.HasPrefix(line, []byte(":::")) {
		return false
	}
	m := markdownDivision.FindSubmatch(line)
	return m != nil && len(m[1]) == 0
}

// definitionListParser reads the definition of a term, with its indented blocks. Without such blocks, it is an ordinary paragraph.
type definitionListParser struct{}

func (definitionListParser) Trigger() []byte { return []byte{':', '~'} }

func (definitionListParser) Open(parent ast.Node, reader gmtext.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, segment := reader.PeekLine()
	at := max(0, pc.BlockOffset())
	if parent.Kind() == kindDefinitionList || at+2 >= len(line) || line[at] != ':' && line[at] != '~' || !util.IsSpace(line[at+1]) || util.IsBlank(line[at+1:]) {
		return nil, parser.NoChildren
	}
	width, _ := util.IndentWidth(line, reader.LineOffset())
	if !isNextTextIndented(reader.Source()[segment.Stop:], width+4) {
		return nil, parser.NoChildren
	}
	reader.Advance(at + 2)
	return &opaqueBlock{kind: kindDefinitionList}, parser.HasChildren
}

func (definitionListParser) Continue(_ ast.Node, reader gmtext.Reader, _ parser.Context) parser.State {
	return continueIndented(reader)
}

// isNextTextIndented reports whether the first line after the next blank lines is nearby and indented by at least `columns`.
func isNextTextIndented(text []byte, columns int) bool {
	text = text[:min(len(text), 2*longestSearch)]
	wasBlank := false
	for line := range bytes.Lines(text) {
		switch {
		case util.IsBlank(line):
			wasBlank = true
		case wasBlank:
			width, _ := util.IndentWidth(line, 0)
			return width >= columns
		}
	}
	return false
}

func (definitionListParser) Close(ast.Node, gmtext.Reader, parser.Context) {}
func (definitionListParser) CanInterruptParagraph() bool                   { return true }
func (definitionListParser) CanAcceptIndentedLine() bool                   { return false }

// templateCodeParser reads code, diagrams, formulas and comments of a template, to the closing tag or the end of the document.
type templateCodeParser struct{}

func (templateCodeParser) Trigger() []byte { return []byte{'{'} }

func (templateCodeParser) Open(_ ast.Node, reader gmtext.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, _ := reader.PeekLine()
	m := templateCode.FindSubmatch(line[max(0, pc.BlockOffset()):])
	if m == nil {
		return nil, parser.NoChildren
	}
	end := templateCodeEnds[string(m[1])]
	if end.Match(line) {
		return nil, parser.NoChildren
	}
	reader.AdvanceToEOL()
	return &opaqueBlock{kind: kindTemplateCode, end: end}, parser.NoChildren
}

func (templateCodeParser) Continue(node ast.Node, reader gmtext.Reader, _ parser.Context) parser.State {
	code := node.(*opaqueBlock)
	if code.closed {
		return parser.Close
	}
	line, _ := reader.PeekLine()
	code.closed = code.end.Match(line)
	reader.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

var (
	templateCode     = regexp.MustCompile(`^(?:\{%-?|\{\{[<%])\s*(highlight|comment|mermaid|math)\b`)
	templateCodeEnds = func() map[string]*regexp.Regexp {
		ends := make(map[string]*regexp.Regexp)
		for _, name := range [...]string{"highlight", "comment", "mermaid", "math"} {
			ends[name] = regexp.MustCompile(`(?:\{%-?\s*end|\{\{[<%]\s*/\s*)` + name + `\b`)
		}
		return ends
	}()

	// blockOption matches an option of a block of Python Markdown.
	blockOption = regexp.MustCompile(`^(?:open|type|attrs|title):\s`)
)

func (templateCodeParser) Close(ast.Node, gmtext.Reader, parser.Context) {}
func (templateCodeParser) CanInterruptParagraph() bool                   { return true }
func (templateCodeParser) CanAcceptIndentedLine() bool                   { return false }

// isMySTProseDirective reports whether the info string of a fence names a MyST directive that contains prose.
func isMySTProseDirective(info string) bool {
	m := mystInfo.FindStringSubmatch(info)
	return m != nil && isRSTProseDirective(m[1])
}

var mystInfo = regexp.MustCompile(`^\{([\w:-]+)\}`)

// appendDirectiveRuns appends the prose of a directive in a list or a quote, one run for each paragraph.
func (m *goldmarkConverter) appendDirectiveRuns(dst []Run, lines *gmtext.Segments) []Run {
	var run Run
	isOption := true
	for i := range lines.Len() {
		at := lines.At(i)
		line := trimSpanEnd(m.text, Span{at.Start + m.body, at.Stop + m.body})
		content := m.text[line.Start:line.End]
		if isOption = isOption && mystOption.MatchString(content); isOption {
			continue
		}
		if isBlank(content) {
			dst, run = append(dst, run.nonEmptyRuns()...), nil
			continue
		}
		run = appendLine(run, m.text, line)
	}
	return append(dst, run.nonEmptyRuns()...)
}

// directiveBody returns the span of the prose in a fenced MyST directive; false if there is none, as in other fences.
func directiveBody(text string, block Span) (body Span, ok bool) {
	source := text[block.Start:block.End]
	m := mystFence.FindStringSubmatch(source)
	if m == nil || !isRSTProseDirective(m[2]) {
		return Span{}, false
	}
	at := len(m[0])
	isYAML := false
	for line := range Lines(source[at:]) {
		content := source[at+line.Start : at+line.End]
		switch {
		case line.Start == 0 && content == "---":
			isYAML = true
			continue
		case isYAML:
			if isYAML = content != "---"; isYAML {
				continue
			}
			line.Start = min(line.End+1, len(source)-at)
		case mystOption.MatchString(content):
			continue
		}
		body.Start = at + line.Start
		break
	}
	if argument := strings.TrimSpace(m[3]); argument != "" && untitledDirectives[m[2]] && (body.Start == 0 || body.Start == len(m[0])) {
		body.Start = strings.Index(source, argument) // it is the first line of the text
	}
	if body.Start == 0 {
		return Span{}, false
	}
	body.End = len(source)
	if last := strings.LastIndexAny(source, "\r\n") + 1; strings.Trim(source[last:], m[1][:1]+" \t") == "" && len(strings.TrimSpace(source[last:])) >= len(m[1]) {
		body.End = last
	}
	return body.Shift(block.Start), body.Start < body.End
}

var (
	mystFence  = regexp.MustCompile("^(`{3,}|~{3,})\\{([\\w:-]+)\\}([^\n\r]*)(?:\r\n|\r|\n)")
	mystOption = regexp.MustCompile(`^:[\w-]+:(?:\s|$)`)
)

// deepestDirective is the greatest number of directives around a block in which prose is still read.
const deepestDirective = 4

// asProseIfAny turns a block that goldmark reads as code or HTML into prose, if it contains any.
func (f Format) asProseIfAny(text string, b Block, depth int) Block {
	if depth > deepestDirective {
		return b
	}
	switch b.Kind {
	case Code:
		body, ok := directiveBody(text, b.Span)
		if !ok {
			return b
		}
		inner := scanMarkdownBlocks(f, text[body.Start:body.End], 0, depth+1)
		for i := range inner {
			inner[i].Shift(body.Start)
		}
		if quote := b.asQuote(inner); quote.Kind == Quote {
			return quote
		}
	case HTML:
		source := text[b.Span.Start:b.Span.End]
		if !htmlWithProse.MatchString(source) && !isComponentWithProse(source) {
			return b
		}
		inner := HyperText.Scan(source)
		for i := range inner {
			inner[i].Shift(b.Span.Start)
		}
		if quote := b.asQuote(inner); quote.Kind == Quote {
			quote.Kind, quote.Children = Paragraph, nil
			if hasWord(string(f.AppendMask(nil, text, quote))) {
				return quote
			}
		}
	}
	return b
}

// htmlWithProse matches the beginning of an HTML block whose text is prose.
var htmlWithProse = regexp.MustCompile(`^[ \t]*<(?i:div|p|center|blockquote|section|article|aside|main|h[1-6]|span|dl|ul|ol|details)\b`)

var anyTag = regexp.MustCompile(`<[^<>]*>`)

// isComponentWithProse reports whether an HTML block is an MDX component that contains text and not code.
func isComponentWithProse(source string) bool {
	m := component.FindStringSubmatch(source)
	return m != nil && strings.HasSuffix(source, "</"+m[1]+">") && !componentOfCode.MatchString(m[1])
}

var (
	component       = regexp.MustCompile(`^<([A-Z][\w.]*)(?:\s[^<>\n]*)?>`)
	componentOfCode = regexp.MustCompile(`Code|Script|Style|Snippet|Sandpack|Math|Mermaid|Head|File`)
)

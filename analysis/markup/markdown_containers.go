package markup

import (
	"bytes"
	"regexp"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"
)

// Blocks of Markdown's dialects that hold other blocks:
//
//	!!! note "x"     an admonition of MkDocs, also ??? and ???+, and a tab of Material,
//	    text         === "x": what is indented below it
//	```{note}        a directive of MyST that holds prose
//	%%               a comment of Obsidian, to the next %%
//
// The first two are quotes, whatever is in them. A block of HTML that holds prose is a paragraph.

var (
	kindAdmonition = ast.NewNodeKind("SeglsAdmonition")
	kindRemark     = ast.NewNodeKind("SeglsRemark")
)

// admonitionParser reads an admonition or a tab, with the indented blocks that belong to it.
type admonitionParser struct{}

func (admonitionParser) Trigger() []byte { return []byte{'!', '?', '='} }

func (admonitionParser) Open(_ ast.Node, reader gmtext.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, _ := reader.PeekLine()
	if !admonition.Match(line[max(0, pc.BlockOffset()):]) {
		return nil, parser.NoChildren
	}
	reader.AdvanceToEOL()
	return &opaque{kind: kindAdmonition}, parser.HasChildren
}

func (admonitionParser) Continue(_ ast.Node, reader gmtext.Reader, _ parser.Context) parser.State {
	return continueIndented(reader)
}

func (admonitionParser) Close(ast.Node, gmtext.Reader, parser.Context) {}
func (admonitionParser) CanInterruptParagraph() bool                   { return true }
func (admonitionParser) CanAcceptIndentedLine() bool                   { return false }

var admonition = regexp.MustCompile(`^(?:(?:!!!|\?\?\?\+?) ?\pL|===[!+]? ?["'])`)

// remarkParser reads a comment of Obsidian of several lines, from a line of %% to the next line
// that has one, or to the end of the document.
type remarkParser struct{}

func (remarkParser) Trigger() []byte { return []byte{'%'} }

func (remarkParser) Open(_ ast.Node, reader gmtext.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, _ := reader.PeekLine()
	if string(bytes.TrimSpace(line[max(0, pc.BlockOffset()):])) != "%%" {
		return nil, parser.NoChildren
	}
	reader.AdvanceToEOL()
	return &opaque{kind: kindRemark}, parser.NoChildren
}

func (remarkParser) Continue(node ast.Node, reader gmtext.Reader, _ parser.Context) parser.State {
	remark := node.(*opaque)
	if remark.closed {
		return parser.Close
	}
	line, _ := reader.PeekLine()
	remark.closed = bytes.Contains(line, []byte("%%"))
	reader.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

func (remarkParser) Close(ast.Node, gmtext.Reader, parser.Context) {}
func (remarkParser) CanInterruptParagraph() bool                   { return true }
func (remarkParser) CanAcceptIndentedLine() bool                   { return false }

// mystProse are the directives of MyST that hold prose.
var mystProse = wordSet(`note warning tip important caution attention danger hint error seealso admonition margin sidebar
	epigraph pull-quote highlights topic dropdown card tab-item tab-set grid grid-item grid-item-card aside versionadded versionchanged
	deprecated todo exercise solution abstract figure-md only container`)

// directiveBody is the extent of the prose in a fenced directive of MyST: what stands between its
// options and its end. Other fences hold code.
func directiveBody(text string, block Span) (body Span, ok bool) {
	source := text[block.Start:block.End]
	m := mystFence.FindStringSubmatch(source)
	if m == nil || !mystProse[m[2]] && !strings.HasPrefix(m[2], "prf:") {
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
	mystFence  = regexp.MustCompile("^(`{3,}|~{3,})\\{([\\w:-]+)\\}[^\n\r]*(?:\r\n|\r|\n)")
	mystOption = regexp.MustCompile(`^:[\w-]+:(?:\s|$)`)
)

// deepestDirective is how deeply directives may be nested.
const deepestDirective = 4

// proseInside turns a block that goldmark takes for code or HTML into prose, if it holds any.
func (f Format) proseInside(text string, b Block, depth int) Block {
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
		if quote := b.quoting(inner); quote.Kind == Quote {
			return quote
		}
	case HTML:
		source := text[b.Span.Start:b.Span.End]
		if !htmlWithProse.MatchString(source) {
			return b
		}
		inner := HyperText.Scan(source)
		for i := range inner {
			inner[i].Shift(b.Span.Start)
		}
		if quote := b.quoting(inner); quote.Kind == Quote {
			quote.Kind, quote.Children = Paragraph, nil
			if hasWord(string(f.Mask(nil, text, quote))) {
				return quote
			}
		}
	}
	return b
}

// htmlWithProse matches the beginning of a block of HTML whose text is prose.
var htmlWithProse = regexp.MustCompile(`^[ \t]*<(?i:div|p|center|blockquote|section|article|aside|main|h[1-6]|span|dl|ul|ol)\b`)

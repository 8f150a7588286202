package markup

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	extensionast "github.com/yuin/goldmark/extension/ast"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// blockParser is goldmark with tables and our own block parsers, but without inline parsers.
var blockParser = sync.OnceValue(func() parser.Parser { return newBlockParser(blockParsers(), false) })

// blockParsers returns goldmark's block parsers, with [commentedParagraphParser] for paragraphs.
func blockParsers() []util.PrioritizedValue {
	list := parser.DefaultBlockParsers()
	for i, p := range list {
		if value := p.Value.(parser.BlockParser); value.Trigger() == nil && !value.CanAcceptIndentedLine() {
			list[i].Value = commentedParagraphParser{value}
		}
	}
	return list
}

// mdxParser is blockParser for MDX, in which indented text is not code, and headings and fences may be indented.
var mdxParser = sync.OnceValue(func() parser.Parser {
	var list []util.PrioritizedValue
	for _, p := range blockParsers() {
		switch value := p.Value.(type) {
		case parser.BlockParser:
			trigger := string(value.Trigger())
			if trigger == "" && value.CanAcceptIndentedLine() {
				continue // indented code
			}
			if trigger == "" || strings.ContainsAny(trigger, "~#") { // paragraphs, fences, headings
				p.Value = indentTolerantParser{value}
			}
		}
		list = append(list, p)
	}
	return newBlockParser(list, true)
})

var fenceMark = regexp.MustCompile("```+|~~~+")

// indentTolerantParser is a block parser that also reads blocks that are indented like code.
type indentTolerantParser struct{ parser.BlockParser }

func (indentTolerantParser) CanAcceptIndentedLine() bool { return true }

// Continue ends fenced code at a closing fence even if that is indented like code.
func (p indentTolerantParser) Continue(node ast.Node, reader gmtext.Reader, pc parser.Context) parser.State {
	line, at := reader.PeekLine()
	if width, _ := util.IndentWidth(line, reader.LineOffset()); node.Kind() == ast.KindFencedCodeBlock && width > 3 {
		fence := strings.TrimSpace(string(line))
		if node.Lines().Len() > 0 {
			at = node.Lines().At(0)
		}
		source := reader.Source()[:at.Start]
		above := source[:max(0, bytes.LastIndexByte(source, '\n'))] // up to the line with the opening fence
		opening := string(fenceMark.Find(above[bytes.LastIndexByte(above, '\n')+1:]))
		if opening != "" && strings.HasPrefix(fence, opening) && strings.Trim(fence, opening[:1]) == "" {
			reader.AdvanceToEOL()
			return parser.Close
		}
	}
	return p.BlockParser.Continue(node, reader, pc)
}

// knitrParser is blockParser for R Markdown and Quarto.
var knitrParser = sync.OnceValue(func() parser.Parser {
	list := blockParsers()
	for i, p := range list {
		if value := p.Value.(parser.BlockParser); slices.Contains(value.Trigger(), '`') {
			list[i].Value = chunkParser{value}
		}
	}
	return newBlockParser(list, false)
})

// chunkParser is goldmark's fence parser, but allows backticks in the header of a chunk, as knitr and Quarto do.
type chunkParser struct{ parser.BlockParser }

func (p chunkParser) Open(parent ast.Node, reader gmtext.Reader, pc parser.Context) (ast.Node, parser.State) {
	return p.BlockParser.Open(parent, chunkReader{reader}, pc)
}

// chunkReader replaces the backticks in the header of a chunk by apostrophes.
type chunkReader struct{ gmtext.Reader }

func (r chunkReader) PeekLine() ([]byte, gmtext.Segment) {
	line, at := r.Reader.PeekLine()
	if m := chunkHeader.FindSubmatchIndex(line); m != nil {
		line = append(slices.Clone(line[:m[2]]), bytes.ReplaceAll(line[m[2]:], []byte("`"), []byte("'"))...)
	}
	return line, at
}

var chunkHeader = regexp.MustCompile("^[ \t]*`{3,}[ \t]*(\\{[\\w-]+(?:[ ,].*)?\\})\\s*$")

// newBlockParser returns a parser with the given block parsers and our own. Parsing an empty text makes it safe for concurrent use.
func newBlockParser(list []util.PrioritizedValue, isMDX bool) parser.Parser {
	own := []util.PrioritizedValue{
		util.Prioritized(conflictParser{}, 50),
		util.Prioritized(mathParser{}, 650),
		util.Prioritized(footnoteParser{}, 660),
		util.Prioritized(mdxCommentParser{isMDX}, 670),
		util.Prioritized(templateCodeParser{}, 690),
		util.Prioritized(definitionListParser{}, 700),
		util.Prioritized(admonitionParser{}, 90), // before the underlines of headings
		util.Prioritized(tableParser{}, 150),     // before rules
		util.Prioritized(paragraphBelowDivisionParser{commentedParagraphParser{parser.NewParagraphParser()}}, 900),
	}
	if isMDX {
		own = append(own, util.Prioritized(moduleParser{}, 680))
	}
	transformers := []util.PrioritizedValue{
		util.Prioritized(linkDefinitionTransformer{}, 100),
		util.Prioritized(pipeTableTransformer{extension.NewTableParagraphTransformer()}, 200),
	}
	p := parser.NewParser(
		parser.WithBlockParsers(append(list, own...)...),
		parser.WithInlineParsers(util.Prioritized(InlineSkipper{}, 100)),
		parser.WithParagraphTransformers(transformers...))
	p.Parse(gmtext.NewReader(nil))
	return p
}

// scanMarkdown reads front matter itself and leaves the rest to goldmark.
func scanMarkdown(f Format, text string, isPart bool) []Block {
	var blocks []Block
	body := 0
	if !isPart {
		if body = f.Head(text); body > 0 {
			blocks = append(blocks, Block{Kind: FrontMatter, Span: Span{0, body}})
		} else if strings.HasPrefix(text, byteOrderMark) {
			body = len(byteOrderMark)
		}
	}
	return append(blocks, scanMarkdownBlocks(f, text, body, 0)...)
}

// scanMarkdownBlocks returns the blocks of a text from the offset body on. depth is the number of directives that contain it.
func scanMarkdownBlocks(f Format, text string, body, depth int) []Block {
	blockParser := blockParser
	switch {
	case f.isMDX:
		blockParser = mdxParser
	case f.isKnitr:
		blockParser = knitrParser
	}
	comments := new(obsidianComments)
	root := blockParser().Parse(gmtext.NewReader(LimitNesting(text[body:])), parser.WithContext(comments.newContext()))
	scan := goldmarkConverter{text: text, body: body, comments: comments.shifted(body), blocks: make([]Block, 0, root.ChildCount())}
	for node := root.FirstChild(); node != nil; node = root.FirstChild() {
		scan.addNode(node)
		root.RemoveChild(root, node) // saves memory, because a text may have a node for every three bytes
	}
	found := joinSimpleTables(text, scan.finish())
	for i, b := range found {
		if b.Kind == HTML {
			if said, ok := f.directiveSpan(text, b.Span); ok {
				found[i].Kind, found[i].Runs = Directive, []Run{{said}}
				continue
			}
		}
		if b.Kind == HTML || b.Kind == Code {
			found[i] = f.asProseIfAny(text, b, depth)
		}
	}
	return found
}

// goldmarkConverter converts goldmark's blocks to ours, which also know where they end.
type goldmarkConverter struct {
	text     string
	body     int    // start of the text that was passed to goldmark
	comments []Span // the Obsidian comments that span several lines
	blocks   []Block
}

// addNode adds a top-level node by its position, because goldmark may return a heading after a table that it begins before.
// Adjoining definitions have the same position, and only the first is added.
func (m *goldmarkConverter) addNode(node ast.Node) {
	start := m.nodeLineStart(node)
	at := firstBlockIndex(m.blocks, start)
	if at < len(m.blocks) && m.blocks[at].Span.Start == start {
		return
	}
	b := Block{Kind: kindOfNode(node), Span: Span{Start: start}}
	switch b.Kind {
	case Heading:
		b.Level = node.(*ast.Heading).Level
		b.Runs = m.appendRuns(nil, node)
	case Paragraph:
		b.Runs = m.appendRuns(nil, node)
		if len(b.Runs) == 0 {
			b.Kind = HTML
		} else if kind, ok := dialectKind(m.text[b.Runs[0][0].Start:b.Runs[0][0].End]); ok {
			b.Kind, b.Runs = kind, nil
		}
	case Quote, List:
		b.Children, b.Runs = make([]Block, 0, node.ChildCount()), make([]Run, 0, node.ChildCount())
		for child := node.FirstChild(); child != nil; child = child.NextSibling() {
			at := len(b.Runs)
			if b.Runs = m.appendRuns(b.Runs, child); len(b.Runs) == at {
				continue
			}
			c := Block{Kind: Item, Runs: b.Runs[at:], Span: Span{Start: m.lineStart(m.nodeOffset(child))}}
			if b.Kind == Quote {
				c.Kind = Quote
			}
			b.Children = append(b.Children, c)
		}
		for i, at := 0, 0; i < len(b.Children); i++ { // let the children share the block's runs
			c := &b.Children[i]
			end := at + len(c.Runs)
			c.Runs, at = b.Runs[at:end:end], end
		}
		if len(b.Runs) == 0 {
			b.Runs = nil
		}
	}
	m.blocks = slices.Insert(m.blocks, at, b)
}

// firstBlockIndex returns the index of the first block that begins at offset or after.
func firstBlockIndex(blocks []Block, offset int) int {
	i, _ := slices.BinarySearchFunc(blocks, offset, func(b Block, offset int) int { return cmp.Compare(b.Span.Start, offset) })
	return i
}

// finish sets the ends of all blocks and returns them.
func (m *goldmarkConverter) finish() []Block {
	setBlockEnds(m.text, m.blocks, len(m.text))
	for _, b := range m.blocks {
		setBlockEnds(m.text, b.Children, b.Span.End)
	}
	return m.blocks
}

// setBlockEnds ends each block where the next one begins, and the last at `end`, but without white space.
func setBlockEnds(text string, blocks []Block, end int) {
	for i := len(blocks) - 1; i >= 0; i-- {
		blocks[i].Span = trimSpanEnd(text, Span{blocks[i].Span.Start, end})
		end = blocks[i].Span.Start
	}
}

// trimSpanEnd returns a span without white space at its end, but keeps the first byte.
func trimSpanEnd(text string, s Span) Span {
	for s.End > s.Start+1 && isSpace(text[s.End-1]) {
		s.End--
	}
	return s
}

func kindOfNode(node ast.Node) Kind {
	switch node.Kind() {
	case ast.KindHeading:
		return Heading
	case ast.KindBlockquote, kindAdmonition, kindDefinitionList:
		return Quote
	case ast.KindList:
		return List
	case ast.KindCodeBlock, ast.KindFencedCodeBlock, kindTemplateCode:
		return Code
	case ast.KindHTMLBlock, kindComment, kindModule:
		return HTML
	case ast.KindThematicBreak:
		return Rule
	case ast.KindLinkReferenceDefinition, kindFootnote:
		return Definition
	case extensionast.KindTable, kindTable:
		return Table
	case kindMath:
		return Math
	case kindConflict:
		return Conflict
	}
	return Paragraph
}

// appendRuns appends the inline text in node and below it, without blocks that are never prose.
func (m *goldmarkConverter) appendRuns(dst []Run, node ast.Node) []Run {
	if fence, ok := node.(*ast.FencedCodeBlock); ok && fence.Info != nil && fence.Parent().Kind() != ast.KindDocument {
		if isMySTProseDirective(m.text[fence.Info.Segment.Start+m.body : fence.Info.Segment.Stop+m.body]) {
			return m.appendDirectiveRuns(dst, fence.Lines())
		}
	}
	switch kindOfNode(node) {
	case Code, HTML, Table, Math, Definition, Rule, Conflict:
		return dst
	}
	if node.Type() == ast.TypeBlock && node.Lines().Len() > 0 {
		return append(dst, m.runOfSegments(node.Lines(), m.hasTitle(node)).nonEmptyRuns()...)
	}
	for child := node.FirstChild(); child != nil; child = child.NextSibling() {
		if child.Type() == ast.TypeBlock {
			dst = m.appendRuns(dst, child)
		}
	}
	return dst
}

// hasTitle reports whether a paragraph may begin with the title of a callout. A lower-case letter would continue the first line.
func (m *goldmarkConverter) hasTitle(paragraph ast.Node) bool {
	lines := paragraph.Lines()
	if paragraph.Parent().Kind() != ast.KindBlockquote || paragraph.PreviousSibling() != nil || !strings.HasPrefix(m.text[lines.At(0).Start+m.body:], "[!") {
		return false
	}
	if lines.Len() > 1 {
		first, _ := utf8.DecodeRuneInString(strings.TrimLeft(m.text[lines.At(1).Start+m.body:], " \t"))
		return !unicode.IsLower(first)
	}
	return paragraph.NextSibling() != nil
}

// runOfSegments returns the prose of lines as a run, without the title of a callout if isTitled is set.
func (m *goldmarkConverter) runOfSegments(lines *gmtext.Segments, isTitled bool) Run {
	var run Run
	isOption := false      // the lines are options of a MyST directive
	isBlockOption := false // the lines are options of a block of Python Markdown
	isComment := true      // the lines are MyST comments above the text
	for i := range lines.Len() {
		line := lines.At(i)
		whole := trimSpanEnd(m.text, Span{line.Start + m.body, line.Stop + m.body})
		content := m.text[whole.Start:whole.End]
		if isComment = isComment && i+1 < lines.Len() && mystComment.MatchString(content) && m.lineStart(whole.Start) == whole.Start; isComment {
			continue
		}
		if isOption = strings.HasPrefix(content, ":::") || isOption && mystOption.MatchString(content); isOption {
			if m := markdownDivision.FindStringSubmatch(content); m != nil && pythonName.MatchString(m[1]) {
				break // the options of mkdocstrings follow
			}
			continue
		}
		if isBlockOption = strings.HasPrefix(content, "///") || isBlockOption && blockOption.MatchString(content); isBlockOption {
			continue
		}
		s := proseOfLine(m.text, whole, i == 0)
		if s.Len() == 0 || isTitled && i == 0 && s.Start > whole.Start {
			continue
		}
		for _, part := range spansOutsideComments(m.text, s, m.comments) {
			switch n := len(run); {
			case part.Len() == 0:
			case n > 0 && isBlank(m.text[run[n-1].End:part.Start]):
				run[n-1].End = part.End
			default:
				run = append(run, part)
			}
		}
	}
	return run
}

// pipeTableTransformer requires a bar (|) in a table. Without this, "two words" above "--" in a quote would be a table.
type pipeTableTransformer struct{ parser.ParagraphTransformer }

func (p pipeTableTransformer) Transform(node *ast.Paragraph, reader gmtext.Reader, context parser.Context) {
	for i := range node.Lines().Len() {
		line := node.Lines().At(i)
		if bytes.IndexByte(line.Value(reader.Source()), '|') >= 0 {
			p.ParagraphTransformer.Transform(node, reader, context)
			return
		}
	}
}

// nodeLineStart returns the start of the line in which a top-level node begins. A table right below a paragraph reports the
// paragraph's position, but its header row the right one.
func (m *goldmarkConverter) nodeLineStart(node ast.Node) int {
	if node.Kind() == extensionast.KindTable {
		node = node.FirstChild()
	}
	return m.lineStart(m.nodeOffset(node))
}

func (m *goldmarkConverter) nodeOffset(node ast.Node) int { return node.Pos() + m.body }

// lineStart returns the start of the line at an offset, without a byte order mark.
func (m *goldmarkConverter) lineStart(offset int) int {
	return max(m.body, strings.LastIndexAny(m.text[:offset], "\r\n")+1)
}

// markdownHeadLen returns the length of the front matter with the byte order mark and the blank line before it, or 0.
func markdownHeadLen(text string) int {
	body := strings.TrimPrefix(text, byteOrderMark)
	if below, isBlank := strings.CutPrefix(strings.TrimPrefix(body, "\r"), "\n"); isBlank && hasMetadataField(below) {
		body = below
	}
	if n := frontMatterLen(body); n > 0 {
		return len(text) - len(body) + n
	}
	return 0
}

// hasMetadataField reports whether the second line of a text may be a name with a value. Hugo allows a blank line above such metadata.
func hasMetadataField(text string) bool {
	n := 0
	for line := range Lines(text) {
		if n++; n == 2 {
			return strings.ContainsAny(text[line.Start:line.End], ":=")
		}
	}
	return false
}

// frontMatterLen returns the length of the metadata at the very start of a document, in YAML or TOML, or 0. The metadata must
// have an end.
func frontMatterLen(text string) int {
	opening := ""
	for line := range Lines(text) {
		content := strings.TrimRight(text[line.Start:line.End], " \t")
		switch {
		case line.Start == 0:
			if content != "---" && content != "+++" {
				return 0
			}
			opening = content
		case content == opening, opening == "---" && content == "...":
			return line.End
		}
	}
	return 0
}

const byteOrderMark = "\ufeff"

// deepest is the greatest depth of nesting that is read, because goldmark's time is at least quadratic in the depth.
const deepest = 64

// LimitNesting returns a Markdown text for goldmark, of the same length. A lone CR becomes LF, because LSP ends a line there,
// and the markers of a line that is nested too deeply become letters, because goldmark is slow there.
func LimitNesting(text string) []byte {
	source := []byte(text)
	for i, c := range source {
		if c == '\r' && (i+1 == len(source) || source[i+1] != '\n') {
			source[i] = '\n'
		}
	}
	for start := 0; start < len(source); {
		end := bytes.IndexByte(source[start:], '\n')
		if end < 0 {
			end = len(source) - start
		}
		line := source[start : start+end]
		if n := excessiveMarkersLen(line); n > 0 {
			fillBytes(line[:n], 'x')
		}
		start += end + 1
	}
	return source
}

// excessiveMarkersLen returns the length of the markers at the start of a line if they nest it too deeply, or 0.
func excessiveMarkersLen(line []byte) int {
	depth, columns, end := 0, 0, 0
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == ' ':
			columns++
			continue
		case c == '\t':
			columns += 4
			continue
		case c == '>':
			depth++
		case (c == '-' || c == '*' || c == '+') && i+1 < len(line) && isSpace(line[i+1]):
			depth++
		case isDigit(c):
			j := i
			for j < len(line) && isDigit(line[j]) {
				j++
			}
			if j-i > 9 || j+1 >= len(line) || line[j] != '.' && line[j] != ')' || !isSpace(line[j+1]) {
				i = len(line)
				continue
			}
			i = j
			depth++
		default:
			i = len(line)
			continue
		}
		end = i + 1
	}
	if end > 0 && depth+columns/2 > deepest {
		return end
	}
	return 0
}

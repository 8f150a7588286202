package markup

import (
	"bytes"
	"regexp"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"
)

// Block parsers for blocks that goldmark does not read, or moves, such as footnotes, whose position would be lost.

var (
	kindMath     = ast.NewNodeKind("SeglsMath")
	kindFootnote = ast.NewNodeKind("SeglsFootnote")
	kindComment  = ast.NewNodeKind("SeglsComment")
	kindConflict = ast.NewNodeKind("SeglsConflict")
)

// opaqueBlock is a block whose content does not matter.
type opaqueBlock struct {
	ast.BaseBlock
	kind   ast.NodeKind
	closed bool           // its end has been seen
	end    *regexp.Regexp // matches the line that ends the block; usually nil
}

func (n *opaqueBlock) Kind() ast.NodeKind         { return n.kind }
func (n *opaqueBlock) Dump(source []byte, in int) { ast.DumpHelper(n, source, in, nil, nil) }

// mathParser reads a displayed formula, up to a line that ends with $$, or with $$ and a label, or to the end of the document.
type mathParser struct{}

func (mathParser) Trigger() []byte { return []byte{'$'} }

func (mathParser) Open(_ ast.Node, reader gmtext.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, _ := reader.PeekLine()
	line = bytes.TrimSpace(line[max(0, pc.BlockOffset()):])
	if !bytes.HasPrefix(line, []byte("$$")) {
		return nil, parser.NoChildren
	}
	formula := line[2:]
	if end := bytes.Index(formula, []byte("$$")); end >= 0 {
		if rest := formula[end+2:]; len(rest) > 0 && !isFormulaLabel(rest) {
			return nil, parser.NoChildren // the line continues, so the formula is in a paragraph
		}
		reader.AdvanceToEOL()
		return &opaqueBlock{kind: kindMath, closed: true}, parser.NoChildren
	}
	reader.AdvanceToEOL()
	return &opaqueBlock{kind: kindMath}, parser.NoChildren
}

func (mathParser) Continue(node ast.Node, reader gmtext.Reader, _ parser.Context) parser.State {
	math := node.(*opaqueBlock)
	if math.closed {
		return parser.Close
	}
	line, _ := reader.PeekLine()
	if i := bytes.LastIndex(line, []byte("$$")); i >= 0 {
		rest := bytes.TrimSpace(line[i+2:])
		math.closed = len(rest) == 0 || isFormulaLabel(rest)
	}
	reader.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

// isFormulaLabel reports whether the text after a formula is its label: {#eq-label} in Quarto and pandoc-crossref, (eq-label) in MyST.
func isFormulaLabel(b []byte) bool {
	b = bytes.TrimSpace(b)
	return bytes.HasPrefix(b, []byte("{#")) || formulaLabel.Match(b)
}

var formulaLabel = regexp.MustCompile(`^\([\w:.-]+\)$`)

func (mathParser) Close(ast.Node, gmtext.Reader, parser.Context) {}
func (mathParser) CanInterruptParagraph() bool                   { return true }
func (mathParser) CanAcceptIndentedLine() bool                   { return false }

// footnoteParser reads the definition of a footnote, `[^label]: text`, with the indented blocks that continue it.
type footnoteParser struct{}

func (footnoteParser) Trigger() []byte { return []byte{'['} }

func (footnoteParser) Open(parent ast.Node, reader gmtext.Reader, pc parser.Context) (ast.Node, parser.State) {
	if parent.Kind() == kindFootnote {
		return nil, parser.NoChildren // one line must not nest footnotes without end
	}
	line, _ := reader.PeekLine()
	at := max(0, pc.BlockOffset())
	if !bytes.HasPrefix(line[at:], []byte("[^")) {
		return nil, parser.NoChildren
	}
	end := bytes.IndexByte(line[at:], ']')
	if end < 3 || at+end+1 >= len(line) || line[at+end+1] != ':' || bytes.ContainsAny(line[at:at+end], " \t") {
		return nil, parser.NoChildren
	}
	reader.Advance(at + end + 2)
	return &opaqueBlock{kind: kindFootnote}, parser.HasChildren
}

func (footnoteParser) Continue(_ ast.Node, reader gmtext.Reader, _ parser.Context) parser.State {
	return continueIndented(reader)
}

// continueIndented adds the next line to a block if it is blank or indented by at least four columns, and otherwise closes the block.
func continueIndented(reader gmtext.Reader) parser.State {
	line, _ := reader.PeekLine()
	if util.IsBlank(line) {
		return parser.Continue | parser.HasChildren
	}
	position, padding := util.IndentPosition(line, reader.LineOffset(), 4)
	if position < 0 {
		return parser.Close
	}
	reader.AdvanceAndSetPadding(position, padding)
	return parser.Continue | parser.HasChildren
}

func (footnoteParser) Close(ast.Node, gmtext.Reader, parser.Context) {}
func (footnoteParser) CanInterruptParagraph() bool                   { return true }
func (footnoteParser) CanAcceptIndentedLine() bool                   { return false }

// mdxCommentParser reads an MDX comment, {/* comment */}, that is alone on its line or, if `multiline` is set, on several lines.
type mdxCommentParser struct{ multiline bool }

func (mdxCommentParser) Trigger() []byte { return []byte{'{'} }

func (p mdxCommentParser) Open(_ ast.Node, reader gmtext.Reader, pc parser.Context) (ast.Node, parser.State) {
	line, _ := reader.PeekLine()
	line = bytes.TrimSpace(line[max(0, pc.BlockOffset()):])
	closing := bytes.Index(line, []byte("*/}"))
	if !bytes.HasPrefix(line, []byte("{/*")) || closing < 0 && !p.multiline || closing >= 0 && closing != len(line)-len("*/}") {
		return nil, parser.NoChildren
	}
	reader.AdvanceToEOL()
	return &opaqueBlock{kind: kindComment, closed: closing >= 0}, parser.NoChildren
}

func (mdxCommentParser) Continue(node ast.Node, reader gmtext.Reader, _ parser.Context) parser.State {
	return continueUntil(node, reader, "*/}")
}

func (mdxCommentParser) Close(ast.Node, gmtext.Reader, parser.Context) {}
func (mdxCommentParser) CanInterruptParagraph() bool                   { return true }
func (mdxCommentParser) CanAcceptIndentedLine() bool                   { return false }

// continueUntil continues an opaque block up to and including the line that contains a mark.
func continueUntil(node ast.Node, reader gmtext.Reader, mark string) parser.State {
	block := node.(*opaqueBlock)
	if block.closed {
		return parser.Close
	}
	line, _ := reader.PeekLine()
	block.closed = bytes.Contains(line, []byte(mark))
	reader.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

// conflictParser reads a merge conflict, from its first mark to its last, or to the end of the document.
type conflictParser struct{}

func (conflictParser) Trigger() []byte { return []byte{'<'} }

func (conflictParser) Open(parent ast.Node, reader gmtext.Reader, _ parser.Context) (ast.Node, parser.State) {
	line, at := reader.PeekLine()
	if parent.Kind() != ast.KindDocument || at.Padding > 0 || reader.LineOffset() > 0 || !isConflictMark(string(line), conflictStart) {
		return nil, parser.NoChildren
	}
	reader.AdvanceToEOL()
	return &opaqueBlock{kind: kindConflict}, parser.NoChildren
}

func (conflictParser) Continue(node ast.Node, reader gmtext.Reader, _ parser.Context) parser.State {
	conflict := node.(*opaqueBlock)
	if conflict.closed {
		return parser.Close
	}
	line, _ := reader.PeekLine()
	conflict.closed = isConflictMark(string(line), conflictEnd)
	reader.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

func (conflictParser) Close(ast.Node, gmtext.Reader, parser.Context) {}
func (conflictParser) CanInterruptParagraph() bool                   { return true }
func (conflictParser) CanAcceptIndentedLine() bool                   { return false }

// InlineSkipper is an inline parser for goldmark that skips the inline text of a block. Its single node moves from block to
// block, because a node for each line would take much memory.
type InlineSkipper struct{}

var inlineText = parser.NewContextKey()

// Trigger implements [parser.InlineParser].
func (InlineSkipper) Trigger() []byte {
	return []byte(" !\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~") // a space means any other beginning of a line
}

// Parse implements [parser.InlineParser].
func (InlineSkipper) Parse(_ ast.Node, block gmtext.Reader, pc parser.Context) ast.Node {
	for line, _ := block.PeekLine(); line != nil; line, _ = block.PeekLine() {
		block.AdvanceLine()
	}
	return pc.ComputeIfAbsent(inlineText, func() any { return ast.NewText() }).(ast.Node)
}

// linkDefinitionTransformer reads the definitions of links at the beginning of a paragraph. It passes them to goldmark in
// parts, because goldmark takes quadratic time. A title that continues in a line with a bracket may not be found.
type linkDefinitionTransformer struct{}

// definitionLines is the minimum number of lines in a part, except for the last.
const definitionLines = 64

func (linkDefinitionTransformer) Transform(node *ast.Paragraph, reader gmtext.Reader, pc parser.Context) {
	lines := node.Lines()
	first, source := 0, reader.Source()
	for first < lines.Len() {
		end := min(first+definitionLines, lines.Len())
		for end < lines.Len() && !beginsDefinition(lines.At(end), source) {
			end++
		}
		part := ast.NewParagraph()
		part.SetBlankPreviousLines(node.HasBlankPreviousLines() && first == 0)
		for i := first; i < end; i++ {
			part.Lines().Append(lines.At(i))
		}
		node.Parent().InsertBefore(node.Parent(), node, part)
		parser.LinkReferenceParagraphTransformer.Transform(part, reader, pc)
		first = end
		if part.Parent() != nil {
			part.Parent().RemoveChild(part.Parent(), part)
			first -= part.Lines().Len()
			break
		}
	}
	if first == lines.Len() {
		node.Parent().RemoveChild(node.Parent(), node)
		return
	}
	lines.SetSliced(first, lines.Len())
}

func beginsDefinition(line gmtext.Segment, source []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(line.Value(source), " "), []byte{'['})
}

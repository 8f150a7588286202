package markup

import (
	"bytes"
	"regexp"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"
)

// moduleParser reads imports and exports of MDX, up to the first blank line outside brackets and strings. A heading
// ends them too, because the text below brackets that stay open, which MDX itself cannot read, would otherwise be
// lost as code.
type moduleParser struct{}

var kindModule = ast.NewNodeKind("SeglsModule")

// openModule is a block of moduleParser.
type openModule struct {
	opaqueBlock
	brackets int  // how many are open
	quote    byte // the quotation mark of a string over several lines, or 0
}

var moduleStart = regexp.MustCompile(`^import\s[^'"]*\{[^'"}]*$`)

func (moduleParser) Trigger() []byte { return []byte("ie") }

func (moduleParser) Open(parent ast.Node, reader gmtext.Reader, _ parser.Context) (ast.Node, parser.State) {
	line, at := reader.PeekLine()
	if parent.Kind() != ast.KindDocument || at.Padding > 0 || reader.LineOffset() > 0 || !moduleCode.Match(line) && !moduleStart.Match(line) {
		return nil, parser.NoChildren
	}
	module := &openModule{opaqueBlock: opaqueBlock{kind: kindModule}}
	module.read(line)
	reader.AdvanceToEOL()
	return module, parser.NoChildren
}

func (moduleParser) Continue(node ast.Node, reader gmtext.Reader, _ parser.Context) parser.State {
	module := node.(*openModule)
	line, _ := reader.PeekLine()
	if module.brackets <= 0 && module.quote == 0 && len(bytes.TrimSpace(line)) == 0 || bytes.HasPrefix(line, []byte("#")) {
		return parser.Close
	}
	module.read(line)
	reader.AdvanceToEOL()
	return parser.Continue | parser.NoChildren
}

// read counts the brackets in a line that are outside strings and comments.
func (m *openModule) read(line []byte) {
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case m.quote != 0 && c == '\\':
			i++
		case m.quote != 0:
			if c == m.quote {
				m.quote = 0
			}
		case bytes.IndexByte([]byte("\"'`"), c) >= 0:
			m.quote = c
		case c == '/' && bytes.HasPrefix(line[i:], []byte("//")) && (i == 0 || line[i-1] == ' ' || line[i-1] == '\t'):
			return
		case bytes.IndexByte([]byte("([{"), c) >= 0:
			m.brackets++
		case bytes.IndexByte([]byte(")]}"), c) >= 0:
			m.brackets--
		}
	}
	if m.quote != '`' { // other strings end on their line, and an apostrophe in text does not begin a string
		m.quote = 0
	}
}

func (moduleParser) Close(ast.Node, gmtext.Reader, parser.Context) {}
func (moduleParser) CanInterruptParagraph() bool                   { return false }
func (moduleParser) CanAcceptIndentedLine() bool                   { return false }

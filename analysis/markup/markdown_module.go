package markup

import (
	"bytes"
	"iter"
	"regexp"
	"slices"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	gmtext "github.com/yuin/goldmark/text"
)

// moduleParser reads imports and exports of MDX, up to the first blank line outside brackets and strings. A heading ends them
// too, because the text below unclosed brackets would otherwise be lost as code.
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

// read counts the brackets in a line that are outside strings and // comments.
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

// moduleTies returns the ties of a block of MDX statements to the values in blocks above it, and adds its own values to exported.
func moduleTies(source string, exported map[string]bool) (ties []string) {
	code := moduleWords.ReplaceAllStringFunc(source, func(words string) string {
		if !strings.ContainsRune("\"'`/", rune(words[0])) {
			return words
		}
		blank, from := "", 0
		if words[0] == '`' {
			for _, at := range moduleExpression.FindAllStringIndex(words, -1) {
				blank += strings.Repeat(" ", at[0]-from) + words[at[0]:at[1]]
				from = at[1]
			}
		}
		return blank + strings.Repeat(" ", len(words)-from)
	})
	var own []string
	starts := moduleStatement.FindAllStringIndex(code, -1)
	for i, at := range starts {
		end := len(code)
		if i+1 < len(starts) {
			end = starts[i+1][0]
		}
		statement := code[at[0]:end]
		value := moduleValue.FindString(statement)
		if value == "" {
			continue
		}
		var declared []string // none in export default
		if !strings.Contains(value, "default") {
			declared = declaredNames(statement[len(value):])
		}
		var used []string
		for name := range namesIn(statement) {
			if exported[name] && !slices.Contains(used, name) {
				used = append(used, name)
				ties = append(ties, strings.Join(append([]string{"export"}, declared...), " ")+" -> "+name)
			}
		}
		own = append(own, declared...)
	}
	for _, name := range own {
		exported[name] = true
	}
	return ties
}

// declaredNames returns the names that a declaration begins with: one, or those between brackets.
func declaredNames(declaration string) (names []string) {
	if !strings.HasPrefix(declaration, "{") && !strings.HasPrefix(declaration, "[") {
		return []string{moduleName.FindString(declaration)}
	}
	open, end := 0, len(declaration)
	for i, c := range declaration {
		if strings.ContainsRune("([{", c) {
			open++
		} else if strings.ContainsRune(")]}", c) {
			open--
		}
		if open == 0 {
			end = i
			break
		}
	}
	for name, before := range namesIn(declaration[:end]) {
		if before != "" && strings.Contains("[{,:.", before[len(before)-1:]) { // not a value by default
			names = append(names, name)
		}
	}
	return names
}

// namesIn yields the names of values in code, each with the code before it. The names of fields are left out.
func namesIn(code string) iter.Seq2[string, string] {
	return func(yield func(name, before string) bool) {
		for _, at := range moduleName.FindAllStringIndex(code, -1) {
			before, after := strings.TrimRight(code[:at[0]], " \t\r\n"), strings.TrimLeft(code[at[1]:], " \t\r\n")
			isKey := strings.HasPrefix(after, ":") && (strings.HasSuffix(before, "{") || strings.HasSuffix(before, ","))
			isMember := strings.HasSuffix(before, ".") && !strings.HasSuffix(before, "...")
			if !isKey && !isMember && !yield(code[at[0]:at[1]], before) {
				return
			}
		}
	}
}

var (
	moduleStatement = regexp.MustCompile(`(?m)^(?:import|export)\s`)
	// moduleValue matches the start of a statement that computes a value, so what it uses must be above. Functions are known
	// everywhere.
	moduleValue = regexp.MustCompile(`^export\s+(?:(?:const|let|var|class)\s+|default\s)`)
	moduleName  = regexp.MustCompile(`[\pL_$][\pL\pN_$]*`)
	// moduleWords matches strings and comments, and marks that begin none: an apostrophe and the slashes of an address.
	moduleWords = regexp.MustCompile(`(?s)[\pL\pN]'|://|//[^\r\n]*|/\*.*?\*/|"(?:[^"\\\r\n]|\\.)*"|'(?:[^'\\\r\n]|\\.)*'` +
		"|`(?:[^`\\\\$]|\\\\.|" + expressionInString + "|\\$)*`")
	moduleExpression = regexp.MustCompile(`(?s)` + expressionInString + `|\$\{.*`)
)

const expressionInString = "\\$\\{(?:[^`{}]|`[^`]*`|\\{[^{}]*\\})*\\}"

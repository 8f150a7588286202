package config

import (
	"errors"
	"math"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/pelletier/go-toml/v2/unstable"

	"github.com/segls/segls/analysis/sentence"
	"github.com/segls/segls/analysis/setting"
)

// overrides is the key of the table whose keys are globs.
const overrides = "overrides"

// work is the key of the table that says which files form one work. Package work reads it; here it is only checked.
const (
	work    = "work"
	targets = "targets" // the key of the targets of a work, by path
)

// exclude is the key of the list of patterns of files to skip in folders. It is not a setting of a document.
const exclude = "exclude"

// Parse parses a settings file. It accepts any text: mistakes become the file's Problems.
func Parse[S any](declared setting.List[S], path, text string) *File {
	text = strings.TrimPrefix(text, "\uFEFF") // a byte order mark
	p := parser[S]{
		declared: declared,
		file:     &File{Path: path, Text: text, Parts: []GlobSettings{{Layer: make(Layer)}}, folder: filepath.Dir(path)},
		lines:    indexLines(text),
		known:    make(map[string]definitionKind),
		parts:    make(map[string]Layer),
	}
	p.parse()
	return p.file
}

// parser parses one file. The library's parser turns TOML into expressions with their places; this one decides which are valid. (The
// library's decoder gives no places, and takes quadratic time.)
type parser[S any] struct {
	declared setting.List[S]
	file     *File
	lines    lineIndex
	toml     unstable.Parser

	known map[string]definitionKind // by path of keys
	parts map[string]Layer          // the parts, by their globs
}

// key is one of the keys that lead to a value.
type key struct {
	name string
	span span
}

// span is the bytes [start, end) of the file.
type span struct{ start, end int }

func (p *parser[S]) parse() {
	if strings.HasPrefix(p.file.Text, "\xff\xfe") || strings.HasPrefix(p.file.Text, "\xfe\xff") {
		p.reportSyntaxError(span{0, 2}, sentence.New("this is UTF-16; save it as UTF-8"))
	}
	p.toml.Reset([]byte(p.file.Text))
	var table []key // the table header above the following expressions
	skip := false   // that header has been refused
	for !p.file.broken && p.toml.NextExpression() {
		switch e := p.toml.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = p.appendKeys(nil, e.Key())
			skip = !p.openTable(table, e.Kind == unstable.ArrayTable)
		case unstable.KeyValue:
			if !skip {
				p.assign(table, e)
			}
		}
	}
	var wrong *unstable.ParserError
	if errors.As(p.toml.Error(), &wrong) {
		p.reportSyntaxError(p.span(p.toml.Range(wrong.Highlight)), sentence.New("this is not TOML: %s", wrong.Message))
	}
	if p.file.broken {
		p.file.Parts = nil
	}
}

// openTable opens a table and reports whether to read what follows its header.
func (p *parser[S]) openTable(path []key, isArray bool) bool {
	last := path[len(path)-1]
	if path[0].name == work && (len(path) == 1 || len(path) == 2 && last.name == targets) && !isArray {
		return p.recordHeader(path)
	}
	if path[0].name != overrides || len(path) > 2 || isArray {
		shown := "a table"
		if isArray {
			shown = "an array of tables"
		}
		switch path[0].name {
		case exclude:
			p.setExclude(path, path[0].span, &unstable.Node{}, shown)
		case work:
			p.checkWorkValue(path, last.span, &unstable.Node{}, shown)
		default:
			p.applyValue(path, last.span, nil, shown)
		}
		return false
	}
	return p.recordHeader(path) && (len(path) == 1 || p.partForGlob(path[1]) != nil)
}

// assign applies an expression of the form key = value under a table.
func (p *parser[S]) assign(table []key, e *unstable.Node) {
	path := p.appendKeys(table, e.Key())
	last := path[len(path)-1]
	value := p.valueSpan(last, e)
	shown := abbreviateForMessage(p.file.Text[value.start:value.end])
	if !p.recordAssignment(len(table), path) {
		return
	}
	if path[0].name == exclude {
		p.setExclude(path, value, e.Value(), shown)
		return
	}
	if path[0].name == work && (len(path) == 1 || len(path) == 2 && last.name == targets) && e.Value().Kind == unstable.InlineTable {
		for inner := e.Value().Children(); inner.Next(); {
			p.assign(path, inner.Node())
		}
		return
	}
	if path[0].name == work {
		p.checkWorkValue(path, value, e.Value(), shown)
		return
	}
	if path[0].name == overrides && len(path) <= 2 && e.Value().Kind == unstable.InlineTable {
		if len(path) == 2 && p.partForGlob(path[1]) == nil {
			return
		}
		for inner := e.Value().Children(); inner.Next(); {
			p.assign(path, inner.Node())
		}
		return
	}
	p.applyValue(path, value, e.Value(), shown)
}

// setExclude applies the list of patterns of files to skip.
func (p *parser[S]) setExclude(path []key, at span, node *unstable.Node, shown string) {
	if len(path) > 1 {
		path, at, node, shown = path[:1], path[0].span, &unstable.Node{}, "a table"
	}
	wrong := node.Kind != unstable.Array
	var patterns []string
	for inner := node.Children(); !wrong && inner.Next(); {
		switch n := inner.Node(); n.Kind {
		case unstable.Comment:
		case unstable.String:
			pattern := string(n.Data)
			if said := CheckGlob(strings.Trim(pattern, "!/")); said != nil {
				p.report(at, BadGlob, sentence.New("%s: %s", exclude, said))
				continue
			}
			patterns = append(patterns, pattern)
		default:
			wrong = true
		}
	}
	if wrong {
		p.reportInvalidValue(path, at, WrongType, sentence.New("%s: %s is not a list of patterns in quotes, as in .gitignore", exclude, shown))
		return
	}
	p.file.Exclude = patterns
}

// checkWorkValue checks the keys of a work: its title, its files, and its targets in words.
func (p *parser[S]) checkWorkValue(path []key, at span, node *unstable.Node, shown string) {
	if len(path) > 2 && path[1].name != targets {
		path, at, node, shown = path[:2], path[1].span, &unstable.Node{}, "a table"
	}
	last := path[len(path)-1]
	isRight := false
	wants := sentence.New("a text in quotes")
	switch {
	case len(path) == 2 && last.name == "title":
		isRight = node.Kind == unstable.String
	case len(path) == 2 && last.name == "files":
		wants = sentence.New("a list of paths and globs in quotes")
		isRight = node.Kind == unstable.Array
		for inner := node.Children(); isRight && inner.Next(); {
			isRight = inner.Node().Kind == unstable.String || inner.Node().Kind == unstable.Comment
		}
	case len(path) == 2 && last.name == "target-words", len(path) == 3 && path[1].name == targets:
		wants = sentence.New("a number of words")
		isRight = node.Kind == unstable.Integer && !strings.HasPrefix(p.file.Text[at.start:at.end], "-")
	case len(path) == 2 && last.name == targets:
		wants = sentence.New("a table with a number of words for each path")
	case len(path) > 3: // targets.salt.md
		names := make([]string, 0, len(path))
		for _, k := range path[2:] {
			names = append(names, k.name)
		}
		p.reportInvalidValue(path[:3], path[2].span, WrongType, sentence.New("write the path in quotes: \"%s\"", abbreviateForMessage(strings.Join(names, "."))))
		return
	case len(path) == 1:
		p.reportInvalidValue(path, at, WrongType, sentence.New("%s: %s is not a table with title, files, target-words and targets", work, shown))
		return
	default:
		p.reportUnknownKeyOfWork(last)
		return
	}
	if !isRight {
		p.reportInvalidValue(path, at, WrongType, sentence.New("%s: %s is not %s", last.name, shown, wants))
	}
}

// reportUnknownKeyOfWork reports a key that a work does not have. In TOML every line below [work] belongs to it, even if
// it is meant as a setting.
func (p *parser[S]) reportUnknownKeyOfWork(k key) {
	names := []string{"title", "files", "target-words", targets}
	ofWork := len(names)
	for _, d := range p.declared {
		names = append(names, d.Name)
	}
	shown, nearest := abbreviateForMessage(k.name), setting.Nearest(k.name, names)
	switch i := slices.Index(names, nearest); {
	case i >= ofWork:
		p.report(k.span, UnknownSetting, sentence.New("%s is not part of a work; write %s above the line [work]", shown, nearest))
	case i >= 0:
		p.report(k.span, UnknownSetting, sentence.New("a work has no %s; did you mean %s?", shown, nearest))
	default:
		p.report(k.span, UnknownSetting, sentence.New("a work has no %s; it has title, files, target-words and targets", shown))
	}
}

// applyValue applies a value that is not a table of settings. A nil node is a table.
func (p *parser[S]) applyValue(path []key, at span, node *unstable.Node, shown string) {
	if path[0].name != overrides {
		p.set(p.file.Parts[0].Layer, path, path[:1], at, node, shown)
		return
	}
	switch {
	case len(path) == 1:
		p.reportInvalidValue(path, at, WrongType, sentence.New(`%s: %s is not a table of globs, such as [%s."chapters/**"]`, overrides, shown, overrides))
	case p.partForGlob(path[1]) == nil:
		// already reported
	case len(path) == 2:
		p.reportInvalidValue(path, at, WrongType, sentence.New("%s: %s is not a table of settings", abbreviateForMessage(path[1].name), shown))
	default:
		p.set(p.partForGlob(path[1]), path, path[:3], at, node, shown)
	}
}

// set assigns a value to the setting named by the last key of named. If path is longer than named, the value is a table.
func (p *parser[S]) set(part Layer, path, named []key, at span, node *unstable.Node, shown string) {
	name := named[len(named)-1]
	d, ok := p.declared.Find(name.name)
	if !ok || d.Name != name.name {
		p.reportUnknownKey(name, len(named) == 1)
		return
	}
	if len(path) > len(named) {
		node, shown, at = nil, "a table", name.span
	}
	value := decode(node)
	var trial S
	if err := d.Set(&trial, value); err != nil {
		code := OutOfRange
		if !isOf(d.Kind, value) {
			code = WrongType
		}
		p.reportInvalidValue(named, at, code, sentence.New("%s: %s is not %s", d.Name, shown, d.DescribeValues()))
		return
	}
	part[d.Name] = Assignment{value, Origin{p.file.Path, p.lines.lineAt(name.span.start)}}
}

// partForGlob returns the part for a glob; nil if the glob is invalid.
func (p *parser[S]) partForGlob(glob key) Layer {
	part, ok := p.parts[glob.name]
	if !ok {
		if wrong := CheckGlob(glob.name); wrong != nil {
			p.report(glob.span, BadGlob, wrong)
		} else {
			p.file.Parts = append(p.file.Parts, GlobSettings{glob.name, p.lines.lineAt(glob.span.start), make(Layer)})
			part = p.file.Parts[len(p.file.Parts)-1].Layer
		}
		p.parts[glob.name] = part
	}
	return part
}

// definitionKind says how a path of keys was first defined. TOML permits one definition of each path, and has rules
// about which definitions may be extended.
type definitionKind uint8

const (
	implied  definitionKind = iota + 1 // by the header of a table in it; may get its own header
	headed                             // by a header
	dotted                             // by a key with dots: a and b by a.b.c = 1
	assigned                           // by =; cannot be extended
)

// longestPath is the greatest number of keys in a valid path.
const longestPath = 3

// recordHeader records a header. It returns false if it is not allowed, and reports which key has been set.
func (p *parser[S]) recordHeader(path []key) bool {
	for n := 1; n < len(path); n++ {
		switch at := join(path[:n]); p.known[at] {
		case 0:
			p.known[at] = implied
		case dotted, assigned:
			return p.reportAlreadySet(path[n-1])
		}
	}
	at := join(path)
	if p.known[at] != 0 && p.known[at] != implied {
		return p.reportAlreadySet(path[len(path)-1])
	}
	p.known[at] = headed
	return true
}

// recordAssignment records path = value under a table whose path has the given number of keys. It returns false if that is not allowed, and
// reports which key has been set.
func (p *parser[S]) recordAssignment(table int, path []key) bool {
	for n := table + 1; n < min(len(path), longestPath+1); n++ {
		switch at := join(path[:n]); p.known[at] {
		case 0:
			p.known[at] = dotted
		case implied, headed, assigned:
			return p.reportAlreadySet(path[n-1])
		}
	}
	if len(path) > longestPath {
		return true // there is no such key, which is reported instead
	}
	at := join(path)
	if p.known[at] != 0 {
		return p.reportAlreadySet(path[len(path)-1])
	}
	p.known[at] = assigned
	return true
}

func (p *parser[S]) reportAlreadySet(k key) bool {
	p.reportSyntaxError(k.span, sentence.New("%s is already set above", k.name))
	return false
}

// join returns the keys of a path in a single string.
func join(path []key) string {
	var b strings.Builder
	for _, k := range path {
		b.WriteString(strconv.Itoa(len(k.name)))
		b.WriteByte(' ')
		b.WriteString(k.name)
	}
	return b.String()
}

// appendKeys appends the keys of an expression to those of its table.
func (p *parser[S]) appendKeys(table []key, i unstable.Iterator) []key {
	path := append(make([]key, 0, len(table)+1), table...)
	for i.Next() {
		k := i.Node()
		path = append(path, key{string(k.Data), p.span(k.Raw)})
	}
	return path
}

// valueSpan returns the span of the value of an expression. The library gives it only for some kinds of values.
func (p *parser[S]) valueSpan(last key, e *unstable.Node) span {
	end := p.span(e.Raw).end
	start := last.span.end
	start += strings.IndexByte(p.file.Text[start:end], '=') + 1
	start += len(p.file.Text[start:end]) - len(strings.TrimLeft(p.file.Text[start:end], " \t"))
	return span{start, end}
}

func (p *parser[S]) span(r unstable.Range) span {
	return span{int(r.Offset), int(r.Offset + r.Length)}
}

// decode returns a value for [setting.Setting.Set]; nil if it is of a type that no setting has.
func decode(n *unstable.Node) any {
	if n == nil {
		return nil
	}
	text := string(n.Data)
	switch n.Kind {
	case unstable.String:
		return text
	case unstable.Bool:
		return text == "true"
	case unstable.Integer:
		if i, err := strconv.ParseInt(text, 0, 64); err == nil {
			return int(i)
		}
		return math.Inf(1) // larger than the limit of any setting
	case unstable.Float:
		f, _ := strconv.ParseFloat(strings.ReplaceAll(text, "_", ""), 64)
		return f
	}
	return nil
}

// isOf reports whether a value has the type that settings of a kind have, regardless of its range.
func isOf(k setting.Kind, value any) bool {
	switch v := value.(type) {
	case string:
		return k == setting.Text
	case bool:
		return k == setting.Switch
	case int:
		return k == setting.Whole || k == setting.Number
	case float64:
		return k == setting.Number || k == setting.Whole && v == math.Trunc(v)
	}
	return false
}

// reportUnknownKey reports a setting that does not exist. Only at the top of the file may it have been meant as a table or as the list of exclusions.
func (p *parser[S]) reportUnknownKey(k key, isAtTop bool) {
	if len(p.file.Problems) >= maxProblems {
		return
	}
	var names []string
	if isAtTop {
		names = []string{overrides, work, exclude}
	}
	for _, d := range p.declared {
		names = append(names, d.Name)
	}
	err := setting.UnknownError{Name: abbreviateForMessage(k.name), Nearest: setting.Nearest(k.name, names)}
	p.report(k.span, UnknownSetting, err.Sentence())
}

// reportInvalidValue reports an invalid value, and records its path, so that the last valid value stays in effect.
func (p *parser[S]) reportInvalidValue(path []key, at span, code ProblemCode, message *sentence.Sentence) {
	names := make([]string, len(path))
	for i, k := range path {
		names[i] = k.name
	}
	if len(p.file.refused) < maxProblems {
		p.file.refused = append(p.file.refused, names)
	}
	p.report(at, code, message)
}

// reportSyntaxError reports a mistake that makes the whole file invalid TOML.
func (p *parser[S]) reportSyntaxError(at span, message *sentence.Sentence) {
	p.file.broken = true
	p.file.Problems = nil // other problems may be consequences
	p.report(at, Syntax, message)
}

func (p *parser[S]) report(at span, code ProblemCode, message *sentence.Sentence) {
	if len(p.file.Problems) >= maxProblems {
		return
	}
	p.file.Problems = append(p.file.Problems, Problem{
		Path: p.file.Path, Start: at.start, End: at.end,
		Line: p.lines.lineAt(at.start), Column: p.lines.column(p.file.Text, at.start),
		Code: code, Message: message,
	})
}

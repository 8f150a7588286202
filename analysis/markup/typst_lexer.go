package markup

import (
	"regexp"
	"strings"
)

type typstTokenKind uint8

const (
	typstText    typstTokenKind = iota // read as it is written
	typstMark                          // the marks of emphasis, the backslash of an escape
	typstTilde                         // a no-break space
	typstNewline                       // the end of a line; in code, together with all blank lines after it
	typstComment
	typstRaw
	typstMath
	typstLabel
	typstReference
	typstAddress
	typstOpen  // the bracket before content for a function
	typstClose // the bracket after that content, even if the opening one is in another block
	typstName  // a variable or function; in markup, with the # before it
	typstCode  // any other code
)

// typstToken is a token with its span. isHidden is set in footnotes, figures and definitions, which are not read as prose.
type typstToken struct {
	kind typstTokenKind
	Span
	isHidden bool
}

// typstFrame is an open construct, such as content in brackets, code in parentheses or a #let statement.
type typstFrame struct {
	kind     byte // '[', '(', '{', 's' for a statement, or 'k' for the head of a condition or loop
	from     int  // start of the code that it belongs to: the # of a call
	at       int  // offset of the bracket
	name     string
	isHidden bool
	isCall   bool // further arguments may follow after it is closed
	isNamed  bool // the current argument has a name
	isText   bool // it is a bracket in the text itself
	isOpaque bool // it or a frame around it is opaque; see [typstLexer.isOpaque]
}

// typstLexer splits a stretch of Typst into tokens. It keeps a stack of open frames, because markup, code and formulas can be nested.
type typstLexer struct {
	text       string
	at, end    int
	isItem     bool // the text is an item of a list
	open       []typstFrame
	statements []Span // the statements that are complete
	call       *typstFrame
	escaped    int    // an offset whose character has no special meaning; -1 for none
	last       string // the name right before at, in code
}

func newTypstLexer(text string, at, end int) *typstLexer {
	return &typstLexer{text: text, at: at, end: end, escaped: -1}
}

// isOpaque reports whether the innermost open frame continues on the next line, whatever begins there. Content in brackets
// usually does not, because it is ordinary text.
func (l *typstLexer) isOpaque() bool {
	top := l.top()
	return top != nil && (top.isOpaque || top.kind == 'k')
}

func (l *typstLexer) top() *typstFrame {
	if len(l.open) == 0 {
		return nil
	}
	return &l.open[len(l.open)-1]
}

func (l *typstLexer) isHidden() bool { return len(l.open) > 0 && l.top().isHidden }

func (l *typstLexer) push(f typstFrame) {
	switch f.kind {
	case '[':
		f.isOpaque = f.isHidden || l.isItem && f.isCall
	case '(', '{', 's':
		f.isOpaque = true
	}
	if top := l.top(); top != nil && top.isOpaque {
		f.isOpaque = true
	}
	l.open = append(l.open, f)
}

// pop closes the innermost frame.
func (l *typstLexer) pop(end int) {
	f := *l.top()
	l.open = l.open[:len(l.open)-1]
	if f.kind == 's' {
		l.statements = append(l.statements, Span{f.from, end})
	}
	if f.isCall {
		l.call = &f
	}
	if top := l.top(); top != nil && top.kind == 'k' && (f.kind == '[' || f.kind == '{') {
		rest := strings.TrimLeft(l.text[end:l.end], " \t")
		if top.name != "if" || !strings.HasPrefix(rest, "else") || len(rest) > 4 && isTypstLetter(rest[4]) {
			l.pop(end)
		}
	}
}

// finish closes the statements that continue to the end.
func (l *typstLexer) finish() {
	for len(l.open) > 0 {
		l.top().isCall = false
		l.pop(l.end)
	}
	l.call = nil
}

// lastStatement returns the statement that was completed most recently; if there is none, its start is -1.
func (l *typstLexer) lastStatement() Span {
	if len(l.statements) == 0 {
		return Span{-1, l.at}
	}
	return l.statements[len(l.statements)-1]
}

// takeToken takes the next n bytes as a token.
func (l *typstLexer) takeToken(kind typstTokenKind, n int) typstToken {
	t := typstToken{kind, Span{l.at, l.at + n}, l.isHidden()}
	l.at += n
	return t
}

// next returns the next token; false at the end.
func (l *typstLexer) next() (typstToken, bool) {
	if l.at >= l.end {
		return typstToken{}, false
	}
	if call := l.call; call != nil {
		l.call = nil
		if t, ok := l.readCallSuffix(call); ok {
			return t, true
		}
	}
	if top := l.top(); top == nil || top.kind == '[' {
		return l.readMarkup(), true
	}
	return l.readCode()
}

func (l *typstLexer) readMarkup() typstToken {
	i, rest := l.at, l.text[l.at:l.end]
	if i == l.escaped {
		l.escaped = -1
		return l.takeToken(typstText, 1)
	}
	switch c := rest[0]; c {
	case '\n', '\r':
		return l.readNewline()
	case '\\':
		if strings.HasPrefix(rest, `\u{`) {
			if end := strings.IndexByte(rest[:min(len(rest), len(`\u{123456}`))], '}'); end > 0 {
				return l.takeToken(typstMath, end+1)
			}
		}
		if len(rest) > 1 && !isSpace(rest[1]) {
			l.escaped = i + 1
		}
		return l.takeToken(typstMark, 1)
	case '`':
		return l.readRaw()
	case '$':
		return l.readMath()
	case '/':
		if n := l.commentLen(); n > 0 {
			return l.takeToken(typstComment, n)
		}
	case '<':
		if n := typstLabelLen(rest); n > 0 {
			return l.takeToken(typstLabel, n)
		}
	case '@':
		if n := typstReferenceLen(rest); n > 0 {
			t := l.takeToken(typstReference, n)
			l.call = &typstFrame{from: i, name: "cite"} // a supplement may follow
			if l.at < l.end && l.text[l.at] != '[' {
				l.call = nil
			}
			return t
		}
	case '#':
		return l.readHash()
	case '[':
		f := typstFrame{kind: '[', from: i, at: i, isHidden: l.isHidden(), isText: true}
		t := l.takeToken(typstText, 1)
		l.push(f)
		return t
	case ']':
		return l.readClosingBracket()
	case '*', '_':
		isInWord := i > 0 && isWordByte(l.text[i-1]) && len(rest) > 1 && isWordByte(rest[1])
		if !isInWord {
			return l.takeToken(typstMark, 1)
		}
	case '~':
		return l.takeToken(typstTilde, 1)
	case 'h':
		if n := typstAddressLen(l.text, i, l.end); n > 0 {
			return l.takeToken(typstAddress, n)
		}
	}
	n := 1
	for n < len(rest) && !typstSpecial[rest[n]] {
		n++
	}
	return l.takeToken(typstText, n)
}

// typstSpecial are the bytes with which a token of markup may begin.
var typstSpecial = func() (special [256]bool) {
	for _, c := range []byte("\n\r\\`$/<@#[]*_~h") {
		special[c] = true
	}
	return special
}()

func (l *typstLexer) readClosingBracket() typstToken {
	top := l.top()
	if top == nil {
		t := l.takeToken(typstClose, 1)
		if l.at < l.end && (l.text[l.at] == '[' || l.text[l.at] == '(') { // of a call that begins in another block
			l.call = &typstFrame{from: l.at}
		}
		return t
	}
	kind := typstClose
	if top.isText {
		kind = typstText
	}
	t := l.takeToken(kind, 1)
	l.pop(l.at)
	return t
}

// readNewline reads the end of a line and, in code, the blank lines after it. A heading after these closes everything that is
// open, because the writer must have forgotten to.
func (l *typstLexer) readNewline() typstToken {
	n := lineTerminatorLen(l.text[l.at:l.end])
	if !l.isOpaque() {
		return l.takeToken(typstNewline, n)
	}
	t := typstToken{typstNewline, Span{l.at, l.at + n}, l.isHidden()}
	if end, isHeading := typstBlankLinesEnd(l.text, l.at+n, l.end); isHeading {
		l.open, l.call = nil, nil
	} else {
		t.End = end
	}
	l.at = t.End
	return t
}

// lineTerminatorLen returns the length of the line terminator with which a text must begin.
func lineTerminatorLen(text string) int {
	if strings.HasPrefix(text, "\r\n") {
		return 2
	}
	return 1
}

// typstBlankLinesEnd returns the end of the blank lines from an offset on, and whether a heading at the margin follows them.
func typstBlankLinesEnd(text string, at, end int) (next int, isHeading bool) {
	from := at
	for line := at; line < end; {
		i := line
		for i < end && (text[i] == ' ' || text[i] == '\t') {
			i++
		}
		if i == end || text[i] != '\n' && text[i] != '\r' {
			break
		}
		line = i + lineTerminatorLen(text[i:end])
		at = line
	}
	return at, at > from && at < end && typstHeadingSignCount(text[at:min(end, at+longestSearch)]) > 0
}

// readRaw reads code between backticks. A single backtick without a partner before the next blank line is only a mark.
func (l *typstLexer) readRaw() typstToken {
	rest := l.text[l.at:l.end]
	n := 0
	for n < len(rest) && rest[n] == '`' {
		n++
	}
	switch n {
	case 1:
		end := strings.IndexByte(rest[1:], '`')
		if end < 0 || hasBlankLine(rest[1:1+end]) {
			return l.takeToken(typstMark, 1)
		}
		return l.takeToken(typstRaw, end+2)
	case 2:
		return l.takeToken(typstRaw, 2)
	}
	end := strings.Index(rest[n:], rest[:n])
	if end < 0 {
		return l.takeToken(typstRaw, len(rest))
	}
	return l.takeToken(typstRaw, end+2*n)
}

func hasBlankLine(text string) bool {
	for at := 0; ; {
		i := strings.IndexAny(text[at:], "\r\n")
		if i < 0 {
			return false
		}
		at += i
		at += lineTerminatorLen(text[at:])
		rest := strings.TrimLeft(text[at:], " \t")
		if rest != "" && (rest[0] == '\n' || rest[0] == '\r') {
			return true
		}
	}
}

// readMath reads a formula. Only one that begins with a line of its own may contain blank lines or have no end.
func (l *typstLexer) readMath() typstToken {
	rest := l.text[l.at:l.end]
	first := strings.TrimLeft(rest[1:], " \t")
	isDisplay := first != "" && (first[0] == '\n' || first[0] == '\r')
	for i := 1; i < len(rest); i++ {
		switch rest[i] {
		case '\\':
			i++
		case '#':
			i += typstCallLen(rest[i+1:])
		case '$':
			return l.takeToken(typstMath, i+1)
		case '\n', '\r':
			n := i + lineTerminatorLen(rest[i:])
			end, isHeading := typstBlankLinesEnd(rest, n, len(rest))
			if end > n && !isDisplay || isHeading {
				if isDisplay {
					return l.takeToken(typstMath, i)
				}
				return l.takeToken(typstMark, 1)
			}
			i = end - 1
		}
	}
	if isDisplay {
		return l.takeToken(typstMath, len(rest))
	}
	return l.takeToken(typstMark, 1)
}

// typstCallLen returns the length of the call at the beginning of a text, or 0 if none is found. A call in a formula may
// contain formulas.
func typstCallLen(text string) int {
	from := typstIdentifierLen(text)
	if from == 0 || from == len(text) || text[from] != '(' {
		return 0
	}
	depth := 0
	for i := from; i < min(len(text), from+longestSearch); i++ {
		switch text[i] {
		case '\\':
			i++
		case '\n', '\r':
			return 0
		case '(':
			depth++
		case ')':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return 0
}

// commentLen returns the length of the comment at the current offset, or 0.
func (l *typstLexer) commentLen() int {
	rest := l.text[l.at:l.end]
	switch {
	case strings.HasPrefix(rest, "//"):
		if n := strings.IndexAny(rest, "\r\n"); n >= 0 {
			return n
		}
		return len(rest)
	case strings.HasPrefix(rest, "/*"):
		depth := 0
		for i := 0; i+1 < len(rest); i++ {
			switch rest[i : i+2] {
			case "/*":
				depth++
				i++
			case "*/":
				i++
				if depth--; depth == 0 {
					return i + 1
				}
			}
		}
		return len(rest)
	}
	return 0
}

// typstLabelLen returns the length of a label with its angle brackets.
func typstLabelLen(text string) int {
	n := 1
	for n < len(text) && (isTypstLetter(text[n]) || text[n] == ':' || text[n] == '.') {
		n++
	}
	if n == 1 || n == len(text) || text[n] != '>' {
		return 0
	}
	return n + 1
}

// typstReferenceLen returns the length of a reference with its sign. A full stop or colon at its end belongs to the sentence.
func typstReferenceLen(text string) int {
	n := 1
	for n < len(text) && (isTypstLetter(text[n]) || text[n] == ':' || text[n] == '.') {
		n++
	}
	for text[n-1] == ':' || text[n-1] == '.' {
		n--
	}
	if n == 1 {
		return 0
	}
	return n
}

// typstAddressLen returns the length of a bare address. It ends at a bracket that it does not open.
func typstAddressLen(text string, at, end int) int {
	rest := text[at:end]
	if at > 0 && isWordByte(text[at-1]) || !strings.HasPrefix(rest, "http://") && !strings.HasPrefix(rest, "https://") {
		return 0
	}
	n, depth := 0, 0
scan:
	for ; n < len(rest); n++ {
		switch c := rest[n]; c {
		case '(', '[':
			depth++
		case ')', ']':
			if depth--; depth < 0 {
				break scan
			}
		case ' ', '\t', '\n', '\r', '<', '>', '"', '`', '\\':
			break scan
		}
	}
	return len(strings.TrimRight(rest[:n], ".,;:!?'"))
}

// typstHeadingSignCount returns the number of signs at the beginning of a heading, or 0.
func typstHeadingSignCount(line string) int {
	n := 0
	for n < len(line) && line[n] == '=' {
		n++
	}
	if n < len(line) && !isSpace(line[n]) {
		return 0
	}
	return n
}

// HasTypstCode reports whether a text in Typst has code, also in a formula.
func HasTypstCode(text string) bool {
	l := newTypstLexer(text, 0, len(text))
	for {
		token, ok := l.next()
		switch {
		case !ok:
			return false
		case text[token.Start] == '#' && token.kind != typstText,
			token.kind == typstMath && strings.Contains(text[token.Start:token.End], "#"):
			return true
		}
	}
}

// interpretedTypst hides comments, code that is only shown, and the words include and import in prose.
func interpretedTypst(_ Format, text string) string {
	if !strings.Contains(text, "//") && !strings.Contains(text, "/*") && !strings.Contains(text, "`") && !typstKeyword.MatchString(text) {
		return text
	}
	var spans []Span
	l := newTypstLexer(text, 0, len(text))
	for {
		token, ok := l.next()
		switch {
		case !ok:
			return blankSpans(text, spans)
		case token.kind == typstComment || token.kind == typstRaw:
			spans = append(spans, token.Span)
		case token.kind == typstText:
			for _, m := range typstKeyword.FindAllStringIndex(text[token.Start:token.End], -1) {
				spans = append(spans, Span{m[0], m[1]}.Shift(token.Start))
			}
		}
	}
}

var typstKeyword = regexp.MustCompile(`\b(?:include|import)\b`)

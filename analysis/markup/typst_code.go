package markup

import "strings"

// The part of the lexer that reads code: from a # in markup to the end of the statement or call.

// isCodeComplete reports whether the code that began in markup is complete.
func (l *typstLexer) isCodeComplete() bool {
	if len(l.open) > 0 {
		return false
	}
	if l.call == nil || l.at >= l.end {
		return true
	}
	c := l.text[l.at]
	return c != '(' && c != '[' && (c != '.' || typstIdentifierLen(l.text[l.at+1:l.end]) == 0)
}

// readCallSuffix reads the arguments, content or field right after a call; false if there is none.
func (l *typstLexer) readCallSuffix(call *typstFrame) (typstToken, bool) {
	f := typstFrame{kind: l.text[l.at], from: call.from, at: l.at, name: call.name, isCall: true}
	switch f.kind {
	case '(':
		f.isHidden = l.isHidden() || typstUnreadable[f.name]
		t := l.takeToken(typstCode, 1)
		l.push(f)
		return t, true
	case '[':
		f.isHidden = l.isHidden() || typstUnreadable[f.name]
		t := l.takeToken(typstOpen, 1)
		l.push(f)
		return t, true
	case '.':
		if n := typstIdentifierLen(l.text[l.at+1 : l.end]); n > 0 {
			call.name = l.text[l.at+1 : l.at+1+n]
			l.call = call
			return l.takeToken(typstCode, 1+n), true
		}
	}
	return typstToken{}, false
}

// typstUnreadable are the functions whose content is not part of the running text.
var typstUnreadable = wordSet(`footnote figure table grid tablex gridx cell vlinex hlinex image raw cite bibliography hide metadata todo
	sidenote marginnote equation canvas diagram index caption outline header footer update state counter qed algorithm algo
	pseudocode pseudocode-list lovelace codly sourcecode`)

// readHash reads the beginning of code in markup.
func (l *typstLexer) readHash() typstToken {
	i := l.at
	n := 1 + typstIdentifierLen(l.text[i+1:l.end])
	switch word := l.text[i+1 : i+n]; {
	case typstStatements[word]:
		l.push(typstFrame{kind: 's', from: i, at: i, name: word, isHidden: true})
		return l.takeToken(typstCode, n)
	case word == "if" || word == "for" || word == "while":
		l.push(typstFrame{kind: 'k', from: i, at: i, name: word, isHidden: l.isHidden()})
		return l.takeToken(typstCode, n)
	case word == "context":
		for i+n < l.end && (l.text[i+n] == ' ' || l.text[i+n] == '\t') {
			n++
		}
		m := typstIdentifierLen(l.text[i+n : l.end])
		l.call = &typstFrame{from: i, name: l.text[i+n : i+n+m]}
		return l.takeToken(typstName, n+m)
	case word != "":
		l.call = &typstFrame{from: i, name: word}
		return l.takeToken(typstName, n)
	}
	if i+1 == l.end {
		return l.takeToken(typstText, 1)
	}
	f := typstFrame{kind: l.text[i+1], from: i, at: i + 1, isCall: true, isHidden: l.isHidden()}
	switch c := f.kind; {
	case c == '(' || c == '{':
		t := l.takeToken(typstCode, 2)
		l.push(f)
		return t
	case c == '[':
		t := l.takeToken(typstOpen, 2)
		l.push(f)
		return t
	case c == '"':
		return l.takeToken(typstCode, 1+typstStringLen(l.text[i+1:l.end]))
	}
	return l.takeToken(typstText, 1)
}

// typstStatements are the keywords whose code continues to the end of the line.
var typstStatements = wordSet("let set show import include return break continue")

// readCode reads a token of code. If the statement is over, it reads the text around it. It returns false at the end.
func (l *typstLexer) readCode() (typstToken, bool) {
	rest := l.text[l.at:l.end]
	top := l.top()
	isLoose := top.kind == 's' || top.kind == 'k'
	name := l.last
	l.last = ""
	switch c := rest[0]; c {
	case '\n', '\r':
		if isLoose {
			l.pop(l.at)
			return l.next()
		}
		return l.readNewline(), true
	case '"':
		return l.takeToken(typstCode, typstStringLen(rest)), true
	case '/':
		if n := l.commentLen(); n > 0 {
			return l.takeToken(typstComment, n), true
		}
	case '`':
		return l.readRaw(), true
	case '$':
		return l.readMath(), true
	case '<':
		if n := typstLabelLen(rest); n > 0 {
			return l.takeToken(typstLabel, n), true
		}
	case '(', '{':
		f := typstFrame{kind: c, from: l.at, at: l.at, name: name, isHidden: top.isHidden || typstUnreadable[name]}
		if top.isNamed {
			f.isHidden = true
		}
		t := l.takeToken(typstCode, 1)
		l.push(f)
		return t, true
	case '[':
		f := typstFrame{kind: '[', from: l.at, at: l.at, name: name, isHidden: top.isHidden || top.isNamed || typstUnreadable[name]}
		if top.kind == 'k' {
			f.from, f.isCall = top.from, true
		}
		t := l.takeToken(typstOpen, 1)
		l.push(f)
		return t, true
	case ')', '}', ']':
		return l.readCodeClosing(c)
	case ',':
		top.isNamed = false
	case ';':
		t := l.takeToken(typstCode, 1)
		if isLoose {
			l.pop(l.at)
		}
		return t, true
	case ':':
		top.isNamed = top.isNamed || name != "" && top.kind == '('
	}
	if n := typstIdentifierLen(rest); n > 0 {
		l.last = rest[:n]
		kind := typstName
		isField := l.at > 0 && l.text[l.at-1] == '.'
		if after := strings.TrimLeft(rest[n:], " \t"); isField || top.kind == '(' && strings.HasPrefix(after, ":") || typstKeywords[rest[:n]] {
			kind = typstCode
		}
		return l.takeToken(kind, n), true
	}
	if isDigit(rest[0]) {
		n := 1
		for n < len(rest) && isAlnum(rest[n]) {
			n++
		}
		return l.takeToken(typstCode, n), true
	}
	n := 1
	for n < len(rest) && (rest[n] == ' ' || rest[n] == '\t') {
		n++
	}
	return l.takeToken(typstCode, n), true
}

var typstKeywords = wordSet("let set show import include return break continue if else for while in and or not as context none auto true false")

// readCodeClosing reads a closing bracket in code. It also closes the frames that are still open inside.
func (l *typstLexer) readCodeClosing(c byte) (typstToken, bool) {
	opening := map[byte]byte{')': '(', '}': '{', ']': '['}[c]
	i := len(l.open) - 1
	for i >= 0 && l.open[i].kind != opening && (l.open[i].kind == 's' || l.open[i].kind == 'k' || opening == '[') {
		i--
	}
	if i < 0 || l.open[i].kind != opening {
		if top := l.top().kind; len(l.open) == 1 && (top == 's' || top == 'k') {
			l.pop(l.at)
			return l.next()
		}
		return l.takeToken(typstCode, 1), true
	}
	for len(l.open) > i+1 {
		top := l.top()
		top.isCall = false
		l.pop(l.at)
		if len(l.open) <= i { // the bracket also ended a condition
			return l.next()
		}
	}
	if c == ']' {
		return l.readMarkup(), true
	}
	t := l.takeToken(typstCode, 1)
	l.pop(l.at)
	return t, true
}

// typstStringLen returns the length of a string. Without an end before the next blank line, it ends with its line.
func typstStringLen(text string) int {
	end := -1
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		case '\n', '\r':
			if end < 0 {
				end = i
			}
			n := i + lineTerminatorLen(text[i:])
			if next, _ := typstBlankLinesEnd(text, n, len(text)); next > n {
				return end
			}
			i = n - 1
		}
	}
	if end < 0 {
		end = len(text)
	}
	return end
}

func isTypstLetter(c byte) bool { return isWordByte(c) || c == '_' || c == '-' }

// typstIdentifierLen returns the length of the name at the beginning of a text.
func typstIdentifierLen(text string) int {
	if text == "" || !isAlpha(text[0]) && text[0] != '_' && text[0] < 0x80 {
		return 0
	}
	n := 1
	for n < len(text) && isTypstLetter(text[n]) {
		n++
	}
	return n
}

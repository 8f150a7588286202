package markup

import "bytes"

// The inline part of AsciiDoc:
//
//	\x                             an escape
//	"`text`"  '`text`'             curved quotes
//	`code`  +text+                 code, literal text
//	*a*  _a_  #a#  ^a^  ~a~        emphasis and similar markup
//	[.role]#text#                  text with a role
//	<<id,text>>  xref:id[text]     references: text is prose
//	link:x[text]  https://x[text]  links: text is prose
//	footnote:[text]  image:x[]     a macro: not prose
//	stem:[x]                       a formula
//	{name}  {name}/x[text]         an attribute, a link to an address that begins with one
//	((term))  (((a, b)))           index terms, shown and hidden
//	https://x                      a bare address

func scanAsciiDocInline(run []byte, report func(Span, inlineKind)) {
	s := inlineScanner{run: run, report: report}
	for i := 0; i < len(run); {
		i += max(1, s.scanAdocConstruct(i))
	}
}

func (s *inlineScanner) scanAdocConstruct(i int) int {
	switch s.run[i] {
	case '\\':
		return s.scanEscape(i)
	case '"', '\'':
		return s.scanCurvedQuotes(i)
	case '`':
		return s.scanLiteralBetween(i, "`")
	case '+':
		return s.scanLiteralBetween(i, "+")
	case '<':
		return s.scanCrossReference(i)
	case '{':
		return s.scanAttribute(i)
	case '(':
		return s.scanIndexTerm(i)
	case '[':
		return s.scanRoleOrAnchor(i)
	case ']':
		return s.scanClosingBracket(i)
	case '&':
		return s.scanEntity(i)
	case '*', '_', '#':
		return s.scanAdocEmphasis(i)
	case '^', '~':
		return s.reportMark(i, 1)
	}
	if i == 0 || !isWordByte(s.run[i-1]) {
		if n := s.scanMacro(i); n > 0 {
			return n
		}
	}
	return 0
}

// scanCurvedQuotes recognizes the backticks of curved quotes.
func (s *inlineScanner) scanCurvedQuotes(i int) int {
	if i+2 >= len(s.run) || s.run[i+1] != '`' || isSpace(s.run[i+2]) || i > 0 && isWordByte(s.run[i-1]) {
		return 0
	}
	closing := s.findMark(i+2, "`"+string(s.run[i:i+1]))
	if closing < 0 || isSpace(s.run[closing-1]) {
		return 0
	}
	s.reportMark(i+1, 1)
	for j := i + 2; j < closing; {
		j += max(1, s.scanAdocConstruct(j))
	}
	s.reportMark(closing, 1)
	return closing + 2 - i
}

// scanLiteralBetween recognizes literal text between two marks. A single opening mark must not follow a letter or digit.
func (s *inlineScanner) scanLiteralBetween(i int, mark string) int {
	n := countRepeats(s.run[:min(len(s.run), i+2)], i, mark[0])
	from := i + n
	if from >= len(s.run) || isSpace(s.run[from]) || n == 1 && i > 0 && isWordByte(s.run[i-1]) {
		return n
	}
	end := s.findMark(from, string(s.run[i:from]))
	if end <= from || isSpace(s.run[end-1]) {
		return n
	}
	s.reportMark(i, n)
	s.reportLiteral(from, end-from)
	s.reportMark(end, n)
	return end + n - i
}

func (s *inlineScanner) scanCrossReference(i int) int {
	if !bytes.HasPrefix(s.run[i:], []byte("<<")) {
		return 0
	}
	end := s.findMark(i+2, ">>")
	if end < 0 {
		return 2
	}
	comma := bytes.IndexByte(s.run[i:end], ',')
	if comma < 0 {
		return s.reportHidden(i, end+2-i)
	}
	s.reportMark(i, comma+1)
	s.reportMark(end, 2)
	return end + 2 - i
}

func (s *inlineScanner) scanAttribute(i int) int {
	end := s.findMark(i, "}")
	if end < i+2 || bytes.ContainsAny(s.run[i:end], " \t") {
		return 0
	}
	open := end + 1
	for open < len(s.run) && open < i+2*longestSearch && !isSpace(s.run[open]) && s.run[open] != '[' && s.run[open] != '{' {
		open++
	}
	if open < len(s.run) && s.run[open] == '[' && (open == end+1 || s.run[end+1] == '/') {
		if closing := s.bracketEnd(open); closing > 0 { // {url}/page[text]
			return s.scanLinkText(i, open, closing)
		}
	}
	return s.reportHidden(i, end+1-i)
}

func (s *inlineScanner) scanIndexTerm(i int) int {
	n := countRepeats(s.run, i, '(')
	if n == 3 {
		if end := s.findMark(i, ")))"); end > 0 {
			return s.reportHidden(i, end+3-i)
		}
	}
	if n == 2 {
		if end := s.findMark(i, "))"); end > 0 {
			s.reportMark(i, 2)
			s.reportMark(end, 2)
			return end + 2 - i
		}
	}
	return n
}

// scanRoleOrAnchor recognizes a role before text, [.role]#text#, or an anchor, [[id]].
func (s *inlineScanner) scanRoleOrAnchor(i int) int {
	if bytes.HasPrefix(s.run[i:], []byte("[[")) {
		if end := s.findMark(i, "]]"); end > 0 {
			return s.reportHidden(i, end+2-i)
		}
		return 2
	}
	if end := s.findMark(i, "]"); end > 0 && end+1 < len(s.run) && bytes.IndexByte([]byte("#*_`"), s.run[end+1]) >= 0 {
		return s.reportHidden(i, end+1-i)
	}
	return 0
}

// scanAdocEmphasis recognizes single marks at the edge of a word, and double ones anywhere.
func (s *inlineScanner) scanAdocEmphasis(i int) int {
	n := countRepeats(s.run, i, s.run[i])
	before := i > 0 && isWordByte(s.run[i-1])
	after := i+n < len(s.run) && isWordByte(s.run[i+n])
	space := (i == 0 || isSpace(s.run[i-1])) && (i+n >= len(s.run) || isSpace(s.run[i+n]))
	if before && after && n < 2 || space || n > 2 || s.run[i] == '#' && !before && after && i+n < len(s.run) && isDigit(s.run[i+n]) {
		return n
	}
	return s.reportMark(i, n)
}

// textMacros are the macros whose brackets contain prose.
var textMacros = wordSet("link xref mailto http https ftp irc kbd btn menu")

// scanMacro recognizes `name:target[text]`, and addresses.
func (s *inlineScanner) scanMacro(i int) int {
	colon := i
	for colon < len(s.run) && colon < i+20 && isAlnum(s.run[colon]) {
		colon++
	}
	if colon == i || colon+1 >= len(s.run) || s.run[colon] != ':' {
		if bytes.HasPrefix(s.run[i:], []byte("www.")) {
			return s.reportLiteral(i, bareAddressLen(s.run, i))
		}
		return 0
	}
	name := string(s.run[i:colon])
	open := colon + 1
	for open < len(s.run) && open < i+2*longestSearch && !isSpace(s.run[open]) && s.run[open] != '[' {
		open++
	}
	if open == len(s.run) || s.run[open] != '[' {
		return s.reportLiteral(i, bareAddressLen(s.run, i))
	}
	end := s.bracketEnd(open)
	switch {
	case end == 0:
		return 0
	case !textMacros[name]:
		if name == "stem" || name == "latexmath" || name == "asciimath" || name == "pass" {
			kind := inlineFormula
			if name == "pass" {
				kind = inlineLiteral
			}
			return s.reportMarkedStretch(kind, i, open+1, end-1, end)
		}
		return s.reportHidden(i, end-i)
	case end == open+2:
		s.reportLiteral(i, open-i)
		return end - i + s.reportMark(open, 2) - 2
	}
	return s.scanLinkText(i, open, end)
}

// scanLinkText recognizes a link at i whose text is in the brackets [open, end). A caret or attributes there are not prose.
func (s *inlineScanner) scanLinkText(i, open, end int) int {
	text := end - 1
	if equals := bytes.IndexByte(s.run[open:text], '='); equals > 0 {
		if comma := bytes.LastIndexByte(s.run[open:open+equals], ','); comma > 0 {
			text = open + comma
		}
	}
	if text > open+2 && s.run[text-1] == '^' {
		text--
	}
	s.reportMark(i, open+1-i)
	s.reportMark(text, end-text)
	return end - i
}

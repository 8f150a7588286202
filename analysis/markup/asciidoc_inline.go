package markup

import "bytes"

// The inline part of AsciiDoc:
//
//	\x                             an escape
//	"`text`"  '`text`'             curved quotes
//	`code`  +text+                 code, passed through
//	*a*  _a_  #a#  ^a^  ~a~        emphasis and its like
//	[.role]#text#                  text with a role
//	<<id,text>>  xref:id[text]     references: text is prose
//	link:x[text]  https://x[text]  links: text is prose
//	footnote:[text]  image:x[]     a macro: not prose
//	stem:[x]                       a formula
//	{name}  {name}/x[text]         an attribute's reference, a link to an address in one
//	((term))  (((a, b)))           index terms, shown and hidden
//	https://x                      a bare address

func scanAsciiDocInline(run []byte, report func(Span, inlineKind)) {
	s := inlineScanner{run: run, report: report}
	for i := 0; i < len(run); {
		i += max(1, s.adoc(i))
	}
}

func (s *inlineScanner) adoc(i int) int {
	switch s.run[i] {
	case '\\':
		return s.escape(i)
	case '"', '\'':
		return s.curvedQuotes(i)
	case '`':
		return s.literalBetween(i, "`")
	case '+':
		return s.literalBetween(i, "+")
	case '<':
		return s.crossReference(i)
	case '{':
		return s.attribute(i)
	case '(':
		return s.indexTerm(i)
	case '[':
		return s.roleOf(i)
	case ']':
		return s.closeBracket(i)
	case '&':
		return s.entity(i)
	case '*', '_', '#':
		return s.adocEmphasis(i)
	case '^', '~':
		return s.reportMark(i, 1)
	}
	if i == 0 || !isWordByte(s.run[i-1]) {
		if n := s.macro(i); n > 0 {
			return n
		}
	}
	return 0
}

// curvedQuotes recognizes the backticks of curved quotes.
func (s *inlineScanner) curvedQuotes(i int) int {
	if i+2 >= len(s.run) || s.run[i+1] != '`' || isSpace(s.run[i+2]) || i > 0 && isWordByte(s.run[i-1]) {
		return 0
	}
	closing := s.closing(i+2, "`"+string(s.run[i:i+1]))
	if closing < 0 || isSpace(s.run[closing-1]) {
		return 0
	}
	s.reportMark(i+1, 1)
	for j := i + 2; j < closing; {
		j += max(1, s.adoc(j))
	}
	s.reportMark(closing, 1)
	return closing + 2 - i
}

// literalBetween recognizes literal text between two marks, which have no space on the inner side and
// no letter on the outer side.
func (s *inlineScanner) literalBetween(i int, mark string) int {
	n := repeats(s.run[:min(len(s.run), i+2)], i, mark[0])
	from := i + n
	if from >= len(s.run) || isSpace(s.run[from]) || n == 1 && i > 0 && isWordByte(s.run[i-1]) {
		return n
	}
	end := s.closing(from, string(s.run[i:from]))
	if end <= from || isSpace(s.run[end-1]) {
		return n
	}
	s.reportMark(i, n)
	s.reportLiteral(from, end-from)
	s.reportMark(end, n)
	return end + n - i
}

func (s *inlineScanner) crossReference(i int) int {
	if !bytes.HasPrefix(s.run[i:], []byte("<<")) {
		return 0
	}
	end := s.closing(i+2, ">>")
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

func (s *inlineScanner) attribute(i int) int {
	end := s.closing(i, "}")
	if end < i+2 || bytes.ContainsAny(s.run[i:end], " \t") {
		return 0
	}
	open := end + 1
	for open < len(s.run) && open < i+2*longestSearch && !isSpace(s.run[open]) && s.run[open] != '[' && s.run[open] != '{' {
		open++
	}
	if open < len(s.run) && s.run[open] == '[' && (open == end+1 || s.run[end+1] == '/') {
		if closing := s.bracketed(open); closing > 0 { // {url}/page[text]
			return s.linkText(i, open, closing)
		}
	}
	return s.reportHidden(i, end+1-i)
}

func (s *inlineScanner) indexTerm(i int) int {
	n := repeats(s.run, i, '(')
	if n == 3 {
		if end := s.closing(i, ")))"); end > 0 {
			return s.reportHidden(i, end+3-i)
		}
	}
	if n == 2 {
		if end := s.closing(i, "))"); end > 0 {
			s.reportMark(i, 2)
			s.reportMark(end, 2)
			return end + 2 - i
		}
	}
	return n
}

// roleOf recognizes a role or an anchor before text, [.role]#text# and [[id]].
func (s *inlineScanner) roleOf(i int) int {
	if bytes.HasPrefix(s.run[i:], []byte("[[")) {
		if end := s.closing(i, "]]"); end > 0 {
			return s.reportHidden(i, end+2-i)
		}
		return 2
	}
	if end := s.closing(i, "]"); end > 0 && end+1 < len(s.run) && bytes.IndexByte([]byte("#*_`"), s.run[end+1]) >= 0 {
		return s.reportHidden(i, end+1-i)
	}
	return 0
}

// adocEmphasis recognizes marks at the edge of a word; doubled ones may be anywhere.
func (s *inlineScanner) adocEmphasis(i int) int {
	n := repeats(s.run, i, s.run[i])
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

// macro recognizes `name:target[text]`, and addresses.
func (s *inlineScanner) macro(i int) int {
	colon := i
	for colon < len(s.run) && colon < i+20 && isAlnum(s.run[colon]) {
		colon++
	}
	if colon == i || colon+1 >= len(s.run) || s.run[colon] != ':' {
		if bytes.HasPrefix(s.run[i:], []byte("www.")) {
			return s.reportLiteral(i, bareAddress(s.run, i))
		}
		return 0
	}
	name := string(s.run[i:colon])
	open := colon + 1
	for open < len(s.run) && open < i+2*longestSearch && !isSpace(s.run[open]) && s.run[open] != '[' {
		open++
	}
	if open == len(s.run) || s.run[open] != '[' {
		return s.reportLiteral(i, bareAddress(s.run, i))
	}
	end := s.bracketed(open)
	switch {
	case end == 0:
		return 0
	case !textMacros[name]:
		if name == "stem" || name == "latexmath" || name == "asciimath" || name == "pass" {
			kind := inlineFormula
			if name == "pass" {
				kind = inlineLiteral
			}
			return s.between(kind, i, open+1, end-1, end)
		}
		return s.reportHidden(i, end-i)
	case end == open+2:
		s.reportLiteral(i, open-i)
		return end - i + s.reportMark(open, 2) - 2
	}
	return s.linkText(i, open, end)
}

// linkText recognizes a link whose text is in brackets, from open to before end. The text may end in a
// caret or in attributes, which are not prose.
func (s *inlineScanner) linkText(i, open, end int) int {
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

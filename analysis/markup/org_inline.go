package markup

import "bytes"

// The inline part of Org:
//
//	=code=  ~code~                 code
//	*a*  /a/  _a_  +a+             emphasis
//	[[target][text]]  [[target]]   links: text is prose
//	[fn:1]  [fn:: text]  [cite:x]  footnotes and citations
//	$x$  \(x\)  \[x\]              formulas
//	<2024-01-01 Mon>  <<target>>   time stamps, targets
//	@@html:x@@  {{{macro}}}        raw text
//	\name{}                        an entity
//	https://x                      a bare address
//	ref:x  cite:x  id:x  doi:x     a link without brackets, of Org or of org-ref

func scanOrgInline(run []byte, report func(Span, inlineKind)) {
	s := inlineScanner{run: run, report: report}
	for i := 0; i < len(run); {
		i += max(1, s.scanOrgConstruct(i))
	}
}

func (s *inlineScanner) scanOrgConstruct(i int) int {
	switch c := s.run[i]; c {
	case '=', '~':
		return s.scanOrgCode(i)
	case '*', '/', '_', '+':
		return s.scanOrgEmphasis(i)
	case '[':
		return s.scanOrgLink(i)
	case '<':
		return s.scanOrgTarget(i)
	case '$':
		return s.scanMath(i)
	case '\\':
		return s.scanOrgBackslash(i)
	case '@':
		return s.hideBetween(i, "@@", "@@")
	case '{':
		return s.hideBetween(i, "{{{", "}}}")
	case 'h', 'H', 'w', 'W', 'f', 'F', 'm', 'M':
		if n := bareAddressLen(s.run, i); n > 0 {
			return s.reportLiteral(i, n)
		}
	}
	return s.scanPlainLink(i)
}

// scanPlainLink recognizes a link without brackets, such as ref:x.
func (s *inlineScanner) scanPlainLink(i int) int {
	if !isAlpha(s.run[i]) || i > 0 && (isWordByte(s.run[i-1]) || s.run[i-1] == ':') {
		return 0
	}
	end := i
	for end < len(s.run) && isAlpha(s.run[end]) {
		end++
	}
	if end+1 >= len(s.run) || s.run[end] != ':' || !isWordByte(s.run[end+1]) && s.run[end+1] != '&' || !orgLinkTypes[string(s.run[i:end])] {
		return max(1, end-i)
	}
	for end < len(s.run) && !isSpace(s.run[end]) && bytes.IndexByte([]byte(")]}"), s.run[end]) < 0 {
		end++
	}
	for bytes.IndexByte([]byte(".,;:!?"), s.run[end-1]) >= 0 {
		end--
	}
	return s.reportHidden(i, end-i)
}

// orgLinkTypes are the types of links that prose may contain without brackets, including types of org-ref.
var orgLinkTypes = wordSet(`ref eqref pageref nameref autoref cref Cref label cite citet citep citealp citeauthor citeyear citenum parencite
	textcite autocite footcite fullcite nocite index gls glspl Gls Glspl acrshort acrlong acrfull id doi attachment file info elisp`)

// hideBetween hides two marks and the text between them, if the first is at i.
func (s *inlineScanner) hideBetween(i int, open, close string) int {
	if !bytes.HasPrefix(s.run[i:], []byte(open)) {
		return 0
	}
	end := s.findMark(i+len(open), close)
	if end < 0 {
		return len(open)
	}
	return s.reportHidden(i, end+len(close)-i)
}

// canOpenAt reports whether Org allows the mark at i to open, judging by the characters around it.
func (s *inlineScanner) canOpenAt(i int) bool {
	return (i == 0 || isSpace(s.run[i-1]) || bytes.IndexByte([]byte(`-('"{*/_+`), s.run[i-1]) >= 0) && i+1 < len(s.run) && !isSpace(s.run[i+1])
}

// canCloseAt reports whether a mark at i can close.
func (s *inlineScanner) canCloseAt(i int) bool {
	return i > 0 && (!isSpace(s.run[i-1]) || s.reported == i) && (i+1 >= len(s.run) || !isWordByte(s.run[i+1]))
}

func (s *inlineScanner) scanOrgCode(i int) int {
	if !s.canOpenAt(i) {
		return 0
	}
	for j := i + 2; j < min(len(s.run), i+longestSearch); j++ {
		if s.run[j] == s.run[i] && !isSpace(s.run[j-1]) && s.canFollowCode(i, j+1) {
			s.reportMark(i, 1)
			s.reportLiteral(i+1, j-i-1)
			s.reportMark(j, 1)
			return j + 1 - i
		}
	}
	return 0
}

// canFollowCode reports whether the character at an offset may follow the code that begins at i, for example as the end of an emphasis.
func (s *inlineScanner) canFollowCode(i, offset int) bool {
	if offset >= len(s.run) {
		return true
	}
	const dash = 0xe2 // the first byte of dashes and of closing quotation marks
	c := s.run[offset]
	return isSpace(c) || c == dash || bytes.IndexByte([]byte("-.,:;!?'\")}\\[*_+"), c) >= 0 || c == '/' && s.reported == i
}

func (s *inlineScanner) scanOrgEmphasis(i int) int {
	if s.canOpenAt(i) || s.canCloseAt(i) {
		return s.reportMark(i, 1)
	}
	return 0
}

func (s *inlineScanner) scanOrgLink(i int) int {
	rest := s.run[i:]
	switch {
	case bytes.HasPrefix(rest, []byte("[[")):
		end := s.findMark(i+2, "]]")
		if end < 0 {
			return 2
		}
		text := bytes.Index(s.run[i:end], []byte("]["))
		if text < 0 {
			s.reportMark(i, 2)
			s.reportLiteral(i+2, end-i-2)
			s.reportMark(end, 2)
			return end + 2 - i
		}
		s.reportMark(i, text+2)
		s.reportMark(end, 2)
		return end + 2 - i
	case bytes.HasPrefix(rest, []byte("[fn:")), bytes.HasPrefix(rest, []byte("[cite")):
		end := s.bracketEnd(i)
		return s.reportHidden(i, max(0, end-i))
	}
	return 0
}

// scanOrgTarget recognizes a time stamp, a target or an address in angle brackets.
func (s *inlineScanner) scanOrgTarget(i int) int {
	if bytes.HasPrefix(s.run[i:], []byte("<<")) {
		return s.hideBetween(i, "<<", ">>")
	}
	end := s.findMark(i+1, ">")
	if end < i+2 || !isDigit(s.run[i+1]) && !bytes.Contains(s.run[i:end], []byte("://")) {
		return 0
	}
	return s.reportHidden(i, end+1-i)
}

// scanOrgBackslash recognizes a formula, a line break or an entity.
func (s *inlineScanner) scanOrgBackslash(i int) int {
	for _, pair := range [][2]string{{`\(`, `\)`}, {`\[`, `\]`}} {
		if bytes.HasPrefix(s.run[i:], []byte(pair[0])) {
			end := s.findMark(i+2, pair[1])
			if end < 0 {
				return 2
			}
			return s.reportMarkedFormula(i, i+2, end, end+2)
		}
	}
	if bytes.HasPrefix(s.run[i:], []byte(`\\`)) {
		return s.reportMark(i, 2)
	}
	n := 1
	for i+n < len(s.run) && isAlpha(s.run[i+n]) {
		n++
	}
	if n == 1 {
		return 0
	}
	if bytes.HasPrefix(s.run[i+n:], []byte("{}")) {
		n += 2
	}
	return s.reportHidden(i, n)
}

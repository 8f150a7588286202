package markup

import (
	"bytes"
	"strings"
)

// The inline part of reStructuredText:
//
//	\x                    an escape; with white space, it joins what is around it
//	``code``              code
//	:role:`text <target>` text, if the role is one of cross references or emphasis
//	`text <target>`_      a reference: text is prose
//	`text`_  word_        references
//	|name|  [1]_  [#a]_   substitutions and footnotes
//	*a*  **a**            emphasis
//	https://x             a bare address

// textRoles are the roles whose text is part of the sentence.
var textRoles = wordSet(`ref doc term numref emphasis strong title title-reference t abbr guilabel menuselection any sub sup subscript superscript
	dfn pep rfc index`)

func scanRSTInline(run []byte, report func(Span, inlineKind)) {
	s := inlineScanner{run: run, report: report}
	for i := 0; i < len(run); {
		i += max(1, s.scanRSTConstruct(i))
	}
}

func (s *inlineScanner) scanRSTConstruct(i int) int {
	switch s.run[i] {
	case '\\':
		if i+1 < len(s.run) && isSpace(s.run[i+1]) {
			return s.reportMark(i, 2) // it joins what is around it
		}
		return s.scanEscape(i)
	case '`':
		return s.scanBackquoted(i)
	case ':':
		return s.scanRole(i)
	case '|':
		return s.scanSubstitution(i)
	case '[':
		return s.scanFootnoteMark(i)
	case '*':
		return s.scanEmphasis(i)
	case '_':
		return s.scanReferenceMark(i)
	case 'h', 'H', 'w', 'W', 'f', 'F', 'm', 'M':
		return s.reportLiteral(i, bareAddressLen(s.run, i))
	}
	return 0
}

// findMark returns the offset of the next mark at or after i; -1 if there is none nearby.
func (s *inlineScanner) findMark(i int, mark string) int {
	if i >= len(s.run) {
		return -1
	}
	n := bytes.Index(s.run[i:min(len(s.run), i+longestSearch)], []byte(mark))
	if n < 0 {
		return -1
	}
	return i + n
}

func (s *inlineScanner) scanBackquoted(i int) int {
	if countRepeats(s.run, i, '`') >= 2 {
		end := s.findMark(i+2, "``")
		if end < 0 {
			return countRepeats(s.run, i, '`')
		}
		s.reportMark(i, 2)
		s.reportLiteral(i+2, end-i-2)
		s.reportMark(end, 2)
		return end + 2 - i
	}
	return s.scanPhrase(i)
}

// scanPhrase recognizes the marks of the phrase in backquotes at i, and its target.
func (s *inlineScanner) scanPhrase(i int) int {
	end := s.findMark(i+1, "`")
	if end < 0 {
		return 1
	}
	s.reportMark(i, 1)
	if open := bytes.LastIndexByte(s.run[i:end], '<'); open > 1 && s.run[end-1] == '>' {
		for open > 1 && isSpace(s.run[i+open-1]) {
			open-- // hide the space before the target as well
		}
		s.reportHidden(i+open, end-i-open)
	}
	after := end + 1
	for after < len(s.run) && s.run[after] == '_' {
		after++
	}
	s.reportMark(end, after-end)
	return after - i
}

// longestRole is the greatest length of the name of a role, including its domain.
const longestRole = 64

func (s *inlineScanner) scanRole(i int) int {
	end := i + 1
	for end < min(len(s.run), i+longestRole) && (isAlnum(s.run[end]) || s.run[end] == '-' || s.run[end] == '_' || s.run[end] == '+' || s.run[end] == '.' || s.run[end] == ':' && s.run[end-1] != ':') {
		end++
	}
	if end-i < 3 || end >= len(s.run) || s.run[end] != '`' || s.run[end-1] != ':' || countRepeats(s.run, end, '`') > 1 {
		return 0
	}
	name := string(s.run[i+1 : end-1])
	close := s.findMark(end+1, "`")
	if close < 0 {
		return 0
	}
	s.reportMark(i, end-i)
	if textRoles[name[strings.LastIndexByte(name, ':')+1:]] && s.hasOwnWords(end+1, close) {
		return end - i + s.scanPhrase(end)
	}
	kind := inlineLiteral
	if name == "math" {
		kind = inlineFormula
	}
	return end - i + s.reportMarkedStretch(kind, end, end+1, close, close+1)
}

// hasOwnWords reports whether a reference has words of its own, and is not a bare name.
func (s *inlineScanner) hasOwnWords(from, to int) bool {
	return bytes.ContainsAny(s.run[from:to], " <") || !bytes.ContainsAny(s.run[from:to], "_/-.:")
}

func (s *inlineScanner) scanSubstitution(i int) int {
	end := s.findMark(i+1, "|")
	if end <= i+1 || isSpace(s.run[i+1]) || isSpace(s.run[end-1]) {
		return 0
	}
	return s.reportHidden(i, end+1-i)
}

func (s *inlineScanner) scanFootnoteMark(i int) int {
	end := s.findMark(i+1, "]_")
	if end < 0 || bytes.ContainsAny(s.run[i:end], " \t\n") {
		return 0
	}
	return s.reportHidden(i, end+2-i)
}

// scanReferenceMark recognizes the underscores at the end of a word.
func (s *inlineScanner) scanReferenceMark(i int) int {
	n := countRepeats(s.run, i, '_')
	before := i > 0 && isWordByte(s.run[i-1])
	after := i+n < len(s.run) && isWordByte(s.run[i+n])
	if before && !after && n <= 2 && s.run[s.nameStart(i)] != '_' { // __init__ is text
		return s.reportMark(i, n)
	}
	return n
}

// nameStart returns the beginning of the name that ends at i, with the underscores before it.
func (s *inlineScanner) nameStart(i int) int {
	for j := i; j > max(0, i-longestSearch/10); j-- {
		if !isWordByte(s.run[j-1]) && s.run[j-1] != '_' {
			return j
		}
		i = j - 1
	}
	return i
}

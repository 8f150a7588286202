package markup

import (
	"bytes"
	"regexp"
)

// Links, images and citations of Markdown: text in brackets, and its target.

func (s *inlineScanner) scanImage(i int) int {
	if i+1 >= len(s.run) || s.run[i+1] != '[' {
		return 0
	}
	end := s.bracketEnd(i + 1)
	if end == 0 {
		return 0
	}
	end += max(s.linkTargetLen(end), s.linkLabelLen(end))
	return s.reportHidden(i, end-i)
}

// scanOpeningBracket recognizes constructs by their beginning. scanClosingBracket recognizes links by their end.
func (s *inlineScanner) scanOpeningBracket(i int) int {
	rest := s.run[i+1:]
	switch {
	case bytes.HasPrefix(rest, []byte("^")):
		if end := s.bracketEnd(i); end > 0 && !bytes.ContainsAny(s.run[i:end], " \t\n") {
			return s.reportHidden(i, end-i)
		}
	case bytes.HasPrefix(rest, []byte("[")):
		if n := s.scanWikiLink(i); n > 0 {
			return n
		}
	case dataviewField.Match(rest[:min(len(rest), longestSearch/10)]):
		if end := s.bracketEnd(i); end > 0 && (end >= len(s.run) || s.run[end] != '(' && s.run[end] != '[') {
			return s.reportHidden(i, end-i)
		}
	case s.isCitation(i):
		return s.reportHidden(i, s.bracketEnd(i)-i)
	}
	s.brackets = append(s.brackets, i)
	return 0
}

// dataviewField matches the name of a field in brackets.
var dataviewField = regexp.MustCompile(`^[\pL][\pL\d _-]{0,30}:: `)

func (s *inlineScanner) scanClosingBracket(i int) int {
	if len(s.brackets) == 0 {
		return 0
	}
	open := s.brackets[len(s.brackets)-1]
	s.brackets = s.brackets[:len(s.brackets)-1]
	n := max(s.linkTargetLen(i+1), s.linkLabelLen(i+1))
	if n == 0 {
		n = len(attributeGroup.Find(s.run[i+1 : min(len(s.run), i+1+longestSearch)])) // a bracketed span: [text]{.class}
	}
	if n == 0 {
		return 0
	}
	s.reportMark(open, 1)
	return s.reportMark(i, n+1)
}

// scanWikiLink recognizes the marks of [[page]] and of [[page|text]].
func (s *inlineScanner) scanWikiLink(i int) int {
	window := s.run[i:min(len(s.run), i+longestSearch)]
	end := bytes.Index(window, []byte("]]"))
	if end < 3 || bytes.ContainsAny(window[2:end], "[]") {
		return 0
	}
	marks := 2 + bytes.IndexByte(window[2:end], '|') + 1
	if marks == 2 && window[2] == '#' {
		marks++ // a heading of the same page
	}
	s.reportMark(i, marks)
	s.reportMark(i+end, 2)
	return end + 2
}

// isCitation reports whether the brackets that open at i contain a citation key, as in [-@smith] or [see @smith; @jones].
func (s *inlineScanner) isCitation(i int) bool {
	at := s.nextAtSign(i)
	if at > i+longestSearch {
		return false
	}
	end := s.bracketEnd(i)
	for ; at < end; at = s.nextAtSign(at + 1) {
		if s.citationKeyLen(at) > 0 {
			return true
		}
	}
	return false
}

// nextAtSign returns the offset of the first @ at or after i, or the run's length. It keeps the answer, so that a run without
// an @ is searched only once.
func (s *inlineScanner) nextAtSign(i int) int {
	if s.at < i || s.at == 0 {
		n := bytes.IndexByte(s.run[i:], '@')
		if n < 0 {
			n = len(s.run) - i
		}
		s.at = i + n
	}
	return s.at
}

// scanCitationKey recognizes a key outside brackets.
func (s *inlineScanner) scanCitationKey(i int) int { return s.reportHidden(i, s.citationKeyLen(i)) }

// citationKeyLen returns the length of the citation key at i, as pandoc allows it, or 0. The @ must not follow a letter or
// digit, as it does in a mail address.
func (s *inlineScanner) citationKeyLen(i int) int {
	if i > 0 && (isAlnum(s.run[i-1]) || s.run[i-1] >= 0x80) {
		return 0
	}
	end := i + 1
	for end < len(s.run) && (isAlnum(s.run[end]) || bytes.IndexByte([]byte("_:.#$%&-+?<>~/"), s.run[end]) >= 0) {
		end++
	}
	for end > i+1 && !isAlnum(s.run[end-1]) {
		end--
	}
	if end == i+1 {
		return 0
	}
	return end - i
}

// bracketEnd returns the offset after the bracket that closes the one at i, or 0.
func (s *inlineScanner) bracketEnd(i int) int {
	depth := 0
	for j := i; j < min(len(s.run), i+longestSearch); j++ {
		switch s.run[j] {
		case '\\':
			j++
		case '[':
			depth++
		case ']':
			if depth--; depth == 0 {
				return j + 1
			}
		}
	}
	return 0
}

// linkTargetLen returns the length of a link's `(dest "title")` at i, or 0.
func (s *inlineScanner) linkTargetLen(i int) int {
	if i >= len(s.run) || s.run[i] != '(' {
		return 0
	}
	j := s.skipSpace(i + 1)
	if j < len(s.run) && s.run[j] == '<' {
		end := bytes.IndexByte(s.run[j:min(len(s.run), j+longestSearch)], '>')
		if end < 0 {
			return 0
		}
		j += end + 1
	} else {
		j = s.destinationEnd(j)
	}
	j = s.skipSpace(j)
	if j < len(s.run) && bytes.IndexByte([]byte(`"'(`), s.run[j]) >= 0 {
		closing := s.run[j]
		if closing == '(' {
			closing = ')'
		}
		end := bytes.IndexByte(s.run[j+1:min(len(s.run), j+longestSearch)], closing)
		if end < 0 {
			return 0
		}
		j = s.skipSpace(j + end + 2)
	}
	if j < len(s.run) && s.run[j] == ')' {
		return j + 1 - i
	}
	return 0
}

// destinationEnd returns the end of a link destination without angle brackets. It may contain templates of a site generator.
func (s *inlineScanner) destinationEnd(i int) int {
	depth, mayBraces := 0, true
	for j := i; j < min(len(s.run), i+10*longestSearch); j++ {
		switch c := s.run[j]; {
		case c == '\\':
			j++
		case isSpace(c):
			return j
		case c == '{' && mayBraces:
			n := s.templateLen(j)
			j += max(0, n-1)
			mayBraces = n > 0 // otherwise each `{{` of a text could cause a long search
		case c == '(':
			if depth++; depth > deepest { // otherwise each `](` of a text could cause a long search
				return len(s.run)
			}
		case c == ')':
			if depth == 0 {
				return j
			}
			depth--
		}
	}
	return len(s.run)
}

// templateLen returns the length of the `{{ x }}` or `{% x %}` at i, or 0.
func (s *inlineScanner) templateLen(i int) int {
	if i+1 >= len(s.run) || s.run[i+1] != '{' && s.run[i+1] != '%' {
		return 0
	}
	return s.bracedLen(i)
}

// bracedLen returns the length of the text from the brace at i to the closing braces, or 0.
func (s *inlineScanner) bracedLen(i int) int {
	end := bytes.IndexByte(s.run[i:min(len(s.run), i+longestSearch)], '}') + 1
	for end > 0 && i+end < len(s.run) && s.run[i+end] == '}' {
		end++
	}
	return end
}

// linkLabelLen returns the length of a link's `[label]` at i, or 0.
func (s *inlineScanner) linkLabelLen(i int) int {
	if i >= len(s.run) || s.run[i] != '[' {
		return 0
	}
	if i+1 < len(s.run) && (s.run[i+1] == '^' || s.run[i+1] == '@') {
		return 0
	}
	return max(0, s.bracketEnd(i)-i)
}

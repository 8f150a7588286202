package markup

import "strings"

// directivePrefix begins a comment that is addressed to segls.
const directivePrefix = "segls:"

// commentStyle is the form of a comment on a line of its own: the marks that open and close it. close is empty if comments
// end with their line. Both are empty for a format without comments, where the prefix of a directive suffices.
type commentStyle struct{ open, close string }

// directiveSpan returns the span of a directive's text, if the line is a comment addressed to segls and nothing else.
func (f Format) directiveSpan(text string, line Span) (Span, bool) {
	if !strings.Contains(text[line.Start:line.End], directivePrefix) {
		return Span{}, false // as in nearly every line
	}
	for _, c := range f.comments {
		if said, ok := c.contentSpan(text, line); ok && strings.HasPrefix(text[said.Start:said.End], directivePrefix) {
			said.Start += len(directivePrefix)
			return trimSpan(text, said), true
		}
	}
	return Span{}, false
}

// contentSpan returns the span of the comment's text, if the line is such a comment and nothing else.
func (c commentStyle) contentSpan(text string, line Span) (Span, bool) {
	if strings.HasPrefix(text[line.Start:line.End], byteOrderMark) {
		line.Start += len(byteOrderMark)
	}
	line = trimSpan(text, line)
	content := text[line.Start:line.End]
	if len(content) < len(c.open)+len(c.close) || !strings.HasPrefix(content, c.open) || !strings.HasSuffix(content, c.close) ||
		strings.ContainsAny(content, "\r\n") {
		return Span{}, false
	}
	said := Span{line.Start + len(c.open), line.End - len(c.close)}
	if c.close != "" && strings.Contains(text[said.Start:said.End], c.close) {
		return Span{}, false // several comments, or text between two of them
	}
	return trimSpan(text, said), true
}

// trimSpan returns the span without the white space at its ends.
func trimSpan(text string, s Span) Span {
	for s.Start < s.End && isSpace(text[s.Start]) {
		s.Start++
	}
	for s.Start < s.End && isSpace(text[s.End-1]) {
		s.End--
	}
	return s
}

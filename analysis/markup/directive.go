package markup

import "strings"

// directivePrefix begins a comment that is meant for segls.
const directivePrefix = "segls:"

// comment is how a format writes a comment on a line of its own: what stands before it and after
// it. The latter is empty if comments end with their line. A format without comments has the
// empty one: there, a line that begins with the prefix of a directive is a directive.
type comment struct{ open, close string }

// directive returns what a line says to segls, if it is a comment meant for segls and nothing
// else.
func (f Format) directive(text string, line Span) (Span, bool) {
	if !strings.Contains(text[line.Start:line.End], directivePrefix) {
		return Span{}, false // as for nearly every line
	}
	for _, c := range f.comments {
		if said, ok := c.content(text, line); ok && strings.HasPrefix(text[said.Start:said.End], directivePrefix) {
			said.Start += len(directivePrefix)
			return trim(text, said), true
		}
	}
	return Span{}, false
}

// content is what a line says if it is such a comment and nothing else.
func (c comment) content(text string, line Span) (Span, bool) {
	if strings.HasPrefix(text[line.Start:line.End], byteOrderMark) {
		line.Start += len(byteOrderMark)
	}
	line = trim(text, line)
	content := text[line.Start:line.End]
	if len(content) < len(c.open)+len(c.close) || !strings.HasPrefix(content, c.open) || !strings.HasSuffix(content, c.close) ||
		strings.ContainsAny(content, "\r\n") {
		return Span{}, false
	}
	said := Span{line.Start + len(c.open), line.End - len(c.close)}
	if c.close != "" && strings.Contains(text[said.Start:said.End], c.close) {
		return Span{}, false // several comments, or text between two
	}
	return trim(text, said), true
}

// trim is the span without the white space at its ends.
func trim(text string, s Span) Span {
	for s.Start < s.End && isSpace(text[s.Start]) {
		s.Start++
	}
	for s.Start < s.End && isSpace(text[s.End-1]) {
		s.End--
	}
	return s
}

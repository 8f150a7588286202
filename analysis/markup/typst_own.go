package markup

import (
	"regexp"
	"strings"
)

// withTypstBreaks returns the format with the functions and values of a text that show a scene break.
func (f Format) withTypstBreaks(text string) Format {
	var source strings.Builder
	breaks := make(map[string]bool)
	was := f.own
	f.own = nil
	for _, m := range typstDefinition.FindAllStringSubmatchIndex(text, -1) {
		body := typstDefinitionBody(text[m[1]:])
		if len(body) > longestBreak || !f.isBareBreak(body) {
			continue
		}
		breaks[text[m[2]:m[3]]] = true
		source.WriteString(text[m[0]:m[1]] + body + "\n")
	}
	switch {
	case was != nil && was.source == source.String():
		f.own = was
	case len(breaks) > 0:
		f.own = &latexDefinitions{source: source.String(), call: typstUse, breaks: breaks}
	}
	return f
}

// typstDefinitionBody returns the text up to the end of the first line at which all brackets are closed. It may stop once the text is too
// long for a break.
func typstDefinitionBody(text string) string {
	depth, inString := 0, false
	for i := 0; i < len(text) && i <= longestBreak+1; i++ {
		switch c := text[i]; {
		case c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case strings.IndexByte("([{", c) >= 0:
			depth++
		case strings.IndexByte(")]}", c) >= 0:
			depth--
		case c == '\n' && depth <= 0:
			return strings.TrimSuffix(text[:i], "\r")
		}
	}
	return text
}

var (
	typstDefinition = regexp.MustCompile(`(?m)^#let[ \t]+([A-Za-z_][\w-]*)(?:\([^()]*\))?[ \t]*=[ \t]*`)
	typstUse        = regexp.MustCompile(`#([A-Za-z_][\w-]*)(?:\([^()]*\))?`)
)

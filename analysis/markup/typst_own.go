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
		body := text[m[1]:]
		if end := typstDefinitionEnd.FindStringIndex(body); end != nil {
			body = body[:end[0]]
		}
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

var (
	typstDefinition    = regexp.MustCompile(`(?m)^#let[ \t]+([A-Za-z_][\w-]*)(?:\([^()]*\))?[ \t]*=[ \t]*`)
	typstDefinitionEnd = regexp.MustCompile(`\n(?:[ \t]*\r?(?:\n|$)|#)`) // a blank line, or the next definition
	typstUse           = regexp.MustCompile(`#([A-Za-z_][\w-]*)(?:\([^()]*\))?`)
)

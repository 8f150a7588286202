package markup

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"go.yaml.in/yaml/v3"
)

var (
	field      = regexp.MustCompile(`(?m)^(?:#\+|:)([\w-]+):[ \t]*(.*?)[ \t\r]*$`) // of Org, AsciiDoc and reStructuredText
	latexTitle = regexp.MustCompile(`\\title\s*(?:\[[^\]]*\]\s*)?\{`)
	typstTitle = regexp.MustCompile(`(?s)#(?:set\s+document\(|show\s*:)[^#]*?\btitle:\s*(?:"([^"\\]*)"|\[([^\[\]]*)\])`)
)

// Metadata returns the metadata at the top of a text, by names in lower case: the scalar values of front matter in YAML or
// TOML, the keywords of Org, the attributes of AsciiDoc, the fields of reStructuredText, and the titles of LaTeX and Typst.
// head is the text of the blocks that may contain metadata. Errors in front matter are ignored.
func Metadata(head string) map[string]string {
	head = strings.TrimLeft(strings.TrimPrefix(head, byteOrderMark), "\r\n")
	said := make(map[string]any)
	switch matter := frontMatterLen(head); {
	case matter > 0:
		inside := strings.TrimRight(head[3:matter], "\r\n\t ")
		inside = inside[:max(0, strings.LastIndexAny(inside, "\r\n"))] // without the closing line
		if head[0] == '+' {
			_ = toml.Unmarshal([]byte(inside+"\n"), &said)
		} else {
			fields := make(map[string]yaml.Node) // so that dates and numbers stay as they are written
			_ = yaml.Unmarshal([]byte(inside+"\n"), &fields)
			for name, value := range fields {
				if value.Alias != nil {
					value = *value.Alias
				}
				if value.Kind == yaml.ScalarNode && value.Tag != "!!null" {
					said[name] = value.Value
				}
			}
		}
	case strings.Contains(head, `\title`):
		if at := latexTitle.FindStringIndex(head); at != nil {
			var rest strings.Builder
			for line := range Lines(head[at[1]:]) {
				rest.WriteString(withoutComment(head[at[1]:][line.Start:line.End]) + "\n")
			}
			said["title"] = visibleLaTeXText([]byte(untilClosingBrace(rest.String())), plainTeXFormula)
		}
	case typstTitle.MatchString(head):
		m := typstTitle.FindStringSubmatch(head)
		said["title"] = m[1] + visibleTypstText([]byte(m[2]), nil)
	default:
		for _, m := range field.FindAllStringSubmatch(head, -1) {
			said[m[1]] = m[2]
		}
	}
	metadata := make(map[string]string)
	for _, name := range slices.Sorted(maps.Keys(said)) { // of names that differ in case, the one in lower case counts
		value := said[name]
		switch value.(type) {
		case nil, map[string]any, []any:
			continue
		}
		metadata[strings.ToLower(name)] = strings.Join(strings.Fields(fmt.Sprint(value)), " ")
	}
	return metadata
}

// untilClosingBrace returns a text up to the brace that closes the group in which the text begins; "" if there is none.
func untilClosingBrace(text string) string {
	depth := 1
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '\\':
			i++
		case '{':
			depth++
		case '}':
			if depth--; depth == 0 {
				return text[:i]
			}
		}
	}
	return ""
}

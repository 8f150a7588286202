package link

import (
	"regexp"

	"github.com/segls/segls/analysis/markup"
)

// LinkSpans returns the spans of the links in a paragraph, each including the words that readers see.
func LinkSpans(f markup.Format, paragraph []byte) [][]int {
	pattern, ok := withWords[f.Name]
	if !ok {
		pattern = bareAddress
	}
	return pattern.FindAllIndex(paragraph, -1)
}

// bareAddress matches an address that every editor shows as a link. It is for formats that have no links within a paragraph.
var bareAddress = regexp.MustCompile(`https?://\S+`)

var withWords = map[string]*regexp.Regexp{
	markup.Markdown.Name:         regexp.MustCompile(`!?\[\[[^\[\]]*\]\]|!?\[(?:[^\[\]]|\[[^\[\]]*\])*\](?:\([^)]*\)|\[[^\]]*\])?|\{[\w:]+\}` + "`[^`]*`" + `|https?://\S+`),
	markup.ReStructuredText.Name: regexp.MustCompile(":[\\w:]+:`[^`]*`|`[^`]*`_+" + `|https?://\S+`),
	markup.AsciiDoc.Name:         regexp.MustCompile(`<<[^<>]*>>|(?:xref:|link:|https?://)[^\s\[]*(?:\[[^\]]*\])?`),
	markup.Org.Name:              regexp.MustCompile(`\[\[[^\]]*\](?:\[[^\]]*\])?\]|https?://\S+`),
	markup.LaTeX.Name:            regexp.MustCompile(`\\(?:[cC]|auto|page|name)?(?:ref|url)\{[^}]*\}|\\href\{[^}]*\}\{[^}]*\}`),
	markup.HyperText.Name:        regexp.MustCompile(`(?s)<a\s[^>]*>.{0,300}?</a>`),
	markup.Typst.Name:            regexp.MustCompile(`#link\([^)]*\)(?:\[[^\]]*\])?|https?://\S+`),
}

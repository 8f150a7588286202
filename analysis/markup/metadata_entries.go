package markup

import (
	"regexp"
	"slices"
	"strings"
)

// MetadataEntries are the entries of the metadata of a text: of front matter, attributes, keywords, or the head of a page.
type MetadataEntries struct {
	Title Span     // of the title in the text; empty if there is none
	Names []string // of all entries, including the title, in lower case
}

// MetadataEntries returns the entries above an offset. There are none in LaTeX and Typst, where commands take their place.
func (f Format) MetadataEntries(text string, blocks []Block, end int) MetadataEntries {
	if len(blocks) > 0 && blocks[0].Kind == FrontMatter && f.Name != LaTeX.Name {
		matter := text[blocks[0].Span.Start:blocks[0].Span.End]
		return MetadataEntries{FrontMatterTitle(text, blocks), namesMatching(frontMatterKey, matter)}
	}
	if n, ok := f.notation.(interface {
		metadataEntries(text string, blocks []Block) MetadataEntries
	}); ok {
		return n.metadataEntries(text[:end], blocks)
	}
	return MetadataEntries{}
}

// FrontMatterTitle returns the span of the title in the front matter of a text, which is empty if there is none.
func FrontMatterTitle(text string, blocks []Block) Span {
	if len(blocks) == 0 || blocks[0].Kind != FrontMatter {
		return Span{}
	}
	matter := text[blocks[0].Span.Start:blocks[0].Span.End]
	return spanOfGroup(frontMatterTitle, matter).Shift(blocks[0].Span.Start)
}

var (
	frontMatterTitle = regexp.MustCompile(`(?m)^title[ \t]*[:=][ \t]*(?:"((?:[^"\\\r\n])+)"|'([^'\r\n]+)'|([^"'\s|>&*!\[{#][^\r\n#]*?))[ \t]*\r?$`)
	frontMatterKey   = regexp.MustCompile(`(?m)^([A-Za-z_][\w -]*)[ \t]*[:=]`)
	fieldName        = regexp.MustCompile(`(?m)^:!?([\w-]+)!?:`) // of AsciiDoc and reStructuredText
)

// namesMatching returns the first group of each match of a pattern, in lower case and without repetitions.
func namesMatching(pattern *regexp.Regexp, text string) []string {
	var names []string
	for _, m := range pattern.FindAllStringSubmatch(text, -1) {
		if name := strings.ToLower(strings.TrimSpace(m[1])); !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// spanOfGroup returns the span of the first group that is not empty where a pattern first matches; it is empty if there is none.
func spanOfGroup(pattern *regexp.Regexp, text string) Span {
	m := pattern.FindStringSubmatchIndex(text)
	for g := 2; g < len(m); g += 2 {
		if m[g] >= 0 && m[g] < m[g+1] {
			return Span{m[g], m[g+1]}
		}
	}
	return Span{}
}

package rearrange

import (
	"regexp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
)

// fileHead is the part above the text of a file, which describes the file itself: metadata, attributes, the head of a page.
type fileHead struct {
	title markup.Span // in the file; empty if the head has no title
	names []string    // of all entries, including the title
}

// readHead reads the head of a file, which ends at an offset. In LaTeX it is the preamble, which is checked elsewhere.
func readHead(d *analysis.Document, end int) fileHead {
	if d.Format.Name == markup.LaTeX.Name {
		return fileHead{}
	}
	h := fileHead{title: metadataTitleSpan(d)}
	text := d.Text.Slice(markup.Span{End: end})
	switch blocks := d.Blocks(); {
	case len(blocks) > 0 && blocks[0].Kind == markup.FrontMatter:
		h.addNames(metadataKey, d.Text.Slice(blocks[0].Span))
		return h
	case d.Format.Name == markup.HyperText.Name:
		h.title = spanOfGroup(htmlTitle, text)
		h.addNames(htmlHeadElement, text)
	case d.Format.Name == markup.AsciiDoc.Name:
		for _, b := range blocks {
			if b.Kind == markup.Heading && b.Span.Start < end {
				h.title = d.Format.TitleWords(d.Text.String(), b)
				h.names = append(h.names, "title")
			}
		}
		h.addNames(fieldName, text)
		if adocAuthor.MatchString(text) {
			h.names = append(h.names, "author")
		}
	case d.Format.Name == markup.Org.Name:
		h.title = spanOfGroup(orgTitle, text)
		h.addNames(orgKeyword, text)
	case d.Format.Name == markup.ReStructuredText.Name:
		h.addNames(fieldName, text)
	case strings.HasPrefix(text, "%"):
		h.title = spanOfGroup(pandocTitle, text)
		for i := range strings.Count(strings.TrimSpace(text), "\n") + 1 {
			h.names = append(h.names, []string{"title", "author", "date"}[min(i, 2)])
		}
	}
	return h
}

func (h *fileHead) addNames(pattern *regexp.Regexp, text string) {
	for _, m := range pattern.FindAllStringSubmatch(text, -1) {
		if name := strings.ToLower(strings.TrimSpace(m[1])); !slices.Contains(h.names, name) {
			h.names = append(h.names, name)
		}
	}
}

// lostNames returns the names of the entries that disappear with the file: all, except for the title if it is used as a heading.
func (h *fileHead) lostNames(isTitleUsed bool) []string {
	return slices.DeleteFunc(slices.Clone(h.names), func(name string) bool { return isTitleUsed && name == "title" })
}

// spanOfGroup returns the span of the first group that is not empty where a pattern first matches; it is empty if there is none.
func spanOfGroup(pattern *regexp.Regexp, text string) markup.Span {
	m := pattern.FindStringSubmatchIndex(text)
	for g := 2; g < len(m); g += 2 {
		if m[g] >= 0 && m[g] < m[g+1] {
			return markup.Span{Start: m[g], End: m[g+1]}
		}
	}
	return markup.Span{}
}

var (
	titleKey    = regexp.MustCompile(`(?m)^title[ \t]*[:=][ \t]*(?:"((?:[^"\\\r\n])+)"|'([^'\r\n]+)'|([^"'\s|>&*!\[{#][^\r\n#]*?))[ \t]*\r?$`)
	metadataKey = regexp.MustCompile(`(?m)^([A-Za-z_][\w -]*)[ \t]*[:=]`)

	orgTitle    = regexp.MustCompile(`(?mi)^[ \t]*#\+title:[ \t]*([^\r\n]*?)[ \t]*\r?$`)
	orgKeyword  = regexp.MustCompile(`(?m)^[ \t]*#\+(\w+):`)
	pandocTitle = regexp.MustCompile(`^%[ \t]*([^\r\n]*?)[ \t]*(?:[\r\n]|$)`)

	fieldName  = regexp.MustCompile(`(?m)^:!?([\w-]+)!?:`)             // of AsciiDoc and reStructuredText
	adocAuthor = regexp.MustCompile(`(?m)^=[ \t][^\r\n]*\r?\n[\pL\d]`) // on the line below the title

	htmlTitle       = regexp.MustCompile(`(?is)<title\b[^>]*>\s*([^<]*?)\s*</title`)
	htmlHeadElement = regexp.MustCompile(`(?i)<(title|style|script|link|base)\b`)
)

// metadataTitleSpan returns the span of the title in the metadata of a text, which is empty if there is none.
func metadataTitleSpan(d *analysis.Document) markup.Span {
	blocks := d.Blocks()
	if len(blocks) == 0 || blocks[0].Kind != markup.FrontMatter {
		return markup.Span{}
	}
	return spanOfGroup(titleKey, d.Text.Slice(blocks[0].Span)).Shift(blocks[0].Span.Start)
}

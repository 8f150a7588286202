package link

import (
	"regexp"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// readAsciiDoc reads AsciiDoc. Where files are put in one book, names are known in all of them,
// and paths lead from the book.
func (r *reader) readAsciiDoc() {
	prefix, separator := "_", "_"
	for _, m := range adocIDs.FindAllStringSubmatch(r.text, -1) {
		if m[1] == "idprefix" {
			prefix = strings.TrimSpace(m[2])
		} else {
			separator = strings.TrimSpace(m[2])
		}
	}
	var main []func(*Link)
	if r.site.Kind == AsciiDoc {
		main = append(main, ofMain)
	}
	counts := make(map[string]int)
	for i, b := range r.blocks {
		source := r.live[b.Span.Start:b.Span.End]
		isGiven := false
		if !isCode(b) {
			for _, m := range adocAnchor.FindAllStringSubmatchIndex(source, -1) {
				for g := 2; g < len(m); g += 2 {
					if m[g] < 0 {
						continue
					}
					span := b.Span
					if b.Kind != markup.Heading && strings.TrimSpace(source) == source[m[0]:m[1]] {
						span = r.headingBelow(i, b.Span)
					}
					isGiven = isGiven || b.Kind == markup.Heading
					r.anchor(Label, source[m[g]:m[g+1]], span, b.Span.Start+m[g])
				}
			}
			r.matchesIn(adocRef, Label, b.Span, ofParts)
			r.matchesIn(adocFile, File, b.Span, append(main, asImage)...)
			r.matchesIn(adocLink, Address, b.Span, main...)
		}
		if isCode(b) { // what is shown may be put in
			source = r.text[b.Span.Start:b.Span.End]
		}
		r.matches(adocInclude, File, source, b.Span.Start, asImage)
		if b.Kind != markup.Heading {
			continue
		}
		title := r.format.Title(r.text, b)
		id := prefix + strings.Join(strings.FieldsFunc(adocNoName.ReplaceAllString(strings.ToLower(title), ""), func(c rune) bool {
			return c == ' ' || separator != "" && (c == '.' || c == '-' || strings.ContainsRune(separator, c))
		}), separator)
		if counts[id]++; counts[id] > 1 {
			id += separator + itoa(counts[id])
		}
		if !isGiven {
			r.heading(Label, id, b)
		}
		r.heading(Title, title, b)
	}
}

var (
	adocIDs     = regexp.MustCompile(`(?m)^:(idprefix|idseparator):([^\r\n]*)`)
	adocNoName  = regexp.MustCompile(`<[^>]+>|&(?:[a-z][a-z]+\d{0,2}|#\d{2,6}|#x[\da-f]{2,6});|[^ \pL\pN\pM_.-]`)
	adocAnchor  = regexp.MustCompile(`\[\[([\pL_:][\w:.-]*)(?:,[^\]]*)?\]\]|(?m:^)\[(?:[\w-]*)#([\w:-]+)[^\]\r\n]*\]|(?m:^)\[[^\]\r\n]*\bid="?([\w:.-]+)"?[^\]\r\n]*\]|\banchor:([\w:.-]+)\[|\[#([\w:-]+)[^\]\r\n]*\]#`)
	adocRef     = regexp.MustCompile(`<<([^<>,\r\n]+)(?:,[^<>]*)?>>|\bxref:([^\s\[\]]+)\[`)
	adocFile    = regexp.MustCompile(`\b(?:image|video|audio):{1,2}([^\s\[{:]+)\[`)
	adocLink    = regexp.MustCompile(`\blink:([^\s\[{:]+)\[`)
	adocInclude = regexp.MustCompile(`(?m)^include::([^\s\[{][^\[{\r\n]*)\[`)
)

package link

import (
	"regexp"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// readTypst reads Typst. Labels are visible in all files that become one document, and paths are relative to the file that contains them.
func (r *reader) readTypst() {
	heading := markup.Span{}
	for _, b := range r.blocks {
		if b.Kind == markup.Heading {
			heading = b.Span
		}
		text := r.text[b.Span.Start:b.Span.End]
		if isCode(b) && !strings.HasPrefix(text, "#") {
			continue
		}
		source := r.live[b.Span.Start:b.Span.End]
		for _, m := range typstLink.FindAllStringSubmatchIndex(source, -1) {
			if address := source[m[2]:m[3]]; !scheme.MatchString(address) {
				r.addLink(File, b.Span.Start+m[2], b.Span.Start+m[3])
			}
		}
		for _, m := range markup.TypstPath.FindAllStringSubmatchIndex(source, -1) {
			for g := 2; g < len(m); g += 2 {
				if m[g] >= 0 && !scheme.MatchString(source[m[g]:m[g+1]]) {
					r.addLink(File, b.Span.Start+m[g], b.Span.Start+m[g+1], setImage)
				}
			}
		}
		r.addReferences(typstTo, source, b.Span.Start)
		r.addReferences(typstRef, source, b.Span.Start, setMayCite)
		r.addReferences(typstAt, source, b.Span.Start, setMayCite)
		for _, m := range typstLabel.FindAllStringSubmatchIndex(source, -1) {
			start := b.Span.Start + m[2]
			if r.taken[start] { // it is a link
				continue
			}
			span := b.Span
			if 0 < heading.End && heading.End <= b.Span.Start && strings.TrimSpace(r.text[heading.End:b.Span.Start]) == "" && strings.HasPrefix(source, "<") {
				span = heading
			}
			r.addAnchor(Label, source[m[2]:m[3]], span, start)
		}
	}
}

// addReferences records the names that a pattern finds.
func (r *reader) addReferences(pattern *regexp.Regexp, source string, from int, set ...func(*Link)) {
	for _, m := range pattern.FindAllStringSubmatchIndex(source, -1) {
		end := m[2] + len(strings.TrimRight(source[m[2]:m[3]], ".:"))
		r.addLink(Label, from+m[2], from+end, set...)
	}
}

func setMayCite(l *Link) { l.mayCite = true }

var (
	typstLink  = regexp.MustCompile(`\blink\(\s*"([^"\\\r\n]+)"`)
	typstTo    = regexp.MustCompile(`\b(?:link|locate|query|numbering|footnote)\(\s*<([\pL\pN_:.-]+)>`)
	typstRef   = regexp.MustCompile(`\b(?:ref|cite)\(\s*<([\pL\pN_:.-]+)>`)
	typstAt    = regexp.MustCompile(`(?:^|[^\\])@([\pL_][\pL\pN_:.-]*)`)
	typstLabel = regexp.MustCompile(`(?:^|[^\\])<([\pL_][\pL\pN_:.-]*)>`)
)

package link

import (
	"regexp"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// readOrg reads Org. Links lead to files, with a place in them after two colons; to ids, which are visible in all files; and to headlines
// and targets in the same file.
func (r *reader) readOrg() {
	heading := markup.Block{}
	r.live = blankMatches(orgVerbatim, r.live)
	for _, b := range r.blocks {
		source := r.live[b.Span.Start:b.Span.End]
		if b.Kind == markup.Heading {
			heading = b
			r.addHeading(Title, "*"+r.format.Title(r.text, b), b)
			r.addHeading(Title, r.format.Title(r.text, b), b)
		}
		if isCode(b) {
			r.readOrgCode(b)
			continue
		}
		span := b.Span
		if heading.Span.End > 0 {
			span = heading.Span
		}
		for _, m := range orgID.FindAllStringSubmatchIndex(source, -1) {
			name, at := source[m[4]:m[5]], b.Span.Start+m[4]
			if strings.EqualFold(source[m[2]:m[3]], "ID") {
				r.addAnchor(Label, name, span, at)
			} else {
				r.addAnchor(Title, "#"+name, span, at)
			}
		}
		for _, m := range orgTarget.FindAllStringSubmatchIndex(source, -1) {
			for g := 2; g < len(m); g += 2 {
				if m[g] >= 0 {
					r.addAnchor(Title, source[m[g]:m[g+1]], b.Span, b.Span.Start+m[g])
				}
			}
		}
		r.addMatchesIn(orgInclude, File, b.Span, setImage, setTakesPart)
		for _, m := range orgLink.FindAllStringSubmatchIndex(source, -1) {
			to := source[m[2]:m[3]]
			start, end := b.Span.Start+m[2], b.Span.Start+m[3]
			scheme, rest, hasScheme := strings.Cut(to, ":")
			switch {
			case hasScheme && scheme == "file":
				r.addLink(File, end-len(rest), end, setTakesPart)
			case hasScheme && scheme == "id":
				r.addLink(Label, end-len(rest), end)
			case strings.HasPrefix(to, "./") || strings.HasPrefix(to, "../"):
				r.addLink(File, start, end, setTakesPart, func(l *Link) { l.prefix = "file:" })
			case hasScheme && orgScheme.MatchString(scheme):
			default:
				r.addLink(Title, start, end)
			}
		}
	}
}

// readOrgCode reads the names of lines of code.
func (r *reader) readOrgCode(b markup.Block) {
	code := r.text[b.Span.Start:b.Span.End]
	for _, m := range orgCodeLine.FindAllStringSubmatchIndex(code, -1) { // [[(name)]] leads to it
		r.addAnchor(Title, "("+code[m[2]:m[3]]+")", b.Span, b.Span.Start+m[2])
	}
}

var (
	orgCodeLine = regexp.MustCompile(`\(ref:([\w -]+)\)`)
	orgVerbatim = regexp.MustCompile(`(?m)(?:^|[\s('"{-])(?:~[^\s~](?:[^~\r\n]*[^\s~])?~|=[^\s=](?:[^=\r\n]*[^\s=])?=)`)
	orgID       = regexp.MustCompile(`(?im)^[ \t]*:(CUSTOM_ID|ID):[ \t]+(\S+)`)
	orgTarget   = regexp.MustCompile(`(?im)<<([^<>\r\n]+)>>|^[ \t]*#\+name:[ \t]*(\S+)`)
	orgInclude  = regexp.MustCompile(`(?im)^[ \t]*#\+(?:include|setupfile|bibliography):[ \t]*(?:"([^"\r\n]+)|([^"\s]+))`)
	orgLink     = regexp.MustCompile(`\[\[([^\[\]\r\n]+)\](?:\[[^\[\]]*\])?\]`)
	orgScheme   = regexp.MustCompile(`^[a-z][\w+.-]*$`)
)

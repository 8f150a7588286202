package link

import (
	"cmp"
	"path"
	"regexp"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// readAsciiDoc reads AsciiDoc. Names are visible in all files of a book. Paths are relative to the book, but those of includes to the file.
func (r *reader) readAsciiDoc() {
	prefix, separator := "_", "_"
	r.live = blankMatches(adocLiteral, r.live)
	for _, m := range adocIDs.FindAllStringSubmatch(r.text, -1) {
		if m[1] == "idprefix" {
			prefix = strings.TrimSpace(m[2])
		} else {
			separator = strings.TrimSpace(m[2])
		}
	}
	var main []func(*Link)
	if r.site.Kind == AsciiDoc {
		main = append(main, setOfMain)
	}
	module := antoraModule.FindStringSubmatch(r.path)
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
					r.addAnchor(Label, source[m[g]:m[g+1]], span, b.Span.Start+m[g])
				}
			}
			if module != nil {
				r.addAntoraResources(module, b.Span)
			}
			r.addMatchesIn(adocRef, Label, b.Span, append(main, setTakesPart)...)
			r.addMatchesIn(adocFile, File, b.Span, append(main, setImage)...)
			r.addMatchesIn(adocLink, Address, b.Span, main...)
		}
		if isCode(b) { // an include may be in a block of code
			source = r.text[b.Span.Start:b.Span.End]
		}
		if module != nil {
			r.addAntoraIncludes(module, source, b.Span.Start)
		}
		for _, m := range adocRegion.FindAllStringSubmatchIndex(r.text[b.Span.Start:b.Span.End], -1) {
			r.addAnchor(Region, r.text[b.Span.Start+m[2]:b.Span.Start+m[3]], b.Span, b.Span.Start+m[2])
		}
		r.addPartMatches(adocPart, Region, source, b.Span.Start, setImage)
		r.addMatches(adocInclude, File, source, b.Span.Start, setImage)
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
			r.addHeading(Label, id, b)
		}
		r.addHeading(Title, title, b)
	}
}

// addAntoraResources records the pages and images that an Antora page names. Their paths are relative to a folder of the page's module,
// unless a prefix names another module. https://docs.antora.org/antora/latest/page/resource-id/
func (r *reader) addAntoraResources(module []string, span markup.Span) {
	source := r.live[span.Start:span.End]
	for _, m := range antoraOther.FindAllStringSubmatchIndex(source, -1) {
		r.taken[span.Start+m[2]] = true // no path: it begins with a family or a version
	}
	for _, m := range antoraRef.FindAllStringSubmatchIndex(source, -1) {
		of, mayBeOther := module[2], false
		if m[2] >= 0 {
			r.taken[span.Start+m[2]] = true // the prefix and what follows are not one path
			names := strings.Split(strings.TrimSuffix(source[m[2]:m[3]], ":"), ":")
			if of = names[len(names)-1]; of == "" {
				of = "ROOT"
			}
			if len(names) > 1 && strings.Contains(names[0], "@") {
				r.taken[span.Start+m[4]] = true // the page belongs to another version
				continue
			}
			mayBeOther = len(names) > 1 && names[0] != ""
		}
		if written := source[m[4]:m[5]]; m[2] < 0 && (!strings.Contains(written, ".adoc") || strings.HasPrefix(written, "./") || strings.HasPrefix(written, "../")) {
			continue
		}
		r.addLink(Label, span.Start+m[4], span.Start+m[5], setTakesPart, newRootSetter(path.Join(module[1], of, "pages")), func(l *Link) { l.mayBeOther = mayBeOther })
	}
	for _, m := range antoraFile.FindAllStringSubmatchIndex(source, -1) {
		of := module[2]
		if m[2] >= 0 {
			names := strings.Split(strings.TrimSuffix(source[m[2]:m[3]], ":"), ":")
			of = cmp.Or(names[len(names)-1], "ROOT")
		}
		r.addLink(File, span.Start+m[4], span.Start+m[5], setImage, newRootSetter(path.Join(module[1], of, "images")))
	}
}

// addAntoraIncludes records the files that an Antora page includes by family, as in partial$salt.adoc.
func (r *reader) addAntoraIncludes(module []string, source string, at int) {
	for _, m := range antoraInclude.FindAllStringSubmatchIndex(source, -1) {
		r.taken[at+m[0]+len("include::")] = true // the prefix and what follows are not one path
		of, mayBeOther := module[2], false
		if m[2] >= 0 {
			names := strings.Split(strings.TrimSuffix(source[m[2]:m[3]], ":"), ":")
			of, mayBeOther = cmp.Or(names[len(names)-1], "ROOT"), len(names) > 1 && names[0] != ""
		}
		family := map[string]string{"page": "pages", "partial": "partials", "example": "examples", "attachment": "attachments"}[source[m[4]:m[5]]]
		r.addLink(File, at+m[6], at+m[7], setImage, newRootSetter(path.Join(module[1], of, family)), func(l *Link) { l.mayBeOther = mayBeOther })
	}
}

// newRootSetter returns a setter for links whose path is relative to a folder and never leaves it.
func newRootSetter(folder string) func(*Link) {
	return func(l *Link) { l.root, l.isInRoot = folder, true }
}

var (
	antoraModule  = regexp.MustCompile(`^((?:.*/)?modules)/([^/]+)/(?:(?:pages|partials|examples)/|nav)`)
	antoraRef     = regexp.MustCompile(`\bxref:((?:[\w.@-]*:){1,2})?(?:page\$)?([^\s\[\]:$#][^\s\[\]:$]*)\[`)
	antoraOther   = regexp.MustCompile(`\bxref:([\w.:-]*[$@])`)
	antoraFile    = regexp.MustCompile(`\bimage:{1,2}((?:[\w.@-]*:){1,2})?([^\s\[\]:{][^\s\[\]:]*)\[`)
	antoraInclude = regexp.MustCompile(`(?m)^include::((?:[\w.@-]*:){1,2})?(page|partial|example|attachment)\$([^\s\[\]]+)\[`)
	adocLiteral   = regexp.MustCompile(`(?m)\+\+\+[^+\r\n]+\+\+\+|\+\+[^+\r\n]+\+\+|\bpass:[acpqrv,]*\[(?:\\\]|[^\]\r\n])*\]|(?:^|[\s(,;"'` + "`" + `])\+[^\s+](?:[^+\r\n]*[^\s+])?\+|\\(?:<<|xref:|link:|image:)[^\s\[]*`)
	adocRegion    = regexp.MustCompile(`\btag::([\w-]+)\[\]`)
	adocPart      = regexp.MustCompile(`(?m)^include::([^\s\[{$][^\[{\r\n$]*)(\[(?:(?:indent|leveloffset|opts|encoding)=[^,\]\r\n]*,)*tags?=)([\w-]+)(?:,[^\]\r\n]*)?\]`)
	adocIDs       = regexp.MustCompile(`(?m)^:(idprefix|idseparator):([^\r\n]*)`)
	adocNoName    = regexp.MustCompile(`<[^>]+>|&(?:[a-z][a-z]+\d{0,2}|#\d{2,6}|#x[\da-f]{2,6});|[^ \pL\pN\pM_.-]`)
	adocAnchor    = regexp.MustCompile(`\[\[([\pL_:][\w:.-]*)(?:,[^\]]*)?\]\]|(?m:^)\[(?:[\w-]*)#([\w:-]+)[^\]\r\n]*\]|(?m:^)\[[^\]\r\n]*\bid="?([\w:.-]+)"?[^\]\r\n]*\]|\banchor:([\w:.-]+)\[|\[#([\w:-]+)[^\]\r\n]*\]#`)
	adocRef       = regexp.MustCompile(`<<([^<>,\r\n]+)(?:,[^<>]*)?>>|\bxref:([^\s\[\]]+(?: [^\s\[\]:]+)*)\[`)
	adocFile      = regexp.MustCompile(`\b(?:image|video|audio):{1,2}([^\s\[{:](?:[^\r\n\[{:]*[^\s\[{:])?)\[`)
	adocLink      = regexp.MustCompile(`\blink:([^\s\[{:]+)\[`)
	adocInclude   = regexp.MustCompile(`(?m)^include::([^\s\[{][^\[{\r\n]*)\[`)
)

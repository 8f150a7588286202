package link

import (
	"path"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/segls/segls/analysis/markup"
)

// reader reads the links and anchors of a file.
type reader struct {
	*file
	live   string // the text without ignored parts; see [markup.Format.Interpreted]
	blocks []markup.Block
	taken  map[int]bool // the starts of the links found
}

// readFile returns the links and anchors of a text. A text of an unknown format has none.
func (x *Index) readFile(name, text string) *file {
	f := &file{path: name, text: text, site: x.site(name)}
	f.url = f.site.pageOf(name, text)
	f.written = sync.OnceValue(func() writtenLabels { return readWrittenLabels(text) })
	f.scan = func() []markup.Block { return nil }
	if !isSupportedText(name) {
		return f
	}
	f.format, _ = markup.ByFileName(name)
	f.scan = sync.OnceValue(func() []markup.Block { return f.format.Scan(text) })
	r := &reader{file: f, live: f.format.Interpreted(text), blocks: f.format.Scan(text), taken: make(map[int]bool)}
	switch f.format.Name {
	case markup.Markdown.Name:
		r.readMarkdown()
	case markup.ReStructuredText.Name:
		r.readRST()
	case markup.LaTeX.Name:
		r.readLaTeX()
	case markup.AsciiDoc.Name:
		r.readAsciiDoc()
	case markup.Org.Name:
		r.readOrg()
	case markup.Typst.Name:
		r.readTypst()
	case markup.HyperText.Name:
		r.readHTML()
	}
	slices.SortStableFunc(f.links, func(a, b Link) int { return a.Start - b.Start })
	f.names, f.places = make(map[string]int), make(map[int][]int)
	for i, a := range f.anchors {
		f.places[a.at] = append(f.places[a.at], i)
		for _, name := range namesToFindBy(a.Form, a.Name) {
			if _, twice := f.names[name]; !twice {
				f.names[name] = i
			}
		}
	}
	f.keys = f.lookupKeys()
	return f
}

// namesToFindBy returns the keys by which an anchor is found: its name as written, then in normal form.
func namesToFindBy(form Form, name string) []string {
	return []string{form.keyPrefix() + name, form.keyPrefix() + "\x00" + normalizeName(name)}
}

func (f Form) keyPrefix() string { return string('a' + rune(f)) }

// normalizeName returns a name in the form in which names are compared: in lower case, with single spaces.
func normalizeName(name string) string {
	return strings.Join(strings.Fields(strings.ToLower(name)), " ")
}

// findAnchor returns the anchor with a form and a name; false if there is none.
func (f *file) findAnchor(form Form, name string) (Anchor, bool) {
	for _, key := range namesToFindBy(form, name) {
		if i, ok := f.names[key]; ok {
			return f.anchors[i], true
		}
	}
	return Anchor{}, false
}

// addLink records a link unless one begins there already.
func (r *reader) addLink(form Form, start, end int, set ...func(*Link)) {
	for start < end && (r.text[start] == ' ' || r.text[start] == '\t') {
		start++
	}
	for start < end && (r.text[end-1] == ' ' || r.text[end-1] == '\t') {
		end--
	}
	if start >= end || r.taken[start] {
		return
	}
	r.taken[start] = true
	l := Link{Span: markup.Span{Start: start, End: end}, Form: form, To: r.text[start:end]}
	for _, s := range set {
		s(&l)
	}
	r.links = append(r.links, l)
}

func setImage(l *Link)     { l.isImage = true }
func setOfMain(l *Link)    { l.isOfMain = true }
func setTakesPart(l *Link) { l.takesPart = true }
func setEscapes(l *Link)   { l.escapesSpaces = true }
func setNoSpaces(l *Link)  { l.noSpaces = true }
func setRawHTML(l *Link)   { l.isRaw = true }

// addMatchesIn records the groups of a pattern in the interpreted text of a span as links.
func (r *reader) addMatchesIn(pattern *regexp.Regexp, form Form, span markup.Span, set ...func(*Link)) {
	r.addMatches(pattern, form, r.live[span.Start:span.End], span.Start, set...)
}

// addMatches records the groups of a pattern in `source`, the part of the text at an offset, as links.
func (r *reader) addMatches(pattern *regexp.Regexp, form Form, source string, at int, set ...func(*Link)) {
	for _, m := range pattern.FindAllStringSubmatchIndex(source, -1) {
		for i := 2; i < len(m); i += 2 {
			if m[i] >= 0 {
				r.addLink(form, at+m[i], at+m[i+1], set...)
			}
		}
	}
}

// blankMatches returns a text with spaces in place of the matches of a pattern, except for line terminators.
func blankMatches(pattern *regexp.Regexp, text string) string {
	return pattern.ReplaceAllStringFunc(text, func(match string) string {
		spaces := []byte(match)
		for i, c := range spaces {
			if c != '\n' && c != '\r' {
				spaces[i] = ' '
			}
		}
		return string(spaces)
	})
}

// addRoles records the Sphinx roles that a pattern finds in a span. The groups of the pattern are the name of the role, a target without
// words, and a target after words. `shown` is the text of the span with spaces in place of code.
func (r *reader) addRoles(pattern *regexp.Regexp, span markup.Span, shown string) {
	source := r.live[span.Start:span.End]
	for _, m := range pattern.FindAllStringSubmatchIndex(source, -1) {
		if shown[m[2]] == ' ' {
			continue
		}
		start, end := span.Start+m[4], span.Start+m[5]
		if m[6] >= 0 {
			start, end = span.Start+m[6], span.Start+m[7]
		}
		switch strings.TrimPrefix(source[m[2]:m[3]], "std:") {
		case "doc":
			r.addLink(Document, start, end)
		case "download":
			r.addLink(File, start, end)
		default:
			r.addLink(Label, start, end)
		}
	}
}

// addAnchor records a place that the text names.
func (r *reader) addAnchor(form Form, name string, span markup.Span, at int) {
	if name != "" {
		r.anchors = append(r.anchors, Anchor{Name: name, Form: form, Span: span, Given: true, at: at})
	}
}

// addHeading records a heading under a name derived from its title.
func (r *reader) addHeading(form Form, name string, b markup.Block) {
	if name != "" {
		r.anchors = append(r.anchors, Anchor{Name: name, Form: form, Span: b.Span, at: titleStart(b)})
	}
}

// titleStart returns the start of the words of a heading.
func titleStart(b markup.Block) int {
	if len(b.Runs) > 0 {
		return b.Runs[0].Extent().Start
	}
	return b.Span.Start
}

// isCode reports whether a block is code, which contains no links.
func isCode(b markup.Block) bool { return b.Kind == markup.Code }

// headingBelow returns the span of the heading right below a name or, if there is none, of the name.
func (r *reader) headingBelow(block int, span markup.Span) markup.Span {
	for _, b := range r.blocks[block+1 : min(len(r.blocks), block+10)] {
		if b.Kind == markup.Heading {
			return b.Span
		}
		if b.Kind.IsProse() {
			break
		}
	}
	return span
}

// lookupKeys returns the keys by which a file is found: the names by which others link to it, and those to which it links.
func (f *file) lookupKeys() []string {
	keys := []string{"page " + f.url, "note " + stemOf(f.path)}
	for _, a := range f.anchors {
		if a.Form == Label {
			keys = append(keys, f.labelKey(a.Name))
		}
	}
	for _, l := range f.links {
		keys = append(keys, f.targetKey(l))
	}
	slices.Sort(keys)
	return slices.Compact(keys)
}

// labelKey returns the lookup key of a label in the namespace of the file's format.
func (f *file) labelKey(name string) string {
	return "label " + labelNamespace(f.format.Name) + " " + normalizeName(name)
}

// labelNamespace returns the namespace of a format's labels.
func labelNamespace(format string) string {
	if format == markup.ReStructuredText.Name {
		return markup.Markdown.Name // Sphinx shares labels between the two formats
	}
	return format
}

// targetKey returns the key of a link's target: the label, or the last name in a path.
func (f *file) targetKey(l Link) string {
	to, _, name := l.parts()
	switch {
	case l.Form == Label && to == "":
		return "leads-" + f.labelKey(name)
	case to == "":
		return "leads-here"
	}
	to = strings.TrimRight(unescape(l.unescapeSpaces(to)), "/")
	if base := path.Base(to); base == "." || base == ".." || base == "/" {
		return "leads-folder"
	}
	return "leads " + stemOf(to)
}

// stemOf returns the last name of a path in the form in which files are looked up: normalized, without the extension of a text or page and
// without a number at its beginning.
func stemOf(name string) string {
	base := path.Base(name)
	if ext := path.Ext(base); ext == ".html" || ext == ".htm" || isSupportedText(base) {
		base = strings.TrimSuffix(base, ext)
	}
	return normalizeName(numbered.ReplaceAllString(base, ""))
}

package link

import (
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/restructure"
)

// NameKind is the kind of a named thing.
type NameKind uint8

// The kinds.
const (
	HeadingName  NameKind = iota // a heading, by its title
	LabelName                    // a place to which the text gives a name
	LocalName                    // a footnote or the definition of a link, visible only in its file
	NoteName                     // a note, by the name of its file
	FileName                     // any other file
	CitationName                 // a work in a bibliography, by its key
)

// Name is the name at a place in a text: of the heading or label there, or of the target of a link there.
type Name struct {
	Kind NameKind
	Span markup.Span // of the place
	Text string      // the name as written

	Path    string      // of the file that defines the name; "" for a citation
	Given   markup.Span // where that file defines the name; empty for files and citations
	Heading markup.Span // the block of a heading
}

// NameAt returns the name at an offset of a file.
func (x *Index) NameAt(path string, offset int) (Name, bool) {
	f := x.file(path)
	if f == nil || f.format.Name == "" {
		return Name{}, false
	}
	if n, ok := f.citationAt(offset); ok {
		return n, true
	}
	for _, l := range f.links {
		if l.Start <= offset && offset <= l.End {
			if n, ok := x.nameOfLink(f, l, offset); ok {
				return n, true
			}
			if l.mayCite {
				return Name{Kind: CitationName, Span: l.Span, Text: l.To}, true
			}
		}
	}
	for _, l := range f.footnotesAndDefinitions() {
		if l.span.Start <= offset && offset <= l.span.End {
			return f.localName(l)
		}
	}
	for _, a := range f.anchors {
		if at := f.givenSpan(a); at.Len() > 0 && at.Start <= offset && offset <= at.End {
			return Name{Kind: LabelName, Span: at, Text: f.text[at.Start:at.End], Path: path, Given: at}, true
		}
	}
	n, ok := f.headingAt(offset)
	if ok && offset > n.Heading.Start { // within a heading, the words of a link mean its target, as in prose
		if l, isLink := x.LinkAt(path, offset); isLink {
			if to, leads := x.NameOf(path, l); leads {
				return to, true
			}
		}
	}
	return n, ok
}

// LinkAt returns the link whose address, or in Markdown whose words, contains an offset of a file.
func (x *Index) LinkAt(path string, offset int) (Link, bool) {
	f := x.file(path)
	if f == nil {
		return Link{}, false
	}
	for _, l := range f.links {
		if l.Start <= offset && offset <= l.End {
			return l, true
		}
		if offset >= l.Start {
			continue
		}
		between := f.text[offset:l.Start]
		if strings.HasSuffix(between, "](") && !strings.Contains(strings.TrimPrefix(between, "["), "[") && !strings.Contains(between, "\n\n") &&
			strings.LastIndexByte(f.text[:offset+1], '[') > strings.LastIndexByte(f.text[:offset], ']') {
			return l, true
		}
	}
	return Link{}, false
}

// NameOf returns the name of the target of a link.
func (x *Index) NameOf(path string, l Link) (Name, bool) {
	f := x.file(path)
	if f == nil {
		return Name{}, false
	}
	return x.nameOfLink(f, l, l.End)
}

// UsesOf returns the places that use a name, without its definition, sorted by path: links or, for footnotes and link definitions, the
// references to them. A citation has none.
func (x *Index) UsesOf(n Name) []LocatedLink {
	switch n.Kind {
	case HeadingName, LabelName, NoteName, FileName:
		var places []LocatedLink
		for _, from := range x.filesLinkingTo(n.Path) {
			for _, l := range x.UsesIn(from, n) {
				places = append(places, LocatedLink{from, l})
			}
		}
		return places
	case LocalName:
		f := x.file(n.Path)
		var places []LocatedLink
		key := ""
		all := f.footnotesAndDefinitions()
		if i := slices.IndexFunc(all, func(l localLabel) bool { return l.span == n.Given }); i >= 0 {
			key = all[i].key
		}
		for _, l := range all {
			if l.key == key && l.span != n.Given {
				places = append(places, LocatedLink{n.Path, Link{Span: l.span, To: f.text[l.span.Start:l.span.End]}})
			}
		}
		return places
	}
	return nil
}

// UsesIn returns the uses of a name in one file; see [Index.UsesOf]. For a name that is visible only in its file, path must be that file.
func (x *Index) UsesIn(path string, n Name) []Link {
	f := x.file(path)
	if f == nil {
		return nil
	}
	var links []Link
	if n.Kind == LocalName {
		for _, p := range x.UsesOf(n) {
			links = append(links, p.Link)
		}
		return links
	}
	for _, l := range f.links {
		if x.leadsTo(f, l, n) {
			links = append(links, l)
		}
	}
	return links
}

// leadsTo reports whether a link leads to the thing with a name, or into it.
func (x *Index) leadsTo(f *file, l Link, n Name) bool {
	to := x.resolve(f, l)
	if to.isElsewhere || to.Path != n.Path {
		return false
	}
	switch n.Kind {
	case HeadingName:
		return to.Anchor != "" && n.Heading.Start <= to.Place.Start && to.Place.End <= n.Heading.End
	case LabelName:
		return to.Anchor != "" && to.isFound && n.Given.Start-1 <= to.at && to.at <= n.Given.Start
	case NoteName, FileName:
		return true
	}
	return false
}

// nameOfLink returns the name to which a link leads: that of the file if the offset is before the separator, otherwise that of the place.
func (x *Index) nameOfLink(f *file, l Link, offset int) (Name, bool) {
	to := x.resolve(f, l)
	file, between, place := l.parts()
	switch {
	case to.isElsewhere || !to.isFound && to.Anchor != "":
		return Name{}, false
	case to.Anchor != "" && (file == "" || offset > l.Start+len(file)):
		span := l.Span
		if file != "" || strings.HasPrefix(l.To, between) && between != "" {
			span.Start = l.End - len(place)
		}
		n, ok := x.file(to.Path).targetName(to)
		n.Span = span
		return n, ok
	case !to.isKnown || file == "":
		return Name{}, false
	}
	kind := FileName
	if l.Form == Wiki {
		kind = NoteName
	}
	text := baseWithoutExtension(to.Path)
	return Name{Kind: kind, Span: markup.Span{Start: l.Start, End: l.Start + len(file)}, Text: text, Path: to.Path}, true
}

// targetName returns the name of the place to which a link leads.
func (f *file) targetName(to resolvedLink) (Name, bool) {
	if f == nil {
		return Name{}, false
	}
	for _, i := range f.places[to.at] {
		if at := f.givenSpan(f.anchors[i]); at.Len() > 0 {
			return Name{Kind: LabelName, Text: f.text[at.Start:at.End], Path: f.path, Given: at}, true
		}
	}
	return f.headingAt(to.at)
}

// givenSpan returns the span in which the text spells out the name of a place; it is empty if, for example, a title gives the name.
func (f *file) givenSpan(a Anchor) markup.Span {
	if !a.Given || a.Form == Region {
		return markup.Span{}
	}
	at, name := a.at, a.Name
	if a.Form == Title {
		name = strings.TrimPrefix(name, "#") // in links of Org, # precedes a custom id
	}
	if at < len(f.text) && f.text[at] == '`' {
		at++
	}
	if !strings.HasPrefix(f.text[at:], name) {
		return markup.Span{}
	}
	return markup.Span{Start: at, End: at + len(name)}
}

// headingAt returns the name of the heading at an offset.
func (f *file) headingAt(offset int) (Name, bool) {
	for _, b := range f.scan() {
		if b.Span.Start > offset {
			break
		}
		if b.Kind == markup.Heading && offset <= b.Span.End && len(b.Runs) > 0 {
			at := f.format.TitleWords(f.text, b)
			return Name{Kind: HeadingName, Span: at, Text: f.text[at.Start:at.End], Path: f.path, Given: at, Heading: b.Span}, true
		}
	}
	return Name{}, false
}

// localLabel is a definition or use of a footnote or of the label of a link.
type localLabel struct {
	key          string // the normalized name, with a prefix for its sort
	span         markup.Span
	isDefinition bool
}

// localName returns the name at a definition or use; false if nothing defines it.
func (f *file) localName(l localLabel) (Name, bool) {
	n := Name{Kind: LocalName, Span: l.span, Text: f.text[l.span.Start:l.span.End], Path: f.path, Given: l.span}
	for _, other := range f.footnotesAndDefinitions() {
		if other.key == l.key && other.isDefinition {
			n.Given = other.span
			return n, true
		}
	}
	return Name{}, false
}

// footnotesAndDefinitions returns the definitions and uses of footnotes and link definitions, in the order of the text.
func (f *file) footnotesAndDefinitions() []localLabel {
	patterns := localNames[f.format.Name]
	var list []localLabel
	for _, b := range f.scan() {
		if b.Kind == markup.Code || b.Kind == markup.Math || b.Kind == markup.FrontMatter {
			continue
		}
		source := f.text[b.Span.Start:b.Span.End]
		if f.format.Name == markup.Markdown.Name {
			source = markup.WithoutCodeSpans(source)
		}
		for _, p := range patterns {
			for _, m := range p.pattern.FindAllStringSubmatchIndex(source, -1) {
				if m[2] < 0 || m[0] > 0 && source[m[0]] == '[' && source[m[0]-1] == '\\' {
					continue
				}
				rest := source[m[1]:]
				l := localLabel{p.sort + normalizeName(source[m[2]:m[3]]), markup.Span{Start: m[2], End: m[3]}.Shift(b.Span.Start), p.defines(source, m[0], rest)}
				list = append(list, l)
			}
		}
		if f.format.Name == markup.Markdown.Name {
			list = append(list, markdownLabels(source, b.Span.Start)...)
		}
	}
	slices.SortStableFunc(list, func(a, b localLabel) int { return a.span.Start - b.span.Start })
	return list
}

// localLabelPattern matches the names of a sort, in its first group.
type localLabelPattern struct {
	sort    string
	pattern *regexp.Regexp
	// defines reports whether a name that begins at an offset of a block, and is followed by rest, is defined there.
	defines func(source string, at int, rest string) bool
}

func startsLine(source string, at int) bool {
	line := source[strings.LastIndexAny(source[:at], "\r\n")+1 : at]
	return strings.Trim(line, " \t>") == ""
}

var localNames = map[string][]localLabelPattern{
	markup.Markdown.Name: {{"footnote ", regexp.MustCompile(`\[\^([^\[\]\s]+)\]`), func(source string, at int, rest string) bool {
		return startsLine(source, at) && strings.HasPrefix(rest, ":")
	}}},
	markup.ReStructuredText.Name: {
		{"footnote ", regexp.MustCompile(`\[#([\pL\pN][\w.+:-]*)\]_`), func(string, int, string) bool { return false }},
		{"footnote ", regexp.MustCompile(`(?m)^[ \t]*\.\. \[#([\pL\pN][\w.+:-]*)\]`), func(string, int, string) bool { return true }},
	},
	markup.Org.Name: {{"footnote ", regexp.MustCompile(`\[fn:([\w-]+)[:\]]`), func(source string, at int, rest string) bool {
		return strings.HasSuffix(source[:len(source)-len(rest)], ":") || startsLine(source, at)
	}}},
	markup.AsciiDoc.Name: {{"footnote ", regexp.MustCompile(`\bfootnote(?:ref)?:([\w-]+)\[`), func(_ string, _ int, rest string) bool { return !strings.HasPrefix(rest, "]") }}},
}

var bracketedLabel = regexp.MustCompile(`\[((?:[^\[\]\\^\r\n]|\\.)(?:[^\[\]\\]|\\.)*)\]`)

// markdownLabels returns link definitions and brackets that may refer to one: https://spec.commonmark.org/0.31.2/#reference-link
func markdownLabels(source string, at int) (list []localLabel) {
	for _, m := range bracketedLabel.FindAllStringSubmatchIndex(source, -1) {
		rest := source[m[1]:]
		isWords := strings.HasPrefix(rest, "(") || strings.HasPrefix(rest, "[") && !strings.HasPrefix(rest, "[]")
		if m[0] > 0 && (source[m[0]-1] == '\\' || source[m[0]-1] == '[') || isWords {
			continue
		}
		isDefinition := strings.HasPrefix(rest, ":") && startsLine(source, m[0])
		list = append(list, localLabel{"link " + normalizeName(source[m[2]:m[3]]), markup.Span{Start: m[2], End: m[3]}.Shift(at), isDefinition})
	}
	return list
}

// citationAt returns the key of the citation at an offset.
func (f *file) citationAt(offset int) (Name, bool) {
	pattern := citationKeys[f.format.Name]
	if pattern == nil {
		return Name{}, false
	}
	reader := reader{file: f}
	line := reader.lineOf(markup.Span{Start: offset, End: offset})
	source := f.text[line.Start:line.End]
	for _, m := range pattern.FindAllStringSubmatchIndex(source, -1) {
		for g := 2; g < len(m); g += 2 {
			at := markup.Span{Start: line.Start + m[g], End: line.Start + m[g+1]}
			if m[g] < 0 || offset < at.Start || at.End < offset {
				continue
			}
			for _, key := range citationKey.FindAllStringSubmatchIndex(f.text[at.Start:at.End], -1) {
				if f.format.Name == markup.Markdown.Name && source[m[0]] == '[' && key[2] == key[3] {
					continue
				}
				span := markup.Span{Start: at.Start + key[4], End: at.Start + key[5]}
				isLabel := slices.ContainsFunc(f.links, func(l Link) bool { return l.Span == span && l.Form == Label })
				if span.Start <= offset && offset <= span.End && !isLabel {
					return Name{Kind: CitationName, Span: span, Text: f.text[span.Start:span.End]}, true
				}
			}
		}
	}
	return Name{}, false
}

var (
	citationKeys = map[string]*regexp.Regexp{
		markup.Markdown.Name:         regexp.MustCompile(`\[((?:[^\[\]]*[^\[\]\pL\pN])?@[^\[\]]*)\]|\{cite[\w:]*\}` + "`([^`]+)`"),
		markup.LaTeX.Name:            regexp.MustCompile(`\\[a-zA-Z]*cite[a-zA-Z]*\*?(?:\[[^\[\]]*\])*\{([^{}\\#]*)\}|\\bibitem(?:\[[^\[\]]*\])?\{([^{}]*)\}`),
		markup.ReStructuredText.Name: regexp.MustCompile(`\[([A-Za-z][\w.+:-]*)\]_|^[ \t]*\.\. \[([A-Za-z][\w.+:-]*)\]|:cite[\w:]*:` + "`([^`]+)`"),
		markup.Org.Name:              regexp.MustCompile(`\[cite[^\[\]]*?@([\w:.-]+)|\bcite[a-z]*:([\w:.-]+)`),
		markup.AsciiDoc.Name:         regexp.MustCompile(`\[\[\[([\w:.-]+)`),
		markup.Typst.Name:            regexp.MustCompile(`#cite\(\s*<([\pL\pN_:.-]+)>`),
	}
	citationKey = regexp.MustCompile(`(@?)([^\s,;@]+)`)
)

// RenameChange returns the change that renames a label where it is defined and, if it is visible only in its file, where it is used.
// [Index.Mend] adds the links to other labels.
func (x *Index) RenameChange(n Name, to string) Change {
	f := x.file(n.Path)
	spans := []markup.Span{n.Given}
	if n.Kind == LocalName {
		for _, use := range x.UsesOf(n) {
			spans = append(spans, use.Link.Span)
		}
		slices.SortFunc(spans, func(a, b markup.Span) int { return a.Start - b.Start })
	}
	p := pieceWriter{path: n.Path}
	for _, span := range spans {
		text := to
		if start := span.Start - 1; start >= 0 && f.text[start] == '`' && len(f.places[start]) > 0 { // the start of a name in quotes
			span.Start, text = start, "`"+to
		}
		p.replace(span, text, span.Start)
	}
	return p.finishChange(len(f.text))
}

// RetitleChange returns the change that replaces the block of a heading. Links by its words then lead to the new words.
func (x *Index) RetitleChange(n Name, heading restructure.Replacement) Change {
	f := x.file(n.Path)
	text := f.text[:heading.Span.Start] + heading.Text + f.text[heading.Span.End:]
	after := file{path: f.path, text: text, format: f.format, scan: func() []markup.Block { return f.format.Scan(text) }}
	p := pieceWriter{path: n.Path}
	now, ok := after.headingAt(heading.Span.Start)
	if !ok || now.Given.End > heading.Span.Start+len(heading.Text) {
		p.replace(heading.Span, heading.Text, n.Given.Start)
		return p.finishChange(len(f.text))
	}
	words := now.Given.Shift(-heading.Span.Start)
	replaceIfOther := func(span markup.Span, text string) {
		if f.text[span.Start:span.End] != text {
			p.replace(span, text, -1)
		}
	}
	replaceIfOther(markup.Span{Start: heading.Span.Start, End: n.Given.Start}, heading.Text[:words.Start])
	p.replace(n.Given, heading.Text[words.Start:words.End], n.Given.Start)
	replaceIfOther(markup.Span{Start: n.Given.End, End: heading.Span.End}, heading.Text[words.End:])
	return p.finishChange(len(f.text))
}

// pieceWriter collects the pieces of a file with some spans replaced.
type pieceWriter struct {
	path   string
	pieces []Piece
	at     int
}

// replace replaces a span. If names is not negative, the new text takes over the name of the place at that offset.
func (p *pieceWriter) replace(span markup.Span, text string, names int) {
	p.keep(span.Start)
	piece := Piece{Text: text}
	if names >= 0 {
		piece.Names = Origin{p.path, names}
	}
	p.pieces = append(p.pieces, piece)
	p.at = span.End
}

func (p *pieceWriter) keep(end int) {
	if p.at < end {
		p.pieces = append(p.pieces, Piece{File: p.path, Span: markup.Span{Start: p.at, End: end}})
	}
}

func (p *pieceWriter) finishChange(end int) Change {
	p.keep(end)
	return Change{Files: map[string][]Piece{p.path: p.pieces}}
}

// RetargetedLinks returns the links that had a target before a change and do not lead to it afterwards, except those in [Result.Unmended]. It
// checks the files that have changed and those with links to them; the change must not add, remove or move links in them.
func (x *Index) RetargetedLinks(c Change, r Result) []LocatedLink {
	after := x.AfterChange(r)
	unmended := make(map[Origin]bool)
	for _, u := range r.Unmended {
		unmended[Origin{u.Path, u.Link.Start}] = true
	}
	m := mender{x: x, change: c, movedBytes: r.spread}
	var astray []LocatedLink
	for _, name := range m.filesToCheck() {
		f, g := x.file(name), after.file(c.PathAfter(name))
		if f == nil || g == nil {
			continue
		}
		for i, l := range f.links {
			was := x.resolve(f, l)
			if !was.isFound || unmended[Origin{name, l.Start}] {
				continue
			}
			if len(g.links) != len(f.links) {
				return append(astray, LocatedLink{name, l})
			}
			now := after.resolve(g, g.links[i])
			path, at, ok := c.PathAfter(was.Path), 0, true
			if was.Anchor != "" && was.Place.Len() > 0 {
				path, at, ok = r.NewPlace(was.Path, was.at)
			}
			if !ok || !now.isFound || now.Path != path || was.Anchor != "" && was.Place.Len() > 0 && now.at != at {
				astray = append(astray, LocatedLink{name, l})
			}
		}
	}
	return astray
}

// IsTaken reports whether something else within the scope of n has the given name.
func (x *Index) IsTaken(n Name, name string) bool {
	f := x.file(n.Path)
	if n.Kind == LocalName {
		all := f.footnotesAndDefinitions()
		i := slices.IndexFunc(all, func(l localLabel) bool { return l.span == n.Given })
		sort, _, _ := strings.Cut(all[i].key, " ")
		return slices.ContainsFunc(all, func(l localLabel) bool {
			return l.key == sort+" "+normalizeName(name) && l.key != all[i].key && l.isDefinition
		})
	}
	for _, i := range slices.Concat(f.places[n.Given.Start], f.places[max(0, n.Given.Start-1)]) {
		a := f.anchors[i]
		own := name
		if a.Form == Title && strings.HasPrefix(a.Name, "#") {
			own = "#" + name
		}
		if other, ok := f.findAnchor(a.Form, own); ok && other.at != a.at {
			return true
		}
		if a.Form != Label {
			continue
		}
		if to := x.resolveLabel(f, Link{Form: Label}, name); to.isFound && (to.Path != n.Path || to.at != a.at) {
			return true
		}
	}
	return false
}

// Clashes returns the names that a file defines, in the order of the text, although another place has them: an earlier one in the file or,
// in Sphinx, a label in another file.
func (x *Index) Clashes(path string) (names []Name) {
	f := x.file(path)
	if f == nil {
		return nil
	}
	known := make(map[int]bool)
	for _, a := range f.anchors {
		at := f.givenSpan(a)
		if at.Len() == 0 || known[at.Start] {
			continue
		}
		first, _ := f.findAnchor(a.Form, a.Name)
		isOther := func(other string) bool { return other != path && x.file(other).site == f.site }
		if first.at != a.at || a.Form == Label && f.site.Kind == Sphinx && slices.ContainsFunc(x.filesWithKey(f.labelKey(a.Name)), isOther) {
			known[at.Start] = true
			names = append(names, Name{Kind: LabelName, Span: at, Text: f.text[at.Start:at.End], Path: path, Given: at})
		}
	}
	slices.SortFunc(names, func(a, b Name) int { return a.Given.Start - b.Given.Start })
	return names
}

// FreeName returns a name similar to n that is free within its scope.
func (x *Index) FreeName(n Name) string {
	for i := 2; ; i++ {
		if name := n.Text + "-" + strconv.Itoa(i); !x.IsTaken(n, name) {
			return name
		}
	}
}

// NameAfter returns the name that n has become after the change r. x must be the index after the change.
func (x *Index) NameAfter(r Result, n Name) (Name, bool) {
	path, at, ok := r.NewPlace(n.Path, n.Given.Start)
	if !ok {
		if path, at, ok = r.NewPlace(n.Path, n.Given.Start-1); !ok {
			return Name{}, false
		}
		at++
	}
	return x.NameAt(path, at)
}

// ExplicitID returns the implicit address of a heading, and its replacement with that address made explicit. If that is not possible, it
// returns "" and the replacement unchanged.
func (x *Index) ExplicitID(n Name, heading restructure.Replacement) (id string, written restructure.Replacement) {
	f := x.file(n.Path)
	switch f.site.Kind {
	case MkDocs, MDBook, Docusaurus, Pandoc:
	default:
		return "", heading
	}
	if f.format.Name != markup.Markdown.Name || strings.Contains(heading.Text, "{") || strings.ContainsAny(heading.Text, "\r\n") {
		return "", heading
	}
	for _, i := range f.places[n.Given.Start] {
		if a := f.anchors[i]; a.Form == Address && !a.Given {
			id = a.Name
		}
	}
	if id != "" {
		heading.Text = closingSigns.ReplaceAllString(heading.Text, "") + " {#" + id + "}"
	}
	return id, heading
}

// closingSigns matches the number signs that close a Markdown heading, and the white space around them.
var closingSigns = regexp.MustCompile(`(?:[ \t]+#+)?[ \t]*$`)

package link

import (
	"html"
	"regexp"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// readMarkdown reads Markdown in all its dialects.
func (r *reader) readMarkdown() {
	r.markdownAnchors()
	n := r.format.NotationOf(r.text, r.blocks)
	for i, b := range r.blocks {
		source := r.text[b.Span.Start:b.Span.End]
		blocks := r.blocks[i : i+1]
		if b.Kind == markup.Code || b.Kind == markup.Quote && mystFence.MatchString(source) {
			blocks = nil
			if inner, holdsText := r.directive(b); holdsText || b.Kind == markup.Quote {
				blocks = []markup.Block{{Kind: markup.Paragraph, Span: inner}}
			}
			if strings.Contains(source, "{{#") {
				for _, m := range markdownInclude.FindAllStringSubmatchIndex(source, -1) {
					r.link(File, b.Span.Start+m[2], b.Span.Start+m[3], asImage)
				}
			}
		}
		if b.Kind == markup.HTML {
			for _, m := range moduleImport.FindAllStringSubmatchIndex(source, -1) {
				r.link(File, b.Span.Start+m[2], b.Span.Start+m[3], asImage, func(l *Link) { l.isModule = true })
			}
		}
		if r.site.Kind == MkDocs && r.site.Base != "" && strings.Contains(source, "8<-") { // in code too
			for _, m := range snippet.FindAllStringSubmatchIndex(source, -1) {
				r.link(File, b.Span.Start+m[2], b.Span.Start+m[3], asImage, ofMain)
			}
		}
		for _, t := range n.Targets(r.text, blocks) {
			r.markdownTarget(t.Span)
		}
		for _, b := range blocks {
			r.markdownInline(b)
		}
	}
	line, masked := markup.Span{}, ""
	for _, m := range r.format.Mentions(r.text, r.blocks) {
		if !line.Contains(m.Span.Start) {
			line = r.lineOf(m.Span)
			masked = WithoutCodeSpans(r.text[line.Start:line.End])
		}
		if masked[m.Span.Start-line.Start] != ' ' {
			r.link(Label, m.Span.Start, m.Span.End)
		}
	}
}

// lineOf is the line on which a span is.
func (r *reader) lineOf(span markup.Span) markup.Span {
	line := markup.Span{Start: strings.LastIndexAny(r.text[:span.Start], "\r\n") + 1, End: len(r.text)}
	if end := strings.IndexAny(r.text[span.End:], "\r\n"); end >= 0 {
		line.End = span.End + end
	}
	return line
}

var (
	admonition = regexp.MustCompile(`^(?:!!!|\?\?\?\+?|===\+?) ?["\pL]`)

	moduleImport = regexp.MustCompile(`(?m)^import\s[^'"\n]{1,200}\sfrom\s+['"](\.\.?/[^'"\n]+\.mdx?)['"]`)
	snippet      = regexp.MustCompile(`(?m)^[ \t]*-+8<-+[ \t]+['"]([^'":\n]+)`)

	markdownInclude = regexp.MustCompile(`(?:^|[^\\])\{\{#(?:include|rustdoc_include|playground|template)\s+([^\s:}]+)`)
)

// markdownTarget notes an address that the notation has found.
func (r *reader) markdownTarget(at markup.Span) {
	before := r.text[max(0, at.Start-1):at.Start]
	opened := r.text[max(0, at.Start-40):at.Start]
	switch {
	case strings.HasSuffix(opened, "[["):
		// notes are read with their other forms
	case strings.Contains(opened, "{{") && !strings.Contains(opened, "}}") && before != "(":
		if !strings.Contains(opened, `\{{`) {
			r.link(File, at.Start, at.End, asImage)
		}
	case strings.ContainsAny(before, `"'=`) && before != "":
		r.link(Address, at.Start, at.End, rawHTML)
	default:
		r.link(Address, at.Start, at.End)
	}
}

// markdownInline notes what dialects have inside of lines.
func (r *reader) markdownInline(b markup.Block) {
	source := r.text[b.Span.Start:b.Span.End]
	if !strings.Contains(source, "[[") && !strings.Contains(source, "}`") && !strings.Contains(source, `\@ref(`) {
		return
	}
	masked := WithoutCodeSpans(source)
	for _, m := range wikiLink.FindAllStringSubmatchIndex(masked, -1) {
		if m[1] < len(masked) && (masked[m[1]] == '(' || masked[m[1]] == '[') {
			continue // a link whose words stand in brackets
		}
		r.link(Wiki, b.Span.Start+m[2], b.Span.Start+m[3])
	}
	for _, m := range inBrackets.FindAllStringSubmatchIndex(masked, -1) { // words in brackets that lead somewhere
		r.link(Address, b.Span.Start+m[2], b.Span.Start+m[3])
	}
	r.roles(mystRole, b.Span)
	for _, m := range bookdownRef.FindAllStringSubmatchIndex(masked, -1) {
		r.link(Label, b.Span.Start+m[2], b.Span.Start+m[3])
	}
}

var (
	wikiLink    = regexp.MustCompile(`\[\[([^\[\]|\r\n\\]+)(?:\\?\|[^\[\]\r\n]*)?\]\]`)
	inBrackets  = regexp.MustCompile(`\[\[[^\[\]\r\n]*\]\]\([ \t]*<?([^()<>\s]+)`)
	mystRole    = regexp.MustCompile("\\{(ref|numref|eq|doc|download|std:ref|std:doc)\\}`(?:([^`<>]+)|[^`<>]*<([^`<>]+)>)`")
	bookdownRef = regexp.MustCompile(`\\@ref\(([^()\s:]+)\)`)
)

// WithoutCodeSpans is a text of Markdown in which spaces stand for what is between backticks.
func WithoutCodeSpans(source string) string {
	if !strings.Contains(source, "`") {
		return source
	}
	masked := []byte(source)
	for i := 0; i < len(source); {
		if source[i] != '`' {
			i++
			continue
		}
		n := 0
		for i+n < len(source) && source[i+n] == '`' {
			n++
		}
		end := closing(source[i+n:], n)
		if end < 0 {
			i += n
			continue
		}
		for k := i; k < i+n+end+n; k++ {
			masked[k] = ' '
		}
		i += n + end + n
	}
	return string(masked)
}

// closing is where as many backticks stand alone, -1 if nowhere.
func closing(source string, n int) int {
	for i := 0; i < len(source); {
		if source[i] != '`' {
			i++
			continue
		}
		k := 0
		for i+k < len(source) && source[i+k] == '`' {
			k++
		}
		if k == n {
			return i
		}
		i += k
	}
	return -1
}

// directive notes what a fence of MyST names, and is what of it is text, if it is a directive
// that holds some.
func (r *reader) directive(b markup.Block) (inner markup.Span, holdsText bool) {
	source := r.text[b.Span.Start:b.Span.End]
	m := mystFence.FindStringSubmatchIndex(source)
	if m == nil {
		return markup.Span{}, false
	}
	argument := func(form Form, set ...func(*Link)) {
		if m[4] >= 0 {
			r.link(form, b.Span.Start+m[4], b.Span.Start+m[5], set...)
		}
	}
	inner = markup.Span{Start: b.Span.Start + m[1], End: b.Span.End}
	switch name := source[m[2]:m[3]]; name {
	case "toctree", "tableofcontents":
		r.toctree(inner)
	case "include", "literalinclude":
		argument(File, asImage)
	case "image":
		argument(File, asImage)
	case "figure":
		argument(File, asImage)
		return inner, true
	default:
		return inner, mystText[name]
	}
	return markup.Span{}, false
}

var (
	mystFence = regexp.MustCompile("^[ \\t]*(?:```+|~~~+|:::+)\\{([\\w:-]+)\\}[ \\t]*([^\\s`]+)?[^\\r\\n]*")
	mystText  = map[string]bool{
		"note": true, "warning": true, "tip": true, "important": true, "admonition": true, "hint": true, "caution": true, "attention": true,
		"danger": true, "error": true, "seealso": true, "margin": true, "sidebar": true, "dropdown": true, "card": true, "tab-item": true,
		"tab-set": true, "grid": true, "grid-item-card": true, "exercise": true, "solution": true, "epigraph": true, "topic": true,
	}
)

// toctree notes the documents that a toctree names, from the line below its first.
func (r *reader) toctree(span markup.Span) {
	for line := range markup.Lines(r.text[span.Start:span.End]) {
		line = line.Shift(span.Start)
		entry := strings.TrimSpace(r.text[line.Start:line.End])
		if entry == "" || entry[0] == ':' || entry[0] == '`' || entry[0] == '~' || entry == "self" || strings.ContainsAny(entry, "*?[") {
			continue
		}
		start := line.Start + strings.Index(r.text[line.Start:line.End], entry)
		end := start + len(entry)
		if open := strings.LastIndexByte(entry, '<'); open >= 0 && strings.HasSuffix(entry, ">") {
			start, end = start+open+1, end-1
		}
		r.link(Document, start, end, asImage)
	}
}

// markdownAnchors notes headings by the names that the site gives them, and whatever has a name.
func (r *reader) markdownAnchors() {
	var taken []string
	first := len(r.anchors)
	for i, b := range r.blocks {
		source := r.text[b.Span.Start:b.Span.End]
		if b.Kind == markup.Code {
			for _, m := range quartoLabel.FindAllStringSubmatchIndex(source, -1) {
				r.anchor(Address, source[m[2]:m[3]], b.Span, b.Span.Start+m[2])
				r.anchor(Label, source[m[2]:m[3]], b.Span, b.Span.Start+m[2])
			}
			continue
		}
		if b.Kind == markup.FrontMatter || b.Kind == markup.Conflict || b.Kind == markup.Math {
			continue
		}
		source = WithoutCodeSpans(source)
		if m := mystTarget.FindStringSubmatchIndex(source); m != nil {
			span := r.headingBelow(i, b.Span)
			r.anchor(Address, source[m[2]:m[3]], span, b.Span.Start+m[2])
			r.anchor(Label, source[m[2]:m[3]], span, b.Span.Start+m[2])
		}
		if strings.Contains(source, "{") {
			for _, m := range givenName.FindAllStringSubmatchIndex(source, -1) {
				r.anchor(Address, source[m[2]:m[3]], b.Span, b.Span.Start+m[2])
				r.anchor(Label, source[m[2]:m[3]], b.Span, b.Span.Start+m[2])
			}
		}
		if strings.Contains(source, "id=") || strings.Contains(source, "name=") {
			for _, m := range htmlID.FindAllStringSubmatchIndex(source, -1) {
				for g := 2; g < len(m); g += 2 {
					if m[g] >= 0 {
						r.anchor(Address, html.UnescapeString(source[m[g]:m[g+1]]), b.Span, b.Span.Start+m[g])
					}
				}
			}
		}
		if strings.Contains(source, "^") {
			for _, m := range blockName.FindAllStringSubmatchIndex(source, -1) {
				r.anchor(Wiki, source[m[2]:m[3]], b.Span, b.Span.Start+m[2])
			}
		}
	}
	for _, a := range r.anchors[first:] {
		if a.Form == Address {
			taken = append(taken, a.Name)
		}
	}
	s := newSlugs(r.site.Kind, taken)
	for _, b := range r.blocks {
		r.markdownHeading(s, b)
		if b.Kind == markup.Quote {
			source := WithoutCodeSpans(r.text[b.Span.Start:b.Span.End])
			for _, m := range quotedHeading.FindAllStringSubmatchIndex(source, -1) {
				at := markup.Span{Start: b.Span.Start + m[2], End: b.Span.Start + m[3]}
				r.markdownHeading(s, markup.Block{Kind: markup.Heading, Span: at, Runs: []markup.Run{{at}}})
			}
		}
	}
	r.innerHeadings()
}

// innerHeadings notes what may be headings in lists and in what is indented, by their titles: some
// programs read them so. They count where no other place has the name.
func (r *reader) innerHeadings() {
	taken := make(map[string]bool)
	for _, a := range r.anchors {
		if a.Form == Address {
			taken[a.Name] = true
		}
	}
	for _, b := range r.blocks {
		source := r.text[b.Span.Start:b.Span.End]
		isIndented := b.Kind == markup.Code && strings.HasPrefix(source, "    ") || b.Kind == markup.Quote && admonition.MatchString(source)
		if !isIndented && b.Kind != markup.List && !(b.Kind == markup.Paragraph && strings.Contains(source, "\n:")) || !strings.Contains(source, "##") {
			continue
		}
		for _, m := range innerHeading.FindAllStringSubmatchIndex(source, -1) {
			at := markup.Span{Start: b.Span.Start + m[2], End: b.Span.Start + m[3]}
			name := r.site.Kind.Slug(r.format.Title(r.text, markup.Block{Kind: markup.Heading, Span: at, Runs: []markup.Run{{at}}}))
			if !taken[name] {
				taken[name] = true
				r.heading(Address, name, markup.Block{Span: at})
			}
		}
	}
}

// markdownHeading notes a heading by its names.
func (r *reader) markdownHeading(s *slugs, b markup.Block) {
	if b.Kind != markup.Heading {
		return
	}
	title := r.format.Title(r.text, b)
	if givenName.MatchString(r.text[b.Span.Start:b.Span.End]) {
		title = strings.TrimSpace(headingAttributes.ReplaceAllString(title, ""))
	} else {
		title = strings.TrimSpace(headingClasses.ReplaceAllString(title, ""))
		name := s.next(title)
		r.heading(Address, name, b)
		if r.site.Kind == Pandoc {
			r.heading(Label, name, b) // \@ref of bookdown
		}
	}
	r.heading(Wiki, noteHeading(title), b)
}

var (
	quotedHeading     = regexp.MustCompile(`(?m)^[ \t]*(?:>[ \t]?)+[ \t]*#{1,6}[ \t]+([^\s#][^\r\n]*?)[ \t]*#*[ \t]*\r?$`)
	innerHeading      = regexp.MustCompile(`(?m)^[ \t]*(?:(?:[-*+:]|\d+[.)])[ \t]+)?#{2,6}[ \t]+([^\s#][^\r\n]*?)[ \t]*#*[ \t]*\r?$`)
	mystTarget        = regexp.MustCompile(`^\(([^()\r\n]+)\)=`)
	givenName         = regexp.MustCompile(`\{:?[^{}\r\n#]*#([\w:.-]+)[^{}\r\n]*\}`)
	headingAttributes = regexp.MustCompile(`\s*\{:?[^{}]*#[\w:.-]+[^{}]*\}\s*$`)
	headingClasses    = regexp.MustCompile(`\s*\{:?(?:\s*(?:[.-][\w:.-]*|\w+=(?:"[^"]*"|\S+)))+\s*\}\s*$`)
	htmlID            = regexp.MustCompile(`(?i)<[a-z][^<>]*?\s(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`)
	quartoLabel       = regexp.MustCompile(`(?m)^#\| *label: *["']?([\w:-]+)`)
	blockName         = regexp.MustCompile(`(?m)(?:^|[ \t])(\^[\w-]+)[ \t]*\r?$`)
)

// noteHeading is a heading's title as links to notes have it: Obsidian leaves out the signs
// that mean something in links.
func noteHeading(title string) string {
	return strings.Join(strings.Fields(noteSigns.Replace(title)), " ")
}

var noteSigns = strings.NewReplacer("#", " ", "|", " ", "^", " ", ":", " ", "%%", " ", "[[", " ", "]]", " ")

package link

import (
	"html"
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// readMarkdown reads Markdown in all its dialects.
func (r *reader) readMarkdown() {
	r.addMarkdownAnchors()
	n := r.format.NotationOf(r.text, r.blocks)
	templates := blankMatches(liquidRaw, r.live)
	for i, b := range r.blocks {
		source := r.text[b.Span.Start:b.Span.End]
		blocks := r.blocks[i : i+1]
		if b.Kind == markup.Code || b.Kind == markup.Quote && mystFence.MatchString(source) {
			blocks = nil
			if inner, holdsText := r.addDirectiveNames(b); holdsText || b.Kind == markup.Quote {
				blocks = []markup.Block{{Kind: markup.Paragraph, Span: inner}}
			}
		}
		if b.Kind == markup.HTML || b.Kind == markup.Paragraph {
			for _, m := range colonFence.FindAllStringIndex(source, -1) {
				r.addDirectiveNames(markup.Block{Kind: markup.Quote, Span: markup.Span{Start: b.Span.Start + m[0], End: b.Span.End}})
			}
		}
		if b.Kind == markup.HTML {
			for _, m := range moduleImport.FindAllStringSubmatchIndex(source, -1) {
				r.addLink(File, b.Span.Start+m[2], b.Span.Start+m[3], setImage, func(l *Link) { l.isModule = true })
			}
		}
		r.addMarkdownIncludes(b, blankCode(templates[b.Span.Start:b.Span.End]))
		shown := blankCode(r.live[b.Span.Start:b.Span.End])
		for _, t := range n.Targets(r.text, blocks) {
			if shown[t.Start-b.Span.Start] != ' ' || isOfMDBook(r.text[:t.Start]) {
				r.addMarkdownTarget(t.Span)
			}
		}
		for _, b := range blocks {
			r.addInlineLinks(b)
		}
	}
	r.addImplicitHeadings(n)
	line, masked := markup.Span{}, ""
	for _, m := range r.format.Mentions(r.text, r.blocks) {
		if !line.Contains(m.Span.Start) {
			line = r.lineOf(m.Span)
			masked = markup.WithoutCodeSpans(r.text[line.Start:line.End])
		}
		if masked[m.Span.Start-line.Start] != ' ' {
			r.addLink(Label, m.Span.Start, m.Span.End)
		}
	}
}

// blankCode returns a text with spaces in place of fences and code spans; code blocks are blank already. Hugo's names in backticks stay.
func blankCode(source string) string {
	shown := markup.WithoutCodeSpans(blankMatches(fenceMark, source))
	if !strings.Contains(source, "{{") || !strings.Contains(source, "`") {
		return shown
	}
	for _, m := range hugoQuoted.FindAllStringIndex(source, -1) {
		if shown[m[0]] != ' ' {
			shown = shown[:m[0]] + source[m[0]:m[1]] + shown[m[1]:]
		}
	}
	return shown
}

// isOfMDBook reports whether a text ends within a helper of mdBook, which works in code too.
func isOfMDBook(before string) bool {
	open := strings.LastIndex(before, "{{")
	return open > strings.LastIndex(before, "}}") && strings.HasPrefix(strings.TrimLeft(before[open+2:], " \t"), "#")
}

// lineOf returns the line of a span.
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
	snippet      = regexp.MustCompile(`(?m)^[ \t]*-+8<-+[ \t]+['"]([^'":\n]+)(?:(:)([\pL_][\w-]*))?`)

	markdownInclude = regexp.MustCompile(`(?:^|[^\\])\{\{[ \t]*#(?:include|rustdoc_include|playground|template)\s+([^\s:}]+)(?:(:)([\pL_][\w-]*))?`)
	hugoQuotedRef   = regexp.MustCompile(hugoRefStart + `["` + "`" + `]([^"` + "`" + `\\\r\n{}]+)(?:(["` + "`" + `][^{}<>%]*[>%]\}\}#)([^\s()<>"']+)|["` + "`" + `])`)
	hugoBareRef     = regexp.MustCompile(hugoRefStart + `([^"` + "`" + `\s<>{}=]+)(?:([^{}<>%]*[>%]\}\}#)([^\s()<>"']+)|[\s>%])`)
	jekyllLink      = regexp.MustCompile(`\{%-?\s*link\s+([^\s%]+)(?:(\s*-?%\}#)([^\s()<>"']+))?`)
	jekyllPost      = regexp.MustCompile(`\{%-?\s*post_url\s+([^\s%]+)(?:(\s*-?%\}#)([^\s()<>"']+))?`)
	contentRef      = regexp.MustCompile(`\{%-?\s*(?:content-ref|embed|file)\s[^%]*?(?:url|src)="([^"]+)"`)
	mystProject     = regexp.MustCompile(`<project:([^<>\s]+)>`)
	knitChild       = regexp.MustCompile(`(?m)^[ \t]*(?:` + "```+|~~~+" + `)\{[^{}\r\n]*\bchild[ \t]*=[ \t]*(c\([^)\r\n]*\)|["'][^"'\r\n]+["'])|^#\|[ \t]*child:([^\r\n]*(?:\r?\n#\|[ \t]*-[^\r\n]*)*)`)
	fenceMark       = regexp.MustCompile("(?m)^(?:[ \\t]|>|[-*+] |\\d{1,9}[.)] )*`{3,}[^`\\r\\n]*$")
	hugoQuoted      = regexp.MustCompile(`\{\{[<%][^{}` + "`" + `]*` + "`[^`{}]*`" + `[^{}` + "`" + `]*[>%]\}\}`)
	liquidRaw       = regexp.MustCompile(`(?s)\{%-?\s*raw\s*-?%\}.*?\{%-?\s*endraw\s*-?%\}`)
	quotedPath      = regexp.MustCompile(`["']([^"'\r\n]+)["']`)
	yamlPath        = regexp.MustCompile(`["']([^"'\r\n]+)["']|([^\s,"'()#|\[\]-][^\s,"'()#|\[\]]*\.\w+)`)
	regionMark      = regexp.MustCompile(`\bANCHOR:[ \t]*([\w-]+)|-+8<-+[ \t]+\[start:([\w-]+)\]|#region[ \t]+([\w-]+)`)
)

// hugoRefStart matches the beginning of a ref or relref shortcode in Hugo, up to the name of the page.
const hugoRefStart = `\{\{[<%]\s*(?:rel)?ref\s+(?:[\w-]+=(?:"[^"]*"|\S+)\s+)*?(?:path=)?`

// addMarkdownIncludes records includes of files or of parts of them, the marks of such parts, and links in notations of single programs,
// such as shortcodes. `shown` is the block as template programs read it.
func (r *reader) addMarkdownIncludes(b markup.Block, shown string) {
	source := r.text[b.Span.Start:b.Span.End]
	at := b.Span.Start
	if strings.Contains(source, "{{") && strings.Contains(source, "#") {
		r.addPartMatches(markdownInclude, Region, source, at, setImage)
	}
	if r.site.Kind == MkDocs && r.site.Base != "" && strings.Contains(source, "8<-") { // in code too
		r.addPartMatches(snippet, Region, source, at, setImage, setOfMain)
	}
	for _, m := range regionMark.FindAllStringSubmatchIndex(source, -1) {
		for g := 2; g < len(m); g += 2 {
			if m[g] >= 0 {
				r.addAnchor(Region, source[m[g]:m[g+1]], b.Span, at+m[g])
			}
		}
	}
	if b.Kind == markup.Code {
		for _, m := range knitChild.FindAllStringSubmatchIndex(source, -1) {
			if m[4] >= 0 { // a path, a list in brackets or lines, or R after !expr
				for _, q := range yamlPath.FindAllStringSubmatchIndex(source[m[4]:m[5]], -1) {
					from, to := max(q[2], q[4]), max(q[3], q[5])
					r.addLink(File, at+m[4]+from, at+m[4]+to, setImage)
				}
				continue
			}
			for _, q := range quotedPath.FindAllStringSubmatchIndex(source[m[2]:m[3]], -1) {
				r.addLink(File, at+m[2]+q[2], at+m[2]+q[3], setImage)
			}
		}
		return
	}
	if strings.Contains(shown, "{{") {
		byName := func(l *Link) { l.byName = true }
		r.addPartMatches(hugoQuotedRef, Address, shown, at, byName)
		r.addPartMatches(hugoBareRef, Address, shown, at, byName, func(l *Link) { l.quoteIfNeeded = `"` })
	}
	if strings.Contains(shown, "{%") {
		ofRoot := func(l *Link) { l.byName, l.root = true, r.site.Folder }
		r.addPartMatches(jekyllLink, Address, shown, at, ofRoot)
		r.addPartMatches(jekyllPost, Address, shown, at, ofRoot)
		r.addMatches(contentRef, Address, shown, at)
	}
	if strings.Contains(shown, "project:") {
		for _, m := range mystProject.FindAllStringSubmatchIndex(shown, -1) {
			r.addProjectTarget(markup.Span{Start: at + m[2], End: at + m[3]})
		}
	}
}

// addPartMatches records the matches of a pattern: a file and, if named, a part of it, with the separator between them.
func (r *reader) addPartMatches(pattern *regexp.Regexp, form Form, source string, at int, set ...func(*Link)) {
	for _, m := range pattern.FindAllStringSubmatchIndex(source, -1) {
		if m[6] < 0 {
			plain := form
			if form == Region {
				plain = File
			}
			r.addLink(plain, at+m[2], at+m[3], set...)
			continue
		}
		between := source[m[4]:m[5]]
		r.addLink(form, at+m[2], at+m[7], append(set, func(l *Link) { l.between = between })...)
	}
}

// addProjectTarget records the target of MyST's project scheme: a file or a label.
func (r *reader) addProjectTarget(at markup.Span) {
	name, isOwn := strings.CutPrefix(r.text[at.Start:at.End], "#")
	isNamed := func(form Form) bool {
		return slices.ContainsFunc(r.anchors, func(a Anchor) bool { return a.Form == form && a.Name == name })
	}
	if isOwn && (isNamed(Label) || !isNamed(Address)) {
		r.addLink(Label, at.Start+1, at.End, setMayCite)
		return
	}
	r.addLink(Address, at.Start, at.End)
}

// addImplicitHeadings records words in brackets that name a heading, which pandoc turns into links.
func (r *reader) addImplicitHeadings(n markup.Notation) {
	if r.site.Kind != Pandoc {
		return
	}
	titles, defined := make(map[string]bool), make(map[string]bool)
	for _, a := range r.anchors {
		if a.Form == Title {
			titles[normalizeName(a.Name)] = true
		}
	}
	for _, l := range n.Definitions(r.text, r.blocks) {
		defined[l.Name] = true
	}
	for _, b := range r.blocks {
		if !b.Kind.IsProse() && b.Kind != markup.Heading && b.Kind != markup.Table && b.Kind != markup.Definition {
			continue
		}
		source := markup.WithoutCodeSpans(r.live[b.Span.Start:b.Span.End])
		for _, m := range bracketed.FindAllStringSubmatchIndex(source, -1) {
			written := r.text[b.Span.Start:b.Span.End] // with code
			name, span, prefix := written[m[2]:m[3]], markup.Span{Start: m[0], End: m[1]}, written[m[0]:m[1]]
			if m[4] >= 0 {
				span, prefix = markup.Span{Start: m[4] - 1, End: m[5] + 1}, ""
				if m[4] < m[5] {
					name = written[m[4]:m[5]]
				}
			}
			next := source[m[1]:]
			if strings.HasPrefix(next, "(") || strings.HasPrefix(next, "{") || strings.HasPrefix(next, ":") ||
				!titles[normalizeName(name)] || defined[markup.NormalizeLabel("["+name+"]")] {
				continue
			}
			r.addLink(Title, b.Span.Start+span.Start, b.Span.Start+span.End, func(l *Link) { l.name, l.prefix = name, prefix })
		}
	}
}

// bracketed matches words in brackets and, optionally, a name in brackets after them.
var bracketed = regexp.MustCompile(`\[((?:[^\[\]\\]|\\.)+)\](?:\[((?:[^\[\]\\]|\\.)*)\])?`)

// addMarkdownTarget records an address that the notation has found.
func (r *reader) addMarkdownTarget(at markup.Span) {
	before := r.text[max(0, at.Start-1):at.Start]
	opened := r.text[max(0, at.Start-40):at.Start]
	switch {
	case strings.HasSuffix(opened, "[["):
		// addInlineLinks records links to notes
	case strings.LastIndex(opened, "{{") > strings.LastIndex(opened, "}}") && before != "(":
		if !strings.Contains(opened, `\{{`) && !strings.Contains(opened, "{{{") {
			r.addLink(File, at.Start, at.End, setImage)
		}
	case strings.HasPrefix(r.text[at.Start:at.End], "project:"):
		r.addProjectTarget(markup.Span{Start: at.Start + len("project:"), End: at.End})
	case strings.LastIndex(opened, "{%") > strings.LastIndex(opened, "%}"), strings.HasPrefix(r.text[at.Start:at.End], "{{"), strings.HasPrefix(r.text[at.Start:at.End], "{%"):
		// addMarkdownIncludes records addresses in templates
	case strings.ContainsAny(before, `"'=`) && before != "":
		r.addLink(Address, at.Start, at.End, setRawHTML)
	default:
		r.addLink(Address, at.Start, at.End)
	}
}

// addInlineLinks records the links that dialects have within lines.
func (r *reader) addInlineLinks(b markup.Block) {
	source := r.text[b.Span.Start:b.Span.End]
	if !strings.Contains(source, "[[") && !strings.Contains(source, "}`") && !strings.Contains(source, `\@ref(`) {
		return
	}
	masked := markup.WithoutCodeSpans(source)
	for _, m := range wikiLink.FindAllStringSubmatchIndex(masked, -1) {
		if m[1] < len(masked) && (masked[m[1]] == '(' || masked[m[1]] == '[') {
			continue // a link whose words are in brackets
		}
		r.addLink(Wiki, b.Span.Start+m[2], b.Span.Start+m[3])
	}
	for _, m := range inBrackets.FindAllStringSubmatchIndex(masked, -1) { // words in brackets that are a link
		r.addLink(Address, b.Span.Start+m[2], b.Span.Start+m[3])
	}
	r.addRoles(mystRole, b.Span, masked)
	for _, m := range bookdownRef.FindAllStringSubmatchIndex(masked, -1) {
		r.addLink(Label, b.Span.Start+m[2], b.Span.Start+m[3])
	}
}

var (
	wikiLink    = regexp.MustCompile(`\[\[([^\[\]|\r\n\\]+)(?:\\?\|[^\[\]\r\n]*)?\]\]`)
	inBrackets  = regexp.MustCompile(`\[\[[^\[\]\r\n]*\]\]\([ \t]*<?([^()<>\s]+)`)
	mystRole    = regexp.MustCompile("\\{(ref|numref|eq|any|keyword|doc|download|std:ref|std:doc|prf:ref)\\}`(?:([^`<>]+)|[^`<>]*<([^`<>]+)>)`")
	bookdownRef = regexp.MustCompile(`\\@ref\(([^()\s:]+)\)`)
)

// addDirectiveNames records the files and documents that a MyST fence names. inner is its contents, empty if these are only names or paths;
// holdsText reports whether they are certainly text.
func (r *reader) addDirectiveNames(b markup.Block) (inner markup.Span, holdsText bool) {
	source := r.text[b.Span.Start:b.Span.End]
	m := mystFence.FindStringSubmatchIndex(source)
	if m == nil || strings.TrimSpace(r.live[b.Span.Start:b.Span.Start+m[1]]) == "" { // in a comment, or shown as code
		return markup.Span{}, false
	}
	argument := func(form Form, set ...func(*Link)) {
		if m[4] >= 0 {
			r.addLink(form, b.Span.Start+m[4], b.Span.Start+m[5], set...)
		}
	}
	inner = markup.Span{Start: b.Span.Start + m[1], End: b.Span.End}
	r.addOptionPaths(mystOptions.FindString(r.text[inner.Start:inner.End]), inner.Start)
	inYAML := yamlOptions.FindString(r.text[inner.Start:inner.End])
	r.addMatches(optionInYAML, File, inYAML, inner.Start, setImage)
	switch name := source[m[2]:m[3]]; name {
	case "toctree", "tableofcontents":
		r.addToctree(markup.Span{Start: inner.Start + len(inYAML), End: inner.End})
	case "include", "literalinclude":
		argument(File, setImage)
	case "image", "graphviz", "plot", "uml", "plantuml", "mermaid", "video", "audio", "drawio-image", "drawio-figure", "thumbnail", "carousel", "iframe-figure", "embed":
		if m[4] >= 0 && path.Ext(source[m[4]:m[5]]) != "" {
			argument(File, setImage)
		}
	case "figure":
		argument(File, setImage)
		return inner, true
	default:
		return inner, mystText[name]
	}
	return markup.Span{}, false
}

var (
	mystFence   = regexp.MustCompile("^[ \\t]*(?:```+|~~~+|:::+)\\{([\\w:-]+)\\}[ \\t]*([^\\s`]+)?[^\\r\\n]*")
	colonFence  = regexp.MustCompile(`(?m)^[ \t]*:::+\{[\w:-]+\}`)
	mystOptions = regexp.MustCompile(`^(?:\r?\n[ \t]*:[\w-]+:[^\r\n]*)+`)
	mystText    = map[string]bool{
		"note": true, "warning": true, "tip": true, "important": true, "admonition": true, "hint": true, "caution": true, "attention": true,
		"danger": true, "error": true, "seealso": true, "margin": true, "sidebar": true, "dropdown": true, "card": true, "tab-item": true,
		"tab-set": true, "grid": true, "grid-item-card": true, "exercise": true, "solution": true, "epigraph": true, "topic": true,
	}
)

// addToctree records the documents that a toctree names. span is the toctree without its first line.
func (r *reader) addToctree(span markup.Span) {
	for line := range markup.Lines(r.text[span.Start:span.End]) {
		line = line.Shift(span.Start)
		entry := strings.TrimSpace(r.text[line.Start:line.End])
		if entry == "" || entry[0] == ':' || entry[0] == '`' || entry[0] == '~' || entry == "self" || strings.ContainsAny(entry, "*?[") || strings.HasSuffix(entry, ",") {
			continue
		}
		start := line.Start + strings.Index(r.text[line.Start:line.End], entry)
		end := start + len(entry)
		if open := strings.LastIndexByte(entry, '<'); open >= 0 && strings.HasSuffix(entry, ">") {
			start, end = start+open+1, end-1
		}
		r.addLink(Document, start, end, setImage)
	}
}

// addMarkdownAnchors records headings under the names that the site gives them, and other named places.
func (r *reader) addMarkdownAnchors() {
	var taken []string
	first := len(r.anchors)
	for i, b := range r.blocks {
		source := r.text[b.Span.Start:b.Span.End]
		if b.Kind == markup.Code {
			for _, m := range quartoLabel.FindAllStringSubmatchIndex(source, -1) {
				r.addAnchor(Address, source[m[2]:m[3]], b.Span, b.Span.Start+m[2])
				r.addAnchor(Label, source[m[2]:m[3]], b.Span, b.Span.Start+m[2])
			}
			continue
		}
		if b.Kind == markup.FrontMatter || b.Kind == markup.Conflict || b.Kind == markup.Math {
			continue
		}
		source = markup.WithoutCodeSpans(source)
		if m := mystTarget.FindStringSubmatchIndex(source); m != nil {
			span := r.headingBelow(i, b.Span)
			r.addAnchor(Address, source[m[2]:m[3]], span, b.Span.Start+m[2])
			r.addAnchor(Label, source[m[2]:m[3]], span, b.Span.Start+m[2])
		}
		if strings.Contains(source, "{") {
			for _, m := range givenName.FindAllStringSubmatchIndex(source, -1) {
				r.addAnchor(Address, source[m[2]:m[3]], b.Span, b.Span.Start+m[2])
				r.addAnchor(Label, source[m[2]:m[3]], b.Span, b.Span.Start+m[2])
			}
		}
		if strings.Contains(source, "id=") || strings.Contains(source, "name=") {
			for _, m := range htmlID.FindAllStringSubmatchIndex(source, -1) {
				for g := 2; g < len(m); g += 2 {
					if m[g] >= 0 {
						r.addAnchor(Address, html.UnescapeString(source[m[g]:m[g+1]]), b.Span, b.Span.Start+m[g])
					}
				}
			}
		}
		if strings.Contains(source, "^") {
			for _, m := range blockName.FindAllStringSubmatchIndex(source, -1) {
				r.addAnchor(Wiki, source[m[2]:m[3]], b.Span, b.Span.Start+m[2])
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
		r.addMarkdownHeading(s, b)
		if b.Kind == markup.Quote {
			source := markup.WithoutCodeSpans(r.text[b.Span.Start:b.Span.End])
			for _, m := range quotedHeading.FindAllStringSubmatchIndex(source, -1) {
				at := markup.Span{Start: b.Span.Start + m[2], End: b.Span.Start + m[3]}
				r.addMarkdownHeading(s, markup.Block{Kind: markup.Heading, Span: at, Runs: []markup.Run{{at}}})
			}
		}
	}
	r.addInnerHeadings()
}

// addInnerHeadings records headings in lists, admonitions and indented text, which some programs recognize, if their names are free.
func (r *reader) addInnerHeadings() {
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
			name := r.site.Kind.Slug(r.format.AnchorTitle(r.text, markup.Block{Kind: markup.Heading, Span: at, Runs: []markup.Run{{at}}}))
			if !taken[name] {
				taken[name] = true
				r.addHeading(Address, name, markup.Block{Span: at})
			}
		}
	}
}

// addMarkdownHeading records a heading under each name by which links can lead to it.
func (r *reader) addMarkdownHeading(s *slugs, b markup.Block) {
	if b.Kind != markup.Heading {
		return
	}
	title := r.format.AnchorTitle(r.text, b)
	if givenName.MatchString(r.text[b.Span.Start:b.Span.End]) {
		title = strings.TrimSpace(headingAttributes.ReplaceAllString(title, ""))
	} else {
		title = strings.TrimSpace(headingClasses.ReplaceAllString(title, ""))
		name := s.next(title)
		r.addHeading(Address, name, b)
		if r.site.Kind == Pandoc {
			r.addHeading(Label, name, b) // for bookdown's \@ref
		}
	}
	if r.site.Kind == Pandoc && len(b.Runs) > 0 { // pandoc compares the sources
		source := r.format.TitleWords(r.text, b)
		r.addHeading(Title, strings.TrimSpace(headingClasses.ReplaceAllString(r.text[source.Start:source.End], "")), b)
	}
	r.addHeading(Wiki, noteHeading(title), b)
}

var (
	quotedHeading     = regexp.MustCompile(`(?m)^[ \t]*(?:>[ \t]?)+[ \t]*#{1,6}[ \t]+([^\s#][^\r\n]*?)[ \t]*#*[ \t]*\r?$`)
	innerHeading      = regexp.MustCompile(`(?m)^[ \t]*(?:(?:[-*+:]|\d+[.)])[ \t]+)?#{2,6}[ \t]+([^\s#][^\r\n]*?)[ \t]*#*[ \t]*\r?$`)
	mystTarget        = regexp.MustCompile(`^\(([^()\r\n]+)\)=`)
	givenName         = regexp.MustCompile(`(?:^|[^{])\{:?(?:[^{}\r\n#"'<%]|"[^"\r\n]*"|'[^'\r\n]*')*(?:#|\bid=)([\w:.-]+)[^{}\r\n]*\}`) // not in {{< >}} or {% %}
	headingAttributes = regexp.MustCompile(`\s*\{:?[^{}]*#[\w:.-]+[^{}]*\}\s*$`)
	headingClasses    = regexp.MustCompile(`\s*\{:?(?:\s*(?:[.-][\w:.-]*|\w+=(?:"[^"]*"|\S+)))+\s*\}\s*$`)
	htmlID            = regexp.MustCompile(`(?i)<[a-z][^<>]*?\s(?:id|name)\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))`)
	quartoLabel       = regexp.MustCompile(`(?m)^#\| *label: *["']?([\w:-]+)`)
	blockName         = regexp.MustCompile(`(?m)(?:^|[ \t])(\^[\w-]+)[ \t]*\r?$`)
)

// noteHeading returns a heading's title in the form used in links to notes: Obsidian omits the characters that have a meaning in links.
func noteHeading(title string) string {
	return strings.Join(strings.Fields(noteSigns.Replace(title)), " ")
}

var noteSigns = strings.NewReplacer("#", " ", "|", " ", "^", " ", ":", " ", "%%", " ", "[[", " ", "]]", " ")

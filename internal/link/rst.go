package link

import (
	"regexp"
	"strings"

	"github.com/segls/segls/analysis/markup"
)

// readRST reads reStructuredText, as Sphinx does.
func (r *reader) readRST() {
	ids := newSlugs(Sphinx, nil)
	r.live = blankMatches(rstLiteral, r.live)
	for i, b := range r.blocks {
		source := r.live[b.Span.Start:b.Span.End]
		if b.Kind == markup.Heading {
			title := r.format.Title(r.text, b)
			r.addHeading(Title, title, b)
			if id := docutilsID(title); id != "" {
				r.addHeading(Address, ids.nextID(id), b)
			}
			continue
		}
		for _, m := range rstTarget.FindAllStringSubmatchIndex(source, -1) {
			name := strings.Trim(strings.ReplaceAll(source[m[2]:m[3]], `\:`, ":"), "` ")
			span := r.headingBelow(i, b.Span)
			at := b.Span.Start + m[2]
			r.addAnchor(Label, name, span, at)
			r.addAnchor(Title, name, span, at)
			r.addAnchor(Address, docutilsID(name), span, at)
		}
		for _, m := range rstNamed.FindAllStringSubmatchIndex(source, -1) { // leads to another site
			r.addAnchor(Title, strings.Trim(source[m[2]:m[3]], "` "), b.Span, b.Span.Start+m[2])
			r.addAddress(b.Span.Start+m[4], b.Span.Start+m[5])
		}
		for _, m := range rstWithin.FindAllStringSubmatchIndex(source, -1) {
			name := source[m[2]:m[3]]
			at := b.Span.Start + m[2]
			r.addAnchor(Label, name, b.Span, at)
			r.addAnchor(Title, name, b.Span, at)
			r.addAnchor(Address, docutilsID(name), b.Span, at)
		}
		r.addRoles(rstRole, b.Span, source)
		r.addMatchesIn(rstFile, File, b.Span, setImage)
		r.addMatchesIn(rstImage, File, b.Span, setImage, setEscapes)
		r.addMatchesIn(rstPath, File, b.Span, setImage, setNoSpaces)
		r.addOptionPaths(source, b.Span.Start)
		for _, m := range rstToctree.FindAllStringIndex(source, -1) {
			r.addToctree(indentedLinesAfter(r.live, b.Span.Start+m[1], b.Span.End))
		}
		if !strings.Contains(source, "_") {
			continue
		}
		for _, m := range rstInline.FindAllStringSubmatchIndex(source, -1) {
			r.addAddress(b.Span.Start+m[2], b.Span.Start+m[3])
		}
		emphasis := rstEmphasis.FindAllStringSubmatchIndex(source, -1)
		for _, m := range rstReference.FindAllStringSubmatchIndex(source, -1) {
			at := max(m[2], m[4])
			for len(emphasis) > 0 && emphasis[0][3] <= at {
				emphasis = emphasis[1:]
			}
			if len(emphasis) > 0 && emphasis[0][2] < at { // inline markup does not nest
				continue
			}
			if m[2] >= 0 && !strings.Contains(source[m[2]:m[3]], "<") {
				r.addLink(Title, b.Span.Start+m[2], b.Span.Start+m[3])
			} else if m[4] >= 0 {
				r.addLink(Title, b.Span.Start+m[4], b.Span.Start+m[5], func(l *Link) { l.quoteIfNeeded = "`" })
			}
		}
	}
	for i := 0; i+1 < len(r.blocks); i++ { // the names of a toctree may be a block of their own
		span := r.blocks[i].Span
		if last := r.live[span.Start:span.End]; rstToctree.MatchString(last) {
			r.addToctree(indentedLinesAfter(r.live, span.End, len(r.live)))
		}
	}
}

var (
	rstLiteral   = regexp.MustCompile("``[^\\s`](?:[^\\n]|\\n[^\\s])*?``")
	rstTarget    = regexp.MustCompile("(?m)^[ \\t]*(?:(?:[*+•-]|#\\.|\\d+[.)])[ \\t]+)*\\.\\. _((?:[^:\\r\\n`]|\\\\:)+|`[^`\\r\\n]+`) ?:[ \\t\\r]*$")
	rstWithin    = regexp.MustCompile("(?:^|[\\s\"'(\\[{<:/-])_`([^`\\s](?:[^`]*[^`\\s])?)`(?:\\W|$)") // a place within a paragraph
	rstNamed     = regexp.MustCompile("(?m)^[ \\t]*(?:(?:[*+•-]|#\\.|\\d+[.)])[ \\t]+)*\\.\\. _((?:[^:\\r\\n`]|\\\\:)+|`[^`\\r\\n]+`) ?:[ \\t]+(\\S+)[ \\t\\r]*$")
	rstRole      = regexp.MustCompile("(?:^|[^\\w`]):(ref|numref|doc|download|std:ref|std:doc|any|keyword|eq|term-ref):`(?:([^`<>]+)|[^`<>]*<([^`<>]+)>)`")
	rstFile      = regexp.MustCompile(`(?m)^[ \t]*(?:(?:[*+•-]|#\.|\d+[.)])[ \t]+)*\.\. (?:include|literalinclude):: *([^\s<][^\r\n]*?)[ \t\r]*$`)
	rstImage     = regexp.MustCompile(`(?m)^[ \t]*(?:(?:[*+•-]|#\.|\d+[.)])[ \t]+)*\.\. (?:\|[^|]+\| )?(?:image|figure):: *((?:\\ |\S)+)`)
	rstPath      = regexp.MustCompile(`(?m)^[ \t]*(?:(?:[*+•-]|#\.|\d+[.)])[ \t]+)*\.\. (?:\|[^|]+\| )?(?:graphviz|plot|uml|plantuml|mermaid|video|audio|drawio-image|drawio-figure|thumbnail|csv-include|csv-table-file|svgbob|blockdiag|seqdiag|subfigure|carousel):: *([\w./~-]+\.\w{1,6})[ \t\r]*$`)
	optionPath   = regexp.MustCompile(`(?m)^[ \t]*:(?:` + pathOptions + `):[ \t]+([\w./~-]*[\w-]\.\w{1,6})[ \t\r]*$`)
	optionInYAML = regexp.MustCompile(`(?m)^[ \t]*(?:` + pathOptions + `):[ \t]+["']?([\w./~-]*[\w-]\.\w{1,6})["']?[ \t\r]*$`) // in MyST
	rstToctree   = regexp.MustCompile(`(?m)^[ \t]*\.\. toctree::[ \t\r]*$`)
	rstInline    = regexp.MustCompile("`[^`<>]*<([^`<>\\s]+[^_`<>\\s])>`__?(?:\\W|$)")
	rstEmphasis  = regexp.MustCompile(`(?:^|[\s"'(\[{<:/-])(\*[^\s*](?:[^*]*[^\s*])?\*|\*\*[^\s*](?:[^*]*[^\s*])?\*\*)`)
	rstReference = regexp.MustCompile("(?:^|[^\\w`:])`([^`]+)`_(?:[^\\w_]|$)|(?:^|[\\s(\\[\"'*,])([\\pL\\d](?:[\\pL\\d]|[-_.+][\\pL\\d])*)_(?:[\\s.,;:!?)\\]'\"*-]|$)")
)

var mailAddress = regexp.MustCompile(`^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$`)

// addAddress records an address, unless it is a mail address, which Docutils recognizes without a scheme, too.
func (r *reader) addAddress(start, end int) {
	if !mailAddress.MatchString(r.text[start:end]) {
		r.addLink(Address, start, end)
	}
}

// pathOptions matches the options of directives whose value is a path.
const pathOptions = `file|diff|target|link|image|src|source|path|include|poster|logo|thumbnail|img-top|img-bottom|img-background|caption-file|script|template`

// addOptionPaths records the files that options of directives name.
func (r *reader) addOptionPaths(source string, at int) {
	if strings.Contains(source, ":") {
		r.addMatches(optionPath, File, source, at, setImage, setNoSpaces)
	}
}

// indentedLinesAfter returns the indented or blank lines that follow the end of a line.
func indentedLinesAfter(text string, from, to int) markup.Span {
	span := markup.Span{Start: from, End: from}
	isFirst := true
	for line := range markup.Lines(text[from:to]) {
		content := text[from+line.Start : from+line.End]
		if !isFirst && content != "" && content[0] != ' ' && content[0] != '\t' {
			break
		}
		isFirst = false
		span.End = from + line.End
	}
	return span
}

// nextID returns the id or, if it is taken, the next of id1, id2, …, as Docutils does.
func (s *slugs) nextID(id string) string {
	name := id
	if _, is := s.used[name]; is {
		for is := true; is; _, is = s.used[name] {
			s.used[""]++
			name = "id" + itoa(s.used[""])
		}
	}
	s.used[name] = 0
	return name
}

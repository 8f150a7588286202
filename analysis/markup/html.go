package markup

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// HyperText is HTML as browsers read it, including fragments of a page. The grammar
// covered, by element:
//
//	p, div, section, main …          text in them, or in no element, is a paragraph; it ends
//	                                 at the next tag of a block, or two br in a row
//	h1 … h6                          headings
//	ul, ol, menu, dl                 lists; li, or dt with its dd, are the items
//	blockquote                       a quote
//	pre                              code, or a quote if it reads as verse
//	table                            a table, with its content; but a table that only
//	                                 lays out the page is read like div: one with
//	                                 role="presentation", or border="0" and width="100%"
//	head, script, nav, math, svg …   not prose
//	hr                               a rule
//	<!-- text -->                    a comment
//	<<<<<<< to >>>>>>>               a merge conflict, in or between paragraphs
//
// A paragraph or a list that consists only of links is a menu, and not prose. The tokens are those of
// golang.org/x/net/html. Elements around a block (div, main, article …) do not affect it, so every
// block is read independently. A directive need not be alone on its line.
var HyperText = Format{
	Name:          "html",
	Extensions:    []string{".html", ".htm", ".xhtml"},
	LanguageIDs:   []string{"html", "xhtml"},
	comments:      []commentStyle{{"<!--", "-->"}},
	hardBreaks:    []string{"<br>", "<br/>", "<br />"},
	scan:          newScanAfterMetadata(scanHTML),
	head:          siteMetadataLen,
	heads:         siteMetadataHeads,
	restartsAfter: func(_, _ string) bool { return true },
	inline:        scanHTMLInline,
	blank:         blankHTMLMarkup,
	read:          visibleHTMLText,
	omissions:     htmlOmissions,
	notation:      htmlNotation{},
	breaks:        htmlBreaks,
	spacing:       emptyElements,
}

// htmlRole is the role of an element in the block structure of a text.
type htmlRole uint8

const (
	htmlInline    htmlRole = iota
	htmlAround             // a block that contains others
	htmlHeading            // h1 to h6
	htmlOpaque             // no prose inside
	htmlContainer          // a list or a quote
	htmlPart               // an item of a list
)

var htmlRoles = func() map[atom.Atom]htmlRole {
	roles := make(map[atom.Atom]htmlRole)
	for role, names := range map[htmlRole]string{
		htmlAround: `address article aside body center details dialog div fieldset figure footer header hgroup html main p
			section hr tr td th tbody thead tfoot caption search meta link base title`,
		htmlHeading:   `h1 h2 h3 h4 h5 h6`,
		htmlOpaque:    `pre script style table svg math template head noscript iframe figcaption summary object video audio canvas select textarea button nav form listing xmp`,
		htmlContainer: `ul ol menu dl dir blockquote`,
		htmlPart:      `li dt dd`,
	} {
		for name := range wordSet(names) {
			roles[atom.Lookup([]byte(name))] = role
		}
	}
	return roles
}()

var opaqueKinds = map[atom.Atom]Kind{
	atom.Pre: Code, atom.Listing: Code, atom.Xmp: Code, atom.Math: Math, atom.Table: Table,
}

func scanHTML(f Format, text string, _ bool) []Block {
	h := htmlReader{format: f, text: text, tokens: html.NewTokenizer(strings.NewReader(text))}
	h.read()
	return h.blocks
}

type htmlReader struct {
	format Format
	text   string
	tokens *html.Tokenizer

	// The current token.
	kind       html.TokenType
	name       atom.Atom
	start, end int
	isLayout   bool // the last table only lays out the page
	isLeftOut  bool // it begins a section of footnotes or of code, or the title of an admonition
	again      bool // the current token is to be read again

	blocks []Block
	open   pendingHTMLText // the current paragraph
}

// pendingHTMLText is text that is being collected.
type pendingHTMLText struct {
	from    int // start of the block
	text    Span
	begun   bool
	inline  bool // inline elements began before any text, at text.Start
	hasAny  bool // it has text
	hasWord bool // it has words outside of links
	inLink  bool
	breaks  int // number of br elements at the end
}

// next reads a token and reports whether there was one.
func (h *htmlReader) next() bool {
	h.kind = h.tokens.Next()
	raw := h.tokens.Raw()
	h.start, h.end = h.end, h.end+len(raw)
	h.name, h.isLeftOut = 0, false
	switch h.kind {
	case html.ErrorToken:
		return false
	case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
		name, more := h.tokens.TagName()
		h.name = atom.Lookup(name)
		if h.kind != html.StartTagToken {
			break
		}
		switch h.name {
		case atom.Table:
			h.isLayout = more && h.isLayoutTable()
		case atom.Section, atom.Div, atom.Aside, atom.P:
			h.isLeftOut = more && h.isOmittedSection()
		}
	}
	return true
}

// isLayoutTable reports whether the attributes of a table show that it only lays out the page, whatever its content.
func (h *htmlReader) isLayoutTable() bool {
	said := h.attributes()
	return said["role"] == "presentation" || said["role"] == "none" || said["border"] == "0" && said["width"] == "100%"
}

// isOmittedSection reports whether the attributes of an element mark footnotes, code, or the title of an admonition.
func (h *htmlReader) isOmittedSection() bool {
	said := h.attributes()
	if h.name == atom.P {
		return slices.Contains(strings.Fields(said["class"]), "admonition-title")
	}
	return said["role"] == "doc-endnotes" || said["role"] == "doc-footnote" || slices.Contains(strings.Fields(said["class"]), "code")
}

func (h *htmlReader) attributes() map[string]string {
	said := make(map[string]string)
	for more := true; more; {
		var name, value []byte
		name, value, more = h.tokens.TagAttr()
		said[string(name)] = string(value)
	}
	return said
}

func (h *htmlReader) role() htmlRole {
	if h.name == atom.Table && h.isLayout && h.kind == html.StartTagToken {
		return htmlAround
	}
	if h.isLeftOut {
		return htmlOpaque
	}
	return htmlRoles[h.name]
}

func (h *htmlReader) read() {
	for h.again || h.next() {
		h.again = false
		switch h.kind {
		case html.TextToken:
			if !h.readConflict() {
				h.addText()
			}
		case html.CommentToken, html.DoctypeToken:
			h.addComment()
		default:
			h.readTag()
		}
	}
	h.flushParagraph(h.start)
}

// readConflict reads the merge conflict that begins in the current text, and reports whether there is one.
func (h *htmlReader) readConflict() bool {
	from := -1
	for at := h.start; from < 0; at += len(conflictStart) {
		n := strings.Index(h.text[at:h.end], conflictStart)
		if n < 0 {
			return false
		}
		at += n
		isFirst := !h.open.begun && at == trimSpan(h.text, Span{h.start, h.end}).Start // a block can begin here
		if (isFirst || h.text[at-1] == '\n' || h.text[at-1] == '\r') && isConflictMark(firstLine(h.text[at:]), conflictStart) {
			from = at
		}
	}
	if h.end = from; h.start < from {
		h.addText()
	}
	h.flushParagraph(from)
	conflict := conflictAt(h.text, from)
	h.blocks = append(h.blocks, Block{Kind: Conflict, Span: conflict})
	h.tokens, h.end = html.NewTokenizer(strings.NewReader(h.text[conflict.End:])), conflict.End
	return true
}

// addText adds a text token to the current text.
func (h *htmlReader) addText() {
	s := trimSpan(h.text, Span{h.start, h.end})
	if s.Len() == 0 {
		return
	}
	h.beginText(s.Start)
	if h.open.breaks > 1 {
		h.flushParagraph(h.open.text.End)
		h.beginText(s.Start)
	}
	h.open.breaks = 0
	if !h.open.hasAny && !h.open.inline {
		h.open.text.Start = s.Start
	}
	h.open.hasAny = true
	h.open.hasWord = h.open.hasWord || !h.open.inLink && isProseOrBreak(withoutTemplates(h.text[s.Start:s.End]))
	h.open.text.End = s.End
}

// addInlineTag adds the tag of an inline element to the current text.
func (h *htmlReader) addInlineTag() {
	isStart := h.kind != html.EndTagToken
	if h.name == atom.A {
		defer func() { h.open.inLink = isStart }()
	}
	switch {
	case h.name == atom.Br:
		h.open.breaks++
	case isStart:
		h.beginText(h.start)
		if !h.open.hasAny && !h.open.inline {
			h.open.inline, h.open.text.Start = true, h.start
		}
	case h.open.hasAny && h.open.breaks == 0:
		h.open.text.End = h.end
	}
}

// beginText starts a text if there is no current one.
func (h *htmlReader) beginText(from int) {
	if !h.open.begun {
		h.open = pendingHTMLText{from: from, begun: true}
	}
}

// flushParagraph ends the current paragraph, and adds it as a block if it has words.
func (h *htmlReader) flushParagraph(end int) {
	open := h.open
	h.open = pendingHTMLText{}
	if open.hasWord {
		h.addBlock(Block{Kind: Paragraph, Span: Span{open.from, max(end, open.text.End)}, Runs: []Run{{open.text}}})
	}
}

// addBlock adds a block. It begins at the start of its line if only white space precedes it there.
func (h *htmlReader) addBlock(b Block) {
	if line, ok := h.indentedLineStart(b.Span.Start); ok {
		b.Span.Start = line
	}
	b.Span = trimSpanEnd(h.text, b.Span)
	h.blocks = append(h.blocks, b)
}

// indentedLineStart returns the start of the line that contains an offset; false if more than white space is between the two.
func (h *htmlReader) indentedLineStart(offset int) (line int, ok bool) {
	line = offset
	for line > 0 && (h.text[line-1] == ' ' || h.text[line-1] == '\t') {
		line--
	}
	return line, line == 0 || h.text[line-1] == '\n' || h.text[line-1] == '\r'
}

// addComment adds a directive, or a comment that is not within a paragraph.
func (h *htmlReader) addComment() {
	b := Block{Kind: HTML, Span: Span{h.start, h.end}}
	if said, ok := h.format.directiveSpan(h.text, b.Span); ok {
		h.flushParagraph(h.open.text.End)
		b.Kind, b.Runs = Directive, []Run{{said}}
		h.addBlock(b)
		return
	}
	if !h.open.hasAny {
		h.open = pendingHTMLText{}
		h.addBlock(b)
	}
}

// readTag reads the current tag and the block that it begins.
func (h *htmlReader) readTag() {
	isStart := h.kind != html.EndTagToken
	switch role := h.role(); {
	case role == htmlInline:
		h.addInlineTag()
	case role == htmlHeading && isStart:
		h.flushParagraph(h.start)
		h.readHeading()
	case role == htmlOpaque && h.kind == html.StartTagToken:
		h.flushParagraph(h.start)
		from, name, inside := h.start, h.name, h.end
		h.skipElement()
		b := Block{Kind: kindOfElement(name), Span: Span{from, h.end}}
		if name == atom.Pre && isVerse(h.text[inside:h.start]) {
			run := Run{trimSpan(h.text, Span{inside, h.start})}
			b.Kind, b.Runs = Quote, []Run{run}
			b.Children = []Block{{Kind: Quote, Span: run.Extent(), Runs: b.Runs}}
		}
		h.addBlock(b)
	case role == htmlContainer && h.kind == html.StartTagToken:
		h.flushParagraph(h.start)
		h.readContainer()
	case h.name == atom.Hr:
		h.flushParagraph(h.start)
		h.addBlock(Block{Kind: Rule, Span: Span{h.start, h.end}})
	case isStart:
		h.flushParagraph(h.start)
		h.beginText(h.start)
		if h.name == atom.Title {
			h.next() // skip the title's text
			h.open = pendingHTMLText{}
		}
	case h.name == atom.P:
		h.flushParagraph(h.end)
	default:
		h.flushParagraph(h.start)
	}
}

// isVerse reports whether preformatted text is verse or a letter and not code, judging by capitals, punctuation and signs of code.
func isVerse(source string) bool {
	if strings.Contains(source, "<code") {
		return false
	}
	text := html.UnescapeString(anyTag.ReplaceAllString(source, ""))
	if strings.ContainsAny(text, "{}[]=<>$_|\\@#/`*~^+") {
		return false
	}
	lines, begin, end := 0, 0, 0
	for line := range strings.Lines(text) {
		line = strings.TrimSpace(line)
		if line == "" {
			continue
		}
		lines++
		first, _ := utf8.DecodeRuneInString(strings.TrimLeft(line, "\"'“‘«—- "))
		if unicode.IsUpper(first) {
			begin++
		}
		if last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(line, "\"'”’»")); strings.ContainsRune(".,;:!?—-…", last) {
			end++
		}
	}
	return lines > 1 && 3*begin >= 2*lines && 2*end >= lines
}

func kindOfElement(name atom.Atom) Kind {
	if kind, ok := opaqueKinds[name]; ok {
		return kind
	}
	return HTML
}

// skipElement reads to the end of the element that the current token begins. A head ends where a body begins.
func (h *htmlReader) skipElement() {
	name, depth := h.name, 1
	for depth > 0 && h.next() {
		switch {
		case name == atom.Head && h.name == atom.Body:
			return
		case h.name != name:
		case h.kind == html.StartTagToken:
			depth++
		case h.kind == html.EndTagToken:
			depth--
		}
	}
}

// readHeading reads a heading, up to its end or the next tag of a block.
func (h *htmlReader) readHeading() {
	b := Block{Kind: Heading, Level: int(h.name.String()[1] - '0'), Span: Span{h.start, h.end}}
	content := Span{h.end, h.end}
	for h.next() {
		role := h.role()
		if role == htmlHeading && h.kind == html.EndTagToken {
			content.End, b.Span.End = h.start, h.end
			break
		}
		if role != htmlInline {
			content.End, b.Span.End = h.start, h.start
			break
		}
		content.End, b.Span.End = h.end, h.end
	}
	if title := trimSpan(h.text, content); title.Len() > 0 {
		b.Runs = []Run{{title}}
	}
	h.addBlock(b)
	role := h.role()
	h.again = role != htmlInline && (role != htmlHeading || h.kind == html.StartTagToken)
}

package work

import (
	"cmp"
	"net/url"
	"path"
	"regexp"
	"strings"
	"sync"

	"github.com/pelletier/go-toml/v2"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/segls/segls/analysis/markup"
)

// mdBookKind is the kind of the works of mdBook and GitBook.
var mdBookKind = kind{
	name:       "mdbook",
	read:       readMDBook,
	site:       "mdbook",
	builder:    "mdbook",
	finish:     withAnchorLike,
	quote:      quoteTarget,
	quoteTitle: func(title, _ string) string { return escapedTitle.Replace(title) },
	item: func(n *addedItem) (string, bool) {
		if n.like != nil && n.like.isPart {
			return "# " + n.title, n.isPart()
		}
		return "[" + escapedTitle.Replace(titleFromName(n.entry)) + "](" + n.name + ")", true
	},
}

var (
	escapedTitle  = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "*", `\*`, "`", "\\`", "<", `\<`)
	escapedTarget = strings.NewReplacer("%", "%25", " ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E")
)

// quoteTarget returns the target of a link, in angle brackets if like is in them, otherwise escaped.
func quoteTarget(value, like string) string {
	if strings.HasPrefix(like, "<") {
		return "<" + value + ">"
	}
	return escapedTarget.Replace(value)
}

// readMDBook reads the summary of an mdBook, or of a GitBook: nested lists of links, with headings
// for parts. https://rust-lang.github.io/mdBook/format/summary.html
func readMDBook(r *reader) bool {
	if !r.openSummary() {
		return false
	}
	r.readSummary()
	isReport := len(r.Entries) == 0 && len(r.Problems) == 0 && r.Folder == r.folder // a summary of something else, without links to texts
	return !isReport || r.isFile(path.Join(r.folder, "book.toml")) || r.isFile(path.Join(r.folder, gitBookFile))
}

// openSummary opens the summary of the book in the folder of r, and reports whether there is one.
func (r *reader) openSummary() bool {
	settings, isBook := r.openOrderFile(path.Join(r.folder, "book.toml"))
	source := "."
	if isBook {
		var said map[string]any
		if err := toml.Unmarshal([]byte(settings), &said); err != nil {
			r.addProblem(path.Join(r.folder, "book.toml"), 0, "This is not TOML: %s.", strings.TrimPrefix(err.Error(), "toml: "))
		}
		book, _ := said["book"].(map[string]any)
		r.Title, _ = book["title"].(string)
		src, _ := book["src"].(string)
		source = cmp.Or(src, "src")
	}
	if !isBook && r.folder != "." && r.isFile(path.Join(path.Dir(r.folder), "book.toml")) {
		return false // the summary belongs to the book around this folder
	}
	summaryName := "SUMMARY.md"
	if !isBook {
		if source, summaryName = r.gitBookSummary(); r.IsBroken {
			return false
		}
	}
	r.Folder = path.Join(r.folder, source)
	r.Order = path.Join(r.Folder, summaryName)
	summary, ok := r.openOrderFile(r.Order)
	if !ok {
		if isBook {
			r.addProblem(path.Join(r.folder, "book.toml"), 0, "There is no %s.", r.Order)
		}
		return false
	}
	r.source = newSource(r.Order, summary)
	return true
}

// gitBookSummary returns the folder and name of the summary of a GitBook in the folder of r.
// https://gitbook.com/docs/getting-started/git-sync/content-configuration
func (r *reader) gitBookSummary() (folder, name string) {
	settings := r.openYAML(gitBookFile)
	return scalarText(valueAt(settings, "root")), cmp.Or(scalarText(valueAt(settings, "structure", "summary")), "SUMMARY.md")
}

// gitBookFile is the name of GitBook's settings file.
const gitBookFile = ".gitbook.yaml"

// readSummary reads the entries of the summary.
func (r *reader) readSummary() {
	source := r.source.text
	newList := func(at int) *itemList { // returns an empty list whose first item goes at an offset
		l := &itemList{source: r.source, folder: r.Folder, spaced: true, bullet: "- ", before: "\n\n"}
		l.empty = markup.Span{Start: at, End: at}
		return l
	}
	top := newList(len(strings.TrimRight(source, "\n")))
	r.lists = []*itemList{top}
	into, in := &r.Entries, top
	var part *itemPlace
	references := parser.NewContext()
	document := newBlockParser().Parse(text.NewReader(markup.LimitNesting(source)), parser.WithContext(references))
	for node := document.FirstChild(); node != nil; node = node.NextSibling() {
		if _, isList := node.(*ast.List); part != nil && (isList || node.Kind() == ast.KindParagraph) {
			part.span.End = r.source.line(r.source.lineOf(lastTextOffset(node))).End
		}
		switch node := node.(type) {
		case *ast.Heading: // the first heading is the title of the summary, others are titles of parts
			if node.PreviousSibling() == nil {
				break
			}
			line := r.lineIn(node)
			part = top.wholeLineItem(line)
			part.isPart = true
			if segments := node.Lines(); segments.Len() > 0 {
				part.title = r.source.withoutComments(segments.At(0).Start, segments.At(segments.Len()-1).Stop)
			}
			in = newList(r.source.lineEnd(part.span.Start))
			e := &Entry{Title: r.titleOf(node, references), File: r.Order, Line: line, place: part, lists: []*itemList{in}}
			r.Entries = append(r.Entries, e)
			into = &e.Entries
		case *ast.ThematicBreak:
			into, in, part = &r.Entries, top, nil
		case *ast.List:
			*into = append(*into, r.summaryItems(node, in, references)...)
		case *ast.Paragraph:
			*into = append(*into, r.summaryParagraph(node, in, references)...)
		}
	}
}

// summaryParagraph returns the entries of a paragraph outside the lists.
func (r *reader) summaryParagraph(node *ast.Paragraph, in *itemList, references parser.Context) []*Entry {
	line := r.lineIn(node)
	at := in.wholeLineItem(line)
	at.span.End = r.source.line(line + node.Lines().Len() - 1).End
	entries := r.summaryLinks(node, at, references)
	isListed := len(entries) == node.Lines().Len() // there is a link on each line
	for i, e := range entries {
		isListed = isListed && e.Line == line+i
	}
	if isListed {
		in.items = in.items[:len(in.items)-1]
		for i, e := range entries {
			own := in.wholeLineItem(line + i)
			own.path, own.title = e.place.path, e.place.title
			e.place = own
		}
	}
	return entries
}

// withoutComments returns the span from start to end without the HTML comments at its ends, which stay when a title changes.
func (s *source) withoutComments(start, end int) markup.Span {
	text := s.text[start:end]
	before := len(commentsBefore.FindString(text))
	return markup.Span{Start: start + before, End: end - len(commentsBehind.FindString(text[before:]))}
}

const htmlComments = `(?:<!--(?:[^-]|-[^-]|--+[^->])*--+>|\s)*`

var (
	commentsBefore = regexp.MustCompile(`^` + htmlComments)
	commentsBehind = regexp.MustCompile(htmlComments + `$`)
)

// lastTextOffset returns the offset at which the last line of text in a block begins.
func lastTextOffset(block ast.Node) int {
	last := 0
	_ = ast.Walk(block, func(node ast.Node, _ bool) (ast.WalkStatus, error) {
		if node.Type() == ast.TypeBlock && node.Lines().Len() > 0 {
			last = max(last, node.Lines().At(node.Lines().Len()-1).Start)
		}
		return ast.WalkContinue, nil
	})
	return last
}

// bulleted matches the start of a list item.
var bulleted = regexp.MustCompile(`^([ \t]*)((?:[-*+]|\d{1,9}[.)])[ \t]+)`)

// summaryItems returns the entries of the items of a list.
func (r *reader) summaryItems(items ast.Node, in *itemList, references parser.Context) []*Entry {
	var entries []*Entry
	for item := items.FirstChild(); item != nil; item = items.FirstChild() {
		items.RemoveChild(items, item) // removing items as they are read saves memory in long summaries
		var own *Entry
		var at *itemPlace
		for node := item.FirstChild(); node != nil; node = node.NextSibling() {
			if _, isList := node.(*ast.List); !isList {
				line := r.lineIn(node)
				if m := bulleted.FindStringSubmatch(in.slice(in.line(line))); m != nil && at == nil {
					at = in.addItem(line, m[1], m[2], func(string) bool { return false })
				}
				for _, e := range r.summaryLinks(node, at, references) {
					if at != nil {
						e.lists = []*itemList{in.newListBelow(at)}
					}
					entries = append(entries, e)
					own = e
				}
				continue
			}
			if own == nil || len(own.lists) == 0 { // not a link
				entries = append(entries, r.summaryItems(node, in.newListBelow(at), references)...)
			} else {
				own.Entries = append(own.Entries, r.summaryItems(node, own.lists[0], references)...)
			}
		}
	}
	return entries
}

// newListBelow returns the list below an item, indented so that it is part of the item.
func (l *itemList) newListBelow(at *itemPlace) *itemList {
	below := &itemList{source: l.source, folder: l.folder, spaced: true, bullet: "- ", before: "\n"}
	if at != nil {
		eol := l.lineEnd(at.span.Start)
		below.empty = markup.Span{Start: eol, End: eol}
		below.indent, below.bullet = at.indent+strings.Repeat(" ", len(at.bullet)), at.bullet
	}
	return below
}

// summaryLink matches a link in a summary; its groups are the ! of an image, the text and the target.
var summaryLink = regexp.MustCompile(`(!?)\[((?:\\.|[^\]\\])*)\]\(\s*(<[^>\n]*>|(?:\\.|[^\s()\\]|\([^()]*\))*)`)

// summaryLinks returns an entry for each link in a block, except links to other sites and to headings of chapters already named. A
// link without a target is a chapter that has not been written yet.
func (r *reader) summaryLinks(block ast.Node, at *itemPlace, references parser.Context) []*Entry {
	var entries []*Entry
	if block.Lines().Len() == 0 {
		for child := block.FirstChild(); child != nil && child.Type() == ast.TypeBlock; child = child.NextSibling() {
			entries = append(entries, r.summaryLinks(child, at, references)...)
		}
		return entries
	}
	if block.IsRaw() {
		return nil
	}
	source, start := r.blockText(block)
	var places [][]int
	for _, m := range summaryLink.FindAllStringSubmatchIndex(source, -1) {
		if m[2] == m[3] { // not an image
			places = append(places, []int{start + m[4], start + m[5], start + m[6], start + m[7]})
		}
	}
	_ = ast.Walk(parseInlines(source, references), func(node ast.Node, entering bool) (ast.WalkStatus, error) {
		link, isLink := node.(*ast.Link)
		if !entering || !isLink {
			return ast.WalkContinue, nil
		}
		var place *itemPlace
		if at != nil {
			place = at
			if len(entries) > 0 { // another link in the same item
				place = &itemPlace{in: at.in}
			}
		}
		if len(places) > 0 && place != nil {
			place.title = r.source.withoutComments(places[0][0], places[0][1])
			place.path = markup.Span{Start: places[0][2], End: places[0][3]}
		}
		places = places[min(1, len(places)):]
		line := r.lineIn(block)
		if said, ok := link.FirstChild().(*ast.Text); ok {
			line = r.source.lineOf(start + said.Segment.Start)
		}
		title, target := plain(link, source), string(link.Destination)
		if target == "" {
			entries = append(entries, &Entry{Title: title, File: r.Order, Line: line, place: place})
		} else if !isExternalAddress(strings.ReplaceAll(target, "%20", " ")) {
			if unescaped, err := url.PathUnescape(target); err == nil {
				target = unescaped
			}
			file, heading, _ := strings.Cut(target, "#")
			if heading != "" && (file == "" || r.named[path.Join(r.Folder, file)]) { // a heading of a chapter that is already named
				return ast.WalkSkipChildren, nil
			}
			if r.reportAbsolutePath(file, path.Join(r.Folder, file), r.Order, line) {
				return ast.WalkSkipChildren, nil
			}
			if e := r.newEntry(title, path.Join(r.Folder, file), r.Order, line); e != nil {
				e.place = place
				entries = append(entries, e)
			}
		}
		return ast.WalkSkipChildren, nil
	})
	return entries
}

// newBlockParser returns a parser for the blocks of a summary without their inline content: there may be 300,000 blocks.
func newBlockParser() parser.Parser {
	return parser.NewParser(parser.WithBlockParsers(parser.DefaultBlockParsers()...), parser.WithParagraphTransformers(parser.DefaultParagraphTransformers()...),
		parser.WithInlineParsers(util.Prioritized(markup.InlineSkipper{}, 100)))
}

var paragraphs = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(parser.WithBlockParsers(util.Prioritized(parser.NewParagraphParser(), 100)), parser.WithInlineParsers(parser.DefaultInlineParsers()...))
})

// parseInlines parses the inline content of a block.
func parseInlines(said string, references parser.Context) ast.Node {
	return paragraphs().Parse(text.NewReader([]byte(said)), parser.WithContext(references))
}

// blockText returns the text of a block that has lines, and its offset.
func (r *reader) blockText(block ast.Node) (said string, start int) {
	lines := block.Lines()
	start = lines.At(0).Start
	return r.source.text[start:lines.At(lines.Len()-1).Stop], start
}

// titleOf returns the text of a heading.
func (r *reader) titleOf(heading ast.Node, references parser.Context) string {
	if heading.Lines().Len() == 0 {
		return ""
	}
	said, _ := r.blockText(heading)
	return plain(parseInlines(said, references), said)
}

// plain returns the text of a node without markup.
func plain(node ast.Node, source string) string {
	var said strings.Builder
	_ = ast.Walk(node, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Text:
			if entering {
				said.Write(util.UnescapePunctuations([]byte(source[n.Segment.Start:n.Segment.Stop])))
				if n.SoftLineBreak() {
					said.WriteByte(' ')
				}
			}
		case *ast.String:
			if entering {
				said.Write(n.Value)
			}
		}
		return ast.WalkContinue, nil
	})
	return strings.TrimSpace(said.String())
}

// lineIn returns the line of the order on which a block begins, counted from 0; 0 for an empty block.
func (r *reader) lineIn(block ast.Node) int {
	if block.Lines().Len() == 0 {
		return 0
	}
	return r.source.lineOf(block.Lines().At(0).Start)
}

package work

import (
	"fmt"
	"path"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/notebook"
)

// orderOf reads a file of YAML in the reader's folder. It is nil if there is none, or if it is
// none, which is a problem.
func (r *reader) orderOf(names ...string) *yaml.Node {
	for _, name := range names {
		file := path.Join(r.folder, name)
		text, ok := r.open(file)
		if !ok {
			continue
		}
		r.Order = file
		r.source = newSource(file, text)
		var document yaml.Node
		if err := yaml.Unmarshal([]byte(text), &document); err != nil {
			said, line := strings.TrimPrefix(err.Error(), "yaml: "), 0
			if n, _ := fmt.Sscanf(said, "line %d:", &line); n == 1 {
				_, said, _ = strings.Cut(said, ": ")
				line--
			}
			r.problem(file, line, "This is no YAML: %s.", said)
			return &yaml.Node{}
		}
		if len(document.Content) == 0 {
			return &yaml.Node{}
		}
		r.settings = document.Content[0]
		return r.settings
	}
	return nil
}

// at is the value of a key in a mapping, or of a key in that, and so on; nil if there is none.
func at(node *yaml.Node, keys ...string) *yaml.Node {
	for _, key := range keys {
		node = resolved(node)
		if node == nil || node.Kind != yaml.MappingNode {
			return nil
		}
		var value *yaml.Node
		for i := 0; i+1 < len(node.Content); i += 2 {
			if node.Content[i].Value == key {
				value = node.Content[i+1]
			}
		}
		node = value
	}
	return resolved(node)
}

// resolved is a node, or what it is an alias of.
func resolved(node *yaml.Node) *yaml.Node {
	if node != nil && node.Kind == yaml.AliasNode {
		return node.Alias
	}
	return node
}

// said is the text of a scalar, "" of anything else.
func said(node *yaml.Node) string {
	if node = resolved(node); node == nil || node.Kind != yaml.ScalarNode || node.Tag == "!!null" {
		return ""
	}
	return node.Value
}

// first is the first that is not empty.
func first(list ...string) string {
	for _, s := range list {
		if s != "" {
			return s
		}
	}
	return ""
}

// items are those of a sequence.
func items(node *yaml.Node) []*yaml.Node {
	if node = resolved(node); node == nil || node.Kind != yaml.SequenceNode {
		return nil
	}
	return node.Content
}

// tooDeep is how deep an order may nest, and mostItems how many it may have: an alias may stand
// for itself, or for so many of another that no end comes.
const (
	tooDeep   = 64
	mostItems = 10 * mostFiles
)

// goesOn reports whether one more item at a depth may be read. The first that may not is a
// problem.
func (r *reader) goesOn(depth int) bool {
	if r.items++; r.items == mostItems || depth == tooDeep && r.items < mostItems {
		r.items = mostItems
		r.problem(r.Order, 0, "The order is nested too deep, or too long.")
	}
	return r.items < mostItems
}

// add adds the entries of a list to the whole order.
func (r *reader) add(entries []*Entry, l *list) {
	r.Entries = append(r.Entries, entries...)
	if l != nil {
		r.lists = append(r.lists, l)
	}
}

// nodeStart is the offset of a node.
func (r *reader) nodeStart(node *yaml.Node) int { return r.source.offset(node.Line-1, node.Column-1) }

// scalar is where a scalar stands, with its quotes; empty if that cannot be told.
func (r *reader) scalar(node *yaml.Node) markup.Span {
	if node == nil || r.source == nil || node.Kind != yaml.ScalarNode || node.Line < 1 {
		return markup.Span{}
	}
	text, start := r.source.text, r.nodeStart(node)
	switch {
	case node.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0 && start < len(text):
		quote := text[start]
		for i := start + 1; i < len(text) && text[i] != '\n'; i++ {
			switch {
			case text[i] == '\\' && quote == '"':
				i++
			case text[i] == quote && quote == '\'' && strings.HasPrefix(text[i+1:], "'"):
				i++
			case text[i] == quote:
				return markup.Span{Start: start, End: i + 1}
			}
		}
	case node.Style == 0 && strings.HasPrefix(text[start:], node.Value):
		return markup.Span{Start: start, End: start + len(node.Value)}
	}
	return markup.Span{}
}

// locate finds where the items of a list stand: the list, or nil if that cannot be told, and for
// each item its spot or nil.
func (r *reader) locate(in *yaml.Node, key string, node *yaml.Node) (*list, []*spot) {
	spots := make([]*spot, len(items(node)))
	in = resolved(in)
	if r.source == nil || in == nil || in.Line < 1 || node == nil || node.Line < 1 || node.Kind == yaml.MappingNode {
		return nil, spots
	}
	l := &list{source: r.source, folder: r.folder, isFlow: node.Style&yaml.FlowStyle != 0}
	isInFlow := in.Style&yaml.FlowStyle != 0
	for i := 0; i+1 < len(in.Content); i += 2 {
		if in.Content[i].Value != key || isInFlow {
			continue
		}
		if in.Content[i+1].Kind == yaml.AliasNode {
			return nil, spots
		}
		end := r.scalar(in.Content[i]).End
		colon := end + strings.IndexByte(r.source.text[end:], ':') + 1
		if end == 0 || colon == end {
			return nil, spots
		}
		l.indent, l.bullet, l.before = strings.Repeat(" ", in.Content[i].Column+1), "- ", "\n"
		l.emptied, l.emptiedSpan = " []", markup.Span{Start: colon, End: colon}
		eol := l.lineEnd(colon)
		l.empty = markup.Span{Start: eol, End: eol}
		if start := r.nodeStart(node); l.isFlow && len(node.Content) == 0 { // [] becomes a list of lines
			l.empty.Start, l.before = colon, l.text[flowEnd(l.text, start):eol]+"\n"
		}
	}
	if l.isFlow && len(node.Content) == 0 {
		l.isFlow = isInFlow
		if start := r.nodeStart(node); isInFlow {
			l.empty = markup.Span{Start: start + 1, End: flowEnd(l.text, start) - 1}
		}
	}
	for i, item := range items(node) {
		start := r.nodeStart(item)
		if l.isFlow {
			spots[i] = &spot{in: l, span: markup.Span{Start: start, End: flowEnd(l.text, start)}}
			l.spots = append(l.spots, spots[i])
			continue
		}
		line := l.lineOf(min(start, len(l.text)))
		dash := l.offset(line, node.Column-1)
		for line > node.Line-1 && (dash >= len(l.text) || l.text[dash] != '-' || dash >= l.lineEnd(l.starts[line])) {
			line--
			dash = l.offset(line, node.Column-1)
		}
		indent := l.text[l.starts[line]:dash]
		if strings.TrimSpace(indent) != "" || dash >= len(l.text) || l.text[dash] != '-' {
			return nil, make([]*spot, len(node.Content))
		}
		bullet := "-"
		if start > dash && start <= l.lineEnd(dash) {
			bullet = l.text[dash:start]
		}
		spots[i] = l.add(line, indent, bullet, func(line string) bool { return line[0] == '#' })
	}
	return l, spots
}

// listItem is what an item of a sequence says: a file or a title, and where the items below it
// stand.
type listItem struct {
	title, file         string
	titleNode, fileNode *yaml.Node
	in                  *yaml.Node // the mapping that has the items below
	key                 string     // of these
	below               *yaml.Node
}

// set takes the first of some keys of a mapping that has a value, for the items below.
func (i *listItem) set(in *yaml.Node, keys ...string) {
	for _, key := range keys {
		if below := at(in, key); below != nil {
			i.in, i.key, i.below = in, key, below
			return
		}
	}
}

// listed makes the entries of a sequence that is the value of a key, each by what says what an
// item is.
func (r *reader) listed(in *yaml.Node, key string, depth int, read func(item *yaml.Node) listItem) ([]*Entry, *list) {
	node := at(in, key)
	if node != nil && node.Kind == yaml.ScalarNode && node.Tag != "!!null" { // a pattern, or "auto"
		node = &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{node}, Line: -1}
	}
	l, spots := r.locate(in, key, node)
	var entries []*Entry
	for i, item := range items(node) {
		if !r.goesOn(depth) {
			break
		}
		item = resolved(item)
		said := read(item)
		at := spots[i]
		if at != nil {
			at.path, at.title = r.scalar(said.fileNode), r.scalar(said.titleNode)
		}
		var own *Entry
		switch {
		case said.file == "" || isAddress(said.file):
			if said.title != "" && said.below != nil {
				own = &Entry{Title: said.title, File: r.Order, Line: item.Line - 1}
			}
		case strings.ContainsAny(said.file, "*?[{"):
			if at != nil {
				at.isPattern = true
			}
			for _, e := range r.matching(said.file, r.Order, item.Line-1) {
				e.spot = at
				entries = append(entries, e)
			}
		default:
			own = r.name(said.title, said.file, r.Order, item.Line-1)
		}
		var below []*Entry
		var belowIn *list
		if said.below != nil {
			below, belowIn = r.listed(said.in, said.key, depth+1, read)
		}
		if own == nil {
			entries = append(entries, below...)
			continue
		}
		own.spot, own.Entries = at, below
		if belowIn != nil {
			own.lists = []*list{belowIn}
		}
		entries = append(entries, own)
	}
	return entries, l
}

// readQuarto reads a Quarto book or website. https://quarto.org/docs/books/book-structure.html
func readQuarto(r *reader) bool {
	settings := r.orderOf("_quarto.yml", "_quarto.yaml")
	if settings == nil {
		return false
	}
	r.Title = first(said(at(settings, "book", "title")), said(at(settings, "website", "title")))
	read := func(item *yaml.Node) listItem {
		if file := said(item); file != "" {
			return listItem{file: r.quartoFile(file), fileNode: item}
		}
		var i listItem
		for _, key := range []string{"text", "section", "part"} {
			if node := at(item, key); said(node) != "" {
				i.title, i.titleNode = said(node), node
			}
		}
		for _, key := range []string{"href", "file"} {
			if node := at(item, key); said(node) != "" {
				i.file, i.fileNode = said(node), node
			}
		}
		i.set(item, "chapters", "contents")
		if i.file == "" && r.isFile(path.Join(r.folder, i.title)) {
			i.file, i.fileNode, i.title, i.titleNode = i.title, i.titleNode, "", nil
		}
		if i.file != "" {
			i.file = r.quartoFile(i.file)
		}
		return i
	}
	for _, key := range []string{"chapters", "appendices"} {
		r.add(r.listed(at(settings, "book"), key, 0, read))
	}
	sidebars := at(settings, "website", "sidebar")
	if sidebars != nil && sidebars.Kind == yaml.MappingNode {
		sidebars = &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{sidebars}}
	}
	for _, sidebar := range items(sidebars) {
		sidebar = resolved(sidebar)
		entries, l := r.listed(sidebar, "contents", 0, read)
		if title := first(said(at(sidebar, "title")), said(at(sidebar, "id"))); title != "" && len(items(sidebars)) > 1 && len(entries) > 0 {
			r.Entries = append(r.Entries, &Entry{Title: title, File: r.Order, Line: sidebar.Line - 1, Entries: entries, lists: []*list{l}})
		} else {
			r.add(entries, l)
		}
	}
	return len(r.Entries) > 0 || at(settings, "book") != nil
}

// quartoFile is the path of what a Quarto order names: from the folder of the order, whether
// it begins with a slash or not. "auto" and folders stand for all that is in them.
func (r *reader) quartoFile(file string) string {
	if isAddress(file) || strings.Trim(file, "-") == "" { // a line between others
		return ""
	}
	file, _, _ = strings.Cut(strings.TrimPrefix(file, "/"), "#")
	if file == "auto" {
		return path.Join(r.folder, "**/*.qmd")
	}
	full := path.Join(r.folder, file)
	if strings.HasSuffix(file, "/") {
		return full + "/**/*.qmd"
	}
	return full
}

// readBookdown reads a bookdown book: files of R Markdown, in the order of their names where
// none is given. https://bookdown.org/yihui/bookdown/usage.html
func readBookdown(r *reader) bool {
	settings := r.orderOf("_bookdown.yml", "_bookdown.yaml")
	if settings == nil {
		return false
	}
	in, key := settings, "rmd_files"
	if files := at(in, key); files != nil && files.Kind == yaml.MappingNode && len(files.Content) > 0 { // one list for each output
		in, key = files, files.Content[0].Value
	}
	files := at(in, key)
	r.add(r.listed(in, key, 0, func(item *yaml.Node) listItem {
		return listItem{file: path.Join(r.folder, said(item)), fileNode: item}
	}))
	if files == nil {
		for _, e := range r.matching(path.Join(r.folder, "*.Rmd"), r.Order, 0) {
			if !strings.HasPrefix(path.Base(e.Path), "_") {
				r.Entries = append(r.Entries, e)
			}
		}
	}
	return true
}

// readMkDocs reads the navigation of MkDocs; without one, all that is in the folder.
// https://www.mkdocs.org/user-guide/configuration/#nav
func readMkDocs(r *reader) bool {
	settings := r.orderOf("mkdocs.yml", "mkdocs.yaml")
	if settings == nil {
		return false
	}
	r.Title = said(at(settings, "site_name"))
	r.Folder = path.Join(r.folder, first(said(at(settings, "docs_dir")), "docs"))
	if at(settings, "nav") == nil {
		r.Entries = r.inFolder(r.Folder)
		return true
	}
	r.add(r.navigation(settings, "nav", 0))
	return true
}

// navigation makes the entries of MkDocs: `path`, `title: path` or `title: [entries]`.
func (r *reader) navigation(in *yaml.Node, key string, depth int) ([]*Entry, *list) {
	nav := at(in, key)
	l, spots := r.locate(in, key, nav)
	if l != nil {
		l.folder = r.Folder
	}
	var entries []*Entry
	add := func(at *spot, list ...*Entry) {
		for _, e := range list {
			e.spot = at
			entries = append(entries, e)
		}
	}
	for i, item := range items(nav) {
		if !r.goesOn(depth) {
			break
		}
		item = resolved(item)
		title, value, spot := "", item, spots[i]
		if item.Kind == yaml.MappingNode && len(item.Content) >= 2 {
			title, value = item.Content[0].Value, resolved(item.Content[1])
			if spot != nil {
				spot.title = r.scalar(item.Content[0])
			}
		}
		if spot != nil {
			spot.path = r.scalar(value)
		}
		line := item.Line - 1
		switch file := said(value); {
		case value.Kind == yaml.SequenceNode:
			below, in := r.navigation(item, title, depth+1)
			add(spot, &Entry{Title: title, File: r.Order, Line: line, Entries: below, lists: []*list{in}})
		case file == "" || isAddress(file):
		case strings.HasSuffix(file, "/"): // of a plug-in: all that is in the folder
			if spot != nil {
				spot.isPattern = true
			}
			add(spot, &Entry{Title: title, File: r.Order, Line: line, Entries: r.inFolder(path.Join(r.Folder, file))})
		case strings.ContainsAny(file, "*?"):
			if spot != nil {
				spot.isPattern = true
			}
			add(spot, r.matching(path.Join(r.Folder, file), r.Order, line)...)
		default:
			if e := r.name(title, path.Join(r.Folder, file), r.Order, line); e != nil {
				add(spot, e)
			}
		}
	}
	return entries, l
}

// textExtensions are those that Jupyter Book and MyST leave out, and that hold texts.
var textExtensions = []string{".md", ".rst", ".txt", ".myst", notebook.Ending}

// readJupyterBook reads the table of contents of a Jupyter Book.
// https://jupyterbook.org/en/stable/structure/toc.html
func readJupyterBook(r *reader) bool {
	toc := r.orderOf("_toc.yml", "_toc.yaml")
	if toc == nil {
		return false
	}
	file := func(node *yaml.Node) string {
		if name := said(node); name != "" {
			return r.withExtension(path.Join(r.folder, name), textExtensions...)
		}
		return ""
	}
	read := func(item *yaml.Node) listItem {
		i := listItem{file: file(at(item, "file")), fileNode: at(item, "file")}
		i.set(item, "chapters", "sections", "entries")
		if pattern := said(at(item, "glob")); pattern != "" {
			i.file, i.fileNode = path.Join(r.folder, pattern), at(item, "glob")
			if path.Ext(pattern) == "" {
				i.file += ".md"
			}
		}
		for _, key := range []string{"caption", "title"} {
			if node := at(item, key); said(node) != "" {
				i.title, i.titleNode = said(node), node
			}
		}
		return i
	}
	if root := file(at(toc, "root")); root != "" {
		if e := r.name("", root, r.Order, at(toc, "root").Line-1); e != nil {
			e.spot = &spot{isRoot: true, path: r.scalar(at(toc, "root")), in: &list{source: r.source, folder: r.folder}}
			r.Entries = append(r.Entries, e)
		}
	}
	for _, key := range []string{"parts", "chapters", "sections", "entries"} {
		entries, l := r.listed(toc, key, 0, read)
		if l != nil {
			l.titles = key == "parts"
		}
		r.add(entries, l)
	}
	return true
}

// readMyST reads the table of contents of a MyST project.
// https://mystmd.org/guide/table-of-contents
func readMyST(r *reader) bool {
	settings := r.orderOf("myst.yml", "myst.yaml")
	if settings == nil {
		return false
	}
	r.Title = said(at(settings, "project", "title"))
	if at(settings, "project", "toc") == nil {
		r.Entries = r.inFolder(r.folder)
		return true
	}
	r.add(r.listed(at(settings, "project"), "toc", 0, func(item *yaml.Node) listItem {
		i := listItem{title: said(at(item, "title")), titleNode: at(item, "title")}
		for _, key := range []string{"pattern", "file"} {
			if node := at(item, key); said(node) != "" {
				i.fileNode, i.file = node, r.withExtension(path.Join(r.folder, said(node)), textExtensions...)
			}
		}
		i.set(item, "children")
		return i
	}))
	return true
}

package work

import (
	"path"
	"strings"

	"go.yaml.in/yaml/v3"
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
		var document yaml.Node
		if err := yaml.Unmarshal([]byte(text), &document); err != nil {
			r.problem(file, 0, "This is no YAML: %v.", err)
			return &yaml.Node{}
		}
		if len(document.Content) == 0 {
			return &yaml.Node{}
		}
		return document.Content[0]
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

// listed makes the entries of a sequence, each by what says what an item is: a file or a title,
// and the items below it.
func (r *reader) listed(node *yaml.Node, depth int, read func(item *yaml.Node) (title, file string, below *yaml.Node)) []*Entry {
	var entries []*Entry
	for _, item := range items(node) {
		if !r.goesOn(depth) {
			break
		}
		item = resolved(item)
		title, file, below := read(item)
		var own *Entry
		switch {
		case file == "" || isAddress(file):
			if title != "" && below != nil {
				own = &Entry{Title: title, File: r.Order, Line: item.Line - 1}
			}
		case strings.ContainsAny(file, "*?[{"):
			entries = append(entries, r.matching(file, r.Order, item.Line-1)...)
		default:
			own = r.name(title, file, r.Order, item.Line-1)
		}
		if below == nil {
			if own != nil {
				entries = append(entries, own)
			}
			continue
		}
		list := r.listed(below, depth+1, read)
		if own == nil {
			entries = append(entries, list...)
		} else {
			own.Entries = list
			entries = append(entries, own)
		}
	}
	return entries
}

// readQuarto reads a Quarto book or website. https://quarto.org/docs/books/book-structure.html
func readQuarto(r *reader) bool {
	settings := r.orderOf("_quarto.yml", "_quarto.yaml")
	if settings == nil {
		return false
	}
	r.Title = first(said(at(settings, "book", "title")), said(at(settings, "website", "title")))
	read := func(item *yaml.Node) (title, file string, below *yaml.Node) {
		if file := said(item); file != "" {
			return "", r.quartoFile(file), nil
		}
		part := first(said(at(item, "part")), said(at(item, "section")))
		file = first(said(at(item, "file")), said(at(item, "href")))
		below = at(item, "chapters")
		if below == nil {
			below = at(item, "contents")
		}
		if below != nil && below.Kind == yaml.ScalarNode { // a pattern, or "auto"
			below = &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{below}}
		}
		if file == "" && r.isFile(path.Join(r.folder, part)) {
			file, part = part, ""
		}
		if file != "" {
			file = r.quartoFile(file)
		}
		return first(part, said(at(item, "text"))), file, below
	}
	for _, list := range []string{"chapters", "appendices"} {
		r.Entries = append(r.Entries, r.listed(at(settings, "book", list), 0, read)...)
	}
	sidebars := at(settings, "website", "sidebar")
	if sidebars != nil && sidebars.Kind == yaml.MappingNode {
		sidebars = &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{sidebars}}
	}
	for _, sidebar := range items(sidebars) {
		contents := at(sidebar, "contents")
		if contents != nil && contents.Kind == yaml.ScalarNode {
			contents = &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{contents}}
		}
		list := r.listed(contents, 0, read)
		if title := first(said(at(sidebar, "title")), said(at(sidebar, "id"))); title != "" && len(items(sidebars)) > 1 && len(list) > 0 {
			list = []*Entry{{Title: title, File: r.Order, Line: sidebar.Line - 1, Entries: list}}
		}
		r.Entries = append(r.Entries, list...)
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
	files := at(settings, "rmd_files")
	if files != nil && files.Kind == yaml.MappingNode { // one list for each output
		files = resolved(files.Content[1])
	}
	r.Entries = r.listed(files, 0, func(item *yaml.Node) (string, string, *yaml.Node) {
		return "", path.Join(r.folder, said(item)), nil
	})
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
	nav := at(settings, "nav")
	if nav == nil {
		r.Entries = r.inFolder(r.Folder)
		return true
	}
	r.Entries = r.navigation(nav, 0)
	return true
}

// navigation makes the entries of MkDocs: `path`, `title: path` or `title: [entries]`.
func (r *reader) navigation(nav *yaml.Node, depth int) []*Entry {
	var entries []*Entry
	for _, item := range items(nav) {
		if !r.goesOn(depth) {
			break
		}
		item = resolved(item)
		title, value := "", item
		if item.Kind == yaml.MappingNode && len(item.Content) >= 2 {
			title, value = item.Content[0].Value, resolved(item.Content[1])
		}
		line := item.Line - 1
		switch file := said(value); {
		case value.Kind == yaml.SequenceNode:
			entries = append(entries, &Entry{Title: title, File: r.Order, Line: line, Entries: r.navigation(value, depth+1)})
		case file == "" || isAddress(file):
		case strings.HasSuffix(file, "/"): // of a plug-in: all that is in the folder
			entries = append(entries, &Entry{Title: title, File: r.Order, Line: line, Entries: r.inFolder(path.Join(r.Folder, file))})
		case strings.ContainsAny(file, "*?"):
			entries = append(entries, r.matching(path.Join(r.Folder, file), r.Order, line)...)
		default:
			if e := r.name(title, path.Join(r.Folder, file), r.Order, line); e != nil {
				entries = append(entries, e)
			}
		}
	}
	return entries
}

// textExtensions are those that Jupyter Book and MyST leave out, and that hold texts.
var textExtensions = []string{".md", ".rst", ".txt", ".myst"}

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
	read := func(item *yaml.Node) (title, name string, below *yaml.Node) {
		for _, key := range []string{"chapters", "sections", "entries"} {
			if below == nil {
				below = at(item, key)
			}
		}
		name = file(at(item, "file"))
		if pattern := said(at(item, "glob")); pattern != "" {
			name = path.Join(r.folder, pattern)
			if path.Ext(pattern) == "" {
				name += ".md"
			}
		}
		return first(said(at(item, "title")), said(at(item, "caption"))), name, below
	}
	if root := file(at(toc, "root")); root != "" {
		if e := r.name("", root, r.Order, at(toc, "root").Line-1); e != nil {
			r.Entries = append(r.Entries, e)
		}
	}
	for _, key := range []string{"parts", "chapters", "sections", "entries"} {
		r.Entries = append(r.Entries, r.listed(at(toc, key), 0, read)...)
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
	toc := at(settings, "project", "toc")
	if toc == nil {
		r.Entries = r.inFolder(r.folder)
		return true
	}
	r.Entries = r.listed(toc, 0, func(item *yaml.Node) (title, file string, below *yaml.Node) {
		if name := first(said(at(item, "file")), said(at(item, "pattern"))); name != "" {
			file = r.withExtension(path.Join(r.folder, name), textExtensions...)
		}
		return said(at(item, "title")), file, at(item, "children")
	})
	return true
}

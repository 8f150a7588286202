package work

import (
	"cmp"
	"path"
	"regexp"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/segls/segls/analysis/markup"
)

var quartoKind = kind{
	name:         "quarto",
	read:         readQuarto,
	site:         "pandoc",
	builder:      "quarto",
	hasNotebooks: true,
	finish:       withAnchorLike,
	quote:        inYAML,
	item: func(n *addedItem) (string, bool) {
		switch {
		case n.isPart():
			key, below := quartoKeys(n.settings)
			return n.formatMapping(key+": "+inYAML(n.entry.Title, "\""), below+": []"), true
		case n.isTitled():
			return n.formatMapping("text: "+n.title, "href: "+n.name), true
		}
		return n.name, true
	},
	nest: func(r *reader, e *Entry) *itemList {
		key, below := quartoKeys(r.settings)
		if !e.place.isScalar() || key == "part" && !slices.Contains(r.lists, e.place.in) { // parts do not nest
			return nil
		}
		return nestYAML(e.place, key, below)
	},
}

// quartoKeys returns the keys of a part and of the list below it, which differ between a book and a website.
func quartoKeys(settings *yaml.Node) (part, below string) {
	if valueAt(settings, "book") == nil {
		return "section", "contents"
	}
	return "part", "chapters"
}

// readQuarto reads a Quarto book or website. https://quarto.org/docs/books/book-structure.html
func readQuarto(r *reader) bool {
	settings := r.openYAML("_quarto.yml", "_quarto.yaml")
	if settings == nil {
		return false
	}
	r.Title = cmp.Or(scalarText(valueAt(settings, "book", "title")), scalarText(valueAt(settings, "website", "title")))
	read := func(item *yaml.Node) listItem {
		if file := scalarText(item); file != "" {
			return listItem{file: r.quartoFile(file), fileNode: item}
		}
		var i listItem
		for _, key := range []string{"text", "section", "part"} {
			if node := valueAt(item, key); scalarText(node) != "" {
				i.title, i.titleNode = scalarText(node), node
			}
		}
		for _, key := range []string{"href", "file"} {
			if node := valueAt(item, key); scalarText(node) != "" {
				i.file, i.fileNode = scalarText(node), node
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
		r.add(r.entriesOfList(valueAt(settings, "book"), key, 0, read))
	}
	sidebars := valueAt(settings, "website", "sidebar")
	if sidebars != nil && sidebars.Kind == yaml.MappingNode {
		sidebars = &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{sidebars}}
	}
	for _, sidebar := range items(sidebars) {
		sidebar = resolved(sidebar)
		entries, l := r.entriesOfList(sidebar, "contents", 0, read)
		if title := cmp.Or(scalarText(valueAt(sidebar, "title")), scalarText(valueAt(sidebar, "id"))); title != "" && len(items(sidebars)) > 1 && len(entries) > 0 {
			r.Entries = append(r.Entries, &Entry{Title: title, File: r.Order, Line: sidebar.Line - 1, Entries: entries, lists: []*itemList{l}})
		} else {
			r.add(entries, l)
		}
	}
	for _, e := range flatten(r.Entries) {
		e.Entries = append(r.quartoIncludes(e.Path, 0), e.Entries...)
	}
	book := valueAt(settings, "book")
	if book != nil && len(r.Entries) == 0 {
		r.addProblem(r.Order, book.Line-1, "The book has no list of chapters.")
	}
	return len(r.Entries) > 0 || book != nil
}

// quartoInclude matches an include of a text. https://quarto.org/docs/authoring/includes.html
var quartoInclude = regexp.MustCompile(`^\s*\{\{<\s*include\s+["']?([^"'>]+?)["']?\s*>\}\}\s*$`)

// quartoIncludes returns the entries of the files that a file includes. Their names often begin with _, so that no pattern matches them.
func (r *reader) quartoIncludes(file string, depth int) (entries []*Entry) {
	text, err := r.readFile(file)
	if err != nil || !strings.Contains(text, "include") || depth > mostDepth {
		return nil
	}
	text = r.withoutIgnored(file, text)
	s := newSource(file, text)
	for i := range s.starts {
		m := quartoInclude.FindStringSubmatch(s.slice(s.line(i)))
		if m == nil {
			continue
		}
		name := path.Join(path.Dir(file), m[1])
		if strings.HasPrefix(m[1], "/") {
			name = path.Join(r.folder, m[1])
		}
		if _, isText := markup.ByFileName(name); !isText || r.named[name] { // code, or a text that is included more than once
			continue
		}
		if e := r.newEntry("", name, file, i); e != nil {
			e.Entries = r.quartoIncludes(name, depth+1)
			format, _ := markup.ByFileName(file)
			e.around = format.Conditions(text, s.starts[i])
			entries = append(entries, e)
		}
	}
	return entries
}

// quartoFile returns the path or pattern that a name in a Quarto order means; "" for a URL and a separator line. Names are relative to the
// folder of the order, even with a leading slash. "auto" and names that end with a slash mean all .qmd files in the folder.
func (r *reader) quartoFile(file string) string {
	if isExternalAddress(file) || strings.Trim(file, "-") == "" { // a separator line
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

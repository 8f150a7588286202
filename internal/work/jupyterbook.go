package work

import (
	"path"
	"strings"

	"github.com/segls/segls/internal/notebook"
	"go.yaml.in/yaml/v3"
)

var jupyterBookKind = kind{
	name:         "jupyter-book",
	read:         readJupyterBook,
	site:         "sphinx",
	builder:      "sphinx",
	settings:     "_config.yml",
	hasNotebooks: true,
	endings:      textExtensions,
	copiesEnding: true,
	quote:        inYAML,
	item: func(n *addedItem) (string, bool) {
		if isListOfFiles(n.settings) {
			return newFileItemFunc("part", "chapters")(n)
		}
		return newFileItemFunc("caption", "chapters")(n)
	},
	nest: func(r *reader, e *Entry) *itemList {
		if isListOfFiles(r.settings) || strings.HasPrefix(scalarText(valueAt(r.settings, "format")), "jb-") {
			return nestYAML(e.place, "", "sections")
		}
		return nestYAML(e.place, "", "entries")
	},
}

// newFileItemFunc returns the item function of a table of contents. Its items are mappings with the key file, and its parts are mappings
// with the two given keys.
func newFileItemFunc(part, below string) func(n *addedItem) (string, bool) {
	return func(n *addedItem) (string, bool) {
		switch {
		case n.isPart():
			return n.formatMapping(part+": "+n.title, below+": []"), true
		case n.isTitled():
			return n.formatMapping("file: "+n.name, "title: "+n.title), true
		}
		return n.formatMapping("file: " + n.name), true
	}
}

// readJupyterBook reads the table of contents of a Jupyter Book. https://jupyterbook.org/en/stable/structure/toc.html
func readJupyterBook(r *reader) bool {
	toc := r.openYAML("_toc.yml", "_toc.yaml")
	if toc == nil {
		return false
	}
	file := func(node *yaml.Node) string {
		if name := scalarText(node); name != "" {
			return r.findWithExtension(path.Join(r.folder, name), textExtensions...)
		}
		return ""
	}
	read := func(item *yaml.Node) listItem {
		i := listItem{file: file(valueAt(item, "file")), fileNode: valueAt(item, "file")}
		i.set(item, "chapters", "sections", "entries")
		if pattern := scalarText(valueAt(item, "glob")); pattern != "" {
			i.file, i.fileNode = path.Join(r.folder, pattern), valueAt(item, "glob")
			if path.Ext(pattern) == "" {
				i.file += ".md"
			}
		}
		for _, key := range []string{"caption", "part", "header", "title"} {
			if node := valueAt(item, key); scalarText(node) != "" {
				i.title, i.titleNode = scalarText(node), node
			}
		}
		return i
	}
	if root := file(valueAt(toc, "root")); root != "" {
		if e := r.newEntry("", root, r.Order, valueAt(toc, "root").Line-1); e != nil {
			e.place = &itemPlace{isRoot: true, path: r.scalarSpan(valueAt(toc, "root")), in: &itemList{source: r.source, folder: r.folder}}
			r.Entries = append(r.Entries, e)
		}
	}
	if isListOfFiles(toc) {
		r.add(r.entriesOfList(toc, "", 0, read))
	}
	for _, key := range []string{"parts", "chapters", "sections", "entries"} {
		entries, l := r.entriesOfList(toc, key, 0, read)
		if l != nil {
			l.titles = key == "parts"
		}
		r.add(entries, l)
	}
	if len(r.Entries) == 0 && !r.IsBroken {
		r.addProblem(r.Order, 0, "The book has no list of chapters.")
	}
	return true
}

// isListOfFiles reports whether a table of contents is a list of files and parts, as before Jupyter Book 0.11.
func isListOfFiles(toc *yaml.Node) bool { return toc != nil && toc.Kind == yaml.SequenceNode }

// textExtensions are the extensions that Jupyter Book and MyST allow a name to omit.
var textExtensions = []string{".md", ".rst", ".txt", ".myst", notebook.Ending}

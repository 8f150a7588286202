package work

import (
	"path"

	"go.yaml.in/yaml/v3"
)

var mystKind = kind{
	name:         "myst",
	read:         readMyST,
	site:         "sphinx",
	builder:      "sphinx",
	hasNotebooks: true,
	endings:      textExtensions,
	copiesEnding: true,
	keepsEnding:  true,
	quote:        inYAML,
	item:         newFileItemFunc("title", "children"),
	nest:         func(_ *reader, e *Entry) *itemList { return nestYAML(e.place, "", "children") },
}

// readMyST reads the table of contents of a MyST project. https://mystmd.org/guide/table-of-contents
func readMyST(r *reader) bool {
	settings := r.openYAML("myst.yml", "myst.yaml")
	if settings == nil {
		return false
	}
	r.Title = scalarText(valueAt(settings, "project", "title"))
	if valueAt(settings, "project", "toc") == nil {
		r.Entries = r.takeTextsIn(r.folder)
		return true
	}
	r.add(r.entriesOfList(valueAt(settings, "project"), "toc", 0, func(item *yaml.Node) listItem {
		i := listItem{title: scalarText(valueAt(item, "title")), titleNode: valueAt(item, "title")}
		for _, key := range []string{"pattern", "file"} {
			if node := valueAt(item, key); scalarText(node) != "" {
				i.fileNode, i.file = node, r.findWithExtension(path.Join(r.folder, scalarText(node)), textExtensions...)
			}
		}
		i.set(item, "children")
		return i
	}))
	return true
}

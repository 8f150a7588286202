package work

import (
	"cmp"
	"path"
	"strings"

	"go.yaml.in/yaml/v3"
)

var mkDocsKind = kind{
	name:    "mkdocs",
	read:    readMkDocs,
	site:    "mkdocs",
	builder: "mkdocs",
	quote:   inYAML,
	item: func(n *addedItem) (string, bool) {
		switch {
		case n.isPart():
			return n.title + ": []", true
		case n.isTitled():
			return n.title + ": " + n.name, true
		}
		return n.name, true
	},
}

// readMkDocs reads the navigation of MkDocs or, without one, all texts in the folder.
// https://www.mkdocs.org/user-guide/configuration/#nav
func readMkDocs(r *reader) bool {
	settings := r.openYAML("mkdocs.yml", "mkdocs.yaml")
	if settings == nil {
		return false
	}
	r.Title = scalarText(valueAt(settings, "site_name"))
	r.Folder = path.Join(r.folder, cmp.Or(scalarText(valueAt(settings, "docs_dir")), "docs"))
	if sources := path.Join(r.folder, "docs"); r.namesIn(r.Folder) == nil && r.namesIn(sources) != nil {
		r.Folder = sources // a program copies them to docs_dir
	}
	if valueAt(settings, "nav") == nil {
		r.Entries = r.takeTextsIn(r.Folder)
		return true
	}
	if nav := valueAt(settings, "nav"); nav.Kind != yaml.SequenceNode && nav.Tag != "!!null" {
		r.addProblem(r.Order, nav.Line-1, "This is not a list of pages.")
	}
	r.add(r.navigation(settings, "nav", 0))
	return true
}

// navigation returns the entries of a list of `path`, `title: path` and `title: [entries]`.
func (r *reader) navigation(in *yaml.Node, key string, depth int) ([]*Entry, *itemList) {
	nav := valueAt(in, key)
	l, spots := r.locate(in, key, nav)
	if l != nil {
		l.folder = r.Folder
	}
	var entries []*Entry
	add := func(at *itemPlace, list ...*Entry) {
		for _, e := range list {
			e.place = at
			entries = append(entries, e)
		}
	}
	for i, item := range items(nav) {
		if !r.countItem(depth) {
			break
		}
		item = resolved(item)
		title, value, spot := "", item, spots[i]
		if item.Kind == yaml.MappingNode && len(item.Content) >= 2 {
			title, value = item.Content[0].Value, resolved(item.Content[1])
			if spot != nil {
				spot.title = r.scalarSpan(item.Content[0])
			}
		}
		if spot != nil {
			spot.path = r.scalarSpan(value)
		}
		line := item.Line - 1
		switch file := scalarText(value); {
		case value.Kind == yaml.SequenceNode:
			below, in := r.navigation(item, title, depth+1)
			add(spot, &Entry{Title: title, File: r.Order, Line: line, Entries: below, lists: []*itemList{in}})
		case file == "" || isExternalAddress(file):
		case strings.HasSuffix(file, "/"): // for a plug-in: all files in the folder
			if spot != nil {
				spot.isPattern = true
			}
			add(spot, &Entry{Title: title, File: r.Order, Line: line, Entries: r.takeTextsIn(path.Join(r.Folder, file))})
		case strings.ContainsAny(file, "*?"):
			if spot != nil {
				spot.isPattern = true
			}
			add(spot, r.matching(path.Join(r.Folder, file), r.Order, line)...)
		default:
			if e := r.newEntry(title, path.Join(r.Folder, file), r.Order, line); e != nil {
				add(spot, e)
			}
		}
	}
	return entries, l
}

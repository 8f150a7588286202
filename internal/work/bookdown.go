package work

import (
	"path"
	"strings"

	"go.yaml.in/yaml/v3"
)

var bookdownKind = kind{
	name:  "bookdown",
	read:  readBookdown,
	site:  "pandoc",
	quote: inYAML,
	item:  formatNameItem,
}

// readBookdown reads a bookdown book: files of R Markdown, sorted by name unless an order is given.
// https://bookdown.org/yihui/bookdown/usage.html
func readBookdown(r *reader) bool {
	settings := r.openYAML("_bookdown.yml", "_bookdown.yaml")
	if settings == nil {
		return false
	}
	in, key := settings, "rmd_files"
	if files := valueAt(in, key); files != nil && files.Kind == yaml.MappingNode && len(files.Content) > 0 { // one list for each output format
		in, key = files, files.Content[0].Value
	}
	files := valueAt(in, key)
	r.add(r.entriesOfList(in, key, 0, func(item *yaml.Node) listItem {
		return listItem{file: path.Join(r.folder, scalarText(item)), fileNode: item}
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

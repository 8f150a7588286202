package work

import (
	"cmp"
	"path"
	"strings"

	"go.yaml.in/yaml/v3"
)

var longformKind = kind{
	name:      "longform",
	read:      readLongform,
	site:      "obsidian",
	endings:   []string{".md"},
	quote:     inYAML,
	hasScenes: true,
}

// readLongform reads the index of a Longform project in Obsidian: a note whose front matter lists the scenes. A list within the list
// contains the scenes below the item before it. https://github.com/kevboh/longform
func readLongform(r *reader) bool {
	for _, file := range r.glob(path.Join(r.folder, "*.md")) {
		text, err := r.readFile(file)
		head := parseFrontMatter(text)
		if err != nil || head.fence != "---" || !strings.Contains(head.text, "longform:") {
			continue
		}
		var document yaml.Node
		if err := yaml.Unmarshal([]byte(head.text), &document); err != nil || len(document.Content) == 0 {
			continue
		}
		index := valueAt(document.Content[0], "longform")
		scenes := valueAt(index, "scenes")
		if scenes == nil {
			continue
		}
		r.Order = file
		r.Title = cmp.Or(scalarText(valueAt(index, "title")), strings.TrimSuffix(path.Base(file), ".md"))
		r.Folder = path.Join(r.folder, strings.Trim(cmp.Or(scalarText(valueAt(index, "sceneFolder")), "/"), "/"))
		r.source = newSource(file, text)
		r.Entries = r.scenes(scenes, 0)
		return true
	}
	return false
}

func (r *reader) scenes(node *yaml.Node, depth int) []*Entry {
	var entries []*Entry
	for _, item := range items(node) {
		if !r.countItem(depth) {
			break
		}
		item = resolved(item)
		if below := items(item); below != nil {
			list := r.scenes(item, depth+1)
			if len(entries) == 0 {
				entries = list
			} else {
				last := entries[len(entries)-1]
				last.Entries = append(last.Entries, list...)
			}
			continue
		}
		if e := r.newEntry(scalarText(item), path.Join(r.Folder, scalarText(item)+".md"), r.Order, item.Line); e != nil {
			below := *item
			below.Line++ // count the opening line of the front matter
			e.place = &itemPlace{path: r.scalarSpan(&below), in: &itemList{source: r.source, folder: r.Folder}}
			entries = append(entries, e)
		}
	}
	return entries
}

package work

import (
	"path"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"go.yaml.in/yaml/v3"
)

// SettingsFile is the settings file whose table [work] tells an order.
const SettingsFile = ".segls.toml"

// readSettings reads the table [work] of a settings file.
func readSettings(r *reader) bool {
	r.Order = path.Join(r.folder, SettingsFile)
	settings, ok := r.open(r.Order)
	if !ok {
		return false
	}
	var said struct {
		Work struct {
			Title string
			Files []string
		}
	}
	if err := toml.Unmarshal([]byte(settings), &said); err != nil || len(said.Work.Files) == 0 {
		return false // what is wrong in settings is told where they are read
	}
	r.Title = said.Work.Title
	for _, file := range said.Work.Files {
		line := max(0, lineOf(settings, `"`+file+`"`))
		if strings.ContainsAny(file, "*?[{") {
			r.Entries = append(r.Entries, r.matching(path.Join(r.folder, file), r.Order, line)...)
		} else if e := r.name("", path.Join(r.folder, file), r.Order, line); e != nil {
			r.Entries = append(r.Entries, e)
		}
	}
	return true
}

// lineOf is the line in which something stands first, -1 if it does not.
func lineOf(text, part string) int {
	i := strings.Index(text, part)
	if i < 0 {
		return -1
	}
	return lineAt(text, i)
}

// readLeanpub reads the list of files of a Leanpub book.
// https://leanpub.com/markua/read#leanpub-auto-booktxt
func readLeanpub(r *reader) bool {
	for _, folder := range []string{r.folder, path.Join(r.folder, "manuscript")} {
		r.Order, r.Folder = path.Join(folder, "Book.txt"), folder
		list, ok := r.open(r.Order)
		if !ok {
			continue
		}
		for line, file := range strings.Split(list, "\n") {
			file = strings.TrimSpace(file)
			if file == "" || strings.HasPrefix(file, "#") || strings.HasSuffix(file, ":") || strings.HasPrefix(file, "{") {
				continue
			}
			if e := r.name("", path.Join(folder, file), r.Order, line); e != nil {
				r.Entries = append(r.Entries, e)
			}
		}
		return len(r.Entries) > 0
	}
	return false
}

// readLongform reads the index of a Longform project in Obsidian: a note whose front matter
// lists the scenes, those below one in a list after it.
// https://github.com/kevboh/longform
func readLongform(r *reader) bool {
	for _, file := range r.glob(path.Join(r.folder, "*.md")) {
		text, ok := r.open(file)
		if !ok || !strings.HasPrefix(text, "---\n") {
			continue
		}
		matter, _, closed := strings.Cut(text[4:], "\n---")
		if !closed || !strings.Contains(matter, "longform:") {
			continue
		}
		var document yaml.Node
		if err := yaml.Unmarshal([]byte(matter), &document); err != nil || len(document.Content) == 0 {
			continue
		}
		index := at(document.Content[0], "longform")
		scenes := at(index, "scenes")
		if scenes == nil {
			continue
		}
		r.Order = file
		r.Title = first(said(at(index, "title")), strings.TrimSuffix(path.Base(file), ".md"))
		r.Folder = path.Join(r.folder, strings.Trim(first(said(at(index, "sceneFolder")), "/"), "/"))
		r.Entries = r.scenes(scenes, 0)
		return true
	}
	return false
}

func (r *reader) scenes(list *yaml.Node, depth int) []*Entry {
	var entries []*Entry
	for _, item := range items(list) {
		if !r.goesOn(depth) {
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
		if e := r.name(said(item), path.Join(r.Folder, said(item)+".md"), r.Order, item.Line); e != nil {
			entries = append(entries, e)
		}
	}
	return entries
}

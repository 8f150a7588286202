package work

import (
	"path"
	"strings"
)

var leanpubKind = kind{
	name: "leanpub",
	read: readLeanpub,
	item: formatNameItem,
}

// readLeanpub reads the list of files of a Leanpub book. https://leanpub.com/markua/read#leanpub-auto-booktxt
func readLeanpub(r *reader) bool {
	for _, folder := range []string{r.folder, path.Join(r.folder, "manuscript")} {
		r.Order, r.Folder = path.Join(folder, "Book.txt"), folder
		text, ok := r.openOrderFile(r.Order)
		if !ok {
			continue
		}
		l := &itemList{source: newSource(r.Order, text), folder: folder}
		for line := range l.starts {
			file := strings.TrimSpace(l.slice(l.line(line)))
			if file == "" || strings.HasPrefix(file, "#") || strings.HasSuffix(file, ":") || strings.HasPrefix(file, "{") {
				continue
			}
			at := l.wholeLineItem(line)
			at.path = at.trimmedLineSpan()
			if e := r.newEntry("", path.Join(folder, file), r.Order, line); e != nil {
				e.place = at
				r.Entries = append(r.Entries, e)
			}
		}
		r.lists = []*itemList{l}
		return len(r.Entries) > 0
	}
	return false
}

package work

import (
	"path"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
	"go.yaml.in/yaml/v3"

	"github.com/segls/segls/analysis/markup"
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
	l := &list{source: newSource(r.Order, settings), folder: r.folder, isFlow: true}
	places := filesIn(settings)
	for i, file := range said.Work.Files {
		line, at := 0, (*spot)(nil)
		if len(places) == len(said.Work.Files) {
			at = &spot{in: l, span: places[i], path: places[i], isPattern: strings.ContainsAny(file, "*?[{")}
			l.spots = append(l.spots, at)
			line = l.lineOf(places[i].Start)
		}
		if strings.ContainsAny(file, "*?[{") {
			for _, e := range r.matching(path.Join(r.folder, file), r.Order, line) {
				e.spot = at
				r.Entries = append(r.Entries, e)
			}
		} else if e := r.name("", path.Join(r.folder, file), r.Order, line); e != nil {
			e.spot = at
			r.Entries = append(r.Entries, e)
		}
	}
	r.lists = []*list{l}
	return true
}

// filesIn are the places of the names in the list of files of the table [work].
func filesIn(settings string) []markup.Span {
	p := unstable.Parser{}
	p.Reset([]byte(settings))
	names := func(keys unstable.Iterator) []string {
		var names []string
		for keys.Next() {
			names = append(names, string(keys.Node().Data))
		}
		return names
	}
	var table []string
	for p.NextExpression() {
		e := p.Expression()
		switch e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table = names(e.Key())
		case unstable.KeyValue:
			key, value := append(slices.Clip(table), names(e.Key())...), e.Value()
			if slices.Equal(key, []string{"work", "files"}) {
				return elements(value)
			}
			if !slices.Equal(key, []string{"work"}) || value.Kind != unstable.InlineTable {
				continue
			}
			for pairs := value.Children(); pairs.Next(); {
				if pair := pairs.Node(); slices.Equal(names(pair.Key()), []string{"files"}) {
					return elements(pair.Value())
				}
			}
		}
	}
	return nil
}

// elements are the places of the texts in an array.
func elements(array *unstable.Node) []markup.Span {
	var places []markup.Span
	for list := array.Children(); list.Next(); {
		if n := list.Node(); n.Kind == unstable.String {
			places = append(places, markup.Span{Start: int(n.Raw.Offset), End: int(n.Raw.Offset + n.Raw.Length)})
		}
	}
	return places
}

// readLeanpub reads the list of files of a Leanpub book.
// https://leanpub.com/markua/read#leanpub-auto-booktxt
func readLeanpub(r *reader) bool {
	for _, folder := range []string{r.folder, path.Join(r.folder, "manuscript")} {
		r.Order, r.Folder = path.Join(folder, "Book.txt"), folder
		text, ok := r.open(r.Order)
		if !ok {
			continue
		}
		l := &list{source: newSource(r.Order, text), folder: folder}
		for line := range l.starts {
			file := strings.TrimSpace(l.slice(l.line(line)))
			if file == "" || strings.HasPrefix(file, "#") || strings.HasSuffix(file, ":") || strings.HasPrefix(file, "{") {
				continue
			}
			at := l.whole(line)
			at.path = at.content()
			if e := r.name("", path.Join(folder, file), r.Order, line); e != nil {
				e.spot = at
				r.Entries = append(r.Entries, e)
			}
		}
		r.lists = []*list{l}
		return len(r.Entries) > 0
	}
	return false
}

// whole returns the spot of a whole line.
func (l *list) whole(line int) *spot {
	s := &spot{in: l, span: l.line(line)}
	s.indent = l.indentation(s.span.Start)
	l.spots = append(l.spots, s)
	return s
}

// content returns a line's text without the white space around it.
func (s *spot) content() markup.Span {
	text := s.in.slice(s.span)
	start := s.span.Start + len(text) - len(strings.TrimLeft(text, " \t"))
	return markup.Span{Start: start, End: start + len(strings.TrimSpace(text))}
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
		r.source = newSource(file, text)
		r.Entries = r.scenes(scenes, 0)
		return true
	}
	return false
}

func (r *reader) scenes(node *yaml.Node, depth int) []*Entry {
	var entries []*Entry
	for _, item := range items(node) {
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
			below := *item
			below.Line++ // in the file, where the front matter begins with a line of its own
			e.spot = &spot{path: r.scalar(&below), in: &list{source: r.source, folder: r.Folder}}
			entries = append(entries, e)
		}
	}
	return entries
}

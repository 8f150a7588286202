package work

import (
	"path"
	"regexp"
	"slices"
	"strings"

	"github.com/pelletier/go-toml/v2"
	"github.com/pelletier/go-toml/v2/unstable"
	"github.com/segls/segls/analysis/markup"
)

var settingsKind = kind{
	name:  "segls",
	read:  readSettings,
	quote: quoteTOML,
	item:  formatNameItem,
}

// SettingsFile is the name of the settings file whose table [work] holds an order.
const SettingsFile = ".segls.toml"

// ReadsHidden reports whether a hidden file with that name may hold settings or a part of an order.
func ReadsHidden(name string) bool {
	return slices.Contains([]string{SettingsFile, latexmkFile, gitBookFile}, name)
}

// readSettings reads the table [work] of a settings file.
func readSettings(r *reader) bool {
	r.Order = path.Join(r.folder, SettingsFile)
	settings, ok := r.openOrderFile(r.Order)
	if !ok {
		return false
	}
	var said struct {
		Work struct {
			Title string
			Files []string
		}
	}
	err := toml.Unmarshal([]byte(settings), &said) // errors in settings are reported where they are read
	r.IsBroken = err != nil && workTable.MatchString(settings) && filesKey.MatchString(settings)
	if err != nil || len(said.Work.Files) == 0 {
		return false
	}
	r.Title = said.Work.Title
	l := &itemList{source: newSource(r.Order, settings), folder: r.folder, isFlow: true}
	places := fileNameSpans(settings)
	for i, file := range said.Work.Files {
		line, at := 0, (*itemPlace)(nil)
		if len(places) == len(said.Work.Files) {
			at = &itemPlace{in: l, span: places[i], path: places[i], isPattern: strings.ContainsAny(file, "*?[{")}
			l.items = append(l.items, at)
			line = l.lineOf(places[i].Start)
		}
		if r.reportAbsolutePath(file, path.Join(r.folder, file), r.Order, line) {
			continue
		}
		if strings.ContainsAny(file, "*?[{") {
			for _, e := range r.matching(path.Join(r.folder, file), r.Order, line) {
				e.place = at
				r.Entries = append(r.Entries, e)
			}
		} else if e := r.newEntry("", path.Join(r.folder, file), r.Order, line); e != nil {
			e.place = at
			r.Entries = append(r.Entries, e)
		}
	}
	r.lists = []*itemList{l}
	return true
}

// fileNameSpans returns the spans of the names in the list `files` of the table [work], with their quotes.
func fileNameSpans(settings string) (places []markup.Span) {
	eachValue(settings, func(keys []string, _, value *unstable.Node) {
		if slices.Equal(keys, []string{"work", "files"}) {
			places = stringSpans(value)
		}
	})
	return places
}

// targetLines returns the lines of the keys in the table [work.targets], from 0.
func targetLines(settings string) map[string]int {
	lines := make(map[string]int)
	eachValue(settings, func(keys []string, last, _ *unstable.Node) {
		if len(keys) == 3 && keys[0] == "work" && keys[1] == "targets" {
			lines[keys[2]] = strings.Count(settings[:last.Raw.Offset], "\n")
		}
	})
	return lines
}

// eachValue calls visit for each value of a settings file, with all keys on its path and the last of them.
func eachValue(settings string, visit func(keys []string, last, value *unstable.Node)) {
	p := unstable.Parser{}
	p.Reset([]byte(settings))
	var assign func(table []string, e *unstable.Node)
	assign = func(table []string, e *unstable.Node) {
		keys, last := followKeys(table, e.Key())
		visit(keys, last, e.Value())
		if e.Value().Kind == unstable.InlineTable {
			for pairs := e.Value().Children(); pairs.Next(); {
				assign(keys, pairs.Node())
			}
		}
	}
	var table []string
	for p.NextExpression() {
		switch e := p.Expression(); e.Kind {
		case unstable.Table, unstable.ArrayTable:
			table, _ = followKeys(nil, e.Key())
		case unstable.KeyValue:
			assign(table, e)
		}
	}
}

// followKeys returns the keys in i, after those in from, and the last of them.
func followKeys(from []string, i unstable.Iterator) (keys []string, last *unstable.Node) {
	keys = slices.Clone(from)
	for i.Next() {
		last = i.Node()
		keys = append(keys, string(last.Data))
	}
	return keys, last
}

// workTableEnd returns the end of the line [work] of a settings file, after its terminator; -1 if there is none.
func workTableEnd(settings string) int {
	p := unstable.Parser{}
	p.Reset([]byte(settings))
	for p.NextExpression() {
		if e := p.Expression(); e.Kind == unstable.Table {
			if keys, last := followKeys(nil, e.Key()); slices.Equal(keys, []string{"work"}) {
				if _, below, ok := strings.Cut(settings[last.Raw.Offset:], "\n"); ok {
					return len(settings) - len(below)
				}
				return len(settings)
			}
		}
	}
	return -1
}

// stringSpans returns the spans of the strings in an array, with their quotes.
func stringSpans(array *unstable.Node) []markup.Span {
	var places []markup.Span
	for list := array.Children(); list.Next(); {
		if n := list.Node(); n.Kind == unstable.String {
			places = append(places, markup.Span{Start: int(n.Raw.Offset), End: int(n.Raw.Offset + n.Raw.Length)})
		}
	}
	return places
}

// quoteTOML returns value as a TOML string, in single quotes if like has them and value allows them.
func quoteTOML(value, like string) string {
	if strings.HasPrefix(like, "'") && !strings.ContainsAny(value, "'\n") {
		return "'" + value + "'"
	}
	return inDoubleQuotes(value)
}

// AddFilesEdit returns the edit that adds a list `files` to the table [work] of a settings file. It returns an error if the file cannot be
// read or there is no place for the list.
func AddFilesEdit(settings string, files []string) (markup.Span, string, error) {
	rest := strings.TrimPrefix(settings, byteOrderMark)
	var said struct{ Work map[string]any }
	if err := toml.Unmarshal([]byte(rest), &said); err != nil {
		return markup.Span{}, "", refuse("The settings file cannot be read: %s. Fix it first.", err)
	}
	if said.Work["files"] != nil {
		return markup.Span{}, "", refuse("%s already holds the order.", SettingsFile)
	}
	var b strings.Builder
	b.WriteString("files = [\n")
	for _, file := range files {
		b.WriteString("  " + inDoubleQuotes(file) + ",\n")
	}
	b.WriteString("]\n")
	list := b.String()
	at := len(settings)
	if end := workTableEnd(rest); end >= 0 {
		at = len(settings) - len(rest) + end
		if !strings.HasSuffix(settings[:at], "\n") {
			list = "\n" + list
		}
	} else {
		list = "[work]\n" + list
		if toml.Unmarshal([]byte(rest+"\n"+list), &said) != nil { // the table is there, in another form
			return markup.Span{}, "", refuse("The table [work] in %s is written in a way that segls cannot change.", SettingsFile)
		}
		if settings != "" {
			list = "\n" + list
		}
		if settings != "" && !strings.HasSuffix(settings, "\n") {
			list = "\n" + list
		}
	}
	if strings.Contains(settings, "\r\n") {
		list = strings.ReplaceAll(list, "\n", "\r\n")
	}
	return markup.Span{Start: at, End: at}, list, nil
}

var filesKey = regexp.MustCompile(`(?m)^[ \t]*files[ \t]*=`)

var workTable = regexp.MustCompile(`(?m)^[ \t]*\[[ \t]*work[ \t]*\][ \t]*(?:#[^\n]*)?(?:\r?\n|\z)`)

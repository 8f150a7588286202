package work

import (
	"encoding/json"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/segls/segls/analysis/markup"
)

// Kinds of order differ in how they write an item. This file knows how, for all of them.

const longformKind = "longform"

// includes reports whether the texts themselves say the order, by including each other.
func (r *reader) includes() bool {
	return slices.Contains([]string{"sphinx", "latex", "asciidoc", "org", "typst"}, r.Kind)
}

// relative returns a path relative to a folder, and whether it is in the folder.
func relative(folder, file string) (string, bool) {
	rel, err := filepath.Rel(filepath.FromSlash(folder), filepath.FromSlash(file))
	if err != nil {
		return file, false
	}
	rel = filepath.ToSlash(rel)
	return rel, rel != ".." && !strings.HasPrefix(rel, "../")
}

// endings are the extensions that an order leaves out.
func (r *reader) endings() []string {
	switch r.Kind {
	case "jupyter-book", "myst":
		return textExtensions
	case "sphinx":
		return []string{".rst", ".md", ".txt"}
	case "latex":
		return []string{".tex"}
	case "docusaurus":
		return []string{".md", ".mdx"}
	case longformKind:
		return []string{".md"}
	}
	return nil
}

// nameOf returns how an order names a file: in the way it names another one, if there is one.
func (r *reader) nameOf(file string, l *list, at *spot, old string) (string, bool) {
	folder := l.folder
	if at != nil && at.folder != "" {
		folder = at.folder
	}
	bare := unquoted(old)
	if r.Kind == "sphinx" && strings.HasPrefix(bare, "/") || r.Kind == "latex" && folder == "" {
		folder = r.folder
	}
	name, isInside := relative(folder, file)
	if !isInside && (!r.includes() || r.Kind == "latex") {
		return "", false
	}
	for _, ending := range r.endings() {
		stem, has := strings.CutSuffix(name, ending)
		mayStay := r.Kind == "myst" || r.Kind == "latex" && bare != "" || r.Kind == "jupyter-book"
		if has && !(mayStay && strings.HasSuffix(bare, ending) || r.Kind == "myst" && bare == "") {
			name = stem
			break
		}
	}
	switch {
	case r.Kind == "docusaurus":
		names := strings.Split(name, "/")
		for i := range names {
			names[i] = numbered.ReplaceAllString(names[i], "")
		}
		name = strings.Join(names, "/")
	case strings.HasPrefix(bare, "/"):
		name = "/" + strings.TrimPrefix(name, "/")
	case strings.HasPrefix(bare, "./"):
		name = "./" + name
	}
	if r.Kind == "mdbook" || r.Kind == "quarto" {
		if _, place, has := strings.Cut(bare, "#"); has {
			name += "#" + place
		}
	}
	return r.quoted(name, old, false), true
}

// quoted writes a text in the quotes of another one.
func (r *reader) quoted(value, like string, isTitle bool) string {
	switch r.Kind {
	case "mdbook":
		if isTitle {
			return escapedTitle.Replace(value)
		}
		if strings.HasPrefix(like, "<") {
			return "<" + value + ">"
		}
		return escapedTarget.Replace(value)
	case "segls":
		if strings.HasPrefix(like, "'") && !strings.ContainsAny(value, "'\n") {
			return "'" + value + "'"
		}
		return inDoubleQuotes(value)
	case "docusaurus":
		return inDoubleQuotes(value)
	case "leanpub", "sphinx", "latex", "asciidoc", "org", "typst":
		return value
	}
	return inYAML(value, like)
}

var (
	escapedTitle  = strings.NewReplacer(`\`, `\\`, "[", `\[`, "]", `\]`, "*", `\*`, "`", "\\`", "<", `\<`)
	escapedTarget = strings.NewReplacer("%", "%25", " ", "%20", "(", "%28", ")", "%29", "<", "%3C", ">", "%3E")
)

// unquoted strips the quotes around a text.
func unquoted(text string) string {
	if len(text) >= 2 && (text[0] == '"' || text[0] == '\'' || text[0] == '<') {
		return text[1 : len(text)-1]
	}
	return text
}

func inDoubleQuotes(value string) string {
	var b strings.Builder
	encoder := json.NewEncoder(&b)
	encoder.SetEscapeHTML(false)
	if err := encoder.Encode(value); err != nil {
		return `""` // a string can always be encoded
	}
	return strings.TrimSpace(b.String())
}

// inYAML writes a scalar of YAML, plain if it can be and like is.
func inYAML(value, like string) string {
	switch {
	case strings.HasPrefix(like, `"`):
		return inDoubleQuotes(value)
	case strings.HasPrefix(like, "'"):
		return "'" + strings.ReplaceAll(value, "'", "''") + "'"
	}
	for _, around := range []string{"- X\n", "X: y\n", "[X]\n"} {
		var document yaml.Node
		if err := yaml.Unmarshal([]byte(strings.Replace(around, "X", value, 1)), &document); err != nil || len(document.Content) == 0 ||
			len(document.Content[0].Content) == 0 {
			return inDoubleQuotes(value)
		}
		if read := document.Content[0].Content[0]; read.Kind != yaml.ScalarNode || read.Value != value || read.Tag != "!!str" {
			return inDoubleQuotes(value)
		}
	}
	return value
}

// proposed returns a title for an entry without one: the name of its file, in words.
func proposed(e *Entry) string {
	if e.Title != "" {
		return e.Title
	}
	name := strings.TrimSuffix(path.Base(e.Path), path.Ext(e.Path))
	name = strings.TrimSpace(strings.NewReplacer("-", " ", "_", " ").Replace(numbered.ReplaceAllString(name, "")))
	if name == "" {
		return path.Base(e.Path)
	}
	return strings.ToUpper(name[:1]) + name[1:]
}

// item returns what to write for a new entry beside another one, or for the first of a list.
func (r *reader) item(e *Entry, l *list, like *spot) (body, bool) {
	old, oldTitle := "", ""
	if like != nil {
		old, oldTitle = l.slice(like.path), l.slice(like.title)
		if like.isPattern {
			old = ""
		}
	}
	name, ok := "", true
	if e.Path != "" {
		if name, ok = r.nameOf(e.Path, l, nil, old); !ok {
			return body{}, false
		}
	}
	title := ""
	if e.Title != "" {
		title = r.quoted(e.Title, oldTitle, true)
	}
	pairs := func(pairs ...string) string {
		if l.isFlow {
			for i := range pairs {
				pairs[i] = strings.TrimSpace(pairs[i])
			}
			return "{" + strings.Join(pairs, ", ") + "}"
		}
		return strings.Join(pairs, "\n")
	}
	isPart := e.Path == ""
	var text string
	switch r.Kind {
	case "segls", "bookdown", "leanpub":
		text = name
		ok = !isPart
	case "mkdocs":
		switch {
		case isPart:
			text = title + ": []"
		case like != nil && like.title.Len() > 0 && like.path.Len() > 0 && title != "":
			text = title + ": " + name
		default:
			text = name
		}
	case "quarto":
		key, below := "part", "chapters"
		if r.isWebsite() {
			key, below = "section", "contents"
		}
		switch {
		case isPart:
			text = pairs(key+": "+inYAML(e.Title, "\""), below+": []")
		case title != "" && like != nil && like.title.Len() > 0 && like.path.Len() > 0:
			text = pairs("text: "+title, "href: "+name)
		default:
			text = name
		}
	case "jupyter-book":
		switch {
		case isPart:
			text = pairs("caption: "+title, "chapters: []")
		case title != "" && like != nil && like.title.Len() > 0 && like.path.Len() > 0:
			text = pairs("file: "+name, "title: "+title)
		default:
			text = pairs("file: " + name)
		}
	case "myst":
		switch {
		case isPart:
			text = pairs("title: "+title, "children: []")
		case title != "" && like != nil && like.title.Len() > 0 && like.path.Len() > 0:
			text = pairs("file: "+name, "title: "+title)
		default:
			text = pairs("file: " + name)
		}
	case "docusaurus":
		switch {
		case isPart:
			text = `{"type": "category", "label": ` + title + `, "items": []}`
		case title != "" && like != nil && like.title.Len() > 0 && like.path.Len() > 0:
			text = `{"type": "doc", "id": ` + name + `, "label": ` + title + `}`
		default:
			text = name
		}
	case "mdbook":
		if like != nil && like.isPart {
			if !isPart {
				return body{}, false
			}
			return body{text: "# " + escapedTitle.Replace(e.Title)}, true
		}
		text = "[" + r.quoted(proposed(e), "", true) + "](" + name + ")"
	case "sphinx":
		text = name
		if title != "" && like != nil && like.title.Len() > 0 {
			text = title + " <" + name + ">"
		}
		ok = !isPart
	default:
		text, ok = r.includeItem(name, l, like), !isPart
	}
	return body{text: text}, ok
}

// includeItem returns what includes a file, written like another include.
func (r *reader) includeItem(name string, l *list, like *spot) string {
	before, after := "", ""
	switch r.Kind {
	case "latex":
		before, after = `\input{`, "}"
	case "asciidoc":
		before, after = "include::", "[]"
	case "org":
		before, after = `#+INCLUDE: "`, `"`
	case "typst":
		if before, after = `#include "`, `"`; like != nil && !strings.HasPrefix(l.slice(like.span), "#") {
			before = before[1:] // in code
		}
		return before + name + after
	}
	if like == nil || like.isPattern || like.folder != "" {
		return before + name + after
	}
	text := l.slice(like.span)
	start, end := like.path.Start-like.span.Start, like.path.End-like.span.Start
	before, after = strings.TrimLeft(text[:start], " \t"), strings.TrimRight(text[end:], " \t\r\n")
	if r.Kind == "latex" {
		if i := strings.IndexByte(after, '}'); i >= 0 {
			after = after[:i+1]
		} else {
			after = ""
		}
	}
	return before + name + after
}

// moved returns an item as it is written in another list.
func (r *reader) moved(b body, from *spot, e *Entry, to *list) (body, bool) {
	if from.isPart {
		return b, true
	}
	if r.Kind == "latex" && to.file != r.Order {
		b.text = strings.Replace(b.text, `\include{`, `\input{`, 1)
		return b, true
	}
	if from.in.folder == to.folder || from.path.Len() == 0 {
		return b, true
	}
	old := from.in.slice(from.path)
	name, ok := r.nameOf(e.Path, to, nil, old)
	at := from.path.Start - from.span.Start
	b.text = b.text[:at] + name + b.text[at+len(old):]
	return b, ok
}

// isWebsite reports whether a Quarto project is a website, not a book.
func (r *reader) isWebsite() bool { return at(r.settings, "book") == nil }

// nest is a list below an entry that has none, and the edits that it takes elsewhere; nil if
// the order has no way to say it.
func (r *reader) nest(e *Entry) (*list, []Edit) {
	if e.Path != "" && r.includes() {
		text, ok := r.open(e.Path)
		if !ok {
			return nil, nil
		}
		l := includesOf(newSource(e.Path, text), path.Dir(e.Path))
		if r.Kind == "sphinx" {
			if path.Ext(e.Path) == ".rst" || path.Ext(e.Path) == ".txt" {
				l.before += ".. toctree::\n\n"
				l.indent = "   "
			} else {
				l.before += "```{toctree}\n"
				l.behind = "\n```" + l.behind
			}
		}
		return l, nil
	}
	spot := e.spot
	if spot == nil || spot.in == nil || spot.path.Len() == 0 || spot.isPattern {
		return nil, nil
	}
	in := spot.in
	l := &list{source: in.source, folder: in.folder, bullet: "- "}
	name := in.slice(spot.path)
	isScalar, isBraced := in.isFlow && spot.path == spot.span, in.isFlow
	if !in.isFlow {
		l.indent = spot.indent + strings.Repeat(" ", len(spot.bullet)+2)
		first := in.slice(in.line(in.lineOf(spot.span.Start)))
		isScalar = strings.HasPrefix(first, spot.indent+spot.bullet+name)
		isBraced = strings.HasPrefix(first, spot.indent+spot.bullet+"{")
	}
	key, below := "", ""
	switch r.Kind {
	case "quarto":
		key, below = "part", "chapters"
		if r.isWebsite() {
			key, below = "section", "contents"
		}
		if !isScalar || !r.isWebsite() && !slices.Contains(r.lists, in) { // no part is in another one
			return nil, nil
		}
	case "jupyter-book":
		below = "sections"
		if !strings.HasPrefix(said(at(r.settings, "format")), "jb-") {
			below = "entries"
		}
	case "myst":
		below = "children"
	case "docusaurus":
		l.empty = spot.span
		l.before = `{"type": "category", "label": ` + inDoubleQuotes(proposed(e)) + `, "link": {"type": "doc", "id": ` + name + `}, "items": [`
		l.behind = "]}"
		return l, nil
	default:
		return nil, nil
	}
	l.empty = spot.path
	if key != "" {
		l.before = key + ": " + name
	} else { // after the last line of the item
		end := in.lineEnd(max(spot.span.Start, spot.span.End-1))
		if braces := strings.IndexByte(in.slice(spot.span), '{'); isBraced {
			end = flowEnd(in.text, spot.span.Start+braces) - 1
		}
		l.empty = markup.Span{Start: end, End: end}
	}
	if isBraced {
		l.isFlow = true
		l.before += ", " + below + ": ["
		l.behind = "]"
		if key != "" {
			l.before, l.behind = "{"+l.before, l.behind+"}"
		}
		return l, nil
	}
	l.before += "\n" + spot.indent + strings.Repeat(" ", len(spot.bullet)) + below + ":\n"
	return l, nil
}

// titled gives an entry another title.
func (r *reader) titled(e *Entry, title string) (Edit, bool) {
	at := e.spot
	if at.title.Len() > 0 {
		return Edit{at.in.file, at.title, r.quoted(title, at.in.slice(at.title), true)}, true
	}
	if at.path.Len() == 0 {
		return Edit{}, false
	}
	name := at.in.slice(at.path)
	switch r.Kind {
	case "mkdocs":
		if !at.in.isFlow {
			return Edit{at.in.file, at.path, r.quoted(title, "", true) + ": " + name}, true
		}
	case "sphinx":
		return Edit{at.in.file, at.path, title + " <" + name + ">"}, true
	}
	return Edit{}, false
}

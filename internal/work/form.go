package work

import (
	"encoding/json"
	"path"
	"path/filepath"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.yaml.in/yaml/v3"

	"github.com/segls/segls/analysis/markup"
)

// Kinds of order differ in how an item is written; see [kind]. This file contains the common parts.

// relative returns a path relative to a folder, and whether it is in the folder.
func relative(folder, file string) (string, bool) {
	rel, err := filepath.Rel(filepath.FromSlash(folder), filepath.FromSlash(file))
	if err != nil {
		return file, false
	}
	rel = filepath.ToSlash(rel)
	return rel, rel != ".." && !strings.HasPrefix(rel, "../")
}

// nameOf returns the name of a file for an order, in the form of old: the file's former name or that in the neighbouring item, or "". It
// returns false if the order cannot name the file.
func (r *reader) nameOf(file string, l *itemList, at *itemPlace, old string) (string, bool) {
	folder := l.folder
	if at != nil && at.folder != "" {
		folder = at.folder
	}
	bare := unquoted(old)
	if r.kind.rooted && strings.HasPrefix(bare, "/") {
		folder = r.folder
	}
	name, isInside := relative(folder, file)
	if !isInside && !r.kind.ownFolder {
		return "", false
	}
	for _, ending := range r.kind.endings {
		if stem, has := strings.CutSuffix(name, ending); has {
			if !(r.kind.copiesEnding && strings.HasSuffix(bare, ending) || r.kind.keepsEnding && bare == "") {
				name = stem
			}
			break
		}
	}
	if r.kind.finish != nil {
		name = r.kind.finish(name, bare)
	} else {
		name = withSlashLike(name, bare)
	}
	return r.quoted(name, old), true
}

// withSlashLike returns a name with a leading slash, or dot and slash, if like has one.
func withSlashLike(name, like string) string {
	switch {
	case strings.HasPrefix(like, "/"):
		return "/" + strings.TrimPrefix(name, "/")
	case strings.HasPrefix(like, "./"):
		return "./" + name
	}
	return name
}

// withAnchorLike returns a name with the leading slash and the anchor of like.
func withAnchorLike(name, like string) string {
	name = withSlashLike(name, like)
	if _, anchor, has := strings.Cut(like, "#"); has {
		name += "#" + anchor
	}
	return name
}

// quoted returns a value in the same quotes as like.
func (r *reader) quoted(value, like string) string {
	if r.kind.quote == nil {
		return value
	}
	return r.kind.quote(value, like)
}

// quotedTitle returns a title in the same quotes as like.
func (r *reader) quotedTitle(value, like string) string {
	if r.kind.quoteTitle == nil {
		return r.quoted(value, like)
	}
	return r.kind.quoteTitle(value, like)
}

// unquoted strips the quotes or angle brackets around a text.
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

// inYAML returns value as a YAML scalar, plain if like is plain and value can be.
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

// titleFromName returns the title of an entry or, without one, the name of its file in words.
func titleFromName(e *Entry) string {
	if e.Title != "" {
		return e.Title
	}
	name := strings.TrimSuffix(path.Base(e.Path), path.Ext(e.Path))
	name = strings.TrimSpace(strings.NewReplacer("-", " ", "_", " ").Replace(numbered.ReplaceAllString(name, "")))
	if name == "" {
		return path.Base(e.Path)
	}
	first, size := utf8.DecodeRuneInString(name)
	return string(unicode.ToUpper(first)) + name[size:]
}

// addedItem is an entry to be added to a list.
type addedItem struct {
	entry *Entry
	name  string // the file, as the order names it; "" for a part
	title string // as the order writes it; "" if the entry has none
	in    *itemList
	like  *itemPlace // the item next to it; nil for the first of a list

	settings *yaml.Node // the order, if it is in YAML
}

// isPart reports whether the entry is a title above other entries, without a file.
func (n *addedItem) isPart() bool { return n.entry.Path == "" }

// isTitled reports whether the item gets a title in addition to its name, because its neighbour has one.
func (n *addedItem) isTitled() bool {
	return n.title != "" && n.like != nil && n.like.title.Len() > 0 && n.like.path.Len() > 0
}

// formatMapping returns a YAML mapping with the given pairs, in braces if the list is in brackets.
func (n *addedItem) formatMapping(pairs ...string) string {
	if !n.in.isFlow {
		return strings.Join(pairs, "\n")
	}
	for i := range pairs {
		pairs[i] = strings.TrimSpace(pairs[i])
	}
	return "{" + strings.Join(pairs, ", ") + "}"
}

// formatNameItem returns the item of an order that is a list of names.
func formatNameItem(n *addedItem) (string, bool) { return n.name, !n.isPart() }

// formatItem returns the text of a new entry next to another, or of the first entry in a list.
func (r *reader) formatItem(e *Entry, l *itemList, like *itemPlace) (itemText, bool) {
	old, oldTitle := "", ""
	if like != nil {
		old, oldTitle = l.slice(like.path), l.slice(like.title)
		if like.isPattern {
			old = ""
		}
		if _, anchor, has := strings.Cut(unquoted(old), "#"); has { // it leads into the neighbour
			old = strings.Replace(old, "#"+anchor, "", 1)
		}
	}
	n := &addedItem{entry: e, in: l, like: like, settings: r.settings}
	if e.Path != "" {
		var ok bool
		if n.name, ok = r.nameOf(e.Path, l, nil, old); !ok {
			return itemText{}, false
		}
	}
	if e.Title != "" {
		n.title = r.quotedTitle(e.Title, oldTitle)
	}
	text, ok := r.kind.item(n)
	return itemText{text: text}, ok
}

// aroundPath returns the text before and after the path in the neighbouring include; false if there is no neighbour to imitate.
func (n *addedItem) aroundPath() (before, after string, ok bool) {
	if n.like == nil || n.like.isPattern || n.like.folder != "" {
		return "", "", false
	}
	text := n.in.slice(n.like.span)
	start, end := n.like.path.Start-n.like.span.Start, n.like.path.End-n.like.span.Start
	return strings.TrimLeft(text[:start], " \t"), strings.TrimRight(text[end:], " \t\r\n"), true
}

// newIncludeItemFunc returns the item function of orders that consist of includes: it makes an item like its neighbour or, without a neighbour,
// puts the path between before and after.
func newIncludeItemFunc(before, after string) func(n *addedItem) (string, bool) {
	return func(n *addedItem) (string, bool) {
		if left, right, ok := n.aroundPath(); ok {
			return left + n.name + right, !n.isPart()
		}
		return before + n.name + after, !n.isPart()
	}
}

// rewriteForList rewrites an item for another list.
func (r *reader) rewriteForList(b itemText, from *itemPlace, e *Entry, to *itemList) (itemText, bool) {
	if from.isPart {
		return b, true
	}
	if r.kind.inner != nil && to.file != r.Order {
		b.text = r.kind.inner(b.text)
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

// makeListBelow returns a list below an entry that has none; nil if the order cannot express it.
func (r *reader) makeListBelow(e *Entry) *itemList {
	if r.kind.inTexts {
		return r.newIncludes(e)
	}
	if at := e.place; r.kind.nest == nil || at == nil || at.in == nil || at.path.Len() == 0 || at.isPattern {
		return nil
	}
	return r.kind.nest(r, e)
}

// newIncludes returns the list of the includes of a file that has none; nil if the file cannot be read.
func (r *reader) newIncludes(e *Entry) *itemList {
	text, ok := r.openOrderFile(e.Path)
	if !ok {
		return nil
	}
	l := includesOf(newSource(e.Path, text), path.Dir(e.Path))
	if r.kind.newIncludes != nil {
		before, after, indent := r.kind.newIncludes(e.Path)
		l.before, l.behind, l.indent = l.before+before, after+l.behind, indent
	}
	return l
}

// nestYAML returns a list below an item in YAML, as the value of key in the item's mapping. An item that is only the name of a file becomes
// a mapping, with the name as the value of nameKey; if nameKey is "", items are always mappings.
func nestYAML(at *itemPlace, nameKey, key string) *itemList {
	in := at.in
	l := &itemList{source: in.source, folder: in.folder, bullet: "- "}
	isBraced := in.isFlow
	if !in.isFlow {
		l.indent = at.indent + strings.Repeat(" ", len(at.bullet)+2)
		isBraced = strings.HasPrefix(at.firstLine(), at.indent+at.bullet+"{")
	}
	l.empty = at.path
	if nameKey != "" {
		l.before = nameKey + ": " + in.slice(at.path)
	} else { // the list begins after the last line of the item
		end := in.lineEnd(max(at.span.Start, at.span.End-1))
		if braces := strings.IndexByte(in.slice(at.span), '{'); isBraced {
			end = flowEnd(in.text, at.span.Start+braces) - 1
		}
		l.empty = markup.Span{Start: end, End: end}
	}
	if isBraced {
		l.isFlow = true
		l.before += ", " + key + ": ["
		l.behind = "]"
		if nameKey != "" {
			l.before, l.behind = "{"+l.before, l.behind+"}"
		}
		return l
	}
	l.before += "\n" + at.indent + strings.Repeat(" ", len(at.bullet)) + key + ":\n"
	return l
}

func (s *itemPlace) firstLine() string { return s.in.slice(s.in.line(s.in.lineOf(s.span.Start))) }

// isScalar reports whether an item of YAML is only the name of a file.
func (s *itemPlace) isScalar() bool {
	if s.in.isFlow {
		return s.path == s.span
	}
	return strings.HasPrefix(s.firstLine(), s.indent+s.bullet+s.in.slice(s.path))
}

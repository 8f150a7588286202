package work

import (
	"fmt"
	"path"
	"regexp"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/segls/segls/analysis/markup"
)

// openYAML reads the first of the YAML files that exists in the reader's folder, or returns nil. A file that is not valid YAML is a
// problem: it is read as an empty file of a broken work.
func (r *reader) openYAML(names ...string) *yaml.Node {
	for _, name := range names {
		file := path.Join(r.folder, name)
		text, ok := r.openOrderFile(file)
		if !ok {
			continue
		}
		r.Order = file
		r.source = newSource(file, text)
		var document yaml.Node
		if err := yaml.Unmarshal([]byte(text), &document); err != nil {
			said, line := strings.TrimPrefix(err.Error(), "yaml: "), 0
			if n, _ := fmt.Sscanf(said, "line %d:", &line); n == 1 {
				if _, said, _ = strings.Cut(said, ": "); !errorsCountedFromZero.MatchString(said) {
					line--
				}
			}
			r.IsBroken = true
			r.addProblem(file, line, "This is not YAML: %s.", said)
			return &yaml.Node{}
		}
		if len(document.Content) == 0 {
			return &yaml.Node{}
		}
		r.settings = document.Content[0]
		return r.settings
	}
	return nil
}

// errorsCountedFromZero matches those errors of package yaml that count lines from 0: errors of its parser, not of its scanner.
var errorsCountedFromZero = regexp.MustCompile(`^did not find expected (key|node content|')`)

// valueAt returns the value at a path of keys in nested mappings, or nil.
func valueAt(node *yaml.Node, keys ...string) *yaml.Node {
	for _, key := range keys {
		node = resolved(node)
		if node == nil || node.Kind != yaml.MappingNode {
			return nil
		}
		var value *yaml.Node
		for i := 0; i+1 < len(node.Content); i += 2 {
			if node.Content[i].Value == key {
				value = node.Content[i+1]
			}
		}
		node = value
	}
	return resolved(node)
}

// resolved returns a node, or the target of an alias.
func resolved(node *yaml.Node) *yaml.Node {
	if node != nil && node.Kind == yaml.AliasNode {
		return node.Alias
	}
	return node
}

// scalarText returns the text of a scalar; "" for anything else.
func scalarText(node *yaml.Node) string {
	if node = resolved(node); node == nil || node.Kind != yaml.ScalarNode || node.Tag == "!!null" {
		return ""
	}
	return node.Value
}

// items returns the items of a sequence.
func items(node *yaml.Node) []*yaml.Node {
	if node = resolved(node); node == nil || node.Kind != yaml.SequenceNode {
		return nil
	}
	return node.Content
}

// maxDepth and mostItems limit the depth and the number of items of an order, because an alias may contain itself, or expand to
// an exponential number of items.
const (
	maxDepth  = 64
	mostItems = 10 * mostFiles
)

// countItem reports whether another item may be read at the given depth. After the first that may not, none is read.
func (r *reader) countItem(depth int) bool {
	if r.items++; r.items == mostItems || depth == maxDepth && r.items < mostItems {
		r.items = mostItems
		r.addProblem(r.Order, 0, "The order is too long or too deeply nested.")
	}
	return r.items < mostItems
}

// add adds the entries of a list to the whole order.
func (r *reader) add(entries []*Entry, l *itemList) {
	r.Entries = append(r.Entries, entries...)
	if l != nil {
		r.lists = append(r.lists, l)
	}
}

// nodeStart returns the offset of a node.
func (r *reader) nodeStart(node *yaml.Node) int { return r.source.offset(node.Line-1, node.Column-1) }

// scalarSpan returns the span of a scalar with its quotes; empty if unknown.
func (r *reader) scalarSpan(node *yaml.Node) markup.Span {
	if node == nil || r.source == nil || node.Kind != yaml.ScalarNode || node.Line < 1 {
		return markup.Span{}
	}
	text, start := r.source.text, r.nodeStart(node)
	if start >= len(text) {
		return markup.Span{}
	}
	if node.Style&(yaml.DoubleQuotedStyle|yaml.SingleQuotedStyle) != 0 {
		quote := text[start]
		for i := start + 1; i < len(text); i++ {
			switch {
			case text[i] == '\\' && quote == '"':
				i++
			case text[i] == quote && quote == '\'' && strings.HasPrefix(text[i+1:], "'"):
				i++
			case text[i] == quote:
				return markup.Span{Start: start, End: i + 1}
			}
		}
		return markup.Span{}
	}
	end := start
	if node.Style&(yaml.FoldedStyle|yaml.LiteralStyle) != 0 {
		end = r.source.lineEnd(start)
	}
	for _, word := range strings.Fields(node.Value) { // line breaks may occur between words
		end += len(text[end:]) - len(strings.TrimLeft(text[end:], " \t\r\n"))
		if !strings.HasPrefix(text[end:], word) {
			return markup.Span{}
		}
		end += len(word)
	}
	return markup.Span{Start: start, End: end}
}

// locate returns the list with the items of a sequence, or nil if its place is unknown, and for each item its place or nil.
func (r *reader) locate(in *yaml.Node, key string, node *yaml.Node) (*itemList, []*itemPlace) {
	spots := make([]*itemPlace, len(items(node)))
	in = resolved(in)
	if r.source == nil || in == nil || in.Line < 1 || node == nil || node.Line < 1 || node.Kind == yaml.MappingNode {
		return nil, spots
	}
	l := &itemList{source: r.source, folder: r.folder, isFlow: node.Style&yaml.FlowStyle != 0}
	isInFlow := in.Style&yaml.FlowStyle != 0
	for i := 0; in != node && i+1 < len(in.Content); i += 2 {
		if in.Content[i].Value != key || isInFlow {
			continue
		}
		if in.Content[i+1].Kind == yaml.AliasNode {
			return nil, spots
		}
		end := r.scalarSpan(in.Content[i]).End
		colon := end + strings.IndexByte(r.source.text[end:], ':') + 1
		if end == 0 || colon == end {
			return nil, spots
		}
		l.indent, l.bullet, l.before = strings.Repeat(" ", in.Content[i].Column+1), "- ", "\n"
		l.emptied, l.emptiedSpan = " []", markup.Span{Start: colon, End: colon}
		eol := l.lineEnd(colon)
		l.empty = markup.Span{Start: eol, End: eol}
		if start := r.nodeStart(node); l.isFlow && len(node.Content) == 0 { // [] becomes a list of lines
			l.empty.Start, l.before = colon, l.text[flowEnd(l.text, start):eol]+"\n"
		}
	}
	if l.isFlow && len(node.Content) == 0 {
		l.isFlow = isInFlow
		if start := r.nodeStart(node); isInFlow {
			l.empty = markup.Span{Start: start + 1, End: flowEnd(l.text, start) - 1}
		}
	}
	for i, item := range items(node) {
		start := r.nodeStart(item)
		if l.isFlow {
			spots[i] = &itemPlace{in: l, span: markup.Span{Start: start, End: flowEnd(l.text, start)}}
			l.items = append(l.items, spots[i])
			continue
		}
		line := l.lineOf(min(start, len(l.text)))
		dash := l.offset(line, node.Column-1)
		for line > node.Line-1 && (dash >= len(l.text) || l.text[dash] != '-' || dash >= l.lineEnd(l.starts[line])) {
			line--
			dash = l.offset(line, node.Column-1)
		}
		indent := l.text[l.starts[line]:dash]
		if strings.TrimSpace(indent) != "" || dash >= len(l.text) || l.text[dash] != '-' {
			return nil, make([]*itemPlace, len(node.Content))
		}
		bullet := "-"
		if start > dash && start <= l.lineEnd(dash) {
			bullet = l.text[dash:start]
		}
		spots[i] = l.addItem(line, indent, bullet, func(line string) bool { return line[0] == '#' })
	}
	return l, spots
}

// listItem is the content of an item of a sequence: a file or title, and the place of the items below it.
type listItem struct {
	title, file         string
	titleNode, fileNode *yaml.Node
	in                  *yaml.Node // the mapping with the items below
	key                 string     // their key in the mapping
	below               *yaml.Node
}

// set records where the items below are: at the first of the keys that has a value.
func (i *listItem) set(in *yaml.Node, keys ...string) {
	for _, key := range keys {
		if below := valueAt(in, key); below != nil {
			i.in, i.key, i.below = in, key, below
			return
		}
	}
}

// entriesOfList returns the entries of a sequence, and the list of its items. The sequence is the value of key in the mapping `in` or, if key
// is "", `in` itself. read interprets an item.
func (r *reader) entriesOfList(in *yaml.Node, key string, depth int, read func(item *yaml.Node) listItem) ([]*Entry, *itemList) {
	node := valueAt(in, key)
	if key == "" {
		node = in
	}
	if node != nil && node.Kind == yaml.ScalarNode && node.Tag != "!!null" { // a pattern, or "auto"
		node = &yaml.Node{Kind: yaml.SequenceNode, Content: []*yaml.Node{node}, Line: -1}
	}
	l, spots := r.locate(in, key, node)
	var entries []*Entry
	for i, item := range items(node) {
		if !r.countItem(depth) {
			break
		}
		item = resolved(item)
		said := read(item)
		at := spots[i]
		if at != nil {
			at.path, at.title = r.scalarSpan(said.fileNode), r.scalarSpan(said.titleNode)
		}
		var own *Entry
		switch {
		case said.file == "" || isExternalAddress(said.file):
			if said.title != "" && said.below != nil {
				own = &Entry{Title: said.title, File: r.Order, Line: item.Line - 1}
			} else if item.Kind == yaml.MappingNode && said.title == "" && said.fileNode == nil && said.below == nil && valueAt(item, "url") == nil {
				r.addProblem(r.Order, item.Line-1, "This entry names no file.")
			}
		case strings.ContainsAny(said.file, "*?[{"):
			if at != nil {
				at.isPattern = true
			}
			for _, e := range r.matching(said.file, r.Order, item.Line-1) {
				e.place = at
				entries = append(entries, e)
			}
		default:
			own = r.newEntry(said.title, said.file, r.Order, item.Line-1)
		}
		var below []*Entry
		var belowIn *itemList
		if said.below != nil {
			below, belowIn = r.entriesOfList(said.in, said.key, depth+1, read)
		}
		if own == nil {
			entries = append(entries, below...)
			continue
		}
		own.place, own.Entries = at, below
		if belowIn != nil {
			own.lists = []*itemList{belowIn}
		}
		entries = append(entries, own)
	}
	return entries, l
}

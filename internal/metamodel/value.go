package metamodel

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// object is a JSON object. Its numbers are json.Number, which distinguishes 1 from 1.0.
type object = map[string]any

// decodeValue decodes a valid JSON value.
func decodeValue(raw []byte) any {
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	var value any
	d.Decode(&value)
	return value
}

// The functions below return the zero value for a value of another type, so a rule need not check types first.

// get returns the value at a path of names in nested objects.
func get(value any, names ...string) any {
	for _, name := range names {
		value = asObject(value)[name]
	}
	return value
}

func asObject(value any) object {
	o, _ := value.(object)
	return o
}

func asList(value any) []any {
	l, _ := value.([]any)
	return l
}

func asText(value any) string {
	s, _ := value.(string)
	return s
}

func asInteger(value any) int64 {
	n, _ := value.(json.Number)
	i, _ := n.Int64()
	return i
}

func asDecimal(value any) float64 {
	n, _ := value.(json.Number)
	f, _ := n.Float64()
	return f
}

// idKey returns an id or a token as text, in a form that distinguishes 1 from "1".
func idKey(value any) string {
	switch v := value.(type) {
	case json.Number:
		return v.String()
	case string:
		return strconv.Quote(v)
	}
	return ""
}

// position is a place in a document, in units of the negotiated encoding.
type position struct{ line, character int64 }

func asPosition(value any) position {
	return position{asInteger(get(value, "line")), asInteger(get(value, "character"))}
}

func (p position) after(q position) bool {
	return p.line > q.line || p.line == q.line && p.character > q.character
}

// span is a Range of the protocol.
type span struct{ start, end position }

func asSpan(value any) span {
	return span{asPosition(get(value, "start")), asPosition(get(value, "end"))}
}

func (s span) contains(inner span) bool {
	return !s.start.after(inner.start) && !inner.end.after(s.end)
}

// firstOverlapping returns the index of the first edit that overlaps one before it, or -1. Insertions at one position do not.
func firstOverlapping(edits []any) int {
	order := make([]int, len(edits))
	for i := range order {
		order[i] = i
	}
	spanAt := func(i int) span { return asSpan(get(edits[i], "range")) }
	slices.SortStableFunc(order, func(a, b int) int {
		x, y := spanAt(a), spanAt(b)
		switch {
		case x.start.after(y.start) || x.start == y.start && x.end.after(y.end):
			return 1
		case x == y:
			return 0
		}
		return -1
	})
	for i := 1; i < len(order); i++ {
		if spanAt(order[i-1]).end.after(spanAt(order[i]).start) {
			return order[i]
		}
	}
	return -1
}

// describe returns a short description of a value for messages.
func describe(value any) string {
	switch v := value.(type) {
	case nil:
		return "null"
	case bool:
		return strconv.FormatBool(v)
	case json.Number:
		return v.String()
	case string:
		const most = 40
		if r := []rune(v); len(r) > most {
			v = string(r[:most]) + "…"
		}
		return strconv.Quote(v)
	case []any:
		return "an array"
	}
	return "an object"
}

// path leads to a place in a message, such as result[3].command.title. Paths share their beginnings, and are formatted late.
type path struct {
	parent *path
	name   string
	index  int // index of an element; -1 for a property
}

func (p *path) property(name string) *path { return &path{parent: p, name: name, index: -1} }

func (p *path) element(index int) *path { return &path{parent: p, index: index} }

// root is the path of the message itself.
var root *path

// extend extends a path: a string is a property, an int an element.
func (p *path) extend(steps []any) *path {
	for _, step := range steps {
		switch s := step.(type) {
		case string:
			p = p.property(s)
		case int:
			p = p.element(s)
		}
	}
	return p
}

func (p *path) String() string {
	var steps []string
	for ; p != nil; p = p.parent {
		switch {
		case p.index >= 0:
			steps = append(steps, fmt.Sprintf("[%d]", p.index))
		case !isPlainName(p.name):
			steps = append(steps, fmt.Sprintf("[%q]", p.name))
		case p.parent == nil:
			steps = append(steps, p.name)
		default:
			steps = append(steps, "."+p.name)
		}
	}
	slices.Reverse(steps)
	return strings.Join(steps, "")
}

// isPlainName reports whether a property may be written after a dot.
func isPlainName(name string) bool {
	return name != "" && strings.Trim(name, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_$") == ""
}

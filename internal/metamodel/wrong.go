package metamodel

import (
	"encoding/json"
	"iter"
	"maps"
	"slices"
	"strconv"
)

// WrongMessage is a message of the client whose parameters are valid except, perhaps, in one place.
type WrongMessage struct {
	Method  string
	Request bool   // otherwise a notification
	Place   string // the changed place and the number of the value there; "" if nothing is changed
	Params  json.RawMessage
}

// WrongParams yields, for every message that a client may send, parameters with all properties, and then the same with
// each place in turn replaced by other values, most of which are wrong. The order is always the same. Some results are
// valid, where a property allows many types or the server defines the bound. Documents have the URI [SampleURI].
func WrongParams() iter.Seq[WrongMessage] {
	return func(yield func(WrongMessage) bool) {
		m := loadModel()
		for _, request := range []bool{true, false} {
			messages := m.notifications
			if request {
				messages = m.requests
			}
			for _, method := range slices.Sorted(maps.Keys(messages)) {
				message := messages[method]
				if !message.MessageDirection.allows(FromClient) {
					continue
				}
				send := func(place string, params any) bool {
					return yield(WrongMessage{method, request, place, encoded(params)})
				}
				if message.Params == nil {
					if !eachWrongValue(nil, "params", func(place string, value any) bool { return send(place, value) }) {
						return
					}
					continue
				}
				right := m.sample(message.Params, true, nil)
				if !send("", right) || !eachWrongValue(right, "params", send) {
					return
				}
			}
		}
	}
}

// SampleURI is the URI of every document in a sample.
const SampleURI = "file:///a.md"

// wrongValues are put in place of the values in a sample.
var wrongValues = []any{
	nil, true, json.Number("-1"), json.Number("1.5"), json.Number("4294967296"), json.Number("-9007199254740993"), json.Number("1e400"),
	"", "\x00\ufffd😀",
	[]any{},
	[]any{nil, []any{object{}}},
	object{},
	object{"": nil, "uri": 7, "start": "x"},
}

// eachWrongValue yields a value with one place at a time replaced by each wrong value. Of a list it changes only the first element.
func eachWrongValue(value any, place string, yield func(place string, whole any) bool) bool {
	for i, wrong := range wrongValues {
		if !yield(place+" wrong "+strconv.Itoa(i), wrong) {
			return false
		}
	}
	switch v := value.(type) {
	case object:
		for _, name := range slices.Sorted(maps.Keys(v)) {
			within := func(place string, part any) bool {
				whole := maps.Clone(v)
				whole[name] = part
				return yield(place, whole)
			}
			if !eachWrongValue(v[name], place+"."+name, within) {
				return false
			}
		}
	case []any:
		if len(v) > 0 {
			return eachWrongValue(v[0], place+"[0]", func(place string, part any) bool {
				return yield(place, append([]any{part}, v[1:]...))
			})
		}
	}
	return true
}

// sample returns a value of a shape with the required or with all properties, but no structure inside itself.
func (m *model) sample(s *shape, fullest bool, inside []string) any {
	switch s.Kind {
	case "base":
		return map[string]any{
			"LSPAny": object{"any": "thing"}, "LSPObject": object{}, "null": nil, "boolean": true, "string": "text",
			"DocumentUri": SampleURI, "URI": SampleURI,
			"integer": json.Number("-1"), "uinteger": json.Number("1"), "decimal": json.Number("0.5"),
		}[s.Name]
	case "reference":
		if alias := m.aliases[s.Name]; alias != nil {
			return m.sample(alias, fullest, inside)
		}
		if e := m.enumerations[s.Name]; e != nil {
			return decodeValue(e.Values[0].Value)
		}
		return m.sampleStructure(m.structures[s.Name], fullest, append(slices.Clone(inside), s.Name))
	case "array":
		if !fullest || slices.Contains(inside, s.Element.Name) {
			return []any{}
		}
		return []any{m.sample(s.Element, fullest, inside)}
	case "map":
		return object{SampleURI: m.sample(s.Element, fullest, inside)}
	case "or":
		return m.sample(s.Items[0], fullest, inside)
	case "tuple":
		var values []any
		for _, item := range s.Items {
			values = append(values, m.sample(item, fullest, inside))
		}
		return values
	case "literal":
		return m.sampleStructure(s.Structure, fullest, inside)
	}
	return s.Value
}

func (m *model) sampleStructure(s *structure, fullest bool, inside []string) object {
	o := object{}
	for _, p := range s.Properties {
		if !p.Optional || fullest && !slices.Contains(inside, p.Type.Name) {
			o[p.Name] = m.sample(p.Type, fullest, inside)
		}
	}
	return o
}

func encoded(value any) json.RawMessage {
	raw, err := json.Marshal(value)
	if err != nil {
		panic(err) // made above
	}
	return raw
}

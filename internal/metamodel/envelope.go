package metamodel

import (
	"bytes"
	"encoding/json"
	"fmt"
	"unicode/utf8"
)

// messageKind is a kind of message in JSON-RPC.
type messageKind int

const (
	request messageKind = iota
	notification
	response
)

// The shapes of envelopes, which are not in the model.
var (
	jsonrpcProperty = property{Name: "jsonrpc", Type: &shape{Kind: "stringLiteral", Value: "2.0"}}
	anyType         = &shape{Kind: "base", Name: "LSPAny"}
	idType          = union(&shape{Kind: "base", Name: "integer"}, &shape{Kind: "base", Name: "string"})
	textType        = &shape{Kind: "base", Name: "string"}
	methodIs        = property{Name: "method", Type: textType}
	paramsAre       = property{Name: "params", Type: union(&shape{Kind: "base", Name: "LSPObject"}, &shape{Kind: "array", Element: anyType}), Optional: true}
	errorType       = &shape{Kind: "literal", Structure: &structure{Name: "ResponseError", Properties: []property{
		{Name: "code", Type: &shape{Kind: "base", Name: "integer"}},
		{Name: "message", Type: textType},
		{Name: "data", Type: anyType, Optional: true},
	}}}

	envelopes = map[messageKind]*structure{
		request: {Name: "a request", Properties: []property{
			jsonrpcProperty, {Name: "id", Type: idType}, methodIs, paramsAre,
		}},
		notification: {Name: "a notification", Properties: []property{
			jsonrpcProperty, methodIs, paramsAre,
		}},
		response: {Name: "a response", Properties: []property{
			jsonrpcProperty,
			{Name: "id", Type: union(append(idType.Items, &shape{Kind: "base", Name: "null"})...)},
			{Name: "result", Type: anyType, Optional: true},
			{Name: "error", Type: errorType, Optional: true},
		}},
	}
)

func union(items ...*shape) *shape { return &shape{Kind: "or", Items: items} }

// envelope is a message with the parts that JSON-RPC defines.
type envelope struct {
	kind    messageKind
	message object
	method  string
	id      string // as returned by idKey; empty for null
}

// parseMessage returns the envelope of a message, nil if nothing else can be checked, and the problems of the envelope.
func (m *model) parseMessage(from Sender, raw []byte) (*envelope, []problem) {
	switch {
	case !utf8.Valid(raw):
		return nil, []problem{{text: "not UTF-8"}}
	case !json.Valid(raw):
		return nil, []problem{{text: "not JSON"}}
	}
	value := decodeValue(raw)
	if _, batch := value.([]any); batch {
		return nil, []problem{{text: "a batch of messages, which the protocol does not have"}}
	}
	o, ok := value.(object)
	if !ok {
		return nil, []problem{{text: "want an object, got " + describe(value)}}
	}
	if o["params"] == nil && from == FromClient {
		delete(o, "params") // eglot writes null for no parameters
	}
	e := &envelope{kind: kindOf(o), message: o, method: asText(o["method"]), id: idKey(o["id"])}
	problems := m.compareStructure(o, envelopes[e.kind], nil).problems
	if e.kind == response {
		problems = append(problems, responseProblems(o)...)
	}
	for _, name := range repeatedProperties(raw) {
		problems = append(problems, problem{path: name, text: "written more than once"})
	}
	return e, problems
}

func kindOf(o object) messageKind {
	_, hasMethod := o["method"]
	_, hasID := o["id"]
	switch {
	case !hasMethod:
		return response
	case hasID:
		return request
	}
	return notification
}

// responseProblems checks which properties of a response occur together, which a shape cannot express.
func responseProblems(o object) []problem {
	_, result := o["result"]
	_, err := o["error"]
	if result == err {
		return []problem{{text: "want either result or error"}}
	}
	if id, present := o["id"]; present && id == nil && !err {
		return []problem{{path: root.property("id"), text: "null in an answer that is no error"}}
	}
	return nil
}

// repeatedProperties returns the properties that occur twice in one object: readers differ in which one they use.
func repeatedProperties(raw []byte) []*path {
	type container struct {
		at       *path
		names    map[string]bool // nil for an array
		elements int
		name     string // property whose value comes next
		named    bool
	}
	var found []*path
	open := []container{{}} // the message itself is the only element of the outermost container
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	for {
		token, err := d.Token()
		if err != nil {
			return found
		}
		top := &open[len(open)-1]
		if d, ok := token.(json.Delim); ok && (d == '}' || d == ']') {
			open = open[:len(open)-1]
			continue
		}
		if top.names != nil && !top.named {
			top.name, top.named = fmt.Sprint(token), true
			if top.names[top.name] {
				found = append(found, top.at.property(top.name))
			}
			top.names[top.name] = true
			continue
		}
		at := top.at
		switch {
		case top.named:
			at, top.named = at.property(top.name), false
		case len(open) > 1:
			at = at.element(top.elements)
			top.elements++
		}
		switch token {
		case json.Delim('{'):
			open = append(open, container{at: at, names: map[string]bool{}})
		case json.Delim('['):
			open = append(open, container{at: at})
		}
	}
}

package metamodel

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// modelJSON is what generate/generate.js wrote.
//
//go:embed model.json
var modelJSON []byte

// loadModel decodes the embedded model once.
var loadModel = sync.OnceValue(func() *model {
	m, err := decodeModel(modelJSON)
	if err != nil {
		panic(err) // The file is part of the program.
	}
	return m
})

// A model holds the shapes of a version of the protocol by name.
type model struct {
	version       string
	requests      map[string]*message
	notifications map[string]*message
	registrations map[string]*message
	structures    map[string]*structure
	enumerations  map[string]*enumeration
	aliases       map[string]*shape
}

// A message is a request or a notification, or a name under which several of
// them are registered together.
type message struct {
	Method              string
	MessageDirection    direction
	Params              *shape
	Result              *shape
	PartialResult       *shape
	ErrorData           *shape
	RegistrationOptions *shape
	RegistrationMethod  string // Where it differs from Method.
	ClientCapability    string // A dotted path, or empty.
	ServerCapability    string // A dotted path, or empty.
}

// A direction says who may send a message.
type direction string

const (
	clientToServer direction = "clientToServer"
	serverToClient direction = "serverToClient"
)

// allows reports whether the sender may send a message of this direction.
func (d direction) allows(from Sender) bool {
	return !(d == clientToServer && from == FromServer || d == serverToClient && from == FromClient)
}

// A shape is a type of the protocol: what a JSON value must look like.
type shape struct {
	Kind      string     // base, reference, array, map, or, tuple, literal or stringLiteral.
	Name      string     // Of a base type or of what is referred to.
	Element   *shape     // Of an array or a map.
	Key       *shape     // Of a map.
	Items     []*shape   // Of an or or a tuple.
	Value     string     // Of a stringLiteral.
	Structure *structure // Of a literal.
}

// A structure is a JSON object with named properties.
type structure struct {
	Name                 string
	Extends              []*shape
	Properties           []property
	AdditionalProperties *shape // Nil where no other properties are allowed.
}

// A property belongs to a structure.
type property struct {
	Name     string
	Type     *shape
	Optional bool
}

// An enumeration lists values; a custom one allows others of its type.
type enumeration struct {
	Name                 string
	Type                 *shape
	Values               []struct{ Value json.RawMessage }
	SupportsCustomValues bool
}

// decodeModel reads the file and copies inherited properties into the
// structures that inherit them.
func decodeModel(text []byte) (*model, error) {
	var file struct {
		MetaData                               struct{ Version string }
		Requests, Notifications, Registrations []*message
		Structures                             []*structure
		Enumerations                           []*enumeration
		TypeAliases                            []struct {
			Name string
			Type *shape
		}
	}
	if err := json.Unmarshal(text, &file); err != nil {
		return nil, fmt.Errorf("reading the model of the protocol: %w", err)
	}
	method := func(m *message) string { return m.Method }
	m := &model{
		version:       file.MetaData.Version,
		requests:      byName(file.Requests, method),
		notifications: byName(file.Notifications, method),
		registrations: byName(file.Registrations, method),
		structures:    byName(file.Structures, func(s *structure) string { return s.Name }),
		enumerations:  byName(file.Enumerations, func(e *enumeration) string { return e.Name }),
		aliases:       map[string]*shape{},
	}
	for _, a := range file.TypeAliases {
		m.aliases[a.Name] = a.Type
	}
	for _, s := range m.structures {
		m.inherit(s)
	}
	return m, nil
}

func byName[T any](things []T, name func(T) string) map[string]T {
	named := make(map[string]T, len(things))
	for _, t := range things {
		named[name(t)] = t
	}
	return named
}

// inherit puts the properties of a structure's parents after its own, which
// win where both declare one.
func (m *model) inherit(s *structure) {
	declared := map[string]bool{}
	for _, p := range s.Properties {
		declared[p.Name] = true
	}
	for _, extends := range s.Extends {
		parent := m.structures[extends.Name]
		if parent == nil {
			continue // The test of the model names it.
		}
		m.inherit(parent)
		for _, p := range parent.Properties {
			if !declared[p.Name] {
				declared[p.Name] = true
				s.Properties = append(s.Properties, p)
			}
		}
	}
	s.Extends = nil
}

// message finds a method that the protocol defines, and whether it is a
// request.
func (m *model) message(method string) (found *message, request bool) {
	if found := m.requests[method]; found != nil {
		return found, true
	}
	return m.notifications[method], false
}

// String writes the shape as TypeScript would.
func (s *shape) String() string {
	switch s.Kind {
	case "array":
		if s.Element.Kind == "or" {
			return "(" + s.Element.String() + ")[]"
		}
		return s.Element.String() + "[]"
	case "map":
		return "{[" + s.Key.String() + "]: " + s.Element.String() + "}"
	case "or":
		return join(s.Items, " | ")
	case "tuple":
		return "[" + join(s.Items, ", ") + "]"
	case "literal":
		return "object"
	case "stringLiteral":
		return fmt.Sprintf("%q", s.Value)
	}
	return s.Name
}

// String writes the enumeration's name and, if it allows no others, its values.
func (e *enumeration) String() string {
	if e.SupportsCustomValues {
		return e.Name
	}
	values := make([]string, len(e.Values))
	for i, v := range e.Values {
		values[i] = string(v.Value)
	}
	return e.Name + " (" + strings.Join(values, " | ") + ")"
}

func join(shapes []*shape, separator string) string {
	names := make([]string, len(shapes))
	for i, s := range shapes {
		names[i] = s.String()
	}
	return strings.Join(names, separator)
}

// defines reports whether an enumeration lists a number.
func (m *model) defines(name string, number int64) bool {
	return slices.ContainsFunc(m.enumerations[name].Values, func(v struct{ Value json.RawMessage }) bool {
		return string(v.Value) == strconv.FormatInt(number, 10)
	})
}

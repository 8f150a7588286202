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

// modelJSON is written by generate/generate.js.
//
//go:embed model.json
var modelJSON []byte

// loadModel decodes the embedded model once.
var loadModel = sync.OnceValue(func() *model {
	m, err := decodeModel(modelJSON)
	if err != nil {
		panic(err) // the file is part of the program
	}
	return m
})

// model holds the shapes of a version of the protocol, by name.
type model struct {
	version       string
	requests      map[string]*message
	notifications map[string]*message
	registrations map[string]*message
	structures    map[string]*structure
	enumerations  map[string]*enumeration
	aliases       map[string]*shape
}

// message is a request or a notification, or a name under which several of these are registered.
type message struct {
	Method              string
	MessageDirection    direction
	Params              *shape
	Result              *shape
	PartialResult       *shape
	ErrorData           *shape
	RegistrationOptions *shape
	RegistrationMethod  string // empty if it is the same as Method
	ClientCapability    string // a path with dots, or empty
	ServerCapability    string // a path with dots, or empty
}

// direction is the side, or both, that may send a message.
type direction string

const (
	clientToServer direction = "clientToServer"
	serverToClient direction = "serverToClient"
)

// allows reports whether the sender may send a message of this direction.
func (d direction) allows(from Sender) bool {
	return !(d == clientToServer && from == FromServer || d == serverToClient && from == FromClient)
}

// shape is a type of the protocol, with which a JSON value can be compared.
type shape struct {
	Kind      string     // base, reference, array, map, or, tuple, literal or stringLiteral
	Name      string     // name of a base type or of the type referred to
	Element   *shape     // element type of an array or a map
	Key       *shape     // key type of a map
	Items     []*shape   // item types of an or or a tuple
	Value     string     // of a stringLiteral
	Structure *structure // of a literal
}

// structure is a JSON object with named properties.
type structure struct {
	Name                 string
	Extends              []*shape
	Properties           []property
	AdditionalProperties *shape // nil if no other properties are allowed
}

// property is a property of a structure.
type property struct {
	Name     string
	Type     *shape
	Optional bool
}

// enumeration is a list of values. If it supports custom values, all other values of its type are allowed too.
type enumeration struct {
	Name                 string
	Type                 *shape
	Values               []struct{ Value json.RawMessage }
	SupportsCustomValues bool
}

// decodeModel decodes the model and copies inherited properties into the structures that inherit them.
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
		requests:      indexByName(file.Requests, method),
		notifications: indexByName(file.Notifications, method),
		registrations: indexByName(file.Registrations, method),
		structures:    indexByName(file.Structures, func(s *structure) string { return s.Name }),
		enumerations:  indexByName(file.Enumerations, func(e *enumeration) string { return e.Name }),
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

func indexByName[T any](things []T, name func(T) string) map[string]T {
	named := make(map[string]T, len(things))
	for _, t := range things {
		named[name(t)] = t
	}
	return named
}

// inherit adds the properties of a structure's parents that it does not declare itself.
func (m *model) inherit(s *structure) {
	declared := map[string]bool{}
	for _, p := range s.Properties {
		declared[p.Name] = true
	}
	for _, extends := range s.Extends {
		parent := m.structures[extends.Name]
		if parent == nil {
			continue // a test of the model reports it
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

// message returns the request or notification with a method, or nil, and whether it is a request.
func (m *model) message(method string) (found *message, request bool) {
	if found := m.requests[method]; found != nil {
		return found, true
	}
	return m.notifications[method], false
}

// String returns the shape much as TypeScript would write it.
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

// String returns the enumeration's name and, if it allows no others, its values.
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

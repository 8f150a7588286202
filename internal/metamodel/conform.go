package metamodel

import (
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"net/url"
	"slices"
	"strconv"
	"strings"
)

// finding is the result of comparing a value with a shape.
type finding struct {
	problems []problem

	// parts are the structures that the value consists of, outer before inner; for a union, only
	// those of the chosen alternative.
	parts []part

	// mismatched is set if the JSON type of the value excludes this alternative of a union.
	mismatched bool
}

// problem is a place where a value departs from its shape.
type problem struct {
	path    *path
	text    string
	unknown bool // the shape does not declare the property
}

// part is a value that has been recognized as a structure of the model.
type part struct {
	structure string
	path      *path
	value     object
}

func mismatch(at *path, want fmt.Stringer, value any) finding {
	text := fmt.Sprintf("want %v, got %s", want, describe(value))
	return finding{problems: []problem{{path: at, text: text}}, mismatched: true}
}

func (f *finding) include(g finding) {
	f.problems = append(f.problems, g.problems...)
	f.parts = append(f.parts, g.parts...)
}

// distance returns how far a value is from an alternative of a union. Unknown properties count first:
// {range, text} with an invalid range is a change of a range, not a new text with an extra
// property.
func (f *finding) distance() (unknown, other int) {
	for _, p := range f.problems {
		if p.unknown {
			unknown++
		} else {
			other++
		}
	}
	return unknown, other
}

// conform compares a value with a shape.
func (m *model) conform(value any, s *shape, at *path) finding {
	switch s.Kind {
	case "base":
		return conformBase(value, s, at)
	case "reference":
		return m.conformReference(value, s, at)
	case "stringLiteral":
		if asText(value) != s.Value {
			return mismatch(at, s, value)
		}
		return finding{}
	case "literal":
		if o, ok := value.(object); ok {
			return m.conformStructure(o, s.Structure, at)
		}
	case "map":
		if o, ok := value.(object); ok {
			return m.conformMap(o, s, at)
		}
	case "array":
		if l, ok := value.([]any); ok {
			var f finding
			for i, element := range l {
				f.include(m.conform(element, s.Element, at.element(i)))
			}
			return f
		}
	case "tuple":
		if l, ok := value.([]any); ok && len(l) == len(s.Items) {
			var f finding
			for i, item := range s.Items {
				f.include(m.conform(l[i], item, at.element(i)))
			}
			return f
		}
	case "or":
		return m.conformUnion(value, s, at)
	}
	return mismatch(at, s, value)
}

func conformBase(value any, s *shape, at *path) finding {
	ok := false
	switch s.Name {
	case "LSPAny":
		ok = true
	case "LSPObject":
		_, ok = value.(object)
	case "null":
		ok = value == nil
	case "boolean":
		_, ok = value.(bool)
	case "string":
		_, ok = value.(string)
	case "DocumentUri", "URI":
		text, isText := value.(string)
		ok = isText && absoluteURI(text)
	case "integer":
		ok = integerIn(value, math.MinInt32, math.MaxInt32)
	case "uinteger":
		ok = integerIn(value, 0, math.MaxInt32)
	case "decimal":
		_, ok = value.(json.Number)
	}
	if !ok {
		return mismatch(at, s, value)
	}
	return finding{}
}

// integerIn reports whether a value is an integer in [least, most]. 1.0 is not, because many
// decoders reject it.
func integerIn(value any, least, most int64) bool {
	n, ok := value.(json.Number)
	if !ok {
		return false
	}
	i, err := strconv.ParseInt(n.String(), 10, 64)
	return err == nil && least <= i && i <= most
}

// absoluteURI reports whether a text is a URI with a scheme as in RFC 3986, with everything outside
// ASCII percent-encoded.
func absoluteURI(text string) bool {
	outside := func(r rune) bool { return r <= ' ' || r >= 0x7f }
	u, err := url.Parse(text)
	return err == nil && u.IsAbs() && !strings.ContainsFunc(text, outside)
}

func (m *model) conformReference(value any, s *shape, at *path) finding {
	if alias := m.aliases[s.Name]; alias != nil {
		return m.conform(value, alias, at)
	}
	if e := m.enumerations[s.Name]; e != nil {
		return m.conformEnumeration(value, e, at)
	}
	o, ok := value.(object)
	if !ok {
		return mismatch(at, s, value)
	}
	f := finding{parts: []part{{s.Name, at, o}}}
	f.include(m.conformStructure(o, m.structures[s.Name], at))
	return f
}

func (m *model) conformEnumeration(value any, e *enumeration, at *path) finding {
	if f := m.conform(value, e.Type, at); f.mismatched {
		return mismatch(at, e, value)
	}
	if e.SupportsCustomValues {
		return finding{}
	}
	for _, allowed := range e.Values {
		if decodeValue(allowed.Value) == value {
			return finding{}
		}
	}
	f := mismatch(at, e, value)
	f.mismatched = false // the right type, so this alternative is meant
	return f
}

func (m *model) conformStructure(o object, s *structure, at *path) finding {
	var f finding
	declared := make(map[string]bool, len(s.Properties))
	for _, p := range s.Properties {
		declared[p.Name] = true
		value, present := o[p.Name]
		switch {
		case present:
			f.include(m.conform(value, p.Type, at.property(p.Name)))
		case !p.Optional:
			f.problems = append(f.problems, problem{path: at.property(p.Name), text: "missing, want " + p.Type.String()})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(o)) {
		switch {
		case declared[name]:
		case s.AdditionalProperties != nil:
			f.include(m.conform(o[name], s.AdditionalProperties, at.property(name)))
		default:
			text := "unknown property"
			if s.Name != "" {
				text += " of " + s.Name
			}
			f.problems = append(f.problems, problem{path: at.property(name), text: text, unknown: true})
		}
	}
	return f
}

func (m *model) conformMap(o object, s *shape, at *path) finding {
	var f finding
	for _, name := range slices.Sorted(maps.Keys(o)) {
		f.include(m.conform(name, s.Key, at.property(name)))
		f.include(m.conform(o[name], s.Element, at.property(name)))
	}
	return f
}

// conformUnion compares a value with the most similar alternative.
func (m *model) conformUnion(value any, s *shape, at *path) finding {
	var best *finding
	for _, alternative := range s.Items {
		f := m.conform(value, alternative, at)
		switch {
		case f.mismatched:
		case best == nil || less(f, *best):
			best = &f
		}
	}
	if best == nil {
		return mismatch(at, s, value)
	}
	return *best
}

func less(f, g finding) bool {
	fUnknown, fOther := f.distance()
	gUnknown, gOther := g.distance()
	return fUnknown < gUnknown || fUnknown == gUnknown && fOther < gOther
}

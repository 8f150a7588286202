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

// shapeComparison is the result of comparing a value with a shape.
type shapeComparison struct {
	problems []problem

	// parts are the structures in the value, outer before inner; of a union, those of the chosen alternative.
	parts []structureValue

	// mismatched is set if the value as a whole departs from the shape, which excludes this alternative of a union.
	mismatched bool
}

// problem is a place where a value departs from its shape.
type problem struct {
	path    *path
	text    string
	unknown bool // the shape does not declare the property
}

// structureValue is a value that has been recognized as a structure of the model.
type structureValue struct {
	structure string
	path      *path
	value     object
}

func mismatch(at *path, want fmt.Stringer, value any) shapeComparison {
	text := fmt.Sprintf("want %v, got %s", want, describe(value))
	return shapeComparison{problems: []problem{{path: at, text: text}}, mismatched: true}
}

func (f *shapeComparison) include(g shapeComparison) {
	f.problems = append(f.problems, g.problems...)
	f.parts = append(f.parts, g.parts...)
}

// distance returns how far a value is from an alternative of a union. Unknown properties count first: {range, text}
// with an invalid range is a change of a range, not a new text with an extra property.
func (f *shapeComparison) distance() (unknown, other int) {
	for _, p := range f.problems {
		if p.unknown {
			unknown++
		} else {
			other++
		}
	}
	return unknown, other
}

// compare compares a value with a shape.
func (m *model) compare(value any, s *shape, at *path) shapeComparison {
	switch s.Kind {
	case "base":
		return compareBase(value, s, at)
	case "reference":
		return m.compareReference(value, s, at)
	case "stringLiteral":
		if asText(value) != s.Value {
			return mismatch(at, s, value)
		}
		return shapeComparison{}
	case "literal":
		if o, ok := value.(object); ok {
			return m.compareStructure(o, s.Structure, at)
		}
	case "map":
		if o, ok := value.(object); ok {
			return m.compareMap(o, s, at)
		}
	case "array":
		if l, ok := value.([]any); ok {
			var f shapeComparison
			for i, element := range l {
				f.include(m.compare(element, s.Element, at.element(i)))
			}
			return f
		}
	case "tuple":
		if l, ok := value.([]any); ok && len(l) == len(s.Items) {
			var f shapeComparison
			for i, item := range s.Items {
				f.include(m.compare(l[i], item, at.element(i)))
			}
			return f
		}
	case "or":
		return m.compareUnion(value, s, at)
	}
	return mismatch(at, s, value)
}

func compareBase(value any, s *shape, at *path) shapeComparison {
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
		ok = isText && isAbsoluteURI(text)
	case "integer":
		ok = isIntegerIn(value, math.MinInt32, math.MaxInt32)
	case "uinteger":
		ok = isIntegerIn(value, 0, math.MaxInt32)
	case "decimal":
		_, ok = value.(json.Number)
	}
	if !ok {
		return mismatch(at, s, value)
	}
	return shapeComparison{}
}

// isIntegerIn reports whether a value is an integer in [least, most]. 1.0 is not, because many decoders reject it.
func isIntegerIn(value any, least, most int64) bool {
	n, ok := value.(json.Number)
	if !ok {
		return false
	}
	i, err := strconv.ParseInt(n.String(), 10, 64)
	return err == nil && least <= i && i <= most
}

// isAbsoluteURI reports whether a text is a URI with a scheme as in RFC 3986, without unescaped spaces, controls and non-ASCII.
func isAbsoluteURI(text string) bool {
	outside := func(r rune) bool { return r <= ' ' || r >= 0x7f }
	u, err := url.Parse(text)
	return err == nil && u.IsAbs() && !strings.ContainsFunc(text, outside)
}

func (m *model) compareReference(value any, s *shape, at *path) shapeComparison {
	if alias := m.aliases[s.Name]; alias != nil {
		return m.compare(value, alias, at)
	}
	if e := m.enumerations[s.Name]; e != nil {
		return m.compareEnumeration(value, e, at)
	}
	o, ok := value.(object)
	if !ok {
		return mismatch(at, s, value)
	}
	f := shapeComparison{parts: []structureValue{{s.Name, at, o}}}
	f.include(m.compareStructure(o, m.structures[s.Name], at))
	return f
}

func (m *model) compareEnumeration(value any, e *enumeration, at *path) shapeComparison {
	if f := m.compare(value, e.Type, at); f.mismatched {
		return mismatch(at, e, value)
	}
	if e.SupportsCustomValues {
		return shapeComparison{}
	}
	for _, allowed := range e.Values {
		if decodeValue(allowed.Value) == value {
			return shapeComparison{}
		}
	}
	f := mismatch(at, e, value)
	f.mismatched = false // the right type, so this alternative is meant
	return f
}

func (m *model) compareStructure(o object, s *structure, at *path) shapeComparison {
	var f shapeComparison
	declared := make(map[string]bool, len(s.Properties))
	for _, p := range s.Properties {
		declared[p.Name] = true
		value, present := o[p.Name]
		switch {
		case present:
			f.include(m.compare(value, p.Type, at.property(p.Name)))
		case !p.Optional:
			f.problems = append(f.problems, problem{path: at.property(p.Name), text: "missing, want " + p.Type.String()})
		}
	}
	for _, name := range slices.Sorted(maps.Keys(o)) {
		switch {
		case declared[name]:
		case s.AdditionalProperties != nil:
			f.include(m.compare(o[name], s.AdditionalProperties, at.property(name)))
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

func (m *model) compareMap(o object, s *shape, at *path) shapeComparison {
	var f shapeComparison
	for _, name := range slices.Sorted(maps.Keys(o)) {
		f.include(m.compare(name, s.Key, at.property(name)))
		f.include(m.compare(o[name], s.Element, at.property(name)))
	}
	return f
}

// compareUnion compares a value with the most similar alternative.
func (m *model) compareUnion(value any, s *shape, at *path) shapeComparison {
	var best *shapeComparison
	for _, alternative := range s.Items {
		f := m.compare(value, alternative, at)
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

func less(f, g shapeComparison) bool {
	fUnknown, fOther := f.distance()
	gUnknown, gOther := g.distance()
	return fUnknown < gUnknown || fUnknown == gUnknown && fOther < gOther
}

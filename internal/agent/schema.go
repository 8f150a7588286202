package agent

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/google/jsonschema-go/jsonschema"

	"github.com/segls/segls/internal/tokencount"
)

// minimums holds the minimum values of whole numbers, by property name; every other whole number has the minimum 0.
var minimums = map[string]float64{"line": 1, "start-line": 1, "end-line": 1, "limit": 1, "level": 1}

// choices holds the permitted values of strings, by property name.
var choices = map[string][]string{
	"by":        divisions,
	"tokenizer": tokencount.Names,
}

// schemaOf returns the schema of a type. It has no unions with null, which some clients do not support.
func schemaOf[T any]() *jsonschema.Schema {
	s, err := jsonschema.For[T](nil)
	if err != nil {
		panic(err) // a type of this package
	}
	simplifySchema("", s)
	return s
}

func simplifySchema(name string, s *jsonschema.Schema) {
	if i := slices.Index(s.Types, "null"); i >= 0 && len(s.Types) == 2 {
		s.Type, s.Types = s.Types[1-i], nil
	}
	if s.Type == "integer" {
		least := minimums[name]
		s.Minimum = &least
	}
	for _, word := range choices[name] {
		s.Enum = append(s.Enum, word)
	}
	for property, of := range s.Properties {
		simplifySchema(property, of)
	}
	if s.Items != nil {
		simplifySchema("", s.Items)
	}
}

// convertArguments converts the arguments of a tool to the types of its schema. The error says what to give instead.
func convertArguments(tool string, schema *jsonschema.Schema, given json.RawMessage) (json.RawMessage, error) {
	values := make(map[string]any)
	if given = bytes.TrimSpace(given); len(given) > 0 && string(given) != "null" {
		decoder := json.NewDecoder(bytes.NewReader(given))
		decoder.UseNumber()
		if err := decoder.Decode(&values); err != nil {
			return nil, fmt.Errorf("give the arguments of %s as an object, with %s", tool, formatList(schema.PropertyOrder, "and"))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(values)) {
		of := schema.Properties[name]
		if of == nil {
			return nil, fmt.Errorf("%s has no argument %q; it takes %s", tool, name, formatList(schema.PropertyOrder, "and"))
		}
		if value := values[name]; value == nil || value == "" {
			delete(values, name)
			continue
		}
		value, err := convertArgument(name, of, values[name])
		if err != nil {
			return nil, err
		}
		values[name] = value
	}
	for _, name := range schema.Required {
		if _, ok := values[name]; !ok {
			return nil, fmt.Errorf("%s needs %s: %s", tool, name, schema.Properties[name].Description)
		}
	}
	return json.Marshal(values)
}

func convertArgument(name string, of *jsonschema.Schema, value any) (any, error) {
	if of.Type == "string" {
		text, ok := value.(string)
		switch {
		case !ok:
			return nil, fmt.Errorf("give %s as a string: %s", name, of.Description)
		case len(of.Enum) > 0 && !slices.Contains(of.Enum, any(text)):
			return nil, fmt.Errorf("give %s as %s; it is %q", name, formatList(choices[name], "or"), text)
		}
		return text, nil
	}
	if of.Type == "array" { // of strings
		list, ok := value.([]any)
		for _, element := range list {
			if _, isString := element.(string); !isString {
				ok = false
			}
		}
		if !ok {
			return nil, fmt.Errorf("give %s as a list of strings: %s", name, of.Description)
		}
		return list, nil
	}
	number, err := math.NaN(), errors.New("not a number")
	if _, isBool := value.(bool); !isBool {
		number, err = strconv.ParseFloat(strings.TrimSpace(fmt.Sprint(value)), 64)
	}
	kind := "number"
	if of.Type == "integer" {
		kind = "whole number"
	}
	const most = 1 << 53 // up to here, JSON numbers keep whole numbers exact
	switch {
	case err != nil || math.IsNaN(number) || math.Abs(number) > most || of.Type == "integer" && number != math.Trunc(number):
		return nil, fmt.Errorf("give %s as a %s: %s", name, kind, of.Description)
	case of.Minimum != nil && number < *of.Minimum:
		return nil, fmt.Errorf("give %s as a %s of at least %v: %s", name, kind, *of.Minimum, of.Description)
	case of.Type == "integer":
		return int(number), nil
	}
	return number, nil
}

// formatList joins a list as in "a, b and c"; last is the word before the last element.
func formatList(list []string, last string) string {
	if len(list) < 2 {
		return strings.Join(list, "")
	}
	return strings.Join(list[:len(list)-1], ", ") + " " + last + " " + list[len(list)-1]
}

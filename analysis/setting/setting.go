package setting

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/segls/segls/analysis/sentence"
)

// Kind is the type of a setting's values.
type Kind uint8

// The kinds, and the Go type of their values.
const (
	Whole  Kind = iota // int
	Number             // float64
	Text               // string
	Switch             // bool
)

// Setting declares one setting of the struct S.
type Setting[S any] struct {
	Name    string            // in kebab case
	Kind    Kind              // the type of its values
	Default any               // a value of the type of Kind
	Min     float64           // the bounds of a number, both inclusive
	Max     float64           // see Min
	Choices []string          // the choices for a text; nil if any text will do
	Meaning []string          // the meaning of each choice, or nil
	Aliases map[string]string // other names of choices
	Words   []string          // alternatives to a whole number: the first is stored as 0, the second as -1
	Unit    string            // of a number, in the plural: "words"; or ""
	Doc     string            // a sentence or two, for a writer
	Group   Group             // the group in which it is shown

	set func(s *S, value any)
	get func(s *S) any
}

// Group is a heading for settings shown to a writer.
type Group struct {
	Title string
	Doc   string // a sentence about its settings
}

// InGroup puts settings into a group, and returns them as a list.
func InGroup[S any](g Group, l ...Setting[S]) List[S] {
	for i := range l {
		l[i].Group = g
	}
	return l
}

// Int declares a whole number in [least, most].
func Int[S any](name string, def, least, most int, unit, doc string, field func(*S) *int) Setting[S] {
	return Setting[S]{
		Name: name, Kind: Whole, Default: def, Min: float64(least), Max: float64(most), Unit: unit, Doc: doc,
		set: func(s *S, v any) { *field(s) = v.(int) }, get: func(s *S) any { return *field(s) },
	}
}

// Float declares a number in [least, most].
func Float[S any](name string, def, least, most float64, unit, doc string, field func(*S) *float64) Setting[S] {
	return Setting[S]{
		Name: name, Kind: Number, Default: def, Min: least, Max: most, Unit: unit, Doc: doc,
		set: func(s *S, v any) { *field(s) = v.(float64) }, get: func(s *S) any { return *field(s) },
	}
}

// Choice declares a text that is one of the choices, the first of which is the default.
func Choice[S any](name string, choices []string, doc string, field func(*S) *string) Setting[S] {
	return Setting[S]{
		Name: name, Kind: Text, Default: choices[0], Choices: choices, Doc: doc,
		set: func(s *S, v any) { *field(s) = v.(string) }, get: func(s *S) any { return *field(s) },
	}
}

// String declares a text without restrictions.
func String[S any](name, def, doc string, field func(*S) *string) Setting[S] {
	return Setting[S]{
		Name: name, Kind: Text, Default: def, Doc: doc,
		set: func(s *S, v any) { *field(s) = v.(string) }, get: func(s *S) any { return *field(s) },
	}
}

// WithMeaning returns the setting with a phrase for each of its choices, in their order.
func (d Setting[S]) WithMeaning(meaning ...string) Setting[S] {
	d.Meaning = meaning
	return d
}

// WithAliases returns the setting with other names for some of its choices.
func (d Setting[S]) WithAliases(aliases map[string]string) Setting[S] {
	d.Aliases = aliases
	return d
}

// OrKeyword returns the setting, of a whole number, with words as alternative values. The field holds 0 for the first word and -1 for the
// second, so these numbers must be below the least.
func (d Setting[S]) OrKeyword(words ...string) Setting[S] {
	d.Words = words
	return d
}

// Bool declares a switch.
func Bool[S any](name string, def bool, doc string, field func(*S) *bool) Setting[S] {
	return Setting[S]{
		Name: name, Kind: Switch, Default: def, Doc: doc,
		set: func(s *S, v any) { *field(s) = v.(bool) }, get: func(s *S) any { return *field(s) },
	}
}

// Get returns the setting's value in s.
func (d Setting[S]) Get(s *S) any {
	return d.writtenValue(d.get(s))
}

// writtenValue returns a value of the field as written in settings files.
func (d Setting[S]) writtenValue(value any) any {
	if n, ok := value.(int); ok && n <= 0 && -n < len(d.Words) {
		return d.Words[-n]
	}
	return value
}

// Set sets the value in s, given as JSON decodes it: a float64, a string or a bool; a number may also be an int. If the value does not fit,
// Set returns an error that says which values do, and leaves s unchanged.
func (d Setting[S]) Set(s *S, value any) error {
	if word, ok := value.(string); ok {
		if i := slices.Index(d.Words, word); i >= 0 {
			d.set(s, -i)
			return nil
		}
	}
	switch d.Kind {
	case Whole, Number:
		n, ok := value.(float64)
		if i, isInt := value.(int); isInt {
			n, ok = float64(i), true
		}
		if !ok || math.IsNaN(n) || n < d.Min || n > d.Max || d.Kind == Whole && n != math.Trunc(n) {
			return d.invalidValueError(value)
		}
		if d.Kind == Whole {
			d.set(s, int(n))
		} else {
			d.set(s, n)
		}
	case Text:
		text, ok := value.(string)
		if choice, isAlias := d.Aliases[text]; isAlias {
			text = choice
		}
		if !ok || d.Choices != nil && !slices.Contains(d.Choices, text) {
			return d.invalidValueError(value)
		}
		d.set(s, text)
	case Switch:
		on, ok := value.(bool)
		if !ok {
			return d.invalidValueError(value)
		}
		d.set(s, on)
	}
	return nil
}

// SetString calls Set with a value that was written as text, for example on a command line.
func (d Setting[S]) SetString(s *S, value string) error {
	switch d.Kind {
	case Whole, Number:
		if n, err := strconv.ParseFloat(value, 64); err == nil {
			return d.Set(s, n)
		}
	case Switch:
		if on, err := strconv.ParseBool(value); err == nil {
			return d.Set(s, on)
		}
	}
	return d.Set(s, value)
}

func (d Setting[S]) invalidValueError(value any) error {
	shown := fmt.Sprintf("%v", value)
	if text, ok := value.(string); ok {
		shown = strconv.Quote(text)
	}
	return sentence.New("%s: %s is not %s", d.Name, shown, d.DescribeValues())
}

// DescribeValues returns a description of the values that the setting takes.
func (d Setting[S]) DescribeValues() *sentence.Sentence {
	switch d.Kind {
	case Whole:
		switch last := len(d.Words) - 1; {
		case last == 0:
			return sentence.New("a whole number from %.0f to %.0f, or %s", d.Min, d.Max, d.Words[0])
		case last > 0:
			return sentence.New("a whole number from %.0f to %.0f, %s or %s", d.Min, d.Max, strings.Join(d.Words[:last], ", "), d.Words[last])
		}
		return sentence.New("a whole number from %.0f to %.0f", d.Min, d.Max)
	case Number:
		return sentence.New("a number from %g to %g", d.Min, d.Max)
	case Switch:
		return sentence.New("true or false")
	}
	if d.Choices == nil {
		return sentence.New("a text")
	}
	return sentence.New("one of %s", strings.Join(d.Choices, ", "))
}

// List holds the declarations of all settings of S.
type List[S any] []Setting[S]

// Defaults returns an S with every setting at its default.
func (l List[S]) Defaults() S {
	var s S
	for _, d := range l {
		d.set(&s, d.Default)
	}
	return s
}

// InGroups returns the list in the order of the groups, and in unchanged order within each.
func (l List[S]) InGroups(groups []Group) List[S] {
	ordered := slices.Clone(l)
	slices.SortStableFunc(ordered, func(a, b Setting[S]) int {
		return cmp.Compare(slices.Index(groups, a.Group), slices.Index(groups, b.Group))
	})
	return ordered
}

// WithDefault returns the list with another default for a setting, in the form of its field.
func (l List[S]) WithDefault(name string, value any) List[S] {
	changed := slices.Clone(l)
	changed[slices.IndexFunc(l, func(d Setting[S]) bool { return d.Name == name })].Default = value
	return changed
}

// DefaultValue returns the default in its JSON form: a word if the number represents one.
func (d Setting[S]) DefaultValue() any { return d.writtenValue(d.Default) }

// Find returns the setting of that name, in kebab case or camel case.
func (l List[S]) Find(name string) (Setting[S], bool) {
	for _, d := range l {
		if d.Name == name || CamelCase(d.Name) == name {
			return d, true
		}
	}
	return Setting[S]{}, false
}

// Set sets the named setting to a value; see [Setting.Set].
func (l List[S]) Set(s *S, name string, value any) error {
	d, ok := l.Find(name)
	if !ok {
		return UnknownError{name, Nearest(name, l.allNames())}
	}
	return d.Set(s, value)
}

// allNames returns all names of the settings, in both forms.
func (l List[S]) allNames() []string {
	var names []string
	for _, d := range l {
		names = append(names, d.Name, CamelCase(d.Name))
	}
	return names
}

// UnknownError reports a name that no setting has, and the name that may have been meant, or "".
type UnknownError struct{ Name, Nearest string }

func (e UnknownError) Error() string { return e.Sentence().String() }

// Sentence returns the error in words for a writer.
func (e UnknownError) Sentence() *sentence.Sentence {
	if e.Nearest != "" {
		return sentence.New("%s: there is no such setting; did you mean %s?", e.Name, e.Nearest)
	}
	return sentence.New("%s: there is no such setting", e.Name)
}

// Map returns the values of s by name in kebab case, in their JSON form.
func (l List[S]) Map(s *S) map[string]any {
	m := make(map[string]any, len(l))
	for _, d := range l {
		m[d.Name] = d.Get(s)
	}
	return m
}

// CamelCase converts preferred-words to preferredWords.
func CamelCase(name string) string {
	words := strings.Split(name, "-")
	for i, w := range words[1:] {
		words[i+1] = strings.ToUpper(w[:1]) + w[1:]
	}
	return strings.Join(words, "")
}

// Embed declares the settings of a part as settings of the struct that holds it.
func Embed[S, Part any](l List[Part], part func(*S) *Part) List[S] {
	lifted := make(List[S], len(l))
	for i, d := range l {
		lifted[i] = Setting[S]{
			Name: d.Name, Kind: d.Kind, Default: d.Default, Min: d.Min, Max: d.Max, Choices: d.Choices, Meaning: d.Meaning, Aliases: d.Aliases, Words: d.Words, Unit: d.Unit, Doc: d.Doc, Group: d.Group,
			set: func(s *S, v any) { d.set(part(s), v) },
			get: func(s *S) any { return d.get(part(s)) },
		}
	}
	return lifted
}

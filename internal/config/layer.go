package config

import (
	"strconv"

	"github.com/segls/segls/analysis/setting"
)

// Origin says where a setting was set.
type Origin struct {
	Source string // the path of a file, or what else it was: [BuiltIn], "editor", "flag"
	Line   int    // from 1 in a file, else 0
}

// BuiltIn is the source of what a setting's declaration says.
const BuiltIn = "built-in"

// String returns the origin as FILE:LINE, or the name of a source that has no lines.
func (o Origin) String() string {
	if o.Line == 0 {
		return o.Source
	}
	return o.Source + ":" + strconv.Itoa(o.Line)
}

// An Assignment gives a setting a value, of a type that [setting.Setting.Set] takes.
type Assignment struct {
	Value  any
	Origin Origin
}

// A Layer is what one source says: assignments by the setting's name in kebab case.
type Layer map[string]Assignment

// NewLayer returns a layer from values by name, in kebab or in camel case, from a source
// without lines. Names that no setting has are left out.
func NewLayer[S any](declared setting.List[S], source string, values map[string]any) Layer {
	layer := make(Layer, len(values))
	for name, value := range values {
		if d, ok := declared.Find(name); ok {
			layer[d.Name] = Assignment{value, Origin{Source: source}}
		}
	}
	return layer
}

// Effective are the settings that hold for a document.
type Effective[S any] struct {
	Settings S
	Origins  map[string]Origin // of every setting, by its name in kebab case
	Files    []*File           // those that were found, the weakest first
}

// Merge puts layers over the declared defaults, the weakest first. A value that a
// setting does not take leaves it as the layers below have it.
func Merge[S any](declared setting.List[S], layers ...Layer) Effective[S] {
	e := Effective[S]{Settings: declared.Defaults(), Origins: make(map[string]Origin, len(declared))}
	for _, d := range declared {
		e.Origins[d.Name] = Origin{Source: BuiltIn}
		for _, layer := range layers {
			if a, ok := layer[d.Name]; ok && d.Set(&e.Settings, a.Value) == nil {
				e.Origins[d.Name] = a.Origin
			}
		}
	}
	return e
}

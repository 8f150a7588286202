package config

import (
	"strconv"

	"github.com/segls/segls/analysis/setting"
)

// Origin is the place where a setting is set.
type Origin struct {
	Source string // the path of a file, or a source without lines, such as [BuiltIn]
	Line   int    // from 1 in a file, else 0
}

// BuiltIn is the source of declared defaults.
const BuiltIn = "built-in"

// String returns the origin as FILE:LINE, or the name of a source without lines.
func (o Origin) String() string {
	if o.Line == 0 {
		return o.Source
	}
	return o.Source + ":" + strconv.Itoa(o.Line)
}

// Assignment is a value for a setting, of a type that [setting.Setting.Set] takes, with its origin.
type Assignment struct {
	Value  any
	Origin Origin
}

// Layer holds the assignments of one source, by the setting's name in kebab case.
type Layer map[string]Assignment

// NewLayer returns a layer of values by name, in kebab or in camel case, from a source without lines. It ignores unknown names.
func NewLayer[S any](declared setting.List[S], source string, values map[string]any) Layer {
	layer := make(Layer, len(values))
	for name, value := range values {
		if d, ok := declared.Find(name); ok {
			layer[d.Name] = Assignment{value, Origin{Source: source}}
		}
	}
	return layer
}

// EffectiveSettings holds the settings for a document.
type EffectiveSettings[S any] struct {
	Settings S
	Origins  map[string]Origin // the origin of every setting, by its name in kebab case
	Files    []*File           // the files found, the weakest first
}

// Merge merges layers over the declared defaults, the weakest first. An invalid value is ignored.
func Merge[S any](declared setting.List[S], layers ...Layer) EffectiveSettings[S] {
	e := EffectiveSettings[S]{Settings: declared.Defaults(), Origins: make(map[string]Origin, len(declared))}
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

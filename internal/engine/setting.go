package engine

import (
	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/setting"
)

// settingJSON is the declaration of a setting in JSON.
type settingJSON struct {
	Name    string   `json:"name"`
	Type    string   `json:"type"` // integer, number, string or boolean
	Default any      `json:"default"`
	Min     *float64 `json:"min,omitempty"`
	Max     *float64 `json:"max,omitempty"`
	Choices []string `json:"choices,omitempty"`
	Words   []string `json:"words,omitempty"` // alternatives to a number
	Unit    string   `json:"unit,omitempty"`
	Doc     string   `json:"doc"`
	Group   string   `json:"group"`
}

const preferredWords = "preferred-words"

// known are the settings of an analysis, with the default length that the program and the editors use: that of the author's own sections.
var known = analysis.DeclaredSettings.WithDefault(preferredWords, analysis.WordsOfAuthor)

// declaredSettings returns all settings of an analysis, in the order of their groups.
func declaredSettings() []settingJSON {
	var list []settingJSON
	for _, d := range known {
		s := settingJSON{
			Name: d.Name, Type: [...]string{"integer", "number", "string", "boolean"}[d.Kind], Default: d.Default,
			Choices: d.Choices, Words: d.Words, Unit: d.Unit, Doc: d.Doc, Group: d.Group.Title,
		}
		if d.Kind == setting.Whole || d.Kind == setting.Number {
			s.Min, s.Max = &d.Min, &d.Max
		}
		list = append(list, s)
	}
	return list
}

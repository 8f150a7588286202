package answer

import (
	"github.com/segls/segls/analysis"
)

// Method is an element of the output of `segls methods --format json`.
type Method struct {
	Name     string   `json:"name"`
	Doc      string   `json:"doc"`
	Source   string   `json:"source,omitempty"`
	Needs    string   `json:"needs"`
	Settings []string `json:"settings"` // that only some methods have
	Curve    bool     `json:"curve"`
	Baseline bool     `json:"baseline"`
}

// Methods returns all methods of division.
func Methods() []Method {
	var list []Method
	for _, m := range analysis.Defaults().Methods() {
		about := m.About()
		list = append(list, Method{about.Name, about.Doc, about.Source, about.Needs, nonNilTerms(about.Settings), about.IsCurve, about.IsBaseline})
	}
	return list
}

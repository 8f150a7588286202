package method_test

import (
	"fmt"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/fragment"
)

// harbour is a text of two topics, one sentence per unit: four about a ferry, two about bread.
var harbour = analysis.Lines([]string{
	"The ferry left the harbour before the fog had lifted.",
	"In the fog the ferry sounded its horn across the harbour.",
	"The pilot of the ferry knew each buoy of the harbour.",
	"Nobody on the ferry saw the pilot leave in the fog.",
	"Bread needs flour, water, salt and a lively yeast.",
	"The baker lets the yeast feed on flour and water.",
}, analysis.Settings{Method: analysis.MethodBlend, Language: "en"})

// All methods are called in the same way, with the units and the goal. Some need a longer text than this one.
func ExampleMethod() {
	goal := method.Goal{Segments: 2, Cost: fragment.Cost{Preferred: 30, Scaling: 0.1}}
	for _, m := range method.All {
		fmt.Println(m.About().Name, m.Divide(method.AllUnits(harbour), goal))
	}
	// Output:
	// vmp [4]
	// chains [4]
	// lcp [3]
	// windows-words [3]
	// windows-bytes [3]
	// texttiling [4]
	// texttiling-introduction [3]
	// hac [4]
	// c99 [4]
	// u00 [4]
	// density [4]
	// dcm [4]
	// blend [4]
	// even [3]
	// none []
}

// While somebody writes a text, its statistics are kept. The blend's costs then change only where the text does.
func ExampleBlend_Survey() {
	blend := method.Blend{Constants: method.BlendConstants}
	goal := method.Goal{Words: 30, Cost: fragment.Cost{Preferred: 30, Scaling: 0.5}}
	goal.Statistics, _ = blend.Survey([]method.SourceUnits{{Units: harbour}}, goal, nil)
	longer := append(analysis.Lines([]string{"The ferry waits in the harbour."}, analysis.Settings{Method: analysis.MethodBlend, Language: "en"}), harbour...)
	fmt.Println(blend.Divide(method.AllUnits(harbour), goal))
	fmt.Println(blend.Divide(method.AllUnits(longer), goal))
	// Output:
	// [4]
	// [5]
}

package analysis

import (
	"slices"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/fragment"
)

// constraintsOf are what headings and directives ask for in each gap.
func constraintsOf(d *Document) []fragment.Constraint {
	var constraints []fragment.Constraint
	for _, gap := range d.gaps(0, d.paragraphs()) {
		constraints = append(constraints, gap.Constraint)
	}
	return constraints
}

// hasWords reports whether there is a word in a text.
func hasWords(prose []byte) (has bool) {
	language.Words(prose, func(int, int) { has = true })
	return has
}

// heldFragments are the fragments that are held.
func heldFragments(d *Document) []Fragment {
	return slices.DeleteFunc(slices.Clone(d.Fragments()), func(f Fragment) bool { return !f.Held })
}

package analysis

import "github.com/segls/segls/fragment"

// constraintsOf are what headings and directives ask for in each gap.
func constraintsOf(d *Document) []fragment.Constraint {
	var constraints []fragment.Constraint
	for _, gap := range d.gaps(0, d.paragraphs()) {
		constraints = append(constraints, gap.Constraint)
	}
	return constraints
}

package analysis

import (
	"context"
	"slices"

	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/fragment"
)

// constraintsOf returns the constraints of headings and directives on each gap.
func constraintsOf(d *Document) []fragment.Constraint {
	var constraints []fragment.Constraint
	for _, gap := range d.methodGaps(0, d.numParagraphs()) {
		constraints = append(constraints, gap.Constraint)
	}
	return constraints
}

func hasWords(prose []byte) (has bool) {
	language.Words(prose, func(int, int) { has = true })
	return has
}

func heldFragments(d *Document) []Fragment {
	return slices.DeleteFunc(slices.Clone(d.Fragments()), func(f Fragment) bool { return !f.Held })
}

// under returns a document under other settings, which no directive changes.
func under(d *Document, s Settings) *Document {
	other, _ := d.With(context.Background(), s, SettingNames...)
	return other
}

package analysis

import (
	"context"
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

// under is a document under other settings, which no directive changes.
func under(d *Document, s Settings) *Document {
	other, _ := d.With(context.Background(), s, SettingNames...)
	return other
}

package analysis

import (
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/fragment"
)

// What an analysis has found, as plain slices in the order of the text, with spans
// from its start. They must not be written to.

// Blocks are the text's parts.
func (d *Document) Blocks() []markup.Block { return d.blocks }

// Paragraphs are those of the blocks, or of their children, that are prose and have
// words.
func (d *Document) Paragraphs() []Paragraph { return d.paragraphs }

// Words is the length of all paragraphs.
func (d *Document) Words() int { return d.words }

// Sections are the headings with what they head.
func (d *Document) Sections() []Section { return d.sections }

// Curve has the similarity of the two sides of each gap, which is what a boundary costs
// there. A method that finds segments itself charges otherwise; see [Methods].
func (d *Document) Curve() []float64 { return d.curve }

// Constraints says for each gap whether a boundary has to be or must not be there.
func (d *Document) Constraints() []fragment.Constraint { return d.constraints }

// Fragments divide the paragraphs.
func (d *Document) Fragments() []Fragment { return d.fragments }

// Violations are the fragments that the hard limits of the settings do not allow and
// that could not be helped.
func (d *Document) Violations() []fragment.Violation { return d.violations }

// InText are the settings that directives in the text set, by name in kebab case.
func (d *Document) InText() map[string]SettingInText { return d.inText }

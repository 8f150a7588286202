package analysis

import (
	"fmt"
	"slices"

	"github.com/segls/segls/analysis/method"
	"github.com/segls/segls/fragment"
	"github.com/segls/segls/fragment/sequence"
)

// Finer is the document with so many boundaries more, the surest of those that are none,
// or for a negative number so many fewer, the least sure first: see [method.Division.Finer].
// What headings and directives ask for stays, and so do the limits. The text is not analysed
// again. After an edit the division is the method's own. It errs where the method does not
// tell how sure it is.
func (d *Document) Finer(by int) (*Document, error) {
	confidence := d.Confidence()
	if confidence == nil && d.division.Len() > 1 {
		return nil, fmt.Errorf("the method %s does not tell how sure it is of a boundary; %s does", d.Settings.Method, MethodBlend)
	}
	units := d.methodUnits()
	constraints := d.goal(0, len(units)).Constraints
	division := method.Division{Confidence: slices.Clone(confidence)}
	for g, c := range constraints {
		switch c {
		case fragment.Break: // the last to go, and then it stays
			division.Confidence[g] = 1
		case fragment.NoBreak:
			division.Confidence[g] = 0
		}
	}
	var paragraphs []fragment.Paragraph
	for p, starts := range d.division.All(0) {
		if i := len(paragraphs); starts && i > 0 {
			division.Boundaries = append(division.Boundaries, i)
		}
		paragraphs = append(paragraphs, p)
	}
	for g, c := range d.follow(division.Finer(by), constraints, units) {
		paragraphs[g+1].Constraint = c
	}
	finer := *d
	finer.answers = new(answers)
	finer.isStill = false
	finer.division, _ = d.undivided(float64(d.Preferred())).Replace(0, 0, paragraphs)
	finer.parts = sequence.Of[*part, size](finer.makeParts(size{}, finer.division.Len()))
	return &finer, nil
}

package analysis

import (
	"fmt"

	"github.com/segls/segls/analysis/method"
)

// WithCurve divides a document by a curve from elsewhere, with Heinonen's programme: one value
// for each gap, the lower the better to divide. It replaces the default method and those with
// curves, and fails for a method that divides without one or for a curve of another length. The
// curve belongs to this text: [Document.Edit] refuses to go on with it.
func WithCurve(d *Document, curve []float64) (*Document, error) {
	if !d.method.About().IsCurve && d.Settings.Method != MethodBlend {
		return nil, fmt.Errorf("the method %s finds segments by itself and takes no curve", d.Settings.Method)
	}
	given, err := method.NewGiven(curve, d.paragraphs())
	if err != nil {
		return nil, err
	}
	w := *d
	w.answers = new(derivedValues)
	w.method = given
	w.rest(nil, editedWords{})
	return &w, nil
}

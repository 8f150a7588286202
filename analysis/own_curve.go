package analysis

import (
	"fmt"
	"math"
)

// WithCurve is the document divided by a curve from elsewhere, one number for each gap, the
// lower the better to cut. It errs on a curve that does not fit, and where the method finds
// segments without a curve. After an edit the method has its own way again.
func (d *Document) WithCurve(curve []float64) (*Document, error) {
	n := len(d.Paragraphs())
	switch {
	case len(curve) != max(0, n-1):
		return nil, fmt.Errorf("%d numbers for the %d gaps of %d paragraphs", len(curve), max(0, n-1), n)
	case MethodOf(d.Settings).Segment != nil:
		return nil, fmt.Errorf("the method %s finds segments by itself and takes no curve", d.Settings.Method)
	}
	w := *d
	w.answers = new(answers)
	w.curve = append([]float64{}, curve...)
	for g, v := range w.curve {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return nil, fmt.Errorf("number %d is %v, which is not finite", g+1, v)
		}
	}
	w.compare()
	return &w, nil
}

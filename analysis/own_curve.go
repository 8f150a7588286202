package analysis

import (
	"fmt"
	"math"
)

// WithCurve is the document divided by a curve from elsewhere, one number for each gap, the
// lower the better to cut, in Heinonen's programme, as the default method has none of its own. It
// errs on a curve that does not fit, and where the method is another that finds segments
// without a curve. After an edit the programme goes by the curve of paper.
func (d *Document) WithCurve(curve []float64) (*Document, error) {
	n := len(d.Paragraphs())
	w := *d
	if w.Settings.Method == MethodBlend {
		w.Settings.Method = MethodPaper
	}
	switch {
	case len(curve) != max(0, n-1):
		return nil, fmt.Errorf("%d numbers for the %d gaps of %d paragraphs", len(curve), max(0, n-1), n)
	case MethodOf(w.Settings).Segment != nil:
		return nil, fmt.Errorf("the method %s finds segments by itself and takes no curve", d.Settings.Method)
	}
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

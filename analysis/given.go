package analysis

import (
	"fmt"

	"github.com/segls/segls/analysis/method"
)

// WithCurve divides a document by a given curve, with Heinonen's dynamic programming. The curve has one value for each gap; the lower it
// is, the better the gap is as a boundary. WithCurve returns an error if the document's method takes no curve, if the curve has another
// length, or if a value is not finite. The curve belongs to this text: [Document.Edit] returns [ErrCurve].
func (d *Document) WithCurve(curve []float64) (*Document, error) {
	if !d.method.About().IsCurve && d.Settings.Method != MethodBlend {
		return nil, fmt.Errorf("the method %s finds segments by itself and takes no curve", d.Settings.Method)
	}
	given, err := method.NewGiven(curve, d.numParagraphs())
	if err != nil {
		return nil, err
	}
	w := *d
	w.memos = new(memos)
	w.method = given
	w.remeasureAndDivide(nil, editedWords{})
	return &w, nil
}

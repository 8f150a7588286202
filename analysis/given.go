package analysis

import (
	"fmt"

	"github.com/segls/segls/analysis/method"
)

// WithCurve is the document divided by a curve from elsewhere, one number for each gap, the
// lower the better to cut, in Heinonen's programme. It errs on a curve that does not fit, and
// where the method finds segments without a curve; the default method makes way. The numbers
// are of this text: [Document.Edit] refuses to go on with them.
func WithCurve(d *Document, curve []float64) (*Document, error) {
	if _, isProgrammed := d.method.(method.Programmed); !isProgrammed && d.Settings.Method != MethodBlend {
		return nil, fmt.Errorf("the method %s finds segments by itself and takes no curve", d.Settings.Method)
	}
	given, err := method.NewGiven(curve, d.paragraphs())
	if err != nil {
		return nil, err
	}
	w := *d
	w.answers = new(answers)
	w.method = given
	w.rest(nil)
	return &w, nil
}

package answer

import (
	"iter"
	"slices"

	"github.com/segls/segls/analysis"
)

// Explanation is the output of `segls explain --format json`.
type Explanation = GenericExplanation[[]ExplainedGap]

// GenericExplanation is an [Explanation] with another type for the list of gaps, like [GenericDocument].
type GenericExplanation[G any] struct {
	Path   string `json:"path"`
	Method string `json:"method"`
	Gaps   G      `json:"gaps"`
}

// ExplainedGap explains why there is a boundary in a gap, or none.
type ExplainedGap struct {
	After      int        `json:"after"` // paragraphs before the gap
	Cell       int        `json:"cell,omitempty"`
	Line       int        `json:"line"` // of the paragraph after it
	Boundary   bool       `json:"boundary"`
	DecidedBy  *string    `json:"decided-by"` // the rule that decided the gap without weighing, or null
	Parts      []CostPart `json:"parts"`
	Sum        *float64   `json:"sum"` // of the parts, in order; a boundary pays if it is below 0
	Confidence *float64   `json:"confidence"`
	Ends       []string   `json:"ends"`
	Begins     []string   `json:"begins"`
	Bridges    []string   `json:"bridges"`
	VanishesAt *int       `json:"vanishes-at"` // the shortest preferred length at which a boundary would not pay
}

// CostPart is a part of the cost of a boundary.
type CostPart struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
}

// ExplanationOf explains some gaps.
func ExplanationOf(path string, d *analysis.Document, gaps []int) Explanation {
	return Explanation{path, d.Settings.Method, slices.AppendSeq([]ExplainedGap{}, ExplainedGaps(d, gaps))}
}

// ExplainedGaps yields explanations of gaps. Each is computed when it is yielded, because a long text has many.
func ExplainedGaps(d *analysis.Document, gaps []int) iter.Seq[ExplainedGap] {
	return func(yield func(ExplainedGap) bool) {
		confidence, explainer := Confidence(d, gaps), d.Explainer()
		for i, g := range gaps {
			gap := explainedGapOf(d, explainer.Explain(g))
			if confidence != nil {
				gap.Confidence = &confidence[i]
			}
			if !yield(gap) {
				return
			}
		}
	}
}

func explainedGapOf(d *analysis.Document, e analysis.Explanation) ExplainedGap {
	at := PositionAfterGap(d, e.Gap)
	told := ExplainedGap{
		After: e.Gap + 1, Cell: at.Cell, Line: at.Line, Boundary: e.IsBoundary, Parts: make([]CostPart, len(e.Parts)),
		Ends: nonNilTerms(e.Ends), Begins: nonNilTerms(e.Begins), Bridges: nonNilTerms(e.Bridges),
	}
	for i, p := range e.Parts {
		told.Parts[i] = CostPart{p.Name, p.Value, p.Unit}
	}
	if e.DecidedBy != analysis.ByCost {
		told.DecidedBy = new(string(e.DecidedBy))
	} else if len(e.Parts) > 0 {
		told.Sum = &e.Sum
	}
	if e.VanishesAt > 0 {
		told.VanishesAt = &e.VanishesAt
	}
	return told
}

// Confidence returns the confidence of gaps; nil if the method has none. Computing it for all gaps
// together costs much less than for one gap at a time.
func Confidence(d *analysis.Document, gaps []int) []float64 {
	if len(gaps) == len(d.Curve()) {
		return d.Confidence()
	}
	return d.Confidence(gaps...)
}

func nonNilTerms(terms []string) []string { return append([]string{}, terms...) }

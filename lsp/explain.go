package lsp

import (
	"context"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis"
)

// explainParams are the parameters of segls/explain, about a gap of the curve that a client has drawn.
type explainParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	After        int                             `json:"after"` // the number of paragraphs before the gap
}

// explainResult explains why there is, or is not, a boundary at a gap. Fields that
// the JSON of `segls explain` also has are called the same, in camelCase.
type explainResult struct {
	Version    int32            `json:"version"`
	Method     string           `json:"method"`
	After      int              `json:"after"` // the number of paragraphs before the gap
	Boundary   bool             `json:"boundary"`
	DecidedBy  *string          `json:"decidedBy"` // the rule that decides alone, or null
	Parts      []costPartResult `json:"parts"`
	Sum        *float64         `json:"sum"`        // of the parts; a negative cost favours a boundary; null if nothing was weighed
	Confidence *float64         `json:"confidence"` // that a boundary belongs here; null if the method has no measure of it
	Ends       []string         `json:"ends"`
	Begins     []string         `json:"begins"`
	Bridges    []string         `json:"bridges"`
	VanishesAt *int             `json:"vanishesAt"` // the shortest preferred length at which a boundary would not pay; null if there is none
}

type costPartResult struct {
	Name  string  `json:"name"`
	Value float64 `json:"value"`
	Unit  string  `json:"unit"`
}

// explainGap explains a gap. It answers null if the document has no such gap.
func (s *Server) explainGap(ctx context.Context, p explainParams) (any, error) {
	return s.respond(ctx, p.TextDocument.URI, func(v *analysedFile) any {
		if p.After < 1 || p.After > v.ParagraphAt(v.Text.Len()) {
			return nil
		}
		e := v.Explain(p.After - 1)
		r := explainResult{
			Version: v.file.Version, Method: v.Settings.Method, After: p.After, Boundary: e.IsBoundary, Parts: make([]costPartResult, len(e.Parts)),
			Ends: e.Ends, Begins: e.Begins, Bridges: e.Bridges,
		}
		for i, part := range e.Parts {
			r.Parts[i] = costPartResult{part.Name, part.Value, part.Unit}
		}
		if e.DecidedBy != analysis.ByCost {
			r.DecidedBy = new(string(e.DecidedBy))
		} else if len(e.Parts) > 0 {
			r.Sum = &e.Sum
		}
		if c := v.Confidence(e.Gap); c != nil {
			r.Confidence = &c[0]
		}
		if e.VanishesAt > 0 {
			r.VanishesAt = &e.VanishesAt
		}
		return r
	})
}

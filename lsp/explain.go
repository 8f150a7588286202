package lsp

import (
	"context"
	"encoding/json"

	"go.lsp.dev/protocol"
)

// explainParams are those of segls/explain: a gap of the curve that a client has drawn.
type explainParams struct {
	TextDocument protocol.TextDocumentIdentifier `json:"textDocument"`
	After        int                             `json:"after"` // paragraphs before the gap
}

// explainResult says why there is, or is not, a boundary at a gap.
type explainResult struct {
	Version    int32    `json:"version"`
	Similarity float64  `json:"similarity"`
	Depth      float64  `json:"depth"` // below the peaks beside it
	Ends       []string `json:"ends"`
	Begins     []string `json:"begins"`
	Bridges    []string `json:"bridges"`
	LengthCost float64  `json:"lengthCost"`           // of the fragments on both sides; 0 where there is no boundary
	JoinedCost float64  `json:"joinedCost"`           // of these as one
	VanishesAt int      `json:"vanishesAt"`           // the preferred length at which the boundary would be gone; 0 where none or no length does that
	Confidence *float64 `json:"confidence,omitempty"` // that a boundary belongs here, where the method can tell
}

// explainGap explains a gap, or answers null where the document has none such.
func (s *Server) explainGap(ctx context.Context, raw protocol.LSPAny) (any, error) {
	var p explainParams
	if err := json.Unmarshal(raw, &p); err != nil {
		return nil, invalidParams("%s: %v", requestExplain, err)
	}
	return s.respond(ctx, p.TextDocument.URI, func(v *view) any {
		if p.After < 1 || p.After > len(v.Curve()) {
			return nil
		}
		e := v.Explain(p.After - 1)
		result := explainResult{v.snapshot.version, e.Similarity, e.Depth, e.Ends, e.Begins, e.Bridges, e.LengthCost, e.JoinedCost, v.VanishesAt(e.Gap), nil}
		if confidence := v.Confidence(); confidence != nil {
			result.Confidence = &confidence[e.Gap]
		}
		return result
	})
}

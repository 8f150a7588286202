package lsp

import (
	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis"
)

var severities = map[analysis.Severity]protocol.DiagnosticSeverity{
	analysis.Hint:        protocol.DiagnosticSeverityHint,
	analysis.Information: protocol.DiagnosticSeverityInformation,
	analysis.Warning:     protocol.DiagnosticSeverityWarning,
}

// diagnostics are the findings, for publishing. They stand under the first
// sentence: a whole paragraph underlined is unreadable. In a quiet document only
// directives have any.
func (v *view) diagnostics() []protocol.Diagnostic {
	diagnostics := []protocol.Diagnostic{}
	if !v.snapshot.settings.Diagnostics {
		return diagnostics
	}
	for _, f := range v.Reported() {
		diagnostics = append(diagnostics, protocol.Diagnostic{
			Range:    v.rangeOf(f.Span),
			Severity: severities[f.Rule.Severity()],
			Code:     protocol.String(f.Rule),
			Source:   protocol.NewOptional("segls"),
			Message:  protocol.String(f.Message()),
		})
	}
	return diagnostics
}

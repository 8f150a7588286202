package lsp

import (
	"fmt"

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
func (v *view) diagnostics() rawMessage {
	diagnostics := rawMessage{'['}
	if v.snapshot.settings.Diagnostics {
		for i, f := range v.Reported() {
			if i > 0 {
				diagnostics = append(diagnostics, ',')
			}
			diagnostics = v.appendDiagnostic(diagnostics, f)
		}
	}
	return append(diagnostics, ']')
}

func (v *view) appendDiagnostic(dst []byte, f analysis.Finding) []byte {
	dst = append(dst, `{"range":`...)
	dst = v.area(f.Span).append(dst)
	return fmt.Appendf(dst, `,"severity":%d,"code":%s,"source":"segls","message":%s}`,
		severities[f.Rule.Severity()], encode(f.Rule), encode(f.Message()))
}

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

// diagnosed is a finding as it is shown. Its lines count from that of its first character.
type diagnosed struct {
	area area
	rest []byte // all but the range, in JSON, from the comma on
}

func (v *view) appendDiagnostic(dst []byte, f analysis.Finding) []byte {
	line := v.Text.LineAt(f.Span.Start)
	d := v.diagnosed(f, line)
	dst = append(dst, `{"range":`...)
	dst = d.area.shifted(line).append(dst)
	return append(dst, d.rest...)
}

// diagnosed is how a finding is shown: as kept, or made now.
func (v *view) diagnosed(f analysis.Finding, line int) *diagnosed {
	if f.Kept != nil {
		if kept, ok := f.Kept.Load().(*diagnosed); ok {
			return kept
		}
	}
	made := &diagnosed{v.area(f.Span).shifted(-line), fmt.Appendf(nil, `,"severity":%d,"code":%s,"source":"segls","message":%s}`,
		severities[f.Rule.Severity()], encode(f.Rule), encode(f.Message()))}
	if f.Kept != nil {
		f.Kept.Store(made)
	}
	return made
}

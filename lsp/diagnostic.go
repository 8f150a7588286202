package lsp

import (
	"fmt"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis"
)

// severities are as quiet as a finding deserves: only what a writer asks for in vain
// is a warning.
var severities = map[analysis.Rule]protocol.DiagnosticSeverity{
	analysis.ParagraphTooLong:  protocol.DiagnosticSeverityInformation,
	analysis.ParagraphTooShort: protocol.DiagnosticSeverityHint,
	analysis.FragmentTooLong:   protocol.DiagnosticSeverityInformation,
	analysis.BadDirective:      protocol.DiagnosticSeverityWarning,
}

// diagnostics are the findings, for publishing. They stand under the first
// sentence: a whole paragraph underlined is unreadable. In a quiet document only
// directives have any.
func (v *view) diagnostics() []protocol.Diagnostic {
	diagnostics := []protocol.Diagnostic{}
	if !v.snapshot.settings.Diagnostics {
		return diagnostics
	}
	quiet := v.IsQuiet()
	for _, f := range v.Findings() {
		if quiet && f.Rule != analysis.BadDirective {
			continue
		}
		diagnostics = append(diagnostics, protocol.Diagnostic{
			Range:    v.rangeOf(f.Span),
			Severity: severities[f.Rule],
			Code:     protocol.String(f.Rule),
			Source:   protocol.NewOptional("segls"),
			Message:  protocol.String(describe(f)),
		})
	}
	return diagnostics
}

// describe says a finding in words.
func describe(f analysis.Finding) string {
	switch f.Rule {
	case analysis.ParagraphTooLong:
		return fmt.Sprintf("This paragraph has %d words; more than %d are hard to read in one go.", f.Words, f.Limit)
	case analysis.ParagraphTooShort:
		return fmt.Sprintf("This paragraph has %s; less than %d may be too little to stand alone.", count(f.Words, "word"), f.Limit)
	case analysis.BadDirective:
		return f.Problem
	}
	return fmt.Sprintf("This fragment has %d words, more than the maximum of %d, and cannot be divided.", f.Words, f.Limit)
}

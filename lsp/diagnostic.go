package lsp

import (
	"fmt"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/check"
)

var severities = map[check.Severity]protocol.DiagnosticSeverity{
	check.Hint:        protocol.DiagnosticSeverityHint,
	check.Information: protocol.DiagnosticSeverityInformation,
	check.Warning:     protocol.DiagnosticSeverityWarning,
}

// diagnostics are the findings, for publishing. They stand under the first
// sentence: a whole paragraph underlined is unreadable. In a quiet document only
// directives have any.
func (v *view) diagnostics() rawMessage {
	if !v.snapshot.settings.Diagnostics {
		return rawMessage("[]")
	}
	all := v.Fragments()
	rendered := v.renderedFragments(all)
	diagnostics := rawMessage{'['}
	at := 0 // the fragment
	for i, f := range v.reported() {
		if i > 0 {
			diagnostics = append(diagnostics, ',')
		}
		for at+1 < len(all) && all[at+1].Span.Start <= f.Span.Start {
			at++
		}
		if f.Paragraph < 0 || at == len(all) || f.Span.Start < all[at].Span.Start || f.Span.End > all[at].Span.End {
			diagnostics = v.diagnosed(f, 0).append(diagnostics, 0)
			continue
		}
		diagnostics = v.diagnosedIn(&all[at], rendered[at], f).append(diagnostics, all[at].Line)
	}
	return append(diagnostics, ']')
}

// reported are the findings to publish: in a quiet document only the urgent ones.
func (v *view) reported() []check.Finding {
	if v.IsQuiet() {
		return check.Urgent(v.Findings())
	}
	return v.Findings()
}

// diagnosed is a finding as it is shown.
type diagnosed struct {
	finding check.Finding // in a fragment, with a span and a paragraph that count from its first
	area    area
	rest    []byte // all but the range, in JSON, from the comma on
}

// diagnosed is a finding as it is shown, with lines that count from another one.
func (v *view) diagnosed(f check.Finding, line int) diagnosed {
	return diagnosed{f, v.area(f.Span).shifted(-line), fmt.Appendf(nil, `,"severity":%d,"code":%s,"source":"segls","message":%s}`,
		severities[f.Severity], encode(f.Rule), encode(f.Message()))}
}

// append appends a diagnostic whose lines count from one.
func (d diagnosed) append(dst []byte, line int) []byte {
	dst = d.area.shifted(line).append(append(dst, `{"range":`...))
	return append(dst, d.rest...)
}

// diagnosedIn is a finding in a fragment as it is shown, with lines that count from the
// fragment's.
func (v *view) diagnosedIn(fragment *analysis.Fragment, r *renderedFragment, f check.Finding) diagnosed {
	own := f
	own.Span, own.Paragraph = f.Span.Shift(-fragment.Span.Start), f.Paragraph-fragment.First
	var known []diagnosed
	if p := r.diagnostics.Load(); p != nil {
		known = *p
	}
	for _, d := range known {
		if d.finding == own {
			return d
		}
	}
	made := v.diagnosed(f, fragment.Line)
	made.finding = own
	known = append(slices.Clip(known), made)
	r.diagnostics.Store(&known)
	return made
}

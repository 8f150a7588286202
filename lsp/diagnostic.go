package lsp

import (
	"fmt"
	"slices"

	"go.lsp.dev/protocol"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
)

var severities = map[check.Severity]protocol.DiagnosticSeverity{
	check.Hint:        protocol.DiagnosticSeverityHint,
	check.Information: protocol.DiagnosticSeverityInformation,
	check.Warning:     protocol.DiagnosticSeverityWarning,
}

// diagnostics are the findings, for publishing. In a quiet document only directives have any.
func (v *view) diagnostics() rawMessage {
	if !v.file.Settings.Diagnostics {
		return rawMessage("[]")
	}
	all := v.Fragments()
	rendered := v.renderedFragments(all)
	diagnostics := rawMessage{'['}
	first, _ := v.linesSeen()
	at := 0 // the fragment
	for _, f := range v.reported() {
		if seen := v.extentSeen(); f.Span.Start < seen.Start || f.Span.Start > seen.End {
			continue
		}
		if len(diagnostics) > 1 {
			diagnostics = append(diagnostics, ',')
		}
		for at+1 < len(all) && all[at+1].Span.Start <= f.Span.Start {
			at++
		}
		if f.Paragraph < 0 || at == len(all) || f.Span.Start < all[at].Span.Start || f.Span.End > all[at].Span.End {
			diagnostics = v.diagnosed(f, 0).append(diagnostics, -first)
			continue
		}
		diagnostics = v.diagnosedIn(&all[at], rendered[at], f).append(diagnostics, all[at].Line-first)
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
	return diagnosed{f, v.area(v.mark(f)).shifted(-line), fmt.Appendf(nil, `,"severity":%d,"code":%s,"source":"segls","message":%s}`,
		severities[f.Severity], encode(f.Rule), encode(f.In(v.able.Language)))}
}

// mark is where a finding is shown: what is about a paragraph or a fragment stands under its
// first word, as a whole sentence underlined would draw the eye from the text.
func (v *view) mark(f check.Finding) markup.Span {
	switch f.Rule {
	case check.ParagraphTooLong, check.ParagraphTooShort, check.FragmentTooLong, check.ShiftWithoutHeading:
	default:
		return f.Span
	}
	text := []byte(v.Text.Slice(markup.Span{Start: f.Span.Start, End: min(f.Span.End, f.Span.Start+longestWord)}))
	first := markup.Span{}
	language.Words(text, func(start, end int) {
		if first.Len() == 0 {
			first = markup.Span{Start: start, End: end}
		}
	})
	if first.Len() == 0 {
		return f.Span
	}
	return first.Shift(f.Span.Start)
}

// longestWord is how far the first word of a sentence is looked for, in bytes: before it there may
// be an address or marks.
const longestWord = 200

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

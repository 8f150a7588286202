package lsp

import (
	"context"
	"path/filepath"
	"slices"
	"sync"

	"go.lsp.dev/protocol"
	"go.lsp.dev/uri"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/language"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/record"
)

var severities = map[check.Severity]protocol.DiagnosticSeverity{
	check.Hint:        protocol.DiagnosticSeverityHint,
	check.Information: protocol.DiagnosticSeverityInformation,
	check.Warning:     protocol.DiagnosticSeverityWarning,
}

// diagnostic is a finding, or a problem with settings or an order, as LSP encodes it.
type diagnostic struct {
	Range    textRange                   `json:"range"`
	Severity protocol.DiagnosticSeverity `json:"severity"`
	Code     string                      `json:"code"`
	Source   string                      `json:"source"`
	Message  string                      `json:"message"`
}

func newDiagnostic(at textRange, severity protocol.DiagnosticSeverity, code, message string) diagnostic {
	return diagnostic{at, severity, code, settingsSection, message}
}

// publishDiagnosticsParams are the parameters of textDocument/publishDiagnostics.
type publishDiagnosticsParams struct {
	URI         uri.URI      `json:"uri"`
	Version     *int32       `json:"version,omitempty"`
	Diagnostics []diagnostic `json:"diagnostics"`
}

// publishLock is locked from the check that diagnostics are current until they have been sent, so that older ones never follow newer ones.
// It may be held long, because a client may be slow to read.
type publishLock struct{ sync.Mutex }

func (s *Server) publishDiagnostics(ctx context.Context, params publishDiagnosticsParams) {
	s.notify(ctx, protocol.MethodTextDocumentPublishDiagnostics, params)
}

// diagnostics returns the findings to publish. A quiet document has only the urgent ones.
func (v *analysedFile) diagnostics() []diagnostic {
	diagnostics := []diagnostic{}
	if !v.file.Settings.Diagnostics {
		return diagnostics
	}
	all := v.Fragments()
	cards := v.fragmentCards(all)
	first, _ := v.viewLines()
	at := 0 // the fragment's index
	for _, f := range v.reportedFindings() {
		if seen := v.viewSpan(); f.Span.Start < seen.Start || f.Span.Start > seen.End {
			continue
		}
		for at+1 < len(all) && all[at+1].Span.Start <= f.Span.Start {
			at++
		}
		var d diagnostic
		if f.Paragraph < 0 || at == len(all) || f.Span.Start < all[at].Span.Start || f.Span.End > all[at].Span.End {
			d = v.diagnostic(f)
		} else {
			d = v.fragmentDiagnostic(&all[at], cards[at], f)
		}
		d.Range = d.Range.shiftLines(-first)
		diagnostics = append(diagnostics, d)
	}
	return diagnostics
}

// reportedFindings returns the findings to publish. In a quiet document these are the urgent ones.
func (v *analysedFile) reportedFindings() []check.Finding {
	if v.IsQuiet() {
		return check.UrgentFindings(v.Findings())
	}
	found := v.Findings()
	isEmpty := func(f check.Finding) bool { return f.Rule == check.EmptySection }
	if name := filepath.ToSlash(filePath(v.documentURI())); slices.ContainsFunc(found, isEmpty) && link.MeansEmptySections(name, record.IsRecord(name, v.Document)) {
		found = slices.DeleteFunc(slices.Clone(found), isEmpty)
	}
	return found
}

// diagnostic returns the diagnostic of a finding.
func (v *analysedFile) diagnostic(f check.Finding) diagnostic {
	return newDiagnostic(v.textRange(v.findingMark(f)), severities[f.Severity], string(f.Rule), f.MessageIn(v.clientCaps.Language))
}

// findingMark returns the span that marks a finding. For one about a paragraph or fragment it is the first word: underlining more would
// distract from the text.
func (v *analysedFile) findingMark(f check.Finding) markup.Span {
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

// longestWord is the number of bytes in which the first word of a sentence is searched for: an address or markup may precede it.
const longestWord = 200

// cardDiagnostic is a finding in a fragment, relative to the fragment's start, and its diagnostic.
type cardDiagnostic struct {
	finding    check.Finding
	diagnostic diagnostic
}

// fragmentDiagnostic returns the diagnostic of a finding in a fragment, from the card if that has it.
func (v *analysedFile) fragmentDiagnostic(fragment *analysis.Fragment, card *fragmentCard, f check.Finding) diagnostic {
	own := f
	own.Span, own.Paragraph = f.Span.Shift(-fragment.Span.Start), f.Paragraph-fragment.First
	var known []cardDiagnostic
	if p := card.diagnostics.Load(); p != nil {
		known = *p
	}
	i := slices.IndexFunc(known, func(d cardDiagnostic) bool { return d.finding == own })
	if i < 0 {
		d := v.diagnostic(f)
		d.Range = d.Range.shiftLines(-fragment.Line)
		i, known = len(known), append(slices.Clip(known), cardDiagnostic{own, d})
		card.diagnostics.Store(&known)
	}
	d := known[i].diagnostic
	d.Range = d.Range.shiftLines(fragment.Line)
	return d
}

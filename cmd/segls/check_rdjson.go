package main

import (
	"bufio"
	"path/filepath"

	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/internal/console"
)

// The parts of the Reviewdog Diagnostic Format (rdjson) in use. Columns count bytes, from 1, and ends are exclusive.
type (
	reviewdogResult struct {
		Source      reviewdogSource                            `json:"source"`
		Diagnostics console.StreamedArray[reviewdogDiagnostic] `json:"diagnostics"`
	}
	reviewdogSource struct {
		Name string `json:"name"`
		URL  string `json:"url"`
	}
	reviewdogDiagnostic struct {
		Message  string            `json:"message"`
		Location reviewdogLocation `json:"location"`
		Severity string            `json:"severity"`
		Code     reviewdogCode     `json:"code"`
	}
	reviewdogLocation struct {
		Path  string         `json:"path"`
		Range reviewdogRange `json:"range"`
	}
	reviewdogRange struct {
		Start reviewdogPosition `json:"start"`
		End   reviewdogPosition `json:"end"`
	}
	reviewdogPosition struct {
		Line   int `json:"line"`
		Column int `json:"column"`
	}
	reviewdogCode struct {
		Value string `json:"value"`
		URL   string `json:"url"`
	}
)

// rdSeverities maps severities; the format has none below information.
var rdSeverities = map[check.Severity]string{check.Hint: "INFO", check.Information: "INFO", check.Warning: "WARNING"}

// reviewdogReport is a document for reviewdog.
type reviewdogReport struct {
	collectedFindings
	w *bufio.Writer
}

func (r *reviewdogReport) finish() error {
	return console.EncodeJSON(r.w, reviewdogResult{reviewdogSource{"segls", repositoryURL}, asJSONArray(r.collectedFindings, reviewdogDiagnosticOf)})
}

func reviewdogDiagnosticOf(f *finding) reviewdogDiagnostic {
	return reviewdogDiagnostic{
		f.Message(),
		reviewdogLocation{filepath.ToSlash(f.path), reviewdogRange{reviewdogPosition{f.line, f.byteColumn}, reviewdogPosition{f.endLine, f.endByteColumn}}},
		rdSeverities[f.Severity],
		reviewdogCode{string(f.Rule), ruleURL(f.Rule)},
	}
}

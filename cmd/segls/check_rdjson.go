package main

import (
	"bufio"
	"path/filepath"

	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/internal/console"
)

// The parts of the Reviewdog Diagnostic Format (rdjson) in use, under its names. Columns count
// bytes, from 1, and ends are exclusive.
type (
	rdResult struct {
		Source      rdSource                    `json:"source"`
		Diagnostics console.Array[rdDiagnostic] `json:"diagnostics"`
	}
	rdSource struct {
		Name string `json:"name"`
		URL  string `json:"url"`
	}
	rdDiagnostic struct {
		Message  string     `json:"message"`
		Location rdLocation `json:"location"`
		Severity string     `json:"severity"`
		Code     rdCode     `json:"code"`
	}
	rdLocation struct {
		Path  string  `json:"path"`
		Range rdRange `json:"range"`
	}
	rdRange struct {
		Start rdPosition `json:"start"`
		End   rdPosition `json:"end"`
	}
	rdPosition struct {
		Line   int `json:"line"`
		Column int `json:"column"`
	}
	rdCode struct {
		Value string `json:"value"`
		URL   string `json:"url"`
	}
)

// rdSeverities maps severities; the format has none below information.
var rdSeverities = map[check.Severity]string{check.Hint: "INFO", check.Information: "INFO", check.Warning: "WARNING"}

// rdReport is a document for reviewdog.
type rdReport struct {
	collectedFindings
	w *bufio.Writer
}

func (r *rdReport) end() error {
	return console.Encode(r.w, rdResult{rdSource{"segls", repositoryURL}, asJSONArray(r.collectedFindings, rdDiagnosticOf)})
}

func rdDiagnosticOf(f *finding) rdDiagnostic {
	return rdDiagnostic{
		f.Message(),
		rdLocation{filepath.ToSlash(f.path), rdRange{rdPosition{f.line, f.byteColumn}, rdPosition{f.endLine, f.endByteColumn}}},
		rdSeverities[f.Severity],
		rdCode{string(f.Rule), ruleURL(f.Rule)},
	}
}

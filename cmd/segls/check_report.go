package main

import (
	"bufio"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/internal/console"
)

// report writes findings.
type report interface {
	addCounts(at checkedCounts)                        // called for each text
	addFindings(path string, findings []finding) error // called any number of times for a text
	finish() error
}

// checkedCounts counts what was checked in a text.
type checkedCounts struct {
	words, sections int
	links           int // 0 if links are not checked
	pages           int // 1 if an order should list the text, otherwise 0
}

func newReport(cmd *cobra.Command, format string, w io.Writer) report {
	b := bufio.NewWriter(w)
	switch format {
	case "line":
		return &lineReport{Writer: b}
	case "github":
		return &githubReport{Writer: b}
	case "json":
		return &jsonReport{w: b}
	case "sarif":
		return &sarifReport{w: b}
	case "rdjson":
		return &reviewdogReport{w: b}
	}
	return &textReport{Writer: b, Styles: console.StylesFor(cmd, w), isQuiet: console.IsQuiet(cmd)}
}

// collectedFindings collects the findings of all texts, for a report that is one document.
type collectedFindings [][]finding

func (c *collectedFindings) addCounts(checkedCounts) {}

func (c *collectedFindings) addFindings(_ string, findings []finding) error {
	*c = append(*c, findings)
	return nil
}

// asJSONArray returns findings in the form of a report. Each is converted when it is written, because there may be very many.
func asJSONArray[V any](c collectedFindings, as func(*finding) V) console.StreamedArray[V] {
	return func(yield func(V) bool) {
		for _, findings := range c {
			for i := range findings {
				if !yield(as(&findings[i])) {
					return
				}
			}
		}
	}
}

// checkSummary counts the texts and the findings.
type checkSummary struct {
	Texts    int                `json:"texts"`
	Affected int                `json:"affected"` // texts with findings
	Words    int                `json:"words"`
	Sections int                `json:"sections"`
	Links    int                `json:"links"` // checked, if a rule checks links
	Pages    int                `json:"pages"` // texts that an order should list, if a rule checks that
	Findings int                `json:"findings"`
	Rules    map[check.Rule]int `json:"rules"`

	affected map[string]bool
}

func (s *checkSummary) addCounts(at checkedCounts) {
	s.Texts++
	s.Words += at.words
	s.Sections += at.sections
	s.Links += at.links
	s.Pages += at.pages
	if s.Rules == nil {
		s.Rules, s.affected = make(map[check.Rule]int), make(map[string]bool)
	}
}

func (s *checkSummary) countFindings(path string, findings []finding) {
	s.Findings += len(findings)
	if len(findings) > 0 && !s.affected[path] {
		s.affected[path] = true
		s.Affected++
	}
	for i := range findings {
		s.Rules[findings[i].Rule]++
	}
}

// String returns the summary in a sentence.
func (s *checkSummary) String() string {
	more := ""
	if s.Links+s.Pages > 0 {
		more = fmt.Sprintf(", %s, %s and %s in an order", console.FormatCount(s.Sections, "section"), console.FormatCount(s.Links, "link"), console.FormatCount(s.Pages, "page"))
	}
	if s.Findings == 0 {
		return fmt.Sprintf("No findings in %s of %s%s.", console.FormatCount(s.Texts, "text"), console.FormatCount(s.Words, "word"), more)
	}
	var rules []string
	for _, r := range check.Rules {
		if n := s.Rules[r]; n > 0 {
			rules = append(rules, fmt.Sprintf("%d %s", n, r))
		}
	}
	return fmt.Sprintf("%s in %d of %s, %s%s: %s.", console.FormatCount(s.Findings, "finding"), s.Affected, console.FormatCount(s.Texts, "text"), console.FormatCount(s.Words, "word"), more, strings.Join(rules, ", "))
}

// textReport is a report for people: the findings of each text below its name, and a summary.
type textReport struct {
	*bufio.Writer
	console.Styles
	checkSummary
	isQuiet bool
}

func (r *textReport) addFindings(path string, findings []finding) error {
	r.countFindings(path, findings)
	if len(findings) == 0 {
		return nil
	}
	fmt.Fprintf(r, "%s\n", r.Strong(console.EscapeForTerminal(path)))
	for _, f := range findings {
		at := fmt.Sprintf("%d:%d", f.line, f.column)
		if f.inCell.Cell > 0 {
			at = f.inCell.String()
		}
		fmt.Fprintf(r, "%8s  %-11s  %s\n%21s  %s\n", at, f.Severity, console.EscapeForTerminal(f.Message()), "", r.Faint(string(f.Rule)+findingSectionSuffix(&f)+"  “"+f.opening+"”"))
	}
	fmt.Fprintln(r)
	return r.Flush()
}

// findingSectionSuffix returns the section of a finding in the form that follows its rule, or "" if it is in none.
func findingSectionSuffix(f *finding) string {
	if f.section == "" {
		return ""
	}
	return "  " + console.EscapeForTerminal(f.section)
}

func (r *textReport) finish() error {
	if !r.isQuiet && r.Texts > 0 { // without texts, standard error has the reason
		fmt.Fprintln(r, r.checkSummary.String())
	}
	return r.Flush()
}

// lineReport writes a finding per line, in the format of compiler errors, which editors can read.
type lineReport struct {
	*bufio.Writer
	checkSummary
}

func (r *lineReport) addFindings(path string, findings []finding) error {
	r.countFindings(path, findings)
	for _, f := range findings {
		fmt.Fprintf(r, "%s:%d:%d: %s: %s [%s]\n", console.EscapeForTerminal(path), f.line, f.column, f.Severity, console.EscapeForTerminal(f.Message()), f.Rule)
	}
	return r.Flush()
}

func (r *lineReport) finish() error { return nil }

// githubReport writes the commands with which a workflow on GitHub shows findings next to their lines.
type githubReport struct {
	*bufio.Writer
	checkSummary
}

var (
	githubMessage  = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	githubProperty = strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
)

func (r *githubReport) addFindings(path string, findings []finding) error {
	r.countFindings(path, findings)
	for _, f := range findings {
		command := "notice"
		if f.Severity == check.Warning {
			command = "warning"
		}
		fmt.Fprintf(r, "::%s file=%s,line=%d,endLine=%d", command, githubProperty.Replace(filepath.ToSlash(path)), f.line, f.endLine)
		if f.line == f.endLine { // GitHub permits columns only within one line
			fmt.Fprintf(r, ",col=%d,endColumn=%d", f.column, f.endColumn)
		}
		fmt.Fprintf(r, ",title=%s::%s\n", githubProperty.Replace("segls: "+string(f.Rule)), githubMessage.Replace(f.Message()))
	}
	return r.Flush()
}

func (r *githubReport) finish() error { return nil }

// jsonReport is one object with all findings and their summary.
type jsonReport struct {
	w       *bufio.Writer
	all     collectedFindings
	summary checkSummary
}

type findingsJSON struct {
	Findings console.StreamedArray[findingJSON] `json:"findings"`
	Summary  checkSummary                       `json:"summary"`
}

// findingJSON is a finding. Offsets are in bytes, lines count from 1, columns from 1 in characters (in a notebook, in
// bytes), and ends are exclusive.
type findingJSON struct {
	Path        string     `json:"path"`
	Start       int        `json:"start"`
	End         int        `json:"end"`
	Cell        int        `json:"cell,omitempty"`      // of a notebook
	CellLine    int        `json:"cell-line,omitempty"` // the line in the cell; other lines and offsets are in the file
	Line        int        `json:"line"`
	Column      int        `json:"column"`
	EndLine     int        `json:"end-line"`
	EndColumn   int        `json:"end-column"`
	Rule        check.Rule `json:"rule"`
	Severity    string     `json:"severity"`
	Message     string     `json:"message"`
	Words       int        `json:"words"`
	Limit       int        `json:"limit"`
	Section     string     `json:"section"`
	Opening     string     `json:"opening"`
	Fingerprint string     `json:"fingerprint"`
	Related     *copyJSON  `json:"related,omitempty"` // the other place of a repeated passage
}

func (r *jsonReport) addCounts(at checkedCounts) { r.summary.addCounts(at) }

func (r *jsonReport) addFindings(path string, findings []finding) error {
	r.summary.countFindings(path, findings)
	r.all = append(r.all, findings)
	return nil
}

func (r *jsonReport) finish() error {
	return console.EncodeJSON(r.w, findingsJSON{asJSONArray(r.all, findingToJSON), r.summary})
}

func findingToJSON(f *finding) findingJSON {
	var related *copyJSON
	if o := f.related; o != nil {
		related = &copyJSON{o.path, o.start, o.end, o.line, o.section}
	}
	return findingJSON{
		f.path, f.start, f.end, f.inCell.Cell, f.inCell.Line, f.line, f.column, f.endLine, f.endColumn,
		f.Rule, f.Severity.String(), f.Message(), f.Words, f.Limit, f.section, f.opening, f.fingerprint, related,
	}
}

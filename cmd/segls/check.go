package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/console"
)

// checking holds the flags of `segls check`.
type checking struct {
	texts                                  *console.Batch
	output                                 string
	format, severity, failOn, known, since string
	remember, listRules                    bool
}

func checkCommand() *cobra.Command {
	var f checking
	cmd := &cobra.Command{
		Use:   "check [flags] [PATH...|-]",
		Short: "Report what a writer may want to change",
		Long: `Check reports what an editor would: paragraphs that are too long or too short,
fragments longer than a maximum, directives that cannot be followed. In short texts, and
in texts not made of sentences, only directives are checked. docs/findings.md says what
is left alone, and why.

` + pathsHelp + ` Without any, the working folder
is checked.

With --since, only paragraphs with lines changed since a git revision are reported; on
another branch, since the branches parted. With --baseline, findings recorded by
--write-baseline are left out, wherever they stand now; a finding counts as new once
its first sentence has changed.

A file that is in a work of several is divided as a part of it. With --work, all files of
the work are checked, in their order.

The exit code is 0 if nothing is reported, 1 if something is, and 2 if something could
not be read or a settings file is wrong. With --fail-on, it is 1 only if something of that
severity or above is reported. --severity and --fail-on go by the settings that begin with
severity-, which give each rule its severity or switch it off.`,
		Example: `  segls check chapter.md
  segls check --severity information --since main book/
  segls check --baseline .segls-baseline.json --write-baseline book/
  segls check --baseline .segls-baseline.json --format github book/
  segls check --format sarif --output segls.sarif book/`,
	}
	f.texts = console.BatchFlags(cmd)
	f.texts.Notebooks = true
	f.texts.Divides = findsByFragments
	output := console.OutputFlag(cmd)
	console.ChoiceFlag(cmd, &f.format, "format", "output: text for people, line, json, sarif, rdjson for reviewdog, or github for workflows", "text", "line", "json", "sarif", "rdjson", "github")
	console.ChoiceFlag(cmd, &f.severity, "severity", "report this severity and above: hint, information or warning", severities()...)
	console.ChoiceFlag(cmd, &f.failOn, "fail-on", "exit with code 1 from this severity on: hint, information, warning or never", append(severities(), severityNever)...)
	cmd.Flags().BoolVar(&f.listRules, "list-rules", false, "list the rules, each with its severity, and check nothing")
	cmd.Flags().StringVar(&f.known, "baseline", "", "leave out the findings in this `file`")
	cmd.Flags().BoolVar(&f.remember, "write-baseline", false, "write all findings to the baseline file and report none")
	cmd.Flags().StringVar(&f.since, "since", "", "report only where lines have changed since this git `revision`")
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		f.output = *output
		if len(paths) == 0 {
			paths = []string{"."}
		}
		return f.run(cmd, paths)
	}
	return cmd
}

func (f *checking) run(cmd *cobra.Command, paths []string) error {
	if f.listRules {
		return writeRules(cmd.OutOrStdout())
	}
	if f.remember && f.known == "" {
		return errors.New("--write-baseline needs --baseline FILE")
	}
	if f.remember && f.since != "" {
		return errors.New("--write-baseline records everything, so it cannot be combined with --since")
	}
	warnInterrupted(cmd, paths...)
	c := checker{least: check.Severity(slices.Index(severities(), f.severity)), folder: filepath.Dir(f.known), links: linkChecker{checked: paths}}
	if f.known != "" && !f.remember {
		var err error
		if c.old, err = readBaseline(f.known); err != nil {
			return err
		}
	}
	if f.since != "" {
		c.changes = newChangedLines(f.since)
	}
	return console.WriteTo(cmd, f.output, func(w io.Writer) error {
		report := newReport(cmd, f.format, w)
		if f.remember {
			report = &baselineReport{path: f.known, findings: make(baseline)}
		}
		fails, err := f.report(report, &c, paths)
		if code := console.ExitCode(0); err != nil && !errors.As(err, &code) {
			return err
		}
		switch failed := report.end(); {
		case failed != nil:
			return failed
		case err == nil && fails > 0 && !f.remember:
			return console.ExitCode(console.ExitFindings)
		}
		return err
	})
}

// report reports the findings in all texts, and returns the number of those that make the command
// fail.
func (f *checking) report(report report, c *checker, paths []string) (fails int, err error) {
	failing := check.Severity(slices.Index(append(severities(), severityNever), f.failOn))
	err = f.texts.Each(paths, func(path string, d *analysis.Document) func() error {
		found, err := c.findingsIn(path, d)
		words := d.Words()
		return func() error {
			if err != nil {
				return err
			}
			found := slices.DeleteFunc(found, c.old.remove)
			for i := range found {
				if found[i].Severity >= failing {
					fails++
				}
			}
			return report.text(path, words, found)
		}
	})
	return fails, err
}

// findsByFragments reports whether any rule needs the fragments, or their length decides whether a
// text is quiet. Most texts are checked without being divided.
func findsByFragments(s analysis.Settings) bool {
	return s.MaxWords > 0 || s.HeadingMinShift > 0 || s.BoundaryMaxShift > 0 || s.PreferredWords == analysis.WordsOfTopics
}

// severityNever is a severity above that of any finding.
const severityNever = "never"

// writeRules writes the list of rules for a reader.
func writeRules(w io.Writer) error {
	b := bufio.NewWriter(w)
	for _, rule := range check.Rules {
		severity := rule.Severity().String()
		if rule.IsOff() {
			severity = "off"
		}
		fmt.Fprintf(b, "%-28s  %-11s  %s\n", rule, severity, rule.Doc())
	}
	return b.Flush()
}

// severities returns the names of all severities, the least first.
func severities() (names []string) {
	for s := check.Hint; s <= check.Warning; s++ {
		names = append(names, s.String())
	}
	return names
}

// checker selects the findings to report.
type checker struct {
	least   check.Severity
	folder  string // paths in the baseline are relative to it
	old     baseline
	changes *changedLines // nil if all lines count
	links   linkChecker
}

// finding is a finding with its place, as reports show it.
type finding struct {
	path string
	check.Finding
	place
	opening     string // the first words of its subject
	fingerprint string // equal for the same finding in another version of the text
	known       string // its name in a baseline
}

// place is the place of a finding: lines from 1, columns from 1 in characters, the end exclusive.
type place struct {
	line, column, endLine, endColumn int

	byteColumn, endByteColumn int // the same columns in bytes

	start, end int // in bytes of the file

	inCell analysis.Place // set in a notebook
}

// findingsIn returns the findings in a text that are severe enough and, if only changed lines
// count, concern some of these.
func (c *checker) findingsIn(path string, d *analysis.Document) ([]finding, error) {
	found := d.Findings()
	if d.IsQuiet() {
		found = check.UrgentFindings(found)
	}
	if links := c.links.brokenLinks(path, d); len(links) > 0 {
		found = append(slices.Clone(found), links...)
		slices.SortStableFunc(found, func(a, b check.Finding) int { return a.Span.Start - b.Span.Start })
	}
	findings := make([]finding, 0, len(found))
	name := c.nameInBaseline(path)
	for _, f := range found {
		if f.Severity < c.least {
			continue
		}
		if c.changes != nil {
			about := subjectOf(d, f)
			from, to := analysis.PlaceOf(d, about.Start), analysis.PlaceOf(d, max(about.Start, about.End-1))
			changed, err := c.changes.hasChanged(path, from.FileLine, to.FileLine)
			if err != nil {
				return nil, err
			}
			if !changed {
				continue
			}
		}
		findings = append(findings, findingOf(path, name, d, f))
	}
	return findings, nil
}

// subjectOf returns the text that a finding is about; the finding's own span is only the place to
// show it.
func subjectOf(d *analysis.Document, f check.Finding) markup.Span {
	switch f.Rule {
	case check.FragmentTooLong:
		for _, x := range d.Fragments() {
			if x.First <= f.Paragraph && f.Paragraph < x.End {
				return x.Span
			}
		}
	case check.ParagraphTooLong, check.ParagraphTooShort:
		return d.Paragraphs()[f.Paragraph].Span
	}
	return f.Span
}

func findingOf(path, known string, d *analysis.Document, f check.Finding) finding {
	said := strings.Join(strings.Fields(d.Text.Slice(f.Span)), " ")
	sum := sha256.Sum256([]byte(string(f.Rule) + "\n" + said))
	x := finding{
		path: path, Finding: f, opening: opening(said), fingerprint: hex.EncodeToString(sum[:8]),
		known: known,
	}
	x.line, x.column, x.byteColumn = position(d.Text, f.Span.Start)
	x.endLine, x.endColumn, x.endByteColumn = position(d.Text, f.Span.End)
	x.start, x.end = f.Span.Start, f.Span.End
	if at := analysis.PlaceOf(d, f.Span.Start); at.Cell > 0 {
		to := analysis.PlaceOf(d, f.Span.End)
		x.place = place{at.FileLine, at.FileColumn, to.FileLine, to.FileColumn, at.FileColumn, to.FileColumn, at.Offset, to.Offset, at}
	}
	return x
}

// nameInBaseline returns the path of a file in a baseline, the same on every system and in every
// working folder.
func (c *checker) nameInBaseline(path string) string {
	folder, err := filepath.Abs(c.folder)
	if err != nil {
		return path
	}
	absolute, err := filepath.Abs(path)
	if err != nil {
		return path
	}
	relative, err := filepath.Rel(folder, absolute)
	if err != nil || path == console.StandardInput {
		return path
	}
	return filepath.ToSlash(relative)
}

// openingChars is the number of characters quoted of a text.
const openingChars = 60

func opening(text string) string {
	characters := []rune(console.Printable(text))
	if len(characters) <= openingChars {
		return string(characters)
	}
	cut := string(characters[:openingChars-1])
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)/2 {
		cut = cut[:i]
	}
	return cut + "…"
}

// position returns the line and column of an offset, from 1, the column in characters and in bytes.
func position(t rope.Text, offset int) (line, column, byteColumn int) {
	n := t.LineAt(offset)
	before := t.Slice(markup.Span{Start: t.Line(n).Start, End: offset})
	return n + 1, utf8.RuneCountInString(before) + 1, len(before) + 1
}

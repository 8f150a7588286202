package main

import (
	"bufio"
	"cmp"
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
	"github.com/segls/segls/internal/link"
	"github.com/segls/segls/internal/record"
)

// checkOptions holds the flags of `segls check`.
type checkOptions struct {
	texts                                  *console.Batch
	output                                 string
	format, severity, failOn, known, since string
	remember, listRules, fix, dry          bool
}

func checkCommand() *cobra.Command {
	var f checkOptions
	cmd := &cobra.Command{
		Use:   "check [flags] [PATH...|-]",
		Short: "Report what a writer may want to change",
		Long: `Check reports what segls marks in a text editor: paragraphs that are too long or too
short, fragments longer than a maximum, unresolved merge conflicts, and directives that cannot
be followed. In short texts, and in texts not made of sentences, lengths and topics are not
checked. docs/findings.md says what is not reported, and why.

` + pathsHelp + ` Without a path, the working folder
is checked.

--rules docs is for documentation: it reports conflicts, links that lead to no file or no place,
pages that the order of their folder leaves out and that no link leads to, headings with nothing
under them, and repeated passages; the most useful fixes come first. Settings that begin
with severity- add or remove rules, and rules = "docs" in .segls.toml makes this the default.

--fix mends a broken link if only one file can be meant: the one with that name in
another folder, with another ending or in another case. With --dry-run it shows the change as a diff, and changes nothing.

With --since, check reports only what is in lines that have changed since a git revision or,
if the revision is on another branch, since the branches parted. With --baseline, findings
recorded by --write-baseline are left out, wherever they are now; a finding counts as new once
the words that it marks have changed.

A file of a work is divided as a part of it. With --work, all files of
the work are checked, in their order.

The exit code is 0 if nothing is reported, 1 if something is, and 2 if something could
not be read or a settings file is wrong. With --fail-on, it is 1 only if something of that
severity or above is reported. The settings that begin with severity- give each rule its
severity, or turn it off.`,
		Example: `  segls check chapter.md
  segls check --severity information --since main book/
  segls check --rules docs docs/
  segls check --rules docs --fix --dry-run docs/
  segls check --baseline .segls-baseline.json --write-baseline book/
  segls check --baseline .segls-baseline.json --format github book/
  segls check --format sarif --output segls.sarif book/`,
	}
	f.texts = console.AddBatchFlags(cmd)
	f.texts.Notebooks = true
	f.texts.Divides = needsFragments
	output := console.AddOutputFlag(cmd)
	console.AddChoiceFlag(cmd, &f.format, "format", "output: text for people, line, json, sarif, rdjson for reviewdog, or github for workflows", "text", "line", "json", "sarif", "rdjson", "github")
	console.AddChoiceFlag(cmd, &f.severity, "severity", "report this severity and above: hint, information or warning", severities()...)
	console.AddChoiceFlag(cmd, &f.failOn, "fail-on", "exit with code 1 from this severity on: hint, information, warning or never", append(severities(), severityNever)...)
	cmd.Flags().BoolVar(&f.listRules, "list-rules", false, "list the rules, each with its severity, and check nothing")
	cmd.Flags().StringVar(&f.known, "baseline", "", "leave out the findings in this `file`")
	cmd.Flags().BoolVar(&f.remember, "write-baseline", false, "write all findings to the baseline file and report none")
	cmd.Flags().BoolVar(&f.fix, "fix", false, "mend the broken links whose target is certain, and report the rest")
	cmd.Flags().BoolVar(&f.dry, "dry-run", false, "with --fix, show the change as a diff, and change and report nothing")
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

func (f *checkOptions) run(cmd *cobra.Command, paths []string) error {
	if f.listRules {
		return writeRules(cmd.OutOrStdout(), check.PresetNamed(cmd.Flag("rules").Value.String()))
	}
	if f.dry && !f.fix {
		return errors.New("--dry-run shows what --fix would change, so it needs --fix")
	}
	if f.remember && f.known == "" {
		return errors.New("--write-baseline needs --baseline FILE")
	}
	if f.remember && f.since != "" {
		return errors.New("--write-baseline records everything, so it cannot be combined with --since")
	}
	for _, path := range paths {
		if !f.fix || path == console.StandardInput {
			warnInterrupted(cmd, path)
		} else if err := recoverFiles(cmd, path, f.dry); err != nil {
			return err
		}
	}
	return console.WriteToFileOrStdout(cmd, f.output, func(w io.Writer) error {
		if f.fix {
			if err := f.mend(cmd, w, paths); err != nil || f.dry {
				return err
			}
		}
		c, err := f.newChecker(paths)
		if err != nil {
			return err
		}
		defer c.links.close()
		report := newReport(cmd, f.format, w)
		if f.remember {
			report = &baselineReport{path: f.known, findings: make(baseline)}
		}
		fails, err := f.report(report, c, paths)
		if code := console.ExitCode(0); err != nil && !errors.As(err, &code) {
			return err
		}
		switch failed := report.finish(); {
		case failed != nil:
			return failed
		case err == nil && fails > 0 && !f.remember:
			return console.ExitCode(console.ExitFindings)
		}
		return err
	})
}

func (f *checkOptions) newChecker(paths []string) (*checker, error) {
	c := &checker{least: check.Severity(slices.Index(severities(), f.severity)), folder: filepath.Dir(f.known), links: linkChecker{checked: paths}}
	if f.known != "" && !f.remember {
		var err error
		if c.old, err = readBaseline(f.known); err != nil {
			return nil, err
		}
	}
	if f.since != "" {
		c.changes = newChangedLines(f.since)
	}
	return c, nil
}

// mend mends the links whose target is certain or, with --dry-run, shows how. The texts must be checked again: other
// pages may now be in the order, and findings move.
func (f *checkOptions) mend(cmd *cobra.Command, w io.Writer, paths []string) error {
	files := slices.DeleteFunc(slices.Clone(paths), func(path string) bool { return path == console.StandardInput })
	if len(files) == 0 && len(paths) > 0 {
		return nil
	}
	c, err := f.newChecker(files)
	if err != nil {
		return err
	}
	defer c.links.close()
	c.fixes = true
	stderr := cmd.ErrOrStderr()
	if !f.dry {
		cmd.SetErr(io.Discard) // what cannot be read is reported when the texts are checked again
	}
	unread := f.texts.AnalyseEach(files, func(path string, d *analysis.Document) func() error {
		_, fixes, _, err := c.findingsIn(path, d)
		return func() error {
			c.mended.add(fixes)
			return err
		}
	})
	cmd.SetErr(stderr)
	if code := console.ExitCode(0); unread != nil && !errors.As(unread, &code) {
		return unread
	}
	if err := c.mended.carryOut(cmd, w, f.dry); err != nil {
		return err
	}
	if f.dry {
		return unread
	}
	return nil
}

// report reports the findings in all texts, and returns how many make the command fail. Those of the preset for
// documentation come last, most worthwhile first.
func (f *checkOptions) report(report report, c *checker, paths []string) (fails int, err error) {
	failing := check.Severity(slices.Index(append(severities(), severityNever), f.failOn))
	count := func(found []finding) []finding {
		found = slices.DeleteFunc(found, c.old.remove)
		for i := range found {
			if found[i].Severity >= failing {
				fails++
			}
		}
		return found
	}
	var ranked []finding
	err = f.texts.AnalyseEach(paths, func(path string, d *analysis.Document) func() error {
		found, _, looked, err := c.findingsIn(path, d)
		copies := c.readForDuplicates(path, d)
		return func() error {
			if err != nil {
				return err
			}
			report.addCounts(looked)
			c.copies.add(path, d, copies)
			if check.PresetNamed(d.Settings.Rules).Name != check.Presets[0].Name {
				ranked = append(ranked, found...)
				return nil
			}
			return report.addFindings(path, count(found))
		}
	})
	if code := console.ExitCode(0); err != nil && !errors.As(err, &code) {
		return fails, err
	}
	repeated, failed := c.repeatedFindings()
	if failed != nil {
		return fails, failed
	}
	ranked = sortByWorth(append(removeTemplateFindings(ranked), repeated...))
	for len(ranked) > 0 {
		n := slices.IndexFunc(ranked, func(x finding) bool { return x.path != ranked[0].path })
		if n < 0 {
			n = len(ranked)
		}
		if failed := report.addFindings(ranked[0].path, count(slices.Clone(ranked[:n]))); failed != nil {
			return fails, failed
		}
		ranked = ranked[n:]
	}
	return fails, err
}

// leastOfTemplate is the number of texts from which a common empty heading counts as part of a template or of another version.
const leastOfTemplate = 3

// removeTemplateFindings removes the findings about headings that are empty in several texts.
func removeTemplateFindings(all []finding) []finding {
	texts := make(map[string]map[string]bool) // by the words of a heading
	for i := range all {
		if f := &all[i]; f.Rule == check.EmptySection {
			if texts[f.opening] == nil {
				texts[f.opening] = make(map[string]bool)
			}
			texts[f.opening][f.path] = true
		}
	}
	return slices.DeleteFunc(all, func(f finding) bool { return f.Rule == check.EmptySection && len(texts[f.opening]) >= leastOfTemplate })
}

// sortByWorth sorts findings by severity, rule and worth. Links broken in the same way are together, as they may be mended together.
func sortByWorth(all []finding) []finding {
	same := make(map[string]int)
	for i := range all {
		same[all[i].Message()]++
	}
	worth := func(f *finding) float64 {
		if f.Rule == check.BrokenLink {
			return float64(same[f.Message()])
		}
		return f.worth
	}
	slices.SortStableFunc(all, func(a, b finding) int {
		return cmp.Or(
			cmp.Compare(b.Severity, a.Severity),
			cmp.Compare(slices.Index(check.Rules, a.Rule), slices.Index(check.Rules, b.Rule)),
			cmp.Compare(worth(&b), worth(&a)),
			cmp.Compare(a.Message(), b.Message()),
		)
	})
	return all
}

// needsFragments reports whether the findings of a text depend on its fragments, so that it must be divided.
func needsFragments(s analysis.Settings) bool {
	return s.MaxWords > 0 || s.HeadingMinShift > 0 || s.BoundaryMaxShift > 0 || s.PreferredWords == analysis.WordsOfTopics
}

// severityNever is a severity above that of any finding.
const severityNever = "never"

// writeRules lists the rules for a reader.
func writeRules(w io.Writer, preset check.Preset) error {
	b := bufio.NewWriter(w)
	for _, rule := range check.Rules {
		said := "off"
		if severity, isOn := preset.Severities[rule]; isOn {
			said = severity.String()
		}
		fmt.Fprintf(b, "%-28s  %-11s  %s\n", rule, said, rule.Doc())
	}
	return b.Flush()
}

// severities returns the names of all severities, the least severe first.
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
	copies  copyChecker
	fixes   bool // findings are to be mended
	mended  mendedFiles
}

// finding is a finding with its place, as reports show it.
type finding struct {
	path string
	check.Finding
	place
	section     string   // the titles of the sections around it, joined
	opening     string   // the first words of its span
	related     *finding // the other place of a repeated passage, or nil
	worth       float64  // compared with other findings of the same rule
	fingerprint string   // equal in two versions of a text if the finding is the same
	known       string   // the path of its file in a baseline
}

// place is the place of a finding: lines from 1, columns from 1 in characters (in a notebook, in bytes), the end exclusive.
type place struct {
	line, column, endLine, endColumn int

	byteColumn, endByteColumn int // the columns in bytes

	start, end int // offsets in the file

	inCell analysis.Position // set in a notebook
}

// findingsIn returns the findings in a text that are to be reported, without those that --fix mends.
func (c *checker) findingsIn(path string, d *analysis.Document) (findings []finding, fix *mendedText, looked checkedCounts, err error) {
	found := d.Findings()
	if d.IsQuiet() {
		found = check.UrgentFindings(found)
	}
	if d.Settings.Reports(check.EmptySection) && link.MeansEmptySections(filepath.ToSlash(path), record.IsRecord(path, d)) {
		found = slices.DeleteFunc(slices.Clone(found), func(f check.Finding) bool { return f.Rule == check.EmptySection })
	}
	links, at, looked := c.links.findings(path, d)
	looked.words, looked.sections = d.Words(), len(d.Sections())
	if len(links) > 0 {
		found = append(slices.Clone(found), links...)
		slices.SortStableFunc(found, func(a, b check.Finding) int { return a.Span.Start - b.Span.Start })
	}
	findings = make([]finding, 0, len(found))
	name := c.nameInBaseline(path)
	for _, f := range found {
		if isMeant, err := c.isReported(path, d, f); err != nil {
			return nil, nil, looked, err
		} else if !isMeant {
			continue
		}
		if c.fixes && f.Rule == check.BrokenLink && path != console.StandardInput && !d.IsNotebook() {
			if fix == nil {
				fix = &mendedText{path: path, at: at, before: d.Text.String()}
			}
			if fix.mend(f.Span) {
				continue
			}
		}
		findings = append(findings, newFinding(path, name, d, f))
	}
	return findings, fix, looked, nil
}

// isReported reports whether a finding is severe enough and, if only changed lines count, is about changed lines.
func (c *checker) isReported(path string, d *analysis.Document, f check.Finding) (bool, error) {
	if f.Severity < c.least {
		return false, nil
	}
	if c.changes == nil {
		return true, nil
	}
	about := subjectOf(d, f)
	from, to := d.Position(about.Start), d.Position(max(about.Start, about.End-1))
	return c.changes.hasChanged(path, from.FileLine, to.FileLine)
}

// subjectOf returns the span of the text that a finding is about; the finding's own span is only the place to show it.
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

func newFinding(path, known string, d *analysis.Document, f check.Finding) finding {
	said := strings.Join(strings.Fields(d.Text.Slice(f.Span)), " ")
	sum := sha256.Sum256([]byte(string(f.Rule) + "\n" + said))
	x := finding{
		path: path, Finding: f, section: sectionPath(d.Sections(), f.Span.Start), opening: openingWords(said), fingerprint: hex.EncodeToString(sum[:8]),
		known: known,
	}
	x.line, x.column, x.byteColumn = lineAndColumn(d.Text, f.Span.Start)
	x.endLine, x.endColumn, x.endByteColumn = lineAndColumn(d.Text, f.Span.End)
	x.start, x.end = f.Span.Start, f.Span.End
	if at := d.Position(f.Span.Start); at.Cell > 0 {
		to := d.Position(f.Span.End)
		x.place = place{at.FileLine, at.FileColumn, to.FileLine, to.FileColumn, at.FileColumn, to.FileColumn, at.Offset, to.Offset, at}
	}
	return x
}

// nameInBaseline returns the path of a file in a baseline, which is the same on every system and in every working folder.
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

// openingChars is the maximum number of characters quoted from the start of a text.
const openingChars = 60

func openingWords(text string) string {
	characters := []rune(console.EscapeForTerminal(text))
	if len(characters) <= openingChars {
		return string(characters)
	}
	cut := string(characters[:openingChars-1])
	if i := strings.LastIndexByte(cut, ' '); i > len(cut)/2 {
		cut = cut[:i]
	}
	return cut + "…"
}

// lineAndColumn returns the line and column of an offset, from 1; the column both in characters and in bytes.
func lineAndColumn(t rope.Text, offset int) (line, column, byteColumn int) {
	n := t.LineAt(offset)
	before := t.Slice(markup.Span{Start: t.Line(n).Start, End: offset})
	return n + 1, utf8.RuneCountInString(before) + 1, len(before) + 1
}

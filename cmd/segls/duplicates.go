package main

import (
	"bufio"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/check"
	"github.com/segls/segls/analysis/rope"
	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/duplicate"
)

func duplicatesCommand() *cobra.Command {
	var format, known string
	var remember bool
	var minScore float64
	cmd := &cobra.Command{
		Use:   "duplicates [flags] PATH...|-",
		Short: "Find repeated passages",
		Long: `Duplicates finds paragraphs, and parts of them, that are repeated: word for word,
wrapped differently, with words changed, with sentences in another order, or as a part of a longer
paragraph. It names both places, and the words that only one of them has. A passage in more
than three places is listed once; as JSON or SARIF, with all of them. segls share puts it into
one file.

The most useful changes come first. The score is about the number of words that you would
save. It counts 1.5 times if the places are in different files, twice if in different
folders, 1.5 times if the wordings differ, so that one may be out of date, and a tenth in
two versions of one text, in folders such as v1 and v2.

` + pathsHelp + `

With --baseline, what was recorded by --write-baseline is left out, wherever it is now, until
one of its two wordings has changed.

The exit code is 0 if no passage is repeated, 1 if one is, and 2 if something could not be
read or a settings file is wrong.`,
		Example: `  segls duplicates docs/
  segls duplicates --format json book/ | jq '.pairs[].a.path'
  segls duplicates --baseline .segls-duplicates.json --write-baseline docs/
  segls duplicates --format sarif --output segls.sarif docs/`,
		Args: console.RequirePaths,
	}
	texts := console.AddComparisonFlags(cmd)
	output := console.AddOutputFlag(cmd)
	console.AddChoiceFlag(cmd, &format, "format", "output: text for people, json, or sarif", "text", "json", "sarif")
	cmd.Flags().StringVar(&known, "baseline", "", "leave out what is in this `file`")
	cmd.Flags().BoolVar(&remember, "write-baseline", false, "write all repeated passages to the baseline file and report nothing")
	cmd.Flags().Float64Var(&minScore, "min-score", 0, "show only what has at least this `score`: about as many words as would be saved")
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		if remember && known == "" {
			return errors.New("--write-baseline needs --baseline FILE")
		}
		var old baseline
		if known != "" && !remember {
			var err error
			if old, err = readBaseline(known); err != nil {
				return err
			}
		}
		var d duplicateReport
		err := texts.AnalyseEach(paths, func(path string, document *analysis.Document) func() error {
			read := duplicate.NewText(path, document)
			return func() error { d.add(read, document); return nil }
		})
		if code := console.ExitCode(0); err != nil && !errors.As(err, &code) {
			return err
		}
		d.find(filepath.Dir(known))
		if remember {
			return errors.Join(d.writeBaseline(known), err)
		}
		d.filterPairs(old, minScore)
		return console.WriteToFileOrStdout(cmd, *output, func(w io.Writer) error {
			if failed := d.write(cmd, w, format); failed != nil {
				return failed
			}
			if err == nil && len(d.pairs) > 0 {
				return console.ExitCode(console.ExitFindings)
			}
			return err
		})
	}
	return cmd
}

// duplicateReport lists the repeated passages of some texts.
type duplicateReport struct {
	texts    []*duplicate.Text
	ropes    map[string]rope.Text          // by path
	sections map[string][]analysis.Section // by path
	words    int
	pairs    []duplicatePair
	minScore float64 // of the pairs
}

// duplicatePair is a finding with both of its places.
type duplicatePair struct {
	duplicate.Finding
	// The two places and the further ones, in the form used by reports.
	a, b finding
	also []finding
}

func (d *duplicateReport) add(read *duplicate.Text, document *analysis.Document) {
	if d.ropes == nil {
		d.ropes, d.sections = make(map[string]rope.Text), make(map[string][]analysis.Section)
	}
	d.texts = append(d.texts, read)
	d.ropes[read.Path], d.sections[read.Path] = document.Text, document.Sections()
	d.words += document.Words()
}

// find finds the repeated passages. Paths in a baseline are relative to folder.
func (d *duplicateReport) find(folder string) {
	c := checker{folder: folder}
	for _, f := range duplicate.Find(d.texts) {
		said := func(p duplicate.Occurrence) string {
			return strings.Join(strings.Fields(d.ropes[p.Path].Slice(p.Span)), " ")
		}
		sum := sha256.Sum256([]byte(string(check.SaidTwice) + "\n" + said(f.A) + "\n" + said(f.B)))
		place := func(p duplicate.Occurrence) finding {
			x := finding{
				path: p.Path, section: sectionPath(d.sections[p.Path], p.Span.Start), opening: openingWords(p.Seen), fingerprint: hex.EncodeToString(sum[:8]),
				known: c.nameInBaseline(p.Path),
			}
			x.start, x.end = p.Span.Start, p.Span.End
			text := d.ropes[p.Path]
			x.line, x.column, x.byteColumn = lineAndColumn(text, p.Span.Start)
			x.endLine, x.endColumn, x.endByteColumn = lineAndColumn(text, p.Span.End)
			return x
		}
		p := duplicatePair{Finding: f, a: place(f.A), b: place(f.B)}
		for _, other := range f.Also {
			p.also = append(p.also, place(other))
		}
		d.pairs = append(d.pairs, p)
	}
}

// sectionPath returns the titles of the sections around a place, the outermost first.
func sectionPath(sections []analysis.Section, offset int) string {
	return strings.Join(answer.SectionTitlesAt(sections, offset), " › ")
}

// filterPairs removes findings that are in a baseline or have too low a score.
func (d *duplicateReport) filterPairs(old baseline, minScore float64) {
	var unknown []duplicatePair
	for _, p := range d.pairs {
		if !old.remove(p.b) && p.Score() >= minScore {
			unknown = append(unknown, p)
		}
	}
	d.pairs, d.minScore = unknown, minScore
}

// writeBaseline writes the repeated passages as a baseline to the file at path.
func (d *duplicateReport) writeBaseline(path string) error {
	r := &baselineReport{path: path, findings: make(baseline)}
	for _, p := range d.pairs {
		if err := r.addFindings(p.B.Path, []finding{p.b}); err != nil {
			return err
		}
	}
	return r.finish()
}

func (d *duplicateReport) write(cmd *cobra.Command, w io.Writer, format string) error {
	b := bufio.NewWriter(w)
	switch format {
	case "json":
		return console.EncodeJSON(b, d.toJSON())
	case "sarif":
		return d.writeSARIF(b)
	}
	styles := console.StylesFor(cmd, w)
	for _, p := range d.pairs {
		fmt.Fprintf(b, "%s  and  %s", styles.Strong(formatPlace(p.a))+findingSectionSuffix(&p.a), styles.Strong(formatPlace(p.b))+findingSectionSuffix(&p.b))
		if n := len(p.Also); n > 0 {
			fmt.Fprintf(b, "  and in %s", console.FormatCount(n, "other place"))
		}
		fmt.Fprintf(b, "\n    “%s”\n    %.0f  %s\n", p.a.opening, p.Score(), styles.Faint(console.EscapeForTerminal(p.describeDifference())))
	}
	if !console.IsQuiet(cmd) {
		if len(d.pairs) > 0 {
			fmt.Fprintln(b)
		}
		fmt.Fprintf(b, "%s in %s of %s.\n", d.countPhrase(), console.FormatCount(len(d.texts), "text"), console.FormatCount(d.words, "word"))
	}
	return b.Flush()
}

func (d *duplicateReport) countPhrase() string {
	phrase := "No repeated passages"
	if n := len(d.pairs); n > 0 {
		phrase = console.FormatCount(n, "repeated passage")
	}
	if d.minScore > 0 {
		phrase += fmt.Sprintf(" with a score of at least %g", d.minScore)
	}
	return phrase
}

func formatPlace(f finding) string {
	return fmt.Sprintf("%s:%d", console.EscapeForTerminal(f.path), f.line)
}

// maxShownWords is the maximum number of words shown that only one of two passages has.
const maxShownWords = 8

// describeDifference describes how the two wordings of a pair differ.
func (p *duplicatePair) describeDifference() string {
	list := func(words []string) string {
		if len(words) > maxShownWords {
			return strings.Join(words[:maxShownWords], " ") + " …"
		}
		return strings.Join(words, " ")
	}
	switch {
	case p.WordsToChange() == 0:
		return "the same words"
	case len(p.OnlyB) == 0:
		return fmt.Sprintf("%s only in the first: %s", console.FormatCount(len(p.OnlyA), "word"), list(p.OnlyA))
	case len(p.OnlyA) == 0:
		return fmt.Sprintf("%s only in the second: %s", console.FormatCount(len(p.OnlyB), "word"), list(p.OnlyB))
	}
	return fmt.Sprintf("%s changed: %s → %s", console.FormatCount(p.WordsToChange(), "word"), list(p.OnlyA), list(p.OnlyB))
}

// duplicatesJSON is the output of `segls duplicates --format json`.
type duplicatesJSON struct {
	Pairs []pairJSON `json:"pairs"`
	Texts int        `json:"texts"`
	Words int        `json:"words"`
}

type pairJSON struct {
	A           copyJSON      `json:"a"`
	B           copyJSON      `json:"b"`
	Score       float64       `json:"score"`
	Similarity  float64       `json:"similarity"`
	Differing   differingJSON `json:"differing"`
	Also        []copyJSON    `json:"also"`
	Fingerprint string        `json:"fingerprint"`
}

// copyJSON is one place of a repeated passage. Offsets are in bytes, the end is exclusive, and lines count from 1.
type copyJSON struct {
	Path    string `json:"path"`
	Start   int    `json:"start"`
	End     int    `json:"end"`
	Line    int    `json:"line"`
	Section string `json:"section"`
}

// differingJSON holds the words that only one place has.
type differingJSON struct {
	A []string `json:"a"`
	B []string `json:"b"`
}

func (d *duplicateReport) toJSON() duplicatesJSON {
	place := func(p duplicate.Occurrence) copyJSON {
		return copyJSON{p.Path, p.Span.Start, p.Span.End, p.Line + 1, sectionPath(d.sections[p.Path], p.Span.Start)}
	}
	all := duplicatesJSON{Pairs: []pairJSON{}, Texts: len(d.texts), Words: d.words}
	for _, p := range d.pairs {
		j := pairJSON{
			A: place(p.A), B: place(p.B), Score: p.Score(), Similarity: p.Similarity,
			Differing: differingJSON{append([]string{}, p.OnlyA...), append([]string{}, p.OnlyB...)}, Also: []copyJSON{}, Fingerprint: p.b.fingerprint,
		}
		for _, other := range p.Also {
			j.Also = append(j.Also, place(other))
		}
		all.Pairs = append(all.Pairs, j)
	}
	return all
}

// writeSARIF writes a result for each pair, at its second place; the other places are related locations.
func (d *duplicateReport) writeSARIF(b *bufio.Writer) error {
	rule := sarifRule{
		string(check.SaidTwice),
		sarifText{"A paragraph, or a part of one, that is repeated elsewhere."},
		repositoryURL + "/blob/main/docs/related.md#repeated-passages",
		sarifConfiguration{sarifLevels[check.Information]},
	}
	return console.EncodeJSON(b, sarifLogOf([]sarifRule{rule}, func(yield func(sarifResult) bool) {
		for _, p := range d.pairs {
			related := []sarifLocation{sarifLocationOf(&p.a)}
			for i := range p.also {
				related = append(related, sarifLocationOf(&p.also[i]))
			}
			if !yield(sarifResult{
				RuleID: string(check.SaidTwice), Level: sarifLevels[check.Information],
				Message:             sarifText{fmt.Sprintf("This is also said in %s: %s.", formatPlace(p.a), p.describeDifference())},
				Locations:           []sarifLocation{sarifLocationOf(&p.b)},
				RelatedLocations:    related,
				PartialFingerprints: map[string]string{"segls/v1": p.b.fingerprint},
			}) {
				return
			}
		}
	}))
}

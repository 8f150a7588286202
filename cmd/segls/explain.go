package main

import (
	"bufio"
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/rearrange"
)

func explainCommand() *cobra.Command {
	var format string
	cmd := &cobra.Command{
		Use:   "explain [flags] FILE[:LINE]|-",
		Short: "Say why a text is divided where it is",
		Long: `Explain says for each place between two paragraphs why a fragment begins there, or why
not: what a boundary there adds to each part of the cost. If the sum is below 0, the
fragments cost less with the boundary. With a LINE it
explains the place before the paragraph at that line, or in a notebook before the first
paragraph in the cell of that number. A file of a work is divided as a part of it. With
--work, or with a folder, all files of the work are explained in their order.

Settings come from flags, and from settings files; see segls config.`,
		Example: `  segls explain chapter.md:120
  segls explain --format json --no-config chapter.md | jq '.gaps[] | select(.boundary)'`,
		Args: console.RequireOnePath,
	}
	texts := console.AddTextFlags(cmd)
	texts.Notebooks = true
	console.AddChoiceFlag(cmd, &format, "format", "output: text or json", "text", "json")
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		out := cmd.OutOrStdout()
		texts.Whole = texts.Whole || isWorkFolder(paths[0])
		if texts.Whole {
			read, documents, err := texts.AnalyseAll(paths)
			if format == "json" && len(documents) > 0 {
				return cmp.Or(console.EncodeJSON(out, explanations(read, documents)), err)
			}
			for i, d := range documents {
				gaps, _ := gapsAt(d, read[i], 0) // 0: all gaps
				if failed := writeExplanation(out, read[i], d, gaps); failed != nil {
					return failed
				}
			}
			return err
		}
		path, line, err := splitLineNumber(paths[0])
		if err != nil {
			return err
		}
		d, err := texts.AnalyseFile(path)
		if err != nil {
			return err
		}
		gaps, err := gapsAt(d, path, line)
		if err != nil {
			return err
		}
		if format == "json" {
			return console.EncodeJSON(out, explanationOf(path, d, gaps))
		}
		return writeExplanation(out, path, d, gaps)
	}
	return cmd
}

// explanation is an [answer.Explanation] whose gaps are explained as they are written.
type explanation = answer.GenericExplanation[console.StreamedArray[answer.ExplainedGap]]

func explanationOf(path string, d *analysis.Document, gaps []int) explanation {
	return explanation{Path: path, Method: d.Settings.Method, Gaps: console.StreamedArray[answer.ExplainedGap](answer.ExplainedGaps(d, gaps))}
}

// explanations returns the explanations of all gaps of some texts.
func explanations(paths []string, documents []*analysis.Document) console.StreamedArray[explanation] {
	return func(yield func(explanation) bool) {
		for i, d := range documents {
			gaps, _ := gapsAt(d, paths[i], 0) // 0: all gaps
			if !yield(explanationOf(paths[i], d, gaps)) {
				return
			}
		}
	}
}

// splitLineNumber splits a line number, from 1, off the end of a path. It returns 0 if there is none or the whole path names a file, and
// an error if only the part before a colon does, and no line number follows.
func splitLineNumber(path string) (string, int, error) {
	i := strings.LastIndexByte(path, ':')
	if i < max(1, len(filepath.VolumeName(path))) { // there is no colon, or only the one of a drive
		return path, 0, nil
	}
	if _, err := os.Stat(path); err == nil {
		return path, 0, nil
	}
	line, err := strconv.Atoi(path[i+1:])
	if err == nil && line >= 1 {
		return path[:i], line, nil
	}
	if _, err := os.Stat(path[:i]); err != nil && path[:i] != console.StandardInput {
		return path, 0, nil // the error about the whole path says more
	}
	return path, 0, fmt.Errorf("%s: a line is a number from 1, not “%s”", path[:i], path[i+1:])
}

// gapOfCell returns the gap before the first paragraph in a cell of a notebook.
func gapOfCell(d *analysis.Document, path string, cell int) ([]int, error) {
	for i, p := range d.Paragraphs() {
		if d.Position(p.Span.Start).Cell != cell {
			continue
		}
		if i == 0 {
			return nil, fmt.Errorf("%s:%d: this cell has the first paragraph, before which there is nothing to explain", path, cell)
		}
		return []int{i - 1}, nil
	}
	return nil, fmt.Errorf("%s:%d: this cell has no paragraph", path, cell)
}

// gapsAt returns the gap before the paragraph in a line, or in the cell with that number; all gaps for line 0.
func gapsAt(d *analysis.Document, path string, line int) ([]int, error) {
	if line > 0 && d.IsNotebook() {
		return gapOfCell(d, path, line)
	}
	if err := rearrange.CheckLine(d.Text, line); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if line > 0 {
		p := d.ParagraphAt(d.Text.Line(line - 1).End)
		if p < 1 {
			return nil, fmt.Errorf("%s:%d: this is the first paragraph, before which there is nothing to explain", path, line)
		}
		return []int{p - 1}, nil
	}
	gaps := make([]int, len(d.Curve()))
	for g := range gaps {
		gaps[g] = g
	}
	return gaps, nil
}

func writeExplanation(w io.Writer, path string, d *analysis.Document, gaps []int) error {
	b := bufio.NewWriter(w)
	fmt.Fprintf(b, "%s, by %s", console.EscapeForTerminal(path), d.Settings.Method)
	if own := d.OwnLength(); own != nil {
		fmt.Fprintf(b, "; %s", own)
	}
	fmt.Fprintln(b)
	confidence, explainer := answer.Confidence(d, gaps), d.Explainer()
	for i, g := range gaps {
		e := explainer.Explain(g)
		what := "goes on"
		if e.IsBoundary {
			what = "a fragment begins"
		}
		fmt.Fprintf(b, "\n%s  %s: %q\n", answer.PositionAfterGap(d, g).Short(), what, d.Paragraph(g+1).Opening(60))
		if e.DecidedBy != analysis.ByCost {
			fmt.Fprintf(b, "    decided by: %s\n", decided[e.DecidedBy])
		}
		for _, side := range []struct {
			name  string
			terms []string
		}{{"ends", e.Ends}, {"begins", e.Begins}, {"on both sides", e.Bridges}} {
			if len(side.terms) > 0 {
				fmt.Fprintf(b, "    %s: %s\n", side.name, strings.Join(side.terms, ", "))
			}
		}
		if len(e.Parts) > 0 {
			parts := make([]string, len(e.Parts))
			for i, p := range e.Parts {
				parts[i] = fmt.Sprintf("%s %+.2f", p.Name, p.Value)
			}
			fmt.Fprintf(b, "    cost of a boundary: %+.2f (%s)\n", e.Sum, strings.Join(parts, ", "))
		}
		if confidence != nil && e.DecidedBy == analysis.ByCost {
			fmt.Fprintf(b, "    confidence: %.0f%%\n", 100*confidence[i])
		}
		if e.VanishesAt > 0 {
			fmt.Fprintf(b, "    disappears when you ask for fragments of about %s\n", console.FormatCount(e.VanishesAt, "word"))
		}
	}
	return b.Flush()
}

// decided maps each reason to the text that follows “decided by:”.
var decided = map[analysis.Reason]string{
	analysis.ByHeading:  "a heading",
	analysis.ByScene:    "a scene break",
	analysis.ByBreak:    "a directive in the text that asks for a boundary",
	analysis.ByNoBreak:  "a directive in the text that forbids one",
	analysis.ByLimit:    "the minimum or maximum length of a fragment",
	analysis.ByNearEnd:  "a heading, a break or an end of the text nearby: nothing is suggested close to these",
	analysis.BySections: "your own sections or scenes: where you have divided the text yourself, segls suggests little",
	analysis.ByHold:     "a fragment that has been moved",
	analysis.ByShown:    "the division that you have seen before",
	analysis.ByEdit:     "a change at this place a moment ago",
}

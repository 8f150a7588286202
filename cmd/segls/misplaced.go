package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"github.com/segls/segls/internal/console"
	"github.com/segls/segls/internal/misplaced"
)

func misplacedCommand() *cobra.Command {
	var format string
	var minScore float64
	cmd := &cobra.Command{
		Use:   "misplaced [flags] PATH...|-",
		Short: "Find paragraphs that fit another section better",
		Long: `Misplaced lists paragraphs that share more words with another section than with their own,
the best match first, each with that section, a score and the shared words. Few are worth
moving, whatever their score, so none is listed unless you give --min-score.

A file is judged by itself, even if it is part of a work. Several files, and with --work all files
of a work, are one text, in which a paragraph may belong to another file.

` + pathsHelp,
		Example: `  segls misplaced --min-score 6 chapter.md
  segls misplaced --min-score 0 --work book/
  segls misplaced --min-score 4 --format json --work | jq '.misplaced[].there'`,
		Args: console.RequirePaths,
	}
	texts := console.AddBatchFlags(cmd)
	output := console.AddOutputFlag(cmd)
	console.AddChoiceFlag(cmd, &format, "format", "output: text or json", "text", "json")
	cmd.Flags().Float64Var(&minScore, "min-score", 0, "list paragraphs with at least this `score`; 0 lists all that fit another section better")
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		from := texts
		if !texts.Whole {
			from = texts.WithoutDivision()
		}
		read, documents, err := from.AnalyseAll(paths)
		if code := console.ExitCode(0); err != nil && !errors.As(err, &code) {
			return err
		}
		sources := make([]misplaced.Source, len(read))
		for i, path := range read {
			sources[i] = misplaced.Source{Path: path, Document: documents[i]}
		}
		found := misplacedReport{sources: sources, minScore: minScore, list: misplaced.New(sources).FindMisplaced(minScore)}
		if !cmd.Flags().Changed("min-score") {
			found.list, found.unlisted = nil, len(found.list)
		}
		return console.WriteToFileOrStdout(cmd, *output, func(w io.Writer) error {
			if format == "json" {
				return errors.Join(console.EncodeJSON(w, found.toJSON()), err)
			}
			return errors.Join(found.write(w, console.StylesFor(cmd, w), !console.IsQuiet(cmd)), err)
		})
	}
	return cmd
}

// misplacedReport holds paragraphs that fit another place better.
type misplacedReport struct {
	sources  []misplaced.Source
	minScore float64
	list     []misplaced.MisplacedParagraph
	unlisted int // number of paragraphs that are listed only on request
}

// misplacedJSON is the output of `segls misplaced --format json`.
type misplacedJSON struct {
	Misplaced []misplacedParagraphJSON `json:"misplaced"`
	Texts     int                      `json:"texts"`
}

// misplacedParagraphJSON is a misplaced paragraph. Offsets are in bytes, the end is exclusive, and lines count from 1.
type misplacedParagraphJSON struct {
	Path    string            `json:"path"`
	Line    int               `json:"line"`
	Start   int               `json:"start"`
	End     int               `json:"end"`
	Section string            `json:"section"` // its title; "" above the first heading
	There   betterSectionJSON `json:"there"`
	Shared  []string          `json:"shared"`
	Score   float64           `json:"score"`
}

// betterSectionJSON is the section that a misplaced paragraph fits better.
type betterSectionJSON struct {
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Section string `json:"section"`
}

func (m *misplacedReport) toJSON() misplacedJSON {
	all := misplacedJSON{Misplaced: []misplacedParagraphJSON{}, Texts: len(m.sources)}
	for _, l := range m.list {
		d := m.sources[l.Source].Document
		span := d.Paragraph(l.Paragraph).Span
		all.Misplaced = append(all.Misplaced, misplacedParagraphJSON{
			Path: m.sources[l.Source].Path, Line: d.Text.LineAt(span.Start) + 1, Start: span.Start, End: span.End,
			Section: m.sectionToJSON(l.Here).Section, There: m.sectionToJSON(l.There), Shared: append([]string{}, l.There.Shared...), Score: l.Score,
		})
	}
	return all
}

func (m *misplacedReport) sectionToJSON(p misplaced.SectionFit) betterSectionJSON {
	d := m.sources[p.Source].Document
	b := betterSectionJSON{Path: m.sources[p.Source].Path, Line: 1}
	if p.Section >= 0 {
		s := d.Sections()[p.Section]
		b.Line, b.Section = d.Text.LineAt(s.Span.Start)+1, s.Title
	}
	return b
}

func (m *misplacedReport) write(w io.Writer, styles console.Styles, hasNotice bool) error {
	b := bufio.NewWriter(w)
	switch {
	case !hasNotice || len(m.list) > 0 || len(m.sources) == 0:
	case m.unlisted > 0:
		fmt.Fprintf(b, "Few paragraphs that fit another section better are worth a move, so none is listed; --min-score 0 lists %s.\n", console.FormatCount(m.unlisted, "paragraph"))
	case m.minScore > 0:
		fmt.Fprintf(b, "No paragraph has a score of at least %g.\n", m.minScore)
	default:
		fmt.Fprintln(b, "Every paragraph seems to be where it belongs.")
	}
	for i, x := range m.toJSON().Misplaced {
		d := m.sources[m.list[i].Source].Document
		fmt.Fprintf(b, "%s  %s\n", styles.Strong(fmt.Sprintf("%s:%d", console.EscapeForTerminal(x.Path), x.Line)), console.EscapeForTerminal(x.Section))
		fmt.Fprintf(b, "    “%s”\n", console.EscapeForTerminal(openingWords(strings.Join(strings.Fields(d.Text.Slice(d.Paragraph(m.list[i].Paragraph).Span)), " "))))
		there := fmt.Sprintf("%s:%d", console.EscapeForTerminal(x.There.Path), x.There.Line)
		if x.There.Section != "" {
			there = fmt.Sprintf("“%s” (%s)", console.EscapeForTerminal(x.There.Section), there)
		}
		fmt.Fprintf(b, "    %.1f  fits %s better: %s\n", x.Score, there, styles.Faint(console.EscapeForTerminal(strings.Join(x.Shared, ", "))))
	}
	return b.Flush()
}

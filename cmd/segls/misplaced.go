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
	cmd := &cobra.Command{
		Use:   "misplaced [flags] PATH...|-",
		Short: "Find paragraphs that fit another section better",
		Long: `Misplaced lists paragraphs whose words are those of another section rather than of the one
that they stand in, with that section and the words that speak for it. The surest come first.
It says little: look at each, and leave it where it is if that is right.

A file is looked at by itself, whatever work it is in. Several files, and with --work all files
of a work, are one text, in which a paragraph may belong to another file.

` + pathsHelp,
		Example: `  segls misplaced chapter.md
  segls misplaced --work book/
  segls misplaced --format json --work | jq '.misplaced[].there'`,
		Args: console.SomePaths,
	}
	texts := console.BatchFlags(cmd)
	output := console.OutputFlag(cmd)
	console.ChoiceFlag(cmd, &format, "format", "output: text or json", "text", "json")
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		from := texts
		if !texts.Whole {
			from = texts.Undivided()
		}
		read, documents, err := from.All(paths)
		if code := console.ExitCode(0); err != nil && !errors.As(err, &code) {
			return err
		}
		sources := make([]misplaced.Source, len(read))
		for i, path := range read {
			sources[i] = misplaced.Source{Path: path, Document: documents[i]}
		}
		found := misplacedReport{sources, misplaced.New(sources).Misplaced()}
		return console.WriteTo(cmd, *output, func(w io.Writer) error {
			if format == "json" {
				return errors.Join(console.Encode(w, found.toJSON()), err)
			}
			return errors.Join(found.write(w, console.StylesFor(cmd, w), !console.IsQuiet(cmd)), err)
		})
	}
	return cmd
}

// misplacedReport holds paragraphs that fit another place better.
type misplacedReport struct {
	sources []misplaced.Source
	list    []misplaced.Misplaced
}

// misplacedJSON is the output of `segls misplaced --format json`.
type misplacedJSON struct {
	Misplaced []looseJSON `json:"misplaced"`
	Texts     int         `json:"texts"`
}

// looseJSON has offsets in bytes, the end exclusive, and a line from 1.
type looseJSON struct {
	Path    string     `json:"path"`
	Line    int        `json:"line"`
	Start   int        `json:"start"`
	End     int        `json:"end"`
	Section string     `json:"section"` // its title; "" above the first heading
	There   betterJSON `json:"there"`
	Shared  []string   `json:"shared"`
	Margin  float64    `json:"margin"`
}

// betterJSON is the section that it fits better.
type betterJSON struct {
	Path    string `json:"path"`
	Line    int    `json:"line"`
	Section string `json:"section"`
}

func (m *misplacedReport) toJSON() misplacedJSON {
	all := misplacedJSON{Misplaced: []looseJSON{}, Texts: len(m.sources)}
	for _, l := range m.list {
		d := m.sources[l.Source].Document
		span := d.Paragraph(l.Paragraph).Span
		all.Misplaced = append(all.Misplaced, looseJSON{
			Path: m.sources[l.Source].Path, Line: d.Text.LineAt(span.Start) + 1, Start: span.Start, End: span.End,
			Section: m.place(l.Here).Section, There: m.place(l.There), Shared: append([]string{}, l.There.Shared...), Margin: l.Margin,
		})
	}
	return all
}

func (m *misplacedReport) place(p misplaced.Place) betterJSON {
	d := m.sources[p.Source].Document
	b := betterJSON{Path: m.sources[p.Source].Path, Line: 1}
	if p.Section >= 0 {
		s := d.Sections()[p.Section]
		b.Line, b.Section = d.Text.LineAt(s.Span.Start)+1, s.Title
	}
	return b
}

func (m *misplacedReport) write(w io.Writer, styles console.Styles, isTold bool) error {
	b := bufio.NewWriter(w)
	if len(m.list) == 0 && isTold {
		fmt.Fprintln(b, "Every paragraph seems to stand where it belongs.")
	}
	for i, x := range m.toJSON().Misplaced {
		d := m.sources[m.list[i].Source].Document
		fmt.Fprintf(b, "%s  %s\n", styles.Strong(fmt.Sprintf("%s:%d", console.Printable(x.Path), x.Line)), console.Printable(x.Section))
		fmt.Fprintf(b, "    “%s”\n", console.Printable(opening(strings.Join(strings.Fields(d.Text.Slice(d.Paragraph(m.list[i].Paragraph).Span)), " "))))
		there := fmt.Sprintf("%s:%d", console.Printable(x.There.Path), x.There.Line)
		if x.There.Section != "" {
			there = fmt.Sprintf("“%s” (%s)", console.Printable(x.There.Section), there)
		}
		fmt.Fprintf(b, "    %.1f  fits %s better: %s\n", x.Margin, there, styles.Faint(console.Printable(strings.Join(x.Shared, ", "))))
	}
	return b.Flush()
}

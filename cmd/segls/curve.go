package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"github.com/segls/segls/analysis"
	"github.com/segls/segls/analysis/markup"
	"github.com/segls/segls/internal/answer"
	"github.com/segls/segls/internal/console"
)

// curveFormats holds the writer of each format.
var curveFormats = map[string]func(w io.Writer, f *curveFigure) error{
	"text": showCurveText, "svg": writeCurveSVG, "png": writeCurvePNG, "csv": writeCurveCSV, "json": writeCurveJSON,
}

func curveCommand() *cobra.Command {
	var format, output string
	var compared []string
	cmd := &cobra.Command{
		Use:   "curve [flags] FILE|-",
		Short: "Draw the similarity curve of a text",
		Long: `Curve draws how similar the text is before and after each gap between two paragraphs.
Where the curve dips, the topic turns. The drawing marks the boundaries of fragments,
the paragraphs and the headings.

With --compare, the text is analysed again under other settings, and the curves are
drawn together. You can give it several times.

A file of a work is divided as a part of it. With --work, or with a folder,
each file of the work has a small curve of its own, all to the same scale: in an SVG or PNG
a book of some fifty chapters fits a printed page.

Settings come from flags and from settings files; see segls config.`,
		Example: `  segls curve chapter.md
  segls curve --compare method=paper --compare method=texttiling chapter.md
  segls curve --compare 'method=paper,window-paragraphs=2' --output chapter.svg chapter.md
  segls curve --work --output book.svg book/
  segls curve --format csv chapter.md > chapter.csv`,
		Args: console.RequireOnePath,
	}
	texts := console.AddTextFlags(cmd)
	texts.Notebooks = true
	console.AddChoiceFlag(cmd, &format, "format", "output: text, svg, png, csv or json; by default what the ending of --output says", "text", "svg", "png", "csv", "json")
	cmd.Flags().StringVarP(&output, "output", "o", "", "write to this `file`; it is written whole or not at all")
	cmd.Flags().StringArrayVar(&compared, "compare", nil, "draw another curve, with `settings` such as 'method=paper,window-paragraphs=2'")
	cmd.RunE = func(cmd *cobra.Command, paths []string) error {
		if !cmd.Flags().Changed("format") {
			ending := strings.ToLower(strings.TrimPrefix(filepath.Ext(output), "."))
			if _, isText := markup.ByFileName(output); curveFormats[ending] != nil {
				format = ending
			} else if ending != "" && !isText {
				return fmt.Errorf("a curve cannot be written as .%s; give the file the ending svg, png, csv, json or txt, or use --format", ending)
			}
		}
		write := curveFormats[format]
		if format == "png" && output == "" && console.IsTerminal(cmd.OutOrStdout()) {
			return errors.New("a terminal cannot show a PNG; use --output FILE")
		}
		title, files, failed := curveFiles(texts, paths)
		if code := console.ExitCode(0); failed != nil && (!errors.As(failed, &code) || len(files) == 0) {
			return failed
		}
		f, err := newCurveFigure(cmd.Context(), title, files, compared, format != "json")
		if err != nil {
			return err
		}
		if output == "" {
			f.width, f.styles = console.Width(cmd.OutOrStdout()), console.StylesFor(cmd, cmd.OutOrStdout())
			out := cmd.OutOrStdout()
			if format == "svg" || format == "png" {
				out = console.DataWriter(out)
			}
			return errors.Join(write(out, f), failed)
		}
		var whole bytes.Buffer
		f.styles = console.StylesFor(cmd, &whole)
		if err := write(&whole, f); err != nil {
			return err
		}
		return errors.Join(console.WriteToFileOrStdout(cmd, output, func(w io.Writer) error { _, err := whole.WriteTo(w); return err }), failed)
	}
	return cmd
}

// curveFigure holds the curves of a text under one or several settings.
type curveFigure struct {
	path   string
	curves []curve

	differing []string // names of the settings in which the curves differ

	width  int            // of text output, in columns; 0 for the default
	styles console.Styles // of text output
}

// curveFiles returns the texts whose curve is drawn, and a name for all of them.
func curveFiles(texts *console.Batch, paths []string) (title string, files []answer.Text, err error) {
	texts.Whole = texts.Whole || isWorkFolder(paths[0])
	if !texts.Whole {
		d, err := texts.AnalyseFile(paths[0])
		if err != nil {
			return "", nil, err
		}
		return paths[0], []answer.Text{{Path: paths[0], Document: d}}, nil
	}
	read, documents, err := texts.AnalyseAll(paths)
	for i, d := range documents {
		files = append(files, answer.Text{Path: read[i], Title: d.Title(), Document: d})
	}
	return texts.Site.Name(), files, err
}

// isWorkFolder reports whether a path is a folder, which means the work in it.
func isWorkFolder(path string) bool {
	about, err := os.Stat(path)
	return err == nil && about.IsDir()
}

// curve is the curve of one or several texts over their words.
type curve struct {
	answer.LabelledTexts

	before    []int // number of words before each paragraph, then the total
	gaps      []curveGap
	fragments []curveFragment
}

// curveGap is a gap between two paragraphs of a file. A text of a megabyte may have 300,000 gaps.
type curveGap struct {
	*answer.Text
	number     int // in the file
	word       int // words before it
	similarity float64
	isBoundary bool
	isHeading  bool // it has a heading
}

type curveFragment struct {
	*answer.Text
	about *analysis.Fragment
	word  int // words before it
}

// newCurveFigure returns the curves of texts. Their layout is computed only if isDrawn is set.
func newCurveFigure(ctx context.Context, title string, files []answer.Text, compared []string, isDrawn bool) (*curveFigure, error) {
	curves, differing, err := answer.CompareSettings("--compare", files, compared, func(s analysis.Settings) ([]answer.Text, error) { return redivideTexts(ctx, files, s) })
	if err != nil {
		return nil, err
	}
	f := &curveFigure{path: title, differing: differing}
	for _, c := range curves {
		drawn := curve{LabelledTexts: c}
		if isDrawn {
			drawn.layOut()
		}
		f.curves = append(f.curves, drawn)
	}
	return f, nil
}

// redivideTexts returns the texts under other settings, divided again as one.
func redivideTexts(ctx context.Context, files []answer.Text, s analysis.Settings) ([]answer.Text, error) {
	documents := make([]*analysis.Document, len(files))
	for i, f := range files {
		documents[i] = f.Document
	}
	documents, err := console.DivideUnder(ctx, documents, s)
	if err != nil {
		return nil, err
	}
	others := make([]answer.Text, len(files))
	for i, d := range documents {
		others[i] = answer.Text{Path: files[i].Path, Title: files[i].Title, Document: d}
	}
	return others, nil
}

func (c *curve) layOut() {
	c.before = []int{0}
	for i := range c.Texts {
		f := &c.Texts[i]
		first, words := len(c.before)-1, c.words()
		c.before = slices.Grow(c.before, f.Document.NumParagraphs())
		for p := range f.Document.AllParagraphs() {
			words += p.Words
			c.before = append(c.before, words)
		}
		c.gaps = slices.Grow(c.gaps, len(f.Curve()))
		for g, similarity := range f.Curve() {
			about := f.Gap(g)
			c.gaps = append(c.gaps, curveGap{f, g, c.before[first+g+1], similarity, about.IsBoundary, about.Heading >= 0})
		}
		for i := range f.Fragments() {
			fragment := &f.Fragments()[i]
			c.fragments = append(c.fragments, curveFragment{f, fragment, c.before[first+fragment.First]})
		}
	}
}

// words returns the total number of words.
func (c curve) words() int { return c.before[len(c.before)-1] }

// settings returns the settings of the first text.
func (c curve) settings() analysis.Settings { return c.Texts[0].Settings }

// caption describes the settings of the figure, except those in the labels of its curves.
func (f *curveFigure) caption() string {
	s := f.curves[0].settings()
	parts := []struct{ name, text string }{
		{"preferred-words", console.FormatCount(f.curves[0].Texts[0].Preferred(), "word") + " preferred"},
		{"cost", s.Cost},
		{"scaling", fmt.Sprintf("scaling %g", s.Scaling)},
		{"window-paragraphs", fmt.Sprintf("window of %d", s.WindowParagraphs)},
		{"headings", s.Headings + " headings"},
	}
	if s.Headings == analysis.HeadingsIgnore {
		parts[4].text = "headings ignored"
	}
	var shown []string
	for _, p := range parts {
		if !slices.Contains(f.differing, p.name) && !slices.Contains(s.Unused(), p.name) {
			shown = append(shown, p.text)
		}
	}
	return strings.Join(shown, " · ")
}

// maxWords returns the number of words in the longest curve. Curves can differ in length, because a list that is
// divided may have a different number of words from one that is a unit.
func (f *curveFigure) maxWords() int {
	most := 0
	for _, c := range f.curves {
		most = max(most, c.words())
	}
	return most
}

// topSimilarity returns the end of the axis of similarities: the highest value, rounded up to a tenth.
func (f *curveFigure) topSimilarity() float64 {
	highest := 0.0
	for _, c := range f.curves {
		for _, g := range c.gaps {
			highest = max(highest, g.similarity)
		}
	}
	return tenthAbove(highest)
}

// tenthAbove returns a similarity rounded up to a tenth, and at least 0.1.
func tenthAbove(similarity float64) float64 {
	tenths := 1
	for similarity > float64(tenths)/10 {
		tenths++
	}
	return float64(tenths) / 10
}

// tickStep returns the distance between two ticks on the axis of words: the least of 1, 2, 5, 10, 20, 50, … greater than `least`.
func tickStep(least int) int {
	for unit := 1; ; unit *= 10 {
		for _, step := range []int{unit, 2 * unit, 5 * unit} {
			if step > least {
				return step
			}
		}
	}
}

package main

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"

	"github.com/segls/segls/analysis"
)

// figureJSON is what `segls curve --format json` writes: words counted from the
// start of the text, lines from 1.
type figureJSON struct {
	Path     string        `json:"path"`
	Markup   string        `json:"markup,omitempty"` // of a single text
	Files    []fileJSON    `json:"files,omitempty"`  // of a work, in their order
	Headings []headingJSON `json:"headings"`
	Curves   []curveJSON   `json:"curves"` // the first under the settings of the command
}

type headingJSON struct {
	Path  string `json:"path,omitempty"` // of a file of a work
	Word  int    `json:"word"`           // words of the first curve before the heading
	Line  int    `json:"line"`
	Level int    `json:"level"`
	Title string `json:"title"`
}

type curveJSON struct {
	Label      string         `json:"label"` // the settings in which the curves differ
	Settings   map[string]any `json:"settings"`
	Words      int            `json:"words"`
	Gaps       []pointJSON    `json:"gaps"`
	Statistics statisticsJSON `json:"statistics"`
}

type pointJSON struct {
	gapJSON
	Path string `json:"path,omitempty"` // of a file of a work
	Word int    `json:"word"`           // words before the gap
	Line int    `json:"line"`           // of the paragraph after it
}

func writeCurveJSON(w io.Writer, f *curveFigure) error {
	first := f.curves[0]
	isWork := len(first.files) > 1
	j := figureJSON{Path: f.path, Markup: first.files[0].Format.Name, Headings: []headingJSON{}}
	path := func(string) string { return "" }
	if isWork {
		path = func(file string) string { return file }
		j.Markup = ""
		for _, file := range first.files {
			j.Files = append(j.Files, fileOf(file.path, file.Document))
		}
	}
	for _, h := range first.headings() {
		j.Headings = append(j.Headings, headingJSON{path(h.path), h.word, h.Text.LineAt(h.Section.Span.Start) + 1, h.Level, h.Title})
	}
	for _, c := range f.curves {
		settings := c.settings()
		written := curveJSON{Label: c.label, Settings: analysis.Declared.Map(&settings), Words: c.words(), Gaps: []pointJSON{}}
		for _, file := range c.files {
			for _, gap := range documentToJSON(file.path, file.Document).Gaps {
				g := c.gaps[len(written.Gaps)]
				written.Gaps = append(written.Gaps, pointJSON{gap, path(file.path), g.word, g.line()})
			}
		}
		var words []int
		for _, fragment := range c.fragments {
			words = append(words, fragment.about.Words)
		}
		written.Statistics = statisticsOf(words, c.files[0].Preferred())
		j.Curves = append(j.Curves, written)
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(j)
}

// writeCurveCSV writes a row for each gap of each curve.
func writeCurveCSV(w io.Writer, f *curveFigure) error {
	table := csv.NewWriter(w)
	columns := []string{"curve", "after", "word", "line", "similarity", "boundary", "constraint"}
	isWork := len(f.curves[0].files) > 1
	if isWork {
		columns = append(columns, "path")
	}
	table.Write(columns) // errors stay until the end
	for _, c := range f.curves {
		for _, g := range c.gaps {
			row := []string{
				c.label, strconv.Itoa(g.number + 1), strconv.Itoa(g.word), strconv.Itoa(g.line()),
				strconv.FormatFloat(g.similarity, 'g', -1, 64), strconv.FormatBool(g.about.IsBoundary), string(g.about.Constraint),
			}
			if isWork {
				row = append(row, g.path)
			}
			table.Write(row)
		}
	}
	table.Flush()
	return table.Error()
}

package main

import (
	"encoding/csv"
	"encoding/json"
	"io"
	"strconv"
)

// figureJSON is what `segls curve --format json` writes: words counted from the
// start of the text, lines from 1.
type figureJSON struct {
	Path     string        `json:"path"`
	Markup   string        `json:"markup"`
	Headings []headingJSON `json:"headings"`
	Curves   []curveJSON   `json:"curves"` // the first under the settings of the command
}

type headingJSON struct {
	Word  int    `json:"word"` // words of the first curve before the heading
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
	Word int `json:"word"` // words before the gap
	Line int `json:"line"` // of the paragraph after it
}

func writeCurveJSON(w io.Writer, f *curveFigure) error {
	first := f.curves[0]
	j := figureJSON{Path: f.path, Markup: first.Format.Name, Headings: []headingJSON{}}
	for _, h := range first.headings() {
		j.Headings = append(j.Headings, headingJSON{h.word, first.Text.LineAt(h.Span.Start) + 1, h.Level, h.Title})
	}
	for _, c := range f.curves {
		d := documentToJSON(f.path, c.Document)
		j.Curves = append(j.Curves, curveJSON{c.label, d.Settings, d.Words, c.points(d.Gaps), d.Statistics})
	}
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(j)
}

// points places the gaps on the axis of words.
func (c curve) points(gaps []gapJSON) []pointJSON {
	points := make([]pointJSON, len(gaps))
	for g, gap := range gaps {
		points[g] = pointJSON{gap, c.before[g+1], c.lineAfter(g)}
	}
	return points
}

// writeCurveCSV writes a row for each gap of each curve.
func writeCurveCSV(w io.Writer, f *curveFigure) error {
	table := csv.NewWriter(w)
	table.Write([]string{"curve", "after", "word", "line", "similarity", "boundary", "constraint"}) // errors stay until the end
	for _, c := range f.curves {
		for g, similarity := range c.Curve() {
			table.Write([]string{
				c.label, strconv.Itoa(g + 1), strconv.Itoa(c.before[g+1]), strconv.Itoa(c.lineAfter(g)),
				strconv.FormatFloat(similarity, 'g', -1, 64), strconv.FormatBool(c.Gap(g).IsBoundary), string(c.Gap(g).Constraint),
			})
		}
	}
	table.Flush()
	return table.Error()
}
